//! The least time of a row on this machine: a count times the time of the counted operation, measured in the
//! same run. Rows whose count is unknown have no bound.

use crate::{
    inputs::batch::LEVEL,
    inputs::modulus,
    peers::instructions::Mixture,
    row::{Row, Side, Unit},
    sample::{self, Plan},
};
use heliast_arith::{Backend, LANES, Lanes, Ring};
use heliast_group::RsaGroup;
use heliast_symmetric::{keccak::Keccak, sha256::Sha256};
use heliast_vdf::batch::{Family, Protocol};
use std::{collections::BTreeMap, time::Duration};

/// The multiplications in lanes for one of a thousand proofs, according to the plan of its powers.
const PRODUCTS_OF_A_PROOF: f64 = 132.0;
/// The instructions of one compression on vectors of 512 bits from its first round on, counted in
/// `results/kernels.md`, divided by the two ports that start them.
const CYCLES_OF_A_COMPRESSION: f64 = 50.8;
/// The instructions of one compression on vectors of 256 bits, an eighth of those for eight compressions. The
/// module of the kernel counts them, as for Keccak.
const INSTRUCTIONS_OF_A_COMPRESSION: f64 = 422.0;
/// The instructions of one permutation of Keccak on vectors of 256 bits, a quarter of those for four
/// permutations.
const INSTRUCTIONS_OF_A_PERMUTATION: f64 = 1104.0;
/// The number of lanes of a vector of doubles.
const DOUBLES: u64 = 4;

/// The least time that a row can take.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Seconds of an operation of the row.
    pub seconds: f64,
    /// The name of the counted operations.
    pub words: String,
}

/// The costs of the counted operations in seconds, each measured when it is first needed.
#[derive(Debug, Default)]
pub struct Costs {
    mixtures: BTreeMap<Mixture, Option<f64>>,
    product: Option<f64>,
}

impl Costs {
    /// Returns the bound of the row with this name, if it has one on this machine.
    pub fn bound(&mut self, name: &str) -> Option<Bound> {
        let (what, _) = name.split_once('/')?;
        if let Some(bits) = what.strip_prefix("mul8-") {
            let limbs = limbs(bits.parse().ok()?);
            return self.in_lanes(lanes_here()?, 2 * limbs * limbs);
        }
        // Undoing a step of roots is a squaring.
        if let Some(bits) = what.strip_prefix("square8-").or(what.strip_prefix("roots-verify-")) {
            let limbs = limbs(bits.parse().ok()?);
            return self.in_lanes(lanes_here()?, (3 * limbs * limbs + limbs) / 2);
        }
        if let Some(bits) = what.strip_prefix("square-") {
            let bits = bits.parse().ok()?;
            return self.squaring(ring_here(bits)?, bits);
        }
        match what {
            "verify-many-1000-2048" => return Some(self.products(PRODUCTS_OF_A_PROOF)),
            "sha256-x32" => return self.compression(Sha256::new().name()),
            "keccak-x8" => return self.permutation(Keccak::new().name()),
            _ => {}
        }
        let m: f64 = what.strip_prefix("batch-")?.parse().ok()?;
        if name.ends_with("one-core") {
            return None;
        }
        let is_linear = name.contains("/linear-") || name.ends_with("/pippenger");
        let family = if is_linear { Family::Linear } else { Family::RandomExponents };
        Some(self.products(Protocol::of_family(family, LEVEL, m as u64).ok()?.best_cost(m as u64)))
    }

    /// Returns the bound for this number of limb products in each of eight lanes, per lane.
    fn in_lanes(&mut self, backend: Backend, limb_products: u64) -> Option<Bound> {
        let (mixture, vectors, name) = match backend {
            Backend::Ifma => (Mixture::Ifma, 2 * limb_products, "IFMA instructions for eight"),
            Backend::AvxIfma => (Mixture::AvxIfma, 4 * limb_products, "AVX-IFMA instructions for eight"),
            Backend::Fma => {
                let vectors = LANES as u64 / DOUBLES * limb_products;
                (Mixture::LaneProduct, vectors, "limb products of four for eight, of five instructions")
            }
            _ => return None,
        };
        self.counted(mixture, vectors as f64 / LANES as f64, format!("{vectors} {name}"))
    }

    /// Returns the bound for a squaring of one number.
    fn squaring(&mut self, backend: Backend, bits: u64) -> Option<Bound> {
        match backend {
            Backend::Fma => {
                let count = vector_products(bits)?;
                let words = format!("{count} products of four limbs, of four instructions");
                self.counted(Mixture::VectorProduct, count as f64, words)
            }
            Backend::Adx => {
                let words = bits.div_ceil(64);
                let count = (3 * words * words + words) / 2;
                self.counted(Mixture::Mulx, count as f64, format!("{count} mulx"))
            }
            _ => None,
        }
    }

    /// Returns the bound for a compression of SHA-256 by the kernel of this name.
    fn compression(&mut self, kernel: &str) -> Option<Bound> {
        let of_vectors = INSTRUCTIONS_OF_A_COMPRESSION;
        match kernel {
            "avx-512" => {
                let words = format!("{CYCLES_OF_A_COMPRESSION} cycles of instructions on two ports");
                self.counted(Mixture::Cycle, CYCLES_OF_A_COMPRESSION, words)
            }
            "sha-ni" => self.counted(Mixture::ShaNi, 1.0, "56 instructions for SHA-256".to_owned()),
            "avx2" => self.counted(Mixture::Sha256, of_vectors, format!("{of_vectors} instructions of AVX2")),
            _ => None,
        }
    }

    /// Returns the bound for a permutation of Keccak by the kernel of this name.
    fn permutation(&mut self, kernel: &str) -> Option<Bound> {
        let count = INSTRUCTIONS_OF_A_PERMUTATION;
        (kernel == "avx2")
            .then(|| self.counted(Mixture::Keccak, count, format!("{count} instructions of AVX2")))?
    }

    fn products(&mut self, count: f64) -> Bound {
        Bound { seconds: count * self.product(), words: format!("{count:.0} products in lanes") }
    }

    fn counted(&mut self, mixture: Mixture, count: f64, words: String) -> Option<Bound> {
        let cost = self.mixtures.entry(mixture).or_insert_with(|| mixture.side().map(seconds_of));
        cost.map(|each| Bound { seconds: count * each, words })
    }

    fn product(&mut self) -> f64 {
        *self.product.get_or_insert_with(|| {
            let lanes = Lanes::shared(RsaGroup::rsa_2048().modulus()).expect("a modulus");
            let (mut product, factor) = (lanes.radix(), lanes.radix());
            let chain = move |_| (0..200).for_each(|_| lanes.mul_assign(&mut product, &factor));
            seconds_of(Side::new(200 * LANES as u64, chain))
        })
    }
}

/// Returns the backend of the lanes.
fn lanes_here() -> Option<Backend> {
    Some(Lanes::shared(RsaGroup::rsa_2048().modulus()).ok()?.backend())
}

/// Returns the kernel that squares numbers of this length.
fn ring_here(bits: u64) -> Option<Backend> {
    Some(Ring::new(&modulus(bits as usize)).ok()?.backend())
}

/// Returns the number of products of four limbs in a squaring in doubles: with V vectors of limbs, 2V² + 2V
/// for the square, and one for each vector of the 4V + 1 rows of the reduction. Limbs have 48 bits, or 47 at
/// 4096 bits.
fn vector_products(bits: u64) -> Option<u64> {
    let vectors = match bits {
        1024 => 6,
        2048 => 11,
        4096 => 23,
        _ => return None,
    };
    Some(2 * vectors * vectors + 2 * vectors + (4 * vectors + 1) * vectors)
}

/// Returns the number of 52-bit limbs of a modulus in lanes.
fn limbs(bits: u64) -> u64 {
    (bits + 2).div_ceil(52).next_multiple_of(4)
}

/// Returns the time of the fastest sample.
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
        let mixtures = Mixture::ALL.map(|mixture| (mixture, Some(1e-9)));
        Costs { mixtures: mixtures.into(), product: Some(1e-6) }
    }

    fn close(found: Option<Bound>, seconds: f64) -> bool {
        found.is_some_and(|found| (found.seconds / seconds - 1.0).abs() < 0.01)
    }

    #[test]
    fn bounds_are_counts_times_costs() {
        assert_eq!([1024, 2048, 4096].map(limbs), [20, 40, 80]);
        assert!(close(costs().in_lanes(Backend::Ifma, 3200), 800e-9));
        assert!(close(costs().in_lanes(Backend::AvxIfma, 3200), 1600e-9));
        assert!(close(costs().in_lanes(Backend::Fma, 3200), 800e-9));
        assert!(close(costs().squaring(Backend::Adx, 2048), 1552e-9));
        assert!(close(costs().squaring(Backend::Fma, 2048), 759e-9));
        assert!(close(costs().compression("avx-512"), 50.8e-9));
        assert!(close(costs().compression("sha-ni"), 1e-9));
        assert!(close(costs().compression("avx2"), 422e-9));
        assert!(close(costs().permutation("avx2"), 1104e-9));
        assert!(close(costs().bound("verify-many-1000-2048/openssl"), 132e-6));
        assert!(close(costs().bound("batch-1e5/kernel-bound"), 2.147));
        assert!(close(costs().bound("batch-1e5/linear-kernel-bound"), 0.8728));
        assert!(close(costs().bound("batch-1e5/pippenger"), 0.8728));
    }

    /// The counts for `mulx` are those of `results/kernels.md`; the counts by doubles are for 24, 44 and 92
    /// limbs.
    #[test]
    fn counts_are_those_of_the_kernels() {
        let mulx = |bits| costs().squaring(Backend::Adx, bits).map(|bound| bound.words);
        assert_eq!(mulx(1024).as_deref(), Some("392 mulx"));
        assert_eq!(mulx(4096).as_deref(), Some("6176 mulx"));
        assert_eq!([1024, 2048, 4096].map(vector_products), [Some(234), Some(759), Some(3243)]);
    }

    #[test]
    fn rows_have_the_bound_of_what_runs_here() {
        if let Some(backend @ (Backend::Ifma | Backend::AvxIfma | Backend::Fma)) = lanes_here() {
            for (name, limb_products) in
                [("mul8-2048/openssl", 3200), ("square8-2048/openssl", 2420), ("roots-verify-2048/gmp", 2420)]
            {
                let bound = costs().bound(name);
                assert!(bound.is_some() && bound == costs().in_lanes(backend, limb_products), "{name}");
            }
        }
        let here = ring_here(2048).unwrap();
        assert_eq!(costs().bound("square-2048/gmp"), costs().squaring(here, 2048));
        assert_eq!(costs().bound("sha256-x32/sha-ni"), costs().compression(Sha256::new().name()));
        assert_eq!(costs().bound("keccak-x8/scalar"), costs().permutation(Keccak::new().name()));
    }

    /// A mixture that does no work, or whose count is far from right, is outside these limits on every
    /// machine.
    #[test]
    fn mixtures_take_time() {
        for mixture in Mixture::ALL {
            if let Some(side) = mixture.side() {
                let seconds = seconds_of(side);
                assert!((2e-11..1e-6).contains(&seconds), "{mixture:?}: {seconds}");
            }
        }
    }

    #[test]
    fn what_is_not_counted_has_no_bound() {
        for name in
            ["mul-2048/openssl", "batch-1e5/one-core", "batch-1e5/linear-one-core", "mul8-x/openssl", ""]
        {
            assert_eq!(costs().bound(name), None, "{name}");
        }
        assert_eq!(costs().in_lanes(Backend::Portable, 3200), None);
        assert_eq!(costs().squaring(Backend::Ifma, 2048), None);
        assert_eq!(costs().compression("portable"), None);
        assert_eq!(costs().permutation("avx-512"), None);
    }
}
