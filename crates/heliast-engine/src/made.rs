//! The record of the rounds that were made, next to the witnesses of a chain's keys.

use crate::{alarm::AlarmKind, board::StatusBoard};
use heliast_keystore::Claim;

/// Records that a round was made, so that a chain that is set back is detected; raises an alarm if the record
/// cannot be written.
pub fn note_made(board: &StatusBoard, claim: &mut Claim, round: u64) {
    let text = claim.note(round).err().map(|error| {
        format!(
            "that round {round} was made is not kept: {error}; a chain that is set back would not be noticed: \
             check the disk of the witnesses and their permissions"
        )
    });
    board.set_alarm(AlarmKind::Claim, text);
}
