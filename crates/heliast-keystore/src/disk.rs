//! Every effect on files, one function each, so that tests can end the world before any of them.

#[cfg(test)]
pub(crate) mod faults;

use crate::{error::Refusal, process::Process};
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The way to the files. In tests it can break off.
#[derive(Clone, Default)]
pub(crate) struct Disk {
    #[cfg(test)]
    pub(crate) faults: faults::Faults,
}

impl Disk {
    /// Puts `bytes` into the file `path`, which only its owner can read: after a crash it has its old content
    /// or the new one.
    pub(crate) fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.replace_with(path, |_| bytes)
    }

    /// [`replace`](Self::replace) with bytes that may say which file they are in.
    pub(crate) fn replace_with<B: AsRef<[u8]>>(
        &self,
        path: &Path,
        bytes: impl FnOnce(&fs::Metadata) -> B,
    ) -> io::Result<()> {
        let draft = draft(path);
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        self.step("create a draft")?;
        let mut file = private().write(true).create_new(true).open(&draft)?;
        self.step("write a draft")?;
        file.write_all(bytes(&file.metadata()?).as_ref())?;
        self.step("sync a draft")?;
        if cfg!(not(test)) {
            file.sync_all()?;
        }
        self.step("rename a draft")?;
        fs::rename(&draft, path)?;
        self.sync_names(path)
    }

    /// Writes over a part of a file. Not durable before [`sync`](Self::sync).
    pub(crate) fn overwrite(&self, file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.step("overwrite")?;
        #[cfg(test)]
        self.faults.note_overwrite(file, offset, bytes.len())?;
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)
    }

    /// Removes a directory with all that is in it.
    pub(crate) fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.step("remove a directory")?;
        fs::remove_dir_all(path)
    }

    /// Makes what was written durable.
    pub(crate) fn sync(&self, file: &File) -> io::Result<()> {
        self.step("sync")?;
        // Tests lose what was not synced by themselves, and a real sync would be most of their time.
        #[cfg(test)]
        return self.faults.note_sync(file);
        #[cfg(not(test))]
        file.sync_data()
    }

    /// The directory for files that end with the session or the machine, and that no backup has.
    pub(crate) fn memory(&self) -> Option<PathBuf> {
        #[cfg(test)]
        return self.faults.memory();
        #[cfg(not(test))]
        std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Removes a file that is there.
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.step("remove")?;
        fs::remove_file(path)
    }

    /// Makes the names in the directory of `path` durable.
    pub(crate) fn sync_names(&self, path: &Path) -> io::Result<()> {
        self.step("sync a directory")?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // Directories can't be opened everywhere; where they can't, names need no sync of their own.
        if cfg!(all(unix, not(test))) {
            File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
        } else {
            Ok(())
        }
    }

    /// Makes a directory, and those above it, that only their owner can enter.
    pub(crate) fn create_dir(&self, dir: &Path) -> io::Result<()> {
        self.step("create a directory")?;
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let made: Vec<_> =
            dir.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists()).collect();
        builder.create(dir)?;
        self.sync_names(dir)?;
        made.into_iter().skip(1).try_for_each(|dir| self.sync_names(dir))
    }

    /// Nothing, except in tests.
    #[cfg(not(test))]
    #[inline(always)]
    fn step(&self, _: &'static str) -> io::Result<()> {
        Ok(())
    }

    #[cfg(test)]
    fn step(&self, name: &'static str) -> io::Result<()> {
        self.faults.step(name)
    }
}

/// A locked file.
///
/// It is given back when this is dropped, and not only closed: a process that was forked meanwhile
/// has it open too, and would keep it. In such a copy of the process it is only closed, so that the
/// first one keeps it.
pub(crate) struct Lock {
    file: File,
    process: Process,
}

impl Lock {
    /// On the file `path`, which is made if it is missing and removed only with its key; `None` if somebody
    /// else has it.
    pub(crate) fn take(path: &Path) -> io::Result<Option<Lock>> {
        let file = Lock::opened(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock::of(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// On the file `path`, which is made if it is missing, as soon as nobody else has it.
    pub(crate) fn wait(path: &Path) -> io::Result<Lock> {
        let file = Lock::opened(path)?;
        file.lock().map(|()| Lock::of(file))
    }

    /// On a file that is locked.
    pub(crate) fn of(file: File) -> Lock {
        Lock { file, process: Process::this() }
    }

    /// The file.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    pub(crate) fn metadata(&self) -> io::Result<fs::Metadata> {
        self.file.metadata()
    }

    /// Refuses what is locked to a copy of the process that locked it.
    pub(crate) fn check(&self, path: &Path) -> Result<(), Refusal> {
        self.process.check(path)
    }

    fn opened(path: &Path) -> io::Result<File> {
        private().read(true).write(true).create(true).truncate(false).open(path)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.process.is_this() {
            let _ = self.file.unlock(); // closing it is the same where nobody else has it open
        }
    }
}

/// Opens a file that is there to read it and to write parts of it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// The permission bits of a file or directory, if they give others more than `allowed`.
#[cfg(unix)]
pub(crate) fn excess_mode(metadata: &fs::Metadata, allowed: u32) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    Some(metadata.mode() & 0o7777).filter(|mode| mode & 0o077 & !allowed != 0)
}

#[cfg(not(unix))]
pub(crate) fn excess_mode(_: &fs::Metadata, _: u32) -> Option<u32> {
    None
}

/// Whether a file has more than one name: a copy that is a hard link.
#[cfg(unix)]
pub(crate) fn has_other_names(path: &Path) -> io::Result<bool> {
    fs::symlink_metadata(path).map(|metadata| std::os::unix::fs::MetadataExt::nlink(&metadata) > 1)
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// The name under which a file is written. It is always the same: a writer holds a lock, and the
/// draft that a crash left is replaced.
pub(crate) fn draft(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    path.with_file_name(name)
}

pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
