//! Eight independent products or squarings in the lanes of vectors. The times are per product.

use crate::{
    inputs::{self, Stream, bytes},
    peers::openssl::{self, Bignum, Montgomery, Scratch},
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::{LANES, Lanes, Natural};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "mul8-1024/openssl", prepare: || openssl(1024, Operation::Product) },
    Entry { name: "mul8-2048/openssl", prepare: || openssl(2048, Operation::Product) },
    Entry { name: "mul8-4096/openssl", prepare: || openssl(4096, Operation::Product) },
    Entry { name: "square8-2048/openssl", prepare: || openssl(2048, Operation::Square) },
];

/// The number of products per call in each lane.
const CHAIN: u32 = 128;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Product,
    Square,
}

/// Compares a chain in each of eight lanes with one chain of `BN_mod_mul_montgomery`, which has no lanes.
fn openssl(bits: usize, operation: Operation) -> Row {
    let modulus = inputs::modulus(bits);
    let mut stream = Stream::new("heliast/bench/lanes");
    let mut numbers = || -> [Natural; LANES] { std::array::from_fn(|_| stream.below(&modulus)) };
    let (starts, factors) = (numbers(), numbers());
    let lanes = Lanes::shared(&modulus).expect("a modulus");
    let mut packed = lanes.pack(starts.each_ref());
    let packed_factors = lanes.pack(factors.each_ref());
    let mut eight = move || {
        match operation {
            Operation::Product => (0..CHAIN).for_each(|_| lanes.mul_assign(&mut packed, &packed_factors)),
            Operation::Square => lanes.square_n(&mut packed, CHAIN.into()),
        }
        lanes.unpack(&packed)
    };

    let mut scratch = Scratch::new();
    let bignum = |number: &Natural| Bignum::from_be_bytes(&bytes(number));
    let montgomery = Montgomery::new(bignum(&modulus), &mut scratch);
    let mut inside = |number: &Natural| montgomery.enter(&bignum(number), &mut scratch);
    let (mut chains, factors) = (starts.each_ref().map(&mut inside), factors.each_ref().map(inside));
    let mut one = move |lane: usize| {
        for _ in 0..CHAIN {
            match operation {
                Operation::Product => montgomery.mul(&mut chains[lane], &factors[lane], &mut scratch),
                Operation::Square => montgomery.square(&mut chains[lane], &mut scratch),
            }
        }
        montgomery.leave(&chains[lane], &mut scratch)
    };

    for (lane, found) in eight().iter().enumerate() {
        assert_eq!(one(lane).to_be_bytes(), bytes(found), "lane {lane} differs from OpenSSL");
    }
    let ours = Side::new(u64::from(CHAIN) * LANES as u64, move |_| drop(eight()));
    let theirs = Side::new(CHAIN.into(), move |_| drop(one(0)));
    let peer = format!("{} BN_mod_mul_montgomery", openssl::version());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours, theirs }
}
