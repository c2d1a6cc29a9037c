//! `vectors/group.json` and `vectors/moduli.json`.

use heliast_arith::Natural;
use heliast_group::{Group, RSA_2048_DECIMAL, RsaGroup, multiexp};
use std::collections::BTreeMap;
use testkit::{Value, assert_class, bytes, error_class, list, load, text};

fn number(case: &Value, key: &str) -> Natural {
    Natural::from_hex(text(case, key)).unwrap()
}

#[test]
fn group_vectors() {
    let file = load("group.json");
    let groups: BTreeMap<_, _> = file["groups"].as_object().unwrap().iter().collect();
    let group = |case: &Value| {
        let entry = groups[&text(case, "group").to_string()];
        RsaGroup::new(&number(entry, "modulus"), 256).unwrap()
    };
    let mut kinds = BTreeMap::new();
    for case in list(&file, "cases") {
        let name = text(case, "name");
        let refused = error_class(case).is_some();
        *kinds.entry((text(case, "kind"), refused)).or_insert(0) += 1;
        match text(case, "kind") {
            "group" => {
                let minimum = testkit::number(case, "minimum_bits") as usize;
                let group = RsaGroup::new(&number(case, "modulus"), minimum).expect(name);
                assert_eq!(hex::encode(group.id()), text(case, "id"), "{name}");
                assert_eq!(group.encoded_len() as u64, testkit::number(case, "length"), "{name}");
            }
            "modulus" => {
                let minimum = testkit::number(case, "minimum_bits") as usize;
                assert!(RsaGroup::new(&number(case, "modulus"), minimum).is_err(), "{name}");
            }
            "hash" => {
                let (group, dst) = (group(case), text(case, "dst"));
                let x = group.hash(dst, &bytes(case, "msg"));
                assert_eq!(hex::encode(group.encode(&x)), text(case, "x"), "{name}");
            }
            "canonical" => {
                let group = group(case);
                let element = group.ring().residue(&number(case, "value"));
                assert_eq!(group.encode(&element), bytes(case, "bytes"), "{name}");
            }
            "decode" => {
                let group = group(case);
                let decoded =
                    group.decode(&bytes(case, "bytes")).and_then(|x| group.check_units(&[&x]).map(|()| x));
                assert_class(case, decoded.as_ref().err().map(|_| "malformed"));
                if let Ok(element) = decoded {
                    assert_eq!(group.encode(&element), bytes(case, "bytes"), "{name}");
                    assert_eq!(group.ring().natural(&element), number(case, "value"), "{name}");
                }
            }
            other => panic!("unknown kind {other}"),
        }
    }
    for expected in
        [("group", false), ("modulus", true), ("hash", false), ("canonical", false), ("decode", true)]
    {
        assert!(kinds.contains_key(&expected), "no cases of {expected:?}");
    }
}

#[test]
fn the_built_in_modulus_is_rsa_2048() {
    let entry = &load("moduli.json")["RSA-2048"];
    assert_eq!(RSA_2048_DECIMAL, text(entry, "decimal"));
    assert_eq!(RSA_2048_DECIMAL.len(), 617);
    assert_eq!(RSA_2048_DECIMAL.bytes().map(|digit| u32::from(digit - b'0')).sum::<u32>(), 2738);
    let group = RsaGroup::rsa_2048();
    assert_eq!(group.modulus().to_string(), RSA_2048_DECIMAL);
    use sha2::Digest;
    let digest = sha2::Sha256::digest(group.modulus().to_be_bytes(256).unwrap());
    assert_eq!(hex::encode(digest), text(entry, "sha256_of_big_endian_bytes"));
    assert!(RsaGroup::new(group.modulus(), 2048).is_ok());
    assert!(RsaGroup::new(group.modulus(), 2049).is_err());
}

/// In a group that can be enumerated: classes, canonical members and the group axioms.
#[test]
fn a_small_group_is_a_group() {
    let n = 7 * 11 * 13u64;
    let group = RsaGroup::unchecked(&Natural::from(n));
    let units: Vec<_> = (1..=n / 2)
        .filter_map(|x| group.decode(&Natural::from(x).to_be_bytes(group.encoded_len())?).ok())
        .filter(|x| group.check_units(&[x]).is_ok())
        .collect();
    assert_eq!(units.len() as u64, 6 * 10 * 12 / 2);
    let encodings: BTreeMap<_, _> = units.iter().map(|x| (group.encode(x), ())).collect();
    assert_eq!(encodings.len(), units.len());
    let order = Natural::from(6 * 10 * 12u64);
    for a in &units {
        assert!(group.equal(&multiexp(&group, &[(a, &order)]), &group.identity()));
        let mut square = a.clone();
        group.square_n(&mut square, 1);
        assert!(group.equal(&square, &group.mul(a, a)));
        for b in &units {
            let ab = group.mul(a, b);
            assert!(encodings.contains_key(&group.encode(&ab)));
            assert_eq!(group.equal(a, b), group.encode(a) == group.encode(b));
            let minus_b = group.ring().neg(b);
            assert!(group.equal(&ab, &group.mul(a, &minus_b)) && group.equal(b, &minus_b));
        }
    }
}
