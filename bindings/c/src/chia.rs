//! Proofs of Chia's chain.

use crate::{
    border::enter,
    bytes::Bytes,
    error::{Error, Failure, Status},
    group::natural,
};
use heliast::{ClassGroup, chia};

/// The longest discriminant that Chia's forms are written for, in bits.
const MAX_BITS: usize = 1024;

/// The discriminant of a challenge, as Chia makes it: |D| of so many bits, big-endian.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chia_discriminant(
    seed: *const u8,
    seed_len: usize,
    bits: usize,
    magnitude: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (magnitude, seed) = (border.out(magnitude)?, border.bytes(seed, seed_len)?);
            let group = ClassGroup::from_chia_seed(seed, bits).map_err(Failure::misuse)?;
            let number = group.discriminant_magnitude();
            magnitude.give_bytes(number.to_be_bytes(number.bits().div_ceil(8)).unwrap_or_default());
            Ok(())
        })
    }
}

/// Verifies a proof of Chia's chain (`spec/chia.md`): `magnitude` is |D|, big-endian, `x` a form of 100
/// bytes, and `proof` is y, the proof and its segments, one for each of `witness_type`. What is accepted is
/// what chiavdf accepts; `is_strict` leaves out second encodings of the same proof.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chia_verify(
    magnitude: *const u8,
    magnitude_len: usize,
    x: *const u8,
    x_len: usize,
    proof: *const u8,
    proof_len: usize,
    iterations: u64,
    witness_type: u64,
    is_strict: bool,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let group = group(border.bytes(magnitude, magnitude_len)?)?;
            let (x, proof) = (border.bytes(x, x_len)?, border.bytes(proof, proof_len)?);
            let verify = if is_strict { chia::verify_strict } else { chia::verify };
            Ok(verify(&group, x, proof, iterations, witness_type)?)
        })
    }
}

/// The group of any discriminant that is 1 modulo 4.
fn group(magnitude: &[u8]) -> Result<ClassGroup, Failure> {
    let magnitude = natural(magnitude)?;
    if magnitude.bits() > MAX_BITS {
        return Err(Failure::malformed("the discriminant has more than 1024 bits"));
    }
    if !(magnitude.bit(0) && magnitude.bit(1)) {
        return Err(Failure::malformed("the discriminant is not 1 modulo 4"));
    }
    Ok(ClassGroup::unchecked(&magnitude))
}
