//! Tests of terms: their bytes, their ranges, and the order of refusals.

use super::*;
use proptest::prelude::*;

const ISSUER: [u8; 16] = [0xaa; 16];
const SITE: &[u8] = b"a site";
const CLIENT: &[u8] = b"a client";

fn terms() -> Terms {
    let price = Price { t: 1_000, now_ms: 5_000, life_ms: 2_000 };
    Expected::new(SITE, CLIENT, 1_000).terms(price, Nonce([7; 16]))
}

fn bytes() -> [u8; TERMS] {
    terms().to_bytes(Form::Private, &ISSUER)
}

/// Reads terms with other bytes at one place.
fn with(at: usize, other: &[u8]) -> Result<Terms, Refusal> {
    let mut bytes = bytes();
    bytes[at..at + other.len()].copy_from_slice(other);
    Terms::from_bytes(&bytes, Form::Private, &ISSUER)
}

/// Field by field, as in `spec/stamp.md`.
#[test]
fn terms_are_written_field_by_field() {
    let hash = |tag: &str, text: &[u8]| Sha256::digest([&[tag.len() as u8], tag.as_bytes(), text].concat());
    let mut expected = b"HLST\x01\x00".to_vec();
    expected.extend(ISSUER);
    for number in [1_000u64, 5_000, 7_000] {
        expected.extend(number.to_be_bytes());
    }
    expected.extend([7; 16]);
    expected.extend(hash("heliast/stamp/resource/v1", SITE));
    expected.extend(hash("heliast/stamp/client/v1", CLIENT));
    assert_eq!(bytes()[..], expected[..]);
    assert_eq!(terms().to_bytes(Form::Public, &ISSUER)[5], 1);
    let id = hash("heliast/stamp/id/v1", &expected);
    assert_eq!(id[..16], super::id(&expected));
    for form in [Form::Private, Form::Public] {
        let bytes = terms().to_bytes(form, &ISSUER);
        assert_eq!(Terms::from_bytes(&bytes, form, &ISSUER), Ok(terms()));
    }
}

#[test]
fn each_field_has_its_refusal() {
    let (version, issuer, range) = (Err(Refusal::Version), Err(Refusal::Issuer), Err(Refusal::Terms));
    let number = u64::to_be_bytes;
    for (at, other, expected) in [
        (0, &b"hLST"[..], &version),
        (0, b"HLSP", &version),
        (4, &[0], &version),
        (4, &[2], &version),
        (5, &[1], &version),
        (5, &[2], &version),
        (5, &[0xff], &version),
        (6, &[0xab], &issuer),
        (21, &[0], &issuer),
        (22, &number(0), &range),
        (22, &number(MAX_DELAY), &range),
        (22, &number(u64::MAX), &range),
        (30, &number(7_001), &range),
        (30, &number(u64::MAX), &range),
        (38, &number(4_999), &range),
        (38, &number(1 << 53), &range),
        (38, &number(u64::MAX), &range),
        // Terms of another form, another issuer and out of range are refused for their form first, and so on.
        (5, &[1, 0, 0], &version),
        (21, &[0, 0, 0, 0, 0, 0, 0, 0, 0], &issuer),
    ] {
        assert_eq!(with(at, other), *expected, "{other:?} at {at}");
    }
    for (at, number) in [(22, 1), (22, MAX_DELAY - 1), (30, 0), (30, 7_000), (38, 5_000), (38, (1 << 53) - 1)]
    {
        assert!(with(at, &u64::to_be_bytes(number)).is_ok(), "{number} at {at}");
    }
    for len in 0..TERMS {
        assert!(Terms::from_bytes(&bytes()[..len], Form::Private, &ISSUER).is_err(), "{len} bytes");
    }
}

#[test]
fn a_challenge_lives_until_the_last_time_that_there_is() {
    let last = |now_ms, life_ms| {
        Expected::new(SITE, CLIENT, 1).terms(Price { t: 1, now_ms, life_ms }, Nonce([0; 16])).last_ms
    };
    let end = (1 << 53) - 1;
    assert_eq!(
        [last(5, 0), last(5, 1), last(0, u64::MAX), last(end, 1), last(end - 1, 1)],
        [5, 6, end, end, end]
    );
}

/// A prefix of a name is another name, and a resource is not confused with a client.
#[test]
fn names_are_told_apart() {
    let names: [(&[u8], &[u8]); 6] =
        [(b"", b""), (b"a", b""), (b"", b"a"), (b"a", b"a"), (b"ab", b""), (b"", b"ab")];
    for (index, (resource, client)) in names.iter().enumerate() {
        for (other, (resource2, client2)) in names.iter().enumerate() {
            let made = Expected::new(resource, client, 1)
                .terms(Price { t: 1, now_ms: 0, life_ms: 0 }, Nonce([0; 16]));
            let found = Expected::new(resource2, client2, 1).check(&made);
            assert_eq!(
                found.is_ok(),
                index == other,
                "{resource:?} {client:?} for {resource2:?} {client2:?}"
            );
        }
    }
    let alone = Expected::new(b"same", b"same", 1);
    assert_ne!(alone.resource, alone.client);
}

/// The first reason in the order of the specification, with numbers that cannot overflow.
fn oracle(
    terms: &Terms,
    is_resource: bool,
    is_client: bool,
    least: u64,
    now: u64,
    skew: u64,
) -> &'static str {
    let [t, issued, last, least, now, skew] =
        [terms.t, terms.issued_ms, terms.last_ms, least, now, skew].map(i128::from);
    match () {
        () if !is_resource => "resource",
        () if !is_client => "client",
        () if t < least => "difficulty",
        () if issued - now > skew => "early",
        () if now - last > skew => "late",
        () => "taken",
    }
}

/// Times near each other, at the ends of the range, and anywhere.
fn time() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0u64..12, 1 => (1u64 << 53) - 3..1 << 53, 1 => u64::MAX - 3..=u64::MAX, 1 => any::<u64>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_stamp_is_refused_for_the_first_reason(
        (t, least) in (1u64..4, 0u64..5),
        (issued, last) in (0u64..12, 0u64..12),
        is_at_end: bool,
        (now, skew) in (time(), time()),
        (is_resource, is_client) in (prop::bool::weighted(0.9), prop::bool::weighted(0.9)),
    ) {
        let shift = if is_at_end { (1 << 53) - 12 } else { 0 };
        let (issued_ms, last_ms) = (shift + issued.min(last), shift + issued.max(last));
        let terms = Terms { t, issued_ms, last_ms, ..terms() };
        let name = |is_own: bool, own: &'static [u8]| if is_own { own } else { b"another" };
        let expected = Expected::new(name(is_resource, SITE), name(is_client, CLIENT), least);
        let expected = expected.at(now).with_skew(skew);
        let found = expected.check(&terms);
        let named = found.as_ref().map_or_else(Refusal::name, |()| "taken");
        prop_assert_eq!(named, oracle(&terms, is_resource, is_client, least, now, skew), "{:?}", found);
        match found {
            Err(Refusal::Early { by_ms }) => prop_assert_eq!(by_ms, issued_ms - now),
            Err(Refusal::Late { by_ms }) => prop_assert_eq!(by_ms, now - last_ms),
            Err(Refusal::Difficulty { t: found, least: asked }) => prop_assert_eq!((found, asked), (t, least)),
            _ => {}
        }
        // A stamp that is accepted now must still have to be remembered.
        if named == "taken" {
            prop_assert!(expected.until_ms(&terms) >= now);
        }
    }

    #[test]
    fn terms_in_range_are_read_as_they_were_written_and_no_others_are_read(
        t in prop_oneof![0u64..3, MAX_DELAY - 2..MAX_DELAY + 2, any::<u64>()],
        (issued_ms, last_ms) in (time(), time()),
        (nonce, resource, client) in any::<([u8; 16], [u8; 32], [u8; 32])>(),
        (issuer, form) in any::<([u8; 16], bool)>(),
    ) {
        let form = if form { Form::Public } else { Form::Private };
        let terms = Terms { t, issued_ms, last_ms, nonce: Nonce(nonce), resource, client };
        let is_in_range = t > 0 && t < 1 << 48 && issued_ms <= last_ms && last_ms < 1 << 53;
        let read = Terms::from_bytes(&terms.to_bytes(form, &issuer), form, &issuer);
        prop_assert_eq!(read, if is_in_range { Ok(terms) } else { Err(Refusal::Terms) });
    }
}
