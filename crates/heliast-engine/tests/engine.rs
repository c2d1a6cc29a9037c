//! The solo engine on a real store.

use heliast::{
    Chain, DelayGroup, DelayRules, Genesis, Participant, RsaGroup, SecretKey, StatelessScheme, Tip, TipParts,
    keys::Key, stateful::Scheme,
};
use heliast_engine::{
    AlarmKind, EngineError, Finished, Handles, Members, Protection, Rotation, Solo, calibrate, next_opening,
};
use heliast_keystore::{HostId, Settings};
use heliast_store::Store;
use std::{
    collections::BTreeSet,
    num::{NonZero, NonZeroU32},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

const PERIOD_MS: u32 = 100;
/// The time that a test waits for an expected event, enough for any machine under any load.
const PATIENCE: Duration = Duration::from_secs(600);

fn keys() -> Vec<SecretKey> {
    (1..=4).map(|seed| SecretKey::from_seed(StatelessScheme::EcvrfEll2, [seed; 32])).collect()
}

/// A chain with rounds of a few milliseconds that have been due since 1970.
fn chain() -> Chain {
    let participant = |key: &SecretKey| Participant { public_key: key.public_key(), stake: 10 };
    let genesis = Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), 400),
        genesis_time_ms: 0,
        period_ms: PERIOD_MS,
        lead: 0,
        committees: vec![6],
        members: None,
        participants: keys().iter().map(participant).collect(),
        nonce: [1; 32],
    };
    Chain::new(genesis).unwrap()
}

fn solo(node: &Handles, stop: &Arc<AtomicBool>) -> Solo {
    let stop = stop.clone();
    let members = Members::new(node.rounds.chain(), keys(), None).unwrap();
    Solo::new(node, members, 2, 1e6, Arc::new(move || stop.load(Ordering::Relaxed)))
}

#[test]
fn openings_follow_each_other_and_long_gaps_stay_empty() {
    let chain = chain();
    let period = u64::from(PERIOD_MS);
    let tip = Tip::from_trusted_parts(TipParts { round: 5, time_ms: 7 * period, ..chain.start().to_parts() });
    let due = 8 * period;
    assert_eq!(next_opening(&chain, &chain.start(), 0), 0);
    assert_eq!(next_opening(&chain, &tip, due - 1), due);
    assert_eq!(next_opening(&chain, &tip, due + 10 * period), due);
    assert_eq!(next_opening(&chain, &tip, due + 10 * period + 1), due + 10 * period);
    assert_eq!(next_opening(&chain, &tip, due + 1_000 * period + 17), due + 1_000 * period);
    for now in [due, due + 500 * period + 3] {
        assert_eq!(chain.check_time(&tip, next_opening(&chain, &tip, now)), Ok(()));
    }
}

#[test]
fn rounds_are_stored_and_the_chain_goes_on_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let node = Handles::new(Store::create(dir.path(), &chain()).unwrap());
    let mut numbers = Vec::new();
    let made = solo(&node, &stop).run(Some(3), |finished| numbers.push(finished.round.number)).unwrap();
    assert_eq!((made, &numbers[..]), (3, &[1, 2, 3][..]));
    drop(node);

    let node = Handles::new(Store::open(dir.path()).unwrap());
    solo(&node, &stop).run(Some(2), |finished| numbers.push(finished.round.number)).unwrap();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let chain = node.rounds.chain();
    let mut tip = chain.start();
    for number in numbers {
        let round = node.rounds.store().decoded(number).unwrap().unwrap();
        let verified = chain.verify(&tip, round).unwrap();
        assert!(!verified.facts().lots.is_empty());
        tip = chain.tip_after(&verified);
    }
}

/// Hash trees of eight leaves: for four rounds of two slots each.
fn rotation(home: &Path) -> Rotation {
    let settings =
        Settings { witnesses: home.join("witnesses"), host: HostId::this(), threads: NonZero::<usize>::MIN };
    let (dir, protection) = (home.join("keys"), Protection::default());
    Rotation { dir, scheme: Scheme::XVrf, height: 3, settings, protection }
}

fn chain_of_trees() -> Chain {
    Chain::new(Genesis { lead: 2, committees: vec![6, 3], ..chain().genesis().clone() }).unwrap()
}

/// The keys that drew in some rounds, without stateless ones.
fn trees(rounds: &[Vec<(u32, Key)>]) -> BTreeSet<(u32, String)> {
    let trees = rounds.iter().flatten().filter(|(_, key)| *key != Key::Stateless);
    trees.map(|(participant, key)| (*participant, format!("{key:?}"))).collect()
}

/// Makes rounds in turns of `counts` until the chain is as expected. Making trees takes time: each turn
/// leaves them more of it.
fn go_on(
    home: &Path,
    counts: [u64; 3],
    is_done: impl Fn(&[Vec<(u32, Key)>]) -> bool,
) -> Vec<Vec<(u32, Key)>> {
    let began = Instant::now();
    for (turn, count) in (0..).zip(counts.into_iter().cycle()) {
        rounds_of_trees(home, count, Duration::from_millis(60 + 5 * turn));
        let rounds = drawn_by_trees(home);
        if is_done(&rounds) {
            return rounds;
        }
        assert!(began.elapsed() < PATIENCE, "{} rounds were not enough", rounds.len());
    }
    unreachable!("turns go on for ever");
}

/// Makes rounds with hash trees, as a new process would.
fn rounds_of_trees(home: &Path, count: u64, pause: Duration) {
    // The pause gives the trees time: otherwise overdue rounds follow each other at once.
    engine_of_trees(home, false).0.run(Some(count), |_| thread::sleep(pause)).unwrap();
}

fn engine_of_trees(home: &Path, recovers: bool) -> (Solo, Handles) {
    let store = if Store::exists(home) { Store::open(home) } else { Store::create(home, &chain_of_trees()) };
    let node = Handles::new(store.unwrap());
    let mut members = Members::new(node.rounds.chain(), keys(), Some(rotation(home))).unwrap();
    if recovers {
        members.recover(&node.rounds.store().tip()).unwrap().expect("keys that are lost");
    }
    (Solo::new(&node, members, 2, 1e6, Arc::new(|| false)), node)
}

/// Removes all trees when some are due. The engine stops before the round, and goes on when the operator
/// gives them up.
fn lose_all_trees(home: &Path) {
    let due = || {
        let tip = Store::open(home).unwrap().tip();
        let key = |participant: u32| tip.keys().key_due(participant, tip.next_round()).unwrap().unwrap();
        ((0..4).filter(|participant| key(*participant) != Key::Stateless).count(), tip.round())
    };
    // Trees of four rounds may end before the next ones are made.
    (0..1_000)
        .find(|_| {
            due().0 > 0 || {
                rounds_of_trees(home, 1, Duration::from_millis(60));
                false
            }
        })
        .expect("trees that are due");
    let before = due();
    std::fs::remove_dir_all(home.join("keys")).unwrap();
    let stopped = engine_of_trees(home, false).0.run(Some(3), |_| ()).unwrap_err();
    assert!(matches!(&stopped, EngineError::Keys(lost) if lost.0.len() == before.0), "{stopped}");
    assert_eq!(due(), before, "no round without votes was made");
    let (engine, node) = engine_of_trees(home, true);
    let is_raised = || node.board.alarms().iter().any(|alarm| alarm.kind == AlarmKind::Keys);
    let well_from = before.1 + 1 + u64::from(node.rounds.chain().genesis().lead);
    let on_round = |finished: Finished| {
        let round = finished.round.number;
        // In between, a lost tree may have ended, so that its participant draws again.
        if round == before.1 + 1 || round >= well_from {
            assert_eq!(is_raised(), round < well_from, "round {round} of {well_from}");
        }
    };
    engine.run(Some(4), on_round).unwrap();
}

/// The lots of each round with the keys that drew them, from a chain that is verified from its bytes.
fn drawn_by_trees(home: &Path) -> Vec<Vec<(u32, Key)>> {
    let store = Store::open(home).unwrap();
    let (chain, mut tip) = (store.chain().clone(), store.chain().start());
    let mut rounds = Vec::new();
    for number in 1..=store.last() {
        assert_eq!(store.tip_before(number).unwrap().unwrap(), tip);
        let round = store.decoded(number).unwrap().unwrap();
        let verified = chain.verify(&tip, round).unwrap();
        rounds.push(verified.facts().lots.iter().map(|lot| (lot.participant, lot.key)).collect());
        tip = chain.tip_after(&verified);
    }
    assert_eq!(store.tip(), tip);
    rounds
}

#[test]
fn hash_trees_take_turns_and_survive_restarts() {
    let home = tempfile::tempdir().unwrap();
    let rounds = go_on(home.path(), [7, 1, 6], |rounds| trees(rounds).len() >= 12);
    let stateless = |round: &Vec<(u32, Key)>| round.iter().all(|(_, key)| *key == Key::Stateless);
    assert!(rounds[..2].iter().all(stateless), "before the first trees can be due");
    // Used-up trees and their witnesses are gone. At most the due tree and the next one of each participant
    // are left, with a record and two locks each.
    let left = std::fs::read_dir(home.path().join("witnesses")).unwrap().count();
    assert!(left <= 4 * 2 * 3, "{left} files of witnesses");
}

#[test]
fn a_tree_that_is_lost_is_replaced() {
    let home = tempfile::tempdir().unwrap();
    let before = trees(&go_on(home.path(), [6, 6, 6], |rounds| !trees(rounds).is_empty()));
    lose_all_trees(home.path());
    go_on(home.path(), [6, 6, 6], |rounds| trees(rounds).difference(&before).count() >= 4);
    // Trees that are announced and not due yet are also found: not one more is made for each round until
    // then.
    rounds_of_trees(home.path(), 1, Duration::ZERO);
    lose_all_trees(home.path());
    let before = trees(&drawn_by_trees(home.path()));
    let rounds = go_on(home.path(), [1, 1, 2], |rounds| trees(rounds).difference(&before).count() >= 8);
    let store = Store::open(home.path()).unwrap();
    let announced = store.tip().keys().announced_count();
    assert!(announced < 4 * rounds.len() / 2, "{announced} keys in {} rounds", rounds.len());
}

#[test]
fn an_engine_stops_when_it_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let node = Handles::new(Store::create(dir.path(), &chain()).unwrap());
    let engine = solo(&node, &stop);
    let running = thread::spawn(move || engine.run(None, |_| ()));
    while node.rounds.store().last() < 2 {
        assert!(!running.is_finished(), "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    stop.store(true, Ordering::Relaxed);
    let made = running.join().unwrap().unwrap();
    assert_eq!(made, node.rounds.store().last());
}

/// The rounds of each stored epoch proof, after verifying it.
fn proved(node: &Handles) -> Vec<(u64, u32)> {
    let (chain, store) = (node.rounds.chain(), node.rounds.store());
    let mut tip = chain.start();
    let mut pending = Vec::new();
    for number in 1..=store.last() {
        let round = store.decoded(number).unwrap().unwrap();
        let after = chain.follow_unverified(&tip, &round).unwrap();
        pending.push(chain.check(&tip, round).unwrap());
        tip = after;
    }
    let check = |(first, bytes): (u64, Vec<u8>)| {
        let proof = chain.decode_epoch_proof(&bytes).unwrap();
        let rounds = &pending[first as usize - 1..][..proof.count as usize];
        chain.verify_epoch(rounds, &proof, 2).unwrap();
        (first, proof.count)
    };
    store.epoch_proofs(0).unwrap().map(|proof| check(proof.unwrap())).collect()
}

fn epochs_of(rounds: u32, store: Store) -> Handles {
    Handles::with_epochs(store, NonZeroU32::new(rounds).unwrap())
}

#[test]
fn finished_epochs_are_proved_and_those_of_earlier_starts_too() {
    let dir = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let node = epochs_of(3, Store::create(dir.path(), &chain()).unwrap());
    solo(&node, &stop).run(Some(2), |_| ()).unwrap();
    assert!(proved(&node).is_empty());
    solo(&node, &stop).run(Some(5), |_| ()).unwrap();
    assert_eq!(proved(&node), [(1, 3), (4, 3)]);
    drop(node);
    // With another epoch length everything is proved again; the new proofs are added to the stored ones or
    // replace them.
    let node = epochs_of(4, Store::open(dir.path()).unwrap());
    solo(&node, &stop).run(Some(1), |_| ()).unwrap();
    assert_eq!(proved(&node), [(1, 4), (4, 3), (5, 4)]);
}

#[test]
fn a_stopped_engine_leaves_epochs_for_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let node = epochs_of(1_000, Store::create(dir.path(), &chain()).unwrap());
    solo(&node, &stop).run(Some(4), |_| ()).unwrap();
    drop(node);

    let node = epochs_of(2, Store::open(dir.path()).unwrap());
    stop.store(true, Ordering::Relaxed);
    assert_eq!(solo(&node, &stop).run(None, |_| ()).unwrap(), 0);
    assert!(proved(&node).is_empty());
    stop.store(false, Ordering::Relaxed);
    assert_eq!(solo(&node, &stop).run(Some(0), |_| ()).unwrap(), 0);
    assert_eq!(proved(&node), [(1, 2), (3, 2)]);
}

#[test]
fn foreign_keys_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let node = Handles::new(Store::create(dir.path(), &chain()).unwrap());
    let mut swapped = keys();
    swapped.swap(0, 1);
    let other_scheme =
        (1..=4).map(|seed| SecretKey::from_seed(StatelessScheme::EcvrfTai, [seed; 32])).collect();
    for wrong in [swapped, other_scheme, keys().into_iter().take(3).collect(), vec![]] {
        assert!(Members::new(node.rounds.chain(), wrong, None).is_none());
    }
}

#[test]
fn calibration_measures_something() {
    let speed = calibrate(&RsaGroup::rsa_2048().into());
    assert!(speed.per_second > 1_000.0 && (0.0..1.0).contains(&speed.spread));
}
