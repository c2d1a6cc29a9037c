//! The schemes without turns.

use crate::slvrf::{PublicKey, SlVrf, Suite};
use core::ops::RangeInclusive;
use heliast::{StatelessScheme, VrfError};
use heliast_vrf::Vrf;

/// A scheme without turns, recommended or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyStateless {
    /// One of those that chains may have.
    OfChains(StatelessScheme),
    /// SL-VRF. No chain has it.
    SlVrf(Suite),
}

impl AnyStateless {
    /// Every scheme.
    pub fn all() -> impl Iterator<Item = AnyStateless> {
        let of_chains = StatelessScheme::ALL.map(AnyStateless::OfChains);
        of_chains.into_iter().chain(Suite::ALL.map(AnyStateless::SlVrf))
    }

    /// The scheme with this number.
    pub fn from_id(id: u8) -> Option<AnyStateless> {
        AnyStateless::all().find(|scheme| scheme.id() == id)
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<AnyStateless> {
        AnyStateless::all().find(|scheme| scheme.name() == name)
    }

    /// The scheme that a public key names by its first byte; those of ECVRF name none.
    pub fn of_public_key(public: &[u8]) -> Option<AnyStateless> {
        let of_chains = StatelessScheme::of_public_key(public).map(AnyStateless::OfChains);
        of_chains.or_else(|| PublicKey::from_bytes(public).ok().map(|key| AnyStateless::SlVrf(key.suite())))
    }

    /// Its number in keys and proof files (`spec/vrf.md`).
    pub fn id(self) -> u8 {
        match self {
            AnyStateless::OfChains(scheme) => scheme as u8,
            AnyStateless::SlVrf(suite) => suite.id(),
        }
    }

    /// The name in key files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            AnyStateless::OfChains(scheme) => scheme.name(),
            AnyStateless::SlVrf(suite) => suite.name(),
        }
    }

    /// Bytes of a public key.
    pub fn public_key_len(self) -> usize {
        match self {
            AnyStateless::OfChains(scheme) => scheme.public_key_len(),
            AnyStateless::SlVrf(_) => PublicKey::LEN,
        }
    }

    /// The possible numbers of bytes of a proof.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        match self {
            AnyStateless::OfChains(scheme) => scheme.proof_len(),
            AnyStateless::SlVrf(suite) => suite.proof_len(),
        }
    }

    /// The number of different inputs that a key may answer; `None` if there is no limit. A prover
    /// must keep count, as `heliast vrf prove` does.
    pub fn output_limit(self) -> Option<u32> {
        match self {
            AnyStateless::OfChains(_) => None,
            AnyStateless::SlVrf(suite) => suite.output_limit(),
        }
    }

    /// Checks that `public_key` is one of this scheme.
    ///
    /// # Errors
    /// [`VrfError::Malformed`], or [`VrfError::OtherScheme`] if the key names another scheme.
    pub fn check_public_key(self, public_key: &[u8]) -> Result<(), VrfError> {
        match self {
            AnyStateless::OfChains(scheme) => scheme.check_public_key(public_key),
            AnyStateless::SlVrf(suite) => sl_vrf_key(suite, public_key).map(|_| ()),
        }
    }

    /// The output β that `proof` proves for `input` under `public_key`.
    ///
    /// # Errors
    /// [`VrfError`], by culprit.
    pub fn verify(self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        match self {
            AnyStateless::OfChains(scheme) => scheme.verify(public_key, input, proof),
            AnyStateless::SlVrf(suite) => {
                let key = sl_vrf_key(suite, public_key)?;
                let proof = crate::slvrf::Proof::from_bytes(suite, proof)?;
                Ok(SlVrf::verify(&key, (), input, &proof)?.0.to_vec())
            }
        }
    }
}

fn sl_vrf_key(suite: Suite, bytes: &[u8]) -> Result<PublicKey, VrfError> {
    let key = PublicKey::from_bytes(bytes)?;
    if key.suite() == suite { Ok(key) } else { Err(VrfError::OtherScheme) }
}

impl From<StatelessScheme> for AnyStateless {
    fn from(scheme: StatelessScheme) -> AnyStateless {
        AnyStateless::OfChains(scheme)
    }
}
