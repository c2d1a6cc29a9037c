//! Answers of the reference, and of CometBFT 0.40, whose networks signed for the rounds of these chains.

use heliast::{
    Chain, Tip,
    bundle::{Pin, Reader},
};
use heliast_finality::{
    BlockVerifier, ConsensusKey, EngineError, Frame, FrameError, Invalid, KeyType, NetworkFile, NoEffect,
    Record, ValidatorList, ValidatorSet, Verifier, engine_chain_id,
};
use std::collections::{BTreeMap, HashSet};
use testkit::{Value, assert_class, bytes, cases, error_class, list, number, of_kind, place, text};

const FILE: &str = "finality.json";
/// The vectors of chains whose validators change.
const CHANGING: &str = "validators_finality.json";

struct Network {
    chain: Chain,
    file: NetworkFile,
    /// The tips after each round, from round 0 on.
    tips: Vec<Tip>,
}

fn networks(all: &[Value]) -> BTreeMap<String, Network> {
    of_kind(all, "network").into_iter().map(|case| (text(case, "name").to_owned(), network(case))).collect()
}

fn network(case: &Value) -> Network {
    let chain = Chain::from_bytes(&bytes(case, "genesis_bytes")).unwrap();
    let mut tips = vec![chain.start()];
    for round in list(case, "rounds") {
        let tip = tips.last().unwrap();
        let round = chain.decode_round(&hex(round)).unwrap();
        tips.push(chain.tip_after(&chain.verify(tip, round).unwrap()));
    }
    Network { chain, file: NetworkFile::from_bytes(&bytes(case, "bytes")).unwrap(), tips }
}

fn hex(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

fn record(case: &Value) -> Record {
    let state = bytes(case, "state").try_into().unwrap();
    Record { opened_ms: number(case, "opened_ms"), closed_ms: number(case, "closed_ms"), state }
}

#[test]
fn network_files_and_sets_are_those_of_the_reference() {
    for case in [cases(FILE), cases(CHANGING)].iter().flat_map(|all| of_kind(all, "network")) {
        let Network { chain, file, .. } = network(case);
        assert_eq!(file.to_bytes(), bytes(case, "bytes"));
        assert_eq!((file.nonce().to_vec(), chain.genesis().nonce), (bytes(case, "nonce"), file.nonce()));
        let insisting = file.insisting().map(|of| (of.within_ms.into(), of.until_ms.into()));
        let expected = case.get("within_ms").map(|_| (number(case, "within_ms"), number(case, "until_ms")));
        assert_eq!(insisting, expected);
        let set = file.validator_set();
        let addresses: Vec<_> = set.validators().iter().map(|one| hex::encode(one.key.address())).collect();
        assert_eq!(
            &addresses,
            &list(case, "addresses").iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>()
        );
        assert_eq!(set.hash().to_vec(), bytes(case, "set_hash"));
        assert_eq!(engine_chain_id(chain.id()), text(case, "engine_chain_id"));
    }
}

#[test]
fn network_files_that_break_a_rule_are_refused() {
    for case in of_kind(&cases(FILE), "file") {
        let found = NetworkFile::from_bytes(&bytes(case, "bytes")).err();
        assert_class(case, found.map(|_| "malformed"));
    }
}

#[test]
fn frames_of_the_engines_answers_are_those_of_the_reference() {
    let all = cases(FILE);
    let networks = networks(&all);
    for case in of_kind(&all, "engine") {
        let Network { chain, tips, .. } = &networks[text(case, "network")];
        let tip = &tips[number(case, "round") as usize];
        let (commit, validators) = (text(case, "commit"), text(case, "validators"));
        let frame = Frame::from_engine(chain.id(), tip, record(case), commit, &[validators]).unwrap();
        assert_eq!(hex::encode(frame.to_bytes()), text(case, "bytes"), "{}", place(case));
        assert_eq!(frame.height(), number(case, "height"));
        assert_eq!(frame.round(), number(case, "round"));
        // The answer may also come in its JSON-RPC envelope.
        let envelope = format!(r#"{{"jsonrpc":"2.0","id":-1,"result":{commit}}}"#);
        assert_eq!(
            Frame::from_engine(chain.id(), tip, record(case), &envelope, &[validators]).unwrap(),
            frame
        );
    }
}

#[test]
fn answers_that_do_not_fit_make_no_frame() {
    let all = cases(FILE);
    let networks = networks(&all);
    let case = of_kind(&all, "engine")[0];
    let Network { chain, tips, .. } = &networks[text(case, "network")];
    let (commit, validators) = (text(case, "commit"), text(case, "validators"));
    let from = |commit: &str, validators: &[&str]| {
        Frame::from_engine(chain.id(), &tips[1], record(case), commit, validators)
    };
    assert!(matches!(from(commit, &[]), Err(EngineError::Mismatch { votes: 4, validators: 0 })));
    assert!(matches!(from(commit, &[validators, validators]), Err(EngineError::Mismatch { .. })));
    assert!(matches!(from("{}", &[validators]), Err(EngineError::Json { .. })));
    assert!(matches!(from(commit, &["[]"]), Err(EngineError::Json { .. })));
    let unordered = validators.replacen(r#""voting_power": "10""#, r#""voting_power": "9""#, 1);
    assert!(matches!(from(commit, &[&unordered]), Err(EngineError::Malformed(_))));
}

/// Verifies frames one after the other: returns the error, if any, and the results of the frames before it.
fn verify(network: &Network, case: &Value) -> (Option<FrameError>, Vec<(u64, u64, u64)>) {
    let mut verifier = Verifier::new(&network.chain, &network.file).unwrap();
    let mut signed = Vec::new();
    for (round, frame) in list(case, "rounds").iter().zip(list(case, "frames")) {
        let tip = &network.tips[round.as_u64().unwrap() as usize];
        match verifier.verify_bytes(&hex(frame), tip) {
            Ok(one) => signed.push((one.height, one.power, one.total)),
            Err(error) => return (Some(error), signed),
        }
    }
    (None, signed)
}

#[test]
fn frames_are_accepted_and_refused_as_the_reference_does() {
    for file in [FILE, CHANGING] {
        frames(&cases(file));
    }
}

fn frames(all: &[Value]) {
    let networks = networks(all);
    for case in of_kind(all, "frames") {
        let (error, signed) = verify(&networks[text(case, "network")], case);
        let class = |error: &FrameError| {
            if matches!(error, FrameError::Malformed(_)) { "malformed" } else { "invalid" }
        };
        assert_class(case, error.as_ref().map(class));
        if error.is_some() {
            assert_eq!(signed.len() + 1, list(case, "frames").len(), "{}", place(case));
            continue;
        }
        let expected: Vec<_> = list(case, "signed")
            .iter()
            .map(|one| (number(one, "height"), number(one, "power"), number(one, "total")))
            .collect();
        assert_eq!(signed, expected, "{}", place(case));
    }
}

/// Mutates frames, as often as `HELIAST_MUTATIONS` says: bytes are overwritten, removed, doubled, exchanged,
/// and put in from other frames. A mutated frame that is accepted has the block and the votes of honest
/// frames, perhaps without votes that it does not need. Its votes may come from several frames of one block,
/// for which validators voted at other times.
#[test]
fn mutated_frames_are_refused() {
    let count = std::env::var("HELIAST_MUTATIONS").map_or(500, |count| count.parse().unwrap());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for file in [FILE, CHANGING] {
        let all = cases(file);
        let networks = networks(&all);
        let good: Vec<_> =
            of_kind(&all, "frames").into_iter().filter(|case| error_class(case).is_none()).collect();
        let frames: Vec<_> = good.iter().flat_map(|case| list(case, "frames")).map(hex).collect();
        let parts = || frames.iter().map(|frame| block_and_votes(frame));
        let blocks: HashSet<_> = parts().map(|(block, _)| block).collect();
        let honest_votes: HashSet<_> = parts().flat_map(|(_, votes)| votes).collect();
        let validators: HashSet<_> = honest_votes.iter().map(|(validator, _)| *validator).collect();
        for number in 0..count {
            let case = good[random.below(good.len())];
            let network = &networks[text(case, "network")];
            let mut verifier = Verifier::new(&network.chain, &network.file).unwrap();
            let rounds = list(case, "rounds").iter().map(|round| round.as_u64().unwrap() as usize);
            let pairs: Vec<_> = rounds.zip(list(case, "frames").iter().map(hex)).collect();
            let changed = random.below(pairs.len());
            for (round, frame) in &pairs[..changed] {
                verifier.verify_bytes(frame, &network.tips[*round]).unwrap();
            }
            let (round, honest) = &pairs[changed];
            let bytes = random.mutated(honest, &frames);
            let Ok(taken) = verifier.verify_bytes(&bytes, &network.tips[*round]) else { continue };
            let (block, votes) = block_and_votes(&bytes);
            let known = |(validator, vote): &ValidatorVote<'_>| {
                honest_votes.contains(&(*validator, *vote)) || validators.contains(validator) && *vote == [0]
            };
            let same = blocks.contains(block) && votes.iter().all(known);
            assert!(3 * taken.power > 2 * taken.total);
            assert!(same, "mutation {number} of {}: {}", place(case), hex::encode(&bytes));
        }
    }
}

/// The bytes of a validator, and of its vote.
type ValidatorVote<'a> = (&'a [u8], &'a [u8]);

/// The bytes of a frame up to its validators, and what follows: `spec/finality.md`.
fn block_and_votes(frame: &[u8]) -> (&[u8], Vec<ValidatorVote<'_>>) {
    let length = |at: usize| usize::from(u16::from_be_bytes(frame[at..at + 2].try_into().unwrap()));
    let mut at = (0..14).fold(93, |at, _| at + 1 + usize::from(frame[at])) + 40;
    let (block, count) = (&frame[..at], length(at));
    at += 2;
    let votes = (0..count).map(|_| {
        let from = at;
        let vote = from + 3 + length(from + 1) + 8;
        at = vote + if frame[vote] == 0 { 1 } else { 15 + length(vote + 13) };
        (&frame[from..vote], &frame[vote..at])
    });
    let votes: Vec<_> = votes.collect();
    assert_eq!(at, frame.len());
    (block, votes)
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }

    fn mutated(&mut self, honest: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = honest.to_vec();
        for _ in 0..=self.below(3) {
            let (at, other) = (self.below(bytes.len()), self.below(bytes.len()));
            match self.below(5) {
                _ if bytes.is_empty() => break,
                0 => bytes[at] = self.below(256) as u8,
                1 => bytes.swap(at, other),
                2 => drop(bytes.drain(at.min(other)..at.max(other))),
                3 => bytes.extend_from_within(at.min(other)..at.max(other)),
                _ => {
                    let other = &others[self.below(others.len())];
                    let (end, at) = (bytes.len().min(other.len()), at.min(other.len()));
                    bytes[at.min(end)..end].copy_from_slice(&other[at.min(end)..end]);
                }
            }
        }
        bytes
    }
}

#[test]
fn lists_of_validators_are_those_of_the_reference() {
    for case in of_kind(&cases(CHANGING), "network") {
        let Network { chain, file, tips } = network(case);
        let mut validators = ValidatorList::new(chain.id(), &file);
        let mut adopted = tips.last().unwrap().keys().members().validator_changes().iter();
        for expected in list(case, "lists") {
            for change in list(expected, "changes") {
                let (round, found) = adopted.next().unwrap();
                assert_eq!(*round, number(expected, "round"));
                let outcome = validators.adopt(*round, found);
                // The reason begins with the number of the rule.
                let rule = change["no_effect"].as_str().map(|reason| reason[..6].to_owned());
                assert_eq!(outcome.err().map(|reason| rule_of(&reason).to_owned()), rule);
            }
            let set = ValidatorSet::new(validators.validators().collect()).unwrap();
            assert_eq!(hex::encode(set.hash()), text(expected, "set_hash"));
            let powers: Vec<_> =
                set.validators().iter().map(|one| (one.key.as_bytes().to_vec(), one.power)).collect();
            let named =
                list(expected, "validators").iter().map(|one| (bytes(one, "key"), number(one, "power")));
            assert_eq!(powers, named.collect::<Vec<_>>());
        }
        assert_eq!(adopted.next(), None);
    }
}

fn rule_of(reason: &NoEffect) -> &'static str {
    match reason {
        NoEffect::Key(_) => "rule 1",
        NoEffect::Unknown(_) | NoEffect::Unproved(_) | NoEffect::Left(_) => "rule 2",
        NoEffect::Same(_) => "rule 3",
        NoEffect::Proof(_) => "rule 4",
        NoEffect::List { .. } => "rule 5",
        NoEffect::Step { .. } => "rule 6",
        _ => "another",
    }
}

/// A verifier that sees branches of a chain one after the other gives for each the verdict of a new verifier.
#[test]
fn what_a_verifier_has_seen_of_another_branch_does_not_count() {
    let all = cases(CHANGING);
    let networks = networks(&all);
    let of = |name: &str| all.iter().find(|case| text(case, "name").ends_with(name)).unwrap();
    let network = &networks["validators, ed25519, network"];
    let honest = of("ed25519, network: a frame of each round");
    let mut verifier = Verifier::new(&network.chain, &network.file).unwrap();
    // Tips of a past that was already seen alternate with tips of one that goes on.
    for (round, frame) in list(honest, "rounds").iter().zip(list(honest, "frames")) {
        let tip = &network.tips[round.as_u64().unwrap() as usize];
        verifier.verify_bytes(&hex(frame), tip).unwrap();
        let early = hex(&list(honest, "frames")[0]);
        verifier.verify_bytes(&early, &network.tips[1]).unwrap();
        verifier.verify_bytes(&hex(frame), tip).unwrap();
    }
}

#[test]
fn a_verifier_goes_on_where_its_owner_knows_the_rounds() {
    let all = cases(CHANGING);
    let networks = networks(&all);
    let network = &networks["validators, ed25519, network"];
    let case =
        all.iter().find(|case| text(case, "name").ends_with("one signed twice, and leaves the list later"));
    let case = case.unwrap();
    let (rounds, frames) = (list(case, "rounds"), list(case, "frames"));
    let at = |place: usize| (&network.tips[rounds[place].as_u64().unwrap() as usize], hex(&frames[place]));
    let (known, last) = (at(4), at(5));
    let b = network.file.validators()[1].key.address();
    let after = |removed: &[[u8; 20]]| {
        Verifier::after(&network.chain, &network.file, known.0, removed.iter().copied()).unwrap()
    };
    let mut verifier = after(&[b]);
    assert!(verifier.verify_bytes(&known.1, known.0).is_ok(), "the frame of the round that is known");
    assert!(verifier.verify_bytes(&last.1, last.0).is_ok());
    assert!(after(&[]).verify_bytes(&last.1, last.0).is_ok());
    let fresh = Verifier::new(&network.chain, &network.file).unwrap();
    assert!(
        fresh.clone().verify_bytes(&last.1, last.0).is_err(),
        "too much has changed since the network file"
    );
}

/// A light client follows blocks alone, as long as each block names the validators of the next, or enough of
/// them stay.
#[test]
fn blocks_are_followed_without_rounds() {
    let all = cases(CHANGING);
    let networks = networks(&all);
    for (case, is_signed) in [
        ("a frame of each round", true),
        ("a frame of each round in which the list changes", true),
        // One was replaced, and another lost its power: 30 of 50 are left.
        ("one signed twice before a step", false),
        ("round 21 first", false),
    ] {
        let name = format!("validators, ed25519, network: {case}");
        let case = all.iter().find(|case| text(case, "name") == name).unwrap();
        let network = &networks[text(case, "network")];
        let mut verifier = BlockVerifier::new(&network.chain, &network.file).unwrap();
        let frames = list(case, "frames").iter().map(|frame| Frame::from_bytes(&hex(frame)).unwrap());
        let found: Result<Vec<_>, _> = frames.map(|frame| verifier.verify(&frame)).collect();
        assert_eq!(found.is_ok(), is_signed, "{name}: {found:?}");
    }
}

#[test]
fn each_refusal_says_what_is_wrong() {
    let all = cases(FILE);
    let networks = networks(&all);
    let error_of = |name: &str| {
        let case = all.iter().find(|case| case["name"] == format!("ed25519: {name}")).unwrap();
        match verify(&networks["ed25519"], case).0 {
            Some(FrameError::Invalid(error)) => error,
            other => panic!("{name}: {other:?}"),
        }
    };
    for (name, expected) in [
        ("of another chain", Invalid::OtherChain),
        ("of another chain of the engine, signed", Invalid::HeaderChain),
        ("another application hash, signed", Invalid::HeaderRound),
        ("another power", Invalid::HeaderValidators),
        ("another data hash", Invalid::Signature(0)),
        ("one false signature of four", Invalid::Signature(3)),
        ("nobody signed", Invalid::Power { signed: 0, total: 35 }),
        ("two thirds signed, and not more", Invalid::Power { signed: 20, total: 30 }),
        ("a set whose members have 20 of 35", Invalid::Trusted { signed: 20, total: 35 }),
        ("one joined, and did not sign", Invalid::Newcomer(0)),
        ("one has more power", Invalid::Newcomer(0)),
        ("one has less power", Invalid::Newcomer(2)),
        ("one has another key", Invalid::Newcomer(3)),
        ("one who lost its power is back", Invalid::Newcomer(3)),
        ("a past set without one who has power later", Invalid::Missing),
        ("two sets of one height", Invalid::Missing),
        ("the frame of round 2 for round 1", Invalid::OtherRound { expected: 1, found: 2 }),
    ] {
        assert_eq!(error_of(name), expected, "{name}");
    }
}

#[test]
fn a_refused_frame_changes_nothing() {
    let all = cases(FILE);
    let networks = networks(&all);
    let network = &networks["ed25519"];
    let mut verifier = Verifier::new(&network.chain, &network.file).unwrap();
    for case in of_kind(&all, "frames").into_iter().filter(|case| error_class(case).is_some()) {
        let (round, frame) = (&list(case, "rounds")[0], &list(case, "frames")[0]);
        let tip = &network.tips[round.as_u64().unwrap() as usize % network.tips.len()];
        if list(case, "frames").len() == 1 {
            assert!(verifier.verify_bytes(&hex(frame), tip).is_err(), "{}", place(case));
            assert_eq!(*verifier.trusted(), network.file.validator_set());
        }
    }
}

#[test]
fn every_byte_of_a_frame_counts() {
    let all = cases(FILE);
    let networks = networks(&all);
    for case in of_kind(&all, "engine") {
        let network = &networks[text(case, "network")];
        let tip = &network.tips[number(case, "round") as usize];
        let frame = bytes(case, "bytes");
        let fresh = || Verifier::new(&network.chain, &network.file).unwrap();
        assert!(fresh().verify_bytes(&frame, tip).is_ok(), "{}", place(case));
        // Long keys and signatures are only sampled.
        let step = if frame.len() > 4096 { 53 } else { 1 };
        for at in (0..frame.len()).step_by(step) {
            let mut changed = frame.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(fresh().verify_bytes(&changed, tip).is_err(), "{}: byte {at}", place(case));
            if let Ok(other) = Frame::from_bytes(&changed) {
                assert_eq!(other.to_bytes(), changed);
            }
        }
        for len in (0..frame.len()).step_by(step) {
            assert!(
                matches!(fresh().verify_bytes(&frame[..len], tip), Err(FrameError::Malformed(_))),
                "{len}"
            );
        }
    }
}

#[test]
fn a_network_file_of_another_chain_is_refused() {
    let all = cases(FILE);
    let networks = networks(&all);
    let refused = Verifier::new(&networks["ed25519"].chain, &networks["ml-dsa-65"].file);
    assert_eq!(refused.err(), Some(Invalid::OtherNetwork));
}

#[test]
fn signatures_are_those_of_zip_215() {
    for case in of_kind(&cases(FILE), "signature") {
        let key = ConsensusKey::new(KeyType::Ed25519, &bytes(case, "key")).unwrap();
        let found = key.verify(&bytes(case, "message"), &bytes(case, "signature"));
        assert_eq!(found.is_ok(), case["valid"].as_bool().unwrap(), "{}", place(case));
    }
}

#[test]
fn bundles_carry_frames_before_their_rounds() {
    let all = cases(FILE);
    let networks = networks(&all);
    for case in of_kind(&all, "bundle") {
        let network = &networks[text(case, "network")];
        let data = bytes(case, "bytes");
        let mut found = BTreeMap::new();
        let mut read = || {
            let mut reader = Reader::new(&data[..], Pin::from(&network.chain))?;
            while let Some(round) = reader.next_round()? {
                let frames: Vec<_> = reader.frames().iter().map(hex::encode).collect();
                if !frames.is_empty() {
                    found.insert(round.number.to_string(), frames);
                }
            }
            assert_eq!(reader.tip(), network.tips.last().unwrap());
            Ok::<_, heliast::bundle::BundleError>(())
        };
        let error = read().err();
        assert_class(case, error.as_ref().map(|_| "malformed"));
        if error.is_none() {
            assert_eq!(serde_json::to_value(found).unwrap(), case["frames"], "{}", place(case));
        }
    }
}
