//! The parties' tapes of a block of executions.

use super::{
    PARTIES, Profile,
    hash::{Hashes, Seeded},
    profile::HALVES,
    seeds::Forest,
    strings::{self, extract},
};
use crate::lowmc::Bits;
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::{LANES, Lanes};
use zeroize::{Zeroize, optimization_barrier};

/// The lane of the last party, in the last half.
const LAST_LANE: usize = (PARTIES - 1) % LANES;

/// Rows of big-endian words, one party in each lane; execution by execution, eight parties first and then the
/// other eight. Erased on drop.
pub(super) struct Tapes {
    words: usize,
    rows: Vec<Lanes>,
    /// The sum of the tapes of each execution.
    sums: Vec<u64>,
}

impl Drop for Tapes {
    fn drop(&mut self) {
        // There can be more than a megabyte, which is erased a vector at a time instead of a word.
        self.rows.fill(Lanes::ZERO);
        optimization_barrier(self.rows.as_slice());
        self.sums.zeroize();
    }
}

impl Tapes {
    /// Returns tapes with space for this number of executions.
    pub(super) fn new(profile: &Profile, executions: usize) -> Tapes {
        let words = profile.tape_words();
        Tapes {
            words,
            rows: vec![Lanes::ZERO; executions * HALVES * words],
            sums: vec![0; executions * words],
        }
    }

    /// Computes tape ‖ commitment = SHAKE(tag ‖ seed ‖ salt ‖ LE16 t ‖ LE16 party) for all parties of
    /// execution `place` of the block, whose seeds are the leaves of tree `tree`. A tape has n·(2Sr − S + 1)
    /// bits and a commitment ℓ.
    ///
    /// The last party's commitment is the one of its seed without corrections, which is not the final one.
    pub(super) fn squeeze(
        &mut self,
        hashes: &Hashes,
        seeded: &mut Seeded,
        seeds: &Forest,
        (place, tree): (usize, usize),
        commitments: &mut [u8],
    ) {
        let profile = hashes.profile;
        let (first, last) = (profile.commitment_word(), profile.commitment_word() + profile.digest_bytes / 8);
        let number = seeds.numbers()[tree];
        for half in 0..HALVES {
            let parties = LANES * half;
            let leaves = &seeds.leaves(tree)[parties..parties + LANES];
            seeded
                .start(leaves.iter().enumerate().map(|(lane, seed)| (seed, number, (parties + lane) as u16)));
            let commitments =
                &mut commitments[parties * profile.digest_bytes..][..LANES * profile.digest_bytes];
            let tape = &mut self.rows[(place * HALVES + half) * self.words..][..self.words];
            let mut done = 0;
            while done < profile.output_words() {
                let block = seeded.block();
                for (to, from) in tape.iter_mut().skip(done).zip(block) {
                    *to = Lanes(from.0.map(u64::swap_bytes));
                }
                for (word, row) in (done..last).zip(block).skip_while(|(word, _)| *word < first) {
                    for (digest, value) in commitments.chunks_exact_mut(profile.digest_bytes).zip(row.0) {
                        digest[8 * (word - first)..][..8].copy_from_slice(&value.to_le_bytes());
                    }
                }
                done += block.len();
            }
        }
    }

    /// Returns the tapes of one execution, half by half.
    pub(super) fn halves(&self, place: usize) -> [&[Lanes]; HALVES] {
        core::array::from_fn(|half| &self.rows[(place * HALVES + half) * self.words..][..self.words])
    }

    /// Adds up the tapes of one execution, for [`sum`](Self::sum).
    pub(super) fn add_up(&mut self, place: usize) {
        let (low, high) =
            self.rows[place * HALVES * self.words..][..HALVES * self.words].split_at(self.words);
        let sums = &mut self.sums[place * self.words..][..self.words];
        for ((sum, low), high) in sums.iter_mut().zip(low).zip(high) {
            *sum = low.0.iter().chain(&high.0).fold(0, |sum, word| sum ^ word);
        }
    }

    /// Returns the n bits at `offset` of the sum of the tapes.
    pub(super) fn sum(&self, place: usize, offset: usize, n: usize) -> Bits {
        extract(|word| self.sums[place * self.words + word], offset, n)
    }

    /// Returns the n bits at `offset` of the last party's tape.
    pub(super) fn last(&self, place: usize, offset: usize, n: usize) -> Bits {
        let rows = self.halves(place)[HALVES - 1];
        extract(|word| rows[word].0[LAST_LANE], offset, n)
    }

    /// Adds n bits to those at `offset` of the last party's tape. The sums are not changed.
    pub(super) fn add_to_last(&mut self, place: usize, offset: usize, n: usize, bits: &Bits) {
        let rows = &mut self.rows[(place * HALVES + HALVES - 1) * self.words..];
        strings::place(bits, offset, n, |word, value| rows[word].0[LAST_LANE] ^= value);
    }
}
