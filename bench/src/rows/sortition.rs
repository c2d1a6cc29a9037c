//! The votes that a digest wins, out of 10^10 units of stake: the time depends on the average number of votes
//! of an account.

use crate::{
    inputs::Stream,
    row::{Entry, Row, Side, Unit},
};
use heliast_vrf::sortition::{Lottery, votes_of_digest};
use statrs::distribution::{Binomial, DiscreteCDF};
use std::{hint::black_box, rc::Rc};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "sortition-30/statrs", prepare: || statrs(THIRTY, "inverse_cdf", bisection) },
    Entry { name: "sortition-30/select-f128", prepare: || select(THIRTY, 0.87e-6) },
    Entry { name: "sortition-150/select-f128", prepare: || select(HUNDRED_AND_FIFTY, 4.3e-6) },
    Entry {
        name: "sortition-1e-2/statrs",
        prepare: || statrs(HUNDREDTH, "cdf(0), cdf(1), ...", loop_from_zero),
    },
];

const TOTAL: u64 = 10_000_000_000;
/// The number of digests, which is too large for a branch predictor to memorise.
const DRAWS: usize = 2048;

/// A committee, and an account's stake.
#[derive(Clone, Copy)]
struct Lot {
    expected: u64,
    stake: u64,
}

/// An account that wins thirty votes on average in Algorand's largest committee, `down`.
const THIRTY: Lot = Lot { expected: 6000, stake: TOTAL / 200 };
const HUNDRED_AND_FIFTY: Lot = Lot { expected: 6000, stake: TOTAL / 40 };
/// An account that wins a hundredth of a vote on average in Algorand's smallest committee, the proposers:
/// most accounts win nothing in most rounds.
const HUNDREDTH: Lot = Lot { expected: 20, stake: TOTAL / 2000 };

fn digests() -> Rc<[[u8; 32]]> {
    let mut stream = Stream::new("heliast/bench/sortition");
    (0..DRAWS).map(|_| stream.bytes(32).try_into().expect("32 bytes")).collect()
}

fn votes(lot: Lot, digest: &[u8; 32]) -> u64 {
    let lottery = Lottery::new(TOTAL, lot.expected).expect("a lottery");
    votes_of_digest(digest, lot.stake, &lottery).expect("a stake")
}

/// Returns our side, from a digest and the lottery's numbers to the votes.
fn ours(lot: Lot, digests: Rc<[[u8; 32]]>) -> Side {
    Side::new(DRAWS as u64, move |_| {
        digests.iter().for_each(|digest| {
            black_box(votes(black_box(lot), digest));
        });
    })
    .of_thread()
}

/// Returns the smallest j with p <= CDF(j).
fn bisection(binomial: &Binomial, p: f64) -> u64 {
    binomial.inverse_cdf(p)
}

/// Returns the same number by Algorand's first rule, which is faster for few votes; `inverse_cdf` also panics
/// for them.
fn loop_from_zero(binomial: &Binomial, p: f64) -> u64 {
    (0..).find(|j| p <= binomial.cdf(*j)).expect("the CDF reaches 1")
}

/// Compares ours with double precision, where each CDF is computed by the incomplete beta function: the votes
/// are equal if 53 bits determine them, and not on every platform.
fn statrs(lot: Lot, function: &str, find: fn(&Binomial, f64) -> u64) -> Row {
    let digests = digests();
    let peer = move |digest: &[u8; 32]| {
        let leading = u64::from_be_bytes(digest[..8].try_into().expect("8 bytes"));
        let p = lot.expected as f64 / TOTAL as f64;
        let binomial = Binomial::new(p, lot.stake).expect("a probability");
        find(&binomial, leading as f64 / u64::MAX as f64)
    };
    assert!(digests.iter().all(|digest| peer(digest) == votes(lot, digest)), "the votes differ");
    let draws = digests.clone();
    let theirs = Side::new(DRAWS as u64, move |_| {
        draws.iter().for_each(|digest| {
            black_box(peer(digest));
        });
    });
    Row {
        peer: format!("statrs 0.18, Binomial::{function} in f64"),
        unit: Unit::Nanoseconds,
        cases: 1,
        ours: ours(lot, digests),
        theirs: theirs.of_thread(),
    }
}

/// Compares ours with Algorand's SelectF128, which does not use floating point either, by the seconds that
/// its own code takes on a machine of this kind.
fn select(lot: Lot, seconds: f64) -> Row {
    Row {
        peer: format!("go-algorand's SelectF128, {:.2} µs", seconds * 1e6),
        unit: Unit::Nanoseconds,
        cases: 1,
        ours: ours(lot, digests()),
        theirs: Side::known(seconds),
    }
}
