//! `vectors/envelope.json`, which the reference writes.

use heliast_envelope::{
    BadLock, BadOpening, BadPlace, BadSetup, Identity, Lock, Place, Recipient, Sealer, SetupFile,
    age::{FileKey, Header, Opener, Sealer as Contents, Stanza},
};
use heliast_group::Group;
use heliast_vdf::{Invalid, OpenError, ProofFile};
use std::{
    collections::BTreeMap,
    io::{Read, Write},
};
use testkit::{Value, array, bytes, cases, error_class, list, load, number, place, text};

fn stanza(words: &str, body: Vec<u8>) -> Stanza {
    let arguments = if words.is_empty() { vec![] } else { words.split(' ').map(str::to_owned).collect() };
    Stanza { kind: "heliast".into(), arguments, body }
}

/// Reads a place from its bytes: a setup of one step is the shortest object that begins with a place.
fn read_place(data: &[u8]) -> Result<Place, BadPlace> {
    match Lock::from_stanza(&stanza("1 1", data.to_vec())) {
        Err(BadLock::Place(error)) => Err(error),
        // The rest of a lock is missing or invalid: the place was read.
        _ => match SetupFile::from_bytes(&[b"HLES\x01", data].concat()) {
            Err(BadSetup::Place(error)) => Err(error),
            _ => Ok(places()
                .into_iter()
                .find(|place| place.to_bytes() == data)
                .expect("a place of the vectors")),
        },
    }
}

/// The groups of the vectors that are accepted.
fn places() -> Vec<Place> {
    let file = load("envelope.json");
    let all = file["cases"].as_array().expect("cases");
    let accepted = all.iter().filter(|case| case["kind"] == "place" && case.get("error").is_none());
    accepted.map(|case| made(&bytes(case, "place"))).collect()
}

/// Makes a place from the parts of its bytes, by the constructors.
fn made(data: &[u8]) -> Place {
    match data {
        [0] => Place::rsa_2048(),
        [1] => Place::class_2048(),
        [2, _, _, modulus @ ..] => Place::modulus(&heliast_arith::Natural::from_be_bytes(modulus)).unwrap(),
        [3, high, low, _, seed @ ..] => Place::class(seed, u16::from_be_bytes([*high, *low]).into()).unwrap(),
        _ => panic!("{data:?}"),
    }
}

#[test]
fn the_reference_agrees() {
    let mut kinds = BTreeMap::new();
    for case in cases("envelope.json") {
        let kind = text(&case, "kind");
        *kinds.entry((kind.to_owned(), case.get("error").is_some())).or_insert(0) += 1;
        let class = match kind {
            "place" => of_place(&case),
            "setup" => of_setup(&case),
            "seal" => of_seal(&case),
            "lock" => of_lock(&case),
            "open" => of_open(&case),
            "file" => of_file(&case),
            "recipient" => of_recipient(&case),
            "identity" => of_identity(&case),
            other => panic!("{other}"),
        };
        assert_eq!(class, error_class(&case), "{}", place(&case));
    }
    assert_eq!(kinds.len(), 14, "{kinds:?}");
}

type Class = Option<&'static str>;

const MALFORMED: Class = Some("malformed");

fn class(is_false: bool) -> Class {
    Some(if is_false { "invalid" } else { "malformed" })
}

fn of_place(case: &Value) -> Class {
    let data = bytes(case, "place");
    match read_place(&data) {
        Err(_) => MALFORMED,
        Ok(found) => {
            assert_eq!(found.to_bytes(), data);
            assert_eq!(found.group().id(), array(case, "group_id"));
            assert_eq!(found.group().encode(&found.base()), bytes(case, "base"));
            assert_eq!(found.exponent_len() as u64, number(case, "exponent_size"));
            None
        }
    }
}

fn of_setup(case: &Value) -> Class {
    let data = bytes(case, "setup");
    let setup = match SetupFile::from_bytes(&data).and_then(SetupFile::verify) {
        Ok(setup) => setup,
        Err(error) => return class(error.is_false()),
    };
    assert_eq!(setup.as_file().to_bytes(), data);
    assert_eq!(setup.place().to_bytes(), bytes(case, "place"));
    let delays: Vec<_> = list(case, "delays").iter().map(|t| t.as_u64().unwrap()).collect();
    assert_eq!(setup.as_file().delays().collect::<Vec<_>>(), delays);
    None
}

/// The lock with the exponent, with the setup of the same group.
fn of_seal(case: &Value) -> Class {
    let (data, t) = (bytes(case, "place"), number(case, "t"));
    let setup = cases("envelope.json").iter().find_map(|other| {
        let is_it = other["kind"] == "setup" && other.get("error").is_none() && bytes(other, "place") == data;
        is_it.then(|| SetupFile::from_bytes(&bytes(other, "setup")).unwrap().verify().unwrap())
    });
    let sealer = Sealer::new(&setup.expect("a setup of this group"), t).unwrap();
    let file_key = FileKey::new(zeroize::Zeroizing::new(array(case, "file_key")));
    let lock = sealer.lock_with(&file_key, &bytes(case, "exponent")).unwrap();
    assert_eq!(lock.to_stanza(), stanza(text(case, "words"), bytes(case, "body")));
    let group = lock.place().group();
    assert_eq!(group.encode(lock.x()), bytes(case, "x"));
    let mut evaluation = lock.evaluation();
    evaluation.advance(t);
    let y = evaluation.output().unwrap();
    assert_eq!(group.encode(y), bytes(case, "y"));
    assert_eq!(lock.open(y).unwrap().as_bytes(), file_key.as_bytes());
    None
}

fn of_lock(case: &Value) -> Class {
    let stanza = stanza(text(case, "words"), bytes(case, "body"));
    match Lock::from_stanza(&stanza) {
        Err(error) => class(error.is_false()),
        Ok(lock) => {
            let lock = lock.expect("of its kind");
            assert_eq!(lock.t(), number(case, "t"));
            assert_eq!(lock.place().group().encode(lock.x()), bytes(case, "x"));
            assert_eq!(lock.to_stanza(), stanza);
            assert!(stanza.body.ends_with(&bytes(case, "wrapped")));
            None
        }
    }
}

fn of_open(case: &Value) -> Class {
    let lock = Lock::from_stanza(&stanza(text(case, "words"), bytes(case, "body"))).unwrap().unwrap();
    let opening = match ProofFile::from_bytes(&bytes(case, "opening")) {
        Ok(opening) => opening,
        Err(_) => return MALFORMED,
    };
    match lock.open_with(&opening) {
        Ok(key) => {
            assert_eq!(key.as_bytes()[..], bytes(case, "file_key"));
            None
        }
        Err(BadOpening::Proof(OpenError::Element { .. } | OpenError::Invalid(Invalid::Element(_)))) => {
            MALFORMED
        }
        Err(BadOpening::System) => MALFORMED,
        Err(_) => class(true),
    }
}

fn of_file(case: &Value) -> Class {
    let file_key = FileKey::new(zeroize::Zeroizing::new(array(case, "file_key")));
    let stanzas = list(case, "kinds").iter().zip(list(case, "words")).zip(list(case, "bodies"));
    let stanzas = stanzas.map(|((kind, words), body)| Stanza {
        kind: kind.as_str().unwrap().to_owned(),
        ..stanza(words.as_str().unwrap(), hex::decode(body.as_str().unwrap()).unwrap())
    });
    let header = Header::new(stanzas.collect(), &file_key);
    assert_eq!(header.to_bytes(), text(case, "header").as_bytes());
    let plain = bytes(case, "plain").repeat(number(case, "plain_times") as usize);
    let mut file = Contents::new(Vec::new(), &header, &file_key, array(case, "nonce")).unwrap();
    file.write_all(&plain).unwrap();
    let file = file.finish().unwrap();
    let hash: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(&file).into();
    assert_eq!(hash, array(case, "file_sha256"));
    let mut input = &file[..];
    let header = Header::read(&mut input).unwrap();
    let mut found = Vec::new();
    Opener::new(input, &header, &file_key).unwrap().read_to_end(&mut found).unwrap();
    assert_eq!(found, plain);
    None
}

fn of_recipient(case: &Value) -> Class {
    let Ok(recipient) = text(case, "text").parse::<Recipient>() else { return MALFORMED };
    assert_eq!(recipient.to_string(), text(case, "text"));
    assert_eq!((recipient.place().to_bytes(), recipient.t()), (bytes(case, "place"), number(case, "t")));
    if case["setup"].is_string() {
        assert_eq!(recipient.setup().to_bytes(), bytes(case, "setup"));
    }
    None
}

fn of_identity(case: &Value) -> Class {
    let Ok(identity) = text(case, "text").parse::<Identity>() else { return MALFORMED };
    assert_eq!(identity.to_string(), text(case, "text"));
    match identity {
        Identity::Works => assert!(case["opening"].is_null()),
        Identity::HasOpening(opening) => assert_eq!(opening.to_bytes(), bytes(case, "opening")),
    }
    None
}
