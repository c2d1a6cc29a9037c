//! The engine's Merkle tree: that of RFC 6962, section 2.1, with SHA-256.

use sha2::{Digest, Sha256};

/// The root over `leaves`: a leaf is hashed after 0x00, an inner node after 0x01, and n leaves are split at
/// the greatest power of two below n. Each leaf is hashed once, and there are n − 1 inner nodes.
pub(crate) fn root<T: AsRef<[u8]>>(leaves: &[T]) -> [u8; 32] {
    match leaves {
        [] => Sha256::digest([]).into(),
        [leaf] => Sha256::new_with_prefix([0]).chain_update(leaf).finalize().into(),
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            let inner = Sha256::new_with_prefix([1]).chain_update(root(left));
            inner.chain_update(root(right)).finalize().into()
        }
    }
}
