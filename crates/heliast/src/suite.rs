//! VRF schemes by number and by name: dispatch from bytes to the types of crate `vrf`.

use vrf::{
    Vrf,
    ecvrf::{self, Ell2, Tai},
};

/// A VRF scheme that a chain can use, by its number in `spec/vrf.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum VrfScheme {
    /// ECVRF-EDWARDS25519-SHA512-TAI, RFC 9381.
    EcvrfTai = 0x03,
    /// ECVRF-EDWARDS25519-SHA512-ELL2, RFC 9381.
    EcvrfEll2 = 0x04,
}

/// Why a VRF proof shows nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VrfError {
    /// The key or proof is none.
    #[error(transparent)]
    Malformed(#[from] vrf::Malformed),
    /// The proof is false.
    #[error(transparent)]
    Invalid(#[from] vrf::Invalid),
    /// The public key names another scheme or height.
    #[error(
        "the public key is one of another scheme; pass the key of the prover, with the scheme that it was registered for"
    )]
    OtherScheme,
    /// A key with turns was asked for none.
    #[error(
        "this key answers once at each turn, so that a proof means nothing without its round; say for which round it is"
    )]
    NoTurn,
    /// A key without turns was asked for one.
    #[error("this scheme has no rounds; leave out round and slot, or put them into the input")]
    NeedlessTurn,
}

impl VrfScheme {
    /// Every scheme.
    pub const ALL: [VrfScheme; 2] = [VrfScheme::EcvrfTai, VrfScheme::EcvrfEll2];

    /// The scheme with this number.
    pub fn from_id(id: u8) -> Option<VrfScheme> {
        Self::ALL.into_iter().find(|scheme| *scheme as u8 == id)
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<VrfScheme> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// The name in key files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            VrfScheme::EcvrfTai => "ecvrf-edwards25519-sha512-tai",
            VrfScheme::EcvrfEll2 => "ecvrf-edwards25519-sha512-ell2",
        }
    }

    /// Bytes of a public key.
    pub fn public_key_len(self) -> usize {
        32
    }

    /// Bytes of a proof.
    pub fn proof_len(self) -> usize {
        80
    }

    /// That `bytes` is a public key that can be trusted to have unique outputs.
    pub fn check_public_key(self, bytes: &[u8]) -> Result<(), vrf::Malformed> {
        ecvrf::PublicKey::try_from(bytes).map(|_| ())
    }

    /// The output β that `proof` proves for `input` under `public_key`.
    pub fn verify(self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        let public_key = ecvrf::PublicKey::try_from(public_key)?;
        let proof = ecvrf::Proof::try_from(proof)?;
        let output = match self {
            VrfScheme::EcvrfTai => Tai::verify(&public_key, (), input, &proof)?,
            VrfScheme::EcvrfEll2 => Ell2::verify(&public_key, (), input, &proof)?,
        };
        Ok(output.as_ref().to_vec())
    }
}

/// A secret key of any scheme. Erased from memory when dropped; shows nothing when printed.
pub struct SecretKey {
    scheme: VrfScheme,
    key: ecvrf::SecretKey,
}

impl SecretKey {
    /// The key of a 32-byte seed, which must come from a cryptographic generator.
    pub fn from_seed(scheme: VrfScheme, seed: [u8; 32]) -> SecretKey {
        SecretKey { scheme, key: ecvrf::SecretKey::from_seed(seed) }
    }

    /// The scheme.
    pub fn scheme(&self) -> VrfScheme {
        self.scheme
    }

    /// The encoded public key.
    pub fn public_key(&self) -> Vec<u8> {
        self.key.public().to_bytes().to_vec()
    }

    /// (β, π) for `input`.
    pub fn prove(&mut self, input: &[u8]) -> Result<(Vec<u8>, Vec<u8>), vrf::Exhausted> {
        let (output, proof) = match self.scheme {
            VrfScheme::EcvrfTai => Tai::prove(&mut self.key, (), input)?,
            VrfScheme::EcvrfEll2 => Ell2::prove(&mut self.key, (), input)?,
        };
        Ok((output.as_ref().to_vec(), proof.to_bytes().to_vec()))
    }
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SecretKey({}, hidden)", self.scheme.name())
    }
}
