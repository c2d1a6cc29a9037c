//! The constraints on a witness: AES as products of at most three committed values that must be 0
//! (FAEST's specification, version 2, on the key expansion's and the encryption's constraints).
//!
//! **Key schedule.** Every S-box has an input a and, after the inverse affine map, an inverse b. Both are
//! sums of committed bits. a²b = a and ab² = b hold if and only if b = a^254.
//!
//! **Two rounds.** With x the bytes of the state, committed bit by bit:
//!
//! 1. y is the committed inverse norm of x: y·x^16·x^2 = x. If x ≠ 0 then y = x^(-17); if x = 0 then y is
//!    free, but it is multiplied by 0 wherever it is used.
//! 2. z = y·x^16 is the inverse of x, a product of two committed values. Conjugates are linear in bits, so
//!    every z^(2^j) = y^(2^j)·x^(2^(j+4)) is such a product, too, and the S-box's affine map, ShiftRows and
//!    MixColumns lead to the state t that enters the next S-box, and to t².
//! 3. s is the inverse of t. It is linear in the committed state after the next ShiftRows, or in the output:
//!    s²·t = s and s·t² = t.
//!
//! For m blocks there are 80 + 240m constraints, for which the prover computes some 17,000m products.

use super::{
    parameters::{BLOCK_WITNESS, KEY_WITNESS},
    quicksilver::{Planes, Side},
    subfield::{AFFINE_AND_SQUARE, CONJUGATES, CONSTANT_AND_SQUARE, NORM_CONJUGATES, TWO_AND_SQUARE},
    wires::{Bytes, Norms, Row, Wires},
    witness::{ROUND_CONSTANTS, shifted_from},
};
use heliast_symmetric::binary::Gf8x16;

/// The statement to be proven: one key encrypts every input to its output.
#[derive(Clone, Debug)]
pub(super) struct Statement<'a> {
    pub(super) pairs: &'a [([u8; 16], [u8; 16])],
    /// Whether to show as well that the first two bits of the key are not both 1, as FAEST does.
    pub(super) restricted: bool,
}

impl Statement<'_> {
    /// The number of constraints.
    pub(super) fn constraints(&self) -> usize {
        usize::from(self.restricted) + 80 + 240 * self.pairs.len()
    }
}

/// Passes every constraint to `side`.
pub(super) fn constrain<S: Side>(side: &mut S, wires: Wires<'_>, statement: &Statement<'_>) {
    if statement.restricted {
        restrict(side, wires);
    }
    let keys = round_keys(wires);
    key_schedule(side, wires, &keys);
    for (i, (input, output)) in statement.pairs.iter().enumerate() {
        encryption(side, wires, KEY_WITNESS + i * BLOCK_WITNESS, &keys, input, output);
    }
}

/// k_0·k_1 = 0.
fn restrict<S: Side>(side: &mut S, wires: Wires<'_>) {
    let bit = |i: usize| {
        let mut tags = [Default::default(); 16];
        tags[0] = wires.tags[i];
        side.commit(Gf8x16((wires.values[0] >> i & 1).into()), tags)
    };
    let product = side.raise_two(&side.product(&bit(0), &bit(1)));
    side.check(1, &[product]);
}

/// Computes all round keys from the key and the first word of each of the ten others.
fn round_keys(wires: Wires<'_>) -> [Bytes; 11] {
    let mut last = wires.bytes(|i| i);
    core::array::from_fn(|round| {
        if round > 0 {
            // Word 0 is committed. Word c is word c of the previous round key plus word c − 1 of this one,
            // and so it is word 0 plus words 1 to c of the previous one.
            let mut key = wires.bytes(|i| 16 + 4 * (round - 1) + i % 4);
            for word in 1..4 {
                let mut part = last.permuted(|i| 4 * word + i % 4);
                part.keep_from(4 * word);
                key = key.plus(&part);
            }
            last = key;
        }
        last.clone()
    })
}

/// The 40 S-boxes of the key schedule, in three times sixteen places.
fn key_schedule<S: Side>(side: &mut S, wires: Wires<'_>, keys: &[Bytes; 11]) {
    for first in (0..40).step_by(16) {
        let count = 16.min(40 - first);
        let place = |i: usize| (first + i).min(39);
        // RotWord: byte r of the input is byte r + 1 of the last word.
        let inputs = gather(keys, |i| (place(i) / 4, 12 + (place(i) + 1) % 4));
        let sums = gather(keys, |i| (place(i) / 4, place(i) % 4));
        let constants = core::array::from_fn(|i| match place(i) {
            place if place % 4 == 0 => ROUND_CONSTANTS[place / 4],
            _ => 0,
        });
        let outputs = wires.bytes(|i| 16 + place(i)).plus(&sums).plus(&Bytes::constant(constants));
        let [a, a2] = with_square(side, &inputs);
        let [b, b2] = with_square(side, &outputs.inverse_affine());
        let first = side.plus(side.product(&a2, &b), &side.raise(&a));
        let second = side.plus(side.product(&b2, &a), &side.raise(&b));
        let constraints = [side.raise_two(&first), side.raise_two(&second)];
        side.check(count, &constraints);
    }
}

/// Byte `from(i).1` of key `from(i).0` as byte i.
fn gather(keys: &[Bytes; 11], from: impl Fn(usize) -> (usize, usize)) -> Bytes {
    let byte = |i: usize| {
        let (key, byte) = from(i);
        keys[key].values.to_bytes()[byte]
    };
    Bytes {
        values: Gf8x16::from_bytes(core::array::from_fn(byte)),
        tags: core::array::from_fn(|bit| {
            core::array::from_fn(|i| {
                let (key, byte) = from(i);
                keys[key].tags[bit][byte]
            })
        }),
    }
}

/// The constraints of one block, whose witness begins with byte `at`.
fn encryption<S: Side>(
    side: &mut S,
    wires: Wires<'_>,
    at: usize,
    keys: &[Bytes; 11],
    input: &[u8; 16],
    output: &[u8; 16],
) {
    let mut state = keys[0].plus(&Bytes::constant(*input));
    for (pair, at) in (0..5).zip((at..).step_by(8 + 16)) {
        let (middle, end) = (&keys[2 * pair + 1], &keys[2 * pair + 2]);
        let [t, t2] = first_round(side, &state, &wires.norms(at), middle);
        if pair == 4 {
            second_round(side, &end.plus(&Bytes::constant(*output)), &t, &t2);
        } else {
            let shifted = wires.bytes(|i| at + 8 + i);
            second_round(side, &shifted, &t, &t2);
            state = shifted.mixed().plus(end);
        }
    }
}

/// Steps 1 and 2: t and t².
fn first_round<S: Side>(side: &mut S, state: &Bytes, norms: &Norms, key: &Bytes) -> [S::Two; 2] {
    let field = side.field();
    let x = commit(side, state.values, field.combine(&CONJUGATES, &state.tags.each_ref()));
    let y = commit(side, norms.values, field.combine(&NORM_CONJUGATES, &norms.tags.each_ref()));
    let z: [S::Two; 8] = core::array::from_fn(|j| side.product(&x[(j + 4) % 8], &y[j % 4]));
    let constraint = side.cubic(&z[0], &x[1], &side.raise(&x[0]));
    side.check(16, &[constraint]);

    let mut t = [z[0].clone(), z[0].clone()];
    for plane in 0..S::Two::COUNT {
        let conjugates = core::array::from_fn(|j| &z[j].rows()[plane]);
        let rows = field.combine(&AFFINE_AND_SQUARE, &conjugates);
        for ((t, row), two) in t.iter_mut().zip(rows).zip(TWO_AND_SQUARE) {
            let row: Row = core::array::from_fn(|to| row[shifted_from(to)]);
            let [doubled] = field.combine(&[[two]], &[&row]);
            let below = |of: &Row, i: usize, rows: usize| of[i / 4 * 4 + (i + rows) % 4];
            // 2a_r + 3a_(r+1) + a_(r+2) + a_(r+3). The factors sum to 1, so the constant does not change.
            t.rows_mut()[plane] = core::array::from_fn(|i| {
                let double = doubled[i] + below(&doubled, i, 1);
                double + below(&row, i, 1) + below(&row, i, 2) + below(&row, i, 3)
            });
        }
    }
    let [one, ..] = CONJUGATES;
    let [key] = commit(side, key.values, field.combine(&[one], &key.tags.each_ref()));
    let [t, t2] = t;
    let [c, c2] = CONSTANT_AND_SQUARE;
    let t = side.plus(side.plus(t, &side.constant(c)), &side.raise(&key));
    let t2 = side.plus(side.plus(t2, &side.constant(c2)), &side.square(&key));
    [t, t2]
}

/// Step 3.
fn second_round<S: Side>(side: &mut S, shifted: &Bytes, t: &S::Two, t2: &S::Two) {
    let [s, s2] = with_square(side, &shifted.unshifted().inverse_affine());
    let first = side.cubic(t, &s2, &side.raise(&s));
    let second = side.cubic(t2, &s, t);
    side.check(16, &[first, second]);
}

/// Bytes as elements of the field, and their squares.
fn with_square<S: Side>(side: &S, bytes: &Bytes) -> [S::One; 2] {
    let [one, square, ..] = CONJUGATES;
    commit(side, bytes.values, side.field().combine(&[one, square], &bytes.tags.each_ref()))
}

/// Commits to a value, its square, and so on, with tags for each.
fn commit<S: Side, const N: usize>(side: &S, values: Gf8x16, tags: [Row; N]) -> [S::One; N] {
    let mut power = values;
    tags.map(|tags| {
        let one = side.commit(power, tags);
        power = power.square();
        one
    })
}
