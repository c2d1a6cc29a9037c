//! `vectors/class_group.json`, which the reference writes.

use heliast_arith::Natural;
use heliast_group::{ClassGroup, Group};
use std::collections::BTreeMap;
use testkit::{Value, assert_class, bytes, error_class, list, load, text};

fn number(case: &Value, field: &str) -> Natural {
    let digits = text(case, field).trim_start_matches('-');
    let padded = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits.to_owned() };
    Natural::from_be_bytes(&hex::decode(padded).unwrap())
}

#[test]
fn the_reference_agrees() {
    let file = load("class_group.json");
    let groups: BTreeMap<_, _> = file["groups"]
        .as_object()
        .unwrap()
        .keys()
        .map(|name| (name.clone(), ClassGroup::new(&number(&file["groups"], name), 256).unwrap()))
        .collect();
    let mut kinds = BTreeMap::new();
    for case in list(&file, "cases") {
        let name = text(case, "name");
        *kinds.entry((text(case, "kind"), error_class(case).is_some())).or_insert(0) += 1;
        let group = || &groups[text(case, "group")];
        let element = |field| group().decode(&bytes(case, field)).expect(name);
        match text(case, "kind") {
            "discriminant" => {
                let (seed, bits) = (bytes(case, "seed"), testkit::number(case, "bits") as usize);
                let made = match text(case, "rule") {
                    "chia" => ClassGroup::from_chia_seed(&seed, bits),
                    _ => ClassGroup::from_seed(&seed, bits),
                };
                assert_class(case, made.as_ref().err().map(|_| "malformed"));
                if let Ok(group) = made {
                    assert_eq!(group.discriminant_magnitude(), &number(case, "magnitude"), "{name}");
                }
            }
            "group" => {
                let minimum = testkit::number(case, "minimum_bits") as usize;
                let group = ClassGroup::new(&number(case, "magnitude"), minimum);
                assert_class(case, group.as_ref().err().map(|_| "malformed"));
                if let Ok(group) = group {
                    assert_eq!(hex::encode(group.id()), text(case, "id"), "{name}");
                    assert_eq!(group.encoded_len() as u64, testkit::number(case, "length"), "{name}");
                }
            }
            "hash" => {
                let x = group().hash(text(case, "dst"), &bytes(case, "msg"));
                assert_eq!(hex::encode(group().encode(&x)), text(case, "x"), "{name}");
            }
            "decode" => {
                let decoded = group().decode(&bytes(case, "bytes"));
                assert_class(case, decoded.as_ref().err().map(|_| "malformed"));
                if let Ok(form) = decoded {
                    let negative = text(case, "b").starts_with('-');
                    let expected = group().form(&number(case, "a"), &number(case, "b"), negative);
                    assert_eq!(expected.as_ref(), Ok(&form), "{name}");
                    assert_eq!(group().encode(&form), bytes(case, "bytes"), "{name}");
                }
            }
            "product" => assert_eq!(group().mul(&element("x"), &element("y")), element("z"), "{name}"),
            "power" => {
                assert_eq!(group().pow(&element("x"), &number(case, "exponent")), element("y"), "{name}")
            }
            other => panic!("unknown kind {other}"),
        }
    }
    for kind in ["discriminant", "group", "decode"] {
        assert!(kinds.contains_key(&(kind, false)) && kinds.contains_key(&(kind, true)), "{kind}");
    }
    assert!(["hash", "product", "power"].iter().all(|kind| kinds.contains_key(&(kind, false))));
}
