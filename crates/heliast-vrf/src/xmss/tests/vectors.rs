//! The answers of the reference in `vectors/xmss.json`: the oracle of these tests gives the same answers, and
//! so do lanes.

use super::{Tree, oracle, rfc};
use crate::xmss::{ChainJob, Hash, LEN, MAX_DIGIT, Node, PublicKey, SecretSeed, digits, leaves};
use heliast_symmetric::sha256::Sha256;
use std::vec::Vec;
use testkit::Value;

struct Case(Value);

impl Case {
    fn text(&self, field: &str) -> &str {
        testkit::text(&self.0, field)
    }

    fn bytes(&self, field: &str) -> Vec<u8> {
        testkit::bytes(&self.0, field)
    }

    fn node(&self, field: &str) -> Node {
        testkit::array(&self.0, field)
    }

    fn nodes(&self, field: &str) -> Vec<Node> {
        self.bytes(field).as_chunks().0.to_vec()
    }

    fn int(&self, field: &str) -> u32 {
        testkit::number(&self.0, field) as u32
    }

    fn adrs(&self) -> oracle::Adrs {
        let bytes = self.node("adrs");
        core::array::from_fn(|i| u32::from_be_bytes(bytes.as_chunks().0[i]))
    }

    fn hash(&self) -> Hash {
        Hash::new(Sha256::new(), &self.node("pub_seed"))
    }
}

fn cases(kind: &str) -> Vec<Case> {
    testkit::of_kind(&testkit::cases("xmss.json"), kind).into_iter().cloned().map(Case).collect()
}

#[test]
fn hashes() {
    for case in cases("hash") {
        let found = match case.text("function") {
            "F" => oracle::f(&case.node("pub_seed"), case.adrs(), &case.node("value")),
            "H" => oracle::h(&case.node("pub_seed"), case.adrs(), &case.node("left"), &case.node("right")),
            "PRF" => oracle::prf(&case.node("key"), &case.bytes("adrs")),
            "PRF_keygen" => oracle::prf_keygen(&case.node("key"), &case.node("pub_seed"), &case.adrs()),
            "H_msg" => {
                let message = case.bytes("message");
                oracle::h_msg(&case.node("randomizer"), &case.node("root"), case.int("index"), &message)
            }
            other => panic!("{other}"),
        };
        assert_eq!(found, case.node("output"), "{}", case.text("name"));
    }
}

/// Tests the cases whose address lanes can have.
#[test]
fn hashes_in_lanes() {
    let mut tried = 0;
    for case in cases("hash").into_iter().filter(|case| case.text("function") != "H_msg") {
        let found = match (case.text("function"), case.adrs()) {
            ("F", [0, 0, 0, 0, leaf, chain, step, _]) if step < 0x1_0000 => {
                let mut value = [case.node("value")];
                case.hash().chains(&[ChainJob { leaf, chain, start: step as u16, steps: 1 }], &mut value);
                value[0]
            }
            ("H", [0, 0, 0, 2, 0, row, index, _]) => {
                let mut parent = [[0; 32]];
                let children = [case.node("left"), case.node("right")];
                case.hash().parents(row, index, &children, &mut parent);
                parent[0]
            }
            ("PRF_keygen", [0, 0, 0, 0, leaf, chain, 0, 0]) => {
                let mut value = [[0; 32]];
                SecretSeed::new(&case.hash(), &case.node("key")).keys(&[(leaf, chain)], &mut value);
                value[0]
            }
            _ => continue,
        };
        assert_eq!(found, case.node("output"), "{}", case.text("name"));
        tried += 1;
    }
    assert!(tried >= 4, "{tried}");
}

#[test]
fn one_time_keys() {
    for case in cases("wots") {
        let (hash, leaf) = (case.hash(), case.int("leaf"));
        let done = digits(&case.node("digest"));
        let wanted = case.text("digits").chars().map(|digit| digit.to_digit(16).unwrap());
        assert!(done.iter().map(|digit| u32::from(*digit)).eq(wanted), "{}", case.text("name"));

        let job =
            |i: usize, start: u16, end: u16| ChainJob { leaf, chain: i as u32, start, steps: end - start };
        let mut values = [[0; 32]; LEN];
        let chains: Vec<_> = (0..LEN as u32).map(|chain| (leaf, chain)).collect();
        SecretSeed::new(&hash, &case.node("sk_seed")).keys(&chains, &mut values);
        hash.chains(&core::array::from_fn::<_, LEN, _>(|i| job(i, 0, done[i])), &mut values);
        assert_eq!(values[..], case.nodes("signature"), "{}", case.text("name"));
        hash.chains(&core::array::from_fn::<_, LEN, _>(|i| job(i, done[i], MAX_DIGIT)), &mut values);
        assert_eq!(values[..], case.nodes("public"), "{}", case.text("name"));
        assert_eq!(hash.ltree(leaf, &values), case.node("node"), "{}", case.text("name"));
    }
}

#[test]
fn leaves_of_the_reference() {
    for case in cases("leaf") {
        let (hash, leaf) = (case.hash(), case.int("leaf"));
        let secret = SecretSeed::new(&hash, &case.node("sk_seed"));
        let (mut node, mut value) = ([[0; 32]], [[0; 32]]);
        leaves(&hash, &secret, leaf, &mut node);
        assert_eq!(node[0], case.node("node"), "leaf {leaf}");
        secret.keys(&[(leaf, 66)], &mut value);
        assert_eq!(value[0], case.node("secret_66"), "leaf {leaf}");
        hash.chains(&[ChainJob { leaf, chain: 66, start: 0, steps: MAX_DIGIT }], &mut value);
        assert_eq!(value[0], case.node("public_66"), "leaf {leaf}");
    }
}

#[test]
fn trees_of_the_reference() {
    for case in cases("tree") {
        let height = case.int("height") as u8;
        let tree = Tree::new(Sha256::new(), height, &case.node("sk_seed"), &case.node("pub_seed"));
        assert_eq!(tree.key().root, case.node("root"), "{}", case.text("name"));
    }
}

#[test]
fn paths_of_the_reference() {
    for case in cases("path") {
        let root = case.hash().climb(case.int("leaf"), case.node("node"), &case.nodes("path"));
        assert_eq!(root, case.node("root"), "{}", case.text("name"));
    }
}

#[test]
fn signatures_of_the_reference() {
    for case in cases("rfc") {
        let (message, signature) = (case.bytes("message"), case.bytes("signature"));
        let (height, pub_seed) = (case.int("height") as u8, case.node("pub_seed"));
        let key = PublicKey { height, root: case.node("root"), pub_seed };
        let valid = case.0["error"].is_null();
        assert_eq!(rfc::verify(&key, &message, &signature), valid, "{}", case.text("name"));
        if valid {
            let tree = Tree::new(Sha256::new(), height, &case.node("sk_seed"), &pub_seed);
            let r = signature[4..36].try_into().unwrap();
            assert_eq!(
                rfc::sign_with(&tree, r, case.int("leaf"), &message),
                signature,
                "{}",
                case.text("name")
            );
            if case.0.get("sk_prf").is_some() {
                let ours = rfc::sign(&tree, &case.node("sk_prf"), case.int("leaf"), &message);
                assert_eq!(ours, signature, "{}", case.text("name"));
            }
        }
    }
}
