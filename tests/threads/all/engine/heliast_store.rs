//! A store that makes one round after the other durable, and may fail once before one of them.

use super::heliast::{Chain, Epoch, Round, Tip, Verified};
use crate::model::sync::Mutex;

pub struct Store {
    chain: Chain,
    rounds: Mutex<Vec<u64>>,
    fails_at: Mutex<u64>,
}

#[derive(Debug)]
pub struct StoreError;

impl Store {
    /// 0: it never fails.
    pub fn failing_at(round: u64) -> Store {
        Store { chain: Chain, rounds: Mutex::default(), fails_at: Mutex::new(round) }
    }

    pub fn has(&self, number: u64) -> bool {
        self.rounds.lock().unwrap().contains(&number)
    }

    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    pub fn last(&self) -> u64 {
        self.rounds.lock().unwrap().last().copied().unwrap_or(0)
    }

    pub fn tip(&self) -> Tip {
        Tip(self.last())
    }

    pub fn append_all(&self, rounds: &[Verified<Round>]) -> Result<(), StoreError> {
        for round in rounds {
            let mut fails_at = self.fails_at.lock().unwrap();
            if *fails_at == round.number {
                *fails_at = 0;
                return Err(StoreError);
            }
            self.rounds.lock().unwrap().push(round.number);
        }
        Ok(())
    }

    pub fn add_epoch(&self, _: &Verified<Epoch>) -> Result<(), StoreError> {
        Ok(())
    }
}
