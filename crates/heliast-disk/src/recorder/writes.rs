//! The bytes of files that a crash may take.

use super::{crash::Doubt, names::Node};
use crate::calls::{Calls, System};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
};

/// The unit that a disk writes whole.
const SECTOR: u64 = 512;

/// The files with writes that are not durable, in the order of the first of them.
#[derive(Default)]
pub(super) struct Writes(Vec<Content>);

struct Content {
    node: Node,
    file: File,
    /// Its bytes before the first of the changes.
    base: Vec<u8>,
    changes: Vec<(Change, Fate)>,
}

enum Change {
    Write(u64, Vec<u8>),
    SetLen(u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Made durable by the next sync.
    Waiting,
    Durable,
    /// A sync of it failed: the system counts it as written, and it may never be.
    Doomed,
}

impl Writes {
    pub(super) fn write(&mut self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let content = self.content(file)?;
        System.write(file, offset, bytes)?;
        content.changes.push((Change::Write(offset, bytes.to_vec()), Fate::Waiting));
        Ok(())
    }

    pub(super) fn set_len(&mut self, file: &File, len: u64) -> io::Result<()> {
        let content = self.content(file)?;
        file.set_len(len)?;
        content.changes.push((Change::SetLen(len), Fate::Waiting));
        Ok(())
    }

    pub(super) fn sync(&mut self, file: &File, succeeds: bool) -> io::Result<()> {
        let fate = if succeeds { Fate::Durable } else { Fate::Doomed };
        let content = self.content(file)?;
        for (_, old) in content.changes.iter_mut().filter(|(_, old)| *old == Fate::Waiting) {
            *old = fate;
        }
        self.0.retain(|content| content.is_in_doubt());
        Ok(())
    }

    /// The number of writes that are not durable.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(Content::doubts).sum()
    }

    pub(super) fn crash(&mut self, answer: &mut dyn FnMut(Doubt) -> usize) -> io::Result<()> {
        for mut content in self.0.drain(..).filter(Content::is_in_doubt) {
            let left = content.left(answer);
            content.file.set_len(0)?;
            content.file.seek(SeekFrom::Start(0))?;
            content.file.write_all(&left)?;
        }
        Ok(())
    }

    fn content(&mut self, file: &File) -> io::Result<&mut Content> {
        let node = Node::of(&file.metadata()?);
        let at = match self.0.iter().position(|content| content.node == node) {
            Some(at) => at,
            None => {
                let (mut file, mut base) = (file.try_clone()?, vec![]);
                file.seek(SeekFrom::Start(0))?;
                file.read_to_end(&mut base)?;
                self.0.push(Content { node, file, base, changes: vec![] });
                self.0.len() - 1
            }
        };
        Ok(&mut self.0[at])
    }
}

impl Content {
    fn doubts(&self) -> usize {
        self.changes.iter().filter(|(_, fate)| *fate != Fate::Durable).count()
    }

    fn is_in_doubt(&self) -> bool {
        self.doubts() > 0
    }

    /// The bytes that a crash leaves.
    fn left(&self, answer: &mut dyn FnMut(Doubt) -> usize) -> Vec<u8> {
        let stay = answer(Doubt::Writes(self.doubts()));
        let (mut bytes, mut number) = (self.base.clone(), 0);
        for (change, fate) in &self.changes {
            if *fate == Fate::Durable || number < stay {
                change.apply(&mut bytes);
            } else if number == stay {
                change.apply_in_part(&mut bytes, answer);
            }
            number += usize::from(*fate != Fate::Durable);
        }
        bytes
    }
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Change::Write(offset, bytes) => put(to, *offset, bytes),
            Change::SetLen(len) => to.resize(*len as usize, 0),
        }
    }

    fn apply_in_part(&self, to: &mut Vec<u8>, answer: &mut dyn FnMut(Doubt) -> usize) {
        let Change::Write(offset, bytes) = self else {
            if answer(Doubt::Part(0, 1)) == 1 {
                self.apply(to);
            }
            return;
        };
        let parts = parts(*offset, bytes);
        for (number, (offset, part)) in parts.iter().enumerate() {
            if answer(Doubt::Part(number, parts.len())) == 1 {
                put(to, *offset, part);
            }
        }
    }
}

fn put(to: &mut Vec<u8>, offset: u64, bytes: &[u8]) {
    let (start, end) = (offset as usize, offset as usize + bytes.len());
    if to.len() < end {
        to.resize(end, 0);
    }
    to[start..end].copy_from_slice(bytes);
}

/// A write by the sectors that it touches; of a single sector the two halves.
fn parts(offset: u64, bytes: &[u8]) -> Vec<(u64, &[u8])> {
    let (mut parts, mut at, mut rest) = (vec![], offset, bytes);
    while !rest.is_empty() {
        let (part, behind) = rest.split_at(((SECTOR - at % SECTOR) as usize).min(rest.len()));
        parts.push((at, part));
        (at, rest) = (at + part.len() as u64, behind);
    }
    match parts[..] {
        [(at, part)] if part.len() > 1 => {
            let (one, other) = part.split_at(part.len() / 2);
            vec![(at, one), (at + one.len() as u64, other)]
        }
        _ => parts,
    }
}
