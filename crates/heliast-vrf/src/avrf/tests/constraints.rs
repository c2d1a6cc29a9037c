use super::{block, bytes, word};
use crate::avrf::{
    constraints::{Statement, constrain},
    parameters::{BLOCK_WITNESS, KEY_WITNESS},
    quicksilver::{Prover, Side, Verifier},
    subfield::embed,
    vole::words,
    wires::{Row, Wires},
    witness::Cipher,
};
use heliast_symmetric::binary::{Binary, Gf8x16, Gf128};
use std::vec::Vec;

type Pair = ([u8; 16], [u8; 16]);

/// The values themselves, without tags.
struct Plain(Vec<Gf128>);

impl Side for Plain {
    type One = [Row; 1];
    type Two = [Row; 1];
    type Three = [Row; 1];

    fn field(&self) -> Binary {
        Binary::new()
    }
    fn commit(&self, values: Gf8x16, _: Row) -> [Row; 1] {
        [values.to_bytes().map(embed)]
    }
    fn constant(&self, value: Gf128) -> [Row; 1] {
        [[value; 16]]
    }
    fn product(&self, [a]: &[Row; 1], [b]: &[Row; 1]) -> [Row; 1] {
        let mut out = [Gf128::ZERO; 16];
        self.field().products(a, b, &mut out);
        [out]
    }
    fn square(&self, a: &[Row; 1]) -> [Row; 1] {
        self.product(a, a)
    }
    fn raise(&self, a: &[Row; 1]) -> [Row; 1] {
        *a
    }
    fn raise_two(&self, a: &[Row; 1]) -> [Row; 1] {
        *a
    }
    fn cubic(&self, a: &[Row; 1], b: &[Row; 1], c: &[Row; 1]) -> [Row; 1] {
        self.plus(self.product(a, b), c)
    }
    fn check(&mut self, count: usize, constraints: &[[Row; 1]]) {
        (0..count).for_each(|i| self.0.extend(constraints.iter().map(|[row]| row[i])));
    }
}

/// The number of constraints that a witness violates.
fn violated(witness: &[u8], pairs: &[Pair], restricted: bool) -> usize {
    let tags = std::vec![Gf128::ZERO; 8 * witness.len()];
    let mut plain = Plain(Vec::new());
    let statement = Statement { pairs, restricted };
    constrain(&mut plain, Wires { values: witness, tags: &tags }, &statement);
    assert_eq!(plain.0.len(), statement.constraints());
    plain.0.iter().filter(|value| **value != Gf128::ZERO).count()
}

fn statement(label: &str) -> ([u8; 16], Vec<u8>, [Pair; 2]) {
    let key = block(&std::format!("{label} key"));
    let cipher = Cipher::new(&key);
    let pairs = [0, 1].map(|i| {
        let input = block(&std::format!("{label} input {i}"));
        (input, cipher.encrypt(&input))
    });
    let witness = cipher.witness(pairs.iter().map(|(input, _)| input)).0.clone();
    (key, witness, pairs)
}

#[test]
fn aes_satisfies_them_and_nothing_near_it_does() {
    let (key, witness, pairs) = statement("plain");
    assert_eq!(violated(&witness, &pairs, false), 0);
    assert_eq!(violated(&witness, &pairs, true), usize::from(key[0] & 3 == 3));
    for bit in (0..8 * witness.len()).step_by(3) {
        let mut other = witness.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        // The inverse norm of 0 is multiplied by 0; every other bit matters.
        assert!(violated(&other, &pairs, false) > 0 || is_norm_of_zero(&key, &pairs, bit), "{bit}");
    }
    for bit in (0..128).step_by(7) {
        for (pair, output) in [(0, false), (0, true), (1, false), (1, true)] {
            let mut other = pairs;
            let block = if output { &mut other[pair].1 } else { &mut other[pair].0 };
            block[bit / 8] ^= 1 << (bit % 8);
            assert!(violated(&witness, &other, false) > 0);
        }
    }
    let mut swapped = pairs;
    swapped.swap(0, 1);
    assert!(violated(&witness, &swapped, false) > 0);
}

#[test]
fn faests_keys_are_restricted() {
    for low in 0..4 {
        let mut key = block("restricted");
        key[0] = key[0] & !3 | low;
        let cipher = Cipher::new(&key);
        let pairs = [([7; 16], cipher.encrypt(&[7; 16]))];
        let witness = cipher.witness([[7; 16]].iter());
        assert_eq!(violated(&witness.0, &pairs, true), usize::from(low == 3));
        assert_eq!(violated(&witness.0, &pairs, false), 0);
    }
}

/// An input of 0 to an S-box with a free norm: the constraints do not determine the norm, and need not,
/// because the S-box's output does not depend on it.
#[test]
fn zeros_enter_s_boxes() {
    let cipher = Cipher::new(&[0; 16]);
    let pairs = [([0; 16], cipher.encrypt(&[0; 16]))];
    let mut witness = cipher.witness([[0; 16]].iter()).0.clone();
    assert_eq!(witness[KEY_WITNESS..][..8], [0; 8], "every byte of the first round is 0");
    assert_eq!(violated(&witness, &pairs, false), 0);
    witness[KEY_WITNESS..][..8].copy_from_slice(&[0xa7; 8]);
    assert_eq!(violated(&witness, &pairs, false), 0);
    witness[KEY_WITNESS + 8] ^= 1;
    assert!(violated(&witness, &pairs, false) > 0);
}

/// Whether a bit of the witness belongs to the norm of a 0, by running through all rounds.
fn is_norm_of_zero(key: &[u8; 16], pairs: &[Pair], bit: usize) -> bool {
    let byte = bit / 8;
    if byte < KEY_WITNESS || (byte - KEY_WITNESS) % BLOCK_WITNESS % 24 >= 8 {
        return false;
    }
    let witness = Cipher::new(key).witness(pairs.iter().map(|(input, _)| input));
    // Only a 0 has the norm 0.
    witness.0[byte] >> (bit % 8 / 4 * 4) & 0xf == 0
}

/// With q = v + w·Δ for every bit, the verifier's values are the prover's polynomials at Δ.
#[test]
fn the_sides_agree() {
    let (_, witness, pairs) = statement("sides");
    let tags: Vec<_> = words(&bytes("tags", 16 * 8 * witness.len())).into_iter().map(Gf128).collect();
    let delta = Gf128(word("delta"));
    let mask = bytes("mask", witness.len());
    let masked: Vec<u8> = witness.iter().zip(&mask).map(|(w, u)| w ^ u).collect();
    // The verifier has q for the masks u, and d = w + u.
    let bit = |bytes: &[u8], i: usize| u128::from(bytes[i / 8] >> (i % 8) & 1);
    let q: Vec<_> = tags.iter().enumerate().map(|(i, v)| Gf128(v.0 ^ (bit(&mask, i) * delta.0))).collect();
    for field in Binary::all() {
        for restricted in [false, true] {
            let statement = Statement { pairs: &pairs, restricted };
            let mut prover = Prover::new(field, statement.constraints());
            constrain(&mut prover, Wires { values: &witness, tags: &tags }, &statement);
            let mut verifier = Verifier::new(field, delta, statement.constraints());
            constrain(&mut verifier, Wires { values: &masked, tags: &q }, &statement);
            let key_is_restricted = witness[0] & 3 != 3;
            let skip = usize::from(restricted && !key_is_restricted);
            let [a0, a1, a2] = &prover.constraints;
            assert_eq!(a0.len(), statement.constraints());
            for i in skip..statement.constraints() {
                let value = a0[i] + delta.multiply(a1[i] + delta.multiply(a2[i]));
                assert_eq!(verifier.constraints[i], value, "{} {i}", field.name());
            }
        }
    }
}
