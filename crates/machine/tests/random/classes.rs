//! The declarations of a random program: classes, interfaces, an enum, a record, a generic class,
//! functions and the entries.

use super::statements::Jumps;
use super::tree::{Node, Role};
use super::types::{Signature, Type, Variable};
use super::{Generator, Place};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Concrete,
    Abstract,
    Interface,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) is_static: bool,
    pub(crate) is_final: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ClassModel {
    pub(crate) kind: Kind,
    pub(crate) superclass: Option<usize>,
    pub(crate) interfaces: Vec<usize>,
    pub(crate) fields: Vec<Field>,
    /// Signatures that it declares, and whether with code.
    pub(crate) methods: Vec<(usize, bool)>,
    /// Parameters of its constructors, of different lengths.
    pub(crate) constructors: Vec<Vec<Type>>,
    pub(crate) function: Option<Signature>,
    /// It overrides `toString`.
    pub(crate) has_text: bool,
    /// It has an inner class.
    pub(crate) has_inner: bool,
    /// Its initialiser runs code that may throw, make objects and need other classes.
    pub(crate) begins: bool,
}

// The enum is initialised at once: javac's code for a switch over an enum does it before it
// evaluates what it switches on, which the language does not ask for.
const TRACE: &str = r#"
static long sum = 7; static String log = ""; static int fuel = 120;
static int colors = Color.made;
static void put(String s) { if (log.length() < 500) log = log + s + ";"; }
static String cut(String s) { return s == null || s.length() < 40 ? s : "cut"; }
static <T> T full(T v) { return "".equals(v) ? null : v; }
static void note(int v) { sum = sum * 31 + v; put("" + v); }
static void note(long v) { sum = sum * 37 + v; put("" + v); }
static void note(float v) { note(Float.floatToIntBits(v)); }
static void note(double v) { note(Double.doubleToLongBits(v)); }
static void note(boolean v) { sum = sum * 31 + (v ? 1 : 2); put("" + v); }
static void note(char v) { sum = sum * 31 + v; put("c" + (int) v); }
static void note(String v) { sum = sum * 41 + (v == null ? 5 : v.hashCode()); put(v == null || v.length() < 30 ? v : "long"); }
static int t(int v) { note(v); return v; }
static long t(long v) { note(v); return v; }
static float t(float v) { note(v); return v; }
static double t(double v) { note(v); return v; }
static boolean t(boolean v) { note(v); return v; }
static char t(char v) { note(v); return v; }
static <T> T t(T v) { note((Object) v); return v; }
@SafeVarargs static <T> T last(T... all) { note(all.length); return all[all.length - 1]; }
static Object object(Object v) { note(v); return v; }
static <T> T second(T a, T b) { return b; }
static String kind(boolean v) { return "boolean"; }
static String kind(byte v) { return "byte"; }
static String kind(short v) { return "short"; }
static String kind(char v) { return "char"; }
static String kind(int v) { return "int"; }
static String kind(long v) { return "long"; }
static String kind(float v) { return "float"; }
static String kind(double v) { return "double"; }
static String kind(Integer v) { return "Integer"; }
static String kind(Character v) { return "Character"; }
static String kind(String v) { return "String"; }
static String kind(Object v) { return v == null ? "nothing" : "object"; }
static class Both<T> { T a, b; Both(T a, T b) { this.a = a; this.b = b; } }
static int total(int first, int... more) { int s = first; for (int x : more) s = s * 3 + x; return s; }
static void maybe(int c) throws X1 { if ((c & 3) == 0) throw new X1(c); }
static class X0 extends RuntimeException { int code; X0(int code) { super("x" + code); this.code = code; } }
static class X2 extends X0 { X2(int code) { super(code + 1); } }
static class X1 extends Exception { int code = 3; X1(int code) { this.code += code; } }
"#;

const CAUGHT: &str = r#"
static void caught(Throwable e) {
if (e instanceof X0 x) { note("X0"); note(x.code); }
else if (e instanceof X1 x) { note("X1"); note(x.code); }
else if (e instanceof ArithmeticException) note("AE");
else if (e instanceof NullPointerException) note("NPE");
else if (e instanceof ArrayIndexOutOfBoundsException) note("AIOOBE");
else if (e instanceof IndexOutOfBoundsException) note("IOOBE");
else if (e instanceof ClassCastException) note("CCE");
else if (e instanceof ArrayStoreException) note("ASE");
else if (e instanceof NegativeArraySizeException) note("NASE");
else if (e instanceof IllegalStateException) note("ISE");
else if (e instanceof IllegalArgumentException) note("IAE");
else if (e instanceof AssertionError) note("ERR");
else if (e instanceof ExceptionInInitializerError x) { note("EIIE"); caught(x.getCause()); }
else if (e instanceof NoClassDefFoundError) note("NCDFE");
else if (e instanceof java.util.NoSuchElementException) note("NSEE");
else if (e instanceof java.util.ConcurrentModificationException) note("CME");
else if (e instanceof RuntimeException) note("RE");
else note("other");
}
"#;

const NOTE_OBJECT: &str = r#"
static void note(Object o) {
if (o == null) note("null");
else if (o instanceof Integer v) note(v.intValue());
else if (o instanceof Long v) note(v.longValue());
else if (o instanceof Character v) note(v.charValue());
else if (o instanceof Boolean v) note(v.booleanValue());
else if (o instanceof String v) note(v);
else if (o instanceof Color v) note(v.name());
else if (o instanceof Pair v) { note("pair"); note(v.a()); }
else if (o instanceof int[] v) { note(v.length); for (int x : v) note(x); }
else if (o instanceof long[] v) { note(v.length); for (long x : v) note(x); }
else if (o instanceof double[] v) { note(v.length); for (double x : v) note(x); }
else if (o instanceof byte[] v) { note(v.length); for (byte x : v) note(x); }
else if (o instanceof char[] v) { note(v.length); for (char x : v) note(x); }
else if (o instanceof Object[] v) { note("array"); note(v.length); }
"#;

const HOLDER: &str = r#"
static class Holder<T> {
T v; Holder<T> next;
Holder(T v) { this.v = v; }
Holder(T v, Holder<T> next) { this(v); this.next = next; }
T get() { note("get"); return v; }
void set(T v) { this.v = v; }
<R> R choose(R a, R b) { return v == null ? a : b; }
static <S> Holder<S> of(S s) { return new Holder<>(s); }
}
"#;

impl Generator {
    pub(crate) fn program(&mut self) -> Node {
        self.class_count = 2 + self.random.below(4);
        self.make_signatures();
        self.make_classes();
        let mut members: Vec<Node> = TRACE.lines().map(member_text).collect();
        if self.features.everyday {
            members.extend(super::everyday::MEMBERS.lines().map(member_text));
        }
        members.extend([member_text(CAUGHT), self.note_object(), member_text(HOLDER)]);
        let globals = self.globals_members();
        members.extend(globals);
        members.push(self.enum_member());
        members.push(self.record_member());
        let count = 1 + self.random.below(3);
        for index in 0..count {
            let params = self.parameter_types();
            let result = self.value_type();
            let variable = self.random.chance(20);
            self.functions.push(Signature { name: format!("s{index}"), params, result, variable });
        }
        for index in 0..self.classes.len() {
            members.push(self.class_member(index));
            if self.classes[index].begins {
                members.extend(self.begin_members(index));
            }
        }
        for function in self.functions.clone() {
            members.push(self.function_member(&function, "static ", Place::default()));
        }
        members.extend(self.entries());
        let name = self.name.clone();
        let body = Node::sequence(members, "\n");
        Node::new(
            Role::Fixed,
            &format!("@SuppressWarnings({{\"unchecked\", \"rawtypes\"}})\nclass {name} {{\n#}}\n"),
            [body],
        )
    }

    fn make_signatures(&mut self) {
        let count = 3 + self.random.below(3);
        for index in 0..count {
            let params = self.parameter_types();
            let result = if self.random.chance(12) { Type::Void } else { self.value_type() };
            self.signatures.push(Signature { name: format!("m{index}"), params, result, variable: false });
        }
        // Overloads: another type for the first parameter.
        for index in 0..count {
            let signature = self.signatures[index].clone();
            if self.random.chance(40) && !signature.params.is_empty() {
                let mut other = signature.clone();
                other.params[0] = match &signature.params[0] {
                    Type::Int => self.random.pick(&[Type::Long, Type::boxed(Type::Int), Type::Object]).clone(),
                    Type::String | Type::Class(_) => Type::Object,
                    _ => Type::Int,
                };
                if other.params[0] != signature.params[0] {
                    self.signatures.push(other);
                }
            }
        }
    }

    fn parameter_types(&mut self) -> Vec<Type> {
        let count = self.random.below(3);
        (0..count).map(|_| self.value_type()).collect()
    }

    fn make_classes(&mut self) {
        let count = self.class_count;
        for index in 0..count {
            let model = self.make_class(index);
            self.classes.push(model);
        }
        // Only now are all the types there that fields can have.
        for index in 0..count {
            self.make_fields(index);
        }
    }

    fn make_class(&mut self, index: usize) -> ClassModel {
        let kind = match self.random.below(10) {
            0..=1 if index > 0 => Kind::Abstract,
            2..=4 if index + 1 < 5 => Kind::Interface,
            _ => Kind::Concrete,
        };
        let of_kind = |interface: bool, classes: &[ClassModel]| -> Vec<usize> {
            (0..classes.len()).filter(|other| (classes[*other].kind == Kind::Interface) == interface).collect()
        };
        let (classes, interfaces) = (of_kind(false, &self.classes), of_kind(true, &self.classes));
        let superclass = match kind {
            Kind::Interface => None,
            _ if !classes.is_empty() && self.random.chance(65) => Some(*self.random.pick(&classes)),
            _ => None,
        };
        let mut implemented = Vec::new();
        for interface in interfaces {
            let allowed = kind != Kind::Interface || implemented.is_empty();
            if allowed && self.random.chance(50) {
                implemented.push(interface);
            }
        }
        let mut model = ClassModel {
            kind,
            superclass,
            interfaces: implemented,
            fields: Vec::new(),
            methods: Vec::new(),
            constructors: Vec::new(),
            function: None,
            has_text: kind == Kind::Concrete && self.random.chance(30),
            has_inner: kind == Kind::Concrete && self.random.chance(25),
            begins: self.random.chance(20),
        };
        for signature in 0..self.signatures.len() {
            if self.random.chance(45) {
                let has_code = kind == Kind::Concrete || self.random.chance(50);
                model.methods.push((signature, has_code));
            }
        }
        self.add_required_methods(&mut model);
        if kind != Kind::Interface {
            let first = self.parameter_types();
            if self.random.chance(40) {
                let second = if first.is_empty() { vec![Type::Int] } else { first[1..].to_vec() };
                model.constructors.push(second);
            }
            model.constructors.insert(0, first);
        }
        if self.random.chance(40) {
            let (name, params, result) = (self.fresh("fun"), self.parameter_types(), self.value_type());
            model.function = Some(Signature { name, params, result, variable: false });
        }
        model
    }

    /// A class must override what is abstract (if it is not) or comes from several interfaces.
    fn add_required_methods(&mut self, model: &mut ClassModel) {
        if model.kind == Kind::Interface {
            return;
        }
        for signature in 0..self.signatures.len() {
            if model.methods.iter().any(|(declared, _)| *declared == signature) {
                continue;
            }
            if self.is_open(model, signature, model.kind == Kind::Concrete) {
                model.methods.push((signature, true));
            }
        }
    }

    fn is_open(&self, model: &ClassModel, signature: usize, is_concrete: bool) -> bool {
        match self.in_superclasses(model, signature) {
            Some(has_code) => !has_code && is_concrete,
            None => match self.in_interfaces(model, signature).as_slice() {
                [] => false,
                [has_code] => !has_code && is_concrete,
                several => is_concrete || several.contains(&true),
            },
        }
    }

    /// The nearest declaration among the superclasses: whether it has code.
    fn in_superclasses(&self, model: &ClassModel, signature: usize) -> Option<bool> {
        let mut next = model.superclass;
        while let Some(index) = next {
            let class = &self.classes[index];
            if let Some((_, has_code)) = class.methods.iter().find(|(declared, _)| *declared == signature) {
                return Some(*has_code);
            }
            next = class.superclass;
        }
        None
    }

    fn in_interfaces(&self, model: &ClassModel, signature: usize) -> Vec<bool> {
        let mut all: Vec<usize> = model.interfaces.clone();
        let mut next = model.superclass;
        while let Some(index) = next {
            all.extend(&self.classes[index].interfaces);
            next = self.classes[index].superclass;
        }
        let mut position = 0;
        while position < all.len() {
            let parents = self.classes[all[position]].interfaces.clone();
            all.extend(parents);
            position += 1;
        }
        all.sort_unstable();
        all.dedup();
        let found = all.iter().flat_map(|index| &self.classes[*index].methods);
        found.filter(|(declared, _)| *declared == signature).map(|(_, has_code)| *has_code).collect()
    }

    /// Whether `super.m(…)` in this class has code to run.
    pub(crate) fn super_has_code(&self, class: usize, signature: usize) -> bool {
        self.in_superclasses(&self.classes[class], signature) == Some(true)
    }

    /// What an anonymous subclass must override.
    pub(crate) fn open_methods(&self, class: usize) -> Vec<usize> {
        let mut model = ClassModel { methods: Vec::new(), interfaces: Vec::new(), ..self.classes[class].clone() };
        match self.classes[class].kind {
            Kind::Interface => (model.superclass, model.interfaces) = (None, vec![class]),
            _ => model.superclass = Some(class),
        }
        (0..self.signatures.len()).filter(|signature| self.is_open(&model, *signature, true)).collect()
    }

    pub(crate) fn ancestors(&self, class: usize) -> Vec<usize> {
        let mut all = vec![class];
        let mut position = 0;
        while position < all.len() {
            let model = &self.classes[all[position]];
            all.extend(model.superclass);
            all.extend(&model.interfaces);
            position += 1;
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The signatures that can be called on a value of the class.
    pub(crate) fn callable(&self, class: usize) -> Vec<usize> {
        let declares = |index: &usize, signature: usize| self.classes[*index].methods.iter().any(|m| m.0 == signature);
        let ancestors = self.ancestors(class);
        (0..self.signatures.len()).filter(|s| ancestors.iter().any(|index| declares(index, *s))).collect()
    }

    /// The fields that an instance of the class shows: hidden ones are left out.
    pub(crate) fn visible_fields(&self, class: usize) -> Vec<Field> {
        let mut found: Vec<Field> = Vec::new();
        let mut next = Some(class);
        while let Some(index) = next {
            for field in &self.classes[index].fields {
                if !found.iter().any(|other| other.name == field.name) {
                    found.push(field.clone());
                }
            }
            next = self.classes[index].superclass;
        }
        found
    }

    fn make_fields(&mut self, index: usize) {
        let is_interface = self.classes[index].kind == Kind::Interface;
        let count = if is_interface { self.random.below(2) } else { 1 + self.random.below(3) };
        for _ in 0..count {
            // Short names, so that fields hide each other; those of interfaces would be ambiguous.
            let name = if is_interface { self.fresh("k") } else { format!("f{}", self.random.below(4)) };
            let ty = self.value_type();
            let is_static = is_interface || self.random.chance(30);
            let is_final = is_interface || self.random.chance(15);
            if !self.classes[index].fields.iter().any(|field| field.name == name) {
                self.classes[index].fields.push(Field { name, ty, is_static, is_final });
            }
        }
    }

    fn note_object(&mut self) -> Node {
        let mut text = NOTE_OBJECT.to_owned();
        for index in (0..self.classes.len()).rev() {
            text.push_str(&format!("else if (o instanceof C{index}) note(\"C{index}\");\n"));
        }
        member_text(&format!("{text}else note(\"?\");\n}}"))
    }

    fn globals_members(&mut self) -> Vec<Node> {
        let mut members = Vec::new();
        for value in 0..2 {
            // Folded by javac, and usable as a label of a switch.
            let text = format!("static final int K{value} = {} * 10 + {value};", 2 + value);
            members.push(member_text(&text));
        }
        let count = 2 + self.random.below(4);
        for _ in 0..count {
            let (name, ty) = (self.fresh("g"), self.value_type());
            let place = Place { initializes: Some(0), ..Place::default() };
            self.room = 6;
            let value = self.within(place, |generator| generator.leaf(&ty));
            members.push(Node::member(&format!("static {} {name} = #;", ty.java()), [value]));
            self.globals.push(Variable { name, ty, assignable: true, capturable: true });
        }
        members
    }

    fn enum_member(&mut self) -> Node {
        let mut values = Vec::new();
        for _ in 0..3 {
            self.room = 4;
            // Literals: another class that switches over the enum must not be initialised before
            // the enum is.
            values.push(self.int_literal());
        }
        let weigh = Signature { name: "weigh".to_owned(), params: vec![Type::Int], result: Type::Int, variable: false };
        let seen = Variable { name: "seen".to_owned(), ty: Type::Int, assignable: true, capturable: true };
        let inside = Place { variables: vec![seen], nested: true, ..Place::default() };
        let special = self.function_member(&weigh, "", inside.clone());
        let usual = self.function_member(&weigh, "", inside);
        values.insert(2, special);
        values.push(usual);
        Node::member(
            "enum Color { RED(#), GREEN(#) {\n#}, BLUE(#);\nfinal int w; int seen = 2;\nColor(int w) { this.w = w; note(w); }\n\
             #static int made = t(3);\n}",
            values,
        )
    }

    fn record_member(&mut self) -> Node {
        let parameters = vec![
            Variable { name: "a".to_owned(), ty: Type::Int, assignable: true, capturable: false },
            Variable { name: "b".to_owned(), ty: Type::String, assignable: true, capturable: false },
        ];
        let place = Place { variables: parameters, initializes: Some(0), ..Place::default() };
        self.room = 8;
        let check = self.within(place.clone(), |generator| generator.expression(&Type::Boolean, 2));
        let change = self.within(place, |generator| generator.expression(&Type::Int, 2));
        let component = |name: &str, ty| Variable { name: name.to_owned(), ty, assignable: false, capturable: true };
        let inside = vec![component("a", Type::Int), component("b", Type::String)];
        let both = Signature { name: "both".to_owned(), params: vec![Type::Int], result: Type::Int, variable: false };
        let method = self.function_member(&both, "", Place { variables: inside, nested: true, ..Place::default() });
        let compact =
            Node::member("Pair {\nnote(a);\nif (fuel > 110 && #) throw new X0(a);\na = #;\n}", [check, change]);
        Node::member(
            "record Pair(int a, String b) {\n#Pair(int both) { this(both, \"p\" + both); }\n#static int made = t(4);\n}",
            [compact, method],
        )
    }

    fn class_member(&mut self, index: usize) -> Node {
        let model = self.classes[index].clone();
        let mut members = Vec::new();
        if model.kind != Kind::Interface && self.random.chance(60) {
            members.push(member_text(&format!("static {{ note(\"<C{index}>\"); }}")));
        }
        for field in &model.fields {
            members.push(self.field_member(index, field));
        }
        if model.kind != Kind::Interface && self.random.chance(40) {
            members.push(member_text(&format!("{{ note(\"{{C{index}}}\"); }}")));
        }
        for number in 0..model.constructors.len() {
            members.push(self.constructor_member(index, number));
        }
        if model.begins {
            let modifier = if model.kind == Kind::Interface { "" } else { "static " };
            let begin = member_text(&format!("{modifier}int begun{index} = begin{index}();"));
            let at = self.random.below(members.len() + 1);
            members.insert(at, begin);
        }
        for (signature, has_code) in &model.methods {
            members.push(self.method_member(index, *signature, *has_code));
        }
        if let Some(function) = &model.function {
            members.push(self.function_member(function, "static ", Place::default()));
        }
        members.extend(self.odd_members(index, &model));
        let keyword = match model.kind {
            Kind::Concrete => "static class",
            Kind::Abstract => "abstract static class",
            Kind::Interface => "interface",
        };
        let mut header = format!("{keyword} C{index}");
        if let Some(superclass) = model.superclass {
            header.push_str(&format!(" extends C{superclass}"));
        }
        let interfaces: Vec<String> = model.interfaces.iter().map(|other| format!("C{other}")).collect();
        if !interfaces.is_empty() {
            let word = if model.kind == Kind::Interface { "extends" } else { "implements" };
            header.push_str(&format!(" {word} {}", interfaces.join(", ")));
        }
        Node::member(&format!("{header} {{\n#}}"), [Node::sequence(members, "")])
    }

    /// What the initialiser of a class calls. Checked exceptions must not leave it, all others may.
    fn begin_members(&mut self, index: usize) -> [Node; 2] {
        let start =
            Signature { name: format!("start{index}"), params: Vec::new(), result: Type::Void, variable: false };
        let body = self.function_member(&start, "static ", Place::default());
        let begin = format!(
            "static int begin{index}() {{\nnote(\"<begin{index}>\");\ntry {{ start{index}(); }}\n\
             catch (RuntimeException e) {{ throw e; }}\ncatch (Exception e) {{ caught(e); }}\nreturn {index};\n}}"
        );
        [body, member_text(&begin)]
    }

    fn field_member(&mut self, class: usize, field: &Field) -> Node {
        let modifiers = match (self.classes[class].kind, field.is_static, field.is_final) {
            (Kind::Interface, ..) => "",
            (_, true, true) => "static final ",
            (_, true, false) => "static ",
            (_, false, true) => "final ",
            (_, false, false) => "",
        };
        let declaration = format!("{modifiers}{} {}", field.ty.java(), field.name);
        if !field.is_final && self.random.chance(25) {
            return member_text(&format!("{declaration};"));
        }
        self.room = 8;
        // An initialiser must not throw when it is static, so it stays a leaf.
        let place = Place { initializes: Some(class), ..Place::default() };
        let value = self.within(place, |generator| match field.is_static {
            true => generator.leaf(&field.ty),
            false => generator.expression(&field.ty, 2),
        });
        let value = if self.random.chance(40) { traced(&field.ty, value) } else { value };
        Node::member(&format!("{declaration} = #;"), [value])
    }

    fn constructor_member(&mut self, class: usize, number: usize) -> Node {
        let model = self.classes[class].clone();
        let params = &model.constructors[number];
        let (header, variables) = self.parameters(params);
        // Before the fields have their values nothing of `this` may be used.
        let early = Place { variables: variables.clone(), initializes: Some(class), ..Place::default() };
        self.room = 20;
        let mut statements = Vec::new();
        if number > 0 {
            let args = self.within(early, |generator| generator.arguments(&model.constructors[0], 2));
            statements.push(Node::statement("this(#);", [args]));
            statements.push(member_text(&format!("note(\"C{class}.{number}\");")));
        } else if let Some(superclass) = model.superclass {
            let options = self.classes[superclass].constructors.clone();
            let chosen = self.random.pick(&options).clone();
            let args = self.within(early, |generator| generator.arguments(&chosen, 2));
            statements.push(Node::statement("super(#);", [args]));
        }
        let place = Place { variables, this: Some(class), initializes: Some(class), ..Place::default() };
        self.within(place, |generator| {
            for _ in 0..generator.random.below(3) {
                statements.push(generator.simple_statement());
            }
            if generator.random.chance(30) {
                statements.extend(generator.hook(class));
            }
        });
        let body = Node::sequence(statements, "");
        Node::member(&format!("C{class}({header}) throws Exception {{\n#}}"), [body])
    }

    /// A call of an own method from the constructor: it may be overridden and see fields without
    /// their values.
    fn hook(&mut self, class: usize) -> Option<Node> {
        let callable = self.callable(class);
        if callable.is_empty() {
            return None;
        }
        let signature = self.signatures[*self.random.pick(&callable)].clone();
        let args = self.arguments(&signature.params, 1);
        Some(Node::statement(&format!("{}(#);", signature.name), [args]))
    }

    fn method_member(&mut self, class: usize, signature: usize, has_code: bool) -> Node {
        let declared = self.signatures[signature].clone();
        let is_interface = self.classes[class].kind == Kind::Interface;
        if !has_code {
            let (header, _) = self.parameters(&declared.params);
            let text = format!("{} {}({header}) throws Exception;", declared.result.java(), declared.name);
            return member_text(&format!("public abstract {text}"));
        }
        let place = Place { this: Some(class), method: Some((class, signature)), ..Place::default() };
        let synchronized = if !is_interface && self.random.chance(5) { "synchronized " } else { "" };
        let modifiers = if is_interface { "public default ".to_owned() } else { format!("public {synchronized}") };
        self.function_member(&declared, &modifiers, place)
    }

    /// A method with code, in the given place.
    pub(crate) fn function_member(&mut self, signature: &Signature, modifiers: &str, place: Place) -> Node {
        let (mut header, mut variables) = self.parameters(&signature.params);
        if signature.variable {
            let name = self.fresh("v");
            let comma = if header.is_empty() { "" } else { ", " };
            header.push_str(&format!("{comma}int... {name}"));
            variables.push(Variable { name, ty: Type::array(Type::Int), assignable: true, capturable: false });
        }
        let mut place = place;
        place.variables.extend(variables);
        place.jumps = Jumps::method(signature.result.clone());
        self.room = if place.nested { 14 } else { 45 };
        let body = self.within(place, |generator| generator.method_body(&signature.result));
        let template =
            format!("{modifiers}{} {}({header}) throws Exception {{\n#}}", signature.result.java(), signature.name);
        Node::member(&template, [body])
    }

    pub(crate) fn parameters(&mut self, types: &[Type]) -> (String, Vec<Variable>) {
        let mut texts = Vec::new();
        let mut variables = Vec::new();
        for ty in types {
            let name = self.fresh("p");
            let is_final = self.random.chance(40);
            texts.push(format!("{}{} {name}", if is_final { "final " } else { "" }, ty.java()));
            variables.push(Variable { name, ty: ty.clone(), assignable: !is_final, capturable: is_final });
        }
        (texts.join(", "), variables)
    }

    fn odd_members(&mut self, index: usize, model: &ClassModel) -> Vec<Node> {
        let mut members = Vec::new();
        if model.has_text {
            members.push(member_text(&format!("public String toString() {{ return \"T{index}\"; }}")));
        }
        if model.has_inner {
            let go = Signature { name: "go".to_owned(), params: vec![Type::Int], result: Type::Int, variable: false };
            let own = Variable { name: "own".to_owned(), ty: Type::Int, assignable: true, capturable: true };
            let place =
                Place { variables: vec![own], this: Some(index), is_inside: true, nested: true, ..Place::default() };
            let method = self.within(Place::default(), |generator| generator.function_member(&go, "", place));
            let text = format!(
                "class Inner{index} {{\nint own;\nInner{index}(int own) {{ this.own = own; note(\"inner\"); }}\n#}}"
            );
            members.push(Node::member(&text, [method]));
        }
        members
    }

    fn entries(&mut self) -> Vec<Node> {
        let mut members = Vec::new();
        let mut calls = Vec::new();
        for index in 0..3 + self.random.below(2) {
            let signature =
                Signature { name: format!("section{index}"), params: Vec::new(), result: Type::Void, variable: false };
            members.push(self.function_member(&signature, "static ", Place::default()));
            calls.push(Node::statement(
                &format!("try {{ section{index}(); }} catch (Throwable e) {{ caught(e); }}"),
                [],
            ));
        }
        let globals = self.globals.clone();
        calls.extend(globals.iter().map(|global| Node::statement(&format!("note({});", global.name), [])));
        members.push(Node::new(
            Role::Fixed,
            "static String test0() throws Exception {\n#return log + sum;\n}\n",
            [Node::sequence(calls, "")],
        ));
        let uncaught =
            Signature { name: "uncaught".to_owned(), params: Vec::new(), result: Type::Void, variable: false };
        members.push(self.function_member(&uncaught, "static ", Place::default()));
        members.push(fixed(
            "static String test1() throws Exception {\nlog = \"\"; fuel = 100;\nuncaught();\nreturn log + sum;\n}",
        ));
        members
    }
}

/// The value goes through the trace on its way.
pub(crate) fn traced(ty: &Type, value: Node) -> Node {
    match ty {
        Type::Byte | Type::Short => Node::expression(ty, &format!("({}) t(#)", ty.java()), [value]),
        _ => Node::expression(ty, "t(#)", [value]),
    }
}

fn fixed(text: &str) -> Node {
    Node { role: Role::Fixed, parts: vec![super::tree::Part::Text(format!("{text}\n"))] }
}

fn member_text(text: &str) -> Node {
    Node { role: Role::Member, parts: vec![super::tree::Part::Text(format!("{text}\n"))] }
}
