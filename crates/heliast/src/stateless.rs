//! Stateless VRF schemes by number and by name, from bytes to bytes. The macro `schemes!` has a row for each
//! scheme. Everything that depends on the scheme, here and in the programs, follows from that row.

mod avrf;
mod ecvrf;
mod key;
mod kind;

pub use key::{SecretKey, StatelessKey};

use heliast_vrf::ecvrf::{Ell2, Tai};
use kind::Kind;
use std::ops::RangeInclusive;

/// Writes the schemes, each with its number, its name in files, its name on the command line, and the code
/// that reads its bytes.
macro_rules! schemes {
    ($($(#[$doc:meta])* $Scheme:ident = $id:literal, $name:literal, $short:literal, $kind:expr;)+) => {
        /// A VRF scheme whose keys answer any number of inputs, by its number in `spec/vrf.md`. The stateless
        /// keys of a chain may be of these schemes (`spec/round.md`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum StatelessScheme {
            $($(#[$doc])* $Scheme = $id,)+
        }

        impl StatelessScheme {
            /// Every scheme.
            pub const ALL: [StatelessScheme; [$($id),+].len()] = [$(StatelessScheme::$Scheme),+];

            fn row(self) -> Row {
                match self {
                    $(StatelessScheme::$Scheme => Row { name: $name, short: $short, kind: &$kind },)+
                }
            }
        }
    };
}

schemes! {
    /// ECVRF-EDWARDS25519-SHA512-TAI, RFC 9381.
    EcvrfTai = 0x03, "ecvrf-edwards25519-sha512-tai", "tai", ecvrf::Ecvrf::<Tai>::NEW;
    /// ECVRF-EDWARDS25519-SHA512-ELL2, RFC 9381.
    EcvrfEll2 = 0x04, "ecvrf-edwards25519-sha512-ell2", "ell2", ecvrf::Ecvrf::<Ell2>::NEW;
    /// A-VRF, short proofs.
    AVrfSmall = 0x41, "a-vrf-small", "a-vrf-small", heliast_vrf::avrf::Suite::Small;
    /// A-VRF, fast: the recommended scheme against quantum computers.
    AVrfFast = 0x42, "a-vrf-fast", "a-vrf-fast", heliast_vrf::avrf::Suite::Fast;
}

struct Row {
    name: &'static str,
    short: &'static str,
    kind: &'static dyn Kind,
}

/// The reason why a VRF proof is not accepted.
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
    /// A turn is missing: the key answers once at each turn.
    #[error(
        "this key answers once at each turn, so that a proof means nothing without its round; say for which round it is"
    )]
    NoTurn,
    /// A turn was given to a scheme without turns.
    #[error("this scheme has no rounds; leave out round and slot, or put them into the input")]
    NeedlessTurn,
}

impl StatelessScheme {
    /// The scheme with this number.
    pub fn from_id(id: u8) -> Option<StatelessScheme> {
        Self::ALL.into_iter().find(|scheme| *scheme as u8 == id)
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<StatelessScheme> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// The scheme with this [`name`](Self::name) or [`short_name`](Self::short_name).
    pub fn from_short_name(name: &str) -> Option<StatelessScheme> {
        let short = Self::ALL.into_iter().find(|scheme| scheme.short_name() == name);
        short.or_else(|| StatelessScheme::from_name(name))
    }

    /// The scheme that a public key names by its first byte; `None` for keys of ECVRF, which name no scheme.
    pub fn of_public_key(bytes: &[u8]) -> Option<StatelessScheme> {
        let scheme = StatelessScheme::from_id(*bytes.first()?)?;
        let names_itself = scheme.kind().keys_name_it();
        Some(scheme).filter(|_| names_itself && scheme.check_public_key(bytes).is_ok())
    }

    /// The name in key files and on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The short name on the command line: `ell2` for `ecvrf-edwards25519-sha512-ell2`.
    pub fn short_name(self) -> &'static str {
        self.row().short
    }

    /// Bytes of a public key.
    pub fn public_key_len(self) -> usize {
        self.kind().public_key_len()
    }

    /// The possible numbers of bytes of a proof.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        self.kind().proof_len()
    }

    /// Checks that a proof of `found` bytes can be one of this scheme.
    ///
    /// # Errors
    /// [`VrfError::Malformed`], the error of verifying such a proof.
    pub(crate) fn check_proof_len(self, found: usize) -> Result<(), VrfError> {
        if self.proof_len().contains(&found) { Ok(()) } else { Err(self.kind().other_length(found).into()) }
    }

    /// Checks that `bytes` is a public key of this scheme. A key of ECVRF then has only one output for each
    /// input. A key of A-VRF has only one in any case, as long as nobody finds two cipher keys that encrypt a
    /// block to the same value.
    ///
    /// # Errors
    /// [`VrfError::Malformed`], or [`VrfError::OtherScheme`] if the key names another scheme.
    pub fn check_public_key(self, bytes: &[u8]) -> Result<(), VrfError> {
        self.kind().check_public_key(bytes)
    }

    /// The output β that `proof` proves for `input` under `public_key`.
    ///
    /// # Errors
    /// [`VrfError`].
    pub fn verify(self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        self.kind().verify(public_key, input, proof)
    }

    fn kind(self) -> &'static dyn Kind {
        self.row().kind
    }
}
