//! Many chains of many lengths over few lanes.
//!
//! The longest chains begin first, and the next one begins when a chain ends. With 67 chains of one digest in
//! 32 lanes the last lane ends after 17 steps or so, where the mean is 16. A value is put into a lane when
//! its chain begins, and taken out when it ends. When no chain waits, the last lane moves to the one that
//! ended, so that the lanes in use are always the first.

use super::{
    Node,
    address::Address,
    hash::{Hash, Keyed, Scratch, Seeds, ZERO},
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::sha256::{LANES, Lanes, Midstate, Sha256, State, Word};
use zeroize::Zeroize;

/// A job of `steps` steps of F on chain `chain` of leaf `leaf`, from hash address `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainJob {
    /// The OTS address.
    pub leaf: u32,
    /// The chain address.
    pub chain: u32,
    /// The hash address of the first step.
    pub start: u16,
    /// The number of applications of F.
    pub steps: u16,
}

/// The beginnings and ends of chains.
pub(crate) trait Source {
    /// Puts the first value of `job`, and its compressed PUB_SEED if seeds differ, into `lane`.
    fn begin(&mut self, job: usize, front: &mut Front, lane: usize);
    /// Takes the last value of `job` out of `lane`.
    fn end(&mut self, job: usize, front: &Front, lane: usize);
}

/// The chains in progress, one in each lane. Erased on drop, because values may be secret.
pub(crate) struct Front {
    pub(crate) value: State,
    /// The compressed PUB_SEED of each lane, if they differ.
    pub(crate) seed: State,
    leaf: Lanes,
    chain: Lanes,
    /// The hash address of the next step, and of the step after the last.
    step: Lanes,
    end: [u32; LANES],
    job: [usize; LANES],
}

impl Front {
    fn new() -> Self {
        let zero = Lanes([0; LANES]);
        Front {
            value: ZERO,
            seed: ZERO,
            leaf: zero,
            chain: zero,
            step: zero,
            end: [0; LANES],
            job: [0; LANES],
        }
    }

    /// Puts job `next` into `lane`; false if no job is left.
    fn begin(
        &mut self,
        lane: usize,
        next: Option<usize>,
        jobs: &[ChainJob],
        source: &mut impl Source,
    ) -> bool {
        let Some(next) = next else { return false };
        let ChainJob { leaf, chain, start, steps } = jobs[next];
        self.job[lane] = next;
        self.leaf.0[lane] = leaf;
        self.chain.0[lane] = chain;
        self.step.0[lane] = start.into();
        self.end[lane] = u32::from(start) + u32::from(steps);
        source.begin(next, self, lane);
        true
    }

    fn copy(&mut self, from: usize, to: usize) {
        let words = self.value.iter_mut().chain(&mut self.seed);
        for word in words.chain([&mut self.leaf, &mut self.chain, &mut self.step]) {
            word.0[to] = word.0[from];
        }
        self.end[to] = self.end[from];
        self.job[to] = self.job[from];
    }
}

impl Zeroize for Front {
    fn zeroize(&mut self) {
        self.value.zeroize();
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        self.zeroize();
    }
}

/// Runs all `jobs`; jobs without steps are neither begun nor ended. The hashes are keyed by `common`, or by
/// the seeds that `source` puts into the lanes.
pub(crate) fn advance(
    sha: Sha256,
    common: Option<&[Midstate; 3]>,
    jobs: &[ChainJob],
    source: &mut impl Source,
) {
    let mut waiting = shortest_first(jobs);
    let mut front = Front::new();
    let mut scratch = Scratch::new();
    let mut busy = 0;
    while busy < LANES && front.begin(busy, waiting.pop(), jobs, source) {
        busy += 1;
    }
    while busy > 0 {
        let keyed = Keyed { sha, seeds: common.map_or(Seeds::Each(&front.seed), Seeds::One) };
        let [leaf, chain, step] = [&front.leaf, &front.chain, &front.step].map(Word::Each);
        keyed.f(busy, Address::ots(leaf, chain, step), &mut front.value, &mut scratch);
        // Downwards, so that a lane that moves into a free one has been processed already.
        for lane in (0..busy).rev() {
            front.step.0[lane] += 1;
            if front.step.0[lane] < front.end[lane] {
                continue;
            }
            source.end(front.job[lane], &front, lane);
            if !front.begin(lane, waiting.pop(), jobs, source) {
                busy -= 1;
                front.copy(busy, lane);
            }
        }
    }
}

/// The jobs that have steps, the longest last. This is a counting sort: the lengths are small, and beyond 255
/// steps the order does not matter.
fn shortest_first(jobs: &[ChainJob]) -> Vec<usize> {
    let length = |job: &ChainJob| usize::from(job.steps.min(255));
    let mut position = [0; 256];
    jobs.iter().for_each(|job| position[length(job)] += 1);
    let idle = core::mem::take(&mut position[0]);
    let mut sum = 0;
    for count in &mut position {
        sum += core::mem::replace(count, sum);
    }
    let mut order = vec![0; jobs.len() - idle];
    for (i, job) in jobs.iter().enumerate().filter(|(_, job)| job.steps > 0) {
        let position = &mut position[length(job)];
        order[*position] = i;
        *position += 1;
    }
    order
}

impl Hash {
    /// Advances `values[i]` by `jobs[i]`, for any number of chains of any lengths: 32 at a time, the longest
    /// first, and the next one begins when a chain ends. It takes four compressions per step, and its time
    /// depends on the lengths.
    ///
    /// # Panics
    /// If the numbers of values and jobs differ.
    pub fn chains(&self, jobs: &[ChainJob], values: &mut [Node]) {
        assert_eq!(jobs.len(), values.len(), "a value for each job");
        advance(self.sha(), Some(&self.prf), jobs, &mut InPlace(values));
    }
}

/// Chains whose values have the same indices as their jobs.
struct InPlace<'a>(&'a mut [Node]);

impl Source for InPlace<'_> {
    fn begin(&mut self, job: usize, front: &mut Front, lane: usize) {
        heliast_symmetric::sha256::load(&mut front.value, lane, &self.0[job]);
    }

    fn end(&mut self, job: usize, front: &Front, lane: usize) {
        self.0[job] = heliast_symmetric::sha256::store(&front.value, lane);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_what_leads_to_them_are_erased() {
        let full = [Lanes([0x5555_5555; LANES]); 8];
        let (mut front, mut scratch) = (Front::new(), Scratch { a: full, b: full, c: full });
        front.value = full;
        front.zeroize();
        scratch.zeroize();
        assert_eq!([front.value, scratch.a, scratch.b, scratch.c], [ZERO; 4]);
    }
}
