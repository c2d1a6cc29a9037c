//! `vectors/round*.json` and `vectors/epoch.json`: whole chains and their epochs, byte for byte, and bytes
//! that must be refused.

use heliast::{
    Announced, Chain, DelayGroup, DelayRules, FalseRounds, Genesis, Group, Invalid, MemberRules, Natural,
    Participant, Pending, PrimeMode, RootRules, Round, SecretKey, SquaringRules, StatelessScheme, Suite, Tip,
    TipParts, bundle,
    bundle::{BundleError, Pin},
    keys::Key,
    stateful::{self, PublicKey, Turn},
};
use std::collections::BTreeMap;
use testkit::{Value, array, assert_class, bytes, cases, error_class, list, number, optional_list, text};

fn numbers(case: &Value, key: &str) -> impl Iterator<Item = u64> {
    list(case, key).iter().map(|number| number.as_u64().unwrap())
}

#[test]
fn round_vectors() {
    let refused = round_file("round.json");
    for kind in ["genesis", "round", "bundle"] {
        assert!(refused.contains_key(&(kind.into(), Some("malformed"))), "{refused:?}");
    }
    let count = |kind: &str, error| refused[&(String::from(kind), error)];
    assert!(count("round", Some("invalid")) > 20 && count("bundle", None) > 1, "{refused:?}");
}

/// Chains whose participants announce hash trees, over ECVRF and over A-VRF.
#[test]
fn round_vectors_with_announcements() {
    let refused = round_file("round_trees.json");
    let count = |kind: &str, error| refused[&(String::from(kind), error)];
    assert!(count("round", Some("malformed")) > 5 && count("round", Some("invalid")) > 20, "{refused:?}");
    assert!(count("bundle", None) > 0 && count("bundle", Some("invalid")) > 0, "{refused:?}");
    round_file("round_avrf.json");
    // Bundles that begin in the middle, and their announcements before.
    let refused = round_file("bundle.json");
    assert!(
        ["malformed", "invalid"].iter().all(|error| refused.contains_key(&("bundle".into(), Some(error))))
    );
}

/// Chains whose participants join, leave and change their stake.
#[test]
fn round_vectors_with_members() {
    let refused = round_file("members.json");
    let count = |kind: &str, error| refused[&(String::from(kind), error)];
    assert!(count("round", Some("malformed")) > 5 && count("round", Some("invalid")) > 20, "{refused:?}");
    assert!(count("bundle", None) > 3 && count("bundle", Some("malformed")) > 1, "{refused:?}");
    assert!(count("genesis", None) > 4 && count("genesis", Some("malformed")) > 8, "{refused:?}");
}

/// Chains of networks whose validators change.
#[test]
fn round_vectors_with_validators() {
    let refused = round_file("validators.json");
    let count = |kind: &str, error| refused[&(String::from(kind), error)];
    assert!(count("round", Some("malformed")) > 10 && count("round", Some("invalid")) > 0, "{refused:?}");
    assert!(count("round", None) > 4 && count("bundle", None) > 3, "{refused:?}");
    assert!(count("bundle", Some("malformed")) > 0 && count("genesis", Some("malformed")) > 2, "{refused:?}");
}

/// Chains whose delays are in a class group.
#[test]
fn round_vectors_in_class_groups() {
    let refused = round_file("class_round.json");
    let count = |kind: &str, error| refused[&(String::from(kind), error)];
    assert!(count("round", Some("malformed")) > 30 && count("round", Some("invalid")) > 10, "{refused:?}");
    assert!(count("genesis", None) > 3 && count("genesis", Some("malformed")) > 20, "{refused:?}");
}

/// Chains whose delays are roots, alone and together with either kind of squarings.
#[test]
fn round_vectors_with_roots() {
    let refused = round_file("round_roots.json");
    let count = |kind: &str, error| refused[&(String::from(kind), error)];
    assert!(count("round", Some("malformed")) > 20 && count("round", Some("invalid")) > 30, "{refused:?}");
    assert!(count("genesis", None) > 5 && count("genesis", Some("malformed")) > 40, "{refused:?}");
    for error in [None, Some("malformed"), Some("invalid")] {
        assert!(count("epoch", error) > 0 && count("bundle", error) > 0, "{refused:?}");
    }
}

/// Runs a file. Returns the number of cases by kind and result.
fn round_file(name: &str) -> BTreeMap<(String, Option<&'static str>), usize> {
    let cases = cases(name);
    let mut chains = BTreeMap::new();
    for case in cases.iter().filter(|case| text(case, "kind") == "chain") {
        chains.insert(text(case, "name"), chain(case));
    }
    let mut seen = BTreeMap::new();
    for case in &cases {
        let found = match text(case, "kind") {
            "chain" => None,
            "derive" => {
                let beacon = array(case, "beacon");
                let derived = heliast::derive(&beacon, text(case, "label").as_bytes());
                assert_eq!(hex::encode(derived), text(case, "randomness"));
                None
            }
            "genesis" => genesis(case),
            "round" => round(case, &chains[text(case, "chain")]),
            "bundle" => read_bundle(case),
            "epoch" => chains[text(case, "chain")].epoch(case),
            other => panic!("unknown kind {other}"),
        };
        assert_class(case, found);
        *seen.entry((text(case, "kind").to_owned(), found)).or_insert(0) += 1;
    }
    seen
}

/// A chain, its rounds, and its tips before each of them and after the last.
struct Story {
    chain: Chain,
    rounds: Vec<Round>,
    tips: Vec<Tip>,
}

impl Story {
    /// Checks an epoch proof of these rounds, or of the case's own rounds.
    fn epoch(&self, case: &Value) -> Option<&'static str> {
        let (from, to) = (number(case, "from") as usize, number(case, "to") as usize);
        let listed = optional_list(case, "rounds").iter();
        let decoded = |bytes: &Value| self.chain.decode_round(&hex::decode(bytes.as_str().unwrap()).unwrap());
        let mut rounds: Vec<Round> = listed.map(|bytes| decoded(bytes).unwrap()).collect();
        if rounds.is_empty() {
            rounds = self.rounds[from - 1..to].to_vec();
        }
        let mut tip = self.tips[from - 1].clone();
        let check = |round: Round| {
            let pending = self.chain.check(&tip, round.clone()).unwrap();
            tip = self.chain.follow_unverified(&tip, &round).unwrap();
            pending
        };
        let rounds: Vec<Pending> = rounds.into_iter().map(check).collect();
        match self.chain.decode_epoch_proof(&bytes(case, "bytes")) {
            Err(_) => Some("malformed"),
            Ok(proof) => self.chain.verify_epoch(&rounds, &proof, 1).err().map(|_| "invalid"),
        }
    }
}

/// The delays of a genesis: squarings, unless the case has roots alone, and roots if the case has them.
fn delays(fields: &Value) -> DelayRules {
    let squarings = (fields.get("prime_mode").is_some()).then(|| {
        let modes = [PrimeMode::Plain, PrimeMode::SievedFull];
        let mode = modes.into_iter().find(|mode| mode.name() == text(fields, "prime_mode")).unwrap();
        let suite = Suite::new(mode, number(fields, "prime_bits") as u16).unwrap();
        SquaringRules { group: group(fields), suite, t: number(fields, "t") }
    });
    let roots = fields.get("roots_bits").map(|_| RootRules {
        bits: number(fields, "roots_bits") as u16,
        seed: bytes(fields, "roots_seed"),
        counter: number(fields, "roots_counter") as u32,
        t: number(fields, "roots_t"),
        segments: number(fields, "roots_segments") as u16,
    });
    let delays = DelayRules { squarings, roots };
    if let Some(by) = fields.get("delay_by") {
        assert_eq!((by, number(fields, "t")), (&Value::from(delays.name()), delays.t()));
    }
    delays
}

fn group(fields: &Value) -> DelayGroup {
    match fields.get("modulus") {
        Some(_) => DelayGroup::Rsa { modulus: Natural::from_hex(text(fields, "modulus")).unwrap() },
        None => DelayGroup::Class {
            bits: number(fields, "discriminant_bits") as u32,
            seed: bytes(fields, "discriminant_seed"),
        },
    }
}

/// Makes every round of a chain again from its secrets and compares every byte.
fn chain(case: &Value) -> Story {
    let fields = &case["genesis"];
    let vrf = StatelessScheme::from_name(text(fields, "scheme")).unwrap();
    let participant =
        |entry: &Value| Participant { public_key: bytes(entry, "public_key"), stake: number(entry, "stake") };
    let genesis = Genesis {
        vrf,
        delays: delays(fields),
        genesis_time_ms: number(fields, "genesis_time_ms"),
        period_ms: number(fields, "period_ms") as u32,
        lead: number(fields, "lead") as u16,
        committees: numbers(fields, "expected_votes").map(|votes| votes as u32).collect(),
        members: fields.get("life").map(|_| MemberRules {
            life: number(fields, "life") as u32,
            most: number(fields, "most") as u32,
            validators_change: fields.get("validators_change").is_some(),
        }),
        participants: list(fields, "participants").iter().map(participant).collect(),
        nonce: array(fields, "nonce"),
    };
    let chain = Chain::new(genesis).unwrap();
    assert_eq!(chain.genesis_bytes(), bytes(case, "genesis_bytes"));
    assert_eq!(hex::encode(chain.id()), text(case, "chain_id"));
    assert_eq!(hex::encode(chain.delay_id()), text(case, "group_id"));
    assert_eq!(hex::encode(chain.start().seed()), text(case, "first_seed"));

    let secret = |seed: &Value| {
        let seed = hex::decode(seed.as_str().unwrap()).unwrap().try_into().unwrap();
        SecretKey::from_seed(vrf, seed)
    };
    let mut keys: Vec<_> = list(case, "secrets").iter().map(secret).collect();
    let mut trees: Vec<_> = optional_list(case, "trees").iter().map(tree).collect();
    let (mut tips, mut rounds) = (vec![chain.start()], vec![]);
    for expected in list(case, "rounds") {
        let tip = &tips[tips.len() - 1];
        // The participants who have joined by then.
        for (participant, key) in (0..tip.keys().members().count()).zip(&mut keys) {
            let due = tip.keys().due(participant, tip.next_round()).unwrap().unwrap().key;
            let named = expected.get("due").and_then(|due| due[participant as usize].as_str());
            let tree = named.map(|key| hex::decode(key).unwrap());
            match due {
                Key::Stateless => assert_eq!(tree, None),
                Key::Stateful(key) => assert_eq!(tree, Some(key.to_bytes().to_vec())),
            }
            for (slot, drawn) in (0..).zip(list(expected, "slots")) {
                let input = chain.ticket_input(tip, slot);
                assert_eq!(input, bytes(drawn, "alpha"));
                let output = match due {
                    Key::Stateless => key.evaluate(&input).unwrap(),
                    Key::Stateful(key) => {
                        let tree = trees.iter_mut().find(|tree| *tree.public_key() == key).unwrap();
                        let turn = Turn { round: tip.next_round(), slot: slot.into() };
                        tree.prove(turn, &input).unwrap().0.0.to_vec()
                    }
                };
                let at = participant as usize;
                assert_eq!(hex::encode(&output), drawn["outputs"][at].as_str().unwrap());
                let votes = chain.votes(tip, slot, participant, &output);
                assert_eq!(votes, drawn["votes"][at].as_u64().unwrap());
            }
        }
        let round = chain.decode_round(&bytes(expected, "bytes")).unwrap();
        assert_eq!(round.encode(), bytes(expected, "bytes"));
        let announced: Vec<_> = round.announcements.iter().map(|one| one.announced(round.number)).collect();
        let listed = optional_list(expected, "announcements").iter();
        assert_eq!(announced, listed.map(|one| announcement(one, round.number)).collect::<Vec<_>>());
        let verified = chain.verify(tip, round).unwrap();
        let facts = verified.facts();
        assert_eq!(hex::encode(facts.entropy), text(expected, "entropy"));
        assert_eq!(hex::encode(&facts.x), text(expected, "x"));
        assert_eq!(hex::encode(&facts.preimage), text(expected, "beacon_preimage"));
        assert_eq!(hex::encode(facts.beacon), text(expected, "beacon"));
        assert_eq!(facts.lots.len(), list(expected, "tickets").len());
        for (lot, ticket) in facts.lots.iter().zip(list(expected, "tickets")) {
            let place = (number(ticket, "slot"), number(ticket, "participant"), number(ticket, "votes"));
            assert_eq!((lot.slot.into(), lot.participant.into(), lot.votes), place);
        }
        tips.push(chain.tip_after(&verified));
        rounds.push((*verified).clone());
        members(expected, &tips[tips.len() - 1]);
    }
    Story { chain, rounds, tips }
}

/// Compares the stakes in effect in a round, and the proposals that are open after it, where a case has them.
fn members(case: &Value, tip: &Tip) {
    let (members, round) = (tip.keys().members(), number(case, "number"));
    if let Some(hash) = case.get("hash") {
        assert_eq!(hex::encode(tip.keys().digest()), hash.as_str().unwrap());
    }
    if case.get("stakes").is_none() {
        return;
    }
    let stakes: Vec<_> = numbers(case, "stakes").collect();
    let found = (0..stakes.len() as u32).map(|participant| members.stake_in(participant, round));
    assert_eq!(found.collect::<Vec<_>>(), stakes, "round {round}");
    assert_eq!(members.total_in(round), stakes.iter().sum::<u64>());
    let (open, expected) = (members.open_in(round + 1).collect::<Vec<_>>(), list(case, "open"));
    assert_eq!(open.len(), expected.len(), "round {round}");
    for (open, expected) in open.into_iter().zip(expected) {
        let place = (open.round(), u64::from(open.proposer()), hex::encode(open.id()));
        let named =
            (number(expected, "round"), number(expected, "participant"), text(expected, "id").to_owned());
        assert_eq!(place, named);
        assert!(open.approved().map(u64::from).eq(numbers(expected, "approved")), "round {round}");
    }
}

fn tree(case: &Value) -> stateful::SecretKey {
    let public = PublicKey::from_bytes(&bytes(case, "public_key")).unwrap();
    let seed = |key| array(case, key);
    let tree = stateful::SecretKey::generate(public.terms, &seed("sk_seed"), &seed("pub_seed"));
    assert_eq!(*tree.public_key(), public);
    tree
}

fn announcement(case: &Value, round: u64) -> Announced {
    let words = ["participant", "serial"].map(|key| (number(case, key) as u32).to_be_bytes()).concat();
    let encoded = [&round.to_be_bytes()[..], &words, &bytes(case, "change")].concat();
    let decoded = Announced::decode_all(&encoded).unwrap();
    assert_eq!(Announced::encode_all(&decoded), encoded);
    decoded[0].clone()
}

fn genesis(case: &Value) -> Option<&'static str> {
    match Chain::from_bytes(&bytes(case, "bytes")) {
        Ok(chain) => {
            assert_eq!(hex::encode(chain.id()), text(case, "chain_id"));
            if let Some(roots) = chain.roots() {
                if let Some(id) = case.get("roots_field_id") {
                    assert_eq!(hex::encode(roots.field.id()), id.as_str().unwrap());
                }
                let lengths = [chain.output_len(), chain.delay_proof_len()];
                assert_eq!(
                    lengths.map(|len| len as u64),
                    [number(case, "output_length"), number(case, "delay_proof_length")]
                );
            } else if let Some(group) = chain.group().and_then(|group| group.class()) {
                let magnitude = Natural::from_hex(text(case, "discriminant_magnitude")).unwrap();
                assert_eq!(*group.discriminant_magnitude(), magnitude);
                assert_eq!(group.encoded_len() as u64, number(case, "length"));
            }
            None
        }
        Err(_) => Some("malformed"),
    }
}

fn round(case: &Value, Story { chain, tips, .. }: &Story) -> Option<&'static str> {
    let seed = array(case, "seed");
    let time_ms = case["previous_time_ms"].as_u64().unwrap_or(0);
    let round = number(case, "number") - 1;
    let keys = tips[round as usize].keys().clone();
    match chain.decode_round(&bytes(case, "bytes")) {
        Err(_) => Some("malformed"),
        Ok(decoded) => {
            let tip = Tip::from_trusted_parts(TipParts { round, time_ms, seed, keys });
            chain.verify(&tip, decoded).err().map(|_| "invalid")
        }
    }
}

fn read_bundle(case: &Value) -> Option<&'static str> {
    let read = || {
        let data = bytes(case, "bytes");
        let mut reader = bundle::Reader::trusting_start(&data[..], Pin::AnyChain)?;
        while reader.next_round()?.is_some() {}
        Ok(())
    };
    match read() {
        Ok(()) => None,
        Err(BundleError::Header(_) | BundleError::History(_) | BundleError::Malformed { .. }) => {
            Some("malformed")
        }
        Err(_) => Some("invalid"),
    }
}

#[test]
fn epoch_vectors() {
    for file in ["epoch.json", "class_epoch.json"] {
        epoch_file(file);
    }
}

fn epoch_file(file: &str) {
    let cases = cases(file);
    let mut chains = BTreeMap::new();
    for case in cases.iter().filter(|case| text(case, "kind") == "chain") {
        chains.insert(text(case, "name"), EpochChain::new(case));
    }
    let mut seen = BTreeMap::new();
    for case in &cases {
        let found = match text(case, "kind") {
            "chain" => None,
            "epoch" => chains[text(case, "chain")].epoch(case),
            "bundle" => {
                let found = read_bundle(case);
                if found.is_none() {
                    chains[text(case, "chain")].bundle(case);
                }
                found
            }
            other => panic!("unknown kind {other}"),
        };
        assert_class(case, found);
        *seen.entry((text(case, "kind"), found)).or_insert(0) += 1;
    }
    for error in [None, Some("malformed"), Some("invalid")] {
        assert!(seen.contains_key(&("epoch", error)), "{seen:?}");
    }
    assert!(seen.contains_key(&("bundle", None)), "{seen:?}");
}

/// A chain and its rounds, checked except for their delays.
struct EpochChain {
    chain: Chain,
    rounds: Vec<Pending>,
}

impl EpochChain {
    /// Exactly the rounds with false delays fail by their own proofs.
    fn new(case: &Value) -> EpochChain {
        let chain = Chain::from_bytes(&bytes(case, "genesis_bytes")).unwrap();
        assert_eq!(hex::encode(chain.id()), text(case, "chain_id"));
        let mut tip = chain.start();
        let mut check = |encoded: &Value| {
            let round = chain.decode_round(&hex::decode(encoded.as_str().unwrap()).unwrap()).unwrap();
            let pending = chain.check(&tip, round.clone()).unwrap();
            tip = chain.follow_unverified(&tip, &round).unwrap();
            pending
        };
        let rounds: Vec<_> = list(case, "rounds").iter().map(&mut check).collect();
        let refused = match chain.verify_all(rounds.clone(), 1) {
            Ok(_) => vec![],
            Err(FalseRounds(refused)) => refused,
        };
        assert!(refused.iter().all(|(_, reason)| matches!(reason, Invalid::Delay(_))), "{refused:?}");
        let numbers: Vec<_> = refused.into_iter().map(|(number, _)| Value::from(number)).collect();
        assert_eq!(numbers, list(case, "false"));
        EpochChain { chain, rounds }
    }

    /// A proof that is accepted is the one that is made.
    fn epoch(&self, case: &Value) -> Option<&'static str> {
        let (from, to) = (number(case, "from"), number(case, "to"));
        let rounds = &self.rounds[from as usize - 1..to as usize];
        let bytes = bytes(case, "bytes");
        let found = self.verify(rounds, &bytes);
        if found.is_none() {
            let made = self.chain.prove_epoch(rounds, 1, |_| true).unwrap();
            assert_eq!(made.proof.encode(), bytes);
            assert_eq!(made.proof.rounds(), from..=to);
        }
        found
    }

    fn verify(&self, rounds: &[Pending], bytes: &[u8]) -> Option<&'static str> {
        match self.chain.decode_epoch_proof(bytes) {
            Err(_) => Some("malformed"),
            Ok(proof) => self.chain.verify_epoch(rounds, &proof, 1).err().map(|_| "invalid"),
        }
    }

    /// An accepted bundle has the rounds and the epoch proofs of the case, with the same contents.
    fn bundle(&self, case: &Value) {
        let (data, to) = (bytes(case, "bytes"), number(case, "to") as usize);
        let mut reader = bundle::Reader::trusting_start(&data[..], &self.chain).unwrap();
        let mut expected = list(case, "epoch_proofs").iter();
        for at in number(case, "from") as usize - 1..to {
            let entry = reader.next_entry().unwrap().unwrap();
            assert_eq!((entry.number, entry.bytes), (at as u64 + 1, self.rounds[at].round().encode()));
            let Some(found) = entry.epoch_proof else { continue };
            let expected = expected.next().unwrap();
            assert_eq!((number(expected, "before"), bytes(expected, "bytes")), (entry.number, found.clone()));
            let count = self.chain.decode_epoch_proof(&found).map_or(0, |proof| proof.count as usize);
            let rounds = &self.rounds[at..to.min(at + count)];
            let error = error_class(expected);
            assert_eq!(self.verify(rounds, &found), error, "{}: before {}", text(case, "name"), entry.number);
        }
        assert_eq!((reader.next_entry().unwrap(), expected.next()), (None, None));
    }
}
