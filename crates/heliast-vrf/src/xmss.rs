//! XMSS with SHA-256 (RFC 8391; n = 32, w = 16), the part that X-VRF and iVRF use: hash functions, one-time
//! keys, trees. There is no signature scheme here, because a signature has a random field.
//!
//! Everything runs in the lanes of [`heliast_symmetric::sha256`], 32 hashes at once, and nothing is hashed
//! twice: the prefixes that all calls of a function share are compressed once, down to single rounds. The
//! remaining cost per call, in compressions:
//!
//! | call | plain | here |
//! |---|---|---|
//! | PRF | 2 | 1 |
//! | PRF_keygen | 3 | 2 |
//! | F, with its two PRFs | 6 | 4 |
//! | H, with its three PRFs | 9 | 6 |
//! | a leaf: 67 secret values, 67·15 F, 66 H | 6825 | 4550 |
//!
//! Only SHA-256, exclusive or and copies use secrets. The lengths of chains, which decide the order of work,
//! come from a public digest.
//!
//! Names are those of RFC 8391: ADRS, PUB_SEED, SK_SEED, `len`. A chain's value after k steps is the value at
//! `hash address` k.

mod address;
mod chain;
mod chains;
mod climb;
mod hash;
mod leaves;
mod ltree;
mod secret;
#[cfg(test)]
pub(crate) mod tests;
mod wots;

pub(crate) use address::{Address, counting};
pub use chains::ChainJob;
pub(crate) use chains::{Front, Source, advance};
pub(crate) use climb::climb_in_lanes;
pub use hash::Hash;
#[cfg(test)]
pub(crate) use hash::counter;
pub(crate) use hash::{Keyed, Scratch, Seeds, ZERO, compressed_seeds, copy_lane};
pub use leaves::leaves;
pub(crate) use ltree::ltree_in_lanes;
pub use secret::SecretSeed;
pub(crate) use wots::MAX_DIGIT;
pub use wots::{LEN, digits};

/// A node of a tree, or a value of a chain, of n = 32 bytes.
pub type Node = [u8; 32];

/// The largest height of a tree. A leaf's index fills at most 27 of its 32 bits.
pub const MAX_HEIGHT: u8 = 27;

/// The public data of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicKey {
    /// The number of rows above the leaves, 1..=[`MAX_HEIGHT`]; the tree has 2^height leaves.
    pub height: u8,
    /// The node at the top.
    pub root: Node,
    /// PUB_SEED, the key of every hash of the tree.
    pub pub_seed: [u8; 32],
}

impl PublicKey {
    /// Whether the tree has leaf number `leaf`. False for an impossible height.
    pub(crate) fn has(&self, leaf: u32) -> bool {
        (1..=MAX_HEIGHT).contains(&self.height) && leaf >> self.height == 0
    }
}
