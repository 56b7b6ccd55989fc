//! Sets, relations, counts and choices against naive code: all small ones.

use std::collections::BTreeSet;
use tightrope_circuit::{Circuit, Lit, Model, Relation};

type Pairs = BTreeSet<(usize, usize)>;

fn model_of(circuit: &Circuit, bits: u64) -> Model {
    Model::new(circuit, |gate| bits >> (gate - 1) & 1 == 1)
}

fn pairs_of(bits: u64, rows: usize, columns: usize) -> Pairs {
    let all = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    all.enumerate().filter(|(k, _)| bits >> k & 1 == 1).map(|(_, pair)| pair).collect()
}

fn naive_join(a: &Pairs, b: &Pairs) -> Pairs {
    a.iter().flat_map(|&(i, j)| b.iter().filter(move |&&(k, _)| k == j).map(move |&(_, l)| (i, l))).collect()
}

fn naive_closure(a: &Pairs) -> Pairs {
    let mut closure = a.clone();
    loop {
        let more: Pairs = closure.union(&naive_join(&closure, a)).copied().collect();
        if more == closure {
            return closure;
        }
        closure = more;
    }
}

#[test]
fn all_pairs_of_relations() {
    // Two relations, 2 x 3 and 3 x 2, for the join; two of 2 x 3 for the rest.
    let mut circuit = Circuit::new();
    let a = circuit.input_relation(2, 3);
    let b = circuit.input_relation(2, 3);
    let union = circuit.union(&a, &b);
    let intersection = circuit.intersection(&a, &b);
    let difference = circuit.difference(&a, &b);
    let join = circuit.join(&a, &b.transposed());
    let contained = circuit.relation_in(&a, &b);
    let equal = circuit.relation_eq(&a, &b);
    let count = circuit.relation_count(&union);
    for bits in 0..1 << 12 {
        let (x, y) = (pairs_of(bits & 63, 2, 3), pairs_of(bits >> 6, 2, 3));
        let mut model = model_of(&circuit, bits);
        let mut found = |relation: &Relation| -> Pairs { model.pairs(&circuit, relation).into_iter().collect() };
        assert_eq!(found(&union), &x | &y);
        assert_eq!(found(&intersection), &x & &y);
        assert_eq!(found(&difference), &x - &y);
        assert_eq!(found(&join), naive_join(&x, &y.iter().map(|&(i, j)| (j, i)).collect()));
        assert_eq!(model.value(&circuit, contained), x.is_subset(&y));
        assert_eq!(model.value(&circuit, equal), x == y);
        assert_eq!(model.unsigned(&circuit, &count) as usize, (&x | &y).len());
    }
}

#[test]
fn all_closures_of_four_atoms() {
    let mut circuit = Circuit::new();
    let a = circuit.input_relation(4, 4);
    let closure = circuit.closure(&a);
    let reflexive = circuit.reflexive_closure(&a);
    let start = [Lit::FALSE, Lit::TRUE, Lit::FALSE, Lit::FALSE];
    let reach = circuit.reach(&start, &a);
    let before = circuit.preimage(&a, &start);
    for bits in 0..1u64 << 16 {
        let pairs = pairs_of(bits, 4, 4);
        let expected = naive_closure(&pairs);
        let mut model = model_of(&circuit, bits);
        assert_eq!(model.pairs(&circuit, &closure).into_iter().collect::<Pairs>(), expected);
        let with_self: Pairs = expected.union(&(0..4).map(|i| (i, i)).collect()).copied().collect();
        assert_eq!(model.pairs(&circuit, &reflexive).into_iter().collect::<Pairs>(), with_self);
        let reached: Vec<usize> = (0..4).filter(|&j| with_self.contains(&(1, j))).collect();
        assert_eq!(model.members(&circuit, &reach), reached);
        let related: Vec<usize> = (0..4).filter(|&i| pairs.contains(&(i, 1))).collect();
        assert_eq!(model.members(&circuit, &before), related);
    }
}

#[test]
fn all_counts() {
    for size in 0..=9 {
        let mut circuit = Circuit::new();
        let lits = circuit.inputs_vec(size);
        let count = circuit.count(&lits);
        let most: Vec<Lit> = (0..=size).map(|bound| circuit.at_most(&lits, bound)).collect();
        let least: Vec<Lit> = (0..=size + 1).map(|bound| circuit.at_least(&lits, bound)).collect();
        let (one, at_most_one) = (circuit.exactly_one(&lits), circuit.at_most_one(&lits));
        for bits in 0..1u64 << size {
            let expected = bits.count_ones() as usize;
            let mut model = model_of(&circuit, bits);
            assert_eq!(model.unsigned(&circuit, &count) as usize, expected);
            for (bound, &lit) in most.iter().enumerate() {
                assert_eq!(model.value(&circuit, lit), expected <= bound);
            }
            for (bound, &lit) in least.iter().enumerate() {
                assert_eq!(model.value(&circuit, lit), expected >= bound);
            }
            assert_eq!(model.value(&circuit, one), expected == 1);
            assert_eq!(model.value(&circuit, at_most_one), expected <= 1);
        }
    }
}

#[test]
fn all_choices() {
    let mut circuit = Circuit::new();
    let options = [3i64, -5, 7].map(|value| tightrope_circuit::Bits::constant(value, 5));
    let (a, b, c) = (circuit.inputs_vec(3), circuit.inputs_vec(3), circuit.input());
    let same = circuit.same(&a, &b);
    let number = circuit.select_bits(&a, &options);
    let either = circuit.mux(c, &a, &b);
    for (i, j, first) in (0..9).flat_map(|k| [(k / 3, k % 3, false), (k / 3, k % 3, true)]) {
        let mut model = model_of(&circuit, 1 << i | 1 << (3 + j) | u64::from(first) << 6);
        assert_eq!(model.value(&circuit, same), i == j);
        assert_eq!(model.signed(&circuit, &number), [3, -5, 7][i]);
        assert_eq!(model.members(&circuit, &either), [if first { i } else { j }]);
    }
}
