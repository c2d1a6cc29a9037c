//! Checks of a single frame: that it comes from a chain's engine, and that enough validators signed.

use crate::{
    frame::Frame,
    header,
    outcome::{Invalid, Signed},
    validator::ValidatorSet,
};

/// Checks that enough of the frame's own validators signed. One invalid signature makes the frame invalid.
pub(crate) fn check_power(frame: &Frame, engine_chain_id: &str) -> Result<Signed, Invalid> {
    check_signatures(frame, engine_chain_id)?;
    let (power, total) = (power_in(frame, &frame.set), frame.set.total_power());
    if !is_supermajority(power, total) {
        return Err(Invalid::Power { signed: power, total });
    }
    Ok(Signed {
        round: frame.round,
        height: frame.height(),
        power,
        total,
        signers: frame.votes.iter().flatten().count(),
        validators: frame.votes.len(),
        opened_ms: frame.record.opened_ms,
        closed_ms: frame.record.closed_ms,
    })
}

/// Checks that the signers have more than two thirds of the power of `trusted`.
pub(crate) fn check_trusted(frame: &Frame, trusted: &ValidatorSet) -> Result<(), Invalid> {
    let (signed, total) = (power_in(frame, trusted), trusted.total_power());
    if is_supermajority(signed, total) { Ok(()) } else { Err(Invalid::Trusted { signed, total }) }
}

/// Checks that the header is one of this chain's engine, with the frame's validators.
pub(crate) fn check_engine(frame: &Frame, chain_id: &[u8; 32], engine_chain_id: &str) -> Result<(), Invalid> {
    if frame.chain_id != *chain_id {
        return Err(Invalid::OtherChain);
    }
    let has = |field, value: &[u8]| frame.header.leaf(field) == header::bytes(value);
    if !has(header::CHAIN_ID, engine_chain_id.as_bytes()) {
        return Err(Invalid::HeaderChain);
    }
    if !has(header::VALIDATORS_HASH, &frame.set.hash()) {
        return Err(Invalid::HeaderValidators);
    }
    Ok(())
}

fn check_signatures(frame: &Frame, engine_chain_id: &str) -> Result<(), Invalid> {
    for (place, (validator, vote)) in frame.set.validators().iter().zip(&frame.votes).enumerate() {
        let Some(vote) = vote else { continue };
        let signed = vote.signed(&frame.header, &frame.block, engine_chain_id);
        validator.key.verify(&signed, &vote.signature).map_err(|_| Invalid::Signature(place))?;
    }
    Ok(())
}

/// The power in `set` of the signers.
fn power_in(frame: &Frame, set: &ValidatorSet) -> u64 {
    let voted = frame.set.validators().iter().zip(&frame.votes).filter(|(_, vote)| vote.is_some());
    voted.map(|(validator, _)| set.power_of(&validator.key)).sum()
}

/// Whether `power` is more than two thirds; both are below 2^53.
pub(crate) fn is_supermajority(power: u64, total: u64) -> bool {
    3 * power > 2 * total
}
