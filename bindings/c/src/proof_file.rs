//! Proofs alone, in files.

use crate::{
    border::enter,
    bytes::Bytes,
    error::{Error, Failure, Status},
    group::Group,
    suite::Suite,
};
use heliast::{Group as _, ProofFile, Statement};

/// A proof file of a delay (`spec/wesolowski.md`) with y in it, or without: `is_compact`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_proof_file_new(
    group: *const Group,
    suite: Suite,
    claim: *const crate::delay::DelayClaim,
    is_compact: bool,
    file: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (file, group) = (border.out(file)?, border.handle(group)?);
            let heliast_vdf::Claim { statement, proof, .. } = border.handle(claim)?.read(border, group)?;
            let made = ProofFile::new(&group.0, &statement, &proof, suite.known()?, is_compact);
            file.give_bytes(made.map_err(Failure::invalid)?.to_bytes());
            Ok(())
        })
    }
}

/// Verifies a proof file of any system, Wesolowski's, Pietrzak's or in segments, and gives what it proves.
/// **All of it is the prover's choice**, x and t too, and so is the level of security, which may be as low as
/// 64 bits: `heliast_proof_file_open_as` holds them to what the caller asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_proof_file_open(
    group: *const Group,
    file: *const u8,
    file_len: usize,
    t: *mut u64,
    x: *mut Bytes,
    y: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let places = (border.out(t)?, border.out(x)?, border.out(y)?);
            let Group(group) = border.handle(group)?;
            let file = ProofFile::from_bytes(border.bytes(file, file_len)?)?;
            let Statement { x, y, t } = file.open(group)?;
            places.0.set(t);
            places.1.give_bytes(group.encode(&x));
            places.2.give_bytes(group.encode(&y));
            Ok(())
        })
    }
}

/// Verifies a proof file that must be of `t` squarings of x, at a level of so many bits or more, and gives y.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_proof_file_open_as(
    group: *const Group,
    file: *const u8,
    file_len: usize,
    x: *const u8,
    x_len: usize,
    t: u64,
    least_level: u16,
    y: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, group) = (border.out(y)?, border.handle(group)?);
            let x = group.element("x", border.bytes(x, x_len)?)?;
            let file = ProofFile::from_bytes(border.bytes(file, file_len)?)?;
            let y = file.open_as(&group.0, &x, t, least_level)?;
            place.give_bytes(group.0.encode(&y));
            Ok(())
        })
    }
}
