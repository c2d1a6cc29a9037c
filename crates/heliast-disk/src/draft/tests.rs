use super::*;
use crate::recorder::{Fault, Loss, Recorder, every_answer, every_end};
use std::mem::ManuallyDrop;

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn begin(target: &Path, secrecy: Secrecy) -> Draft {
    Disk::default().draft(target, secrecy).unwrap()
}

/// Has the effect of a killed process on a draft: its file is closed, its name stays.
fn kill(draft: Draft) {
    let mut draft = ManuallyDrop::new(draft);
    draft.file = File::open("/dev/null").unwrap();
}

#[test]
fn drafts_of_the_dead_are_removed_at_every_stage() {
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("proof");
    let stages: [fn(&mut Draft, &Path); 4] = [
        |_, _| (),
        |draft, _| draft.write_all(b"begun").unwrap(),
        |draft, _| draft.file.sync_all().unwrap(),
        |draft, target| fs::hard_link(&draft.path, target).unwrap(),
    ];
    for stage in stages {
        let mut draft = begin(&target, Secrecy::Secret);
        stage(&mut draft, &target);
        kill(draft);
        let left = names(place.path());
        assert!(left[0].starts_with(".proof."), "{left:?}");
        Disk::default().sweep(&target);
        let placed = left.len() == 2;
        assert_eq!(names(place.path()), if placed { vec!["proof"] } else { vec![] });
    }
}

#[test]
fn drafts_of_the_living_stay() {
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("proof");
    let mut draft = begin(&target, Secrecy::Public);
    draft.write_all(b"whole").unwrap();
    Disk::default().sweep(&target);
    let other = begin(&target, Secrecy::Public);
    draft.finish(Place::Any).unwrap();
    Disk::default().sweep(&target);
    assert_eq!(fs::read(&target).unwrap(), b"whole");
    assert!(other.path().exists());
    drop(other);
    assert_eq!(names(place.path()), ["proof"]);
}

#[test]
fn other_names_stay() {
    let place = tempfile::tempdir().unwrap();
    let others = [
        ".other.0123456789abcdef.tmp",
        ".proof.0123456789ABCDEF.tmp",
        ".proof.0123456789abcde.tmp",
        ".proof.0123456789abcdef.tmp2",
        ".proof.checkpoint.0123456789abcdef.tmp",
        "proof.0123456789abcdef.tmp",
    ];
    others.iter().for_each(|name| fs::write(place.path().join(name), b"").unwrap());
    fs::create_dir(place.path().join(".proof.0000000000000000.tmp")).unwrap();
    let before = names(place.path());
    Disk::default().sweep(&place.path().join("proof"));
    assert_eq!(names(place.path()), before);
    Disk::default().sweep(&place.path().join("proof.checkpoint"));
    assert_eq!(names(place.path()).len(), before.len() - 1);
}

/// Makers and sweepers at the same time: no maker loses its draft.
#[test]
fn nobody_removes_what_another_is_writing() {
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("proof");
    std::thread::scope(|scope| {
        for thread in 0..4u8 {
            let target = &target;
            scope.spawn(move || {
                for round in 0..100u8 {
                    let mut draft = begin(target, Secrecy::Public);
                    draft.write_all(&[thread, round]).unwrap();
                    draft.finish(Place::Any).unwrap();
                }
            });
        }
    });
    assert_eq!(names(place.path()), ["proof"]);
    assert_eq!(fs::read(&target).unwrap()[1], 99);
}

#[test]
fn a_free_place_stays_anothers_and_any_place_does_not() {
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("product");
    let mut draft = begin(&target, Secrecy::Public);
    draft.write_all(b"mine").unwrap();
    fs::write(&target, "another's").unwrap();
    let error = draft.finish(Place::Free).unwrap_err();
    assert_eq!((error.kind(), &error.path), (io::ErrorKind::AlreadyExists, &target));
    assert_eq!(
        (fs::read(&target).unwrap(), names(place.path())),
        (b"another's".to_vec(), vec![s("product")])
    );
    let mut draft = begin(&target, Secrecy::Public);
    draft.write_all(b"mi").unwrap();
    draft.write_all(b"ne").unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"another's");
    draft.finish(Place::Any).unwrap();
    assert_eq!((fs::read(&target).unwrap(), names(place.path())), (b"mine".to_vec(), vec![s("product")]));
}

fn s(text: &str) -> String {
    text.to_owned()
}

#[test]
fn a_draft_that_a_crash_left_at_its_own_name_gives_way_and_is_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let (target, at) = (place.path().join("a"), place.path().join("a.new"));
    fs::write(&at, "half of a longer one").unwrap();
    let mut draft = Disk::default().draft_at(&at, &target, Secrecy::Secret).unwrap();
    draft.write_all(b"whole").unwrap();
    draft.finish(Place::Any).unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"whole");
    // A link there is replaced, and its target is not changed.
    let elsewhere = place.path().join("elsewhere");
    fs::write(&elsewhere, "kept").unwrap();
    std::os::unix::fs::symlink(&elsewhere, &at).unwrap();
    let mut draft = Disk::default().draft_at(&at, &target, Secrecy::Secret).unwrap();
    draft.write_all(b"again").unwrap();
    draft.finish(Place::Any).unwrap();
    assert_eq!(
        (fs::read(&elsewhere).unwrap(), fs::read(&target).unwrap()),
        (b"kept".to_vec(), b"again".to_vec())
    );
    // A directory there is not removed.
    fs::create_dir(&at).unwrap();
    let refused = Disk::default().draft_at(&at, &target, Secrecy::Secret).err().unwrap();
    assert_eq!((&refused.path, fs::read(&target).unwrap()), (&target, b"again".to_vec()));
}

#[test]
fn a_draft_is_its_owners_from_the_first_byte_on() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("secret");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let draft = begin(&target, Secrecy::Secret);
    assert_eq!(mode(draft.path()), 0o600);
    draft.finish(Place::Free).unwrap();
    assert_eq!(mode(&target), 0o600);
    let draft = begin(&place.path().join("open"), Secrecy::Public);
    assert_eq!(mode(draft.path()) & 0o133, 0, "nobody else writes it");
}

#[test]
fn what_names_no_file_or_has_no_directory_is_refused() {
    for path in ["..", "/"] {
        let error = Disk::default().draft(Path::new(path), Secrecy::Public).err().unwrap();
        assert!(error.to_string().ends_with("can't be written: it names no file"), "{error}");
        Disk::default().sweep(Path::new(path));
    }
    let place = tempfile::tempdir().unwrap();
    let error = Disk::default().draft(&place.path().join("none/file"), Secrecy::Public).err().unwrap();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

/// A draft is written in two parts. The process ends before each call, and every possible state after the
/// crash is tried.
#[test]
fn a_crash_leaves_a_whole_file_or_none_in_a_free_place() {
    let (mut ends, mut states) = (0, 0);
    for end in 0.. {
        let mut was_done = false;
        states += every_answer(|answer| {
            let place = tempfile::tempdir().unwrap();
            let target = place.path().join("f");
            let recorder = Recorder::default();
            recorder.set_fault(Some(Fault::EndAfter(end)));
            let done = write_in_two(&recorder.disk(), &target).is_ok();
            recorder.crash_by(answer).unwrap();
            match fs::read(&target) {
                Ok(bytes) => assert_eq!(bytes, b"one, two"),
                Err(_) => assert!(!done),
            }
            // The next writer leaves only its own file.
            Disk::default().sweep(&target);
            assert!(names(place.path()).iter().all(|name| name == "f"));
            was_done = recorder.calls().len() <= end as usize;
        });
        ends += 1;
        if was_done {
            break;
        }
    }
    // Create, write twice, sync, link, sync the directory, remove the draft.
    assert_eq!(ends, 8);
    assert!(states > 20, "{states}");
}

fn write_in_two(disk: &Disk, target: &Path) -> Result<(), Error> {
    let mut draft = disk.draft(target, Secrecy::Public)?;
    draft.write_all(b"one, ").at(target, Deed::Write)?;
    draft.write_all(b"two").at(target, Deed::Write)?;
    draft.finish(Place::Free)
}

#[test]
fn a_call_that_fails_once_leaves_no_draft_and_may_be_tried_again() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other, io::ErrorKind::PermissionDenied] {
        for at in 0..7 {
            let place = tempfile::tempdir().unwrap();
            let target = place.path().join("f");
            let recorder = Recorder::default();
            recorder.set_fault(Some(Fault::Once(at, kind)));
            let first = write_in_two(&recorder.disk(), &target);
            match &first {
                // If only the directory could not be synced, the target may be this very file.
                Err(error) => assert_eq!((error.kind(), &error.path), (kind, &target), "{at}"),
                // If the hard link fails, the draft is renamed; a draft that stays is removed by the next
                // writer.
                Ok(()) => assert!([4, 6].contains(&at), "{at}"),
            }
            recorder.set_fault(None);
            let mut again = recorder.disk().draft(&target, Secrecy::Public).unwrap();
            again.write_all(b"again").unwrap();
            again.finish(Place::Any).unwrap();
            recorder.crash(Loss::Lost).unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"again");
            Disk::default().sweep(&target);
            assert_eq!(names(place.path()), ["f"]);
        }
    }
}

#[test]
fn a_replacement_by_a_draft_ends_in_one_of_two() {
    let ends = every_end(|recorder| {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("f");
        fs::write(&target, "old").unwrap();
        let done = recorder.disk().draft(&target, Secrecy::Public).and_then(|mut draft| {
            draft.write_all(b"new").at(&target, Deed::Write)?;
            draft.finish(Place::Any)
        });
        recorder.crash(Loss::Torn).unwrap();
        let found = fs::read(&target).unwrap();
        assert!(found == b"new" || (found == b"old" && done.is_err()));
        done.is_ok()
    });
    assert_eq!(ends, Some(5));
}
