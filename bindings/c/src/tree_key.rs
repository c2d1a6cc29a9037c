//! Keys of hash trees, which answer once at each turn and expire.

use crate::{
    border::enter,
    bytes::Bytes,
    error::{Error, Failure, Status},
    free::free,
    vrf::{Turn, tree},
};
use heliast::stateful::{Mark, SecretKey, Terms};
use std::process;
use zeroize::Zeroizing;

/// The tallest tree that is made in memory: `heliast_key_store_create` makes the others.
const MAX_HEIGHT: u8 = 20;

/// A secret key of a hash tree, held in memory. It is overwritten when it is freed.
///
/// **Two answers at one turn give the key away.** Before a proof is sent, its mark has to be where it
/// survives whatever happens: `heliast_tree_key_resume` goes on from the latest mark, and from an older one
/// the key answers again what it has answered. A `heliast_key_store` does all of this by itself.
///
/// The key answers in the process that made it. In a copy of that process, such as `fork` and `vfork` make,
/// `heliast_tree_key_prove` refuses: both would answer the same turns.
pub struct TreeKey {
    key: SecretKey,
    /// The process that made it.
    process: u32,
}

impl TreeKey {
    fn of(key: SecretKey) -> TreeKey {
        TreeKey { key, process: process::id() }
    }

    /// The key, in the process that made it.
    fn here(&mut self) -> Result<&mut SecretKey, Failure> {
        let (made, this) = (self.process, process::id());
        match made == this {
            true => Ok(&mut self.key),
            false => Err(Failure::misuse(format!(
                "the key was made by process {made}, and this is process {this}"
            ))),
        }
    }
}

/// Makes a key of X-VRF or iVRF, of a height up to 20, for `slots` inputs in each round from `first` on. Both
/// seeds come from a cryptographic generator; the second becomes public. It takes as long as hashing the
/// whole tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tree_key_new(
    scheme: u32,
    slots: u16,
    first: u64,
    secret_seed: *const u8,
    secret_seed_len: usize,
    public_seed: *const u8,
    public_seed_len: usize,
    key: *mut *mut TreeKey,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (key, public_seed) = (border.out(key)?, border.array(public_seed, public_seed_len)?);
            let secret_seed = Zeroizing::new(*border.array(secret_seed, secret_seed_len)?);
            let made = SecretKey::generate(terms(scheme, slots, first)?, &secret_seed, public_seed);
            key.give(TreeKey::of(made));
            Ok(())
        })
    }
}

/// Makes a key again as it was when `mark` was its latest one. See the warning of `heliast_tree_key`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tree_key_resume(
    scheme: u32,
    slots: u16,
    first: u64,
    secret_seed: *const u8,
    secret_seed_len: usize,
    public_seed: *const u8,
    public_seed_len: usize,
    mark: *const u8,
    mark_len: usize,
    key: *mut *mut TreeKey,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (key, public_seed) = (border.out(key)?, border.array(public_seed, public_seed_len)?);
            let secret_seed = Zeroizing::new(*border.array(secret_seed, secret_seed_len)?);
            let mark = Mark::from_bytes(border.bytes(mark, mark_len)?).map_err(Failure::malformed)?;
            let terms = terms(scheme, slots, first)?;
            let resumed = SecretKey::resume(terms, &secret_seed, public_seed, Some(mark));
            key.give(TreeKey::of(resumed.map_err(Failure::malformed)?));
            Ok(())
        })
    }
}

/// The public key of a secret one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tree_key_public(
    key: *const TreeKey,
    public_key: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(public_key)?.give_bytes(border.handle(key)?.key.public_key().to_bytes().to_vec());
            Ok(())
        })
    }
}

/// The output for an input at a turn, the proof of it, and the mark that must survive before the proof is
/// sent.
///
/// `HELIAST_MISUSE`: the key answers nothing at this turn, has gone on already, or was made by
/// another process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tree_key_prove(
    key: *mut TreeKey,
    turn: *const Turn,
    input: *const u8,
    input_len: usize,
    output: *mut Bytes,
    proof: *mut Bytes,
    mark: *mut [u8; 40],
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (output, proof, mark) = (border.out(output)?, border.out(proof)?, border.out(mark)?);
            let (key, turn) = (border.handle_mut(key)?.here()?, border.handle(turn)?.known());
            let answer = key.prove(turn, border.bytes(input, input_len)?).map_err(Failure::misuse)?;
            output.give_bytes(answer.0.0.to_vec());
            proof.give_bytes(answer.1.as_bytes().to_vec());
            mark.set(key.last().map_or([0; Mark::LEN], |mark| mark.to_bytes()));
            Ok(())
        })
    }
}

/// Overwrites and frees a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tree_key_free(key: *mut TreeKey) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(key) }
}

fn terms(scheme: u32, slots: u16, first: u64) -> Result<Terms, Failure> {
    let tree = tree(scheme)?;
    if tree.height > MAX_HEIGHT {
        let message =
            "a tree in memory has a height of 20 at most: heliast_key_store_create makes taller ones";
        return Err(Failure::misuse(message));
    }
    Terms::new(tree.scheme, tree.height, slots, first).map_err(Failure::misuse)
}
