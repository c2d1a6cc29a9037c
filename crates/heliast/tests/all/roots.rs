//! Chains whose delays are roots, alone or together with squarings.

use crate::common::{House, PERIOD_MS, START_MS, genesis};
use heliast::{
    Chain, Delay, DelayRules, EpochError, EpochProof, FalseRounds, Genesis, Invalid, Malformed, Pending,
    RootField, RootRules, Round, StatelessScheme, Tip, Verified,
    bundle::{self, Pin},
    verify::{Delays, Options, Verifier},
};
use std::convert::Infallible;

const SEGMENTS: u16 = 4;
const ROOTS: u64 = 24;

fn roots() -> RootRules {
    let field = RootField::built_in(1_024).unwrap();
    let (seed, counter) = (field.seed().to_vec(), field.counter());
    RootRules { bits: 1_024, seed, counter, t: ROOTS, segments: SEGMENTS }
}

/// Roots alone, and both delays.
fn geneses() -> [Genesis; 2] {
    let both = genesis(StatelessScheme::EcvrfTai, 41);
    let alone = Genesis { delays: DelayRules { squarings: None, roots: Some(roots()) }, ..both.clone() };
    let delays = DelayRules { roots: Some(roots()), ..both.delays.clone() };
    [alone, Genesis { delays, ..both }]
}

pub fn houses() -> [House; 2] {
    geneses().map(House::of)
}

/// Checks everything but the delays of these rounds, which begin the chain.
fn pending(chain: &Chain, rounds: &[Verified<Round>]) -> Vec<Pending> {
    let mut tip = chain.start();
    let check = |round: &Verified<Round>| {
        let pending = chain.check(&tip, (**round).clone()).unwrap();
        tip = chain.tip_after(round);
        pending
    };
    rounds.iter().map(check).collect()
}

fn with_delay(round: &Round, change: impl FnOnce(&mut Delay)) -> Round {
    let mut delay = Delay { y: round.y.clone(), proof: round.proof.clone() };
    change(&mut delay);
    Round { y: delay.y, proof: delay.proof, ..round.clone() }
}

#[test]
fn rounds_follow_each_other_from_their_bytes() {
    for mut house in houses() {
        let chain = Chain::from_bytes(house.chain.genesis_bytes()).unwrap();
        assert_eq!((chain.id(), chain.genesis()), (house.chain.id(), house.chain.genesis()));
        let both = chain.squarings().is_some();
        let lengths = (128 * (1 + usize::from(both)), 128 * (3 + usize::from(both)));
        assert_eq!((chain.output_len(), chain.delay_proof_len()), lengths);
        let mut tip = chain.start();
        for round in house.rounds(3) {
            let decoded = chain.decode_round(&round.encode()).unwrap();
            assert_eq!((round.y.len(), round.proof.len()), lengths);
            let verified = chain.verify(&tip, decoded).unwrap();
            assert_eq!(verified, round);
            assert_eq!(round.facts().beacon, chain.beacon(round.number, &round.y).1);
            assert_eq!(round.facts().x, chain.encode_input(&chain.delay_input_from(&round.facts().entropy)));
            tip = chain.tip_after(&verified);
        }
    }
}

#[test]
fn every_byte_of_a_delay_counts() {
    for mut house in houses() {
        let (chain, start) = (house.chain.clone(), house.chain.start());
        let round = house.rounds(1).remove(0);
        let accepted = |bytes: &[u8]| {
            chain.decode_round(bytes).is_ok_and(|decoded| chain.verify(&start, decoded).is_ok())
        };
        let bytes = round.encode();
        assert!(accepted(&bytes));
        let delay = round.y.len() + round.proof.len();
        for index in (bytes.len() - delay..bytes.len()).step_by(5) {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1 << (index % 8);
            assert!(!accepted(&flipped), "byte {index}");
            assert!(!accepted(&bytes[..index]), "cut at {index}");
        }
        assert!(!accepted(&[&bytes[..], &[0]].concat()));
    }
}

/// Neither delay can replace the other, and one round's delay cannot replace another's.
#[test]
fn each_delay_is_of_its_own_round_and_kind() {
    let [_, mut house] = houses();
    let (chain, start) = (house.chain.clone(), house.chain.start());
    let [first, second] = [0, 1].map(|index| house.rounds(2).remove(index));
    let (z, pi) = (128, 128);
    let refusal = |round: Round| chain.verify(&start, round).unwrap_err();
    let squarings_of_second = with_delay(&first, |delay| {
        delay.y[..z].copy_from_slice(&second.y[..z]);
        delay.proof[..pi].copy_from_slice(&second.proof[..pi]);
    });
    assert!(matches!(refusal(squarings_of_second), Invalid::Delay(_)));
    let roots_of_second = with_delay(&first, |delay| {
        delay.y[z..].copy_from_slice(&second.y[z..]);
        delay.proof[pi..].copy_from_slice(&second.proof[pi..]);
    });
    assert!(matches!(refusal(roots_of_second), Invalid::Roots(_)));
    let exchanged = with_delay(&first, |delay| delay.y.rotate_left(z));
    assert!(chain.verify(&start, exchanged).is_err());
    let segments_exchanged = with_delay(&first, |delay| delay.proof[pi..].rotate_left(128));
    assert!(matches!(refusal(segments_exchanged), Invalid::Roots(_)));
}

/// A verifier goes back from a segment's end, and accepts only the right number there.
#[test]
fn a_root_of_the_wrong_parity_is_refused() {
    for mut house in houses() {
        let (chain, start) = (house.chain.clone(), house.chain.start());
        let round = house.rounds(1).remove(0);
        let p = chain.roots().unwrap().field.prime().to_be_bytes(128).unwrap();
        let negated = |element: &mut [u8]| {
            let mut borrow = 0i16;
            for (digit, of_p) in element.iter_mut().zip(&p).rev() {
                let difference = i16::from(*of_p) - i16::from(*digit) - borrow;
                borrow = i16::from(difference < 0);
                *digit = difference.rem_euclid(256) as u8;
            }
        };
        let (z, pi) = (round.y.len() - 128, round.proof.len() - 128);
        for changed in [
            with_delay(&round, |delay| negated(&mut delay.y[z..])),
            with_delay(&round, |delay| negated(&mut delay.proof[pi..])),
        ] {
            assert!(matches!(chain.verify(&start, changed), Err(Invalid::Roots(_))));
        }
        for bytes in [[0; 128], p.clone().try_into().unwrap(), [0xff; 128]] {
            let changed = with_delay(&round, |delay| delay.y[z..].copy_from_slice(&bytes));
            assert!(matches!(chain.decode_round(&changed.encode()), Err(Malformed::Element { .. })));
            let changed = with_delay(&round, |delay| delay.proof[pi..].copy_from_slice(&bytes));
            assert!(matches!(chain.decode_round(&changed.encode()), Err(Malformed::RootProof(_))));
        }
    }
}

#[test]
fn false_roots_are_named_among_many_rounds() {
    for mut house in houses() {
        let chain = house.chain.clone();
        let rounds = house.rounds(5);
        let z = rounds[0].y.len() - 128;
        let false_at = |places: &[usize]| -> Vec<Pending> {
            let mut tip = chain.start();
            let mut all = vec![];
            for (place, round) in rounds.iter().enumerate() {
                let x = round.facts().x[z..].to_vec();
                let changed = with_delay(round, |delay| {
                    if places.contains(&place) {
                        delay.y[z..].copy_from_slice(&x)
                    }
                });
                // The next round's tickets are drawn after the true one.
                all.push(chain.check(&tip, changed).unwrap());
                tip = chain.tip_after(round);
            }
            all
        };
        for threads in [1, 2] {
            assert_eq!(chain.verify_all(false_at(&[]), threads).unwrap(), rounds);
            let FalseRounds(named) = chain.verify_all(false_at(&[1, 3]), threads).unwrap_err();
            assert!(matches!(named[..], [(2, Invalid::Roots(_)), (4, Invalid::Roots(_))]), "{named:?}");
        }
    }
}

fn entries(rounds: &[Verified<Round>], proof: Option<&EpochProof>) -> Vec<heliast::verify::Entry> {
    let entry = |(index, round): (usize, &Verified<Round>)| heliast::verify::Entry {
        number: round.number,
        bytes: round.encode(),
        epoch_proof: proof.filter(|_| index == 0).map(EpochProof::encode),
    };
    rounds.iter().enumerate().map(entry).collect()
}

/// One proof covers the squarings of many rounds; the roots of each round are still checked one by one.
#[test]
fn an_epoch_proof_is_about_squarings_alone() {
    let [_, mut house] = houses();
    let chain = house.chain.clone();
    let rounds = house.rounds(4);
    let proof = chain.prove_epoch(&pending(&chain, &rounds), 1, |_| true).unwrap();
    let decoded = chain.decode_epoch_proof(&proof.proof.encode()).unwrap();
    assert_eq!(decoded.proof.len(), 128);
    chain.verify_epoch(&pending(&chain, &rounds), &decoded, 2).unwrap();
    let options = || Options { delays: Delays::Combined, last: Some(4), ..Options::default() };
    let source = entries(&rounds, Some(&decoded)).into_iter().map(Ok::<_, Infallible>);
    let reached = Verifier::new(&chain, chain.start(), source, options()).run(|_| true).unwrap();
    assert_eq!((reached.tip, reached.tally.epochs), (chain.tip_after(&rounds[3]), 1));

    let x = rounds[3].facts().x[128..].to_vec();
    let last = with_delay(&rounds[3], |delay| delay.y[128..].copy_from_slice(&x));
    let tip = chain.tip_after(&rounds[2]);
    let mut false_roots = pending(&chain, &rounds);
    false_roots[3] = chain.check(&tip, last.clone()).unwrap();
    let refused = chain.verify_epoch(&false_roots, &decoded, 1).unwrap_err();
    assert_eq!(refused, EpochError::False(vec![4]));
    let mut source = entries(&rounds, Some(&decoded));
    source[3].bytes = last.encode();
    let source = source.into_iter().map(Ok::<_, Infallible>);
    let verifier = Verifier::new(&chain, chain.start(), source, options());
    let error = verifier.run(|_| true).unwrap_err();
    assert!(
        matches!(&error, heliast::verify::Error::Invalid { round: 4, reason: Invalid::Roots(_) }),
        "{error}"
    );
}

#[test]
fn roots_alone_have_no_epoch_proofs_and_readers_pass_over_one() {
    let [mut house, both] = houses();
    let chain = house.chain.clone();
    let rounds = house.rounds(2);
    assert!(matches!(
        chain.prove_epoch(&pending(&chain, &rounds), 1, |_| true),
        Err(EpochError::Malformed(Malformed::Field { .. }))
    ));
    let proof = EpochProof { chain: *chain.id(), first: 1, count: 2, proof: vec![1; 128] };
    assert!(chain.decode_epoch_proof(&proof.encode()).is_err());
    assert!(
        both.chain.decode_epoch_proof(&EpochProof { proof: vec![0; 128], ..proof.clone() }.encode()).is_err()
    );
    for delays in [Delays::Own, Delays::Combined] {
        let options = Options { delays, last: Some(2), ..Options::default() };
        let source = entries(&rounds, Some(&proof)).into_iter().map(Ok::<_, Infallible>);
        let reached = Verifier::new(&chain, chain.start(), source, options).run(|_| true).unwrap();
        assert_eq!((reached.tip.round(), reached.tally.epochs), (2, 0));
    }
}

#[test]
fn bundles_carry_them() {
    for mut house in houses() {
        let chain = house.chain.clone();
        let mut bytes = vec![];
        bundle::write_header(&mut bytes, &chain, &chain.start(), 3).unwrap();
        let rounds = house.rounds(3);
        rounds.iter().for_each(|round| bundle::write_round(&mut bytes, &round.encode()).unwrap());
        let mut reader = bundle::Reader::new(&bytes[..], Pin::Chain(*chain.id())).unwrap();
        let mut read = vec![];
        while let Some(round) = reader.next_round().unwrap() {
            read.push(round);
        }
        assert_eq!(read, rounds);
    }
}

#[test]
fn geneses_that_no_chain_has() {
    let [alone, both] = geneses();
    let with = |genesis: &Genesis, change: &dyn Fn(&mut RootRules)| {
        let mut genesis = genesis.clone();
        change(genesis.delays.roots.as_mut().unwrap());
        genesis
    };
    for genesis in [&alone, &both] {
        let refused = |change: &dyn Fn(&mut RootRules)| {
            let bad = with(genesis, change);
            let error = Chain::new(bad.clone()).unwrap_err();
            assert!(Chain::from_bytes(&bad.to_bytes()).is_err(), "{error}");
            error.to_string()
        };
        assert!(refused(&|roots| roots.t = 0).starts_with("t: "));
        assert!(refused(&|roots| roots.t = 1 << 40).starts_with("t: "));
        assert!(refused(&|roots| roots.segments = 0).starts_with("segments: "));
        assert!(refused(&|roots| roots.segments = 257).starts_with("segments: "));
        assert!(refused(&|roots| roots.t = u64::from(SEGMENTS) - 1).starts_with("segments: "));
        assert!(refused(&|roots| roots.bits = 1_025).starts_with("roots' prime: "));
        assert!(refused(&|roots| roots.bits = 4_096).starts_with("roots' prime: "));
        assert!(refused(&|roots| roots.seed = vec![1; 31]).starts_with("seed of the roots' prime: "));
        assert!(refused(&|roots| roots.counter += 1).starts_with("roots: "));
        assert!(refused(&|roots| roots.counter = 1 << 24).starts_with("roots: "));
        let longest = with(genesis, &|roots| (roots.t, roots.segments) = (256, 256));
        assert_eq!(Chain::from_bytes(&longest.to_bytes()).unwrap().genesis(), &longest);
    }
    let none = Genesis { delays: DelayRules { squarings: None, roots: None }, ..alone.clone() };
    assert!(Chain::new(none).unwrap_err().to_string().starts_with("delay: "));
    // Version, scheme, then the proof system and the suite.
    let (mut bytes, system) = (alone.to_bytes(), 6);
    assert_eq!(bytes[system..system + 5], [2, 0, 0, 0, 0]);
    for (place, byte) in [(system, 4), (system + 1, 2), (system + 4, 1)] {
        let before = std::mem::replace(&mut bytes[place], byte);
        assert!(Genesis::from_bytes(&bytes).is_err(), "{place}");
        bytes[place] = before;
    }
    let mut bytes = both.to_bytes();
    assert_eq!(bytes[system], 3);
    let inner = system + 5 + 8 + 8 + 4 + 2 + 1 + 4;
    assert_eq!(bytes[inner], 0);
    for inside in [2, 3] {
        bytes[inner] = inside;
        assert!(Genesis::from_bytes(&bytes).is_err(), "{inside} inside");
    }
}

/// The time and the number of a round are in the input of both delays.
#[test]
fn another_time_needs_other_delays() {
    for mut house in houses() {
        let (chain, start) = (house.chain.clone(), house.chain.start());
        let round = house.rounds(1).remove(0);
        let later = Round { time_ms: START_MS + u64::from(PERIOD_MS), ..(*round).clone() };
        assert!(matches!(chain.verify(&start, later), Err(Invalid::Delay(_) | Invalid::Roots(_))));
        let other: Tip = chain.tip_after(&round);
        assert!(matches!(chain.verify(&other, (*round).clone()), Err(Invalid::Number { .. })));
    }
}
