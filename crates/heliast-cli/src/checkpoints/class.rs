//! Checkpoints of delays in the group of one of Chia's discriminants.

use super::{Checkpoint, MAX_FILE, State, unreadable};
use crate::{failure::Failure, files};
use heliast::{ClassGroup, Evaluation};

impl State for Evaluation<ClassGroup> {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

impl Checkpoint {
    /// The saved evaluation if there is a file, or else `fresh`. A checkpoint of another delay than that of
    /// `fresh` is refused, not overwritten.
    pub fn resume_class(&self, fresh: Evaluation<ClassGroup>) -> Result<Evaluation<ClassGroup>, Failure> {
        let Some(path) = self.existing() else { return Ok(fresh) };
        let bytes = files::read(path, MAX_FILE)?;
        let saved = Evaluation::from_bytes(fresh.group(), &bytes).map_err(|error| unreadable(path, error))?;
        let other = if saved.t() != fresh.t() {
            format!("a delay of {} squarings, not {}", saved.t(), fresh.t())
        } else if saved.input() != fresh.input() {
            "another input".to_owned()
        } else {
            return Ok(saved);
        };
        Err(self.of_another(other))
    }
}
