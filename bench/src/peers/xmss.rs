//! XMSS-SHA2 with n = 32 and w = 16, hash by hash as the authors' `xmss-reference` computes it, on OpenSSL's
//! SHA-256: every PRF, F and H is one call from the first block on, which takes 6,825 compressions a leaf,
//! whereas 4,550 would be enough.

use super::openssl::Sha256;

/// The bytes of a hash, a seed and a node.
const N: usize = 32;
/// The number of chains of a one-time key.
const LEN: usize = 67;
/// The number of steps of a whole chain.
const STEPS: u32 = 15;

/// A node of the tree.
pub type Node = [u8; N];

/// The words of an address, big-endian in the hashed bytes.
type Address = [u32; 8];

/// Word 3, the type, of the three kinds of address.
const OTS: u32 = 0;
const L_TREE: u32 = 1;
const TREE: u32 = 2;

/// The seeds of a key.
pub struct Reference {
    /// SK_SEED.
    pub secret: Node,
    /// PUB_SEED.
    pub public: Node,
}

impl Reference {
    /// Returns the compressed public key of leaf `index`: a leaf of the tree.
    pub fn leaf(&self, index: u32) -> Node {
        let chains =
            (0..LEN as u32).map(|chain| self.chain(index, chain, self.start(index, chain), 0, STEPS));
        self.l_tree(index, chains.collect())
    }

    /// Computes the leaf and the root to which a signature (67 chain values) and a path lead, for the digits
    /// of a digest.
    pub fn root(&self, index: u32, digits: &[u32; LEN], signature: &[Node], path: &[Node]) -> Node {
        let ends = signature.iter().zip(digits).zip(0..);
        let ends =
            ends.map(|((value, &digit), chain)| self.chain(index, chain, *value, digit, STEPS - digit));
        let leaf = self.l_tree(index, ends.collect());
        path.iter().zip(0..).fold(leaf, |node, (sibling, height)| {
            let (left, right) = if (index >> height) & 1 == 0 { (&node, sibling) } else { (sibling, &node) };
            self.parent([0, 0, 0, TREE, 0, height, index >> (height + 1), 0], left, right)
        })
    }

    fn start(&self, index: u32, chain: u32) -> Node {
        let address = bytes(&[0, 0, 0, OTS, index, chain, 0, 0]);
        hash(4, &[&self.secret, &self.public, &address])
    }

    fn chain(&self, index: u32, chain: u32, from: Node, start: u32, steps: u32) -> Node {
        (start..start + steps).fold(from, |value, step| {
            let mut address = [0, 0, 0, OTS, index, chain, step, 0];
            let key = self.prf(&address);
            address[7] = 1;
            let mask = self.prf(&address);
            hash(0, &[&key, &xor(&value, &mask)])
        })
    }

    fn l_tree(&self, index: u32, mut row: Vec<Node>) -> Node {
        for height in 0.. {
            if row.len() == 1 {
                break;
            }
            let parents = row.chunks(2).zip(0..).map(|(pair, parent)| match pair {
                [left, right] => self.parent([0, 0, 0, L_TREE, index, height, parent, 0], left, right),
                odd => odd[0],
            });
            row = parents.collect();
        }
        row[0]
    }

    fn parent(&self, address: Address, left: &Node, right: &Node) -> Node {
        let [key, mask_left, mask_right] = [0, 1, 2].map(|word| {
            let mut address = address;
            address[7] = word;
            self.prf(&address)
        });
        hash(1, &[&key, &xor(left, &mask_left), &xor(right, &mask_right)])
    }

    fn prf(&self, address: &Address) -> Node {
        hash(3, &[&self.public, &bytes(address)])
    }
}

/// Returns SHA-256 of a padded tag and some parts of 32 bytes.
fn hash(tag: u8, parts: &[&Node]) -> Node {
    let mut padded = [0; N];
    padded[N - 1] = tag;
    let mut hash = Sha256::new();
    hash.update(&padded);
    parts.iter().for_each(|part| hash.update(*part));
    hash.finish()
}

fn bytes(address: &Address) -> Node {
    let mut bytes = [0; N];
    for (place, word) in bytes.chunks_exact_mut(4).zip(address) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

fn xor(a: &Node, b: &Node) -> Node {
    std::array::from_fn(|i| a[i] ^ b[i])
}
