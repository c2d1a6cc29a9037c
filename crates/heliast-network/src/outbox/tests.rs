mod model;

use super::*;
use heliast_disk::recorder::{Explorer, Fault, Figures, Loss, Omission, Recorder, Violation, every_answer};
use tempfile::TempDir;

const CHAIN: [u8; 32] = [7; 32];

fn ticket(round: u64, slot: u8, participant: u32) -> Place {
    Place { round, participant, kind: Kind::Ticket { slot } }
}

fn announcement(round: u64, participant: u32) -> Place {
    Place { round, participant, kind: Kind::Announcement }
}

#[test]
fn what_is_kept_is_found_again_until_its_round_is_sealed() {
    let home = TempDir::new().unwrap();
    let dir = home.path().join("outbox");
    let places = [ticket(3, 0, 5), ticket(3, 1, 5), ticket(3, 0, 6), announcement(3, 5), ticket(4, 0, 5)];
    let mut outbox = Outbox::open(&dir, &CHAIN).unwrap();
    for (place, byte) in places.into_iter().zip(0..) {
        assert_eq!(outbox.kept(place).unwrap(), None);
        outbox.keep(place, &[byte; 40]).unwrap();
        outbox.keep(place, &[byte; 40]).unwrap();
        let other = outbox.keep(place, &[99]).unwrap_err();
        assert!(matches!(other, OutboxError::Other(found) if found == place), "{other}");
    }
    drop(outbox);
    let mut outbox = Outbox::open(&dir, &CHAIN).unwrap();
    for (place, byte) in places.into_iter().zip(0..) {
        assert_eq!(outbox.kept(place).unwrap(), Some(&[byte; 40][..]), "{place}");
    }
    outbox.clear(3);
    for outbox in [outbox, Outbox::open(&dir, &CHAIN).unwrap()] {
        let kept = places.map(|place| outbox.kept(place).unwrap().is_some());
        assert_eq!(kept, [false, false, false, false, true]);
    }
}

#[test]
fn each_changed_or_missing_byte_is_seen_and_the_place_stays_taken() {
    let home = TempDir::new().unwrap();
    let place = ticket(9, 2, 77);
    Outbox::open(home.path(), &CHAIN).unwrap().keep(place, b"a ticket").unwrap();
    let file = home.path().join(place.name());
    let good = std::fs::read(&file).unwrap();
    let changed = (0..good.len()).map(|at| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    });
    let cut = (0..good.len()).map(|len| good[..len].to_vec());
    for bytes in changed.chain(cut).chain([[&good[..], &[0]].concat(), vec![0; 2 << 20]]) {
        std::fs::write(&file, &bytes).unwrap();
        let mut outbox = Outbox::open(home.path(), &CHAIN).unwrap();
        let found = outbox.kept(place).unwrap_err();
        assert!(matches!(found, OutboxError::Damaged { place: at, .. } if at == place), "{found}");
        let again = outbox.keep(place, b"a ticket").unwrap_err();
        assert!(matches!(again, OutboxError::Damaged { .. }), "never a second answer: {again}");
    }
    // Complete files of another chain or another place also count as damaged.
    std::fs::write(&file, &good).unwrap();
    assert!(Outbox::open(home.path(), &[8; 32]).unwrap().kept(place).is_err());
    std::fs::rename(&file, home.path().join(ticket(9, 3, 77).name())).unwrap();
    let outbox = Outbox::open(home.path(), &CHAIN).unwrap();
    assert!(outbox.kept(ticket(9, 3, 77)).is_err() && outbox.kept(place).unwrap().is_none());
}

#[test]
fn other_files_are_left_alone_and_drafts_go() {
    let home = TempDir::new().unwrap();
    for name in [
        "README",
        "00",
        &format!("{}.draft", ticket(1, 0, 10).name()),
        &ticket(1, 0, 10).name().to_uppercase(),
    ] {
        std::fs::write(home.path().join(name), b"x").unwrap();
    }
    let outbox = Outbox::open(home.path(), &CHAIN).unwrap();
    assert!(outbox.entries.is_empty());
    assert!(home.path().join("README").exists());
    assert!(!home.path().join(format!("{}.draft", ticket(1, 0, 10).name())).exists());
}

/// Two places are used one after the other. The process ends before each call, and every state that a crash
/// can leave is tried. All transactions that `keep` reported as durable are there with their bytes, and a
/// place has either what was drawn for it or nothing.
#[test]
fn a_cut_of_the_power_at_each_step_loses_nothing_that_may_have_been_sent() {
    let places = [(ticket(1, 0, 0), b"first!"), (ticket(1, 1, 0), b"second")];
    let mut states = 0;
    for cut in 0..=11 {
        states += every_answer(|answer| {
            let home = TempDir::new().unwrap();
            let recorder = Recorder::default();
            let mut outbox = Outbox::on(recorder.disk(), home.path(), &CHAIN).unwrap();
            recorder.set_fault(Some(Fault::EndAfter(cut)));
            let sent: Vec<_> =
                places.iter().map(|(place, bytes)| outbox.keep(*place, bytes.as_slice()).is_ok()).collect();
            assert_eq!(sent.iter().filter(|sent| **sent).count() as u64, cut / 5, "each takes five calls");
            recorder.crash_by(answer).unwrap();
            let mut outbox = Outbox::on(recorder.disk(), home.path(), &CHAIN).unwrap();
            for ((place, bytes), sent) in places.iter().zip(&sent) {
                let kept = outbox.kept(*place).unwrap().map(<[u8]>::to_vec);
                assert!(
                    kept.is_none() && !sent || kept.as_deref() == Some(bytes.as_slice()),
                    "{cut} {place}: {kept:?}"
                );
                outbox.keep(*place, bytes.as_slice()).unwrap();
            }
        });
    }
    assert!(states > 40, "{states}");
}

/// Three places in two rounds, of which the first is sealed. One process fills them and, if a call failed,
/// the next one continues. What was sent is there with its bytes until its round is sealed.
fn sent(omitted: Option<Omission>) -> Result<Figures, Violation> {
    let places = [ticket(1, 0, 0), announcement(1, 0), ticket(2, 0, 0)];
    Explorer::default().explore(|trial| {
        let home = TempDir::new().unwrap();
        let dir = home.path().join("outbox");
        let disk = trial.disk();
        let open = || Outbox::on(disk.clone(), &dir, &CHAIN);
        trial.recorder().omit(omitted);
        let mut sent = vec![];
        let mut keep_all = || -> Result<(), OutboxError> {
            let mut outbox = open()?;
            for (place, byte) in places.into_iter().zip(b'a'..) {
                outbox.keep(place, &[byte; 600])?;
                sent.push(place);
            }
            outbox.clear(1);
            Ok(())
        };
        trial.begin();
        let is_sealed = keep_all().or_else(|_| keep_all()).is_ok();
        trial.crash().unwrap();
        let mut outbox = open().unwrap();
        for (place, byte) in places.into_iter().zip(b'a'..) {
            let kept = outbox.kept(place).unwrap_or_else(|error| panic!("{place} is lost: {error}"));
            assert!(kept.is_none_or(|kept| kept == [byte; 600]), "{place} has other bytes");
            let is_wanted = sent.contains(&place) && (place.round == 2 || !is_sealed);
            assert!(kept.is_some() || !is_wanted, "{place} is gone");
        }
        outbox.keep(ticket(3, 0, 0), b"next").unwrap();
    })
}

#[test]
fn nothing_that_may_have_been_sent_is_lost_in_any_state_that_a_crash_leaves() {
    let figures = sent(None).unwrap_or_else(|violation| panic!("{violation}"));
    println!("outbox: {figures}");
    assert!(figures.operations > 15, "{figures}");
    for omitted in [Omission::Files, Omission::Names] {
        sent(Some(omitted)).unwrap_err();
    }
}

#[test]
fn a_full_disk_lets_nothing_leave_and_may_be_tried_again() {
    let home = TempDir::new().unwrap();
    let recorder = Recorder::default();
    let mut outbox = Outbox::on(recorder.disk(), home.path(), &CHAIN).unwrap();
    for call in 0..5 {
        let place = ticket(1, 0, call as u32);
        recorder.set_fault(Some(Fault::Once(call, io::ErrorKind::StorageFull)));
        assert!(matches!(outbox.keep(place, b"x"), Err(OutboxError::Io(_))));
        assert_eq!(outbox.kept(place).unwrap(), None, "it is not to be sent");
        outbox.keep(place, b"x").unwrap();
    }
    drop(outbox);
    recorder.crash(Loss::Lost).unwrap();
    let outbox = Outbox::on(recorder.disk(), home.path(), &CHAIN).unwrap();
    assert!((0..5).all(|participant| outbox.kept(ticket(1, 0, participant)).unwrap().is_some()));
}
