//! The rules of `spec/finality.md`, one by one, on frames that tests sign; then sequences of frames against
//! an oracle that knows sets of validators and nothing of bytes.

mod oracle;

use super::*;
use crate::{
    BlockVerifier, KeyType, Malformed, Record, SignedBlock, Validator,
    header::Header,
    signed::is_supermajority,
    tests::{
        record::CHAIN,
        sample::{leaves, set, validator},
    },
    vote::{Block, Vote},
};
use ed25519_dalek::{Signer, SigningKey};

/// A frame to be signed: the header's content, and who signs what.
#[derive(Clone)]
struct Draft {
    chain_id: [u8; 32],
    round: u64,
    record: Record,
    /// The record, chain and tip of the header's application hash.
    app: (Record, [u8; 32], usize),
    height: u64,
    engine_chain_id: String,
    block: Block,
    /// The validators of the frame, by seeds and power.
    validators: Vec<(u8, u64)>,
    /// The validators of the hash in the header.
    hashed: Vec<(u8, u64)>,
    signers: Vec<u8>,
    /// The validators of the next height; if `None`, the header has arbitrary bytes for them.
    next: Option<Vec<(u8, u64)>>,
}

const RECORD: Record = Record { opened_ms: 10, closed_ms: 20, state: [30; 32] };
const FOUR: [(u8, u64); 4] = [(1, 10), (2, 10), (3, 10), (4, 5)];

fn set_of(validators: &[(u8, u64)]) -> ValidatorSet {
    set(validators.iter().map(|(seed, power)| validator(*seed, *power)).collect())
}

/// A verifier that trusts these validators, as if it had read their network file.
fn verifier(validators: &[(u8, u64)]) -> Verifier {
    let (chain_id, first) = (*CHAIN.0.id(), set_of(validators));
    let lists = Lists::new(ValidatorList::of(&chain_id, KeyType::Ed25519, first.validators()));
    let (engine_chain_id, gone) = (engine_chain_id(&chain_id), BTreeSet::new());
    Verifier { chain_id, engine_chain_id, lists, trusted: first, height: 0, round: 0, gone, last: 0 }
}

/// The tip after the first round.
fn tip() -> &'static Tip {
    &CHAIN.1[1]
}

impl Draft {
    /// A frame of the first round that these validators sign, all of them.
    fn new(height: u64, validators: &[(u8, u64)]) -> Draft {
        let chain_id = *CHAIN.0.id();
        Draft {
            chain_id,
            round: 1,
            record: RECORD,
            app: (RECORD, chain_id, 1),
            height,
            engine_chain_id: engine_chain_id(&chain_id),
            block: Block { commit_round: 0, parts: 1, parts_hash: [2; 32] },
            validators: validators.to_vec(),
            hashed: validators.to_vec(),
            signers: validators.iter().map(|(seed, _)| *seed).collect(),
            next: None,
        }
    }

    fn header(&self) -> Header {
        let mut leaves = leaves(self.height);
        let (record, chain_id, tip) = &self.app;
        leaves[header::CHAIN_ID] = header::bytes(self.engine_chain_id.as_bytes());
        leaves[header::VALIDATORS_HASH] = header::bytes(&set_of(&self.hashed).hash());
        leaves[header::APP_HASH] = header::bytes(&record.app_hash(chain_id, &CHAIN.1[*tip]));
        if let Some(next) = &self.next {
            leaves[header::NEXT_VALIDATORS_HASH] = header::bytes(&set_of(next).hash());
        }
        Header::new(leaves).unwrap()
    }

    /// The frame, with a vote of each signer.
    fn signed(&self) -> Frame {
        let (header, set) = (self.header(), set_of(&self.validators));
        let vote = |one: &Validator| {
            let seed = self.signers.iter().find(|seed| validator(**seed, 1).key == one.key)?;
            Some(self.vote(&header, *seed))
        };
        let votes = set.validators().iter().map(vote).collect();
        let (chain_id, round, record, block) = (self.chain_id, self.round, self.record, self.block.clone());
        Frame { chain_id, round, record, header, block, set, votes }
    }

    fn vote(&self, header: &Header, seed: u8) -> Vote {
        let mut vote = Vote { seconds: 100 + u64::from(seed), nanoseconds: 7, signature: vec![] };
        let message = vote.signed(header, &self.block, &engine_chain_id(CHAIN.0.id()));
        vote.signature = SigningKey::from_bytes(&[seed; 32]).sign(&message).to_bytes().to_vec();
        vote
    }
}

#[test]
fn a_frame_that_all_have_signed_is_accepted() {
    let mut verifier = verifier(&FOUR);
    let signed = verifier.verify(&Draft::new(7, &FOUR).signed(), tip()).unwrap();
    let expected = Signed {
        round: 1,
        height: 7,
        power: 35,
        total: 35,
        signers: 4,
        validators: 4,
        opened_ms: 10,
        closed_ms: 20,
    };
    assert_eq!(signed, expected);
    assert_eq!((verifier.height, verifier.last_round(), verifier.trusted()), (7, 1, &set_of(&FOUR)));
}

/// A frame about the past is verified, and undoes nothing.
#[test]
fn an_older_frame_changes_nothing() {
    let mut verifier = verifier(&FOUR);
    let less = &FOUR[..3];
    verifier.verify(&Draft::new(7, less).signed(), tip()).unwrap();
    let mut older = Draft::new(3, &FOUR);
    (older.round, older.app.2) = (0, 0);
    let signed = verifier.verify(&older.signed(), &CHAIN.1[0]).unwrap();
    assert_eq!((signed.round, signed.height, signed.total), (0, 3, 35));
    assert_eq!((verifier.height, verifier.last_round(), verifier.trusted()), (7, 1, &set_of(less)));
}

/// Breaks one rule of a frame.
type Break = fn(&mut Draft);

#[test]
fn each_rule_that_is_broken_alone_has_its_refusal() {
    let rules: [(&str, Break, Invalid); 17] = [
        ("1: another chain", |draft| draft.chain_id[31] ^= 1, Invalid::OtherChain),
        ("1: a later round", |draft| draft.round = 2, Invalid::OtherRound { expected: 1, found: 2 }),
        ("1: an earlier round", |draft| draft.round = 0, Invalid::OtherRound { expected: 1, found: 0 }),
        ("2: another chain of the engine", |draft| draft.engine_chain_id.push('0'), Invalid::HeaderChain),
        ("2: no chain of the engine", |draft| draft.engine_chain_id.clear(), Invalid::HeaderChain),
        ("2: another power", |draft| draft.hashed[3].1 = 6, Invalid::HeaderValidators),
        ("2: another key", |draft| draft.hashed[3].0 = 5, Invalid::HeaderValidators),
        ("2: one validator less", |draft| draft.hashed.truncate(3), Invalid::HeaderValidators),
        ("2: another opening time", |draft| draft.record.opened_ms += 1, Invalid::HeaderRound),
        ("2: another closing time", |draft| draft.record.closed_ms -= 1, Invalid::HeaderRound),
        ("2: another state", |draft| draft.record.state[0] ^= 1, Invalid::HeaderRound),
        ("2: the round before", |draft| draft.app.2 = 0, Invalid::HeaderRound),
        ("2: a round of another chain", |draft| draft.app.1[0] ^= 1, Invalid::HeaderRound),
        ("4: nobody signed", |draft| draft.signers.clear(), Invalid::Power { signed: 0, total: 35 }),
        ("4: too few signed", |draft| draft.signers = vec![1, 2], Invalid::Power { signed: 20, total: 35 }),
        (
            "5: somebody joined",
            |draft| {
                draft.validators.push((5, 1));
                draft.hashed.push((5, 1));
            },
            Invalid::Newcomer(4),
        ),
        (
            "5: too little of the trusted power",
            |draft| {
                draft.validators.truncate(2);
                draft.hashed.truncate(2);
            },
            Invalid::Trusted { signed: 20, total: 35 },
        ),
    ];
    for (rule, broken, expected) in rules {
        let (mut verifier, mut draft) = (verifier(&FOUR), Draft::new(7, &FOUR));
        broken(&mut draft);
        assert_eq!(verifier.verify(&draft.signed(), tip()), Err(expected), "{rule}");
        assert_eq!((verifier.height, verifier.last, verifier.trusted), (0, 0, set_of(&FOUR)), "{rule}");
    }
}

/// Changes data that a signature covers.
type Change = fn(&mut Frame);

/// Rule 3: a vote is one on this block, at its time, by its validator.
#[test]
fn a_signature_is_on_all_that_a_vote_says() {
    let mut draft = Draft::new(7, &FOUR);
    draft.signers = vec![1, 2, 3];
    let changes: [(&str, Change); 11] = [
        ("the commit round", |frame| frame.block.commit_round = 1),
        ("the number of parts", |frame| frame.block.parts = 2),
        ("the parts' hash", |frame| frame.block.parts_hash[0] ^= 1),
        ("a field that the verifier does not look at", |frame| {
            frame.header = Draft { height: 8, ..Draft::new(8, &FOUR) }.header();
        }),
        ("the second of a vote", |frame| frame.votes.iter_mut().flatten().for_each(|vote| vote.seconds += 1)),
        ("the nanosecond", |frame| frame.votes.iter_mut().flatten().for_each(|vote| vote.nanoseconds = 0)),
        ("R", |frame| frame.votes.iter_mut().flatten().for_each(|vote| vote.signature[0] ^= 1)),
        ("S", |frame| frame.votes.iter_mut().flatten().for_each(|vote| vote.signature[32] ^= 1)),
        ("nothing in place of a signature", |frame| {
            frame.votes.iter_mut().flatten().for_each(|vote| vote.signature.clear());
        }),
        ("signatures in another order", |frame| frame.votes[..3].rotate_left(1)),
        ("the votes of others", |frame| frame.votes.rotate_left(1)),
    ];
    assert!(verifier(&FOUR).verify(&draft.signed(), tip()).is_ok());
    for (what, change) in changes {
        let mut frame = draft.signed();
        change(&mut frame);
        let found = verifier(&FOUR).verify(&frame, tip());
        assert!(matches!(found, Err(Invalid::Signature(_))), "{what}: {found:?}");
    }
}

/// This also holds if the other signatures suffice, wherever the false one stands.
#[test]
fn one_false_signature_makes_a_frame_invalid() {
    for place in 0..4 {
        let mut frame = Draft::new(7, &FOUR).signed();
        frame.votes[place].as_mut().unwrap().signature[1] ^= 1;
        assert_eq!(verifier(&FOUR).verify(&frame, tip()), Err(Invalid::Signature(place)));
    }
}

#[test]
fn power_counts_and_not_heads() {
    let powers = [(1, 100), (2, 30), (3, 10), (4, 9)];
    let signed_by = |signers: &[u8]| {
        let mut draft = Draft::new(7, &powers);
        draft.signers = signers.to_vec();
        verifier(&powers).verify(&draft.signed(), tip()).map(|signed| (signed.power, signed.signers))
    };
    // A power of 100 of 149 is needed.
    assert_eq!(signed_by(&[1]), Ok((100, 1)));
    assert_eq!(signed_by(&[2, 3, 4]), Err(Invalid::Power { signed: 49, total: 149 }));
    let two_thirds = [(1, 20), (2, 10)];
    let mut draft = Draft::new(7, &two_thirds);
    draft.signers = vec![1];
    let found = verifier(&two_thirds).verify(&draft.signed(), tip());
    assert_eq!(found, Err(Invalid::Power { signed: 20, total: 30 }), "exactly two thirds are too few");
}

#[test]
fn more_than_two_thirds_is_a_fraction() {
    for total in 1u64..200 {
        for power in 0..=total {
            let is_more = (power as f64 / total as f64) > 2.0 / 3.0 + 1e-9;
            assert_eq!(is_supermajority(power, total), is_more, "{power} of {total}");
        }
    }
    let most = (1u64 << 53) - 1;
    let least = u64::try_from(2 * u128::from(most) / 3 + 1).unwrap();
    assert!(is_supermajority(least, most) && !is_supermajority(least - 1, most));
    assert!(is_supermajority(most, most) && !is_supermajority(0, most));
}

/// A light client of the engine begins with a block: the round and the application hash have no meaning for
/// it.
#[test]
fn a_block_is_verified_without_its_round() {
    let fresh = || BlockVerifier::of(CHAIN.0.id(), false, set_of(&FOUR));
    let mut draft = Draft::new(7, &FOUR);
    draft.round = 99;
    draft.app.0.state = [0; 32];
    let frame = draft.signed();
    let expected = SignedBlock { height: 7, hash: frame.header.hash() };
    assert_eq!(fresh().verify(&frame), Ok(expected));
    let refused: [(Break, Invalid); 5] = [
        (|draft| draft.chain_id[0] ^= 1, Invalid::OtherChain),
        (|draft| draft.engine_chain_id.push('0'), Invalid::HeaderChain),
        (|draft| draft.hashed[0].1 = 11, Invalid::HeaderValidators),
        (|draft| draft.signers = vec![1, 2], Invalid::Power { signed: 20, total: 35 }),
        (
            |draft| {
                draft.validators[3].1 = 4;
                draft.hashed[3].1 = 4;
            },
            Invalid::Newcomer(3),
        ),
    ];
    for (broken, expected) in refused {
        let mut draft = draft.clone();
        broken(&mut draft);
        assert_eq!(fresh().verify(&draft.signed()), Err(expected));
    }
    let mut forged = frame;
    forged.votes[2].as_mut().unwrap().seconds += 1;
    assert_eq!(fresh().verify(&forged), Err(Invalid::Signature(2)));
}

/// Where validators may change, the last block names the next ones, or enough of the validators before sign.
#[test]
fn blocks_lead_from_validators_to_the_next() {
    let draft = |height, validators: &[(u8, u64)], next: &[(u8, u64)]| {
        let mut draft = Draft::new(height, validators);
        draft.next = Some(next.to_vec());
        draft
    };
    let (new, others) = ([(1, 10), (5, 10), (6, 10)], [(7, 10), (8, 10)]);
    let fresh = || BlockVerifier::of(CHAIN.0.id(), true, set_of(&FOUR));
    let mut verifier = fresh();
    let (first, second) = (draft(7, &FOUR, &new).signed(), draft(9, &new, &others).signed());
    assert_eq!(verifier.verify(&second), Err(Invalid::Trusted { signed: 10, total: 35 }));
    for frame in [&first, &second, &draft(11, &others, &others).signed(), &first] {
        let found = verifier.verify(frame);
        // Blocks of the past were not signed by the validators trusted now.
        let is_past = frame.height() < verifier.height();
        assert_eq!(found.is_err(), is_past, "{found:?}");
    }
    assert_eq!(verifier.height(), 11);
    // The block before the last no longer has any effect.
    let mut verifier = fresh();
    verifier.verify(&first).unwrap();
    verifier.verify(&draft(8, &FOUR, &FOUR).signed()).unwrap();
    assert_eq!(verifier.verify(&second), Err(Invalid::Trusted { signed: 10, total: 35 }));
    // The next validators need not be named where enough of those before signed.
    let joined = [FOUR[0], FOUR[1], FOUR[2], (9, 12)];
    assert_eq!(fresh().verify(&draft(7, &joined, &joined).signed()).map(|block| block.height), Ok(7));
    let fixed = BlockVerifier::of(CHAIN.0.id(), false, set_of(&FOUR));
    assert_eq!(fixed.clone().verify(&draft(7, &joined, &joined).signed()), Err(Invalid::Newcomer(0)));
}

#[test]
fn bytes_are_verified_as_the_frame_that_they_are() {
    let bytes = Draft::new(7, &FOUR).signed().to_bytes();
    assert_eq!(verifier(&FOUR).verify_bytes(&bytes, tip()).unwrap().height, 7);
    let found = verifier(&FOUR).verify_bytes(&bytes[1..], tip());
    assert_eq!(found, Err(FrameError::Malformed(Malformed::Magic("frame of finality"))));
    let found = verifier(&FOUR).verify_bytes(&bytes, &CHAIN.1[0]);
    assert_eq!(found, Err(FrameError::Invalid(Invalid::OtherRound { expected: 0, found: 1 })));
}

#[test]
fn a_verifier_begins_with_the_network_file_of_its_chain() {
    let file = NetworkFile::new(3, 0, vec![validator(1, 1)], [0; 32]).unwrap();
    assert_eq!(Verifier::new(&CHAIN.0, &file).err(), Some(Invalid::OtherNetwork));
}
