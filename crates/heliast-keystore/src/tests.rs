//! Tests of the whole crate, on small trees.

mod answers;
mod begun;
mod copies;
mod damage;
#[cfg(unix)]
mod explored;
mod faults;
mod generation;
mod secrets;

use crate::{Error, Generation, HostId, Request, Seeds, Settings, Store, store::Takeover};
use heliast_vrf::stateful::{PublicKey, Scheme, SecretKey, Terms, Turn};
use std::{
    collections::BTreeMap,
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};
use tempfile::TempDir;

const FIRST: u64 = 100;

/// A place for stores and their witnesses.
struct World {
    temp: TempDir,
    settings: Settings,
}

impl World {
    fn new() -> World {
        let temp = tempfile::tempdir().unwrap();
        let settings = Settings {
            witnesses: temp.path().join("state").join("keys"),
            host: HostId::of_id(b"this machine"),
            threads: NonZero::new(2).unwrap(),
        };
        World { temp, settings }
    }

    /// The directory of this name.
    fn dir(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    /// Makes the key "store" of 2^6 leaves in subtrees of 2^3.
    fn with_key() -> World {
        let world = World::new();
        generate(&world, "store", terms(6));
        world
    }

    fn open(&self, name: &str) -> Result<Store, Error> {
        Store::open(&self.dir(name), None, &self.settings)
    }

    fn adopt(&self, name: &str, next: u64) -> Result<Store, Error> {
        Store::adopt(&self.dir(name), None, &self.settings, next)
    }

    fn refused(&self, name: &str) -> crate::Refusal {
        refused(self.open(name))
    }

    /// The witness of the only key.
    fn witness(&self) -> PathBuf {
        let entries = fs::read_dir(&self.settings.witnesses).unwrap().map(|entry| entry.unwrap().path());
        let mut witnesses = entries.filter(|path| path.extension().is_none());
        let witness = witnesses.next().unwrap();
        assert_eq!(witnesses.next(), None);
        witness
    }
}

/// A takeover from this round on, without other witnesses.
fn beyond(next_round: u64) -> Takeover<'static> {
    Takeover { next_round, other_witnesses: None }
}

fn terms(height: u8) -> Terms {
    Terms::new(Scheme::XVrf, height, 1, FIRST).unwrap()
}

fn seeds() -> Seeds {
    Seeds { secret: [7; 32], public: [9; 32] }
}

fn request(terms: Terms) -> Request {
    Request { terms, subtree: Some(3), seeds: Some(seeds()) }
}

fn generate(world: &World, name: &str, terms: Terms) -> PublicKey {
    let generation =
        Generation::create(&world.dir(name), request(terms), None, world.settings.clone()).unwrap();
    generation.run(&AtomicBool::new(false), |_| {}).unwrap()
}

/// The key of [`generate`], in memory.
fn oracle(terms: Terms) -> SecretKey {
    SecretKey::generate(terms, &seeds().secret, &seeds().public)
}

fn turn(position: u64) -> Turn {
    Turn { round: FIRST + position, slot: 0 }
}

fn refused<T>(result: Result<T, Error>) -> crate::Refusal {
    match result {
        Err(Error::Refused(why)) => why,
        Err(other) => panic!("not refused, but: {other}"),
        Ok(_) => panic!("not refused"),
    }
}

/// The released answers of one key: each position and input has one answer, and each position one
/// input.
#[derive(Default)]
struct Released(BTreeMap<u64, (Vec<u8>, Vec<u8>)>);

impl Released {
    /// Proves and records the answer. Returns whether there was one.
    fn prove(&mut self, store: &mut Store, position: u64, input: &[u8]) -> Result<(), Error> {
        let (output, proof) = store.prove(turn(position), input)?;
        let answer = (input.to_vec(), [&output.0[..], proof.as_bytes()].concat());
        let known = self.0.entry(position).or_insert_with(|| answer.clone());
        assert_eq!(*known, answer, "position {position} answers twice");
        Ok(())
    }

    /// Tries to make the store answer twice.
    fn attack(&mut self, store: &mut Store) {
        for position in self.0.keys().copied().collect::<Vec<_>>() {
            let input = self.0[&position].0.clone();
            let _ = self.prove(store, position, b"an input that was never asked");
            let _ = self.prove(store, position, &input);
        }
    }
}

/// Copies a directory with its files, as `cp -a` does.
fn copy_dir(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    fs::set_permissions(to, fs::metadata(from).unwrap().permissions()).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}
