//! Answers that a store gives, and inputs that it refuses.

use super::*;
use heliast_vrf::{Exhausted, Vrf, stateful::Stateful};

fn exhausted<T>(result: Result<T, Error>) -> Exhausted {
    match result {
        Err(Error::Exhausted(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("answered"),
    }
}

#[test]
fn every_leaf_answers_as_the_key_in_memory() {
    let world = World::with_key();
    let (mut store, mut oracle) = (world.open("store").unwrap(), oracle(terms(6)));
    assert_eq!(store.public_key(), *oracle.public_key());
    for position in 0..64 {
        assert_eq!(store.next_turn(), Some(turn(position)));
        let input = [position as u8; 5];
        let (output, proof) = store.prove(turn(position), &input).unwrap();
        assert_eq!((output, proof.clone()), Stateful::prove(&mut oracle, turn(position), &input).unwrap());
        assert_eq!(store.public_key().verify(turn(position), &input, proof.as_bytes()), Ok(output));
    }
    assert_eq!(store.next_turn(), None);
    assert!(exhausted(store.prove(turn(64), b"")).to_string().contains("expired"));
    assert!(matches!(exhausted(store.prove(turn(u64::MAX - FIRST), b"")), Exhausted::Terms(_)));
}

#[test]
fn slots_and_chains_answer_too() {
    for scheme in [Scheme::XVrf, Scheme::IVrf] {
        let world = World::new();
        let terms = Terms::new(scheme, 4, 3, FIRST).unwrap();
        let public = generate(&world, "store", terms);
        let turns =
            (FIRST..FIRST + terms.rounds()).flat_map(|round| (0..3).map(move |slot| Turn { round, slot }));
        for turn in turns {
            // The store is opened anew for each.
            let mut store = world.open("store").unwrap();
            assert_eq!(store.next_turn(), Some(turn));
            let (output, proof) = store.prove(turn, b"x").unwrap();
            assert_eq!(public.verify(turn, b"x", proof.as_bytes()), Ok(output));
        }
        let mut store = world.open("store").unwrap();
        exhausted(store.prove(Turn { round: FIRST + terms.rounds(), slot: 2 }, b"x"));
        exhausted(store.prove(Turn { round: FIRST, slot: 3 }, b"x"));
    }
}

#[test]
fn a_turn_has_one_input_and_no_turn_comes_back() {
    let world = World::with_key();
    let mut store = world.open("store").unwrap();
    let answer = store.prove(turn(20), b"x").unwrap();
    for _ in 0..2 {
        assert_eq!(store.prove(turn(20), b"x").unwrap(), answer);
        assert_eq!(exhausted(store.prove(turn(20), b"y")), Exhausted::OtherInput { position: 20 });
        assert_eq!(exhausted(store.prove(turn(19), b"x")), Exhausted::Passed { position: 19, last: 20 });
        exhausted(store.prove(Turn { round: FIRST - 1, slot: 0 }, b"x"));
        drop(store);
        store = world.open("store").unwrap();
    }
    store.prove(turn(21), b"").unwrap();
    exhausted(store.prove(turn(20), b"x"));
}

#[test]
fn a_draw_that_loses_writes_nothing() {
    let world = World::with_key();
    let mut store = world.open("store").unwrap();
    let marks = || (fs::read(world.dir("store/marks")).unwrap(), fs::read(world.witness()).unwrap());
    store.prove(turn(1), b"x").unwrap();
    let before = marks();

    let mut seen = None;
    let drawn = store.draw(turn(2), b"x", |output| {
        seen = Some(*output);
        false
    });
    assert_eq!(drawn.unwrap(), None);
    assert_eq!(marks(), before);
    // The turn is used up while the store is open, but only for other inputs.
    assert_eq!(exhausted(store.draw(turn(2), b"y", |_| true)), Exhausted::OtherInput { position: 2 });
    exhausted(store.draw(turn(1), b"x", |_| true));
    assert_eq!(store.next_turn(), Some(turn(3)));
    assert_eq!(marks(), before);

    // Nothing of it was released, so the next process may answer as if it had not happened.
    drop(store);
    let mut store = world.open("store").unwrap();
    assert_eq!(store.next_turn(), Some(turn(2)));
    let (output, proof) = store.draw(turn(2), b"x", |_| true).unwrap().unwrap();
    assert_eq!(Some(output), seen);
    assert_eq!(store.public_key().verify(turn(2), b"x", proof.as_bytes()), Ok(output));
    let after = marks();
    assert!(after.0 != before.0 && after.1 != before.1);
    drop(store);
    let mut store = world.open("store").unwrap();
    assert_eq!(exhausted(store.draw(turn(2), b"y", |_| false)), Exhausted::OtherInput { position: 2 });
    assert_eq!(store.draw(turn(2), b"x", |_| true).unwrap(), Some((output, proof)));
    assert_eq!(marks(), after);
}

/// The owner has seen the output of a draw that it declined, so no skip gives the turn to another input.
#[test]
fn a_declined_turn_stays_with_its_input_after_a_skip() {
    let world = World::with_key();
    let mut store = world.open("store").unwrap();
    store.prove(turn(1), b"x").unwrap();
    assert_eq!(store.draw(turn(5), b"x", |_| false).unwrap(), None);
    for round in [FIRST, FIRST + 2, FIRST + 5] {
        store.skip_to(round).unwrap();
        assert_eq!(store.next_turn(), Some(turn(6)), "{round}");
        assert_eq!(exhausted(store.draw(turn(5), b"y", |_| true)), Exhausted::OtherInput { position: 5 });
    }
    let (output, proof) = store.prove(turn(5), b"x").unwrap();
    assert_eq!(store.public_key().verify(turn(5), b"x", proof.as_bytes()), Ok(output));

    // A skip beyond it uses it up like any other turn.
    assert_eq!(store.draw(turn(7), b"x", |_| false).unwrap(), None);
    store.skip_to(FIRST + 8).unwrap();
    exhausted(store.draw(turn(7), b"x", |_| true));
    assert_eq!(store.next_turn(), Some(turn(8)));
}

#[test]
fn jumps_reach_any_leaf_and_keep_two_subtrees() {
    let world = World::with_key();
    let mut store = world.open("store").unwrap();
    for position in [0, 5, 30, 31, 32, 47, 63] {
        let (output, proof) = store.prove(turn(position), b"x").unwrap();
        assert_eq!(store.public_key().verify(turn(position), b"x", proof.as_bytes()), Ok(output));
        store.settle();
        let names = fs::read_dir(world.dir("store")).unwrap().map(|entry| entry.unwrap().file_name());
        let mut subtrees: Vec<_> =
            names.filter_map(|name| name.to_str()?.strip_prefix("subtree-")?.parse::<u64>().ok()).collect();
        subtrees.sort();
        let current = position / 8;
        let wanted =
            if position % 8 < 4 || current == 7 { vec![current] } else { vec![current, current + 1] };
        assert_eq!(subtrees, wanted, "position {position}");
    }
}

#[test]
fn skipping_burns_and_never_goes_back() {
    let world = World::with_key();
    let mut store = world.open("store").unwrap();
    store.skip_to(FIRST).unwrap();
    store.prove(turn(0), b"x").unwrap();
    store.skip_to(FIRST + 1).unwrap();
    // A skip to the next turn does not use up the last answer.
    store.prove(turn(0), b"x").unwrap();
    store.skip_to(FIRST + 10).unwrap();
    assert_eq!(store.next_turn(), Some(turn(10)));
    for input in [&b"x"[..], &[0; 32], b""] {
        exhausted(store.prove(turn(9), input));
    }
    store.skip_to(FIRST + 5).unwrap();
    assert_eq!(store.next_turn(), Some(turn(10)));
    drop(store);
    let mut store = world.open("store").unwrap();
    assert_eq!(store.next_turn(), Some(turn(10)));
    exhausted(store.prove(turn(9), b"x"));
    store.prove(turn(10), b"x").unwrap();
    exhausted(store.skip_to(FIRST + 64));
    exhausted(store.skip_to(FIRST - 1));
    store.skip_to(FIRST + 63).unwrap();
    store.prove(turn(63), b"last").unwrap();
}

#[test]
fn a_store_is_open_once() {
    let world = World::with_key();
    let store = world.open("store").unwrap();
    assert_eq!(world.refused("store"), crate::Refusal::InUse(world.dir("store")));
    assert!(matches!(
        refused(Generation::resume(&world.dir("store"), None, world.settings.clone())),
        crate::Refusal::InUse(_)
    ));
    drop(store);
    world.open("store").unwrap();
}

#[test]
fn directories_without_a_key_stay_as_they_are() {
    let world = World::new();
    fs::create_dir(world.dir("empty")).unwrap();
    assert!(matches!(world.open("empty"), Err(Error::NoKey(_))));
    assert!(matches!(world.open("nothing"), Err(Error::NoKey(_))));
    assert_eq!(fs::read_dir(world.dir("empty")).unwrap().count(), 0);
}

#[test]
fn the_largest_key_takes_two_mebibytes() {
    let signer = heliast_vrf::stateful::Signer::new(
        heliast_symmetric::sha256::Sha256::new(),
        terms(27),
        &[0; 32],
        &[0; 32],
    );
    let part = |base, height: u8| {
        heliast_vrf::tree::Piece::over(&signer, base, 0, vec![[0; 32]; 1 << height]).memory()
    };
    let subtree = crate::layout::Layout::usual(27);
    // The top, the subtree in use, and the next.
    assert!(part(subtree, 27 - subtree) + 2 * part(0, subtree) <= 2 << 20);
}

#[test]
fn stores_and_generations_go_from_thread_to_thread() {
    fn is_send<T: Send>() {}
    is_send::<Store>();
    is_send::<Generation>();
}
