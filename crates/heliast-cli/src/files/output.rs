//! Output files: written beside their place, made durable, then put into it.

use super::{
    draft::{Draft, sweep},
    is_stdio,
    options::Secrecy,
    sync_parent, unwritable,
};
use crate::{
    failure::{Code, Failure},
    ui::Ui,
};
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Where a verb's product goes.
#[derive(Debug, clap::Args)]
pub struct OutArgs {
    /// The file to write; `-` is stdout
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

impl OutArgs {
    /// Refuses before the work what would fail after it.
    pub fn check(&self, ui: &Ui) -> Result<(), Failure> {
        if !is_stdio(&self.out) {
            return check_new(&self.out, self.force);
        }
        if ui.json() {
            let message = "with --json stdout holds the JSON object, so that `--out -` has no place there";
            return Err(Failure::new(Code::Usage, message).hint("give --out a file"));
        }
        Ok(())
    }

    /// Writes it all.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        if is_stdio(&self.out) {
            let mut stdout = io::stdout();
            return stdout
                .write_all(bytes)
                .and_then(|()| stdout.flush())
                .map_err(|error| unwritable(&self.out, &error));
        }
        AtomicFile::write_all_to(&self.out, Secrecy::Public, self.force, bytes)
    }

    /// Whether the product goes to stdout.
    pub fn is_stdout(&self) -> bool {
        is_stdio(&self.out)
    }

    /// The path as text.
    pub fn shown(&self) -> String {
        self.out.display().to_string()
    }
}

/// That no two of these files are one: the second would replace the first.
pub fn check_distinct(paths: &[&Path]) -> Result<(), Failure> {
    let place = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::canonicalize(parent)
            .unwrap_or_else(|_| parent.to_owned())
            .join(path.file_name().unwrap_or_default())
    };
    for (i, path) in paths.iter().enumerate() {
        if !is_stdio(path) && paths[..i].iter().any(|earlier| place(earlier) == place(path)) {
            let message = format_args!("{} is named for two different files", path.display());
            return Err(Failure::new(Code::Usage, message).hint("give each its own name"));
        }
    }
    Ok(())
}

/// That a file may be written here: nothing is there, or it is a file and `force` says so.
pub fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            let message = format_args!("{} exists and is not a regular file", path.display());
            Err(Failure::new(Code::Refused, message).hint("choose another name; `-` is stdout"))
        }
        Ok(_) if !force => Err(exists(path)),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => check_place(path),
        Err(error) => Err(unwritable(path, &error)),
    }
}

/// That a new file can be made in the directory of `path`: tried with one that goes away again.
fn check_place(path: &Path) -> Result<(), Failure> {
    Draft::create(path, Secrecy::Secret).map(drop)
}

/// A file that appears under its name when it is whole and on the disk, or not at all.
pub struct AtomicFile {
    file: BufWriter<File>,
    draft: Draft,
    target: PathBuf,
    force: bool,
}

impl AtomicFile {
    /// Begins a file, and removes what killed processes have left of it.
    pub fn create(target: &Path, secrecy: Secrecy, force: bool) -> Result<AtomicFile, Failure> {
        check_new(target, force)?;
        sweep(target);
        let draft = Draft::create(target, secrecy)?;
        let file = draft.file.try_clone().map_err(|error| unwritable(target, &error))?;
        // A buffer would keep a copy of the secret.
        let buffer = if secrecy == Secrecy::Secret { 0 } else { 64 << 10 };
        Ok(AtomicFile {
            file: BufWriter::with_capacity(buffer, file),
            draft,
            target: target.to_owned(),
            force,
        })
    }

    /// Puts the file into its place.
    pub fn commit(mut self) -> Result<(), Failure> {
        let synced = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        let placed = synced.and_then(|()| {
            if self.force { fs::rename(&self.draft.path, &self.target) } else { self.place_new() }
        });
        placed.and_then(|()| sync_parent(&self.target)).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.target),
            _ => unwritable(&self.target, &error),
        })
    }

    /// A whole file in one go.
    pub fn write_all_to(target: &Path, secrecy: Secrecy, force: bool, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = AtomicFile::create(target, secrecy, force)?;
        file.write_all(bytes).map_err(|error| unwritable(target, &error))?;
        file.commit()
    }

    /// A second name fails where the target has appeared meanwhile; renaming would replace it. File systems
    /// without second names leave only the check that was made before.
    fn place_new(&self) -> io::Result<()> {
        match fs::hard_link(&self.draft.path, &self.target) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                fs::rename(&self.draft.path, &self.target)
            }
            linked => linked,
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn exists(path: &Path) -> Failure {
    Failure::new(Code::Refused, format_args!("{} exists", path.display()))
        .hint("nothing was overwritten; choose another name, or say --force")
}
