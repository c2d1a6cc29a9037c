//! The three handles as one, for those parts that have not parted them yet.

use crate::{Alarm, AlarmKind, CatchUp, CatchUpKind, EngineCall, Handles, Status};
use heliast::{Chain, Epoch, Round, Verified};
use heliast_store::{Store, StoreError};
use std::{num::NonZeroU32, sync::Arc};

/// A node's three handles as one.
pub struct Shared(Handles);

impl From<Arc<Shared>> for Handles {
    fn from(shared: Arc<Shared>) -> Handles {
        shared.0.clone()
    }
}

impl Shared {
    /// [`Handles::new`].
    pub fn new(store: Store) -> Arc<Shared> {
        Arc::new(Shared(Handles::new(store)))
    }

    /// [`Handles::with_epochs`].
    pub fn with_epochs(store: Store, epoch_rounds: NonZeroU32) -> Arc<Shared> {
        Arc::new(Shared(Handles::with_epochs(store, epoch_rounds)))
    }
}

/// Functions that call the one of a handle.
macro_rules! pass_on {
    ($($name:ident($($argument:ident: $of:ty),*) -> $answer:ty = $handle:ident.$called:ident;)+) => {
        impl Shared {
            $(
                #[doc = concat!("That of the handle `", stringify!($handle), "`.")]
                #[allow(missing_docs, reason = "the handle documents it")]
                pub fn $name(&self, $($argument: $of),*) -> $answer {
                    self.0.$handle.$called($($argument),*)
                }
            )+
        }
    };
}

pass_on! {
    chain() -> &Chain = rounds.chain;
    store() -> &Store = rounds.store;
    accept(round: &Verified<Round>) -> Result<(), StoreError> = rounds.accept;
    accept_all(rounds: &[Verified<Round>]) -> Result<(), StoreError> = rounds.accept_all;
    accept_epoch(epoch: &Verified<Epoch>) -> Result<(), StoreError> = rounds.accept_epoch;
    now_ms() -> u64 = rounds.now_ms;
    begin_network(network_file: &[u8]) -> Result<(), StoreError> = finality.begin;
    network() -> Option<&[u8]> = finality.network;
    keep_finality(round: u64, frame: &[u8]) -> Result<(), StoreError> = finality.keep;
    finality(round: u64) -> Result<Option<Vec<u8>>, StoreError> = finality.frame;
    final_round() -> u64 = finality.last;
    serve_engine(engine: Box<EngineCall>) -> () = finality.serve_engine;
    note_snapshot(kind: CatchUpKind, done: u64, goal: u64) -> () = board.note_snapshot;
    end_snapshot() -> () = board.end_snapshot;
    catch_up() -> Option<CatchUp> = board.catch_up;
    set_status(status: Status) -> () = board.set_status;
    status() -> Status = board.status;
    set_alarm(kind: AlarmKind, text: Option<String>) -> () = board.set_alarm;
    alarms() -> Vec<Alarm> = board.alarms;
}
