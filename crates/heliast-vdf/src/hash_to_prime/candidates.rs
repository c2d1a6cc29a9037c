//! The candidates of one prefix.

use super::{
    hash::Midstate,
    sieve::{LIMBS, Sieve, coprime_residue, totient},
};
use crate::{
    prime_hash::{MAX_LEN, PrimeHash},
    prime_mode::PrimeMode,
    suite::Suite,
};
use heliast_arith::Natural;

/// Prefixes are padded to a multiple of this: the block of every hash function in use divides it, or (SHA-3)
/// has room for what comes after it.
const PREFIX_MULTIPLE: usize = 128;
/// The number of small primes in B.
const SIEVED: usize = super::sieve::SMALL_PRIMES.len();
const SIEVE: Sieve = Sieve::new(SIEVED);
/// r is drawn from this many bytes, so that it is uniform up to an error of 2^-70.
const RESIDUE_LEN: usize = 16;
/// The longest stream: 65 bytes of c, r from byte 96 on, in whole digests.
const MAX_STREAM: usize = 2 * MAX_LEN;

pub(super) struct Candidates {
    mode: PrimeMode,
    hash: PrimeHash,
    bits: usize,
    sieve: Sieve,
    midstate: Midstate,
}

impl Candidates {
    pub(super) fn new(suite: Suite, prefix: &[u8]) -> Candidates {
        let padding = prefix.len().next_multiple_of(PREFIX_MULTIPLE) - prefix.len();
        let mut midstate = Midstate::new(suite.hash());
        midstate.absorb(prefix);
        midstate.absorb(&[0; PREFIX_MULTIPLE][..padding]);
        let bits = usize::from(suite.bits());
        Candidates { mode: suite.mode(), hash: suite.hash(), bits, sieve: SIEVE, midstate }
    }

    /// The candidates with another sieve: the first `count` primes, at most 15. Only the mode `sieved` can
    /// have this.
    #[cfg(feature = "study")]
    pub(super) fn sieved_by(self, count: usize) -> Candidates {
        Candidates { mode: PrimeMode::Sieved, sieve: Sieve::new(count), ..self }
    }

    /// The candidate with number `counter`; 0, which is not a prime, if it does not fit into the bits.
    pub(super) fn get(&self, counter: u32) -> Natural {
        self.make(&self.page(counter), counter)
    }

    /// All candidates from the first on.
    pub(super) fn iter(&self) -> impl Iterator<Item = Natural> {
        (0..=u32::MAX >> 8).flat_map(move |page| {
            let (first, page) = (page << 8, self.page(page << 8));
            (first..=first | 0xff).map(move |counter| self.make(&page, counter))
        })
    }

    /// The midstate after the first three bytes of the counter, equal for 256 candidates. BLAKE2 and BLAKE3
    /// compress a full block only when further input follows; here they do so once for all candidates.
    fn page(&self, counter: u32) -> Midstate {
        let mut page = self.midstate.clone();
        page.absorb(&counter.to_be_bytes()[..3]);
        page
    }

    fn make(&self, page: &Midstate, counter: u32) -> Natural {
        let len = self.bits / 8;
        let residue_at = 32 * self.bits.div_ceil(256);
        let sieved_full = matches!(self.mode, PrimeMode::SievedFull | PrimeMode::Hinted);
        let needed = if sieved_full { residue_at + RESIDUE_LEN } else { len };
        let mut stream = [0; MAX_STREAM];
        for (part, digest) in
            stream[..needed.next_multiple_of(self.hash.len())].chunks_exact_mut(self.hash.len()).enumerate()
        {
            page.digest(&[counter as u8, part as u8], digest);
        }

        let mut number = [0; LIMBS];
        for (limb, bytes) in number.iter_mut().zip(stream[..len].rchunks(8)) {
            *limb = bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
        }
        match self.mode {
            PrimeMode::Plain => {}
            #[cfg(feature = "study")]
            PrimeMode::Sieved => self.sieve.place(&mut number, 1),
            PrimeMode::SievedFull | PrimeMode::Hinted => {
                self.sieve.place(&mut number, drawn_residue(&stream[residue_at..]));
            }
        }
        if number[self.bits / 64] >> (self.bits % 64) != 0 {
            return Natural::zero();
        }
        Natural::from_limbs(&number[..self.bits.div_ceil(64)])
    }
}

/// A residue coprime to B, from the first 16 bytes.
fn drawn_residue(stream: &[u8]) -> u64 {
    let drawn = stream[..RESIDUE_LEN].iter().fold(0u128, |acc, &byte| acc << 8 | u128::from(byte));
    coprime_residue::<SIEVED>((drawn % u128::from(totient(SIEVED))) as u64)
}
