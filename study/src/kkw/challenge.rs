//! The challenge: the executions that are opened, and the party that each of them hides.

use super::{
    PARTIES, Profile,
    hash::{Digest, Hashes},
};
use alloc::{vec, vec::Vec};
use heliast_vrf::tagged::Tag;

/// The executions and the parties hidden in them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Challenge {
    /// The u executions in the order in which they were drawn, which is the order of the revealed seeds.
    pub(super) executions: Vec<u16>,
    /// The same executions by number, with their hidden parties, which is the order of the openings.
    pub(super) opened: Vec<(u16, u8)>,
}

impl Challenge {
    /// Cuts h, and its iterated hashes, into chunks of ⌈log2 T⌉ bits and uses those that are below T and new;
    /// then cuts parties in the same way.
    pub(super) fn expand(hashes: &Hashes, h: &Digest) -> Challenge {
        let profile = hashes.profile;
        let bits = profile.executions.next_power_of_two().trailing_zeros() as usize;
        let mut drawn = vec![false; profile.executions];
        let mut executions = Vec::with_capacity(profile.opened);
        let mut g = *h;
        while executions.len() < profile.opened {
            for chunk in chunks(profile, &g, bits) {
                let fits = executions.len() < profile.opened && chunk < profile.executions;
                if fits && !core::mem::replace(&mut drawn[chunk], true) {
                    executions.push(chunk as u16);
                }
            }
            g = next(hashes, &g);
        }
        let mut parties = Vec::with_capacity(profile.opened);
        loop {
            let left = profile.opened - parties.len();
            parties.extend(chunks(profile, &g, PARTY_BITS).take(left).map(|party| party as u8));
            if parties.len() == profile.opened {
                break;
            }
            g = next(hashes, &g);
        }
        let mut opened: Vec<_> = executions.iter().copied().zip(parties).collect();
        opened.sort_unstable();
        Challenge { executions, opened }
    }

    /// Returns the number of executions that hide another party than the last one; the proof has the
    /// corrections of these.
    pub(super) fn corrected(&self) -> usize {
        self.opened.iter().filter(|(_, party)| usize::from(*party) != PARTIES - 1).count()
    }
}

const PARTY_BITS: usize = PARTIES.trailing_zeros() as usize;

/// Returns the chunks of a digest, each with its first bit lowest; the remaining bits are omitted.
fn chunks(profile: &Profile, digest: &Digest, bits: usize) -> impl Iterator<Item = usize> {
    let bit = |j: usize| usize::from(digest[j / 8] >> (7 - j % 8) & 1);
    (0..8 * profile.digest_bytes / bits)
        .map(move |chunk| (0..bits).fold(0, |sum, j| sum | bit(chunk * bits + j) << j))
}

fn next(hashes: &Hashes, g: &Digest) -> Digest {
    let mut hash = hashes.one(Tag::Expansion);
    hash.absorb(&g[..hashes.profile.digest_bytes]);
    hash.finish()
}
