//! One input for each key.

use super::{Mark, Proof, SecretKey, scheme};
use heliast_vrf::{Exhausted, Output};

impl SecretKey {
    /// Returns the output for `input`, without a proof. Releasing the output is an answer: make its mark
    /// durable first, as for a proof.
    pub fn evaluate(&self, input: &[u8]) -> Output<32> {
        scheme::evaluate(self, &self.public.context(input))
    }

    /// From now on, the key answers only `input`. The same input may be reserved again.
    ///
    /// # Errors
    /// [`Exhausted::OtherInput`] if another input was reserved.
    pub fn reserve(&mut self, input: &[u8]) -> Result<Reservation<'_>, Exhausted> {
        let mark = self.public.context(input);
        if self.answered.is_some_and(|answered| answered != mark) {
            return Err(Exhausted::OtherInput { position: 0 });
        }
        let repeated = self.answered.replace(mark).is_some();
        Ok(Reservation { key: self, mark, repeated })
    }
}

/// The right to one proof. Make its mark durable, and then release it.
#[derive(Debug)]
#[must_use = "the key is used up"]
pub struct Reservation<'k> {
    key: &'k SecretKey,
    mark: Mark,
    repeated: bool,
}

impl Reservation<'_> {
    /// Returns the mark, which must be on disk, safe against a loss of power, before the proof is released.
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Whether the key had the mark already, so that it need not be stored again.
    pub fn is_repeated(&self) -> bool {
        self.repeated
    }

    /// Returns the output and its proof. The mark must be durable already.
    pub fn release(self) -> (Output<32>, Proof) {
        scheme::prove(self.key, &self.mark)
    }
}
