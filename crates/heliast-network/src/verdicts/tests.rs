mod oracle;

use super::*;
use crate::{
    testing,
    transaction::{Body, Transaction},
};
use heliast::TipParts;

fn announced(chain: &Chain, participant: u32, number: u16) -> Announcement {
    let tree = testing::tree(chain, number);
    match testing::announcement(chain, &chain.start(), participant, tree) {
        Transaction { body: Body::Announcement(announcement), .. } => announcement,
        other => panic!("{other:?}"),
    }
}

fn knows(verdicts: &Verdicts, one: &Announcement) -> bool {
    verdicts.lock().announcements.get(&one.participant).is_some_and(|place| place.find(one).is_some())
}

/// A proposal may have another announcement than the mempool: neither is verified again.
#[test]
fn what_came_first_stays_known_and_so_does_the_last_that_came_in_its_stead() {
    let chain = testing::changing_chain(&testing::network(2, 0));
    let (verdicts, tip) = (Verdicts::default(), chain.start());
    let [first, second, third] = [0, 1, 2].map(|number| announced(&chain, 0, number));
    for one in [&first, &second, &third, &first] {
        assert!(verdicts.announcement(&chain, &tip, one).is_ok() && knows(&verdicts, one));
    }
    assert_eq!([&first, &second, &third].map(|one| knows(&verdicts, one)), [true, false, true]);
    let is_other = |one| verdicts.has_other_announcement(&chain, &tip, one);
    assert_eq!([&first, &second, &third].map(is_other), [false, true, true]);
    let forged = Announcement { participant: 1, ..first.clone() };
    assert!(verdicts.announcement(&chain, &tip, &forged).is_err() && !knows(&verdicts, &forged));
}

#[test]
fn announcers_are_counted_without_the_one_who_asks() {
    let chain = testing::changing_chain(&testing::network(2, 0));
    let (verdicts, tip) = (Verdicts::default(), chain.start());
    assert_eq!(verdicts.others_that_announce(&tip, 0), 0);
    for participant in [0, 2] {
        verdicts.announcement(&chain, &tip, &announced(&chain, participant, 0)).unwrap();
    }
    assert_eq!([0, 1, 2].map(|who| verdicts.others_that_announce(&tip, who)), [1, 2, 1]);
}

/// The mempool's thread may be verifying a ticket when the block comes that ends its round.
#[test]
fn what_comes_late_about_a_round_takes_nothing_from_the_next() {
    let chain = testing::changing_chain(&testing::network(2, 0));
    let (verdicts, before) = (Verdicts::default(), chain.start());
    let after = Tip::from_trusted_parts(TipParts { round: 1, seed: [1; 32], ..before.to_parts() });
    let [late, early] = [0, 1].map(|participant| announced(&chain, participant, 0));
    verdicts.announcement(&chain, &after, &early).unwrap();
    assert!(verdicts.announcement(&chain, &before, &late).is_ok(), "the verdict is true all the same");
    assert!(knows(&verdicts, &early) && !knows(&verdicts, &late));
    assert_eq!(verdicts.others_that_announce(&after, 0), 1);
    verdicts.announcement(&chain, &after, &late).unwrap();
    assert!(knows(&verdicts, &late), "it is known if it is good after the newer round, too");
}
