use super::*;
use crate::{
    draft::Place,
    recorder::{Loss, every_end},
};
use std::{
    io::Write,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
};

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The draft `f.new` of `f`.
fn for_one(place: &Path) -> Option<Draft> {
    Disk::default().draft_for_one(&place.join("f.new"), &place.join("f"), Secrecy::Secret).unwrap()
}

#[test]
fn one_of_many_has_the_draft_until_it_ends() {
    let place = tempfile::tempdir().unwrap();
    let mut first = for_one(place.path()).unwrap();
    assert!(for_one(place.path()).is_none());
    first.write_all(b"whole").unwrap();
    first.finish(Place::Free).unwrap();
    assert_eq!(names(place.path()), ["f"]);
    // The next process is too late, and removes nothing.
    let mut second = for_one(place.path()).unwrap();
    second.write_all(b"other").unwrap();
    assert_eq!(second.finish(Place::Free).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(
        (names(place.path()), fs::read(place.path().join("f")).unwrap()),
        (vec!["f".into()], b"whole".into())
    );
    for_one(place.path()).unwrap().leave();
    assert_eq!(names(place.path()), ["f", "f.new"]);
}

#[test]
fn what_has_the_drafts_name_is_emptied_only_if_it_is_a_draft() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let put = |name: &str, mode| {
        fs::write(at(name), "kept").unwrap();
        fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    let is_new = |found: bool| {
        let draft = for_one(place.path()).unwrap();
        let metadata = draft.metadata().unwrap();
        assert_eq!((metadata.len(), metadata.mode() & 0o777), (0, 0o600));
        assert!(is_same_file(&metadata, &fs::symlink_metadata(at("f.new")).unwrap()));
        found.then(|| draft.leave());
    };
    // The remains of a killed process.
    put("f.new", 0o600);
    let before = fs::metadata(at("f.new")).unwrap();
    is_new(true);
    assert!(is_same_file(&before, &fs::metadata(at("f.new")).unwrap()), "the name was never gone");
    fs::remove_file(at("f.new")).unwrap();
    // A file that others can read, a second name of a file, and links to existing and missing files.
    put("f.new", 0o644);
    is_new(false);
    put("other", 0o600);
    fs::hard_link(at("other"), at("f.new")).unwrap();
    is_new(false);
    symlink(at("other"), at("f.new")).unwrap();
    is_new(false);
    symlink(at("nowhere"), at("f.new")).unwrap();
    is_new(false);
    assert_eq!((names(place.path()), fs::read(at("other")).unwrap()), (vec!["other".into()], b"kept".into()));
    fs::create_dir(at("f.new")).unwrap();
    let error = Disk::default().draft_for_one(&at("f.new"), &at("f"), Secrecy::Secret).err().unwrap();
    assert_eq!(error.path, at("f.new"));
}

/// Threads that begin, write and finish at the same time: the file is that of one of them, and no thread
/// loses its draft.
#[test]
fn many_that_begin_at_once_make_one_file() {
    for _ in 0..20 {
        let place = tempfile::tempdir().unwrap();
        let made = std::thread::scope(|scope| {
            let one = |number: u8| {
                let place = place.path();
                scope.spawn(move || {
                    let mut draft = for_one(place)?;
                    draft.write_all(&[number; 100]).unwrap();
                    match draft.finish(Place::Free) {
                        Err(error) => {
                            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
                            None
                        }
                        Ok(()) => Some(number),
                    }
                })
            };
            let all: Vec<_> = (0..6).map(one).collect();
            all.into_iter().filter_map(|one| one.join().unwrap()).collect::<Vec<_>>()
        });
        let [number] = made[..] else { panic!("{made:?}") };
        assert_eq!(fs::read(place.path().join("f")).unwrap(), [number; 100]);
        assert_eq!(names(place.path()), ["f"]);
    }
}

#[test]
fn a_draft_that_is_begun_again_is_there_after_every_crash() {
    for loss in [Loss::Kept, Loss::Lost, Loss::Torn] {
        let ends = every_end(|recorder| {
            let place = tempfile::tempdir().unwrap();
            let (draft, target) = (place.path().join("f.new"), place.path().join("f"));
            fs::write(&draft, "the remains of a dead one").unwrap();
            fs::set_permissions(&draft, fs::Permissions::from_mode(0o600)).unwrap();
            let write = || -> io::Result<()> {
                let begun = recorder.disk().draft_for_one(&draft, &target, Secrecy::Secret)?;
                let mut begun = begun.ok_or(io::ErrorKind::WouldBlock)?;
                begun.write_all(b"whole")?;
                Ok(begun.finish(Place::Any)?)
            };
            let done = write().is_ok();
            recorder.crash(loss).unwrap();
            let found = fs::read(&target).ok();
            assert!(
                found.as_deref() == Some(b"whole") || !done && found.is_none() && draft.exists(),
                "{loss:?}"
            );
            done
        });
        assert_eq!(ends, Some(6), "create, cut, write, sync, rename, sync the directory");
    }
}
