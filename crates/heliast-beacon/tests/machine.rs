//! The round state machine: its phases, its refusals, and that no sequence of inputs breaks its
//! invariants.

#[allow(dead_code, reason = "the tests of `heliast` use all of it")]
#[path = "../../heliast/tests/all/common.rs"]
mod common;

use common::{House, PERIOD_MS, START_MS, delay, genesis};
use heliast::{
    Delay, Genesis, Invalid, Round, StatelessScheme, Ticket, Verified,
    keys::{self, Key},
    stateful::{Scheme, Terms},
};
use heliast_beacon::{Effect, Input, Machine, Refusal};
use proptest::prelude::*;

fn house() -> House {
    House::new(StatelessScheme::EcvrfEll2, 7)
}

fn machine(house: &House) -> Machine {
    Machine::new(house.chain.clone(), house.chain.start())
}

fn only(mut effects: Vec<Effect>) -> Effect {
    assert_eq!(effects.len(), 1, "{effects:?}");
    effects.remove(0)
}

fn refusal(effects: Vec<Effect>) -> Refusal {
    match only(effects) {
        Effect::Refuse(refusal) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

/// Runs one round with the given tickets.
fn run_round(house: &House, machine: &mut Machine, tickets: Vec<Ticket>) -> Verified<Round> {
    let time_ms = START_MS + machine.tip().round() * u64::from(PERIOD_MS);
    let Effect::Draw { inputs, .. } = only(machine.step(Input::Open { time_ms })) else { panic!("draw") };
    for (slot, input) in (0..).zip(&inputs) {
        assert_eq!(*input, house.chain.ticket_input(machine.tip(), slot));
    }
    assert_eq!(inputs.len(), house.chain.genesis().committees.len());
    tickets.into_iter().for_each(|ticket| assert!(machine.step(Input::Ticket(ticket)).is_empty()));
    let Effect::Evaluate { round, x } = only(machine.step(Input::Close)) else { panic!("evaluate") };
    let Delay { y, proof } = delay(&house.chain, x);
    let Effect::Store(stored) = only(machine.step(Input::Delay { round, y, proof })) else { panic!("store") };
    let Effect::Announce(announced) = only(machine.step(Input::Stored { round })) else { panic!("announce") };
    assert_eq!(stored, announced);
    *announced
}

#[test]
fn rounds_follow_each_other_and_verify_elsewhere() {
    let mut house = house();
    let mut machine = machine(&house);
    let mut tip = house.chain.start();
    for number in 1..=3 {
        let mut tickets = house.tickets(&tip);
        tickets.reverse(); // the order of arrival does not matter
        let round = run_round(&house, &mut machine, tickets);
        assert_eq!(round.number, number);
        let decoded = house.chain.decode_round(&round.encode()).unwrap();
        assert_eq!(house.chain.verify(&tip, decoded).unwrap(), round);
        tip = house.chain.tip_after(&round);
        assert_eq!(*machine.tip(), tip);
    }
}

#[test]
fn inputs_at_the_wrong_moment_are_refused() {
    let mut house = house();
    let mut machine = machine(&house);
    let ticket = house.tickets(machine.tip()).remove(0);
    let phase = |input, phase| Refusal::Phase { input, phase };
    assert_eq!(refusal(machine.step(Input::Close)), phase("the ticket deadline", "waiting"));
    assert_eq!(refusal(machine.step(Input::Ticket(ticket.clone()))), phase("a ticket", "waiting"));
    assert_eq!(refusal(machine.step(Input::Stored { round: 1 })), phase("a storage report", "waiting"));
    let wrong_time = Input::Open { time_ms: START_MS + 1 };
    assert_eq!(refusal(machine.step(wrong_time)), Refusal::Invalid(Invalid::Time(START_MS + 1)));

    machine.step(Input::Open { time_ms: START_MS });
    assert_eq!(refusal(machine.step(Input::Open { time_ms: START_MS })), phase("an opening", "tickets"));
    assert!(machine.step(Input::Ticket(ticket.clone())).is_empty());
    let doubled = Refusal::Doubled { participant: ticket.participant, slot: 0 };
    assert_eq!(refusal(machine.step(Input::Ticket(ticket.clone()))), doubled);
    let early = Input::Delay { round: 1, y: vec![], proof: vec![] };
    assert_eq!(refusal(machine.step(early)), phase("a delay", "tickets"));

    let Effect::Evaluate { x, .. } = only(machine.step(Input::Close)) else { panic!("evaluate") };
    assert_eq!(refusal(machine.step(Input::Ticket(ticket))), phase("a ticket", "delay"));
    let Delay { y, proof } = delay(&house.chain, x);
    let other_round = Input::Delay { round: 2, y: y.clone(), proof: proof.clone() };
    assert_eq!(refusal(machine.step(other_round)), Refusal::Round { expected: 1, found: 2 });
    let mut wrong = proof.clone();
    wrong[127] ^= 2;
    let false_proof = Input::Delay { round: 1, y: y.clone(), proof: wrong };
    assert!(matches!(refusal(machine.step(false_proof)), Refusal::Invalid(Invalid::Delay(_))));

    assert!(matches!(only(machine.step(Input::Delay { round: 1, y, proof })), Effect::Store(_)));
    assert_eq!(machine.tip().round(), 0, "not before it is stored");
    assert_eq!(refusal(machine.step(Input::Stored { round: 2 })), Refusal::Round { expected: 1, found: 2 });
    assert!(matches!(only(machine.step(Input::Stored { round: 1 })), Effect::Announce(_)));
    assert_eq!(machine.tip().round(), 1);
}

#[test]
fn a_round_that_was_sealed_before_is_taken_for_its_own_contents_only() {
    let mut house = house();
    let mut first = machine(&house);
    let tickets = house.tickets(first.tip());
    assert!(tickets.len() > 1);
    let sealed = Box::new(run_round(&house, &mut first, tickets.clone()));
    let closed = |tickets: &[Ticket], time_ms| {
        let mut machine = machine(&house);
        machine.step(Input::Open { time_ms });
        tickets.iter().for_each(|ticket| assert!(machine.step(Input::Ticket(ticket.clone())).is_empty()));
        let early = refusal(machine.step(Input::Sealed(sealed.clone())));
        assert_eq!(early, Refusal::Phase { input: "a sealed round", phase: "tickets" });
        machine.step(Input::Close);
        machine
    };
    let later = START_MS + u64::from(PERIOD_MS);
    for mut other in [closed(&tickets[1..], START_MS), closed(&[], START_MS), closed(&tickets, later)] {
        assert_eq!(refusal(other.step(Input::Sealed(sealed.clone()))), Refusal::OtherContents(1));
        assert_eq!(other.phase(), "delay");
    }
    let mut same = closed(&tickets, START_MS);
    let Effect::Store(stored) = only(same.step(Input::Sealed(sealed.clone()))) else { panic!("store") };
    assert_eq!(stored, sealed);
    same.step(Input::Stored { round: 1 });
    assert_eq!(same.tip(), first.tip());
    same.step(Input::Open { time_ms: later });
    same.step(Input::Close);
    let past = refusal(same.step(Input::Sealed(sealed)));
    assert_eq!(past, Refusal::Round { expected: 2, found: 1 });
}

#[test]
fn false_tickets_leave_no_trace() {
    let mut house = house();
    let tip = house.chain.start();
    let honest = house.tickets(&tip);
    let mut machine = machine(&house);
    machine.step(Input::Open { time_ms: START_MS });
    for mut ticket in honest.clone() {
        ticket.proof[40] ^= 1;
        let refused = refusal(machine.step(Input::Ticket(ticket)));
        assert!(matches!(refused, Refusal::Invalid(Invalid::Ticket { .. })));
    }
    honest.iter().for_each(|ticket| assert!(machine.step(Input::Ticket(ticket.clone())).is_empty()));
    let Effect::Evaluate { x, .. } = only(machine.step(Input::Close)) else { panic!("evaluate") };
    let Delay { y, proof } = delay(&house.chain, x);
    machine.step(Input::Delay { round: 1, y, proof });
    let Effect::Announce(round) = only(machine.step(Input::Stored { round: 1 })) else { panic!("announce") };
    assert_eq!(round.tickets, honest);
}

/// A participant's key takes effect while the machine runs, for two committees.
#[test]
fn announced_keys_draw_after_the_lead() {
    let genesis = Genesis { lead: 2, committees: vec![10, 4], ..genesis(StatelessScheme::EcvrfEll2, 7) };
    let mut house = House::of(genesis);
    let mut machine = machine(&house);
    let tip = machine.tip().clone();
    let key = house.announce_key(&tip, 0, Terms::new(Scheme::XVrf, 3, 2, 1).unwrap());
    let announcement = house.announcements.pop().unwrap();
    assert!(matches!(
        refusal(machine.step(Input::Announcement(announcement.clone()))),
        Refusal::Phase { input: "an announcement", phase: "waiting" }
    ));
    for number in 1..=5 {
        let tip = machine.tip().clone();
        machine.step(Input::Open { time_ms: START_MS + tip.round() * u64::from(PERIOD_MS) });
        if number == 1 {
            let mut forged = announcement.clone();
            forged.participant = 1;
            let refused = refusal(machine.step(Input::Announcement(forged)));
            assert!(matches!(refused, Refusal::Invalid(Invalid::Announcement { participant: 1, .. })));
            assert!(machine.step(Input::Announcement(announcement.clone())).is_empty());
            let again = refusal(machine.step(Input::Announcement(announcement.clone())));
            assert_eq!(again, Refusal::Announced(0));
        } else {
            let again = refusal(machine.step(Input::Announcement(announcement.clone())));
            let serial = keys::Refusal::Serial { participant: 0, expected: 1, found: 0 };
            assert_eq!(again, Refusal::Invalid(Invalid::Refused(serial)));
        }
        let tickets = house.tickets(&tip);
        tickets.into_iter().for_each(|ticket| assert!(machine.step(Input::Ticket(ticket)).is_empty()));
        let Effect::Evaluate { x, round, .. } = only(machine.step(Input::Close)) else { panic!("evaluate") };
        let Delay { y, proof } = delay(&house.chain, x);
        machine.step(Input::Delay { round, y, proof });
        let Effect::Announce(round) = only(machine.step(Input::Stored { round })) else { panic!("announce") };
        assert_eq!(round.announcements.len(), usize::from(number == 1));
        let mine = |lot: &&heliast::Lot| lot.participant == 0;
        // The key has eight leaves, enough for four rounds; two of these are over when it takes effect.
        let due = if (3..=4).contains(&number) { Key::Stateful(key) } else { Key::Stateless };
        assert!(round.facts().lots.iter().filter(mine).all(|lot| lot.key == due), "round {number}");
        assert!(round.facts().lots.iter().any(|lot| lot.slot == 1));
    }
}

/// An input, as the model of the machine represents it.
#[derive(Clone, Copy, Debug)]
enum Event {
    Open,
    OpenOffGrid,
    Ticket(usize),
    FalseTicket(usize),
    Close,
    Delay,
    FalseDelay,
    Stored,
    StoredOther,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        4 => Just(Event::Open),
        1 => Just(Event::OpenOffGrid),
        4 => (0usize..4).prop_map(Event::Ticket),
        1 => (0usize..4).prop_map(Event::FalseTicket),
        4 => Just(Event::Close),
        4 => Just(Event::Delay),
        1 => Just(Event::FalseDelay),
        4 => Just(Event::Stored),
        1 => Just(Event::StoredOther),
    ];
    proptest::collection::vec(event, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_sequence_of_inputs_breaks_the_order(events in events()) {
        let mut house = house();
        let mut machine = machine(&house);
        let (mut tickets, mut last_x, mut model) = (house.tickets(machine.tip()), None, "waiting");
        for event in events {
            let (before, phase) = (machine.tip().clone(), machine.phase());
            prop_assert_eq!(phase, model);
            let round = before.round() + 1;
            let time_ms = START_MS + before.round() * u64::from(PERIOD_MS);
            let input = match event {
                Event::Open => Input::Open { time_ms },
                Event::OpenOffGrid => Input::Open { time_ms: time_ms + 1 },
                Event::Ticket(i) => Input::Ticket(tickets[i % tickets.len()].clone()),
                Event::FalseTicket(i) => {
                    let mut ticket = tickets[i % tickets.len()].clone();
                    ticket.proof[70] ^= 0x10;
                    Input::Ticket(ticket)
                }
                Event::Close => Input::Close,
                Event::Delay | Event::FalseDelay => {
                    let x = last_x.clone().unwrap_or_else(|| house.chain.delay_input_from(&[0; 32]));
                    let Delay { y, mut proof } = delay(&house.chain, x);
                    proof[100] ^= u8::from(matches!(event, Event::FalseDelay));
                    Input::Delay { round, y, proof }
                }
                Event::Stored => Input::Stored { round },
                Event::StoredOther => Input::Stored { round: round + 1 },
            };
            let effects = machine.step(input);
            let advances = match (event, model) {
                (Event::Open, "waiting") => Some("tickets"),
                (Event::Close, "tickets") => Some("delay"),
                (Event::Delay, "delay") => Some("storing"),
                (Event::Stored, "storing") => Some("waiting"),
                _ => None,
            };
            let refused = matches!(effects[..], [Effect::Refuse(_)]);
            let taken_ticket = matches!((event, model), (Event::Ticket(_), "tickets")) && !refused;
            prop_assert_eq!(refused, advances.is_none() && !taken_ticket);
            model = advances.unwrap_or(model);
            match effects.into_iter().next() {
                Some(Effect::Evaluate { x, .. }) => last_x = Some(x),
                Some(Effect::Announce(announced)) => {
                    prop_assert_eq!(announced.number, round);
                    tickets = house.tickets(machine.tip());
                    last_x = None;
                }
                _ => prop_assert_eq!(machine.tip(), &before),
            }
        }
    }
}
