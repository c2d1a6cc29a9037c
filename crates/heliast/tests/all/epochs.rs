//! Epochs, with one proof for many delays. These tests check which proofs are accepted and that all others
//! are refused. The rounds' own proofs then name the false round.

use crate::common::{House, PERIOD_MS, START_MS, class_genesis, genesis, with_squarings};
use heliast::{
    Chain, EPOCH_ROUNDS, EpochError, EpochProof, FalseRounds, Invalid, Malformed, Pending, Round,
    StatelessScheme, Tip, Verified,
    bundle::{self, BundleError, Pin},
};
use std::sync::atomic::{AtomicU32, Ordering};

const THREADS: usize = 2;

/// A chain of delays so long that their proofs differ: where 2^t is less than the challenge, every
/// proof is the identity.
fn house_of(nonce: u8) -> House {
    let genesis = with_squarings(genesis(StatelessScheme::EcvrfTai, nonce), |one| one.t = 400);
    House { chain: Chain::new(genesis).unwrap(), ..House::new(StatelessScheme::EcvrfTai, nonce) }
}

fn house() -> House {
    house_of(9)
}

/// A chain with delays in a class group.
fn class_house() -> House {
    House::of(with_squarings(class_genesis(StatelessScheme::EcvrfTai, 9), |one| one.t = 400))
}

/// Checks everything but the delays of these rounds, which begin the chain.
fn pending(chain: &Chain, rounds: &[Round]) -> Vec<Pending> {
    let mut tip = chain.start();
    let check = |round: &Round| {
        let pending = chain.check(&tip, round.clone()).unwrap();
        tip = chain.follow_unverified(&tip, round).unwrap();
        pending
    };
    rounds.iter().map(check).collect()
}

/// The first rounds, checked except for their delays.
fn first(house: &mut House, count: u64) -> Vec<Pending> {
    let rounds = plain(&house.rounds(count));
    pending(&house.chain, &rounds)
}

fn plain(rounds: &[Verified<Round>]) -> Vec<Round> {
    rounds.iter().map(|round| (**round).clone()).collect()
}

/// Rounds of an attacker who has every key. The delay's output in round `at` is another element.
fn with_a_false_delay(house: &mut House, count: u64, at: u64) -> Vec<Round> {
    let chain = house.chain.clone();
    let (mut rounds, mut tip) = (Vec::new(), chain.start());
    for number in 1..=count {
        let mut round = (*house.round(&tip)).clone();
        if number == at {
            round.y = chain.check(&tip, round.clone()).unwrap().facts().x.clone();
        }
        tip = chain.follow_unverified(&tip, &round).unwrap();
        rounds.push(round);
    }
    rounds
}

#[test]
fn an_epoch_says_what_its_rounds_say() {
    let mut house = house();
    let rounds = house.rounds(10);
    let pending = pending(&house.chain, &plain(&rounds));
    let told = AtomicU32::new(0);
    let count = |_| told.fetch_add(1, Ordering::Relaxed) < u32::MAX;
    let epoch = house.chain.prove_epoch(&pending, THREADS, count).unwrap();
    assert!(told.into_inner() > 0);
    assert_eq!(epoch.rounds, plain(&rounds));
    let facts: Vec<_> = rounds.iter().map(|round| round.facts().clone()).collect();
    assert_eq!(*epoch.facts(), facts);
    assert_eq!((epoch.proof.rounds(), epoch.proof.chain), (1..=10, *house.chain.id()));

    let decoded = house.chain.decode_epoch_proof(&epoch.proof.encode()).unwrap();
    assert_eq!(decoded, epoch.proof);
    for threads in [1, 3] {
        assert_eq!(house.chain.verify_epoch(&pending, &decoded, threads).unwrap(), epoch);
    }
    assert_eq!(house.chain.verify_all(pending, THREADS).unwrap(), rounds);
    assert_eq!(EPOCH_ROUNDS.get(), 1_000);
}

#[test]
fn an_epoch_may_be_one_round_and_may_begin_anywhere() {
    let mut house = house();
    let rounds = plain(&house.rounds(4));
    let all = pending(&house.chain, &rounds);
    for places in [0..1, 1..3, 3..4, 0..4] {
        let epoch = house.chain.prove_epoch(&all[places.clone()], 1, |_| true).unwrap();
        assert_eq!(epoch.rounds, rounds[places.clone()]);
        for others in [0..1, 1..3, 3..4, 0..4].into_iter().filter(|others| *others != places) {
            let refused = house.chain.verify_epoch(&all[others], &epoch.proof, 1).unwrap_err();
            assert!(matches!(refused, EpochError::Rounds { .. }), "{refused}");
        }
    }
    assert_eq!(house.chain.verify_epoch(&[], &proof_of(&house.chain, &all), 1), Err(EpochError::Count(0)));
    assert_eq!(house.chain.prove_epoch(&[], 1, |_| true), Err(EpochError::Count(0)));
}

fn proof_of(chain: &Chain, rounds: &[Pending]) -> EpochProof {
    chain.prove_epoch(rounds, THREADS, |_| true).unwrap().proof.clone()
}

#[test]
fn a_false_output_anywhere_is_refused_and_named() {
    let mut house = house();
    let chain = house.chain.clone();
    let honest = first(&mut house, 6);
    let proof = proof_of(&chain, &honest);
    for at in 1..=6 {
        let lying = pending(&chain, &with_a_false_delay(&mut house, 6, at));
        let refused = chain.verify_epoch(&lying, &proof, THREADS).unwrap_err();
        assert!(matches!(refused, EpochError::Invalid(_)), "{at}: {refused}");
        // The rounds' own proofs say which round it is, and a prover of the epoch learns the same.
        let FalseRounds(found) = chain.verify_all(lying.clone(), THREADS).unwrap_err();
        assert!(matches!(found[..], [(round, Invalid::Delay(_))] if round == at), "{at}: {found:?}");
        assert_eq!(chain.prove_epoch(&lying, THREADS, |_| true), Err(EpochError::False(vec![at])));
    }
}

/// An epoch says nothing about the rounds' own proofs, so it does not give a list of `Verified<Round>`.
#[test]
fn a_false_proof_of_a_round_is_not_an_epochs_business() {
    let mut house = house();
    let chain = house.chain.clone();
    let mut rounds = plain(&house.rounds(3));
    let proof = proof_of(&chain, &pending(&chain, &rounds));
    rounds[1].proof = rounds[0].proof.clone();
    let changed = pending(&chain, &rounds);
    assert_eq!(chain.verify_epoch(&changed, &proof, 1).unwrap().rounds, rounds);
    assert!(matches!(chain.verify_all(changed.clone(), 1), Err(FalseRounds(found)) if found[0].0 == 2));
    assert!(matches!(changed[1].clone().verify(), Err(Invalid::Delay(_))));
}

#[test]
fn an_epoch_needs_rounds_that_follow_each_other() {
    let mut house = house();
    let chain = house.chain.clone();
    let rounds = first(&mut house, 5);
    let proof = proof_of(&chain, &rounds);
    let refused = |order: &[usize]| {
        let list: Vec<_> = order.iter().map(|place| rounds[*place].clone()).collect();
        assert_eq!(
            chain.prove_epoch(&list, 1, |_| true).unwrap_err(),
            chain.verify_epoch(&list, &proof, 1).unwrap_err()
        );
        chain.verify_epoch(&list, &proof, 1).unwrap_err()
    };
    assert_eq!(refused(&[0, 2, 1, 3, 4]), EpochError::Gap(3));
    assert_eq!(refused(&[0, 1, 2, 2, 4]), EpochError::Gap(3));
    assert_eq!(refused(&[0, 1, 2, 4]), EpochError::Gap(5));
    assert_eq!(refused(&[4, 3, 2, 1, 0]), EpochError::Gap(4));
    // Rounds with the same numbers, but of a fork of this chain.
    let fork = pending(&chain, &with_a_false_delay(&mut house, 5, 2));
    let mixed: Vec<_> = rounds[..3].iter().chain(&fork[3..]).cloned().collect();
    assert_eq!(chain.verify_epoch(&mixed, &proof, 1), Err(EpochError::Gap(4)));

    let fewer = chain.verify_epoch(&rounds[..4], &proof, 1).unwrap_err();
    assert_eq!(fewer, EpochError::Rounds { expected: 1..=4, found: 1..=5 });
    let shortened = EpochProof { count: 4, ..proof.clone() };
    assert!(matches!(chain.verify_epoch(&rounds[..4], &shortened, 1), Err(EpochError::Invalid(_))));
    let moved = EpochProof { first: 2, count: 4, ..proof };
    assert!(matches!(chain.verify_epoch(&rounds[1..], &moved, 1), Err(EpochError::Invalid(_))));
}

#[test]
fn other_chains_are_refused() {
    let mut house = house();
    let mut other = house_of(10);
    let rounds = first(&mut house, 3);
    let foreign = first(&mut other, 3);
    let proof = proof_of(&house.chain, &rounds);
    let theirs = proof_of(&other.chain, &foreign);
    assert_eq!(house.chain.verify_epoch(&rounds, &theirs, 1), Err(EpochError::OtherChain));
    assert_eq!(house.chain.verify_epoch(&foreign, &theirs, 1), Err(EpochError::OtherChain));
    let renamed = EpochProof { chain: *house.chain.id(), ..theirs };
    assert!(matches!(house.chain.verify_epoch(&rounds, &renamed, 1), Err(EpochError::Invalid(_))));
    let mixed = vec![rounds[0].clone(), foreign[1].clone()];
    assert_eq!(house.chain.verify_epoch(&mixed, &proof, 1), Err(EpochError::OtherChain));
    assert_eq!(house.chain.verify_all(mixed, 1), Err(FalseRounds(vec![(2, Invalid::OtherChain)])));
    assert_eq!(house.chain.verify_all(vec![], 1), Ok(vec![]));
}

#[test]
fn every_byte_of_an_epoch_proof_counts() {
    every_byte_counts(house());
    every_byte_counts(class_house());
}

fn every_byte_counts(mut house: House) {
    let chain = &house.chain.clone();
    let rounds = first(&mut house, 3);
    let bytes = proof_of(chain, &rounds).encode();
    let accepted = |bytes: &[u8]| {
        chain.decode_epoch_proof(bytes).is_ok_and(|proof| chain.verify_epoch(&rounds, &proof, 1).is_ok())
    };
    assert!(accepted(&bytes));
    for i in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[i] ^= 1 << (i % 8);
        assert!(!accepted(&flipped), "byte {i}");
        assert_eq!(chain.decode_epoch_proof(&bytes[..i]).err(), Some(short(i)), "cut at {i}");
    }
    let trailing = chain.decode_epoch_proof(&[&bytes[..], &[0]].concat());
    assert_eq!(trailing, Err(Malformed::Trailing("epoch proof")));

    let proof = chain.decode_epoch_proof(&bytes).unwrap();
    let refused = |proof: EpochProof| chain.decode_epoch_proof(&proof.encode()).unwrap_err().to_string();
    assert!(refused(EpochProof { count: 0, ..proof.clone() }).starts_with("count: "));
    assert!(refused(EpochProof { count: 65_537, ..proof.clone() }).starts_with("count: "));
    assert!(refused(EpochProof { first: 0, ..proof.clone() }).starts_with("first round: "));
    assert!(refused(EpochProof { first: u64::MAX - 2, ..proof.clone() }).starts_with("first round: "));
    assert!(
        refused(EpochProof { proof: vec![0xff; chain.output_len()], ..proof }).starts_with("epoch proof: ")
    );
}

fn short(len: usize) -> Malformed {
    if len < 5 { Malformed::Magic("epoch proof") } else { Malformed::Short("epoch proof") }
}

#[test]
fn proving_can_be_interrupted() {
    let mut house = house();
    let rounds = first(&mut house, 2);
    assert_eq!(house.chain.prove_epoch(&rounds, 1, |_| false), Err(EpochError::Interrupted));
}

#[test]
fn a_round_is_checked_in_its_place_before_its_delay() {
    let mut house = house();
    let chain = house.chain.clone();
    let first = (*house.round(&chain.start())).clone();
    let check = |round: Round| chain.check(&chain.start(), round).unwrap_err();
    assert_eq!(check(Round { number: 2, ..first.clone() }), Invalid::Number { expected: 1, found: 2 });
    let off_grid = START_MS + u64::from(PERIOD_MS) / 2;
    assert_eq!(check(Round { time_ms: off_grid, ..first.clone() }), Invalid::Time(off_grid));
    assert!(matches!(check(Round { y: vec![1], ..first }), Invalid::Malformed(_)));
}

/// A bundle of these frames, of which the epoch proofs are not counted.
fn bundle_of(chain: &Chain, frames: &[&[u8]], count: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    bundle::write_header(&mut bytes, chain, &chain.start(), count).unwrap();
    frames.iter().for_each(|frame| bundle::write_round(&mut bytes, frame).unwrap());
    bytes
}

/// The epoch proof before each round, if there is one.
type Proofs = Vec<Option<Vec<u8>>>;

fn read(bytes: &[u8]) -> Result<(Tip, Proofs), BundleError> {
    let mut reader = bundle::Reader::new(bytes, Pin::AnyChain)?;
    while reader.next_round()?.is_some() {}
    let tip = reader.tip();
    let (mut reader, mut proofs) = (bundle::Reader::new(bytes, Pin::AnyChain)?, Vec::new());
    while let Some(entry) = reader.next_entry()? {
        proofs.push(entry.epoch_proof);
    }
    Ok((tip.clone(), proofs))
}

#[test]
fn epoch_proofs_stand_before_their_rounds_in_bundles() {
    let mut house = house();
    let chain = house.chain.clone();
    let rounds = house.rounds(4);
    let all = pending(&chain, &plain(&rounds));
    let proofs = [&all[..2], &all[2..]].map(|rounds| proof_of(&chain, rounds).encode());
    let encoded: Vec<_> = rounds.iter().map(|round| round.encode()).collect();
    let frames: Vec<&[u8]> = vec![&proofs[0], &encoded[0], &encoded[1], &proofs[1], &encoded[2], &encoded[3]];
    let tip = chain.tip_after(&rounds[3]);
    let expected = vec![Some(proofs[0].clone()), None, Some(proofs[1].clone()), None];
    assert_eq!(read(&bundle_of(&chain, &frames, 4)).unwrap(), (tip.clone(), expected));
    // Proofs may be left out, and may be any bytes that look like a proof.
    let without: Vec<&[u8]> = encoded.iter().map(Vec::as_slice).collect();
    assert_eq!(read(&bundle_of(&chain, &without, 4)).unwrap(), (tip, vec![None; 4]));
    let nonsense: Vec<&[u8]> = [&[&b"HLEP\x07"[..]], &without[..]].concat();
    assert_eq!(read(&bundle_of(&chain, &nonsense, 4)).unwrap().1[0], Some(b"HLEP\x07".to_vec()));

    let refused = |frames: &[&[u8]]| read(&bundle_of(&chain, frames, 4)).unwrap_err().to_string();
    let doubled: Vec<&[u8]> = [&[&proofs[0][..], &proofs[0]], &without[..]].concat();
    assert_eq!(
        refused(&doubled),
        "round 1: this is not a round, or one of a version that this program does not know"
    );
    let at_the_end: Vec<&[u8]> = [&without[..], &[&proofs[0][..]]].concat();
    assert_eq!(refused(&at_the_end), "round 4: the bundle has bytes left over at its end");
    for version in [1, 2, 5] {
        let mut other = bundle_of(&chain, &frames, 4);
        other[4] = version;
        assert!(matches!(read(&other), Err(BundleError::Header(Malformed::Magic(_)))));
    }
    let whole = bundle_of(&chain, &frames, 4);
    for cut in (0..whole.len()).step_by(29) {
        assert!(read(&whole[..cut]).is_err(), "cut at {cut}");
    }
}
