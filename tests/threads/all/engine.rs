//! Scenarios of heliast-engine: rounds, and the news of them.

crate::piece!(rounds, rounds_told_before_they_are_stored);

mod heliast;
mod heliast_store;
mod parts;
mod watch;

use crate::{
    explore::{find, sample},
    model::sync::{Arc, Timeouts},
};
use heliast::{Round, Verified};
use heliast_store::Store;
use parts::{board, clock, periods};
use shuttle::thread;
use std::num::NonZeroU32;

/// The only part of tokio that the piece uses.
mod tokio {
    pub mod sync {
        pub(in crate::engine) use super::super::watch;
    }
}

/// Rounds 1 and 2 come together and 3 alone. A stream reads each when the news come, a request waits for the
/// second, and the engine tries again if the store fails once.
macro_rules! news {
    ($rounds:ident, $fails_at:expr) => {{
        let store = Arc::new(Store::failing_at($fails_at));
        let board = Arc::new(board::StatusBoard::of(&store));
        let rounds = $rounds::Rounds::new(store, NonZeroU32::MIN, clock::Clock, Arc::clone(&board));
        let rounds = Arc::new(rounds);
        let stream = {
            let (rounds, mut latest) = (Arc::clone(&rounds), rounds.watch());
            thread::spawn(move || {
                let mut next = 1;
                while next <= 3 {
                    while next <= latest.borrow_and_update() {
                        assert!(rounds.store().has(next), "round {next} is told of and can't be read");
                        next += 1;
                    }
                    if next <= 3 {
                        latest.changed();
                    }
                }
            })
        };
        let request = {
            let (rounds, mut latest) = (Arc::clone(&rounds), rounds.watch());
            thread::spawn(move || {
                while latest.borrow_and_update() < 2 {
                    latest.changed();
                }
                assert!(rounds.store().has(2), "round 2 is told of and can't be read");
            })
        };
        for numbers in [&[1, 2][..], &[3]] {
            let mut left: Vec<_> = numbers.iter().map(|number| Verified(Round { number: *number })).collect();
            while rounds.accept_all(&left).is_err() {
                left.retain(|round| round.number > rounds.store().last());
            }
        }
        stream.join().unwrap();
        request.join().unwrap();
        assert_eq!(board.told(), [1, 2, 3], "each is told once, in order");
    }};
}

#[test]
fn a_round_is_read_by_all_that_wait_for_it_and_no_round_is_missed() {
    sample("news of rounds", || news!(rounds, 0));
    sample("news of rounds whose store fails", || news!(rounds, 2));
    let told_early = "is told of and can't be read";
    find("news before the round is stored", Timeouts::Never, told_early, || {
        news!(rounds_told_before_they_are_stored, 0);
    });
}
