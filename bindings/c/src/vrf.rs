//! Verifiable random functions, and keys that answer any number of inputs.

use crate::{
    border::enter,
    bytes::Bytes,
    error::{Error, Failure, Status},
    free::free,
};
use heliast::{SecretKey, StatelessScheme, TreeScheme, VrfScheme, stateful};
use zeroize::Zeroizing;

/// ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381.
pub const HELIAST_ECVRF_TAI: u32 = 0x03;
/// ECVRF-EDWARDS25519-SHA512-ELL2 of RFC 9381.
pub const HELIAST_ECVRF_ELL2: u32 = 0x04;
/// A-VRF with short proofs.
pub const HELIAST_A_VRF_SMALL: u32 = 0x41;
/// A-VRF, fast: the one to take where quantum computers are to be withstood.
pub const HELIAST_A_VRF_FAST: u32 = 0x42;
/// X-VRF, whose key is a tree of hashes: add 0x100 times the height, from 4 to 27.
pub const HELIAST_X_VRF: u32 = 0x21;
/// iVRF, whose key is a tree of hashes: add 0x100 times the height, from 4 to 27.
pub const HELIAST_I_VRF: u32 = 0x22;

// The numbers are those of `spec/vrf.md`.
const _: () = {
    assert!(HELIAST_ECVRF_TAI == StatelessScheme::EcvrfTai as u32);
    assert!(HELIAST_ECVRF_ELL2 == StatelessScheme::EcvrfEll2 as u32);
    assert!(HELIAST_A_VRF_SMALL == StatelessScheme::AVrfSmall as u32);
    assert!(HELIAST_A_VRF_FAST == StatelessScheme::AVrfFast as u32);
    assert!(HELIAST_X_VRF == stateful::Scheme::XVrf.id() as u32);
    assert!(HELIAST_I_VRF == stateful::Scheme::IVrf.id() as u32);
};

/// The turn at which a key of a hash tree answers: once at each, in order.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Turn {
    /// The round.
    pub round: u64,
    /// The slot in it.
    pub slot: u16,
}

/// A secret key that answers any number of inputs. It is overwritten when it is freed.
pub struct Key(SecretKey);

/// The scheme with a name of so many bytes, such as "ecvrf-edwards25519-sha512-tai" or "x-vrf-20".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_vrf_scheme(
    name: *const u8,
    name_len: usize,
    scheme: *mut u32,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (scheme, name) = (border.out(scheme)?, border.bytes(name, name_len)?);
            let found = str::from_utf8(name).ok().and_then(VrfScheme::from_name);
            scheme.set(number(found.ok_or_else(|| Failure::misuse("no VRF scheme has this name"))?));
            Ok(())
        })
    }
}

/// The output that a proof proves for an input under a public key. `turn` is null for schemes whose keys have
/// no turns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_vrf_verify(
    scheme: u32,
    public_key: *const u8,
    public_key_len: usize,
    turn: *const Turn,
    input: *const u8,
    input_len: usize,
    proof: *const u8,
    proof_len: usize,
    output: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (output, scheme) = (border.out(output)?, known(scheme)?);
            let public_key = border.bytes(public_key, public_key_len)?;
            let (input, proof) = (border.bytes(input, input_len)?, border.bytes(proof, proof_len)?);
            let turn = border.optional(turn)?.map(|turn| turn.known());
            output.give_bytes(scheme.verify(public_key, turn, input, proof)?);
            Ok(())
        })
    }
}

/// The key of a seed from a cryptographic generator, of a scheme without turns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_new(
    scheme: u32,
    seed: *const u8,
    seed_len: usize,
    key: *mut *mut Key,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (key, seed) = (border.out(key)?, Zeroizing::new(*border.array(seed, seed_len)?));
            let trees = "the keys of this scheme have turns: heliast_tree_key_new makes one";
            let scheme = stateless(scheme)?.ok_or_else(|| Failure::misuse(trees))?;
            key.give(Key(SecretKey::from_seed(scheme, *seed)));
            Ok(())
        })
    }
}

/// The public key of a secret one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_public(
    key: *const Key,
    public_key: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(public_key)?.give_bytes(border.handle(key)?.0.public_key());
            Ok(())
        })
    }
}

/// The output for an input, and the proof of it: the same each time. Where `random` is not null, its 32 bytes
/// go into a proof of A-VRF, so that a fault in one run says little about the next; the output is the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_prove(
    key: *mut Key,
    input: *const u8,
    input_len: usize,
    random: *const u8,
    random_len: usize,
    output: *mut Bytes,
    proof: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (output, proof) = (border.out(output)?, border.out(proof)?);
            let (Key(key), input) = (border.handle_mut(key)?, border.bytes(input, input_len)?);
            let answer = match border.optional_array(random, random_len)? {
                Some(random) => key.prove_hedged(input, random),
                None => key.prove(input),
            };
            let answer = answer.map_err(Failure::misuse)?;
            output.give_bytes(answer.0);
            proof.give_bytes(answer.1);
            Ok(())
        })
    }
}

/// Overwrites and frees a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_key_free(key: *mut Key) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(key) }
}

impl Turn {
    pub(crate) fn known(self) -> stateful::Turn {
        stateful::Turn { round: self.round, slot: self.slot }
    }
}

/// The scheme with a number, where its keys have no turns.
fn stateless(scheme: u32) -> Result<Option<StatelessScheme>, Failure> {
    Ok(match known(scheme)? {
        VrfScheme::Stateless(scheme) => Some(scheme),
        VrfScheme::Stateful(_) => None,
    })
}

/// The hash tree of a scheme with a number.
pub(crate) fn tree(scheme: u32) -> Result<TreeScheme, Failure> {
    match known(scheme)? {
        VrfScheme::Stateful(tree) => Ok(tree),
        VrfScheme::Stateless(_) => {
            Err(Failure::misuse("the keys of this scheme have no turns: heliast_key_new makes one"))
        }
    }
}

/// Its number: that of `spec/vrf.md`, and the height of a tree above it.
fn number(scheme: VrfScheme) -> u32 {
    let height = match scheme {
        VrfScheme::Stateless(_) => 0,
        VrfScheme::Stateful(tree) => tree.height,
    };
    u32::from(scheme.id()) | u32::from(height) << 8
}

fn known(scheme: u32) -> Result<VrfScheme, Failure> {
    let [id, height, 0, 0] = scheme.to_le_bytes() else { return Err(unknown(scheme)) };
    if let Some(stateless) = StatelessScheme::from_id(id).filter(|_| height == 0) {
        return Ok(VrfScheme::Stateless(stateless));
    }
    let kind = stateful::Scheme::from_id(id).ok_or_else(|| unknown(scheme))?;
    // Heights without a name can be verified all the same.
    Ok(VrfScheme::Stateful(TreeScheme { scheme: kind, height }))
}

fn unknown(scheme: u32) -> Failure {
    Failure::misuse(format!("there is no VRF scheme {scheme:#x}; take a constant or heliast_vrf_scheme"))
}
