//! Opening and closing by the times and heights of blocks, at the limits; ticks; and validators.

use super::*;

/// The state after blocks at these heights and milliseconds since the genesis.
fn after(network: NetworkFile, blocks: &[(u64, i64)]) -> State {
    let mut state = State::new(&chain(&network), Arc::new(network));
    for (height, since) in blocks {
        state.begin_block();
        state.end_block(*height, GENESIS_MS.saturating_add_signed(*since));
    }
    state
}

fn opening_time(state: &State) -> Option<u64> {
    state.machine.collected().map(|sent| sent.time_ms - GENESIS_MS)
}

#[test]
fn a_round_opens_at_the_latest_time_that_its_block_has_reached() {
    for (since, expected) in [
        (i64::MIN, None),
        (-1, None),
        (0, Some(0)),
        (1, Some(0)),
        (999, Some(0)),
        (1_000, Some(1_000)),
        (1_999, Some(1_000)),
        (86_400_000_123, Some(86_400_000_000)),
    ] {
        let state = after(network(3, 0), &[(1, since)]);
        assert_eq!(opening_time(&state), expected, "{since}");
        assert_eq!(state.phase(), if expected.is_some() { "tickets" } else { "waiting" });
    }
    // After the greatest time of a chain nothing opens, and nothing overflows.
    let far = after(network(3, 0), &[(1, i64::MAX), (2, i64::MAX)]);
    assert!(["waiting", "tickets"].contains(&far.phase()));
}

#[test]
fn a_round_closes_when_both_the_blocks_and_the_time_have_come() {
    // With w = 3 and c = 300, the round opened in block 5 at 100 ms.
    let opened = [(5, 100_i64)];
    for (height, since, is_closed) in [
        (7, 10_000, false),
        (8, 399, false),
        (8, 400, true),
        (9, 399, false),
        (9, 400, true),
        (u64::MAX, 99, false),
        (u64::MAX, i64::MAX, true),
    ] {
        let state = after(network(3, 300), &[&opened[..], &[(height, since)]].concat());
        let expected = if is_closed { "delay" } else { "tickets" };
        assert_eq!(state.phase(), expected, "block {height} at {since} ms");
    }
    // A window of one block closes with the block after the opening one; it never closes in the opening
    // block.
    assert_eq!(after(network(1, 0), &[(5, 0)]).phase(), "tickets");
    assert_eq!(after(network(1, 0), &[(5, 0), (6, 0)]).phase(), "delay");
    assert_eq!(after(network(1, 1), &[(5, 0), (6, 0)]).phase(), "tickets");
    assert_eq!(after(network(1, 1), &[(5, 0), (6, 0), (7, 1)]).phase(), "delay");
}

#[test]
fn a_closed_round_is_not_closed_again_by_later_blocks() {
    let mut state = after(network(1, 0), &[(1, 0), (2, 10)]);
    let (hash, duty) = (state.app_hash(), format!("{:?}", state.duty()));
    for (height, since) in [(3, 500), (4, 5_000)] {
        state.begin_block();
        state.end_block(height, GENESIS_MS + since);
        assert_eq!((state.app_hash(), format!("{:?}", state.duty())), (hash, duty.clone()));
    }
    assert_eq!(state.height(), 4);
}

/// Opening times between two rounds stay unused, and the same time never opens a second round.
#[test]
fn a_round_that_was_long_under_way_is_followed_by_the_latest_time() {
    let mut state = after(network(1, 0), &[(1, 0), (2, 10)]);
    let seal = |state: &mut State, height, since: u64| {
        let delay = transactions(state.chain(), &state.duty()).remove(0);
        state.begin_block();
        assert_eq!(state.apply(&delay, &Verdicts::default()), Ok(()));
        state.end_block(height, GENESIS_MS + since);
    };
    seal(&mut state, 3, 999);
    assert_eq!((state.phase(), state.tip().time_ms()), ("waiting", GENESIS_MS), "its time is used");
    let Duty::Wait { round: 2, ticks: 0, opening_ms } = state.duty() else { panic!("{:?}", state.duty()) };
    assert_eq!(opening_ms, GENESIS_MS + 1_000);
    state.begin_block();
    state.end_block(4, GENESIS_MS + 1_000);
    assert_eq!(opening_time(&state), Some(1_000));
    state.begin_block();
    state.end_block(5, GENESIS_MS + 1_001);
    // The block that seals a round may open the next one.
    seal(&mut state, 6, 7_777);
    assert_eq!((opening_time(&state), state.tip().round(), state.phase()), (Some(7_000), 2, "tickets"));
}

#[test]
fn one_tick_of_each_block_is_taken_in_their_order() {
    let (mut state, verdicts) = (fresh(), Verdicts::default());
    let tick = |round, n| Transaction { round, body: Body::Tick(n) };
    for n in 0..5 {
        state.begin_block();
        for (transaction, expected) in [
            (tick(1, n + 1), Err(Unfit::Tick)),
            (tick(2, n), Err(Unfit::Round { expected: 1, found: 2 })),
            (tick(0, n), Err(Unfit::Round { expected: 1, found: 0 })),
            (tick(1, u32::MAX), Err(Unfit::Tick)),
            (tick(1, n), Ok(())),
            (tick(1, n), Err(Unfit::Tick)),
            (tick(1, n + 1), Err(Unfit::Tick)),
        ] {
            assert_eq!(state.apply(&transaction, &verdicts), expected, "{n}: {transaction:?}");
        }
        state.end_block(u64::from(n) + 1, GENESIS_MS - 10);
        assert_eq!(state.ticks(), n + 1);
    }
    state.end_block(6, GENESIS_MS);
    state.begin_block();
    assert_eq!(state.apply(&tick(1, 5), &verdicts), Err(Unfit::Tick), "the round has opened");
    state.ticks = u32::MAX;
    state.opening = None;
    assert_eq!(state.apply(&tick(1, u32::MAX), &verdicts), Err(Unfit::Tick), "there is no number after it");
}

/// Every kind of transaction, in every phase that does not allow it.
#[test]
fn what_belongs_to_another_phase_says_so() {
    let verdicts = Verdicts::default();
    let mut states = vec![fresh()];
    for (height, since) in [(1, 0), (2, 400), (3, 500), (4, 600)] {
        let mut state = states.last().unwrap().clone();
        state.begin_block();
        state.end_block(height, GENESIS_MS + since);
        states.push(state);
    }
    let [waiting, open, .., closed] = &states[..] else { panic!("five states") };
    assert_eq!([waiting, open, closed].map(State::phase), ["waiting", "tickets", "delay"]);
    let of = |state: &State| transactions(state.chain(), &state.duty()).remove(0);
    let [tick, ticket, delay] = [of(waiting), of(open), of(closed)];
    for (state, transaction, words) in [
        (waiting, &ticket, "a ticket does not belong to the phase waiting"),
        (waiting, &delay, "a delay does not belong to the phase waiting"),
        (open, &tick, "it is not the next tick"),
        (open, &delay, "a delay does not belong to the phase tickets"),
        (closed, &tick, "it is not the next tick"),
        (closed, &ticket, "a ticket does not belong to the phase delay"),
    ] {
        let hash = state.app_hash();
        let mut other = state.clone();
        assert_eq!(state.check(transaction, &verdicts).unwrap_err().to_string(), words);
        assert_eq!(other.apply(transaction, &verdicts).unwrap_err().to_string(), words);
        assert_eq!(other.app_hash(), hash, "{words}");
        let late = Transaction { round: 9, ..transaction.clone() };
        let refused = state.check(&late, &verdicts).unwrap_err().to_string();
        assert_eq!(refused, "it is about round 9, but round 1 is under way");
    }
}

#[test]
fn the_validators_that_are_left_are_those_that_signed_once() {
    let addresses: Vec<_> = fresh().network.validators().iter().map(|one| one.key.address()).collect();
    // Every subset of the four, in every order: the last one left keeps its power.
    for set in 0..16_usize {
        for turn in 0..4 {
            let mut state = fresh();
            let mut named: Vec<_> = (0..4).filter(|at| set >> at & 1 == 1).collect();
            if !named.is_empty() {
                let turn = turn % named.len();
                named.rotate_left(turn);
            }
            let gone = state.remove(named.iter().map(|at| addresses[*at]));
            let expected: Vec<_> = named.iter().take(3).map(|at| addresses[*at]).collect();
            assert_eq!(gone.iter().map(|key| key.address()).collect::<Vec<_>>(), expected);
            let left = state.validators();
            assert_eq!(left.validators().len(), 4 - expected.len());
            assert!(left.validators().iter().all(|one| !expected.contains(&one.key.address())));
            assert!(state.remove(expected.clone()).is_empty(), "nobody loses it twice");
        }
    }
}
