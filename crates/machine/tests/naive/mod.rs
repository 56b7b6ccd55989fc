//! A deliberately naive interpreter of bodies: the second witness of what the lowering means.
//!
//! It walks the statements of [`tightrope_program::body`] exactly as their documentation reads,
//! with hash maps for objects and no thought of speed, so that it can be checked by reading. The
//! JVM runs the same programs (`tests/jvm.rs`). The few library methods that it needs are written
//! out in `library.rs` beside it; anything else stops the run with a message that names it.

mod floating;
mod library;

use std::collections::{HashMap, HashSet};
use tightrope_program::body::{
    BinaryOp, Body, Call, Dispatch, Expr, ExprKind, Handler, LogicalOp, Stmt, StmtKind, UnaryOp, Unsupported,
};
use tightrope_program::{
    BaseType, ClassId, ClassKind, ClassOrigin, Code, Constant, FieldId, LabelId, MethodId, MethodKind, Program, Type,
};
use tightrope_source::{FileId, SourceMap, Span};

/// How many calls may be inside each other: random programs come to several hundred, and what
/// recurses for ever fills any stack.
const DEPTH: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Boolean(bool),
    Null,
    Object(usize),
}

#[derive(Clone, Debug)]
struct Object {
    ty: Type,
    fields: HashMap<FieldId, Value>,
    elements: Vec<Value>,
    /// Of a string.
    text: Option<String>,
    /// Of an exception: where it was created by the program or thrown by the machine.
    line: usize,
}

/// Why an expression has no value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    Thrown(usize),
    /// Not modelled, or out of budget: the run says nothing.
    Failed(String),
}

/// How a statement ends.
#[derive(Clone, PartialEq, Debug)]
enum Flow {
    Next,
    Break(LabelId),
    Continue(LabelId),
    Return(Option<Value>),
}

type Evaluated<T> = Result<T, Stop>;

#[derive(Debug)]
pub(crate) struct Interpreter<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    heap: Vec<Object>,
    statics: HashMap<FieldId, Value>,
    initialized: HashSet<ClassId>,
    /// Classes whose initialisation threw.
    failed: HashSet<ClassId>,
    strings: HashMap<String, usize>,
    boxes: HashMap<(MethodId, i64), usize>,
    class_objects: HashMap<Type, usize>,
    /// The calls that are going on, outermost first.
    calls: Vec<Span>,
    steps: usize,
    depth: usize,
}

impl<'p> Interpreter<'p> {
    pub(crate) fn new(program: &'p Program, sources: &'p SourceMap) -> Interpreter<'p> {
        Interpreter {
            program,
            sources,
            heap: Vec::new(),
            statics: HashMap::new(),
            initialized: HashSet::new(),
            failed: HashSet::new(),
            strings: HashMap::new(),
            boxes: HashMap::new(),
            class_objects: HashMap::new(),
            calls: Vec::new(),
            steps: 0,
            depth: 0,
        }
    }

    /// Calls a static method without arguments; the text says how it ended: a value, or an
    /// exception and its line.
    pub(crate) fn outcome(&mut self, method: MethodId) -> String {
        self.steps = 0;
        self.depth = 0;
        self.calls.clear();
        let called = self.program.method(method);
        let result = self.initialize_at(called.class, called.span).and_then(|()| self.invoke(method, Vec::new()));
        match result {
            Ok(None) => "void".to_owned(),
            Ok(Some(value)) => self.show(value, self.program.method(method).return_type.unwrap_or(Type::INT)),
            Err(Stop::Thrown(object)) => self.show_exception(object),
            Err(Stop::Failed(why)) => format!("stopped: {why}"),
        }
    }

    fn show(&self, value: Value, ty: Type) -> String {
        match value {
            Value::Int(code) if ty == Type::CHAR => {
                format!("{}", char::from_u32(code as u32).unwrap_or_else(|| library::lone_half(code as u16)))
            }
            Value::Int(number) => number.to_string(),
            Value::Long(number) => number.to_string(),
            // Of the text there is but one witness besides the JVM.
            Value::Float(number) => tightrope_program::floating::single_text(number),
            Value::Double(number) => tightrope_program::floating::double_text(number),
            Value::Boolean(truth) => truth.to_string(),
            Value::Null => "null".to_owned(),
            Value::Object(object) => self.heap[object].text.clone().unwrap_or_else(|| "object".to_owned()),
        }
    }

    fn show_exception(&self, object: usize) -> String {
        let thrown = &self.heap[object];
        let name = thrown.ty.as_class().map_or("?", |class| self.program.class(class).name.as_str());
        format!("{name} at line {}", thrown.line)
    }

    /// The line that a stack trace would show first: inside the library, that of the call from the
    /// user's file, which is the first one.
    fn line(&self, span: Span) -> usize {
        let is_users = |span: &&Span| span.file == FileId(0);
        let visible = std::iter::once(&span).chain(self.calls.iter().rev()).find(is_users);
        self.sources.start(*visible.unwrap_or(&span)).line
    }

    fn class_named(&self, name: &str) -> Evaluated<ClassId> {
        self.program.class_named(name).ok_or_else(|| Stop::Failed(format!("no class {name}")))
    }

    fn throw<T>(&mut self, class: &str, span: Span) -> Evaluated<T> {
        let class = self.class_named(&format!("java.lang.{class}"))?;
        let object = self.allocate(Type::class(class));
        self.heap[object].line = self.line(span);
        Err(Stop::Thrown(object))
    }

    fn allocate(&mut self, ty: Type) -> usize {
        let mut fields = HashMap::new();
        let mut class = ty.as_class();
        while let Some(id) = class {
            for field in &self.program.class(id).fields {
                let declared = self.program.field(*field);
                if !declared.is_static {
                    fields.insert(*field, default_value(declared.ty));
                }
            }
            class = self.program.class(id).superclass;
        }
        self.heap.push(Object { ty, fields, elements: Vec::new(), text: None, line: 0 });
        self.heap.len() - 1
    }

    fn allocate_array(&mut self, ty: Type, lengths: &[i32], span: Span) -> Evaluated<usize> {
        if lengths.iter().any(|length| *length < 0) {
            return self.throw("NegativeArraySizeException", span);
        }
        let element = ty.element().ok_or_else(|| Stop::Failed("an array type was expected".to_owned()))?;
        let array = self.allocate(ty);
        for _ in 0..lengths[0] {
            let value = match lengths.len() {
                1 => default_value(element),
                _ => Value::Object(self.allocate_array(element, &lengths[1..], span)?),
            };
            self.heap[array].elements.push(value);
        }
        Ok(array)
    }

    fn string(&mut self, text: &str) -> Evaluated<Value> {
        if let Some(object) = self.strings.get(text) {
            return Ok(Value::Object(*object));
        }
        let value = self.new_string(text.to_owned())?;
        if let Value::Object(object) = value {
            self.strings.insert(text.to_owned(), object);
        }
        Ok(value)
    }

    fn new_string(&mut self, text: String) -> Evaluated<Value> {
        let class = self.class_named("java.lang.String")?;
        let object = self.allocate(Type::class(class));
        self.heap[object].text = Some(library::without_pairs(&text));
        Ok(Value::Object(object))
    }

    /// What leaves a static initialiser is an error, or becomes one (JLS 12.4.2).
    fn initialize_at(&mut self, class: ClassId, span: Span) -> Evaluated<()> {
        let error = self.class_named("java.lang.Error")?;
        match self.initialize(class) {
            Err(Stop::Thrown(object)) => {
                let thrown = self.heap[object].ty.as_class();
                if thrown.is_some_and(|thrown| self.program.is_subclass(thrown, error)) {
                    return Err(Stop::Thrown(object));
                }
                let wrapped = self.throw::<()>("ExceptionInInitializerError", span);
                if let Err(Stop::Thrown(error)) = wrapped {
                    self.set_cause(error, object)?;
                }
                wrapped
            }
            Ok(()) if self.failed.contains(&class) => self.throw("NoClassDefFoundError", span),
            other => other,
        }
    }

    fn set_cause(&mut self, error: usize, cause: usize) -> Evaluated<()> {
        let program = self.program;
        for field in &program.class(self.class_named("java.lang.Throwable")?).fields {
            let value = match program.field(*field).name.as_str() {
                "isConstructed" | "hasCause" => Value::Boolean(true),
                "cause" => Value::Object(cause),
                _ => continue,
            };
            self.heap[error].fields.insert(*field, value);
        }
        Ok(())
    }

    /// With a class its interfaces that have code are initialised, those that they extend first
    /// (JLS 12.4.2). `false`: one of them has failed before.
    fn initialize_interface(&mut self, interface: ClassId) -> Evaluated<bool> {
        for parent in self.program.class(interface).interfaces.clone() {
            if !self.initialize_interface(parent)? {
                return Ok(false);
            }
        }
        let methods = &self.program.class(interface).methods;
        let mut methods = methods.iter().map(|method| self.program.method(*method));
        let has_code =
            methods.any(|method| method.kind == MethodKind::Method && !method.is_abstract && !method.is_static);
        if has_code {
            self.initialize(interface)?;
        }
        Ok(!has_code || !self.failed.contains(&interface))
    }

    fn initialize(&mut self, class: ClassId) -> Evaluated<()> {
        if !self.initialized.insert(class) {
            return Ok(());
        }
        let result = self.initialize_now(class);
        let superclass = self.program.class(class).superclass;
        if result.is_err() || superclass.is_some_and(|superclass| self.failed.contains(&superclass)) {
            self.failed.insert(class);
        }
        result
    }

    fn initialize_now(&mut self, class: ClassId) -> Evaluated<()> {
        if let Some(superclass) = self.program.class(class).superclass {
            self.initialize(superclass)?;
            if self.failed.contains(&superclass) {
                return Ok(());
            }
        }
        if self.program.class(class).kind != ClassKind::Interface {
            for interface in self.program.class(class).interfaces.clone() {
                if !self.initialize_interface(interface)? {
                    self.failed.insert(class);
                    return Ok(());
                }
            }
        }
        match self.program.class(class).static_initializer {
            Some(method) => self.invoke(method, Vec::new()).map(|_| ()),
            None => Ok(()),
        }
    }

    fn call(&mut self, call: &Call, args: Vec<Value>, span: Span) -> Evaluated<Option<Value>> {
        let target = match call.dispatch {
            Dispatch::Static => call.method,
            Dispatch::Exact | Dispatch::Virtual if args[0] == Value::Null => {
                return self.throw("NullPointerException", span);
            }
            Dispatch::Exact => call.method,
            Dispatch::Virtual => self.override_of(call.method, args[0])?,
        };
        if target != call.method {
            self.check_bridge(target, &args, span)?;
        }
        let is_constructor = self.program.method(target).kind == MethodKind::Constructor;
        if let (true, Value::Object(object)) = (is_constructor, args.first().copied().unwrap_or(Value::Null))
            && self.heap[object].line == 0
        {
            self.heap[object].line = self.line(span);
        }
        self.calls.push(span);
        let result = match self.program.method(target).code {
            Code::Library => library::call(self, target, args, span),
            _ => self.invoke(target, args),
        };
        self.calls.pop();
        result
    }

    /// The bridge method that javac writes casts the arguments to the types of the override.
    fn check_bridge(&mut self, target: MethodId, args: &[Value], span: Span) -> Evaluated<()> {
        let types: Vec<Type> = self.program.method(target).params.iter().map(|param| param.ty).collect();
        for (ty, value) in types.into_iter().zip(&args[1..]) {
            if ty.is_reference() && *value != Value::Null && !self.is_instance(*value, ty) {
                return self.throw("ClassCastException", span);
            }
        }
        Ok(())
    }

    /// The method that a virtual call of `method` runs on this receiver (JLS 15.12.4.4).
    fn override_of(&self, method: MethodId, receiver: Value) -> Evaluated<MethodId> {
        let Value::Object(object) = receiver else { return Err(Stop::Failed("a receiver was expected".to_owned())) };
        let fits = |candidate: &MethodId| {
            let found = self.program.method(*candidate);
            *candidate == method || found.overrides.contains(&method)
        };
        let mut class = self.heap[object].ty.as_class().or_else(|| self.program.class_named("java.lang.Object"));
        let mut interfaces: Vec<ClassId> = Vec::new();
        while let Some(id) = class {
            let declared = self.program.class(id);
            if let Some(found) = declared.methods.iter().find(|candidate| fits(candidate))
                && !self.program.method(*found).is_abstract
            {
                return Ok(*found);
            }
            if let Some((_, found)) = declared.inherited_implementations.iter().find(|(wanted, _)| *wanted == method) {
                return Ok(*found);
            }
            interfaces.extend(&declared.interfaces);
            class = declared.superclass;
        }
        let mut next = 0;
        let mut defaults: Vec<MethodId> = Vec::new();
        while next < interfaces.len() {
            let declared = self.program.class(interfaces[next]);
            defaults.extend(declared.methods.iter().filter(|m| fits(m) && !self.program.method(**m).is_abstract));
            interfaces.extend(&declared.interfaces);
            next += 1;
        }
        let most_specific = defaults.iter().find(|candidate| {
            let overridden = |other: &MethodId| self.program.method(*other).overrides.contains(candidate);
            !defaults.iter().any(overridden)
        });
        most_specific.copied().ok_or_else(|| {
            let found = self.program.method(method);
            Stop::Failed(format!("no code for {}.{}", self.program.class(found.class).name, found.name))
        })
    }

    fn invoke(&mut self, method: MethodId, args: Vec<Value>) -> Evaluated<Option<Value>> {
        let Code::Body(body) = &self.program.method(method).code else {
            return Err(Stop::Failed(format!("{} has no body", self.program.method(method).name)));
        };
        self.depth += 1;
        if self.depth > DEPTH {
            let span = self.program.method(method).span;
            self.depth -= 1;
            return self.throw("StackOverflowError", span);
        }
        let mut locals = vec![Value::Null; body.locals.len()];
        for (slot, value) in args.into_iter().enumerate() {
            locals[slot] = value;
        }
        let flow = self.block(body, &mut locals, &body.block);
        self.depth -= 1;
        match flow? {
            Flow::Return(value) => Ok(value),
            Flow::Next => Ok(None),
            other => Err(Stop::Failed(format!("{other:?} leaves a body"))),
        }
    }

    fn block(&mut self, body: &'p Body, locals: &mut [Value], block: &'p [Stmt]) -> Evaluated<Flow> {
        for stmt in block {
            match self.statement(body, locals, stmt)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn count_step(&mut self) -> Evaluated<()> {
        self.steps += 1;
        if self.steps > 2_000_000 { Err(Stop::Failed("too many steps".to_owned())) } else { Ok(()) }
    }

    /// Control flow; everything else is an effect.
    fn statement(&mut self, body: &'p Body, locals: &mut [Value], stmt: &'p Stmt) -> Evaluated<Flow> {
        self.count_step()?;
        match &stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                let branch = if self.eval_boolean(locals, cond)? { then } else { otherwise };
                self.block(body, locals, branch)
            }
            StmtKind::Loop { label, body: inner, .. } => loop {
                self.count_step()?;
                match self.block(body, locals, inner)? {
                    Flow::Break(target) if target == *label => return Ok(Flow::Next),
                    Flow::Continue(target) if target == *label => {}
                    Flow::Next => {}
                    flow => return Ok(flow),
                }
            },
            StmtKind::Block { label, body: inner } => match self.block(body, locals, inner)? {
                Flow::Break(target) if target == *label => Ok(Flow::Next),
                flow => Ok(flow),
            },
            StmtKind::Break(label) => Ok(Flow::Break(*label)),
            StmtKind::Continue(label) => Ok(Flow::Continue(*label)),
            StmtKind::Return(None) => Ok(Flow::Return(None)),
            StmtKind::Return(Some(value)) => Ok(Flow::Return(Some(self.eval(locals, value)?))),
            StmtKind::Throw(value) => match self.eval(locals, value)? {
                Value::Object(object) => Err(Stop::Thrown(object)),
                _ => self.throw("NullPointerException", stmt.span),
            },
            StmtKind::Try { body: inner, handlers } => match self.block(body, locals, inner) {
                Err(Stop::Thrown(object)) => self.handle(body, locals, handlers, object),
                ended => ended,
            },
            _ => self.effect(locals, stmt).map(|()| Flow::Next),
        }
    }

    /// The first handler that wants the exception runs.
    fn handle(
        &mut self,
        body: &'p Body,
        locals: &mut [Value],
        handlers: &'p [Handler],
        thrown: usize,
    ) -> Evaluated<Flow> {
        let class = self.heap[thrown].ty.as_class();
        let fits = |class: &ClassId, wanted: &ClassId| self.program.is_subclass(*class, *wanted);
        let handler = handlers.iter().find(|handler| {
            handler.classes.is_empty()
                || class.is_some_and(|class| handler.classes.iter().any(|wanted| fits(&class, wanted)))
        });
        let Some(handler) = handler else { return Err(Stop::Thrown(thrown)) };
        locals[handler.local.index()] = Value::Object(thrown);
        self.block(body, locals, &handler.body)
    }

    fn effect(&mut self, locals: &mut [Value], stmt: &'p Stmt) -> Evaluated<()> {
        match &stmt.kind {
            StmtKind::Assign { local, value } => locals[local.index()] = self.eval(locals, value)?,
            StmtKind::SetField { object, field, value } => {
                let object = self.eval(locals, object)?;
                let value = self.eval(locals, value)?;
                let Value::Object(object) = object else { return self.throw("NullPointerException", stmt.span) };
                self.heap[object].fields.insert(*field, value);
            }
            StmtKind::SetStatic { field, value } => {
                let value = self.eval(locals, value)?;
                self.statics.insert(*field, value);
            }
            StmtKind::SetElement { array, index, value } => {
                let array = self.eval(locals, array)?;
                let index = self.eval(locals, index)?;
                let value = self.eval(locals, value)?;
                let (array, index) = self.element(array, index, stmt.span)?;
                self.check_store(array, value, stmt.span)?;
                self.heap[array].elements[index] = value;
            }
            StmtKind::New { result, class } => {
                let object = self.allocate(Type::class(*class));
                self.heap[object].line = self.line(stmt.span);
                locals[result.index()] = Value::Object(object);
            }
            StmtKind::NewArray { result, ty, lengths } => {
                let lengths = self.eval_ints(locals, lengths)?;
                locals[result.index()] = Value::Object(self.allocate_array(*ty, &lengths, stmt.span)?);
            }
            StmtKind::Call { result, call } => {
                let args = call.args.iter().map(|arg| self.eval(locals, arg)).collect::<Evaluated<Vec<Value>>>()?;
                let value = self.call(call, args, stmt.span)?;
                if let (Some(result), Some(value)) = (result, value) {
                    locals[result.index()] = value;
                }
            }
            StmtKind::InitializeClass(class) => self.initialize_at(*class, stmt.span)?,
            StmtKind::Unsupported(what) => return Err(unsupported(what)),
            // JML is evaluated elsewhere; control flow has been taken out before.
            _ => {}
        }
        Ok(())
    }

    fn eval_ints(&mut self, locals: &mut [Value], exprs: &[Expr]) -> Evaluated<Vec<i32>> {
        let mut numbers = Vec::new();
        for expr in exprs {
            match self.eval(locals, expr)? {
                Value::Int(number) => numbers.push(number),
                other => return Err(Stop::Failed(format!("int expected, not {other:?}"))),
            }
        }
        Ok(numbers)
    }

    fn eval_boolean(&mut self, locals: &mut [Value], expr: &Expr) -> Evaluated<bool> {
        match self.eval(locals, expr)? {
            Value::Boolean(truth) => Ok(truth),
            other => Err(Stop::Failed(format!("boolean expected, not {other:?}"))),
        }
    }

    fn eval(&mut self, locals: &mut [Value], expr: &Expr) -> Evaluated<Value> {
        match &expr.kind {
            ExprKind::Constant(constant) => self.constant(constant),
            ExprKind::Local(local) => Ok(locals[local.index()]),
            ExprKind::Field { object, field } => {
                match self.eval(locals, object)? {
                    Value::Object(object) => self.heap[object].fields.get(field).copied().ok_or_else(|| {
                        Stop::Failed(format!("object without field {}", self.program.field(*field).name))
                    }),
                    _ => self.throw("NullPointerException", expr.span),
                }
            }
            ExprKind::StaticField(field) => {
                let default = default_value(self.program.field(*field).ty);
                Ok(self.statics.get(field).copied().unwrap_or(default))
            }
            ExprKind::Element { array, index } => {
                let array = self.eval(locals, array)?;
                let index = self.eval(locals, index)?;
                let (array, index) = self.element(array, index, expr.span)?;
                Ok(self.heap[array].elements[index])
            }
            ExprKind::Length(array) => match self.eval(locals, array)? {
                Value::Object(array) => Ok(Value::Int(self.heap[array].elements.len() as i32)),
                _ => self.throw("NullPointerException", expr.span),
            },
            ExprKind::Unary { op, operand } => unary(*op, self.eval(locals, operand)?),
            ExprKind::Binary { op, left, right } => {
                let left = self.eval(locals, left)?;
                let right = self.eval(locals, right)?;
                self.binary(*op, left, right, expr.span)
            }
            ExprKind::Logical { op, left, right } => {
                let left = self.eval_boolean(locals, left)?;
                match op {
                    LogicalOp::And if !left => Ok(Value::Boolean(false)),
                    LogicalOp::Or if left => Ok(Value::Boolean(true)),
                    LogicalOp::Implies if !left => Ok(Value::Boolean(true)),
                    _ => self.eval(locals, right),
                }
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                if self.eval_boolean(locals, cond)? {
                    self.eval(locals, then)
                } else {
                    self.eval(locals, otherwise)
                }
            }
            ExprKind::Convert(operand) => convert(self.eval(locals, operand)?, expr.ty),
            ExprKind::Cast(operand) => {
                let value = self.eval(locals, operand)?;
                if value == Value::Null || self.is_instance(value, expr.ty) {
                    Ok(value)
                } else {
                    self.throw("ClassCastException", expr.span)
                }
            }
            ExprKind::InstanceOf { operand, ty } => {
                let value = self.eval(locals, operand)?;
                Ok(Value::Boolean(self.is_instance(value, *ty)))
            }
            ExprKind::Concat(parts) => self.concat(locals, parts),
            ExprKind::Unsupported(what) => Err(unsupported(what)),
            _ => Err(Stop::Failed("a formula inside a body".to_owned())),
        }
    }

    fn concat(&mut self, locals: &mut [Value], parts: &[Expr]) -> Evaluated<Value> {
        let mut text = String::new();
        for part in parts {
            let value = self.eval(locals, part)?;
            match value {
                Value::Object(object) if self.heap[object].text.is_none() => {
                    return Err(Stop::Failed("text of an object".to_owned()));
                }
                _ => text.push_str(&self.show(value, part.ty)),
            }
        }
        self.new_string(text)
    }

    fn constant(&mut self, constant: &Constant) -> Evaluated<Value> {
        Ok(match constant {
            Constant::Int(number) => Value::Int(*number),
            Constant::Long(number) => Value::Long(*number),
            Constant::Float(bits) => Value::Float(f32::from_bits(*bits)),
            Constant::Double(bits) => Value::Double(f64::from_bits(*bits)),
            Constant::Boolean(truth) => Value::Boolean(*truth),
            Constant::String(text) => return self.string(text),
            Constant::Null => Value::Null,
        })
    }

    fn element(&mut self, array: Value, index: Value, span: Span) -> Evaluated<(usize, usize)> {
        let Value::Object(array) = array else { return self.throw("NullPointerException", span) };
        match index {
            Value::Int(index) if index >= 0 && (index as usize) < self.heap[array].elements.len() => {
                Ok((array, index as usize))
            }
            _ => self.throw("ArrayIndexOutOfBoundsException", span),
        }
    }

    fn check_store(&mut self, array: usize, value: Value, span: Span) -> Evaluated<()> {
        match self.heap[array].ty.element() {
            Some(element) if element.is_reference() && value != Value::Null && !self.is_instance(value, element) => {
                self.throw("ArrayStoreException", span)
            }
            _ => Ok(()),
        }
    }

    fn is_instance(&self, value: Value, ty: Type) -> bool {
        match value {
            Value::Object(object) => self.is_subtype(self.heap[object].ty, ty),
            _ => false,
        }
    }

    fn is_subtype(&self, sub: Type, sup: Type) -> bool {
        let (BaseType::Class(wanted), 0) = (sup.base, sup.dims) else {
            let elements_fit = match (sub.element(), sup.element()) {
                (Some(sub), Some(sup)) if sub.is_reference() && sup.is_reference() => self.is_subtype(sub, sup),
                _ => false,
            };
            return sub == sup || elements_fit;
        };
        match sub.as_class() {
            Some(class) => self.program.is_subclass(class, wanted),
            None => {
                let name = self.program.class(wanted).name.as_str();
                matches!(name, "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable")
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Evaluated<Value> {
        let by_zero = matches!(right, Value::Int(0) | Value::Long(0));
        if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && by_zero {
            return self.throw("ArithmeticException", span);
        }
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => Ok(int_operation(op, left, right)),
            (Value::Long(left), Value::Long(right)) => Ok(long_operation(op, left, right)),
            (Value::Long(left), Value::Int(right)) => Ok(long_operation(op, left, i64::from(right))),
            (Value::Int(left), Value::Long(right)) => Ok(int_operation(op, left, right as i32)),
            (Value::Boolean(left), Value::Boolean(right)) => boolean_operation(op, left, right),
            _ => match op {
                BinaryOp::Equal => Ok(Value::Boolean(left == right)),
                BinaryOp::NotEqual => Ok(Value::Boolean(left != right)),
                _ => Err(Stop::Failed(format!("{op:?} of {left:?} and {right:?}"))),
            },
        }
    }
}

/// Is this a static method without parameters that the harness calls?
pub(crate) fn is_entry(program: &Program, method: MethodId) -> bool {
    let found = program.method(method);
    let class = program.class(found.class);
    class.origin == ClassOrigin::User
        && class.kind == ClassKind::Class
        && found.is_static
        && found.params.is_empty()
        && found.name.starts_with("test")
}

fn unsupported(what: &Unsupported) -> Stop {
    Stop::Failed(format!("{} ({})", what.construct.title(), what.detail))
}

fn default_value(ty: Type) -> Value {
    match ty.base {
        _ if ty.is_array() => Value::Null,
        BaseType::Boolean => Value::Boolean(false),
        BaseType::Byte | BaseType::Short | BaseType::Char | BaseType::Int => Value::Int(0),
        BaseType::Long => Value::Long(0),
        BaseType::Float => Value::Float(0.0),
        BaseType::Double => Value::Double(0.0),
        _ => Value::Null,
    }
}

fn convert(value: Value, ty: Type) -> Evaluated<Value> {
    let number = match value {
        Value::Int(number) => i64::from(number),
        Value::Long(number) => number,
        other => return Err(Stop::Failed(format!("conversion of {other:?}"))),
    };
    Ok(match ty.base {
        BaseType::Byte => Value::Int(i32::from(number as i8)),
        BaseType::Short => Value::Int(i32::from(number as i16)),
        BaseType::Char => Value::Int(i32::from(number as u16)),
        BaseType::Int => Value::Int(number as i32),
        BaseType::Long => Value::Long(number),
        other => return Err(Stop::Failed(format!("conversion to {other:?}"))),
    })
}

fn unary(op: UnaryOp, value: Value) -> Evaluated<Value> {
    Ok(match (op, value) {
        (UnaryOp::Negate, Value::Int(number)) => Value::Int(number.wrapping_neg()),
        (UnaryOp::Negate, Value::Long(number)) => Value::Long(number.wrapping_neg()),
        (UnaryOp::BitNot, Value::Int(number)) => Value::Int(!number),
        (UnaryOp::BitNot, Value::Long(number)) => Value::Long(!number),
        (UnaryOp::Not, Value::Boolean(truth)) => Value::Boolean(!truth),
        (op, value) => return Err(Stop::Failed(format!("{op:?} of {value:?}"))),
    })
}

fn int_operation(op: BinaryOp, left: i32, right: i32) -> Value {
    Value::Int(match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Remainder => left.wrapping_rem(right),
        BinaryOp::ShiftLeft => left.wrapping_shl(right as u32),
        BinaryOp::ShiftRight => left.wrapping_shr(right as u32),
        BinaryOp::ShiftRightUnsigned => (left as u32).wrapping_shr(right as u32) as i32,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        comparison => return Value::Boolean(compare(comparison, &left, &right)),
    })
}

fn long_operation(op: BinaryOp, left: i64, right: i64) -> Value {
    Value::Long(match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Remainder => left.wrapping_rem(right),
        BinaryOp::ShiftLeft => left.wrapping_shl(right as u32),
        BinaryOp::ShiftRight => left.wrapping_shr(right as u32),
        BinaryOp::ShiftRightUnsigned => (left as u64).wrapping_shr(right as u32) as i64,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        comparison => return Value::Boolean(compare(comparison, &left, &right)),
    })
}

fn boolean_operation(op: BinaryOp, left: bool, right: bool) -> Evaluated<Value> {
    Ok(Value::Boolean(match op {
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor | BinaryOp::NotEqual => left != right,
        BinaryOp::Equal => left == right,
        other => return Err(Stop::Failed(format!("{other:?} of booleans"))),
    }))
}

fn compare<T: PartialOrd>(op: BinaryOp, left: &T, right: &T) -> bool {
    match op {
        BinaryOp::Less => left < right,
        BinaryOp::LessEqual => left <= right,
        BinaryOp::Greater => left > right,
        BinaryOp::GreaterEqual => left >= right,
        BinaryOp::NotEqual => left != right,
        _ => left == right,
    }
}
