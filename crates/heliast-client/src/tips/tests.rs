use super::*;
use heliast::{Chain, TipParts};

fn chain() -> Chain {
    let cases = testkit::cases("finality.json");
    Chain::from_bytes(&testkit::bytes(testkit::of_kind(&cases, "network")[0], "genesis_bytes")).unwrap()
}

fn tip(start: &Tip, round: u64) -> Tip {
    Tip::from_trusted_parts(TipParts { round, ..start.to_parts() })
}

#[test]
fn the_nearest_state_before_a_round_is_found() {
    let start = chain().start();
    let mut tips = Tips::new(start.clone(), Some(tip(&start, 50)));
    assert_eq!((tips.newest().round(), tips.before(1).round(), tips.before(50).round()), (50, 0, 0));
    assert_eq!(tips.before(51).round(), 50);
    [3, 4, 60].into_iter().for_each(|round| tips.note(&tip(&start, round)));
    for (round, before) in [(3, 0), (4, 3), (5, 4), (50, 4), (60, 50), (61, 60), (u64::MAX, 60)] {
        assert_eq!(tips.before(round).round(), before, "{round}");
    }
    assert_eq!(tips.newest().round(), 60);
}

#[test]
fn a_long_chain_takes_no_more_memory_and_is_known_in_every_part() {
    let start = chain().start();
    let mut tips = Tips::new(start.clone(), None);
    let last = 10_000;
    (1..=last).for_each(|round| tips.note(&tip(&start, round)));
    assert!(tips.kept.len() <= KEPT);
    for round in (1..=last).step_by(97) {
        assert!(round - tips.before(round).round() <= tips.stride, "{round}");
    }
    assert_eq!(tips.before(last + 1).round(), last);
    assert!(tips.stride <= 2 * last / KEPT as u64 + 2);
}
