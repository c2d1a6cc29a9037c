//! The list with a fake Redis that breaks connections, sends invalid replies and has its own clock. The tests
//! in `tests/all/redis.rs` use a real one.

mod fake;

use self::fake::{Fake, Fault};
use super::*;
use heliast_group::RsaGroup;
use heliast_stamp::{Expected, Nonce, Price, PrivateIssuer, Secret, solve};
use proptest::{collection::vec, prelude::*};
use std::sync::LazyLock;

const NOW: u64 = 1_800_000_000_000;
const LIFE: u64 = 60_000;
const SKEW: u64 = 5_000;

static ISSUER: LazyLock<PrivateIssuer> = LazyLock::new(|| {
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
    issuer.add_delay(1);
    issuer
});

/// A stamp with this nonce, issued and taken at this time.
fn paid(nonce: u8, now_ms: u64) -> Paid {
    let expected = Expected::new(b"a site", b"", 1).at(now_ms).with_skew(SKEW);
    let terms = expected.terms(Price { t: 1, now_ms, life_ms: LIFE }, Nonce([nonce; 16]));
    let stamp = solve(&ISSUER.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap();
    ISSUER.check(&stamp, &expected).unwrap()
}

/// Fakes answer at once, if the machine is not busy.
const PATIENCE: Duration = Duration::from_secs(600);

fn gate(fake: &Fake, when_down: WhenDown) -> Redis {
    Redis::open_within(&fake.url, when_down, 100, PATIENCE).unwrap()
}

/// The verdict in a word.
fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Ok(Spending::First) => "first",
        Ok(Spending::Unlisted) => "unlisted",
        Ok(Spending::Again) => "again",
        Err(SpentError::Forgotten { .. }) => "forgotten",
        Err(SpentError::Full(_)) => "full",
        Err(SpentError::Unavailable(_)) => "unavailable",
        Err(other) => panic!("{other}"),
    }
}

/// The rule of `spec/stamp.md` for the record of a spent stamp.
#[test]
fn a_stamp_stands_in_redis_until_no_gate_takes_it() {
    let fake = Fake::new(NOW);
    let [one, two] = [(); 2].map(|()| gate(&fake, WhenDown::Refuse));
    let stamp = paid(1, NOW);
    assert_eq!(
        [said(one.spend(&stamp)), said(one.spend(&stamp)), said(two.spend(&stamp))],
        ["first", "again", "again"]
    );
    let state = fake.state();
    let (key, (token, until_ms)) = state.values.iter().next().unwrap();
    let digits: String = stamp.id().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        (state.values.len(), key, *until_ms),
        (1, &format!("heliast:stamp:{digits}"), NOW + LIFE + 2 * SKEW)
    );
    assert_eq!(token.len(), 16);
    assert_eq!(state.connections, 2, "one for each gate");
    drop(state);
    assert_eq!((one.trouble(), one.forgotten_ms(), two.forgotten_ms()), (None, NOW, NOW));
}

/// Redis may have been restarted. Repeating a call takes no stamp twice, and the call that has spent a stamp
/// gets this verdict.
#[test]
fn a_connection_that_breaks_is_asked_again_at_once() {
    let fake = Fake::new(NOW);
    let gates = [(); 2].map(|()| gate(&fake, WhenDown::Refuse));
    for (nonce, (command, fault)) in (1..).zip([
        ("SET", Fault::Before),
        ("SET", Fault::After),
        ("SET", Fault::Cuts("+O")),
        ("MGET", Fault::Before),
        ("MGET", Fault::After),
        ("MGET", Fault::Cuts("*1\r\n$16\r\nab")),
        ("MGET", Fault::Cuts("*1")),
    ]) {
        let stamp = paid(nonce, NOW);
        fake.next(command, fault.clone());
        let verdicts = gates.each_ref().map(|gate| said(gate.spend(&stamp)));
        assert_eq!(verdicts, ["first", "again"], "{command} {fault:?}");
        assert!(fake.state().faults.is_empty() && gates[0].trouble().is_none());
    }
}

#[test]
fn a_call_that_failed_twice_has_spent_its_stamp_or_not_but_never_twice() {
    let fake = Fake::new(NOW);
    let gate = gate(&fake, WhenDown::Refuse);
    for (nonce, first, second, then) in
        [(1, Fault::After, Fault::Before, "again"), (2, Fault::Before, Fault::Before, "first")]
    {
        let stamp = paid(nonce, NOW);
        fake.next("SET", first);
        fake.next("SET", second);
        assert_eq!(said(gate.spend(&stamp)), "unavailable");
        assert_eq!([said(gate.spend(&stamp)), said(gate.spend(&stamp))], [then, "again"]);
        assert_eq!(gate.trouble(), None);
    }
}

/// After an invalid reply the stamp is not taken, and the next one is taken.
#[test]
fn a_strange_reply_takes_no_stamp() {
    let fake = Fake::new(NOW);
    let gate = gate(&fake, WhenDown::Refuse);
    let strange = [
        ("SET", "-OOM command not allowed when used memory > 'maxmemory'.\r\n"),
        ("SET", "-READONLY You can't write against a read only replica.\r\n"),
        ("MGET", "*0\r\n"),
        ("MGET", "*2\r\n$-1\r\n$-1\r\n"),
        ("MGET", "+OK\r\n"),
        ("MGET", "*-1\r\n"),
        ("MGET", "$-1\r\n"),
        ("MGET", "*1\r\n*1\r\n:1\r\n"),
        ("MGET", "HTTP/1.1 400 Bad Request\r\n"),
    ];
    for (nonce, (command, reply)) in (1..).zip(strange) {
        let stamp = paid(nonce, NOW);
        fake.wait_for_one_connection();
        fake.next(command, Fault::Says(reply));
        assert_eq!(said(gate.spend(&stamp)), "unavailable", "{command}: {reply}");
        assert!(["first", "again"].contains(&said(gate.spend(&stamp))), "{command}: {reply}");
        assert_eq!(gate.trouble(), None, "{command}: {reply}");
    }
    // Redis has evicted it at once: it works, but keeps nothing.
    fake.next("MGET", Fault::Says("*1\r\n$-1\r\n"));
    let evicted = gate.spend(&paid(50, NOW)).unwrap_err().to_string();
    assert!(evicted.contains("Redis does not keep it"), "{evicted}");
    assert_eq!(gate.trouble(), None);
    // A value that was not written by a gate.
    fake.next("MGET", Fault::Says("*1\r\n$1\r\nx\r\n"));
    assert_eq!(said(gate.spend(&paid(51, NOW))), "again");
}

#[test]
fn a_strange_time_takes_no_stamp() {
    for (nonce, (command, reply)) in (1..).zip([
        ("TIME", "*1\r\n$1\r\n5\r\n"),
        ("TIME", "*2\r\n$1\r\n5\r\n$-1\r\n"),
        ("TIME", "*2\r\n$2\r\n-5\r\n$1\r\n0\r\n"),
        ("TIME", "+OK\r\n"),
        ("ZSCORE", "$-1\r\n"),
        ("ZSCORE", "$3\r\nten\r\n"),
        ("ZADD", "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n"),
    ]) {
        let fake = Fake::new(NOW);
        let gate = gate(&fake, WhenDown::Refuse);
        fake.state().always.insert(command, reply.to_owned());
        assert_eq!(said(gate.spend(&paid(nonce, NOW))), "unavailable", "{command}: {reply}");
        assert!(matches!(gate.trouble(), Some(Trouble::Refusing(_))), "{command}: {reply}");
        fake.state().always.clear();
        assert!(["first", "again"].contains(&said(gate.spend(&paid(nonce, NOW)))), "{command}: {reply}");
    }
    // A time of normal size in the other form in which Redis writes scores.
    let fake = Fake::new(NOW);
    let gate = gate(&fake, WhenDown::Refuse);
    fake.state().always.insert("ZSCORE", "$7\r\n1.9e+12\r\n".to_owned());
    assert_eq!((said(gate.spend(&paid(1, NOW))), gate.forgotten_ms()), ("forgotten", 1_900_000_000_000));
}

/// Redis may have removed stamps that its clock has passed, and a time that one gate has got counts for all.
#[test]
fn the_latest_time_of_any_clock_decides_what_is_forgotten() {
    let fake = Fake::new(NOW);
    let [one, two] = [(); 2].map(|()| gate(&fake, WhenDown::Refuse));
    let stamp = paid(1, NOW);
    let end = stamp.shared_until_ms();
    assert_eq!(said(one.spend(&stamp)), "first");
    fake.state().now_ms = end - 1;
    assert_eq!([said(one.spend(&stamp)), said(two.spend(&stamp))], ["again", "again"]);
    fake.state().now_ms = end;
    assert_eq!([said(one.spend(&stamp)), said(two.spend(&stamp))], ["forgotten", "forgotten"]);
    // Redis' clock is set back, and its value is gone: the stamp is not taken again.
    fake.state().now_ms = NOW;
    assert_eq!([said(one.spend(&stamp)), said(two.spend(&stamp))], ["forgotten", "forgotten"]);
    assert_eq!([one.forgotten_ms(), two.forgotten_ms()], [end, end]);
    // A gate that starts now learns the time.
    let three = gate(&fake, WhenDown::Refuse);
    assert_eq!((three.forgotten_ms(), said(three.spend(&stamp))), (end, "forgotten"));
    assert_eq!(said(three.spend(&paid(1, end))), "first", "a stamp of later");
    // Redis has lost everything: the gates that know the time send it again.
    fake.state().latest_ms = None;
    assert_eq!(said(one.spend(&paid(2, end))), "first");
    assert_eq!(fake.state().latest_ms, Some(end));
}

#[test]
fn what_was_taken_without_redis_is_told_as_soon_as_it_answers() {
    let fake = Fake::new(NOW);
    let [one, two] = [(); 2].map(|()| gate(&fake, WhenDown::Admit));
    let [known, new, next] = [1, 2, 3].map(|nonce| paid(nonce, NOW));
    assert_eq!(said(one.spend(&known)), "first");
    for command in ["MGET", "TIME"] {
        fake.state().always.insert(command, "-LOADING Redis is loading the dataset in memory\r\n".to_owned());
    }
    let verdicts = [&known, &new, &new].map(|stamp| said(one.spend(stamp)));
    assert_eq!(verdicts, ["again", "unlisted", "again"], "by its own memory");
    assert!(matches!(one.trouble(), Some(Trouble::Admitting(_))));
    // Redis is back without the data that it had not synced.
    let mut state = fake.state();
    state.always.clear();
    state.values.clear();
    drop(state);
    let other = paid(4, NOW);
    fake.state().always.insert("MGET", "-LOADING\r\n".to_owned());
    assert_eq!(said(one.spend(&other)), "unlisted");
    let mut state = fake.state();
    state.always.clear();
    state.values.clear();
    drop(state);
    assert_eq!(said(one.spend(&next)), "first");
    let told = fake.state().values.values().filter(|(token, _)| *token == [0; 16]).count();
    assert_eq!(told, 1, "a new connection begins with what Redis has not heard of");
    assert_eq!([said(two.spend(&other)), said(one.spend(&other)), said(two.spend(&next))], ["again"; 3]);
    assert_eq!(one.trouble(), None);
}

#[test]
fn a_gate_without_redis_remembers_no_more_than_it_may() {
    let fake = Fake::new(NOW);
    let gate = Redis::open_within(&fake.url, WhenDown::Admit, 2, PATIENCE).unwrap();
    fake.state().always.insert("MGET", "-LOADING\r\n".to_owned());
    let verdicts = [1, 2, 3].map(|nonce| said(gate.spend(&paid(nonce, NOW))));
    assert_eq!(verdicts, ["unlisted", "unlisted", "full"]);
    // Stamps that have ended by the gate's own clock make room; it notes up to which time it has removed
    // them.
    let later = NOW + LIFE + 2 * SKEW + 1;
    assert_eq!([said(gate.spend(&paid(4, later))), said(gate.spend(&paid(5, later)))], ["unlisted"; 2]);
    assert_eq!(gate.forgotten_ms(), later - 1);
    assert_eq!(said(gate.spend(&paid(1, NOW))), "forgotten");
}

fn fault() -> impl Strategy<Value = (&'static str, Fault)> {
    let command = prop::sample::select(vec!["SET", "MGET"]);
    let says = prop::sample::select(vec!["-ERR\r\n", "+OK\r\n", "*1\r\n$-1\r\n", "\r\n"]);
    let cuts = prop::sample::select(vec!["$5\r\nab", "*", ":1"]).prop_map(Fault::Cuts);
    let breaks = prop_oneof![Just(Fault::Before), Just(Fault::After), cuts];
    let fault = prop_oneof![2 => breaks, 1 => says.prop_map(Fault::Says)];
    (command, fault)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Faults may come in any order: two gates never take a stamp twice.
    #[test]
    fn no_stamp_is_taken_twice_whatever_breaks(
        faults in vec(fault(), 0..8),
        calls in vec((0usize..2, 0usize..3), 1..16),
    ) {
        let stamps = [1, 2, 3].map(|nonce| paid(nonce, NOW));
        let fake = Fake::new(NOW);
        let gates = [(); 2].map(|()| gate(&fake, WhenDown::Refuse));
        fake.state().faults = faults.into();
        let mut taken = [0; 3];
        for (gate, stamp) in calls {
            match said(gates[gate].spend(&stamps[stamp])) {
                "first" => taken[stamp] += 1,
                "again" | "unavailable" => {}
                other => prop_assert!(false, "{}", other),
            }
        }
        fake.state().faults.clear();
        for (stamp, taken) in stamps.iter().zip(&mut taken) {
            let last = gates.each_ref().map(|gate| said(gate.spend(stamp)));
            *taken += last.iter().filter(|said| **said == "first").count();
        }
        prop_assert!(taken.iter().all(|taken| *taken <= 1), "{:?}", taken);
    }
}
