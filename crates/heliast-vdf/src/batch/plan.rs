//! The choice of a protocol: the sound one that is cheapest to verify.

use super::{
    incidence::{self, Incidence},
    proof::Proving,
    protocol::{Family, Protocol, TooWeak},
    reduction::Reduction,
};
use alloc::vec::Vec;
use heliast_group::Group;

/// The cost of verifying a proof, without the reductions, in multiplications, for a Wesolowski proof with a
/// 256-bit challenge.
const PROOF_COST: f64 = 370.0;

/// A protocol with its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The family of the protocol.
    pub family: Family,
    /// Its parameters.
    pub protocol: Protocol,
    /// The approximate mean number of multiplications, including those of the proofs.
    pub multiplications: f64,
}

/// All protocols for m statements at level λ that need no other assumptions than allowed, the cheapest first.
/// Use the first one: it is a fixed function of m and λ, which the verifier computes for itself. The cost is
/// the time: multiplications, and for incidence buckets also the fetching of their statements.
///
/// Wesolowski's proofs need the low-order assumption anyway. With Pietrzak's proofs, in a group that was not
/// shown to have no such elements, Random Subsets do not need it.
pub fn plan(m: u64, level: u16, low_order: bool) -> Result<Vec<Plan>, TooWeak> {
    let mut plans = Vec::new();
    for family in Family::ALL.into_iter().filter(|family| is_offered(*family, level, m)) {
        let protocol = Protocol::of_family(family, level, m)?;
        if low_order || !protocol.assumes_low_order() {
            let multiplications = protocol.best_cost(m) + PROOF_COST * protocol.proofs() as f64;
            plans.push(Plan { family, protocol, multiplications });
        }
    }
    plans.sort_by(|a, b| a.time().total_cmp(&b.time()));
    Ok(plans)
}

/// Linear without a level of buckets is Random Exponents.
fn is_offered(family: Family, level: u16, m: u64) -> bool {
    family != Family::Linear || level <= incidence::MAX_LEVEL && !Incidence::levels(m).is_empty()
}

impl Plan {
    /// The time of verification, in multiplications: those of the protocol and its proofs, and the time in
    /// which incidence buckets fetch their statements.
    pub fn time(&self) -> f64 {
        let fetched = self.protocol.reductions().iter().filter_map(|reduction| match reduction {
            Reduction::Incidence(level) => Some(level.statements() as f64),
            _ => None,
        });
        let fetched: f64 = fetched.sum();
        self.multiplications + incidence::FETCHING_COST * fetched
    }
}

/// [`plan`] for a group and a kind of proofs: the protocol may use every assumption of the proofs.
///
/// # Errors
/// [`TooWeak::Level`], and [`TooWeak::Unsound`] where elements of low order are known in the group. Then no
/// protocol is sound: random subsets do not need the assumption, but the proofs of the statements that they
/// leave do.
pub fn plan_in<G: Group>(group: &G, m: u64, level: u16, proving: Proving) -> Result<Vec<Plan>, TooWeak> {
    proving.assumption().check(group)?;
    plan(m, level, true)
}
