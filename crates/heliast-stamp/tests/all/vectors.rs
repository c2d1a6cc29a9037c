//! `vectors/stamp.json`, which the reference writes.

use heliast_arith::Natural;
use heliast_group::RsaGroup;
use heliast_stamp::{
    Expected, Nonce, Paid, Price, PrivateIssuer, PublicIssuer, PublicKey, Refusal, Secret, solve,
};
use std::collections::BTreeMap;
use testkit::{Value, array, bytes, cases, load, number, text};

/// The number of squarings of the vectors' challenges.
const T: u64 = 300;

/// An issuer of either form.
enum Issuer {
    Private(PrivateIssuer),
    Public(Box<PublicIssuer>),
}

impl Issuer {
    fn of(case: &Value, groups: &BTreeMap<&str, RsaGroup>) -> Issuer {
        let (secret, group) = (array(case, "secret"), &groups[text(case, "group")]);
        if text(case, "form") == "private" {
            let mut issuer = PrivateIssuer::new(Secret::new(secret), group);
            issuer.add_delay(T);
            return Issuer::Private(issuer);
        }
        let issuer = PublicIssuer::new(&secret, group);
        assert_eq!(issuer.public_key().to_bytes(), array(case, "public_key"));
        Issuer::Public(Box::new(issuer))
    }

    fn check(&self, stamp: &[u8], expected: &Expected) -> Result<Paid, Refusal> {
        match self {
            Issuer::Private(issuer) => issuer.check(stamp, expected),
            Issuer::Public(issuer) => {
                let key = issuer.public_key();
                PublicKey::new(&key.to_bytes(), key.group()).unwrap().check(stamp, expected)
            }
        }
    }
}

fn groups() -> BTreeMap<&'static str, RsaGroup> {
    let moduli = load("moduli.json");
    let group =
        |name| RsaGroup::new(&Natural::from_decimal(text(&moduli[name], "decimal")).unwrap(), 1024).unwrap();
    ["RSA-1024", "RSA-2048"].map(|name| (name, group(name))).into()
}

#[test]
fn the_reference_agrees() {
    let groups = groups();
    let mut kinds = BTreeMap::new();
    for case in cases("stamp.json") {
        let issuer = Issuer::of(&case, &groups);
        let kind =
            (text(&case, "kind").to_owned(), text(&case, "form").to_owned(), case.get("error").is_some());
        *kinds.entry(kind).or_insert(0) += 1;
        match text(&case, "kind") {
            "challenge" => challenge(&case, &issuer),
            _ => check(&case, &issuer),
        }
    }
    let counts: Vec<_> = kinds.values().copied().collect();
    assert_eq!(counts, [2, 2, 10, 54, 10, 60], "{kinds:?}");
}

fn challenge(case: &Value, issuer: &Issuer) {
    let (resource, client) = (bytes(case, "resource"), bytes(case, "client"));
    let expected = Expected::new(&resource, &client, T);
    let issued = number(case, "issued");
    let price = Price { t: number(case, "t"), now_ms: issued, life_ms: number(case, "last") - issued };
    let terms = expected.terms(price, Nonce(array(case, "nonce")));
    let challenge = match issuer {
        Issuer::Private(issuer) => issuer.challenge(&terms).unwrap(),
        Issuer::Public(issuer) => issuer.challenge(&terms),
    };
    assert_eq!(hex::encode(challenge.to_bytes()), text(case, "challenge"), "{}", case["name"]);
    let stamp = solve(&challenge.to_bytes(), |_| true).unwrap();
    assert_eq!(hex::encode(&stamp), text(case, "stamp"), "{}", case["name"]);
    let paid = issuer.check(&stamp, &expected.at(issued)).unwrap();
    assert_eq!(hex::encode(paid.id()), text(case, "id"), "{}", case["name"]);
}

fn check(case: &Value, issuer: &Issuer) {
    let (resource, client) = (bytes(case, "resource"), bytes(case, "client"));
    let expected = Expected::new(&resource, &client, number(case, "least"))
        .at(number(case, "now"))
        .with_skew(number(case, "skew"));
    let verdict = issuer.check(&bytes(case, "stamp"), &expected);
    let refusal = verdict.as_ref().err().map(Refusal::name);
    assert_eq!(refusal, case.get("reason").and_then(Value::as_str), "{}", case["name"]);
}
