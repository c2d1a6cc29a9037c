//! Stateless VRF schemes by number and by name: dispatch from bytes to the types of `heliast-vrf`.

use heliast_vrf::{
    Output, Vrf, avrf,
    ecvrf::{self, Ell2, Tai},
};
use std::ops::RangeInclusive;
use zeroize::Zeroizing;

/// A VRF scheme whose keys answer any number of inputs, by its number in `spec/vrf.md`: what the stateless
/// keys of a chain may be of (`spec/round.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StatelessScheme {
    /// ECVRF-EDWARDS25519-SHA512-TAI, RFC 9381.
    EcvrfTai = 0x03,
    /// ECVRF-EDWARDS25519-SHA512-ELL2, RFC 9381.
    EcvrfEll2 = 0x04,
    /// A-VRF, short proofs.
    AVrfSmall = 0x41,
    /// A-VRF, fast: the one to choose where quantum computers are to be withstood.
    AVrfFast = 0x42,
}

/// The reason why a VRF proof shows nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VrfError {
    /// The bytes are not a key or not a proof.
    #[error(transparent)]
    Malformed(#[from] heliast_vrf::Malformed),
    /// The proof is false.
    #[error(transparent)]
    Invalid(#[from] heliast_vrf::Invalid),
    /// The public key names another scheme or height.
    #[error(
        "the public key is one of another scheme; pass the key of the prover, with the scheme that it was registered for"
    )]
    OtherScheme,
    /// A turn is missing: the key answers once at each.
    #[error(
        "this key answers once at each turn, so that a proof means nothing without its round; say for which round it is"
    )]
    NoTurn,
    /// A turn was given to a scheme without turns.
    #[error("this scheme has no rounds; leave out round and slot, or put them into the input")]
    NeedlessTurn,
}

/// The library's scheme behind a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tai,
    Ell2,
    AVrf(avrf::Suite),
}

impl StatelessScheme {
    /// Every scheme.
    pub const ALL: [StatelessScheme; 4] = [
        StatelessScheme::EcvrfTai,
        StatelessScheme::EcvrfEll2,
        StatelessScheme::AVrfSmall,
        StatelessScheme::AVrfFast,
    ];

    /// The scheme with this number.
    pub fn from_id(id: u8) -> Option<StatelessScheme> {
        Self::ALL.into_iter().find(|scheme| *scheme as u8 == id)
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<StatelessScheme> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// The scheme that a public key names by its first byte; those of ECVRF name none.
    pub fn of_public_key(bytes: &[u8]) -> Option<StatelessScheme> {
        let scheme = StatelessScheme::from_id(*bytes.first()?)?;
        let names_itself = matches!(scheme.kind(), Kind::AVrf(_));
        Some(scheme).filter(|_| names_itself && scheme.check_public_key(bytes).is_ok())
    }

    /// The name in key files and on the command line.
    pub fn name(self) -> &'static str {
        match self.kind() {
            Kind::Tai => "ecvrf-edwards25519-sha512-tai",
            Kind::Ell2 => "ecvrf-edwards25519-sha512-ell2",
            Kind::AVrf(suite) => suite.name(),
        }
    }

    /// Bytes of a public key.
    pub fn public_key_len(self) -> usize {
        match self.kind() {
            Kind::Tai | Kind::Ell2 => 32,
            Kind::AVrf(_) => avrf::PublicKey::LEN,
        }
    }

    /// The possible numbers of bytes of a proof.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        match self.kind() {
            Kind::Tai | Kind::Ell2 => 80..=80,
            Kind::AVrf(suite) => suite.proof_len(),
        }
    }

    /// Checks that a proof of `found` bytes can be one of this scheme.
    ///
    /// # Errors
    /// [`VrfError::Malformed`], as when such a proof is verified.
    pub(crate) fn check_proof_len(self, found: usize) -> Result<(), VrfError> {
        let (least, most) = self.proof_len().into_inner();
        if (least..=most).contains(&found) {
            return Ok(());
        }
        Err(match self.kind() {
            Kind::Tai | Kind::Ell2 => heliast_vrf::Malformed::Length { expected: most, found }.into(),
            Kind::AVrf(_) => heliast_vrf::Malformed::ProofLength { least, most, found }.into(),
        })
    }

    /// Checks that `bytes` is a public key of this scheme. One of ECVRF then has one output for each input;
    /// one of A-VRF has so anyway, as long as nobody finds two keys of the cipher that agree on what it
    /// encrypts.
    ///
    /// # Errors
    /// [`VrfError::Malformed`], or [`VrfError::OtherScheme`] if the key names another scheme.
    pub fn check_public_key(self, bytes: &[u8]) -> Result<(), VrfError> {
        match self.kind() {
            Kind::Tai | Kind::Ell2 => ecvrf::PublicKey::try_from(bytes).map(|_| ())?,
            Kind::AVrf(suite) => a_vrf_key(suite, bytes).map(|_| ())?,
        }
        Ok(())
    }

    /// The output β that `proof` proves for `input` under `public_key`.
    ///
    /// # Errors
    /// [`VrfError`], by culprit.
    pub fn verify(self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        let output = match self.kind() {
            Kind::Tai => ec_verify::<Tai>(public_key, input, proof)?,
            Kind::Ell2 => ec_verify::<Ell2>(public_key, input, proof)?,
            Kind::AVrf(suite) => {
                let public = a_vrf_key(suite, public_key)?;
                let proof = avrf::Proof::from_bytes(suite, proof)?;
                avrf::AVrf::verify(&public, (), input, &proof)?.0.to_vec()
            }
        };
        Ok(output)
    }

    fn kind(self) -> Kind {
        match self {
            StatelessScheme::EcvrfTai => Kind::Tai,
            StatelessScheme::EcvrfEll2 => Kind::Ell2,
            StatelessScheme::AVrfSmall => Kind::AVrf(avrf::Suite::Small),
            StatelessScheme::AVrfFast => Kind::AVrf(avrf::Suite::Fast),
        }
    }
}

/// A public key of a stateless scheme that [`StatelessScheme::check_public_key`] has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatelessKey {
    scheme: StatelessScheme,
    /// The first bytes are the key; as many as its scheme says.
    bytes: [u8; avrf::PublicKey::LEN],
}

impl StatelessKey {
    /// The key of these bytes.
    ///
    /// # Errors
    /// As [`StatelessScheme::check_public_key`].
    pub fn new(scheme: StatelessScheme, key: &[u8]) -> Result<StatelessKey, VrfError> {
        scheme.check_public_key(key)?;
        let mut bytes = [0; avrf::PublicKey::LEN];
        let length = heliast_vrf::Malformed::Length { expected: scheme.public_key_len(), found: key.len() };
        bytes.get_mut(..key.len()).ok_or(length)?.copy_from_slice(key);
        Ok(StatelessKey { scheme, bytes })
    }

    /// The key of these bytes, of the scheme with this number.
    pub(crate) fn from_bytes(scheme: u8, key: &[u8]) -> Result<StatelessKey, VrfError> {
        let scheme = StatelessScheme::from_id(scheme).ok_or(VrfError::OtherScheme)?;
        StatelessKey::new(scheme, key)
    }

    /// Its scheme.
    pub fn scheme(&self) -> StatelessScheme {
        self.scheme
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.scheme.public_key_len()]
    }
}

fn ec_verify<V>(public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError>
where
    V: Vrf<PublicKey = ecvrf::PublicKey, Proof = ecvrf::Proof, Output = Output, Position = ()>,
{
    let public_key = ecvrf::PublicKey::try_from(public_key)?;
    let proof = ecvrf::Proof::try_from(proof)?;
    Ok(V::verify(&public_key, (), input, &proof)?.0.to_vec())
}

fn a_vrf_key(suite: avrf::Suite, bytes: &[u8]) -> Result<avrf::PublicKey, VrfError> {
    let key = avrf::PublicKey::from_bytes(bytes)?;
    if key.suite() == suite { Ok(key) } else { Err(VrfError::OtherScheme) }
}

/// A secret key of any stateless scheme. Erased from memory when dropped; shows nothing when printed.
pub struct SecretKey {
    scheme: StatelessScheme,
    key: Key,
}

enum Key {
    Ec(ecvrf::SecretKey),
    AVrf(avrf::SecretKey),
}

impl SecretKey {
    /// Bytes of randomness for [`prove_hedged`](Self::prove_hedged).
    pub const RANDOM: usize = 32;

    /// The key of a 32-byte seed, which must come from a cryptographic generator.
    pub fn from_seed(scheme: StatelessScheme, seed: [u8; 32]) -> SecretKey {
        let seed = Zeroizing::new(seed);
        let key = match scheme.kind() {
            Kind::Tai | Kind::Ell2 => Key::Ec(ecvrf::SecretKey::from_seed(*seed)),
            Kind::AVrf(suite) => Key::AVrf(avrf::SecretKey::from_seed(suite, &seed)),
        };
        SecretKey { scheme, key }
    }

    /// The scheme.
    pub fn scheme(&self) -> StatelessScheme {
        self.scheme
    }

    /// The encoded public key.
    pub fn public_key(&self) -> Vec<u8> {
        match &self.key {
            Key::Ec(key) => key.public_key().to_bytes().to_vec(),
            Key::AVrf(key) => key.public_key().as_bytes().to_vec(),
        }
    }

    /// β alone. A-VRF encrypts two blocks for it; ECVRF has to make the proof too.
    pub fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, heliast_vrf::Exhausted> {
        Ok(match &self.key {
            Key::Ec(_) => self.prove(input)?.0,
            Key::AVrf(key) => key.evaluate(input).0.to_vec(),
        })
    }

    /// (β, π) for `input`; the same each time. Only ECVRF can fail, with 2^-256 of all inputs.
    pub fn prove(&mut self, input: &[u8]) -> Result<(Vec<u8>, Vec<u8>), heliast_vrf::Exhausted> {
        Ok(match &mut self.key {
            Key::Ec(key) => {
                let (output, proof) = match self.scheme {
                    StatelessScheme::EcvrfTai => Tai::prove(key, (), input)?,
                    _ => Ell2::prove(key, (), input)?,
                };
                (output.0.to_vec(), proof.to_bytes().to_vec())
            }
            Key::AVrf(key) => a_vrf_answer(key.prove(input)),
        })
    }

    /// (β, π) for `input` with `random` in π, so that a fault or a trace of one run says little about the
    /// next; β is the same. ECVRF has no place for it.
    pub fn prove_hedged(
        &mut self,
        input: &[u8],
        random: &[u8; Self::RANDOM],
    ) -> Result<(Vec<u8>, Vec<u8>), heliast_vrf::Exhausted> {
        match &mut self.key {
            Key::Ec(_) => self.prove(input),
            Key::AVrf(key) => Ok(a_vrf_answer(key.prove_hedged(input, random))),
        }
    }
}

fn a_vrf_answer((output, proof): (Output<32>, avrf::Proof)) -> (Vec<u8>, Vec<u8>) {
    (output.0.to_vec(), proof.as_bytes().to_vec())
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SecretKey({}, hidden)", self.scheme.name())
    }
}
