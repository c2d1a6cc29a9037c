//! Every VRF by its name: those without state, and those whose keys are hash trees and expire.

use crate::stateless::{StatelessScheme, VrfError};
use heliast_vrf::stateful::{self, Terms, Turn};
use std::{fmt, ops::RangeInclusive};

/// A VRF scheme, with the height of its tree where it has one: `x-vrf-27`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VrfScheme {
    /// A key for any number of inputs.
    Stateless(StatelessScheme),
    /// A key for one input at each turn, one turn after the other.
    Stateful(TreeScheme),
}

/// A VRF whose keys are trees of hashes and expire (`spec/xvrf.md`, `spec/ivrf.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeScheme {
    /// The scheme of a leaf.
    pub scheme: stateful::Scheme,
    /// The tree has 2^height leaves.
    pub height: u8,
}

impl VrfScheme {
    /// Every scheme that has a name.
    pub fn all() -> impl Iterator<Item = VrfScheme> {
        let stateless = StatelessScheme::ALL.into_iter().map(VrfScheme::Stateless);
        stateless.chain(TreeScheme::all().map(VrfScheme::Stateful))
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<VrfScheme> {
        VrfScheme::all().find(|scheme| scheme.to_string() == name)
    }

    /// The scheme with this name, which may be the [short one](StatelessScheme::short_name).
    pub fn from_short_name(name: &str) -> Option<VrfScheme> {
        VrfScheme::from_name(name)
            .or_else(|| StatelessScheme::from_short_name(name).map(VrfScheme::Stateless))
    }

    /// The scheme that a public key names: all keys but those of ECVRF name theirs.
    pub fn of_public_key(public: &[u8]) -> Option<VrfScheme> {
        let tree = TreeScheme::of_public_key(public).map(VrfScheme::Stateful);
        tree.or_else(|| StatelessScheme::of_public_key(public).map(VrfScheme::Stateless))
    }

    /// Its number in proof files, the same for all heights.
    pub fn id(self) -> u8 {
        match self {
            VrfScheme::Stateless(scheme) => scheme as u8,
            VrfScheme::Stateful(tree) => tree.scheme.id(),
        }
    }

    /// The possible numbers of bytes of a proof.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        match self {
            VrfScheme::Stateless(scheme) => scheme.proof_len(),
            VrfScheme::Stateful(tree) => tree.proof_len()..=tree.proof_len(),
        }
    }

    /// Verifies `proof` and returns the output for `input` under `public_key`, at `turn` if keys of the
    /// scheme have turns.
    ///
    /// # Errors
    /// [`VrfError`]; also if a turn is missing, or given to a scheme without turns.
    pub fn verify(
        self,
        public_key: &[u8],
        turn: Option<Turn>,
        input: &[u8],
        proof: &[u8],
    ) -> Result<Vec<u8>, VrfError> {
        match (self, turn) {
            (VrfScheme::Stateless(scheme), None) => scheme.verify(public_key, input, proof),
            (VrfScheme::Stateless(_), Some(_)) => Err(VrfError::NeedlessTurn),
            (VrfScheme::Stateful(_), None) => Err(VrfError::NoTurn),
            (VrfScheme::Stateful(tree), Some(turn)) => tree.verify(public_key, turn, input, proof),
        }
    }
}

impl TreeScheme {
    /// The heights that have names: from one for tests to one for twenty-one years of rounds of five seconds.
    pub const HEIGHTS: RangeInclusive<u8> = 4..=27;

    /// Every scheme that has a name.
    pub fn all() -> impl Iterator<Item = TreeScheme> {
        let schemes = stateful::Scheme::ALL.into_iter();
        schemes.flat_map(|scheme| TreeScheme::HEIGHTS.map(move |height| TreeScheme { scheme, height }))
    }

    /// The scheme of a key with these terms, if its height has a name.
    pub fn of_terms(terms: &Terms) -> Option<TreeScheme> {
        let of_terms = TreeScheme { scheme: terms.scheme(), height: terms.height() };
        TreeScheme::all().find(|named| *named == of_terms)
    }

    /// The scheme that a public key names.
    pub fn of_public_key(public: &[u8]) -> Option<TreeScheme> {
        let key = stateful::PublicKey::from_bytes(public).ok()?;
        TreeScheme::of_terms(&key.terms)
    }

    /// Bytes of a proof.
    pub fn proof_len(self) -> usize {
        self.scheme.proof_len(self.height)
    }

    /// The output that `proof` proves for `input` under `public_key` at `turn`.
    ///
    /// # Errors
    /// [`VrfError`].
    pub fn verify(
        self,
        public_key: &[u8],
        turn: Turn,
        input: &[u8],
        proof: &[u8],
    ) -> Result<Vec<u8>, VrfError> {
        let key = stateful::PublicKey::from_bytes(public_key)?;
        if (key.terms.scheme(), key.terms.height()) != (self.scheme, self.height) {
            return Err(VrfError::OtherScheme);
        }
        key.terms.position(turn).map_err(heliast_vrf::Invalid::from)?;
        let proof = stateful::Proof::from_bytes(&key.terms, proof)?;
        Ok(key.verify(turn, input, proof.as_bytes())?.as_ref().to_vec())
    }
}

impl fmt::Display for VrfScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VrfScheme::Stateless(scheme) => f.write_str(scheme.name()),
            VrfScheme::Stateful(tree) => tree.fmt(f),
        }
    }
}

impl fmt::Display for TreeScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.scheme.name(), self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_vrf::{Invalid, Malformed, stateful::SecretKey};

    #[test]
    fn names_are_read_as_they_are_written() {
        for scheme in VrfScheme::all() {
            assert_eq!(VrfScheme::from_name(&scheme.to_string()), Some(scheme));
        }
        assert!(
            ["x-vrf-3", "x-vrf-28", "x-vrf", "ivrf-010", ""]
                .into_iter()
                .all(|name| VrfScheme::from_name(name).is_none())
        );
    }

    /// A height without a name is a valid scheme, too.
    #[test]
    fn a_scheme_verifies_its_own_keys_at_any_height() {
        let terms = Terms::new(stateful::Scheme::IVrf, 3, 1, 0).unwrap();
        let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
        let (public, turn) = (key.public_key().to_bytes(), Turn { round: 3, slot: 0 });
        let (output, proof) = key.prove(turn, b"x").unwrap();
        let verify = |height| {
            let scheme = TreeScheme { scheme: stateful::Scheme::IVrf, height };
            scheme.verify(&public, turn, b"x", proof.as_bytes())
        };
        assert_eq!(verify(3).unwrap(), output.as_ref());
        assert_eq!(verify(4), Err(VrfError::OtherScheme));
        assert_eq!(TreeScheme::of_public_key(&public), None);
    }

    /// The checks of `spec/xvrf.md`, in their order: key, position, length, the rest.
    #[test]
    fn what_is_wrong_first_is_said() {
        let terms = Terms::new(stateful::Scheme::IVrf, 10, 1, 5).unwrap();
        let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
        let scheme = TreeScheme::of_terms(&terms).map(VrfScheme::Stateful).unwrap();
        let (public, turn) = (key.public_key().to_bytes(), Turn { round: 6, slot: 0 });
        let (output, proof) = key.prove(turn, b"x").unwrap();
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
        let other = VrfScheme::from_name("ivrf-15").unwrap();
        assert!(matches!(other.verify(&public, Some(turn), b"x", proof), Err(VrfError::OtherScheme)));
        let stateless = VrfScheme::Stateless(StatelessScheme::EcvrfTai);
        assert!(matches!(stateless.verify(&[1; 32], Some(turn), b"x", proof), Err(VrfError::NeedlessTurn)));
    }
}
