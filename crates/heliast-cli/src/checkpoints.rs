//! Checkpoint files of evaluations (`spec/wesolowski.md`, `spec/segments.md`, `spec/batch.md`,
//! `spec/roots.md`).

mod class;
pub mod roots;

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, OutArgs, Secrecy},
    numbers::count,
};
use heliast::{AnyGroup, Evaluation, Group};
use heliast_disk::Disk;
use heliast_vdf::{
    ResumeError,
    batch::varied,
    segments::{MAX_SEGMENTS, SegmentedEvaluation},
};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// The size of 65,536 elements of 8192 bits, with room for the rest of the file.
const MAX_FILE: u64 = 80 << 20;
/// The same for 4096 elements.
const MAX_VARIED_FILE: u64 = 5 << 20;

type Elem = <AnyGroup as Group>::Elem;

/// The contents of a checkpoint file.
pub trait State {
    fn to_bytes(&self) -> Vec<u8>;
}

/// The evaluation of one delay.
pub trait Delay: State + Sized {
    /// The largest size in bytes.
    const MAX_FILE: u64;
    fn from_bytes(group: &AnyGroup, bytes: &[u8]) -> Result<Self, ResumeError>;
    fn input(&self) -> &Elem;
    fn t(&self) -> u64;
}

impl State for Evaluation<AnyGroup> {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

impl Delay for Evaluation<AnyGroup> {
    const MAX_FILE: u64 = MAX_FILE;
    fn from_bytes(group: &AnyGroup, bytes: &[u8]) -> Result<Self, ResumeError> {
        Evaluation::from_bytes(group, bytes)
    }
    fn input(&self) -> &Elem {
        self.input()
    }
    fn t(&self) -> u64 {
        self.t()
    }
}

impl State for SegmentedEvaluation<AnyGroup> {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

impl Delay for SegmentedEvaluation<AnyGroup> {
    const MAX_FILE: u64 = MAX_SEGMENTS as u64 * MAX_FILE;
    fn from_bytes(group: &AnyGroup, bytes: &[u8]) -> Result<Self, ResumeError> {
        SegmentedEvaluation::from_bytes(group, bytes)
    }
    fn input(&self) -> &Elem {
        self.input()
    }
    fn t(&self) -> u64 {
        self.t()
    }
}

impl State for varied::Squarings<'_, AnyGroup> {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

/// The checkpoint file of an evaluation, if it has one.
pub struct Checkpoint {
    path: Option<PathBuf>,
    interval: Duration,
    saved: Instant,
}

/// The place and the interval of checkpoints.
#[derive(Debug, clap::Args)]
pub struct CheckpointArgs {
    /// Save the evaluation in this file [default: the --out file's name with `.checkpoint`]
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Save at this interval; 0 is as often as possible [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = count::<u32>(..))]
    save_every: Option<u32>,
}

/// The default number of seconds from one checkpoint to the next.
const SAVE_EVERY: u32 = 60;

impl CheckpointArgs {
    /// The first flag that was given.
    pub fn given(&self) -> Option<&'static str> {
        let save_every = self.save_every.map(|_| "--save-every");
        self.checkpoint.as_ref().map(|_| "--checkpoint").or(save_every)
    }

    /// Refuses an interval without a path for the checkpoint.
    pub fn check(&self, out: &OutArgs) -> Result<(), Failure> {
        if self.save_every.is_none() || self.checkpoint.is_some() || !out.is_stdout() {
            return Ok(());
        }
        Err(Failure::new(Code::Usage, "with `--out -` nothing is saved, however often")
            .hint("give --checkpoint FILE, or leave out --save-every"))
    }
}

impl Checkpoint {
    /// A checkpoint at the given path, or next to the proof; an evaluation that writes to stdout
    /// has no default path. Removes drafts that killed processes left there.
    pub fn new(args: &CheckpointArgs, out: &OutArgs) -> Checkpoint {
        let beside = || {
            let mut name = OsString::from(&out.out);
            name.push(".checkpoint");
            PathBuf::from(name)
        };
        let path = args.checkpoint.clone().or_else(|| (!out.is_stdout()).then(beside));
        path.iter().for_each(|path| Disk::default().sweep(path));
        Checkpoint {
            path,
            interval: Duration::from_secs(args.save_every.unwrap_or(SAVE_EVERY).into()),
            saved: Instant::now(),
        }
    }

    /// The path as text.
    pub fn shown(&self) -> Option<String> {
        self.path.as_deref().map(|path| path.display().to_string())
    }

    /// The saved evaluation of x^(2^t), if there is one. A checkpoint of something else is refused,
    /// not overwritten.
    pub fn resume<S: Delay>(&self, group: &AnyGroup, x: &Elem, t: u64) -> Result<Option<S>, Failure> {
        let Some(path) = self.existing() else { return Ok(None) };
        let evaluation: S = read(path, group)?;
        let other = if evaluation.t() != t {
            format!("a delay of {} squarings, not {t}", evaluation.t())
        } else if !group.equal(evaluation.input(), x) {
            "another input".to_owned()
        } else {
            return Ok(Some(evaluation));
        };
        Err(self.of_another(other))
    }

    /// The saved evaluation of a list of different delays, by the same rules.
    pub fn resume_varied<'a>(
        &self,
        group: &'a AnyGroup,
        prover: &'a varied::Prover<'a, Elem>,
    ) -> Result<Option<varied::Squarings<'a, AnyGroup>>, Failure> {
        let Some(path) = self.existing() else { return Ok(None) };
        let bytes = files::read(path, MAX_VARIED_FILE)?;
        let other = match varied::Squarings::resume(group, prover, &bytes) {
            Ok(evaluation) => return Ok(Some(evaluation)),
            Err(varied::ResumeError::Checkpoint(ResumeError::Whole | ResumeError::Segmented)) => {
                "one delay".to_owned()
            }
            Err(varied::ResumeError::Checkpoint(error)) => return Err(unreadable(path, error)),
            Err(varied::ResumeError::Level { expected, found }) => {
                format!("a proof at level {found}, not {expected}")
            }
            Err(_) => "another list".to_owned(),
        };
        Err(self.of_another(other))
    }

    /// The path, if something exists there.
    fn existing(&self) -> Option<&Path> {
        self.path.as_deref().filter(|path| path.symlink_metadata().is_ok())
    }

    /// The error for a checkpoint of another computation.
    pub fn of_another(&self, other: impl std::fmt::Display) -> Failure {
        let path = self.shown().unwrap_or_default();
        Failure::new(Code::Refused, format_args!("{path} is the checkpoint of {other}"))
            .hint("give the same command as before, or another --checkpoint")
    }

    /// Whether the next save is due.
    pub fn is_due(&self) -> bool {
        self.path.is_some() && self.saved.elapsed() >= self.interval
    }

    /// Saves the evaluation.
    pub fn save(&mut self, evaluation: &impl State) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        self.saved = Instant::now();
        AtomicFile::write_all_to(path, Secrecy::Public, true, &evaluation.to_bytes())
    }

    /// Removes the checkpoint, after the proof is written or if it will never be.
    pub fn remove(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let message =
                    format_args!("{} is not needed any more, but can't be removed: {error}", path.display());
                Err(Failure::new(Code::Refused, message).hint("remove it yourself"))
            }
            _ => Ok(()),
        }
    }
}

/// The error for a proof that fails its own check after the squarings: either the checkpoint or the
/// machine is wrong.
pub fn wrong_proof(reason: impl Into<Failure>) -> Failure {
    let hint = "the checkpoint was made wrong, or this machine computes wrong: delete it and start again";
    reason.into().about("the proof does not hold and was not written").hint(hint)
}

/// Reads the checkpoint file of one delay.
pub fn read<S: Delay>(path: &Path, group: &AnyGroup) -> Result<S, Failure> {
    let bytes = files::read(path, S::MAX_FILE)?;
    S::from_bytes(group, &bytes).map_err(|error| unreadable(path, error))
}

fn unreadable(path: &Path, error: ResumeError) -> Failure {
    let hint = match error {
        ResumeError::Group => "give the --group that it was made in, or another --checkpoint",
        ResumeError::Segmented => "`heliast vdf eval --system segmented` goes on from it and proves it",
        ResumeError::Whole => "go on from it without --system segmented, or give another --checkpoint",
        ResumeError::Varied => "`heliast batch prove` goes on from it; give another --checkpoint",
        ResumeError::Roots => "give the --group that it was made in, such as roots-2048",
        ResumeError::Format => {
            "check the path; if it is a checkpoint that was cut short, delete it to start again"
        }
        _ => "it is damaged: delete it to start again, or take it from a backup",
    };
    Failure::from(error).about(path.display()).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{class_group, group, out};
    use heliast_vdf::{delay_input, segments::Cut};
    use tempfile::TempDir;

    const T: u64 = 100;

    /// The checkpoint of a command with this --checkpoint and --out, `-` or in the directory.
    fn checkpoint(dir: &TempDir, named: Option<&str>, product: &str, save_every: u32) -> Checkpoint {
        let place = |name: &str| if name == "-" { PathBuf::from(name) } else { dir.path().join(name) };
        let args = CheckpointArgs { checkpoint: named.map(place), save_every: Some(save_every) };
        Checkpoint::new(&args, &out(place(product)))
    }

    /// An evaluation of `message` after some of T squarings.
    fn begun(group: &AnyGroup, message: &str) -> Evaluation<AnyGroup> {
        let mut evaluation = Evaluation::start(group, delay_input(group, message.as_bytes()), T).unwrap();
        assert!(!evaluation.advance(T / 2));
        evaluation
    }

    #[test]
    fn it_lies_beside_the_proof_unless_it_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let shown = |named, product| checkpoint(&dir, named, product, 60).shown();
        let place = |name: &str| Some(dir.path().join(name).display().to_string());
        assert_eq!(shown(None, "proof"), place("proof.checkpoint"));
        assert_eq!(shown(None, "proof.hlvp"), place("proof.hlvp.checkpoint"));
        assert_eq!(shown(Some("state"), "proof"), place("state"));
        assert_eq!(shown(Some("state"), "-"), place("state"));
        assert_eq!(shown(None, "-"), None);
    }

    #[test]
    fn without_a_place_nothing_is_saved_and_nothing_fails() {
        let (dir, group) = (tempfile::tempdir().unwrap(), group());
        let evaluation = begun(&group, "m");
        let mut checkpoint = checkpoint(&dir, None, "-", 0);
        assert!(!checkpoint.is_due());
        checkpoint.save(&evaluation).unwrap();
        let resumed = checkpoint.resume::<Evaluation<_>>(&group, evaluation.input(), T).unwrap();
        assert!(resumed.is_none());
        checkpoint.remove().unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn it_is_due_after_its_interval() {
        let dir = tempfile::tempdir().unwrap();
        assert!(checkpoint(&dir, None, "proof", 0).is_due());
        assert!(!checkpoint(&dir, None, "proof", 86_400).is_due());
    }

    #[test]
    fn an_evaluation_goes_on_where_it_was_saved() {
        for group in [group(), class_group()] {
            an_evaluation_in_this_group_goes_on(&group);
        }
    }

    fn an_evaluation_in_this_group_goes_on(group: &AnyGroup) {
        let dir = tempfile::tempdir().unwrap();
        let mut evaluation = begun(group, "m");
        let mut checkpoint = checkpoint(&dir, None, "proof", 60);
        let resume =
            |checkpoint: &Checkpoint| checkpoint.resume(group, &delay_input(group, b"m"), T).unwrap();
        assert!(resume(&checkpoint).is_none_or(|_: Evaluation<_>| false));
        checkpoint.save(&evaluation).unwrap();
        let mut resumed: Evaluation<_> = resume(&checkpoint).unwrap();
        assert_eq!(resumed.done(), evaluation.done());

        // A later state replaces an earlier one.
        evaluation.advance(T / 4);
        checkpoint.save(&evaluation).unwrap();
        assert!(resume(&checkpoint).is_some_and(|later: Evaluation<_>| later.done() > resumed.done()));
        evaluation.advance(T);
        resumed.advance(T);
        assert!(group.equal(resumed.output().unwrap(), evaluation.output().unwrap()));

        checkpoint.remove().unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        checkpoint.remove().unwrap();
    }

    #[test]
    fn that_of_something_else_is_refused_and_kept() {
        let (dir, group) = (tempfile::tempdir().unwrap(), group());
        let mut checkpoint = checkpoint(&dir, Some("state"), "proof", 60);
        checkpoint.save(&begun(&group, "m")).unwrap();
        let before = fs::read(dir.path().join("state")).unwrap();
        let (m, n) = (delay_input(&group, b"m"), delay_input(&group, b"n"));
        for (x, t, other) in [(&m, T + 1, "a delay of 100 squarings, not 101"), (&n, T, "another input")] {
            let failure = checkpoint.resume::<Evaluation<_>>(&group, x, t).err().unwrap();
            assert!(
                failure.to_string().ends_with(&format!("state is the checkpoint of {other}")),
                "{failure}"
            );
            assert_eq!(failure.code(), Code::Refused);
            assert!(failure.hint_text().contains("another --checkpoint"), "{}", failure.hint_text());
        }
        assert_eq!(fs::read(dir.path().join("state")).unwrap(), before);
    }

    /// Each kind of unusable checkpoint file has a hint.
    #[test]
    fn what_cannot_be_gone_on_from_says_what_to_do() {
        let (dir, group) = (tempfile::tempdir().unwrap(), group());
        let path = dir.path().join("state");
        let good = begun(&group, "m").to_bytes();
        let with_changed_byte = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            bytes
        };
        let cut = Cut::plan(T, 1);
        let suite = heliast::Suite::default();
        let segmented =
            SegmentedEvaluation::start(&group, delay_input(&group, b"m"), T, cut, suite).unwrap().to_bytes();
        let foreign = begun(&crate::testing::group(), "m").to_bytes();
        for (bytes, code, hint) in [
            (good[..good.len() - 1].to_vec(), Code::Malformed, "it is damaged"),
            (good[..3].to_vec(), Code::Malformed, "cut short"),
            (Vec::new(), Code::Malformed, "cut short"),
            (with_changed_byte(0), Code::Malformed, "check the path"),
            (with_changed_byte(good.len() - 1), Code::Malformed, "it is damaged"),
            (foreign, Code::Refused, "give the --group"),
            (segmented, Code::Refused, "--system segmented"),
        ] {
            fs::write(&path, bytes).unwrap();
            let failure = read::<Evaluation<_>>(&path, &group).err().unwrap();
            assert_eq!(failure.code(), code, "{failure}");
            assert!(failure.hint_text().contains(hint), "{failure}: {}", failure.hint_text());
            assert!(failure.to_string().starts_with(&path.display().to_string()), "{failure}");
        }
        fs::write(&path, &good).unwrap();
        let failure = read::<SegmentedEvaluation<_>>(&path, &group).err().unwrap();
        assert!(failure.hint_text().contains("without --system segmented"), "{}", failure.hint_text());
        assert!(read::<Evaluation<_>>(&path, &group).is_ok());
    }

    #[test]
    fn what_cannot_be_removed_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("state")).unwrap();
        let failure = checkpoint(&dir, Some("state"), "proof", 60).remove().unwrap_err();
        assert!(failure.to_string().contains("state is not needed any more"), "{failure}");
        assert_eq!((failure.code(), failure.hint_text()), (Code::Refused, "remove it yourself"));
    }

    #[test]
    fn drafts_of_killed_saves_are_swept_away() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(".proof.checkpoint.0123456789abcdef.tmp"), "begun").unwrap();
        checkpoint(&dir, None, "proof", 60);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
