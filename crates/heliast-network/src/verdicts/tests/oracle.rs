//! Remembered verdicts equal newly computed ones, whatever was verified before.

use super::*;
use crate::{duty::Duty, state::State};
use proptest::prelude::*;
use std::sync::{Arc, OnceLock};

/// A chain, two tips of it, and valid and forged tickets and announcements after either.
struct World {
    chain: Chain,
    tips: [Tip; 2],
    tickets: Vec<Ticket>,
    announcements: Vec<Announcement>,
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let network = testing::network(1, 0);
        let chain = testing::changing_chain(&network);
        let (mut state, verdicts) = (State::new(&chain, Arc::new(network)), Verdicts::default());
        let mut tickets = vec![];
        while state.tip().round() == 0 {
            let sent = testing::transactions(&chain, &state.duty());
            state.begin_block();
            for one in &sent {
                let _ = state.apply(one, &verdicts);
                tickets.extend(ticket(one));
            }
            state.end_block(state.height() + 1, testing::GENESIS_MS + 100 * state.height());
        }
        let tips = [chain.start(), state.tip().clone()];
        while !matches!(state.duty(), Duty::Draw { .. }) {
            state.end_block(state.height() + 1, testing::GENESIS_MS + 1_000 * state.height());
        }
        tickets.extend(testing::transactions(&chain, &state.duty()).iter().filter_map(ticket));
        let mut announcements: Vec<_> =
            (0..3).map(|number| announced(&chain, number % 2, number as u16)).collect();
        for at in 0..2 {
            let mut forged = tickets[at].clone();
            forged.proof[40] ^= 1;
            tickets.push(forged);
            tickets.push(Ticket { participant: 99, ..tickets[at].clone() });
            let mut forged = announcements[at].clone();
            forged.proof[40] ^= 1;
            announcements.push(forged);
        }
        World { chain, tips, tickets, announcements }
    })
}

fn ticket(one: &Transaction) -> Option<Ticket> {
    match &one.body {
        Body::Ticket(ticket) => Some(ticket.clone()),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_known_is_what_is_true(
        asked in prop::collection::vec((any::<prop::sample::Index>(), 0..2_usize, any::<bool>()), 1..30)
    ) {
        let World { chain, tips, tickets, announcements } = world();
        let verdicts = Verdicts::default();
        for (pick, tip, is_ticket) in asked {
            let tip = &tips[tip];
            if is_ticket {
                let ticket = pick.get(tickets);
                let (known, anew) = (verdicts.ticket(chain, tip, ticket), chain.verify_ticket(tip, ticket.clone()));
                prop_assert_eq!(known.as_deref(), anew.as_deref());
                let is_first = !verdicts.has_other(chain, tip, ticket);
                prop_assert!(known.is_err() || is_first, "one participant has one good ticket of a slot here");
            } else {
                let said = pick.get(announcements);
                let known = verdicts.announcement(chain, tip, said);
                let anew = chain.verify_announcement(tip, said.clone());
                prop_assert_eq!(known.as_deref(), anew.as_deref());
            }
            let known = verdicts.lock();
            prop_assert!(known.tickets.len() <= 2 * testing::PARTICIPANTS as usize, "the round bounds them");
            prop_assert!(known.announcements.len() <= testing::PARTICIPANTS as usize);
        }
    }
}

/// The next round begins with no verdicts, and the previous round is never used again.
#[test]
fn another_tip_forgets_what_was_known() {
    let World { chain, tips, announcements, .. } = world();
    let verdicts = Verdicts::default();
    verdicts.announcement(chain, &tips[0], &announcements[0]).unwrap();
    assert_eq!(verdicts.others_that_announce(&tips[0], 7), 1);
    assert_eq!(verdicts.others_that_announce(&tips[1], 7), 0, "of another round none is known");
    assert!(!verdicts.has_other_announcement(chain, &tips[1], &announcements[2]));
    assert!(verdicts.has_other_announcement(chain, &tips[0], &announcements[2]));
    verdicts.lock().after(&tips[1]);
    assert_eq!(verdicts.others_that_announce(&tips[0], 7), 0);
    assert!(!knows(&verdicts, &announcements[0]));
}
