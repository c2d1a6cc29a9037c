//! Keys of the program `age`.

use heliast_age::{
    FileKey, Stanza,
    x25519::{Identity, Recipient},
};

#[test]
fn a_key_opens_what_was_sealed_to_it_and_nothing_else() {
    let [one, other] = [Identity::random().unwrap(), Identity::random().unwrap()];
    let file_key = FileKey::random().unwrap();
    let stanza = one.recipient().wrap(&file_key).unwrap();
    assert_eq!(one.unwrap(&stanza).unwrap().unwrap().as_bytes(), file_key.as_bytes());
    assert!(other.unwrap(&stanza).unwrap().is_none());
    let foreign = Stanza { kind: "heliast".into(), ..stanza.clone() };
    assert!(one.unwrap(&foreign).unwrap().is_none());
    for bad in [
        Stanza { arguments: vec![], ..stanza.clone() },
        Stanza { arguments: vec!["AAAA".into()], ..stanza.clone() },
        Stanza { body: vec![0; 31], ..stanza.clone() },
        // A point of small order: the shared secret would be 0.
        Stanza { arguments: vec!["A".repeat(43)], ..stanza.clone() },
    ] {
        assert!(one.unwrap(&bad).is_err(), "{bad:?}");
    }
}

#[test]
fn keys_are_written_as_age_writes_them() {
    let identity = Identity::random().unwrap();
    let (secret, public) = (identity.to_text(), identity.recipient().to_string());
    assert!(secret.starts_with("AGE-SECRET-KEY-1") && public.starts_with("age1"), "{public}");
    assert_eq!(secret.parse::<Identity>().unwrap().recipient(), identity.recipient());
    assert_eq!(public.parse::<Recipient>().unwrap(), identity.recipient());
    assert!(public.parse::<Identity>().is_err() && secret.parse::<Recipient>().is_err());
    assert!(!format!("{identity:?}").contains(&secret[16..]));
}

#[test]
fn a_recipient_of_small_order_is_refused() {
    let zero = heliast_age::bech32::encode("age", &[0; 32]);
    let recipient: Recipient = zero.parse().unwrap();
    assert!(recipient.wrap(&FileKey::random().unwrap()).is_err());
}
