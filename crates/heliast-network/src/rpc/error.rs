//! Why a consensus engine did not answer, or not as asked.

/// Why a call of a consensus engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RpcError {
    /// The caller's address is none.
    #[error("{0:?} is no address of a node; it begins with http:// or https:// and a host")]
    Address(String),
    /// No answer, or one that was cut.
    #[error("the node at {address} can't be reached: {reason}")]
    Unreachable {
        /// Of the node.
        address: String,
        /// What the connection said.
        reason: String,
    },
    /// The answer is no answer of CometBFT's JSON-RPC, or lacks what was asked for.
    #[error("the node at {address} answers {method} in an unknown way: {reason}")]
    Malformed {
        /// Of the node.
        address: String,
        /// What was asked.
        method: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The engine says why it can't answer.
    #[error("the node at {address} refuses {method}: {reason} (code {code})")]
    Refused {
        /// Of the node.
        address: String,
        /// What was asked.
        method: &'static str,
        /// The code of JSON-RPC.
        code: i64,
        /// Its words, at most 300 characters.
        reason: String,
    },
}

impl RpcError {
    /// What to do about it, as one sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            RpcError::Address(_) => "give the address of CometBFT's RPC, such as http://127.0.0.1:26657",
            RpcError::Unreachable { .. } => {
                "see whether CometBFT runs there, and whether its RPC listens at this address"
            }
            RpcError::Malformed { .. } => "see whether the address is that of CometBFT's RPC, version 0.40",
            RpcError::Refused { .. } => "wait until the node has caught up, or ask another one",
        }
    }
}
