//! The rules of insisting, each broken on its own, with a clock that stands still until a test moves it.

use super::*;
use crate::{
    room,
    testing::{self, GENESIS_MS},
    transaction::{Body, Transaction},
};
use heliast_finality::NetworkFile;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

const WITHIN: u32 = 100;
const UNTIL: u32 = 5_000;
const RULES: Insisting = Insisting { within_ms: WITHIN, until_ms: UNTIL };
/// The hash of the proposed block.
const BLOCK: BlockHash = [7; 32];

/// A validator with its own clock, and the tickets that participants may send in the open round.
struct Validator {
    insist: Insist,
    now_ms: Arc<AtomicU64>,
    state: State,
    sent: Vec<Ticket>,
}

fn network() -> NetworkFile {
    testing::network(1, 0).with_insisting(RULES).unwrap()
}

impl Validator {
    /// A validator that has the block which opened the round, and no ticket.
    fn new() -> Validator {
        let mut validator = Validator::before_the_opening(Some(RULES));
        validator.block();
        let chain = validator.state.chain().clone();
        let inputs: Vec<_> = (0..2).map(|slot| chain.ticket_input(validator.state.tip(), slot)).collect();
        validator.sent = testing::tickets(&chain, &inputs);
        assert!(validator.sent.len() > 2);
        validator
    }

    fn before_the_opening(rules: Option<Insisting>) -> Validator {
        let now_ms = Arc::new(AtomicU64::new(1));
        let clock = Arc::clone(&now_ms);
        let clock: Clock = Box::new(move || Duration::from_millis(clock.load(Ordering::Relaxed)));
        let network = network();
        let state = State::new(&testing::chain(&network), Arc::new(network));
        Validator { insist: Insist::with_clock(rules, clock), now_ms, state, sent: vec![] }
    }

    fn block_at(&mut self, block_ms: u64) {
        self.state.begin_block();
        self.state.end_block(self.state.height() + 1, block_ms);
        self.insist.note_block(&self.state);
    }

    /// The next block, which opens the round or closes it.
    fn block(&mut self) {
        self.block_at(GENESIS_MS + self.state.height());
    }

    fn wait(&self, ms: u32) {
        self.now_ms.fetch_add(ms.into(), Ordering::Relaxed);
    }

    fn take(&self, ticket: &Ticket) {
        self.insist.note_ticket(&self.state, ticket, ticket.proof.len() + 16);
    }

    /// The verdict on a block with these tickets.
    fn fault(&self, tickets: &[Ticket]) -> Option<String> {
        let of = |ticket: &Ticket| {
            let body = Body::Ticket(ticket.clone());
            (Transaction { round: 1, body }, ticket.proof.len() + 16)
        };
        let transactions: Vec<_> = tickets.iter().map(of).collect();
        self.insist.fault(&self.state, &BlockParts { hash: &BLOCK, transactions: &transactions })
    }
}

#[test]
fn a_block_without_a_ticket_that_was_here_in_time_is_voted_against() {
    let validator = Validator::new();
    assert_eq!(validator.fault(&[]), None, "nothing has come");
    validator.wait(WITHIN);
    validator.take(&validator.sent[0]);
    validator.take(&validator.sent[1]);
    let place = |ticket: &Ticket| format!("of slot {} and participant {}", ticket.slot, ticket.participant);
    for (left_out, others) in [(0, &validator.sent[1..]), (1, &validator.sent[..1])] {
        let reason = validator.fault(others).unwrap();
        assert!(reason.ends_with(&place(&validator.sent[left_out])), "{reason}");
    }
    assert_eq!(validator.fault(&validator.sent), None, "a block may have more than has come here");
    assert_eq!(validator.fault(&validator.sent[..2]), None);
    assert!(validator.fault(&[]).is_some());
}

#[test]
fn a_ticket_that_came_late_is_not_insisted_on() {
    let validator = Validator::new();
    validator.wait(WITHIN + 1);
    validator.take(&validator.sent[0]);
    assert_eq!(validator.fault(&[]), None);
}

/// A validator compares places, because the proposer may have received another proof of the same lot.
#[test]
fn another_ticket_of_the_same_place_is_as_good() {
    let validator = Validator::new();
    let sent = validator.sent[0].clone();
    validator.take(&sent);
    let other = Ticket { proof: vec![0; sent.proof.len()], ..sent };
    assert_eq!(validator.fault(&[other]), None);
}

#[test]
fn nothing_is_insisted_on_for_ever() {
    let validator = Validator::new();
    validator.take(&validator.sent[0]);
    validator.wait(UNTIL - 1);
    assert!(validator.fault(&[]).is_some());
    validator.wait(1);
    assert_eq!(validator.fault(&[]), None);
}

#[test]
fn a_block_that_two_thirds_voted_for_is_voted_for() {
    let validator = Validator::new();
    validator.take(&validator.sent[0]);
    validator.insist.note_valid([8; 32]);
    assert!(validator.fault(&[]).is_some(), "it is another block");
    validator.insist.note_valid(BLOCK);
    assert_eq!(validator.fault(&[]), None);
}

/// The valid block of one height has no meaning at the next.
#[test]
fn what_was_known_of_a_height_is_forgotten_with_it() {
    let mut validator = Validator::before_the_opening(Some(RULES));
    validator.block_at(GENESIS_MS - 1);
    validator.insist.note_valid(BLOCK);
    validator.block();
    let chain = validator.state.chain().clone();
    let inputs: Vec<_> = (0..2).map(|slot| chain.ticket_input(validator.state.tip(), slot)).collect();
    validator.take(&testing::tickets(&chain, &inputs)[0]);
    assert!(validator.fault(&[]).is_some());
}

/// The state is first the one before a block, and then the one before the block that opens the round.
#[test]
fn tickets_that_came_two_blocks_before_the_opening_do_not_count() {
    let sent = Validator::new().sent;
    for (before, counts) in [(2, false), (1, true)] {
        let mut validator = Validator::before_the_opening(Some(RULES));
        validator.block_at(GENESIS_MS - 20);
        for left in (1..=3).rev() {
            if left == before {
                validator.take(&sent[0]);
            }
            match left {
                1 => validator.block(),
                _ => validator.block_at(GENESIS_MS - 10),
            }
        }
        assert_eq!(validator.state.opened(), Some(4));
        assert_eq!(validator.fault(&[]).is_some(), counts, "{before} blocks before");
        // The first arrival counts, since mempools pass a ticket on once.
        validator.take(&sent[0]);
        assert_eq!(validator.fault(&[]).is_some(), counts, "{before} blocks before, and again");
    }
}

#[test]
fn a_ticket_that_is_in_a_block_already_may_be_left_out_of_the_next() {
    let network = testing::network(2, 0).with_insisting(RULES).unwrap();
    let mut validator = Validator::before_the_opening(Some(RULES));
    validator.state = State::new(&testing::chain(&network), Arc::new(network));
    validator.block();
    let chain = validator.state.chain().clone();
    let inputs: Vec<_> = (0..2).map(|slot| chain.ticket_input(validator.state.tip(), slot)).collect();
    let sent = testing::tickets(&chain, &inputs);
    sent.iter().take(2).for_each(|ticket| validator.take(ticket));
    validator.state.begin_block();
    let transaction = Transaction { round: 1, body: Body::Ticket(sent[0].clone()) };
    validator.state.apply(&transaction, &Default::default()).unwrap();
    validator.state.end_block(2, GENESIS_MS + 1);
    validator.insist.note_block(&validator.state);
    assert!(validator.state.opened().is_some(), "a window of two blocks");
    assert!(validator.fault(&[]).is_some(), "the second one is still out");
    assert_eq!(validator.fault(&sent[1..2]), None);
}

#[test]
fn only_a_round_that_collects_has_tickets_to_insist_on() {
    let mut validator = Validator::new();
    validator.take(&validator.sent[0]);
    assert!(validator.insist.wait(Duration::ZERO), "somebody asks the engine now");
    validator.block();
    assert_eq!((validator.state.opened(), validator.fault(&[])), (None, None));
    assert!(!validator.insist.wait(Duration::ZERO));
}

#[test]
fn a_network_whose_file_does_not_say_so_does_not_insist() {
    let mut validator = Validator::before_the_opening(None);
    validator.block();
    let sent = Validator::new().sent;
    validator.take(&sent[0]);
    assert_eq!(validator.fault(&[]), None);
    assert!(!validator.insist.wait(Duration::ZERO));
}

/// A restarted process has seen no block, and its mempool is empty.
#[test]
fn a_validator_that_was_just_started_insists_on_nothing() {
    let running = Validator::new();
    let mut started = Validator::before_the_opening(Some(RULES));
    started.state = running.state.clone();
    started.take(&running.sent[0]);
    assert_eq!(started.fault(&[]), None);
}

/// Announcements do not take room from tickets. If a block is full of tickets, another ticket may be left
/// out.
#[test]
fn only_tickets_can_take_the_room_of_a_ticket() {
    let validator = Validator::new();
    let [missing, present] = [&validator.sent[0], &validator.sent[1]];
    validator.take(missing);
    let len = missing.proof.len() + 16;
    let ticket = Transaction { round: 1, body: Body::Ticket(present.clone()) };
    let tick = Transaction { round: 1, body: Body::Tick(0) };
    let fits = room::BLOCK - len - 2 * room::FRAME;
    for (other, len, is_refused) in
        [(&ticket, fits, true), (&ticket, fits + 1, false), (&tick, room::BLOCK, true)]
    {
        let transactions = [(other.clone(), len)];
        let block = BlockParts { hash: &BLOCK, transactions: &transactions };
        assert_eq!(validator.insist.fault(&validator.state, &block).is_some(), is_refused, "{len}");
    }
}
