//! A virtual call becomes a choice by the class of the receiver.
//!
//! Before: `x = r.f(a)` where `A`, `B` have code of their own for `f`, and `C` inherits that of `A`
//! After: `case r of A, C` → `A.f`, `B` → `B.f`; they meet behind the call. One arm alone needs no
//! choice.
//!
//! Only classes count of which there can be objects. Where the implementation takes a narrower type
//! (`compareTo(Node)` for `compareTo(Object)`), javac's bridge casts the argument, and so does the
//! graph. `equals`, `compareTo` and `compare` of a value of which nothing else is known stay one
//! node.

use crate::build::{Builder, Ends};
use crate::graph::{Arm, Cond, Op, Var};
use crate::inline::Site;
use tightrope_program::body::Call;
use tightrope_program::{BaseType, MethodId, Type};

impl<'p> Builder<'p, '_> {
    pub(crate) fn virtual_call(&mut self, call: &'p Call, site: Site, mut ends: Ends) -> Ends {
        let method = call.method;
        let receiver = call.args.first().map_or(Type::UNKNOWN, |receiver| receiver.ty);
        let mut out = Vec::new();
        if self.is_comparison(method) && self.is_opaque_type(receiver) {
            let (opaque, known) = self.branch(Cond::IsOpaque(Var(site.base)), ends, site.span, None);
            let op = Op::Compare { var: site.result, method, args: site.vars() };
            let compared = self.emit(op, opaque, site.span, 1);
            // `compareTo(null)` throws.
            out.extend(self.leave_if_thrown(site.span, compared));
            ends = known;
        }
        let arms = self.arms(method, receiver);
        let edges = match arms.len() {
            1 => vec![ends],
            count => {
                let arms = arms.iter().map(|(arm, _)| arm.clone()).collect();
                let op = Op::Dispatch { receiver: Var(site.base), arms };
                self.emit(op, ends, site.span, count).into_iter().map(|edge| vec![edge]).collect()
            }
        };
        for (ends, (_, target)) in edges.into_iter().zip(arms) {
            match target {
                Some(target) => out.extend(self.enter_bridged(method, target, site, ends)),
                None => {
                    self.emit(Op::NoCode(method), ends, site.span, 0);
                }
            }
        }
        out
    }

    /// The classes that the receiver can have, by the code that they run.
    fn arms(&self, method: MethodId, receiver: Type) -> Vec<(Arm, Option<MethodId>)> {
        let program = self.program;
        let declared_in = program.method(method).class;
        if receiver.is_array() {
            return vec![(Arm { classes: Vec::new(), arrays: true }, Some(method))];
        }
        let bound = receiver.as_class().unwrap_or(declared_in);
        let mut arms: Vec<(Arm, Option<MethodId>)> = Vec::new();
        for class in self.world.live.classes() {
            if !program.is_subclass(class, bound) || !program.is_subclass(class, declared_in) {
                continue;
            }
            let target = program.implementation(class, method);
            match arms.iter_mut().find(|(_, known)| *known == target) {
                Some((arm, _)) => arm.classes.push(class),
                None => arms.push((Arm { classes: vec![class], arrays: false }, target)),
            }
        }
        let is_object = |class| program.class(class).name == "java.lang.Object";
        if is_object(bound) && is_object(declared_in) && self.world.live.has_arrays() {
            match arms.iter_mut().find(|(_, known)| *known == Some(method)) {
                Some((arm, _)) => arm.arrays = true,
                None => arms.push((Arm { classes: Vec::new(), arrays: true }, Some(method))),
            }
        }
        arms
    }

    /// Enters the implementation, after the casts of the bridge that javac writes.
    fn enter_bridged(&mut self, called: MethodId, target: MethodId, site: Site, mut ends: Ends) -> Ends {
        let program = self.program;
        let pairs = program.method(called).params.iter().zip(&program.method(target).params);
        for (index, (called, target)) in (1..).zip(pairs) {
            if called.ty != target.ty && target.ty.is_reference() {
                let cond = Cond::VarIsNotInstance { var: Var(site.base + index), ty: target.ty };
                ends = self.raise_if(cond, "java.lang.ClassCastException", site.span, ends);
            }
        }
        self.enter(target, site, ends)
    }

    /// One of the comparisons that values have of which nothing else is known.
    fn is_comparison(&self, method: MethodId) -> bool {
        let declared = self.program.method(method);
        let class = self.program.class(declared.class).name.as_str();
        matches!(
            (class, declared.name.as_str(), declared.params.len()),
            ("java.lang.Object", "equals", 1)
                | ("java.lang.Comparable", "compareTo", 1)
                | ("java.util.Comparator", "compare", 2)
        )
    }

    fn is_opaque_type(&self, ty: Type) -> bool {
        match ty.base {
            BaseType::Class(class) if !ty.is_array() => self.program.is_opaque_type(class),
            _ => false,
        }
    }
}
