//! The parts of a key's tree for a proof's path: the top, the bottom subtree in use, and the next one, which
//! is made while this one is used.

use crate::{
    Error,
    frame::{self, Kind},
    layout::Layout,
    process::Process,
    roots::Roots,
};
use heliast_disk::{Disk, Secrecy};
use heliast_vrf::{
    stateful::Signer,
    tree::{self, Node, Nodes, Piece},
};
use std::{
    fs::{self, File},
    io::{self, Read},
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
};

/// The number of leaves between two checks whether to stop: a multiple of all lanes, and little work.
const CHUNK: usize = 128;
/// The greatest number of leaves that are made when a store is opened, to repair its roots file. If more are
/// missing, a generation is needed.
const MENDED: u32 = 1 << 16;
const PREFIX: &str = "subtree-";

/// Makes leaves, on threads that stop on request.
pub(crate) struct Workshop<'a> {
    pub(crate) signer: &'a Signer,
    pub(crate) threads: usize,
    pub(crate) stop: &'a AtomicBool,
    /// Counts the leaves that were made.
    pub(crate) made: &'a AtomicU64,
}

impl Workshop<'_> {
    /// Bottom subtree number `index`; `None` if it was stopped.
    pub(crate) fn subtree(&self, layout: Layout, index: u32) -> Option<Piece> {
        let width = layout.width() as usize;
        let mut row = Vec::with_capacity(2 * width); // room for the rows above
        row.resize(width, Node::default());
        let first = index << layout.subtree();
        let chunks = Mutex::new((first..).step_by(CHUNK).zip(row.chunks_mut(CHUNK)));
        let work = || {
            while !self.stop.load(Ordering::Relaxed) {
                let Some((first, leaves)) = chunks.lock().expect("no thread panics with it").next() else {
                    break;
                };
                self.signer.leaves(first, leaves);
                self.made.fetch_add(leaves.len() as u64, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            let more = 1..self.threads.min(width.div_ceil(CHUNK));
            // With fewer threads than requested it takes longer.
            more.for_each(|_| _ = thread::Builder::new().spawn_scoped(scope, work));
            work();
        });
        (!self.stop.load(Ordering::Relaxed)).then(|| Piece::over(self.signer, 0, index, row))
    }
}

/// The parts of one tree.
pub(crate) struct Trees {
    dir: PathBuf,
    disk: Disk,
    signer: Arc<Signer>,
    layout: Layout,
    threads: usize,
    top: Piece,
    current: Option<Piece>,
    /// The next subtree, if it was made ahead.
    next: Option<Piece>,
    ahead: Option<Ahead>,
}

/// The subtree that is being made.
struct Ahead {
    index: u32,
    stop: Arc<AtomicBool>,
    worker: JoinHandle<Option<Piece>>,
    /// The process that has the thread.
    process: Process,
}

impl Ahead {
    /// The subtree that was made, after the thread has ended. A thread that panicked made no subtree.
    fn join(self) -> Option<Piece> {
        if !self.process.is_this() {
            mem::forget(self.worker); // a copy of the process has no such thread, and would wait for ever
            return None;
        }
        self.worker.join().ok().flatten()
    }
}

impl Trees {
    /// Reads and mends the top.
    pub(crate) fn open(
        dir: &Path,
        disk: &Disk,
        signer: Arc<Signer>,
        layout: Layout,
        roots: &mut Roots,
        threads: usize,
        root: &Node,
    ) -> Result<Trees, Error> {
        let missing = roots.missing();
        if missing.len() as u64 * u64::from(layout.width()) > u64::from(MENDED) {
            let (missing, total) = (missing.len() as u32, layout.subtrees());
            return Err(Error::Unfinished { dir: dir.to_owned(), missing, total });
        }
        for index in &missing {
            roots.set(disk, *index, *make(&signer, threads, layout, *index).root())?;
        }
        if !missing.is_empty() {
            roots.sync(disk)?;
        }
        let row = roots.row().expect("none is missing");
        let top = Piece::over(&*signer, layout.subtree(), 0, row);
        if top.root() != root {
            return Err(Error::damaged(dir, "its subtrees do not lead to the key's root"));
        }
        let (dir, disk) = (dir.to_owned(), disk.clone());
        Ok(Trees { dir, disk, signer, layout, threads, top, current: None, next: None, ahead: None })
    }

    /// The path of `leaf`, from the leaf upwards.
    pub(crate) fn path(&mut self, leaf: u32) -> Result<Vec<Node>, Error> {
        let index = self.layout.subtree_of(leaf);
        let bottom = match self.current.take().filter(|piece| piece.index() == index) {
            Some(piece) => piece,
            None => self.subtree(index)?,
        };
        let path = tree::path(&[&bottom, &self.top], leaf);
        self.current = Some(bottom);
        Ok(path)
    }

    /// Begins to make the next subtree if `leaf` is in the second half of its own.
    pub(crate) fn look_ahead(&mut self, leaf: u32) {
        let next = self.layout.subtree_of(leaf) + 1;
        if !self.layout.is_past_half(leaf) || next == self.layout.subtrees() || self.is_near(next) {
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (dir, disk, layout) = (self.dir.clone(), self.disk.clone(), self.layout);
        let (signer, root, stopped) = (self.signer.clone(), *self.root_of(next), stop.clone());
        let work = move || {
            let made = AtomicU64::new(0);
            let found = read(&dir, &signer, layout, next, &root);
            found.or_else(|| {
                let workshop = Workshop { signer: &signer, threads: 1, stop: &stopped, made: &made };
                let piece = workshop.subtree(layout, next)?;
                // A process that needs the subtree and does not find it makes it again.
                let _ = write(&disk, &dir, &piece);
                Some(piece)
            })
        };
        // Without a thread the next subtree is made when it is needed.
        let worker = thread::Builder::new().name("next subtree".to_owned()).spawn(work);
        let process = Process::this();
        self.ahead = worker.ok().map(|worker| Ahead { index: next, stop, worker, process });
    }

    /// Waits until no subtree is being made.
    pub(crate) fn settle(&mut self) {
        let made = self.ahead.take().and_then(Ahead::join);
        self.next = made.or(self.next.take());
    }

    /// A subtree that is not the current one: the one made ahead, or from its file, or made now.
    fn subtree(&mut self, index: u32) -> Result<Piece, Error> {
        let piece = self
            .made_ahead(index)
            .or_else(|| read(&self.dir, &self.signer, self.layout, index, self.root_of(index)));
        let piece = match piece {
            Some(piece) => piece,
            None => {
                let piece = make(&self.signer, self.threads, self.layout, index);
                // This is only a cache: a full disk must not prevent an answer.
                let _ = write(&self.disk, &self.dir, &piece);
                piece
            }
        };
        if piece.root() != self.root_of(index) {
            return Err(Error::damaged(
                &subtree_path(&self.dir, index),
                "its root is not the one that the key was made with",
            ));
        }
        let _ = self.forget_all_but(index);
        Ok(piece)
    }

    /// The subtree that was made ahead, if it is this one. Unneeded work is stopped.
    fn made_ahead(&mut self, index: u32) -> Option<Piece> {
        if let Some(ahead) = self.ahead.as_ref().filter(|ahead| ahead.index != index) {
            ahead.stop.store(true, Ordering::Relaxed);
        }
        self.settle();
        self.next.take().filter(|piece| piece.index() == index)
    }

    fn is_near(&self, index: u32) -> bool {
        self.ahead.as_ref().is_some_and(|ahead| ahead.index == index)
            || self.next.as_ref().is_some_and(|piece| piece.index() == index)
    }

    fn root_of(&self, index: u32) -> &Node {
        &self.top.row()[index as usize]
    }

    /// Removes the files of subtrees that are used up or were skipped.
    fn forget_all_but(&self, index: u32) -> io::Result<()> {
        let kept = [index, index + 1].map(|index| subtree_path(&self.dir, index));
        for entry in fs::read_dir(&self.dir)? {
            let path = entry?.path();
            // A name that begins with a dot is a draft that a crash has left: no process is writing now.
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.trim_start_matches('.').starts_with(PREFIX) && !kept.contains(&path) {
                self.disk.remove(&path)?;
            }
        }
        Ok(())
    }
}

impl Drop for Trees {
    /// No thread may write into the store after its lock is released.
    fn drop(&mut self) {
        self.made_ahead(u32::MAX);
    }
}

/// Makes subtree number `index` on this many threads, and never stops.
pub(crate) fn make(signer: &Signer, threads: usize, layout: Layout, index: u32) -> Piece {
    let (stop, made) = (AtomicBool::new(false), AtomicU64::new(0));
    let workshop = Workshop { signer, threads, stop: &stop, made: &made };
    workshop.subtree(layout, index).expect("nobody stops it")
}

/// Puts a subtree into its file.
pub(crate) fn write(disk: &Disk, dir: &Path, piece: &Piece) -> Result<(), heliast_disk::Error> {
    let path = subtree_path(dir, piece.index());
    disk.replace(&path, Secrecy::Secret, &frame::seal(Kind::Subtree, &piece.to_bytes()))
}

/// The subtree in its file, if it exists and has the root; anything else there is ignored.
fn read(dir: &Path, signer: &Signer, layout: Layout, index: u32, root: &Node) -> Option<Piece> {
    // Place and leaves, in a frame.
    let most = frame::OVERHEAD + 64 + 32 * layout.width() as usize;
    let mut bytes = Vec::with_capacity(most);
    File::open(subtree_path(dir, index)).ok()?.take(most as u64).read_to_end(&mut bytes).ok()?;
    let piece = Piece::from_bytes(signer, frame::open(Kind::Subtree, &bytes).ok()?).ok()?;
    let is_it =
        (piece.base(), piece.height(), piece.index()) == (0, layout.subtree(), index) && piece.root() == root;
    is_it.then_some(piece)
}

fn subtree_path(dir: &Path, index: u32) -> PathBuf {
    dir.join(format!("{PREFIX}{index}"))
}
