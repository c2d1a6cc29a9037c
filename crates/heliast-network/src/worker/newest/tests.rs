//! The newest block under several threads.

use super::*;
use std::thread;

fn committed(height: u64) -> Arc<Committed> {
    let duty = Duty::Wait { round: height, ticks: 0, opening_ms: 0 };
    Arc::new(Committed { height, time_ms: 0, duty, sealed: None })
}

#[test]
fn a_block_is_seen_once_and_only_the_newest() {
    let newest = Newest::default();
    (1..=3).for_each(|height| newest.set(committed(height)));
    let (count, found) = newest.after(0).unwrap();
    assert_eq!((count, found.height), (3, 3), "those between are passed over");
    newest.set(committed(4));
    let (count, found) = newest.after(count).unwrap();
    assert_eq!((count, found.height), (4, 4));
}

#[test]
fn waiting_threads_are_woken_by_the_next_block_and_by_the_end() {
    let newest = Newest::default();
    thread::scope(|scope| {
        let waits = scope.spawn(|| newest.after(0).map(|(_, found)| found.height));
        newest.set(committed(7));
        assert_eq!(waits.join().unwrap(), Some(7));
        let waits = scope.spawn(|| newest.after(1).is_none());
        let sleeps = scope.spawn(|| newest.sleep(Duration::from_secs(3_600)));
        newest.stop();
        assert!(waits.join().unwrap() && !sleeps.join().unwrap());
    });
    assert!(newest.is_stopped());
    newest.set(committed(8));
    assert!(newest.after(1).is_none(), "a block that comes after the end is nobody's");
    assert!(!newest.sleep(Duration::ZERO));
}

#[test]
fn a_duty_is_due_as_long_as_its_block_is_the_newest_and_the_worker_goes_on() {
    let newest = Newest::default();
    let is_due = |round| newest.is_due(|duty| duty.round() == round);
    assert!(!is_due(1), "there is no block yet");
    newest.set(committed(1));
    assert!(is_due(1) && !is_due(2));
    newest.set(committed(2));
    assert!(!is_due(1) && is_due(2));
    newest.stop();
    assert!(!is_due(2));
}

#[test]
fn a_sleep_without_an_end_lasts_its_time() {
    let (newest, begun) = (Newest::default(), Instant::now());
    let time = Duration::from_millis(20);
    assert!(newest.sleep(time) && begun.elapsed() >= time);
}
