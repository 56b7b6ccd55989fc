//! What a client passes as an argument: a few values of each type, the same for every call.
//!
//! Elements of unknown type (`Object`, type variables, `Comparable`) are boxed ints: they have an
//! order, `equals` and `hashCode`. An object of a class of the user is the receiver, an object that
//! an earlier call returned, or one that is made on the spot by short calls; boxes, collections and
//! natural orders of the library are made in the same way. What has no candidate (a stream, a
//! function) leaves the method out, and the report says so.

use crate::api::api_of;
use crate::call::{Call, Operand};
use crate::library;
use std::collections::HashMap;
use tightrope_program::body::StmtKind;
use tightrope_program::floating;
use tightrope_program::generics::Generic;
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, Code, MethodId, MethodKind, Program, Type, visit};

/// The values that are tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    pub ints: Vec<i32>,
    pub elements: Vec<i32>,
    pub texts: Vec<String>,
}

impl Default for Values {
    fn default() -> Values {
        Values { ints: vec![0, 1, 2, -1], elements: vec![0, 1, 2], texts: ["a", "b", ""].map(str::to_owned).to_vec() }
    }
}

impl Values {
    /// Of a program: where its code looks into strings, one of them has two characters.
    pub fn of(program: &Program) -> Values {
        let values = Values::default();
        match looks_into_texts(program) {
            true => Values { texts: ["a", "b", "ab", ""].map(str::to_owned).to_vec(), ..values },
            false => values,
        }
    }

    /// As few of these as can differ.
    pub fn fewer(&self) -> Values {
        let few = Values::few();
        match self.texts.contains(&"ab".to_owned()) {
            true => Values { texts: ["a", "ab"].map(str::to_owned).to_vec(), ..few },
            false => few,
        }
    }

    /// As few as can differ: longer sequences can be tried with them.
    pub fn few() -> Values {
        Values { ints: vec![0, 1], elements: vec![0, 1], texts: ["a", "b"].map(str::to_owned).to_vec() }
    }
}

/// Does code of the user ask a string for its parts or for its length?
fn looks_into_texts(program: &Program) -> bool {
    let is_users = |method: &MethodId| program.class(program.method(*method).class).origin == ClassOrigin::User;
    let looks = |called: MethodId| {
        let called = program.method(called);
        let is_of_text =
            ["java.lang.String", "java.lang.CharSequence"].contains(&program.class(called.class).name.as_str());
        is_of_text && !WHOLE_TEXT.contains(&called.name.as_str())
    };
    program.method_ids().filter(is_users).any(|method| {
        let Code::Body(body) = &program.method(method).code else { return false };
        let mut is_found = false;
        visit::for_each_stmt(&body.block, &mut |stmt| {
            if let StmtKind::Call { call, .. } = &stmt.kind {
                is_found |= looks(call.method);
            }
        });
        is_found
    })
}

/// Methods that take a string as a whole.
const WHOLE_TEXT: [&str; 6] = ["equals", "hashCode", "compareTo", "toString", "valueOf", "equalsIgnoreCase"];

/// An object made on the spot may need objects itself: so deep.
pub(crate) const NESTED: usize = 2;
/// So many ways to make such an object are tried.
const WAYS: usize = 4;
/// So many combinations of arguments of one call are tried.
const COMBINATIONS: usize = 256;

/// Finds the arguments of calls.
#[derive(Debug)]
pub(crate) struct Candidates<'p> {
    pub(crate) program: &'p Program,
    pub(crate) values: Values,
}

/// The objects that a client has at a point of a sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owned<'o> {
    /// The class of the receiver; `None` while it is being made.
    pub(crate) receiver: Option<ClassId>,
    /// The calls that returned objects, with their classes.
    pub(crate) returned: &'o [(usize, ClassId)],
}

/// For which types a client has values.
#[derive(Debug)]
pub struct KnownArguments<'p> {
    candidates: Candidates<'p>,
    known: HashMap<(Type, Generic), bool>,
}

impl<'p> KnownArguments<'p> {
    pub fn new(program: &'p Program) -> KnownArguments<'p> {
        KnownArguments { candidates: Candidates { program, values: Values::few() }, known: HashMap::new() }
    }

    /// The type of a parameter for which a client has no value: a function, say.
    pub fn missing(&mut self, method: MethodId) -> Option<Type> {
        let program = self.candidates.program;
        let declared = program.method(method);
        let is_receiver = |ty: Type| {
            let class = ty.as_class().filter(|class| program.class(*class).origin == ClassOrigin::User);
            let is_call = declared.kind == MethodKind::Method && !declared.is_static;
            is_call && !ty.is_array() && class.is_some_and(|class| program.is_subclass(declared.class, class))
        };
        let params = declared.params.iter().enumerate();
        let mut params = params.filter(|(_, param)| !is_receiver(param.ty));
        let missing = params.find(|(index, param)| !self.has(param.ty, program.param_generic(method, *index)));
        missing.map(|(_, param)| param.ty)
    }

    fn has(&mut self, ty: Type, declared: Generic) -> bool {
        let key = (ty, declared);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let nobody = Owned { receiver: None, returned: &[] };
        let has = !self.candidates.operands(ty, &key.1, nobody, NESTED).is_empty();
        self.known.insert(key, has);
        has
    }
}

impl Candidates<'_> {
    /// All combinations of arguments of a method. `Err`: the type that has no value here.
    pub(crate) fn arguments(&self, method: MethodId, owned: Owned<'_>) -> Result<Vec<Vec<Operand>>, Type> {
        let mut combinations: Vec<Vec<Operand>> = vec![Vec::new()];
        for (index, param) in self.program.method(method).params.iter().enumerate() {
            let declared = self.program.param_generic(method, index);
            let operands = self.operands(param.ty, &declared, owned, NESTED);
            if operands.is_empty() {
                return Err(param.ty);
            }
            combinations = combinations
                .iter()
                .flat_map(|known| {
                    operands.iter().map(move |operand| [known.as_slice(), std::slice::from_ref(operand)].concat())
                })
                .take(COMBINATIONS)
                .collect();
        }
        Ok(combinations)
    }

    /// The values of one type; of a reference type, null comes last.
    fn operands(&self, ty: Type, declared: &Generic, owned: Owned<'_>, nested: usize) -> Vec<Operand> {
        if let Some(element) = ty.element() {
            return self.arrays(ty, element, &declared.element(), owned, nested);
        }
        let numbers = |numbers: &[i32]| numbers.iter().map(|number| Operand::Number(i64::from(*number))).collect();
        match ty.base {
            BaseType::Boolean => vec![Operand::Boolean(false), Operand::Boolean(true)],
            BaseType::Byte | BaseType::Short | BaseType::Int | BaseType::Long => numbers(&self.values.ints),
            BaseType::Float => floating_operands(true),
            BaseType::Double => floating_operands(false),
            BaseType::Char => numbers(&[97, 98]),
            BaseType::Class(class) => self.objects(class, declared, owned, nested),
            _ => Vec::new(),
        }
    }

    fn objects(&self, class: ClassId, declared: &Generic, owned: Owned<'_>, nested: usize) -> Vec<Operand> {
        let mut found = Vec::new();
        // A client passes its own objects where their class is asked for, not as elements.
        let is_users = self.program.class(class).origin == ClassOrigin::User;
        let fits = |made: ClassId| is_users && self.program.is_subclass(made, class);
        if owned.receiver.is_some_and(fits) {
            found.push(Operand::Receiver);
        }
        found.extend(owned.returned.iter().filter(|(_, made)| fits(*made)).map(|(call, _)| Operand::Returned(*call)));
        match self.program.class(class).name.as_str() {
            "java.lang.String" | "java.lang.CharSequence" => {
                found.extend(self.values.texts.iter().cloned().map(Operand::Text));
            }
            "java.lang.Object" | "java.lang.Comparable" | "java.lang.Integer" | "java.lang.Number" => {
                found.extend(self.values.elements.iter().copied().map(Operand::Boxed));
            }
            _ => {
                found.extend(self.of_library(class, declared, nested));
                found.extend(self.made(class, nested));
            }
        }
        // The first node of a list has nobody to refer to.
        if !found.is_empty() || self.makers(class).next().is_some() {
            found.push(Operand::Null);
        }
        found
    }

    /// Objects of the library's own types, as far as a client makes them from what is passed
    /// anyway.
    fn of_library(&self, class: ClassId, declared: &Generic, nested: usize) -> Vec<Operand> {
        let nobody = Owned { receiver: None, returned: &[] };
        let Some(deeper) = nested.checked_sub(1) else { return Vec::new() };
        let passed = |ty: Type, declared: &Generic| {
            let mut operands = self.operands(ty, declared, nobody, deeper);
            operands.retain(|operand| *operand != Operand::Null);
            operands
        };
        if let Some((method, inside)) = library::boxed(self.program, class) {
            let call = |operand| Operand::Built(vec![Call::new(method, vec![operand])]);
            return passed(inside, &Generic::Unknown).into_iter().take(WAYS).map(call).collect();
        }
        if let Some(collection) = library::Collection::of(self.program, class) {
            let element = |number: usize| {
                let declared = library::type_argument(declared, number);
                let ty = declared.erased().or_else(|| self.program.class_named("java.lang.Object").map(Type::class));
                ty.map_or_else(Vec::new, |ty| passed(ty, &declared))
            };
            let elements: Vec<Vec<Operand>> = (0..collection.width(self.program)).map(element).collect();
            return collection.contents(&elements);
        }
        library::orders(self.program, class, &library::type_argument(declared, 0))
    }

    /// Constants of enums, and objects that one or two calls make.
    fn made(&self, class: ClassId, nested: usize) -> Vec<Operand> {
        let declared = self.program.class(class);
        if declared.kind == ClassKind::Enum {
            return declared.enum_constants.iter().copied().map(Operand::Constant).collect();
        }
        let Some(deeper) = nested.checked_sub(1) else { return Vec::new() };
        let calls = self.makers(class).flat_map(|maker| self.made_by(maker, deeper));
        calls.take(WAYS).map(|call| Operand::Built(vec![call])).collect()
    }

    /// What makes objects that fit a class.
    fn makers(&self, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
        let is_made = move |made: &ClassId| {
            self.program.class(*made).origin == ClassOrigin::User && self.program.is_subclass(*made, class)
        };
        let apis = self.program.class_ids().filter(is_made).filter_map(|made| api_of(self.program, made));
        apis.flat_map(|api| api.makers)
    }

    /// Calls of one maker, without null where there is anything else to pass.
    fn made_by(&self, maker: MethodId, nested: usize) -> Vec<Call> {
        let nobody = Owned { receiver: None, returned: &[] };
        let mut combinations: Vec<Vec<Operand>> = vec![Vec::new()];
        for (index, param) in self.program.method(maker).params.iter().enumerate() {
            let mut operands = self.operands(param.ty, &self.program.param_generic(maker, index), nobody, nested);
            if operands.len() > 1 {
                operands.retain(|operand| *operand != Operand::Null);
            }
            operands.truncate(2);
            combinations = combinations
                .iter()
                .flat_map(|known| {
                    operands.iter().map(move |operand| [known.as_slice(), std::slice::from_ref(operand)].concat())
                })
                .take(WAYS)
                .collect();
        }
        let receivers = self.receivers(maker, nested);
        let calls = combinations.into_iter().flat_map(|arguments| {
            receivers.iter().map(move |on| Call { method: maker, on: on.clone(), arguments: arguments.clone() })
        });
        calls.take(WAYS).collect()
    }

    /// What a maker is called on: nothing, or a builder.
    pub(crate) fn receivers(&self, maker: MethodId, nested: usize) -> Vec<Option<Operand>> {
        let method = self.program.method(maker);
        if method.is_static || method.kind != MethodKind::Method {
            return vec![None];
        }
        self.made(method.class, nested).into_iter().map(Some).collect()
    }

    /// Empty, with one element, and with two: in both orders, and the same twice.
    fn arrays(&self, ty: Type, element: Type, declared: &Generic, owned: Owned<'_>, nested: usize) -> Vec<Operand> {
        let elements: Vec<Operand> = self
            .operands(element, declared, owned, nested)
            .into_iter()
            .filter(|operand| *operand != Operand::Null)
            .take(2)
            .collect();
        let [first, second] = match elements.as_slice() {
            [] => return Vec::new(),
            [only] => [only.clone(), only.clone()],
            [first, second, ..] => [first.clone(), second.clone()],
        };
        let mut contents = vec![vec![], vec![first.clone()], vec![first.clone(), second.clone()]];
        if first != second {
            contents.extend([vec![second, first.clone()], vec![first.clone(), first]]);
        }
        let arrays = contents.into_iter().map(|content| Operand::Array(ty, content));
        arrays.chain([Operand::Null]).collect()
    }
}

/// A whole number, a negative one, and one between.
fn floating_operands(is_single: bool) -> Vec<Operand> {
    let bits =
        |number: f64| if is_single { floating::single_bits(number as f32) } else { floating::double_bits(number) };
    [0.0, 1.5, -1.0].map(|number| Operand::Floating { bits: bits(number), is_single }).to_vec()
}
