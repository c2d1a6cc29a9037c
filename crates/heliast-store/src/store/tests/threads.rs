//! One store, many threads.

use super::*;
use std::{sync::Barrier, thread};

#[test]
fn of_many_who_append_one_round_one_succeeds() {
    let (_dir, store, _) = filled(1);
    let round = &world().rounds(2)[1];
    let start = Barrier::new(4);
    let append = || {
        start.wait();
        store.append(round)
    };
    let results: Vec<Result<(), StoreError>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(append)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for result in results.into_iter().filter(Result::is_err) {
        assert!(matches!(result, Err(StoreError::OutOfOrder { last: 2, found: 2 })));
    }
    assert_eq!((store.last(), store.round(2).unwrap()), (2, Some(round.encode())));
}

/// A reader only sees complete rounds: the latest round's bytes, its view, and its time.
#[test]
fn readers_see_only_whole_rounds_while_others_come() {
    let (_dir, store, _) = filled(1);
    let rounds = world().rounds(12);
    thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut seen = 0;
                    while seen < 12 {
                        let last = store.last();
                        assert!(last >= seen, "rounds do not go away");
                        seen = last;
                        let round = &rounds[last as usize - 1];
                        assert_eq!(store.round(last).unwrap(), Some(round.encode()));
                        assert_eq!(store.view(last).unwrap(), Some(RoundView::new(store.chain(), round)));
                        assert!(store.round_at_time(round.time_ms).unwrap() >= Some(last));
                        assert!(store.entries(1, last).all(|entry| entry.is_ok()));
                    }
                })
            })
            .collect();
        rounds[1..].iter().for_each(|round| store.append(round).unwrap());
        readers.into_iter().for_each(|reader| reader.join().unwrap());
    });
}
