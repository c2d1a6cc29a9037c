//! Shared code of the tests of the engine's parts: a chain whose node has a clock that is set by hand.

use super::{
    members::Members,
    rotation::{Protection, Rotation},
    solo::Solo,
};
use crate::{clock::ByHand, handles::Handles};
use heliast::{Genesis, stateful::Scheme};
use heliast_disk::recorder::Recorder;
use heliast_keystore::{HostId, Settings};
use heliast_store::{Store, testing::on_disk};
use std::{
    num::{NonZero, NonZeroU32},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World, genesis, secrets};

/// A node whose chain begins now, with epochs of three rounds.
pub(super) struct House {
    pub(super) clock: Arc<ByHand>,
    pub(super) node: Handles,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) _home: Option<TempDir>,
}

impl House {
    pub(super) fn new() -> House {
        let home = TempDir::new().unwrap();
        let store = Store::create(home.path(), &World::new(5, 1, GENESIS_MS).chain).unwrap();
        House { _home: Some(home), ..House::over(store) }
    }

    /// A node whose store is on such a disk.
    pub(super) fn on(disk: &Recorder) -> House {
        let home = TempDir::new().unwrap();
        let store = on_disk(disk, home.path(), &World::new(5, 1, GENESIS_MS).chain);
        House { _home: Some(home), ..House::over(store) }
    }

    /// A node with this store.
    pub(super) fn over(store: Store) -> House {
        let clock = ByHand::at(GENESIS_MS);
        let node = Handles::with_clock(store, NonZeroU32::new(3).unwrap(), clock.clock());
        House { clock, node, stop: Arc::default(), _home: None }
    }

    pub(super) fn solo(&self) -> Solo {
        let stop = Arc::clone(&self.stop);
        let members = Members::new(self.node.rounds.chain(), secrets(5), None).unwrap();
        let stop = Arc::new(move || stop.load(Ordering::Relaxed));
        Solo::new(&self.node, members, 1, 1e6, stop)
    }

    /// When the stored rounds opened, in milliseconds after the genesis.
    pub(super) fn openings(&self) -> Vec<u64> {
        let store = self.node.rounds.store();
        let opened = |number| store.decoded(number).unwrap().unwrap().time_ms - GENESIS_MS;
        (1..=store.last()).map(opened).collect()
    }
}

/// A chain in which all participants win in every round, and announcements take effect after two.
pub(super) fn announcing(name: u8) -> World {
    World::of(Genesis { lead: 2, committees: vec![15], ..genesis(5, name, GENESIS_MS) })
}

/// The settings for the stores of keys under `home`.
pub(super) fn settings(home: &Path) -> Settings {
    let witnesses = home.join("witnesses");
    Settings { witnesses, host: HostId::this(), threads: NonZero::<usize>::MIN }
}

/// Trees of eight leaves, each for eight rounds of [`announcing`].
pub(super) fn rotation(home: &Path) -> Rotation {
    let (dir, protection) = (home.join("keys"), Protection::default());
    Rotation { dir, scheme: Scheme::XVrf, height: 3, settings: settings(home), protection }
}
