//! `heliast open`: opens an envelope, by its delay, an opening, or a key.

use super::vdf_eval::{advance, interrupted};
use crate::{
    checkpoints::{Checkpoint, CheckpointArgs},
    envelopes::{Squaring, Times, note_review, proved},
    failure::{Code, Failure},
    files::{self, AtomicFile, OutArgs, Secrecy, check_distinct, check_new},
    interrupt,
    report::Report,
    reports::{EnvelopeOpened, OpenedBy},
    ui::Ui,
};
use heliast_envelope::{
    Lock,
    age::{FileKey, Header, Opener, armor, x25519::Identity},
};
use heliast_vdf::ProofFile;
use std::{
    io::{self, BufReader, Read, Write},
    path::PathBuf,
};

/// Open an envelope by computing its delay
///
/// Ctrl-C saves a checkpoint, and the same command goes on from there. An opening that somebody has published
/// opens it at once, and so does a key, if the envelope was sealed to one.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The envelope; `-` is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// An opening that somebody has published, which is checked
    #[arg(long, value_name = "FILE")]
    opening: Option<PathBuf>,
    /// A file with secret keys of age
    #[arg(short, long, value_name = "FILE", conflicts_with = "opening")]
    identity: Option<PathBuf>,
    /// Write the opening here, so that others need not work
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening", "identity"])]
    publish: Option<PathBuf>,
    #[command(flatten)]
    saving: CheckpointArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// The longest opening: elements of 8192 bits.
const MAX_OPENING: u64 = 8 << 10;

/// The file key, and the way in which it was found.
struct Found {
    file_key: FileKey,
    by: OpenedBy,
    t: Option<u64>,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.check(ui)?;
        note_review(ui);
        let mut input = BufReader::new(armor::Reader::new(BufReader::new(files::open(&self.file)?)));
        let malformed = |failure: Failure| failure.about(self.file.display());
        let header = Header::read(&mut input).map_err(|error| malformed(error.into()))?;
        let locks = header.stanzas().iter().filter_map(|stanza| Lock::from_stanza(stanza).transpose());
        let locks = locks.collect::<Result<Vec<_>, _>>().map_err(|error| malformed(error.into()))?;
        let mut checkpoint = Checkpoint::new(&self.saving, &self.out);
        let found = match (&self.identity, &self.opening) {
            (Some(path), _) => by_key(&header, path)?,
            (None, Some(path)) => by_opening(&locks, path)?,
            (None, None) => self.work(&locks, &mut checkpoint, ui)?,
        };
        let contents =
            Opener::new(input, &header, &found.file_key).map_err(|error| malformed(error.into()))?;
        let content_bytes = self.write(contents)?;
        checkpoint.remove()?;
        let published = self.publish.as_ref().map(|path| path.display().to_string().into());
        let Found { by: opened_by, t, .. } = found;
        let said = EnvelopeOpened { out: self.out.shown().into(), content_bytes, opened_by, t, published };
        let headline = format!("opened, {content_bytes} bytes written to {}", self.out.shown());
        let report = Report::of(headline, &said).show(&["opened_by", "t", "published"]);
        Ok(report.beside_stdout(self.out.is_stdout()))
    }

    /// Before the work, refuses files that can't be written or are used twice.
    fn check(&self, ui: &Ui) -> Result<(), Failure> {
        self.out.check(ui)?;
        self.saving.check(&self.out)?;
        let checkpoint = self.saving.checkpoint.as_deref();
        let paths = [Some(&*self.file), Some(&*self.out.out), self.publish.as_deref(), checkpoint];
        check_distinct(&paths.into_iter().flatten().collect::<Vec<_>>())?;
        self.publish.as_ref().map_or(Ok(()), |path| check_new(path, self.out.force))
    }

    /// Works off the lock with the shortest delay.
    fn work(&self, locks: &[Lock], checkpoint: &mut Checkpoint, ui: &Ui) -> Result<Found, Failure> {
        let lock = locks.iter().min_by_key(|lock| lock.fast_core_ns()).ok_or_else(|| {
            Failure::new(Code::Refused, format_args!("{} was sealed for no delay", self.file.display()))
                .hint("give the secret key of a recipient with --identity FILE")
        })?;
        let t = lock.t();
        let resumed: Option<Squaring> = checkpoint.resume(lock.place().group(), lock.x(), t)?;
        let mut evaluation = resumed.unwrap_or_else(|| lock.evaluation());
        let times = Times::of(lock.place(), t - evaluation.done());
        ui.note(format_args!(
            "{} of {t} squarings in {} are left: {}",
            t - evaluation.done(),
            lock.place(),
            times.words()
        ));
        interrupt::catch()?;
        advance(t, &mut evaluation, checkpoint, ui)?;
        self.publish(lock, &evaluation, checkpoint, ui)?;
        // The evaluation is finished here, since `advance` returned true.
        let y = evaluation.output().ok_or_else(|| Failure::new(Code::Internal, "the delay is not done"))?;
        Ok(Found { file_key: lock.open(y)?, by: OpenedBy::Delay, t: Some(t) })
    }

    fn publish(
        &self,
        lock: &Lock,
        evaluation: &Squaring,
        checkpoint: &mut Checkpoint,
        ui: &Ui,
    ) -> Result<(), Failure> {
        let Some(path) = &self.publish else { return Ok(()) };
        let opening =
            proved(ui, |threads, go_on| lock.prove(evaluation, threads, go_on)).map_err(|failure| {
                let steps = (evaluation.done(), lock.t());
                if interrupt::requested() {
                    interrupted(steps, "squarings", evaluation, checkpoint)
                } else {
                    failure
                }
            })?;
        lock.check(&opening)?;
        AtomicFile::write_all_to(path, Secrecy::Public, self.out.force, &opening.to_bytes())
    }

    /// Writes the contents and returns the number of bytes.
    fn write(&self, mut contents: impl Read) -> Result<u64, Failure> {
        if self.out.is_stdout() {
            let mut stdout = io::stdout().lock();
            let bytes = self.copy(&mut contents, &mut stdout)?;
            stdout.flush().map_err(|error| files::unwritable(&self.out.out, &error))?;
            return Ok(bytes);
        }
        let mut file = AtomicFile::create(&self.out.out, Secrecy::Public, self.out.force)?;
        let bytes = self.copy(&mut contents, &mut file)?;
        file.commit()?;
        Ok(bytes)
    }

    fn copy(&self, contents: &mut dyn Read, to: &mut dyn Write) -> Result<u64, Failure> {
        io::copy(contents, to).map_err(|error| match error.downcast::<heliast_envelope::age::Error>() {
            Ok(error) => Failure::from(error).about(self.file.display()),
            Err(error) => files::unwritable(&self.out.out, &error),
        })
    }
}

/// Opens with the secret keys in a file: one for each line that is not empty and not a comment.
fn by_key(header: &Header, path: &std::path::Path) -> Result<Found, Failure> {
    let bytes = files::read_secret(path)?;
    let bad = |what: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{} holds no keys of age: {what}", path.display()))
            .hint("`age-keygen` makes such a file")
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| bad(&error))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let identity = line.parse::<Identity>().map_err(|error| bad(&error))?;
        for stanza in header.stanzas() {
            if let Some(file_key) = identity.unwrap(stanza)? {
                return Ok(Found { file_key, by: OpenedBy::Key, t: None });
            }
        }
    }
    Err(Failure::new(Code::Refused, format_args!("it was sealed to no key of {}", path.display()))
        .hint("leave out --identity to work the delay off"))
}

/// Opens with a published opening.
fn by_opening(locks: &[Lock], path: &std::path::Path) -> Result<Found, Failure> {
    let about = |failure: Failure| failure.about(path.display());
    let bytes = files::read(path, MAX_OPENING)?;
    let opening = ProofFile::from_bytes(&bytes).map_err(|error| about(error.into()))?;
    let lock = locks.iter().find(|lock| lock.is_named_by(&opening)).ok_or_else(|| {
        about(Failure::new(Code::Invalid, "it is the opening of another envelope"))
            .hint("leave out --opening to work the delay off")
    })?;
    let file_key = lock.open_with(&opening).map_err(|error| about(error.into()))?;
    Ok(Found { file_key, by: OpenedBy::Opening, t: Some(lock.t()) })
}
