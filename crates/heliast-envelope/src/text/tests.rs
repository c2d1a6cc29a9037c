use super::*;
use crate::Setup;

fn setup() -> SetupFile {
    let setup = Setup::begin(Place::rsa_2048());
    let mut evaluation = setup.evaluation(30).unwrap();
    evaluation.advance(30);
    setup.add(&evaluation, 1, |_| true).unwrap().as_file().clone()
}

#[test]
fn recipients_are_read_as_they_are_written() {
    let place = Place::rsa_2048();
    let t = SetupFile::shipped(&place).delays().next().unwrap();
    let short = Recipient::shipped(&place, t).unwrap();
    let long = Recipient::new(setup()).unwrap();
    for (recipient, t) in [(short, t), (long, 30)] {
        let text = recipient.to_string();
        let read: Recipient = text.parse().unwrap();
        assert_eq!((read.t(), read.to_string()), (t, text));
        assert_eq!(read.setup().to_bytes(), recipient.setup().to_bytes());
        assert!(read.setup().verify().is_ok());
    }
    assert!(Recipient::shipped(&place, t + 1).is_none());
}

#[test]
fn text_of_something_else_is_refused() {
    let bytes = [&[1, 0][..], &30u64.to_be_bytes(), &setup().steps_to_bytes()].concat();
    let write = |bytes: &[u8]| bech32::encode(RECIPIENT, bytes);
    assert!(write(&bytes).parse::<Recipient>().is_ok());
    let changed = |at: usize, to: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = to;
        write(&bytes)
    };
    for text in [
        changed(0, 2),
        changed(1, 4),
        changed(9, 31),
        changed(9, 0),
        changed(2, 1),
        write(&bytes[..bytes.len() - 1]),
        write(&bytes[..5]),
        write(&[]),
        bech32::encode("age1other", &bytes),
    ] {
        assert!(text.parse::<Recipient>().is_err(), "{}", *text);
    }
    for bytes in [&[][..], &[1], &[2, 0], &[1, 2], &[1, 0, 0], &[1, 1], &[1, 1, 0]] {
        assert!(bech32::encode(IDENTITY, bytes).parse::<Identity>().is_err(), "{bytes:?}");
    }
}

#[test]
fn identities_are_read_as_they_are_written() {
    let text = Identity::Works.to_string();
    assert!(text.starts_with("AGE-PLUGIN-HELIAST-1"), "{text}");
    assert_eq!(text.parse(), Ok(Identity::Works));
}
