//! Headers and contents.

use heliast_age::{CHUNK, Error, FileKey, Header, MAX_HEADER, Opener, Sealer, Stanza, TAG, armor, encrypt};
use proptest::prelude::*;
use std::io::{self, BufReader, Read, Write};

/// A stanza that contains the file key in plain text: these tests are about the other parts.
fn open_lock(file_key: &FileKey) -> Stanza {
    Stanza { kind: "open".into(), arguments: vec!["x".into()], body: file_key.as_bytes().to_vec() }
}

fn seal(plain: &[u8]) -> Vec<u8> {
    let mut file = encrypt(Vec::new(), |file_key| Ok(vec![open_lock(file_key)])).unwrap();
    file.write_all(plain).unwrap();
    file.finish().unwrap()
}

fn open(file: impl Read) -> Result<Vec<u8>, Error> {
    let mut input = BufReader::with_capacity(100, armor::Reader::new(BufReader::new(file)));
    let header = Header::read(&mut input)?;
    let body = &header.stanzas()[0].body[..];
    let bytes: [u8; 16] = body.try_into().map_err(|_| Error::Malformed("the key"))?;
    let file_key = FileKey::new(bytes.into());
    let mut plain = Vec::new();
    Opener::new(input, &header, &file_key)?.read_to_end(&mut plain)?;
    Ok(plain)
}

#[test]
fn contents_of_every_length_come_back() {
    for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 7] {
        let plain: Vec<u8> = (0..length).map(|place| (place % 251) as u8).collect();
        let file = seal(&plain);
        assert_eq!(open(&file[..]).unwrap(), plain, "{length}");
        let chunks = length.div_ceil(CHUNK).max(1);
        let header = Header::read(&mut &file[..]).unwrap().to_bytes().len();
        assert_eq!(file.len(), header + 16 + length + chunks * TAG);
    }
}

#[test]
fn a_file_that_is_cut_or_changed_anywhere_does_not_open() {
    let file = seal(&[7; 40]);
    for end in 0..file.len() {
        assert!(open(&file[..end]).is_err(), "cut to {end}");
    }
    for at in 0..file.len() {
        for mask in [1, 0x20, 0x80] {
            let mut changed = file.clone();
            changed[at] ^= mask;
            assert!(open(&changed[..]).is_err(), "byte {at}, {mask:#x}");
        }
    }
    assert!(open(&[&file[..], b"\0"].concat()[..]).is_err());
}

/// Chunks cannot be left out, swapped or repeated.
#[test]
fn chunks_stay_in_their_order() {
    let plain: Vec<u8> = (0..3 * CHUNK).map(|place| (place / CHUNK) as u8).collect();
    let file = seal(&plain);
    let start = file.len() - 3 * (CHUNK + TAG);
    let (head, chunks) = file.split_at(start);
    let chunk = |number: usize| &chunks[number * (CHUNK + TAG)..(number + 1) * (CHUNK + TAG)];
    for order in [&[0, 2][..], &[1, 0, 2], &[0, 1], &[0, 1, 2, 2], &[2], &[0, 0, 1, 2]] {
        let chunks: Vec<u8> = order.iter().flat_map(|number| chunk(*number)).copied().collect();
        assert!(open(&[head, &chunks].concat()[..]).is_err(), "{order:?}");
    }
    assert_eq!(open(&[head, chunk(0), chunk(1), chunk(2)].concat()[..]).unwrap(), plain);
}

#[test]
fn a_last_chunk_that_is_empty_is_refused() {
    let file_key = FileKey::new(zeroize::Zeroizing::new([3; 16]));
    let header = Header::new(vec![open_lock(&file_key)], &file_key);
    let mut file = Sealer::new(Vec::new(), &header, &file_key, [4; 16]).unwrap();
    file.write_all(&[5; CHUNK]).unwrap();
    assert!(open(&file.finish().unwrap()[..]).is_ok());
}

#[test]
fn headers_of_another_shape_are_refused() {
    let file = seal(b"x");
    let text = |from: &str, to: &str| {
        let place = file.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        [&file[..place], to.as_bytes(), &file[place + from.len()..]].concat()
    };
    for changed in [
        text("v1\n", "v2\n"),
        text("-> open x", "->  open x"),
        text("-> open x", "-> open x "),
        text("-> open x", "-> open \u{e9}"),
        text("-> open x", "open x"),
        text("-> open x\n", "-> open x\r\n"),
        text("-> open x\n", "-> "),
        text("--- ", "---"),
        text("--- ", "-- "),
    ] {
        let refused = open(&changed[..]);
        assert!(matches!(refused, Err(Error::Malformed(_))), "{refused:?}: {}", changed.escape_ascii());
    }
    // A header without recipients, and a recipient that does not end.
    let endless = [b"age-encryption.org/v1\n-> a\n".to_vec(), b"A".repeat(MAX_HEADER)].concat();
    let many = [b"age-encryption.org/v1\n".to_vec(), b"-> a\n\n".repeat(MAX_HEADER / 6)].concat();
    for file in [&b"age-encryption.org/v1\n--- AAAA\n"[..], &endless, &many] {
        assert!(matches!(Header::read(&mut &file[..]), Err(Error::Malformed(_))));
    }
}

/// A body whose text ends with a full line is followed by an empty line.
#[test]
fn bodies_of_full_lines_end_with_an_empty_one() {
    let file_key = FileKey::random().unwrap();
    for length in [0, 1, 47, 48, 49, 96, 300] {
        let stanza = Stanza { kind: "k".into(), arguments: vec![], body: vec![9; length] };
        let header = Header::new(vec![stanza.clone(), stanza.clone()], &file_key);
        let read = Header::read(&mut &header.to_bytes()[..]).unwrap();
        assert_eq!(read.stanzas(), [stanza.clone(), stanza], "{length}");
        assert_eq!(read.to_bytes(), header.to_bytes());
        read.check(&file_key).unwrap();
        assert!(matches!(read.check(&FileKey::random().unwrap()), Err(Error::Changed)));
    }
}

#[test]
fn stanzas_are_read_one_after_the_other() {
    let stanza = |length| Stanza { kind: "k".into(), arguments: vec!["1".into()], body: vec![9; length] };
    let text: String = [0, 48, 100].map(|length| stanza(length).to_text()).concat();
    let mut input = text.as_bytes();
    for length in [0, 48, 100] {
        assert_eq!(Stanza::read(&mut input).unwrap(), Some(stanza(length)));
    }
    assert_eq!(Stanza::read(&mut input).unwrap(), None);
    for bad in ["-> k", "-> k\nAAAA", "x\n\n", "--- k\n\n", "-> k\nA\n"] {
        assert!(Stanza::read(&mut bad.as_bytes()).is_err(), "{bad}");
    }
}

#[test]
#[should_panic(expected = "words without spaces")]
fn a_stanza_of_no_words_is_a_mistake() {
    let stanza = Stanza { kind: "a b".into(), arguments: vec![], body: vec![] };
    Header::new(vec![stanza], &FileKey::random().unwrap());
}

fn armored(bytes: &[u8]) -> Vec<u8> {
    let mut text = armor::Writer::new(Vec::new()).unwrap();
    text.write_all(bytes).unwrap();
    text.finish().unwrap()
}

fn unarmored(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    armor::Reader::new(text).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[test]
fn text_is_read_as_it_was_written() {
    for length in [0, 1, 47, 48, 49, 96, 1000] {
        let bytes = vec![200; length];
        let text = armored(&bytes);
        assert_eq!(unarmored(&text).unwrap(), bytes, "{length}");
        let windows = text
            .iter()
            .flat_map(|byte| if *byte == b'\n' { &b"\r\n"[..] } else { std::slice::from_ref(byte) });
        let around = [b"\n \r\n".to_vec(), windows.copied().collect(), b" \n\n".to_vec()].concat();
        assert_eq!(unarmored(&around).unwrap(), bytes, "{length}");
        let first = text.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        for damaged in [
            text[..text.len() - 2].to_vec(),
            [&text[..], b"x"].concat(),
            [&text[..first], b"\n", &text[first..]].concat(),
            [&text[..first], b"====\n", &text[first..]].concat(),
            [&text[..first], &b"A".repeat(68), b"\n", &text[first..]].concat(),
            [b"-", &text[..]].concat(),
        ] {
            assert!(unarmored(&damaged).is_err(), "{}", damaged.escape_ascii());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn however_it_is_written_and_read(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9000), 0..20)) {
        let mut file = encrypt(Vec::new(), |file_key| Ok(vec![open_lock(file_key)])).unwrap();
        for piece in &pieces {
            file.write_all(piece).unwrap();
        }
        let file = file.finish().unwrap();
        prop_assert_eq!(&open(&file[..]).unwrap(), &pieces.concat());
        prop_assert_eq!(&open(&armored(&file)[..]).unwrap(), &pieces.concat());
    }
}
