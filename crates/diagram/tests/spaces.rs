//! Decision diagrams against lists of states.

use std::collections::HashSet;
use tightrope_diagram::{Label, Place, Space};

/// All states.
fn all(values: &[usize]) -> Vec<Vec<usize>> {
    values.iter().fold(vec![Vec::new()], |states, count| {
        let longer = |state: &Vec<usize>| {
            let state = state.clone();
            (0..*count).map(move |value| state.iter().copied().chain([value]).collect())
        };
        states.iter().flat_map(longer).collect()
    })
}

/// Takes out states one after the other, as a search does.
fn drained(space: &mut Space) -> Vec<Vec<usize>> {
    let mut states = Vec::new();
    while let Some(state) = space.pick() {
        let cube: Vec<(usize, usize)> = state.iter().copied().enumerate().collect();
        space.remove(&cube).expect("a small diagram");
        states.push(state);
    }
    states
}

#[test]
fn a_space_has_all_states() {
    for values in [&[3, 1, 4, 2][..], &[1], &[5, 5], &[2, 2, 2, 2, 2]] {
        let mut space = Space::new(values).expect("a small diagram");
        let states = all(values);
        assert_eq!(space.count(), states.len() as u128);
        assert_eq!(drained(&mut space), states);
        assert_eq!((space.count(), space.pick()), (0, None));
    }
}

#[test]
fn cubes_are_taken_out() {
    let values = [3, 4, 2, 5];
    let mut space = Space::new(&values).expect("a small diagram");
    let mut left: HashSet<Vec<usize>> = all(&values).into_iter().collect();
    let mut number = 7_usize;
    for _ in 0..40 {
        let cube: Vec<(usize, usize)> = (0..values.len())
            .filter_map(|variable| {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let choice = number >> 33;
                (!choice.is_multiple_of(3)).then_some((variable, choice / 3 % values[variable]))
            })
            .collect();
        if cube.len() < 2 {
            continue;
        }
        space.remove(&cube).expect("a small diagram");
        left.retain(|state| !cube.iter().all(|(variable, value)| state[*variable] == *value));
        assert_eq!(space.count(), left.len() as u128);
        assert!(space.pick().is_none_or(|state| left.contains(&state)));
    }
    assert!(left.iter().all(|state| space.contains(state) == Ok(true)));
    assert!(space.largest() >= space.size());
}

/// Lists of at most so many nodes: a head, and each node with the next one and a truth value.
fn list_places(nodes: usize) -> Vec<Place> {
    let label = |number: usize| Label { kind: 0, number };
    let reference = || std::iter::once(None).chain((0..nodes).map(|number| Some(label(number)))).collect();
    let mut places = vec![Place { holder: None, labels: reference() }];
    for number in 0..nodes {
        places.push(Place { holder: Some(label(number)), labels: reference() });
        places.push(Place { holder: Some(label(number)), labels: vec![None, None] });
    }
    places
}

/// What an observer sees who follows the links: the values, and where it comes back to.
fn seen(state: &[usize]) -> Vec<usize> {
    let (mut met, mut seen, mut at) = (Vec::new(), Vec::new(), state[0]);
    while at > 0 {
        if let Some(before) = met.iter().position(|node| *node == at) {
            seen.push(100 + before);
            break;
        }
        met.push(at);
        seen.push(state[2 * at]);
        at = state[2 * at - 1];
    }
    seen
}

#[test]
fn one_numbering_of_each_heap_is_left() {
    for nodes in 1..=3 {
        let places = list_places(nodes);
        let values: Vec<usize> = places.iter().map(|place| place.labels.len()).collect();
        let heaps: HashSet<Vec<usize>> = all(&values).iter().map(|state| seen(state)).collect();
        let mut space = Space::new(&values).expect("a small diagram");
        space.number_in_order(&places).expect("a small diagram");
        let left = drained(&mut space);
        let kept: HashSet<Vec<usize>> = left.iter().map(|state| seen(state)).collect();
        assert_eq!(kept, heaps, "{nodes} nodes");
        assert_eq!(left.len(), heaps.len(), "{nodes} nodes: no heap is there twice");
    }
}

/// Two kinds of objects that lead to each other: none is lost.
#[test]
fn no_heap_of_two_kinds_is_lost() {
    let label = |kind: usize, number: usize| Label { kind, number };
    let reference = |kind: usize| vec![None, Some(label(kind, 0)), Some(label(kind, 1))];
    let mut places = vec![Place { holder: None, labels: reference(1) }];
    for kind in 0..2 {
        for number in 0..2 {
            places.push(Place { holder: Some(label(kind, number)), labels: reference(1 - kind) });
        }
    }
    let values: Vec<usize> = places.iter().map(|place| place.labels.len()).collect();
    // Variables 1 and 2 belong to the first kind, 3 and 4 to the second.
    let walk = |state: &[usize]| {
        let (mut met, mut kind, mut at) = (Vec::new(), 1, state[0]);
        while at > 0 && !met.contains(&(kind, at)) {
            met.push((kind, at));
            (at, kind) = (state[2 * kind + at], 1 - kind);
        }
        (met.len(), met.iter().position(|known| *known == (kind, at)), at)
    };
    let shape = |state: &[usize]| {
        let (length, back, end) = walk(state);
        (length, back, end == 0)
    };
    let heaps: HashSet<_> = all(&values).iter().map(|state| shape(state)).collect();
    let mut space = Space::new(&values).expect("a small diagram");
    space.number_in_order(&places).expect("a small diagram");
    let kept: HashSet<_> = drained(&mut space).iter().map(|state| shape(state)).collect();
    assert_eq!(kept, heaps);
}
