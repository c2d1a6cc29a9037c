//! Delays of rounds (`spec/evm.md`), each evaluated on its own thread, with checkpoints in a folder, so that
//! neither a crash nor a restart costs squarings.

use crate::{
    abi::{Entropy, Seed},
    events::Events,
    failure::Failure,
};
use alloy_primitives::{Address, U256, keccak256};
use heliast_disk::{Disk, Lock, Secrecy};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{Drawing, Evaluation, Form, PrimeMode, ProofFile, Statement, Suite};
use serde_json::json;
use std::{
    fmt::Display,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time from one checkpoint to the next.
const INTERVAL: Duration = Duration::from_secs(60);
/// Squarings between two checks of the clock and of a request to stop: less than a second on any machine.
const SLICE: u64 = 1 << 14;
/// The longest file: 65,536 elements of 2048 bits, and the other fields.
const LONGEST: usize = 20 << 20;
/// Bits of the challenge: the strongest hinted suite whose prime fits a word of the EVM.
const BITS: u16 = 248;
/// Bytes of an element.
const ELEMENT: usize = 256;

/// The delay of a round, and the prover.
#[derive(Clone, Debug)]
pub struct Task {
    /// The chain's number.
    pub chain: u64,
    /// The contract.
    pub coordinator: Address,
    /// The round.
    pub round: u64,
    /// Its entropy.
    pub entropy: Entropy,
    /// t, the number of squarings.
    pub squarings: u64,
    /// The context of the proof.
    pub prover: Address,
}

/// A finished proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// y ‖ π ‖ hint, 514 bytes.
    pub bytes: Vec<u8>,
    /// The first 25 bytes of keccak256(y).
    pub seed: Seed,
}

impl Task {
    /// x: the hash of chain, contract, round and entropy.
    fn input(&self, group: &RsaGroup) -> <RsaGroup as Group>::Elem {
        let message = [
            &b"\x14heliast/evm-round/v1"[..],
            &U256::from(self.chain).to_be_bytes::<32>(),
            self.coordinator.as_slice(),
            &self.round.to_be_bytes(),
            self.entropy.as_slice(),
        ];
        heliast_vdf::delay_input(group, &message.concat())
    }

    /// The name of the task's files, which is unique to this task.
    fn name(&self) -> String {
        let all = [
            &U256::from(self.chain).to_be_bytes::<32>()[..],
            self.coordinator.as_slice(),
            self.entropy.as_slice(),
            self.prover.as_slice(),
        ];
        format!("{}-{}", self.round, hex::encode(&keccak256(all.concat())[..8]))
    }
}

/// A folder of checkpoints and proofs, which one process locks at a time.
pub struct Folder {
    path: PathBuf,
    disk: Disk,
    _lock: Lock,
}

impl Folder {
    /// Locks a folder, which is created if it is missing.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written or another process has locked it.
    pub fn take(path: &Path) -> Result<Folder, Failure> {
        let disk = Disk::default();
        disk.create_dir(path)?;
        let lock = Lock::take(&path.join("lock"))?
            .ok_or_else(|| Failure::refused(format!("another process works in {}", path.display())))?;
        Ok(Folder { path: path.to_owned(), disk, _lock: lock })
    }

    fn checkpoint(&self, task: &Task) -> PathBuf {
        self.path.join(format!("{}.checkpoint", task.name()))
    }

    fn proof(&self, task: &Task) -> PathBuf {
        self.path.join(format!("{}.proof", task.name()))
    }

    /// Removes a task's files.
    ///
    /// # Errors
    /// Errors of the disk. Files that stay only take space.
    pub fn remove(&self, task: &Task) -> Result<(), heliast_disk::Error> {
        self.disk.remove_if_there(&self.proof(task))?;
        self.disk.remove_if_there(&self.checkpoint(task))
    }

    /// The saved evaluation, if it belongs to this task; otherwise a new one. `trouble` is called if the file
    /// is not usable.
    fn resume(
        &self,
        task: &Task,
        group: &RsaGroup,
        trouble: impl Fn(&str),
    ) -> Result<Evaluation<RsaGroup>, String> {
        let x = task.input(group);
        let saved = |bytes: &[u8]| {
            let saved = Evaluation::from_bytes(group, bytes).map_err(|error| error.to_string())?;
            let is_ours = saved.t() == task.squarings && group.equal(saved.input(), &x);
            if is_ours { Ok(saved) } else { Err("it is of another delay".to_owned()) }
        };
        match self.used(&self.checkpoint(task), saved, trouble) {
            Some(saved) => Ok(saved),
            None => Evaluation::start(group, x, task.squarings).map_err(|error| error.to_string()),
        }
    }

    /// A proof that was finished earlier, if it is valid. `trouble` is called if the file is not usable.
    fn finished(&self, task: &Task, group: &RsaGroup, trouble: impl Fn(&str)) -> Option<Proof> {
        let proof = |bytes: &[u8]| {
            let file = ProofFile::from_bytes(bytes).map_err(|error| error.to_string())?;
            checked(task, group, &file)
        };
        self.used(&self.proof(task), proof, trouble)
    }

    /// Reads a file; `None` if it is missing or not usable.
    fn used<T>(
        &self,
        path: &Path,
        read: impl Fn(&[u8]) -> Result<T, String>,
        trouble: impl Fn(&str),
    ) -> Option<T> {
        let found = match self.disk.read(path, LONGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => Err(error.to_string()),
            Ok(bytes) => read(&bytes).map_err(|reason| format!("{}: {reason}", path.display())),
        };
        found.inspect_err(|reason| trouble(&format!("not used: {reason}"))).ok()
    }
}

/// The suite of the contracts.
fn suite() -> Result<Suite, String> {
    Suite::new(PrimeMode::Hinted, BITS).ok_or_else(|| format!("there is no hinted suite of {BITS} bits"))
}

fn seed_of(y: &[u8]) -> Seed {
    Seed::from_slice(&keccak256(y)[..Seed::len_bytes()])
}

/// The proof in a file, if it is a valid one for this task.
fn checked(task: &Task, group: &RsaGroup, file: &ProofFile) -> Result<Proof, String> {
    let Statement { x, t, .. } =
        file.open_in_context(group, task.prover.as_slice()).map_err(|error| error.to_string())?;
    if t != task.squarings || !group.equal(&x, &task.input(group)) || file.suite != suite()? {
        return Err("the proof is of another delay".to_owned());
    }
    match (&file.form, file.hint) {
        (Form::Output { y, proof }, Some(hint)) if y.len() == ELEMENT && proof.len() == ELEMENT => {
            let bytes = [y, proof, &hint.to_be_bytes()[..]].concat();
            Ok(Proof { bytes, seed: seed_of(y) })
        }
        _ => Err("the proof has another form".to_owned()),
    }
}

/// A delay that is being worked off. It stops, and saves a checkpoint, when this is dropped.
pub struct Running {
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    result: Receiver<Result<Proof, String>>,
    thread: Option<JoinHandle<()>>,
}

/// The squarings done in an evaluation.
#[derive(Default)]
struct Progress {
    /// The number of squarings when the evaluation began or was resumed.
    from: AtomicU64,
    done: AtomicU64,
}

impl Running {
    /// Begins an evaluation, or resumes it.
    ///
    /// # Errors
    /// Errors of the system if no thread can be started.
    pub fn start(
        task: Task,
        folder: Arc<Folder>,
        threads: usize,
        squarings: Arc<AtomicU64>,
        events: Arc<Events>,
    ) -> io::Result<Running> {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, result) = channel();
        let (wish, progress) = (Arc::clone(&stop), Arc::new(Progress::default()));
        let shown = Arc::clone(&progress);
        let work = move || {
            let work = Work {
                task: &task,
                folder: &folder,
                stop: &wish,
                progress: &shown,
                squarings: &squarings,
                events: &events,
            };
            if let Some(done) = work.run(threads).transpose() {
                // The receiver may be gone.
                let _ = tell.send(done);
            }
        };
        let thread = thread::Builder::new().name("delay".to_owned()).spawn(work)?;
        Ok(Running { stop, progress, result, thread: Some(thread) })
    }

    /// The proof, or the reason why it is missing, once the evaluation has ended.
    pub fn look(&self) -> Option<Result<Proof, String>> {
        match self.result.try_recv() {
            Ok(done) => Some(done),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the evaluation has ended without a result".to_owned()))
            }
        }
    }

    /// The number of squarings when it began or was resumed, and the number now.
    pub fn progress(&self) -> (u64, u64) {
        (self.progress.from.load(Ordering::Relaxed), self.progress.done.load(Ordering::Relaxed))
    }

    /// Asks the evaluation to stop, without waiting for it.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A panic in the thread was printed already, and its delay starts over.
            let _ = thread.join();
        }
    }
}

struct Work<'a> {
    task: &'a Task,
    folder: &'a Folder,
    stop: &'a AtomicBool,
    progress: &'a Progress,
    squarings: &'a AtomicU64,
    events: &'a Events,
}

impl Work<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The proof; `None` if the evaluation was stopped.
    fn run(&self, threads: usize) -> Result<Option<Proof>, String> {
        let group = RsaGroup::rsa_2048();
        if let Some(proof) = self.folder.finished(self.task, &group, |message| self.trouble(message)) {
            return Ok(Some(proof));
        }
        let mut evaluation = self.folder.resume(self.task, &group, |message| self.trouble(message))?;
        self.progress.done.store(evaluation.done(), Ordering::Relaxed);
        self.progress.from.store(evaluation.done(), Ordering::Relaxed);
        let mut last = Instant::now();
        loop {
            let before = evaluation.done();
            let is_done = evaluation.advance(SLICE);
            self.squarings.fetch_add(evaluation.done() - before, Ordering::Relaxed);
            self.progress.done.store(evaluation.done(), Ordering::Relaxed);
            if self.is_stopped() || is_done || last.elapsed() >= INTERVAL {
                self.save(&evaluation);
                last = Instant::now();
            }
            if self.is_stopped() {
                return Ok(None);
            }
            if is_done {
                return self.prove(&group, &evaluation, threads);
            }
        }
    }

    fn prove(
        &self,
        group: &RsaGroup,
        evaluation: &Evaluation<RsaGroup>,
        threads: usize,
    ) -> Result<Option<Proof>, String> {
        let text = |error: &dyn Display| error.to_string();
        let drawing = Drawing::new(suite()?, self.task.prover.as_slice()).ok_or("an address is a context")?;
        let proved = heliast_vdf::prove(evaluation, drawing, threads, |_| !self.is_stopped());
        let (y, proof) = match proved {
            Err(heliast_vdf::ProveError::Interrupted) => return Ok(None),
            proved => proved.map_err(|error| text(&error))?,
        };
        let statement = Statement { x: evaluation.input().clone(), y, t: evaluation.t() };
        let file = ProofFile::new(group, &statement, &proof, drawing, false).map_err(|error| text(&error))?;
        // A checkpoint may be wrong; a proof that is posted must be valid.
        let proof = checked(self.task, group, &file).inspect_err(|_| {
            let _ = self.folder.remove(self.task);
        })?;
        // A proof that could not be saved can still be used now.
        let path = self.folder.proof(self.task);
        let kept = self.folder.disk.replace(&path, Secrecy::Public, &file.to_bytes());
        let kept = kept.and_then(|()| self.folder.disk.remove_if_there(&self.folder.checkpoint(self.task)));
        if let Err(error) = kept {
            self.trouble(&format!("the proof is not kept: {error}"));
        }
        Ok(Some(proof))
    }

    /// Saves the evaluation if possible. Without a checkpoint, an interrupted run starts again.
    fn save(&self, evaluation: &Evaluation<RsaGroup>) {
        let path = self.folder.checkpoint(self.task);
        if let Err(error) = self.folder.disk.replace(&path, Secrecy::Public, &evaluation.to_bytes()) {
            self.trouble(&format!("no checkpoint: {error}"));
        }
    }

    fn trouble(&self, message: &str) {
        self.events.tell("trouble", json!({ "round": self.task.round, "message": message }));
    }
}

#[cfg(test)]
mod tests;
