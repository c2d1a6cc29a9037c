//! PRF, F and H (RFC 8391, section 5.1) in lanes, with their common prefixes compressed beforehand.
//!
//! PRF(PUB_SEED, ADRS) has two blocks. The first, toByte(3, 32) ‖ PUB_SEED, is compressed once per key. The
//! second is the address, whose first four words are common to all addresses of a kind, so four of its rounds
//! are computed once per key, too. F and H begin with toByte(0 or 1, 32), whose eight words and rounds are
//! constant; the last block of H is a constant.

use super::{
    Node,
    address::{Address, Kind, Part, counting},
};
use heliast_symmetric::sha256::{Block, LANES, Lanes, Midstate, Schedule, Sha256, Start, State, Word};
use zeroize::Zeroize;

/// The hash functions of one PUB_SEED on one kernel.
#[derive(Clone)]
pub struct Hash {
    sha: Sha256,
    pub_seed: [u32; 8],
    /// PRF up to word 4 of an address of each [`Kind`].
    pub(super) prf: [Midstate; 3],
}

impl Hash {
    /// The functions keyed by `pub_seed`.
    pub fn new(sha: Sha256, pub_seed: &[u8; 32]) -> Self {
        let pub_seed = words(pub_seed);
        let keyed = sha.after(&Midstate::initial(), &prefixed(3, &pub_seed));
        Hash { sha, pub_seed, prf: Kind::ALL.map(|kind| keyed.begun(&[0, 0, 0, kind as u32])) }
    }

    /// The kernel.
    pub fn sha(&self) -> Sha256 {
        self.sha
    }

    /// One level of a tree: computes `parents[i]` from `children[2i]` and `children[2i + 1]`, where `first +
    /// i` is the parent's index in its row and `row` is the row of the children (0 for leaves). Each parent
    /// takes six compressions.
    ///
    /// # Panics
    /// If `children` is not twice as long as `parents`.
    pub fn parents(&self, row: u32, first: u32, children: &[Node], parents: &mut [Node]) {
        self.pairs(&|index| Address::tree(Word::All(row), index), first, children, parents, &mut Row::new());
    }

    /// The same functions, for callers that hold their values in lanes.
    pub(crate) fn keyed(&self) -> Keyed<'_> {
        Keyed { sha: self.sha, seeds: Seeds::One(&self.prf) }
    }

    /// The PUB_SEED that keys them.
    pub fn pub_seed(&self) -> [u8; 32] {
        bytes(&self.pub_seed)
    }

    pub(super) fn pub_seed_words(&self) -> &[u32; 8] {
        &self.pub_seed
    }

    /// H for neighbouring nodes, 32 pairs at a time.
    pub(super) fn pairs(
        &self,
        address: &dyn for<'a> Fn(Word<'a>) -> Address<'a>,
        first: u32,
        children: &[Node],
        parents: &mut [Node],
        room: &mut Row,
    ) {
        assert_eq!(children.len(), 2 * parents.len(), "two children for each parent");
        let Row { left, right, scratch } = room;
        let keyed = self.keyed();
        for (chunk, (children, parents)) in
            children.chunks(2 * LANES).zip(parents.chunks_mut(LANES)).enumerate()
        {
            for (lane, pair) in children.as_chunks::<2>().0.iter().enumerate() {
                heliast_symmetric::sha256::load(left, lane, &pair[0]);
                heliast_symmetric::sha256::load(right, lane, &pair[1]);
            }
            let index = counting(first.wrapping_add((chunk * LANES) as u32));
            keyed.h(parents.len(), address(Word::Each(&index)), left, right, scratch);
            for (lane, parent) in parents.iter_mut().enumerate() {
                *parent = heliast_symmetric::sha256::store(left, lane);
            }
        }
    }
}

/// The PUB_SEED that keys the hashes of a lane.
#[derive(Clone, Copy)]
pub(crate) enum Seeds<'a> {
    /// One PUB_SEED for all lanes.
    One(&'a [Midstate; 3]),
    /// One PUB_SEED for each lane: [`compressed_seeds`].
    Each(&'a State),
}

/// PRF, F and H on values in lanes.
#[derive(Clone, Copy)]
pub(crate) struct Keyed<'a> {
    pub(crate) sha: Sha256,
    pub(crate) seeds: Seeds<'a>,
}

impl Keyed<'_> {
    /// PRF(PUB_SEED, `address` with last word `part`). One compression.
    pub(crate) fn prf(&self, lanes: usize, address: Address<'_>, part: Part, out: &mut State) {
        let start = match self.seeds {
            Seeds::One(prf) => Start::All(&prf[address.kind as usize]),
            Seeds::Each(state) => Start::Each(state),
        };
        compress(self.sha, lanes, start, &address.prf_block(part), out);
    }

    /// `value` becomes F(PUB_SEED, `address`, `value`). Four compressions.
    pub(crate) fn f(&self, lanes: usize, address: Address<'_>, value: &mut State, scratch: &mut Scratch) {
        const BITS: u32 = 768;
        let Scratch { a, b, c } = scratch;
        self.prf(lanes, address, Part::Mask, a);
        xor(a, value);
        self.f_key(lanes, address, b, c);
        let mut last = [Word::All(0); 16];
        last[8] = Word::All(0x8000_0000);
        last[15] = Word::All(BITS);
        put(&mut last[..8], a);
        compress(self.sha, lanes, Start::Each(c), &Block::Words(last), value);
    }

    /// `left` becomes H(PUB_SEED, `address`, `left`, `right`); `right` is overwritten. Six compressions.
    pub(crate) fn h(
        &self,
        lanes: usize,
        address: Address<'_>,
        left: &mut State,
        right: &mut State,
        scratch: &mut Scratch,
    ) {
        let Scratch { a, b, .. } = scratch;
        self.prf(lanes, address, Part::Mask, a);
        xor(left, a);
        self.prf(lanes, address, Part::RightMask, a);
        xor(right, a);
        self.h_key(lanes, address, a, b);
        let mut inputs = [Word::All(0); 16];
        put(&mut inputs[..8], left);
        put(&mut inputs[8..], right);
        compress(self.sha, lanes, Start::Each(b), &Block::Words(inputs), a);
        compress(self.sha, lanes, Start::Each(a), &Block::Constant(&PADDING_1024), left);
    }

    /// `keyed` becomes the state of F after its first block, toByte(0, 32) ‖ key; `key` is overwritten. Two
    /// compressions.
    pub(super) fn f_key(&self, lanes: usize, address: Address<'_>, key: &mut State, keyed: &mut State) {
        self.prf(lanes, address, Part::Key, key);
        compress(self.sha, lanes, Start::All(&F), &Block::Words(after(0, key)), keyed);
    }

    /// `keyed` becomes the state of H after its first block, toByte(1, 32) ‖ key; `key` is overwritten. Two
    /// compressions.
    pub(super) fn h_key(&self, lanes: usize, address: Address<'_>, key: &mut State, keyed: &mut State) {
        self.prf(lanes, address, Part::Key, key);
        compress(self.sha, lanes, Start::All(&H), &Block::Words(after(1, key)), keyed);
    }
}

/// States for intermediate values, some of which lead to secrets: erased on drop.
pub(crate) struct Scratch {
    pub(crate) a: State,
    pub(crate) b: State,
    pub(super) c: State,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Scratch { a: ZERO, b: ZERO, c: ZERO }
    }
}

impl Zeroize for Scratch {
    fn zeroize(&mut self) {
        self.a.zeroize();
        self.b.zeroize();
        self.c.zeroize();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.zeroize();
    }
}

/// Room for a row of a tree, 32 pairs at a time. Nothing in it is secret.
pub(super) struct Row {
    left: State,
    right: State,
    scratch: Scratch,
}

impl Row {
    pub(super) fn new() -> Self {
        Row { left: ZERO, right: ZERO, scratch: Scratch::new() }
    }
}

/// Returns the states for [`Seeds::Each`]: the states of PRF after its first block, toByte(3, 32) ‖ PUB_SEED.
/// One compression.
pub(crate) fn compressed_seeds(sha: Sha256, lanes: usize, pub_seeds: &State, out: &mut State) {
    static INITIAL: Midstate = Midstate::initial();
    compress(sha, lanes, Start::All(&INITIAL), &Block::Words(after(3, pub_seeds)), out);
}

pub(crate) const ZERO: State = [Lanes::ZERO; 8];

/// The states of F and H after the words of toByte(0, 32) and toByte(1, 32).
static F: Midstate = Midstate::initial().begun(&[0; 8]);
static H: Midstate = Midstate::initial().begun(&[0, 0, 0, 0, 0, 0, 0, 1]);

/// The last block of every message of 128 bytes.
pub(super) const PADDING_1024_WORDS: [u32; 16] =
    [0x8000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1024];
pub(super) static PADDING_1024: Schedule = Schedule::new(&PADDING_1024_WORDS);

/// toByte(`prefix`, 32) ‖ `tail`.
pub(super) const fn prefixed(prefix: u32, tail: &[u32; 8]) -> [u32; 16] {
    let mut block = [0; 16];
    block[7] = prefix;
    let mut i = 0;
    while i < 8 {
        block[8 + i] = tail[i];
        i += 1;
    }
    block
}

/// The words of 32 bytes.
pub(super) fn words(bytes: &[u8; 32]) -> [u32; 8] {
    let (chunks, _) = bytes.as_chunks::<4>();
    core::array::from_fn(|i| u32::from_be_bytes(chunks[i]))
}

/// The words of one lane.
pub(super) fn lane(state: &State, lane: usize) -> [u32; 8] {
    core::array::from_fn(|i| state[i].0[lane])
}

/// Copies one lane of `from` to one of `to`.
pub(crate) fn copy_lane(from: &State, from_lane: usize, to: &mut State, to_lane: usize) {
    for (from, to) in from.iter().zip(to) {
        to.0[to_lane] = from.0[from_lane];
    }
}

/// The bytes of eight words.
pub(super) fn bytes(words: &[u32; 8]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *bytes = word.to_be_bytes();
    }
    bytes
}

/// All compressions in lanes are made here, so that tests can count them.
#[inline]
pub(super) fn compress(sha: Sha256, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
    #[cfg(test)]
    counter::add(lanes);
    sha.compress(lanes, start, block, out);
}

/// All single compressions are made here.
pub(super) fn compress_one(sha: Sha256, state: &mut [u32; 8], block: &[u32; 16]) {
    #[cfg(test)]
    counter::add(1);
    sha.compress_one(state, block);
}

/// toByte(`prefix`, 32) ‖ `tail` in lanes.
fn after(prefix: u32, tail: &State) -> [Word<'_>; 16] {
    let mut block = [Word::All(0); 16];
    block[7] = Word::All(prefix);
    put(&mut block[8..], tail);
    block
}

fn put<'a>(block: &mut [Word<'a>], state: &'a State) {
    for (word, lanes) in block.iter_mut().zip(state) {
        *word = Word::Each(lanes);
    }
}

fn xor(value: &mut State, mask: &State) {
    for (value, mask) in value.iter_mut().zip(mask) {
        for (value, mask) in value.0.iter_mut().zip(&mask.0) {
            *value ^= mask;
        }
    }
}

/// Counts the compressions of this thread.
#[cfg(test)]
pub(crate) mod counter {
    use std::cell::Cell;

    std::thread_local!(static COUNT: Cell<usize> = const { Cell::new(0) });

    pub(crate) fn add(compressions: usize) {
        COUNT.set(COUNT.get() + compressions);
    }

    /// The number of compressions that `run` performs.
    pub(crate) fn count(run: impl FnOnce()) -> usize {
        let before = COUNT.get();
        run();
        COUNT.get() - before
    }
}
