//! Keys and proofs of SL-VRF and A-VRF, foreign ones and honest ones with edits to key, proof or input:
//! only proofs by the key's owner are accepted, and each has one output.

#![no_main]

use heliast::{StatelessScheme, VrfError};
use heliast_fuzz::fields::Fields;
use heliast_study::slvrf::Suite;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const SCHEMES: [Scheme; 4] = [
    Scheme::Studied(heliast_study::Scheme::SlVrf(Suite::Paper)),
    Scheme::Studied(heliast_study::Scheme::SlVrf(Suite::Thirteen)),
    Scheme::OfChains(StatelessScheme::AVrfSmall),
    Scheme::OfChains(StatelessScheme::AVrfFast),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Studied(heliast_study::Scheme),
    OfChains(StatelessScheme),
}

/// Evaluates the same expression for either kind.
macro_rules! of {
    ($any:expr, $scheme:ident => $value:expr) => {
        match $any {
            Scheme::Studied($scheme) => $value,
            Scheme::OfChains($scheme) => $value,
        }
    };
}

impl Scheme {
    /// Returns a public key, and two inputs with their outputs and proofs.
    fn honest(self) -> Vec<(Case, Vec<u8>)> {
        let inputs = [&b""[..], &[7; 40]];
        let (key, answers) = match self {
            Scheme::Studied(scheme) => {
                let mut secret = heliast_study::SecretKey::from_seed(scheme, [scheme.id(); 32]);
                let answers = inputs.map(|x| {
                    let (output, proof) = secret.prove(x).expect("a proof");
                    (output.0.to_vec(), proof)
                });
                (secret.public_key(), answers)
            }
            Scheme::OfChains(scheme) => {
                let mut secret = heliast::SecretKey::from_seed(scheme, [scheme as u8; 32]);
                let answers = inputs.map(|x| secret.prove(x).expect("a proof"));
                (secret.public_key(), answers)
            }
        };
        let case = |(x, (output, proof)): (&[u8], _)| {
            (Case { scheme: self, key: key.clone(), proof, x: x.to_vec() }, output)
        };
        inputs.into_iter().zip(answers).map(case).collect()
    }

    fn id(self) -> u8 {
        match self {
            Scheme::Studied(scheme) => scheme.id(),
            Scheme::OfChains(scheme) => scheme as u8,
        }
    }

    fn is_of(self, key: &[u8]) -> bool {
        match self {
            Scheme::Studied(scheme) => heliast_study::Scheme::of_public_key(key) == Some(scheme),
            Scheme::OfChains(scheme) => StatelessScheme::of_public_key(key) == Some(scheme),
        }
    }
}

/// A proof, and everything that it is checked with.
#[derive(Clone, PartialEq, Eq)]
struct Case {
    scheme: Scheme,
    key: Vec<u8>,
    proof: Vec<u8>,
    x: Vec<u8>,
}

/// Two proofs of a key of each scheme, and their outputs.
static HONEST: LazyLock<Vec<(Case, Vec<u8>)>> =
    LazyLock::new(|| SCHEMES.into_iter().flat_map(Scheme::honest).collect());

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let choice = usize::from(fields.u8());
    let (case, honest) = match choice.checked_sub(SCHEMES.len()) {
        None => (foreign(SCHEMES[choice], fields), None),
        Some(choice) => {
            let (honest, output) = &HONEST[choice % HONEST.len()];
            (edited(honest, fields), Some((honest, output)))
        }
    };
    let Case { scheme, key, proof, x } = &case;
    let verdict = of!(scheme, scheme => scheme.verify(key, x, proof));
    match honest {
        Some((honest, output)) if case == *honest => assert_eq!(verdict.as_ref(), Ok(output)),
        // The corpus has true proofs of other keys.
        Some(_) => assert!(verdict.is_err()),
        None => {}
    }
    let has_length = of!(scheme, scheme => scheme.proof_len()).contains(&proof.len());
    let is_key = of!(scheme, scheme => scheme.check_public_key(key)).is_ok();
    match verdict {
        Ok(output) => assert!(has_length && is_key && output.len() == 32),
        Err(VrfError::Malformed(_)) => assert!(!has_length || !is_key),
        Err(VrfError::OtherScheme) => assert!(!is_key),
        Err(VrfError::Invalid(_)) => assert!(has_length && is_key),
        Err(other) => panic!("{other} has no place here"),
    }
    assert_eq!(scheme.is_of(key), is_key);
});

/// Returns a case of any bytes: a key, an input, and a proof that is extended to a length that the scheme
/// permits, or to one just outside.
fn foreign(scheme: Scheme, mut fields: Fields) -> Case {
    let mut key = fields.bytes(of!(scheme, scheme => scheme.public_key_len())).to_vec();
    let len = usize::from(fields.u8());
    let x = fields.bytes(len).to_vec();
    let (least, most) = of!(scheme, scheme => scheme.proof_len()).into_inner();
    let len = least - 1 + usize::from(fields.u16()) % (most - least + 3);
    let mut proof = fields.0.to_vec();
    if let Some(first) = key.first_mut() {
        *first = if *first & 1 == 0 { scheme.id() } else { *first };
    }
    if proof.len() < least {
        proof.resize(len, 0);
    }
    Case { scheme, key, proof, x }
}

/// Returns an honest proof in which some bytes of key, proof and input are overwritten, and which may be
/// shortened.
fn edited(honest: &Case, mut fields: Fields) -> Case {
    let Case { scheme, key, proof, x } = honest;
    let cut = usize::from(fields.u8() & 1);
    let proof = &proof[..proof.len() - cut];
    let mut bytes = [&key[..], proof, x].concat();
    fields.overwrite(&mut bytes);
    let (key, rest) = bytes.split_at(key.len());
    let (proof, x) = rest.split_at(proof.len());
    Case { scheme: *scheme, key: key.to_vec(), proof: proof.to_vec(), x: x.to_vec() }
}
