//! Statements: effects, jumps, calls, handlers.

use super::{FunctionCompiler, Target, is_long};
use crate::code::{HandlerRange, Instruction, LoopRange, NO_MEASURE, Register, SpecKind};
use crate::formula::FormulaId;
use tightrope_program::body::{Call, Dispatch, Expr, Handler, LoopInfo, Stmt, StmtKind};
use tightrope_program::contract::{Clause, Formula, Origin};
use tightrope_program::natives::{Native, find_native};
use tightrope_program::{Code, FieldId, LabelId, LocalId, LoopId, MethodId, MethodKind, Program};
use tightrope_source::Span;

impl<'p> FunctionCompiler<'_, 'p> {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            let top = self.next;
            self.statement(stmt);
            self.next = top;
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { local, value } => self.value_into(value, register(*local)),
            StmtKind::SetField { object, field, value } => self.set_field(object, *field, value, span),
            StmtKind::SetStatic { field, value } => {
                let value = self.value(value);
                let slot = self.executable.static_slot(*field);
                self.emit(Instruction::SetStatic { slot, value }, span);
            }
            StmtKind::SetElement { array, index, value } => {
                let (array, index, value) = (self.value(array), self.value(index), self.value(value));
                self.emit(Instruction::SetElement { array, index, value }, span);
            }
            StmtKind::New { result, class } => {
                let ty = self.executable.types.intern(self.executable.program, tightrope_program::Type::class(*class));
                self.emit(Instruction::New { to: register(*result), ty }, span);
            }
            StmtKind::NewArray { result, ty, lengths } => {
                let count = lengths.len() as u8;
                let lengths = self.consecutive(lengths);
                let ty = self.executable.types.intern(self.executable.program, *ty);
                self.emit(Instruction::NewArray { to: register(*result), ty, lengths, count }, span);
            }
            StmtKind::Call { result, call } => self.call(*result, call, span),
            StmtKind::InitializeClass(class) => self.initialize_class(*class, span),
            StmtKind::If { cond, then, otherwise } => self.branch(cond, then, otherwise, span),
            StmtKind::Loop { id, label, body } => self.repeat(*id, *label, body, span),
            StmtKind::Block { label, body } => {
                self.labels.insert(*label, Target { start: self.here(), ..Target::default() });
                self.block(body);
                self.end_label(*label);
            }
            StmtKind::Break(label) => self.jump_to_end(*label, span),
            StmtKind::Continue(label) => {
                let at = self.here();
                let target = self.labels.get_mut(label).map_or(0, |target| {
                    target.continues.push(at);
                    target.start
                });
                self.emit(Instruction::Jump { target }, span);
            }
            StmtKind::Return(None) => self.emit(Instruction::ReturnVoid, span),
            StmtKind::Return(Some(value)) => {
                let value = self.value(value);
                self.emit(Instruction::Return { value }, span);
            }
            StmtKind::Throw(value) => {
                let value = self.value(value);
                self.emit(Instruction::Throw { value }, span);
            }
            StmtKind::Try { body, handlers } => self.guarded(body, handlers, span),
            StmtKind::SpecAssert(clause) => self.require(assertion_kind(clause), clause),
            StmtKind::SpecAssume(clause) => {
                let (formula, locals) = self.formula(&clause.formula);
                self.emit(Instruction::Assume { formula, locals }, clause.span);
            }
            StmtKind::Unsupported(what) => self.emit(Instruction::Unsupported(Box::new(what.clone())), span),
        }
    }

    fn set_field(&mut self, object: &Expr, field: FieldId, value: &Expr, span: Span) {
        let (object, value) = (self.value(object), self.value(value));
        let long = is_long(self.executable.program.field(field).ty);
        match self.executable.types.slot(field) {
            Some(slot) if long => self.emit(Instruction::SetLong { object, slot, value }, span),
            Some(slot) => self.emit(Instruction::SetField { object, slot, value }, span),
            None => self.stateless_field(field, span),
        }
    }

    fn call(&mut self, result: Option<LocalId>, call: &Call, span: Span) {
        // The receiver of a constructor is the new object or `this`: never null.
        if call.dispatch == Dispatch::Exact
            && does_nothing(self.executable.program, call.method, 16)
            && call.args.len() == 1
        {
            return;
        }
        let args = self.consecutive(&call.args);
        let result = result.map(register);
        let instruction = match call.dispatch {
            Dispatch::Static => self.static_call(call.method, args, result),
            Dispatch::Exact => {
                let function = self.executable.request(call.method, self.memory);
                Instruction::CallExact { function, args, result }
            }
            Dispatch::Virtual => {
                let selector = self.executable.selector(call.method, self.memory);
                Instruction::CallVirtual { selector, args, result }
            }
        };
        self.emit(instruction, span);
    }

    /// The library's own calls of natives need no frame: nobody looks into the library.
    fn static_call(&mut self, method: MethodId, args: Register, result: Option<Register>) -> Instruction {
        let program = self.executable.program;
        let is_bare = |native: &Native| self.is_of_library || matches!(native, Native::Floating { .. });
        let native = find_native(program, method).filter(is_bare);
        match native.filter(|_| matches!(program.method(method).code, Code::Library)) {
            Some(native) => {
                self.executable.prepare_native(native);
                Instruction::CallNative { native, method, args, result }
            }
            None => Instruction::Call { function: self.executable.request(method, self.memory), args, result },
        }
    }

    fn initialize_class(&mut self, class: tightrope_program::ClassId, span: Span) {
        self.executable.request_initializers(class);
        self.emit(Instruction::InitializeClass(class), span);
    }

    fn branch(&mut self, cond: &Expr, then: &[Stmt], otherwise: &[Stmt], span: Span) {
        let top = self.next;
        let to_otherwise = self.jumps_unless(cond);
        self.next = top;
        self.block(then);
        if otherwise.is_empty() {
            return self.land(&to_otherwise);
        }
        let to_end = self.here() as usize;
        self.emit(Instruction::Jump { target: 0 }, span);
        self.land(&to_otherwise);
        self.block(otherwise);
        self.land(&[to_end]);
    }

    /// A formula inside the body, and how many registers it sees.
    pub(super) fn formula(&mut self, formula: &Formula) -> (FormulaId, Register) {
        (self.executable.enter_formula(formula, self.memory), self.locals.len() as Register)
    }

    fn require(&mut self, kind: SpecKind, clause: &Clause) {
        let (formula, locals) = self.formula(&clause.formula);
        self.emit(Instruction::Require { kind, formula, locals }, clause.span);
    }

    fn repeat(&mut self, id: LoopId, label: LabelId, body: &[Stmt], span: Span) {
        let loops: &'p [LoopInfo] = self.loops;
        let LoopInfo { invariants, decreases, span: header } = &loops[id.index()];
        // The measures of the iteration before, kept for as long as the loop runs.
        let measures: Vec<Register> = decreases.iter().map(|_| self.scratch()).collect();
        for measure in &measures {
            let index = self.executable.constant(NO_MEASURE);
            self.emit(Instruction::Constant { to: *measure, index }, span);
        }
        let start = self.here();
        self.labels.insert(label, Target { start, ..Target::default() });
        invariants.iter().for_each(|clause| self.require(SpecKind::LoopInvariant, clause));
        for (clause, last) in decreases.iter().zip(measures) {
            let (formula, locals) = self.formula(&clause.formula);
            self.emit(Instruction::Decrease { formula, locals, last }, clause.span);
        }
        self.block(body);
        let mut back_edges = self.labels.get(&label).map_or_else(Vec::new, |target| target.continues.clone());
        back_edges.push(self.here());
        self.emit(Instruction::Jump { target: start }, span);
        self.ranges.push(LoopRange { id, header: *header, start, end: self.here(), back_edges });
        self.end_label(label);
    }

    fn jump_to_end(&mut self, label: LabelId, span: Span) {
        let at = self.here() as usize;
        self.emit(Instruction::Jump { target: 0 }, span);
        if let Some(target) = self.labels.get_mut(&label) {
            target.waiting.push(at);
        }
    }

    fn end_label(&mut self, label: LabelId) {
        if let Some(target) = self.labels.remove(&label) {
            self.land(&target.waiting);
        }
    }

    fn guarded(&mut self, body: &[Stmt], handlers: &[Handler], span: Span) {
        let start = self.here();
        self.block(body);
        let end = self.here();
        let mut to_end = vec![self.here() as usize];
        self.emit(Instruction::Jump { target: 0 }, span);
        for handler in handlers {
            let program = self.executable.program;
            let tests = handler
                .classes
                .iter()
                .map(|class| self.executable.types.test(program, tightrope_program::Type::class(*class)));
            let classes = tests.collect();
            let target = self.here();
            self.handlers.push(HandlerRange { start, end, classes, exception: register(handler.local), target });
            self.block(&handler.body);
            to_end.push(self.here() as usize);
            self.emit(Instruction::Jump { target: 0 }, span);
        }
        self.land(&to_end);
    }
}

/// A constructor that only calls one that does nothing either: `Object()`, and default constructors
/// above it. Looks through at most `depth` of them: constructors of a program with errors may call
/// each other in circles.
fn does_nothing(program: &Program, method: MethodId, depth: usize) -> bool {
    let declared = program.method(method);
    let Code::Body(body) = &declared.code else { return false };
    depth > 0
        && declared.kind == MethodKind::Constructor
        && body.block.iter().all(|stmt| match &stmt.kind {
            StmtKind::Return(None) => true,
            StmtKind::Call { call, .. } => {
                call.dispatch == Dispatch::Exact && does_nothing(program, call.method, depth - 1)
            }
            _ => false,
        })
}

fn register(local: LocalId) -> Register {
    local.0 as Register
}

fn assertion_kind(clause: &Clause) -> SpecKind {
    match clause.origin {
        Origin::Callee(method) => SpecKind::Precondition(method),
        _ => SpecKind::Assert,
    }
}
