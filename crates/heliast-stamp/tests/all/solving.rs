//! Tests of solving: its progress, where it can be stopped, and the limits on what a challenge can make a
//! sender do.

use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_stamp::{
    Challenge, Expected, Form, Nonce, Price, PrivateIssuer, PublicIssuer, PublicKey, Refusal, Secret,
    SolveError, solve,
};
use proptest::prelude::*;
use std::{
    collections::BTreeSet,
    sync::{LazyLock, Mutex},
};
use testkit::{load, text};

/// The number of squarings between two calls of `progress`.
const SLICE: u64 = 4_096;
const DELAYS: [u64; 8] = [1, 2, 300, SLICE - 1, SLICE, SLICE + 1, 2 * SLICE, 2 * SLICE + 1];

/// A group of 1024 bits, so that tests are quick.
static GROUP: LazyLock<RsaGroup> = LazyLock::new(|| {
    let modulus = Natural::from_decimal(text(&load("moduli.json")["RSA-1024"], "decimal")).unwrap();
    RsaGroup::new(&modulus, 1_024).unwrap()
});

static PRIVATE: LazyLock<PrivateIssuer> = LazyLock::new(|| {
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &GROUP);
    DELAYS.into_iter().for_each(|t| issuer.add_delay(t));
    issuer
});

static PUBLIC: LazyLock<PublicIssuer> = LazyLock::new(|| PublicIssuer::new(&[9; 32], &GROUP));

fn expected() -> Expected {
    Expected::new(b"a site", b"a client", 1).at(5_000)
}

fn challenge(form: Form, t: u64, nonce: u8) -> Challenge {
    let terms = expected().terms(Price { t, now_ms: 5_000, life_ms: 1_000 }, Nonce([nonce; 16]));
    if form == Form::Private { PRIVATE.challenge(&terms).unwrap() } else { PUBLIC.challenge(&terms) }
}

/// The reported parts, and the result.
fn followed(challenge: &Challenge, stop_after: usize) -> (Vec<f64>, Result<Vec<u8>, SolveError>) {
    let said = Mutex::new(Vec::new());
    let stamp = solve(&challenge.to_bytes(), |done| {
        let mut said = said.lock().unwrap();
        said.push(done);
        said.len() < stop_after
    });
    (said.into_inner().unwrap(), stamp)
}

#[test]
fn what_is_done_only_grows_and_is_a_part_of_the_whole() {
    for form in [Form::Private, Form::Public] {
        for t in DELAYS {
            let (said, stamp) = followed(&challenge(form, t, 1), usize::MAX);
            assert!(stamp.is_ok(), "{form:?}, {t}");
            assert!(
                said.is_sorted() && said.iter().all(|done| (0.0..=1.0).contains(done)),
                "{form:?}, {t}: {said:?}"
            );
            if form == Form::Private {
                assert_eq!((said.len() as u64, said.last()), (t.div_ceil(SLICE), Some(&1.0)), "{t}");
            }
        }
    }
}

#[test]
fn who_waits_may_stop_whenever_something_is_said() {
    for form in [Form::Private, Form::Public] {
        let challenge = challenge(form, 2 * SLICE + 1, 1);
        let (said, _) = followed(&challenge, usize::MAX);
        assert!(said.len() > 1, "{said:?}");
        for stop_after in 1..=said.len() {
            let (until, stamp) = followed(&challenge, stop_after);
            assert_eq!((until.len(), stamp), (stop_after, Err(SolveError::Interrupted)), "{form:?}");
        }
    }
}

#[test]
fn a_challenge_of_no_delay_or_of_too_long_a_one_is_not_solved() {
    for form in [Form::Private, Form::Public] {
        let bytes = challenge(form, 300, 1).to_bytes();
        for t in [0u64, 1 << 48, u64::MAX] {
            let mut changed = bytes.clone();
            changed[22..30].copy_from_slice(&t.to_be_bytes());
            let found = solve(&changed, |_| panic!("nothing is done"));
            assert!(matches!(found, Err(SolveError::Malformed(_))), "{form:?}, {t}: {found:?}");
        }
        let said = solve(&bytes[1..], |_| true).unwrap_err().to_string();
        assert_eq!(said, "these are not bytes of a challenge: magic, version or form");
    }
}

/// A challenge with other terms has another number, so no stamp answers two challenges.
#[test]
fn the_stamp_of_one_challenge_is_not_that_of_another() {
    for form in [Form::Private, Form::Public] {
        let head = if form == Form::Private { 126 + 16 } else { 126 + 64 };
        let stamps = [1, 2].map(|nonce| solve(&challenge(form, 300, nonce).to_bytes(), |_| true).unwrap());
        let [one, other] = &stamps;
        let swapped = [&one[..head], &other[head..]].concat();
        let check = |stamp: &[u8]| match form {
            Form::Private => PRIVATE.check(stamp, &expected()),
            _ => PUBLIC.public_key().check(stamp, &expected()),
        };
        assert_eq!(check(&swapped), Err(Refusal::False));
        let ids: BTreeSet<_> = stamps.iter().map(|stamp| *check(stamp).unwrap().id()).collect();
        assert_eq!(ids.len(), 2);
    }
}

#[test]
fn only_good_keys_are_public_keys() {
    let neutral = [[1].as_slice(), &[0; 31]].concat();
    let order_two = [[0xec].as_slice(), &[0xff; 30], &[0x7f]].concat();
    let no_point = [[2].as_slice(), &[0; 31]].concat();
    // y = p + 3, where 3 is the y of a point of large order.
    let not_canonical = [[0xf0].as_slice(), &[0xff; 30], &[0x7f]].concat();
    for bytes in [neutral, order_two, no_point, not_canonical, vec![0; 32]] {
        let bytes = bytes.try_into().unwrap();
        assert!(PublicKey::new(&bytes, &GROUP).is_none(), "{}", hex::encode(bytes));
    }
    let key = PUBLIC.public_key();
    let again = PublicKey::new(&key.to_bytes(), key.group()).unwrap();
    let stamp = solve(&challenge(Form::Public, 2, 1).to_bytes(), |_| true).unwrap();
    assert!(again.check(&stamp, &expected()).is_ok());
    // In another group the same key is another issuer.
    let elsewhere = PublicKey::new(&key.to_bytes(), &RsaGroup::rsa_2048()).unwrap();
    assert_eq!(elsewhere.check(&stamp, &expected()).unwrap_err().name(), "length");
    let other = PublicIssuer::new(&[10; 32], &GROUP);
    assert_eq!(other.public_key().check(&stamp, &expected()), Err(Refusal::Issuer));
    assert!(key.check_many(&[], 4).is_empty());
}

#[test]
fn a_secret_is_not_shown_and_makes_the_issuer() {
    assert_eq!(format!("{:?}", Secret::new([0x5a; 32])), "Secret(hidden)");
    assert!(PRIVATE.delays().eq(DELAYS) && PRIVATE.group().id() == GROUP.id());
    let bytes = challenge(Form::Private, 2, 1).to_bytes();
    let mut other = PrivateIssuer::new(Secret::new([8; 32]), &GROUP);
    other.add_delay(2);
    let terms = expected().terms(Price { t: 2, now_ms: 5_000, life_ms: 1_000 }, Nonce([1; 16]));
    let foreign = other.challenge(&terms).unwrap().to_bytes();
    // Id, seal and number differ; terms and modulus are the same for both.
    assert!(bytes[6..22] != foreign[6..22] && bytes[126..142] != foreign[126..142]);
    assert!(bytes[22..126] == foreign[22..126] && bytes[142..274] == foreign[142..274]);
    assert!(bytes[274..] != foreign[274..]);
}

/// The names and their order, as the specification lists them.
#[test]
fn each_refusal_has_its_name_in_the_specification() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/stamp.md");
    let spec = std::fs::read_to_string(path).unwrap();
    let table = spec.split("| name | reason |").nth(1).unwrap().split("\n\n").next().unwrap();
    let first = table.lines().filter_map(|row| row.split('|').nth(1));
    let listed: Vec<&str> = first
        .flat_map(|cell| cell.split(','))
        .filter_map(|name| name.trim().strip_prefix('`')?.strip_suffix('`'))
        .collect();
    let malformed = solve(&[], |_| true).unwrap_err().to_string();
    assert!(malformed.starts_with("these are not bytes"));
    let element = PRIVATE.check(&with_answer(&[0xff; 128]), &expected()).unwrap_err();
    let refusals = [
        Refusal::Length { expected: 1, found: 2 },
        Refusal::Version,
        Refusal::Issuer,
        Refusal::Terms,
        Refusal::Resource,
        Refusal::Client,
        Refusal::Difficulty { t: 1, least: 2 },
        Refusal::Early { by_ms: 1 },
        Refusal::Late { by_ms: 1 },
        Refusal::Forged,
        Refusal::Delay(1),
        element,
        Refusal::False,
    ];
    let names: Vec<&str> = refusals.iter().map(Refusal::name).chain(["forgotten", "spent"]).collect();
    assert_eq!(names, listed);
    let texts: BTreeSet<String> = refusals.iter().map(Refusal::to_string).collect();
    assert_eq!(texts.len(), refusals.len(), "each says something else");
}

/// A stamp with another answer.
fn with_answer(answer: &[u8]) -> Vec<u8> {
    let challenge = challenge(Form::Private, 2, 1).to_bytes();
    [&challenge[..126 + 16], answer].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A client that waits is admitted to the resource of the challenge, and to no other.
    #[test]
    fn a_stamp_is_good_where_its_challenge_was_for(
        (resource, client) in any::<(Vec<u8>, Vec<u8>)>(),
        nonce: [u8; 16],
        t in prop_oneof![Just(1u64), Just(2), Just(300)],
        (issued, life, skew) in (0u64..1 << 50, 0u64..1_000, 0u64..100),
        (after, other) in (0u64..1_200, any::<Vec<u8>>()),
    ) {
        let expected = Expected::new(&resource, &client, 1).with_skew(skew);
        let terms = expected.terms(Price { t, now_ms: issued, life_ms: life }, Nonce(nonce));
        let now = issued + after;
        let stamps = [PRIVATE.challenge(&terms).unwrap(), PUBLIC.challenge(&terms)]
            .map(|challenge| solve(&challenge.to_bytes(), |_| true).unwrap());
        let check = |expected: &Expected| {
            [PRIVATE.check(&stamps[0], expected), PUBLIC.public_key().check(&stamps[1], expected)]
                .map(|verdict| verdict.map_or_else(|refusal| refusal.name(), |_| "taken"))
        };
        let in_time = if after > life + skew { "late" } else { "taken" };
        prop_assert_eq!(check(&expected.at(now)), [in_time; 2]);
        let elsewhere = Expected::new(&[&other[..], b"!", &resource].concat(), &client, 1);
        prop_assert_eq!(check(&elsewhere.at(now)), ["resource"; 2]);
        let somebody = Expected::new(&resource, &[&client[..], b"!", &other].concat(), 1);
        prop_assert_eq!(check(&somebody.at(now)), ["client"; 2]);
        let dear = Expected::new(&resource, &client, t + 1);
        prop_assert_eq!(check(&dear.at(now)), ["difficulty"; 2]);
    }
}
