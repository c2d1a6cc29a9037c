//! The names in directories that a crash may remove or bring back.
//!
//! A file that is removed or replaced is moved aside, and so stays the same file: a crash that brings it back
//! brings back its inode and its birth time.

use super::crash::{Doubt, count_answers};
use crate::disk::parent;
use std::{
    collections::{HashMap, HashSet},
    env,
    ffi::{OsStr, OsString},
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

/// A file or directory, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    device: u64,
    inode: u64,
}

impl Node {
    pub(super) fn of(metadata: &Metadata) -> Node {
        Node { device: metadata.dev(), inode: metadata.ino() }
    }

    fn at(path: &Path) -> Option<Node> {
        path.symlink_metadata().ok().map(|metadata| Node::of(&metadata))
    }
}

/// The changes of names that are not durable.
#[derive(Default)]
pub(super) struct Names {
    directories: Vec<Directory>,
    /// The paths at which nodes were seen.
    seen: HashMap<Node, Vec<PathBuf>>,
    /// The directory for files that are moved aside.
    aside: Option<PathBuf>,
    /// The number of the current call.
    pub(super) call: u64,
}

struct Directory {
    node: Node,
    path: PathBuf,
    /// Each entry is one or two names that changed together, with the number of the call that changed them.
    changes: Vec<(u64, Vec<Change>)>,
}

/// A name, the node that had it and the node that has it now.
struct Change {
    name: OsString,
    before: Option<Node>,
    after: Option<Node>,
}

/// A name that a crash gives to another node.
struct Reversal {
    directory: usize,
    name: OsString,
    present: Option<Node>,
    left: Option<Node>,
}

impl Names {
    /// Records a new name, which exists now.
    pub(super) fn made(&mut self, path: &Path) -> io::Result<()> {
        let after = Node::at(path);
        self.note(path, vec![change(path, None, after)])
    }

    pub(super) fn remove(&mut self, path: &Path) -> io::Result<()> {
        let metadata = path.symlink_metadata()?;
        if metadata.is_dir() {
            return fs::remove_file(path);
        }
        self.take_away(path, &metadata)?;
        self.note(path, vec![change(path, Some(Node::of(&metadata)), None)])
    }

    pub(super) fn remove_dir(&mut self, dir: &Path) -> io::Result<()> {
        let metadata = dir.symlink_metadata()?;
        if !metadata.is_dir() || fs::read_dir(dir)?.next().is_some() {
            return fs::remove_dir(dir);
        }
        self.take_away(dir, &metadata)?;
        self.note(dir, vec![change(dir, Some(Node::of(&metadata)), None)])
    }

    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if Node::at(parent(from)) != Node::at(parent(to)) {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "a new name in another directory"));
        }
        let moved = from.symlink_metadata()?;
        let (node, replaced) = (Node::of(&moved), to.symlink_metadata().ok());
        match &replaced {
            Some(replaced) if Node::of(replaced) == node => return fs::rename(from, to),
            Some(replaced) if moved.is_dir() == replaced.is_dir() && is_replaceable(to, replaced) => {
                self.take_away(to, replaced)?;
            }
            _ => {}
        }
        fs::rename(from, to)?;
        self.moved(from, to);
        let replaced = replaced.as_ref().map(Node::of);
        self.note(to, vec![change(from, Some(node), None), change(to, replaced, Some(node))])
    }

    /// Makes the names in a directory durable.
    pub(super) fn sync(&mut self, dir: &Path) -> io::Result<()> {
        let node = Node::of(&fs::metadata(dir)?);
        self.directories.retain(|directory| directory.node != node);
        Ok(())
    }

    /// The numbers of the calls whose changes are not durable.
    pub(super) fn undurable(&self) -> impl Iterator<Item = u64> {
        self.directories.iter().flat_map(|directory| directory.changes.iter().map(|(call, _)| *call))
    }

    /// The number of states of the names after a crash, at most `most`.
    pub(super) fn states(&self, most: u64) -> u64 {
        let states = |directory: &Directory| {
            count_answers(most, |answer| {
                directory.reversals(0, 0, answer);
            })
        };
        self.directories.iter().map(states).fold(1, u64::saturating_mul).min(most)
    }

    pub(super) fn crash(&mut self, since: u64, answer: &mut dyn FnMut(Doubt) -> usize) -> io::Result<()> {
        let directories = self.directories.iter().enumerate();
        let mut reversals: Vec<_> =
            directories.flat_map(|(number, directory)| directory.reversals(number, since, answer)).collect();
        // The content of a directory is removed before the directory.
        reversals.sort_by_key(|reversal| {
            std::cmp::Reverse(self.directories[reversal.directory].path.components().count())
        });
        for Reversal { directory, name, present, .. } in &reversals {
            if let Some(node) = present {
                let path = self.directories[*directory].path.join(name);
                let aside = self.aside(*node)?;
                if aside.symlink_metadata().is_ok() {
                    fs::remove_file(&path)?;
                } else {
                    fs::rename(&path, &aside)?;
                    self.moved(&path, &aside);
                }
            }
        }
        for Reversal { directory, name, left, .. } in &reversals {
            if let Some(node) = left {
                let path = self.directories[*directory].path.join(name);
                self.put_back(*node, &path)?;
            }
        }
        self.directories.clear();
        self.seen.clear();
        self.aside.take().map_or(Ok(()), fs::remove_dir_all)
    }

    fn note(&mut self, path: &Path, changes: Vec<Change>) -> io::Result<()> {
        let dir = parent(path);
        for node in changes.iter().flat_map(|change| [change.before, change.after]).flatten() {
            self.seen.entry(node).or_default().push(path.to_owned());
        }
        let node = Node::of(&fs::metadata(dir)?);
        match self.directories.iter_mut().find(|directory| directory.node == node) {
            Some(directory) => directory.changes.push((self.call, changes)),
            None => {
                let changes = vec![(self.call, changes)];
                self.directories.push(Directory { node, path: dir.to_owned(), changes });
            }
        }
        Ok(())
    }

    /// Removes a name, and moves the node aside if it has no other name.
    fn take_away(&mut self, path: &Path, metadata: &Metadata) -> io::Result<()> {
        if !metadata.is_dir() && metadata.nlink() > 1 {
            return fs::remove_file(path);
        }
        let aside = self.aside(Node::of(metadata))?;
        fs::rename(path, &aside)?;
        self.moved(path, &aside);
        Ok(())
    }

    fn put_back(&mut self, node: Node, path: &Path) -> io::Result<()> {
        let aside = self.aside(node)?;
        if aside.is_dir() {
            fs::rename(&aside, path)?;
            self.moved(&aside, path);
            return Ok(());
        }
        let seen = self.seen.get(&node).into_iter().flatten();
        let from = [&aside].into_iter().chain(seen).find(|path| Node::at(path) == Some(node));
        from.map_or(Ok(()), |from| fs::hard_link(from, path))
    }

    /// Updates the paths of recorded changes when their directory moves.
    fn moved(&mut self, from: &Path, to: &Path) {
        for directory in &mut self.directories {
            if let Ok(rest) = directory.path.strip_prefix(from) {
                directory.path = to.join(rest);
            }
        }
    }

    fn aside(&mut self, Node { device, inode }: Node) -> io::Result<PathBuf> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        if self.aside.is_none() {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let dir = env::temp_dir().join(format!("heliast-disk-{}-{number}", process::id()));
            fs::create_dir(&dir)?;
            self.aside = Some(dir);
        }
        Ok(self.aside.iter().map(|dir| dir.join(format!("{device}-{inode}"))).collect())
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        if let Some(aside) = &self.aside {
            let _ = fs::remove_dir_all(aside);
        }
    }
}

impl Directory {
    /// The names whose changes a crash undoes; changes by calls before the number `since` stay.
    fn reversals(
        &self,
        directory: usize,
        since: u64,
        answer: &mut dyn FnMut(Doubt) -> usize,
    ) -> Vec<Reversal> {
        let mut cut: HashSet<&OsStr> = HashSet::new();
        let mut names: Vec<Reversal> = vec![];
        for (call, changes) in &self.changes {
            let is_cut = changes.iter().any(|change| cut.contains(&*change.name));
            let stays = !is_cut && (*call < since || answer(Doubt::Name) == 1);
            for Change { name, before, after } in changes {
                if !stays {
                    cut.insert(name);
                }
                let at = names.iter().position(|found| found.name == *name).unwrap_or_else(|| {
                    let name = name.clone();
                    names.push(Reversal { directory, name, present: *before, left: *before });
                    names.len() - 1
                });
                names[at].present = *after;
                if stays {
                    names[at].left = *after;
                }
            }
        }
        names.retain(|name| name.present != name.left);
        names
    }
}

fn change(path: &Path, before: Option<Node>, after: Option<Node>) -> Change {
    Change { name: path.file_name().unwrap_or_default().to_owned(), before, after }
}

/// Whether a file or an empty directory has the name.
fn is_replaceable(path: &Path, metadata: &Metadata) -> bool {
    !metadata.is_dir() || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}
