use super::*;
use crate::{Evaluation, MAX_DELAY, ProveError, ResumeError, prove, state::SEGMENTED, testing::Watched};
use alloc::vec;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use heliast_arith::Natural;
use heliast_group::{Group, Malformed, RsaGroup};
use proptest::prelude::*;

/// Gives another thread the time that it needs on this machine: each call waits twice as long as the one
/// before, some minutes in all.
#[derive(Default)]
struct Patience(AtomicU64);

impl Patience {
    fn wait(&self) {
        let calls = self.0.fetch_add(1, Relaxed);
        let milliseconds = if calls < 12 { 50 << calls } else { 0 };
        std::thread::sleep(core::time::Duration::from_millis(milliseconds));
    }
}

fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32]))
}

fn evaluation(t: u64, cut: Cut) -> SegmentedEvaluation<RsaGroup> {
    let group = group();
    SegmentedEvaluation::start(&group, crate::delay_input(&group, b"segments"), t, cut, Suite::default())
        .unwrap()
}

type Elem = <RsaGroup as Group>::Elem;

fn proven(t: u64, cut: Cut) -> (Statement<Elem>, SegmentedProof<Elem>) {
    let mut evaluation = evaluation(t, cut);
    let x = crate::delay_input(&group(), b"segments");
    let (y, proof) = evaluation.run(2, |_| true).unwrap();
    (Statement { x, y, t }, proof)
}

#[test]
fn lengths_add_up_and_leave_no_segment_empty() {
    for t in (1u64..100).chain([1 << 20, 1_000_003, (1 << 48) - 1]) {
        for (count, shift) in
            (1..=MAX_SEGMENTS).flat_map(|count| (1..=MAX_SHIFT).map(move |shift| (count, shift)))
        {
            let Some(cut) = Cut::new(count, shift) else {
                assert!(count == 1 && shift > 1);
                continue;
            };
            let last = t.checked_shr(u32::from(shift) * (u32::from(count) - 1)).unwrap_or(0);
            match cut.lengths(t) {
                Some(lengths) => {
                    assert_eq!((lengths.len(), lengths.iter().sum()), (count.into(), t));
                    assert!(lengths.iter().all(|length| *length > 0) && lengths.last() == Some(&last));
                }
                None => assert_eq!(last, 0, "{t} in {cut:?}"),
            }
        }
    }
    for (count, shift) in [(0, 1), (17, 1), (2, 0), (2, 17), (1, 2), (255, 255)] {
        assert_eq!(Cut::new(count, shift), None);
    }
    assert_eq!(Cut::new(3, 2).unwrap().lengths(1000), Some(vec![750, 188, 62]));
}

#[test]
fn plans_leave_a_moment_after_the_output() {
    for t in [1, 2, 1 << 10, 1 << 16, 1 << 20, 1 << 22, 1 << 30, 1 << 40, MAX_DELAY - 1] {
        assert_eq!(Cut::plan(t, 1), Cut { count: 1, shift: 1 });
        for threads in [2, 3, 4, 16, 128] {
            let cut = Cut::plan(t, threads);
            let (whole, latency) = (Cut { count: 1, shift: 1 }.latency(t, threads), cut.latency(t, threads));
            assert!(cut.lengths(t).is_some() && latency <= whole);
            assert!(latency <= MOMENT.max(t / 1024), "{t} on {threads}: {cut:?} leaves {latency}");
            assert!(cut.count <= 6, "{t} on {threads}: {cut:?}");
        }
    }
}

#[test]
fn delays_out_of_range_are_refused() {
    let (group, cut) = (group(), Cut::new(2, 1).unwrap());
    for t in [0, MAX_DELAY, u64::MAX] {
        let start = SegmentedEvaluation::start(&group, group.hash("x", b""), t, cut, Suite::default());
        assert_eq!(start.unwrap_err(), Invalid::Delay(t));
        for threads in [0, 1, 2, 100, usize::MAX] {
            assert_eq!(Cut::plan(t, threads), Cut { count: 1, shift: 1 });
        }
    }
}

/// While the second segment, a third as long as the first, is evaluated, the first is proven and its
/// checkpoints are dropped.
#[test]
fn a_proven_segment_drops_its_checkpoints() {
    let group = Watched::new(group());
    let (t, cut) = (1 << 20, Cut::new(2, 2).unwrap());
    let first = cut.lengths(t).unwrap()[0];
    let checkpoints = (first / digits::spacing(first)) as usize;
    let x = crate::delay_input(&group, b"memory");
    let mut evaluation = SegmentedEvaluation::start(&group, x, t, cut, Suite::default()).unwrap();
    let (most, mut is_dropped) = (AtomicUsize::new(0), false);
    let patience = Patience::default();
    let progress = |_| {
        most.fetch_max(group.alive(), Relaxed);
        true
    };
    // The prover waits for a slow `progress`, but not for this.
    let watch = |evaluation: &SegmentedEvaluation<Watched>| {
        if !is_dropped && (first + 1..t).contains(&evaluation.done()) {
            is_dropped = group.alive() < checkpoints;
            if !is_dropped {
                // Time for the proof, which takes longer than the evaluation here.
                patience.wait();
            }
        }
    };
    evaluation.run_watched(2, progress, watch).unwrap();
    assert!(most.load(Relaxed) > checkpoints && is_dropped);
}

#[test]
fn any_number_of_threads_gives_the_same_segments() {
    let group = group();
    for (t, cut) in
        [(1, (1, 1)), (100, (1, 1)), (7, (3, 1)), (20_000, (4, 2)), (60_001, (3, 3)), (40_000, (16, 1))]
    {
        let cut = Cut::new(cut.0, cut.1).unwrap();
        let Some(lengths) = cut.lengths(t) else {
            let start = SegmentedEvaluation::start(&group, group.hash("x", b""), t, cut, Suite::default());
            assert_eq!(start.unwrap_err(), Invalid::Cut { t, count: cut.count() });
            continue;
        };
        let (statement, proof) = proven(t, cut);
        verify(&group, &statement, &proof, Suite::default(), 2).unwrap();
        let bytes = proof.encode(&group);
        for threads in [0, 1, 5] {
            let (y, proof) = evaluation(t, cut).run(threads, |_| true).unwrap();
            assert!(group.equal(&y, &statement.y) && proof.encode(&group) == bytes, "{threads} threads");
        }
        let mut x = statement.x;
        for (index, length) in lengths.into_iter().enumerate() {
            let mut segment = Evaluation::begin(&group, x, length).unwrap();
            segment.advance(length);
            let (y, pi) = prove(&segment, Suite::default(), 1, |_| true).unwrap();
            assert!(group.equal(&pi, &proof.proofs[index]));
            assert!(group.equal(&y, proof.outputs.get(index).unwrap_or(&statement.y)));
            x = y;
        }
    }
}

#[test]
fn an_interrupted_evaluation_goes_on_from_its_bytes() {
    let (group, t, cut) = (group(), 30_000, Cut::new(3, 1).unwrap());
    let expected = proven(t, cut).1.encode(&group);
    for patience in [0, 1, 3, 5, 7, 9, 11] {
        let mut evaluation = evaluation(t, cut);
        let mut runs = 0;
        let (_, proof) = loop {
            let asked = AtomicU64::new(0);
            // Each run may do a little more than the one before, so that every evaluation ends.
            match evaluation.run(2, |_| asked.fetch_add(1, Relaxed) < patience + 10 * runs) {
                Ok(done) => break done,
                Err(error) => assert_eq!(error, ProveError::Interrupted),
            }
            let bytes = evaluation.to_bytes();
            evaluation = SegmentedEvaluation::from_bytes(&group, &bytes).unwrap();
            assert_eq!(evaluation.to_bytes(), bytes);
            runs += 1;
        };
        assert!(runs > 0 && proof.encode(&group) == expected, "{patience}");
        assert_eq!(evaluation.done(), t);
        let again = SegmentedEvaluation::from_bytes(&group, &evaluation.to_bytes()).unwrap().run(1, |_| true);
        assert_eq!(again.unwrap().1.encode(&group), expected);
    }
}

/// The state that is saved on the way is never far behind, in any segment, and saving keeps all proofs.
#[test]
fn the_state_is_seen_in_every_segment_and_proofs_go_on() {
    let (t, cut) = (200_000, Cut::new(3, 1).unwrap());
    let expected = proven(t, cut).1.encode(&group());
    for threads in [1, 2] {
        let (mut seen, mut states) = (vec![0], vec![]);
        let (mut first_is_proven, patience) = (false, Patience::default());
        let mut evaluation = evaluation(t, cut);
        let watch = |state: &SegmentedEvaluation<RsaGroup>| {
            let (bytes, last) = (state.to_bytes(), seen[seen.len() - 1]);
            assert!(last <= state.done() && state.done() - last <= 1 << 12);
            let begun = bytes[HEADER + 10];
            first_is_proven |= bytes[HEADER + 11 + 32] == 0 && state.done() < t;
            if threads == 2 && begun == 3 && !first_is_proven {
                // Time for the proof, which takes longer than the evaluation here.
                patience.wait();
            }
            if seen.len() % 7 == 0 || state.done() == t {
                states.push((state.done(), bytes));
            }
            seen.push(state.done());
        };
        let (_, proof) = evaluation.run_watched(threads, |_| true, watch).unwrap();
        assert_eq!((proof.encode(&group()), first_is_proven), (expected.clone(), threads == 2));
        assert!(seen.len() as u64 > t >> 12 && states.len() > 7);
        for (done, bytes) in states {
            let mut resumed = SegmentedEvaluation::from_bytes(&group(), &bytes).unwrap();
            assert_eq!(resumed.done(), done);
            assert_eq!(resumed.run(threads, |_| true).unwrap().1.encode(&group()), expected);
        }
    }
}

#[test]
fn a_damaged_state_is_refused() {
    let group = group();
    let mut evaluation = evaluation(3_000, Cut::new(2, 1).unwrap());
    // The evaluation is stopped when the first segment is proven and the second is not.
    assert_eq!(evaluation.run(1, |_| true).unwrap().1.proofs.len(), 2);
    evaluation.forget_last_proof();
    let bytes = evaluation.to_bytes();
    let resume = |bytes: &[u8]| SegmentedEvaluation::from_bytes(&group, bytes).map(drop);
    assert_eq!(resume(&bytes), Ok(()));
    for at in (0..bytes.len()).step_by(7).chain(bytes.len() - 40..bytes.len()) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(resume(&damaged).is_err(), "byte {at}");
        assert!(resume(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert!(SegmentedEvaluation::from_bytes(&RsaGroup::rsa_2048(), &bytes).is_err());

    // The file gets a matching digest, and another t, another cut, more begun segments, a missing segment, or
    // bytes after the last one.
    let resealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = bytes[..bytes.len() - 32].to_vec();
        change(&mut changed);
        resume(&SEGMENTED.seal(changed))
    };
    assert_eq!(resealed(&|_| ()), Ok(()));
    let refused = Err(ResumeError::Format);
    assert_eq!(resealed(&|bytes| bytes[HEADER + 7] ^= 2), refused);
    assert_eq!(resealed(&|bytes| bytes[HEADER] ^= 0x80), refused);
    assert_eq!(resealed(&|bytes| bytes[HEADER + 8] = 17), refused);
    assert_eq!(resealed(&|bytes| bytes[HEADER + 9] = 2), refused);
    for begun in [0, 1, 3, 255] {
        assert_eq!(resealed(&|bytes| bytes[HEADER + 10] = begun), refused);
    }
    assert_eq!(resealed(&|bytes| bytes[HEADER + 11 + 32] = 2), refused);
    assert_eq!(resealed(&|bytes| bytes.push(0)), refused);
    let kind_and_elements = HEADER + 11 + 32 + 65;
    assert_eq!(resealed(&|bytes| bytes[kind_and_elements + 1] = 0xff), refused);
}

/// Magic, group id and suite.
const HEADER: usize = 5 + 32 + 4;

#[test]
fn false_segments_are_named() {
    let group = group();
    let (t, cut) = (9_000, Cut::new(3, 1).unwrap());
    let (statement, proof) = proven(t, cut);
    let other = group.hash("other", b"");
    let refused = |statement: &Statement<Elem>, proof: &SegmentedProof<Elem>| {
        verify(&group, statement, proof, Suite::default(), 1).unwrap_err()
    };
    let false_at = |segment| Invalid::Segment { segment, reason: wesolowski::Invalid::Equation };
    for segment in 1..=3 {
        let mut changed = proof.clone();
        changed.proofs[segment - 1] = other.clone();
        assert_eq!(refused(&statement, &changed), false_at(segment));
        if segment < 3 {
            let mut changed = proof.clone();
            changed.outputs[segment - 1] = other.clone();
            assert_eq!(refused(&statement, &changed), false_at(segment));
            changed.outputs[segment - 1] = group.identity();
            assert!(
                matches!(refused(&statement, &changed), Invalid::Segment { segment: s, .. } if s == segment)
            );
        }
    }
    let of = |t| Statement { t, ..statement.clone() };
    assert_eq!(refused(&of(0), &proof), Invalid::Delay(0));
    assert_eq!(refused(&of(1 << 48), &proof), Invalid::Delay(1 << 48));
    assert_eq!(refused(&of(3), &proof), Invalid::Cut { t: 3, count: 3 });
    assert_eq!(refused(&of(t + 1), &proof), false_at(1));
    assert_eq!(refused(&of(t - 1), &proof), false_at(3));
    assert_eq!(refused(&Statement { x: other.clone(), ..statement.clone() }, &proof), false_at(1));
    assert_eq!(refused(&Statement { y: other.clone(), ..statement.clone() }, &proof), false_at(3));
    let trivial = Invalid::Segment { segment: 1, reason: wesolowski::Invalid::TrivialInput };
    assert_eq!(refused(&Statement { x: group.identity(), ..statement.clone() }, &proof), trivial);
    assert_eq!(
        refused(&statement, &SegmentedProof { cut: Cut::new(3, 2).unwrap(), ..proof.clone() }),
        false_at(1)
    );
    let longer = Suite::new(crate::PrimeMode::SievedFull, 264).unwrap();
    assert_eq!(verify(&group, &statement, &proof, longer, 1), Err(false_at(1)));
}

#[test]
fn bytes_are_strict() {
    let group = group();
    let (_, proof) = proven(5_000, Cut::new(3, 2).unwrap());
    let bytes = proof.encode(&group);
    let refused = |bytes: &[u8]| SegmentedProof::decode(&group, bytes).unwrap_err();
    assert_eq!(SegmentedProof::decode(&group, &bytes).unwrap().encode(&group), bytes);
    assert_eq!((bytes.len(), &bytes[..2]), (2 + 5 * 32, &[3, 2][..]));
    for len in 0..bytes.len() {
        let expected =
            if len < 2 { BadEncoding::Short } else { BadEncoding::Length { expected: 162, found: len } };
        assert_eq!(refused(&bytes[..len]), expected);
    }
    assert_eq!(refused(&[&bytes[..], &[0]].concat()), BadEncoding::Length { expected: 162, found: 163 });
    for [count, shift] in [[0, 2], [17, 2], [255, 2], [3, 0], [3, 17], [1, 2]] {
        assert_eq!(refused(&[&[count, shift], &bytes[2..]].concat()), BadEncoding::Cut { count, shift });
    }
    for (index, segment, field) in [(0, 1, "y"), (1, 1, "pi"), (2, 2, "y"), (3, 2, "pi"), (4, 3, "pi")] {
        for bad in [0, 0xff] {
            let mut bytes = bytes.clone();
            bytes[2 + 32 * index..][..32].fill(bad);
            assert_eq!(
                refused(&bytes),
                BadEncoding::Element { segment, field, reason: Malformed::NotCanonical }
            );
        }
    }
}

proptest! {
    #[test]
    fn changed_bytes_never_verify(at in 0usize..98, mask in 1u8..) {
        let group = group();
        let (statement, proof) = proven(2_000, Cut::new(2, 3).unwrap());
        let mut bytes = proof.encode(&group);
        bytes[at] ^= mask;
        if let Ok(proof) = SegmentedProof::decode(&group, &bytes) {
            prop_assert!(verify(&group, &statement, &proof, Suite::default(), 1).is_err());
        }
    }
}
