//! Errors of calls to a consensus engine: no answer, or an answer that does not fit the request.

/// The reasons why a call of a consensus engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RpcError {
    /// The caller's address is invalid.
    #[error("{0:?} is not an address of a node; it begins with http:// or https:// and a host")]
    Address(String),
    /// There was no answer, or an incomplete one.
    #[error("the node at {address} can't be reached: {reason}")]
    Unreachable {
        /// The address of the node.
        address: String,
        /// The connection's error.
        reason: String,
    },
    /// The answer is not CometBFT's JSON-RPC, or lacks the requested data.
    #[error("the node at {address} answers {method} in an unknown way: {reason}")]
    Malformed {
        /// The address of the node.
        address: String,
        /// The method that was called.
        method: &'static str,
        /// The fault of the answer.
        reason: String,
    },
    /// The engine returned an error.
    #[error("the node at {address} refuses {method}: {reason} (code {code})")]
    Refused {
        /// The address of the node.
        address: String,
        /// The method that was called.
        method: &'static str,
        /// The code of JSON-RPC.
        code: i64,
        /// The engine's message, at most 300 characters.
        reason: String,
    },
}
