//! The result of a verification: the claim itself, with the facts that follow from it.

use std::ops::Deref;

/// A claim that can be verified, with the facts that are known then.
pub trait Verifiable {
    /// The facts that verification yields.
    type Facts;
}

/// A claim that has been checked. Only verification makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified<T: Verifiable> {
    claim: T,
    facts: T::Facts,
}

impl<T: Verifiable> Verified<T> {
    pub(crate) fn new(claim: T, facts: T::Facts) -> Self {
        Verified { claim, facts }
    }

    /// The facts that verification yielded.
    pub fn facts(&self) -> &T::Facts {
        &self.facts
    }

    pub(crate) fn into_parts(self) -> (T, T::Facts) {
        (self.claim, self.facts)
    }
}

impl<T: Verifiable> Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.claim
    }
}
