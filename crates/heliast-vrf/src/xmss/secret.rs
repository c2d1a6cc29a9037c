//! SK_SEED and the secret values of the one-time keys: sk = PRF_keygen(SK_SEED, PUB_SEED ‖ ADRS) =
//! SHA-256(toByte(4, 32) ‖ SK_SEED ‖ PUB_SEED ‖ ADRS), with the OTS address of the leaf and the chain (SP
//! 800-208, section 7.2.1). The first block and the eight words of PUB_SEED are the same for all hashes of a
//! key; the last block is a constant.

use super::{
    Hash, Node,
    address::Address,
    hash::{PADDING_1024, Scratch, compress, prefixed, words},
};
use heliast_symmetric::sha256::{Block, LANES, Lanes, Midstate, Sha256, Start, State, Word};
use zeroize::Zeroize;

/// SK_SEED of one key, hashed beforehand as far as possible. Erased on drop.
pub struct SecretSeed {
    sha: Sha256,
    pub_seed: [u32; 8],
    keygen: Midstate,
}

impl SecretSeed {
    /// The secrets of `seed` for the key with `hash`'s PUB_SEED.
    pub fn new(hash: &Hash, seed: &[u8; 32]) -> Self {
        let mut seed = words(seed);
        let mut block = prefixed(4, &seed);
        let mut first = Midstate::initial().after(&block);
        let keygen = first.begun(hash.pub_seed_words());
        seed.zeroize();
        block.zeroize();
        first.zeroize();
        SecretSeed { sha: hash.sha(), pub_seed: *hash.pub_seed_words(), keygen }
    }

    /// `values[i]` becomes the first value of the chain `chains[i]`, given as (leaf, chain). Each takes two
    /// compressions.
    ///
    /// # Panics
    /// If the numbers of values and chains differ.
    pub(crate) fn keys(&self, chains: &[(u32, u32)], values: &mut [Node]) {
        assert_eq!(chains.len(), values.len(), "a value for each chain");
        let mut scratch = Scratch::new();
        let [mut leaf, mut chain] = [Lanes([0; LANES]); 2];
        for (chains, values) in chains.chunks(LANES).zip(values.chunks_mut(LANES)) {
            for (lane, address) in chains.iter().enumerate() {
                (leaf.0[lane], chain.0[lane]) = *address;
            }
            let Scratch { a, b, .. } = &mut scratch;
            self.keys_in_lanes(chains.len(), Word::Each(&leaf), Word::Each(&chain), a, b);
            for (lane, value) in values.iter_mut().enumerate() {
                *value = heliast_symmetric::sha256::store(a, lane);
            }
        }
    }

    /// [`keys`](Self::keys) for values that stay in lanes; `between` is overwritten.
    pub(crate) fn keys_in_lanes(
        &self,
        lanes: usize,
        leaf: Word<'_>,
        chain: Word<'_>,
        out: &mut State,
        between: &mut State,
    ) {
        let block = Address::ots(leaf, chain, Word::All(0)).keygen_block(&self.pub_seed);
        compress(self.sha, lanes, Start::All(&self.keygen), &block, between);
        compress(self.sha, lanes, Start::Each(between), &Block::Constant(&PADDING_1024), out);
    }
}

impl Drop for SecretSeed {
    fn drop(&mut self) {
        self.keygen.zeroize();
    }
}
