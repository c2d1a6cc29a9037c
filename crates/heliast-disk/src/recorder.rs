//! A disk for tests: it records all calls, fails on demand, and loses in a crash what was not made durable.
//!
//! It works in real directories, so that locks, links, modes and the identity of files are real. Only syncs
//! are simulated, since this module keeps track of what is durable. Before a crash, the simulated process
//! must have closed its files.
//!
//! A crash leaves:
//!
//! - everything that was synced;
//! - of the writes into a file since its last sync, any number of the first ones, and any sectors of 512
//!   bytes of the next write (if that is within one sector, any of its halves);
//! - of the changes of each name since the last sync of its directory, any number of the first ones; of a
//!   rename, which changes two names, both changes or neither;
//! - of the writes before a failed sync, as much as if there had been no sync, even after later syncs.
//!
//! An [`Explorer`] visits all these states, and lets each call fail.

mod crash;
mod explorer;
mod names;
#[cfg(test)]
mod tests;
mod writes;

pub use crash::{Doubt, Loss, every_answer};
pub use explorer::{Explorer, Figures, Trial, Violation};

use crate::{
    access::Secrecy,
    calls::{Calls, System},
    disk::Disk,
};
use names::Names;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use writes::Writes;

/// A limit that no scenario reaches.
const MOST_CALLS: u64 = 10_000;

/// A call that changes files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// A file is made.
    Create(PathBuf),
    /// At an offset, this many bytes are written.
    Write(u64, usize),
    /// A file gets a length.
    SetLen(u64),
    /// The bytes of a file are made durable.
    Sync,
    /// A file or directory gets another name.
    Rename(PathBuf, PathBuf),
    /// A file gets a second name.
    Link(PathBuf, PathBuf),
    /// A name of a file is removed.
    Remove(PathBuf),
    /// A directory is made.
    CreateDir(PathBuf),
    /// A directory is removed.
    RemoveDir(PathBuf),
    /// The names in a directory are made durable.
    SyncDir(PathBuf),
}

/// A rule by which calls fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call with this number, counted from 0 from now on, fails with an error of this kind; later calls
    /// do not fail.
    Once(u64, io::ErrorKind),
    /// The process ends after this many more calls.
    EndAfter(u64),
    /// This many more bytes fit on the disk. A write is cut to the bytes that fit; without space no file
    /// becomes longer. Overwriting also uses up space.
    FullAfter(u64),
}

/// Syncs that the disk only pretends to do: a fault in a program, planted to check that tests find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Syncs of files.
    Files,
    /// Syncs of directories.
    Names,
}

/// A disk that records calls and simulates crashes. Clones are the same disk.
#[derive(Clone, Default)]
pub struct Recorder(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    fault: Option<Fault>,
    /// Calls since the fault was set.
    seen: u64,
    calls: Vec<Call>,
    writes: Writes,
    names: Names,
    session: Option<PathBuf>,
    omitted: Option<Omission>,
}

impl Recorder {
    /// The access to files on this disk.
    pub fn disk(&self) -> Disk {
        Disk::on(Arc::new(self.clone()))
    }

    /// Sets the directory for the files of the session; without it the disk has no such directory.
    pub fn set_session_dir(&self, dir: &Path) {
        self.state().session = Some(dir.to_owned());
    }

    /// Sets which syncs do nothing; `None` ends it.
    pub fn omit(&self, omitted: Option<Omission>) {
        self.state().omitted = omitted;
    }

    /// Sets which calls fail; `None` ends it.
    pub fn set_fault(&self, fault: Option<Fault>) {
        let mut state = self.state();
        (state.fault, state.seen) = (fault, 0);
    }

    /// The calls so far, including failed ones.
    pub fn calls(&self) -> Vec<Call> {
        self.state().calls.clone()
    }

    /// The number of writes and changes of names that are not durable, so that a crash might undo them now.
    pub fn undurable(&self) -> usize {
        let state = self.state();
        state.writes.undurable().count() + state.names.undurable().count()
    }

    /// Simulates a loss of power, which also ends every fault. `loss` determines how much of the undurable
    /// data is lost.
    ///
    /// # Errors
    /// Errors of the file system in which the recorder works.
    pub fn crash(&self, loss: Loss) -> io::Result<()> {
        self.crash_by(&mut loss.answers())
    }

    /// Like [`crash`](Self::crash), but `answer` decides each doubt about what stays, with a number below
    /// [`Doubt::answers`]. For the same calls the doubts come in the same order.
    ///
    /// # Errors
    /// Errors of the file system in which the recorder works.
    pub fn crash_by(&self, answer: &mut dyn FnMut(Doubt) -> usize) -> io::Result<()> {
        self.crash_since(0, answer)
    }

    /// Like [`crash_by`](Self::crash_by), but the effects of all calls before the number `since` stay.
    fn crash_since(&self, since: u64, answer: &mut dyn FnMut(Doubt) -> usize) -> io::Result<()> {
        let mut state = self.state();
        (state.fault, state.seen) = (None, 0);
        state.writes.crash(since, answer)?;
        state.names.crash(since, answer)
    }

    /// The number of states that a crash may leave now, at most `most`.
    fn states(&self, most: u64) -> u64 {
        let state = self.state();
        state.writes.states(most).saturating_mul(state.names.states(most)).min(most)
    }

    /// The number of the first of the last `count` calls that are not durable.
    fn last_undurable(&self, count: usize) -> u64 {
        let state = self.state();
        let mut calls: Vec<_> = state.writes.undurable().chain(state.names.undurable()).collect();
        calls.sort_unstable();
        calls.dedup();
        calls.len().checked_sub(count).map_or(1, |first| calls[first])
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Records a call, and fails if it is to fail.
    fn begin(&mut self, call: Call) -> io::Result<()> {
        self.calls.push(call);
        self.names.call = self.number();
        let number = self.seen;
        self.seen += 1;
        match self.fault {
            Some(Fault::Once(at, kind)) if at == number => Err(kind.into()),
            Some(Fault::EndAfter(count)) if number >= count => Err(io::Error::other("the process has ended")),
            _ => Ok(()),
        }
    }

    /// The number of the current call, counted from 1.
    fn number(&self) -> u64 {
        self.calls.len() as u64
    }

    /// Whether the process had ended before this call, which then does nothing.
    fn is_over(&self) -> bool {
        matches!(self.fault, Some(Fault::EndAfter(count)) if self.seen > count + 1)
    }

    /// The part of these bytes for which there is space; the space is used up.
    fn fit<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some(Fault::FullAfter(space)) = &mut self.fault else { return bytes };
        let fitting = usize::try_from(*space).map_or(bytes.len(), |space| space.min(bytes.len()));
        *space -= fitting as u64;
        &bytes[..fitting]
    }

    fn is_full(&self) -> bool {
        matches!(self.fault, Some(Fault::FullAfter(0)))
    }
}

impl Calls for Recorder {
    fn create(&self, path: &Path, secrecy: Secrecy) -> io::Result<File> {
        let mut state = self.state();
        state.begin(Call::Create(path.to_owned()))?;
        let file = System.create(path, secrecy)?;
        state.names.made(path)?;
        Ok(file)
    }

    fn write(&self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let begun = state.begin(Call::Write(offset, bytes.len()));
        if state.is_over() {
            return begun;
        }
        // A failed write leaves its beginning.
        let done = if begun.is_ok() { state.fit(bytes) } else { &bytes[..bytes.len() / 3] };
        let call = state.number();
        state.writes.write(call, file, offset, done)?;
        match done.len() < bytes.len() {
            true => begun.and(Err(io::ErrorKind::StorageFull.into())),
            false => begun,
        }
    }

    fn set_len(&self, file: &File, len: u64) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::SetLen(len))?;
        if state.is_full() && file.metadata()?.len() < len {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let call = state.number();
        state.writes.set_len(call, file, len)
    }

    fn sync_data(&self, file: &File) -> io::Result<()> {
        let mut state = self.state();
        let begun = state.begin(Call::Sync);
        if state.omitted == Some(Omission::Files) {
            return begun;
        }
        // An ended process makes no calls. A failed sync means that its data may never become durable.
        if begun.is_ok() || matches!(state.fault, Some(Fault::Once(..))) {
            state.writes.sync(file, begun.is_ok())?;
        }
        begun
    }

    fn sync_all(&self, file: &File) -> io::Result<()> {
        self.sync_data(file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::Rename(from.to_owned(), to.to_owned()))?;
        state.names.rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::Link(from.to_owned(), to.to_owned()))?;
        fs::hard_link(from, to)?;
        state.names.made(to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::Remove(path.to_owned()))?;
        state.names.remove(path)
    }

    fn create_dir(&self, dir: &Path, secrecy: Secrecy) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::CreateDir(dir.to_owned()))?;
        System.create_dir(dir, secrecy)?;
        state.names.made(dir)
    }

    fn remove_dir(&self, dir: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::RemoveDir(dir.to_owned()))?;
        state.names.remove_dir(dir)
    }

    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.begin(Call::SyncDir(dir.to_owned()))?;
        if state.omitted == Some(Omission::Names) { Ok(()) } else { state.names.sync(dir) }
    }

    fn session_dir(&self) -> Option<PathBuf> {
        self.state().session.clone()
    }
}

/// Calls `scenario` with a new disk whose process ends after 0, 1, 2, ... calls, until it returns that it was
/// completed. Returns the number of calls that this took; `None` if 10,000 do not suffice.
pub fn every_end(mut scenario: impl FnMut(&Recorder) -> bool) -> Option<u64> {
    (0..MOST_CALLS).find(|count| {
        let recorder = Recorder::default();
        recorder.set_fault(Some(Fault::EndAfter(*count)));
        scenario(&recorder)
    })
}
