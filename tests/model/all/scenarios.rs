//! The scenarios, and the outcome of each.

use crate::{
    catalogue::Said,
    event::Broken,
    keys,
    nodes::Plant,
    setting::{Seen, Setting},
    world::Network,
};
use heliast_finality::Insisting;
use stateright::{Checker, HasDiscoveries, Model};
use std::{env, thread::available_parallelism, time::Instant};

/// Bytes of a ticket's transaction in a block, with what protobuf adds.
const TICKET: usize = 9 + 7 + 80 + 8;

/// Three honest validators and a hostile one, three participants who send tickets, a window of two blocks.
fn setting() -> Setting {
    Setting {
        validators: 4,
        hostile: 1,
        participants: 3,
        window_blocks: 2,
        insisting: None,
        said: vec![],
        has_ticks: false,
        has_false: false,
        room: 1 << 20,
        plant: Plant::Nothing,
        off_ms: 0,
        first: 0,
        steps_ms: vec![600],
        at_once: true,
        keeps_votes: false,
        has_app: false,
        is_forced: false,
        attempts: 0,
        late: 0,
        ends: 0,
        restores: 0,
        waits: 0,
        last_round: 1,
        last_height: 8,
    }
}

/// Whether the larger bounds are used.
fn is_deep() -> bool {
    env::var_os("HELIAST_MODEL").is_some_and(|value| value == "deep")
}

/// Visits all possible events; no property may be broken, and these events must have happened.
fn holds(name: &str, setting: Setting, seen: &[Seen]) {
    let found = explored(name, setting, seen);
    assert_eq!(found, None, "{name}");
}

/// Visits all possible events until a property is broken.
fn explored(name: &str, setting: Setting, seen: &[Seen]) -> Option<Broken> {
    let begun = Instant::now();
    let threads = available_parallelism().map_or(1, usize::from);
    let checker =
        Network::new(setting).checker().threads(threads).finish_when(HasDiscoveries::Any).spawn_bfs().join();
    println!(
        "{name}: {} states, {} steps, depth {}, {} of nodes, {} of applications, {:.1} s",
        checker.unique_state_count(),
        checker.state_count(),
        checker.max_depth(),
        checker.model().nodes.computed(),
        checker.model().nodes.compared(),
        begun.elapsed().as_secs_f64()
    );
    let mut broken = None;
    for (property, path) in checker.discoveries() {
        println!("NOT TRUE: {property}");
        broken = path.last_state().broken;
        path.into_actions().iter().for_each(|action| println!("    {action:?}"));
    }
    if broken.is_none() {
        for one in seen {
            assert!(checker.model().has_seen(*one), "{name}: {one:?} never happened");
        }
    }
    broken
}

/// Two announcements of one participant, of which a block takes one.
fn flood() -> Vec<Said> {
    let said = |number, name| Said { round: 1, participant: 1, name, change: keys::tree(number) };
    vec![said(1, "first tree"), said(2, "second tree")]
}

/// A block has room for all tickets, and for little more than one announcement without them.
fn flooded() -> Setting {
    Setting { said: flood(), room: 3 * TICKET, ..setting() }
}

/// A node that has seen an announcement in a proposal which failed knows it before its mempool does.
#[test]
fn no_flood_keeps_a_ticket_out_where_proposals_are_remembered() {
    let kept =
        Setting { keeps_votes: true, participants: 2, room: 2 * TICKET, first: 3, attempts: 1, ..flooded() };
    holds("flood, votes kept", kept, &[Seen::Sealed, Seen::Repeated]);
}

/// The test of the test: under the old rules announcements that came first emptied rounds, and the checker
/// finds this.
#[test]
fn by_the_old_rules_a_flood_keeps_tickets_out() {
    let old = Setting { plant: Plant::OldRules, first: 3, ..flooded() };
    assert_eq!(explored("flood, old rules", old, &[]), Some(Broken::LeftOut));
}

#[test]
fn no_flood_keeps_a_ticket_out() {
    for first in 0..4 {
        let name = format!("flood, turn {first}");
        holds(&name, Setting { first, ..flooded() }, &[Seen::Sealed]);
    }
}

/// A window of three blocks: the hostile validator proposes in one of them, wherever it stands, or in none.
#[test]
fn no_flood_keeps_a_ticket_out_of_a_window_of_three_blocks() {
    for first in 0..4 {
        let longer = Setting { window_blocks: 3, first, last_height: 9, ..flooded() };
        holds(&format!("flood, three blocks, turn {first}"), longer, &[Seen::Sealed]);
    }
}

/// The application, with its store, file, mempool and snapshots, does the same as the values.
#[test]
fn the_real_application_does_what_the_values_do() {
    let (window_blocks, ends) = if is_deep() { (2, 1) } else { (1, 0) };
    let flood = Setting { participants: 2, room: 2 * TICKET, first: 3, window_blocks, ends, ..flooded() };
    holds("application, flood", Setting { has_app: true, ..flood }, &[Seen::Sealed]);
}

/// The same where members and validators change, and a node takes a snapshot or ends while it commits.
#[test]
fn the_real_application_changes_members_and_validators() {
    let (last_round, late) = if is_deep() { (3, 1) } else { (1, 0) };
    let seen: &[Seen] = if is_deep() { &[Seen::HalfCommit] } else { &[] };
    let change = Setting { has_app: true, last_round, late, ends: late, hostile: late, ..changing() };
    holds("application, changing", change, &[&[Seen::Sealed, Seen::Joined, Seen::Restored], seen].concat());
}

#[test]
fn an_application_that_differs_is_found() {
    let small = Setting { participants: 2, room: 2 * TICKET, window_blocks: 1, ..flooded() };
    let planted = Setting { has_app: true, plant: Plant::OldRules, ..small };
    assert_eq!(explored("application, planted", planted, &[]), Some(Broken::App));
}

#[test]
fn a_proposal_that_goes_by_who_came_first_is_found() {
    let planted = Setting { plant: Plant::FirstCome, ..flooded() };
    assert_eq!(explored("order, planted", planted, &[]), Some(Broken::Order));
}

/// Blocks that honest nodes vote against are decided too, in any order, with anything twice; nodes are
/// behind, end while they commit, and begin with snapshots at any height.
fn forced() -> Setting {
    Setting {
        hostile: 2,
        participants: 2,
        window_blocks: 1,
        has_false: true,
        is_forced: true,
        late: 1,
        ends: 1,
        restores: 1,
        first: 2,
        steps_ms: vec![1, 600],
        last_height: if is_deep() { 5 } else { 4 },
        ..setting()
    }
}

#[test]
fn whatever_is_decided_all_nodes_are_in_one_state() {
    let seen = [Seen::Sealed, Seen::FalseBlock, Seen::HalfCommit, Seen::Restored];
    holds("forced", forced(), &seen);
}

/// Clocks of nodes are a minute off, either way; ticks come at wrong times.
#[test]
fn clocks_that_are_off_change_no_state() {
    for off_ms in [-60_000, 60_000] {
        let off = Setting { off_ms, participants: 1, has_ticks: true, ends: 0, first: 1, ..forced() };
        holds(&format!("ticks, clocks off by {off_ms} ms"), off, &[Seen::Sealed, Seen::FalseBlock]);
    }
}

#[test]
fn a_clock_that_gets_into_a_state_is_found() {
    let planted = Setting { plant: Plant::OwnClock, ..forced() };
    assert_eq!(explored("own clock, planted", planted, &[]), Some(Broken::Differ));
}

#[test]
fn a_round_that_a_crash_loses_is_found() {
    let planted = Setting { plant: Plant::LostRound, restores: 0, ..forced() };
    assert_eq!(explored("lost round, planted", planted, &[]), Some(Broken::Store));
}

/// A participant joins and a validator loses power, in rounds out of which a hostile proposer leaves them if
/// it can.
fn changing() -> Setting {
    let of = |round, name, change| Said { round, participant: 0, name, change };
    Setting {
        participants: 1,
        window_blocks: 1,
        said: vec![of(1, "join", keys::join(1)), of(2, "less power", keys::power(1, 5))],
        late: u8::from(is_deep()),
        restores: 1,
        steps_ms: vec![1_000],
        last_round: 3,
        last_height: 12,
        ..setting()
    }
}

#[test]
fn members_and_validators_change_in_one_round_for_all() {
    holds("changing", changing(), &[Seen::Sealed, Seen::Joined, Seen::Restored]);
}

const RULES: Insisting = Insisting { within_ms: 100, until_ms: 5_000 };

/// One block, and the hostile validator proposes it first.
fn insisting() -> Setting {
    Setting {
        insisting: Some(RULES),
        window_blocks: 1,
        participants: if is_deep() { 2 } else { 1 },
        waits: 2,
        at_once: false,
        attempts: if is_deep() { 2 } else { 1 },
        last_height: 2,
        ..setting()
    }
}

#[test]
fn where_validators_insist_no_ticket_that_all_have_in_time_is_left_out() {
    for first in 0..4 {
        // The block that opens the round is that of the turn, and the next one has its tickets.
        let seen: &[Seen] = if first == 2 { &[Seen::Insisted] } else { &[] };
        holds(&format!("insisting, turn {first}"), Setting { first, ..insisting() }, seen);
    }
}

/// Insisting rests on this: a ticket that one honest mempool has is in all others before they propose. A
/// peer sends it once, and a node that does not have the block yet which opened its round refuses it.
#[test]
fn a_node_that_had_the_opening_block_late_may_be_refused() {
    let slow = Setting {
        participants: 1,
        late: 1,
        waits: 0,
        attempts: 0,
        first: 1,
        steps_ms: vec![1_000],
        last_round: 2,
        last_height: 4,
        ..insisting()
    };
    assert_eq!(explored("insisting, a late node", slow, &[]), Some(Broken::Refused));
}

#[test]
fn rules_of_insisting_that_are_broken_are_found() {
    for (name, plant) in [("no valid block", Plant::NoValidBlock), ("always in time", Plant::AlwaysInTime)] {
        let planted = Setting { plant, first: 2, participants: 2, ..insisting() };
        assert_eq!(explored(&format!("{name}, planted"), planted, &[]), Some(Broken::Refused), "{name}");
    }
}
