//! A file opened for reading, with changes kept in memory: redb must repair a store that was not closed
//! (because its process was killed) to open it, but a reader must not change it, and may not be able to.

use redb::StorageBackend;
use std::{
    collections::HashMap,
    fs::{File, TryLockError},
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

const PAGE: u64 = 4096;

#[derive(Debug)]
pub(super) struct Overlay(Mutex<State>);

#[derive(Debug)]
struct State {
    file: File,
    /// The number of bytes of the file that are still valid: the file may have been truncated in memory.
    kept: u64,
    len: u64,
    pages: HashMap<u64, Vec<u8>>,
}

impl Overlay {
    /// Opens a file that no other process writes; `None` if one does. Other readers may have it open.
    pub(super) fn open(path: &Path) -> io::Result<Option<Overlay>> {
        let file = File::open(path)?;
        match file.try_lock_shared() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let len = file.metadata()?.len();
        Ok(Some(Overlay(Mutex::new(State { file, kept: len, len, pages: HashMap::new() }))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A page with its changes.
    fn page(&mut self, number: u64) -> io::Result<Vec<u8>> {
        if let Some(page) = self.pages.get(&number) {
            return Ok(page.clone());
        }
        let start = number * PAGE;
        let mut page = vec![0; PAGE as usize];
        let stored = self.kept.saturating_sub(start).min(PAGE) as usize;
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut page[..stored])?;
        Ok(page)
    }

    /// Calls `action` with every page that a range of bytes touches: its number, where in it the
    /// range begins, and the part of the range.
    fn each(
        range: (u64, usize),
        mut action: impl FnMut(u64, usize, std::ops::Range<usize>) -> io::Result<()>,
    ) -> io::Result<()> {
        let (offset, len) = range;
        let mut done = 0;
        while done < len {
            let at = offset + done as u64;
            let within = (at % PAGE) as usize;
            let part = (PAGE as usize - within).min(len - done);
            action(at / PAGE, within, done..done + part)?;
            done += part;
        }
        Ok(())
    }
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut state = self.state();
        if offset.checked_add(out.len() as u64).is_none_or(|end| end > state.len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        State::each((offset, out.len()), |number, within, part| {
            let page = state.page(number)?;
            let len = part.len();
            out[part].copy_from_slice(&page[within..within + len]);
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.state();
        if len < state.len {
            let last = state.page(len / PAGE)?;
            state.pages.retain(|number, _| *number < len / PAGE);
            let mut cut = last;
            cut[(len % PAGE) as usize..].fill(0);
            state.pages.insert(len / PAGE, cut);
            state.kept = state.kept.min(len);
        }
        state.len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        if offset.checked_add(data.len() as u64).is_none_or(|end| end > state.len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        State::each((offset, data.len()), |number, within, part| {
            let mut page = state.page(number)?;
            page[within..within + part.len()].copy_from_slice(&data[part]);
            state.pages.insert(number, page);
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Step {
        Write(u64, Vec<u8>),
        SetLen(u64),
    }

    /// Fewer than `most` bytes that do not repeat. A list of random ones takes seconds to generate.
    fn bytes(most: u32) -> impl Strategy<Value = Vec<u8>> {
        (any::<u32>(), 0..most).prop_map(|(first, len)| {
            (0..len).map(|index| (first.wrapping_add(index).wrapping_mul(0x9e37_79b1) >> 24) as u8).collect()
        })
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let write = (0..20_000u64, bytes(9000)).prop_map(|(at, data)| Step::Write(at, data));
        let set_len = (0..25_000u64).prop_map(Step::SetLen);
        prop::collection::vec(prop_oneof![write, set_len], 0..20)
    }

    proptest! {
        /// The overlay behaves like a file in memory, and the file on the disk is unchanged.
        #[test]
        fn it_is_a_file(start in bytes(20_000), steps in steps()) {
            let dir = tempfile::TempDir::new().unwrap();
            let path = dir.path().join("file");
            std::fs::write(&path, &start).unwrap();
            let overlay = Overlay::open(&path).unwrap().unwrap();
            let mut model = start.clone();
            for step in steps {
                match step {
                    Step::SetLen(len) => {
                        overlay.set_len(len).unwrap();
                        model.resize(len as usize, 0);
                    }
                    Step::Write(at, data) => {
                        let fits = at as usize + data.len() <= model.len();
                        prop_assert_eq!(overlay.write(at, &data).is_ok(), fits);
                        if fits {
                            model[at as usize..][..data.len()].copy_from_slice(&data);
                        }
                    }
                }
                let mut bytes = vec![0; model.len()];
                overlay.read(0, &mut bytes).unwrap();
                prop_assert!(bytes == model && overlay.len().unwrap() == model.len() as u64);
                prop_assert!(overlay.read(1, &mut bytes).is_err() || model.is_empty());
            }
            prop_assert!(std::fs::read(&path).unwrap() == start);
        }
    }
}
