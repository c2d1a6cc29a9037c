//! A suite, and the context to which a proof is bound.

use crate::suite::Suite;

/// The parameters by which the challenge of a proof is drawn: a suite, and a context if the proof is bound to
/// one (`spec/wesolowski.md`). Functions that take one also take a [`Suite`], a drawing without a context.
///
/// ```
/// use heliast_vdf::{Drawing, Suite};
///
/// let prover = [0x11; 20];
/// assert!(Drawing::new(Suite::default(), &prover).is_some());
/// assert!(Drawing::new(Suite::default(), &[]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing<'a> {
    suite: Suite,
    /// Empty if the proof is bound to no context.
    context: &'a [u8],
}

impl<'a> Drawing<'a> {
    /// The drawing for proofs in a context of 1 to 255 bytes, such as the address of the prover. `None` for
    /// another length.
    pub fn new(suite: Suite, context: &'a [u8]) -> Option<Drawing<'a>> {
        let allowed = (1..=usize::from(u8::MAX)).contains(&context.len());
        allowed.then_some(Drawing { suite, context })
    }

    /// The suite.
    pub fn suite(self) -> Suite {
        self.suite
    }

    /// The context, if there is one.
    pub fn context(self) -> Option<&'a [u8]> {
        (!self.context.is_empty()).then_some(self.context)
    }
}

impl From<Suite> for Drawing<'_> {
    fn from(suite: Suite) -> Self {
        Drawing { suite, context: &[] }
    }
}
