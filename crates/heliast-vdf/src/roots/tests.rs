//! Chains, their proofs and files, in toy fields and in the built-in one of 1,024 bits.

use super::*;
use crate::{resume::ResumeError, state::ROOTS};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use heliast_arith::{Natural, Ring};
use heliast_group::Malformed;
use proptest::prelude::*;
use std::{vec, vec::Vec};

const COINS: [u8; 32] = [3; 32];

fn on_threads(threads: usize) -> Work<impl Fn(u64) -> bool + Sync + Copy> {
    Work { threads, progress: |_| true }
}

fn toy() -> RootField {
    RootField::unchecked(&Natural::from(2027u64))
}

fn field() -> RootField {
    RootField::built_in(1024).unwrap()
}

fn proven(field: &RootField, x: &RootElement, t: u64, segments: u16) -> (Statement, Proof) {
    let mut evaluation = Evaluation::start(field, x.clone(), t, segments).unwrap();
    assert!(evaluation.advance(t, 1));
    evaluation.finish().unwrap()
}

fn verdict(field: &RootField, statement: &Statement, proof: &Proof) -> Result<(), VerifyError> {
    let verdicts = [1, 2, 5].map(|threads| verify(field, statement, proof, &COINS, on_threads(threads)));
    assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "{verdicts:?}");
    verdicts[0].clone()
}

const FALSE: Result<(), VerifyError> = Err(VerifyError::Invalid(Invalid::Segment));

/// The chain by single steps of the definition.
fn chain(field: &RootField, x: &RootElement, t: u64) -> RootElement {
    (0..t).fold(x.clone(), |x, _| field.step(&x))
}

#[test]
fn every_chain_of_a_toy_field_verifies_and_no_other_output_does() {
    let field = RootField::unchecked(&Natural::from(47u64));
    let all: Vec<RootElement> = (1..47u64).map(|x| field.element(Natural::from(x)).unwrap()).collect();
    for x in &all {
        for (t, segments) in [(1, 1), (2, 2), (5, 1), (9, 4)] {
            let (statement, proof) = proven(&field, x, t, segments);
            assert_eq!(statement.y, chain(&field, x, t));
            for y in &all {
                let claimed = Statement { y: y.clone(), ..statement.clone() };
                let verdict = verify(&field, &claimed, &proof, &COINS, on_threads(1));
                assert_eq!(verdict.is_ok(), *y == statement.y, "{y:?} after {t} steps from {x:?}");
            }
        }
    }
}

#[test]
fn ends_are_where_segments_end() {
    let (field, t) = (toy(), 300);
    let x = field.hash(b"x");
    for segments in [1, 2, 7, 255, 256] {
        let (statement, proof) = proven(&field, &x, t, segments);
        assert_eq!(proof.segments(), segments);
        for (i, end) in (1..).zip(proof.ends()) {
            assert_eq!(*end, chain(&field, &x, i * t / u64::from(segments)));
        }
        assert_eq!(verdict(&field, &statement, &proof), Ok(()));
        let bytes = proof.encode(&field);
        assert_eq!(bytes.len(), 2 + usize::from(segments - 1) * 2);
        assert_eq!(Proof::decode(&field, &bytes), Ok(proof));
    }
}

#[test]
fn one_and_two_threads_take_the_same_steps_on_every_backend() {
    let x = field().hash(b"threads");
    let expected = chain(&field(), &x, 12);
    for ring in Ring::on_each_backend(field().prime()).unwrap() {
        let field = field().on(ring.backend()).unwrap();
        for threads in [1, 2, 3] {
            let mut evaluation = Evaluation::start(&field, x.clone(), 12, 5).unwrap();
            for steps in [1, 0, 4, u64::MAX] {
                evaluation.advance(steps, threads);
            }
            let (statement, proof) = evaluation.finish().unwrap();
            assert_eq!(statement.y, expected, "{threads} threads in {field:?}");
            assert_eq!(verdict(&field, &statement, &proof), Ok(()));
        }
    }
}

#[test]
fn a_plan_from_before_serves_and_one_of_another_field_is_left_aside() {
    let (field, x) = (field(), field().hash(b"plan"));
    let expected = chain(&field, &x, 7);
    for stepper in [field.stepper(), toy().stepper(), RootField::built_in(2048).unwrap().stepper()] {
        let mut evaluation = Evaluation::start(&field, x.clone(), 7, 2).unwrap().planned(&stepper);
        assert!(evaluation.advance(7, 1));
        assert_eq!(evaluation.output(), Some(&expected));
    }
}

#[test]
fn two_threads_take_steps_in_fields_with_few_products() {
    for p in [11u64, 23, 47, 59, 83, 2027] {
        let field = RootField::unchecked(&Natural::from(p));
        let x = field.element(Natural::from(3u64)).unwrap();
        let mut evaluation = Evaluation::start(&field, x.clone(), 60, 1).unwrap();
        assert!(evaluation.advance(60, 2));
        assert_eq!(evaluation.output(), Some(&chain(&field, &x, 60)), "modulo {p}");
    }
}

#[test]
fn chains_that_are_cut_otherwise_are_refused() {
    let field = toy();
    let x = field.hash(b"x");
    for t in [0, MAX_STEPS + 1, u64::MAX] {
        let refused = BadCut::Steps(t);
        assert_eq!(Evaluation::start(&field, x.clone(), t, 1).err(), Some(refused));
        let (statement, proof) = proven(&field, &x, 5, 1);
        let refused = Err(Invalid::from(refused).into());
        assert_eq!(verdict(&field, &Statement { t, ..statement }, &proof), refused);
    }
    for segments in [0, 6, 257] {
        let refused = BadCut::Segments { t: 5, segments };
        assert_eq!(Evaluation::start(&field, x.clone(), 5, segments).err(), Some(refused));
    }
    let (statement, proof) = proven(&field, &x, 9, 9);
    let refused = BadCut::Segments { t: 8, segments: 9 };
    assert_eq!(verdict(&field, &Statement { t: 8, ..statement }, &proof), Err(Invalid::from(refused).into()));
}

/// The table of rejections of `spec/roots.md`, without malformed bytes.
#[test]
fn attacks_are_refused() {
    let field = field();
    let x = field.hash(b"attack");
    let (t, segments) = (11, 3);
    let (statement, proof) = proven(&field, &x, t, segments);
    assert_eq!(verdict(&field, &statement, &proof), Ok(()));
    let negative = |y: &RootElement| field.element(field.prime().sub(y.natural()).unwrap()).unwrap();
    let with_end = |index: usize, end: RootElement| {
        let mut ends = proof.ends().to_vec();
        ends[index] = end;
        Proof::new(ends)
    };
    let with_y = |y: RootElement| Statement { y, ..statement.clone() };

    // One step too few or too many, at the end, at the beginning, and in a segment.
    for y in [chain(&field, &x, t - 1), chain(&field, &x, t + 1)] {
        assert_eq!(verdict(&field, &with_y(y), &proof), FALSE);
    }
    for t in [t - 1, t + 1] {
        assert_eq!(verdict(&field, &Statement { t, ..statement.clone() }, &proof), FALSE);
    }
    for x in [field.step(&x), field.step_back(&x)] {
        assert_eq!(verdict(&field, &Statement { x, ..statement.clone() }, &proof), FALSE);
    }
    for index in 0..2 {
        let end = &proof.ends()[index];
        // Neighbouring elements of the chain, the root of the wrong parity, and elements at the ends of the
        // range.
        let last = negative(&field.element(Natural::one()).unwrap());
        let others = [field.step(end), field.step_back(end), negative(end), negative(&last), last];
        for end in others {
            assert_eq!(verdict(&field, &statement, &with_end(index, end)), FALSE);
        }
    }
    assert_eq!(verdict(&field, &with_y(negative(&statement.y)), &proof), FALSE);
    // Two ends are exchanged, or one is of another input.
    let exchanged = Proof::new(vec![proof.ends()[1].clone(), proof.ends()[0].clone()]);
    assert_eq!(verdict(&field, &statement, &exchanged), FALSE);
    let (other, of_other) = proven(&field, &field.hash(b"another input"), t, segments);
    assert_eq!(verdict(&field, &statement, &of_other), FALSE);
    assert_eq!(verdict(&field, &statement, &with_end(1, of_other.ends()[1].clone())), FALSE);
    assert_eq!(verdict(&field, &with_y(other.y), &proof), FALSE);
    // Another number of segments.
    assert_eq!(verdict(&field, &statement, &Proof::new(proof.ends()[..1].to_vec())), FALSE);
}

#[test]
fn elements_of_a_longer_field_are_not_reduced() {
    let (short, long) = (toy(), field());
    let (statement, proof) = proven(&short, &short.hash(b"x"), 9, 3);
    let raised = |element: &RootElement| long.element(element.natural() + short.prime()).unwrap();
    let with_y = Statement { y: raised(&statement.y), ..statement.clone() };
    assert_eq!(verdict(&short, &with_y, &proof), FALSE);
    let with_x = Statement { x: raised(&statement.x), ..statement.clone() };
    assert_eq!(verdict(&short, &with_x, &proof), FALSE);
    let ends = proof.ends().iter().map(raised).collect();
    assert_eq!(verdict(&short, &statement, &Proof::new(ends)), FALSE);
}

/// In a chain without σ, t roots are one power, at the cost of one root.
#[test]
fn without_the_neighbour_a_chain_is_one_power() {
    let field = field();
    let (p, one) = (field.prime(), Natural::one());
    let order = p.sub(&one).unwrap();
    let t = 40;
    let x = field.hash(b"x").natural().clone();
    // |ρ^t(x)|, by the exponent ((p + 1)/4)^t modulo the order, which is public.
    let quarter = (p + &one).shr(2);
    let exponent = (0..t).fold(one, |power, _| &(&power * &quarter) % &order);
    let found = x.pow_mod(&exponent, p);
    // t squarings find the sign, and show that it is the end of a chain of ρ.
    let square = |y: &Natural| &(y * y) % p;
    let unroot = |y: &Natural| if y.is_even() { square(y) } else { p.sub(&square(y)).unwrap() };
    let back = |y: &Natural| (0..t).fold(y.clone(), |y, _| unroot(&y));
    let forged: Vec<Natural> =
        [found.clone(), p.sub(&found).unwrap()].into_iter().filter(|y| back(y) == x).collect();
    assert_eq!(forged.len(), 1, "the power is the chain without the neighbour");

    let x = field.element(x).unwrap();
    for y in [found.clone(), p.sub(&found).unwrap()] {
        let statement = Statement { x: x.clone(), y: field.element(y).unwrap(), t };
        assert_eq!(verdict(&field, &statement, &Proof::new(Vec::new())), FALSE);
    }
}

#[test]
fn the_neighbour_left_out_in_one_step_is_refused() {
    let field = field();
    let x = field.hash(b"x");
    let (statement, proof) = proven(&field, &x, 6, 1);
    for left_out in 0..6 {
        let y = (0..6).fold(x.clone(), |y, step| {
            // ρ(y) is the step from the neighbour of y.
            let from = if step == left_out { neighbour(&field, &y) } else { y };
            field.step(&from)
        });
        assert_eq!(verdict(&field, &Statement { y, ..statement.clone() }, &proof), FALSE);
    }
}

fn neighbour(field: &RootField, x: &RootElement) -> RootElement {
    let (number, one) = (x.natural(), Natural::one());
    field.element(if number.is_even() { number.sub(&one).unwrap() } else { number + &one }).unwrap()
}

#[test]
fn bytes_are_strict() {
    let field = field();
    let (_, proof) = proven(&field, &field.hash(b"x"), 7, 3);
    let bytes = proof.encode(&field);
    let refused = |bytes: &[u8]| Proof::decode(&field, bytes).unwrap_err();
    for len in 0..bytes.len() {
        let expected =
            if len < 2 { BadEncoding::Short } else { BadEncoding::Length { expected: 258, found: len } };
        assert_eq!(refused(&bytes[..len]), expected);
    }
    assert_eq!(refused(&[&bytes[..], &[0]].concat()), BadEncoding::Length { expected: 258, found: 259 });
    for segments in [0u16, 257, 0xffff] {
        let changed = [&segments.to_be_bytes(), &bytes[2..]].concat();
        assert_eq!(refused(&changed), BadEncoding::Segments(segments));
    }
    let p = field.encode(&field.hash(b"x")).len();
    for index in 0..2 {
        for bad in [vec![0; p], vec![0xff; p], field.prime().to_be_bytes(p).unwrap()] {
            let mut changed = bytes.clone();
            changed[2 + p * index..][..p].copy_from_slice(&bad);
            let reason = Malformed::OutOfField;
            assert_eq!(refused(&changed), BadEncoding::Element { segment: index + 1, reason });
        }
    }
}

#[test]
fn many_are_verified_as_each_is_alone() {
    let (toy, field) = (toy(), field());
    let mut claims = Vec::new();
    for (field, t, segments) in
        [(&toy, 40, 20), (&field, 21, 19), (&toy, 40, 7), (&field, 3, 1), (&toy, 41, 20)]
    {
        let (statement, proof) = proven(field, &field.hash(&[segments as u8]), t, segments);
        claims.push(Claim { field: field.clone(), statement, proof });
    }
    for threads in [1, 2, 9] {
        assert_eq!(verify_many(&claims, &COINS, on_threads(threads)), Ok(()));
        assert_eq!(verify_many(&[], &COINS, on_threads(threads)), Ok(()));
    }
    claims[1].statement.t = 0;
    claims[4].statement.y = toy.step(&claims[4].statement.y);
    claims[3].statement.x = field.step(&claims[3].statement.x);
    let refused = vec![(1, Invalid::Cut(BadCut::Steps(0))), (3, Invalid::Segment), (4, Invalid::Segment)];
    for threads in [1, 2, 9] {
        for coins in [[0; 32], [1; 32]] {
            let found = verify_many(&claims, &coins, on_threads(threads));
            assert_eq!(found, Err(ManyError::False(refused.clone())));
        }
    }
}

#[test]
fn progress_is_heard_and_can_stop() {
    let field = toy();
    let (statement, proof) = proven(&field, &field.hash(b"x"), 5000, 19);
    for threads in [1, 3] {
        let heard = AtomicU64::new(0);
        let progress = |done| {
            heard.store(done, Relaxed);
            true
        };
        assert_eq!(verify(&field, &statement, &proof, &COINS, Work { threads, progress }), Ok(()));
        assert_eq!(heard.into_inner(), 5000);
        let stop = Work { threads, progress: |_| false };
        assert_eq!(verify(&field, &statement, &proof, &COINS, stop), Err(VerifyError::Interrupted));
        let claims = [Claim { field: field.clone(), statement: statement.clone(), proof: proof.clone() }];
        assert_eq!(verify_many(&claims, &COINS, stop), Err(ManyError::Interrupted));
    }
}

/// With one false segment of many, half of the work is done on average, for each place of that segment.
#[test]
fn the_first_false_segment_ends_the_work() {
    let field = toy();
    let (mut statement, proof) = proven(&field, &field.hash(b"x"), 6400, 64);
    statement.y = field.step(&statement.y);
    let work_with = |coins: u8| {
        let heard = AtomicU64::new(0);
        let progress = |done| {
            heard.store(done, Relaxed);
            true
        };
        assert_eq!(verify(&field, &statement, &proof, &[coins; 32], Work { threads: 1, progress }), FALSE);
        heard.into_inner()
    };
    let done: Vec<u64> = (0..60).map(work_with).collect();
    let mean = done.iter().sum::<u64>() / 60;
    assert!((2000..4400).contains(&mean), "{mean} of 6400 on average");
    assert!(done.iter().min() < Some(&1000) && done.iter().max() > Some(&5400), "{done:?}");
}

#[test]
fn a_chain_goes_on_where_it_was_saved() {
    let field = toy();
    let x = field.hash(b"x");
    let (statement, proof) = proven(&field, &x, 30, 7);
    for at in 0..=30 {
        let mut evaluation = Evaluation::start(&field, x.clone(), 30, 7).unwrap();
        assert_eq!(evaluation.advance(at, 2), at == 30);
        let bytes = evaluation.to_bytes();
        let mut resumed = Evaluation::from_bytes(&field, &bytes).unwrap();
        assert_eq!((resumed.to_bytes(), resumed.done()), (bytes, at));
        assert_eq!(resumed.output().is_some(), at == 30);
        assert!(resumed.advance(u64::MAX, 1));
        assert_eq!(resumed.finish(), Some((statement.clone(), proof.clone())));
    }
}

#[test]
fn damaged_state_files_are_refused() {
    let field = toy();
    let mut evaluation = Evaluation::start(&field, field.hash(b"x"), 30, 7).unwrap();
    evaluation.advance(10, 1);
    let bytes = evaluation.to_bytes();
    let resume = |bytes: &[u8]| Evaluation::from_bytes(&field, bytes).map(drop);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(resume(&damaged).is_err(), "byte {at}");
        assert!(resume(&bytes[..at]).is_err(), "cut at {at}");
    }
    let other = RootField::unchecked(&Natural::from(1019u64));
    assert_eq!(Evaluation::from_bytes(&other, &bytes).err(), Some(ResumeError::Group));

    // The file gets a matching digest. t, s and the number of done steps have 8, 2 and 8 bytes; x, y_1, y_2
    // and the current element have 2 each.
    let resealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = bytes[..bytes.len() - 32].to_vec();
        change(&mut changed);
        resume(&ROOTS.seal(changed))
    };
    const HEADER: usize = 5 + 32;
    assert_eq!(resealed(&|_| ()), Ok(()));
    let refused = Err(ResumeError::Format);
    let places: [(usize, u8); 6] = [(7, 30), (3, 1), (9, 7), (8, 1), (17, 31), (10, 1)];
    for (at, mask) in places {
        assert_eq!(resealed(&|bytes| bytes[HEADER + at] ^= mask), refused, "byte {at}");
    }
    // The number of done steps is less and more than the number of ends says.
    assert_eq!(resealed(&|bytes| bytes[HEADER + 17] = 7), refused);
    assert_eq!(resealed(&|bytes| bytes[HEADER + 17] = 13), refused);
    assert_eq!(resealed(&|bytes| bytes.push(0)), refused);
    assert_eq!(resealed(&|bytes| bytes.extend([0, 1])), refused);
    for element in 0..4 {
        let out_of_field = Err(ResumeError::Element(Malformed::OutOfField));
        let zero = |bytes: &mut Vec<u8>| bytes[HEADER + 18 + 2 * element..][..2].fill(0);
        assert_eq!(resealed(&zero), out_of_field);
    }
}

#[test]
fn at_the_end_of_a_segment_the_current_element_is_that_end() {
    let field = toy();
    for done in [0, 4, 30] {
        let mut evaluation = Evaluation::start(&field, field.hash(b"x"), 30, 7).unwrap();
        evaluation.advance(done, 1);
        let bytes = evaluation.to_bytes();
        let mut changed = bytes[..bytes.len() - 32].to_vec();
        let last = changed.len() - 1;
        changed[last] ^= 1;
        let resumed = Evaluation::from_bytes(&field, &ROOTS.seal(changed));
        // After the last step nothing else in the file determines the element.
        assert_eq!(resumed.is_err(), done < 30, "{done} done");
    }
}

#[test]
fn proof_files_are_opened_as_what_was_asked_for() {
    let field = field();
    let x = field.hash(b"x");
    let (statement, proof) = proven(&field, &x, 9, 4);
    let bytes = ProofFile::new(&field, &statement, &proof).to_bytes();
    let file = ProofFile::from_bytes(&bytes).unwrap();
    assert_eq!(file.to_bytes(), bytes);
    assert_eq!(
        (file.bits(), file.counter(), file.seed(), file.t()),
        (1024, field.counter(), field.seed(), 9)
    );
    assert!(file.field() == Ok(field.clone()));
    let work = on_threads(1);
    assert_eq!(file.open_as(&field, &x, 9, &COINS, work), Ok(statement.y.clone()));
    assert_eq!(file.open(&field, &COINS, work), Ok(statement.clone()));
    assert_eq!(file.open_as(&field, &x, 8, &COINS, work), Err(OpenError::OtherStatement));
    assert_eq!(file.open_as(&field, &statement.y, 9, &COINS, work), Err(OpenError::OtherStatement));
    let other = RootField::built_in(2048).unwrap();
    assert_eq!(file.open_as(&other, &other.hash(b"x"), 9, &COINS, work), Err(OpenError::OtherField));
    assert_eq!(file.open(&other, &COINS, work), Err(OpenError::OtherField));
    let stopped = Work { threads: 1, progress: |_| false };
    assert_eq!(file.open(&field, &COINS, stopped), Err(OpenError::Interrupted));
    for len in 0..bytes.len() {
        assert!(ProofFile::from_bytes(&bytes[..len]).is_err(), "cut at {len}");
    }
    assert!(ProofFile::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn changed_proofs_never_verify(at in 0usize..258, mask in 1u8..) {
        let field = field();
        let (statement, proof) = proven_once();
        let mut bytes = proof.encode(&field);
        bytes[at] ^= mask;
        if let Ok(proof) = Proof::decode(&field, &bytes) {
            prop_assert_eq!(verify(&field, &statement, &proof, &COINS, on_threads(1)), FALSE);
        }
    }

    #[test]
    fn changed_files_never_open(at in 0usize..581, mask in 1u8..) {
        let field = field();
        let (statement, proof) = proven_once();
        let mut bytes = ProofFile::new(&field, &statement, &proof).to_bytes();
        prop_assert_eq!(bytes.len(), 581);
        bytes[at] ^= mask;
        if let Ok(file) = ProofFile::from_bytes(&bytes) {
            let opened = file.open_as(&field, &statement.x, statement.t, &COINS, on_threads(1));
            prop_assert!(opened.is_err());
        }
    }
}

fn proven_once() -> (Statement, Proof) {
    static PROVEN: std::sync::OnceLock<(Statement, Proof)> = std::sync::OnceLock::new();
    PROVEN.get_or_init(|| proven(&field(), &field().hash(b"x"), 7, 3)).clone()
}
