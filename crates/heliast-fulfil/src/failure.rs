//! Failures that end the program: each has a message, and one of the exit codes of `heliast`.

use crate::{keystore::KeystoreError, rpc::RpcError};

/// The exit codes, for `--help`.
pub const TABLE: &str = "\
Exit codes:
  0   ok; a fulfiller was stopped by a signal
  2   usage: the command line is wrong
  3   input is malformed, unreadable or missing, or is about another chain or contract
  4   pending: a request that has no word yet
  5   the node failed
  6   refused: folders in use, the wrong passphrase, a transaction that would fail or is too expensive";

/// The code of a node that failed.
const NODE: u8 = 5;

/// The reason why the program ends.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// The command line is wrong.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { code: 2, message: message.into() }
    }

    /// A file, an address or a chain is not the expected one.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure { code: 3, message: message.into() }
    }

    /// The result is not available yet.
    pub fn pending(message: impl Into<String>) -> Failure {
        Failure { code: 4, message: message.into() }
    }

    /// The program refuses to do something.
    pub fn refused(message: impl Into<String>) -> Failure {
        Failure { code: 6, message: message.into() }
    }

    /// Whether the node failed; a later attempt may succeed.
    pub fn is_of_node(&self) -> bool {
        self.code == NODE
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// Puts the subject in front of the message.
    #[must_use]
    pub fn about(self, subject: impl std::fmt::Display) -> Failure {
        Failure { message: format!("{subject}: {}", self.message), ..self }
    }
}

impl From<RpcError> for Failure {
    fn from(error: RpcError) -> Failure {
        let code = if matches!(error, RpcError::Address) { 2 } else { NODE };
        Failure { code, message: error.to_string() }
    }
}

impl From<KeystoreError> for Failure {
    fn from(error: KeystoreError) -> Failure {
        let code = if error == KeystoreError::Passphrase { 6 } else { 3 };
        Failure { code, message: error.to_string() }
    }
}

impl From<heliast_disk::Error> for Failure {
    fn from(error: heliast_disk::Error) -> Failure {
        Failure::input(error.to_string())
    }
}
