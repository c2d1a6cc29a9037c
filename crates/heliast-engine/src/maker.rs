//! A thread that makes hash trees, one after the other, while rounds go on.

#[cfg(test)]
mod tests;

use super::rotation::Protection;
use heliast::stateful::Terms;
use heliast_keystore::{Error, Generation, Request, Settings, Store};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

/// A key to be made.
pub(super) struct Job {
    pub(super) participant: u32,
    /// The folder of its store.
    pub(super) dir: PathBuf,
    /// The terms of the key, if none was begun yet.
    pub(super) terms: Terms,
    /// An existing key that ends in this round or before is replaced.
    pub(super) useful_at: u64,
}

pub(super) type Made = (u32, Result<Store, Error>);

/// The thread, and the channels to it. It ends soon after this is dropped. If a job asks for a key that was
/// begun before, the thread finishes that key.
pub(super) struct Maker {
    jobs: Option<Sender<Job>>,
    made: Receiver<Made>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Maker {
    pub(super) fn start(settings: Settings, protection: Protection) -> Maker {
        let ((jobs, todo), (done, made)) = (mpsc::channel::<Job>(), mpsc::channel());
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        // The other cores are left to the delays of the rounds.
        let settings = Settings { threads: std::num::NonZero::<usize>::MIN, ..settings };
        let work = move || {
            for job in todo {
                let participant = job.participant;
                let made = make(job, &settings, &protection, &stopped);
                if stopped.load(Ordering::Relaxed) || done.send((participant, made)).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("hash trees".to_owned()).spawn(work).ok();
        Maker { jobs: Some(jobs), made, stop, thread }
    }

    pub(super) fn make(&mut self, job: Job) {
        // Without the thread no tree is made: see `is_gone`.
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    /// Whether the thread could not be started, or has ended too early. Then no tree is made, and stateless
    /// keys draw from then on: the operator must be warned, but the beacon goes on.
    pub(super) fn is_gone(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// A key that is complete, or the reason why it is not.
    pub(super) fn made(&mut self) -> Option<Made> {
        self.made.try_recv().ok()
    }

    /// A maker whose thread could not be started.
    #[cfg(test)]
    pub(super) fn without_thread() -> Maker {
        let ((jobs, _), (_, made)) = (mpsc::channel(), mpsc::channel());
        Maker { jobs: Some(jobs), made, stop: Arc::default(), thread: None }
    }

    /// Waits for the next result.
    #[cfg(test)]
    pub(super) fn wait(&mut self) -> Made {
        self.made.recv().unwrap()
    }
}

impl Drop for Maker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn make(job: Job, settings: &Settings, protection: &Protection, stop: &AtomicBool) -> Result<Store, Error> {
    let Job { dir, terms, useful_at, .. } = job;
    let resumed = Generation::resume(&dir, protection.of_one(&dir), settings.clone());
    let is_of_use = |found: Terms| {
        let same = (found.scheme(), found.height(), found.slots());
        same == (terms.scheme(), terms.height(), terms.slots())
            && found.first() <= terms.first()
            && found.first().saturating_add(found.rounds()) > useful_at
    };
    let generation = match resumed {
        Ok(found) if is_of_use(found.terms()) => found,
        other => {
            drop(other);
            // A complete key has a witness outside its directory.
            if let Ok(store) = Store::open(&dir, protection.opening(&dir), settings) {
                store.destroy()?;
            }
            clear(&dir)?;
            let request = Request { terms, subtree: None, seeds: None };
            Generation::create(&dir, request, protection.of_one(&dir), settings.clone())?
        }
    };
    generation.run(stop, |_| ())?;
    Store::open(&dir, protection.opening(&dir), settings)
}

/// Removes the remains of a key that was never announced.
fn clear(dir: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::Io { path: dir.to_owned(), error })
        }
        _ => Ok(()),
    }
}
