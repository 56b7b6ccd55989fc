//! Calls: dispatch over the closed world, comparisons of opaque values, and native code.

use super::Need;
use super::classes::{Node, Uses};
use super::walk::{Analysis, Surroundings};
use crate::body::{Call, Dispatch};
use crate::program::{ClassId, Code, MethodId, Program, Type};
use std::collections::HashMap;
use std::rc::Rc;
use tightrope_source::Span;

/// A comparison of values that may be opaque: a virtual call as soon as they are concrete.
#[derive(Debug)]
pub(super) struct WaitingCall {
    comparison: ObjectComparison,
    method: MethodId,
    receiver_class: ClassId,
    args: Vec<Node>,
    result: Node,
    span: Span,
    is_made: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ObjectComparison {
    Equals,
    Natural,
    Comparator,
}

/// A call of the `valueOf` of a box, which may share its result. Until the box is looked at as an
/// object, the call counts as one that makes a new box.
#[derive(Debug)]
pub(super) struct Boxing {
    value_of: MethodId,
    args: Vec<Node>,
    result: Node,
    is_made: bool,
}

/// Arguments and result of all virtual calls of one method on receivers of one static class.
#[derive(Clone, Debug)]
struct Hub {
    args: Rc<[Node]>,
    result: Node,
}

/// Which code a virtual call can enter.
pub(super) struct Dispatcher<'p> {
    program: &'p Program,
    /// By class: its direct subclasses and implementors.
    children: Vec<Vec<ClassId>>,
    hubs: HashMap<(MethodId, ClassId), Hub>,
}

impl<'p> Dispatcher<'p> {
    pub(super) fn new(program: &'p Program) -> Dispatcher<'p> {
        let mut children = vec![Vec::new(); program.classes.len()];
        let object = program.class_named("java.lang.Object");
        for id in program.class_ids() {
            let class = program.class(id);
            // Interfaces have no superclass, but what implements them is below Object anyway.
            let parents = class.superclass.iter().chain(&class.interfaces).chain(object.iter());
            for parent in parents.filter(|parent| **parent != id) {
                let list: &mut Vec<ClassId> = &mut children[parent.index()];
                if list.last() != Some(&id) {
                    list.push(id);
                }
            }
        }
        Dispatcher { program, children, hubs: HashMap::new() }
    }

    /// The class and everything below it, each once.
    pub(super) fn below(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut seen = vec![false; self.children.len()];
        seen[class.index()] = true;
        let mut at = 0;
        while let Some(id) = found.get(at).copied() {
            for child in &self.children[id.index()] {
                if !std::mem::replace(&mut seen[child.index()], true) {
                    found.push(*child);
                }
            }
            at += 1;
        }
        found
    }

    /// What a virtual call of the method runs on objects of the class and its subclasses.
    fn targets(&self, method: MethodId, receiver: ClassId) -> Vec<MethodId> {
        let mut targets = vec![method];
        for class in self.below(receiver) {
            let target = self.program.implementation(class, method);
            targets.extend(target.filter(|target| !targets.contains(target)));
        }
        targets
    }
}

impl<'p> Analysis<'p> {
    /// The value of a call.
    pub(super) fn call(&mut self, at: &Surroundings, call: &'p Call, span: Span) -> Node {
        let args: Vec<Node> = call.args.iter().map(|arg| self.expr(at, arg)).collect();
        let method = self.program.method(call.method);
        let result = self.place(method.return_type.unwrap_or(Type::NULL), span);
        let receiver = call.args.first().map(|receiver| receiver.ty);
        if call.dispatch != Dispatch::Virtual {
            self.call_exactly(call.method, &args, result, span);
        } else if receiver.is_some_and(Type::is_array) {
            // Arrays have the methods of Object, and none overrides them.
            self.call_exactly(call.method, &args, result, span);
        } else {
            let class = receiver.and_then(Type::as_class).unwrap_or(method.class);
            self.call_on_object(call.method, class, args, result, span);
        }
        result
    }

    fn call_on_object(&mut self, method: MethodId, class: ClassId, args: Vec<Node>, result: Node, span: Span) {
        match self.comparison(method).filter(|_| self.is_opaque_type(class)) {
            Some(comparison) => self.compare_objects(comparison, method, class, args, result, span),
            None => self.call_virtual(method, class, &args, result, span),
        }
    }

    /// Is the method one of the comparisons that opaque values have?
    fn comparison(&self, method: MethodId) -> Option<ObjectComparison> {
        let declared = self.program.method(method);
        match (self.program.class(declared.class).name.as_str(), declared.name.as_str(), declared.params.len()) {
            // Interfaces may declare it again, as Comparator does.
            (_, "equals", 1) if self.is_equals(method) => Some(ObjectComparison::Equals),
            ("java.lang.Comparable", "compareTo", 1) => Some(ObjectComparison::Natural),
            ("java.util.Comparator", "compare", 2) => Some(ObjectComparison::Comparator),
            _ => None,
        }
    }

    /// `Object.equals`, or an interface's declaration of it without code.
    fn is_equals(&self, method: MethodId) -> bool {
        let is_objects = |id: &MethodId| self.program.class(self.program.method(*id).class).name == "java.lang.Object";
        let declared = self.program.method(method);
        is_objects(&method) || (declared.is_abstract && declared.overrides.iter().any(is_objects))
    }

    fn compare_objects(
        &mut self,
        comparison: ObjectComparison,
        method: MethodId,
        receiver_class: ClassId,
        args: Vec<Node>,
        result: Node,
        span: Span,
    ) {
        let index = self.waiting.len();
        let compared = if comparison == ObjectComparison::Comparator { args.get(1..) } else { args.get(..) };
        if let Some([left, right]) = compared {
            let (left, right) = (*left, *right);
            self.classes.join(left, right);
            self.classes.add_uses(left, comparison.uses());
            self.classes.add_waiting(left, index);
        }
        if comparison != ObjectComparison::Equals {
            // The machine answers with one of these.
            [-1, 0, 1].into_iter().for_each(|sign| self.classes.add_constant(result, sign));
        }
        if let Some(receiver) = args.first().filter(|_| comparison == ObjectComparison::Comparator) {
            self.classes.add_waiting(*receiver, index);
        }
        self.waiting.push(WaitingCall { comparison, method, receiver_class, args, result, span, is_made: false });
    }

    /// The values are concrete after all: the comparison runs their code.
    pub(super) fn call_for_real(&mut self, index: usize) {
        let Some(call) = self.waiting.get_mut(index) else { return };
        if std::mem::replace(&mut call.is_made, true) {
            return;
        }
        let (args, result, span) = (call.args.clone(), call.result, call.span);
        let (method, class) = (call.method, call.receiver_class);
        self.call_virtual(method, class, &args, result, span);
    }

    /// Makes values concrete that are compared in a way that opaque values do not have. Says
    /// whether there were any.
    pub(super) fn reject_orders(&mut self) -> bool {
        let mut found = false;
        for index in 0..self.waiting.len() {
            let call = &self.waiting[index];
            let Some(compared) = call.args.last().copied() else { continue };
            let (result, span, is_order) = (call.result, call.span, call.comparison != ObjectComparison::Equals);
            if call.is_made || !is_order {
                continue;
            }
            let uses = self.classes.uses(compared);
            let need = if uses.natural && uses.comparator {
                Need::TwoOrders
            } else if self.classes.is_arithmetic(result) || self.classes.uses(result).beyond_zero {
                Need::OrderAsNumber
            } else {
                continue;
            };
            self.classes.set_concrete(compared, span, need);
            found = true;
        }
        found
    }

    /// A call that dispatches on the class of the receiver, which is therefore not opaque.
    pub(super) fn call_virtual(&mut self, method: MethodId, class: ClassId, args: &[Node], result: Node, span: Span) {
        if let Some(receiver) = args.first() {
            self.classes.set_concrete(*receiver, span, Need::Call);
        }
        let hub = self.hub(method, class);
        self.flow(args, &hub.args);
        self.classes.join(result, hub.result);
    }

    fn hub(&mut self, method: MethodId, class: ClassId) -> Hub {
        if let Some(known) = self.dispatcher.hubs.get(&(method, class)) {
            return known.clone();
        }
        let declared = self.program.method(method);
        let span = declared.name_span;
        let receiver = std::iter::once(Type::class(class));
        let types: Vec<Type> = receiver.chain(declared.params.iter().map(|param| param.ty)).collect();
        let args: Rc<[Node]> = types.iter().map(|ty| self.place(*ty, span)).collect();
        let result = self.place(declared.return_type.unwrap_or(Type::NULL), span);
        let hub = Hub { args, result };
        self.dispatcher.hubs.insert((method, class), hub.clone());
        for target in self.dispatcher.targets(method, class) {
            self.call_exactly(target, &hub.args, result, span);
        }
        hub
    }

    /// A call of this very method.
    pub(super) fn call_exactly(&mut self, method: MethodId, args: &[Node], result: Node, span: Span) {
        if let Some(unshared) = self.program.unshared_box(method).filter(|_| !self.shares_all_boxes) {
            let (args, is_made) = (args.to_vec(), false);
            self.enter(unshared, &args, result);
            self.boxings.push(Boxing { value_of: method, args, result, is_made });
            return;
        }
        if self.program.method(method).code == Code::Library && self.copy_natively(method, args, result, span) {
            return;
        }
        self.enter(method, args, result);
    }

    fn enter(&mut self, method: MethodId, args: &[Node], result: Node) {
        let places = self.reach(method);
        let arity = self.arity(method);
        self.flow(args, &places.locals[..arity]);
        self.classes.join(result, places.result);
    }

    /// If a box is looked at as an object, all of its kind are the ones that Java shares, and which
    /// one it is depends on the number. Says whether there were any.
    pub(super) fn share_boxes(&mut self) -> bool {
        let is_open = |boxing: &Boxing| !boxing.is_made;
        let open = self.boxings.iter().filter(|boxing| is_open(boxing)).map(|boxing| (boxing.value_of, boxing.result));
        let open: Vec<(MethodId, Node)> = open.collect();
        let any = self.any_object_matters.is_some();
        let shared = open.into_iter().find(|(_, result)| any || self.classes.uses(*result).identity);
        let Some((value_of, _)) = shared else { return false };
        for index in 0..self.boxings.len() {
            let boxing = &mut self.boxings[index];
            if boxing.value_of == value_of && !std::mem::replace(&mut boxing.is_made, true) {
                let (args, result) = (boxing.args.clone(), boxing.result);
                self.enter(value_of, &args, result);
            }
        }
        true
    }

    fn flow(&mut self, args: &[Node], params: &[Node]) {
        for (arg, param) in args.iter().zip(params) {
            self.classes.join(*arg, *param);
        }
    }

    /// Native code that only copies and compares, for each call by itself.
    fn copy_natively(&mut self, method: MethodId, args: &[Node], result: Node, span: Span) -> bool {
        let declared = self.program.method(method);
        match (self.program.class(declared.class).name.as_str(), declared.name.as_str(), args) {
            ("java.lang.Object", "equals", [left, right]) => {
                self.classes.join(*left, *right);
                self.classes.add_uses(*left, Uses { identity: true, ..Uses::default() });
            }
            ("java.lang.Object", "clone", [original]) => {
                self.classes.set_concrete(*original, span, Need::Native);
                self.classes.join(*original, result);
            }
            ("java.lang.System", "arraycopy", [source, from, target, to, length]) => {
                let (source, target) = (*source, *target);
                for number in [*from, *to, *length] {
                    self.classes.set_arithmetic(number, span, Need::Native);
                }
                self.classes.set_concrete(source, span, Need::Native);
                self.classes.set_concrete(target, span, Need::Native);
                let (source, target) = (self.classes.element(source), self.classes.element(target));
                self.classes.join(source, target);
            }
            // Of an opaque value they say that its own `equals` has to decide.
            ("java.util.ObjectArrays", "hasSame" | "insertSame", [elements, size, value]) => {
                self.classes.set_arithmetic(*size, span, Need::Native);
                self.classes.set_arithmetic(result, span, Need::Native);
                self.classes.set_concrete(*elements, span, Need::Native);
                let element = self.classes.element(*elements);
                self.classes.join(element, *value);
            }
            _ => return false,
        }
        true
    }

    /// Native code may do anything with what it gets, and with the fields of its own class.
    pub(super) fn walk_native(&mut self, method: MethodId) {
        let span = self.program.method(method).name_span;
        let places = self.reach(method);
        for place in places.locals.iter().chain([&places.result]) {
            self.classes.expose(*place, span, Need::Native);
        }
        for field in &self.program.class(self.program.method(method).class).fields {
            self.classes.expose(self.fields[field.index()], span, Need::Native);
        }
    }
}

impl ObjectComparison {
    fn uses(self) -> Uses {
        match self {
            ObjectComparison::Equals => Uses { equals: true, ..Uses::default() },
            ObjectComparison::Natural => Uses { natural: true, ..Uses::default() },
            ObjectComparison::Comparator => Uses { comparator: true, ..Uses::default() },
        }
    }
}
