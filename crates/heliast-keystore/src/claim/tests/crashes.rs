//! Take-overs that end, or fail, at any of their calls.

use super::*;
use heliast_disk::recorder::{Doubt, Fault, Recorder, every_answer};
use std::io;

/// A directory and its copy, which takes over the secrets.
struct Scene {
    case: Case,
    recorder: Recorder,
}

impl Scene {
    fn new(fault: Option<Fault>) -> Scene {
        let (case, recorder) = (Case::new(), Recorder::default());
        case.copy("data", "copy");
        recorder.set_fault(fault);
        Scene { case, recorder }
    }

    fn take(&self) -> Result<Claim, Unclaimed> {
        let (disk, dir) = (self.recorder.disk(), self.case.dir("copy"));
        Claim::prepare_by(&disk, &dir, &CHAIN, &self.case.settings, None)?.take(9)
    }

    /// The directories that may use the secrets.
    fn users(&self) -> Vec<&'static str> {
        ["data", "copy"].into_iter().filter(|name| self.case.open(name, 9).is_ok()).collect()
    }
}

/// Calls `scenario` with a process that ends after 0, 1, 2, ... calls and every answer to each doubt, until
/// the process has made all its calls. Returns the number of states.
fn in_every_state(mut scenario: impl FnMut(Fault, &mut dyn FnMut(Doubt) -> usize) -> bool) -> u64 {
    let (mut states, mut is_over) = (0, false);
    for end in 0.. {
        states += every_answer(|answer| is_over = scenario(Fault::EndAfter(end), answer));
        if is_over {
            break;
        }
    }
    states
}

#[test]
fn a_crash_leaves_at_most_one_directory_that_may_use_the_secrets() {
    let states = in_every_state(|fault, answer| {
        let scene = Scene::new(Some(fault));
        let is_taken = scene.take().is_ok();
        scene.recorder.crash_by(answer).unwrap();
        let users = scene.users();
        assert!(users.len() <= 1 && (!is_taken || users == ["copy"]), "{fault:?}: {users:?}");
        // Another directory can take over in every state that is left.
        scene.case.take("copy", 9).unwrap();
        assert_eq!(scene.users(), ["copy"]);
        is_taken
    });
    assert!(states > 40, "{states}");
}

#[test]
fn a_call_that_fails_is_named_and_the_take_over_can_be_repeated() {
    for at in 0.. {
        let scene = Scene::new(Some(Fault::Once(at, io::ErrorKind::StorageFull)));
        match scene.take() {
            Ok(_) => {
                assert!(at > 8, "{at}");
                break;
            }
            Err(error) => assert!(matches!(error, Unclaimed::Files(Error::Io { .. })), "{at}: {error}"),
        }
        assert!(scene.users().len() <= 1, "{at}");
        drop(scene.take().unwrap());
        assert_eq!(scene.users(), ["copy"], "{at}");
    }
}

/// The number of the last round is not synced: an earlier one may be found, or it may be missing, but never a
/// later one.
#[test]
fn a_loss_of_power_leaves_no_later_round_than_was_made() {
    let mut found = std::collections::BTreeSet::new();
    every_answer(|answer| {
        let scene = Scene::new(None);
        let (case, disk) = (&scene.case, scene.recorder.disk());
        let mut claim = Claim::open_by(&disk, &case.dir("data"), &CHAIN, &case.settings, None, 3).unwrap();
        [4, 5, 6].into_iter().for_each(|round| claim.note(round).unwrap());
        drop(claim);
        scene.recorder.crash_by(answer).unwrap();
        found.insert(Claim::known(&CHAIN, &case.settings).unwrap().unwrap().last);
        case.open("data", 6).unwrap();
    });
    assert!(found.into_iter().eq([0, 3, 4, 5, 6]));
}
