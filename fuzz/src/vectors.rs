//! Fixtures from `vectors/`: groups with and without their factors, and whole chains with their rounds.

use heliast::{Announcement, Chain, Round, SecretKey, Tip};
use heliast_arith::Natural;
use heliast_group::{RsaGroup, Trapdoor};
use serde_json::Value;

/// A group of the vectors; the toy groups have their factors.
pub struct TestGroup {
    /// The group.
    pub group: RsaGroup,
    /// The trapdoor that evaluates any delay in it at once.
    pub trapdoor: Option<Trapdoor>,
}

/// A chain of the vectors with its honest rounds.
pub struct TestChain {
    /// The chain.
    pub chain: Chain,
    /// The seeds of the participants' stateless keys; empty if the vectors do not contain them.
    pub secrets: Vec<[u8; 32]>,
    /// The state before each round, and after the last.
    pub tips: Vec<Tip>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// Other rounds that would have been accepted instead of one of these.
    pub variants: Vec<Round>,
}

impl TestChain {
    /// Whether this round was made with the secret keys. Its announcements, which the other parts of the
    /// round do not bind, are not checked.
    pub fn has_made(&self, round: &Round) -> bool {
        let bare = |round: &Round| Round { announcements: vec![], ..round.clone() };
        self.made(round.number).any(|made| bare(made) == bare(round))
    }

    /// Returns the rounds of this number.
    pub fn made(&self, number: u64) -> impl Iterator<Item = &Round> {
        self.rounds.iter().chain(&self.variants).filter(move |made| made.number == number)
    }

    /// Whether an announcement comes from its participant.
    pub fn is_authentic(&self, announcement: &Announcement) -> bool {
        let Announcement { participant, serial, change, proof } = announcement;
        self.secrets.get(*participant as usize).is_some_and(|secret| {
            let mut key = SecretKey::from_seed(self.chain.genesis().vrf, *secret);
            let input = self.chain.announcement_input(*participant, *serial, change);
            key.prove(&input).expect("a point exists").1 == *proof
        })
    }
}

/// Returns the groups of `vectors/wesolowski.json`, of 256 to 2048 bits.
pub fn groups() -> Vec<TestGroup> {
    let file = parse(include_str!("../../vectors/wesolowski.json"));
    let groups = file["groups"].as_object().expect("groups");
    groups.values().map(test_group).collect()
}

fn test_group(value: &Value) -> TestGroup {
    let number = |key: &str| value[key].as_str().and_then(Natural::from_hex);
    let modulus = number("modulus").expect("modulus");
    let factors = number("p").zip(number("q"));
    let trapdoor = factors.map(|(p, q)| Trapdoor::new(p, q, 256).expect("factors"));
    TestGroup { group: RsaGroup::new(&modulus, 256).expect("a good modulus"), trapdoor }
}

/// Returns the chains of the vectors: one for each scheme of ECVRF, with 1024 and 2048 bits; one whose
/// participants announce keys; and those of the epochs.
pub fn chains() -> Vec<TestChain> {
    let files = [
        include_str!("../../vectors/round.json"),
        include_str!("../../vectors/round_trees.json"),
        include_str!("../../vectors/epoch.json"),
    ];
    let mut chains: Vec<TestChain> = Vec::new();
    for file in files.map(parse) {
        let cases = list(&file, "cases");
        let honest = |case: &&Value| case["kind"] == "chain" && is_empty(&case["false"]);
        for chain in cases.iter().filter(honest).map(|case| test_chain(case, cases)) {
            if chains.iter().all(|other| other.chain.id() != chain.chain.id()) {
                chains.push(chain);
            }
        }
    }
    chains
}

fn test_chain(case: &Value, cases: &[Value]) -> TestChain {
    let chain = Chain::from_bytes(&bytes(&case["genesis_bytes"])).expect("an honest genesis");
    let secret = |seed| bytes(seed).try_into().expect("32 bytes");
    let secrets = case["secrets"].as_array().map_or(vec![], |seeds| seeds.iter().map(secret).collect());
    let round = |value: &Value| {
        let encoded = bytes(value.get("bytes").unwrap_or(value));
        chain.decode_round(&encoded).expect("an honest round")
    };
    let rounds: Vec<Round> = list(case, "rounds").iter().map(round).collect();
    let accepted = |other: &&Value| {
        other["kind"] == "round" && other["chain"] == case["name"] && other["error"].is_null()
    };
    let variants = cases.iter().filter(accepted).map(round).collect();
    let mut tips = vec![chain.start()];
    for round in &rounds {
        tips.push(chain.follow_unverified(&tips[tips.len() - 1], round).expect("an honest round"));
    }
    TestChain { chain, secrets, tips, rounds, variants }
}

/// Whether the value is an empty list or missing.
fn is_empty(value: &Value) -> bool {
    value.as_array().is_none_or(Vec::is_empty)
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("vectors are JSON")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("a list")
}

fn bytes(value: &Value) -> Vec<u8> {
    value.as_str().and_then(|text| hex::decode(text).ok()).expect("hexadecimal bytes")
}
