//! The bytes of files that a crash may remove.

use super::{crash::Doubt, names::Node};
use crate::calls::{Calls, System};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
};

/// The unit that a disk writes as a whole.
const SECTOR: u64 = 512;
/// The number of parts of a write that may stay separately, if not all states are visited.
const FEW_PARTS: usize = 4;

/// The files with writes that are not durable, in the order of the first of them.
#[derive(Default)]
pub(super) struct Writes(Vec<Content>);

struct Content {
    node: Node,
    file: File,
    /// The file's bytes before the first of the changes.
    base: Vec<u8>,
    changes: Vec<Noted>,
}

struct Noted {
    change: Change,
    fate: Fate,
    /// The number of the call that made the change.
    call: u64,
}

enum Change {
    Write(u64, Vec<u8>),
    SetLen(u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The next sync makes it durable.
    Waiting,
    Durable,
    /// A sync of it failed: the system counts it as written, but it may never become durable.
    Doomed,
}

impl Writes {
    pub(super) fn write(&mut self, call: u64, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let content = self.content(file)?;
        System.write(file, offset, bytes)?;
        let change = Change::Write(offset, bytes.to_vec());
        content.changes.push(Noted { change, fate: Fate::Waiting, call });
        Ok(())
    }

    pub(super) fn set_len(&mut self, call: u64, file: &File, len: u64) -> io::Result<()> {
        let content = self.content(file)?;
        file.set_len(len)?;
        content.changes.push(Noted { change: Change::SetLen(len), fate: Fate::Waiting, call });
        Ok(())
    }

    pub(super) fn sync(&mut self, file: &File, succeeds: bool) -> io::Result<()> {
        let fate = if succeeds { Fate::Durable } else { Fate::Doomed };
        let content = self.content(file)?;
        for old in content.changes.iter_mut().filter(|old| old.fate == Fate::Waiting) {
            old.fate = fate;
        }
        self.0.retain(|content| content.is_in_doubt());
        Ok(())
    }

    /// The numbers of the calls whose writes are not durable.
    pub(super) fn undurable(&self) -> impl Iterator<Item = u64> {
        self.0.iter().flat_map(Content::doubts).map(|noted| noted.call)
    }

    /// The number of states of the files after a crash, at most `most`.
    pub(super) fn states(&self, most: u64) -> u64 {
        self.0.iter().map(Content::states).fold(1, u64::saturating_mul).min(most)
    }

    pub(super) fn crash(&mut self, since: u64, answer: &mut dyn FnMut(Doubt) -> usize) -> io::Result<()> {
        for mut content in self.0.drain(..).filter(Content::is_in_doubt) {
            let left = content.left(since, answer);
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
    fn doubts(&self) -> impl Iterator<Item = &Noted> {
        self.changes.iter().filter(|noted| noted.fate != Fate::Durable)
    }

    fn is_in_doubt(&self) -> bool {
        self.doubts().next().is_some()
    }

    fn states(&self) -> u64 {
        let states = |noted: &Noted| match &noted.change {
            Change::Write(offset, bytes) => {
                let parts = parts(*offset, bytes).len() as u32;
                1u64.checked_shl(parts).map_or(u64::MAX, |all| all - 1)
            }
            Change::SetLen(_) => 1,
        };
        self.doubts().map(states).fold(1, u64::saturating_add)
    }

    /// The bytes after a crash; changes by calls before the number `since` stay.
    fn left(&self, since: u64, answer: &mut dyn FnMut(Doubt) -> usize) -> Vec<u8> {
        let few = (since > 0).then_some(FEW_PARTS);
        let before = self.doubts().filter(|noted| noted.call < since).count();
        let stay = before + answer(Doubt::Writes(self.doubts().count() - before));
        let (mut bytes, mut number) = (self.base.clone(), 0);
        for Noted { change, fate, .. } in &self.changes {
            if *fate == Fate::Durable || number < stay {
                change.apply(&mut bytes);
            } else if number == stay {
                change.apply_in_part(&mut bytes, few, answer);
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

    /// Applies some of the parts, but not all: then one write more would stay, which is another state. A
    /// change of length has no parts.
    fn apply_in_part(&self, to: &mut Vec<u8>, few: Option<usize>, answer: &mut dyn FnMut(Doubt) -> usize) {
        let Change::Write(offset, bytes) = self else { return };
        let mut parts = parts(*offset, bytes);
        if let Some(few) = few.filter(|few| parts.len() > *few) {
            parts = gathered(&parts, few, bytes);
        }
        let mut all = true;
        for (number, (offset, part)) in parts.iter().enumerate() {
            let is_forced = all && number + 1 == parts.len();
            let stays = !is_forced && answer(Doubt::Part(number, parts.len())) == 1;
            all &= stays;
            if stays {
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

/// The parts of a write: the sectors that it touches, or two halves if it is within one sector.
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

/// The same write in `count` parts, each of several sectors.
fn gathered<'a>(parts: &[(u64, &'a [u8])], count: usize, bytes: &'a [u8]) -> Vec<(u64, &'a [u8])> {
    let start = parts[0].0;
    let groups = parts.chunks(parts.len().div_ceil(count));
    let spans = groups.map(|group| (group[0].0, group.iter().map(|(_, part)| part.len()).sum::<usize>()));
    spans.map(|(at, len)| (at, &bytes[(at - start) as usize..][..len])).collect()
}
