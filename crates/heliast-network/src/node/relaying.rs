//! A relay: a node without keys, opened from its directory, and run until it is told to end.

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

/// Time between two looks at the sources.
const SHOW: Duration = Duration::from_millis(250);

/// The chain with which a new relay begins, by an id that its operator trusts.
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
    /// Whether the chain is a solo one: then its rounds are kept without proof that anybody agreed on them.
    pub is_solo: bool,
    /// Rounds of an epoch, as the sources have them.
    pub epoch_rounds: NonZeroU32,
    /// The folder of closed epochs.
    pub archive: Option<PathBuf>,
    /// The fewest rounds that are kept outside of it; `None` for all.
    pub keep: Option<u64>,
}

/// A relay that is open and does not run yet.
///
/// It serves nothing: its caller gives [`handles`](Self::handles) to a server before the relay runs.
pub struct Relay {
    lock: DirLock,
    handles: Handles,
    network: Option<NetworkFile>,
    nodes: Vec<Node>,
    is_new: bool,
}

impl Relay {
    /// Opens the directory of a relay. `fetch` is asked for the chain if it is not there yet, before
    /// anything is written.
    ///
    /// # Errors
    /// [`NodeError`] if the directory is damaged, another process has it, or the chain there is not of the
    /// kind that `options` say; and what `fetch` returns.
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
            // The first start ended between the store and the network file.
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
        // A chain whose rounds are to be proved is not followed without what proves them.
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

    /// The lock on its directory, which may say where it is reached.
    pub fn lock(&mut self) -> &mut DirLock {
        &mut self.lock
    }

    /// Follows the nodes until `stop` says so; tells `on_event` what happens. `serve` is called when all
    /// that may be refused is over, and its result is held until the end.
    ///
    /// # Errors
    /// [`NodeError`] if it can't begin, and whatever `serve` and `on_event` return, which ends it.
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

/// The thread that takes the proofs of epochs, or makes those that no source has, and files epochs away.
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
