//! The bytes of transactions, part by part as in the table of the specification, and bytes that are refused.

use super::*;
use crate::{duty::Duty, state::State, testing::*, verdicts::Verdicts};
use proptest::prelude::*;
use std::sync::{Arc, OnceLock};

/// One valid transaction of each kind, of a chain with announcements.
fn samples() -> &'static (Chain, [Transaction; 4]) {
    static SAMPLES: OnceLock<(Chain, [Transaction; 4])> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let network = network(2, 0);
        let chain = changing_chain(&network);
        let mut state = State::new(&chain, Arc::new(network));
        let tick = transactions(&chain, &state.duty()).remove(0);
        state.end_block(1, GENESIS_MS);
        let ticket = transactions(&chain, &state.duty()).remove(0);
        state.apply(&ticket, &Verdicts::default()).unwrap();
        let announcement = announcement(&chain, &chain.start(), 2, tree(&chain, 7));
        state.end_block(2, GENESIS_MS + 1);
        state.end_block(3, GENESIS_MS + 2);
        assert!(matches!(state.duty(), Duty::Evaluate { .. }));
        let delay = transactions(&chain, &state.duty()).remove(0);
        (chain, [ticket, announcement, delay, tick])
    })
}

/// u8(kind) ‖ u64(K) ‖ body, written down a second time.
fn written(transaction: &Transaction) -> Vec<u8> {
    let (kind, body) = match &transaction.body {
        Body::Ticket(ticket) => {
            let len = (ticket.proof.len() as u16).to_be_bytes();
            (0, [&[ticket.slot][..], &ticket.participant.to_be_bytes(), &len, &ticket.proof].concat())
        }
        Body::Announcement(said) => {
            // The change has its own format: everything between the serial and the proof.
            let mut whole = vec![];
            said.encode(&mut whole);
            let tail = [&(said.proof.len() as u16).to_be_bytes()[..], &said.proof].concat();
            assert_eq!(whole[..8], [said.participant.to_be_bytes(), said.serial.to_be_bytes()].concat());
            assert!(whole.ends_with(&tail));
            (1, whole)
        }
        Body::Delay(delay) => (2, [&delay.y[..], &delay.proof].concat()),
        Body::Tick(n) => (3, n.to_be_bytes().to_vec()),
    };
    [&[kind][..], &transaction.round.to_be_bytes(), &body].concat()
}

#[test]
fn each_kind_has_the_bytes_of_the_table() {
    let (chain, samples) = samples();
    for (kind, sample) in (0..).zip(samples) {
        let bytes = sample.to_bytes();
        assert_eq!((bytes[0], &bytes), (kind, &written(sample)));
        assert_eq!(Transaction::from_bytes(chain, &bytes), Ok(sample.clone()));
        for round in [0, 1, u64::MAX] {
            let other = Transaction { round, ..sample.clone() };
            assert_eq!(Transaction::from_bytes(chain, &other.to_bytes()), Ok(other));
        }
    }
}

#[test]
fn a_transaction_that_is_cut_or_has_more_is_refused_by_the_name_of_its_part() {
    let (chain, samples) = samples();
    let names = ["ticket", "announcement", "delay", "tick"];
    for (sample, name) in samples.iter().zip(names) {
        let bytes = sample.to_bytes();
        for len in 0..bytes.len() {
            let part = if len < HEAD { "transaction" } else { name };
            let refused = Transaction::from_bytes(chain, &bytes[..len]);
            assert_eq!(refused, Err(Malformed::Short(part)), "{name} of {len} bytes");
        }
        for more in [&[0][..], &bytes, &[0; 9]] {
            let refused = Transaction::from_bytes(chain, &[&bytes[..], more].concat());
            assert_eq!(refused, Err(Malformed::Trailing(name)));
        }
    }
}

#[test]
fn there_are_four_kinds() {
    let (chain, samples) = samples();
    let none = Malformed::Field { field: "transaction", rule: "there is no such kind" };
    for kind in 4..=u8::MAX {
        for sample in samples {
            let mut bytes = sample.to_bytes();
            bytes[0] = kind;
            assert_eq!(Transaction::from_bytes(chain, &bytes), Err(none.clone()));
        }
    }
}

/// The bytes of one kind are not valid for another kind: each transaction has only one meaning.
#[test]
fn the_bytes_of_one_kind_are_malformed_under_another() {
    let (chain, samples) = samples();
    for (kind, sample) in (0..4).zip(samples) {
        for other in (0..4).filter(|other| *other != kind) {
            let mut bytes = sample.to_bytes();
            bytes[0] = other;
            assert!(Transaction::from_bytes(chain, &bytes).is_err(), "{kind} as {other}");
        }
    }
}

#[test]
fn a_delay_has_two_elements_of_the_group() {
    let (chain, samples) = samples();
    let Body::Delay(delay) = &samples[2].body else { panic!("no delay") };
    let len = chain.output_len();
    assert_eq!((delay.y.len(), delay.proof.len()), (len, len));
    for bad in [vec![0; len], vec![0xff; len]] {
        for (y, proof, field) in [(&bad, &delay.proof, "delay output"), (&delay.y, &bad, "delay proof")] {
            let body = Body::Delay(Delay { y: y.clone(), proof: proof.clone() });
            let refused = Transaction::from_bytes(chain, &Transaction { round: 1, body }.to_bytes());
            assert!(
                matches!(&refused, Err(Malformed::Element { field: named, .. }) if *named == field),
                "{refused:?}"
            );
        }
    }
}

#[test]
fn a_chain_without_announcements_has_none_in_its_transactions() {
    let (_, samples) = samples();
    let chain = chain(&network(2, 0));
    let none = Malformed::Field { field: "announcement", rule: "this chain takes none" };
    assert_eq!(Transaction::from_bytes(&chain, &samples[1].to_bytes()), Err(none));
    assert!(Transaction::from_bytes(&chain, &samples[0].to_bytes()).is_ok());
}

proptest! {
    /// A changed transaction is refused, or is another transaction with exactly these bytes.
    #[test]
    fn a_changed_transaction_is_refused_or_differs(
        kind in 0..4_usize, at in any::<prop::sample::Index>(), to in any::<u8>()
    ) {
        let (chain, samples) = samples();
        let mut bytes = samples[kind].to_bytes();
        let at = at.index(bytes.len());
        let is_same = bytes[at] == to;
        bytes[at] = to;
        if let Ok(found) = Transaction::from_bytes(chain, &bytes) {
            prop_assert_eq!(found == samples[kind], is_same);
            prop_assert_eq!(found.to_bytes(), bytes);
        }
    }
}
