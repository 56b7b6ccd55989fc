//! Declarations of small programs: scopes, supertypes, generics, overriding, overload choice,
//! missing classes.

use crate::lower::Options;
use crate::lower::declarations::Declarations;
use crate::lower::lookup::Lookup;
use crate::lower::overload::{Argument, Selection};
use crate::lower::types::{ClassType, JavaType, TypeArgument};
use crate::lower::{declare, library};
use crate::program::{ClassId, ClassOrigin, MethodId, Nullity, Type};
use std::collections::HashMap;
use tightrope_source::{Diagnostic, FileId, SourceMap};
use tightrope_syntax::parse_file;
use tightrope_syntax::tree::{CompilationUnit, Primitive};

/// Declares the files and looks at the result.
fn with(files: &[&str], look: impl FnOnce(&mut Declarations<'_>)) {
    let mut sources = SourceMap::new();
    let mut units: Vec<CompilationUnit> = Vec::new();
    for (index, text) in files.iter().enumerate() {
        let file = sources.add(format!("File{index}.java"), *text);
        let parsed = parse_file(file, text);
        assert_eq!(parsed.diagnostics, [], "{text}");
        units.push(parsed.unit);
    }
    let first_library_file = FileId(units.len() as u32);
    let library_units = library::needed_units(&units, &mut sources);
    look(&mut declare::declare(&units, &library_units, first_library_file, HashMap::new(), &Options::default()));
}

fn numbers(files: &[&str]) -> Vec<&'static str> {
    diagnostics(files).iter().map(|diagnostic| diagnostic.code.number()).collect()
}

fn diagnostics(files: &[&str]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    with(files, |declarations| found = declarations.diagnostics.clone());
    found
}

fn class(declarations: &Declarations<'_>, name: &str) -> ClassId {
    *declarations.by_name.get(name).unwrap_or_else(|| panic!("no class {name}"))
}

fn ty(declarations: &Declarations<'_>, name: &str) -> JavaType {
    JavaType::raw(class(declarations, name))
}

fn generic(declarations: &Declarations<'_>, name: &str, args: &[JavaType]) -> JavaType {
    let args = args.iter().cloned().map(TypeArgument::Type).collect();
    JavaType::Class(ClassType { class: class(declarations, name), args })
}

fn field_type(declarations: &Declarations<'_>, owner: &str, name: &str) -> String {
    match declarations.find_field(class(declarations, owner), name) {
        Lookup::Found(field) => declarations.describe(&declarations.fields[field.index()].ty),
        other => panic!("{owner}.{name}: {other:?}"),
    }
}

fn method(declarations: &Declarations<'_>, owner: &str, name: &str) -> MethodId {
    let methods = &declarations.classes[class(declarations, owner).index()].methods;
    methods.get(name).and_then(|found| found.first()).copied().unwrap_or_else(|| panic!("no method {owner}.{name}"))
}

const INT: JavaType = JavaType::Primitive(Primitive::Int);

#[test]
fn names_mean_the_innermost_declaration() {
    let text = "package p; import java.util.*; \
        class A<T> { T a; List<T> b; class T2 { A.T2 c; T d; } T2 e; static class String {} String f; java.lang.String g; }";
    with(&[text], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        assert_eq!(field_type(declarations, "p.A", "a"), "T");
        assert_eq!(field_type(declarations, "p.A", "b"), "List<T>");
        assert_eq!(field_type(declarations, "p.A.T2", "d"), "T");
        let Lookup::Found(own) = declarations.find_field(class(declarations, "p.A"), "f") else { panic!() };
        assert_eq!(declarations.program.field(own).ty, Type::class(class(declarations, "p.A.String")));
        let Lookup::Found(library) = declarations.find_field(class(declarations, "p.A"), "g") else { panic!() };
        assert_eq!(declarations.program.field(library).ty, Type::class(declarations.well_known.string));
    });
}

#[test]
fn member_classes_are_inherited_but_private_ones_are_not() {
    let hidden = "package p; class Top { static class E {} } class Mid extends Top { private static class E {} } \
        class Out { static class E { int x; } static class Low extends Mid { E e; } }";
    with(&[hidden], |declarations| {
        let Lookup::Found(field) = declarations.find_field(class(declarations, "p.Out.Low"), "e") else { panic!() };
        assert_eq!(declarations.program.field(field).ty, Type::class(class(declarations, "p.Out.E")));
    });
    let base = "package p; public class Base { protected static class Open {} private static class Hidden {} }";
    let heir = "package p; class Heir extends Base { Open a; Hidden b; }";
    assert_eq!(numbers(&[base, heir]), ["E0301"]);
}

#[test]
fn imports_decide_before_the_package() {
    let hidden = "package r; class List {}";
    let demanding = "package p; import r.*; import java.util.*; class B { List<String> a; }";
    assert_eq!(numbers(&[hidden, demanding]), [""; 0]);
    let list = "package q; public class List {}";
    let user = "package p; import q.List; class A { List a; java.util.List<String> b; }";
    with(&[list, user], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        assert_eq!(field_type(declarations, "p.A", "a"), "List");
        assert_eq!(field_type(declarations, "p.A", "b"), "List<String>");
    });
}

#[test]
fn local_and_anonymous_classes_are_declared_where_they_stand() {
    let text = "class A<T> { <U> void f() { class L { U u; T t; } class M extends L {} Object o = new Object() { L l; }; \
        Runnable r = () -> { new Object() { int inside; }; }; } static Object s = new A<Integer>() {}; }";
    with(&[text], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        let names: Vec<&str> = declarations
            .program
            .classes
            .iter()
            .filter(|class| class.origin == ClassOrigin::User)
            .map(|class| class.name.as_str())
            .collect();
        assert_eq!(names, ["A", "A$1L", "A$1M", "A$1", "A$2", "A$3"]);
        let inner: Vec<bool> = declarations.classes[1..6].iter().map(|class| class.is_inner).collect();
        assert_eq!(inner, [true, true, true, true, false]);
        assert_eq!(declarations.program.class(ClassId(2)).superclass, Some(ClassId(1)));
    });
}

#[test]
fn supertypes_are_checked() {
    assert_eq!(numbers(&["class A extends B {} class B extends C {} class C extends A {}"]), ["E0306"]);
    assert_eq!(numbers(&["interface I extends I {}"]), ["E0306"]);
    assert_eq!(numbers(&["interface I {} class A extends I {}"]), ["E0309"]);
    assert_eq!(numbers(&["class A {} class B implements A {}"]), ["E0309"]);
    assert_eq!(numbers(&["final class A {} class B extends A {}"]), ["E0309"]);
    assert_eq!(numbers(&["class A extends String {}"]), ["E0309"]);
    assert_eq!(
        numbers(&[
            "enum E { X { int f() { return 1; } }; int f() { return 0; } } class A implements java.io.Serializable {}"
        ]),
        [""; 0]
    );
}

#[test]
fn cyclic_bounds_end() {
    with(&["class A<T extends U, U extends T> { T t; U u; }"], |declarations| {
        let Lookup::Found(field) = declarations.find_field(class(declarations, "A"), "t") else { panic!() };
        assert_eq!(declarations.program.field(field).ty, Type::class(declarations.well_known.object));
    });
}

#[test]
fn duplicates_are_found_by_erasure() {
    assert_eq!(numbers(&["class A { int a; String a; }"]), ["E0304"]);
    let same = "import java.util.List; class A { void f(List<String> a) {} void f(List<Integer> b) {} }";
    assert_eq!(numbers(&[same]), ["E0304"]);
    assert_eq!(numbers(&["class A { void f(int a) {} void f(long a) {} A() {} A(int a) {} }"]), [""; 0]);
    assert_eq!(numbers(&["class A {}", "class A {}"]), ["E0304"]);
}

#[test]
fn members_are_seen_through_the_receiver() {
    let text = "import java.util.*; class Box<T> { T value; List<T> all; Map<String, ? extends T> map; class In { T inner; } In in; } \
        class IntBox extends Box<Integer> {} class Top<S extends Number> extends Box<S[]> {}";
    with(&[text], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        let owner = class(declarations, "Box");
        let seen = |declarations: &Declarations<'_>, receiver: &JavaType, name: &str| {
            let Lookup::Found(field) = declarations.find_field(owner, name) else { panic!() };
            let declared = declarations.fields[field.index()].ty.clone();
            declarations.describe(&declarations.member_type(receiver, owner, &declared))
        };
        let int_box = ty(declarations, "IntBox");
        assert_eq!(seen(declarations, &int_box, "value"), "Integer");
        assert_eq!(seen(declarations, &int_box, "all"), "List<Integer>");
        assert_eq!(seen(declarations, &int_box, "map"), "Map<String, ? extends Integer>");
        assert_eq!(seen(declarations, &ty(declarations, "Box"), "all"), "List");
        let string = ty(declarations, "java.lang.String");
        let top = generic(declarations, "Top", &[string]);
        assert_eq!(seen(declarations, &top, "value"), "String[]");
        let Lookup::Found(field) = declarations.find_field(owner, "in") else { panic!() };
        let inner = declarations.member_type(&int_box, owner, &declarations.fields[field.index()].ty);
        let inner_class = class(declarations, "Box.In");
        let Lookup::Found(field) = declarations.find_field(inner_class, "inner") else { panic!() };
        let value = declarations.member_type(&inner, inner_class, &declarations.fields[field.index()].ty);
        assert_eq!(declarations.describe(&value), "Integer");
    });
}

#[test]
fn overriding_looks_through_generics() {
    let text = "class Node implements Comparable<Node> { public int compareTo(Node other) { return 0; } public boolean equals(Object o) { return true; } } \
        class Sub extends Node { public int compareTo(Node other) { return 1; } void own() {} }";
    with(&[text], |declarations| {
        let compare = method(declarations, "java.lang.Comparable", "compareTo");
        let node = method(declarations, "Node", "compareTo");
        let sub = method(declarations, "Sub", "compareTo");
        assert_eq!(declarations.program.method(node).overrides, [compare]);
        assert_eq!(declarations.program.method(sub).overrides, [node, compare]);
        let equals = method(declarations, "java.lang.Object", "equals");
        assert_eq!(declarations.program.method(method(declarations, "Node", "equals")).overrides, [equals]);
        assert_eq!(declarations.find_methods(class(declarations, "Sub"), "compareTo"), [sub]);
        assert_eq!(declarations.program.implementation(class(declarations, "Sub"), compare), Some(sub));
        assert_eq!(
            declarations.program.implementation(class(declarations, "Sub"), equals),
            Some(method(declarations, "Node", "equals"))
        );
    });
}

#[test]
fn a_diamond_does_not_hide_an_override() {
    let text = "import java.util.Comparator; class A { Comparator<A> c = new Comparator<>() { public int compare(A a, A b) { return 0; } }; }";
    with(&[text], |declarations| {
        let compare = method(declarations, "java.util.Comparator", "compare");
        assert_eq!(
            declarations.program.implementation(ClassId(1), compare).map(|id| declarations.program.method(id).class),
            Some(ClassId(1))
        );
    });
}

#[test]
fn a_superclass_implements_an_interface_that_it_does_not_know() {
    let text = "interface I<T> { void f(T t); default void g() {} } class B { public void f(String s) {} } class C extends B implements I<String> {} \
        interface J extends I<String> { default void g() {} } class D extends C implements J {}";
    with(&[text], |declarations| {
        let (f, g) = (method(declarations, "I", "f"), method(declarations, "I", "g"));
        let in_class = class(declarations, "D");
        assert_eq!(declarations.program.implementation(in_class, f), Some(method(declarations, "B", "f")));
        assert_eq!(declarations.program.implementation(in_class, g), Some(method(declarations, "J", "g")));
        assert_eq!(declarations.program.implementation(class(declarations, "C"), g), Some(g));
    });
}

/// The parameter types of the chosen method, or what happened instead.
fn chosen(declarations: &Declarations<'_>, name: &str, args: &[Argument]) -> String {
    let candidates = declarations.find_methods(class(declarations, "A"), name);
    match declarations.select(&candidates, None, &[], args) {
        Selection::Chosen(chosen) => {
            let params = &declarations.methods[chosen.method.index()].params;
            let params: Vec<String> = params.iter().map(|param| declarations.describe(param)).collect();
            let varargs = if chosen.varargs_call { "..." } else { "" };
            format!("{}{varargs} -> {}", params.join(", "), declarations.describe(&chosen.return_type))
        }
        Selection::NoneApplicable => "none".to_string(),
        Selection::Ambiguous(_) => "ambiguous".to_string(),
        Selection::Unknown => "unknown".to_string(),
    }
}

#[test]
fn overloads_are_chosen_in_three_phases() {
    let text = "class A { void f(long x) {} void f(Integer x) {} void f(Object x) {} void f(int... x) {} \
        void g(Object x) {} void g(String x) {} void h(Integer x) {} void h(String x) {} \
        void i(Object... x) {} void i(String a, Object... x) {} void j(int x, long y) {} void j(long x, int y) {} void k(char x) {} void k(int x) {} }";
    with(&[text], |declarations| {
        let int = Argument::Typed(INT);
        let typed = |name: &str| Argument::Typed(ty(declarations, name));
        let null = Argument::Typed(JavaType::Null);
        assert_eq!(chosen(declarations, "f", std::slice::from_ref(&int)), "long -> void");
        assert_eq!(chosen(declarations, "f", &[typed("java.lang.Integer")]), "Integer -> void");
        assert_eq!(chosen(declarations, "f", &[typed("java.lang.Long")]), "Object -> void");
        assert_eq!(chosen(declarations, "f", &[int.clone(), int.clone()]), "int[]... -> void");
        assert_eq!(chosen(declarations, "f", &[]), "int[]... -> void");
        assert_eq!(chosen(declarations, "g", std::slice::from_ref(&null)), "String -> void");
        assert_eq!(chosen(declarations, "h", &[null]), "ambiguous");
        assert_eq!(chosen(declarations, "h", std::slice::from_ref(&int)), "Integer -> void");
        assert_eq!(chosen(declarations, "h", &[Argument::Typed(JavaType::Unknown)]), "unknown");
        assert_eq!(chosen(declarations, "i", std::slice::from_ref(&int)), "Object[]... -> void");
        assert_eq!(chosen(declarations, "j", &[int.clone(), int.clone()]), "ambiguous");
        assert_eq!(chosen(declarations, "k", &[Argument::Typed(JavaType::Primitive(Primitive::Byte))]), "int -> void");
        assert_eq!(chosen(declarations, "k", &[Argument::Typed(JavaType::Primitive(Primitive::Long))]), "none");
    });
}

#[test]
fn type_variables_are_inferred_from_arguments() {
    let text = "import java.util.*; class A { static <T> T id(T x) { return x; } static <T> List<T> two(T a, T b) { return null; } \
        static <T> T first(List<? extends T> l) { return null; } static <T> T free() { return null; } \
        static <T extends Comparable<T>> T max(T a, T b) { return a; } static <T, C extends Collection<T>> T of(C c) { return null; } }";
    with(&[text], |declarations| {
        let string = ty(declarations, "java.lang.String");
        let strings = generic(declarations, "java.util.List", std::slice::from_ref(&string));
        let arg = |ty: &JavaType| Argument::Typed(ty.clone());
        assert_eq!(chosen(declarations, "id", &[arg(&string)]), "T -> String");
        assert_eq!(chosen(declarations, "id", &[arg(&INT)]), "T -> Integer");
        assert_eq!(chosen(declarations, "two", &[arg(&string), arg(&JavaType::Null)]), "T, T -> List<String>");
        assert_eq!(chosen(declarations, "first", &[arg(&strings)]), "List<? extends T> -> String");
        assert_eq!(chosen(declarations, "of", &[arg(&strings)]), "C -> String");
        assert_eq!(chosen(declarations, "max", &[arg(&string), arg(&string)]), "T, T -> String");
        assert_eq!(chosen(declarations, "free", &[]), " -> Object");
    });
}

#[test]
fn constructors_are_chosen_by_what_the_user_writes() {
    let text = "class A<T> { class In { In(int x) {} In(T t) {} } A(T t) {} }";
    with(&[text], |declarations| {
        let string = ty(declarations, "java.lang.String");
        let receiver = generic(declarations, "A.In", std::slice::from_ref(&string));
        let constructors = declarations.classes[class(declarations, "A.In").index()].constructors.clone();
        let Selection::Chosen(chosen) =
            declarations.select(&constructors, Some(&receiver), &[], &[Argument::Typed(INT)])
        else {
            panic!()
        };
        assert_eq!(chosen.params, [INT]);
        assert_eq!(declarations.program.method(chosen.method).params.len(), 2);
        let constructors = declarations.classes[class(declarations, "A").index()].constructors.clone();
        let Selection::Chosen(chosen) = declarations.select(&constructors, None, &[], &[Argument::Typed(string)])
        else {
            panic!()
        };
        assert_eq!(declarations.describe(&chosen.return_type), "A<String>");
    });
}

#[test]
fn a_missing_class_is_not_an_error_where_java_could_find_it() {
    let text = "package p; import q.Known; import java.util.*; class A extends Known { Known a; Thread b; Scanner c; x.y.Far d; Inherited e; List.Odd f; }";
    with(&[text], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        let missing: Vec<&str> = declarations
            .program
            .classes
            .iter()
            .filter(|class| class.origin == ClassOrigin::Missing)
            .map(|class| class.name.as_str())
            .collect();
        assert_eq!(
            missing,
            ["q.Known", "java.lang.Thread", "java.util.Scanner", "x.y.Far", "q.Known.Inherited", "java.util.List.Odd"]
        );
        assert_eq!(declarations.find_field(class(declarations, "p.A"), "z"), Lookup::MaybeMissing);
        assert!(declarations.is_subtype(&ty(declarations, "p.A"), &ty(declarations, "java.util.Scanner")));
        assert!(!declarations.is_subtype(&ty(declarations, "p.A"), &ty(declarations, "java.lang.String")));
    });
    let on_demand = "import q.*; class A { Anything a; java.util.List<String> b; }";
    with(&[on_demand], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        assert_eq!(field_type(declarations, "A", "a"), "Anything");
        assert!(declarations.by_name.contains_key("q.Anything"));
    });
}

#[test]
fn unknown_types_are_errors_with_suggestions() {
    let found = diagnostics(&[
        "package p; class Node { Nod a; p.Nope b; java.util.Lisst c; Strng d; } class B extends Nodee { Inherited e; }",
    ]);
    let numbers: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code.number()).collect();
    assert_eq!(numbers, ["E0301"; 5]);
    let hints: Vec<&str> = found.iter().flat_map(|diagnostic| &diagnostic.hints).map(String::as_str).collect();
    assert!(hints.contains(&"did you mean `Node`?"), "{hints:?}");
    assert!(hints.contains(&"did you mean `String`?"), "{hints:?}");
}

#[test]
fn fields_are_found_with_hiding_and_ambiguity() {
    let text = "interface I { int a = 1; } interface J { int a = 2; } class A { int b; private int c; } class B extends A implements I, J { int b; }";
    with(&[text], |declarations| {
        let heir = class(declarations, "B");
        assert!(matches!(declarations.find_field(heir, "a"), Lookup::Ambiguous(found) if found.len() == 2));
        let Lookup::Found(field) = declarations.find_field(heir, "b") else { panic!() };
        assert_eq!(declarations.program.field(field).class, heir);
        assert_eq!(declarations.find_field(heir, "c"), Lookup::NotFound);
    });
}

#[test]
fn records_and_enums_get_their_members() {
    let text = "record P<T>(T a, int... b) { P { } public int hashCode() { return 1; } } enum E { X(1), Y(2) { void f() {} }; E(int i) {} void f() {} static int n = E.values().length; }";
    with(&[text], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        let record = class(declarations, "P");
        let names: Vec<&str> = declarations
            .program
            .class(record)
            .methods
            .iter()
            .map(|id| declarations.program.method(*id).name.as_str())
            .collect();
        assert_eq!(names, ["<init>", "hashCode", "a", "b", "equals", "toString"]);
        let constructor = declarations.classes[record.index()].constructors[0];
        assert_eq!(declarations.program.method(constructor).params.len(), 2);
        assert!(declarations.program.method(constructor).is_varargs);
        let enumeration = class(declarations, "E");
        let names: Vec<&str> = declarations
            .program
            .class(enumeration)
            .methods
            .iter()
            .map(|id| declarations.program.method(*id).name.as_str())
            .collect();
        assert_eq!(names, ["<init>", "f", "values", "valueOf", "<clinit>"]);
        assert_eq!(declarations.program.class(enumeration).enum_constants.len(), 2);
        let ordinal = declarations.find_methods(enumeration, "compareTo");
        assert_eq!(ordinal.len(), 1, "inherited from Enum");
    });
}

#[test]
fn initializers_exist_where_there_is_something_to_run() {
    with(
        &[
            "class A { static final int MAX = 1 << 30; static final float LOAD = 0.75f; int a; A() {} } class B { int x = 1; static int y = 2; }",
        ],
        |declarations| {
            let (a, b) = (class(declarations, "A"), class(declarations, "B"));
            assert_eq!(declarations.program.class(a).static_initializer, None);
            assert_eq!(declarations.classes[a.index()].methods.get("<fields>"), None);
            assert!(declarations.program.class(b).static_initializer.is_some());
            assert!(declarations.classes[b.index()].methods.contains_key("<fields>"));
        },
    );
}

#[test]
fn annotations_say_what_may_be_null() {
    let plain = "class Plain { @Nullable Object a; @org.jetbrains.annotations.NotNull Object b; @NonNull int c; }";
    let marked = "@NullMarked class Marked { Object a; @Nullable Object b; @NullUnmarked class In { Object c; } }";
    with(&[plain, marked], |declarations| {
        let nullity = |class_name: &str, name: &str| {
            let fields = &declarations.program.class(class(declarations, class_name)).fields;
            let mut fields = fields.iter().map(|field| declarations.program.field(*field));
            fields.find(|field| field.name == name).map(|field| field.nullity)
        };
        assert_eq!(nullity("Plain", "a"), Some(Nullity::Nullable));
        assert_eq!(nullity("Plain", "b"), Some(Nullity::NonNull));
        assert_eq!(nullity("Plain", "c"), Some(Nullity::Nullable));
        assert_eq!(nullity("Marked", "a"), Some(Nullity::NonNullByDefault));
        assert_eq!(nullity("Marked", "b"), Some(Nullity::Nullable));
        assert_eq!(nullity("Marked.In", "c"), Some(Nullity::Unsaid));
    });
}

#[test]
fn non_null_is_the_default_where_jml_is_used() {
    let plain = "class Plain { Object a; }";
    let jml = "class Spec { //@ invariant true;\n Object a; /*@ nullable @*/ Object b; /*@ non_null @*/ Object c; int d; class In { Object e; } }";
    let lax = "/*@ nullable_by_default @*/ class Lax { Object a; /*@ non_null @*/ Object b; }";
    with(&[plain, jml, lax], |declarations| {
        assert_eq!(declarations.diagnostics, []);
        let nullity = |owner: &str, name: &str| match declarations.find_field(class(declarations, owner), name) {
            Lookup::Found(field) => declarations.program.field(field).nullity,
            other => panic!("{other:?}"),
        };
        assert_eq!(nullity("Plain", "a"), Nullity::Unsaid);
        assert_eq!(nullity("Spec", "a"), Nullity::NonNullByDefault);
        assert_eq!(nullity("Spec", "b"), Nullity::Nullable);
        assert_eq!(nullity("Spec", "c"), Nullity::NonNull);
        assert_eq!(nullity("Spec", "d"), Nullity::Nullable);
        assert_eq!(nullity("Spec.In", "e"), Nullity::NonNullByDefault);
        assert_eq!(nullity("Lax", "a"), Nullity::Nullable);
        assert_eq!(nullity("Lax", "b"), Nullity::NonNull);
    });
    assert_eq!(numbers(&["class A { /*@ nullable non_null @*/ Object a; }"]), ["E0508"]);
}

#[test]
fn invariant_methods_need_the_right_shape() {
    with(
        &["class A { boolean repOK() { return true; } } class B { static boolean checkRep() { return true; } }"],
        |declarations| {
            assert_eq!(
                declarations.program.class(class(declarations, "A")).rep_ok,
                Some(method(declarations, "A", "repOK"))
            );
            assert_eq!(declarations.program.class(class(declarations, "B")).rep_ok, None);
            assert_eq!(declarations.diagnostics.iter().map(|found| found.code.number()).collect::<Vec<_>>(), ["W0511"]);
        },
    );
}

#[test]
fn casts_and_upper_bounds() {
    let text = "interface I {} interface J {} class A implements I {} final class F {} class B extends A implements J {} class C extends A implements J {}";
    with(&[text], |declarations| {
        let of = |name: &str| ty(declarations, name);
        assert!(declarations.is_castable(&of("A"), &of("J")));
        assert!(!declarations.is_castable(&of("F"), &of("J")));
        assert!(!declarations.is_castable(&of("A"), &of("F")));
        assert!(declarations.is_castable(&of("java.lang.Object"), &INT));
        assert!(!declarations.is_castable(&of("java.lang.String"), &INT));
        assert!(declarations.is_castable(&of("I").array_of(), &of("B").array_of()));
        for (one, other) in [("B", "C"), ("C", "B")] {
            let both = declarations.least_upper_bound(&of(one), &of(other));
            assert_eq!(declarations.describe(&both), "A & J");
            assert_eq!(declarations.erase(&both), Type::class(class(declarations, "A")));
        }
        assert_eq!(declarations.least_upper_bound(&of("A"), &of("F")), of("java.lang.Object"));
        assert_eq!(declarations.least_upper_bound(&JavaType::Null, &of("F")), of("F"));
    });
}

#[test]
fn long_chains_of_classes_neither_overflow_nor_hang() {
    let mut text = String::from("class C0 { void f() {} int x; }\n");
    for index in 1..500 {
        text.push_str(&format!("class C{index} extends C{} {{}}\n", index - 1));
    }
    with(&[&text], |declarations| {
        let last = class(declarations, "C499");
        assert_eq!(declarations.find_methods(last, "f").len(), 1);
        assert!(matches!(declarations.find_field(last, "x"), Lookup::Found(_)));
        assert!(declarations.as_super(&JavaType::raw(last), class(declarations, "C0")).is_some());
    });
}
