//! Calls, object and array creation, class initialisation (JLS 15.12, 15.9, 15.10, 12.4).
//!
//! A class is initialised explicitly, where Java does it: by `new` before the arguments, by a
//! static call after them, by a static field when it is read or written. It is left out where it
//! has certainly happened already: in the class itself and its subclasses, and after an
//! initialisation on every way to the place.

use super::{Code, Flattener};
use crate::body::{BinaryOp, Call, Dispatch, Expr, ExprKind, LocalKind, StmtKind, Unsupported};
use crate::constructs::Construct;
use crate::lower::declarations::Captured;
use crate::lower::typed::TypedExpr;
use crate::program::{ClassId, Constant, FieldId, LocalId, MethodId, MethodKind, Type};
use tightrope_source::{Name, Span};

impl Flattener<'_, '_> {
    /// JLS 15.12.4: receiver, arguments, then the check of the receiver (which `Call` does).
    pub(super) fn call(
        &mut self,
        expr: &TypedExpr,
        dispatch: Dispatch,
        method: MethodId,
        args: &[TypedExpr],
        wanted: bool,
    ) -> Expr {
        let called = self.program().method(method);
        let mut args = self.operands(args);
        if dispatch == Dispatch::Static {
            args = self.initialize_after(called.class, args, expr.span);
        }
        if called.kind == MethodKind::Constructor {
            self.add_captured_values(method, &mut args, expr.span);
        }
        let result = match called.return_type {
            Some(ty) if wanted && self.code.completes => Some(self.temporary(ty, expr.span)),
            _ => None,
        };
        self.push(expr.span, StmtKind::Call { result, call: Call { dispatch, method, args } });
        match result {
            Some(result) => self.local(result, expr.span),
            None => self.no_value(expr.ty, expr.span),
        }
    }

    /// JLS 15.9.4: the enclosing instance and its check, the new object, the arguments, the
    /// constructor.
    pub(super) fn new_object(
        &mut self,
        expr: &TypedExpr,
        class: ClassId,
        constructor: MethodId,
        args: &[TypedExpr],
    ) -> Expr {
        let span = expr.span;
        self.initialize_class(class, span);
        let is_inner = self.program().class(class).outer_instance.is_some();
        let (outer, args) = args.split_at(if is_inner { args.len().min(1) } else { 0 });
        let mut values = Vec::new();
        for outer in outer {
            let value = self.value(outer);
            values.push(self.keep(value));
        }
        let object = self.temporary(Type::class(class), span);
        self.push(span, StmtKind::New { result: object, class });
        values.insert(0, self.local(object, span));
        values.extend(self.operands(args));
        self.add_captured_values(constructor, &mut values, span);
        let call = Call { dispatch: Dispatch::Exact, method: constructor, args: values };
        self.push(span, StmtKind::Call { result: None, call });
        self.local(object, span)
    }

    pub(super) fn new_array(&mut self, expr: &TypedExpr, ty: Type, lengths: &[TypedExpr]) -> Expr {
        let lengths = self.operands(lengths);
        let result = self.temporary(ty, expr.span);
        self.push(expr.span, StmtKind::NewArray { result, ty, lengths });
        self.local(result, expr.span)
    }

    /// JLS 10.6: the array first, then element after element.
    pub(super) fn array_literal(&mut self, expr: &TypedExpr, ty: Type, elements: &[TypedExpr]) -> Expr {
        let result = self.temporary(ty, expr.span);
        let length = super::int(i32::try_from(elements.len()).unwrap_or(i32::MAX), expr.span);
        self.push(expr.span, StmtKind::NewArray { result, ty, lengths: vec![length] });
        for (index, element) in (0i32..).zip(elements) {
            let value = self.value(element);
            let (array, index) = (self.local(result, element.span), super::int(index, element.span));
            self.push(element.span, StmtKind::SetElement { array, index, value });
        }
        self.local(result, expr.span)
    }

    pub(super) fn static_field(&mut self, expr: &TypedExpr, field: FieldId) -> Expr {
        self.initialize_class(self.program().field(field).class, expr.span);
        let ty = expr.ty.unwrap_or(self.program().field(field).ty);
        Expr { kind: ExprKind::StaticField(field), ty, span: expr.span }
    }

    /// Initialises a class between the evaluation of `values` and their use.
    pub(super) fn initialize_after(&mut self, class: ClassId, values: Vec<Expr>, span: Span) -> Vec<Expr> {
        if !self.needs_initialization(class) {
            return values;
        }
        let values = self.keep_all(values);
        self.initialize_class(class, span);
        values
    }

    pub(super) fn initialize_class(&mut self, class: ClassId, span: Span) {
        if self.needs_initialization(class) {
            self.initialized.push(class);
            self.push(span, StmtKind::InitializeClass(class));
        }
    }

    fn needs_initialization(&self, class: ClassId) -> bool {
        let program = self.program();
        let order = program.initialization_order(class);
        order.iter().any(|class| program.class(*class).static_initializer.is_some()) && !self.is_initialized(class)
    }

    /// Has the initialisation of the class certainly happened or begun, here at the latest, and not
    /// failed?
    ///
    /// Objects may have left a class before its initialiser failed, and a subclass that finished
    /// while it ran can be used still. So neither instance methods nor a subclass vouch for a
    /// class.
    fn is_initialized(&self, class: ClassId) -> bool {
        let method = self.program().method(self.method);
        let vouches = match method.kind {
            MethodKind::StaticInitializer => self.superclasses(method.class).any(|above| above == class),
            _ => method.is_static && method.class == class,
        };
        vouches || self.initialized.contains(&class)
    }

    /// The class and its superclasses. A cycle (an error that has been reported) ends the walk.
    fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let program = self.program();
        std::iter::successors(Some(class), move |class| program.class(*class).superclass).take(program.classes.len())
    }

    /// The same value, after a check that throws `NullPointerException`.
    pub(super) fn not_null(&mut self, value: Expr, span: Span) -> Expr {
        if self.is_never_null(&value) {
            return value;
        }
        let value = self.keep_simple(value);
        let null = Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span };
        let (left, right) = (Box::new(value.clone()), Box::new(null));
        let kind = ExprKind::Binary { op: BinaryOp::Equal, left, right };
        let ((), then) = self.branch(|this| this.throw_null_pointer(span));
        self.push_if(span, Expr { kind, ty: Type::BOOLEAN, span }, then, Code::new());
        value
    }

    /// `this` and its enclosing instances.
    fn is_never_null(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Local(local) => self.locals.get(local.index()).is_some_and(|local| local.kind == LocalKind::This),
            ExprKind::Field { object, field } => {
                let class = self.program().field(*field).class;
                self.program().class(class).outer_instance == Some(*field) && self.is_never_null(object)
            }
            _ => false,
        }
    }

    fn throw_null_pointer(&mut self, span: Span) {
        let class = self.surroundings.null_pointer_exception;
        let program = self.program();
        let object = self.temporary(Type::class(class), span);
        self.push(span, StmtKind::New { result: object, class });
        let is_plain = |method: &&MethodId| {
            let method = program.method(**method);
            method.kind == MethodKind::Constructor && method.params.is_empty()
        };
        if let Some(constructor) = program.class(class).methods.iter().find(is_plain) {
            let args = vec![self.local(object, span)];
            let call = Call { dispatch: Dispatch::Exact, method: *constructor, args };
            self.push(span, StmtKind::Call { result: None, call });
        }
        let thrown = self.local(object, span);
        self.push_ending(span, StmtKind::Throw(thrown), false);
    }

    /// Adds what the constructors of a local class take after their own arguments: the variables
    /// that it captured, as far as the typed tree does not pass them already.
    fn add_captured_values(&mut self, constructor: MethodId, args: &mut Vec<Expr>, span: Span) {
        let constructor = self.program().method(constructor);
        let captured = (self.surroundings.captured)(constructor.class);
        let missing = (1 + constructor.params.len()).saturating_sub(args.len()).min(captured.len());
        for captured in &captured[captured.len() - missing..] {
            let value = self.captured_value(captured, span);
            args.push(value);
        }
    }

    /// A captured variable is final: its own body has it as a variable, the constructors of classes
    /// that captured it as a parameter, their other methods in a field of `this` or of an enclosing
    /// instance.
    fn captured_value(&mut self, captured: &Captured, span: Span) -> Expr {
        if captured.owner == self.method {
            return self.local(captured.variable, span);
        }
        let program = self.program();
        let method = program.method(self.method);
        let same = |other: &Captured| other.owner == captured.owner && other.variable == captured.variable;
        let here = (self.surroundings.captured)(method.class);
        if let Some(position) = here.iter().position(same)
            && method.kind == MethodKind::Constructor
        {
            let parameter = 1 + (method.params.len() + position).saturating_sub(here.len());
            return self.local(LocalId(parameter as u32), span);
        }
        let mut object = self.local(LocalId(0), span);
        let mut class = method.class;
        for _ in 0..program.classes.len() {
            if let Some(found) = (self.surroundings.captured)(class).iter().find(|other| same(other)) {
                return field_of(object, found.field, program.field(found.field).ty);
            }
            let (Some(outer), Some(next)) = (program.class(class).outer_instance, program.class(class).outer) else {
                break;
            };
            object = field_of(object, outer, program.field(outer).ty);
            class = next;
        }
        let detail = Name::new("captured variable");
        self.unsupported(Unsupported { construct: Construct::Untyped, detail, span });
        self.no_value(Some(program.field(captured.field).ty), span)
    }
}

fn field_of(object: Expr, field: FieldId, ty: Type) -> Expr {
    let span = object.span;
    Expr { kind: ExprKind::Field { object: Box::new(object), field }, ty, span }
}
