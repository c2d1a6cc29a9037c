//! Leaves from secrets, 32 at a time: each lane computes one leaf from SK_SEED to the top of the L-tree. So
//! nothing is rearranged between steps, and all words of addresses but the leaf's are the same in every lane.
//! For only a few leaves, as in a walk from leaf to leaf, the chains of each leaf are spread over the lanes.

use super::{
    ChainJob, Hash, Node, SecretSeed,
    address::{Address, counting},
    hash::{Scratch, ZERO},
    ltree_in_lanes,
    wots::{LEN, MAX_DIGIT},
};
use alloc::boxed::Box;
use heliast_symmetric::sha256::{LANES, Word};

/// With fewer leaves than this, a lane for each leaf would leave too many lanes idle: the chains of one leaf
/// fill them better.
const FEW: usize = 8;

/// `out[i]` becomes leaf `first + i`: the one-time public key compressed by its L-tree. Each takes 4550
/// compressions.
pub fn leaves(hash: &Hash, secret: &SecretSeed, first: u32, out: &mut [Node]) {
    let (many, few) =
        out.split_at_mut(if out.len() % LANES < FEW { out.len() / LANES * LANES } else { out.len() });
    leaves_in_lanes(hash, secret, first, many);
    for (leaf, out) in (first.wrapping_add(many.len() as u32)..).zip(few) {
        *out = leaf_alone(hash, secret, leaf);
    }
}

/// Computes one leaf, with its 67 chains in lanes.
fn leaf_alone(hash: &Hash, secret: &SecretSeed, leaf: u32) -> Node {
    let mut values = [Node::default(); LEN];
    secret.keys(&core::array::from_fn::<_, LEN, _>(|chain| (leaf, chain as u32)), &mut values);
    let job = |chain| ChainJob { leaf, chain: chain as u32, start: 0, steps: MAX_DIGIT };
    hash.chains(&core::array::from_fn::<_, LEN, _>(job), &mut values);
    hash.ltree(leaf, &values)
}

/// Computes leaves with a lane for each.
fn leaves_in_lanes(hash: &Hash, secret: &SecretSeed, first: u32, out: &mut [Node]) {
    let keyed = hash.keyed();
    let mut scratch = Scratch::new();
    let mut ends: Box<[_; LEN]> = Box::new([ZERO; LEN]);
    for (chunk, out) in out.chunks_mut(LANES).enumerate() {
        let lanes = out.len();
        let leaf = counting(first.wrapping_add((chunk * LANES) as u32));
        let leaf = Word::Each(&leaf);
        for (chain, value) in ends.iter_mut().enumerate() {
            let chain = Word::All(chain as u32);
            secret.keys_in_lanes(lanes, leaf, chain, value, &mut scratch.a);
            for step in 0..MAX_DIGIT {
                keyed.f(lanes, Address::ots(leaf, chain, Word::All(step.into())), value, &mut scratch);
            }
        }
        ltree_in_lanes(&keyed, lanes, leaf, &mut ends, &mut scratch);
        for (lane, out) in out.iter_mut().enumerate() {
            *out = heliast_symmetric::sha256::store(&ends[0], lane);
        }
    }
}
