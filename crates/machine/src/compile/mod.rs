//! From bodies to bytecode.
//!
//! [`Executable::new`] compiles the given methods and everything that they can call (by the class
//! hierarchy of the whole program: the world is closed). Locals of a body keep their numbers as
//! registers; expressions are evaluated into scratch registers that are free again after each
//! statement.

mod expressions;
mod liveness;
pub(crate) use liveness::live_registers;
mod statements;
mod uses;

pub(crate) use expressions::{arithmetic, comparison};

use crate::accelerations::{Acceleration, Accelerations};
use crate::code::CountedLoop;
use crate::code::LoopMarks;
use crate::code::{Function, FunctionId, HandlerRange, Instruction, LoopRange, Memory, Register, Selector};
use crate::formula::{CompiledFormula, Invariants, Walk};
use crate::restriction::LazyReads;
use crate::runtime_types::RuntimeTypes;
use crate::text;
use crate::word::{self, Word};
use std::collections::HashMap;
use tightrope_heap::{Heap, Layouts};
use tightrope_program::body::{Body, Expr, ExprKind, Local, LoopInfo, Stmt, Unsupported};
use tightrope_program::constructs::Construct;
use tightrope_program::natives::{Native, find_native};
use tightrope_program::sorts::{Sort, Sorts};
use tightrope_program::{
    BaseType, ClassId, ClassKind, ClassOrigin, Code, Constant, FieldId, LabelId, Method, MethodId, MethodKind, Program,
    Type,
};
use tightrope_source::{Name, Span};

/// Compiled code: never changes while it runs, so any number of threads can share it.
#[derive(Debug)]
pub struct Executable<'p> {
    pub(crate) program: &'p Program,
    pub(crate) types: RuntimeTypes,
    pub(crate) functions: Vec<Function>,
    function_of: HashMap<(MethodId, Memory), FunctionId>,
    bridges: HashMap<(MethodId, MethodId, Memory), FunctionId>,
    /// Of classes that have none of their own, but something to be initialised before them.
    empty_initializers: HashMap<ClassId, FunctionId>,
    pub(crate) constants: Vec<Word>,
    pub(crate) texts: Vec<Name>,
    text_of: HashMap<Name, u32>,
    pub(crate) static_slots: HashMap<FieldId, u32>,
    pub(crate) static_defaults: Vec<Word>,
    /// The static fields whose initialisers are not modelled, by slot.
    pub(crate) spoilt: HashMap<u32, Unsupported>,
    pub(crate) templates: Vec<Vec<Type>>,
    pub(crate) well_known: WellKnown,
    /// By class: does it, or a superclass, have a static initialiser?
    pub(crate) needs_initialization: Vec<bool>,
    pub(crate) layouts: Layouts,
    pub(crate) formulas: Vec<CompiledFormula>,
    pub(crate) walks: Vec<Walk>,
    pub(crate) invariants: Invariants,
    /// Which places may hold ordered and opaque values; `None`: no place does.
    pub(crate) sorts: Option<Sorts>,
    /// By type number and slot: may a read of an open slot be deferred?
    pub(crate) deferring: Vec<Vec<LazyReads>>,
    /// By function and instruction: the registers that matter before it. Known only where a state
    /// defers.
    pub(crate) live: Vec<Vec<u64>>,
    /// `Object.equals`: its virtual call, and its code.
    pub(crate) object_equals: Option<(Selector, FunctionId)>,
    pending: Vec<FunctionId>,
    /// Of all functions but the library's.
    pub(crate) counted_loops: Vec<CountedLoop>,
    /// What may be used to be faster.
    accelerations: Accelerations,
}

/// Classes that the machine itself makes objects of.
#[derive(Clone, Debug)]
pub(crate) struct WellKnown {
    by_name: HashMap<&'static str, ClassId>,
}

const NEEDED: &[&str] = &[
    "java.lang.Object",
    "java.lang.String",
    "java.lang.Throwable",
    "java.lang.Error",
    "java.lang.NullPointerException",
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArrayStoreException",
    "java.lang.ClassCastException",
    "java.lang.NegativeArraySizeException",
    "java.lang.CloneNotSupportedException",
    "java.lang.ExceptionInInitializerError",
    "java.lang.NoClassDefFoundError",
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Short",
    "java.lang.Character",
    "java.lang.Integer",
    "java.lang.Long",
];

impl WellKnown {
    fn new(program: &Program) -> WellKnown {
        let found = program.class_ids().filter_map(|id| {
            let name = NEEDED.iter().find(|name| program.class(id).name == **name)?;
            Some((*name, id))
        });
        WellKnown { by_name: found.collect() }
    }

    /// `None` only for programs that were not lowered with the library.
    pub(crate) fn class(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }
}

impl<'p> Executable<'p> {
    /// Compiles `methods` and all that they reach.
    pub fn new(program: &'p Program, methods: impl IntoIterator<Item = MethodId>) -> Executable<'p> {
        Executable::for_heap(program, methods, &Heap::default())
    }

    /// Compiles `methods` and all that they reach for states that may hold ordered and opaque
    /// values where the sorts allow it. Requires: the sorts are those of entries that include the
    /// methods.
    pub fn with_sorts(
        program: &'p Program,
        methods: impl IntoIterator<Item = MethodId>,
        sorts: Sorts,
    ) -> Executable<'p> {
        Executable::build(program, methods, &Heap::default(), Some(sorts))
    }

    /// The same, able to hold this heap: an `Object[]` may hold arrays of types that the program
    /// never names.
    pub fn for_heap(program: &'p Program, methods: impl IntoIterator<Item = MethodId>, heap: &Heap) -> Executable<'p> {
        Executable::build(program, methods, heap, None)
    }

    /// The same code, run and evaluated with nothing else to be faster than these.
    #[must_use]
    pub fn accelerated_by(self, accelerations: Accelerations) -> Executable<'p> {
        Executable { accelerations, ..self }
    }

    /// May this be used to be faster?
    #[inline(always)]
    pub fn has(&self, one: Acceleration) -> bool {
        self.accelerations.has(one)
    }

    /// Is there anything to be faster with? If not, the reference evaluation is all there is.
    pub(crate) fn is_accelerated(&self) -> bool {
        self.accelerations.with(Acceleration::Rounds) != Accelerations::REFERENCE
    }

    fn build(
        program: &'p Program,
        methods: impl IntoIterator<Item = MethodId>,
        heap: &Heap,
        sorts: Option<Sorts>,
    ) -> Executable<'p> {
        let layouts = Layouts::new(program);
        let mut executable = Executable {
            program,
            types: RuntimeTypes::new(program, &layouts),
            functions: Vec::new(),
            function_of: HashMap::new(),
            bridges: HashMap::new(),
            empty_initializers: HashMap::new(),
            constants: Vec::new(),
            texts: Vec::new(),
            text_of: HashMap::new(),
            static_slots: HashMap::new(),
            static_defaults: Vec::new(),
            spoilt: HashMap::new(),
            templates: Vec::new(),
            well_known: WellKnown::new(program),
            needs_initialization: program.class_ids().map(|class| needs_initialization(program, class)).collect(),
            layouts,
            formulas: Vec::new(),
            walks: Vec::new(),
            invariants: Invariants::new(),
            sorts,
            deferring: Vec::new(),
            object_equals: None,
            live: Vec::new(),
            pending: Vec::new(),
            counted_loops: Vec::new(),
            accelerations: Accelerations::ALL,
        };
        executable.intern_declared_arrays();
        for object in &heap.objects {
            executable.types.intern(program, object.ty);
            // An object exists only if its class is initialised.
            if let Some(class) = object.ty.as_class() {
                executable.request_initializers(class);
            }
        }
        for method in methods {
            executable.request(method, Memory::Now);
            executable.request_initializers(program.method(method).class);
        }
        executable.compile_pending();
        executable
    }

    /// May an operand of a comparison be an ordered or opaque value? What is compared with an
    /// object is no opaque value.
    pub(crate) fn compares_symbols(&self, left: &Expr, right: &Expr) -> bool {
        let Some(sorts) = &self.sorts else { return false };
        if left.ty.is_integral() {
            let may_be_ordered = !is_long(left.ty) && !is_long(right.ty) || sorts.orders_longs();
            return may_be_ordered && may_be_symbol(sorts, left) && may_be_symbol(sorts, right);
        }
        let is_null = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(Constant::Null));
        let may_be_opaque = |expr: &Expr| self.is_opaque_type(expr.ty) && may_be_symbol(sorts, expr);
        let may_meet = |expr: &Expr| is_null(expr) || may_be_opaque(expr);
        may_meet(left) && may_meet(right) && (may_be_opaque(left) || may_be_opaque(right))
    }

    /// Can a `long` be an ordered value, and be told from a number?
    pub(crate) fn orders_longs(&self) -> bool {
        self.sorts.as_ref().is_some_and(Sorts::orders_longs)
    }

    /// May a value of the type be any 64 bits, so that a word says nothing of what it is?
    pub(crate) fn is_any_word(&self, ty: Type) -> bool {
        ty.is_wide() && !(ty == Type::LONG && self.orders_longs())
    }

    /// Is it one of the types that places of opaque values have?
    fn is_opaque_type(&self, ty: Type) -> bool {
        ty.as_class().is_some_and(|class| self.program.is_opaque_type(class))
    }

    pub(crate) fn compile_pending(&mut self) {
        while let Some(function) = self.pending.pop() {
            self.compile(function);
        }
    }

    /// Compiles one more method.
    pub fn request_method(&mut self, method: MethodId) {
        self.request(method, Memory::Now);
        self.compile_pending();
    }

    /// The array types of fields: heaps that come from outside may hold objects of them.
    fn intern_declared_arrays(&mut self) {
        let fields = self.program.fields.iter().map(|field| field.ty);
        let params = self.program.methods.iter().flat_map(|method| method.params.iter().map(|param| param.ty));
        let declared: Vec<Type> = fields.chain(params).filter(|ty| ty.is_array()).collect();
        for ty in declared {
            self.types.intern(self.program, ty);
        }
    }

    pub(crate) fn function(&self, method: MethodId) -> Option<FunctionId> {
        self.function_of.get(&(method, Memory::Now)).copied()
    }

    /// The function of a method that reads this version of the heap, to be compiled if it is not
    /// yet.
    pub(crate) fn request(&mut self, method: MethodId, memory: Memory) -> FunctionId {
        let unshared = self.sorts.as_ref().and_then(|sorts| sorts.unshared_box(self.program, method));
        let method = unshared.unwrap_or(method);
        if let Some(known) = self.function_of.get(&(method, memory)) {
            return *known;
        }
        let id = FunctionId(self.functions.len() as u32);
        self.function_of.insert((method, memory), id);
        let empty = Function {
            method,
            memory,
            initializes: None,
            params: 0,
            registers: 0,
            code: Vec::new(),
            spans: Vec::new(),
            defers: Vec::new(),
            handlers: Vec::new(),
            loops: Vec::new(),
            marks: LoopMarks::default(),
        };
        self.functions.push(empty);
        self.pending.push(id);
        id
    }

    /// The function that a virtual call of `method` enters when `target` implements it. Where the
    /// types of parameters differ (`compareTo(Object)` implemented by `compareTo(Node)`), javac
    /// writes a bridge that casts the arguments; so do we.
    fn request_override(&mut self, method: MethodId, target: MethodId, memory: Memory) -> FunctionId {
        let types = |id: MethodId| self.program.method(id).params.iter().map(|param| param.ty);
        if types(method).eq(types(target)) {
            return self.request(target, memory);
        }
        if let Some(known) = self.bridges.get(&(method, target, memory)) {
            return *known;
        }
        let function = self.request(target, memory);
        let mut compiler = FunctionCompiler::new(self, memory, 1 + types(target).len());
        compiler.bridge(target, function);
        let bridge = compiler.finish(target);
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(bridge);
        self.bridges.insert((method, target, memory), id);
        id
    }

    /// The static initialisers of a class and of what is initialised before it.
    pub(crate) fn request_initializers(&mut self, class: ClassId) {
        let mut any = None;
        for id in self.program.initialization_order(class) {
            let declared = self.program.class(id);
            any = declared.static_initializer.or(any);
            match (declared.static_initializer, any) {
                (Some(initializer), _) => drop(self.request(initializer, Memory::Now)),
                // Its initialisation takes as long as that of what comes before it.
                (None, Some(earlier)) if declared.kind != ClassKind::Interface => {
                    self.add_empty_initializer(id, earlier);
                }
                _ => {}
            }
        }
    }

    /// For a class that has no initialiser of its own.
    fn add_empty_initializer(&mut self, class: ClassId, earlier: MethodId) {
        if self.empty_initializers.contains_key(&class) {
            return;
        }
        let span = self.program.class(class).span;
        let mut compiler = FunctionCompiler::new(self, Memory::Now, 0);
        compiler.emit(Instruction::StartInitializer(class), span);
        compiler.emit(Instruction::CompleteInitializer(class), span);
        compiler.emit(Instruction::ReturnVoid, span);
        let function = Function { initializes: Some(class), ..compiler.finish(earlier) };
        self.empty_initializers.insert(class, FunctionId(self.functions.len() as u32));
        self.functions.push(function);
    }

    pub(crate) fn initializer(&self, class: ClassId) -> Option<FunctionId> {
        match self.program.class(class).static_initializer {
            Some(method) => self.function(method),
            None => self.empty_initializers.get(&class).copied(),
        }
    }

    fn compile(&mut self, function: FunctionId) {
        let Function { method, memory, .. } = self.functions[function.0 as usize];
        let program = self.program;
        let declared = program.method(method);
        let params = declared.params.len() + usize::from(!declared.is_static);
        let mut compiler = FunctionCompiler::new(self, memory, params);
        match &declared.code {
            Code::Body(body) => {
                compiler.is_of_library = program.class(declared.class).origin == ClassOrigin::Library;
                let initializes = initialized_class(declared);
                if let Some(class) = initializes {
                    compiler.emit(Instruction::StartInitializer(class), declared.span);
                }
                let end = compiler.body(body);
                if let Some(class) = initializes {
                    compiler.emit(Instruction::CompleteInitializer(class), end);
                }
                compiler.emit(Instruction::ReturnVoid, end);
            }
            Code::Library => compiler.native(method),
            Code::None => compiler.missing(method),
        }
        let is_of_library = compiler.is_of_library;
        let mut compiled = compiler.finish(method);
        if !is_of_library {
            self.count_loops_of(&mut compiled);
        }
        self.functions[function.0 as usize] = compiled;
    }

    /// What a native has to find out about objects.
    pub(crate) fn prepare_native(&mut self, native: Native) {
        if !matches!(native, Native::HasSame | Native::InsertSame) || self.object_equals.is_some() {
            return;
        }
        let object = self.well_known.class("java.lang.Object");
        let methods = object.map_or(&[][..], |object| &self.program.class(object).methods);
        let equals =
            methods.iter().copied().find(|method| find_native(self.program, *method) == Some(Native::ObjectEquals));
        if let Some(equals) = equals {
            let function = self.request(equals, Memory::Now);
            self.object_equals = Some((self.selector(equals, Memory::Now), function));
        }
    }

    pub(crate) fn text(&mut self, text: &Name) -> Word {
        let text = &text::joined_name(text);
        let next = self.texts.len() as u32;
        let index = *self.text_of.entry(text.clone()).or_insert(next);
        if index == next {
            self.texts.push(text.clone());
        }
        word::text(index)
    }

    pub(crate) fn constant(&mut self, value: Word) -> u32 {
        match self.constants.iter().position(|known| *known == value) {
            Some(index) => index as u32,
            None => {
                self.constants.push(value);
                self.constants.len() as u32 - 1
            }
        }
    }

    pub(crate) fn static_slot(&mut self, field: FieldId) -> u32 {
        if let Some(known) = self.static_slots.get(&field) {
            return *known;
        }
        let slot = self.static_defaults.len() as u32;
        self.static_slots.insert(field, slot);
        self.static_defaults.push(0);
        slot
    }

    /// The dispatch row of a method, filled for every class that can receive the call.
    pub(crate) fn selector(&mut self, method: MethodId, memory: Memory) -> Selector {
        let (selector, is_new) = self.types.selector(method, memory);
        if is_new {
            let owner = self.program.method(method).class;
            let program = self.program;
            let types: Vec<Type> = self.types.infos.iter().map(|info| info.ty).collect();
            let mut row = Vec::with_capacity(types.len());
            for ty in types {
                let class = ty.as_class().or_else(|| self.well_known.class("java.lang.Object"));
                let receives =
                    class.filter(|class| !program.class(*class).is_abstract || program.class(*class).is_private);
                let receives = receives.filter(|class| program.is_subclass(*class, owner));
                let target = receives.and_then(|class| program.implementation(class, method));
                row.push(target.map(|target| self.request_override(method, target, memory)));
            }
            self.types.dispatch[selector.0 as usize] = row;
        }
        selector
    }
}

/// Compiles one function.
pub(crate) struct FunctionCompiler<'e, 'p> {
    executable: &'e mut Executable<'p>,
    memory: Memory,
    params: u32,
    loops: &'p [LoopInfo],
    /// The locals of the body, which are its first registers: what formulas inside it see.
    locals: &'p [Local],
    /// It is code of the library.
    is_of_library: bool,
    code: Vec<Instruction>,
    spans: Vec<Span>,
    /// The instructions that read fields of one slot; whether those are references.
    reads: Vec<(usize, bool)>,
    handlers: Vec<HandlerRange>,
    ranges: Vec<LoopRange>,
    next: usize,
    most: usize,
    /// Where each label's statement is, and the jumps that still wait for its end.
    labels: HashMap<LabelId, Target>,
}

#[derive(Default)]
struct Target {
    start: u32,
    waiting: Vec<usize>,
    /// The jumps of `continue`, back to its start.
    continues: Vec<u32>,
}

impl<'e, 'p> FunctionCompiler<'e, 'p> {
    fn new(executable: &'e mut Executable<'p>, memory: Memory, params: usize) -> FunctionCompiler<'e, 'p> {
        FunctionCompiler {
            executable,
            memory,
            params: params as u32,
            loops: &[],
            locals: &[],
            is_of_library: false,
            code: Vec::new(),
            spans: Vec::new(),
            reads: Vec::new(),
            handlers: Vec::new(),
            ranges: Vec::new(),
            next: params,
            most: params,
            labels: HashMap::new(),
        }
    }

    fn finish(self, method: MethodId) -> Function {
        let mut defers = vec![false; self.code.len()];
        for (at, is_reference) in &self.reads {
            defers[*at] = *is_reference || self.handlers.is_empty() && uses::only_compares(&self.code, *at);
        }
        Function {
            method,
            memory: self.memory,
            initializes: initialized_class(self.executable.program.method(method)),
            params: self.params,
            registers: self.most as u32,
            code: self.code,
            spans: self.spans,
            defers,
            handlers: self.handlers,
            loops: self.ranges,
            marks: LoopMarks::default(),
        }
    }

    fn emit(&mut self, instruction: Instruction, span: Span) {
        self.code.push(instruction);
        self.spans.push(span);
    }

    fn here(&self) -> u32 {
        self.code.len() as u32
    }

    fn scratch(&mut self) -> Register {
        self.next += 1;
        self.most = self.most.max(self.next);
        // A body with more registers than this has been refused in `body`.
        (self.next - 1) as Register
    }

    /// All but the return at its end, and where that is.
    fn body(&mut self, body: &'p Body) -> Span {
        let end = body.block.last().map_or_else(no_span, |stmt| stmt.span);
        // Scratch registers come on top; expressions are bounded in depth by the parser.
        if body.locals.len() > usize::from(Register::MAX) / 2 {
            self.refuse(Construct::Untyped, "a method with this many variables", body.block.first());
            return end;
        }
        self.next = body.locals.len();
        self.most = self.next;
        self.locals = &body.locals;
        self.loops = &body.loops;
        self.block(&body.block);
        end
    }

    fn refuse(&mut self, construct: Construct, detail: &str, at: Option<&Stmt>) {
        let span = at.map_or_else(no_span, |stmt| stmt.span);
        let what = Unsupported { construct, detail: Name::new(detail), span };
        self.emit(Instruction::Unsupported(Box::new(what)), span);
    }

    /// Casts the arguments and passes them on.
    fn bridge(&mut self, target: MethodId, function: FunctionId) {
        let declared = self.executable.program.method(target);
        let span = declared.name_span;
        for (index, param) in declared.params.iter().enumerate() {
            if param.ty.is_reference() {
                let test = self.executable.types.test(self.executable.program, param.ty);
                self.emit(Instruction::Check { value: index as Register + 1, test }, span);
            }
        }
        let first = self.next as Register;
        for param in 0..=declared.params.len() as Register {
            let to = self.scratch();
            self.emit(Instruction::Move { to, from: param }, span);
        }
        let result = declared.return_type.map(|_| first);
        self.emit(Instruction::CallExact { function, args: first, result }, span);
        match result {
            Some(value) => self.emit(Instruction::Return { value }, span),
            None => self.emit(Instruction::ReturnVoid, span),
        }
    }

    /// A library method without Java code: the machine's own, or not modelled.
    fn native(&mut self, method: MethodId) {
        let declared = self.executable.program.method(method);
        let span = declared.span;
        match find_native(self.executable.program, method) {
            Some(native) => {
                self.executable.prepare_native(native);
                let result = declared.return_type.map(|_| 0);
                self.scratch();
                self.emit(Instruction::CallNative { native, method, args: 0, result }, span);
                match result {
                    Some(value) => self.emit(Instruction::Return { value }, span),
                    None => self.emit(Instruction::ReturnVoid, span),
                }
            }
            None => self.missing(method),
        }
    }

    fn missing(&mut self, method: MethodId) {
        let declared = self.executable.program.method(method);
        let class = &self.executable.program.class(declared.class).name;
        let detail = Name::from(format!("{class}.{}", declared.name));
        let what = Unsupported { construct: Construct::MissingMember, detail, span: declared.span };
        self.emit(Instruction::Unsupported(Box::new(what)), declared.span);
    }
}

fn initialized_class(method: &Method) -> Option<ClassId> {
    (method.kind == MethodKind::StaticInitializer).then_some(method.class)
}

fn needs_initialization(program: &Program, class: ClassId) -> bool {
    program.initialization_order(class).iter().any(|id| program.class(*id).static_initializer.is_some())
}

fn no_span() -> Span {
    Span::new(tightrope_source::FileId(0), 0, 0)
}

/// The word of a constant of the program, if it is no string.
pub(crate) fn constant_word(constant: &Constant) -> Option<Word> {
    Some(match constant {
        Constant::Int(value) => Word::from(*value),
        Constant::Long(value) => *value,
        Constant::Float(bits) => Word::from(*bits as i32),
        Constant::Double(bits) => *bits as Word,
        Constant::Boolean(truth) => Word::from(*truth),
        Constant::Null => word::NULL,
        Constant::String(_) => return None,
    })
}

/// Can the value be an ordered or opaque one, or meet one? `true` where that is not obvious.
fn may_be_symbol(sorts: &Sorts, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Field { field, .. } | ExprKind::StaticField(field) => {
            matches!(sorts.field(*field), Sort::Ordered { .. } | Sort::Opaque { .. })
        }
        ExprKind::Length(_) | ExprKind::Unary { .. } | ExprKind::Binary { .. } | ExprKind::SetSize(_) => false,
        ExprKind::Convert(operand) => widens(operand.ty, expr.ty) && may_be_symbol(sorts, operand),
        ExprKind::Cast(operand) | ExprKind::Old(operand) => may_be_symbol(sorts, operand),
        _ => true,
    }
}

/// Is every value of the first integral type one of the second?
pub(crate) fn widens(from: Type, to: Type) -> bool {
    let rank = |ty: Type| match ty.base {
        BaseType::Byte => 1,
        BaseType::Short => 2,
        BaseType::Int => 3,
        BaseType::Long => 4,
        _ => 0,
    };
    let from_char = from == Type::CHAR && (to == Type::INT || to == Type::LONG || to == Type::CHAR);
    from.is_integral() && to.is_integral() && (from_char || (from != Type::CHAR && rank(to) >= rank(from)))
}

/// Is it a value that may be any 64 bits?
pub(crate) fn is_long(ty: Type) -> bool {
    ty.is_wide()
}
