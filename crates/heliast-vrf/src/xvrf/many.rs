//! Verification of many proofs at once, under any keys. Up to 32 proofs make a group: their 67·32 chains pass
//! through the lanes in one queue, so that lanes are seldom idle. In the L-trees and paths each proof has a
//! lane of its own. Every proof is judged by itself: there is no combined equation in which a false proof
//! could be hidden.

use super::{Claim, verify};
use crate::{
    Invalid, Output,
    xmss::{
        Front, Keyed, LEN, Node, Scratch, Seeds, Source, ZERO, advance, climb_in_lanes, compressed_seeds,
        copy_lane, ltree_in_lanes,
    },
};
use alloc::{boxed::Box, vec::Vec};
use heliast_symmetric::sha256::{LANES, Lanes, Sha256, State, Word, load};

/// With fewer proofs than this, a lane for each would leave too many lanes idle.
const FEW: usize = 8;

/// Returns the verdict of [`verify`] on each claim, in their order. It needs 150 KB of memory in addition to
/// the result.
pub fn verify_many(sha: Sha256, claims: &[Claim<'_>]) -> Vec<Result<Output<32>, Invalid>> {
    let mut verdicts = Vec::with_capacity(claims.len());
    let mut open = Vec::with_capacity(claims.len());
    for (at, claim) in claims.iter().enumerate() {
        let formed = claim.parse().map(|(values, path)| open.push(Open { at, claim, values, path }));
        // A well-formed proof counts as refused until its path has led to the root.
        verdicts.push(formed.and(Err(Invalid::Root)));
    }
    for open in open.chunks(LANES) {
        if open.len() < FEW {
            open.iter().for_each(|of| verdicts[of.at] = verify(sha, of.claim));
        } else {
            let roots = roots(sha, open);
            open.iter().zip(&roots).for_each(|(of, root)| verdicts[of.at] = of.claim.judge(sha, root));
        }
    }
    verdicts
}

/// A well-formed claim.
struct Open<'a> {
    at: usize,
    claim: &'a Claim<'a>,
    values: &'a [Node; LEN],
    path: &'a [Node],
}

/// The roots to which the proofs of up to [`LANES`] claims lead.
fn roots(sha: Sha256, open: &[Open<'_>]) -> [Node; LANES] {
    let lanes = open.len();
    let [mut pub_seeds, mut seeds] = [ZERO; 2];
    let mut leaf = Lanes::ZERO;
    let mut values = Box::new([ZERO; LEN]);
    let mut jobs = Vec::with_capacity(LEN * lanes);
    for (lane, of) in open.iter().enumerate() {
        load(&mut pub_seeds, lane, &of.claim.key.pub_seed);
        leaf.0[lane] = of.claim.leaf;
        values.iter_mut().zip(of.values).for_each(|(state, value)| load(state, lane, value));
        jobs.extend(of.claim.jobs(sha));
    }
    compressed_seeds(sha, lanes, &pub_seeds, &mut seeds);
    advance(sha, None, &jobs, &mut Chains { seeds: &seeds, values: &mut values });

    let keyed = Keyed { sha, seeds: Seeds::Each(&seeds) };
    let mut scratch = Scratch::new();
    ltree_in_lanes(&keyed, lanes, Word::Each(&leaf), &mut values, &mut scratch);
    let paths: Vec<_> = open.iter().map(|of| of.path).collect();
    climb_in_lanes(&keyed, &paths, &leaf, &mut values[0], &mut scratch)
}

/// All chains of all claims, one claim for each lane: job 67·lane + chain.
struct Chains<'a> {
    seeds: &'a State,
    values: &'a mut [State; LEN],
}

impl Source for Chains<'_> {
    fn begin(&mut self, job: usize, front: &mut Front, lane: usize) {
        let (claim, chain) = (job / LEN, job % LEN);
        copy_lane(&self.values[chain], claim, &mut front.value, lane);
        copy_lane(self.seeds, claim, &mut front.seed, lane);
    }

    fn end(&mut self, job: usize, front: &Front, lane: usize) {
        let (claim, chain) = (job / LEN, job % LEN);
        copy_lane(&front.value, lane, &mut self.values[chain], claim);
    }
}
