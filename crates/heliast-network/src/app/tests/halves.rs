//! A store and a state that do not belong together, at any distance; evidence; rounds of another history.

use super::*;
use heliast_finality::Validator as Named;

/// The state's file after each of some blocks, and the directory in which rounds were sealed.
fn history(rounds: u64) -> (Node, Vec<(u64, Vec<u8>)>) {
    let mut nodes = vec![Node::new()];
    let mut states = vec![];
    for height in 1.. {
        block(&mut nodes, height);
        let round = nodes[0].app.state().tip().round();
        states.push((round, fs::read(nodes[0].dir.path().join("consensus.state")).unwrap()));
        if round == rounds {
            return (nodes.remove(0), states);
        }
    }
    unreachable!("heights do not end")
}

#[test]
fn a_state_is_at_most_one_round_behind_its_store() {
    let (Node { dir, app, heard }, states) = history(3);
    drop((app, heard));
    for (round, state) in &states {
        fs::write(dir.path().join("consensus.state"), state).unwrap();
        match open(dir.path()) {
            Ok((app, heard)) => {
                assert!([2, 3].contains(round), "{round}");
                assert_eq!(app.state().to_bytes(), *state);
                let first = heard.try_recv().unwrap();
                assert_eq!((first.height, first.time_ms, first.sealed), (app.state().height(), 0, None));
            }
            Err(AppError::Halves { store: 3, state }) => assert!([0, 1].contains(round) && state == *round),
            Err(other) => panic!("{other}"),
        }
    }
    // The store is an older copy than the state: here it has no round at all.
    fs::write(dir.path().join("consensus.state"), &states.last().unwrap().1).unwrap();
    fs::remove_dir_all(dir.path().join("data")).unwrap();
    let refused = open(dir.path()).err().unwrap();
    let words = "the store ends with round 0, and consensus with round 3: one of them is an older copy";
    assert_eq!(refused.to_string(), words);
}

/// A file with waiting rounds shows that a restoration was under way; once there is a state, it is no longer
/// needed.
#[test]
fn a_file_that_waits_is_removed_where_a_state_is_and_kept_where_none_is() {
    let (Node { dir, app, heard }, states) = history(1);
    drop((app, heard));
    let (state, waiting) = (dir.path().join("consensus.state"), dir.path().join("consensus.restored"));
    fs::write(&waiting, "rounds").unwrap();
    assert!(open(dir.path()).is_ok() && !waiting.exists());
    fs::write(&waiting, "rounds").unwrap();
    fs::remove_file(&state).unwrap();
    let (app, _) = open(dir.path()).unwrap();
    assert_eq!((app.state().height(), app.rounds.store().last()), (0, 1));
    assert!(waiting.exists(), "as long as no state is durable");
    drop(app);
    // Without it, the origin of these rounds is unknown; and a damaged state does not count as a missing one.
    fs::remove_file(&waiting).unwrap();
    assert!(matches!(open(dir.path()), Err(AppError::File { path, .. }) if path == state));
    fs::write(&state, &states[0].1[1..]).unwrap();
    fs::write(&waiting, "rounds").unwrap();
    let refused = open(dir.path()).err().unwrap();
    assert_eq!(refused.to_string(), "the state of consensus can't be read: it is damaged");
    assert!(waiting.exists());
}

/// Rounds are compared and never replaced, even if both histories are valid.
#[test]
fn a_block_that_seals_another_round_than_is_stored_ends_the_engine() {
    let (Node { dir, app, heard }, _) = history(1);
    let stored = app.rounds.store().round(1).unwrap();
    drop((app, heard));
    fs::remove_file(dir.path().join("consensus.state")).unwrap();
    fs::write(dir.path().join("consensus.restored"), "").unwrap();
    let (app, heard) = open(dir.path()).unwrap();
    let mut node = Node { dir, app, heard };
    for height in 1.. {
        // A history without tickets.
        let chain = node.app.state().chain().clone();
        let mut sent = testing::transactions(&chain, &node.duty());
        sent.retain(|one| !matches!(one.body, Body::Ticket(_)));
        let is_last = sent.iter().any(|one| matches!(one.body, Body::Delay(_)));
        node.finalize(height, &sent.iter().map(|one| one.to_bytes().into()).collect::<Vec<_>>());
        if is_last {
            break;
        }
        node.commit();
    }
    let height = node.height().0;
    let said = node.ask(request::Value::Commit(Default::default()));
    let response::Value::Exception(exception) = said else { panic!("{said:?}") };
    assert_eq!(exception.error, "round 1 is another one in the store");
    assert_eq!((node.height().0, node.app.rounds.store().round(1).unwrap()), (height, stored));
}

fn guilty(address: &[u8]) -> Misbehavior {
    let validator = Some(Validator { address: address.to_vec().into(), power: 10 });
    Misbehavior { r#type: 1, validator, ..Default::default() }
}

/// The addresses of validators that lose their power with a block of this evidence, as reported to the
/// engine.
fn removed(misbehavior: Vec<Misbehavior>) -> Vec<[u8; 20]> {
    let mut node = Node::new();
    let request = RequestFinalizeBlock { height: 1, misbehavior, ..Default::default() };
    let said = node.ask(request::Value::FinalizeBlock(request));
    let response::Value::FinalizeBlock(done) = said else { panic!("{said:?}") };
    node.commit();
    let updates = done.validator_updates.into_iter().map(|update| {
        assert_eq!(update.power, 0);
        let is_same = |one: &&Named| self::update(one).pub_key == update.pub_key;
        network().validators().iter().find(is_same).unwrap().key.address()
    });
    updates.collect()
}

#[test]
fn evidence_takes_power_from_validators_and_from_nobody_else() {
    let all: Vec<_> = network().validators().iter().map(|one| one.key.address()).collect();
    assert_eq!(removed(vec![]), [[0; 20]; 0]);
    assert_eq!(removed(vec![guilty(&all[1]), guilty(&[9; 20]), guilty(&all[1])]), [all[1]]);
    for strange in [&all[1][..19], &[], &[&all[1][..], &[0]].concat()] {
        assert_eq!(removed(vec![guilty(strange)]), [[0; 20]; 0], "{strange:?}");
    }
    assert_eq!(removed(vec![Misbehavior { r#type: 1, ..Default::default() }]), [[0; 20]; 0]);
    let order = [2, 0, 3, 1];
    let named: Vec<_> = order.iter().map(|at| all[*at]).collect();
    let gone = removed(named.iter().map(|address| guilty(address)).collect());
    // They are reported in the engine's order: by addresses if powers are equal.
    let mut expected = named[..3].to_vec();
    expected.sort();
    assert_eq!(gone, expected, "the last one keeps its power, or there would be no network");
}

/// The engine's times have nanoseconds, and are negative before 1970.
#[test]
fn times_are_rounded_down_to_milliseconds() {
    for (seconds, nanos, expected) in [
        (0, 0, 0),
        (0, 999_999, 0),
        (0, 1_000_000, 1),
        (1, 999_999_999, 1_999),
        (1_700_000_000, 123_456_789, 1_700_000_000_123),
        (-1, 0, 0),
        (i64::MIN, i32::MIN, 0),
        (i64::MAX, 0, u64::MAX),
    ] {
        assert_eq!(millis(Some(&Timestamp { seconds, nanos })), expected, "{seconds} {nanos}");
    }
    assert_eq!(millis(None), 0);
    assert_eq!([signed(0), signed(7), signed(u64::MAX)], [0, 7, i64::MAX]);
    assert_eq!([unsigned(-1), unsigned(0), unsigned(7), unsigned(i64::MAX)], [0, 0, 7, i64::MAX as u64]);
}
