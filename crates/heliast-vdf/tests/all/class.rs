//! Delays over class groups, by the code that is used for RSA groups, too.

use heliast_arith::Natural;
use heliast_group::{Assumption, ClassForm, ClassGroup, Counting, Group, Unsound};
use heliast_vdf::{
    Claim, CompactClaim, Evaluation, FalseClaims, Invalid, PrimeMode, ResumeError, Statement, Suite, Work,
    batch::{self, Family, Method, Proof, Protocol, Proving, Records, Terms, TooWeak, varied},
    challenge, delay_input, pietrzak, prove, prove_naive, recover, recover_many,
    segments::{self, Cut, SegmentedEvaluation},
    verify, verify_combined, verify_many,
};

const T: u64 = 2_000;

fn group() -> ClassGroup {
    ClassGroup::from_seed(b"the seed of the tests of delays..", 256).unwrap()
}

fn statement(group: &ClassGroup) -> (Statement<<ClassGroup as Group>::Elem>, <ClassGroup as Group>::Elem) {
    let x = delay_input(group, b"a delay over forms");
    let mut evaluation = Evaluation::start(group, x.clone(), T).unwrap();
    evaluation.advance(T);
    let (y, proof) = prove(&evaluation, Suite::default(), 2, |_| true).unwrap();
    (Statement { x, y, t: T }, proof)
}

#[test]
fn proofs_hold_and_false_ones_do_not() {
    let group = group();
    let (statement, proof) = statement(&group);
    assert_eq!(verify(&group, &statement, &proof, Suite::default()), Ok(()));
    let prime = heliast_vdf::challenge(&group, &statement, Suite::default()).unwrap().prime;
    assert_eq!(prove_naive(&group, &statement.x, T, &prime), proof);
    let mut y = statement.x.clone();
    group.square_n(&mut y, T);
    assert_eq!(y, statement.y);

    let refused = |statement: &Statement<_>, proof: &_| verify(&group, statement, proof, Suite::default());
    let other = group.mul(&proof, &statement.x);
    assert_eq!(refused(&statement, &other), Err(Invalid::Equation));
    assert_eq!(refused(&statement, &group.invert(&proof)), Err(Invalid::Equation));
    // Unlike modulo ±1, the inverse is another output.
    let inverse = Statement { y: group.invert(&statement.y), ..statement.clone() };
    assert_eq!(refused(&inverse, &proof), Err(Invalid::Equation));
    let longer = Statement { t: T + 1, ..statement.clone() };
    assert_eq!(refused(&longer, &proof), Err(Invalid::Equation));
    let trivial = Statement { x: group.identity(), y: group.identity(), t: T };
    assert_eq!(refused(&trivial, &group.identity()), Err(Invalid::TrivialInput));
}

/// The bytes of one group do not encode an element of another.
#[test]
fn groups_are_bound() {
    let (statement, _) = statement(&group());
    let other = ClassGroup::from_seed(b"another seed of as many bytes....", 256).unwrap();
    let bytes = group().encode(&statement.x);
    assert!(other.decode(&bytes).is_err());
}

#[test]
fn operations_are_counted_as_over_any_group() {
    let counting = Counting::new(group());
    let x = delay_input(&counting, b"counted");
    counting.take();
    let mut evaluation = Evaluation::start(&counting, x, T).unwrap();
    evaluation.advance(T);
    assert_eq!(counting.take().squarings, T);
}

/// Claims with challenges of 128 bits, and a list that is long enough to be combined.
fn claims(group: &ClassGroup, count: usize) -> (Vec<Claim<ClassForm>>, Suite) {
    let suite = Suite::new(PrimeMode::SievedFull, 128).unwrap();
    let claim = |number: usize| {
        let t = 300 + number as u64;
        let x = delay_input(group, &number.to_be_bytes());
        let mut evaluation = Evaluation::start(group, x.clone(), t).unwrap();
        evaluation.advance(t);
        let (y, proof) = prove(&evaluation, suite, 1, |_| true).unwrap();
        Claim { statement: Statement { x, y, t }, proof, hint: None }
    };
    ((0..count).map(claim).collect(), suite)
}

/// Verification of many claims, and in combination, on any number of threads, agrees with verification one by
/// one, for any error at any place, including errors that cancel each other.
#[test]
fn lists_are_judged_as_one_by_one() {
    let group = group();
    let (honest, suite) = claims(&group, 70);
    let g = group.hash("fault", b"g");
    let shifted = |claim: &Claim<ClassForm>, factor: &ClassForm| {
        let Statement { x, y, t } = &claim.statement;
        let statement = Statement { x: x.clone(), y: group.mul(y, factor), t: *t };
        let prime = challenge(&group, &statement, suite).unwrap().prime;
        let proof = prove_naive(&group, x, *t, &prime);
        Claim { statement, proof, hint: None }
    };
    type Fault<'a> = (&'a str, Vec<usize>, &'a dyn Fn(&mut [Claim<ClassForm>]));
    let faults: [Fault<'_>; 8] = [
        ("none", vec![], &|_| ()),
        ("an inverse", vec![0], &|claims| claims[0].statement.y = group.invert(&claims[0].statement.y)),
        ("an inverse proof", vec![69], &|claims| claims[69].proof = group.invert(&claims[69].proof)),
        ("all inverse", vec![3], &|claims| {
            let Claim { statement: Statement { y, .. }, proof, .. } = &mut claims[3];
            (*y, *proof) = (group.invert(y), group.invert(proof));
        }),
        ("exchanged", vec![20, 21], &|claims| {
            let y = claims[20].statement.y.clone();
            claims[20].statement.y = std::mem::replace(&mut claims[21].statement.y, y);
        }),
        ("cancelling", vec![7, 60], &|claims| {
            claims[7] = shifted(&claims[7], &g);
            claims[60] = shifted(&claims[60], &group.invert(&g));
        }),
        ("the identity", vec![5], &|claims| claims[5].statement.x = group.identity()),
        ("all", (0..70).collect(), &|claims| claims.iter_mut().for_each(|claim| claim.statement.t += 1)),
    ];
    for (what, wrong, spoil) in faults {
        let mut claims = honest.clone();
        spoil(&mut claims);
        let single = claims.iter().map(|claim| verify(&group, &claim.statement, &claim.proof, suite).err());
        let refused: Vec<_> =
            single.enumerate().filter_map(|(index, reason)| Some((index, reason?))).collect();
        assert_eq!(refused.iter().map(|(index, _)| *index).collect::<Vec<_>>(), wrong, "{what}");
        let expected = if refused.is_empty() { Ok(()) } else { Err(FalseClaims(refused)) };
        for threads in [1, 3] {
            assert_eq!(verify_many(&group, &claims, suite, threads), expected, "{what}");
            assert_eq!(verify_combined(&group, &claims, suite, b"coins", threads), expected, "{what}");
        }
    }
}

#[test]
fn outputs_are_recovered() {
    let group = group();
    let (honest, suite) = claims(&group, 9);
    let compact = |claim: &Claim<ClassForm>| CompactClaim {
        x: claim.statement.x.clone(),
        t: claim.statement.t,
        proof: claim.proof.clone(),
        prime: challenge(&group, &claim.statement, suite).unwrap().prime,
        hint: None,
    };
    let mut compact: Vec<_> = honest.iter().map(compact).collect();
    compact[4].proof = group.invert(&compact[4].proof);
    compact[5].prime = compact[5].prime.add(&Natural::from(2u64));
    for threads in [1, 2] {
        for (index, found) in recover_many(&group, &compact, suite, threads).into_iter().enumerate() {
            assert_eq!(found, recover(&group, &compact[index], suite));
            match index {
                4 | 5 => assert_eq!(found, Err(Invalid::WrongPrime)),
                _ => assert_eq!(found, Ok(honest[index].statement.y.clone())),
            }
        }
    }
}

/// One chain of squarings, and the proof on any number of threads. The state is encoded on the way, and every
/// changed bit of it is refused.
#[test]
fn evaluations_resume_and_are_proven_on_any_number_of_threads() {
    let group = group();
    let t = 20_011;
    let mut evaluation = Evaluation::start(&group, delay_input(&group, b"resumed"), t).unwrap();
    evaluation.advance(t / 3);
    let bytes = evaluation.to_bytes();
    for place in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(Evaluation::from_bytes(&group, &damaged).is_err(), "byte {place}");
    }
    let other = ClassGroup::from_seed(b"another seed of as many bytes....", 256).unwrap();
    assert_eq!(Evaluation::from_bytes(&other, &bytes).unwrap_err(), ResumeError::Group);
    let mut evaluation = Evaluation::from_bytes(&group, &bytes).unwrap();
    evaluation.advance(t);
    let suite = Suite::default();
    let proofs = [1, 2, 5].map(|threads| prove(&evaluation, suite, threads, |_| true).unwrap());
    assert!(proofs.iter().all(|proof| *proof == proofs[0]));
    let [(y, proof), ..] = proofs;
    let statement = Statement { x: evaluation.input().clone(), y: y.clone(), t };
    assert_eq!(verify(&group, &statement, &proof, suite), Ok(()));

    // An evaluation in segments, which are proven while others are evaluated.
    for (cut, threads) in [(Cut::new(3, 2), 1), (Cut::new(3, 2), 3), (Cut::new(1, 1), 2)] {
        let x = statement.x.clone();
        let mut run = SegmentedEvaluation::start(&group, x, t, cut.unwrap(), suite).unwrap();
        let (found, proof) = run.run(threads, |_| true).unwrap();
        assert_eq!(found, y);
        assert_eq!(segments::verify(&group, &statement, &proof, suite, threads), Ok(()));
        let lie = Statement { y: group.invert(&y), ..statement.clone() };
        let refused = segments::verify(&group, &lie, &proof, suite, threads);
        let last = usize::from(cut.unwrap().count());
        assert_eq!(refused, Err(segments::Invalid::Segment { segment: last, reason: Invalid::Equation }));
    }
}

/// A composite discriminant, with a form of order two.
fn unsound() -> (ClassGroup, ClassForm) {
    let prime = |bits: usize, less: u64| Natural::one().shl(bits).sub(&Natural::from(less)).unwrap();
    let (p, q) = (prime(127, 1), prime(255, 19));
    let group = ClassGroup::unchecked(&p.mul(&q));
    let two = group.form(&p, &p, false).unwrap();
    assert_eq!(group.mul(&two, &two), group.identity());
    (group, two)
}

/// y·g with π·g for a form g of order two satisfies Wesolowski's equation, and only the check of the group
/// refuses it. No verifier accepts any proof in such a group.
#[test]
fn nothing_is_accepted_where_a_form_of_order_two_is_known() {
    let (group, two) = unsound();
    let suite = Suite::default();
    let x = delay_input(&group, b"unsound");
    let mut evaluation = Evaluation::start(&group, x.clone(), T).unwrap();
    evaluation.advance(T);
    let (y, _) = prove(&evaluation, suite, 1, |_| true).unwrap();
    let lie = Statement { x: x.clone(), y: group.mul(&y, &two), t: T };
    let prime = challenge(&group, &lie, suite).unwrap().prime;
    let proof = group.mul(&prove_naive(&group, &x, T, &prime), &two);
    let remainder = Natural::from(2u64).pow_mod(&Natural::from(T), &prime);
    assert_eq!(group.product_of_powers(&[(&proof, &prime), (&x, &remainder)]), lie.y, "the lie holds");

    let refused = |found: &Unsound, assumption| {
        assert_eq!(found.assumption, assumption);
        assert!(found.to_string().contains("composite"), "{found}");
    };
    let expect = |reason: Invalid| match reason {
        Invalid::Unsound(found) => refused(&found, Assumption::AdaptiveRoot),
        other => panic!("{other:?}"),
    };
    expect(verify(&group, &lie, &proof, suite).unwrap_err());
    let claim = Claim { statement: lie.clone(), proof: proof.clone(), hint: None };
    for list in [
        verify_many(&group, std::slice::from_ref(&claim), suite, 1),
        verify_combined(&group, &[claim], suite, &[], 1),
    ] {
        list.unwrap_err().0.into_iter().for_each(|(_, reason)| expect(reason));
    }
    let compact = CompactClaim { x: x.clone(), t: T, proof, prime, hint: None };
    expect(recover(&group, &compact, suite).unwrap_err());

    let (_, midpoints) = pietrzak::prove(&evaluation, 1, |_| true).unwrap();
    let statement = Statement { x: x.clone(), y: y.clone(), t: T };
    match pietrzak::verify(&group, &statement, &midpoints).unwrap_err() {
        pietrzak::Invalid::Unsound(found) => refused(&found, Assumption::LowOrder),
        other => panic!("{other:?}"),
    }
    let run = SegmentedEvaluation::start(&group, x.clone(), T, Cut::new(1, 1).unwrap(), suite);
    let (_, proof) = run.unwrap().run(1, |_| true).unwrap();
    match segments::verify(&group, &statement, &proof, suite, 1).unwrap_err() {
        segments::Invalid::Segment { segment: 1, reason } => expect(reason),
        other => panic!("{other:?}"),
    }

    let bytes = Records::encode(&group, [(&x, &y)]);
    let records = Records::new(&group, &bytes).unwrap();
    for family in Family::ALL {
        for (proving, assumption) in [
            (Proving::Wesolowski(suite), Assumption::AdaptiveRoot),
            (Proving::Pietrzak, Assumption::LowOrder),
        ] {
            let terms = Terms { t: T, protocol: Protocol::of_family(family, 64, 1).unwrap() };
            // Its many proofs take long, and are refused before any computation, like a single one.
            if family != Family::RandomSubsets {
                let work = Work { threads: 1, progress: |_| true };
                let proof = batch::prove(&group, &terms, &records, proving, work).unwrap();
                let left = batch::combine(&group, &terms, &records, Method::Best, 1).unwrap();
                for checked in
                    [batch::verify(&group, &terms, &records, &proof, 1), proof.check(&group, &left)]
                {
                    match checked.unwrap_err() {
                        batch::Invalid::Unsound(found) => refused(&found, assumption),
                        other => panic!("{other:?}"),
                    }
                }
            }
            match batch::plan_in(&group, 1, 64, proving).unwrap_err() {
                TooWeak::Unsound(found) => refused(&found, assumption),
                other => panic!("{other:?}"),
            }
        }
    }
    let bytes = Records::encode_with_delays(&group, [(T, &x, &y)]);
    let records = Records::with_delays(&group, &bytes).unwrap();
    let terms = varied::Terms::new(64).unwrap();
    let proof =
        batch::prove(&group, terms, &records, terms.proving(), Work { threads: 1, progress: |_| true })
            .unwrap();
    match batch::verify(&group, terms, &records, &proof, 1).unwrap_err() {
        batch::Invalid::Unsound(found) => refused(&found, Assumption::AdaptiveRoot),
        other => panic!("{other:?}"),
    }
}

/// In a sound group the planner has the usual choice.
#[test]
fn plans_are_those_of_any_sound_group() {
    for m in [1, 1000, 1_000_000] {
        let plans = batch::plan_in(&group(), m, 128, Proving::Pietrzak).unwrap();
        assert_eq!(plans, batch::plan(m, 128, true).unwrap());
    }
    assert_eq!(batch::plan_in(&group(), 1, 60, Proving::Pietrzak), Err(TooWeak::Level(60)));
}

/// The list has more statements than are multiplied one by one, and some share their delay and are merged.
#[test]
fn different_delays_are_proven_and_false_ones_named() {
    let group = group();
    let terms = varied::Terms::new(64).unwrap();
    let list: Vec<_> = (0..340u64)
        .map(|number| {
            let t = if number < 20 { 210 + number } else { 210 + number % 3 };
            let x = delay_input(&group, &number.to_be_bytes());
            let mut y = x.clone();
            group.square_n(&mut y, t);
            (t, x, y)
        })
        .collect();
    let encode = |list: &[(u64, ClassForm, ClassForm)]| {
        Records::encode_with_delays(&group, list.iter().map(|(t, x, y)| (*t, x, y)))
    };
    let work = |threads| Work { threads, progress: |_| true };
    let bytes = encode(&list);
    let records = Records::with_delays(&group, &bytes).unwrap();
    let proof = batch::prove(&group, terms, &records, terms.proving(), work(1)).unwrap();
    let element = |proof: &Proof<ClassForm>| match proof {
        Proof::Wesolowski(_, proofs) => proofs[0].clone(),
        other => panic!("{other:?}"),
    };
    let pi = element(&proof);
    assert_eq!(element(&batch::prove(&group, terms, &records, terms.proving(), work(3)).unwrap()), pi);
    for threads in [1, 3] {
        assert_eq!(batch::verify(&group, terms, &records, &proof, threads), Ok(()));
    }
    for place in [0, 19, 20, 339] {
        let mut wrong = list.clone();
        wrong[place].2 = group.invert(&wrong[place].2);
        let bytes = encode(&wrong);
        let records = Records::with_delays(&group, &bytes).unwrap();
        let refused = batch::verify(&group, terms, &records, &proof, 1).unwrap_err();
        assert!(
            matches!(refused, batch::Invalid::Wesolowski { reason: Invalid::Equation, .. }),
            "{refused:?}"
        );
        let refused = batch::prove(&group, terms, &records, terms.proving(), work(1)).unwrap_err();
        assert_eq!(refused, batch::ProveError::False(vec![place as u64]));
    }
    assert_ne!(pi, group.identity());
    for other in [group.invert(&pi), group.identity(), group.mul(&pi, &list[0].1)] {
        assert!(batch::verify(&group, terms, &records, &terms.proof(other), 1).is_err());
    }
}
