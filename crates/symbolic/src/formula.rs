//! The operators that only formulas have: `\old`, `\fresh`, sets, types, `\reach`, and calls of
//! pure methods.

use crate::encoder::{Closure, Encoder, Flags, Outcome, Set, Steps};
use crate::evaluate::Env;
use crate::value::{ObjectId, Ref, Value, default_of, join_sets, lookup, same};
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit, Relation};
use tightrope_heap::validity::is_subtype;
use tightrope_program::body::{Call, Dispatch, Expr, ExprKind, Reach};
use tightrope_program::effective::{InvariantKind, class_invariants};
use tightrope_program::{ClassId, MethodId, Type};

impl Encoder<'_> {
    pub(crate) fn formula(&mut self, env: &Env<'_>, expr: &Expr) -> Outcome {
        match &expr.kind {
            ExprKind::Call(call) => self.call(env, call),
            ExprKind::Result => match env.result {
                Some(value) => Outcome::of(value.clone()),
                None => Outcome::of(default_of(expr.ty)),
            },
            ExprKind::Old(inner) => self.eval(&Env { is_old: true, ..env.clone() }, inner),
            ExprKind::Fresh(operands) => self.fresh(env, operands),
            ExprKind::NonNullElements(array) => self.non_null_elements(env, array),
            ExprKind::InvariantFor(operand) => self.invariant_for(env, operand),
            ExprKind::Quantified(quantified) => self.quantified(env, quantified),
            ExprKind::Reach(reach) => self.reach(env, reach),
            ExprKind::Comprehension { binder, range } => self.comprehension(env, *binder, range),
            ExprKind::Contains { set, element } => self.contains(env, set, element),
            ExprKind::SetSize(set) => {
                let (set, flags) = self.set(env, set);
                let lits: Vec<Lit> = set.iter().map(|(_, lit)| *lit).collect();
                let count = self.circuit.count(&lits).zero_extended(32);
                Outcome { value: Value::Number(count), flags }
            }
            ExprKind::SetIsEmpty(set) => {
                let (set, flags) = self.set(env, set);
                let some = self.circuit.or_all(set.iter().map(|(_, lit)| *lit));
                Outcome { value: Value::Bool(!some), flags }
            }
            ExprKind::SetEqual { left, right } => {
                let (left, right, flags) = self.two_sets(env, left, right);
                let lit = same(&mut self.circuit, &Value::Set(left), &Value::Set(right)).unwrap_or(Lit::FALSE);
                Outcome { value: Value::Bool(lit), flags }
            }
            ExprKind::Subset { left, right } => {
                let (left, right, flags) = self.two_sets(env, left, right);
                let outside = join_sets(&left, &right, |x, y| self.circuit.and(x, !y));
                let outside = self.circuit.or_all(outside.into_iter().map(|(_, lit)| lit));
                Outcome { value: Value::Bool(!outside), flags }
            }
            ExprKind::SetUnion { .. } | ExprKind::SetIntersection { .. } | ExprKind::SetDifference { .. } => {
                self.set_operation(env, &expr.kind)
            }
            ExprKind::Informal(_) => Outcome::truth(Lit::TRUE),
            ExprKind::Unsupported(what) => self.stuck_value(expr.ty, format!("`{}` in a formula", what.detail)),
            _ => self.types(env, expr),
        }
    }

    fn types(&mut self, env: &Env<'_>, expr: &Expr) -> Outcome {
        match &expr.kind {
            ExprKind::TypeOf(operand) => {
                let operand_value = self.eval(env, operand);
                match &operand_value.value {
                    Value::Ref(reference) => {
                        let flags = self.throwing(operand_value.flags, reference.null);
                        Outcome { value: self.types_of(reference), flags }
                    }
                    Value::Opaque(_) | Value::Closed(_) => {
                        self.stuck_value(expr.ty, "the type of a value that is only compared")
                    }
                    _ => Outcome { value: type_value(operand.ty), flags: operand_value.flags },
                }
            }
            ExprKind::TypeLiteral(ty) => Outcome::of(type_value(*ty)),
            ExprKind::ElementType(operand) => {
                let operand = self.eval(env, operand);
                let Value::Type(types) = &operand.value else { return operand };
                let mut elements: Vec<(Type, Lit)> = Vec::new();
                for (ty, lit) in types.iter() {
                    elements.extend(ty.element().map(|element| (element, *lit)));
                }
                elements.sort_by_key(|(ty, _)| *ty);
                Outcome { value: Value::Type(Rc::new(elements)), flags: operand.flags }
            }
            ExprKind::Subtype { left, right } => {
                let (left, right) = (self.eval(env, left), self.eval(env, right));
                let flags = self.either(left.flags, right.flags);
                let (Value::Type(left), Value::Type(right)) = (&left.value, &right.value) else {
                    return self.stuck_value(Type::BOOLEAN, "a comparison of types that are none");
                };
                let mut below = Vec::new();
                for (lower, a) in left.iter() {
                    for (upper, b) in right.iter().filter(|(upper, _)| is_subtype(self.program, *lower, *upper)) {
                        let _ = upper;
                        below.push(self.circuit.and(*a, *b));
                    }
                }
                Outcome { value: Value::Bool(self.circuit.or_all(below)), flags }
            }
            _ => self.stuck_value(expr.ty, "an operator of formulas that is not translated"),
        }
    }

    fn types_of(&mut self, reference: &Ref) -> Value {
        let mut types: Vec<(Type, Vec<Lit>)> = Vec::new();
        for (object, lit) in reference.targets.iter() {
            let ty = self.objects[*object].ty;
            match types.binary_search_by_key(&ty, |(known, _)| *known) {
                Ok(at) => types[at].1.push(*lit),
                Err(at) => types.insert(at, (ty, vec![*lit])),
            }
        }
        let types = types.into_iter().map(|(ty, lits)| (ty, self.circuit.or_all(lits)));
        Value::Type(Rc::new(types.collect()))
    }

    fn fresh(&mut self, env: &Env<'_>, operands: &[Expr]) -> Outcome {
        let (mut flags, mut all) = (Flags::NONE, Vec::new());
        for operand in operands {
            let operand = self.eval(env, operand);
            flags = self.either(flags, operand.flags);
            match &operand.value {
                Value::Ref(reference) => {
                    let new = reference.targets.iter().filter(|(object, _)| !self.objects[*object].is_initial);
                    let new: Vec<Lit> = new.map(|(_, lit)| *lit).collect();
                    all.push(self.circuit.or_all(new));
                }
                // It was there before.
                _ => all.push(Lit::FALSE),
            }
        }
        Outcome { value: Value::Bool(self.circuit.and_all(all)), flags }
    }

    fn non_null_elements(&mut self, env: &Env<'_>, array: &Expr) -> Outcome {
        let array = self.eval(env, array);
        let Value::Ref(reference) = &array.value else {
            return self.stuck_value(Type::BOOLEAN, "elements of something that is not an array");
        };
        let mut bad = vec![reference.null];
        for (object, lit) in reference.targets.iter() {
            let Some(cell) = self.cell(env, *object) else { continue };
            let Some(length) = cell.length.clone() else { continue };
            for (position, value) in cell.slots.iter().enumerate() {
                let null = self.is_null(value);
                let here = self.circuit.less(&Bits::constant(position as i64, 32), &length);
                let there = self.circuit.and(*lit, here);
                bad.push(self.circuit.and(there, null));
            }
        }
        Outcome { value: Value::Bool(!self.circuit.or_all(bad)), flags: array.flags }
    }

    fn invariant_for(&mut self, env: &Env<'_>, operand: &Expr) -> Outcome {
        let operand = self.eval(env, operand);
        let Value::Ref(reference) = operand.value.clone() else {
            return self.stuck_value(Type::BOOLEAN, "the invariant of a value that is only compared");
        };
        let mut flags = self.throwing(operand.flags, reference.null);
        let mut options = Vec::new();
        for (object, lit) in reference.targets.iter() {
            let Some(class) = self.objects[*object].ty.as_class() else { continue };
            let outcome = self.invariants_of(env, *object, class);
            let inner = self.under(*lit, outcome.flags);
            flags = self.either(flags, inner);
            options.push((*lit, outcome.value));
        }
        Outcome { value: self.selected(&options, Type::BOOLEAN), flags }
    }

    /// All invariants of an object, in order.
    fn invariants_of(&mut self, env: &Env<'_>, object: ObjectId, class: ClassId) -> Outcome {
        let mut all = Outcome::truth(Lit::TRUE);
        for invariant in class_invariants(self.program, class) {
            if let InvariantKind::Clause(clause) = invariant.kind
                && clause.is_static
            {
                continue;
            }
            let next = self.object_invariant(env, object, invariant.kind);
            let goes_on = all.is_true();
            let later = self.under(goes_on, next.flags);
            let flags = self.either(all.flags, later);
            all = Outcome { value: Value::Bool(self.circuit.and(goes_on, next.is_true())), flags };
        }
        all
    }

    /// One invariant of one object in the state of the environment.
    pub(crate) fn object_invariant(&mut self, env: &Env<'_>, object: ObjectId, kind: InvariantKind<'_>) -> Outcome {
        let this = Value::Ref(Ref::to(object));
        match kind {
            InvariantKind::Clause(clause) => {
                let locals = [Some(this)];
                let inner = Env {
                    locals: &locals,
                    types: &clause.formula.locals,
                    bound: Vec::new(),
                    result: None,
                    ..env.clone()
                };
                self.eval(&inner, &clause.formula.expr)
            }
            InvariantKind::RepOk(method) => {
                let class = self.objects[object].ty.as_class();
                match class.and_then(|class| self.program.implementation(class, method)) {
                    Some(code) => self.invoke(env, code, vec![this]),
                    None => Outcome::truth(Lit::TRUE),
                }
            }
        }
    }

    fn contains(&mut self, env: &Env<'_>, set: &Expr, element: &Expr) -> Outcome {
        let (set, flags) = self.set(env, set);
        let element = self.eval(env, element);
        let flags = self.either(flags, element.flags);
        let Value::Ref(reference) = &element.value else {
            return self.stuck_value(Type::BOOLEAN, "a value that is only compared in a set");
        };
        let both: Vec<Lit> =
            reference.targets.iter().map(|(object, lit)| self.circuit.and(*lit, lookup(&set, *object))).collect();
        Outcome { value: Value::Bool(self.circuit.or_all(both)), flags }
    }

    pub(crate) fn set(&mut self, env: &Env<'_>, set: &Expr) -> (Set, Flags) {
        let outcome = self.eval(env, set);
        match outcome.value.set() {
            Some(set) => (set, outcome.flags),
            None => (Rc::new(Vec::new()), self.stuck("a set that is none")),
        }
    }

    fn two_sets(&mut self, env: &Env<'_>, left: &Expr, right: &Expr) -> (Set, Set, Flags) {
        let (left, a) = self.set(env, left);
        let (right, b) = self.set(env, right);
        (left, right, self.either(a, b))
    }

    fn set_operation(&mut self, env: &Env<'_>, kind: &ExprKind) -> Outcome {
        let (ExprKind::SetUnion { left, right }
        | ExprKind::SetIntersection { left, right }
        | ExprKind::SetDifference { left, right }) = kind
        else {
            return self.stuck_value(Type::OBJECT_SET, "an operation on sets");
        };
        let (left, right, flags) = self.two_sets(env, left, right);
        let circuit = &mut self.circuit;
        let set = join_sets(&left, &right, |x, y| match kind {
            ExprKind::SetUnion { .. } => circuit.or(x, y),
            ExprKind::SetIntersection { .. } => circuit.and(x, y),
            _ => circuit.and(x, !y),
        });
        Outcome { value: Value::Set(Rc::new(set)), flags }
    }

    fn reach(&mut self, env: &Env<'_>, reach: &Reach) -> Outcome {
        let root = self.eval(env, &reach.root);
        let Value::Ref(reference) = &root.value else {
            return self.stuck_value(Type::OBJECT_SET, "what a value leads to that is only compared");
        };
        let steps = (reach.fields.clone(), reach.class);
        let key = (env.state().version, env.now.version, steps, reference.clone());
        if let Some(known) = self.reached.get(&key) {
            return Outcome { value: Value::Set(Rc::clone(known)), flags: root.flags };
        }
        let closure = self.closure(env, &key.2);
        let (objects, relation) = (&closure.0, &closure.1);
        let mut set = Vec::new();
        for (column, object) in objects.iter().enumerate() {
            let mut ways = vec![reference.is(*object)];
            for (row, from) in objects.iter().enumerate() {
                let start = reference.is(*from);
                ways.push(self.circuit.and(start, relation.get(row, column)));
            }
            let lit = self.circuit.or_all(ways);
            set.extend(Some((*object, lit)).filter(|(_, lit)| *lit != Lit::FALSE));
        }
        let set = Rc::new(set);
        self.reached.insert(key, Rc::clone(&set));
        Outcome { value: Value::Set(set), flags: root.flags }
    }

    /// The objects among which the steps lead, and which are reached from which by one step or
    /// more.
    pub(crate) fn closure(&mut self, env: &Env<'_>, steps: &Steps) -> Rc<Closure> {
        let key = (env.state().version, env.now.version, steps.clone());
        if let Some(known) = self.closures.get(&key) {
            return Rc::clone(known);
        }
        let belongs = |object: &ObjectId| match steps.1 {
            Some(class) => self.is_instance(*object, Type::class(class)),
            None => true,
        };
        let all: Vec<ObjectId> = (0..self.objects.len()).filter(belongs).collect();
        let objects: Vec<ObjectId> = all.into_iter().filter(|object| self.cell(env, *object).is_some()).collect();
        let closed = match self.kept_closure(env, steps, &objects) {
            Some(kept) => kept,
            None => {
                let rows = objects.iter().map(|object| self.step(env, *object, steps, &objects)).collect();
                let relation = Relation::from_rows(objects.len(), rows);
                match self.labels.as_ref().is_some_and(|labels| labels.are_about(env)) {
                    true => self.labelled_closure(&relation),
                    false => self.circuit.closure(&relation),
                }
            }
        };
        let closure = Rc::new((objects, closed));
        self.closures.insert(key, Rc::clone(&closure));
        closure
    }

    /// Which objects one step leads to.
    pub(crate) fn step(&mut self, env: &Env<'_>, object: ObjectId, steps: &Steps, objects: &[ObjectId]) -> Vec<Lit> {
        let Some(cell) = self.cell(env, object) else { return vec![Lit::FALSE; objects.len()] };
        let class = self.objects[object].ty.as_class();
        let values: Vec<Value> = match (&steps.0, class) {
            (None, _) => cell.slots.clone(),
            (Some(fields), Some(class)) => {
                let positions = fields.iter().filter_map(|field| self.layouts.position(class, *field));
                positions.filter_map(|position| cell.slots.get(position).cloned()).collect()
            }
            (Some(_), None) => Vec::new(),
        };
        let references: Vec<&Ref> = values.iter().filter_map(Value::reference).collect();
        let to = |encoder: &mut Self, target: &ObjectId| {
            let ways: Vec<Lit> = references.iter().map(|reference| reference.is(*target)).collect();
            encoder.circuit.or_all(ways)
        };
        objects.iter().map(|target| to(self, target)).collect()
    }

    fn call(&mut self, env: &Env<'_>, call: &Call) -> Outcome {
        let mut flags = Flags::NONE;
        let mut args = Vec::new();
        for arg in &call.args {
            let arg = self.eval(env, arg);
            flags = self.either(flags, arg.flags);
            args.push(arg.value);
        }
        let ty = self.program.method(call.method).return_type.unwrap_or(Type::UNKNOWN);
        let outcome = match (call.dispatch, args.first()) {
            (Dispatch::Static, _) => self.invoke(env, call.method, args),
            (dispatch, Some(receiver)) => {
                let null = self.is_null(receiver);
                flags = self.throwing(flags, null);
                match dispatch {
                    Dispatch::Virtual => self.dispatch(env, call.method, args, ty),
                    _ => self.invoke(env, call.method, args),
                }
            }
            (_, None) => return self.stuck_value(ty, "a call without a receiver"),
        };
        // Where the arguments throw there is no call.
        let goes_on = !flags.throws;
        let later = self.under(goes_on, outcome.flags);
        Outcome { value: outcome.value, flags: self.either(flags, later) }
    }

    fn dispatch(&mut self, env: &Env<'_>, method: MethodId, args: Vec<Value>, ty: Type) -> Outcome {
        let receiver = match args.first() {
            Some(Value::Ref(receiver)) => receiver.clone(),
            Some(Value::Opaque(_)) => return self.compare_opaque(method, &args, ty),
            _ => return self.stuck_value(ty, "a call on an object of the library"),
        };
        let mut options = Vec::new();
        let mut flags = Flags::NONE;
        for (object, lit) in receiver.targets.iter() {
            let found = self.objects[*object].ty;
            let code = match found.as_class() {
                Some(class) => self.program.implementation(class, method),
                None => Some(method),
            };
            let Some(code) = code else {
                let unknown = self.stuck(self.no_code(method));
                let unknown = self.under(*lit, unknown);
                flags = self.either(flags, unknown);
                continue;
            };
            let mut args = args.clone();
            args[0] = Value::Ref(Ref::to(*object));
            let outcome = self.invoke(env, code, args);
            let inner = self.under(*lit, outcome.flags);
            flags = self.either(flags, inner);
            options.push((*lit, outcome.value));
        }
        Outcome { value: self.selected(&options, ty), flags }
    }
}

fn type_value(ty: Type) -> Value {
    Value::Type(Rc::new(vec![(ty, Lit::TRUE)]))
}
