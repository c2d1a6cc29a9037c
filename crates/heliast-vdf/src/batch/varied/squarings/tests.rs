use super::{
    super::{
        Terms,
        tests::{encode, group, prove_by_definition, statements, terms},
        verify,
    },
    *,
};
use crate::{
    Evaluation, Suite,
    batch::Records,
    segments::{Cut, SegmentedEvaluation},
};
use alloc::vec;
use core::ops::Range;
use heliast_arith::Residue;
use heliast_group::{Malformed, RsaGroup};
use proptest::prelude::*;

const ID: usize = 5;
const LEVEL: usize = ID + 32;
const SEED: usize = LEVEL + 2;
const KAPPA: usize = SEED + 32;
const INDEX: Range<usize> = KAPPA + 1..KAPPA + 9;
const LEN: usize = INDEX.end;
const COUNT: usize = LEN + 4;
const POWER: usize = COUNT + 2;

fn prover<'a>(group: &RsaGroup, bytes: &'a [u8], threads: usize) -> Prover<'a, Residue> {
    Prover::new(group, terms(), &Records::with_delays(group, bytes).unwrap(), threads).unwrap()
}

/// Interrupts the proof of true statements about these delays after the numbers of squarings in `steps`. The
/// bytes must be the same as without interruption, and the proof that of the definition. Each process makes a
/// prover of its own, on another number of threads. Returns κ.
fn assert_resumed(delays: &[u64], mut steps: impl FnMut() -> u64) -> u8 {
    let group = group();
    let bytes = encode(&group, &statements(&group, delays));
    let provers = [1, 3].map(|threads| prover(&group, &bytes, threads));
    let mut unbroken = Squarings::start(&group, &provers[0]);
    let mut resumed = unbroken.clone();
    assert_eq!((resumed.done(), resumed.total()), (0, *delays.iter().max().unwrap()));
    let mut finished = false;
    for stop in 1.. {
        let saved = resumed.to_bytes();
        assert_eq!(saved, unbroken.to_bytes(), "{delays:?}: stop {stop}");
        resumed = Squarings::resume(&group, &provers[stop % 2], &saved).unwrap();
        assert_eq!(resumed.to_bytes(), saved);
        assert_eq!(resumed.done(), unbroken.done());
        assert_eq!(finished, resumed.done() == resumed.total());
        if finished {
            break;
        }
        let (step, before) = (steps(), resumed.done());
        finished = resumed.advance(step);
        assert_eq!(unbroken.advance(step), finished);
        assert!(resumed.done() > before && resumed.done() - before <= step.max(12));
    }
    let kappa = resumed.to_bytes()[KAPPA];
    let expected = group.encode(&prove_by_definition(&group, &bytes));
    // There is no work left that could be stopped.
    assert_eq!(
        group.encode(&resumed.finish(Work { threads: 2, progress: |_| false }).unwrap()),
        expected,
        "{delays:?}"
    );
    kappa
}

#[test]
fn a_proof_is_interrupted_everywhere() {
    let everywhere = || 1;
    // κ, and delays at all places of a digit.
    for (kappa, delays) in [
        (1, vec![1]),
        (1, vec![8, 7, 1]),
        (2, (1..=11).collect()),
        (2, vec![12; 3]),
        (3, (1..=60).collect()),
        (4, (130..=240).rev().collect()),
        (5, vec![800, 5, 10, 11, 795, 794, 796, 800, 400]),
        (5, vec![801, 1]),
        (6, vec![3000, 2999, 2994, 2993, 600, 7, 6, 5]),
    ] {
        assert_eq!(assert_resumed(&delays, everywhere), kappa, "{delays:?}");
    }
}

/// The last case has the greatest number of buckets.
#[test]
fn long_proofs_are_interrupted_anywhere() {
    for (kappa, delays, step) in [
        (8, vec![20_000, 19_999, 10_000, 9_999, 3], 1_111),
        (10, vec![100_000, 99_990, 50_001, 3], 9_999),
        (12, vec![1_000_000, 999_984, 500_000, 13, 12], 234_567),
    ] {
        assert_eq!(assert_resumed(&delays, || step), kappa);
        assert_eq!(assert_resumed(&delays, || u64::MAX), kappa);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_proof_is_interrupted_anywhere(
        delays in proptest::collection::vec(prop_oneof![1u64..40, 200u64..300, 1u64..4000], 1..20),
        steps in proptest::collection::vec(prop_oneof![0u64..30, 1u64..1000, Just(u64::MAX)], 1..10),
    ) {
        let mut steps = steps.into_iter();
        // The last steps are a third of the longest delay, so that the proof ends.
        assert_resumed(&delays, || steps.next().unwrap_or(1300));
    }
}

fn resume(group: &RsaGroup, prover: &Prover<'_, Residue>, bytes: &[u8]) -> Result<(), ResumeError> {
    Squarings::resume(group, prover, bytes).map(drop)
}

/// The checkpoint of an evaluation that was stopped between its bases, with its group and its list.
fn saved() -> (RsaGroup, Vec<u8>, Vec<u8>) {
    let group = group();
    let bytes = encode(&group, &statements(&group, &[800, 799, 350, 20]));
    let prover = prover(&group, &bytes, 1);
    let mut evaluation = Squarings::start(&group, &prover);
    evaluation.advance(200);
    let saved = evaluation.to_bytes();
    (group, bytes, saved)
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let (group, bytes, saved) = saved();
    let prover = prover(&group, &bytes, 1);
    let resume = |bytes: &[u8]| resume(&group, &prover, bytes);
    assert_eq!(resume(&saved), Ok(()));
    for at in 0..saved.len() {
        for bit in 0..8 {
            let mut damaged = saved.clone();
            damaged[at] ^= 1 << bit;
            let expected = if at < ID { Checkpoint::Format } else { Checkpoint::Digest };
            assert_eq!(resume(&damaged), Err(expected.into()), "bit {bit} of byte {at}");
        }
        assert!(resume(&saved[..at]).is_err(), "cut to {at}");
    }
    assert_eq!(resume(&[&saved[..], &[0]].concat()), Err(Checkpoint::Digest.into()));
}

#[test]
fn a_checkpoint_of_something_else_is_refused_by_name() {
    let (group, bytes, saved) = saved();
    let records = Records::with_delays(&group, &bytes).unwrap();
    let weaker = Prover::new(&group, Terms::new(64).unwrap(), &records, 1).unwrap();
    let level = ResumeError::Level { expected: 64, found: 128 };
    assert_eq!(resume(&group, &weaker, &saved), Err(level));

    let list = statements(&group, &[800, 799, 350, 20]);
    let mut reordered = list.clone();
    reordered.swap(1, 2);
    let mut without = list.clone();
    without.pop();
    let mut false_one = list.clone();
    group.square_n(&mut false_one[3].2, 1);
    for other in [reordered, without, false_one] {
        let bytes = encode(&group, &other);
        let other = prover(&group, &bytes, 1);
        assert_eq!(resume(&group, &other, &saved), Err(ResumeError::List));
    }
    let elsewhere = RsaGroup::rsa_2048();
    let mut record = 20u64.to_be_bytes().to_vec();
    let x = elsewhere.hash("test", b"x");
    let mut y = x.clone();
    elsewhere.square_n(&mut y, 20);
    record.extend([elsewhere.encode(&x), elsewhere.encode(&y)].concat());
    let other = prover(&elsewhere, &record, 1);
    assert_eq!(resume(&elsewhere, &other, &saved), Err(Checkpoint::Group.into()));

    // The three kinds of checkpoints.
    let ours = prover(&group, &bytes, 1);
    let x = crate::delay_input(&group, b"x");
    let whole = Evaluation::start(&group, x.clone(), 500).unwrap().to_bytes();
    let cut = Cut::new(2, 1).unwrap();
    let segmented = SegmentedEvaluation::start(&group, x, 500, cut, Suite::default()).unwrap().to_bytes();
    for (other, misplaced) in [(whole, Checkpoint::Whole), (segmented, Checkpoint::Segmented)] {
        assert_eq!(resume(&group, &ours, &other), Err(misplaced.into()));
    }
    assert_eq!(Evaluation::from_bytes(&group, &saved).unwrap_err(), Checkpoint::Varied);
    assert_eq!(SegmentedEvaluation::from_bytes(&group, &saved).unwrap_err(), Checkpoint::Varied);
}

/// A checkpoint that no prover writes is refused, even with a matching digest.
#[test]
fn a_checkpoint_that_nobody_writes_is_refused() {
    let (group, bytes, saved) = saved();
    let prover = prover(&group, &bytes, 1);
    let resealed = |saved: &[u8], change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = saved[..saved.len() - 32].to_vec();
        change(&mut changed);
        resume(&group, &prover, &VARIED.seal(changed))
    };
    let edited = |change: &dyn Fn(&mut Vec<u8>)| resealed(&saved, change);
    assert_eq!(edited(&|_| ()), Ok(()));
    assert_eq!(edited(&|bytes| bytes[ID] ^= 1), Err(Checkpoint::Group.into()));
    let level = ResumeError::Level { expected: 128, found: 129 };
    assert_eq!(edited(&|bytes| bytes[LEVEL + 1] ^= 1), Err(level));
    assert_eq!(edited(&|bytes| bytes[SEED + 31] ^= 1), Err(ResumeError::List));

    let (format, width) = (Err(Checkpoint::Format.into()), group.encoded_len());
    let (first, stride) = (POWER + width, 2 + width);
    let count = usize::from(saved[COUNT + 1]);
    assert!(saved[KAPPA] == 5 && count > 3 && saved.len() == first + count * stride + 32);
    for at in (KAPPA..INDEX.end - 1).chain(LEN..POWER) {
        for change in [0x01, 0x80] {
            assert_eq!(edited(&|bytes| bytes[at] ^= change), format, "byte {at}");
        }
    }
    let begins = 800 / 5u64;
    for index in [begins, begins + 1, u64::MAX, u64::MAX / 5 + 1] {
        assert_eq!(edited(&|bytes| bytes[INDEX].copy_from_slice(&index.to_be_bytes())), format);
    }
    let start = Squarings::start(&group, &prover).to_bytes();
    assert_eq!((start.len(), resealed(&start, &|_| ())), (POWER + 32, Ok(())));
    assert_eq!(resealed(&start, &|bytes| bytes[INDEX.end - 1] -= 1), format, "no power");
    let bucket = |bytes: &mut Vec<u8>| {
        bytes[COUNT + 1] = 1;
        bytes.extend(&saved[first..first + stride]);
    };
    assert_eq!(resealed(&start, &bucket), format, "a bucket at the beginning");

    for exponent in [0u16, 32, u16::MAX] {
        assert_eq!(edited(&|bytes| bytes[first..first + 2].copy_from_slice(&exponent.to_be_bytes())), format);
    }
    assert_eq!(edited(&|bytes| bytes.copy_within(first..first + 2, first + stride)), format, "twice");
    assert_eq!(edited(&|bytes| bytes[first..first + 2 * stride].rotate_left(stride)), format, "descending");
    assert_eq!(edited(&|bytes| bytes.push(0)), format);
    assert_eq!(edited(&|bytes| bytes.truncate(first + stride)), format);
    for element in [POWER, first + 2, first + stride + 2] {
        let reason = ResumeError::from(Malformed::NotCanonical);
        let edited = edited(&|bytes| bytes[element..element + width].fill(0xff));
        assert_eq!(edited, Err(reason), "element at {element}");
    }
}

/// A wrong power is noticed, and no statement is named as false because of it. A wrong bucket makes an
/// invalid proof.
#[test]
fn a_forged_checkpoint_proves_nothing() {
    let (group, bytes, saved) = saved();
    let (records, prover) = (Records::with_delays(&group, &bytes).unwrap(), prover(&group, &bytes, 1));
    let width = group.encoded_len();
    let delta = group.encode(&group.hash("delta", &[]));
    let finish = |at: usize| {
        let mut forged = saved[..saved.len() - 32].to_vec();
        forged[at..at + width].copy_from_slice(&delta);
        Squarings::resume(&group, &prover, &VARIED.seal(forged))
            .unwrap()
            .finish(Work { threads: 1, progress: |_| true })
    };
    assert_eq!(finish(POWER).unwrap_err(), ProveError::False(vec![]));
    let proof = finish(POWER + width + 2).unwrap();
    assert!(verify(&group, terms(), &records, &proof, 1).is_err());
}

/// A resumed proof can be stopped, and finds false statements like one that was never interrupted.
#[test]
fn a_resumed_proof_is_stopped_and_names_false_statements() {
    let (group, bytes, saved) = saved();
    let honest = prover(&group, &bytes, 1);
    let resumed = Squarings::resume(&group, &honest, &saved).unwrap();
    assert_eq!(
        resumed.finish(Work { threads: 1, progress: |_| false }).unwrap_err(),
        ProveError::Interrupted
    );

    let mut list = statements(&group, &[800, 799, 350, 20]);
    group.square_n(&mut list[2].2, 1);
    let bytes = encode(&group, &list);
    let prover = prover(&group, &bytes, 1);
    let mut evaluation = Squarings::start(&group, &prover);
    evaluation.advance(300);
    let resumed = Squarings::resume(&group, &prover, &evaluation.to_bytes()).unwrap();
    assert_eq!(
        resumed.finish(Work { threads: 1, progress: |_| true }).unwrap_err(),
        ProveError::False(vec![2])
    );
}
