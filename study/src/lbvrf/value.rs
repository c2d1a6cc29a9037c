//! V = Z_p\[x\]/(x^32 + r), the ring of values, in constant time.

use super::{FACTOR, MASK, N, P, Short, VALUE, Value, field::Field};

/// (−r)^k·2^32, where (−r)^k is x^(32·k) in V.
const POWERS: [u32; N / VALUE] = {
    let mut powers = [Field::<P>::R; N / VALUE];
    let mut k = 1;
    while k < N / VALUE {
        powers[k] = Field::<P>::multiply(powers[k - 1], P - FACTOR);
        k += 1;
    }
    powers
};

/// Returns a polynomial's remainder modulo p and x^32 + r; the polynomial's coefficients are within ±β.
pub(super) fn project(polynomial: &Short) -> Value {
    // A multiple of p above all sums, so that they are positive.
    const ABOVE: i64 = (P as i64) << 22;
    const { assert!(ABOVE > (N / VALUE) as i64 * MASK as i64 * P as i64) };
    let mut sums = [ABOVE; VALUE];
    for (block, power) in polynomial.as_chunks::<VALUE>().0.iter().zip(POWERS) {
        for (sum, coefficient) in sums.iter_mut().zip(block) {
            *sum += i64::from(*coefficient) * i64::from(power);
        }
    }
    sums.map(|sum| Field::<P>::canonical(Field::<P>::reduce(sum as u64)))
}

/// A sum of products in V. It has 63 coefficients, of degrees 0 to 62.
pub(super) struct Sum([u64; 2 * VALUE]);

impl Sum {
    pub fn new() -> Sum {
        Sum([0; 2 * VALUE])
    }

    /// Adds a·b; there are ten products at most: 320·p^2 < 2^51.
    pub fn add(&mut self, a: &Value, b: &Value) {
        for (i, a) in a.iter().enumerate() {
            for (sum, b) in self.0[i..].iter_mut().zip(b) {
                *sum += u64::from(*a) * u64::from(*b);
            }
        }
    }

    /// Returns the sum, which is below p.
    pub fn finish(&self) -> Value {
        let (low, high) = self.0.split_at(VALUE);
        core::array::from_fn(|i| {
            let high = Field::<P>::reduce(high[i]);
            let sum = low[i] + u64::from(high) * u64::from(POWERS[1]);
            Field::<P>::montgomery(Field::<P>::reduce(sum))
        })
    }
}
