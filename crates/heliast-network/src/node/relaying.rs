//! A relay: a node without keys, opened from its directory, and run until it is stopped.

use super::{
    ended::Ended,
    event::Event,
    watch::{LOOK, Watch},
};
use crate::{error::NodeError, files, follow::FollowError, home::HomeError, relay::Sources};
use heliast::Chain;
use heliast_client::Node;
use heliast_disk::Disk;
use heliast_engine::{Epochs, Handles};
use heliast_finality::NetworkFile;
use heliast_keystore::DirLock;
use heliast_store::{Archive, Frames, Store, StoreError};
use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The time between two looks at the sources.
const SHOW: Duration = Duration::from_millis(250);

/// The chain with which a new relay begins; its id is trusted by the operator.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The chain.
    pub chain: Chain,
    /// The network file; `None` for a solo chain.
    pub network: Option<NetworkFile>,
}

/// The settings of a relay.
#[derive(Clone, Debug)]
pub struct RelayOptions {
    /// The nodes, or relays, that it follows.
    pub nodes: Vec<Node>,
    /// Whether the chain is a solo chain, whose rounds are kept without a proof of agreement.
    pub is_solo: bool,
    /// The number of rounds of an epoch, as at the sources.
    pub epoch_rounds: NonZeroU32,
    /// The folder for the archive of closed epochs.
    pub archive: Option<PathBuf>,
    /// The least number of last rounds that the store keeps; `None` for all.
    pub keep: Option<u64>,
}

/// A relay, opened and not yet running.
///
/// It has no server: its caller gives [`handles`](Self::handles) to one before the relay runs.
pub struct Relay {
    lock: DirLock,
    handles: Handles,
    network: Option<NetworkFile>,
    nodes: Vec<Node>,
    is_new: bool,
}

impl Relay {
    /// Opens the directory of a relay. If it has no chain yet, `fetch` is called to get the chain, before
    /// anything is written.
    ///
    /// # Errors
    /// [`NodeError`] if the directory is damaged, another process has it, or the chain there is not of the
    /// kind in `options`; and the errors of `fetch`.
    pub fn open<E: From<NodeError>>(
        dir: &Path,
        options: RelayOptions,
        fetch: impl FnOnce() -> Result<Origin, E>,
    ) -> Result<Relay, E> {
        if !Store::exists(dir) {
            let origin = fetch()?;
            let lock = locked(dir)?;
            let store = Store::create_in_segments(dir, &origin.chain, options.epoch_rounds);
            let store = store.map_err(NodeError::from)?;
            return Ok(Relay::of(lock, store, origin.network, options, true)?);
        }
        let lock = locked(dir)?;
        let store = Store::open(dir).map_err(NodeError::from)?;
        let network = match (stored_network(dir)?, options.is_solo) {
            (Some(_), true) => return Err(NodeError::NotSolo(dir.to_owned()).into()),
            (None, false) if store.last() > 0 => return Err(NodeError::Unproved(dir.to_owned()).into()),
            // The first start ended after the store and before the network file.
            (None, false) => {
                let origin = fetch()?;
                if origin.chain.id() != store.chain().id() {
                    return Err(NodeError::OtherChain(dir.to_owned()).into());
                }
                origin.network
            }
            (network, _) => network,
        };
        Ok(Relay::of(lock, store, network, options, false)?)
    }

    fn of(
        lock: DirLock,
        store: Store,
        network: Option<NetworkFile>,
        options: RelayOptions,
        is_new: bool,
    ) -> Result<Relay, NodeError> {
        let RelayOptions { nodes, is_solo, epoch_rounds, archive, keep } = options;
        // A chain with proofs of agreement is not followed without them, and a solo chain not as that of a
        // network.
        if network.is_none() != is_solo {
            return Err(FollowError::Solo("the chain".to_owned()).into());
        }
        let store = match archive {
            Some(archive) => {
                let archive = Archive::create(archive, store.chain()).map_err(StoreError::from)?;
                store.with_archive(archive)?.keeping(keep)
            }
            None => store,
        };
        let handles = Handles::with_epochs(store, epoch_rounds);
        Ok(Relay { lock, handles, network, nodes, is_new })
    }

    /// The chain, the status and the alarms, for what serves them.
    pub fn handles(&self) -> &Handles {
        &self.handles
    }

    /// Whether it starts for the first time.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The lock on its directory, into which its address can be written.
    pub fn lock(&mut self) -> &mut DirLock {
        &mut self.lock
    }

    /// Follows the nodes until `stop` returns true; reports events to `on_event`. `serve` is called after all
    /// steps that may fail, and its result is kept until the end.
    ///
    /// # Errors
    /// [`NodeError`] if it can't start, and any error of `serve` or `on_event`, which ends it.
    pub fn run<E: From<NodeError>, S>(
        self,
        stop: &dyn Fn() -> bool,
        serve: impl FnOnce(&Handles) -> Result<S, E>,
        on_event: &mut dyn FnMut(Event) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let Relay { lock, handles, network, nodes, .. } = self;
        let epochs = epochs(&handles, nodes.clone())?;
        let sources = Sources::start(&handles, network.as_ref(), nodes)?;
        let served = serve(&handles)?;
        let mut watch = Watch::new(handles, None);
        on_event(Event::Started { set_back: None })?;
        let mut shown = Instant::now();
        while !stop() {
            if shown.elapsed() >= SHOW {
                sources.show();
                shown = Instant::now();
            }
            watch.look(on_event)?;
            watch.pace(on_event)?;
            thread::sleep(LOOK);
        }
        drop((sources, epochs, served));
        Ok(Ended::of_relay(watch.end(on_event)?, lock))
    }
}

/// The thread that fetches epoch proofs, makes those that no source has, and archives epochs.
fn epochs(handles: &Handles, nodes: Vec<Node>) -> Result<Epochs, NodeError> {
    let proof = |node: &Node, epoch| node.epoch(epoch).ok().flatten()?.bytes();
    let fetch = move |epoch| nodes.iter().find_map(|node| proof(node, epoch));
    Epochs::start(handles, Some(Box::new(fetch))).map_err(NodeError::Thread)
}

fn locked(dir: &Path) -> Result<DirLock, NodeError> {
    let unwritable = |path: &Path, reason| HomeError::Unwritable { path: path.to_owned(), reason };
    files::ensure_private_dir(&Disk::default(), dir).map_err(|reason| unwritable(dir, reason))?;
    match DirLock::take(dir) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(StoreError::InUse(dir.to_owned()).into()),
        Err(reason) => Err(unwritable(&dir.join(DirLock::FILE), reason).into()),
    }
}

fn stored_network(dir: &Path) -> Result<Option<NetworkFile>, NodeError> {
    let frames = Frames::open_read_only(dir)?;
    let network = frames.map(|frames| NetworkFile::from_bytes(frames.network())).transpose();
    network.map_err(|error| HomeError::Malformed(error).into())
}
