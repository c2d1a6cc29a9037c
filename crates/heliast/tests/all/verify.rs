//! Verification of many rounds at once. The verdict equals the verdict of a plain loop, for any number of
//! threads, any way to check delays and any place of a defect. The caller can stop anywhere.

use crate::common::{House, genesis, with_squarings};
use heliast::{
    Chain, EpochProof, Invalid, Malformed, Pending, Round, StatelessScheme, Tip,
    bundle::{BundleError, Pin, Reader, write_epoch_proof, write_header, write_round},
    verify::{
        COMBINED, Delays, Entry, Error, Options, ROUNDS_PER_THREAD, Reached, Step, Tally, Unused, Verifier,
    },
};
use std::{cell::Cell, sync::LazyLock};

/// More rounds than one thread reads in one step.
const COUNT: u64 = 40;
const EPOCH: usize = 5;
/// The first round, the last round of a step of one thread and the one after it, and the last round.
const PLACES: [u64; 4] = [1, ROUNDS_PER_THREAD as u64, ROUNDS_PER_THREAD as u64 + 1, COUNT];

struct Honest {
    chain: Chain,
    rounds: Vec<Round>,
    /// The tip after the last round.
    tip: Tip,
    proofs: Vec<EpochProof>,
}

static HONEST: LazyLock<Honest> = LazyLock::new(|| {
    let mut house = house();
    let verified = house.rounds(COUNT);
    let rounds: Vec<_> = verified.iter().map(|round| (**round).clone()).collect();
    let proofs = proofs(&house.chain, &rounds);
    let tip = house.chain.tip_after(verified.last().unwrap());
    Honest { chain: house.chain, rounds, tip, proofs }
});

/// A chain of delays so long that their proofs differ: where 2^t is less than the challenge, each
/// is the identity.
fn house() -> House {
    House::of(with_squarings(genesis(StatelessScheme::EcvrfTai, 31), |one| one.t = 300))
}

fn proofs(chain: &Chain, rounds: &[Round]) -> Vec<EpochProof> {
    let mut tip = chain.start();
    let pending: Vec<Pending> = rounds
        .iter()
        .map(|round| {
            let pending = chain.check(&tip, round.clone()).unwrap();
            tip = chain.follow_unverified(&tip, round).unwrap();
            pending
        })
        .collect();
    let prove = |rounds| chain.prove_epoch(rounds, 2, |_| true).unwrap().proof.clone();
    pending.chunks_exact(EPOCH).map(prove).collect()
}

/// Rounds of an attacker who has all keys and continues after a false output of round `at`.
fn with_a_false_output(at: u64) -> Vec<Round> {
    let mut house = house();
    let (chain, mut tip, mut rounds) = (house.chain.clone(), house.chain.start(), Vec::new());
    for number in 1..=COUNT {
        let mut round = (*house.round(&tip)).clone();
        if number == at {
            round.y = chain.check(&tip, round.clone()).unwrap().facts().x.clone();
        }
        tip = chain.follow_unverified(&tip, &round).unwrap();
        rounds.push(round);
    }
    rounds
}

/// The items of a source of these rounds.
type Source = Vec<Result<Entry, &'static str>>;

fn source(rounds: &[Round]) -> Source {
    let entry = |(number, round): (u64, &Round)| Entry { number, bytes: round.encode(), epoch_proof: None };
    (1..).zip(rounds).map(entry).map(Ok).collect()
}

/// A source of these rounds, with bytes before some of them that are passed as epoch proofs.
fn with_proofs(rounds: &[Round], proofs: &[(u64, Vec<u8>)]) -> Source {
    let mut source = source(rounds);
    for (before, bytes) in proofs {
        source[*before as usize - 1].as_mut().unwrap().epoch_proof = Some(bytes.clone());
    }
    source
}

fn honest_proofs() -> Vec<(u64, Vec<u8>)> {
    HONEST.proofs.iter().map(|proof| (proof.first, proof.encode())).collect()
}

fn own(threads: usize) -> Options {
    Options { threads, last: Some(COUNT), ..Options::default() }
}

fn combined(threads: usize) -> Options {
    Options { delays: Delays::Combined, ..own(threads) }
}

/// The result of verifying a source, and the accepted rounds.
fn run(source: Source, options: Options) -> (Result<(), Error<&'static str>>, Tally, Vec<Unused>) {
    let mut verifier = Verifier::new(&HONEST.chain, HONEST.chain.start(), source, options);
    let (mut unused, mut accepted, mut outcome) = (Vec::new(), 0, Ok(()));
    for step in &mut verifier {
        match step {
            Ok(Step::Rounds(rounds)) => accepted += rounds.len() as u64,
            Ok(Step::Epoch { entries, epoch }) => {
                assert_eq!(entries.len(), epoch.rounds.len());
                accepted += entries.len() as u64;
            }
            Ok(Step::Unused(reason)) => unused.push(reason),
            Ok(_) => {}
            Err(error) => outcome = Err(error),
        }
    }
    assert!(verifier.next().is_none() && verifier.next().is_none());
    let tally = verifier.tally();
    assert_eq!((tally.accepted, verifier.tip().next_round()), (accepted, accepted + 1));
    assert!(tally.accepted <= tally.checked && tally.checked <= tally.read);
    (outcome, tally, unused)
}

/// The oracle: verifies one round after the other, each by its own proof.
fn plain(source: &Source) -> Result<(), Error<&'static str>> {
    let mut tip = HONEST.chain.start();
    for entry in source {
        let (round, entry) = (tip.next_round(), entry.clone().map_err(Error::Source)?);
        if entry.number != round {
            return Err(Error::Gap { expected: round, found: entry.number });
        }
        let decoded = HONEST.chain.decode_round(&entry.bytes);
        let decoded = decoded.map_err(|reason| Error::Malformed { round, reason })?;
        let verified = HONEST.chain.verify(&tip, decoded);
        tip = HONEST.chain.tip_after(&verified.map_err(|reason| Error::Invalid { round, reason })?);
    }
    if tip.next_round() <= COUNT { Err(Error::Missing(tip.next_round())) } else { Ok(()) }
}

#[test]
fn an_honest_chain_is_accepted_by_any_number_of_threads() {
    for threads in [0, 1, 2, 3, 4, usize::MAX] {
        for options in [own(threads), combined(threads)] {
            let (outcome, tally, unused) = run(source(&HONEST.rounds), options);
            assert_eq!((outcome, tally.accepted, unused), (Ok(()), COUNT, vec![]), "{threads}");
            assert_eq!((tally.read, tally.checked, tally.epochs), (COUNT, COUNT, 0));
        }
        let (outcome, tally, unused) = run(with_proofs(&HONEST.rounds, &honest_proofs()), combined(threads));
        assert_eq!((outcome, unused), (Ok(()), vec![]), "{threads}");
        assert_eq!((tally.accepted, tally.epochs, tally.by_epochs), (COUNT, COUNT / EPOCH as u64, COUNT));
    }
}

#[test]
fn rounds_come_back_verified_and_with_what_the_source_had() {
    struct Kept(Entry, String);
    impl AsRef<Entry> for Kept {
        fn as_ref(&self) -> &Entry {
            &self.0
        }
    }
    for (proofs, options) in [(vec![], own(3)), (vec![], combined(3)), (honest_proofs(), combined(3))] {
        let kept = with_proofs(&HONEST.rounds, &proofs).into_iter().map(|entry| {
            let entry = entry?;
            let note = format!("note {}", entry.number);
            Ok::<_, &str>(Kept(entry, note))
        });
        let mut verifier = Verifier::new(&HONEST.chain, HONEST.chain.start(), kept, options);
        let (mut found, mut beacons) = (Vec::new(), Vec::new());
        let mut take = |kept: Kept, round: &Round, beacon| {
            assert_eq!((kept.0.number, kept.1), (round.number, format!("note {}", round.number)));
            found.push(round.clone());
            beacons.push(beacon);
        };
        for step in verifier.by_ref() {
            match step.unwrap() {
                Step::Rounds(rounds) => {
                    rounds.into_iter().for_each(|(kept, round)| take(kept, &round, round.facts().beacon));
                }
                Step::Epoch { entries, epoch } => {
                    let rounds = epoch.rounds.iter().zip(epoch.facts());
                    entries.into_iter().zip(rounds).for_each(|(k, (r, facts))| take(k, r, facts.beacon));
                }
                _ => {}
            }
        }
        assert_eq!(found, HONEST.rounds);
        assert_eq!(verifier.tip(), &HONEST.tip);
        assert_eq!(beacons.last(), Some(HONEST.tip.seed()));
    }
}

/// A change to a source at the place of a round.
type Change = fn(&mut Source, usize);

fn change_round(source: &mut Source, at: usize, change: impl Fn(&mut Round)) {
    let entry = source[at].as_mut().unwrap();
    let mut round = HONEST.chain.decode_round(&entry.bytes).unwrap();
    change(&mut round);
    entry.bytes = round.encode();
}

const DEFECTS: [(&str, Change); 12] = [
    ("cut", |source, at| source[at].as_mut().unwrap().bytes.truncate(300)),
    ("extended", |source, at| source[at].as_mut().unwrap().bytes.push(0)),
    ("empty", |source, at| source[at].as_mut().unwrap().bytes.clear()),
    ("another output", |source, at| change_round(source, at, |round| round.y = round.proof.clone())),
    ("another proof", |source, at| change_round(source, at, |round| round.proof = round.y.clone())),
    ("a false ticket", |source, at| change_round(source, at, |round| round.tickets[0].proof[70] ^= 1)),
    ("no ticket", |source, at| change_round(source, at, |round| drop(round.tickets.pop()))),
    ("another time", |source, at| change_round(source, at, |round| round.time_ms += 1)),
    ("another number", |source, at| change_round(source, at, |round| round.number += 1)),
    ("a number in between", |source, at| source[at].as_mut().unwrap().number += 1),
    ("a failing source", |source, at| source[at] = Err("it failed")),
    ("a missing round", |source, at| drop(source.remove(at))),
];

#[test]
fn the_first_defect_is_named_wherever_it_is() {
    for (name, change) in DEFECTS {
        for at in PLACES {
            let mut changed = with_proofs(&HONEST.rounds, &honest_proofs());
            change(&mut changed, at as usize - 1);
            let expected = plain(&changed);
            assert!(expected.is_err(), "{name} {at}");
            for options in [own(1), own(3), combined(2)] {
                let by_own = options.delays == Delays::Own;
                let said = format!("{name} at {at}: {options:?}");
                let (found, tally, _) = run(changed.clone(), options);
                // An epoch's proof stands for the rounds' own, so that those are not looked at.
                let vouched = name == "another proof" && !by_own;
                assert_eq!(found, if vouched { Ok(()) } else { expected.clone() }, "{said}");
                let accepted = if vouched { COUNT } else { at - 1 };
                assert!(
                    if by_own { tally.accepted == accepted } else { tally.accepted <= accepted },
                    "{said}"
                );
            }
        }
    }
}

#[test]
fn of_several_defects_the_first_is_named() {
    for (first, second) in [(2, 3), (32, 33), (3, 40)] {
        for (name, change) in DEFECTS.into_iter().filter(|(name, _)| *name != "a missing round") {
            let mut changed = source(&HONEST.rounds);
            change_round(&mut changed, second - 1, |round| round.tickets[0].proof[70] ^= 1);
            change(&mut changed, first - 1);
            let expected = plain(&changed);
            for options in [own(2), combined(2)] {
                assert_eq!(run(changed.clone(), options).0, expected, "{name} {first} {second}");
            }
        }
    }
}

/// The rounds are made by an attacker with all keys, so the rounds after the false one are drawn from its
/// output.
#[test]
fn a_false_delay_is_named_even_if_all_build_on_it() {
    for at in [1, 6, COUNT] {
        let rounds = with_a_false_output(at);
        for threads in 1..=4 {
            for (proofs, options) in
                [(vec![], own(threads)), (vec![], combined(threads)), (honest_proofs(), combined(threads))]
            {
                let (found, tally, unused) = run(with_proofs(&rounds, &proofs), options);
                let named =
                    matches!(found, Err(Error::Invalid { round, reason: Invalid::Delay(_) }) if round == at);
                assert!(named && tally.accepted < at, "{at} {threads}: {found:?}");
                assert_eq!(unused.len(), usize::from(!proofs.is_empty()), "{unused:?}");
            }
        }
    }
}

/// Whether the reason is the expected one.
type Expected<'a> = &'a dyn Fn(&Unused) -> bool;

#[test]
fn a_wrong_epoch_proof_is_not_used_and_never_blamed() {
    let good = &HONEST.proofs;
    let [first, second] = [good[0].encode(), good[1].encode()];
    let mut flipped = first.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let false_of =
        |last| move |unused: &Unused| matches!(unused, Unused::False { rounds, .. } if *rounds == (1..=last));
    let malformed = |unused: &Unused| matches!(unused, Unused::Malformed { before: 1, .. });
    let cases: [(&str, Vec<u8>, Expected); 8] = [
        ("flipped", flipped, &false_of(5)),
        ("another's", EpochProof { proof: good[1].proof.clone(), ..good[0].clone() }.encode(), &false_of(5)),
        ("fewer", EpochProof { count: 4, ..good[0].clone() }.encode(), &false_of(4)),
        ("more", EpochProof { count: 20, ..good[0].clone() }.encode(), &false_of(20)),
        ("foreign", EpochProof { chain: [1; 32], ..good[0].clone() }.encode(), &false_of(5)),
        ("cut", first[..first.len() - 1].to_vec(), &malformed),
        ("empty", vec![], &malformed),
        ("misplaced", second.clone(), &|unused| *unused == Unused::Misplaced { before: 1, first: 6 }),
    ];
    for (name, wrong, expected) in cases {
        let with_wrong = with_proofs(&HONEST.rounds, &[(1, wrong), (6, second.clone())]);
        let (outcome, tally, unused) = run(with_wrong.clone(), combined(2));
        assert_eq!((outcome, tally.accepted), (Ok(()), COUNT), "{name}");
        assert!(unused.len() == 1 && expected(&unused[0]), "{name}: {unused:?}");
        // A proof in the middle of the rounds that the wrong proof names is not used.
        assert_eq!(tally.by_epochs, if name == "more" { 0 } else { 5 }, "{name}");
        assert_eq!(run(with_wrong, own(2)).2, vec![], "{name}");
    }
    // The rounds end before the epoch does.
    let cut = with_proofs(&HONEST.rounds[..9], &[(1, first), (6, second)]);
    for last in [Some(9), None] {
        let (outcome, tally, unused) = run(cut.clone(), Options { last, ..combined(2) });
        assert_eq!((outcome, tally.accepted, tally.by_epochs, unused), (Ok(()), 9, 5, vec![]), "{last:?}");
    }
}

#[test]
fn the_caller_can_stop_after_every_step_and_go_on() {
    for (proofs, options) in
        [(vec![], own(1)), (honest_proofs(), combined(1)), (vec![(1, vec![0])], combined(2))]
    {
        let verifier = || {
            let source = with_proofs(&HONEST.rounds, &proofs);
            Verifier::new(&HONEST.chain, HONEST.chain.start(), source, options.clone())
        };
        let mut steps = 0;
        let reached = verifier().run(|_| {
            steps += 1;
            true
        });
        let Ok(reached) = reached else { panic!("{reached:?}") };
        assert_eq!((reached.tally.accepted, &reached.tip), (COUNT, &HONEST.tip));
        for stop in 1..=steps {
            let mut left = stop;
            let mut accepted = 0;
            let stopped = verifier().run(|tally| {
                (left, accepted) = (left - 1, tally.accepted);
                left > 0
            });
            assert_eq!((stopped.err(), left), (Some(Error::Stopped(accepted + 1)), 0));
            // A caller that takes the steps one by one can go on after a stop.
            let mut verifier = verifier();
            assert!(verifier.by_ref().take(stop).all(|step| step.is_ok()));
            assert_eq!(verifier.tally().accepted, accepted);
            assert_eq!(verifier.run(|_| true), Ok(reached.clone()), "{stop}");
        }
        assert!(steps >= 4, "{steps}");
    }
}

#[test]
fn no_more_is_held_than_was_allowed() {
    let len = HONEST.rounds.iter().map(|round| round.encode().len()).max().unwrap();
    for (held_bytes, delays, most) in [
        (usize::MAX, Delays::Own, 2 * ROUNDS_PER_THREAD as u64),
        (3 * len, Delays::Own, 4),
        (0, Delays::Own, 1),
        (usize::MAX, Delays::Combined, COMBINED as u64),
        (3 * len, Delays::Combined, 4),
        (0, Delays::Combined, 1),
    ] {
        let given = Cell::new(0);
        let source = with_proofs(&HONEST.rounds, &honest_proofs());
        let source = source.into_iter().inspect(|_| given.set(given.get() + 1));
        let options = Options { held_bytes, delays, ..own(2) };
        let mut verifier = Verifier::new(&HONEST.chain, HONEST.chain.start(), source, options);
        assert_eq!(given.get(), 0);
        let mut too_large = Vec::new();
        while let Some(step) = verifier.next() {
            if let Step::Unused(Unused::TooLarge { first }) = step.unwrap() {
                too_large.push(first);
            }
            // One more entry is read, to see whether an epoch begins with it.
            assert!(given.get() <= verifier.tally().read + 1);
            assert!(verifier.tally().read - verifier.tally().accepted <= most, "{held_bytes} {delays:?}");
        }
        assert_eq!(verifier.tip(), &HONEST.tip);
        let bounded = delays == Delays::Combined && held_bytes < usize::MAX;
        assert_eq!(too_large.first(), bounded.then_some(&1), "{too_large:?}");
    }
}

#[test]
fn a_promise_is_kept_or_the_first_missing_round_is_named() {
    let first = |count: u64| source(&HONEST.rounds[..count as usize]);
    for delays in [Delays::Own, Delays::Combined] {
        let options = |last| Options { delays, last, ..own(2) };
        assert_eq!(run(first(3), options(Some(3))).0, Ok(()));
        assert_eq!(run(first(3), options(Some(4))).0, Err(Error::Missing(4)));
        assert_eq!(run(first(3), options(Some(2))).1.accepted, 3);
        assert_eq!(run(first(3), options(None)).0, Ok(()));
        assert_eq!(run(vec![], options(None)).0, Ok(()));
        assert_eq!(run(vec![], options(Some(0))).0, Ok(()));
        assert_eq!(run(vec![], options(Some(1))).0, Err(Error::Missing(1)));
        // Nothing is read after a failure.
        let failing = [first(2), vec![Err("down")], first(3)].concat();
        assert_eq!(run(failing, options(None)).0, Err(Error::Source("down")));
    }
}

/// A bundle of the honest rounds from `from` on.
fn bundle(from: u64, before: &Tip) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes, &HONEST.chain, before, COUNT + 1 - from).unwrap();
    for round in &HONEST.rounds[from as usize - 1..] {
        if let Some(proof) = HONEST.proofs.iter().find(|proof| proof.first == round.number) {
            write_epoch_proof(&mut bytes, &proof.encode()).unwrap();
        }
        write_round(&mut bytes, &round.encode()).unwrap();
    }
    bytes
}

#[test]
fn a_bundle_is_verified_to_its_end() {
    let mut tip = HONEST.chain.start();
    for from in [1, 2, 6, COUNT] {
        while tip.next_round() < from {
            let round = &HONEST.rounds[tip.next_round() as usize - 1];
            tip = HONEST.chain.follow_unverified(&tip, round).unwrap();
        }
        let bytes = bundle(from, &tip);
        let verify = |bytes: &[u8], delays| {
            let options = Options { delays, ..Options::default() };
            let reached = Verifier::of_bundle(Reader::trusting_start(bytes, Pin::AnyChain).unwrap(), options)
                .run(|_| true);
            reached.map(|Reached { tip, tally, .. }| (tally.accepted, tally.epochs, tip))
        };
        // The epochs that begin with `from` or later.
        let epochs = (COUNT + 1 - from) / EPOCH as u64;
        for (delays, epochs) in [(Delays::Own, 0), (Delays::Combined, epochs)] {
            let (accepted, found, after) = verify(&bytes, delays).unwrap();
            assert_eq!((accepted, found, &after), (COUNT + 1 - from, epochs, &HONEST.tip));
            let cut = verify(&bytes[..bytes.len() - 1], delays).unwrap_err();
            let at_the_end = matches!(
                cut,
                Error::Source(BundleError::Malformed { round: COUNT, reason: Malformed::Short(_) })
            );
            assert!(at_the_end, "{cut}");
            let extended = verify(&[&bytes[..], &[0]].concat(), delays).unwrap_err();
            let at_the_end = matches!(
                extended,
                Error::Source(BundleError::Malformed { round: COUNT, reason: Malformed::Trailing(_) })
            );
            assert!(at_the_end, "{extended}");
        }
    }
}

#[test]
fn every_changed_byte_of_a_round_gets_the_verdict_of_the_plain_loop() {
    let bytes = HONEST.rounds[2].encode();
    let interesting = |at: &usize| *at < 64 || at.is_multiple_of(29);
    for at in (0..bytes.len()).filter(interesting) {
        let mut changed = source(&HONEST.rounds[..4]);
        changed[2].as_mut().unwrap().bytes[at] ^= 1 << (at % 8);
        let expected = plain(&changed);
        for options in [own(2), combined(2)] {
            assert_eq!(run(changed.clone(), options).0, expected, "byte {at}");
        }
    }
}

#[test]
fn errors_and_notes_say_which_round() {
    let error = |error: Error<&str>| error.to_string();
    assert_eq!(error(Error::Source("disk full")), "disk full");
    assert_eq!(
        error(Error::Gap { expected: 3, found: 5 }),
        "round 3 is missing: what follows is kept as round 5"
    );
    assert_eq!(error(Error::Missing(7)), "round 7 is missing");
    assert_eq!(
        error(Error::Invalid { round: 4, reason: Invalid::Order }),
        format!("round 4: {}", Invalid::Order)
    );
    assert_eq!(error(Error::Stopped(4)), "verification was stopped before round 4 was accepted");
    let (_, _, unused) = run(with_proofs(&HONEST.rounds, &[(1, vec![0; 4])]), combined(1));
    assert!(unused[0].to_string().starts_with("the epoch proof before round 1 is malformed: "), "{unused:?}");
}
