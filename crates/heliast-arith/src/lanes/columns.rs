//! Numbers in storage: each is a column of limbs, which any lane can load and store.

use super::{
    LANES, Lanes, Packed,
    vector::{BLOCK_LEN, LIMB_MASK, Operation, RADIX_BITS, Row, Vector},
};
use alloc::{vec, vec::Vec};

/// The number of bytes of eight limbs.
const LIMBS_LEN: usize = 8 * RADIX_BITS / 8;

/// A list of residues that belong to no lane: 8 bytes for every limb of 52 bits.
#[derive(Clone)]
pub struct Columns {
    words: Vec<u64>,
    length: usize,
}

impl Columns {
    /// The number of residues.
    pub fn len(&self) -> usize {
        self.words.len() / self.length
    }

    /// Whether there are no residues.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl Lanes {
    /// `count` copies of the residue in the first lane of `value`.
    pub fn columns(&self, value: &Packed, count: usize) -> Columns {
        let length = self.len();
        let mut column = vec![0; length];
        column.iter_mut().zip(&value.rows).for_each(|(word, row)| *word = row.0[0]);
        Columns { words: column.repeat(count), length }
    }

    /// Loads the residues at these places, each into its lane.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn take(&self, into: &mut Packed, columns: &Columns, places: [usize; LANES]) {
        let (rows, _) = into.with_digits(self.len());
        for (lane, place) in places.into_iter().enumerate() {
            let column = &columns.words[place * columns.length..][..columns.length];
            for (row, word) in rows.iter_mut().zip(column) {
                row.0[lane] = *word;
            }
        }
    }

    /// Stores the residues of the lanes to these places; a lane without a place is not stored.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn put(&self, columns: &mut Columns, places: [Option<usize>; LANES], from: &Packed) {
        for (lane, place) in places.into_iter().enumerate() {
            let Some(place) = place else { continue };
            let column = &mut columns.words[place * columns.length..][..columns.length];
            for (word, row) in column.iter_mut().zip(&from.rows) {
                *word = row.0[lane];
            }
        }
    }

    /// Loads big-endian numbers below twice their moduli, without the product by which [`Lanes::pack`]
    /// converts them: the lanes then have the residues `number/R`. The product of k of them is 1/R^k times
    /// the product of the numbers; [`Lanes::radix`] corrects this. A lane without a number has 1.
    ///
    /// # Panics
    /// If the lengths of the numbers differ, or exceed the limbs.
    pub fn load_unscaled(&self, into: &mut Packed, numbers: [Option<&[u8]>; LANES]) {
        let (rows, _) = into.with_digits(self.len());
        // A placeholder for a missing number is overwritten.
        let any = numbers.iter().flatten().next().copied().unwrap_or_default();
        let given = numbers.map(|number| number.unwrap_or(any));
        assert!(given.iter().all(|number| number.len() == any.len()), "numbers of one length");
        assert!(any.len() * 8 <= rows.len() * RADIX_BITS, "{} bytes are too many", any.len());
        self.inner.engine.run(&mut Load { rows, numbers: given });
        for (lane, _) in numbers.iter().enumerate().filter(|(_, number)| number.is_none()) {
            rows.iter_mut().zip(&self.inner.one).for_each(|(row, one)| row.0[lane] = one.0[lane]);
        }
    }

    /// Writes the numbers in the lanes, without a conversion and up to their signs: for each number n in [0,
    /// N) the smaller one of n and N − n, big-endian. Each lane gets an eighth of the bytes.
    /// [`Lanes::load_unscaled`] would load them back. A residue x is R·x here. The content of `x` is lost.
    ///
    /// # Panics
    /// If the number of bytes is not a multiple of the number of lanes.
    pub fn write_unsigned(&self, x: &mut Packed, into: &mut [u8]) {
        assert!(into.len().is_multiple_of(LANES), "as many bytes for every lane");
        let (rows, room) = x.with_digits(self.len());
        self.inner.engine.run(&mut Write { rows, room, modulus: &self.inner.modulus.limbs, into });
    }

    /// The residue R in every lane: 2^(52·L) for L limbs.
    pub fn radix(&self) -> Packed {
        Packed::new(self.inner.square_of_r.clone())
    }
}

/// Loads eight numbers of one length into their lanes, block by block for all lanes, so that the eight
/// streams from memory overlap.
struct Load<'a> {
    rows: &'a mut [Row],
    numbers: [&'a [u8]; LANES],
}

impl Operation for Load<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        let Load { rows, numbers } = self;
        for rows in rows.chunks_mut(LANES) {
            let mut blocks = [&[][..]; LANES];
            for (block, number) in blocks.iter_mut().zip(numbers.iter_mut()) {
                *block = &number[number.len().saturating_sub(BLOCK_LEN)..];
                *number = &number[..number.len().saturating_sub(LIMBS_LEN)];
            }
            v.load_bytes(rows, blocks);
        }
    }
}

/// Numbers below 2N, modulo N and up to their signs, to big-endian bytes, lane by lane.
struct Write<'a> {
    rows: &'a mut [Row],
    room: &'a mut [Row],
    modulus: &'a [Row],
    into: &'a mut [u8],
}

impl Operation for Write<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        for part in 0..V::PARTS {
            self.reduce(v.part(part));
        }
        self.cut_to_words::<V>();
        let len = self.into.len() / LANES;
        if len == 0 {
            return;
        }
        for (lane, into) in self.into.chunks_exact_mut(len).enumerate() {
            let mut words = self.room.iter().map(|row| row.0[lane]).chain(core::iter::repeat(0));
            let (top, whole) = into.as_rchunks_mut::<8>();
            for (bytes, word) in whole.iter_mut().rev().zip(&mut words) {
                *bytes = word.to_be_bytes();
            }
            let word = words.next().unwrap_or(0).to_be_bytes();
            top.copy_from_slice(&word[8 - top.len()..]);
        }
    }
}

impl Write<'_> {
    /// x − N where it is not negative, and N less that where it is smaller. a − b is computed as a, the
    /// complement of b, and 1: it is not negative if something is carried out.
    #[inline(always)]
    fn reduce<V: Vector>(&mut self, v: V) {
        let Write { rows, room, modulus, .. } = self;
        let (zero, one, mask) = (v.zero(), v.broadcast_integer(1), v.broadcast_integer(LIMB_MASK));
        let mut at_least = one;
        for ((x, less), n) in rows.iter().zip(room.iter_mut()).zip(*modulus) {
            let complement = v.reflect(one, v.integer(v.load(n)), zero, mask);
            let sum = v.add(v.add(v.integer(v.load(x)), complement), at_least);
            let (limb, carry) = v.split(sum);
            v.store(less, limb);
            at_least = carry;
        }
        let (mut carry, mut is_smaller) = (one, one);
        for ((x, other), n) in rows.iter_mut().zip(room.iter_mut()).zip(*modulus) {
            let value = v.select(at_least, v.load(x), v.load(other));
            let complement = v.reflect(one, v.integer(value), zero, mask);
            let (negated, next) = v.split(v.add(v.add(v.integer(v.load(n)), complement), carry));
            is_smaller = v.split(v.add(v.add(v.integer(negated), complement), is_smaller)).1;
            v.store(x, value);
            v.store(other, negated);
            carry = next;
        }
        for (x, other) in rows.iter_mut().zip(room.iter()) {
            let smaller = v.select(is_smaller, v.load(other), v.load(x));
            v.store(x, smaller);
        }
    }

    /// Words of 64 bits in the room, from the limbs: each begins in a limb and goes on in one or two more.
    #[inline(always)]
    fn cut_to_words<V: Vector>(&mut self) {
        for (word, into) in self.room.iter_mut().enumerate() {
            let (first, shift) = (64 * word / RADIX_BITS, 64 * word % RADIX_BITS);
            *into = Row::default();
            for (index, row) in self.rows.iter().enumerate().skip(first).take(3) {
                let from = RADIX_BITS * (index - first);
                for lane in 0..LANES {
                    let limb = V::decode(row.0[lane]);
                    into.0[lane] |= if from == 0 {
                        limb >> shift
                    } else if from - shift < 64 {
                        limb << (from - shift)
                    } else {
                        0
                    };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use core::array::from_fn;

    use super::*;
    use crate::{Natural, lanes::engine::Engine};

    /// Lanes of each kind, all with this modulus.
    fn everywhere(modulus: &Natural) -> impl Iterator<Item = Lanes> {
        let engines = Engine::all().chain(Engine::emulated());
        engines.map(move |engine| Lanes::with_engine(engine, [modulus; LANES]).unwrap())
    }

    fn number(seed: u64, bits: usize) -> Natural {
        let limbs: Vec<u64> = (0..bits.div_ceil(64) as u64)
            .map(|limb| (seed * 1000 + limb + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
            .collect();
        Natural::from_limbs(limbs).low_bits(bits)
    }

    /// Every length of encoding relative to the pairs of limbs, the extreme numbers, on every backend.
    #[test]
    fn unscaled_numbers_are_off_by_powers_of_the_radix() {
        for bits in [64, 104, 105, 208, 200, 256, 416, 424, 512, 520, 832, 1024, 2048] {
            let modulus = Natural::one().shl(bits).sub(&Natural::from(59u64)).unwrap();
            let len = bits.div_ceil(8);
            for lanes in everywhere(&modulus) {
                let backend = lanes.backend();
                let last = modulus.sub(&Natural::one()).unwrap();
                let numbers: [Natural; LANES] = from_fn(|lane| match lane {
                    0 => Natural::zero(),
                    1 => Natural::one(),
                    2 => last.clone(),
                    3 => Natural::one().shl(8 * len).sub(&Natural::one()).unwrap(),
                    _ => number(lane as u64, bits),
                });
                let bytes = numbers.each_ref().map(|number| number.to_be_bytes(len).unwrap());
                let mut loaded = lanes.one();
                lanes.load_unscaled(&mut loaded, from_fn(|lane| (lane != 4).then_some(&bytes[lane][..])));
                let next = from_fn(|lane| (lane != 4).then_some(&bytes[lane][lane.min(len)..]));
                lanes.mul_assign_ahead(&mut loaded, &lanes.radix(), next);
                let radix = &lanes.unpack(&lanes.radix())[4];
                for (lane, found) in lanes.unpack(&loaded).iter().enumerate() {
                    let expected = if lane == 4 { radix } else { &numbers[lane] };
                    assert_eq!(*found, expected % &modulus, "{backend}, {bits} bits, lane {lane}");
                }
            }
        }
    }

    /// The extreme numbers and those beside the middle, in bytes that are longer than they, too.
    #[test]
    fn numbers_are_written_up_to_their_signs() {
        for bits in [64, 104, 105, 200, 416, 424, 1024, 2048] {
            let modulus = Natural::one().shl(bits).sub(&Natural::from(59u64)).unwrap();
            let half = modulus.shr(1);
            for lanes in everywhere(&modulus) {
                let backend = lanes.backend();
                let numbers: [Natural; LANES] = from_fn(|lane| match lane {
                    0 => Natural::zero(),
                    1 => Natural::one(),
                    2 => half.clone(),
                    3 => half.add(&Natural::one()),
                    4 => modulus.sub(&Natural::one()).unwrap(),
                    5 => modulus.clone(),
                    6 => modulus.add(&Natural::from(7u64)),
                    _ => number(lane as u64, bits - 1),
                });
                let len = bits.div_ceil(8);
                let bytes = numbers.each_ref().map(|number| number.to_be_bytes(len).unwrap());
                let mut loaded = lanes.one();
                lanes.load_unscaled(&mut loaded, from_fn(|lane| Some(&bytes[lane][..])));
                let expected = numbers.each_ref().map(|number| {
                    let residue = number % &modulus;
                    let negated = modulus.sub(&residue).unwrap();
                    if negated < residue { negated } else { residue }
                });
                for len in [len, len + 3, len + 40] {
                    let mut written = vec![0xaa; LANES * len];
                    lanes.write_unsigned(&mut loaded.clone(), &mut written);
                    let found: Vec<_> = written.chunks(len).map(Natural::from_be_bytes).collect();
                    assert_eq!(found, expected, "{backend}, {bits} bits, {len} bytes");
                }
            }
        }
    }

    #[test]
    fn numbers_go_to_rest_and_come_back_to_any_lane() {
        let modulus = Natural::one().shl(521).sub(&Natural::one()).unwrap();
        for lanes in everywhere(&modulus) {
            let backend = lanes.backend();
            let numbers: [Natural; LANES] = from_fn(|lane| number(lane as u64, 500));
            let mut columns = lanes.columns(&lanes.one(), 11);
            assert_eq!((columns.len(), columns.is_empty()), (11, false));
            let places = from_fn(|lane| (lane != 6).then_some(10 - lane));
            lanes.put(&mut columns, places, &lanes.pack(numbers.each_ref()));
            let mut taken = lanes.one();
            lanes.take(&mut taken, &columns, [10, 10, 9, 4, 3, 0, 8, 5]);
            let expected = [0, 0, 1, 6, 7, 10, 2, 5].map(|lane| match lane {
                6 | 10 => Natural::one(),
                lane => numbers[lane].clone(),
            });
            assert_eq!(lanes.unpack(&taken), expected, "{backend}");
        }
    }
}
