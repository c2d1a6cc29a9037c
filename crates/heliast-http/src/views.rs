//! The last answers of `GET /v1/rounds/{k}`. They are kept because computing one decodes a round and counts
//! its votes, and most clients request the latest round.

use axum::body::Bytes;
use heliast_store::{Store, StoreError};
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// The most bytes that are kept, unless a single answer has more.
const KEPT_BYTES: usize = 8 << 20;

/// Answers in the order in which they were made. They never change, so that they never become outdated.
#[derive(Default)]
pub(super) struct Views(Mutex<VecDeque<(u64, Bytes)>>);

impl Views {
    /// The JSON of a stored round; `None` if it is not stored.
    pub(super) fn json(&self, store: &Store, number: u64) -> Result<Option<Bytes>, StoreError> {
        if let Some(json) = self.kept(number) {
            return Ok(Some(json));
        }
        // This runs without the lock: two concurrent requests compute it twice.
        let Some(view) = store.view(number)? else { return Ok(None) };
        let json = Bytes::from(view.to_json());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((number, json.clone()));
        while kept.len() > 1 && kept.iter().map(|(_, json)| json.len()).sum::<usize>() > KEPT_BYTES {
            kept.pop_front();
        }
        Ok(Some(json))
    }

    /// The JSON of a round if it was sent recently.
    pub(super) fn kept(&self, number: u64) -> Option<Bytes> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(of, _)| *of == number).map(|(_, json)| json.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_view::RoundView;
    use testkit_chain::GENESIS_MS;
    use testkit_chain::World;

    #[test]
    fn answers_are_those_of_the_store_and_take_no_more_than_their_room() {
        let dir = tempfile::TempDir::new().unwrap();
        let mut world = World::new(5, 1, GENESIS_MS);
        let store = Store::create(dir.path(), &world.chain).unwrap();
        let rounds = world.rounds(3);
        rounds.iter().for_each(|round| store.append(round).unwrap());
        let views = Views::default();
        for _ in 0..2 {
            for round in &rounds {
                let json = RoundView::new(&world.chain, round).to_json();
                assert_eq!(views.json(&store, round.number).unwrap().as_deref(), Some(json.as_bytes()));
            }
        }
        assert_eq!(views.json(&store, 4).unwrap(), None);
        assert_eq!(views.0.lock().unwrap().len(), 3, "each is made once");
        views.0.lock().unwrap()[0].1 = vec![b' '; KEPT_BYTES].into();
        store.append(&world.next()).unwrap();
        views.json(&store, 4).unwrap();
        let kept: Vec<u64> = views.0.lock().unwrap().iter().map(|(number, _)| *number).collect();
        assert_eq!(kept, [2, 3, 4], "the oldest makes room");
    }
}
