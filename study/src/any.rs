//! Every scheme by its name: those that Heliast recommends and those that are here to be studied, in the
//! shape of [`heliast::VrfScheme`]. The program `heliast` offers them so.

mod key;
mod stateless;

pub use key::AnySecretKey;
pub use stateless::AnyStateless;

use core::{fmt, ops::RangeInclusive};
use heliast::{StatelessScheme, TreeScheme, VrfError, stateful::Turn};

/// A VRF scheme, recommended or not, with the height of its tree where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyScheme {
    /// A key that has no turns.
    Stateless(AnyStateless),
    /// A key for one input at each turn, in turn.
    Stateful(TreeScheme),
}

impl AnyScheme {
    /// Every scheme that has a name.
    pub fn all() -> impl Iterator<Item = AnyScheme> {
        let stateless = AnyStateless::all().map(AnyScheme::Stateless);
        stateless.chain(TreeScheme::all().map(AnyScheme::Stateful))
    }

    /// The scheme with this name.
    pub fn from_name(name: &str) -> Option<AnyScheme> {
        AnyScheme::all().find(|scheme| scheme.to_string() == name)
    }

    /// The scheme that a public key names itself, if it does: all but those of ECVRF do.
    pub fn of_public_key(public: &[u8]) -> Option<AnyScheme> {
        let tree = TreeScheme::of_public_key(public).map(AnyScheme::Stateful);
        tree.or_else(|| AnyStateless::of_public_key(public).map(AnyScheme::Stateless))
    }

    /// Its number in proof files, the same for all heights.
    pub fn id(self) -> u8 {
        match self {
            AnyScheme::Stateless(scheme) => scheme.id(),
            AnyScheme::Stateful(tree) => tree.scheme.id(),
        }
    }

    /// The possible numbers of bytes of a proof.
    pub fn proof_len(self) -> RangeInclusive<usize> {
        match self {
            AnyScheme::Stateless(scheme) => scheme.proof_len(),
            AnyScheme::Stateful(tree) => tree.proof_len()..=tree.proof_len(),
        }
    }

    /// The output that `proof` proves for `input` under `public_key`, at `turn` if keys of the scheme have
    /// turns.
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
            (AnyScheme::Stateless(scheme), None) => scheme.verify(public_key, input, proof),
            (AnyScheme::Stateless(_), Some(_)) => Err(VrfError::NeedlessTurn),
            (AnyScheme::Stateful(_), None) => Err(VrfError::NoTurn),
            (AnyScheme::Stateful(tree), Some(turn)) => tree.verify(public_key, turn, input, proof),
        }
    }
}

impl From<StatelessScheme> for AnyScheme {
    fn from(scheme: StatelessScheme) -> AnyScheme {
        AnyScheme::Stateless(scheme.into())
    }
}

impl fmt::Display for AnyScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyScheme::Stateless(scheme) => f.write_str(scheme.name()),
            AnyScheme::Stateful(tree) => tree.fmt(f),
        }
    }
}
