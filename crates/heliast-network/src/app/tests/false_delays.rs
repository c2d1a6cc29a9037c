//! An attacker sends any number of delays with false roots: `spec/network.md`, "False delays".

use super::*;
use crate::{state::Unfit, verdicts::Verdicts};
use heliast::{Delay, Invalid, RootElement, RootField};
use heliast_beacon::Refusal;

const SEGMENTS: usize = 16;

/// A node whose round is closed, and the true delay of the round.
fn delaying(is_alone: bool) -> (Node, Delay) {
    let mut node = Node::of(&testing::chain_of_roots(&network(), is_alone));
    loop {
        let (duty, height) = (node.duty(), node.height().0 + 1);
        let sent = testing::transactions(node.app.state().chain(), &duty);
        if let [Transaction { body: Body::Delay(delay), .. }] = &sent[..] {
            return (node, delay.clone());
        }
        let txs: Vec<_> = sent.iter().map(|one| one.to_bytes().into()).collect();
        node.finalize(height, &txs);
        node.commit();
    }
}

fn sent(delay: Delay) -> Transaction {
    Transaction { round: 1, body: Body::Delay(delay) }
}

fn field(node: &Node) -> RootField {
    node.app.state().chain().roots().unwrap().field.clone()
}

/// A delay with the true ends of the first `count` segments. The other ends are changed, but each leads back
/// to the one before it, so that only the segment after the first `count` is false.
fn false_after(field: &RootField, delay: &Delay, count: usize, number: u64) -> Delay {
    let (len, steps) = (field.encoded_len(), 10);
    let mut delay = delay.clone();
    let (y, proof) = (delay.y.len() - len, delay.proof.len() - (SEGMENTS - 1) * len);
    let mut end: RootElement = field.hash(&number.to_be_bytes());
    delay.y[y..].copy_from_slice(&field.encode(&end));
    for segment in (count + 1..SEGMENTS).rev() {
        end = field.steps_back(&end, steps);
        delay.proof[proof + (segment - 1) * len..][..len].copy_from_slice(&field.encode(&end));
    }
    delay
}

/// The numbers of delays that a mempool refused without work, after one segment, and after the whole delay.
#[derive(Debug, Default, PartialEq, Eq)]
struct Refused {
    known: usize,
    segment: usize,
    whole: usize,
}

impl Refused {
    fn note(&mut self, node: &Node, verdicts: &Verdicts, delay: Delay) {
        match node.app.state().check(&sent(delay), verdicts).unwrap_err() {
            Unfit::OtherDelay => self.known += 1,
            Unfit::FalseSegment => self.segment += 1,
            Unfit::Refused(Refusal::Invalid(Invalid::Roots(_) | Invalid::Delay(_))) => self.whole += 1,
            other => panic!("{other}"),
        }
    }
}

/// The worst case from an attacker who has evaluated nothing: the end fits to all segments but one.
#[test]
fn delays_whose_first_segment_is_false_cost_one_segment_each() {
    for is_alone in [true, false] {
        let (node, delay) = delaying(is_alone);
        let (field, verdicts, mut refused) = (field(&node), Verdicts::default(), Refused::default());
        for number in 0..200 {
            refused.note(&node, &verdicts, false_after(&field, &delay, 0, number));
        }
        assert_eq!(refused, Refused { segment: 200, ..Refused::default() });
        node.app.state().check(&sent(delay), &verdicts).unwrap();
    }
}

/// The attacker has evaluated the delay, and shows a little more of it with every false delay.
#[test]
fn only_as_many_as_there_are_segments_cost_a_verification() {
    for is_alone in [true, false] {
        let (node, delay) = delaying(is_alone);
        let (field, verdicts, mut refused) = (field(&node), Verdicts::default(), Refused::default());
        for number in 0..300 {
            let count = number as usize % SEGMENTS;
            refused.note(&node, &verdicts, false_after(&field, &delay, count, number));
        }
        assert!(refused.whole < SEGMENTS, "{refused:?}");
        assert_eq!(refused.known, 0);

        // Once the true delay is known, all others are known to be false, even if they differ only in the
        // proof.
        node.app.state().check(&sent(delay.clone()), &verdicts).unwrap();
        let mut refused = Refused::default();
        for (number, count) in (300..).zip(0..SEGMENTS) {
            refused.note(&node, &verdicts, false_after(&field, &delay, count, number));
        }
        let (of_other, len) = (false_after(&field, &delay, 3, 1), field.encoded_len());
        let kept = delay.y.len() - len;
        let y = [&of_other.y[..kept], &delay.y[kept..]].concat();
        refused.note(&node, &verdicts, Delay { y, proof: of_other.proof });
        assert_eq!(refused, Refused { known: SEGMENTS + 1, ..Refused::default() });
        node.app.state().check(&sent(delay), &verdicts).unwrap();
    }
}

/// The next round has another delay, of which nothing is known.
#[test]
fn a_flood_keeps_no_round_from_being_sealed() {
    let (mut node, mut delay) = delaying(false);
    for round in 1..=3 {
        let field = field(&node);
        for number in 0..40 {
            let body = Body::Delay(false_after(&field, &delay, number as usize % SEGMENTS, number));
            assert_eq!(node.check(&Transaction { round, body }), code::UNFIT);
        }
        let body = Body::Delay(delay.clone());
        assert_eq!(node.check(&Transaction { round, body: body.clone() }), code::OK);
        let txs = vec![Transaction { round, body }.to_bytes().into()];
        assert!(node.accepts(&txs));
        let height = node.height().0 + 1;
        node.finalize(height, &txs);
        node.commit();
        assert_eq!(node.app.state().tip().round(), round);
        while node.app.state().phase() != "delay" {
            let height = node.height().0 + 1;
            let sent = testing::transactions(node.app.state().chain(), &node.duty());
            let txs: Vec<_> = sent.iter().map(|one| one.to_bytes().into()).collect();
            node.finalize(height, &txs);
            node.commit();
        }
        let sent = testing::transactions(node.app.state().chain(), &node.duty());
        let [Transaction { body: Body::Delay(next), .. }] = &sent[..] else { panic!("{sent:?}") };
        delay = next.clone();
    }
}
