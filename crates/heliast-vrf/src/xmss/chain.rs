//! One chain. Masks and keys of all steps depend only on the address, so they are made in lanes. Only one
//! compression per step waits for the one before it.

use super::{
    ChainJob, Hash, Node,
    address::{Address, Part, counting},
    hash::{ZERO, bytes, compress_one, lane, words},
};
use heliast_symmetric::sha256::{LANES, Word};
use zeroize::Zeroize;

impl Hash {
    /// Does the work of [`chains`](Self::chains) on `value` for the one `job`: of four compressions per step,
    /// one waits for the step before.
    pub(crate) fn chain(&self, job: ChainJob, value: &Node) -> Node {
        const BITS: u32 = 768;
        let ChainJob { leaf, chain, start, steps } = job;
        let keyed = self.keyed();
        let [mut mask, mut key, mut started] = [ZERO; 3];
        let mut node = words(value);
        let mut block = [0; 16];
        (block[8], block[15]) = (0x8000_0000, BITS);
        for done in (0..u32::from(steps)).step_by(LANES) {
            let step = counting(u32::from(start) + done);
            let steps = LANES.min(usize::from(steps) - done as usize);
            let address = Address::ots(Word::All(leaf), Word::All(chain), Word::Each(&step));
            keyed.prf(steps, address, Part::Mask, &mut mask);
            keyed.f_key(steps, address, &mut key, &mut started);
            for step in 0..steps {
                for i in 0..8 {
                    block[i] = node[i] ^ mask[i].0[step];
                }
                node = lane(&started, step);
                compress_one(self.sha(), &mut node, &block);
            }
        }
        let end = bytes(&node);
        node.zeroize();
        block.zeroize();
        end
    }
}
