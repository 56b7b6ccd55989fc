//! Which methods can be checked, and why others cannot: what a method reaches through calls.
//!
//! A method is supported if neither its code, nor its contract (with what it inherits), nor the invariants of its class, nor any code that
//! these can call contains something that is not modelled. The contracts of callees do not count: a callee is run, not trusted.
//!
//! A virtual call reaches the method itself and its overriders in the user's classes below the receiver's static class. But a
//! method that the library (or `Object`) declares, called on a receiver of a library type (`o.equals(p)`, `it.next()`, `a.compareTo(b)`), is an
//! operation on an opaque value and reaches no code of the user.
//!
//! Time is linear in the program: the graph has one node for each pair of called method and static class, shared by its call sites, and one
//! search against its edges marks everything that reaches something unsupported. Chains are made when asked for.

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
    let reaches_unsupported = reverse_search(&graph.nodes);
    SupportReport { checks, nodes: graph.nodes, reaches_unsupported }
}

impl SupportReport {
    pub fn is_supported(&self, method: MethodId) -> bool {
        let check = self.checks.get(method.index());
        !check.and_then(|check| self.reaches_unsupported.get(*check)).copied().unwrap_or(false)
    }

    /// Everything unsupported that the method reaches, nearest first, each place once by a shortest chain.
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

/// Marks every node from which a node with something unsupported can be reached.
fn reverse_search(nodes: &[Node]) -> Vec<bool> {
    let mut previous: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (position, node) in nodes.iter().enumerate() {
        node.next.iter().for_each(|next| previous[*next].push(position));
    }
    let mut marked: Vec<bool> = nodes.iter().map(|node| !node.unsupported.is_empty()).collect();
    let mut pending: Vec<usize> = (0..nodes.len()).filter(|node| marked[*node]).collect();
    while let Some(node) = pending.pop() {
        for before in std::mem::take(&mut previous[node]) {
            if !marked[before] {
                marked[before] = true;
                pending.push(before);
            }
        }
    }
    marked
}

/// The graph in the making. Nodes `0..methods` are the code of the methods, the next ones the clauses of the classes.
struct Graph<'p> {
    program: &'p Program,
    nodes: Vec<Node>,
    /// By method: the methods of user classes that override it.
    overriders: Vec<Vec<MethodId>>,
    dispatches: HashMap<(MethodId, ClassId), usize>,
}

impl<'p> Graph<'p> {
    fn new(program: &'p Program) -> Graph<'p> {
        let count = program.methods.len() + program.classes.len();
        let mut nodes = vec![Node::default(); count];
        for method in program.method_ids() {
            nodes[method.index()].method = Some(method);
        }
        Graph { program, nodes, overriders: overriders(program), dispatches: HashMap::new() }
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
        if is_open {
            let below = |other: &&MethodId| program.is_subclass(program.method(**other).class, receiver);
            next.extend(self.overriders[method.index()].iter().filter(below).map(|other| other.index()));
        }
        let node = self.add(Node { method: None, unsupported: Vec::new(), next });
        self.dispatches.insert((method, receiver), node);
        node
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

    /// What the check of a method needs: its code, its contract and the inherited ones, the invariants of its class.
    fn add_check(&mut self, id: MethodId, contracts: &[usize]) -> usize {
        let method = self.program.method(id);
        let mut next = vec![id.index()];
        next.extend(std::iter::once(&id).chain(&method.overrides).filter_map(|method| contracts.get(method.index())));
        next.push(self.class_node(method.class));
        self.add(Node { method: Some(id), unsupported: Vec::new(), next })
    }
}

/// By method: the methods of the user's classes that a virtual call of it may run instead.
fn overriders(program: &Program) -> Vec<Vec<MethodId>> {
    let mut overriders: Vec<Vec<MethodId>> = vec![Vec::new(); program.methods.len()];
    for id in program.method_ids() {
        let method = program.method(id);
        if program.class(method.class).origin != ClassOrigin::User {
            continue;
        }
        for overridden in &method.overrides {
            if let Some(list) = overriders.get_mut(overridden.index()) {
                list.push(id);
            }
        }
    }
    overriders
}
