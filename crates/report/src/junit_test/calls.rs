//! A heap that public calls build: the calls, as a client would write them, and then the way to
//! each object, for what is asserted about it.

use super::expression::{binary_name, quoted};
use super::{leaf, made};
use crate::Counterexample;
use std::collections::VecDeque;
use std::fmt::Write;
use tightrope_heap::{Content, Heap, Layouts, ObjectId, Value};
use tightrope_program::names::{name_in_package, package_of};
use tightrope_program::{ClassOrigin, FieldKind, Program};

/// The method that builds the heap; `None` if no calls are known, or if they do not build all of
/// it.
pub(super) fn build(program: &Program, layouts: &Layouts, found: &Counterexample) -> Option<String> {
    let heap = &found.before;
    // The last one is the call of the finding.
    let (_, calls) = found.calls.split_last()?;
    let this = heap.root("this")?.as_object()?;
    if names_private_class(program, calls) {
        return None;
    }
    let ways = ways(program, layouts, heap, this);
    let mut text =
        String::from("    private static Object[] heap(Object[] leaves, boolean isLive) throws Throwable {\n");
    let _ = writeln!(text, "        Object[] o = new Object[{}];", heap.objects.len());
    for call in calls {
        let _ = writeln!(text, "        {call}");
    }
    let _ = writeln!(text, "        o[{}] = it;", this.0);
    for id in heap.ids().filter(|id| *id != this) {
        let way = match ways.iter().find(|(known, _)| *known == id) {
            Some((_, way)) => way.clone(),
            None => other(program, heap, id)?,
        };
        let _ = writeln!(text, "        o[{}] = {way};", id.0);
    }
    text.push_str("        return o;\n    }\n");
    Some(in_order(&text, &ways))
}

/// A test is a class of its own, which cannot name what is private in another.
fn names_private_class(program: &Program, calls: &[String]) -> bool {
    let hidden = program.class_ids().filter(|class| program.class(*class).is_private);
    let mut names = hidden.map(|class| name_in_package(program, class, package_of(program, class)));
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let names_it = |call: &String, name: &str| {
        call.match_indices(name).any(|(at, _)| {
            let (before, after) = (call[..at].chars().next_back(), call[at + name.len()..].chars().next());
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
    };
    names.any(|name| calls.iter().any(|call| names_it(call, name)))
}

/// An object comes after the one that leads to it: breadth-first numbers are in that order, others
/// need sorting.
fn in_order(text: &str, ways: &[(ObjectId, String)]) -> String {
    let position = |line: &str| {
        let id: Option<u32> =
            line.trim_start().strip_prefix("o[").and_then(|rest| rest.split(']').next()?.parse().ok());
        let way = id.and_then(|id| ways.iter().position(|(known, _)| known.0 == id));
        way.map_or((0, 0), |at| (1, at))
    };
    let (head, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| position(line).0 == 0);
    let mut rest = rest;
    rest.sort_by_key(|line| position(line).1);
    // The last two lines return the array and end the method.
    let (head, tail) = head.split_at(head.len().saturating_sub(2));
    head.iter().chain(&rest).chain(tail).map(|line| format!("{line}\n")).collect()
}

/// How each object is reached from the receiver, nearest first. On a class that builds another heap
/// the way may end early, with null.
fn ways(program: &Program, layouts: &Layouts, heap: &Heap, this: ObjectId) -> Vec<(ObjectId, String)> {
    let mut ways: Vec<(ObjectId, String)> = Vec::new();
    let mut pending = VecDeque::from([this]);
    while let Some(from) = pending.pop_front() {
        for (to, way) in steps(program, layouts, heap, from) {
            if to != this && ways.iter().all(|(known, _)| *known != to) {
                ways.push((to, format!("o[{0}] == null ? null : {way}", from.0)));
                pending.push_back(to);
            }
        }
    }
    ways
}

fn steps(program: &Program, layouts: &Layouts, heap: &Heap, from: ObjectId) -> Vec<(ObjectId, String)> {
    let object = heap.object(from);
    match (&object.content, object.ty.as_class()) {
        (Content::Elements(elements), _) => {
            let step = |(at, value): (usize, &Value)| {
                let way = format!("java.lang.reflect.Array.get(o[{}], {at})", from.0);
                Some((value.as_object()?, way))
            };
            elements.iter().enumerate().filter_map(step).collect()
        }
        (Content::Fields(values), Some(class)) if program.class(class).origin == ClassOrigin::User => {
            let step = |(field, value): (&tightrope_program::FieldId, &Value)| {
                let declared = program.field(*field);
                let is_java = declared.kind == FieldKind::Java;
                let owner = quoted(&binary_name(program, declared.class));
                let way = format!("field({owner}, {}).get(o[{}])", quoted(&declared.name), from.0);
                Some((value.as_object().filter(|_| is_java)?, way))
            };
            layouts.fields(class).iter().zip(values).filter_map(step).collect()
        }
        _ => Vec::new(),
    }
}

/// An object that the receiver does not lead to. Only an argument may be one: a new element, a
/// string, a number. Others are not there before the call.
fn other(program: &Program, heap: &Heap, id: ObjectId) -> Option<String> {
    let object = heap.object(id);
    if !is_reached(heap, id) {
        return Some("null".to_owned());
    }
    let is_users = |class| program.class(class).origin == ClassOrigin::User;
    let is_built = object.ty.is_array() || object.ty.as_class().is_none_or(is_users);
    match is_built {
        // Nobody has called anything for it.
        true => None,
        false => made(program, heap, id, object).ok().or_else(|| Some(leaf(id, "new Object()"))),
    }
}

/// Does any root lead to it?
fn is_reached(heap: &Heap, id: ObjectId) -> bool {
    let mut seen: Vec<ObjectId> = heap.roots.iter().filter_map(|root| root.value.as_object()).collect();
    let mut next = 0;
    while let Some(object) = seen.get(next).copied() {
        for value in heap.object(object).values().iter().filter_map(|value| value.as_object()) {
            if !seen.contains(&value) {
                seen.push(value);
            }
        }
        next += 1;
    }
    seen.contains(&id)
}
