//! x^a · y^b modulo N, with a and b of exactly k bits.

use crate::{
    inputs::{self, Stream, bytes},
    paper::lab::Lab,
    peers::{
        gmp::Integer,
        multiexp::{Algorithm, OpensslPowers},
        openssl::Bignum,
    },
    row::Side,
};
use heliast_arith::{Backend, Natural};
use heliast_group::{Group, RsaGroup, Strategy, multiexp, multiexp_with};

/// The library and the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The paper's algorithms on OpenSSL; `Separate` is `BN_mod_exp` twice.
    Openssl(Algorithm),
    /// `BN_mod_exp2_mont`.
    Exp2,
    /// `mpz_powm` twice.
    Gmp,
    /// `heliast_group::multiexp`, which chooses its algorithm.
    Ours,
    /// Our multi-exponentiation on one backend.
    OursOn(Backend),
    /// Our multi-exponentiation by this strategy.
    OursBy(Strategy),
}

impl Method {
    /// Returns the name for tables and legends.
    pub fn name(self) -> String {
        match self {
            Method::Openssl(algorithm) => format!("OpenSSL {}", algorithm.name()),
            Method::Exp2 => "BN_mod_exp2_mont".to_owned(),
            Method::Gmp => "GMP, two powers".to_owned(),
            Method::Ours => "ours".to_owned(),
            Method::OursOn(backend) => format!("ours, {}", backend.name()),
            Method::OursBy(strategy) => format!("ours, {strategy}"),
        }
    }
}

/// The number of pairs of exponents: a single pair may suit a window by chance.
const CASES: usize = 4;

/// Returns the seconds of each method; not a number if a backend does not support the modulus.
pub fn seconds(lab: &Lab, methods: &[Method], modulus_bits: usize, exponent_bits: usize) -> Vec<f64> {
    let problem = Problem::new(modulus_bits, exponent_bits);
    let sides: Vec<Option<Side>> = methods.iter().map(|method| problem.side(*method)).collect();
    let served: Vec<bool> = sides.iter().map(Option::is_some).collect();
    let mut times = lab.fastest(sides.into_iter().flatten().collect(), CASES).into_iter();
    served
        .into_iter()
        .map(|served| if served { times.next().unwrap_or(f64::NAN) } else { f64::NAN })
        .collect()
}

/// Whether one of our backends supports moduli of this length on this CPU.
pub fn serves(backend: Backend, modulus_bits: usize) -> bool {
    RsaGroup::unchecked(&inputs::odd(modulus_bits)).on(backend).is_ok()
}

struct Problem {
    modulus: Natural,
    bases: [Natural; 2],
    exponents: Vec<[Natural; 2]>,
}

impl Problem {
    fn new(modulus_bits: usize, exponent_bits: usize) -> Problem {
        // No modulus of two bits has a group with more than the identity; the factors of the modulus do not
        // matter here.
        let modulus = inputs::odd(modulus_bits.max(3));
        let mut stream = Stream::new(&format!("heliast/bench/powers/{modulus_bits}/{exponent_bits}"));
        let bases = [(); 2].map(|()| stream.below(&modulus));
        let mut pair = || [(); 2].map(|()| stream.exact_bits(exponent_bits));
        let exponents = (0..CASES).map(|_| pair()).collect();
        Problem { modulus, bases, exponents }
    }

    fn side(&self, method: Method) -> Option<Side> {
        match method {
            Method::Openssl(algorithm) => Some(self.openssl(algorithm)),
            Method::Exp2 => Some(self.exp2()),
            Method::Gmp => Some(self.gmp()),
            Method::Ours => Some(self.ours(self.group())),
            Method::OursOn(backend) => Some(self.ours(self.group().on(backend).ok()?)),
            Method::OursBy(strategy) => Some(self.ours_by(strategy)),
        }
    }

    fn openssl(&self, algorithm: Algorithm) -> Side {
        let mut powers = OpensslPowers::new(bignum(&self.modulus));
        let [x, y] = self.bases.each_ref().map(bignum);
        if algorithm == Algorithm::Separate {
            let exponents = self.bignum_exponents();
            return Side::new(1, move |case| {
                let [a, b] = &exponents[case];
                drop(powers.separate([&x, &y], [a, b]));
            });
        }
        let exponents = self.exponents.clone();
        Side::new(1, move |case| {
            let [a, b] = &exponents[case];
            drop(powers.by(algorithm, [&x, &y], [a, b]));
        })
    }

    fn exp2(&self) -> Side {
        let mut powers = OpensslPowers::new(bignum(&self.modulus));
        let [x, y] = self.bases.each_ref().map(bignum);
        let exponents = self.bignum_exponents();
        Side::new(1, move |case| {
            let [a, b] = &exponents[case];
            drop(powers.exp2([&x, &y], [a, b]));
        })
    }

    fn gmp(&self) -> Side {
        let integer = |number| Integer::from_be_bytes(&bytes(number));
        let [x, y] = self.bases.each_ref().map(integer);
        let modulus = integer(&self.modulus);
        let exponents: Vec<_> = self.exponents.iter().map(|pair| pair.each_ref().map(integer)).collect();
        let (mut left, mut right) = (Integer::zero(), Integer::zero());
        Side::new(1, move |case| {
            let [a, b] = &exponents[case];
            left.set_power(&x, a, &modulus);
            right.set_power(&y, b, &modulus);
            left.mul_mod(&right, &modulus);
        })
    }

    /// Ours starts from decoded elements, as OpenSSL's and GMP's do from numbers; in the group an
    /// element is ± a residue.
    fn ours(&self, group: RsaGroup) -> Side {
        let [x, y] = [b"x", b"y"].map(|name| group.hash("heliast/bench/powers", name));
        let exponents = self.exponents.clone();
        Side::new(1, move |case| {
            let [a, b] = &exponents[case];
            drop(multiexp(&group, &[(&x, a), (&y, b)]));
        })
    }

    fn ours_by(&self, strategy: Strategy) -> Side {
        let group = self.group();
        let [x, y] = [b"x", b"y"].map(|name| group.hash("heliast/bench/powers", name));
        let exponents = self.exponents.clone();
        Side::new(1, move |case| {
            let [a, b] = &exponents[case];
            multiexp_with(&group, strategy, &[(&x, a), (&y, b)]).expect("it serves two bases");
        })
    }

    fn group(&self) -> RsaGroup {
        RsaGroup::unchecked(&self.modulus)
    }

    fn bignum_exponents(&self) -> Vec<[Bignum; 2]> {
        self.exponents.iter().map(|pair| pair.each_ref().map(bignum)).collect()
    }
}

fn bignum(number: &Natural) -> Bignum {
    Bignum::from_be_bytes(&bytes(number))
}
