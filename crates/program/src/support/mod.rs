//! Which methods can be checked, and why others cannot: what a method reaches through calls.
//!
//! A method is supported if nothing that its check can run or evaluate is left unmodelled: its
//! code, its contract (with what it inherits), the invariants of its class, and any code that these
//! can call. The contracts of callees do not count: a callee is run, not trusted.
//!
//! What is reached is found twice. *By type*, a virtual call reaches the method itself and its
//! overriders in the user's classes below the receiver's static class; a method that the library
//! (or `Object`) declares, called on a receiver of a library type (`it.next()`), is an operation on
//! an opaque value. *By object*, it reaches the user's overriders there as well, and natives that
//! stop a run for some values count: a run gets there with the right objects. What a method reaches
//! in the first way is told first.
//!
//! Time is linear in the program: the graph has one node for each pair of called method and static
//! class, shared by its call sites, and a search against its edges marks everything that reaches
//! something unsupported. Chains are made when asked for.

mod certain;
mod formulas;

pub use certain::always_meets;

use crate::body::{Body, Call, Dispatch, Expr, ExprKind, Stmt, StmtKind, Unsupported};
use crate::constructs::Construct;
use crate::contract::{Contract, Formula};
use crate::natives::find_native;
use crate::program::{BaseType, ClassId, ClassKind, ClassOrigin, Code, MethodId, Program, Type};
use crate::visit;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use tightrope_source::{Name, Span};

/// Says of every method whether it is supported.
#[derive(Clone, Debug)]
pub struct SupportReport {
    /// By method: the node of its check.
    checks: Vec<usize>,
    nodes: Vec<Node>,
    by_type: Marks,
    by_object: Marks,
    /// By node: from where it is reached by object.
    previous: Vec<Vec<Edge>>,
    /// By node: is it code of the library, or of a class file?
    is_library: Vec<bool>,
}

/// Something that is not modelled, and how a method gets there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub unsupported: Unsupported,
    /// From the method itself to the one whose code or contract contains it.
    pub chain: Vec<MethodId>,
    /// Where that is; for what stands in the library, the call in the user's code that leads there.
    pub place: Span,
}

/// How far calls are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    ByType,
    ByObject,
}

/// A part of the program that runs or is evaluated.
#[derive(Clone, Debug, Default)]
struct Node {
    /// The method that it is code of; dispatch and class nodes have none.
    method: Option<MethodId>,
    unsupported: Vec<Unsupported>,
    next: Vec<Edge>,
    /// What stops a run for some values.
    stops: Vec<Unsupported>,
    /// What runs if an object of the user's stands where the library's is called.
    by_object: Vec<Edge>,
    /// The static classes of receivers.
    receivers: Vec<ClassId>,
    /// The classes in the types of the fields that it reads, and of the parameters of what is
    /// checked.
    reads: Vec<ClassId>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: usize,
    /// The call.
    span: Option<Span>,
}

impl Edge {
    fn to(to: usize) -> Edge {
        Edge { to, span: None }
    }
}

impl Node {
    fn edges(&self, way: Way) -> impl Iterator<Item = &Edge> {
        let more = if way == Way::ByObject { &self.by_object[..] } else { &[] };
        self.next.iter().chain(more)
    }

    fn found(&self, way: Way) -> impl Iterator<Item = &Unsupported> {
        let more = if way == Way::ByObject { &self.stops[..] } else { &[] };
        self.unsupported.iter().chain(more)
    }
}

/// By node: can something be reached, and which is the first step of a shortest way there?
#[derive(Clone, Debug)]
struct Marks {
    reaches: Vec<bool>,
    toward: Vec<Option<Edge>>,
}

/// Finds out what every method reaches.
pub fn support(program: &Program) -> SupportReport {
    let mut graph = Graph::new(program);
    program.method_ids().for_each(|method| graph.add_code(method));
    program.class_ids().for_each(|class| graph.add_class(class));
    graph.add_neighbours();
    let contracts: Vec<usize> = program.method_ids().map(|method| graph.add_contract(method)).collect();
    let checks = program.method_ids().map(|method| graph.add_check(method, &contracts)).collect();
    let nodes = graph.nodes;
    let previous = previous(&nodes, Way::ByObject);
    let by_object = reverse_search(&nodes, &previous, |node| node.found(Way::ByObject).next().is_some());
    let is_found = |node: &Node| node.found(Way::ByType).next().is_some();
    let by_type = reverse_search(&nodes, &self::previous(&nodes, Way::ByType), is_found);
    let is_library = |node: &Node| {
        let class = node.method.map(|method| program.class(program.method(method).class));
        class.is_some_and(|class| matches!(class.origin, ClassOrigin::Library | ClassOrigin::ClassFile))
    };
    let is_library = nodes.iter().map(is_library).collect();
    SupportReport { checks, by_type, by_object, previous, is_library, nodes }
}

impl SupportReport {
    /// Does the check of a method reach nothing, by type, that is not modelled?
    pub fn is_supported(&self, method: MethodId) -> bool {
        !self.reaches(&self.by_type, method)
    }

    /// Does it reach nothing whatever the objects are?
    pub fn is_supported_for_all_objects(&self, method: MethodId) -> bool {
        !self.reaches(&self.by_object, method)
    }

    fn reaches(&self, marks: &Marks, method: MethodId) -> bool {
        let check = self.checks.get(method.index());
        check.and_then(|check| marks.reaches.get(*check)).copied().unwrap_or(false)
    }

    /// One of the nearest unsupported things that the method reaches, by type or else by object.
    /// Its time is that of the chain's length.
    pub fn nearest_reason(&self, method: MethodId) -> Option<Reason> {
        match self.reaches(&self.by_type, method) {
            true => self.nearest(method, Way::ByType),
            false => self.nearest(method, Way::ByObject),
        }
    }

    fn nearest(&self, method: MethodId, way: Way) -> Option<Reason> {
        let marks = match way {
            Way::ByType => &self.by_type,
            Way::ByObject => &self.by_object,
        };
        let mut node = self.checks.get(method.index()).copied().filter(|node| marks.reaches[*node])?;
        let mut steps: Vec<(usize, Option<Span>)> = Vec::new();
        loop {
            if let Some(unsupported) = self.nodes[node].found(way).next() {
                steps.push((node, None));
                return Some(self.reason(unsupported, &steps));
            }
            let edge = marks.toward[node]?;
            steps.push((node, edge.span));
            node = edge.to;
        }
    }

    /// `steps`: the nodes on the way, each with the call that leaves it.
    fn reason(&self, unsupported: &Unsupported, steps: &[(usize, Option<Span>)]) -> Reason {
        let mut chain: Vec<MethodId> = Vec::new();
        let mut place = unsupported.span;
        let is_in_library = steps.last().is_some_and(|(node, _)| self.is_library[*node]);
        for (node, span) in steps {
            let method = self.nodes[*node].method;
            if method.is_some() && chain.last().copied() != method {
                chain.extend(method);
            }
            // Calls of the library's own are nobody's business.
            if let Some(span) = span.filter(|_| is_in_library && method.is_some() && !self.is_library[*node]) {
                place = span;
            }
        }
        Reason { unsupported: unsupported.clone(), chain, place }
    }

    /// Everything unsupported that the method reaches, nearest first, each place once by a shortest
    /// chain.
    pub fn reasons(&self, method: MethodId) -> Vec<Reason> {
        let way = Way::ByObject;
        let Some(start) = self.checks.get(method.index()).copied() else { return Vec::new() };
        let mut from: HashMap<usize, (usize, Option<Span>)> = HashMap::from([(start, (start, None))]);
        let mut pending = VecDeque::from([start]);
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        while let Some(node) = pending.pop_front() {
            for unsupported in self.nodes[node].found(way) {
                if seen.insert(unsupported) {
                    found.push(self.reason(unsupported, &way_to(node, &from)));
                }
            }
            for edge in self.nodes[node].edges(way) {
                if self.by_object.reaches[edge.to] && !from.contains_key(&edge.to) {
                    from.insert(edge.to, (node, edge.span));
                    pending.push_back(edge.to);
                }
            }
        }
        // Nodes between methods do not count as steps.
        found.sort_by_key(|reason| reason.chain.len());
        found
    }

    /// The classes in the types of the fields and parameters that checks read, ascending.
    pub fn read_classes(&self) -> BTreeSet<ClassId> {
        self.nodes.iter().flat_map(|node| &node.reads).copied().collect()
    }

    /// By method: can its check run such a method?
    pub fn running(&self, is_wanted: impl Fn(MethodId) -> bool) -> Vec<bool> {
        self.reaching(|node| node.method.is_some_and(&is_wanted))
    }

    /// By method: can its check call a method on a receiver of such a static class?
    pub fn calling(&self, is_wanted: impl Fn(ClassId) -> bool) -> Vec<bool> {
        self.reaching(|node| node.receivers.iter().any(|class| is_wanted(*class)))
    }

    /// By method: can its check read a field or a parameter whose type names such a class?
    pub fn reading(&self, is_wanted: impl Fn(ClassId) -> bool) -> Vec<bool> {
        self.reaching(|node| node.reads.iter().any(|class| is_wanted(*class)))
    }

    fn reaching(&self, is_wanted: impl Fn(&Node) -> bool) -> Vec<bool> {
        let marks = reverse_search(&self.nodes, &self.previous, is_wanted);
        self.checks.iter().map(|check| marks.reaches[*check]).collect()
    }
}

/// The nodes from the start to this one, each with the call that leaves it.
fn way_to(end: usize, from: &HashMap<usize, (usize, Option<Span>)>) -> Vec<(usize, Option<Span>)> {
    let mut steps = vec![(end, None)];
    let mut node = end;
    while let Some((previous, span)) = from.get(&node).filter(|(previous, _)| *previous != node) {
        steps.push((*previous, *span));
        node = *previous;
    }
    steps.reverse();
    steps
}

/// The edges against their direction.
fn previous(nodes: &[Node], way: Way) -> Vec<Vec<Edge>> {
    let mut previous: Vec<Vec<Edge>> = vec![Vec::new(); nodes.len()];
    for (position, node) in nodes.iter().enumerate() {
        node.edges(way).for_each(|edge| previous[edge.to].push(Edge { to: position, span: edge.span }));
    }
    previous
}

/// Marks every node from which a wanted node can be reached, with the first step of a shortest way
/// there.
fn reverse_search(nodes: &[Node], previous: &[Vec<Edge>], is_wanted: impl Fn(&Node) -> bool) -> Marks {
    let mut reaches: Vec<bool> = nodes.iter().map(is_wanted).collect();
    let mut toward: Vec<Option<Edge>> = vec![None; nodes.len()];
    let mut pending: VecDeque<usize> = (0..nodes.len()).filter(|node| reaches[*node]).collect();
    while let Some(node) = pending.pop_front() {
        for before in &previous[node] {
            if !std::mem::replace(&mut reaches[before.to], true) {
                toward[before.to] = Some(Edge { to: node, span: before.span });
                pending.push_back(before.to);
            }
        }
    }
    Marks { reaches, toward }
}

/// The graph in the making. Nodes `0..methods` are the code of the methods, the next ones the
/// clauses of the classes.
struct Graph<'p> {
    program: &'p Program,
    nodes: Vec<Node>,
    /// By method: what runs instead of it in user classes, with the class.
    overriders: Vec<Vec<(ClassId, MethodId)>>,
    /// Classes of which there are only objects whose class nobody knows.
    unknown: Vec<ClassId>,
    dispatches: HashMap<(MethodId, ClassId), usize>,
    /// By class: those directly below it.
    children: Vec<Vec<ClassId>>,
    /// By class: a node for the invariants of all classes whose objects share a heap with its own.
    neighbours: Vec<Option<usize>>,
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
            unknown: classes_without_objects(program, |class| program.may_be_there(class)),
            dispatches: HashMap::new(),
            children: children(program),
            neighbours: vec![None; program.classes.len()],
            last_below: None,
        }
    }

    fn class_node(&self, class: ClassId) -> usize {
        self.program.methods.len() + class.index()
    }

    fn add_code(&mut self, id: MethodId) {
        match &self.program.method(id).code {
            Code::Body(body) => self.add_body(id.index(), body),
            Code::Library => {
                let detail = match find_native(self.program, id) {
                    Some(native) => native.stops().map(str::to_owned),
                    None => Some(self.full_name(id)),
                };
                let span = self.program.method(id).span;
                let stop = |detail| Unsupported { construct: Construct::MissingMember, detail, span };
                self.nodes[id.index()].stops.extend(detail.map(Name::from).map(stop));
            }
            Code::None => {}
        }
    }

    fn full_name(&self, id: MethodId) -> String {
        let method = self.program.method(id);
        format!("{}.{}", self.program.class(method.class).name, method.name)
    }

    fn add_body(&mut self, node: usize, body: &'p Body) {
        visit::for_each_stmt(&body.block, &mut |stmt| self.add_stmt(node, stmt));
        visit::for_each_stmt(&body.block, &mut |stmt| {
            let exprs = visit::exprs(stmt).into_iter();
            self.nodes[node].unsupported.extend(exprs.flat_map(formulas::gaps_in_model_body));
        });
        let clauses = body.loops.iter().flat_map(|info| info.invariants.iter().chain(&info.decreases));
        clauses.for_each(|clause| self.add_formula(node, &clause.formula));
    }

    fn add_formula(&mut self, node: usize, formula: &Formula) {
        self.nodes[node].unsupported.extend(formulas::gaps(self.program, formula));
        self.add_expr(node, &formula.expr);
    }

    fn add_stmt(&mut self, node: usize, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Call { call, .. } => self.add_call(node, call, stmt.span),
            StmtKind::Unsupported(unsupported) => self.nodes[node].unsupported.push(unsupported.clone()),
            StmtKind::InitializeClass(class) => self.add_initializers(node, *class),
            _ => {}
        }
        visit::exprs(stmt).into_iter().for_each(|expr| self.add_expr(node, expr));
        if let Some(clause) = visit::clause(stmt) {
            self.add_formula(node, &clause.formula);
        }
    }

    fn add_expr(&mut self, node: usize, expr: &Expr) {
        visit::for_each_expr(expr, &mut |expr| match &expr.kind {
            ExprKind::Call(call) => self.add_call(node, call, expr.span),
            ExprKind::Field { field, .. } => {
                let declared = self.program.field(*field);
                self.nodes[node].reads.extend(base_class(declared.ty));
                self.nodes[node].reads.extend(self.program.field_generic(*field).classes());
            }
            ExprKind::Unsupported(unsupported) => self.nodes[node].unsupported.push(unsupported.clone()),
            ExprKind::InvariantFor(object) => {
                let class = object.ty.as_class().map(|class| self.class_node(class));
                self.nodes[node].next.extend(class.map(Edge::to));
            }
            _ => {}
        });
    }

    fn add_initializers(&mut self, node: usize, class: ClassId) {
        let program = self.program;
        let classes = std::iter::successors(Some(class), |class| program.class(*class).superclass);
        for class in classes.take(program.classes.len()) {
            self.nodes[node]
                .next
                .extend(program.class(class).static_initializer.map(|method| Edge::to(method.index())));
        }
    }

    fn add_call(&mut self, node: usize, call: &Call, span: Span) {
        let to = match call.dispatch {
            Dispatch::Static | Dispatch::Exact => call.method.index(),
            Dispatch::Virtual => {
                let declared_in = self.program.method(call.method).class;
                let receiver = call.args.first().and_then(|receiver| receiver.ty.as_class()).unwrap_or(declared_in);
                self.nodes[node].receivers.push(receiver);
                self.dispatch(call.method, receiver)
            }
        };
        self.nodes[node].next.push(Edge { to, span: Some(span) });
    }

    /// What a virtual call of the method on a receiver of the class can run.
    fn dispatch(&mut self, method: MethodId, receiver: ClassId) -> usize {
        if let Some(node) = self.dispatches.get(&(method, receiver)) {
            return *node;
        }
        let program = self.program;
        let is_user = |class: ClassId| program.class(class).origin == ClassOrigin::User;
        let is_open = is_user(program.method(method).class) || is_user(receiver);
        let overriders: Vec<usize> = match self.overriders[method.index()].is_empty() {
            true => Vec::new(),
            false if receiver == program.method(method).class => {
                self.overriders[method.index()].iter().map(|(_, other)| other.index()).collect()
            }
            false => self.overriders_below(method, receiver),
        };
        let overriders = overriders.into_iter().map(Edge::to);
        let mut node = Node { next: vec![Edge::to(method.index())], ..Node::default() };
        match is_open {
            true => node.next.extend(overriders),
            false => node.by_object.extend(overriders),
        }
        node.stops.extend(self.unknown_implementation(method, receiver));
        let node = self.add(node);
        self.dispatches.insert((method, receiver), node);
        node
    }

    /// An object of a class that nobody knows has no code for the method.
    fn unknown_implementation(&mut self, method: MethodId, receiver: ClassId) -> Option<Unsupported> {
        let program = self.program;
        let declared = program.method(method);
        if self.unknown.is_empty() || declared.code != Code::None {
            return None;
        }
        let lacks =
            |class: &ClassId| program.is_subclass(*class, receiver) && program.implementation(*class, method).is_none();
        self.unknown.iter().any(lacks).then(|| Unsupported {
            construct: Construct::MissingMember,
            detail: Name::from(self.full_name(method)),
            span: declared.span,
        })
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
        clauses.for_each(|clause| self.add_formula(node, &clause.formula));
        self.nodes[node].next.extend(class.rep_ok.map(|method| Edge::to(method.index())));
        let parents: Vec<Edge> =
            class.superclass.iter().chain(&class.interfaces).map(|parent| Edge::to(self.class_node(*parent))).collect();
        self.nodes[node].next.extend(parents);
    }

    /// Objects whose classes are linked by fields or inheritance may lie in one heap, and their
    /// invariants are evaluated there. What is only linked by `Object` is not counted.
    fn add_neighbours(&mut self) {
        let program = self.program;
        let is_user = |class: &ClassId| program.class(*class).origin == ClassOrigin::User;
        let mut links: Vec<Vec<ClassId>> = vec![Vec::new(); program.classes.len()];
        for class in program.class_ids().filter(is_user) {
            let declared = program.class(class);
            let fields = declared.fields.iter().filter_map(|field| base_class(program.field(*field).ty));
            let parents = declared.superclass.iter().chain(&declared.interfaces).copied();
            for other in fields.chain(parents).filter(is_user) {
                links[class.index()].push(other);
                links[other.index()].push(class);
            }
        }
        for class in program.class_ids().filter(is_user) {
            if self.neighbours[class.index()].is_some() {
                continue;
            }
            let group = self.add(Node::default());
            let mut pending = vec![class];
            while let Some(class) = pending.pop() {
                if self.neighbours[class.index()].replace(group).is_none() {
                    let invariants = Edge::to(self.class_node(class));
                    self.nodes[group].next.push(invariants);
                    pending.extend(&links[class.index()]);
                }
            }
        }
    }

    fn add_contract(&mut self, id: MethodId) -> usize {
        let contract: &'p Contract = &self.program.method(id).contract;
        let node = self.add(Node { method: Some(id), ..Node::default() });
        visit::formulas(contract).into_iter().for_each(|formula| self.add_formula(node, formula));
        node
    }

    /// What the check of a method needs: its code, its contract and the inherited ones, the
    /// invariants of its class.
    fn add_check(&mut self, id: MethodId, contracts: &[usize]) -> usize {
        let method = self.program.method(id);
        let own = std::iter::once(&id).chain(&method.overrides).filter_map(|method| contracts.get(method.index()));
        let next = [id.index()].into_iter().chain(own.copied()).chain([self.class_node(method.class)]);
        let next = next.map(Edge::to).collect();
        let by_object = self.neighbours[method.class.index()].map(Edge::to).into_iter().collect();
        let named = (0..method.params.len()).flat_map(|index| self.program.param_generic(id, index).classes());
        let reads = method.params.iter().filter_map(|param| base_class(param.ty)).chain(named).collect();
        self.add(Node { method: Some(id), next, by_object, reads, ..Node::default() })
    }
}

/// The class of a reference, or of the elements of an array.
fn base_class(ty: Type) -> Option<ClassId> {
    match ty.base {
        BaseType::Class(class) => Some(class),
        _ => None,
    }
}

/// The user's interfaces and abstract classes that nothing in the given files makes concrete: a
/// place of such a type may hold an object of a class that nobody knows.
pub(crate) fn classes_without_objects(program: &Program, may_be_there: impl Fn(ClassId) -> bool) -> Vec<ClassId> {
    let is_concrete = |class: &ClassId| {
        let declared = program.class(*class);
        declared.kind != ClassKind::Interface && !declared.is_abstract && may_be_there(*class)
    };
    let mut has_objects = vec![false; program.classes.len()];
    for class in program.class_ids().filter(is_concrete) {
        let mut pending = vec![class];
        while let Some(class) = pending.pop() {
            if !std::mem::replace(&mut has_objects[class.index()], true) {
                let declared = program.class(class);
                pending.extend(declared.superclass.iter().chain(&declared.interfaces));
            }
        }
    }
    let is_user = |class: &ClassId| program.class(*class).origin == ClassOrigin::User;
    program.class_ids().filter(is_user).filter(|class| !has_objects[class.index()]).collect()
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
    use crate::program::Class;
    use crate::test_data::{SPAN, class, method};

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
            hierarchy: Default::default(),
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
