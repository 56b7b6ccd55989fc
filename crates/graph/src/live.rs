//! Of which classes there can be objects: rapid type analysis (Bacon & Sweeney, OOPSLA 1996).
//!
//! The classes of the initial heap, and those that code allocates which can be reached. What is
//! reached depends on the classes and the other way round, so both grow together.

use std::collections::{BTreeSet, HashMap};
use tightrope_program::body::{Body, Call, Dispatch, Expr, ExprKind, Stmt, StmtKind};
use tightrope_program::visit::{clause, exprs, for_each_expr, for_each_stmt};
use tightrope_program::{ClassId, Code, MethodId, Program, Type};

/// The result of the analysis.
#[derive(Clone, Debug, Default)]
pub struct LiveClasses {
    classes: BTreeSet<ClassId>,
    arrays: BTreeSet<Type>,
    methods: BTreeSet<MethodId>,
}

impl LiveClasses {
    pub fn classes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.classes.iter().copied()
    }

    pub fn contains(&self, class: ClassId) -> bool {
        self.classes.contains(&class)
    }

    pub fn has_arrays(&self) -> bool {
        !self.arrays.is_empty()
    }

    /// The methods with code that can be reached.
    pub fn methods(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.methods.iter().copied()
    }
}

struct Analysis<'p> {
    program: &'p Program,
    found: LiveClasses,
    /// Virtual calls, by the method called: they reach the implementations of classes that come to
    /// life later.
    virtual_calls: BTreeSet<MethodId>,
    pending: Vec<MethodId>,
    implementations: HashMap<(ClassId, MethodId), Option<MethodId>>,
}

/// What can be alive when these methods and formulas are evaluated on heaps with objects of these
/// types.
pub fn live_classes<'p>(
    program: &'p Program,
    methods: impl IntoIterator<Item = MethodId>,
    formulas: impl IntoIterator<Item = &'p Expr>,
    initial: impl IntoIterator<Item = Type>,
) -> LiveClasses {
    let mut analysis = Analysis {
        program,
        found: LiveClasses::default(),
        virtual_calls: BTreeSet::new(),
        pending: Vec::new(),
        implementations: HashMap::new(),
    };
    initial.into_iter().for_each(|ty| analysis.add_type(ty));
    for made in MADE_BY_THE_JVM {
        program.class_named(made).into_iter().for_each(|class| analysis.add_type(Type::class(class)));
    }
    methods.into_iter().for_each(|method| analysis.reach(method));
    formulas.into_iter().for_each(|formula| analysis.expr(formula));
    while let Some(method) = analysis.pending.pop() {
        if let Code::Body(body) = &program.method(method).code {
            analysis.body(body);
        }
    }
    analysis.found
}

/// Strings come from literals too.
const MADE_BY_THE_JVM: &[&str] = &[
    "java.lang.NullPointerException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArithmeticException",
    "java.lang.ClassCastException",
    "java.lang.ArrayStoreException",
    "java.lang.NegativeArraySizeException",
    "java.lang.String",
    "java.lang.Class",
    "java.lang.CloneNotSupportedException",
];

impl<'p> Analysis<'p> {
    fn reach(&mut self, method: MethodId) {
        if self.found.methods.insert(method) {
            self.pending.push(method);
        }
    }

    fn add_type(&mut self, ty: Type) {
        if ty.is_array() {
            self.found.arrays.insert(ty);
            return;
        }
        let Some(class) = ty.as_class() else { return };
        if !self.found.classes.insert(class) {
            return;
        }
        let calls: Vec<MethodId> = self.virtual_calls.iter().copied().collect();
        calls.into_iter().for_each(|method| self.dispatch(class, method));
        self.initialize(class);
    }

    fn initialize(&mut self, class: ClassId) {
        for class in self.program.initialization_order(class) {
            self.program.class(class).static_initializer.into_iter().for_each(|method| self.reach(method));
        }
    }

    fn dispatch(&mut self, class: ClassId, method: MethodId) {
        let program = self.program;
        if !program.is_subclass(class, program.method(method).class) {
            return;
        }
        let target =
            *self.implementations.entry((class, method)).or_insert_with(|| program.implementation(class, method));
        target.into_iter().for_each(|target| self.reach(target));
    }

    fn body(&mut self, body: &'p Body) {
        for_each_stmt(&body.block, &mut |stmt| self.statement(stmt));
        let clauses = body.loops.iter().flat_map(|info| info.invariants.iter().chain(&info.decreases));
        clauses.for_each(|clause| self.expr(&clause.formula.expr));
    }

    fn statement(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::New { class, .. } => self.add_type(Type::class(*class)),
            StmtKind::NewArray { ty, lengths, .. } => {
                let types = std::iter::successors(Some(*ty), |ty| ty.element().filter(|element| element.is_array()));
                types.take(lengths.len()).for_each(|ty| self.add_type(ty));
            }
            StmtKind::Call { call, .. } => self.call(call),
            StmtKind::InitializeClass(class) => self.initialize(*class),
            _ => {}
        }
        exprs(stmt).into_iter().for_each(|expr| self.expr(expr));
        clause(stmt).into_iter().for_each(|clause| self.expr(&clause.formula.expr));
    }

    fn expr(&mut self, expr: &'p Expr) {
        for_each_expr(expr, &mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                self.call(call);
            }
        });
    }

    fn call(&mut self, call: &Call) {
        if call.dispatch != Dispatch::Virtual || call.args.first().is_some_and(|receiver| receiver.ty.is_array()) {
            return self.reach(call.method);
        }
        if self.virtual_calls.insert(call.method) {
            let classes: Vec<ClassId> = self.found.classes().collect();
            classes.into_iter().for_each(|class| self.dispatch(class, call.method));
            if self.program.class(self.program.method(call.method).class).name == "java.lang.Object" {
                // On arrays.
                self.reach(call.method);
            }
        }
    }
}
