//! The application hash, computed a second time from the formulas of the specification.

use super::*;
use sha2::{Digest, Sha256};

/// H( tag(name) ‖ parts ).
fn tagged(name: &str, parts: &[&[u8]]) -> [u8; 32] {
    let hash = Sha256::new_with_prefix([name.len() as u8]).chain_update(name);
    parts.iter().fold(hash, |hash, part| hash.chain_update(part)).finalize().into()
}

/// Everything that the specification puts into the hash, as far as a test can see it from outside.
struct Seen<'a> {
    state: &'a State,
    /// Height, time and opening time of the current round, and the time of its closing block.
    opened: Option<([u64; 3], Option<u64>)>,
    ticks: u32,
    removed: Vec<[u8; 20]>,
    /// The tickets in the order of a round.
    tickets: Vec<Ticket>,
    announcements: Vec<Announcement>,
    /// The times of the blocks that opened and closed the last sealed round.
    record: [u64; 2],
}

impl Seen<'_> {
    fn app_hash(&self) -> [u8; 32] {
        let mut phase = vec![0];
        if let Some((opened, closed)) = self.opened {
            phase[0] = if closed.is_some() { 2 } else { 1 };
            opened.into_iter().chain(closed).for_each(|number| phase.extend(number.to_be_bytes()));
        }
        let collects = matches!(self.opened, Some((_, None)));
        let height = if collects { self.state.height() } else { 0 };
        let count = |len: usize| (len as u32).to_be_bytes();
        let mut parts = count(self.tickets.len()).to_vec();
        self.tickets.iter().for_each(|one| one.encode(&mut parts));
        parts.extend(count(self.announcements.len()));
        self.announcements.iter().for_each(|one| one.encode(&mut parts));
        let digest = tagged(
            "heliast/network-state/v1",
            &[
                &phase,
                &self.ticks.to_be_bytes(),
                &height.to_be_bytes(),
                &(self.removed.len() as u16).to_be_bytes(),
                self.removed.as_flattened(),
                &parts,
            ],
        );
        let tip = self.state.tip();
        tagged(
            "heliast/network-app/v1",
            &[
                self.state.chain().id(),
                &tip.round().to_be_bytes(),
                tip.seed(),
                &tip.keys().digest(),
                &self.record[0].to_be_bytes(),
                &self.record[1].to_be_bytes(),
                &digest,
            ],
        )
    }
}

/// The parts of a round, and the removed validators.
#[derive(Clone)]
struct Kept {
    removed: Vec<[u8; 20]>,
    tickets: Vec<Ticket>,
    announcements: Vec<Announcement>,
}

impl Kept {
    /// The values after one tick and this opening.
    fn after<'a>(&self, state: &'a State, opened: Option<([u64; 3], Option<u64>)>) -> Seen<'a> {
        let Kept { removed, tickets, announcements } = self.clone();
        Seen { opened, ticks: 1, removed, tickets, announcements, ..begun(state) }
    }
}

fn begun(state: &State) -> Seen<'_> {
    Seen {
        state,
        opened: None,
        ticks: 0,
        removed: vec![],
        tickets: vec![],
        announcements: vec![],
        record: [0; 2],
    }
}

#[test]
fn the_hash_is_the_formula_in_every_phase() {
    let network = network(WINDOW_BLOCKS as u32, WINDOW_MS as u32);
    let (mut state, verdicts) =
        (State::new(&changing_chain(&network), Arc::new(network)), Verdicts::default());
    assert_eq!(state.app_hash(), begun(&state).app_hash(), "before the first block");

    state.begin_block();
    let tick = Transaction { round: 1, body: Body::Tick(0) };
    state.apply(&tick, &verdicts).unwrap();
    state.end_block(1, GENESIS_MS - 10);
    assert_eq!(state.app_hash(), Seen { ticks: 1, ..begun(&state) }.app_hash());

    // Two validators signed twice; their addresses are in ascending order.
    let addresses: Vec<_> = state.network.validators().iter().map(|one| one.key.address()).collect();
    state.remove([addresses[2], addresses[0]]);
    let mut removed = vec![addresses[0], addresses[2]];
    removed.sort();
    let opening = [2, GENESIS_MS + 2_345, GENESIS_MS + 2_000];
    state.begin_block();
    state.end_block(2, GENESIS_MS + 2_345);
    let seen = Kept { removed, tickets: vec![], announcements: vec![] };
    assert_eq!(state.app_hash(), seen.after(&state, Some((opening, None))).app_hash());

    // Tickets come in any order, and are kept in the order of the round.
    let mut sent = transactions(state.chain(), &state.duty());
    sent.reverse();
    let announced = announcement(state.chain(), state.tip(), 3, tree(state.chain(), 1));
    sent.insert(1, announced.clone());
    state.begin_block();
    sent.iter().for_each(|one| state.apply(one, &verdicts).unwrap());
    state.end_block(3, GENESIS_MS + 2_400);
    let mut tickets: Vec<_> = sent
        .iter()
        .filter_map(|one| match &one.body {
            Body::Ticket(ticket) => Some(ticket.clone()),
            _ => None,
        })
        .collect();
    tickets.sort_by_key(|ticket| (ticket.slot, ticket.participant));
    let Body::Announcement(said) = announced.body else { panic!("no announcement") };
    let full = Kept { tickets, announcements: vec![said], ..seen.clone() };
    assert_eq!(state.app_hash(), full.after(&state, Some((opening, None))).app_hash());

    for (height, time) in [(4, 2_500), (5, 2_700)] {
        state.begin_block();
        state.end_block(height, GENESIS_MS + time);
    }
    let closed = Some((opening, Some(GENESIS_MS + 2_700)));
    assert_eq!(state.app_hash(), full.after(&state, closed).app_hash());

    let delay = transactions(state.chain(), &state.duty()).remove(0);
    state.begin_block();
    state.apply(&delay, &verdicts).unwrap();
    state.end_block(6, GENESIS_MS + 2_800);
    let record = [GENESIS_MS + 2_345, GENESIS_MS + 2_700];
    assert_eq!((state.tip().round(), state.ticks()), (1, 0), "ticks are counted anew");
    assert_eq!(state.app_hash(), Seen { record, ticks: 0, ..seen.after(&state, None) }.app_hash());
    assert_eq!(state.record().app_hash(state.chain().id(), state.tip()), state.app_hash());
    let times = (state.record().opened_ms, state.record().closed_ms);
    assert_eq!(times, (record[0], record[1]));
}

/// No two states during a round have the same hash, unless the next block can't tell them apart.
#[test]
fn the_order_of_tickets_in_blocks_leaves_no_trace_and_their_number_does() {
    let (mut open, verdicts) = (fresh(), Verdicts::default());
    open.end_block(1, GENESIS_MS);
    let sent = transactions(open.chain(), &open.duty());
    let after = |tickets: &[Transaction]| {
        let mut state = open.clone();
        tickets.iter().for_each(|one| state.apply(one, &verdicts).unwrap());
        state.app_hash()
    };
    let turned: Vec<_> = sent.iter().rev().cloned().collect();
    assert_eq!(after(&sent), after(&turned));
    let hashes: std::collections::BTreeSet<_> = (0..=sent.len()).map(|count| after(&sent[..count])).collect();
    assert_eq!(hashes.len(), sent.len() + 1);
    let without: std::collections::BTreeSet<_> = (0..sent.len())
        .map(|gap| {
            after(
                &sent
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| *at != gap)
                    .map(|(_, one)| one.clone())
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(without.len(), sent.len(), "it matters which is missing");
}
