//! Generation of a key: all leaves are made once, subtree by subtree on all cores, and an interruption loses
//! no completed work.

use crate::{
    Error, Passphrase, Seeds, Settings,
    error::{At, Refusal},
    home::{Home, Witness},
    layout::Layout,
    mac::MacKey,
    marks::{self, MarkFile, Places, Record},
    public,
    roots::Roots,
    secret::Secret,
    trees::{self, Workshop},
};
use heliast_disk::Disk;
use heliast_vrf::{
    stateful::{PublicKey, Signer, Terms},
    tree::{Node, Piece},
};
use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// The time between two syncs, which is the work that a loss of power may cost. A killed process loses only
/// the subtrees that were not complete.
const SYNC_EVERY: Duration = Duration::from_secs(2);
/// The time between two reports of progress.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// A description of the key to make.
pub struct Request {
    /// The terms of the key.
    pub terms: Terms,
    /// The height s of its bottom subtrees, which are the unit of work, and of memory while the key is used.
    /// `None` stands for the usual height.
    pub subtree: Option<u8>,
    /// The seeds, which must be used for no other key. `None` stands for fresh ones.
    pub seeds: Option<Seeds>,
}

/// The progress of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of leaves that are done.
    pub done: u64,
    /// All leaves.
    pub total: u64,
}

/// A key that is being made, in its directory.
///
/// It needs memory for the top (2^(h − s + 1) nodes of 32 bytes), and for one subtree (2^(s + 1)) for each
/// thread.
pub struct Generation {
    disk: Disk,
    home: Home,
    settings: Settings,
    passphrase: Option<Passphrase>,
    secret: Secret,
    layout: Layout,
    signer: Signer,
    roots: Roots,
    key: MacKey,
}

impl Generation {
    /// Begins a key in `dir`, which is created if it is missing. The seeds are durable when this returns,
    /// under `passphrase` if there is one.
    ///
    /// # Errors
    /// [`Refusal::Exists`] if `dir` has a key; [`Error::Subtree`] if the tree cannot have such subtrees.
    pub fn create(
        dir: &Path,
        request: Request,
        passphrase: Option<Passphrase>,
        settings: Settings,
    ) -> Result<Generation, Error> {
        Generation::create_on(Disk::default(), dir, request, passphrase, settings)
    }

    /// Continues with the key in `dir`. A complete key does not change, except that lost parts of its tree
    /// are made again.
    ///
    /// # Errors
    /// [`Error::NoKey`] if the directory has no key; those of [`Store::open`](crate::Store::open)
    /// about its secret.
    pub fn resume(
        dir: &Path,
        passphrase: Option<Passphrase>,
        settings: Settings,
    ) -> Result<Generation, Error> {
        Generation::resume_on(Disk::default(), dir, passphrase, settings)
    }

    pub(crate) fn create_on(
        disk: Disk,
        dir: &Path,
        request: Request,
        passphrase: Option<Passphrase>,
        settings: Settings,
    ) -> Result<Generation, Error> {
        let Request { terms, subtree, seeds } = request;
        let subtree = subtree.unwrap_or(Layout::usual(terms.height()));
        Layout::new(terms.height(), subtree)?;
        let home = Home::create(&disk, dir)?;
        let seeds = seeds.map_or_else(Seeds::random, Ok)?;
        let origin = home.origin(settings.host)?;
        let secret = Secret { terms, subtree, origin, seeds, root: None };
        secret.write(&disk, &home.secret(), passphrase.as_ref())?;
        Generation::of(disk, home, secret, passphrase, settings)
    }

    pub(crate) fn resume_on(
        disk: Disk,
        dir: &Path,
        passphrase: Option<Passphrase>,
        settings: Settings,
    ) -> Result<Generation, Error> {
        let home = Home::open(dir)?;
        let secret = Secret::read(&home.secret(), passphrase.as_ref())?;
        Generation::of(disk, home, secret, passphrase, settings)
    }

    fn of(
        disk: Disk,
        home: Home,
        secret: Secret,
        passphrase: Option<Passphrase>,
        settings: Settings,
    ) -> Result<Generation, Error> {
        let layout = Layout::new(secret.terms.height(), secret.subtree)?;
        let key = MacKey::of(&secret);
        let signer = secret.signer();
        let roots = Roots::open(&disk, home.roots(), layout, key.clone())?;
        Ok(Generation { disk, home, settings, passphrase, secret, layout, signer, roots, key })
    }

    /// The terms of the key.
    pub fn terms(&self) -> Terms {
        self.secret.terms
    }

    /// The height of its bottom subtrees.
    pub fn subtree(&self) -> u8 {
        self.secret.subtree
    }

    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.secret.root.is_some() && self.roots.missing().is_empty()
    }

    /// The progress so far.
    pub fn progress(&self) -> Progress {
        let total = u64::from(self.secret.terms.leaves());
        let missing = self.roots.missing().len() as u64 * u64::from(self.layout.width());
        Progress { done: total - missing, total }
    }

    /// Makes the missing subtrees, on the settings' threads, and completes the key. It calls `tell` several
    /// times a second with the progress. When `stop` is set it ends within moments.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it was stopped, [`Refusal::AlreadyUsed`] if a key of the same seeds has
    /// answered on this machine, [`Refusal::BegunElsewhere`] if the key is complete now and must be adopted,
    /// [`Refusal::OtherProcess`] in a copy of the process.
    pub fn run(mut self, stop: &AtomicBool, tell: impl FnMut(Progress)) -> Result<PublicKey, Error> {
        self.home.of_this_process()?;
        self.fill(stop, tell)?;
        let row = self.roots.row().expect("none is missing");
        let root = *Piece::over(&self.signer, self.layout.subtree(), 0, row).root();
        match self.secret.root {
            Some(expected) if expected != root => {
                Err(Error::damaged(self.home.dir(), "its subtrees do not lead to the key's root"))
            }
            Some(_) => {
                // The process that completed the key may have been killed before the names were durable.
                self.disk.sync_names(self.home.dir())?;
                Ok(self.signer.public_key(root))
            }
            None => self.complete(root),
        }
    }

    /// Makes the missing subtrees' roots.
    fn fill(&mut self, stop: &AtomicBool, mut tell: impl FnMut(Progress)) -> Result<(), Error> {
        let (start, missing) = (self.progress(), self.roots.missing());
        let threads = self.settings.threads.get();
        let workers = threads.min(missing.len());
        if workers == 0 {
            return Ok(());
        }
        let (layout, signer, roots, disk) = (self.layout, &self.signer, &mut self.roots, &self.disk);
        let (made, ended) = (AtomicU64::new(0), AtomicBool::new(false));
        let workshop = Workshop { signer, threads: threads / workers, stop: &ended, made: &made };
        let todo = Mutex::new(missing.into_iter());
        let written: Result<(), Error> = thread::scope(|scope| {
            let (sender, results) = mpsc::sync_channel::<(u32, Node)>(workers);
            for _ in 0..workers {
                let sender = sender.clone();
                let (workshop, todo) = (&workshop, &todo);
                let next = move || todo.lock().expect("no thread panics with it").next();
                let work = move || {
                    while let Some(index) = next() {
                        let Some(piece) = workshop.subtree(layout, index) else { break };
                        if sender.send((index, *piece.root())).is_err() {
                            break;
                        }
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work).at(self.home.dir())?;
            }
            drop(sender);
            let mut synced = Instant::now();
            let mut take = || {
                loop {
                    match results.recv_timeout(TELL_EVERY) {
                        Ok((index, root)) => roots.set(disk, index, root)?,
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return roots.sync(disk),
                    }
                    if synced.elapsed() >= SYNC_EVERY {
                        roots.sync(disk)?;
                        synced = Instant::now();
                    }
                    if stop.load(Ordering::Relaxed) {
                        ended.store(true, Ordering::Relaxed);
                    }
                    tell(Progress { done: start.done + made.load(Ordering::Relaxed), ..start });
                }
            };
            take().inspect_err(|_| ended.store(true, Ordering::Relaxed))
        });
        written?;
        let Progress { done, total } = self.progress();
        if done < total { Err(Error::Interrupted { done, total }) } else { Ok(()) }
    }

    /// The last steps. A crash between any two leaves a key that is not complete and has answered nothing, so
    /// they are done again.
    fn complete(mut self, root: Node) -> Result<PublicKey, Error> {
        let public = self.signer.public_key(root);
        let first = trees::make(&self.signer, self.settings.threads.get(), self.layout, 0);
        trees::write(&self.disk, self.home.dir(), &first)?;
        public::write(&self.disk, &self.home.public(), &public)?;

        let witness = Witness::open(&self.disk, &self.settings, &public, &self.home)?;
        let turn = witness.take_turn(&self.home)?;
        self.unused(self.home.marks(), &witness)?;
        let before = self.unused(witness.path.clone(), &witness)?;
        let host = self.settings.host;
        let is_original = self.secret.origin == self.home.origin(host)?;
        if is_original {
            let record = Record::after(before.as_ref(), witness.key, None);
            marks::place(
                &self.disk,
                Places { store: &self.home.marks(), witnesses: &[&witness] },
                &self.key,
                host,
                record,
            )?;
        }

        drop(turn);
        self.secret.root = Some(root);
        self.secret.write(&self.disk, &self.home.secret(), self.passphrase.as_ref())?;
        // Without marks the key is complete, but answers nothing before it is adopted.
        if is_original { Ok(public) } else { Err(Refusal::BegunElsewhere(self.home.dir().to_owned()).into()) }
    }

    /// The record of a mark file from an interrupted completion, if there is one. It must not have marks.
    fn unused(&self, path: PathBuf, witness: &Witness) -> Result<Option<Record>, Error> {
        let Some(mut file) = MarkFile::open(&self.disk, path.clone())? else { return Ok(None) };
        let halves = file.read(&self.key, &witness.key)?;
        let unused = halves.newest.filter(|record| record.mark.is_none() && !halves.torn);
        unused.map(Some).ok_or_else(|| Refusal::AlreadyUsed { path }.into())
    }
}
