//! The nodes that a participant follows, through the client of their HTTP interface.

use heliast::{
    Chain, Round, Tip, Verified,
    bundle::{BundleError, Reader},
};
use heliast_client::{Cause, Misuse, Node, NodeError, Settings};
use heliast_finality::{Frame, FrameError, Invalid};
use heliast_store::StoreError;
use std::{io::BufReader, iter, time::Duration};

/// The number of rounds in a page.
const PAGE: u64 = 500;

/// The reasons why a chain can't be followed at a node, or not at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FollowError {
    /// The address of a node is invalid or missing.
    #[error(transparent)]
    Address(#[from] Misuse),
    /// The node gives no answer, refuses, or shows rounds that are not this chain's next ones.
    #[error(transparent)]
    Node(#[from] NodeError),
    /// A frame does not show that the network agreed, or the network file is not that of this chain.
    #[error("that the network agreed is not shown: {0}")]
    Finality(#[from] FrameError),
    /// Too many rounds came without a frame that shows that they are final.
    #[error("{0} rounds came without proof that the network agreed on them")]
    Unproved(usize),
    /// The network agreed on two histories.
    #[error("round {0} comes after other rounds than those that the network agreed on before")]
    Forked(u64),
    /// A node says that it has a round, but does not show it.
    #[error("{node} says that it has round {round}, and does not show it")]
    Unshown {
        /// The node.
        node: String,
        /// The round.
        round: u64,
    },
    /// A node shows the frame of an earlier round than the requested one.
    #[error("{node} shows the frame of round {found}, and was asked for that of round {from} or a later one")]
    Earlier {
        /// The node.
        node: String,
        /// The round of the frame.
        found: u64,
        /// The first round of the request.
        from: u64,
    },
    /// Too many frames came without leading to the wanted one.
    #[error(
        "{0} frames of finality were looked at, and did not lead from the network file to the block asked for"
    )]
    Endless(usize),
    /// The chain of a node is a solo chain.
    #[error("{0} can't show that a network agreed on its rounds")]
    Solo(String),
    /// The chain of a network was to be followed as a solo chain.
    #[error("{0} says that the chain is a network's, and it is followed as a solo one")]
    NotSolo(String),
    /// The thread that follows has ended.
    #[error("the chain is not followed any more")]
    Ended,
    /// The node has no frame of finality yet.
    #[error(
        "{0} can't show any block that the network signed; ask another node, or again when a round is final"
    )]
    Unsigned(String),
    /// The rounds can't be kept.
    #[error(transparent)]
    Store(Box<StoreError>),
}

impl FollowError {
    /// Whether a node showed something false; an incomplete or missing answer does not count.
    pub(crate) fn is_falsehood(&self) -> bool {
        match self {
            FollowError::Node(error) => error.is_falsehood(),
            FollowError::Finality(_) | FollowError::Earlier { .. } => true,
            _ => false,
        }
    }
}

impl From<Invalid> for FollowError {
    fn from(invalid: Invalid) -> FollowError {
        FollowError::Finality(invalid.into())
    }
}

impl From<StoreError> for FollowError {
    fn from(error: StoreError) -> FollowError {
        FollowError::Store(Box::new(error))
    }
}

/// A round, and the frames that come with it.
pub(super) type Framed = (Verified<Round>, Vec<Vec<u8>>);

/// The node at this address, `http://host:port`, or `https://` if the program is built with TLS. No request
/// is sent yet. Its limits of time are short, since there are other nodes.
///
/// # Errors
/// [`FollowError::Address`]
pub fn node_at(address: &str) -> Result<Node, FollowError> {
    Ok(Node::new(address, &settings())?)
}

fn settings() -> Settings {
    Settings {
        connect_time: Duration::from_secs(3),
        // In a unit test, a node that is late on a busy machine is not in trouble.
        answer_time: Duration::from_secs(if cfg!(test) { 3_600 } else { 10 }),
        page_time: Duration::from_secs(if cfg!(test) { 3_600 } else { 60 }),
        attempts: 1,
        ..Settings::default()
    }
}

/// The state before the last final round. The node is trusted for it, since it is the caller's own.
///
/// # Errors
/// [`FollowError::Node`], also if it is of another chain.
pub(crate) fn trusted_tip(node: &Node, chain: &Chain) -> Result<Tip, FollowError> {
    match node.last_final()? {
        0 | 1 => Ok(chain.start()),
        last => Ok(node.claimed_tip(chain, last)?),
    }
}

/// A page of the rounds after `tip`, verified, each with the frames next to it if these are requested.
pub(super) fn rounds_after(
    node: &Node,
    chain: &Chain,
    tip: &Tip,
    has_frames: bool,
) -> Result<impl Iterator<Item = Result<Framed, FollowError>> + use<>, FollowError> {
    let from = tip.next_round();
    let range = from..=from.saturating_add(PAGE - 1);
    let body = match has_frames {
        true => node.bundle_with_frames(chain, range.clone())?,
        false => node.bundle(chain, range.clone())?,
    };
    let (node, body) = (node.clone(), BufReader::new(body));
    let failed =
        move |reason: BundleError| FollowError::Node(node.bundle_error(&range, Cause::Rounds(reason)));
    let mut reader = Reader::after(body, chain, tip).map_err(&failed)?;
    Ok(iter::from_fn(move || {
        let round = reader.next_round().map_err(&failed).transpose()?;
        Some(round.map(|round| {
            let frames = reader.frames().iter().filter(|frame| Frame::is_meant(frame));
            (round, frames.cloned().collect())
        }))
    }))
}
