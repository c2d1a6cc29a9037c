//! The hash of the constraints of AES at the point Δ (`spec/avrf.md`, "Constraints"). A committed bit
//! is an element, and so is a sum of bits, a known one being a multiple of Δ. Bits are kept by their
//! coordinates over GF(2^8), since all that is done to them is linear over it; products are not.

use super::field::{
    Coordinates, Element, Map, combine, conjugates, coordinates, from_coordinates, multiply, multiply_bytes,
    power, prepare,
};
use crate::memory::{Cells, load};
use core::arch::wasm32::{i32x4_splat, v128, v128_xor};

/// The bits of a byte, the lowest first, by coordinates.
type Bits = [Coordinates; 8];

const PAIRS: usize = 4;
/// Bytes of the witness.
pub const WITNESS: usize = 16 + 40 + PAIRS * (5 * 8 + 4 * 16);
/// Bits of the 32 blocks that the witness and the masks of the constraints are in.
pub const MOST_ROWS: usize = 32 * 16 * 8;

/// The elements of the witness's bits, and of the masks'; after them is room for whole blocks of rows.
static BITS: Cells<{ MOST_ROWS * 16 }> = Cells::new();
/// Δ; the keys r_0, r_1, s and t of the hash; and of each pair the block and what it is encrypted to.
static STATEMENT: Cells<{ 16 * (5 + 2 * PAIRS) }> = Cells::new();
static HASH: Cells<16> = Cells::new();
static ROUND_KEYS: Cells<{ 11 * 16 * 8 * 16 }> = Cells::new();
static TIMES_DELTA: Map = Map::new();
static TIMES_S: Map = Map::new();
static TIMES_T: Map = Map::new();

const CONJUGATES: [[u8; 8]; 8] = conjugates([1, 2, 4, 8, 16, 32, 64, 128]);
const NORM_CONJUGATES: [[u8; 4]; 4] = conjugates([0x01, 0x50, 0xb0, 0x0c]);
const AFFINE: [u8; 8] = [0x05, 0x09, 0xf9, 0x25, 0xf4, 0x01, 0xb5, 0x8f];
const MIX: [u8; 4] = [2, 3, 1, 1];

/// The place of the elements of the witness's bits, which `cross` writes.
#[unsafe(no_mangle)]
pub extern "C" fn bits() -> *mut u8 {
    BITS.start()
}

/// The point Δ.
pub fn delta() -> v128 {
    // SAFETY: it is the first element of the statement.
    unsafe { load(STATEMENT.start()) }
}

/// The place to which JavaScript writes the point, the hash's keys and the pairs.
#[unsafe(no_mangle)]
pub extern "C" fn statement() -> *mut u8 {
    STATEMENT.start()
}

/// The place of the hash.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> *mut u8 {
    HASH.start()
}

/// Hashes the values of all constraints, in their order.
#[unsafe(no_mangle)]
pub extern "C" fn constrain() {
    // SAFETY: the places have so many elements, and nothing else uses them meanwhile.
    let (given, witness, keys, hash) = unsafe {
        let given = STATEMENT.start().cast::<[Element; 5 + 2 * PAIRS]>().read();
        let witness = &mut *BITS.start().cast::<[Bits; WITNESS]>();
        let keys = &mut *ROUND_KEYS.start().cast::<[Bits; 176]>();
        (given, witness, keys, &mut *HASH.start().cast::<Element>())
    };
    let [delta, r0, r1, s, t, pairs @ ..] = given;
    prepare();
    for bit in witness.iter_mut().flatten() {
        *bit = coordinates(super::field::element(*bit));
    }
    TIMES_DELTA.set(delta);
    TIMES_S.set(s);
    TIMES_T.set(t);
    let mut circuit = Circuit { witness, delta: coordinates(delta), sums: [0; 2] };
    circuit.key_schedule(keys);
    for pair in pairs.chunks_exact(2) {
        circuit.encryption(keys, pair[0].to_le_bytes(), pair[1].to_le_bytes());
    }
    *hash = multiply(r0, circuit.sums[0]) ^ multiply(r1, circuit.sums[1]);
}

struct Circuit<'a> {
    witness: &'a [Bits],
    delta: Coordinates,
    sums: [Element; 2],
}

impl<'a> Circuit<'a> {
    fn key_schedule(&mut self, keys: &mut [Bits; 176]) {
        keys[..16].copy_from_slice(self.take(16));
        for round in 1..=10 {
            let (at, word) = (16 * round, self.take(4));
            for row in 0..4 {
                let constant = if row == 0 { power(2, round as u32 - 1) } else { 0 };
                let a = keys[at - 4 + (row + 1) % 4];
                let b = self.inverse_affine(sum(sum(word[row], keys[at - 16 + row]), self.known(constant)));
                let ([a, a_squared], [b, b_squared]) = (with_square(&a), with_square(&b));
                self.require(lift(multiply(a_squared, b) ^ lift(a)));
                self.require(lift(multiply(b_squared, a) ^ lift(b)));
            }
            keys[at..at + 4].copy_from_slice(word);
            for i in at + 4..at + 16 {
                keys[i] = sum(keys[i - 16], keys[i - 4]);
            }
        }
    }

    fn encryption(&mut self, keys: &[Bits; 176], input: [u8; 16], output: [u8; 16]) {
        let mut state: [Bits; 16] = core::array::from_fn(|i| sum(keys[i], self.known(input[i])));
        for j in (0..10).step_by(2) {
            let inverses = self.inverses(&state);
            let (t, squared) = self.middle(&inverses, &keys[16 * (j + 1)..]);
            state = match j {
                8 => core::array::from_fn(|i| sum(keys[160 + i], self.known(output[i]))),
                _ => core::array::from_fn(|_| self.take(1)[0]),
            };
            for i in 0..16 {
                let [b, b_squared] = with_square(&self.inverse_affine(state[13 * i % 16]));
                self.require(multiply(b_squared, t[i]) ^ lift(lift(b)));
                self.require(multiply(squared[i], b) ^ lift(t[i]));
            }
            if j < 8 {
                state = mix_columns(&state);
                for (bits, key) in state.iter_mut().zip(&keys[16 * (j + 2)..]) {
                    *bits = sum(*bits, *key);
                }
            }
        }
    }

    /// By byte of the state, the conjugates of its inverse.
    fn inverses(&mut self, state: &[Bits; 16]) -> [Bits; 16] {
        let halves = self.take(8);
        core::array::from_fn(|i| {
            let x = combine(&CONJUGATES, &state[i]).map(from_coordinates);
            let half = core::array::from_fn(|bit| halves[i / 2][4 * (i % 2) + bit]);
            let y = combine(&NORM_CONJUGATES, &half).map(from_coordinates);
            let z: [Element; 8] = core::array::from_fn(|k| multiply(x[(k + 4) % 8], y[k % 4]));
            self.require(multiply(z[0], x[1]) ^ lift(lift(x[0])));
            z.map(coordinates)
        })
    }

    /// The 16 bytes that enter the next SubBytes, and their squares.
    fn middle(&self, inverses: &[Bits; 16], round_key: &[Bits]) -> ([Element; 16], [Element; 16]) {
        let keys: [Element; 16] = core::array::from_fn(|i| {
            let [key] = combine(&[CONJUGATES[0]], &round_key[i]);
            from_coordinates(key)
        });
        let twice = |byte| multiply_bytes(byte, byte);
        // The conjugates of a square are those of the byte, turned by one.
        let mut turned = AFFINE.map(twice);
        turned.rotate_right(1);
        let squared = keys.map(|key| multiply(key, key));
        (
            self.round(inverses, AFFINE, 0x63, MIX, keys.map(lift)),
            self.round(inverses, turned, twice(0x63), MIX.map(twice), squared),
        )
    }

    /// SubBytes from the conjugates of inverses, ShiftRows, MixColumns, and the round key.
    #[inline(never)]
    fn round(
        &self,
        inverses: &[Bits; 16],
        affine: [u8; 8],
        constant: u8,
        mix: [u8; 4],
        keys: [Element; 16],
    ) -> [Element; 16] {
        let [known] = combine(&[[constant]], &[self.delta]);
        let known = coordinates(lift(from_coordinates(known)));
        let state: [Coordinates; 16] = core::array::from_fn(|i| {
            let [byte] = combine(&[affine], &inverses[5 * i % 16]);
            v128_xor(byte, known)
        });
        core::array::from_fn(|i| {
            let [mixed] = combine(&[mix], &column(i).map(|at| state[at]));
            from_coordinates(mixed) ^ keys[i]
        })
    }

    /// The inverse of the byte that SubBytes made `bits` of.
    #[inline(never)]
    fn inverse_affine(&self, bits: Bits) -> Bits {
        let known = self.known(0x05);
        core::array::from_fn(|i| {
            let [a, b, c] = [7, 5, 2].map(|from| bits[(i + from) % 8]);
            v128_xor(v128_xor(known[i], a), v128_xor(b, c))
        })
    }

    #[inline(never)]
    fn known(&self, byte: u8) -> Bits {
        core::array::from_fn(|bit| if byte >> bit & 1 == 1 { self.delta } else { i32x4_splat(0) })
    }

    /// The next bytes of the witness.
    fn take(&mut self, bytes: usize) -> &'a [Bits] {
        let (taken, rest) = self.witness.split_at(bytes);
        self.witness = rest;
        taken
    }

    fn require(&mut self, value: Element) {
        for (sum, times) in self.sums.iter_mut().zip([&TIMES_S, &TIMES_T]) {
            *sum = times.of(*sum) ^ value;
        }
    }
}

/// Times Δ.
fn lift(value: Element) -> Element {
    TIMES_DELTA.of(value)
}

/// A byte and its square.
#[inline(never)]
fn with_square(bits: &Bits) -> [Element; 2] {
    combine(&[CONJUGATES[0], CONJUGATES[1]], bits).map(from_coordinates)
}

#[inline(never)]
fn sum(a: Bits, b: Bits) -> Bits {
    core::array::from_fn(|bit| v128_xor(a[bit], b[bit]))
}

/// The places of a byte's column, from its row on.
fn column(i: usize) -> [usize; 4] {
    core::array::from_fn(|row| (i & 12) + (i + row) % 4)
}

/// MixColumns, bit by bit.
fn mix_columns(state: &[Bits; 16]) -> [Bits; 16] {
    let doubled = |bits: &Bits| -> Bits {
        core::array::from_fn(|bit| {
            let below = bits[(bit + 7) % 8];
            if matches!(bit, 1 | 3 | 4) { v128_xor(below, bits[7]) } else { below }
        })
    };
    core::array::from_fn(|i| {
        let [a, b, c, d] = column(i).map(|at| &state[at]);
        sum(sum(doubled(a), doubled(b)), sum(*b, sum(*c, *d)))
    })
}
