//! The parts of a node next to its rounds, as far as the rounds use them.

pub mod board {
    use super::super::{
        heliast::{Round, Tip, Verified},
        heliast_store::{Store, StoreError},
    };
    use crate::model::sync::{Arc, Mutex};

    /// Records the rounds of which it is notified.
    pub struct StatusBoard {
        store: Arc<Store>,
        told: Mutex<Vec<u64>>,
    }

    impl StatusBoard {
        pub fn of(store: &Arc<Store>) -> StatusBoard {
            StatusBoard { store: Arc::clone(store), told: Mutex::default() }
        }

        pub fn told(&self) -> Vec<u64> {
            self.told.lock().unwrap().clone()
        }

        pub fn note_append(&self, _: u64, _: Option<&StoreError>) {}

        pub fn note_epoch(&self) {}

        pub fn note_round(&self, before: &Tip, round: &Verified<Round>) {
            assert!(self.store.has(round.number) && before.round() + 1 == round.number);
            self.told.lock().unwrap().push(round.number);
        }
    }
}

pub mod clock {
    /// The clock does not move.
    #[derive(Clone)]
    pub struct Clock;

    impl Clock {
        pub fn instant(&self) -> u64 {
            0
        }

        pub fn now_ms(&self) -> u64 {
            0
        }
    }
}

pub mod periods {
    use super::super::heliast::Chain;

    pub fn start_after(_: &Chain, _: u64, time_ms: u64, _: u64) -> u64 {
        time_ms
    }
}
