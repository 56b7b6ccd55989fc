//! From formulas of the program to nodes.

use super::plan::{Plan, PlanSize};
use super::planner::{plan_of, plan_of_failure, plan_of_instance};
use super::{
    Binder, CallNode, CallTarget, ClassInvariant, CompiledFormula, Domain, Edges, FormulaId, Narrowing, NarrowingKind,
    Node, NodeKind, QuantifiedNode, ReachNode, SetNode, Side, TypeNode, Walk, WalkId,
};
use crate::code::{Comparison, Conversion, Memory, RuntimeType, Selector, TypeTest};
use crate::compile::{Executable, arithmetic, comparison, constant_word, is_long, widens};
use tightrope_program::body::{
    BinaryOp, Call, Dispatch, Expr, ExprKind, LogicalOp, Quantified, Quantifier, Reach, UnaryOp, Unsupported,
};
use tightrope_program::constructs::Construct;
use tightrope_program::contract::Formula;
use tightrope_program::quantifiers::{conjuncts, later_binders, mentions, range_and_body, set_of, split_guards};
use tightrope_program::{BaseType, ClassId, Constant, FieldId, LocalId, Type};
use tightrope_source::{Name, Span};

impl Executable<'_> {
    /// Compiles a formula, and the pure methods that it calls.
    pub fn add_formula(&mut self, formula: &Formula) -> FormulaId {
        let id = self.enter_formula(formula, Memory::Now);
        self.compile_pending();
        id
    }

    /// Compiles a formula about a version of the heap.
    pub(crate) fn enter_formula(&mut self, formula: &Formula, memory: Memory) -> FormulaId {
        let locals = &formula.locals;
        let size = PlanSize { registers: locals.len(), loops: 0, result: None };
        let mut compiler =
            FormulaCompiler { executable: self, memory, locals, is_global: false, uses_old: false, size };
        let root = compiler.node(&formula.expr);
        let FormulaCompiler { is_global, uses_old, mut size, .. } = compiler;
        // What it calls may become a part of its plans.
        self.compile_pending();
        let first_loop = size.loops;
        let holds = plan_of(&root, &mut size, self);
        let fails = plan_of_failure(&root, &mut size, self);
        let confined = self.confined(&root, first_loop);
        let id = FormulaId(self.formulas.len() as u32);
        let locals = formula.locals.len();
        self.formulas.push(CompiledFormula { locals, root, holds, fails, size, is_global, confined, uses_old });
        id
    }

    pub(super) fn enter_walk(&mut self, walk: Walk) -> WalkId {
        let known = self.walks.iter().position(|known| *known == walk);
        let number = known.unwrap_or_else(|| {
            self.walks.push(walk);
            self.walks.len() - 1
        });
        WalkId(number as u32)
    }

    /// Does a quantifier of the formula range over all objects of a type? Then its value may change
    /// when an object is added to a partial heap.
    pub fn is_about_all_objects(&self, formula: FormulaId) -> bool {
        self.formulas[formula.0 as usize].is_global
    }

    /// What `\invariant_for` evaluates on objects of this class: its invariants and those of its
    /// supertypes.
    fn add_invariants(&mut self, class: ClassId, memory: Memory) {
        if self.invariants.contains_key(&(class, memory)) {
            return;
        }
        // Recursive data has recursive invariants: known to be on its way before its formulas are
        // compiled.
        self.invariants.insert((class, memory), ClassInvariant::default());
        let mut invariant = ClassInvariant::default();
        let program = self.program;
        let mut pending = vec![class];
        let mut seen = vec![class];
        while let Some(next) = pending.pop() {
            let declared = program.class(next);
            for clause in declared.invariants.iter().filter(|clause| !clause.is_static) {
                invariant.formulas.push(self.enter_formula(&clause.formula, memory));
            }
            invariant.rep_ok.extend(declared.rep_ok.map(|method| self.selector(method, memory)));
            for parent in declared.superclass.iter().chain(&declared.interfaces) {
                if !seen.contains(parent) {
                    seen.push(*parent);
                    pending.push(*parent);
                }
            }
        }
        self.invariants.insert((class, memory), invariant);
    }

    pub(crate) fn invariant_formulas(&self, class: ClassId, memory: Memory) -> &[FormulaId] {
        self.invariants.get(&(class, memory)).map_or(&[], |invariant| &invariant.formulas)
    }

    pub(crate) fn invariant_methods(&self, class: ClassId, memory: Memory) -> &[Selector] {
        self.invariants.get(&(class, memory)).map_or(&[], |invariant| &invariant.rep_ok)
    }
}

pub(super) struct FormulaCompiler<'c, 'p> {
    pub(super) executable: &'c mut Executable<'p>,
    pub(super) memory: Memory,
    locals: &'c [tightrope_program::body::Local],
    pub(super) is_global: bool,
    uses_old: bool,
    /// Of the plans so far.
    size: PlanSize,
}

impl FormulaCompiler<'_, '_> {
    fn boxed(&mut self, expr: &Expr) -> Box<Node> {
        Box::new(self.node(expr))
    }

    fn node(&mut self, expr: &Expr) -> Node {
        Node { span: expr.span, kind: self.kind(expr) }
    }

    fn kind(&mut self, expr: &Expr) -> NodeKind {
        match &expr.kind {
            ExprKind::Constant(Constant::String(text)) => NodeKind::Word(self.executable.text(text)),
            ExprKind::Constant(constant) => NodeKind::Word(constant_word(constant).unwrap_or_default()),
            ExprKind::Local(local) => NodeKind::Local(local.0 as u16),
            ExprKind::Result => NodeKind::Result,
            ExprKind::Field { object, field } => self.field(object, *field, expr.span),
            ExprKind::StaticField(field) => {
                NodeKind::Static { memory: self.memory, slot: self.executable.static_slot(*field) }
            }
            ExprKind::Element { array, index } => {
                let (array, index) = (self.boxed(array), self.boxed(index));
                NodeKind::Element { memory: self.memory, array, index, is_long: is_long(expr.ty) }
            }
            ExprKind::Length(array) => NodeKind::Length(self.boxed(array)),
            ExprKind::Unary { op, operand } => self.unary(*op, operand),
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right),
            ExprKind::Logical { op, left, right } => {
                let (left, right) = (self.boxed(left), self.boxed(right));
                match op {
                    LogicalOp::And => NodeKind::And(left, right),
                    LogicalOp::Or => NodeKind::Or(left, right),
                    LogicalOp::Implies => NodeKind::Implies(left, right),
                }
            }
            ExprKind::Conditional { cond, then, otherwise } => NodeKind::Conditional {
                cond: self.boxed(cond),
                then: self.boxed(then),
                otherwise: self.boxed(otherwise),
            },
            ExprKind::Convert(operand) => self.convert(operand, expr.ty),
            ExprKind::Cast(operand) => {
                let test = self.test(expr.ty);
                NodeKind::Check { operand: self.boxed(operand), test }
            }
            ExprKind::InstanceOf { operand, ty } => {
                let test = self.test(*ty);
                NodeKind::InstanceOf { operand: self.boxed(operand), test }
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Old(inner) => self.old(inner),
            ExprKind::Fresh(objects) => {
                // New since the method started: which one, only its caller knows.
                self.uses_old = true;
                NodeKind::Fresh(objects.iter().map(|object| self.node(object)).collect())
            }
            ExprKind::NonNullElements(array) => {
                NodeKind::NonNullElements { memory: self.memory, array: self.boxed(array) }
            }
            ExprKind::InvariantFor(object) => self.invariant_for(object),
            ExprKind::Quantified(quantified) => self.quantified(quantified),
            ExprKind::Contains { set, element } => match self.set(set) {
                Ok(set) => NodeKind::Contains { set, element: self.boxed(element) },
                Err(what) => NodeKind::Unsupported(what),
            },
            ExprKind::SetSize(set) => self.set(set).map_or_else(NodeKind::Unsupported, NodeKind::SetSize),
            ExprKind::SetIsEmpty(set) => self.set(set).map_or_else(NodeKind::Unsupported, NodeKind::SetIsEmpty),
            ExprKind::SetEqual { left, right } => self.sets(left, right, NodeKind::SetEqual),
            ExprKind::Subset { left, right } => self.sets(left, right, NodeKind::Subset),
            ExprKind::Subtype { left, right } => self.subtype(left, right),
            ExprKind::Informal(_) => NodeKind::Word(1),
            ExprKind::Unsupported(what) => NodeKind::Unsupported(Box::new(what.clone())),
            ExprKind::Concat(_) => unsupported("string concatenation in a formula", expr.span),
            ExprKind::TypeOf(_) | ExprKind::TypeLiteral(_) | ExprKind::ElementType(_) => {
                unsupported("a type as a value, other than in `==`, `!=` and `<:`", expr.span)
            }
            ExprKind::Reach(_)
            | ExprKind::Comprehension { .. }
            | ExprKind::SetUnion { .. }
            | ExprKind::SetIntersection { .. }
            | ExprKind::SetDifference { .. } => unsupported("a set as a value", expr.span),
        }
    }

    fn field(&mut self, object: &Expr, field: FieldId, span: Span) -> NodeKind {
        let is_long = is_long(self.executable.program.field(field).ty);
        let object = self.boxed(object);
        match self.executable.types.slot(field) {
            Some(slot) => NodeKind::Field { memory: self.memory, object, slot, is_long },
            None => unsupported("a model field without `represents`", span),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> NodeKind {
        let long = is_long(operand.ty);
        let operand = self.boxed(operand);
        match op {
            UnaryOp::Not => NodeKind::Not(operand),
            UnaryOp::BitNot => NodeKind::BitNot(operand),
            UnaryOp::Negate if long => NodeKind::NegateLong(operand),
            UnaryOp::Negate => NodeKind::NegateInt(operand),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> NodeKind {
        if left.ty == Type::TYPE_VALUE || right.ty == Type::TYPE_VALUE {
            return self.type_comparison(op, left, right);
        }
        if left.ty == Type::BOOLEAN {
            return self.boolean_operation(op, left, right);
        }
        let long = is_long(left.ty);
        let symbols = self.executable.compares_symbols(left, right);
        let (left, right) = (self.boxed(left), self.boxed(right));
        match comparison(op) {
            Some(op) if symbols => NodeKind::CompareSymbols { op, left, right },
            Some(op) => NodeKind::Compare { op, left, right },
            None => NodeKind::Arithmetic { op: arithmetic(op, long), left, right },
        }
    }

    /// `\result == true` is `\result`; `a == b` of formulas keeps what is known of both.
    fn boolean_operation(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> NodeKind {
        let constant = |expr: &Expr| match expr.kind {
            ExprKind::Constant(Constant::Boolean(truth)) => Some(truth),
            _ => None,
        };
        let equal = match op {
            BinaryOp::Equal => true,
            BinaryOp::NotEqual | BinaryOp::BitXor => false,
            // Both sides are evaluated: an exception on the right is never hidden. As words, they
            // are 0 and 1.
            _ => {
                let (left, right) = (self.boxed(left), self.boxed(right));
                let arithmetic = NodeKind::Arithmetic { op: arithmetic(op, false), left, right };
                let span = Span::new(tightrope_source::FileId(0), 0, 0);
                let one = |kind| Box::new(Node { span, kind });
                let (left, right) = (one(arithmetic), one(NodeKind::Word(1)));
                return NodeKind::Compare { op: Comparison::Equal, left, right };
            }
        };
        let (kept, keeps) = match (constant(left), constant(right)) {
            (_, Some(truth)) => (self.boxed(left), truth == equal),
            (Some(truth), None) => (self.boxed(right), truth == equal),
            (None, None) => {
                let span = left.span.to(right.span);
                let both = NodeKind::Equivalent(self.boxed(left), self.boxed(right));
                (Box::new(Node { span, kind: both }), equal)
            }
        };
        if keeps { kept.kind } else { NodeKind::Not(kept) }
    }

    fn type_comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> NodeKind {
        let span = left.span.to(right.span);
        let same = match (self.type_node(left), self.type_node(right)) {
            (Ok(left), Ok(right)) => NodeKind::SameType(left, right),
            (Err(what), _) | (_, Err(what)) => return NodeKind::Unsupported(what),
        };
        match op {
            BinaryOp::Equal => same,
            BinaryOp::NotEqual => NodeKind::Not(Box::new(Node { span, kind: same })),
            _ => unsupported("this comparison of types", span),
        }
    }

    fn subtype(&mut self, left: &Expr, right: &Expr) -> NodeKind {
        match (self.type_node(left), self.type_node(right)) {
            (Ok(left), Ok(right)) => NodeKind::Subtype(left, right),
            (Err(what), _) | (_, Err(what)) => NodeKind::Unsupported(what),
        }
    }

    fn type_node(&mut self, expr: &Expr) -> Result<TypeNode, Box<Unsupported>> {
        Ok(match &expr.kind {
            ExprKind::TypeLiteral(ty) => TypeNode::Literal(*ty),
            ExprKind::TypeOf(operand) if operand.ty.is_reference() => TypeNode::Of(self.boxed(operand)),
            ExprKind::TypeOf(operand) => TypeNode::Primitive(self.boxed(operand), operand.ty),
            ExprKind::ElementType(array) => TypeNode::Element(Box::new(self.type_node(array)?), expr.span),
            ExprKind::Old(inner) => {
                let outside = std::mem::replace(&mut self.memory, Memory::Before);
                let node = self.type_node(inner);
                self.memory = outside;
                node?
            }
            ExprKind::Unsupported(what) => return Err(Box::new(what.clone())),
            _ => {
                let detail = Name::new("a type that is none of `\\typeof`, `\\type` and `\\elemtype`");
                let construct = Construct::UncheckedExpression;
                return Err(Box::new(Unsupported { construct, detail, span: expr.span }));
            }
        })
    }

    fn convert(&mut self, operand: &Expr, ty: Type) -> NodeKind {
        if widens(operand.ty, ty) {
            return self.kind(operand);
        }
        let kind = match ty.base {
            BaseType::Byte => Conversion::Byte,
            BaseType::Short => Conversion::Short,
            BaseType::Char => Conversion::Char,
            BaseType::Int => Conversion::Int,
            _ => return self.kind(operand),
        };
        NodeKind::Convert { kind, operand: self.boxed(operand) }
    }

    fn call(&mut self, call: &Call) -> NodeKind {
        let target = match call.dispatch {
            Dispatch::Static => CallTarget::Static(self.executable.request(call.method, self.memory)),
            Dispatch::Exact => CallTarget::Exact(self.executable.request(call.method, self.memory)),
            Dispatch::Virtual => CallTarget::Virtual(self.executable.selector(call.method, self.memory)),
        };
        let args = call.args.iter().map(|arg| self.node(arg)).collect();
        NodeKind::Call(Box::new(CallNode { target, args }))
    }

    fn old(&mut self, inner: &Expr) -> NodeKind {
        self.uses_old = true;
        let outside = std::mem::replace(&mut self.memory, Memory::Before);
        let kind = self.kind(inner);
        self.memory = outside;
        kind
    }

    fn invariant_for(&mut self, object: &Expr) -> NodeKind {
        let program = self.executable.program;
        let fitting: Vec<ClassId> = match object.ty.as_class() {
            Some(class) => program.subclasses(class).to_vec(),
            None => Vec::new(),
        };
        for class in fitting {
            self.executable.add_invariants(class, self.memory);
        }
        NodeKind::InvariantFor { memory: self.memory, object: self.boxed(object) }
    }

    pub(super) fn test(&mut self, ty: Type) -> TypeTest {
        self.executable.types.test(self.executable.program, ty)
    }

    fn sets(&mut self, left: &Expr, right: &Expr, make: impl Fn(SetNode, SetNode) -> NodeKind) -> NodeKind {
        match (self.set(left), self.set(right)) {
            (Ok(left), Ok(right)) => make(left, right),
            (Err(what), _) | (_, Err(what)) => NodeKind::Unsupported(what),
        }
    }

    fn set(&mut self, expr: &Expr) -> Result<SetNode, Box<Unsupported>> {
        Ok(match &expr.kind {
            ExprKind::Reach(reach) => SetNode::Reach(Box::new(self.reach(reach))),
            ExprKind::Old(inner) => {
                self.uses_old = true;
                let outside = std::mem::replace(&mut self.memory, Memory::Before);
                let set = self.set(inner);
                self.memory = outside;
                set?
            }
            ExprKind::Comprehension { binder, range } => {
                let ty = self.locals.get(binder.index()).map(|local| local.ty);
                let all = Box::new(self.all_objects(ty));
                SetNode::Comprehension { all, binder: binder.0 as u16, range: self.boxed(range) }
            }
            ExprKind::SetUnion { left, right } => SetNode::Union(Box::new(self.set(left)?), Box::new(self.set(right)?)),
            ExprKind::SetIntersection { left, right } => {
                SetNode::Intersection(Box::new(self.set(left)?), Box::new(self.set(right)?))
            }
            ExprKind::SetDifference { left, right } => {
                SetNode::Difference(Box::new(self.set(left)?), Box::new(self.set(right)?))
            }
            ExprKind::Unsupported(what) => return Err(Box::new(what.clone())),
            _ => {
                let detail = Name::new("a set that is neither `\\reach` nor a comprehension");
                let construct = Construct::UncheckedExpression;
                return Err(Box::new(Unsupported { construct, detail, span: expr.span }));
            }
        })
    }

    fn reach(&mut self, reach: &Reach) -> ReachNode {
        let root = self.node(&reach.root);
        let test = reach.class.map(|class| self.test(Type::class(class)));
        let types = &self.executable.types;
        let edges = types.infos.iter().zip(0..).map(|(info, number)| {
            let belongs = test.is_none_or(|test| types.passes(RuntimeType(number), test));
            belongs.then(|| self.edges(info.ty, reach.fields.as_deref()))
        });
        let walk = Walk { memory: self.memory, edges: edges.collect() };
        ReachNode { root, walk: self.executable.enter_walk(walk) }
    }

    /// Are all objects that a walk can find of a type?
    fn all_fit(&self, reach: &ReachNode, test: TypeTest) -> bool {
        let edges = self.executable.walks[reach.walk.0 as usize].edges.iter().zip(0..);
        let mut found = edges.filter(|(edges, _)| edges.is_some());
        found.all(|(_, ty)| self.executable.types.passes(RuntimeType(ty), test))
    }

    fn edges(&self, ty: Type, fields: Option<&[FieldId]>) -> Edges {
        let program = self.executable.program;
        let Some(class) = ty.as_class() else {
            let follows = fields.is_none() && ty.element().is_some_and(Type::is_reference);
            return if follows { Edges::Elements } else { Edges::Slots(Box::default()) };
        };
        let wanted = |field: &FieldId| {
            let is_named = fields.is_none_or(|fields| fields.contains(field));
            is_named && program.field(*field).ty.is_reference()
        };
        let followed = self.executable.layouts.fields(class).iter().filter(|field| wanted(field));
        Edges::Slots(followed.filter_map(|field| self.executable.types.slot(*field)).collect())
    }

    fn quantified(&mut self, quantified: &Quantified) -> NodeKind {
        let (range, body) = range_and_body(quantified);
        let conjuncts = conjuncts(range);
        let mut left = conjuncts.clone();
        let mut binders = Vec::new();
        for (depth, binder) in quantified.binders.iter().enumerate() {
            // Guards and bounds may speak of binders that are bound already.
            let later = later_binders(quantified, depth);
            let (guards, rest) = split_guards(&conjuncts, &later);
            let ty = self.locals.get(binder.index()).map_or(Type::UNKNOWN, |local| local.ty);
            let domain = match ty.is_reference() {
                true => self.object_domain(*binder, ty, rest, &later),
                false => self.integer_domain(binder.0, ty, rest, &later),
            };
            if let (Domain::Set(..), Some(domain)) = (&domain, rest.first()) {
                // Whatever the variable takes is in the set.
                left.retain(|conjunct| !std::ptr::eq(*conjunct, *domain));
            }
            let guards = guards.iter().map(|guard| self.node(guard)).collect();
            binders.push(Binder { local: binder.0 as u16, guards, domain });
        }
        let mut node = QuantifiedNode {
            quantifier: quantified.quantifier,
            binders,
            range: self.conjunction(&left, range.span),
            body: body.map_or(Node { span: range.span, kind: NodeKind::Word(1) }, |body| self.node(body)),
            instance: Plan::nothing(),
            is_long: is_long(quantified.body.ty),
        };
        match quantified.quantifier {
            Quantifier::Forall | Quantifier::Exists => {
                self.executable.compile_pending();
                node.instance = plan_of_instance(&node, &mut self.size, self.executable);
                NodeKind::Quantified(Box::new(node))
            }
            _ => NodeKind::Aggregate(Box::new(node)),
        }
    }

    fn conjunction(&mut self, conjuncts: &[&Expr], span: Span) -> Node {
        let nodes = conjuncts.iter().map(|conjunct| self.node(conjunct)).collect::<Vec<_>>().into_iter();
        let both = |left: Node, right: Node| Node { span, kind: NodeKind::And(Box::new(left), Box::new(right)) };
        nodes.reduce(both).unwrap_or(Node { span, kind: NodeKind::Word(1) })
    }

    /// The set whose membership is the first thing that the range asks; it is asked first anyway.
    fn object_domain(&mut self, binder: LocalId, ty: Type, conjuncts: &[&Expr], later: &[u32]) -> Domain {
        if let Some(set) = set_of(binder, conjuncts, later)
            && let Ok(set) = self.set(set)
        {
            let test = self.test(ty);
            let fits_always = matches!(&set, SetNode::Reach(reach) if self.all_fit(reach, test));
            return Domain::Set(set, (!fits_always).then_some(test));
        }
        Domain::Objects(Box::new(self.all_objects(Some(ty))))
    }

    /// Conjuncts count up to the first that may throw and says something else of the binder: behind
    /// it, values outside the bounds would still be seen to throw.
    fn integer_domain(&mut self, binder: u32, ty: Type, conjuncts: &[&Expr], later: &[u32]) -> Domain {
        let mut narrowings = Vec::new();
        let mut is_always_met = true;
        for (position, conjunct) in conjuncts.iter().enumerate() {
            let kinds = match mentions(conjunct, later) {
                false => vec![NarrowingKind::Guard(self.node(conjunct))],
                true => self.bounds(binder, conjunct, &conjuncts[position + 1..], later),
            };
            let is_link = is_between_binders(conjunct, binder, later);
            if kinds.is_empty() && !is_link && may_throw(conjunct) {
                break;
            }
            // `j < 3`, of a later binder, is met only where that binder has values left.
            is_always_met &= !kinds.is_empty() || is_link;
            narrowings.extend(kinds.into_iter().enumerate().map(|(number, kind)| {
                let is_always_met = is_always_met && (number == 0 || !is_link);
                Narrowing { kind, is_always_met }
            }));
        }
        let has =
            |wanted| narrowings.iter().any(|one| matches!(&one.kind, NarrowingKind::Bound(side, _) if *side == wanted));
        let (least, greatest) = match ty.base {
            BaseType::Boolean => (0, 1),
            BaseType::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            BaseType::Char => (0, i64::from(u16::MAX)),
            BaseType::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            _ if !has(Side::Least) || !has(Side::Greatest) => return Domain::Unbounded,
            BaseType::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        };
        Domain::Integers { least, greatest, conjuncts: narrowings }
    }

    /// What a conjunct says of the ends of the binder's interval. `i < j && j < 3` bounds `i` too,
    /// where `j` is a later binder.
    fn bounds(&mut self, binder: u32, conjunct: &Expr, rest: &[&Expr], later: &[u32]) -> Vec<NarrowingKind> {
        let Some((op, bound)) = bound_of(conjunct, binder) else { return Vec::new() };
        if !mentions(bound, later) {
            return sides(op).map(|(side, by)| NarrowingKind::Bound(side, shifted(self.node(bound), by))).collect();
        }
        let Some(other) = later.iter().copied().find(|other| is_local(bound, *other)) else { return Vec::new() };
        let mut found = Vec::new();
        for (side, by) in sides(op) {
            // Behind another conjunct that may throw, values outside the bounds would still be seen
            // to throw.
            let reaching = rest.iter().take_while(|one| bound_of(one, other).is_some() || !may_throw(one)).count();
            for (position, conjunct) in rest[..reaching].iter().enumerate() {
                let bounds = self.bounds(other, conjunct, &rest[position + 1..], later);
                found.extend(bounds.into_iter().filter_map(|kind| match kind {
                    NarrowingKind::Bound(found, bound) if found == side => {
                        Some(NarrowingKind::Bound(side, shifted(bound, by)))
                    }
                    _ => None,
                }));
            }
        }
        found
    }
}

/// `i < e` and its kin: what compares the binder with something.
fn bound_of(conjunct: &Expr, binder: u32) -> Option<(BinaryOp, &Expr)> {
    let ExprKind::Binary { op, left, right } = &conjunct.kind else { return None };
    match (is_local(left, binder), is_local(right, binder)) {
        (true, false) => Some((*op, right)),
        (false, true) => Some((mirrored(*op), left)),
        _ => None,
    }
}

/// Which ends a comparison with a bound narrows, and how far from the bound they are.
fn sides(op: BinaryOp) -> std::vec::IntoIter<(Side, i64)> {
    match op {
        BinaryOp::GreaterEqual => vec![(Side::Least, 0)],
        BinaryOp::Greater => vec![(Side::Least, 1)],
        BinaryOp::LessEqual => vec![(Side::Greatest, 0)],
        BinaryOp::Less => vec![(Side::Greatest, -1)],
        BinaryOp::Equal => vec![(Side::Least, 0), (Side::Greatest, 0)],
        _ => Vec::new(),
    }
    .into_iter()
}

/// A comparison of the binder with a later one.
fn is_between_binders(conjunct: &Expr, binder: u32, later: &[u32]) -> bool {
    bound_of(conjunct, binder).is_some_and(|(_, bound)| later.iter().any(|other| is_local(bound, *other)))
}

/// Could it throw? Comparisons and arithmetic of variables and constants cannot.
fn may_throw(expr: &Expr) -> bool {
    let mut found = false;
    tightrope_program::visit::for_each_expr(expr, &mut |inner: &Expr| {
        found |= match &inner.kind {
            ExprKind::Constant(_) | ExprKind::Local(_) | ExprKind::Logical { .. } | ExprKind::Convert(_) => false,
            ExprKind::Unary { .. } | ExprKind::Conditional { .. } => false,
            ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Divide | BinaryOp::Remainder),
            _ => true,
        };
    });
    found
}

/// `bound + by`, without wrapping: bounds are words.
fn shifted(bound: Node, by: i64) -> Node {
    let span = bound.span;
    let right = Box::new(Node { span, kind: NodeKind::Word(by) });
    let kind = NodeKind::Arithmetic { op: crate::code::Arithmetic::AddLong, left: Box::new(bound), right };
    Node { span, kind }
}

fn unsupported(detail: &str, span: Span) -> NodeKind {
    let what = Unsupported { construct: Construct::UncheckedExpression, detail: Name::new(detail), span };
    NodeKind::Unsupported(Box::new(what))
}

/// Widening conversions do not change which variable is meant.
fn is_local(expr: &Expr, local: u32) -> bool {
    match &expr.kind {
        ExprKind::Local(found) => found.0 == local,
        ExprKind::Convert(inner) if is_long(expr.ty) || expr.ty == Type::INT && !is_long(inner.ty) => {
            is_local(inner, local)
        }
        _ => false,
    }
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}
