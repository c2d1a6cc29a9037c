//! The context to which a proof is bound, from the command line.

use crate::failure::Failure;
use heliast::{AnyGroup, Group, Suite};
use heliast_vdf::{Drawing, OpenError, ProofFile, Statement};

/// A context.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ContextArg {
    /// The context that a proof is bound to, 1 to 255 bytes, such as the address of its prover; the proof
    /// does not contain it
    #[arg(long, value_name = "HEX", value_parser = parse)]
    context: Option<Context>,
}

/// The 1 to 255 bytes of a context.
#[derive(Clone, Debug)]
struct Context(Vec<u8>);

impl ContextArg {
    /// Whether a context was given.
    pub fn is_given(&self) -> bool {
        self.context.is_some()
    }

    /// The drawing of challenges of a suite in this context, or without a context.
    pub fn drawing(&self, suite: Suite) -> Drawing<'_> {
        let bound = self.context.as_ref().and_then(|Context(bytes)| Drawing::new(suite, bytes));
        bound.unwrap_or_else(|| suite.into())
    }

    /// Opens a proof that must be bound to this context, or not bound to any.
    pub fn open(
        &self,
        file: &ProofFile,
        group: &AnyGroup,
    ) -> Result<Statement<<AnyGroup as Group>::Elem>, OpenError> {
        match &self.context {
            Some(Context(bytes)) => file.open_in_context(group, bytes),
            None => file.open(group),
        }
    }

    /// A failure of a proof that may have been made in another context, with a hint that says so.
    pub fn advise(&self, error: OpenError) -> Failure {
        let may_differ = self.is_given() && matches!(error, OpenError::Invalid(_));
        let failure = Failure::from(error);
        if may_differ {
            failure.hint("a proof of another context, or of none, looks like this too: see --context")
        } else {
            failure
        }
    }
}

fn parse(digits: &str) -> Result<Context, String> {
    let bytes =
        hex::decode(digits.strip_prefix("0x").unwrap_or(digits)).map_err(|error| error.to_string())?;
    let allowed = (1..=usize::from(u8::MAX)).contains(&bytes.len());
    let refusal = || format!("a context has from 1 to 255 bytes, not {}", bytes.len());
    if allowed { Ok(Context(bytes)) } else { Err(refusal()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_read_with_and_without_a_prefix() {
        for (digits, bytes) in [("00", &[0][..]), ("0x0aFF", &[10, 255]), (&"11".repeat(255), &[17; 255])] {
            assert_eq!(parse(digits).unwrap().0, bytes, "{digits}");
        }
        for bad in ["", "0x", "0", "0xg0", "0x0x00", &"11".repeat(256)] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
