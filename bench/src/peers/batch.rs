//! The verifier of Ivanova's *Practical Batch Proofs of Exponentiation* on GMP, as in her experiments: powers
//! are computed one by one with `mpz_powm`, and products with a multiplication and a division. Challenges are
//! drawn beforehand from any generator, and statements are sorted into buckets beforehand. Only
//! multiplications and powers are to be timed: there is no transcript and no hash, and nothing is parsed or
//! checked.

use super::gmp::Integer;
use crate::inputs::Stream;

/// x and y.
pub type Pair = [Integer; 2];

/// λ, the bits of her exponents and of the challenge of the last proof.
const LEVEL: usize = 128;

/// The verifier's random draws, in the order in which they are used.
pub enum Coins {
    /// An exponent for every statement.
    RandomExponents(Vec<Integer>),
    /// For every row, the places of its statements in ascending order, and its exponent.
    Hybrid(Vec<(Vec<u32>, Integer)>),
    /// The rounds with their exponents.
    Bucket(Vec<(Round, Integer)>),
}

/// The buckets of a round that are not empty: the places of their statements, and their exponents.
pub type Round = Vec<(Vec<u32>, Integer)>;

impl Coins {
    /// Returns draws for Random Exponents.
    pub fn random_exponents(stream: &mut Stream, m: usize) -> Coins {
        Coins::RandomExponents((0..m).map(|_| exponent(stream, LEVEL)).collect())
    }

    /// Returns draws for Hybrid: λ random subsets.
    pub fn hybrid(stream: &mut Stream, m: usize) -> Coins {
        let row = |_| {
            let bits = stream.bytes(m.div_ceil(8));
            let chosen = (0..m as u32).filter(|place| bits[*place as usize / 8] >> (place % 8) & 1 == 1);
            (chosen.collect(), exponent(stream, LEVEL))
        };
        Coins::Hybrid((0..LEVEL).map(row).collect())
    }

    /// Returns draws for Bucket, with 2^bits buckets.
    pub fn bucket(stream: &mut Stream, m: usize, bits: u32, rounds: usize) -> Coins {
        let round = |_| {
            let mut buckets = vec![Vec::new(); 1 << bits];
            let drawn = stream.bytes(4 * m);
            for (place, word) in (0..).zip(drawn.chunks_exact(4)) {
                let word = u32::from_le_bytes(word.try_into().expect("four bytes"));
                buckets[(word >> (32 - bits)) as usize].push(place);
            }
            let filled = buckets.into_iter().filter(|bucket| !bucket.is_empty());
            let round = filled.map(|bucket| (bucket, exponent(stream, bits as usize))).collect();
            (round, exponent(stream, LEVEL))
        };
        Coins::Bucket((0..rounds).map(round).collect())
    }
}

fn exponent(stream: &mut Stream, bits: usize) -> Integer {
    Integer::from_be_bytes(&crate::inputs::bytes(&stream.bits(bits)))
}

/// Her verifier.
pub struct Verifier {
    modulus: Integer,
    /// Space for a power.
    power: Integer,
}

impl Verifier {
    /// Returns a verifier for this modulus.
    pub fn new(modulus: Integer) -> Verifier {
        Verifier { modulus, power: Integer::zero() }
    }

    /// Combines all statements, of which there is at least one, into one.
    pub fn combine(&mut self, statements: &[Pair], coins: &Coins) -> Pair {
        let rows: Vec<(Pair, &Integer)> = match coins {
            Coins::RandomExponents(exponents) => {
                return self.powers(statements.iter().zip(exponents));
            }
            Coins::Hybrid(rows) => {
                rows.iter().map(|(places, exponent)| (self.product(statements, places), exponent)).collect()
            }
            Coins::Bucket(rounds) => {
                rounds.iter().map(|(round, exponent)| (self.round(statements, round), exponent)).collect()
            }
        };
        self.powers(rows.iter().map(|(row, exponent)| (row, *exponent)))
    }

    fn round(&mut self, statements: &[Pair], round: &Round) -> Pair {
        let products: Vec<(Pair, &Integer)> =
            round.iter().map(|(places, exponent)| (self.product(statements, places), exponent)).collect();
        self.powers(products.iter().map(|(product, exponent)| (product, *exponent)))
    }

    /// Returns the product of the statements at these places, by `mpz_mul` and `mpz_tdiv_r`.
    pub fn product(&mut self, statements: &[Pair], places: &[u32]) -> Pair {
        let mut factors = places.iter().map(|place| &statements[*place as usize]);
        let Some(first) = factors.next() else { return one() };
        factors.fold(first.clone(), |product, factor| self.times(product, factor))
    }

    /// Returns the product of powers, each by `mpz_powm`.
    fn powers<'a>(&mut self, factors: impl Iterator<Item = (&'a Pair, &'a Integer)>) -> Pair {
        let mut product: Option<Pair> = None;
        for ([x, y], exponent) in factors {
            let power = [x, y].map(|base| {
                self.power.set_power(base, exponent, &self.modulus);
                self.power.clone()
            });
            product = Some(match product {
                Some(product) => self.times(product, &power),
                None => power,
            });
        }
        product.unwrap_or_else(one)
    }

    fn times(&self, [mut x, mut y]: Pair, [by_x, by_y]: &Pair) -> Pair {
        x.mul_mod(by_x, &self.modulus);
        y.mul_mod(by_y, &self.modulus);
        [x, y]
    }

    /// Computes the powers of the last proof: two exponents as long as λ.
    pub fn last_proof(&mut self, [x, y]: &Pair, exponent: &Integer) -> Integer {
        let mut left = Integer::zero();
        left.set_power(y, exponent, &self.modulus);
        self.power.set_power(x, exponent, &self.modulus);
        left.mul_mod(&self.power, &self.modulus);
        left
    }
}

fn one() -> Pair {
    [Integer::power_of_two(0), Integer::power_of_two(0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{bytes, odd};

    /// Every protocol multiplies the statements that its coins name: a combination of true statements y = x²
    /// is true, and a combination with one false statement is not.
    #[test]
    fn combinations_of_true_statements_are_true() {
        let modulus = Integer::from_be_bytes(&bytes(&odd(300)));
        let two = Integer::power_of_two(1);
        let square = |x: &Integer| {
            let mut y = Integer::zero();
            y.set_power(x, &two, &modulus);
            y
        };
        let mut stream = Stream::new("batch peer test");
        let mut statements: Vec<Pair> = (0..40)
            .map(|_| {
                let x = exponent(&mut stream, 290);
                let y = square(&x);
                [x, y]
            })
            .collect();
        let coins = [
            Coins::random_exponents(&mut stream, 40),
            Coins::hybrid(&mut stream, 40),
            Coins::bucket(&mut stream, 40, 4, 64),
        ];
        let mut verifier = Verifier::new(modulus.clone());
        for spoiled in [false, true] {
            if spoiled {
                statements[17].swap(0, 1);
            }
            for coins in &coins {
                let [x, y] = verifier.combine(&statements, coins);
                assert_eq!(square(&x).to_be_bytes() == y.to_be_bytes(), !spoiled);
            }
        }
    }
}
