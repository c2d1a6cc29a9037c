//! Errors by cause: the caller, the time, or nodes, each with its address.

#[cfg(test)]
mod tests;

use heliast::{Malformed, bundle::BundleError};
use heliast_finality::FrameError;
use std::{
    fmt::{self, Display},
    time::Duration,
};
use ureq::http::StatusCode;

/// The reasons why a client has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A mistake of the caller.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// No node has the answer yet. This is not a fault.
    #[error("{0} is still to come")]
    NotYet(String),
    /// No node gave the answer. The failure of each, in the order in which they were asked.
    #[error("{}", listed(.0))]
    Nodes(Vec<NodeError>),
    /// Nodes contradict each other, and it is unknown which is right.
    #[error("nodes contradict each other about {what}: {}", .nodes.join(", "))]
    Contradiction {
        /// The subject.
        what: String,
        /// The addresses of those that gave an answer.
        nodes: Vec<String>,
    },
}

/// A mistake of the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misuse {
    /// There is no node to ask.
    #[error("no node is given")]
    NoNode,
    /// The text is not the address of a node.
    #[error("{0:?} is not an address of a node; it begins with http:// or https:// and a host")]
    Address(String),
    /// Rounds are numbered from 1 on.
    #[error("rounds begin with 1")]
    RoundZero,
    /// The chain had not begun at that time.
    #[error("the chain began after this time")]
    BeforeGenesis,
    /// The chain is made by one node, so that there is no agreement on its rounds.
    #[error("this is a solo chain: its rounds are valid, and nobody else agreed on them")]
    Solo,
    /// The network file is not that of the chain.
    #[error("the network file is of another network")]
    OtherNetwork,
}

/// A failure of one node.
#[derive(Debug)]
pub struct NodeError {
    /// The address of the node.
    pub node: String,
    /// The requested path.
    pub path: String,
    /// The failure.
    pub cause: Cause,
}

/// The kinds of failures of a node.
#[derive(Debug)]
#[non_exhaustive]
pub enum Cause {
    /// There was no answer, an incomplete one, or one that took too long.
    Unreachable(String),
    /// The node answers with an error.
    Status {
        /// The status of the answer.
        status: u16,
        /// The time that the node asks to wait.
        wait: Option<Duration>,
    },
    /// The answer is not that of a Heliast node.
    Malformed(String),
    /// The genesis is malformed, or not that of the chain.
    Genesis(String),
    /// The rounds are cut off, malformed or false.
    Rounds(BundleError),
    /// A frame does not show that the network agreed.
    Finality(FrameError),
    /// Other nodes, or verified rounds, disprove a claim of the node.
    Claim(String),
}

impl Error {
    /// A remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::Misuse(Misuse::Solo) => "ask a node of a network",
            Error::Misuse(_) => "correct the call",
            Error::NotYet(_) => "try again later",
            Error::Nodes(errors) => errors.first().map_or("name a node", NodeError::hint),
            Error::Contradiction { .. } => {
                "find out which of them lies: verify the chain from its genesis on"
            }
        }
    }
}

impl NodeError {
    /// A remedy.
    pub fn hint(&self) -> &'static str {
        match &self.cause {
            Cause::Status { status: 404, .. } => "check the address: is it a heliast node?",
            Cause::Status { status: 410, .. } => {
                "the node has pruned these rounds and has no archive of them: begin with a later one, or ask a \
                 node that has all"
            }
            Cause::Status { status: 425, .. } => "try again later",
            Cause::Malformed(_) => "check the address",
            Cause::Unreachable(_) | Cause::Status { .. } => {
                "check the address and the connection, then try again"
            }
            Cause::Rounds(error) if is_cut(error) => "check the connection, then try again",
            _ => "don't rely on this node; ask another one",
        }
    }

    /// Whether the node showed something false. An incomplete or missing answer, or one of another kind of
    /// server, does not count.
    pub fn is_falsehood(&self) -> bool {
        match &self.cause {
            Cause::Rounds(error) => !is_cut(error),
            Cause::Genesis(_) | Cause::Finality(_) | Cause::Claim(_) => true,
            Cause::Unreachable(_) | Cause::Status { .. } | Cause::Malformed(_) => false,
        }
    }

    /// Whether the node says that the requested item is still to come.
    pub fn is_too_early(&self) -> bool {
        matches!(self.cause, Cause::Status { status: 425, .. })
    }

    /// The time to wait, if the node asks to wait.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self.cause {
            Cause::Status { status: 429 | 503, wait } => Some(wait.unwrap_or(Duration::from_secs(1))),
            _ => None,
        }
    }
}

/// Whether a bundle failed because it is incomplete.
fn is_cut(error: &BundleError) -> bool {
    matches!(
        error,
        BundleError::Io(_)
            | BundleError::Broken { .. }
            | BundleError::Header(Malformed::Short(_))
            | BundleError::Malformed { reason: Malformed::Short("bundle"), .. }
    )
}

fn listed(errors: &[NodeError]) -> String {
    errors.iter().map(NodeError::to_string).collect::<Vec<_>>().join("; ")
}

impl Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NodeError { node, path, cause } = self;
        match cause {
            Cause::Status { .. } => write!(f, "{node}{path} {cause}"),
            Cause::Malformed(_) => write!(f, "{node}{path} is {cause}"),
            _ => write!(f, "{node}{path}: {cause}"),
        }
    }
}

impl std::error::Error for NodeError {}

/// Writes only the failure, without the node.
impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Unreachable(reason) | Cause::Claim(reason) => f.write_str(reason),
            Cause::Status { status, .. } => match StatusCode::from_u16(*status) {
                Ok(status) => write!(f, "answers {status}"),
                Err(_) => write!(f, "answers {status}"),
            },
            Cause::Malformed(reason) => write!(f, "not an answer of a heliast node: {reason}"),
            Cause::Genesis(reason) => write!(f, "the genesis: {reason}"),
            Cause::Rounds(error) => error.fmt(f),
            Cause::Finality(error) => error.fmt(f),
        }
    }
}
