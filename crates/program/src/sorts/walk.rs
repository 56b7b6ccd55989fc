//! The walk over code, contracts and classes: what is reached, and the statements.

use super::calls::{Boxing, Dispatcher, WaitingCall};
use super::classes::{Classes, Kind, Node};
use super::{MethodClasses, Need, Numbering, Sorts};
use crate::body::{Body, Handler, Local, Stmt, StmtKind};
use crate::contract::{Clause, Formula};
use crate::program::{BaseType, ClassId, ClassOrigin, Code, FieldId, LocalId, MethodId, Program, Type};
use crate::visit;
use std::rc::Rc;
use tightrope_source::Span;

/// The places of a method.
#[derive(Clone, Debug)]
pub(super) struct MethodPlaces {
    pub(super) locals: Rc<[Node]>,
    pub(super) result: Node,
}

/// Where an expression stands: its locals and what `\result` means.
pub(super) struct Surroundings {
    pub(super) locals: Rc<[Node]>,
    pub(super) result: Option<Node>,
}

/// A part of the program that is reached and has not been walked yet.
enum Work {
    Code(MethodId),
    Class(ClassId),
}

pub(super) struct Analysis<'p> {
    pub(super) program: &'p Program,
    pub(super) classes: Classes,
    pub(super) fields: Vec<Node>,
    methods: Vec<Option<MethodPlaces>>,
    has_class: Vec<bool>,
    has_subclasses: Vec<bool>,
    has_initializer: Vec<bool>,
    pending: Vec<Work>,
    pub(super) dispatcher: Dispatcher<'p>,
    pub(super) waiting: Vec<WaitingCall>,
    pub(super) boxings: Vec<Boxing>,
    pub(super) shares_all_boxes: bool,
    /// A formula that speaks of all objects, whatever place they are in.
    pub(super) any_object_matters: Option<Span>,
    /// Narrowing conversions: what is converted, and what comes out.
    pub(super) narrowed: Vec<(Node, Node)>,
    /// Places that are there before the call, with their types: two of them may hold the same
    /// array.
    initial: Vec<(Type, Node)>,
    /// There is a place for arrays of `long`s.
    has_long_array: bool,
}

impl<'p> Analysis<'p> {
    pub(super) fn new(program: &'p Program) -> Analysis<'p> {
        let mut analysis = Analysis {
            program,
            classes: Classes::default(),
            fields: Vec::new(),
            methods: vec![None; program.methods.len()],
            has_class: vec![false; program.classes.len()],
            has_subclasses: vec![false; program.classes.len()],
            has_initializer: vec![false; program.classes.len()],
            pending: Vec::new(),
            dispatcher: Dispatcher::new(program),
            waiting: Vec::new(),
            boxings: Vec::new(),
            shares_all_boxes: false,
            any_object_matters: None,
            narrowed: Vec::new(),
            initial: Vec::new(),
            has_long_array: false,
        };
        for field in &program.fields {
            let place = analysis.declared_place(field.ty, field.span);
            if field.is_static {
                analysis.add_default(place, field.ty);
            }
            analysis.fields.push(place);
        }
        analysis
    }

    /// Everything that the check of a method runs and evaluates.
    pub(super) fn add_entry(&mut self, entry: MethodId) {
        let program = self.program;
        let places = self.reach(entry);
        self.add_initializers(program.method(entry).class);
        for source in std::iter::once(&entry).chain(&program.method(entry).overrides) {
            for formula in visit::formulas(&program.method(*source).contract) {
                self.add_formula(formula, &places.locals[..self.arity(entry)], Some(places.result));
            }
        }
        let params = program.method(entry).params.iter().map(|param| param.ty);
        let receiver = usize::from(!program.method(entry).is_static);
        self.initial.extend(params.zip(places.locals.iter().skip(receiver).copied()));
        self.add_class(program.method(entry).class);
        self.work_off();
    }

    /// Everything that decides whether an object of the class is valid.
    pub(super) fn add_structure(&mut self, class: ClassId) {
        self.add_initializers(class);
        self.add_class(class);
        self.work_off();
    }

    /// A number that the code compares a converted value with is worth a try for the value itself.
    /// The last conversion of a chain comes last.
    fn pass_constants_back(&mut self) {
        for (value, narrowed) in std::mem::take(&mut self.narrowed).into_iter().rev() {
            for constant in self.classes.constants(narrowed) {
                self.classes.add_constant(value, constant);
            }
        }
    }

    pub(super) fn finish(mut self) -> Sorts {
        self.pass_constants_back();
        let count = self.classes.len();
        let orders_longs = self.orders_longs();
        let program = self.program;
        let methods = std::mem::take(&mut self.methods);
        let mut numbering = Numbering { classes: &mut self.classes, numbers: vec![None; count], roots: Vec::new() };
        let fields = self.fields.iter().map(|field| numbering.number(*field)).collect();
        let mut numbered = Vec::new();
        for (method, places) in program.methods.iter().zip(&methods) {
            numbered.push(places.as_ref().map(|places| MethodClasses {
                locals: places.locals.iter().map(|local| numbering.number(*local)).collect(),
                receiver: usize::from(!method.is_static),
                result: numbering.number(places.result),
            }));
        }
        numbering.finish(orders_longs, fields, numbered)
    }

    /// See [`Sorts::orders_longs`].
    fn orders_longs(&mut self) -> bool {
        !self.has_long_array && self.classes.orders_longs()
    }

    fn work_off(&mut self) {
        loop {
            if let Some(call) = self.classes.take_released() {
                self.call_for_real(call);
            } else if let Some(class) = self.classes.take_appeared() {
                self.add_class(class);
            } else if let Some(work) = self.pending.pop() {
                match work {
                    Work::Code(method) => self.walk_method(method),
                    Work::Class(class) => self.walk_class(class),
                }
            } else if !self.reject_orders() && !self.apply_any_object() && !self.share_boxes() && !self.join_arrays() {
                break;
            }
        }
    }

    /// If a formula speaks of all objects, none is opaque. Says whether there were any.
    fn apply_any_object(&mut self) -> bool {
        match self.any_object_matters {
            Some(span) => self.classes.set_all_concrete(span, Need::ObjectFormula),
            None => false,
        }
    }

    /// Initial places of the same array type may hold the same array, as may those of types one of
    /// which fits the other, and one of a general type that is looked at as an array: what is an
    /// element here is one there. Says whether that is news.
    fn join_arrays(&mut self) -> bool {
        let mut joined = false;
        for right in 0..self.initial.len() {
            for left in 0..right {
                let ((left_type, left), (right_type, right)) = (self.initial[left], self.initial[right]);
                let is_general =
                    |ty: Type| !ty.is_array() && ty.as_class().is_some_and(|class| self.is_opaque_type(class));
                let fits = |sub: Type, sup: Type| is_array_below(self.program, sub, sup);
                let is_related = fits(left_type, right_type) || fits(right_type, left_type);
                let may_be_same = is_related || is_general(left_type) || is_general(right_type);
                let elements = self.classes.element_if_any(left).zip(self.classes.element_if_any(right));
                let Some((left, right)) = elements.filter(|_| may_be_same) else { continue };
                let is_reference = self.classes.is_reference(left) && self.classes.is_reference(right);
                if is_reference && self.classes.find(left) != self.classes.find(right) {
                    self.classes.join(left, right);
                    joined = true;
                }
            }
        }
        joined
    }

    /// Receiver and parameters.
    pub(super) fn arity(&self, method: MethodId) -> usize {
        let method = self.program.method(method);
        method.params.len() + usize::from(!method.is_static)
    }

    /// The places of a method, whose code is walked if it was not yet.
    pub(super) fn reach(&mut self, id: MethodId) -> MethodPlaces {
        if let Some(known) = &self.methods[id.index()] {
            return known.clone();
        }
        let program = self.program;
        let method = program.method(id);
        let locals: Vec<Node> = match &method.code {
            Code::Body(body) => body.locals.iter().map(|local| self.place(local.ty, local.span)).collect(),
            Code::Library | Code::None => {
                let receiver = (!method.is_static).then(|| (Type::class(method.class), method.span));
                let params = method.params.iter().map(|param| (param.ty, param.span));
                receiver.into_iter().chain(params).map(|(ty, span)| self.place(ty, span)).collect()
            }
        };
        let result = self.place(method.return_type.unwrap_or(Type::NULL), method.name_span);
        let places = MethodPlaces { locals: locals.into(), result };
        self.methods[id.index()] = Some(places.clone());
        self.pending.push(Work::Code(id));
        places
    }

    /// A place for values of a type that are met by code or formulas: objects of the type can be
    /// there.
    pub(super) fn place(&mut self, ty: Type, span: Span) -> Node {
        let place = self.declared_place(ty, span);
        self.add_types(ty);
        place
    }

    /// A place that nothing is known to reach yet.
    fn declared_place(&mut self, ty: Type, span: Span) -> Node {
        let node = self.classes.add(kind_of(ty));
        if let Some(element) = ty.element() {
            self.classes.set_concrete(node, span, Need::KnownType);
            self.has_long_array |= element == Type::LONG;
            let element = self.declared_place(element, span);
            self.classes.set_element(node, element);
            return node;
        }
        match ty.base {
            BaseType::Long => self.classes.set_long(node),
            BaseType::Class(class) if self.is_opaque_type(class) => self.classes.add_type(node, class),
            BaseType::Class(_) => self.classes.set_concrete(node, span, Need::KnownType),
            BaseType::Unknown => self.classes.expose(node, span, Need::NotModelled),
            _ => {}
        }
        node
    }

    /// Objects of the type can be in the heap; of opaque types only if a place of it is concrete.
    fn add_types(&mut self, ty: Type) {
        match ty.base {
            BaseType::Class(class) if !self.is_opaque_type(class) => self.add_class(class),
            _ => {}
        }
    }

    pub(super) fn is_opaque_type(&self, class: ClassId) -> bool {
        self.program.is_opaque_type(class)
    }

    /// Objects of the class can be in the heap, and of its subclasses.
    pub(super) fn add_class(&mut self, class: ClassId) {
        if std::mem::replace(&mut self.has_subclasses[class.index()], true) {
            return;
        }
        for class in self.dispatcher.below(class) {
            if !std::mem::replace(&mut self.has_class[class.index()], true) {
                self.pending.push(Work::Class(class));
            }
        }
    }

    /// The clauses of a class and of its supertypes, and the types of its fields.
    fn walk_class(&mut self, id: ClassId) {
        let class = self.program.class(id);
        for field in &class.fields {
            let declared = self.program.field(*field);
            if !declared.is_static {
                self.add_types(declared.ty);
                if class.origin == ClassOrigin::User {
                    self.initial.push((declared.ty, self.fields[field.index()]));
                }
            }
        }
        let this = self.place(Type::class(id), class.span);
        let clauses = class.invariants.iter().chain(&class.constraints).chain(&class.initially).chain(&class.axioms);
        for clause in clauses {
            let locals = if clause.is_static { &[][..] } else { &[this] };
            self.add_formula(&clause.formula, locals, None);
        }
        if let Some(rep_ok) = class.rep_ok {
            let result = self.place(Type::BOOLEAN, class.span);
            self.call_virtual(rep_ok, id, &[this], result, class.span);
        }
        for parent in class.superclass.iter().chain(&class.interfaces) {
            if !std::mem::replace(&mut self.has_class[parent.index()], true) {
                self.pending.push(Work::Class(*parent));
            }
        }
    }

    /// Walks a formula whose first locals are these places. One that is no condition says where
    /// something may be assigned.
    fn add_formula(&mut self, formula: &'p Formula, outer: &[Node], result: Option<Node>) {
        let surroundings = self.formula_surroundings(formula, outer, result);
        let value = self.expr(&surroundings, &formula.expr);
        if formula.expr.ty != Type::BOOLEAN {
            self.classes.set_arithmetic(value, formula.expr.span, Need::Location);
            self.classes.set_concrete(value, formula.expr.span, Need::Location);
        }
    }

    fn formula_surroundings(&mut self, formula: &'p Formula, outer: &[Node], result: Option<Node>) -> Surroundings {
        let inner = formula.locals.get(outer.len()..).unwrap_or_default();
        let mut locals = outer.to_vec();
        locals.extend(inner.iter().map(|local: &Local| self.place(local.ty, local.span)));
        Surroundings { locals: locals.into(), result }
    }

    fn add_initializers(&mut self, class: ClassId) {
        let mut next = Some(class);
        while let Some(id) = next.filter(|id| !self.has_initializer[id.index()]) {
            self.has_initializer[id.index()] = true;
            if let Some(initializer) = self.program.class(id).static_initializer {
                self.reach(initializer);
            }
            next = self.program.class(id).superclass;
        }
    }

    /// A new object or array holds 0 there.
    pub(super) fn add_default(&mut self, place: Node, ty: Type) {
        if ty.is_integral() {
            self.classes.add_constant(place, 0);
        }
    }

    fn walk_method(&mut self, id: MethodId) {
        match &self.program.method(id).code {
            Code::Body(body) => self.walk_body(id, body),
            Code::Library => self.walk_native(id),
            Code::None => {}
        }
    }

    fn walk_body(&mut self, id: MethodId, body: &'p Body) {
        let places = self.reach(id);
        let surroundings = Surroundings { locals: places.locals, result: Some(places.result) };
        visit::for_each_stmt(&body.block, &mut |stmt| self.stmt(&surroundings, stmt));
        for info in &body.loops {
            info.invariants.iter().for_each(|clause| self.body_clause(&surroundings, clause));
            for clause in &info.decreases {
                let inner = self.formula_surroundings(&clause.formula, &surroundings.locals, surroundings.result);
                let measure = self.expr(&inner, &clause.formula.expr);
                self.classes.set_arithmetic(measure, clause.span, Need::Measure);
            }
        }
    }

    fn body_clause(&mut self, surroundings: &Surroundings, clause: &'p Clause) {
        self.add_formula(&clause.formula, &surroundings.locals, surroundings.result);
    }

    /// One statement without the blocks in it.
    fn stmt(&mut self, at: &Surroundings, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let value = self.expr(at, value);
                self.flow_to_local(at, *local, value);
            }
            StmtKind::SetField { object, field, value } => {
                self.object(at, object);
                let value = self.expr(at, value);
                self.flow_to_field(*field, value);
            }
            StmtKind::SetStatic { field, value } => {
                let value = self.expr(at, value);
                self.flow_to_field(*field, value);
            }
            StmtKind::SetElement { array, index, value } => {
                let element = self.element(at, array, index);
                let value = self.expr(at, value);
                self.classes.join(element, value);
            }
            StmtKind::New { result, class } => self.allocate(at, *result, *class, stmt.span),
            StmtKind::NewArray { result, ty, lengths } => {
                for length in lengths {
                    self.number(at, length, length.span, Need::Length);
                }
                self.allocate_array(at, *result, *ty, stmt.span);
            }
            StmtKind::Call { result, call } => {
                let value = self.call(at, call, stmt.span);
                if let Some(result) = result {
                    self.flow_to_local(at, *result, value);
                }
            }
            StmtKind::InitializeClass(class) => self.add_initializers(*class),
            StmtKind::Return(Some(value)) => {
                let value = self.expr(at, value);
                self.flow_to_result(at, value);
            }
            StmtKind::Throw(exception) => {
                let exception_value = self.expr(at, exception);
                self.classes.set_concrete(exception_value, exception.span, Need::Thrown);
            }
            StmtKind::If { cond, .. } => {
                self.expr(at, cond);
            }
            StmtKind::Try { handlers, .. } => handlers.iter().for_each(|handler| self.handler(at, handler, stmt.span)),
            StmtKind::SpecAssert(clause) | StmtKind::SpecAssume(clause) => self.body_clause(at, clause),
            StmtKind::Loop { .. }
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
        }
    }

    fn flow_to_local(&mut self, at: &Surroundings, local: LocalId, value: Node) {
        let local = self.local(at, local);
        self.classes.join(local, value);
    }

    fn flow_to_field(&mut self, field: FieldId, value: Node) {
        let place = self.fields[field.index()];
        self.classes.join(place, value);
    }

    fn flow_to_result(&mut self, at: &Surroundings, value: Node) {
        if let Some(result) = at.result {
            self.classes.join(result, value);
        }
    }

    fn allocate(&mut self, at: &Surroundings, result: LocalId, class: ClassId, span: Span) {
        let place = self.local(at, result);
        self.classes.set_concrete(place, span, Need::Allocated);
        self.add_class(class);
        let mut next = Some(class);
        while let Some(id) = next {
            for field in &self.program.class(id).fields {
                let declared = self.program.field(*field);
                if !declared.is_static {
                    self.add_default(self.fields[field.index()], declared.ty);
                }
            }
            next = self.program.class(id).superclass;
        }
    }

    fn allocate_array(&mut self, at: &Surroundings, result: LocalId, ty: Type, span: Span) {
        let array = self.place(ty, span);
        let (mut place, mut element) = (array, ty.element());
        while let Some(ty) = element {
            place = self.classes.element(place);
            self.add_default(place, ty);
            element = ty.element();
        }
        let local = self.local(at, result);
        self.classes.join(local, array);
    }

    fn handler(&mut self, at: &Surroundings, handler: &Handler, span: Span) {
        let exception = self.local(at, handler.local);
        self.classes.set_concrete(exception, span, Need::Thrown);
    }
}

pub(super) fn kind_of(ty: Type) -> Kind {
    if ty.is_integral() {
        Kind::Integral
    } else if ty.is_reference() {
        Kind::Reference
    } else {
        Kind::Other
    }
}

/// Do arrays of the first type fit places of the second?
fn is_array_below(program: &Program, sub: Type, sup: Type) -> bool {
    let (Some(sub), Some(sup)) = (sub.element(), sup.element()) else { return false };
    let is_object = |class: ClassId| program.class(class).name == "java.lang.Object";
    match (sub.as_class(), sup.as_class()) {
        (Some(sub), Some(sup)) => program.is_subclass(sub, sup) || is_object(sup),
        (None, Some(sup)) => sub.is_reference() && is_object(sup),
        _ => sub == sup || is_array_below(program, sub, sup),
    }
}
