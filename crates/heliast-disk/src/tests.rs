use crate::{
    Calls, Deed, Disk, Error, Secrecy,
    disk::parent,
    draft_path,
    error::At,
    recorder::{Call, Doubt, Fault, Loss, Recorder, every_answer, every_end},
};
use std::{
    fs::{self, Metadata, OpenOptions},
    io,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
};

/// The content of a file after a crash, `None` if there is no file.
type Found = Option<Vec<u8>>;

/// Runs `operation` on the file `f` of a directory that `before` has prepared. The process ends before each
/// call, and all possible states after the crash are tried. Returns the states that `allows` does not allow,
/// given whether the operation returned, and the number of states.
fn crashes(
    before: Option<&[u8]>,
    operation: impl Fn(&Disk, &Path) -> Result<(), Error>,
    allows: impl Fn(&Found, bool) -> bool,
) -> (Vec<String>, u64) {
    let (mut violations, mut states) = (vec![], 0);
    let mut survived = false;
    for end in 0..100 {
        states += every_answer(|answer| {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("f");
            if let Some(bytes) = before {
                fs::write(&path, bytes).unwrap();
            }
            let recorder = Recorder::default();
            recorder.set_fault(Some(Fault::EndAfter(end)));
            let returned = operation(&recorder.disk(), &path).is_ok();
            recorder.crash_by(answer).unwrap();
            let found = fs::read(&path).ok();
            if !allows(&found, returned) {
                let text = found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                violations.push(format!("after {end} calls, returned {returned}: {text:?}"));
            }
            survived = recorder.calls().len() as u64 <= end;
        });
        if survived {
            return (violations, states);
        }
    }
    panic!("it never ends");
}

/// The file has the old bytes or the new ones; after the operation has returned, the new ones.
fn old_or_new(found: &Found, returned: bool) -> bool {
    found.as_deref() == Some(b"new") || !returned && found.as_deref() == Some(b"old")
}

fn replace(disk: &Disk, path: &Path) -> Result<(), Error> {
    disk.replace(path, Secrecy::Public, b"new")
}

#[test]
fn a_replaced_file_is_the_old_one_or_the_new_one_in_every_state_that_a_crash_leaves() {
    let (violations, states) = crashes(Some(b"old"), replace, old_or_new);
    assert_eq!(violations, Vec::<String>::new());
    assert!(states >= 12, "{states}");
    // This also holds if a crash left a draft.
    let over_a_draft = |disk: &Disk, path: &Path| {
        fs::write(draft_path(path), "half of a longer one").unwrap();
        replace(disk, path)
    };
    assert_eq!(crashes(Some(b"old"), over_a_draft, old_or_new).0, Vec::<String>::new());
}

#[test]
fn careless_replacements_are_found() {
    type Careless = fn(&dyn Calls, &Path) -> io::Result<()>;
    let without_sync: Careless = |calls, path| {
        let file = calls.create(&draft_path(path), Secrecy::Public)?;
        calls.write(&file, 0, b"new")?;
        calls.rename(&draft_path(path), path)?;
        calls.sync_dir(parent(path))
    };
    let without_the_directory: Careless = |calls, path| {
        let file = calls.create(&draft_path(path), Secrecy::Public)?;
        calls.write(&file, 0, b"new")?;
        calls.sync_all(&file)?;
        calls.rename(&draft_path(path), path)
    };
    let renamed_first: Careless = |calls, path| {
        let file = calls.create(&draft_path(path), Secrecy::Public)?;
        calls.rename(&draft_path(path), path)?;
        calls.write(&file, 0, b"new")?;
        calls.sync_all(&file)?;
        calls.sync_dir(parent(path))
    };
    let in_place: Careless = |calls, path| {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        calls.set_len(&file, 0)?;
        calls.write(&file, 0, b"new")?;
        calls.sync_all(&file)
    };
    let removed_first: Careless = |calls, path| {
        calls.remove(path)?;
        let file = calls.create(path, Secrecy::Public)?;
        calls.write(&file, 0, b"new")?;
        calls.sync_all(&file)?;
        calls.sync_dir(parent(path))
    };
    for (name, careless) in [
        ("no sync of the file", without_sync),
        ("no sync of the directory", without_the_directory),
        ("a rename before the write", renamed_first),
        ("in place", in_place),
        ("a removal first", removed_first),
    ] {
        let operation = |disk: &Disk, path: &Path| careless(disk.calls(), path).at(path, Deed::Write);
        assert_ne!(crashes(Some(b"old"), operation, old_or_new).0, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_created_file_is_whole_or_missing_in_every_state() {
    let create = |disk: &Disk, path: &Path| disk.create(path, Secrecy::Public, b"new");
    let whole_or_missing = |found: &Found, returned: bool| match found {
        Some(bytes) => bytes == b"new",
        None => !returned,
    };
    assert_eq!(crashes(None, create, whole_or_missing).0, Vec::<String>::new());
    let unchanged = |found: &Found, returned: bool| !returned && found.as_deref() == Some(b"old");
    assert_eq!(crashes(Some(b"old"), create, unchanged).0, Vec::<String>::new(), "what is there stays");
}

#[test]
fn an_append_keeps_what_is_before_it_in_every_state() {
    // The file holds three durable bytes and a torn tail.
    let append = |disk: &Disk, path: &Path| disk.append(path, Secrecy::Public, 3, b"new");
    let kept = |found: &Found, returned: bool| {
        let found = found.as_deref().unwrap_or_default();
        found.starts_with(b"old") && (!returned || found == b"oldnew")
    };
    let (violations, states) = crashes(Some(b"old, and a torn tail"), append, kept);
    assert_eq!(violations, Vec::<String>::new());
    assert!(states >= 10, "{states}");
    assert_eq!(crashes(Some(b"old"), append, kept).0, Vec::<String>::new());
    // At offset 0 the file is made.
    let first = |disk: &Disk, path: &Path| disk.append(path, Secrecy::Public, 0, b"new");
    let whole = |found: &Found, returned: bool| !returned || found.as_deref() == Some(b"new");
    for before in [None, Some(&b"rest"[..])] {
        assert_eq!(crashes(before, first, whole).0, Vec::<String>::new());
    }
}

#[test]
fn an_append_without_its_sync_is_found() {
    let careless = |disk: &Disk, path: &Path| {
        let file = disk.open(path)?;
        disk.overwrite(path, &file, 3, b"new")
    };
    let whole = |found: &Found, returned: bool| !returned || found.as_deref() == Some(b"oldnew");
    assert_ne!(crashes(Some(b"old"), careless, whole).0, Vec::<String>::new());
}

#[test]
fn an_append_leaves_no_gap() {
    let place = tempfile::tempdir().unwrap();
    let (disk, path) = (Disk::default(), place.path().join("f"));
    let append = |offset, bytes: &[u8]| disk.append(&path, Secrecy::Secret, offset, bytes);
    assert_eq!(append(1, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
    append(0, b"one").unwrap();
    append(3, b"two, which is cut").unwrap();
    append(3, b"three").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"onethree");
    assert_eq!(append(9, b"x").unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    append(0, b"anew").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"anew");
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn a_rename_is_durable_and_a_removal_is_with_its_sync() {
    let rename = |disk: &Disk, path: &Path| {
        fs::write(path.with_file_name("g"), "new").unwrap();
        disk.rename(&path.with_file_name("g"), path)
    };
    assert_eq!(crashes(Some(b"old"), rename, old_or_new).0, Vec::<String>::new());
    let gone = |found: &Found, returned: bool| found.is_none() || !returned;
    let remove = |disk: &Disk, path: &Path| disk.remove(path);
    assert_ne!(crashes(Some(b"old"), remove, gone).0, Vec::<String>::new(), "it may come back");
    let for_good = |disk: &Disk, path: &Path| {
        disk.remove(path)?;
        disk.sync_names_around(path)
    };
    assert_eq!(crashes(Some(b"old"), for_good, gone).0, Vec::<String>::new());
}

/// The calls of each operation; users rely on their number.
#[test]
fn operations_make_these_calls() {
    let place = tempfile::tempdir().unwrap();
    let (dir, at) = (place.path().to_owned(), |name: &str| place.path().join(name));
    let recorder = Recorder::default();
    let disk = recorder.disk();
    let made = |operation: &dyn Fn() -> Result<(), Error>| {
        let before = recorder.calls().len();
        operation().unwrap();
        recorder.calls().split_off(before)
    };
    let (file, draft) = (at("f"), at(".f.new"));
    let replaced = [
        Call::Create(draft.clone()),
        Call::Write(0, 2),
        Call::Sync,
        Call::Rename(draft, file.clone()),
        Call::SyncDir(dir.clone()),
    ];
    assert_eq!(made(&|| disk.replace(&file, Secrecy::Secret, b"ab")), replaced);
    let appended = [Call::Write(2, 1), Call::Sync];
    assert_eq!(made(&|| disk.append(&file, Secrecy::Secret, 2, b"c")), appended);
    let cut = [Call::SetLen(2), Call::Write(2, 1), Call::Sync];
    assert_eq!(made(&|| disk.append(&file, Secrecy::Secret, 2, b"d")), cut);
    let removed = [Call::Remove(file.clone())];
    assert_eq!(made(&|| disk.remove(&file)), removed);
    assert_eq!(made(&|| disk.remove_if_there(&file)), removed);
    let (b, c) = (at("a/b"), at("a/b/c"));
    let dirs = [
        Call::CreateDir(dir.clone()), // it is there, and its name may not be durable yet
        Call::SyncDir(parent(&dir).to_owned()),
        Call::CreateDir(at("a")),
        Call::SyncDir(dir.clone()),
        Call::CreateDir(b.clone()),
        Call::SyncDir(at("a")),
        Call::CreateDir(c.clone()),
        Call::SyncDir(b.clone()),
    ];
    assert_eq!(made(&|| disk.create_dir(&c)), dirs);
    assert_eq!(made(&|| disk.create_dir(&c)), dirs[6..], "the name may not be durable yet");
    fs::write(c.join("file"), "").unwrap();
    let emptied =
        [Call::Remove(c.join("file")), Call::RemoveDir(c), Call::RemoveDir(b), Call::RemoveDir(at("a"))];
    assert_eq!(made(&|| disk.remove_dir(&at("a"))), emptied);
    assert!(recorder.undurable() > 0);
    disk.sync_names(&dir).unwrap();
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
}

#[test]
fn each_call_may_fail_once_and_the_operation_be_tried_again() {
    type Operation = fn(&Disk, &Path) -> Result<(), Error>;
    let operations: [(Operation, &[u8]); 4] = [
        (replace, b"new"),
        (|disk, path| disk.append(path, Secrecy::Public, 3, b"new"), b"oldnew"),
        (|disk, path| disk.append(path, Secrecy::Public, 0, b"new"), b"new"),
        (
            |disk, path| {
                let file = disk.open(path)?;
                disk.overwrite(path, &file, 0, b"new")?;
                disk.sync(path, &file)
            },
            b"new, ",
        ),
    ];
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other, io::ErrorKind::Interrupted] {
        for (number, (operation, expected)) in operations.iter().enumerate() {
            for at in 0.. {
                let place = tempfile::tempdir().unwrap();
                let path = place.path().join("f");
                fs::write(&path, if number == 3 { "old, " } else { "old" }).unwrap();
                let recorder = Recorder::default();
                recorder.set_fault(Some(Fault::Once(at, kind)));
                let first = operation(&recorder.disk(), &path);
                let was_reached = recorder.calls().len() as u64 > at;
                if let Err(error) = first {
                    assert!(was_reached);
                    assert_eq!((error.kind(), &error.path), (kind, &path), "{number} {at}");
                    let text = format!("{} can't be written: ", path.display());
                    assert!(error.to_string().starts_with(&text), "{error}");
                    operation(&recorder.disk(), &path).unwrap();
                }
                recorder.crash(Loss::Lost).unwrap();
                assert_eq!(fs::read(&path).unwrap(), *expected, "{number} {at} {kind}");
                assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "no draft is left");
                if !was_reached {
                    break;
                }
            }
        }
    }
}

#[test]
fn bytes_may_say_which_file_they_are_in() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("f");
    let number = |metadata: &Metadata| metadata.ino().to_string();
    Disk::default().replace_with(&path, Secrecy::Secret, number).unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(written, fs::metadata(&path).unwrap().ino().to_string());
}

#[test]
fn a_file_is_read_up_to_its_limit() {
    let place = tempfile::tempdir().unwrap();
    let (disk, path) = (Disk::default(), place.path().join("f"));
    fs::write(&path, [7; 10]).unwrap();
    assert_eq!(disk.read(&path, 10).unwrap(), [7; 10]);
    let long = disk.read(&path, 9).unwrap_err();
    assert_eq!(long.kind(), io::ErrorKind::FileTooLarge);
    assert_eq!(long.to_string(), format!("{} can't be read: it is longer than 9 bytes", path.display()));
    assert_eq!(disk.read(&place.path().join("none"), 9).unwrap_err().kind(), io::ErrorKind::NotFound);
    assert!(disk.read(place.path(), 9).is_err());
    assert_eq!(disk.read(Path::new("/dev/zero"), 9).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn files_and_directories_are_their_owners_from_the_start() {
    let place = tempfile::tempdir().unwrap();
    let (disk, at) = (Disk::default(), |name: &str| place.path().join(name));
    disk.create_dir(&at("a/b")).unwrap();
    disk.create_new_dir(&at("c")).unwrap();
    assert_eq!([at("a"), at("a/b"), at("c")].map(|dir| mode(&dir)), [0o700; 3]);
    assert_eq!(disk.create_new_dir(&at("c")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    // Public directories have the mode that the umask gives.
    disk.create_public_dir(&at("p/q")).unwrap();
    fs::create_dir(at("usual")).unwrap();
    assert_eq!([at("p"), at("p/q")].map(|dir| mode(&dir)), [mode(&at("usual")); 2]);
    // An existing directory keeps its mode.
    fs::set_permissions(at("c"), fs::Permissions::from_mode(0o755)).unwrap();
    disk.create_dir(&at("c")).unwrap();
    assert_eq!(mode(&at("c")), 0o755);
    disk.replace(&at("r"), Secrecy::Secret, b"").unwrap();
    disk.create(&at("n"), Secrecy::Secret, b"").unwrap();
    disk.open_or_create(&at("o"), Secrecy::Secret).unwrap();
    assert_eq!([at("r"), at("n"), at("o")].map(|file| mode(&file)), [0o600; 3]);
    // A file that others can read is replaced by one that they can't read.
    fs::set_permissions(at("r"), fs::Permissions::from_mode(0o644)).unwrap();
    disk.replace(&at("r"), Secrecy::Secret, b"").unwrap();
    assert_eq!(mode(&at("r")), 0o600);
}

#[test]
fn links_are_replaced_and_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let (disk, at) = (Disk::default(), |name: &str| place.path().join(name));
    fs::write(at("elsewhere"), "kept").unwrap();
    for (link, draft) in [("f", false), (".f.new", true)] {
        symlink(at("elsewhere"), at(link)).unwrap();
        disk.replace(&at("f"), Secrecy::Secret, b"new").unwrap();
        assert_eq!(fs::read(at("f")).unwrap(), b"new", "{draft}");
        assert!(fs::symlink_metadata(at("f")).unwrap().is_file());
    }
    symlink(at("nowhere"), at("n")).unwrap();
    assert_eq!(disk.create(&at("n"), Secrecy::Public, b"").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read(at("elsewhere")).unwrap(), b"kept");
    assert!(!at("nowhere").exists());
}

#[test]
fn a_directory_in_the_way_is_named() {
    let place = tempfile::tempdir().unwrap();
    let (disk, at) = (Disk::default(), |name: &str| place.path().join(name));
    fs::create_dir(at("d")).unwrap();
    fs::write(at("d/file"), "").unwrap();
    let error = disk.replace(&at("d"), Secrecy::Public, b"new").unwrap_err();
    assert_eq!(error.path, at("d"));
    assert!(!draft_path(&at("d")).exists(), "the draft goes");
    fs::write(at("file"), "").unwrap();
    assert_eq!(disk.create_dir(&at("file")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert!(disk.create_dir(&at("file/below")).is_err());
    assert!(disk.remove(&at("none")).is_err() && disk.remove_if_there(&at("none")).is_ok());
    assert!(disk.remove_if_there(&at("d")).is_err() && disk.remove_dir(&at("none")).is_err());
}

#[test]
fn directories_are_there_when_they_have_been_made() {
    let ends = every_end(|recorder| {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("a/b/c");
        let done = recorder.disk().create_dir(&dir).is_ok();
        recorder.crash(Loss::Lost).unwrap();
        assert!(!done || dir.is_dir());
        // It goes on from the existing directories.
        Disk::default().create_dir(&dir).unwrap();
        done
    });
    assert_eq!(ends, Some(8));
}

#[test]
fn an_unreadable_directory_above_is_an_error_only_where_something_was_made() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("d");
    let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::Other];
    let create = |call, kind| {
        let recorder = Recorder::default();
        recorder.set_fault(Some(Fault::Once(call, kind)));
        recorder.disk().create_dir(&dir).map_err(|error| error.kind())
    };
    // It has just been made: its name must become durable.
    for kind in kinds {
        assert_eq!(create(3, kind), Err(kind));
        fs::remove_dir(&dir).unwrap();
    }
    // The name of its parent directory may not be ours to sync.
    assert_eq!(kinds.map(|kind| create(1, kind)), [Ok(()), Err(io::ErrorKind::Other)]);
    assert_eq!(kinds.map(|kind| create(1, kind)), [Ok(()), Err(io::ErrorKind::Other)]);
}

#[test]
fn a_removed_directory_comes_back_in_any_part_until_its_names_are_synced() {
    let mut found = std::collections::BTreeSet::new();
    every_answer(|answer: &mut dyn FnMut(Doubt) -> usize| {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("d");
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("a"), "a").unwrap();
        fs::write(dir.join("b"), "b").unwrap();
        let recorder = Recorder::default();
        recorder.disk().remove_dir(&dir).unwrap();
        recorder.crash_by(answer).unwrap();
        let there = |name: &str| dir.join(name).exists();
        found.insert((dir.exists(), there("a"), there("b")));
    });
    let all = [(false, false), (false, true), (true, false), (true, true)];
    let expected = all.map(|(a, b)| (true, a, b)).into_iter().chain([(false, false, false)]);
    assert!(expected.into_iter().all(|state| found.contains(&state)), "{found:?}");
    assert_eq!(found.len(), 5);
}

#[test]
fn the_sessions_directory_is_an_absolute_path_or_none() {
    assert!(Disk::default().session_dir().is_none_or(|dir| dir.is_absolute()));
    let recorder = Recorder::default();
    assert_eq!(recorder.disk().session_dir(), None);
    recorder.set_session_dir(Path::new("/session"));
    assert_eq!(recorder.disk().session_dir(), Some(PathBuf::from("/session")));
    assert_eq!(format!("{:?}", recorder.disk()), "Disk");
}
