//! Bit-vectors against Rust's wrapping arithmetic: all values of small widths, random ones of
//! Java's.

mod support;

use support::Random;
use tightrope_circuit::{Bits, Circuit, Model};

type Unary = (&'static str, fn(&mut Circuit, &Bits) -> Bits, fn(i64) -> i128);
type Binary = fn(&mut Circuit, &Bits, &Bits) -> Bits;
/// What an operation should give, before wrapping; `None` where Java throws.
type Expected = fn(i64, i64, usize) -> Option<i128>;

/// A number of `width` bits as Java would read it.
fn wrapped(value: i128, width: usize) -> i64 {
    let shift = 128 - width as u32;
    (value << shift >> shift) as i64
}

fn unsigned(value: i64, width: usize) -> i128 {
    i128::from(value) & ((1 << width) - 1)
}

fn comparison(circuit: &mut Circuit, a: &Bits, b: &Bits, which: usize) -> Bits {
    let lit = match which {
        0 => circuit.eq_bits(a, b),
        1 => circuit.less(a, b),
        2 => circuit.less_equal(a, b),
        _ => circuit.less_unsigned(a, b),
    };
    Bits::from_lits(vec![lit]).zero_extended(a.width().max(2)).truncated(a.width())
}

fn binary_operations() -> Vec<(&'static str, Binary, Expected)> {
    vec![
        ("+", Circuit::add, |a, b, _| Some(i128::from(a) + i128::from(b))),
        ("-", Circuit::sub, |a, b, _| Some(i128::from(a) - i128::from(b))),
        ("*", Circuit::mul, |a, b, _| Some(i128::from(a).wrapping_mul(i128::from(b)))),
        ("/", Circuit::div, |a, b, _| i128::from(a).checked_div(i128::from(b))),
        ("%", Circuit::rem, |a, b, _| i128::from(a).checked_rem(i128::from(b))),
        ("u/", |c, a, b| c.unsigned_div_rem(a, b).0, |a, b, w| unsigned(a, w).checked_div(unsigned(b, w))),
        ("u%", |c, a, b| c.unsigned_div_rem(a, b).1, |a, b, w| unsigned(a, w).checked_rem(unsigned(b, w))),
        ("&", Circuit::bit_and, |a, b, _| Some(i128::from(a & b))),
        ("|", Circuit::bit_or, |a, b, _| Some(i128::from(a | b))),
        ("^", Circuit::bit_xor, |a, b, _| Some(i128::from(a ^ b))),
        ("==", |c, a, b| comparison(c, a, b, 0), |a, b, _| Some(i128::from(a == b))),
        ("<", |c, a, b| comparison(c, a, b, 1), |a, b, _| Some(i128::from(a < b))),
        ("<=", |c, a, b| comparison(c, a, b, 2), |a, b, _| Some(i128::from(a <= b))),
        ("u<", |c, a, b| comparison(c, a, b, 3), |a, b, w| Some(i128::from(unsigned(a, w) < unsigned(b, w)))),
        ("<<", Circuit::shl, |a, b, w| Some(shifted(wide_of(a), b, w, |a, n| a << n))),
        (">>", Circuit::shr, |a, b, w| Some(shifted(wide_of(a), b, w, |a, n| a >> n))),
        (">>>", Circuit::ushr, |a, b, w| Some(shifted(unsigned(a, w), b, w, |a, n| a >> n))),
    ]
}

fn wide_of(a: i64) -> i128 {
    i128::from(a)
}

/// The amount counts modulo the next power of two.
fn shifted(a: i128, amount: i64, width: usize, by: fn(i128, u32) -> i128) -> i128 {
    by(a, (amount as u64 & (width.next_power_of_two() as u64 - 1)) as u32)
}

fn unary_operations() -> [Unary; 2] {
    [("-", Circuit::neg, |a| -i128::from(a)), ("~", Circuit::bit_not, |a| i128::from(!a))]
}

fn model_of(circuit: &Circuit, width: usize, a: i64, b: i64) -> Model {
    // The first gate is the constant, then come the bits of a and b.
    Model::new(circuit, |gate| {
        let index = gate as usize - 1;
        if index < width { a >> index & 1 == 1 } else { b >> (index - width) & 1 == 1 }
    })
}

/// Compares all operations on free numbers, and on constants.
fn compare(width: usize, pairs: &[(i64, i64)]) {
    for (name, operation, expected) in binary_operations() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input_bits(width), circuit.input_bits(width));
        let result = operation(&mut circuit, &a, &b);
        for &(x, y) in pairs {
            let Some(expected) = expected(x, y, width) else { continue };
            let expected = wrapped(expected, width);
            let found = model_of(&circuit, width, x, y).signed(&circuit, &result);
            assert_eq!(found, expected, "{x} {name} {y} in {width} bits");
            let (x, y) = (Bits::constant(x, width), Bits::constant(y, width));
            assert_eq!(operation(&mut Circuit::new(), &x, &y).as_constant(), Some(expected));
        }
    }
    for (name, operation, expected) in unary_operations() {
        let mut circuit = Circuit::new();
        let (a, _) = (circuit.input_bits(width), circuit.input_bits(width));
        let result = operation(&mut circuit, &a);
        for &(x, y) in pairs {
            let found = model_of(&circuit, width, x, y).signed(&circuit, &result);
            assert_eq!(found, wrapped(expected(x), width), "{name}{x} in {width} bits");
        }
    }
}

#[test]
fn all_values_of_small_widths() {
    for width in 1..=5 {
        let range = || -(1i64 << (width - 1))..1i64 << (width - 1);
        let pairs: Vec<_> = range().flat_map(|a| range().map(move |b| (a, b))).collect();
        compare(width, &pairs);
    }
}

#[test]
fn random_and_extreme_values_of_large_widths() {
    let mut random = Random(1);
    for (width, count) in [(8, 1500), (13, 200), (16, 300), (32, 150), (64, 30)] {
        let extremes = [0, 1, -1, 2, -2, i64::MIN, i64::MAX].map(|value| match value {
            i64::MIN => wrapped(1 << (width - 1), width),
            i64::MAX => wrapped((1 << (width - 1)) - 1, width),
            other => other,
        });
        let mut pairs: Vec<_> = extremes.iter().flat_map(|&a| extremes.map(|b| (a, b))).collect();
        for _ in 0..count {
            // Small and large magnitudes alike.
            let mut number = || wrapped(i128::from(random.word() as i64 >> random.below(64)), width);
            pairs.push((number(), number()));
        }
        compare(width, &pairs);
    }
}

#[test]
fn extensions_keep_the_value() {
    let bits = Bits::constant(-3, 4);
    assert_eq!(bits.sign_extended(9).as_constant(), Some(-3));
    assert_eq!(bits.zero_extended(9).as_constant(), Some(13));
    assert_eq!(bits.truncated(2).as_constant(), Some(1));
    assert_eq!(Bits::constant(i64::MIN, 64).as_constant(), Some(i64::MIN));
}
