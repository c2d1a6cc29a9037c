//! The encoding of each is unique, every byte of it matters, and sizes are bounded.

use super::*;
use heliast::Malformed;
use std::env;

#[test]
fn an_application_says_what_was_wished_and_is_the_same_each_time() {
    let operator = Operator::new(1);
    let application = operator.application();
    assert_eq!(application, operator.application());
    assert_eq!((application.name(), application.validator().power), ("Operator 1", 10));
    assert_eq!(application.site(), &Site { rpc: 0, ..operator.site.clone() });
    assert_eq!(application.stake(), 2_000);
    let keys: Vec<_> = operator.keys().iter().map(SecretKey::public_key).collect();
    assert_eq!(application.participants().iter().map(|one| one.public_key.clone()).collect::<Vec<_>>(), keys);
}

#[test]
fn no_part_of_an_application_and_none_with_a_changed_bit_is_taken() {
    let good = Operator { participants: 1, ..Operator::new(1) }.application().to_bytes();
    for len in 0..good.len() {
        let cut = Application::from_bytes(&good[..len]);
        assert!(matches!(cut, Err(FoundingError::Malformed(_))), "{len}");
    }
    for bit in 0..8 * good.len() {
        let mut changed = good.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(Application::from_bytes(&changed).is_err(), "bit {bit}");
    }
}

/// Mutates applications, as often as `HELIAST_MUTATIONS` says: bytes are overwritten, removed, doubled,
/// exchanged.
#[test]
fn mutated_applications_are_refused() {
    let count = env::var("HELIAST_MUTATIONS").map_or(2_000, |count| count.parse().unwrap());
    let good: Vec<_> = operators(3).iter().map(|one| one.application().to_bytes()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut below = |most: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % most.max(1) as u64) as usize
    };
    for round in 0..count {
        let honest = &good[below(good.len())];
        let mut bytes = honest.clone();
        for _ in 0..=below(3) {
            let (at, other) = (below(bytes.len()), below(bytes.len()));
            match below(5) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes.swap(at, other),
                2 => drop(bytes.drain(at.min(other)..at.max(other))),
                3 => bytes.extend_from_within(at.min(other)..at.max(other)),
                _ => {
                    let other = good[below(good.len())].repeat(2);
                    let (end, at) = (bytes.len().min(other.len()), at.min(other.len()));
                    bytes[at..end].copy_from_slice(&other[at..end]);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        let is_honest = good.contains(&bytes);
        assert_eq!(
            Application::from_bytes(&bytes).is_ok(),
            is_honest,
            "round {round}: {}",
            hex::encode(&bytes)
        );
    }
}

#[test]
fn no_part_of_a_draft_or_of_an_agreement_is_one() {
    let operators = operators(2);
    let draft = draft_of(&operators);
    let bytes = draft.as_bytes();
    for len in (0..bytes.len()).step_by(7) {
        assert!(matches!(Draft::from_bytes(&bytes[..len]), Err(FoundingError::Malformed(_))), "{len}");
    }
    for at in (0..bytes.len()).step_by(11) {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        // If a parameter is changed, the chain id differs.
        let other = Draft::from_bytes(&changed);
        assert!(other.is_err() || other.is_ok_and(|other| other.chain_id() != draft.chain_id()), "{at}");
    }
    let agreement = operators[0].agreement(&draft).to_bytes();
    assert_eq!(Agreement::from_bytes(&agreement).unwrap().to_bytes(), agreement);
    for len in 0..agreement.len() {
        assert!(Agreement::from_bytes(&agreement[..len]).is_err(), "{len}");
    }
    for bit in 0..8 * agreement.len() {
        let mut changed = agreement.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let taken = Agreement::from_bytes(&changed).map(|changed| draft.agreed(&changed).is_ok());
        assert_ne!(taken, Ok(true), "bit {bit}");
    }
}

#[test]
fn two_hundred_found_a_network_and_one_more_does_not() {
    let mut applications: Vec<_> = operators(200).iter().map(Operator::application).collect();
    let draft = Draft::new(&terms(), applications.clone()).unwrap();
    assert_eq!(draft.applications().len(), 200);
    assert_eq!(draft.foundations().chain.genesis().participants.len(), 400);
    assert_eq!(Draft::from_bytes(draft.as_bytes()).unwrap().chain_id(), draft.chain_id());
    applications.push(Operator::new(201).application());
    assert!(matches!(
        Draft::new(&terms(), applications),
        Err(Malformed::Field { field: "applications", .. })
    ));
    // A thousand participants and not one more.
    let many = |last| {
        let applications = (1..=10).map(|number| {
            let participants = if number == 10 { last } else { 100 };
            Operator { participants, ..Operator::new(number) }.application()
        });
        let applications =
            applications.chain([Operator { participants: 1, ..Operator::new(11) }.application()]);
        Draft::new(&terms(), applications.collect())
    };
    assert!(many(99).is_ok());
    assert!(matches!(many(100), Err(Malformed::Field { field: "participants", .. })));
    let too_many = Operator { participants: 101, ..Operator::new(1) };
    assert!(Application::make(&too_many.wish(), &too_many.secrets(), &mut too_many.keys()).is_err());
}

#[test]
fn what_breaks_a_rule_is_refused_when_it_is_made() {
    let operator = Operator::new(1);
    let refused =
        |wish: Wish<'_>| Application::make(&wish, &operator.secrets(), &mut operator.keys()).is_err();
    let wish = operator.wish();
    assert!(!refused(wish));
    let long = "a".repeat(300);
    for name in ["", " a", "a\u{1b}[2J", "a\u{202e}b", &long[..65], &long] {
        assert!(refused(Wish { name, ..wish }), "{name:?}");
    }
    let site = |host: &str, api, p2p| Site { host: host.to_owned(), api, p2p, rpc: 1 };
    for site in [
        site("A", 1, 2),
        site("", 1, 2),
        site("a", 0, 2),
        site("a", 1, 0),
        site("a", 1, 1),
        site(&long, 1, 2),
    ] {
        assert!(refused(Wish { site: &site, ..wish }), "{site:?}");
    }
    assert!(refused(Wish { power: 0, ..wish }) && refused(Wish { stake: 0, ..wish }));
}

#[test]
fn a_host_has_one_form() {
    for (given, form) in [
        ("Beacon.Example.ORG", "beacon.example.org"),
        ("2001:DB8:0:0::0:1", "2001:db8::1"),
        ("192.0.2.1", "192.0.2.1"),
        ("LOCALHOST", "localhost"),
    ] {
        assert_eq!(host(given).unwrap(), form);
        assert_eq!(host(form).unwrap(), form);
    }
    for bad in ["", "::ffff:192.0.2.1", "::", "0.0.0.0", "a b", "http://a", "a:1", "1.2.3", "[::1]"] {
        assert!(host(bad).is_err(), "{bad}");
    }
}
