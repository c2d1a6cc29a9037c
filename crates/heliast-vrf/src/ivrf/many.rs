//! Verification of many proofs at once, under any keys: every lane computes a chain and then a path. Every
//! proof is judged by itself.

use super::Claim;
use crate::{
    Invalid, Output,
    xmss::{
        Front, Keyed, Node, Scratch, Seeds, Source, ZERO, advance, climb_in_lanes, compressed_seeds,
        copy_lane,
    },
};
use alloc::vec::Vec;
use heliast_symmetric::sha256::{LANES, Lanes, Sha256, State, load};

/// Returns the verdict of [`verify`](super::verify) on each claim, in their order.
pub fn verify_many(sha: Sha256, claims: &[Claim<'_>]) -> Vec<Result<Output<32>, Invalid>> {
    let mut verdicts = Vec::with_capacity(claims.len());
    let mut open = Vec::with_capacity(claims.len());
    for (at, claim) in claims.iter().enumerate() {
        let parsed = claim.parse();
        // A claim counts as refused until its path has led to the root.
        verdicts.push(Err(parsed.err().unwrap_or(Invalid::Root)));
        open.extend(parsed.map(|(disclosed, path)| Open { at, claim, disclosed, path }));
    }
    for open in open.chunks(LANES) {
        for (open, root) in open.iter().zip(roots(sha, open)) {
            verdicts[open.at] = open.claim.judge(sha, open.disclosed, &root);
        }
    }
    verdicts
}

/// A claim that has the form of a proof.
struct Open<'a> {
    at: usize,
    claim: &'a Claim<'a>,
    disclosed: &'a Node,
    path: &'a [Node],
}

/// The roots to which up to [`LANES`] proofs lead.
fn roots(sha: Sha256, open: &[Open<'_>]) -> [Node; LANES] {
    let [mut pub_seeds, mut seeds, mut values] = [ZERO; 3];
    let mut leaf = Lanes::ZERO;
    for (lane, of) in open.iter().enumerate() {
        load(&mut pub_seeds, lane, &of.claim.key.pub_seed);
        load(&mut values, lane, of.disclosed);
        leaf.0[lane] = of.claim.position.leaf;
    }
    compressed_seeds(sha, open.len(), &pub_seeds, &mut seeds);
    let jobs: Vec<_> = open.iter().map(|of| of.claim.job()).collect();
    advance(sha, None, &jobs, &mut Chains { seeds: &seeds, values: &mut values });

    let keyed = Keyed { sha, seeds: Seeds::Each(&seeds) };
    let paths: Vec<_> = open.iter().map(|of| of.path).collect();
    climb_in_lanes(&keyed, &paths, &leaf, &mut values, &mut Scratch::new())
}

/// The chain of each claim. The number of a job is that of its claim.
struct Chains<'a> {
    seeds: &'a State,
    values: &'a mut State,
}

impl Source for Chains<'_> {
    fn begin(&mut self, job: usize, front: &mut Front, lane: usize) {
        copy_lane(self.values, job, &mut front.value, lane);
        copy_lane(self.seeds, job, &mut front.seed, lane);
    }

    fn end(&mut self, job: usize, front: &Front, lane: usize) {
        copy_lane(&front.value, lane, self.values, job);
    }
}
