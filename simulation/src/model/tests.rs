//! Compares the model with the numbers of `spec/sortition.md` and the text of `spec/schedule.md`.

use super::*;
use heliast::{StatelessScheme, stateful::Terms};
use heliast_vrf::sortition::{self, Lottery};

#[test]
fn floating_point_and_integers_draw_alike() {
    let mut random = crate::random::Random::new(1, "votes");
    for round in 0..20_000u64 {
        let total = 1 + random.below(1 << (10 + round % 24));
        let stake = 1 + random.below(total);
        let expected = 1 + random.below(100);
        let (output, account) = (random.bytes::<32>(), random.bytes::<32>());
        let lottery = Lottery::new(total, expected).unwrap();
        let exact = sortition::votes(&output, &account, stake, &lottery).unwrap();
        match votes(&output, &account, stake, total, expected) {
            Votes::Clear(votes) => assert_eq!(votes, exact, "{stake} of {total}, {expected} expected"),
            Votes::Close => {}
        }
    }
}

fn model(lead: u64) -> Model {
    let members = vec![(vec![1; 32], 60), (vec![2; 32], 40)];
    let vrf = StatelessScheme::EcvrfEll2;
    Model::new(Rules { chain: [9; 32], vrf, lead, committees: vec![5, 5], members })
}

fn key(number: u8, scheme: Scheme, first: u64) -> PublicKey {
    PublicKey { terms: Terms::new(scheme, 3, 2, first).unwrap(), root: [number; 32], pub_seed: [number; 32] }
}

/// Runs rounds with these announcements of participant 0.
fn rounds(model: &mut Model, announced: &[Option<Change>]) {
    for change in announced {
        let round = model.round();
        model.open(round * 1_000, 0, 1_000).unwrap();
        if let Some(change) = change.clone() {
            let serial = model.next_serial(0);
            let input = model.announcement_input(0, serial, &change);
            let source = Source::Stateless(vec![1; 32]);
            let answer = Answer { source, input, output: Vec::new(), proof: Vec::new() };
            model.announcement(&Announcement { participant: 0, serial, change, answer }).unwrap();
        }
        model.close().unwrap();
        model.stored([round as u8; 32]);
    }
}

#[test]
fn keys_are_due_from_the_lead_or_their_first_round_until_they_end() {
    let mut model = model(3);
    // X-VRF with 8 leaves and 2 slots lasts 4 rounds, iVRF with 8 leaves 8.
    let (first, second) = (key(1, Scheme::XVrf, 5), key(2, Scheme::IVrf, 4));
    rounds(&mut model, &[Some(Change::Key(first)), None, None, None, None, None, Some(Change::Key(second))]);
    let due: Vec<_> = (3..=12).map(|round| model.due(0, round)).collect();
    let (none, one, two) = (Key::Stateless, Key::Stateful(first), Key::Stateful(second));
    assert_eq!(due, [none, none, one, one, one, one, none, two, two, none]);
}

#[test]
fn a_withdrawal_and_a_second_tree_end_the_first() {
    let mut model = model(2);
    let (first, second) = (key(1, Scheme::IVrf, 3), key(2, Scheme::IVrf, 8));
    rounds(
        &mut model,
        &[Some(Change::Key(first)), None, Some(Change::Withdrawal), None, Some(Change::Key(second))],
    );
    let due: Vec<_> = (2..=8).map(|round| model.due(0, round)).collect();
    let (none, one, two) = (Key::Stateless, Key::Stateful(first), Key::Stateful(second));
    assert_eq!(due, [none, one, one, none, none, none, two]);
}
