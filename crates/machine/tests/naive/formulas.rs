//! A deliberately naive evaluator of formulas on whole heaps: the second witness of what contracts
//! mean.
//!
//! It follows the documentation of [`tightrope_program::body`] and the JML Reference Manual
//! (sections 12.4 and 12.6), by plain recursion with an environment and no thought of speed, so
//! that it can be checked by reading. Bound objects are all objects of the type, bound numbers are
//! all of [`NUMBERS`] (formulas must keep their ranges inside), `\reach` is a closure that is
//! repeated until nothing changes.
//!
//! What JML leaves open, and is fixed here:
//! - An instance of a quantifier that decides it (false for `\forall`, true for `\exists`) decides
//!   it, else one that throws makes it throw: the order of objects plays no part. Aggregates and
//!   comprehensions throw if any instance does.
//! - The conjuncts at the start of the range of a quantifier that do not name its variables are
//!   evaluated also when there is nothing to range over.
//! - An object that did not exist before the method has only one version.

use std::collections::{BTreeSet, HashMap};
use tightrope_heap::{Content, Heap, Layouts, ObjectId, Value as Stored};
use tightrope_program::body::{
    BinaryOp, Call, Dispatch, Expr, ExprKind, Local, LogicalOp, Quantified, Quantifier, Reach, Stmt, StmtKind, UnaryOp,
};
use tightrope_program::contract::Formula;
use tightrope_program::{BaseType, ClassId, Code, Constant, FieldId, LabelId, LocalId, MethodId, Program, Type, visit};

/// What a bound number is tried with.
const NUMBERS: std::ops::RangeInclusive<i64> = -4..=4;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Number(i64),
    Boolean(bool),
    Null,
    Object(ObjectId),
    Text(String),
    Set(BTreeSet<ObjectId>),
    Type(Type),
}

/// The expression throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thrown;

type Evaluated<T> = Result<T, Thrown>;
type Environment = HashMap<LocalId, Value>;

/// The heaps before and after a method; the objects of `before` are the first ones of `after`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World<'w> {
    pub(crate) program: &'w Program,
    pub(crate) layouts: &'w Layouts,
    pub(crate) before: &'w Heap,
    pub(crate) after: &'w Heap,
    pub(crate) result: Stored,
    /// Of the formula, or of the body of the method that it calls.
    pub(crate) locals: &'w [Local],
    /// Inside `\old`.
    pub(crate) is_old: bool,
}

/// The outcome of a formula whose first locals are `args`.
pub(crate) fn evaluate(world: World<'_>, formula: &Formula, args: &[Stored]) -> Evaluated<bool> {
    let locals = (0..).map(LocalId).zip(args.iter().map(|value| from_heap(*value)));
    World { locals: &formula.locals, ..world }.truth(&mut locals.collect(), &formula.expr)
}

fn from_heap(value: Stored) -> Value {
    match value {
        Stored::Unknown => panic!("the naive evaluator takes whole heaps only"),
        Stored::Null => Value::Null,
        Stored::Boolean(truth) => Value::Boolean(truth),
        Stored::Int(number) => Value::Number(number.into()),
        Stored::Long(number) => Value::Number(number),
        Stored::Float(_) | Stored::Double(_) => panic!("the naive evaluator has no floating point"),
        Stored::Object(id) => Value::Object(id),
    }
}

impl World<'_> {
    fn truth(self, env: &mut Environment, expr: &Expr) -> Evaluated<bool> {
        match self.eval(env, expr)? {
            Value::Boolean(truth) => Ok(truth),
            other => panic!("{other:?} is no truth value"),
        }
    }

    fn number(self, env: &mut Environment, expr: &Expr) -> Evaluated<i64> {
        match self.eval(env, expr)? {
            Value::Number(number) => Ok(number),
            other => panic!("{other:?} is no number"),
        }
    }

    fn set(self, env: &mut Environment, expr: &Expr) -> Evaluated<BTreeSet<ObjectId>> {
        match self.eval(env, expr)? {
            Value::Set(set) => Ok(set),
            other => panic!("{other:?} is no set"),
        }
    }

    fn type_value(self, env: &mut Environment, expr: &Expr) -> Evaluated<Type> {
        match self.eval(env, expr)? {
            Value::Type(ty) => Ok(ty),
            other => panic!("{other:?} is no type"),
        }
    }

    /// An object that must not be null.
    fn object(self, env: &mut Environment, expr: &Expr) -> Evaluated<ObjectId> {
        match self.eval(env, expr)? {
            Value::Object(id) => Ok(id),
            Value::Null => Err(Thrown),
            other => panic!("{other:?} is no object"),
        }
    }

    fn eval(self, env: &mut Environment, expr: &Expr) -> Evaluated<Value> {
        Ok(match &expr.kind {
            ExprKind::Constant(constant) => from_constant(constant),
            ExprKind::Local(local) => env[local].clone(),
            ExprKind::Field { object, field } => self.field(self.object(env, object)?, *field),
            ExprKind::StaticField(field) => self.static_field(*field),
            ExprKind::Element { array, index } => self.element(env, array, index)?,
            ExprKind::Length(array) => Value::Number(self.elements(self.object(env, array)?).len() as i64),
            ExprKind::Unary { op, operand } => unary(*op, self.eval(env, operand)?, operand.ty),
            ExprKind::Binary { op, left, right } => {
                let left_value = self.eval(env, left)?;
                binary(*op, left_value, self.eval(env, right)?, left.ty)?
            }
            ExprKind::Logical { op, left, right } => Value::Boolean(self.logical(env, *op, left, right)?),
            ExprKind::Conditional { cond, then, otherwise } => {
                let branch = if self.truth(env, cond)? { then } else { otherwise };
                self.eval(env, branch)?
            }
            ExprKind::Convert(operand) => Value::Number(cut(self.number(env, operand)?, expr.ty)),
            ExprKind::Cast(operand) => self.cast(self.eval(env, operand)?, expr.ty)?,
            ExprKind::InstanceOf { operand, ty } => {
                let operand = self.eval(env, operand)?;
                Value::Boolean(self.is_instance(&operand, *ty))
            }
            ExprKind::Call(call) => self.call(env, call)?,
            ExprKind::Result => from_heap(self.result),
            ExprKind::Old(inner) => World { is_old: true, ..self }.eval(env, inner)?,
            ExprKind::Fresh(operands) => self.fresh(env, operands)?,
            ExprKind::NonNullElements(array) => match self.eval(env, array)? {
                Value::Object(array) => Value::Boolean(self.elements(array).iter().all(|one| *one != Stored::Null)),
                _ => Value::Boolean(false),
            },
            ExprKind::InvariantFor(operand) => Value::Boolean(self.invariant_for(self.object(env, operand)?)?),
            ExprKind::Quantified(quantified) => self.quantified(env, quantified)?,
            ExprKind::Reach(reach) => Value::Set(self.reach(env, reach)?),
            ExprKind::Comprehension { binder, range } => Value::Set(self.comprehension(env, *binder, range)?),
            _ => self.eval_sets_and_types(env, expr)?,
        })
    }

    fn eval_sets_and_types(self, env: &mut Environment, expr: &Expr) -> Evaluated<Value> {
        Ok(match &expr.kind {
            ExprKind::Contains { set, element } => {
                let set = self.set(env, set)?;
                Value::Boolean(matches!(self.eval(env, element)?, Value::Object(id) if set.contains(&id)))
            }
            ExprKind::SetSize(set) => Value::Number(self.set(env, set)?.len() as i64),
            ExprKind::SetIsEmpty(set) => Value::Boolean(self.set(env, set)?.is_empty()),
            ExprKind::SetEqual { left, right } => Value::Boolean(self.set(env, left)? == self.set(env, right)?),
            ExprKind::Subset { left, right } => Value::Boolean(self.set(env, left)?.is_subset(&self.set(env, right)?)),
            ExprKind::SetUnion { left, right } => Value::Set(&self.set(env, left)? | &self.set(env, right)?),
            ExprKind::SetIntersection { left, right } => Value::Set(&self.set(env, left)? & &self.set(env, right)?),
            ExprKind::SetDifference { left, right } => Value::Set(&self.set(env, left)? - &self.set(env, right)?),
            ExprKind::TypeOf(operand) if operand.ty.is_reference() => {
                Value::Type(self.object_now(self.object(env, operand)?).ty)
            }
            ExprKind::TypeOf(operand) => {
                self.eval(env, operand)?;
                Value::Type(operand.ty)
            }
            ExprKind::TypeLiteral(ty) => Value::Type(*ty),
            ExprKind::ElementType(operand) => {
                Value::Type(self.type_value(env, operand)?.element().expect("an array type"))
            }
            ExprKind::Subtype { left, right } => {
                let left = self.type_value(env, left)?;
                Value::Boolean(self.is_subtype(left, self.type_value(env, right)?))
            }
            ExprKind::Informal(_) => Value::Boolean(true),
            other => panic!("not in the tests: {other:?}"),
        })
    }

    // Heaps.

    /// The heap that holds this object's content: inside `\old` the one before the method, unless
    /// the object is newer.
    fn object_now(&self, id: ObjectId) -> &tightrope_heap::Object {
        let existed = id.index() < self.before.objects.len();
        if self.is_old && existed { self.before.object(id) } else { self.after.object(id) }
    }

    /// All objects that there are: inside `\old` those from before the method.
    fn all_objects(self, ty: Type) -> Vec<ObjectId> {
        let heap = if self.is_old { self.before } else { self.after };
        heap.ids().filter(|id| self.is_subtype(heap.object(*id).ty, ty)).collect()
    }

    fn field(self, object: ObjectId, field: FieldId) -> Value {
        from_heap(self.stored_field(object, field).expect("an object with this field"))
    }

    fn stored_field(self, object: ObjectId, field: FieldId) -> Option<Stored> {
        let object = self.object_now(object);
        let position = self.layouts.position(object.ty.as_class()?, field)?;
        Some(object.values()[position])
    }

    fn static_field(self, field: FieldId) -> Value {
        let declared = self.program.field(field);
        let name = format!("{}.{}", self.program.class(declared.class).name, declared.name);
        let heap = if self.is_old { self.before } else { self.after };
        from_heap(heap.root(&name).expect("a root for each static field"))
    }

    fn elements(&self, array: ObjectId) -> &[Stored] {
        match &self.object_now(array).content {
            Content::Elements(elements) => elements,
            other => panic!("{other:?} is no array"),
        }
    }

    fn element(self, env: &mut Environment, array: &Expr, index: &Expr) -> Evaluated<Value> {
        let array = self.eval(env, array)?;
        let index = self.number(env, index)?;
        let Value::Object(array) = array else { return Err(Thrown) };
        let found = usize::try_from(index).ok().and_then(|index| self.elements(array).get(index));
        found.map(|value| from_heap(*value)).ok_or(Thrown)
    }

    fn fresh(self, env: &mut Environment, operands: &[Expr]) -> Evaluated<Value> {
        let mut all = true;
        for operand in operands {
            let operand = self.eval(env, operand)?;
            all &= matches!(operand, Value::Object(id) if id.index() >= self.before.objects.len());
        }
        Ok(Value::Boolean(all))
    }

    // Types.

    fn is_instance(self, value: &Value, ty: Type) -> bool {
        match value {
            Value::Object(id) => self.is_subtype(self.object_now(*id).ty, ty),
            Value::Text(_) => self.is_subtype(Type::class(self.class_named("java.lang.String")), ty),
            _ => false,
        }
    }

    fn cast(self, value: Value, ty: Type) -> Evaluated<Value> {
        if value == Value::Null || self.is_instance(&value, ty) { Ok(value) } else { Err(Thrown) }
    }

    /// JLS 4.10.
    fn is_subtype(self, lower: Type, upper: Type) -> bool {
        if lower == upper {
            return true;
        }
        match (lower.element(), upper.element()) {
            (Some(lower), Some(upper)) => lower.is_reference() && upper.is_reference() && self.is_subtype(lower, upper),
            (Some(_), None) => {
                let supertypes = ["java.lang.Object", "java.lang.Cloneable", "java.io.Serializable"];
                upper.as_class().is_some_and(|class| supertypes.contains(&self.program.class(class).name.as_str()))
            }
            (None, Some(_)) => false,
            (None, None) => match (lower.as_class(), upper.as_class()) {
                (Some(lower), Some(upper)) => self.program.is_subclass(lower, upper),
                _ => false,
            },
        }
    }

    fn class_named(self, name: &str) -> ClassId {
        self.program.class_named(name).expect("a class of the library")
    }

    // Connectives.

    fn logical(self, env: &mut Environment, op: LogicalOp, left: &Expr, right: &Expr) -> Evaluated<bool> {
        match (op, self.truth(env, left)?) {
            (LogicalOp::And, false) => Ok(false),
            (LogicalOp::Or, true) | (LogicalOp::Implies, false) => Ok(true),
            _ => self.truth(env, right),
        }
    }

    /// The invariants of the class and of all its supertypes.
    fn invariant_for(self, object: ObjectId) -> Evaluated<bool> {
        let class = self.object_now(object).ty.as_class();
        for owner in self.program.class_ids() {
            if !class.is_some_and(|class| self.program.is_subclass(class, owner)) {
                continue;
            }
            for clause in &self.program.class(owner).invariants {
                let mut env: Environment = HashMap::from([(LocalId(0), Value::Object(object))]);
                let world = World { locals: &clause.formula.locals, ..self };
                if !world.truth(&mut env, &clause.formula.expr)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    // Quantifiers.

    fn candidates(self, ty: Type) -> Vec<Value> {
        match ty.base {
            _ if ty.is_reference() => self.all_objects(ty).into_iter().map(Value::Object).collect(),
            BaseType::Boolean => vec![Value::Boolean(false), Value::Boolean(true)],
            BaseType::Char => NUMBERS.filter(|number| *number >= 0).map(Value::Number).collect(),
            _ => NUMBERS.map(Value::Number).collect(),
        }
    }

    /// All ways to bind the variables.
    fn bindings(self, binders: &[LocalId]) -> Vec<Vec<(LocalId, Value)>> {
        let mut all = vec![Vec::new()];
        for binder in binders {
            let candidates = self.candidates(self.locals[binder.index()].ty);
            let longer = all.iter().flat_map(|one: &Vec<(LocalId, Value)>| {
                candidates.iter().map(|value| [one.clone(), vec![(*binder, value.clone())]].concat())
            });
            all = longer.collect();
        }
        all
    }

    fn quantified(self, env: &mut Environment, quantified: &Quantified) -> Evaluated<Value> {
        let bindings = self.bindings(&quantified.binders);
        if bindings.is_empty() {
            self.leading_conjuncts(env, &quantified.range, &quantified.binders)?;
        }
        let mut instances: Vec<Evaluated<Value>> = Vec::new();
        for binding in bindings {
            env.extend(binding);
            match self.truth(env, &quantified.range) {
                Ok(true) => instances.push(self.eval(env, &quantified.body)),
                Ok(false) => {}
                Err(Thrown) => instances.push(Err(Thrown)),
            }
        }
        let deciding = match quantified.quantifier {
            Quantifier::Forall => Value::Boolean(false),
            Quantifier::Exists => Value::Boolean(true),
            _ => return aggregate(quantified, instances.into_iter().collect::<Evaluated<Vec<Value>>>()?),
        };
        if instances.contains(&Ok(deciding.clone())) {
            return Ok(deciding);
        }
        if instances.contains(&Err(Thrown)) {
            return Err(Thrown);
        }
        Ok(Value::Boolean(deciding == Value::Boolean(false)))
    }

    /// Evaluates what the range says before it speaks of its variables, for the exceptions.
    fn leading_conjuncts(self, env: &mut Environment, range: &Expr, binders: &[LocalId]) -> Evaluated<bool> {
        match &range.kind {
            ExprKind::Logical { op: LogicalOp::And, left, right } => {
                Ok(self.leading_conjuncts(env, left, binders)? && self.leading_conjuncts(env, right, binders)?)
            }
            ExprKind::Contains { set, element } if names(element, binders) && !names(set, binders) => {
                self.set(env, set)?;
                Ok(false)
            }
            _ if names(range, binders) => Ok(false),
            _ => self.truth(env, range),
        }
    }

    fn comprehension(self, env: &mut Environment, binder: LocalId, range: &Expr) -> Evaluated<BTreeSet<ObjectId>> {
        let mut set = BTreeSet::new();
        for object in self.all_objects(self.locals[binder.index()].ty) {
            env.insert(binder, Value::Object(object));
            if self.truth(env, range)? {
                set.insert(object);
            }
        }
        Ok(set)
    }

    fn reach(self, env: &mut Environment, reach: &Reach) -> Evaluated<BTreeSet<ObjectId>> {
        let belongs = |id: &ObjectId| match reach.class {
            Some(class) => self.is_subtype(self.object_now(*id).ty, Type::class(class)),
            None => true,
        };
        let mut set = BTreeSet::new();
        if let Value::Object(root) = self.eval(env, &reach.root)? {
            set.extend(Some(root).filter(belongs));
        }
        loop {
            let next = set.iter().flat_map(|object| self.successors(*object, reach)).filter(belongs);
            let larger: BTreeSet<ObjectId> = set.iter().copied().chain(next).collect();
            if larger == set {
                return Ok(set);
            }
            set = larger;
        }
    }

    fn successors(self, object: ObjectId, reach: &Reach) -> Vec<ObjectId> {
        let values: Vec<Stored> = match &reach.fields {
            None => self.object_now(object).values().to_vec(),
            Some(fields) => fields.iter().filter_map(|field| self.stored_field(object, *field)).collect(),
        };
        values.into_iter().filter_map(Stored::as_object).collect()
    }

    // Calls of pure methods: bodies without allocation and writes.

    fn call(self, env: &mut Environment, call: &Call) -> Evaluated<Value> {
        let mut args = Vec::new();
        for arg in &call.args {
            args.push(self.eval(env, arg)?);
        }
        self.invoke(call, args)
    }

    fn invoke(self, call: &Call, args: Vec<Value>) -> Evaluated<Value> {
        let method = match (call.dispatch, args.first()) {
            (Dispatch::Static, _) => call.method,
            (_, Some(Value::Null)) => return Err(Thrown),
            (Dispatch::Virtual, Some(Value::Object(receiver))) => self.override_of(call.method, *receiver),
            _ => call.method,
        };
        let Code::Body(body) = &self.program.method(method).code else { panic!("a body") };
        let mut locals: Environment = (0..).map(LocalId).zip(args).collect();
        match (World { locals: &body.locals, ..self }).run(&mut locals, &body.block)? {
            Flow::Return(value) => Ok(value),
            _ => panic!("a pure method returns a value"),
        }
    }

    fn override_of(self, method: MethodId, receiver: ObjectId) -> MethodId {
        let mut class = self.object_now(receiver).ty.as_class();
        while let Some(id) = class {
            let fits = |one: &&MethodId| **one == method || self.program.method(**one).overrides.contains(&method);
            if let Some(found) = self.program.class(id).methods.iter().find(fits) {
                return *found;
            }
            class = self.program.class(id).superclass;
        }
        panic!("no method for a call")
    }

    fn run(self, locals: &mut Environment, block: &[Stmt]) -> Evaluated<Flow> {
        for stmt in block {
            let flow = match &stmt.kind {
                StmtKind::Assign { local, value } => {
                    let value = self.eval(locals, value)?;
                    locals.insert(*local, value);
                    Flow::Next
                }
                StmtKind::Call { result, call } => {
                    let value = self.call(locals, call)?;
                    locals.extend(result.map(|result| (result, value)));
                    Flow::Next
                }
                StmtKind::InitializeClass(_) => Flow::Next,
                StmtKind::If { cond, then, otherwise } => {
                    let branch = if self.truth(locals, cond)? { then } else { otherwise };
                    self.run(locals, branch)?
                }
                StmtKind::Loop { label, body, .. } => self.run_loop(locals, *label, body)?,
                StmtKind::Block { label, body } => match self.run(locals, body)? {
                    Flow::Break(target) if target == *label => Flow::Next,
                    flow => flow,
                },
                StmtKind::Break(label) => Flow::Break(*label),
                StmtKind::Continue(label) => Flow::Continue(*label),
                StmtKind::Return(Some(value)) => Flow::Return(self.eval(locals, value)?),
                other => panic!("not in the tests: {other:?}"),
            };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn run_loop(self, locals: &mut Environment, label: LabelId, body: &[Stmt]) -> Evaluated<Flow> {
        loop {
            match self.run(locals, body)? {
                Flow::Break(target) if target == label => return Ok(Flow::Next),
                Flow::Continue(target) if target == label => {}
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Flow {
    Next,
    Break(LabelId),
    Continue(LabelId),
    Return(Value),
}

/// Does the expression speak of one of these variables?
fn names(expr: &Expr, binders: &[LocalId]) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if binders.contains(&local))
        || visit::operands(expr).into_iter().any(|operand| names(operand, binders))
}

/// JML Reference Manual 12.4.24: what the aggregates of no values are; they wrap around in the type
/// of their body.
fn aggregate(quantified: &Quantified, instances: Vec<Value>) -> Evaluated<Value> {
    let ty = quantified.body.ty;
    let numbers: Vec<i64> = instances
        .into_iter()
        .map(|instance| match instance {
            Value::Number(number) => number,
            Value::Boolean(truth) => i64::from(truth),
            other => panic!("{other:?} is no number"),
        })
        .collect();
    let is_long = ty == Type::LONG;
    let (least, greatest) = if is_long { (i64::MIN, i64::MAX) } else { (i64::from(i32::MIN), i64::from(i32::MAX)) };
    let result_type = if is_long { Type::LONG } else { Type::INT };
    Ok(Value::Number(match quantified.quantifier {
        Quantifier::Count => numbers.iter().sum(),
        Quantifier::Sum => numbers.iter().fold(0, |sum, number| cut(sum.wrapping_add(*number), result_type)),
        Quantifier::Product => {
            numbers.iter().fold(1, |product, number| cut(product.wrapping_mul(*number), result_type))
        }
        Quantifier::Min => numbers.into_iter().min().unwrap_or(greatest),
        _ => numbers.into_iter().max().unwrap_or(least),
    }))
}

fn from_constant(constant: &Constant) -> Value {
    match constant {
        Constant::Int(number) => Value::Number((*number).into()),
        Constant::Long(number) => Value::Number(*number),
        Constant::Float(_) | Constant::Double(_) => panic!("the naive evaluator has no floating point"),
        Constant::Boolean(truth) => Value::Boolean(*truth),
        Constant::String(text) => Value::Text(text.to_string()),
        Constant::Null => Value::Null,
    }
}

/// The value in this integral type: the upper bits are cut.
fn cut(number: i64, ty: Type) -> i64 {
    match ty.base {
        BaseType::Byte => (number as i8).into(),
        BaseType::Short => (number as i16).into(),
        BaseType::Char => (number as u16).into(),
        BaseType::Int => (number as i32).into(),
        BaseType::Long => number,
        other => panic!("{other:?} is no integral type"),
    }
}

fn unary(op: UnaryOp, operand: Value, ty: Type) -> Value {
    match (op, operand) {
        (UnaryOp::Negate, Value::Number(number)) => Value::Number(cut(number.wrapping_neg(), ty)),
        (UnaryOp::BitNot, Value::Number(number)) => Value::Number(!number),
        (UnaryOp::Not, Value::Boolean(truth)) => Value::Boolean(!truth),
        (op, operand) => panic!("{op:?} of {operand:?}"),
    }
}

fn binary(op: BinaryOp, left: Value, right: Value, ty: Type) -> Evaluated<Value> {
    Ok(match (left, right) {
        (Value::Number(left), Value::Number(right)) => return numbers(op, left, right, ty),
        (Value::Boolean(left), Value::Boolean(right)) => Value::Boolean(match op {
            BinaryOp::BitAnd => left & right,
            BinaryOp::BitOr => left | right,
            BinaryOp::BitXor | BinaryOp::NotEqual => left != right,
            BinaryOp::Equal => left == right,
            other => panic!("{other:?} of booleans"),
        }),
        (left, right) => Value::Boolean(match op {
            BinaryOp::Equal => left == right,
            BinaryOp::NotEqual => left != right,
            other => panic!("{other:?} of {left:?} and {right:?}"),
        }),
    })
}

/// On numbers of the type of the left operand: `int` or `long`.
fn numbers(op: BinaryOp, left: i64, right: i64, ty: Type) -> Evaluated<Value> {
    let is_long = ty == Type::LONG;
    let distance = right & if is_long { 63 } else { 31 };
    let number = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide | BinaryOp::Remainder if right == 0 => return Err(Thrown),
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Remainder => left.wrapping_rem(right),
        BinaryOp::ShiftLeft => left << distance,
        BinaryOp::ShiftRight => left >> distance,
        BinaryOp::ShiftRightUnsigned if is_long => (left as u64 >> distance) as i64,
        BinaryOp::ShiftRightUnsigned => i64::from(left as u32 >> distance),
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Less => return Ok(Value::Boolean(left < right)),
        BinaryOp::LessEqual => return Ok(Value::Boolean(left <= right)),
        BinaryOp::Greater => return Ok(Value::Boolean(left > right)),
        BinaryOp::GreaterEqual => return Ok(Value::Boolean(left >= right)),
        BinaryOp::Equal => return Ok(Value::Boolean(left == right)),
        BinaryOp::NotEqual => return Ok(Value::Boolean(left != right)),
    };
    Ok(Value::Number(cut(number, if is_long { Type::LONG } else { Type::INT })))
}
