//! The least time of a row on this machine: a count times the time of the counted operation here,
//! measured in the same run. Rows whose count is unknown have no bound.

use crate::{
    inputs::batch::LEVEL,
    peers::instructions,
    row::{Row, Side, Unit},
    sample::{self, Plan},
};
use heliast_arith::{Backend, LANES, Lanes};
use heliast_group::RsaGroup;
use heliast_vdf::batch::{Family, Protocol};
use std::time::Duration;

/// Multiplications in lanes for one of a thousand proofs, by the plan of its powers.
const PRODUCTS_OF_A_PROOF: f64 = 132.0;
/// Instructions of one compression on vectors of 512 bits from its first round on, as `results/kernels.md`
/// counts them, over the two ports that start them.
const CYCLES_OF_A_COMPRESSION: f64 = 50.8;

/// The least that a row can take.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Seconds of an operation of the row.
    pub seconds: f64,
    /// The name of the counted operations.
    pub words: String,
}

/// The costs of the counted operations, each in seconds, measured when it is first asked for.
#[derive(Debug, Default)]
pub struct Costs {
    cycle: Option<f64>,
    multiplication: Option<f64>,
    product: Option<f64>,
}

impl Costs {
    /// The bound of the row of this name, if it has one here.
    pub fn bound(&mut self, name: &str) -> Option<Bound> {
        let (what, _) = name.split_once('/')?;
        let bound = |seconds: f64, words: String| Some(Bound { seconds, words });
        if let Some(bits) = what.strip_prefix("mul8-") {
            let limbs = limbs(bits.parse().ok()?);
            return self.multiplications(2 * limbs * limbs);
        }
        // A step of roots back is a squaring.
        if let Some(bits) = what.strip_prefix("square8-").or(what.strip_prefix("roots-verify-")) {
            let limbs = limbs(bits.parse().ok()?);
            return self.multiplications((3 * limbs * limbs + limbs) / 2);
        }
        if what == "verify-many-1000-2048" {
            let words = format!("{PRODUCTS_OF_A_PROOF} products in lanes");
            return bound(PRODUCTS_OF_A_PROOF * self.product(), words);
        }
        if what == "sha256-x32" && instructions::have_avx512() {
            let words = format!("{CYCLES_OF_A_COMPRESSION} cycles of instructions on two ports");
            return bound(CYCLES_OF_A_COMPRESSION * self.cycle()?, words);
        }
        let m: f64 = what.strip_prefix("batch-")?.parse().ok()?;
        if name.ends_with("one-core") {
            return None;
        }
        let is_linear = name.contains("/linear-") || name.ends_with("/pippenger");
        let family = if is_linear { Family::Linear } else { Family::RandomExponents };
        let products = Protocol::of_family(family, LEVEL, m as u64).ok()?.best_cost(m as u64);
        bound(products * self.product(), format!("{products:.0} products in lanes"))
    }

    /// So many limb products in each of eight lanes, per lane.
    fn multiplications(&mut self, limb_products: u64) -> Option<Bound> {
        let lanes = Lanes::shared(RsaGroup::rsa_2048().modulus()).ok()?;
        if lanes.backend() != Backend::Ifma {
            return None;
        }
        let each = match self.multiplication {
            Some(seconds) => seconds,
            None => *self.multiplication.insert(seconds_of(instructions::multiplications()?)),
        };
        let seconds = 2.0 * limb_products as f64 * each / LANES as f64;
        let words = format!("{} IFMA instructions for eight", 2 * limb_products);
        Some(Bound { seconds, words })
    }

    fn product(&mut self) -> f64 {
        *self.product.get_or_insert_with(|| {
            let lanes = Lanes::shared(RsaGroup::rsa_2048().modulus()).expect("a modulus");
            let (mut product, factor) = (lanes.radix(), lanes.radix());
            let chain = move |_| (0..200).for_each(|_| lanes.mul_assign(&mut product, &factor));
            seconds_of(Side::new(200 * LANES as u64, chain))
        })
    }

    fn cycle(&mut self) -> Option<f64> {
        if self.cycle.is_none() {
            self.cycle = instructions::cycles().map(seconds_of);
        }
        self.cycle
    }
}

/// Limbs of 52 bits of a modulus in lanes.
fn limbs(bits: u64) -> u64 {
    (bits + 2).div_ceil(52).next_multiple_of(4)
}

/// The fastest sample.
fn seconds_of(ours: Side) -> f64 {
    let peer = String::new();
    let mut row = Row { peer, unit: Unit::Nanoseconds, cases: 1, ours, theirs: Side::known(1.0) };
    let total = Duration::from_millis(500);
    sample::measure(&mut row, Plan { total, ..Plan::default() }).ours.fastest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs() -> Costs {
        Costs { cycle: Some(1e-9), multiplication: Some(1e-9), product: Some(1e-6) }
    }

    fn close(found: Option<Bound>, seconds: f64) -> bool {
        found.is_some_and(|found| (found.seconds / seconds - 1.0).abs() < 0.01)
    }

    #[test]
    fn bounds_are_counts_times_costs() {
        assert_eq!([1024, 2048, 4096].map(limbs), [20, 40, 80]);
        let lanes = Lanes::shared(RsaGroup::rsa_2048().modulus()).unwrap();
        if lanes.backend() == Backend::Ifma {
            assert!(close(costs().bound("mul8-2048/openssl"), 800e-9));
            assert!(close(costs().bound("square8-2048/openssl"), 605e-9));
            assert!(close(costs().bound("roots-verify-2048/gmp"), 605e-9));
        }
        assert!(close(costs().bound("verify-many-1000-2048/openssl"), 132e-6));
        assert!(close(costs().bound("batch-1e5/kernel-bound"), 2.147));
        assert!(close(costs().bound("batch-1e5/linear-kernel-bound"), 0.8728));
        assert!(close(costs().bound("batch-1e5/pippenger"), 0.8728));
    }

    #[test]
    fn what_is_not_counted_has_no_bound() {
        for name in
            ["square-2048/gmp", "batch-1e5/one-core", "batch-1e5/linear-one-core", "mul8-x/openssl", ""]
        {
            assert_eq!(costs().bound(name), None, "{name}");
        }
    }
}
