//! The terms of a list of either kind: with one delay, or with a delay for each statement.

use super::{
    protocol::{Family, Protocol, TooWeak},
    terms::Terms,
    varied,
};

/// The terms of a list of either kind. They follow from a family, a level, t, and the number of statements.
/// [`Terms`] and [`varied::Terms`] can be used in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyTerms {
    /// All statements have one delay.
    One(Terms),
    /// Each statement has its own.
    Varied(varied::Terms),
}

impl AnyTerms {
    /// The terms under which `count` statements are combined, with t squarings each, or with a number of
    /// squarings for each.
    ///
    /// # Errors
    /// As [`Protocol::of_family`], and [`TooWeak::Delays`].
    pub fn new(family: Family, level: u16, t: Option<u64>, count: u64) -> Result<AnyTerms, TooWeak> {
        match t {
            Some(t) => {
                let protocol = Protocol::of_family(family, level, count)?;
                Ok(AnyTerms::One(Terms { t, protocol }))
            }
            None => varied::Terms::of_family(family, level).map(AnyTerms::Varied),
        }
    }

    /// The squarings of every statement; `None` if each has its own number of them.
    pub fn t(&self) -> Option<u64> {
        match self {
            AnyTerms::One(terms) => Some(terms.t),
            AnyTerms::Varied(_) => None,
        }
    }

    /// The number of proofs.
    pub(super) fn proofs(&self) -> usize {
        match self {
            AnyTerms::One(terms) => terms.protocol.proofs(),
            AnyTerms::Varied(_) => 1,
        }
    }
}

impl From<&Terms> for AnyTerms {
    fn from(terms: &Terms) -> AnyTerms {
        AnyTerms::One(terms.clone())
    }
}

impl From<varied::Terms> for AnyTerms {
    fn from(terms: varied::Terms) -> AnyTerms {
        AnyTerms::Varied(terms)
    }
}

impl From<&AnyTerms> for AnyTerms {
    fn from(terms: &AnyTerms) -> AnyTerms {
        terms.clone()
    }
}
