//! Numbers at rest: each a column of limbs, which any lane can take up and put down.

use super::{
    LANES, Lanes, Packed,
    vector::{BLOCK_LEN, Operation, RADIX_BITS, Row, Vector},
};
use crate::int::Natural;
use alloc::{vec, vec::Vec};

/// The bytes of eight limbs.
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

    /// The residues at these places, each into its lane.
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

    /// The residues of the lanes to these places; a lane without a place is left out.
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

    /// Big-endian numbers below twice their moduli, without the product by which [`Lanes::pack`]
    /// converts them: the lanes hold the residues `number/R`. k of them multiplied are 1/R^k times
    /// the product of the numbers, which [`Lanes::radix`] mends. A lane without a number holds 1.
    ///
    /// # Panics
    /// If the numbers are not all of one length, or longer than the limbs.
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

    /// The numbers that the lanes hold, without a conversion, each in [0, N):
    /// [`Lanes::load_unscaled`] would load them back. A residue x is R·x here.
    pub fn unpack_unscaled(&self, x: &Packed) -> [Natural; LANES] {
        let mut values = self.inner.engine.naturals(&x.rows);
        for (value, modulus) in values.iter_mut().zip(&self.inner.moduli) {
            if *value >= *modulus {
                *value = &*value % modulus;
            }
        }
        values
    }

    /// The residue R in every lane: 2^(52·L) for L limbs.
    pub fn radix(&self) -> Packed {
        Packed::new(self.inner.square_of_r.clone())
    }
}

/// Eight numbers of one length into their lanes, block by block for all lanes, so that the eight streams from
/// memory overlap.
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

#[cfg(test)]
mod tests {
    use core::array::from_fn;

    use super::*;
    use crate::{Backend, Natural};

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
            for backend in Backend::ALL {
                let Ok(lanes) = Lanes::on(backend, &from_fn(|_| modulus.clone())) else { continue };
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

    #[test]
    fn numbers_go_to_rest_and_come_back_to_any_lane() {
        let modulus = Natural::one().shl(521).sub(&Natural::one()).unwrap();
        for backend in Backend::ALL {
            let Ok(lanes) = Lanes::on(backend, &from_fn(|_| modulus.clone())) else { continue };
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
