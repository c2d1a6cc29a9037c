//! The outbox compared with a map; and the message for each fault of a file.

use super::*;
use heliast::wire::tagged;
use proptest::prelude::*;
use sha2::Digest;
use std::fs;

#[derive(Clone, Debug)]
enum Step {
    Keep(Place, u8),
    Clear(u64),
    /// The process ends, and another one starts.
    Reopen,
    /// A byte of the file at a place changes while it is not open.
    Damage(Place, prop::sample::Index),
    /// A draft is left behind.
    Draft(Place),
}

fn place() -> impl Strategy<Value = Place> {
    let kind = prop_oneof![
        3 => (0..2_u8).prop_map(|slot| Kind::Ticket { slot }),
        1 => Just(Kind::Announcement),
    ];
    (1..4_u64, 0..2_u32, kind).prop_map(|(round, participant, kind)| Place { round, participant, kind })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (place(), 0..3_u8).prop_map(|(place, byte)| Step::Keep(place, byte)),
        1 => (0..4_u64).prop_map(Step::Clear),
        2 => Just(Step::Reopen),
        1 => (place(), any::<prop::sample::Index>()).prop_map(|(place, at)| Step::Damage(place, at)),
        1 => place().prop_map(Step::Draft),
    ];
    prop::collection::vec(step, 1..40)
}

/// The content of a place: the byte of its transaction, or `None` if it can't be read.
type Model = BTreeMap<Place, Option<u8>>;

/// A transaction of some length.
fn bytes(byte: u8) -> Vec<u8> {
    vec![byte; usize::from(byte) * 100]
}

fn step(outbox: &mut Outbox, dir: &Path, model: &mut Model, step: Step) {
    match step {
        Step::Keep(place, byte) => {
            let said = outbox.keep(place, &bytes(byte));
            match model.get(&place) {
                None => {
                    said.unwrap();
                    model.insert(place, Some(byte));
                }
                Some(Some(kept)) if *kept == byte => said.unwrap(),
                Some(Some(_)) => assert!(matches!(said, Err(OutboxError::Other(at)) if at == place)),
                Some(None) => {
                    assert!(matches!(said, Err(OutboxError::Damaged { place: at, .. }) if at == place))
                }
            }
        }
        Step::Clear(sealed) => {
            outbox.clear(sealed);
            model.retain(|place, _| place.round > sealed);
        }
        Step::Reopen => *outbox = Outbox::open(dir, &CHAIN).unwrap(),
        Step::Damage(place, at) => {
            let file = dir.join(place.name());
            if let Some(kept) = model.get_mut(&place).filter(|kept| kept.is_some()) {
                let mut bytes = fs::read(&file).unwrap();
                let at = at.index(bytes.len());
                bytes[at] ^= 0x20;
                fs::write(&file, bytes).unwrap();
                *kept = None;
                *outbox = Outbox::open(dir, &CHAIN).unwrap();
            }
        }
        Step::Draft(place) => {
            fs::write(dir.join(format!(".{}.new", place.name())), "half").unwrap();
            *outbox = Outbox::open(dir, &CHAIN).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_outbox_is_a_map_that_survives(steps in steps()) {
        let home = TempDir::new().unwrap();
        let (mut outbox, mut model) = (Outbox::open(home.path(), &CHAIN).unwrap(), Model::new());
        for one in steps {
            step(&mut outbox, home.path(), &mut model, one);
            for round in 1..4 {
                for participant in 0..2 {
                    for kind in [Kind::Ticket { slot: 0 }, Kind::Ticket { slot: 1 }, Kind::Announcement] {
                        let place = Place { round, participant, kind };
                        let kept = outbox.kept(place).map(|kept| kept.map(<[u8]>::to_vec)).map_err(drop);
                        let expected = match model.get(&place) {
                            None => Ok(None),
                            Some(Some(byte)) => Ok(Some(bytes(*byte))),
                            Some(None) => Err(()),
                        };
                        prop_assert_eq!(kept, expected, "{}", place);
                    }
                }
            }
            prop_assert_eq!(fs::read_dir(home.path()).unwrap().count(), model.len(), "no file more or less");
        }
    }

    /// Each place has one name, and each valid name belongs to one place.
    #[test]
    fn a_name_is_a_places_or_nobodys(name in "[0-9a-f]{28}") {
        if let Some(place) = Place::of_name(&name) {
            prop_assert_eq!(place.name(), name);
        }
    }
}

#[test]
fn names_are_round_kind_slot_and_participant() {
    for (place, name) in [
        (ticket(3, 2, 5), "0000000000000003000200000005"),
        (announcement(3, 5), "0000000000000003010000000005"),
        (ticket(u64::MAX, u8::MAX, u32::MAX), "ffffffffffffffff00ffffffffff"),
    ] {
        assert_eq!((&*place.name(), Place::of_name(name)), (name, Some(place)));
    }
    for nobodys in [
        "",
        "0000000000000003010100000005",
        "0000000000000003020000000005",
        "000000000000000300020000000",
        "00000000000000030002000000055",
        "000000000000000300020000000g",
        "FFFFFFFFFFFFFFFF00FFFFFFFFFF",
    ] {
        assert_eq!(Place::of_name(nobodys), None, "{nobodys}");
    }
}

/// The bytes of a file with this content and the right digest.
fn sealed(content: &[u8]) -> Vec<u8> {
    let digest = tagged("heliast/outbox/v1").chain_update(content).finalize();
    [content, &digest].concat()
}

#[test]
fn each_fault_of_a_file_has_its_words() {
    let place = ticket(9, 2, 77);
    let at = hex::decode(place.name()).unwrap();
    let other = hex::decode(ticket(9, 3, 77).name()).unwrap();
    let content = |magic: &[u8], chain: &[u8], place: &[u8], len: u32, tx: &[u8]| {
        [magic, chain, place, &len.to_be_bytes(), tx].concat()
    };
    let good = content(b"HLOB\x01", &CHAIN, &at, 3, b"abc");
    assert_eq!(format::encode(&CHAIN, place, b"abc"), sealed(&good), "the form of its documentation");
    assert_eq!(format::decode(&sealed(&good), &CHAIN, place), Ok(b"abc".to_vec()));
    let short = |len: usize| sealed(&good[..len]);
    for (file, words) in [
        (vec![], "it is cut short"),
        (vec![0; 31], "it is cut short"),
        (vec![0; 32], "it is not a file of an outbox of version 1"),
        (sealed(&content(b"HLOB\x02", &CHAIN, &at, 3, b"abc")), "it is not a file of an outbox of version 1"),
        ([&good[..], &[0; 32]].concat(), "its digest does not match"),
        (sealed(&content(b"HLOB\x01", &[8; 32], &at, 3, b"abc")), "it belongs to another chain"),
        (short(5 + 31), "it belongs to another chain"),
        (sealed(&content(b"HLOB\x01", &CHAIN, &other, 3, b"abc")), "it belongs to another place"),
        (short(5 + 32 + 13), "it belongs to another place"),
        (short(5 + 32 + 14 + 3), "it is cut short"),
        (short(good.len() - 1), "its length does not match"),
        (sealed(&content(b"HLOB\x01", &CHAIN, &at, 2, b"abc")), "its length does not match"),
        (sealed(&content(b"HLOB\x01", &CHAIN, &at, u32::MAX, b"abc")), "its length does not match"),
    ] {
        assert_eq!(format::decode(&file, &CHAIN, place), Err(words));
        let home = TempDir::new().unwrap();
        fs::write(home.path().join(place.name()), file).unwrap();
        let found = Outbox::open(home.path(), &CHAIN).unwrap().kept(place).unwrap_err().to_string();
        let whole = "the ticket of participant 77 for slot 2 of round 9 stands in the outbox, but its file is damaged: ";
        assert_eq!(found, format!("{whole}{words}"));
    }
}

#[test]
fn errors_say_what_helps_and_which_place_it_is() {
    let place = announcement(4, 2);
    for (error, words, hint) in [
        (
            OutboxError::Io(io::ErrorKind::StorageFull.into()),
            "the outbox can't be written or read: ",
            "disk is full",
        ),
        (
            OutboxError::Other(place),
            "the announcement of participant 2 in round 4 stands in",
            "another process",
        ),
        (
            OutboxError::Damaged { place, reason: "it is cut short".into() },
            "the announcement of participant 2 in round 4 stands in the outbox, but",
            "the next round is drawn",
        ),
    ] {
        assert!(error.to_string().starts_with(words), "{error}");
        assert!(error.hint().contains(hint), "{}", error.hint());
    }
}

#[test]
fn a_directory_that_cannot_be_an_outbox_is_refused() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "x").unwrap();
    assert!(matches!(Outbox::open(&file, &CHAIN), Err(OutboxError::Io(_))));
    // Something else at the place of a file can't be read, and nothing is drawn next to it.
    fs::create_dir(home.path().join(ticket(1, 0, 0).name())).unwrap();
    assert!(matches!(Outbox::open(home.path(), &CHAIN), Err(OutboxError::Io(_))));
}
