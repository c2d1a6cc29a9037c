//! The places of the rounds in a bundle, for readers that want only some of them.

use super::{
    error::BundleError,
    format::{MAGIC, MAX_GENESIS, MAX_HISTORY},
    input::{Broken, array},
};
use crate::{chain::Chain, epoch::EpochProof, keys::Announced, wire::Malformed};
use std::{
    io::{Read, Seek, SeekFrom},
    ops::Range,
};

/// The places of a bundle's rounds in its file. Only lengths were read: the bytes there may be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    first: u64,
    rounds: Vec<Range<u64>>,
}

impl Places {
    /// Finds the rounds of a bundle of `chain`.
    ///
    /// Cost: a read of a few bytes for each round and for each announcement before the first.
    ///
    /// # Errors
    /// [`BundleError`] if the header is invalid or of another chain, or if a length goes beyond the end.
    pub fn read(input: &mut (impl Read + Seek), chain: &Chain) -> Result<Places, BundleError> {
        let field = |field, rule| BundleError::Header(Malformed::Field { field, rule });
        if array(input)? != *MAGIC {
            return Err(BundleError::Header(Malformed::Magic("bundle")));
        }
        let found: [u8; 32] = array(input)?;
        if found != *chain.id() {
            return Err(BundleError::OtherChain { pinned: *chain.id(), found });
        }
        let genesis = u32::from_be_bytes(array(input)?);
        if genesis > MAX_GENESIS {
            return Err(field("genesis", "it is longer than 16 MiB"));
        }
        skip(input, genesis)?;
        let first = u64::from_be_bytes(array(input)?);
        let count = u64::from_be_bytes(array(input)?);
        let _seed: [u8; 32] = array(input)?;
        let announced = u32::from_be_bytes(array(input)?);
        if announced > MAX_HISTORY {
            return Err(field("announcements before", "there are more than 1,048,576"));
        }
        for _ in 0..announced {
            let head = array(input)?;
            skip(input, Announced::rest(&head, chain.genesis()) as u32)?;
        }
        rounds(input, chain, (first, count))
    }

    /// The number of the first round.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the number of rounds.
    pub fn count(&self) -> u64 {
        self.rounds.len() as u64
    }

    /// Returns the range of a round's bytes; `None` if the round is not in the bundle.
    pub fn of(&self, round: u64) -> Option<Range<u64>> {
        let index = usize::try_from(round.checked_sub(self.first)?).ok()?;
        self.rounds.get(index).cloned()
    }
}

fn rounds(
    input: &mut (impl Read + Seek),
    chain: &Chain,
    (first, count): (u64, u64),
) -> Result<Places, BundleError> {
    let mut at = input.stream_position().map_err(BundleError::Io)?;
    let end = input.seek(SeekFrom::End(0)).map_err(BundleError::Io)?;
    let mut rounds = Vec::new();
    while (rounds.len() as u64) < count {
        let round = first.saturating_add(rounds.len() as u64);
        let malformed = |reason| BundleError::Malformed { round, reason };
        let of_round = |error| match error {
            Broken::Io(error) => BundleError::Broken { round, error },
            Broken::Short => malformed(Malformed::Short("bundle")),
        };
        input.seek(SeekFrom::Start(at)).map_err(|error| of_round(Broken::Io(error)))?;
        let len = u64::from(u32::from_be_bytes(array(input).map_err(of_round)?));
        let place = at + 4..at + 4 + len;
        if len > chain.max_round_len() || place.end > end {
            return Err(malformed(Malformed::Short("bundle")));
        }
        let kind: [u8; 4] = array(input).map_err(of_round)?;
        at = place.end;
        if !EpochProof::is_meant(&kind) {
            rounds.push(place);
        }
    }
    Ok(Places { first, rounds })
}

fn skip(input: &mut impl Seek, len: u32) -> Result<(), BundleError> {
    input.seek(SeekFrom::Current(len.into())).map(drop).map_err(BundleError::Io)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::{Pin, Reader, write_epoch_proof, write_header, write_round};
    use std::io::Cursor;

    /// The bundle of the vectors, with an epoch proof's frame before each round.
    fn bundle() -> (Chain, Vec<u8>, Vec<Vec<u8>>) {
        let cases = testkit::cases("round.json");
        let bytes = testkit::bytes(testkit::of_kind(&cases, "bundle")[0], "bytes");
        let mut reader = Reader::trusting_start(&bytes[..], Pin::AnyChain).unwrap();
        let (chain, tip, count) = (reader.chain().clone(), reader.tip().clone(), reader.count());
        let mut with_proofs = Vec::new();
        write_header(&mut with_proofs, &chain, &tip, count).unwrap();
        let mut rounds = Vec::new();
        while let Some(entry) = reader.next_entry().unwrap() {
            write_epoch_proof(&mut with_proofs, b"HLEP, whatever follows").unwrap();
            write_round(&mut with_proofs, &entry.bytes).unwrap();
            rounds.push(entry.bytes);
        }
        (chain, with_proofs, rounds)
    }

    #[test]
    fn each_round_lies_where_it_is_said_to() {
        let (chain, bytes, rounds) = bundle();
        let places = Places::read(&mut Cursor::new(&bytes), &chain).unwrap();
        assert_eq!((places.first(), places.count()), (1, rounds.len() as u64));
        for (number, round) in (1..).zip(&rounds) {
            let place = places.of(number).unwrap();
            assert_eq!(&bytes[place.start as usize..place.end as usize], &round[..], "{number}");
        }
        assert_eq!((places.of(0), places.of(rounds.len() as u64 + 1)), (None, None));
    }

    #[test]
    fn every_cut_is_refused_and_none_panics() {
        let (chain, bytes, _) = bundle();
        for len in 0..bytes.len() {
            assert!(Places::read(&mut Cursor::new(&bytes[..len]), &chain).is_err(), "{len}");
        }
        for at in 0..bytes.len().min(2_000) {
            let mut changed = bytes.clone();
            changed[at] ^= 0xff;
            let _ = Places::read(&mut Cursor::new(&changed), &chain);
        }
    }
}
