//! Requests wait for their client or for the site.

use super::*;
use heliast_front::{Connections, Limits};

/// Whether all answers of a connection are unread.
fn is_unread(idle: &Idle) -> bool {
    idle.state().is_unread()
}

#[test]
fn answers_are_unread_while_each_of_them_waits_for_its_client() {
    let idle = Idle::new();
    idle.has_streams();
    assert!(!is_unread(&idle), "none was asked for");
    let mut first = idle.begin();
    assert!(!is_unread(&idle), "the gate makes it");
    first.give();
    assert!(is_unread(&idle));
    first.give();
    assert!(is_unread(&idle), "what is given again is one answer");
    let mut second = idle.begin();
    assert!(!is_unread(&idle), "the gate makes another one");
    second.give();
    assert!(is_unread(&idle));
    second.wait();
    second.wait();
    assert!(!is_unread(&idle), "the site is waited for");
    second.give();
    drop(first);
    assert!(is_unread(&idle));
    drop(second);
    assert!(!is_unread(&idle));
    let state = idle.state();
    assert_eq!((state.under_way, state.given), (0, 0));
}

/// If there is one answer at a time, the operating system knows whether it is read.
#[test]
fn a_connection_without_streams_is_not_judged_by_its_answers() {
    let idle = Idle::new();
    idle.begin().give();
    let mut busy = idle.begin();
    busy.give();
    assert!(!is_unread(&idle));
}

/// The only thread stands still until the time of silence is over, as if its machine were suspended.
#[test]
fn a_standstill_is_not_silence() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let silence = Duration::from_millis(700);
        let (idle, place) = (Idle::new(), Connections::new().enter(None, &Limits::default()));
        let watching = tokio::spawn(async move { idle.over(silence, silence, &place).await });
        tokio::task::yield_now().await;
        std::thread::sleep(silence * 2);
        let since = Instant::now();
        watching.await.unwrap();
        assert!(since.elapsed() >= silence / 2, "{:?}", since.elapsed());
    });
}
