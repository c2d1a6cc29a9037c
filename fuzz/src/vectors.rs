//! Fixtures from `vectors/`: groups with and without their factors, and whole chains with their rounds.

use arith::Natural;
use group::{RsaGroup, Trapdoor};
use heliast::{Chain, Round, SecretKey, Tip};
use serde_json::Value;

/// A group of the vectors; the toys come with their factors.
pub struct TestGroup {
    /// The group.
    pub group: RsaGroup,
    /// What evaluates any delay in it at once.
    pub trapdoor: Option<Trapdoor>,
}

/// A chain of the vectors with its honest rounds.
pub struct TestChain {
    /// The chain.
    pub chain: Chain,
    /// The participants' secret keys.
    pub keys: Vec<SecretKey>,
    /// The state before each round.
    pub tips: Vec<Tip>,
    /// The encoded rounds.
    pub rounds: Vec<Vec<u8>>,
}

/// The groups of `vectors/wesolowski.json`, of 256 to 2048 bits.
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

/// The chains of `vectors/round.json`: one for each VRF scheme, with 1024 and 2048 bits.
pub fn chains() -> Vec<TestChain> {
    let file = parse(include_str!("../../vectors/round.json"));
    list(&file, "cases").iter().filter(|case| case["kind"] == "chain").map(test_chain).collect()
}

fn test_chain(case: &Value) -> TestChain {
    let chain = Chain::from_bytes(&bytes(&case["genesis_bytes"])).expect("an honest genesis");
    let scheme = chain.genesis().vrf;
    let key = |seed| SecretKey::from_seed(scheme, bytes(seed).try_into().expect("32 bytes"));
    let keys = list(case, "secrets").iter().map(key).collect();
    let rounds: Vec<_> = list(case, "rounds").iter().map(|round| bytes(&round["bytes"])).collect();
    let mut tips = vec![chain.start()];
    for bytes in &rounds {
        let round: Round = chain.decode_round(bytes).expect("an honest round");
        tips.push(chain.tip_after(&round));
    }
    TestChain { chain, keys, tips, rounds }
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
