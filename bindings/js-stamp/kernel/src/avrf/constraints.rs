//! The hash of the constraints of AES at the point Δ (`spec/avrf.md`, "Constraints"). A committed bit
//! is an element, and so is a sum of bits, a known one being a multiple of Δ.

use super::field::{Element, Times, combine, conjugates, multiply, multiply_bytes, power, prepare};
use crate::memory::Cells;

/// The bits of a byte, the lowest first.
type Bits = [Element; 8];

const PAIRS: usize = 4;
/// Bytes of the witness.
const WITNESS: usize = 16 + 40 + PAIRS * (5 * 8 + 4 * 16);

static BITS: Cells<{ WITNESS * 8 * 16 }> = Cells::new();
/// Δ; the keys r_0, r_1, s and t of the hash; and of each pair the block and what it is encrypted to.
static STATEMENT: Cells<{ 16 * (5 + 2 * PAIRS) }> = Cells::new();
static HASH: Cells<16> = Cells::new();
static ROUND_KEYS: Cells<{ 11 * 16 * 8 * 16 }> = Cells::new();
static TIMES_DELTA: Times = Times::new();

const CONJUGATES: [[u8; 8]; 8] = conjugates([1, 2, 4, 8, 16, 32, 64, 128]);
const NORM_CONJUGATES: [[u8; 4]; 4] = conjugates([0x01, 0x50, 0xb0, 0x0c]);
const AFFINE: [u8; 8] = [0x05, 0x09, 0xf9, 0x25, 0xf4, 0x01, 0xb5, 0x8f];
const MIX: [u8; 4] = [2, 3, 1, 1];

/// The place to which JavaScript writes the elements of the witness's bits.
#[unsafe(no_mangle)]
pub extern "C" fn bits() -> *mut u8 {
    BITS.start()
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
        let witness = &*BITS.start().cast::<[Bits; WITNESS]>();
        let keys = &mut *ROUND_KEYS.start().cast::<[Bits; 176]>();
        (given, witness, keys, &mut *HASH.start().cast::<Element>())
    };
    let [delta, r0, r1, s, t, pairs @ ..] = given;
    prepare();
    TIMES_DELTA.set(delta);
    let mut circuit = Circuit { witness, delta, points: [s, t], sums: [0; 2] };
    circuit.key_schedule(keys);
    for pair in pairs.chunks_exact(2) {
        circuit.encryption(keys, pair[0].to_le_bytes(), pair[1].to_le_bytes());
    }
    *hash = multiply(r0, circuit.sums[0]) ^ multiply(r1, circuit.sums[1]);
}

struct Circuit<'a> {
    witness: &'a [Bits],
    delta: Element,
    points: [Element; 2],
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
                self.require(lift(multiply(square(&a), element(&b)) ^ lift(element(&a))));
                self.require(lift(multiply(square(&b), element(&a)) ^ lift(element(&b))));
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
            let (t, squared) = self.middle(inverses, &keys[16 * (j + 1)..]);
            state = match j {
                8 => core::array::from_fn(|i| sum(keys[160 + i], self.known(output[i]))),
                _ => *self.take(16).first_chunk().unwrap_or(&[[0; 8]; 16]),
            };
            for i in 0..16 {
                let b = self.inverse_affine(state[13 * i % 16]);
                let value = element(&b);
                self.require(multiply(square(&b), t[i]) ^ lift(lift(value)));
                self.require(multiply(squared[i], value) ^ lift(t[i]));
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
            let half = &halves[i / 2][4 * (i % 2)..][..4];
            let x = CONJUGATES.map(|row| combine(&row, &state[i]));
            let y = NORM_CONJUGATES.map(|row| combine(&row, half));
            let z: Bits = core::array::from_fn(|k| multiply(x[(k + 4) % 8], y[k % 4]));
            self.require(multiply(z[0], x[1]) ^ lift(lift(x[0])));
            z
        })
    }

    /// The 16 bytes that enter the next SubBytes, and their squares.
    fn middle(&self, mut inverses: [Bits; 16], round_key: &[Bits]) -> ([Element; 16], [Element; 16]) {
        let keys: [Element; 16] = core::array::from_fn(|i| element(&round_key[i]));
        let plain = self.round(&inverses, AFFINE, 0x63, MIX, keys.map(lift));
        for z in &mut inverses {
            z.rotate_left(1);
        }
        let twice = |byte| multiply_bytes(byte, byte);
        let squared = keys.map(|key| multiply(key, key));
        (plain, self.round(&inverses, AFFINE.map(twice), twice(0x63), MIX.map(twice), squared))
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
        let known = lift(combine(&[constant], &[self.delta]));
        let state: [Element; 16] = core::array::from_fn(|i| combine(&affine, &inverses[5 * i % 16]) ^ known);
        core::array::from_fn(|i| combine(&mix, &column(i).map(|at| state[at])) ^ keys[i])
    }

    /// The inverse of the byte that SubBytes made `bits` of.
    #[inline(never)]
    fn inverse_affine(&self, bits: Bits) -> Bits {
        let known = self.known(0x05);
        core::array::from_fn(|i| known[i] ^ bits[(i + 7) % 8] ^ bits[(i + 5) % 8] ^ bits[(i + 2) % 8])
    }

    #[inline(never)]
    fn known(&self, byte: u8) -> Bits {
        core::array::from_fn(|bit| if byte >> bit & 1 == 1 { self.delta } else { 0 })
    }

    /// The next bytes of the witness.
    fn take(&mut self, bytes: usize) -> &'a [Bits] {
        let (taken, rest) = self.witness.split_at(bytes);
        self.witness = rest;
        taken
    }

    fn require(&mut self, value: Element) {
        for (sum, point) in self.sums.iter_mut().zip(self.points) {
            *sum = multiply(point, *sum) ^ value;
        }
    }
}

/// Times Δ.
fn lift(value: Element) -> Element {
    TIMES_DELTA.of(value)
}

fn element(bits: &Bits) -> Element {
    combine(&CONJUGATES[0], bits)
}

fn square(bits: &Bits) -> Element {
    combine(&CONJUGATES[1], bits)
}

#[inline(never)]
fn sum(a: Bits, b: Bits) -> Bits {
    core::array::from_fn(|bit| a[bit] ^ b[bit])
}

/// The places of a byte's column, from its row on.
fn column(i: usize) -> [usize; 4] {
    core::array::from_fn(|row| (i & 12) + (i + row) % 4)
}

/// MixColumns, bit by bit.
fn mix_columns(state: &[Bits; 16]) -> [Bits; 16] {
    let doubled = |bits: &Bits| -> Bits {
        core::array::from_fn(|bit| bits[(bit + 7) % 8] ^ if matches!(bit, 1 | 3 | 4) { bits[7] } else { 0 })
    };
    core::array::from_fn(|i| {
        let [a, b, c, d] = column(i).map(|at| &state[at]);
        sum(sum(doubled(a), doubled(b)), sum(*b, sum(*c, *d)))
    })
}
