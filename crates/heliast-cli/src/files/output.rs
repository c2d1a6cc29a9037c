//! Output files: written under a temporary name in the same directory, made durable, then renamed.

use super::{is_stdio, refuse_terminal, unwritable};
use crate::{
    failure::{Code, Failure},
    ui::Ui,
};
use heliast_disk::{Disk, Draft, Place, Secrecy};
use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// The output of a verb.
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
    /// Refuses an unusable output before the work, and binary output to a terminal.
    pub fn check(&self, ui: &Ui) -> Result<(), Failure> {
        if is_stdio(&self.out) && !ui.json() {
            refuse_terminal("what is made")?;
        }
        self.check_text(ui)
    }

    /// The same for a text output.
    pub fn check_text(&self, ui: &Ui) -> Result<(), Failure> {
        if !is_stdio(&self.out) {
            return check_new(&self.out, self.force);
        }
        if self.force {
            return Err(Failure::new(Code::Usage, "--force is for files, and `--out -` is not a file")
                .hint("leave --force out, or give --out a file"));
        }
        if ui.json() {
            let message = "with --json stdout holds the JSON object, so that `--out -` has no place there";
            return Err(Failure::new(Code::Usage, message).hint("give --out a file"));
        }
        Ok(())
    }

    /// Writes all bytes.
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

    /// Whether the output goes to stdout.
    pub fn is_stdout(&self) -> bool {
        is_stdio(&self.out)
    }

    /// The path as text.
    pub fn shown(&self) -> String {
        self.out.display().to_string()
    }
}

/// Checks that no two of these paths are the same file: the second would replace the first.
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

/// Checks that a file may be written here: nothing exists yet, or it is a file and `force` is set.
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

/// Checks that a new file can be made in the directory of `path`, by making a temporary one.
fn check_place(path: &Path) -> Result<(), Failure> {
    Ok(Disk::default().draft(path, Secrecy::Secret).map(drop)?)
}

/// A file that appears under its name when it is complete and durable, or not at all.
pub struct AtomicFile {
    file: BufWriter<Draft>,
    target: PathBuf,
    force: bool,
}

impl AtomicFile {
    /// Begins a file, and removes the drafts that killed processes left.
    pub fn create(target: &Path, secrecy: Secrecy, force: bool) -> Result<AtomicFile, Failure> {
        check_new(target, force)?;
        let draft = Disk::default().draft(target, secrecy)?;
        // A buffer would keep a copy of the secret.
        let buffer = if secrecy == Secrecy::Secret { 0 } else { 64 << 10 };
        Ok(AtomicFile { file: BufWriter::with_capacity(buffer, draft), target: target.to_owned(), force })
    }

    /// Gives the file its final name.
    pub fn commit(self) -> Result<(), Failure> {
        let draft = self.file.into_inner().map_err(|error| unwritable(&self.target, error.error()))?;
        let place = if self.force { Place::Any } else { Place::Free };
        draft.finish(place).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.target),
            _ => error.into(),
        })
    }

    /// Writes a complete file.
    pub fn write_all_to(target: &Path, secrecy: Secrecy, force: bool, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = AtomicFile::create(target, secrecy, force)?;
        file.write_all(bytes).map_err(|error| unwritable(target, &error))?;
        file.commit()
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

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn names(dir: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(dir.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("product");
        let mut file = AtomicFile::create(&target, Secrecy::Public, false).unwrap();
        file.write_all(b"half").unwrap();
        file.flush().unwrap();
        assert!(!target.exists() && names(&dir).len() == 1);
        drop(file);
        assert_eq!(names(&dir), Vec::<String>::new());

        AtomicFile::write_all_to(&target, Secrecy::Public, false, b"whole").unwrap();
        assert_eq!(
            (fs::read(&target).unwrap(), names(&dir)),
            (b"whole".to_vec(), vec!["product".to_owned()])
        );
    }

    #[test]
    fn a_file_that_appeared_meanwhile_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("product");
        let file = AtomicFile::create(&target, Secrecy::Public, false).unwrap();
        fs::write(&target, "another's").unwrap();
        let failure = file.commit().unwrap_err();
        assert!(failure.to_string().ends_with("product exists"), "{failure}");
        assert_eq!(
            (fs::read(&target).unwrap(), names(&dir)),
            (b"another's".to_vec(), vec!["product".to_owned()])
        );
        // With force the file is replaced, but only by a complete one.
        let mut file = AtomicFile::create(&target, Secrecy::Public, true).unwrap();
        file.write_all(b"mine").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"another's");
        file.commit().unwrap();
        assert_eq!((fs::read(&target).unwrap(), names(&dir)), (b"mine".to_vec(), vec!["product".to_owned()]));
    }

    #[test]
    fn what_is_in_the_way_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        assert!(check_new(&file, false).is_ok() && names(&dir).is_empty());
        fs::write(&file, "x").unwrap();
        for (path, force, message) in [
            (file.clone(), false, "file exists"),
            (dir.path().to_owned(), true, "exists and is not a regular file"),
            (dir.path().join("none/file"), false, "can't be written: No such file"),
            (file.join("below"), true, "can't be written: Not a directory"),
            (PathBuf::from("/"), true, "exists and is not a regular file"),
            (dir.path().join(".."), true, "exists and is not a regular file"),
        ] {
            let failure = check_new(&path, force).unwrap_err();
            assert!(failure.to_string().contains(message), "{failure}");
        }
        assert!(check_new(&file, true).is_ok());
        assert_eq!(names(&dir), ["file"]);
        let nameless = check_place(Path::new("..")).unwrap_err();
        assert!(nameless.to_string().contains("names no file"), "{nameless}");
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_is_its_owners_from_the_first_byte_on() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("secret");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = AtomicFile::create(&target, Secrecy::Secret, false).unwrap();
        assert_eq!(mode(&dir.path().join(&names(&dir)[0])), 0o600);
        file.commit().unwrap();
        assert_eq!(mode(&target), 0o600);
    }

    #[test]
    fn two_names_of_one_file_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("sub")).unwrap();
        let path = |name: &str| dir.path().join(name);
        let distinct = |names: &[&str]| {
            let paths: Vec<_> = names.iter().map(|name| path(name)).collect();
            check_distinct(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>())
        };
        assert!(distinct(&[]).is_ok() && distinct(&["a", "b", "sub/a"]).is_ok());
        for names in [&["a", "a"][..], &["a", "./a"], &["a", "b", "sub/../a"], &["none/a", "none/a"]] {
            let failure = distinct(names).unwrap_err();
            assert!(failure.to_string().ends_with("is named for two different files"), "{failure}");
        }
        let stdio = Path::new("-");
        assert!(check_distinct(&[stdio, stdio]).is_ok());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("sub"), path("link")).unwrap();
            assert!(distinct(&["sub/a", "link/a"]).is_err());
        }
    }
}
