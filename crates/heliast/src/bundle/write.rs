//! Writing bundles.

use super::format::{EXTENDED_MAGIC, MAGIC, MAX_HISTORY};
use crate::chain::{Chain, Tip};
use std::io::{self, Write};

/// Writes the header of a bundle of `count` rounds after `tip`.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if more than 1,048,576 announcements came before: a bundle of such a chain
/// must begin with round 1.
pub fn write_header(out: &mut impl Write, chain: &Chain, tip: &Tip, count: u64) -> io::Result<()> {
    write_versioned(out, MAGIC, chain, tip, count)
}

/// Writes the header of a bundle that has frames of other kinds before rounds ([`write_frame`]): version 4,
/// which older readers refuse.
///
/// # Errors
/// As [`write_header`].
pub fn write_extended_header(out: &mut impl Write, chain: &Chain, tip: &Tip, count: u64) -> io::Result<()> {
    write_versioned(out, EXTENDED_MAGIC, chain, tip, count)
}

fn write_versioned(
    out: &mut impl Write,
    magic: &[u8],
    chain: &Chain,
    tip: &Tip,
    count: u64,
) -> io::Result<()> {
    let before = u32::try_from(tip.keys().announced_count()).ok().filter(|count| *count <= MAX_HISTORY);
    let before = before.ok_or_else(|| {
        let message = "too many keys were announced before; begin the bundle with round 1";
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    out.write_all(magic)?;
    out.write_all(chain.id())?;
    out.write_all(&(chain.genesis_bytes().len() as u32).to_be_bytes())?;
    out.write_all(chain.genesis_bytes())?;
    out.write_all(&tip.next_round().to_be_bytes())?;
    out.write_all(&count.to_be_bytes())?;
    out.write_all(tip.seed())?;
    out.write_all(&before.to_be_bytes())?;
    tip.keys().announced().try_for_each(|one| out.write_all(&one.encode()))
}

/// Writes one round's bytes.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if there are 2^32 bytes or more; nothing has been written then.
pub fn write_round(out: &mut impl Write, round: &[u8]) -> io::Result<()> {
    let len = u32::try_from(round.len()).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, "a round in a bundle has fewer than 2^32 bytes")
    })?;
    out.write_all(&len.to_be_bytes())?;
    out.write_all(round)
}

/// Writes an epoch proof's bytes: right before the first of its rounds.
pub fn write_epoch_proof(out: &mut impl Write, proof: &[u8]) -> io::Result<()> {
    write_round(out, proof)
}

/// Writes a frame that is neither a round nor an epoch proof, in a bundle with the header of
/// [`write_extended_header`]. It comes before its round and before the round's epoch proof. A reader accepts
/// frames of at most 2 MiB, or of a round's length if that is more, and at most eight before a round. One of
/// them may be a frame of finality. Before the first round one may be a network file, which comes first.
///
/// # Errors
/// As [`write_round`].
pub fn write_frame(out: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    write_round(out, frame)
}
