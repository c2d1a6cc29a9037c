//! Checkpoints of chains of roots (`spec/roots.md`).

use super::{Checkpoint, State, unreadable};
use crate::{
    failure::{Code, Failure},
    files,
};
use heliast::RootField;
use heliast_vdf::{ResumeError, roots::Evaluation};
use std::path::Path;

/// The size of 257 elements of 3072 bits, with room for the rest of the file.
const MAX_FILE: u64 = 100 << 10;

impl State for Evaluation {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

impl Checkpoint {
    /// The saved evaluation of the same chain as `fresh`, if there is one. A checkpoint of something else is
    /// refused, not overwritten.
    pub fn resume_roots(&self, fresh: &Evaluation) -> Result<Option<Evaluation>, Failure> {
        let Some(path) = self.existing() else { return Ok(None) };
        let saved = read(path, fresh.field())?;
        let other = if saved.t() != fresh.t() {
            format!("a delay of {} roots, not {}", saved.t(), fresh.t())
        } else if saved.input() != fresh.input() {
            "another input".to_owned()
        } else if saved.segments() != fresh.segments() {
            format!("a chain in {} segments, not {}", saved.segments(), fresh.segments())
        } else {
            return Ok(Some(saved));
        };
        Err(self.of_another(other))
    }
}

/// Reads the checkpoint file of a chain of roots.
pub fn read(path: &Path, field: &RootField) -> Result<Evaluation, Failure> {
    let bytes = files::read(path, MAX_FILE)?;
    Evaluation::from_bytes(field, &bytes).map_err(|error| match error {
        ResumeError::Whole | ResumeError::Segmented | ResumeError::Varied => {
            let message = format_args!("{} is the checkpoint of squarings, not of roots", path.display());
            Failure::new(Code::Refused, message)
                .hint("give the --group that it was made in, or another --checkpoint")
        }
        error => unreadable(path, error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checkpoints::CheckpointArgs, testing::out};
    use std::fs;
    use tempfile::TempDir;

    const T: u64 = 6;

    fn checkpoint(dir: &TempDir) -> Checkpoint {
        let args = CheckpointArgs { checkpoint: Some(dir.path().join("state")), save_every: None };
        Checkpoint::new(&args, &out(dir.path().join("proof")))
    }

    fn fresh(message: &[u8], t: u64, segments: u16) -> Evaluation {
        let field = RootField::built_in(1024).unwrap();
        Evaluation::start(&field, field.hash(message), t, segments).unwrap()
    }

    #[test]
    fn a_chain_goes_on_where_it_was_saved() {
        let dir = tempfile::tempdir().unwrap();
        let mut checkpoint = checkpoint(&dir);
        let mut evaluation = fresh(b"m", T, 2);
        assert!(checkpoint.resume_roots(&evaluation).unwrap().is_none());
        evaluation.advance(4, 1);
        checkpoint.save(&evaluation).unwrap();
        let mut resumed = checkpoint.resume_roots(&fresh(b"m", T, 2)).unwrap().unwrap();
        assert_eq!(resumed.done(), 4);
        evaluation.advance(T, 1);
        resumed.advance(T, 1);
        assert_eq!(resumed.finish(), evaluation.finish());
    }

    #[test]
    fn that_of_something_else_is_refused_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let mut checkpoint = checkpoint(&dir);
        checkpoint.save(&fresh(b"m", T, 2)).unwrap();
        let before = fs::read(dir.path().join("state")).unwrap();
        for (fresh, other) in [
            (fresh(b"m", T + 1, 2), "a delay of 6 roots, not 7"),
            (fresh(b"n", T, 2), "another input"),
            (fresh(b"m", T, 3), "a chain in 2 segments, not 3"),
        ] {
            let failure = checkpoint.resume_roots(&fresh).unwrap_err();
            assert!(
                failure.to_string().ends_with(&format!("state is the checkpoint of {other}")),
                "{failure}"
            );
            assert_eq!(failure.code(), Code::Refused);
        }
        assert_eq!(fs::read(dir.path().join("state")).unwrap(), before);
    }

    #[test]
    fn squarings_are_not_roots() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let group = crate::testing::group();
        let squarings = heliast::Evaluation::start(&group, heliast::delay_input(&group, b"m"), T).unwrap();
        let good = fresh(b"m", T, 2).to_bytes();
        let (squarings, cut) = (squarings.to_bytes(), good[..good.len() - 1].to_vec());
        for (bytes, code, said) in [
            (squarings, Code::Refused, "state is the checkpoint of squarings, not of roots"),
            (cut, Code::Malformed, "state: the checkpoint file is damaged"),
            (b"noise".to_vec(), Code::Malformed, "state: this is not a checkpoint file"),
        ] {
            fs::write(&path, bytes).unwrap();
            let failure = read(&path, &RootField::built_in(1024).unwrap()).unwrap_err();
            assert!(failure.to_string().contains(said), "{failure}");
            assert_eq!(failure.code(), code);
        }
        fs::write(&path, good).unwrap();
        let other = read(&path, &RootField::built_in(2048).unwrap()).unwrap_err();
        assert_eq!(other.code(), Code::Refused, "{other}");
        let failure = super::super::read::<heliast::Evaluation<_>>(&path, &group).err().unwrap();
        assert_eq!(failure.code(), Code::Refused);
        assert!(failure.hint_text().contains("--group"), "{}", failure.hint_text());
    }
}
