use super::*;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};
use tempfile::TempDir;

const CHAIN: [u8; 32] = [7; 32];

fn ticket(round: u64, slot: u8, participant: u32) -> Place {
    Place { round, participant, kind: Kind::Ticket { slot } }
}

fn announcement(round: u64, participant: u32) -> Place {
    Place { round, participant, kind: Kind::Announcement }
}

/// A disk that fails at one step, and then holds the remains after a cut of the power.
#[derive(Default)]
struct Power {
    /// Names, of files with their bytes and how many of them are durable.
    files: BTreeMap<String, (Vec<u8>, usize)>,
    /// The names after the last sync.
    durable: BTreeMap<String, (Vec<u8>, usize)>,
    steps: usize,
    /// The step that is cut.
    cut: Option<usize>,
}

impl Power {
    fn step(&mut self) -> io::Result<()> {
        self.steps += 1;
        if self.cut.is_some_and(|cut| self.steps > cut) { Err(io::Error::other("no power")) } else { Ok(()) }
    }

    /// The remains: names as before the last sync or as they are, and of unsynced bytes all, half
    /// or none.
    fn after_cut(&self, names_reached: bool, unsynced: usize) -> Power {
        let mut files = if names_reached { self.files.clone() } else { self.durable.clone() };
        for (name, (bytes, synced)) in &mut files {
            // A rename moves what is synced of the same file.
            *synced = (*synced).max(self.files.get(name).map_or(0, |file| file.1));
            bytes.truncate(*synced + (bytes.len() - *synced) * unsynced / 2);
            *synced = bytes.len();
        }
        Power { durable: files.clone(), files, steps: 0, cut: None }
    }
}

#[derive(Clone, Default)]
struct Faulty(Arc<Mutex<Power>>);

impl Disk for Faulty {
    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.0.lock().unwrap().files.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.lock().unwrap().files[name].0.clone())
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut power = self.0.lock().unwrap();
        let done = power.step();
        // A write that is cut leaves its beginning.
        let len = if done.is_ok() { bytes.len() } else { bytes.len() / 3 };
        power.files.insert(name.to_owned(), (bytes[..len].to_vec(), 0));
        done
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        let mut power = self.0.lock().unwrap();
        power.step()?;
        let file = power.files.get_mut(name).unwrap();
        file.1 = file.0.len();
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        let mut power = self.0.lock().unwrap();
        power.step()?;
        let file = power.files.remove(from).unwrap();
        power.files.insert(to.to_owned(), file);
        Ok(())
    }

    fn sync_names(&mut self) -> io::Result<()> {
        let mut power = self.0.lock().unwrap();
        power.step()?;
        power.durable = power.files.clone();
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        let mut power = self.0.lock().unwrap();
        power.step()?;
        power.files.remove(name);
        Ok(())
    }
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
    // Whole files of another chain or another place are damage, too.
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

/// Two places, one after the other, with a cut of the power at each step. All transactions that
/// `keep` called durable are there with their bytes, and nothing else is at a place than what was
/// drawn or nothing.
#[test]
fn a_cut_of_the_power_at_each_step_loses_nothing_that_may_have_been_sent() {
    let places = [(ticket(1, 0, 0), b"first!"), (ticket(1, 1, 0), b"second")];
    for cut in 0..=9 {
        let disk = Faulty::default();
        let mut outbox = Outbox::on(Box::new(disk.clone()), &CHAIN).unwrap();
        disk.0.lock().unwrap().steps = 0;
        disk.0.lock().unwrap().cut = Some(cut);
        let sent: Vec<_> =
            places.iter().map(|(place, bytes)| outbox.keep(*place, bytes.as_slice()).is_ok()).collect();
        assert_eq!(sent.iter().filter(|sent| **sent).count(), cut / 4, "each takes four steps");
        for (names, unsynced) in [(false, 0), (false, 1), (true, 0), (true, 1), (true, 2)] {
            let left = Faulty(Arc::new(Mutex::new(disk.0.lock().unwrap().after_cut(names, unsynced))));
            let mut outbox = Outbox::on(Box::new(left), &CHAIN).unwrap();
            for ((place, bytes), sent) in places.iter().zip(&sent) {
                let kept = outbox.kept(*place).unwrap().map(<[u8]>::to_vec);
                assert!(
                    kept.is_none() && !sent || kept.as_deref() == Some(bytes.as_slice()),
                    "{cut} {place}: {kept:?}"
                );
                outbox.keep(*place, bytes.as_slice()).unwrap();
            }
        }
    }
}

#[test]
fn a_full_disk_lets_nothing_leave_and_may_be_tried_again() {
    let disk = Faulty::default();
    let mut outbox = Outbox::on(Box::new(disk.clone()), &CHAIN).unwrap();
    for cut in 0..4 {
        let place = ticket(1, 0, cut as u32);
        let steps = disk.0.lock().unwrap().steps;
        disk.0.lock().unwrap().cut = Some(steps + cut);
        assert!(matches!(outbox.keep(place, b"x"), Err(OutboxError::Io(_))));
        assert_eq!(outbox.kept(place).unwrap(), None, "it is not to be sent");
        disk.0.lock().unwrap().cut = None;
        outbox.keep(place, b"x").unwrap();
    }
}
