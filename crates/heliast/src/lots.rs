//! Every VRF by its name: those without state, and those whose keys are hash trees and expire.

use crate::suite::{VrfError, VrfScheme};
use heliast_vrf::stateful::{self, Terms, Turn};
use std::{fmt, ops::RangeInclusive};

/// A VRF scheme, with the height of its tree where it has one: `x-vrf-27`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LotScheme {
    /// A key for any number of inputs.
    Stateless(VrfScheme),
    /// A key for one input at each turn, in turn (`spec/xvrf.md`, `spec/ivrf.md`).
    Stateful {
        /// What a leaf is.
        scheme: stateful::Scheme,
        /// The tree has 2^height leaves.
        height: u8,
    },
}

/// The heights that have names: for tests, then for two days, a month, sixteen months and twenty-one years of rounds of five seconds.
const HEIGHTS: [u8; 5] = [10, 15, 19, 23, 27];

impl LotScheme {
    /// Every scheme that has a name.
    pub fn all() -> impl Iterator<Item = LotScheme> {
        let trees = [stateful::Scheme::XVrf, stateful::Scheme::IVrf]
            .into_iter()
            .flat_map(|scheme| HEIGHTS.map(|height| LotScheme::Stateful { scheme, height }));
        VrfScheme::ALL.into_iter().map(LotScheme::Stateless).chain(trees)
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<LotScheme> {
        LotScheme::all().find(|scheme| scheme.to_string() == name)
    }

    /// The scheme that a public key names itself, if it does: all but those of ECVRF do.
    pub fn of_public_key(public: &[u8]) -> Option<LotScheme> {
        if let Ok(key) = stateful::PublicKey::from_bytes(public) {
            return LotScheme::of_terms(&key.terms);
        }
        VrfScheme::of_public_key(public).map(LotScheme::Stateless)
    }

    /// The scheme of a key with these terms, if its height has a name.
    pub fn of_terms(terms: &Terms) -> Option<LotScheme> {
        let scheme = LotScheme::Stateful { scheme: terms.scheme(), height: terms.height() };
        LotScheme::all().find(|named| *named == scheme)
    }

    /// Its number in proof files, the same for all heights.
    pub fn id(self) -> u8 {
        match self {
            LotScheme::Stateless(scheme) => scheme as u8,
            LotScheme::Stateful { scheme, .. } => scheme.id(),
        }
    }

    /// How many bytes a proof may have.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        match self {
            LotScheme::Stateless(scheme) => scheme.proof_len(),
            LotScheme::Stateful { scheme, height } => scheme.proof_len(height)..=scheme.proof_len(height),
        }
    }

    /// The output that `proof` proves for `input` under `public_key`, at `turn` if keys of the scheme have turns.
    ///
    /// # Errors
    /// [`VrfError`]; also if a turn is missing, or given to a scheme that has none.
    pub fn verify(
        self,
        public_key: &[u8],
        turn: Option<Turn>,
        input: &[u8],
        proof: &[u8],
    ) -> Result<Vec<u8>, VrfError> {
        match (self, turn) {
            (LotScheme::Stateless(scheme), None) => scheme.verify(public_key, input, proof),
            (LotScheme::Stateless(_), Some(_)) => Err(VrfError::NeedlessTurn),
            (LotScheme::Stateful { .. }, None) => Err(VrfError::NoTurn),
            (LotScheme::Stateful { .. }, Some(turn)) => {
                let key = stateful::PublicKey::from_bytes(public_key)?;
                if LotScheme::of_terms(&key.terms) != Some(self) {
                    return Err(VrfError::OtherScheme);
                }
                key.terms.position(turn).map_err(heliast_vrf::Invalid::from)?;
                let proof = stateful::Proof::from_bytes(&key.terms, proof)?;
                Ok(key.verify(turn, input, proof.as_bytes())?.as_ref().to_vec())
            }
        }
    }
}

impl fmt::Display for LotScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LotScheme::Stateless(scheme) => f.write_str(scheme.name()),
            LotScheme::Stateful { scheme, height } => write!(f, "{}-{height}", scheme.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_vrf::{Invalid, Malformed, stateful::SecretKey};

    #[test]
    fn names_are_read_as_they_are_written() {
        for scheme in LotScheme::all() {
            assert_eq!(LotScheme::from_name(&scheme.to_string()), Some(scheme));
        }
        assert!(
            ["x-vrf-16", "x-vrf", "ivrf-010", ""]
                .into_iter()
                .all(|name| LotScheme::from_name(name).is_none())
        );
    }

    /// The checks of `spec/xvrf.md`, in their order: key, position, length, the rest.
    #[test]
    fn what_is_wrong_first_is_said() {
        let terms = Terms::new(stateful::Scheme::IVrf, 10, 1, 5).unwrap();
        let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
        let scheme = LotScheme::of_terms(&terms).unwrap();
        let (public, turn) = (key.public_key().to_bytes(), Turn { round: 6, slot: 0 });
        let reservation = key.reserve(turn, b"x").unwrap();
        let (output, proof) = key.release(reservation);
        let proof = proof.as_bytes();
        let early = Turn { round: 4, slot: 0 };

        let verify = |public: &[u8], turn, proof: &[u8]| scheme.verify(public, turn, b"x", proof);
        assert_eq!(verify(&public, Some(turn), proof).unwrap(), output.as_ref());
        assert!(matches!(verify(&public[1..], Some(early), b""), Err(VrfError::Malformed(_))));
        assert!(matches!(verify(&public, Some(early), b""), Err(VrfError::Invalid(Invalid::Terms(_)))));
        assert!(matches!(
            verify(&public, Some(turn), b""),
            Err(VrfError::Malformed(Malformed::Length { .. }))
        ));
        assert!(matches!(verify(&public, None, proof), Err(VrfError::NoTurn)));
        let other = LotScheme::from_name("ivrf-15").unwrap();
        assert!(matches!(other.verify(&public, Some(turn), b"x", proof), Err(VrfError::OtherScheme)));
        let stateless = LotScheme::Stateless(VrfScheme::EcvrfTai);
        assert!(matches!(stateless.verify(&[1; 32], Some(turn), b"x", proof), Err(VrfError::NeedlessTurn)));
    }
}
