//! Crashes at will: the process ends before any chosen effect, and what was not synced may be lost.

use super::Disk;
use crate::identity::FileId;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

/// The fate of bytes that were written over a file and not synced, when the power fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// They arrive all the same, as if only the process had ended.
    Kept,
    /// The disk has the bytes of before.
    Lost,
    /// It has the first half of the new bytes and the second of the old.
    Torn,
}

/// Shared by all clones of a disk.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The number of effects that still happen; unlimited if it is `None`.
    left: Option<u64>,
    unsynced: Vec<(File, u64, Vec<u8>)>,
    memory: Option<PathBuf>,
}

impl Faults {
    /// Sets the directory of the memory of marks; without it there is no memory.
    pub(crate) fn set_memory(&self, dir: &Path) {
        self.0.lock().unwrap().memory = Some(dir.to_owned());
    }

    pub(crate) fn memory(&self) -> Option<PathBuf> {
        self.0.lock().unwrap().memory.clone()
    }

    /// Lets `count` more effects happen and none after them.
    pub(crate) fn end_after(&self, count: u64) {
        self.0.lock().unwrap().left = Some(count);
    }

    /// The disk of the process that comes after this one was killed: the power stayed on.
    pub(crate) fn next_process(&self) -> Disk {
        let mut state = self.0.lock().unwrap();
        let (unsynced, memory) = (std::mem::take(&mut state.unsynced), state.memory.clone());
        Disk { faults: Faults(Arc::new(Mutex::new(State { left: None, unsynced, memory }))) }
    }

    /// Ends the power.
    pub(crate) fn power_off(&self, loss: Loss) {
        for (mut file, offset, old) in std::mem::take(&mut self.0.lock().unwrap().unsynced).into_iter().rev()
        {
            let from = match loss {
                Loss::Kept => old.len(),
                Loss::Lost => 0,
                Loss::Torn => old.len() / 2,
            };
            file.seek(SeekFrom::Start(offset + from as u64)).unwrap();
            file.write_all(&old[from..]).unwrap();
        }
    }

    pub(super) fn step(&self, name: &'static str) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        match &mut state.left {
            Some(0) => return Err(io::Error::other(format!("the world ended before: {name}"))),
            Some(left) => *left -= 1,
            None => {}
        }
        Ok(())
    }

    pub(super) fn note_overwrite(&self, file: &File, offset: u64, len: usize) -> io::Result<()> {
        let mut file = file.try_clone()?;
        let mut old = Vec::new();
        file.seek(SeekFrom::Start(offset))?;
        (&mut file).take(len as u64).read_to_end(&mut old)?;
        self.0.lock().unwrap().unsynced.push((file, offset, old));
        Ok(())
    }

    pub(super) fn note_sync(&self, file: &File) -> io::Result<()> {
        let id = |file: &File| file.metadata().map(|metadata| FileId::of(&metadata));
        let synced = id(file)?;
        self.0.lock().unwrap().unsynced.retain(|(file, ..)| id(file).unwrap() != synced);
        Ok(())
    }
}
