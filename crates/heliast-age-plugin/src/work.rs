//! The squarings of a delay, with a checkpoint file and progress messages.

use crate::connection::Connection;
use heliast_disk::{Disk, Secrecy};
use heliast_envelope::{
    Lock,
    age::{Error, FileKey},
};
use heliast_group::{AnyGroup, Group};
use heliast_vdf::Evaluation;
use sha2::{Digest, Sha256};
use std::{
    env, fs,
    io::{BufRead, Write},
    path::PathBuf,
    thread::available_parallelism,
    time::{Duration, Instant},
};

/// The time from one save, and one line for people, to the next.
const INTERVAL: Duration = Duration::from_secs(60);
/// The number of squarings between two looks at the clock: less than a second on any machine.
const SLICE: u64 = 1 << 14;
/// The length of the longest checkpoint in bytes: 65,536 elements of 8192 bits, and the rest.
const MAX_CHECKPOINT: usize = 80 << 20;

/// Opens a lock. Returns its file key, or the reason why it does not open.
///
/// # Errors
/// The errors of the connection.
pub fn open<R: BufRead, W: Write>(
    age: &mut Connection<R, W>,
    lock: &Lock,
) -> Result<Result<FileKey, String>, Error> {
    let place = Place::of(lock);
    let mut evaluation = place.resume(lock);
    let t = lock.t();
    age.tell(&format!(
        "{t} squarings, {} of them done; about {}",
        evaluation.done(),
        rest(lock, &evaluation)
    ))?;
    let mut last = Instant::now();
    while !evaluation.advance(SLICE) {
        if last.elapsed() >= INTERVAL {
            place.save(&evaluation);
            let percent = 100.0 * evaluation.done() as f64 / t as f64;
            age.tell(&format!("{percent:.1} % of {t} squarings; about {}", rest(lock, &evaluation)))?;
            last = Instant::now();
        }
    }
    let Some(y) = evaluation.output() else { return Ok(Err("the delay is not done".to_owned())) };
    let opened = lock.open(y).map_err(|reason| reason.to_string());
    if let Some(path) = place.publish(lock, &evaluation) {
        age.tell(&format!("its opening is {}: publish it, and nobody else has to work", path.display()))?;
    }
    Ok(opened)
}

/// The remaining time on a fast core.
fn rest(lock: &Lock, evaluation: &Evaluation<AnyGroup>) -> String {
    let left = lock.t() - evaluation.done();
    let seconds = lock.fast_core_ns() as f64 / 1e9 * left as f64 / lock.t() as f64;
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} seconds of a fast core are left"),
        seconds if seconds < 7200.0 => format!("{:.0} minutes of a fast core are left", seconds / 60.0),
        seconds => format!("{:.1} hours of a fast core are left", seconds / 3600.0),
    }
}

/// The files of an unfinished delay, if there is a home directory.
struct Place {
    folder: Option<PathBuf>,
    name: String,
}

impl Place {
    fn of(lock: &Lock) -> Place {
        let group = lock.place().group();
        let digest = Sha256::new()
            .chain_update(b"\x17heliast/age-plugin/file")
            .chain_update(group.id())
            .chain_update(lock.t().to_be_bytes())
            .chain_update(group.encode(lock.x()))
            .finalize();
        let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = cache.or_else(|| env::home_dir().map(|home| home.join(".cache")));
        Place { folder: cache.map(|cache| cache.join("heliast")), name: hex::encode(&digest[..16]) }
    }

    fn path(&self, suffix: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{}.{suffix}", self.name)))
    }

    /// The saved evaluation if it is of this lock, otherwise a new one.
    fn resume(&self, lock: &Lock) -> Evaluation<AnyGroup> {
        let group = lock.place().group();
        let saved = self.path("checkpoint").and_then(|path| Disk::default().read(&path, MAX_CHECKPOINT).ok());
        let saved = saved.and_then(|bytes| Evaluation::from_bytes(group, &bytes).ok());
        let is_ours =
            |saved: &Evaluation<AnyGroup>| saved.t() == lock.t() && group.equal(saved.input(), lock.x());
        saved.filter(is_ours).unwrap_or_else(|| lock.evaluation())
    }

    /// Saves the evaluation if possible. Without a checkpoint, an interrupted run starts again.
    fn save(&self, evaluation: &Evaluation<AnyGroup>) {
        self.write("checkpoint", &evaluation.to_bytes());
    }

    /// Writes the opening and removes the checkpoint.
    fn publish(&self, lock: &Lock, evaluation: &Evaluation<AnyGroup>) -> Option<PathBuf> {
        let threads = available_parallelism().map_or(1, usize::from);
        let opening = lock.prove(evaluation, threads, |_| true).ok()?;
        // A checkpoint may be wrong, but a published opening is valid.
        lock.check(&opening).ok()?;
        let written = self.write("opening", &opening.to_bytes())?;
        if let Some(path) = self.path("checkpoint") {
            // A checkpoint that stays only takes disk space.
            let _ = fs::remove_file(path);
        }
        Some(written)
    }

    fn write(&self, suffix: &str, bytes: &[u8]) -> Option<PathBuf> {
        let (folder, path) = (self.folder.as_ref()?, self.path(suffix)?);
        fs::create_dir_all(folder).ok()?;
        Disk::default().replace(&path, Secrecy::Public, bytes).ok()?;
        Some(path)
    }
}
