//! ECVRF keys and proofs: each has one encoding, all accepted proofs of a key and an input have the same
//! output, and an honest proof with a changed bit verifies in no scheme.

#![no_main]

use heliast::StatelessScheme;
use heliast_fuzz::fields::Fields;
use heliast_vrf::ecvrf::{Proof, PublicKey};
use libfuzzer_sys::fuzz_target;
use std::{collections::HashMap, sync::Mutex};

type Claim = (u8, [u8; 32], Vec<u8>);
/// The outputs that have been accepted.
static OUTPUTS: Mutex<Option<HashMap<Claim, Vec<u8>>>> = Mutex::new(None);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let kind = fields.u8();
    let scheme = [StatelessScheme::EcvrfTai, StatelessScheme::EcvrfEll2][usize::from(kind & 1)];
    if kind & 2 == 0 { foreign(scheme, fields) } else { changed(scheme, fields) }
});

/// Tests a key, a proof and an input from the fuzzer.
fn foreign(scheme: StatelessScheme, mut fields: Fields) {
    let (key, proof) = (fields.array(), fields.array::<{ Proof::LEN }>());
    let decoded_key = PublicKey::from_bytes(&key);
    let decoded_proof = Proof::from_bytes(&proof);
    assert!(decoded_key.as_ref().is_ok_and(|it| it.to_bytes() == key) || decoded_key.is_err());
    assert!(decoded_proof.as_ref().is_ok_and(|it| it.to_bytes() == proof) || decoded_proof.is_err());
    assert_eq!(scheme.check_public_key(&key).is_ok(), decoded_key.is_ok());
    match scheme.verify(&key, fields.0, &proof) {
        Ok(output) => accepted(scheme, key, fields.0, output),
        Err(heliast::VrfError::Malformed(_)) => assert!(decoded_key.is_err() || decoded_proof.is_err()),
        Err(heliast::VrfError::Invalid(_)) => assert!(decoded_key.is_ok() && decoded_proof.is_ok()),
        Err(other) => panic!("{other} has no place here"),
    }
}

/// Tests an honest proof, and then the proof with one bit of it, of the key or of the input changed.
fn changed(scheme: StatelessScheme, mut fields: Fields) {
    let mut secret = heliast::SecretKey::from_seed(scheme, fields.array());
    let at = usize::from(fields.u16());
    let input = fields.0;
    let (output, proof) = secret.prove(input).expect("a point exists");
    let key = secret.public_key();
    assert_eq!(scheme.verify(&key, input, &proof).as_ref(), Ok(&output));
    accepted(scheme, key.clone().try_into().expect("32 bytes"), input, output);

    let mut parts = [proof, key, input.to_vec()];
    let total: usize = parts.iter().map(|part| 8 * part.len()).sum();
    let mut bit = at % total;
    for part in &mut parts {
        if let Some(byte) = part.get_mut(bit / 8) {
            *byte ^= 1 << (bit % 8);
            break;
        }
        bit -= 8 * part.len();
    }
    let [proof, key, input] = parts;
    for scheme in StatelessScheme::ALL {
        assert!(scheme.verify(&key, &input, &proof).is_err(), "bit {at} does not count");
    }
}

fn accepted(scheme: StatelessScheme, key: [u8; 32], input: &[u8], output: Vec<u8>) {
    let mut outputs = OUTPUTS.lock().expect("one thread");
    let outputs = outputs.get_or_insert_default();
    if outputs.len() > 10_000 {
        outputs.clear();
    }
    let known = outputs.entry((scheme as u8, key, input.to_vec())).or_insert_with(|| output.clone());
    assert_eq!(*known, output, "two outputs for one key and input");
}
