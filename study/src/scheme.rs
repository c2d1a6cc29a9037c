//! The schemes by their names and numbers; all operations take and return bytes.

use crate::{
    lbvrf::{self, LbVrf},
    slvrf::{self, SlVrf, Suite},
};
use core::ops::RangeInclusive;
use heliast::VrfError;
use heliast_vrf::Vrf;

/// A scheme of this crate. No chain accepts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// SL-VRF.
    SlVrf(Suite),
    /// LB-VRF.
    LbVrf,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: [Scheme; 3] = [Scheme::SlVrf(Suite::Paper), Scheme::SlVrf(Suite::Thirteen), Scheme::LbVrf];

    /// Returns the scheme with this number.
    pub fn from_id(id: u8) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|scheme| scheme.id() == id)
    }

    /// Returns the scheme with this name.
    pub fn from_name(name: &str) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// Returns the scheme that a public key names by its first byte; keys of LB-VRF do not name one.
    pub fn of_public_key(public: &[u8]) -> Option<Scheme> {
        slvrf::PublicKey::from_bytes(public).ok().map(|key| Scheme::SlVrf(key.suite()))
    }

    /// Returns its number in keys and proof files (`spec/vrf.md`).
    pub fn id(self) -> u8 {
        match self {
            Scheme::SlVrf(suite) => suite.id(),
            Scheme::LbVrf => LbVrf::ID,
        }
    }

    /// Returns the name in key files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::SlVrf(suite) => suite.name(),
            Scheme::LbVrf => "lb-vrf",
        }
    }

    /// Returns the number of bytes of a public key.
    pub fn public_key_len(self) -> usize {
        match self {
            Scheme::SlVrf(_) => slvrf::PublicKey::LEN,
            Scheme::LbVrf => lbvrf::PublicKey::LEN,
        }
    }

    /// Returns the possible numbers of bytes of a proof.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        match self {
            Scheme::SlVrf(suite) => suite.proof_len(),
            Scheme::LbVrf => lbvrf::Proof::LEN..=lbvrf::Proof::LEN,
        }
    }

    /// Returns the number of different inputs that a key may answer; `None` if there is no limit. A prover
    /// must count them, as `heliast-study vrf prove` does.
    pub fn output_limit(self) -> Option<u32> {
        match self {
            Scheme::SlVrf(suite) => suite.output_limit(),
            Scheme::LbVrf => Some(1),
        }
    }

    /// Checks that `public_key` is a key of this scheme.
    ///
    /// # Errors
    /// [`VrfError::Malformed`], or [`VrfError::OtherScheme`] if the key names another scheme.
    pub fn check_public_key(self, public_key: &[u8]) -> Result<(), VrfError> {
        match self {
            Scheme::SlVrf(suite) => sl_vrf_key(suite, public_key).map(drop),
            Scheme::LbVrf => Ok(lbvrf::PublicKey::try_from(public_key).map(drop)?),
        }
    }

    /// Returns the output β that `proof` proves for `input` under `public_key`.
    ///
    /// # Errors
    /// [`VrfError`], whose variant names the cause.
    pub fn verify(self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        let output = match self {
            Scheme::SlVrf(suite) => {
                let key = sl_vrf_key(suite, public_key)?;
                SlVrf::verify(&key, (), input, &slvrf::Proof::from_bytes(suite, proof)?)?
            }
            Scheme::LbVrf => {
                let key = lbvrf::PublicKey::try_from(public_key)?;
                LbVrf::verify(&key, (), input, &lbvrf::Proof::try_from(proof)?)?
            }
        };
        Ok(output.0.to_vec())
    }
}

fn sl_vrf_key(suite: Suite, bytes: &[u8]) -> Result<slvrf::PublicKey, VrfError> {
    let key = slvrf::PublicKey::from_bytes(bytes)?;
    if key.suite() == suite { Ok(key) } else { Err(VrfError::OtherScheme) }
}
