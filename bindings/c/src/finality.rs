//! Verifies that more than two thirds of a network's voting power agreed on a round.

use crate::{
    border::enter,
    chain::{Chain, Tip},
    error::{Error, Failure, Status},
    free::free,
};
use heliast_finality::{Frame, NetworkFile, Verifier};

/// Follows a network's validators from frame to frame.
pub struct Finality(Verifier);

/// The signatures of a round.
#[repr(C)]
pub struct Signed {
    /// The round.
    pub round: u64,
    /// The height of the block whose header names it.
    pub height: u64,
    /// The voting power that signed.
    pub power: u64,
    /// All voting power.
    pub total: u64,
    /// Validators that signed.
    pub signers: usize,
    /// All validators.
    pub validators: usize,
    /// The time of the block in which the round opened, in milliseconds since 1970.
    pub opened_ms: u64,
    /// The time of the block in which it closed, in milliseconds since 1970.
    pub closed_ms: u64,
}

/// A verifier that begins with the validators of a network file, whose hash the chain's genesis has
/// (`spec/finality.md`).
///
/// `HELIAST_INVALID`: the file is another network's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_finality_new(
    chain: *const Chain,
    network: *const u8,
    network_len: usize,
    finality: *mut *mut Finality,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (finality, Chain(chain)) = (border.out(finality)?, border.handle(chain)?);
            let network = NetworkFile::from_bytes(border.bytes(network, network_len)?)?;
            finality.give(Finality(Verifier::new(chain, &network).map_err(Failure::invalid)?));
            Ok(())
        })
    }
}

/// Whether a frame of a bundle is meant to show finality; others are for other readers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_finality_is_meant(
    frame: *const u8,
    frame_len: usize,
    is_meant: *mut bool,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(is_meant)?.set(Frame::is_meant(border.bytes(frame, frame_len)?));
            Ok(())
        })
    }
}

/// Verifies a frame for the round that leads a chain to `tip`. Frames come in the order of their
/// rounds; one that is refused changes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_finality_verify(
    finality: *mut Finality,
    frame: *const u8,
    frame_len: usize,
    tip: *const Tip,
    signed: *mut Signed,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, Finality(verifier)) = (border.out(signed)?, border.handle_mut(finality)?);
            let frame = border.bytes(frame, frame_len)?;
            let signed = verifier.verify_bytes(frame, &border.handle(tip)?.0)?;
            place.set(Signed {
                round: signed.round,
                height: signed.height,
                power: signed.power,
                total: signed.total,
                signers: signed.signers,
                validators: signed.validators,
                opened_ms: signed.opened_ms,
                closed_ms: signed.closed_ms,
            });
            Ok(())
        })
    }
}

/// Frees a verifier.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_finality_free(finality: *mut Finality) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(finality) }
}
