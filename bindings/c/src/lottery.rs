//! Sortition: the votes that a VRF output wins.

use crate::{
    border::enter,
    error::{Error, Failure, Status},
};
use heliast_vrf::sortition::{Lottery, digest, votes, votes_of_digest};

/// The votes that a verified VRF output, of 32 or 64 bytes, wins for an account of `stake` units, in a
/// lottery over `total` units in which `expected` votes are handed out on average (`spec/sortition.md`). It
/// takes time in proportion to the votes: bound `expected` where others choose it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_votes(
    output: *const u8,
    output_len: usize,
    public_key: *const u8,
    public_key_len: usize,
    stake: u64,
    total: u64,
    expected: u64,
    votes: *mut u64,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, output) = (border.out(votes)?, border.bytes(output, output_len)?);
            let public_key = border.bytes(public_key, public_key_len)?;
            let lottery = Lottery::new(total, expected).map_err(Failure::misuse)?;
            place.set(self::votes(output, public_key, stake, &lottery).map_err(Failure::misuse)?);
            Ok(())
        })
    }
}

/// The digest by which `heliast_votes` draws.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_votes_digest(
    output: *const u8,
    output_len: usize,
    public_key: *const u8,
    public_key_len: usize,
    digest: *mut [u8; 32],
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, output) = (border.out(digest)?, border.bytes(output, output_len)?);
            let public_key = border.bytes(public_key, public_key_len)?;
            place.set(self::digest(output, public_key).map_err(Failure::misuse)?);
            Ok(())
        })
    }
}

/// `heliast_votes` for a digest that is given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_votes_of_digest(
    digest: *const u8,
    digest_len: usize,
    stake: u64,
    total: u64,
    expected: u64,
    votes: *mut u64,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, digest) = (border.out(votes)?, border.array(digest, digest_len)?);
            let lottery = Lottery::new(total, expected).map_err(Failure::misuse)?;
            place.set(votes_of_digest(digest, stake, &lottery).map_err(Failure::misuse)?);
            Ok(())
        })
    }
}
