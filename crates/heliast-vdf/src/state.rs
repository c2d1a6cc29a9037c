//! The common format of the files of unfinished evaluations: whole ones, those in segments, those of
//! different delays, and chains of roots. The layout is magic and version ‖ group id ‖ ... ‖ H(tag ‖ all
//! bytes before).

use crate::resume::ResumeError;
use alloc::vec::Vec;
use sha2::{Digest, Sha256};

/// One of the kinds of files.
pub(crate) struct StateFile {
    magic: &'static [u8],
    tag: &'static [u8],
    /// The error for a file of this kind in place of another kind.
    misplaced: ResumeError,
}

/// The files of an [`Evaluation`](crate::Evaluation), `spec/wesolowski.md`.
pub(crate) const WHOLE: StateFile =
    StateFile { magic: b"HLCP\x01", tag: b"\x15heliast/checkpoint/v1", misplaced: ResumeError::Whole };
/// The files of an evaluation in segments, `spec/segments.md`.
pub(crate) const SEGMENTED: StateFile =
    StateFile { magic: b"HLCS\x01", tag: b"\x13heliast/segments/v1", misplaced: ResumeError::Segmented };
/// The files of different delays, `spec/batch.md`.
pub(crate) const VARIED: StateFile = StateFile {
    magic: b"HLCV\x01",
    tag: b"\x1cheliast/varied-checkpoint/v1",
    misplaced: ResumeError::Varied,
};

/// The files of chains of roots, `spec/roots.md`.
pub(crate) const ROOTS: StateFile =
    StateFile { magic: b"HLRC\x01", tag: b"\x1bheliast/roots/checkpoint/v1", misplaced: ResumeError::Roots };

impl StateFile {
    /// The bytes of a file up to the group id.
    pub(crate) fn begin(&self, group_id: [u8; 32]) -> Vec<u8> {
        [self.magic, &group_id].concat()
    }

    /// Adds the digest to a file.
    pub(crate) fn seal(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        let digest = self.digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// The bytes between group id and digest of an undamaged file that was made in this group.
    pub(crate) fn open<'a>(&self, group_id: [u8; 32], bytes: &'a [u8]) -> Result<&'a [u8], ResumeError> {
        let (body, found) = bytes.split_last_chunk::<32>().ok_or(ResumeError::Format)?;
        let Some(rest) = body.strip_prefix(self.magic) else {
            let other =
                [WHOLE, SEGMENTED, VARIED, ROOTS].into_iter().find(|kind| body.starts_with(kind.magic));
            return Err(other.map_or(ResumeError::Format, |kind| kind.misplaced));
        };
        if self.digest(body) != *found {
            return Err(ResumeError::Digest);
        }
        let (id, rest) = rest.split_first_chunk::<32>().ok_or(ResumeError::Format)?;
        if *id == group_id { Ok(rest) } else { Err(ResumeError::Group) }
    }

    fn digest(&self, bytes: &[u8]) -> [u8; 32] {
        Sha256::new_with_prefix(self.tag).chain_update(bytes).finalize().into()
    }
}
