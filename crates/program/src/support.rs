//! Which methods can be checked, and why others cannot: what a method reaches through calls.
//!
//! A method is supported if neither its code, nor its contract (with what it inherits), nor the
//! invariants of its class, nor any code that these can call contains something that is not
//! modelled. The contracts of callees do not count: a callee is run, not trusted.
//!
//! A virtual call reaches the method itself and its overriders in the user's classes below the
//! receiver's static class. But a method that the library (or `Object`) declares, called on a
//! receiver of a library type (`o.equals(p)`, `it.next()`, `a.compareTo(b)`), is an operation on an
//! opaque value and reaches no code of the user.
//!
//! Time is linear in the program: the graph has one node for each pair of called method and static
//! class, shared by its call sites, and one search against its edges marks everything that reaches
//! something unsupported. Chains are made when asked for.

use crate::body::{Body, Call, Dispatch, Expr, ExprKind, Stmt, StmtKind, Unsupported};
use crate::contract::Contract;
use crate::program::{ClassId, ClassOrigin, Code, MethodId, Program};
use crate::visit;
use std::collections::{HashMap, HashSet, VecDeque};

/// Says of every method whether it is supported.
#[derive(Clone, Debug)]
pub struct SupportReport {
    /// By method: the node of its check.
    checks: Vec<usize>,
    nodes: Vec<Node>,
    /// By node: can something unsupported be reached?
    reaches_unsupported: Vec<bool>,
    /// By node: the next node on a shortest way to something unsupported.
    toward_unsupported: Vec<Option<usize>>,
}

/// Something that is not modelled, and how a method gets there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub unsupported: Unsupported,
    /// From the method itself to the one whose code or contract contains it.
    pub chain: Vec<MethodId>,
}

/// A part of the program that runs or is evaluated.
#[derive(Clone, Debug, Default)]
struct Node {
    /// The method that it is code of; dispatch and class nodes have none.
    method: Option<MethodId>,
    unsupported: Vec<Unsupported>,
    next: Vec<usize>,
}

/// Finds out what every method reaches.
pub fn support(program: &Program) -> SupportReport {
    let mut graph = Graph::new(program);
    program.method_ids().for_each(|method| graph.add_code(method));
    program.class_ids().for_each(|class| graph.add_class(class));
    let contracts: Vec<usize> = program.method_ids().map(|method| graph.add_contract(method)).collect();
    let checks = program.method_ids().map(|method| graph.add_check(method, &contracts)).collect();
    let (reaches_unsupported, toward_unsupported) = reverse_search(&graph.nodes);
    SupportReport { checks, nodes: graph.nodes, reaches_unsupported, toward_unsupported }
}

impl SupportReport {
    pub fn is_supported(&self, method: MethodId) -> bool {
        let check = self.checks.get(method.index());
        !check.and_then(|check| self.reaches_unsupported.get(*check)).copied().unwrap_or(false)
    }

    /// One of the nearest unsupported things that the method reaches. Its time is that of the
    /// chain's length.
    pub fn nearest_reason(&self, method: MethodId) -> Option<Reason> {
        let mut node = self.checks.get(method.index()).copied().filter(|node| self.reaches_unsupported[*node])?;
        let mut chain: Vec<MethodId> = Vec::new();
        loop {
            let method = self.nodes[node].method;
            if method.is_some() && chain.last().copied() != method {
                chain.extend(method);
            }
            if let Some(unsupported) = self.nodes[node].unsupported.first() {
                return Some(Reason { unsupported: unsupported.clone(), chain });
            }
            node = self.toward_unsupported[node]?;
        }
    }

    /// Everything unsupported that the method reaches, nearest first, each place once by a shortest
    /// chain.
    pub fn reasons(&self, method: MethodId) -> Vec<Reason> {
        let Some(start) = self.checks.get(method.index()).copied() else { return Vec::new() };
        let mut from: HashMap<usize, usize> = HashMap::from([(start, start)]);
        let mut pending = VecDeque::from([start]);
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        while let Some(node) = pending.pop_front() {
            for unsupported in &self.nodes[node].unsupported {
                if seen.insert(unsupported) {
                    let chain = self.chain(node, &from);
                    found.push(Reason { unsupported: unsupported.clone(), chain });
                }
            }
            for next in &self.nodes[node].next {
                if self.reaches_unsupported[*next] && !from.contains_key(next) {
                    from.insert(*next, node);
                    pending.push_back(*next);
                }
            }
        }
        // Nodes between methods do not count as steps.
        found.sort_by_key(|reason| reason.chain.len());
        found
    }

    fn chain(&self, end: usize, from: &HashMap<usize, usize>) -> Vec<MethodId> {
        let mut chain: Vec<MethodId> = Vec::new();
        let mut node = end;
        loop {
            let method = self.nodes[node].method;
            if method.is_some() && chain.last().copied() != method {
                chain.extend(method);
            }
            match from.get(&node) {
                Some(previous) if *previous != node => node = *previous,
                _ => break,
            }
        }
        chain.reverse();
        chain
    }
}

/// Marks every node from which a node with something unsupported can be reached, with the first
/// step of a shortest way there.
fn reverse_search(nodes: &[Node]) -> (Vec<bool>, Vec<Option<usize>>) {
    let mut previous: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (position, node) in nodes.iter().enumerate() {
        node.next.iter().for_each(|next| previous[*next].push(position));
    }
    let mut marked: Vec<bool> = nodes.iter().map(|node| !node.unsupported.is_empty()).collect();
    let mut toward: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut pending: VecDeque<usize> = (0..nodes.len()).filter(|node| marked[*node]).collect();
    while let Some(node) = pending.pop_front() {
        for before in std::mem::take(&mut previous[node]) {
            if !marked[before] {
                marked[before] = true;
                toward[before] = Some(node);
                pending.push_back(before);
            }
        }
    }
    (marked, toward)
}

/// The graph in the making. Nodes `0..methods` are the code of the methods, the next ones the
/// clauses of the classes.
struct Graph<'p> {
    program: &'p Program,
    nodes: Vec<Node>,
    /// By method: what runs instead of it in user classes, with the class.
    overriders: Vec<Vec<(ClassId, MethodId)>>,
    dispatches: HashMap<(MethodId, ClassId), usize>,
    /// By class: those directly below it.
    children: Vec<Vec<ClassId>>,
    /// The last class that [`Graph::below`] was asked for, with everything below it: calls in one
    /// class mostly have the same receiver.
    last_below: Option<(ClassId, HashSet<ClassId>)>,
}

impl<'p> Graph<'p> {
    fn new(program: &'p Program) -> Graph<'p> {
        let count = program.methods.len() + program.classes.len();
        let mut nodes = vec![Node::default(); count];
        for method in program.method_ids() {
            nodes[method.index()].method = Some(method);
        }
        Graph {
            program,
            nodes,
            overriders: overriders(program),
            dispatches: HashMap::new(),
            children: children(program),
            last_below: None,
        }
    }

    fn class_node(&self, class: ClassId) -> usize {
        self.program.methods.len() + class.index()
    }

    fn add_code(&mut self, id: MethodId) {
        if let Code::Body(body) = &self.program.method(id).code {
            self.add_body(id.index(), body);
        }
    }

    fn add_body(&mut self, node: usize, body: &'p Body) {
        visit::for_each_stmt(&body.block, &mut |stmt| self.add_stmt(node, stmt));
        let clauses = body.loops.iter().flat_map(|info| info.invariants.iter().chain(&info.decreases));
        clauses.for_each(|clause| self.add_expr(node, &clause.formula.expr));
    }

    fn add_stmt(&mut self, node: usize, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Call { call, .. } => self.add_call(node, call),
            StmtKind::Unsupported(unsupported) => self.nodes[node].unsupported.push(unsupported.clone()),
            StmtKind::InitializeClass(class) => self.add_initializers(node, *class),
            _ => {}
        }
        visit::exprs(stmt).into_iter().for_each(|expr| self.add_expr(node, expr));
        if let Some(clause) = visit::clause(stmt) {
            self.add_expr(node, &clause.formula.expr);
        }
    }

    fn add_expr(&mut self, node: usize, expr: &Expr) {
        visit::for_each_expr(expr, &mut |expr| match &expr.kind {
            ExprKind::Call(call) => self.add_call(node, call),
            ExprKind::Unsupported(unsupported) => self.nodes[node].unsupported.push(unsupported.clone()),
            ExprKind::InvariantFor(object) => {
                let class = object.ty.as_class().map(|class| self.class_node(class));
                self.nodes[node].next.extend(class);
            }
            _ => {}
        });
    }

    fn add_initializers(&mut self, node: usize, class: ClassId) {
        let program = self.program;
        let classes = std::iter::successors(Some(class), |class| program.class(*class).superclass);
        for class in classes.take(program.classes.len()) {
            self.nodes[node].next.extend(program.class(class).static_initializer.map(MethodId::index));
        }
    }

    fn add_call(&mut self, node: usize, call: &Call) {
        if call.dispatch != Dispatch::Virtual {
            return self.nodes[node].next.push(call.method.index());
        }
        let declared_in = self.program.method(call.method).class;
        let receiver = call.args.first().and_then(|receiver| receiver.ty.as_class()).unwrap_or(declared_in);
        let dispatch = self.dispatch(call.method, receiver);
        self.nodes[node].next.push(dispatch);
    }

    /// What a virtual call of the method on a receiver of the class can run.
    fn dispatch(&mut self, method: MethodId, receiver: ClassId) -> usize {
        if let Some(node) = self.dispatches.get(&(method, receiver)) {
            return *node;
        }
        let program = self.program;
        let is_user = |class: ClassId| program.class(class).origin == ClassOrigin::User;
        let is_open = is_user(program.method(method).class) || is_user(receiver);
        let mut next = vec![method.index()];
        if is_open && receiver == program.method(method).class {
            next.extend(self.overriders[method.index()].iter().map(|(_, other)| other.index()));
        } else if is_open && !self.overriders[method.index()].is_empty() {
            next.extend(self.overriders_below(method, receiver));
        }
        let node = self.add(Node { method: None, unsupported: Vec::new(), next });
        self.dispatches.insert((method, receiver), node);
        node
    }

    fn overriders_below(&mut self, method: MethodId, receiver: ClassId) -> Vec<usize> {
        let below = match self.last_below.take() {
            Some((class, below)) if class == receiver => below,
            _ => self.below(receiver),
        };
        let overriders = self.overriders[method.index()].iter();
        let found = overriders.filter(|(class, _)| below.contains(class)).map(|(_, other)| other.index()).collect();
        self.last_below = Some((receiver, below));
        found
    }

    /// A class and everything below it. Interfaces have `Object`'s members too, so that everything
    /// counts as below `Object`.
    fn below(&self, class: ClassId) -> HashSet<ClassId> {
        if self.program.class(class).name == "java.lang.Object" {
            return self.program.class_ids().collect();
        }
        let mut found = HashSet::from([class]);
        let mut pending = vec![class];
        while let Some(next) = pending.pop() {
            pending.extend(self.children[next.index()].iter().filter(|child| found.insert(**child)));
        }
        found
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The clauses of a class, and those that it inherits.
    fn add_class(&mut self, id: ClassId) {
        let class = self.program.class(id);
        let node = self.class_node(id);
        let clauses = class.invariants.iter().chain(&class.constraints).chain(&class.initially);
        clauses.for_each(|clause| self.add_expr(node, &clause.formula.expr));
        self.nodes[node].next.extend(class.rep_ok.map(MethodId::index));
        let parents: Vec<usize> =
            class.superclass.iter().chain(&class.interfaces).map(|parent| self.class_node(*parent)).collect();
        self.nodes[node].next.extend(parents);
    }

    fn add_contract(&mut self, id: MethodId) -> usize {
        let contract: &'p Contract = &self.program.method(id).contract;
        let node = self.add(Node { method: Some(id), ..Node::default() });
        visit::formulas(contract).into_iter().for_each(|formula| self.add_expr(node, &formula.expr));
        node
    }

    /// What the check of a method needs: its code, its contract and the inherited ones, the
    /// invariants of its class.
    fn add_check(&mut self, id: MethodId, contracts: &[usize]) -> usize {
        let method = self.program.method(id);
        let mut next = vec![id.index()];
        next.extend(std::iter::once(&id).chain(&method.overrides).filter_map(|method| contracts.get(method.index())));
        next.push(self.class_node(method.class));
        self.add(Node { method: Some(id), unsupported: Vec::new(), next })
    }
}

/// By class: the classes that extend or implement it directly.
fn children(program: &Program) -> Vec<Vec<ClassId>> {
    let mut children: Vec<Vec<ClassId>> = vec![Vec::new(); program.classes.len()];
    for id in program.class_ids() {
        let class = program.class(id);
        for parent in class.superclass.iter().chain(&class.interfaces) {
            if let Some(list) = children.get_mut(parent.index()) {
                list.push(id);
            }
        }
    }
    children
}

/// By method: the methods that a virtual call of it may run instead, with the user's class that
/// overrides or inherits them.
fn overriders(program: &Program) -> Vec<Vec<(ClassId, MethodId)>> {
    let mut overriders: Vec<Vec<(ClassId, MethodId)>> = vec![Vec::new(); program.methods.len()];
    let mut add = |overridden: MethodId, class: ClassId, method: MethodId| {
        if let Some(list) = overriders.get_mut(overridden.index()) {
            list.push((class, method));
        }
    };
    for id in program.class_ids().filter(|id| program.class(*id).origin == ClassOrigin::User) {
        let class = program.class(id);
        for method in &class.methods {
            program.method(*method).overrides.iter().for_each(|overridden| add(*overridden, id, *method));
        }
        class.inherited_implementations.iter().for_each(|(overridden, method)| add(*overridden, id, *method));
    }
    overriders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructs::Construct;
    use crate::program::{Class, ClassKind, Type};
    use crate::test_data::{SPAN, class, method};
    use tightrope_source::Name;

    const LIBRARY: ClassId = ClassId(1);
    const BASE: ClassId = ClassId(2);
    const DERIVED: ClassId = ClassId(3);
    const LIBRARY_RUN: MethodId = MethodId(0);
    const BASE_RUN: MethodId = MethodId(1);
    const DERIVED_RUN: MethodId = MethodId(2);
    const CALLER: MethodId = MethodId(3);

    fn unsupported(span_start: u32) -> Unsupported {
        let span = tightrope_source::Span { start: span_start, ..SPAN };
        Unsupported { construct: Construct::Lambda, detail: Name::new("lambda"), span }
    }

    fn body(kinds: Vec<StmtKind>) -> Code {
        let block = kinds.into_iter().map(|kind| Stmt { span: SPAN, kind }).collect();
        Code::Body(Body { block, ..Body::default() })
    }

    fn call(method: MethodId, receiver: ClassId) -> StmtKind {
        let receiver = Expr { kind: ExprKind::Result, ty: Type::class(receiver), span: SPAN };
        StmtKind::Call { result: None, call: Call { dispatch: Dispatch::Virtual, method, args: vec![receiver] } }
    }

    /// `Library.run` is overridden by `Base.run` and that by `Derived.run`, which is not supported.
    /// `Base.caller` makes the call.
    fn program(call: StmtKind) -> Program {
        let object = Some(ClassId(0));
        let library = Class { origin: ClassOrigin::Library, kind: ClassKind::Interface, ..class("Library", object) };
        let base = Class { interfaces: vec![LIBRARY], ..class("Base", object) };
        let mut program = Program {
            generics: Default::default(),
            is_owned: false,
            statics_vary: false,
            classes: vec![class("java.lang.Object", None), library, base, class("Derived", Some(BASE))],
            fields: Vec::new(),
            methods: vec![
                method(LIBRARY, "run", &[], None),
                method(BASE, "run", &[], None),
                method(DERIVED, "run", &[], None),
                method(BASE, "caller", &[], None),
            ],
        };
        program.methods[BASE_RUN.index()].overrides = vec![LIBRARY_RUN];
        program.methods[DERIVED_RUN.index()].overrides = vec![BASE_RUN, LIBRARY_RUN];
        program.methods[DERIVED_RUN.index()].code = body(vec![StmtKind::Unsupported(unsupported(1))]);
        program.methods[CALLER.index()].code = body(vec![call]);
        for (id, method) in (0u32..).zip(program.methods.clone()) {
            program.classes[method.class.index()].methods.push(MethodId(id));
        }
        program
    }

    #[test]
    fn virtual_calls_reach_overriders_below_the_static_class() {
        let program = program(call(BASE_RUN, BASE));
        let report = support(&program);
        assert!(!report.is_supported(CALLER) && report.is_supported(BASE_RUN));
        let reasons = report.reasons(CALLER);
        assert_eq!(reasons.len(), 1);
        assert_eq!(reasons[0].chain, vec![CALLER, DERIVED_RUN]);
    }

    #[test]
    fn library_operations_on_library_types_are_opaque() {
        assert!(support(&program(call(LIBRARY_RUN, LIBRARY))).is_supported(CALLER));
        assert!(!support(&program(call(LIBRARY_RUN, DERIVED))).is_supported(CALLER));
    }

    #[test]
    fn nearest_reason_comes_first_and_recursion_ends() {
        let mut program = program(call(BASE_RUN, BASE));
        let Code::Body(caller) = &mut program.methods[CALLER.index()].code else { panic!() };
        let more = [call(CALLER, BASE), StmtKind::Unsupported(unsupported(2))];
        caller.block.extend(more.map(|kind| Stmt { span: SPAN, kind }));
        let chains: Vec<Vec<MethodId>> =
            support(&program).reasons(CALLER).into_iter().map(|reason| reason.chain).collect();
        assert_eq!(chains, vec![vec![CALLER], vec![CALLER, DERIVED_RUN]]);
    }
}
