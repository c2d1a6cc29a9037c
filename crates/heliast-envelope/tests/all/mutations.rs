//! A changed envelope, setup or opening gives the right plain text or none, and no panic. HELIAST_MUTATIONS
//! sets the number of mutations.

use heliast_envelope::{
    Lock, Place, Sealer, Setup, SetupFile,
    age::{self, FileKey, Header, Opener},
};
use heliast_group::{AnyElem, Group};
use heliast_vdf::ProofFile;
use std::io::{Read, Write};
use testkit::{Random, mutations};

const T: u64 = 300;
const PLAIN: &[u8] = b"what nobody else shall read";

/// An envelope, its opening, and the setup with which it was sealed.
struct Sample {
    setup: Vec<u8>,
    envelope: Vec<u8>,
    opening: Vec<u8>,
    /// x and y, so that mutations need no squarings.
    x: Vec<u8>,
    y: AnyElem,
}

fn sample(place: Place) -> Sample {
    let setup = Setup::begin(place.clone());
    let mut evaluation = setup.evaluation(T).unwrap();
    evaluation.advance(T);
    let setup = setup.add(&evaluation, 1, |_| true).unwrap();
    let sealer = Sealer::new(&setup, T).unwrap();
    let stanzas = |key: &FileKey| Ok(vec![sealer.lock(key)?.to_stanza()]);
    let mut file = age::encrypt(Vec::new(), stanzas).unwrap();
    file.write_all(PLAIN).unwrap();
    let envelope = file.finish().unwrap();
    let header = Header::read(&mut &envelope[..]).unwrap();
    let lock = Lock::from_stanza(&header.stanzas()[0]).unwrap().unwrap();
    let mut evaluation = lock.evaluation();
    evaluation.advance(T);
    let opening = lock.prove(&evaluation, 1, |_| true).unwrap().to_bytes();
    let (x, y) = (place.group().encode(lock.x()), evaluation.output().unwrap().clone());
    Sample { setup: setup.as_file().to_bytes(), envelope, opening, x, y }
}

/// The plain text, if both are accepted. If x and t are unchanged, the true y is tried, too, which anybody
/// could compute.
fn opened(sample: &Sample, envelope: &[u8], opening: &[u8]) -> Option<Vec<u8>> {
    let mut input = envelope;
    let header = Header::read(&mut input).ok()?;
    let lock = header.stanzas().iter().find_map(|stanza| Lock::from_stanza(stanza).ok()?)?;
    let worked = || {
        let is_same = lock.t() == T && lock.place().group().encode(lock.x()) == sample.x;
        is_same.then(|| lock.open(&sample.y).ok()).flatten()
    };
    let file_key = ProofFile::from_bytes(opening).ok().and_then(|opening| lock.open_with(&opening).ok());
    let file_key = file_key.or_else(worked)?;
    let mut plain = Vec::new();
    Opener::new(input, &header, &file_key).ok()?.read_to_end(&mut plain).ok()?;
    Some(plain)
}

/// Changes a bit, a byte or a line end, leaves out, doubles or moves a piece, or cuts the bytes.
fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(3) {
        let (at, length) = (random.below(bytes.len().max(1)), random.below(40));
        let end = (at + length).min(bytes.len());
        match random.below(7) {
            _ if bytes.is_empty() => bytes.push(random.word() as u8),
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = *random.pick(&[0, 1, 0x7f, 0xff, b'\n', b' ', b'-', b'A']),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            5 => {
                let piece: Vec<_> = bytes.drain(at..end).collect();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            _ => bytes.truncate(bytes.len() - random.below(30).min(bytes.len())),
        }
    }
}

#[test]
fn mutated_envelopes_and_openings_give_no_other_plain_text() {
    let places = [Place::rsa_2048(), Place::class(&[7; 32], 1024).unwrap()];
    for (number, sample) in places.map(sample).iter().enumerate() {
        assert_eq!(opened(sample, &sample.envelope, &sample.opening).as_deref(), Some(PLAIN));
        assert_eq!(opened(sample, &sample.envelope, b"").as_deref(), Some(PLAIN));
        let mut random = Random::from_seed(number as u64 + 1);
        // A tenth of the mutations is in the class group, where verification takes longer.
        for count in 0..mutations(2_000) / if number == 0 { 1 } else { 10 } {
            let (mut envelope, mut opening) = (sample.envelope.clone(), sample.opening.clone());
            if random.below(2) == 0 {
                mutate(&mut random, &mut envelope);
                // Every byte of an envelope is authentic.
                let found = opened(sample, &envelope, &opening);
                assert!(found.is_none() || envelope == sample.envelope, "{count}: {envelope:?}");
            } else {
                mutate(&mut random, &mut opening);
                let found = opened(sample, &envelope, &opening);
                assert!(found.is_none_or(|found| found == PLAIN), "{count}: {opening:?}");
                let lock = Header::read(&mut &envelope[..]).unwrap().stanzas()[0].clone();
                let lock = Lock::from_stanza(&lock).unwrap().unwrap();
                let verdict =
                    ProofFile::from_bytes(&opening).ok().and_then(|opening| lock.check(&opening).ok());
                let is_same = |y| lock.place().group().equal(&y, &sample.y);
                assert!(verdict.is_none_or(is_same), "{count}: another y: {opening:?}");
            }
        }
    }
}

/// An accepted setup is the original or a part of it, so nobody seals with another h.
#[test]
fn mutated_setups_give_no_other_power() {
    let sample = sample(Place::rsa_2048());
    let mut random = Random::from_seed(7);
    for count in 0..mutations(1_000) {
        let mut setup = sample.setup.clone();
        mutate(&mut random, &mut setup);
        if let Ok(found) = SetupFile::from_bytes(&setup).and_then(SetupFile::verify) {
            assert_eq!(found.as_file().to_bytes(), setup);
            let mut h = found.place().base();
            found.place().group().square_n(&mut h, T);
            let holds = setup[15..15 + 256] == found.place().group().encode(&h)[..];
            assert!(holds || setup == sample.setup, "{count}: {setup:?}");
        }
    }
}
