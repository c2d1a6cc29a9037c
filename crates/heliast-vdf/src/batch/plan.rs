//! The choice of a protocol: the cheapest to verify that is sound.

use super::{
    incidence::{self, Incidence},
    proof::Proving,
    protocol::{Family, Protocol, TooWeak},
    reduction::Reduction,
};
use alloc::vec::Vec;
use heliast_group::Group;

/// The cost of verifying a proof, without the reductions: 370 multiplications of a Wesolowski proof
/// with a 256-bit challenge.
const PROOF_COST: f64 = 370.0;

/// A protocol with its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The family of the protocol.
    pub family: Family,
    /// Its parameters.
    pub protocol: Protocol,
    /// About the mean number of multiplications, those of the proofs included.
    pub multiplications: f64,
}

/// All protocols for m statements at level λ that rest on nothing else than allowed, the cheapest first. The
/// first is the one to take: a fixed function of m and λ, which the verifier computes for itself. Cheap is
/// what takes little time: multiplications, and for incidence buckets what their statements take to be
/// fetched.
///
/// The low-order assumption costs nothing over Wesolowski's proofs. Over Pietrzak's in a group whose maker
/// did not show that it has no such elements, Random Subsets do without.
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

/// Linear is Random Exponents where it has no level of buckets.
fn is_offered(family: Family, level: u16, m: u64) -> bool {
    family != Family::Linear || level <= incidence::MAX_LEVEL && !Incidence::levels(m).is_empty()
}

impl Plan {
    /// The time of verification, in multiplications: those of the protocol and its proofs, and
    /// those that would pass while incidence buckets fetch their statements.
    pub fn time(&self) -> f64 {
        let fetched = self.protocol.reductions().iter().filter_map(|reduction| match reduction {
            Reduction::Incidence(level) => Some(level.statements() as f64),
            _ => None,
        });
        let fetched: f64 = fetched.sum();
        self.multiplications + incidence::FETCHING_COST * fetched
    }
}

/// [`plan`] for a group and a kind of proofs: the protocol may rest on all that the proofs assume,
/// for this is assumed anyway.
///
/// # Errors
/// [`TooWeak::Level`], and [`TooWeak::Unsound`] where elements of low order are known in the group.
/// Then nothing is sound: random subsets do without the assumption, but the proofs of the
/// statements that they leave do not.
pub fn plan_in<G: Group>(group: &G, m: u64, level: u16, proving: Proving) -> Result<Vec<Plan>, TooWeak> {
    proving.assumption().check(group)?;
    plan(m, level, true)
}
