//! Rounds in separate files: a segment has a fixed number of rounds, one after the other, each followed by
//! the outputs of its tickets.

use super::{error::StoreError, folder::Folder};
use redb::ReadableTable;
use std::{io, num::NonZeroU32};

const SUFFIX: &str = ".rounds";

/// (offset, bytes of the round, bytes of its outputs), as the table has it.
pub(super) type Place = (u64, u32, u32);

/// The distribution of rounds over segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segments {
    pub(super) rounds: NonZeroU32,
}

impl Segments {
    /// The first round of the segment of a round.
    pub(super) fn first(self, round: u64) -> u64 {
        let len = u64::from(self.rounds.get());
        round.saturating_sub(1) / len * len + 1
    }

    /// The file of a round's segment.
    pub(super) fn name(self, round: u64) -> String {
        format!("{:010}{SUFFIX}", self.first(round))
    }

    /// The offset of a round's bytes: the end of those of the round before it, if both are in one segment.
    pub(super) fn end_before(
        self,
        places: &impl ReadableTable<u64, Place>,
        round: u64,
    ) -> Result<u64, StoreError> {
        if self.first(round) == round {
            return Ok(0);
        }
        let place = places.get(round - 1)?.ok_or_else(|| StoreError::missing(round - 1))?;
        let (offset, round, outputs) = place.value();
        Ok(offset.saturating_add(u64::from(round) + u64::from(outputs)))
    }

    /// Reads the bytes of a round and those of its outputs.
    pub(super) fn read(
        self,
        folder: &Folder,
        number: u64,
        (offset, round, outputs): Place,
    ) -> Result<(Vec<u8>, Vec<u8>), StoreError> {
        let name = self.name(number);
        let read = folder.read(&name, offset, u64::from(round) + u64::from(outputs));
        let mut bytes = read.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => StoreError::Corrupt(format!("{name} ends before round {number}")),
            io::ErrorKind::NotFound => {
                StoreError::Corrupt(format!("{name}, with round {number}, is missing"))
            }
            _ => error.into(),
        })?;
        let outputs = bytes.split_off(round as usize);
        Ok((bytes, outputs))
    }
}

/// The number of the first round in a segment of this name.
pub(super) fn first_of(name: &str) -> Option<u64> {
    name.strip_suffix(SUFFIX)?.parse().ok()
}

/// The outputs of tickets, as they are stored: u8(length) ‖ output for each, in their order.
pub(super) fn encode_outputs<'a>(outputs: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for output in outputs {
        debug_assert!(u8::try_from(output.len()).is_ok());
        bytes.push(output.len() as u8);
        bytes.extend(output);
    }
    bytes
}

/// The outputs of this many tickets; `None` if the bytes do not have this number of outputs.
pub(super) fn decode_outputs(mut bytes: &[u8], tickets: usize) -> Option<Vec<Vec<u8>>> {
    let mut outputs = Vec::new();
    while let Some((len, rest)) = bytes.split_first() {
        let (output, rest) = rest.split_at_checked(usize::from(*len))?;
        outputs.push(output.to_vec());
        bytes = rest;
    }
    (outputs.len() == tickets).then_some(outputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_has_its_rounds_and_no_others() {
        let segments = Segments { rounds: NonZeroU32::new(4).unwrap() };
        let firsts: Vec<u64> = (1..=9).map(|round| segments.first(round)).collect();
        assert_eq!(firsts, [1, 1, 1, 1, 5, 5, 5, 5, 9]);
        assert_eq!(first_of(&segments.name(7)), Some(5));
        assert_eq!(first_of(&segments.name(u64::MAX)), Some(segments.first(u64::MAX)));
        assert_eq!((first_of("5"), first_of("x.rounds"), first_of(".rounds")), (None, None, None));
    }

    #[test]
    fn outputs_are_read_as_they_were_written() {
        let outputs = vec![vec![1; 64], vec![], vec![2; 32]];
        let bytes = encode_outputs(outputs.iter().map(Vec::as_slice));
        assert_eq!(decode_outputs(&bytes, 3), Some(outputs));
        assert_eq!((decode_outputs(&bytes, 2), decode_outputs(&bytes, 4)), (None, None));
        for len in 1..bytes.len() {
            assert_eq!(decode_outputs(&bytes[..len], 3), None, "{len}");
        }
        assert_eq!(decode_outputs(&[], 0), Some(vec![]));
    }
}
