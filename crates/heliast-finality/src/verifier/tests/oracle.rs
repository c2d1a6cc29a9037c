//! Sequences of frames, whose verdicts an oracle of sets predicts.

use super::*;
use proptest::{
    collection::{btree_map, vec},
    prelude::*,
};
use std::collections::BTreeMap;

/// Power by seed.
type Powers = BTreeMap<u8, u64>;

/// One frame of a sequence, as a change of the network's first validators.
#[derive(Clone, Debug)]
struct Step {
    height: u64,
    /// Validators that are left out, that get more power, and that join: by bits of their seeds.
    without: u8,
    mightier: u8,
    joined: Option<u64>,
    /// The validators that sign.
    signers: u8,
}

fn step() -> impl Strategy<Value = Step> {
    let few = || prop_oneof![2 => Just(0u8), 2 => (0u32..6).prop_map(|bit| 1 << bit), 1 => any::<u8>()];
    let most = few().prop_map(|bits| !bits);
    let rare = prop_oneof![9 => Just(0u8), 1 => (0u32..6).prop_map(|bit| 1 << bit)];
    let joined = prop_oneof![9 => Just(None), 1 => (1u64..5).prop_map(Some)];
    (1u64..6, few(), rare, joined, most).prop_map(|(height, without, mightier, joined, signers)| Step {
        height,
        without,
        mightier,
        joined,
        signers,
    })
}

impl Step {
    fn has(bits: u8, seed: u8) -> bool {
        bits >> seed & 1 == 1
    }

    fn powers(&self, first: &Powers) -> Powers {
        let kept = first.iter().filter(|(seed, _)| !Step::has(self.without, **seed));
        let mut powers: Powers =
            kept.map(|(seed, power)| (*seed, power + u64::from(Step::has(self.mightier, *seed)))).collect();
        powers.extend(self.joined.map(|power| (7, power)));
        powers
    }
}

/// The knowledge of a verifier.
struct Oracle {
    first: Powers,
    trusted: Powers,
    height: u64,
}

fn is_within(some: &Powers, all: &Powers) -> bool {
    some.iter().all(|(seed, power)| all.get(seed) == Some(power))
}

fn sum<'a>(powers: impl Iterator<Item = &'a u64>) -> u64 {
    powers.sum()
}

impl Oracle {
    /// Rules 4 and 5, in the words of the specification.
    fn accepts(&mut self, step: &Step) -> bool {
        let powers = step.powers(&self.first);
        let signed = || powers.keys().filter(|seed| Step::has(step.signers, **seed));
        let in_frame = sum(signed().map(|seed| &powers[seed]));
        let in_trusted = sum(signed().filter_map(|seed| self.trusted.get(seed)));
        let is_later = step.height > self.height;
        let follows = if is_later {
            is_within(&powers, &self.trusted)
        } else {
            is_within(&powers, &self.first) && self.trusted.keys().all(|seed| powers.contains_key(seed))
        };
        let is_accepted = follows
            && in_frame as f64 / sum(powers.values()) as f64 > 0.666_667
            && in_trusted as f64 / sum(self.trusted.values()) as f64 > 0.666_667;
        if is_accepted && is_later {
            (self.trusted, self.height) = (powers, step.height);
        }
        is_accepted
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_sequence_of_frames_is_accepted_as_sets_say(
        first in btree_map(0u8..6, 1u64..8, 1..=6),
        steps in vec(step(), 1..6),
    ) {
        let list: Vec<(u8, u64)> = first.clone().into_iter().collect();
        let mut verifier = verifier(&list);
        let mut oracle = Oracle { first: first.clone(), trusted: first.clone(), height: 0 };
        for step in &steps {
            let powers = step.powers(&first);
            if powers.is_empty() {
                continue;
            }
            let mut draft = Draft::new(step.height, &powers.into_iter().collect::<Vec<_>>());
            draft.signers.retain(|seed| Step::has(step.signers, *seed));
            let found = verifier.verify(&draft.signed(), tip());
            prop_assert_eq!(found.is_ok(), oracle.accepts(step), "{:?}: {:?}", step, found);
            let trusted: Vec<(u8, u64)> = oracle.trusted.clone().into_iter().collect();
            prop_assert_eq!((verifier.height, verifier.trusted()), (oracle.height, &set_of(&trusted)));
        }
        prop_assert!(is_within(&oracle.trusted, &oracle.first), "nobody joins and no power grows");
    }
}
