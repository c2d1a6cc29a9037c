//! x^a · y^b by the algorithms of Attias, Vigneri and Dimitrov, *Rethinking Modular Multi-Exponentiation in
//! Real-World Applications*, on OpenSSL as its authors built them, and on numbers that only count operations.

mod algorithms;

pub use algorithms::double_power;

use super::openssl::{Bignum, Montgomery, Scratch};
use heliast_arith::Natural;

/// The algorithm for x^a · y^b; `w` is the width of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Each power separately, bit by bit (section 3.1 with the introduction's square-and-multiply).
    Separate,
    /// One table of x^i·y^j for all i, j below 2^w, windows at fixed places (section 3.2).
    Ary(usize),
    /// The table's entries with an odd exponent, windows that slide (section 3.3; Yen, Laih, Lenstra).
    Yll(usize),
    /// A table of odd powers per base, a sliding window per base (section 3.4; Möller).
    Interleaving(usize),
}

impl Algorithm {
    /// Returns the name in the paper's figures.
    pub fn name(self) -> String {
        match self {
            Algorithm::Separate => "SEPARATE".to_owned(),
            Algorithm::Ary(w) => format!("2^w-ARY w={w}"),
            Algorithm::Yll(w) => format!("YLL w={w}"),
            Algorithm::Interleaving(w) => format!("interleaving w={w}"),
        }
    }
}

/// Numbers that can be multiplied.
pub trait Arithmetic {
    /// A number.
    type Number: Clone;
    /// a := a².
    fn square(&mut self, a: &mut Self::Number);
    /// a := a·b.
    fn multiply(&mut self, a: &mut Self::Number, b: &Self::Number);

    /// a·b.
    fn product(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number {
        let mut product = a.clone();
        self.multiply(&mut product, b);
        product
    }
}

/// The counts of the operations that would be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of squarings.
    pub squarings: u64,
    /// The number of products of two numbers.
    pub products: u64,
}

impl Count {
    /// Counts the operations of an algorithm for these exponents.
    pub fn of(algorithm: Algorithm, exponents: [&Natural; 2]) -> Count {
        let mut count = Count::default();
        double_power(algorithm, &mut count, [&(), &()], exponents);
        count
    }

    /// Returns the number of all multiplications.
    pub fn total(self) -> u64 {
        self.squarings + self.products
    }
}

impl Arithmetic for Count {
    type Number = ();

    fn square(&mut self, (): &mut ()) {
        self.squarings += 1;
    }

    fn multiply(&mut self, (): &mut (), (): &()) {
        self.products += 1;
    }
}

/// Computes x^a · y^b modulo a number that OpenSSL has prepared.
pub struct OpensslPowers {
    montgomery: Montgomery,
    scratch: Scratch,
}

impl OpensslPowers {
    /// Prepares an odd modulus.
    pub fn new(modulus: Bignum) -> OpensslPowers {
        let mut scratch = Scratch::new();
        OpensslPowers { montgomery: Montgomery::new(modulus, &mut scratch), scratch }
    }

    /// Computes the product as the paper's SEPARATE: `BN_mod_exp` twice and `BN_mod_mul`.
    pub fn separate(&mut self, [x, y]: [&Bignum; 2], [a, b]: [&Bignum; 2]) -> Bignum {
        let modulus = self.montgomery.modulus();
        let left = x.pow_mod(a, modulus, &mut self.scratch);
        let right = y.pow_mod(b, modulus, &mut self.scratch);
        left.mul_mod(&right, modulus, &mut self.scratch)
    }

    /// Computes the product with `BN_mod_exp2_mont`.
    pub fn exp2(&mut self, [x, y]: [&Bignum; 2], [a, b]: [&Bignum; 2]) -> Bignum {
        self.montgomery.double_power((x, a), (y, b), &mut self.scratch)
    }

    /// Computes the product with one of the algorithms above over `BN_mod_mul_montgomery`, including
    /// conversions.
    pub fn by(&mut self, algorithm: Algorithm, bases: [&Bignum; 2], exponents: [&Natural; 2]) -> Bignum {
        let [x, y] = bases.map(|base| self.montgomery.enter(base, &mut self.scratch));
        match double_power(algorithm, self, [&x, &y], exponents) {
            Some(power) => self.montgomery.leave(&power, &mut self.scratch),
            None => Bignum::from_word(1),
        }
    }
}

impl Arithmetic for OpensslPowers {
    type Number = Bignum;

    fn square(&mut self, a: &mut Bignum) {
        self.montgomery.square(a, &mut self.scratch);
    }

    fn multiply(&mut self, a: &mut Bignum, b: &Bignum) {
        self.montgomery.mul(a, b, &mut self.scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{Stream, bytes, odd};

    const ALL: [Algorithm; 10] = [
        Algorithm::Separate,
        Algorithm::Ary(1),
        Algorithm::Ary(2),
        Algorithm::Ary(3),
        Algorithm::Yll(1),
        Algorithm::Yll(2),
        Algorithm::Yll(3),
        Algorithm::Yll(4),
        Algorithm::Interleaving(1),
        Algorithm::Interleaving(4),
    ];

    #[test]
    fn all_algorithms_agree_with_openssl() {
        let mut stream = Stream::new("multiexp test");
        let bignum = |number: &Natural| Bignum::from_be_bytes(&bytes(number));
        let modulus = odd(200);
        let mut powers = OpensslPowers::new(bignum(&modulus));
        for exponent_bits in [1, 2, 3, 7, 8, 64, 129] {
            let [x, y] = [(); 2].map(|()| bignum(&stream.below(&modulus)));
            let [a, b] = [(); 2].map(|()| stream.bits(exponent_bits));
            let expected = powers.separate([&x, &y], [&bignum(&a), &bignum(&b)]);
            assert!(powers.exp2([&x, &y], [&bignum(&a), &bignum(&b)]) == expected);
            for algorithm in ALL {
                assert!(powers.by(algorithm, [&x, &y], [&a, &b]) == expected, "{}", algorithm.name());
            }
        }
    }

    /// The tables have the number of entries that the paper states, and two additional squares for the
    /// sliding window.
    #[test]
    fn precomputation_costs_what_the_tables_need() {
        let nothing = Natural::zero();
        let count = |algorithm| Count::of(algorithm, [&nothing, &nothing]).total();
        for w in 1..=5 {
            let (all, even) = (1 << (2 * w), 1 << (2 * (w - 1)));
            assert_eq!(count(Algorithm::Ary(w)), all - 3);
            let squares = if w > 1 { 2 } else { 0 };
            assert_eq!(count(Algorithm::Yll(w)), all - even - 2 + squares);
            assert_eq!(count(Algorithm::Interleaving(w)), 2 * ((1 << (w - 1)) - 1) + squares);
        }
    }

    #[test]
    fn all_ones_are_the_worst_case_of_fixed_windows() {
        let ones = Natural::one().shl(256).sub(&Natural::one()).expect("positive");
        let count = Count::of(Algorithm::Ary(2), [&ones, &ones]);
        // Of the 13 entries of the table three are squares: x², y² and (xy)².
        assert_eq!((count.squarings, count.products), (254 + 3, 127 + 10));
    }
}
