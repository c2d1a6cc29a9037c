//! Ways over the frames of a chain whose validators have all changed, compared with a search over all ways;
//! and nodes that show frames without end.

use super::*;
use crate::follow::testing::{Recorded, changing};
use heliast_finality::BlockVerifier;
use proptest::prelude::*;
use std::{cell::Cell, sync::OnceLock};

fn chain() -> &'static (Recorded, Vec<Frame>) {
    static CHAIN: OnceLock<(Recorded, Vec<Frame>)> = OnceLock::new();
    CHAIN.get_or_init(|| {
        let recorded = changing();
        let frames = recorded.frames.iter().map(|bytes| Frame::from_bytes(bytes).unwrap()).collect();
        (recorded, frames)
    })
}

fn verifier() -> BlockVerifier {
    let (recorded, _) = chain();
    BlockVerifier::new(&recorded.chain, &recorded.network).unwrap()
}

/// Whether any selection of these frames leads to the last of them; all are tried.
fn leads_anyhow(known: &BlockVerifier, frames: &[&Frame]) -> bool {
    (0..frames.len()).any(|place| {
        let mut after = known.clone();
        after.verify(frames[place]).is_ok()
            && (place + 1 == frames.len() || leads_anyhow(&after, &frames[place + 1..]))
    })
}

/// The way that is found over the frames of these rounds, and the number of looks.
fn way(rounds: &[u64]) -> (Result<Vec<u64>, FollowError>, usize) {
    let (_, frames) = chain();
    let of = |round: u64| frames[round as usize - 1].clone();
    let (mut verifier, mut taken, mut looks) = (verifier(), vec![], 0);
    let mut show = |from: u64, before: u64| {
        let shown = rounds.iter().find(|round| (from..before).contains(*round));
        Ok(shown.map(|round| of(*round)))
    };
    let said = lead(0, of(*rounds.last().unwrap()), &mut show, &mut |frame| {
        looks += 1;
        let looked = Looked::of(verifier.verify(frame));
        if matches!(looked, Ok(Looked::Taken(_))) {
            taken.push(frame.round());
        }
        looked
    });
    (said.map(|_| taken), looks)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// A way is found only if the full search finds one. Each way is valid by itself, and its rounds ascend.
    #[test]
    fn a_way_is_one_that_a_search_over_all_finds(
        shown in prop::collection::btree_set(1..=22_u64, 1..9)
    ) {
        let (_, frames) = chain();
        let rounds: Vec<_> = shown.into_iter().collect();
        let those: Vec<_> = rounds.iter().map(|round| &frames[*round as usize - 1]).collect();
        let (found, looks) = way(&rounds);
        prop_assert!(looks <= 64, "{} looks", looks);
        prop_assert_eq!(found.is_ok(), leads_anyhow(&verifier(), &those));
        if let Ok(taken) = found {
            let mut again = verifier();
            prop_assert!(taken.iter().all(|round| again.verify(&frames[*round as usize - 1]).is_ok()));
            prop_assert!(taken.is_sorted_by(|one, next| one < next));
            prop_assert_eq!(taken.last(), rounds.last());
        }
    }
}

#[test]
fn few_of_many_frames_are_looked_at() {
    let all: Vec<_> = (1..=22).collect();
    let (found, looks) = way(&all);
    let taken = found.unwrap();
    assert!(taken.len() >= 4 && looks <= 60, "{taken:?}, {looks} looks");
    // Only one of the last validators is in the network file.
    assert!(matches!(way(&[22]).0, Err(FollowError::Finality(_))));
    assert!(matches!(way(&[1, 22]).0, Err(FollowError::Finality(_))));
}

/// The frame with a forged round and its genuine header.
fn of_round(frame: &Frame, round: u64) -> Frame {
    let mut bytes = frame.to_bytes();
    bytes[37..45].copy_from_slice(&round.to_be_bytes());
    let changed = Frame::from_bytes(&bytes).unwrap();
    assert_eq!(changed.round(), round);
    changed
}

/// Every request gets a frame that does not help: this ends, even in the middle of 2^63 rounds.
#[test]
fn frames_without_end_are_not_followed_without_end() {
    let (_, frames) = chain();
    let (asked, looks) = (Cell::new(0), Cell::new(0));
    let mut show = |from: u64, _: u64| {
        asked.set(asked.get() + 1);
        Ok(Some(of_round(&frames[21], from)))
    };
    let goal = of_round(&frames[21], u64::MAX >> 1);
    let said = lead(0, goal, &mut show, &mut |_| {
        looks.set(looks.get() + 1);
        Ok(Looked::<()>::TooFar(Invalid::Trusted { signed: 0, total: 50 }))
    });
    assert!(matches!(said, Err(FollowError::Endless(_))), "{said:?}");
    assert_eq!(looks.get(), MOST_LOOKS);
    assert!(asked.get() <= 64 * MOST_LOOKS);
}

/// This also holds if each of them is accepted.
#[test]
fn accepted_frames_without_end_are_not_followed_without_end() {
    let (_, frames) = chain();
    let (goal, last) = (of_round(&frames[21], u64::MAX >> 1), u64::MAX >> 1);
    let said = lead(0, goal, &mut |from, _| Ok(Some(of_round(&frames[0], from))), &mut |frame| {
        Ok(match frame.round() == last {
            true => Looked::TooFar(Invalid::Trusted { signed: 0, total: 50 }),
            false => Looked::Taken(()),
        })
    });
    // Each accepted frame halves the way.
    assert!(matches!(said, Err(FollowError::Finality(_))), "{said:?}");
}

#[test]
fn a_false_frame_ends_the_way_and_a_failure_too() {
    let (_, frames) = chain();
    let too_far = || Ok(Looked::<()>::TooFar(Invalid::Trusted { signed: 0, total: 50 }));
    let said = lead(0, frames[21].clone(), &mut |_, _| Ok(Some(frames[9].clone())), &mut |frame| {
        if frame.round() == 10 { Looked::of(Err(Invalid::Signature(0))) } else { too_far() }
    });
    assert!(matches!(said, Err(FollowError::Finality(_))), "{said:?}");
    let said = lead(0, frames[21].clone(), &mut |_, _| Err(FollowError::Ended), &mut |_| too_far());
    assert!(matches!(said, Err(FollowError::Ended)), "{said:?}");
}
