//! Errors of calls to a consensus engine: no answer, or not the answer that was asked for.

/// The reasons why a call of a consensus engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RpcError {
    /// The caller's address is invalid.
    #[error("{0:?} is not an address of a node; it begins with http:// or https:// and a host")]
    Address(String),
    /// No answer, or one that was cut.
    #[error("the node at {address} can't be reached: {reason}")]
    Unreachable {
        /// The address of the node.
        address: String,
        /// The connection's error.
        reason: String,
    },
    /// The answer is not one of CometBFT's JSON-RPC, or lacks what was asked for.
    #[error("the node at {address} answers {method} in an unknown way: {reason}")]
    Malformed {
        /// The address of the node.
        address: String,
        /// The method that was called.
        method: &'static str,
        /// The fault of the answer.
        reason: String,
    },
    /// The engine says why it can't answer.
    #[error("the node at {address} refuses {method}: {reason} (code {code})")]
    Refused {
        /// The address of the node.
        address: String,
        /// The method that was called.
        method: &'static str,
        /// The code of JSON-RPC.
        code: i64,
        /// Its words, at most 300 characters.
        reason: String,
    },
}
