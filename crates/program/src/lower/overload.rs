//! Which of several methods a call means (JLS 15.12.2), and the types of the chosen method there
//! (18.5, much simplified).
//!
//! Three phases: by subtyping, with boxing, with a variable number of arguments; the first phase
//! with applicable methods decides; among these the most specific one is chosen. Departures:
//! - applicability is decided on erasures: programs are accepted by `javac`, so that type arguments
//!   cannot tell methods apart;
//! - type variables are inferred from the types of the arguments alone; what they leave open reads
//!   as the variable's bound ([`Chosen::free_return`] says that it did), or is `Unknown` if a
//!   lambda could have told;
//! - a lambda or method reference fits every functional interface with as many parameters, and with
//!   a result if it must have one; it never decides which method is more specific;
//! - where the type of an argument is not known, or depends on a class that is not at hand, and
//!   several methods remain, the answer is [`Selection::Unknown`], never a guess.

use super::declarations::{Declarations, MethodSyntax, TypeParameter};
use super::subtyping::{Truth, widens};
use super::types::{Bindings, ClassType, JavaType, TypeArgument, TypeVariable};
use crate::program::{ClassId, ClassKind, ClassOrigin, MethodId, MethodKind};
use tightrope_syntax::tree::WildcardBound;

/// What overload choice needs to know of an argument.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Argument {
    Typed(JavaType),
    /// A switch expression with results of these types: each of them is converted to the parameter.
    OneOf(Vec<JavaType>),
    /// A lambda or method reference: how many parameters it can have, if that is known, and whether
    /// it must have a result.
    Functional {
        counts: Option<Vec<usize>>,
        has_result: bool,
    },
    /// A lambda or method reference that has become an object, with the types of its parameters and
    /// its result.
    Function {
        params: Vec<JavaType>,
        result: JavaType,
    },
}

impl Argument {
    /// The types that the argument can have, as far as they are known before a method is chosen.
    fn types(&self) -> &[JavaType] {
        match self {
            Argument::Typed(ty) => std::slice::from_ref(ty),
            Argument::OneOf(types) => types,
            Argument::Functional { .. } | Argument::Function { .. } => &[],
        }
    }

    fn is_functional(&self) -> bool {
        matches!(self, Argument::Functional { .. })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Selection {
    Chosen(Chosen),
    NoneApplicable,
    Ambiguous(Vec<MethodId>),
    /// An argument is `Unknown` (or fits only if a missing class has the right supertype) and
    /// several candidates remain.
    Unknown,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chosen {
    pub(crate) method: MethodId,
    /// Instantiated, one per parameter that the call passes: without the enclosing instance and
    /// captured values of a constructor.
    pub(crate) params: Vec<JavaType>,
    /// Instantiated. Of a constructor: the type of the new object.
    pub(crate) return_type: JavaType,
    pub(crate) varargs_call: bool,
    /// The return type had a variable that the arguments did not determine.
    pub(crate) free_return: bool,
}

impl Chosen {
    /// The type that an argument is passed as.
    pub(crate) fn param_of(&self, argument: usize) -> JavaType {
        let last = self.params.len().saturating_sub(1);
        match self.params.last() {
            Some(JavaType::Array(element)) if self.varargs_call && argument >= last => (**element).clone(),
            _ => self.params.get(argument).cloned().unwrap_or(JavaType::Unknown),
        }
    }
}

/// The phases of JLS 15.12.2.2 to 15.12.2.4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Subtyping,
    Boxing,
    Varargs,
}

const PHASES: [Phase; 3] = [Phase::Subtyping, Phase::Boxing, Phase::Varargs];

/// A method that a phase allows, and whether that is certain.
struct Applicable {
    method: MethodId,
    truth: Truth,
}

impl Declarations<'_> {
    /// Chooses among methods or constructors. The arguments are those that the user writes.
    ///
    /// `receiver`: the type through which an instance method is called, or the class type that a
    /// constructor makes. Without it the types stay as declared; a constructor's class then has its
    /// arguments inferred (the diamond).
    pub(crate) fn select(
        &self,
        candidates: &[MethodId],
        receiver: Option<&JavaType>,
        type_args: &[JavaType],
        args: &[Argument],
    ) -> Selection {
        for (index, phase) in PHASES.into_iter().enumerate() {
            let applicable = self.applicable(candidates, receiver, args, phase);
            if applicable.is_empty() {
                continue;
            }
            let remaining = &PHASES[index..];
            if applicable.iter().any(|found| found.truth == Truth::Maybe)
                && self.is_open(candidates, receiver, args, remaining)
            {
                return Selection::Unknown;
            }
            let methods: Vec<MethodId> = applicable.iter().map(|found| found.method).collect();
            return match self.most_specific(&methods, receiver, args, phase).as_slice() {
                [method] => {
                    let known = Known { receiver, type_args, args, expected: None };
                    Selection::Chosen(self.instantiate(*method, known, phase))
                }
                // Lambdas decide by what stands in them, which is not looked at.
                several if args.iter().any(Argument::is_functional) => {
                    debug_assert!(!several.is_empty());
                    Selection::Unknown
                }
                several => Selection::Ambiguous(several.to_vec()),
            };
        }
        Selection::NoneApplicable
    }

    /// Are there several methods that one of these phases may allow?
    fn is_open(
        &self,
        candidates: &[MethodId],
        receiver: Option<&JavaType>,
        args: &[Argument],
        phases: &[Phase],
    ) -> bool {
        let mut possible: Vec<MethodId> = Vec::new();
        for phase in phases {
            possible.extend(self.applicable(candidates, receiver, args, *phase).iter().map(|found| found.method));
        }
        possible.sort_unstable();
        possible.dedup();
        possible.len() > 1
    }

    fn applicable(
        &self,
        candidates: &[MethodId],
        receiver: Option<&JavaType>,
        args: &[Argument],
        phase: Phase,
    ) -> Vec<Applicable> {
        let tried = candidates
            .iter()
            .map(|method| Applicable { method: *method, truth: self.applies(*method, receiver, args, phase) });
        tried.filter(|found| found.truth != Truth::No).collect()
    }

    fn applies(&self, method: MethodId, receiver: Option<&JavaType>, args: &[Argument], phase: Phase) -> Truth {
        let params = self.call_params(method).len();
        let fits_count = match phase {
            Phase::Varargs => self.program.method(method).is_varargs && args.len() + 1 >= params,
            Phase::Subtyping | Phase::Boxing => args.len() == params,
        };
        if !fits_count {
            return Truth::No;
        }
        let formals = self.formals(method, receiver, args.len(), phase);
        let fits = formals.iter().zip(args).map(|(formal, arg)| self.argument_fits(arg, formal, phase));
        fits.min().unwrap_or(Truth::Yes)
    }

    /// The parameters that a call passes: without the enclosing instance and the captured values of
    /// a constructor.
    pub(crate) fn call_params(&self, method: MethodId) -> &[JavaType] {
        let data = self.program.method(method);
        let declaration = &self.methods[method.index()];
        let params = &declaration.params;
        if data.kind != MethodKind::Constructor {
            return params;
        }
        let class = &self.classes[data.class.index()];
        let start = usize::from(class.is_inner).min(params.len());
        let count = match &declaration.syntax {
            MethodSyntax::Declared(syntax) => syntax.params.len(),
            MethodSyntax::DefaultConstructor => 0,
            MethodSyntax::CanonicalConstructor(_) => class.syntax.map_or(0, |syntax| syntax.record_components.len()),
            _ => params.len() - start,
        };
        &params[start..(start + count).min(params.len())]
    }

    /// The declared parameter types as seen through the receiver, one for each argument.
    fn formals(&self, method: MethodId, receiver: Option<&JavaType>, args: usize, phase: Phase) -> Vec<JavaType> {
        let data = self.program.method(method);
        let through = receiver.filter(|_| !data.is_static);
        let seen = |ty: &JavaType| match through {
            Some(receiver) => self.member_type(receiver, data.class, ty),
            None => ty.clone(),
        };
        let mut formals: Vec<JavaType> = self.call_params(method).iter().map(seen).collect();
        if phase == Phase::Varargs {
            let repeated = match formals.pop() {
                Some(JavaType::Array(element)) => (*element).clone(),
                _ => JavaType::Unknown,
            };
            formals.resize(args.max(formals.len()), repeated);
            formals.truncate(args);
        }
        formals
    }

    fn argument_fits(&self, arg: &Argument, formal: &JavaType, phase: Phase) -> Truth {
        match arg {
            Argument::Typed(_) | Argument::OneOf(_) => {
                let fits = arg.types().iter().map(|ty| self.type_fits(ty, formal, phase));
                fits.min().unwrap_or(Truth::Maybe)
            }
            Argument::Functional { counts, has_result } => self.lambda_fits(counts.as_deref(), *has_result, formal),
            Argument::Function { params, .. } => self.lambda_fits(Some(&[params.len()]), false, formal),
        }
    }

    fn type_fits(&self, actual: &JavaType, formal: &JavaType, phase: Phase) -> Truth {
        match (actual, formal) {
            (JavaType::Void, _) => Truth::No,
            (JavaType::Primitive(from), JavaType::Primitive(to)) => widens(*from, *to).into(),
            (JavaType::Primitive(_), JavaType::Unknown) | (JavaType::Unknown, JavaType::Primitive(_)) => Truth::Maybe,
            (JavaType::Primitive(_), _) | (_, JavaType::Primitive(_)) if phase == Phase::Subtyping => Truth::No,
            (JavaType::Primitive(from), _) => self.subtype(&self.boxed(*from), formal),
            (_, JavaType::Primitive(to)) => self.unboxed(actual).is_some_and(|from| widens(from, *to)).into(),
            _ => self.subtype(actual, formal),
        }
    }

    /// A lambda fits a functional interface with as many parameters; also a variable, whose type
    /// the lambda does not tell.
    fn lambda_fits(&self, counts: Option<&[usize]>, has_result: bool, formal: &JavaType) -> Truth {
        match formal {
            JavaType::Class(class) => self.is_functional(class.class, counts, has_result),
            JavaType::Variable(_) | JavaType::Unknown => Truth::Maybe,
            _ => Truth::No,
        }
    }

    /// Has the interface exactly one abstract method, besides those of `Object`, with one of these
    /// numbers of parameters, and a result if there must be one?
    fn is_functional(&self, class: ClassId, counts: Option<&[usize]>, has_result: bool) -> Truth {
        let data = self.program.class(class);
        if data.origin == ClassOrigin::Missing || self.classes[class.index()].has_missing_ancestor {
            return Truth::Maybe;
        }
        if data.kind != ClassKind::Interface {
            return Truth::No;
        }
        let abstract_methods = self.abstract_methods(class);
        match abstract_methods.as_slice() {
            [method] => {
                let method = self.program.method(*method);
                let fits_count = counts.is_none_or(|counts| counts.contains(&method.params.len()));
                (fits_count && (!has_result || method.return_type.is_some())).into()
            }
            [] if data.origin == ClassOrigin::Library => Truth::Maybe,
            _ => Truth::No,
        }
    }

    pub(crate) fn abstract_methods(&self, interface: ClassId) -> Vec<MethodId> {
        let all: Vec<MethodId> = self
            .ancestors(interface)
            .into_iter()
            .filter(|class| *class != self.well_known.object)
            .flat_map(|class| self.program.class(class).methods.iter().copied())
            .collect();
        let overridden =
            |method: MethodId| all.iter().any(|nearer| self.program.method(*nearer).overrides.contains(&method));
        let of_object = |method: MethodId| {
            let overrides = &self.program.method(method).overrides;
            overrides.iter().any(|above| self.program.method(*above).class == self.well_known.object)
        };
        let counts =
            |method: &MethodId| self.program.method(*method).is_abstract && !overridden(*method) && !of_object(*method);
        all.iter().copied().filter(counts).collect()
    }
}

/// The most specific method.
impl Declarations<'_> {
    /// The methods that are at least as specific as all others (JLS 15.12.2.5); of several with the
    /// same signature one is preferred.
    fn most_specific(
        &self,
        methods: &[MethodId],
        receiver: Option<&JavaType>,
        args: &[Argument],
        phase: Phase,
    ) -> Vec<MethodId> {
        if methods.len() < 2 {
            return methods.to_vec();
        }
        let formals: Vec<Vec<JavaType>> =
            methods.iter().map(|method| self.formals(*method, receiver, args.len(), phase)).collect();
        // One that is as specific as all others is left at the end, because "as specific" is
        // transitive; with it are its equals.
        let last = (1..methods.len()).fold(0, |best, next| match self.is_as_specific(&formals[next], &formals[best]) {
            true => next,
            false => best,
        });
        let is_least = formals.iter().all(|other| self.is_as_specific(&formals[last], other));
        let is_best = |index: &usize| is_least && self.is_as_specific(&formals[*index], &formals[last]);
        let best: Vec<MethodId> = (0..methods.len()).filter(is_best).map(|index| methods[index]).collect();
        match best.as_slice() {
            [] => methods.to_vec(),
            [_] => best,
            several => vec![self.preferred(several)],
        }
    }

    fn is_as_specific(&self, formals: &[JavaType], others: &[JavaType]) -> bool {
        formals.iter().zip(others).all(|(formal, other)| match (formal, other) {
            (JavaType::Primitive(from), JavaType::Primitive(to)) => widens(*from, *to),
            (JavaType::Primitive(_), _) | (_, JavaType::Primitive(_)) => false,
            _ => self.subtype(&self.erased_type(formal), &self.erased_type(other)) == Truth::Yes,
        })
    }

    /// Of methods with the same signature: one with code, or else the one with the most specific
    /// result.
    fn preferred(&self, methods: &[MethodId]) -> MethodId {
        let concrete = methods.iter().find(|method| !self.program.method(**method).is_abstract);
        let mut best = methods[0];
        for method in methods {
            let (new, old) = (&self.methods[method.index()].return_type, &self.methods[best.index()].return_type);
            if new != old && self.subtype(&self.erased_type(new), &self.erased_type(old)) == Truth::Yes {
                best = *method;
            }
        }
        concrete.copied().unwrap_or(best)
    }
}

/// What is known of a call when the types of its method are found.
#[derive(Clone, Copy)]
struct Known<'k> {
    receiver: Option<&'k JavaType>,
    type_args: &'k [JavaType],
    args: &'k [Argument],
    /// What the context wants, where that may say what the arguments do not.
    expected: Option<&'k JavaType>,
}

/// What type variables stand for in a call.
struct Inference<'p> {
    params: &'p [TypeParameter],
    found: Vec<Option<JavaType>>,
}

impl Inference<'_> {
    fn position(&self, variable: &TypeVariable) -> Option<usize> {
        self.params.iter().position(|param| param.variable.id == variable.id)
    }
}

impl Declarations<'_> {
    fn instantiate(&self, method: MethodId, known: Known<'_>, phase: Phase) -> Chosen {
        let Known { receiver, args, .. } = known;
        let data = self.program.method(method);
        let declaration = &self.methods[method.index()];
        let is_constructor = data.kind == MethodKind::Constructor;
        let is_diamond = is_constructor && receiver.is_none();
        let mut params: Vec<TypeParameter> = declaration.type_params.clone();
        if is_diamond {
            params.extend(self.classes[data.class.index()].type_params.iter().cloned());
        }
        let through = receiver.filter(|_| !data.is_static);
        let seen = |ty: &JavaType| match through {
            Some(receiver) => self.member_type(receiver, data.class, ty),
            None => ty.clone(),
        };
        let result = match (is_constructor, receiver) {
            (true, Some(receiver)) => receiver.clone(),
            (true, None) => JavaType::Class(self.this_type(data.class)),
            (false, _) => seen(&declaration.return_type),
        };
        let formals = self.formals(method, receiver, args.len(), phase);
        let inference = self.infer(&params, &formals, &result, known);
        let free_return =
            params.iter().zip(&inference).any(|(param, found)| found.is_none() && mentions(&result, &param.variable));
        // What a lambda, an argument of unknown type, or the context of a diamond would tell is not
        // known; otherwise `javac` takes the bound too.
        let told =
            !is_diamond && args.iter().all(|arg| !arg.is_functional() && !arg.types().iter().any(JavaType::is_unknown));
        let open = |param: &TypeParameter| match told {
            true => self.erased_type(&self.bound_of(&param.variable)),
            false => JavaType::Unknown,
        };
        let bound = |(param, found): (&TypeParameter, Option<JavaType>)| {
            TypeArgument::Type(found.unwrap_or_else(|| open(param)))
        };
        let bound_args: Vec<TypeArgument> = params.iter().zip(inference).map(bound).collect();
        let bindings = Bindings { params: &params, args: &bound_args };
        Chosen {
            method,
            params: self.call_params(method).iter().map(|ty| self.substitute(&seen(ty), bindings)).collect(),
            return_type: self.substitute(&result, bindings),
            varargs_call: phase == Phase::Varargs,
            free_return,
        }
    }

    fn infer(
        &self,
        params: &[TypeParameter],
        formals: &[JavaType],
        result: &JavaType,
        known: Known<'_>,
    ) -> Vec<Option<JavaType>> {
        let Known { type_args, args, expected, .. } = known;
        let mut inference = Inference { params, found: vec![None; params.len()] };
        if !type_args.is_empty() && type_args.len() <= params.len() {
            for (found, written) in inference.found.iter_mut().zip(type_args) {
                *found = Some(written.clone());
            }
        }
        if inference.found.iter().all(Option::is_some) {
            return inference.found;
        }
        for (formal, arg) in formals.iter().zip(args) {
            for actual in arg.types() {
                self.infer_from(&mut inference, formal, actual);
            }
            if let Argument::Function { params, result } = arg {
                self.infer_from_function(&mut inference, formal, params, result);
            }
        }
        // `<T, C extends Collection<T>>`: what is known of `C` tells about `T`.
        for (index, param) in params.iter().enumerate() {
            if let Some(found) = inference.found[index].clone() {
                self.bounds_of(&param.variable)
                    .iter()
                    .for_each(|bound| self.infer_from_bound(&mut inference, bound, &found));
            }
        }
        if let Some(expected) = expected {
            self.infer_from_context(&mut inference, result, expected);
        }
        inference.found
    }

    /// Does the result have a type variable of the method that no parameter mentions (`toList()`)?
    pub(crate) fn has_free_result(&self, method: MethodId) -> bool {
        let declaration = &self.methods[method.index()];
        let params = self.call_params(method);
        declaration.type_params.iter().any(|param| {
            mentions(&declaration.return_type, &param.variable)
                && !params.iter().any(|formal| mentions(formal, &param.variable))
        })
    }

    /// What a lambda that has been typed tells: its result fits the function's, and its parameters
    /// are the function's.
    fn infer_from_function(
        &self,
        inference: &mut Inference<'_>,
        formal: &JavaType,
        params: &[JavaType],
        result: &JavaType,
    ) {
        let Some(function) = self.function_type(formal) else { return };
        if !matches!(result, JavaType::Unknown | JavaType::Void) {
            self.infer_from(inference, &function.result, result);
        }
        for (formal, actual) in function.params.iter().zip(params).filter(|(_, actual)| !actual.is_unknown()) {
            self.infer_from_bound(inference, formal, actual);
        }
    }

    /// The types of a chosen method once more is known of its arguments; what they leave open the
    /// context of the call may say.
    pub(crate) fn instantiate_again(
        &self,
        chosen: &Chosen,
        receiver: &JavaType,
        type_args: &[JavaType],
        args: &[Argument],
        expected: Option<&JavaType>,
    ) -> Chosen {
        let phase = if chosen.varargs_call { Phase::Varargs } else { Phase::Boxing };
        let from = Known { receiver: Some(receiver), type_args, args, expected };
        self.instantiate(chosen.method, from, phase)
    }

    /// A result that is to fit a type.
    fn infer_from_context(&self, inference: &mut Inference<'_>, result: &JavaType, expected: &JavaType) {
        let JavaType::Class(wanted) = expected else { return };
        if let Some(view) = self.as_super(result, wanted.class) {
            let before = inference.found.clone();
            self.infer_from_arguments(inference, &view, &ClassType { class: wanted.class, args: least_wanted(wanted) });
            keep_known(inference, before);
        }
    }

    /// A bound only tells of variables that are still open.
    fn infer_from_bound(&self, inference: &mut Inference<'_>, bound: &JavaType, found: &JavaType) {
        let before = inference.found.clone();
        self.infer_from(inference, bound, found);
        keep_known(inference, before);
    }

    fn infer_from(&self, inference: &mut Inference<'_>, formal: &JavaType, actual: &JavaType) {
        match (formal, actual) {
            (_, JavaType::Null) => {}
            (JavaType::Variable(variable), _) => self.infer_variable(inference, variable, actual),
            (JavaType::Array(formal), JavaType::Array(actual)) if !actual.is_primitive() => {
                self.infer_from(inference, formal, actual);
            }
            (JavaType::Class(formal), _) if !formal.args.is_empty() => {
                if let Some(view) = self.as_super(&self.boxed_type(actual), formal.class) {
                    self.infer_from_arguments(inference, formal, &view);
                }
            }
            _ => {}
        }
    }

    fn infer_variable(&self, inference: &mut Inference<'_>, variable: &TypeVariable, actual: &JavaType) {
        let Some(position) = inference.position(variable) else { return };
        let actual = self.boxed_type(actual);
        let joined = match &inference.found[position] {
            Some(found) => self.least_upper_bound(found, &actual),
            None => actual,
        };
        inference.found[position] = Some(joined);
    }

    fn infer_from_arguments(&self, inference: &mut Inference<'_>, formal: &ClassType, actual: &ClassType) {
        for (formal, actual) in formal.args.iter().zip(actual.args.iter()) {
            let formal = match formal {
                TypeArgument::Type(ty) | TypeArgument::Wildcard(Some((_, ty))) => ty,
                TypeArgument::Wildcard(None) => continue,
            };
            match actual {
                TypeArgument::Type(ty) | TypeArgument::Wildcard(Some((WildcardBound::Extends, ty))) => {
                    self.infer_from(inference, formal, ty);
                }
                TypeArgument::Wildcard(_) => {}
            }
        }
    }
}

/// Where `? super T` is wanted, `T` is the least that will do, and what Java takes (JLS 18.4).
fn least_wanted(wanted: &ClassType) -> std::rc::Rc<[TypeArgument]> {
    let least = |argument: &TypeArgument| match argument {
        TypeArgument::Wildcard(Some((WildcardBound::Super, ty))) => TypeArgument::Type(ty.clone()),
        other => other.clone(),
    };
    wanted.args.iter().map(least).collect()
}

/// What was known before stays.
fn keep_known(inference: &mut Inference<'_>, before: Vec<Option<JavaType>>) {
    for (now, before) in inference.found.iter_mut().zip(before) {
        if before.is_some() {
            *now = before;
        }
    }
}

fn mentions(ty: &JavaType, variable: &TypeVariable) -> bool {
    match ty {
        JavaType::Variable(found) => found.id == variable.id,
        JavaType::Array(element) => mentions(element, variable),
        JavaType::Intersection(bounds) => {
            bounds.iter().any(|bound| bound.args.iter().any(|arg| argument_mentions(arg, variable)))
        }
        JavaType::Class(class) => class.args.iter().any(|arg| argument_mentions(arg, variable)),
        _ => false,
    }
}

fn argument_mentions(arg: &TypeArgument, variable: &TypeVariable) -> bool {
    match arg {
        TypeArgument::Type(ty) | TypeArgument::Wildcard(Some((_, ty))) => mentions(ty, variable),
        TypeArgument::Wildcard(None) => false,
    }
}
