//! Finds the statements that share a delay, and decides which of those become one base.
//!
//! A product of n powers of b bits costs about n·e(n, b) + f(n, b):
//!
//! - n <= 200, by Straus' method: e = min 2^(w−1) + ceil(b / (w + 1)) over w from 1 to 8, f = b;
//! - else by Pippenger's with digits of c bits: e = ceil(b / c), f = 2^(c+1)·e + b, c from 1 to 24 with the
//!   least e·(n + 2^(c+1)), the smallest of several.
//!
//! k statements of m that share their delay are merged if k·e(k, λ) + f(k, λ) < k·e(m, 2λ). This is
//! a part of the protocol, in integers, and does not depend on the method of multiplication: prover
//! and verifier must agree on it, because Q depends on it.

use super::terms::Terms;
use crate::{
    batch::records::Records,
    parallel::{in_parallel, joined},
    wesolowski::power_of_two,
};
use alloc::{collections::BTreeMap, vec::Vec};
use core::ops::Range;
use heliast_arith::Natural;

/// Products of up to this many powers are counted by Straus' method.
const FEW: u64 = 200;
/// The distance up to which the next power of two is found by shifting the last one.
const NEAR: u64 = 256;

/// The rule that decides which delays of a list are merged.
pub(super) struct Rule {
    level: u16,
    /// e(m, 2λ).
    each: u64,
    known: BTreeMap<u64, bool>,
}

impl Rule {
    /// The rule for lists of m statements.
    pub(super) fn new(m: u64, terms: Terms) -> Rule {
        Rule { level: terms.level, each: price(m, terms.suite.bits()).0, known: BTreeMap::new() }
    }

    /// Whether `count` statements that share their delay become one base.
    pub(super) fn merges(&mut self, count: u64) -> bool {
        let Rule { level, each: elsewhere, .. } = *self;
        *self.known.entry(count).or_insert_with(|| {
            let (each, once) = price(count, level);
            let [own, other] = [each, elsewhere].map(|each| u128::from(count) * u128::from(each));
            own + u128::from(once) < other
        })
    }
}

/// (e, f) for a product of n powers of b bits.
fn price(n: u64, bits: u16) -> (u64, u64) {
    let bits = u64::from(bits);
    if n <= FEW {
        let each = |width: u64| (1 << (width - 1)) + bits.div_ceil(width + 1);
        return ((1..=8).map(each).min().unwrap_or(0), bits);
    }
    let work = |digit: &u64| u128::from(bits.div_ceil(*digit)) * (u128::from(n) + (2 << digit));
    let digit = (1..=24).min_by_key(work).unwrap_or(1);
    let each = bits.div_ceil(digit);
    (each, (each << (digit + 1)) + bits)
}

/// The delays of a list, ascending.
pub(super) struct Delays {
    list: Vec<Delay>,
    /// The places of the statements, those that share a delay together, in the order of the list.
    order: Vec<usize>,
}

/// A delay, and the statements that have it.
pub(super) struct Delay {
    pub(super) t: u64,
    /// The places of the statements in `order`.
    members: Range<usize>,
    merged: bool,
}

impl Delays {
    /// The delays of the records at these places; `merges` gets a delay and the number of these records that
    /// have it, and returns whether they become one base.
    pub(super) fn new(
        records: &Records<'_>,
        places: impl Iterator<Item = usize>,
        mut merges: impl FnMut(u64, u64) -> bool,
    ) -> Delays {
        // With the delays beside the places, sorting does not read the list again and again.
        let mut sorted: Vec<(u64, usize)> = places.map(|index| (records.delay(index), index)).collect();
        sorted.sort_by_key(|(t, _)| *t);
        let mut list: Vec<Delay> = Vec::new();
        for (at, (t, _)) in sorted.iter().enumerate() {
            match list.last_mut().filter(|delay| delay.t == *t) {
                Some(delay) => delay.members.end = at + 1,
                None => list.push(Delay { t: *t, members: at..at + 1, merged: false }),
            }
        }
        let order = sorted.into_iter().map(|(_, index)| index).collect();
        for delay in &mut list {
            delay.merged = merges(delay.t, delay.members.len() as u64);
        }
        Delays { list, order }
    }

    /// All delays.
    pub(super) fn all(&self) -> Vec<&Delay> {
        self.list.iter().collect()
    }

    /// The delays whose statements become one base.
    pub(super) fn merged(&self) -> Vec<&Delay> {
        self.list.iter().filter(|delay| delay.merged).collect()
    }

    /// The places of the statements that have it.
    pub(super) fn members(&self, delay: &Delay) -> &[usize] {
        &self.order[delay.members.clone()]
    }

    /// Calls `f` with the place and with 2^t mod l of every statement that is not merged.
    pub(super) fn map_single<T: Send>(
        &self,
        prime: &Natural,
        f: impl Fn(usize, &Natural) -> T + Sync,
        threads: usize,
    ) -> Vec<(usize, T)> {
        let single: Vec<&Delay> = self.list.iter().filter(|delay| !delay.merged).collect();
        let part = |delays: Range<usize>| {
            let mut powers = Remainders::new(prime);
            let mut mapped = Vec::new();
            for delay in &single[delays] {
                let power = powers.at(delay.t);
                mapped.extend(self.members(delay).iter().map(|index| (*index, f(*index, power))));
            }
            mapped
        };
        joined(in_parallel(single.len(), threads.min(single.len()), &part))
    }
}

/// 2^t mod l of ascending t.
pub(super) fn remainders(delays: &[u64], prime: &Natural) -> Vec<Natural> {
    let mut powers = Remainders::new(prime);
    delays.iter().map(|t| powers.at(*t).clone()).collect()
}

/// 2^t mod l for ascending t.
struct Remainders<'a> {
    prime: &'a Natural,
    t: u64,
    power: Natural,
}

impl<'a> Remainders<'a> {
    fn new(prime: &'a Natural) -> Self {
        Remainders { prime, t: 0, power: Natural::one() }
    }

    fn at(&mut self, t: u64) -> &Natural {
        let by = t - self.t;
        self.power = if by <= NEAR {
            self.power.shl(by as usize).div_rem(self.prime).1
        } else {
            power_of_two(t, self.prime)
        };
        self.t = t;
        &self.power
    }
}
