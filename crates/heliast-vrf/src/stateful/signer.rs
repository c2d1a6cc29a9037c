//! The seeds of a key, and everything that follows from them.

use super::{PublicKey, Reservation, Scheme, Sealed, Terms};
use crate::{
    ivrf,
    tree::{Node, Nodes, visit},
    xmss::{self, Hash, SecretSeed},
    xvrf,
};
use heliast_symmetric::sha256::Sha256;

/// The secret seed of one key, prepared for hashing. As [`Nodes`] it makes the leaves and nodes of the key's
/// tree, and it makes the answers of reservations.
///
/// Threads can share it to make a tree faster. The seed is erased on drop.
pub struct Signer {
    terms: Terms,
    pub_seed: [u8; 32],
    hash: Hash,
    secret: SecretSeed,
}

impl Signer {
    /// The key of SK_SEED `sk_seed` and PUB_SEED `pub_seed`, both random and used for no other key, on the
    /// kernel `sha`.
    pub fn new(sha: Sha256, terms: Terms, sk_seed: &[u8; 32], pub_seed: &[u8; 32]) -> Signer {
        let hash = Hash::new(sha, pub_seed);
        let secret = SecretSeed::new(&hash, sk_seed);
        Signer { terms, pub_seed: *pub_seed, hash, secret }
    }

    /// The terms of the key.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// The root of the tree, from all its leaves, on this thread. For large keys, join pieces instead.
    pub fn root(&self) -> Node {
        visit(self, self.terms.height(), |_, _, _| {})
    }

    /// The public key, once the root is known.
    pub fn public_key(&self, root: Node) -> PublicKey {
        PublicKey { terms: self.terms, root, pub_seed: self.pub_seed }
    }

    /// Makes the answer of `reservation`, sealed: its proof can be opened when the mark is durable.
    ///
    /// `path` is the path of the reservation's leaf; a false one makes a false proof and does no harm.
    ///
    /// # Panics
    /// If the reservation is of another key, or the number of nodes of the path is not the key's height.
    pub fn seal(&self, reservation: Reservation<'_>, path: &[Node]) -> Sealed {
        let key = reservation.key();
        assert_eq!(*key, self.public_key(key.root), "the reservation is this key's");
        assert_eq!(path.len(), usize::from(self.terms.height()), "a node for each row below the root");
        let (tree, place, x) = (key.tree(), reservation.place(), reservation.input());
        let (output, proof) = match self.terms.scheme() {
            Scheme::XVrf => xvrf::evaluate(&self.hash, &self.secret, &tree, place.leaf, x, path),
            Scheme::IVrf => ivrf::evaluate(&self.hash, &self.secret, &tree, place, x, path),
        };
        Sealed::new(*key, reservation.mark(), output, proof)
    }
}

impl Nodes for Signer {
    fn leaves(&self, first: u32, leaves: &mut [Node]) {
        match self.terms.scheme() {
            Scheme::XVrf => xmss::leaves(&self.hash, &self.secret, first, leaves),
            Scheme::IVrf => ivrf::leaves(&self.hash, &self.secret, self.terms.slots(), first, leaves),
        }
    }

    fn parents(&self, row: u8, first: u32, children: &[Node], parents: &mut [Node]) {
        self.hash.parents(row.into(), first, children, parents);
    }
}
