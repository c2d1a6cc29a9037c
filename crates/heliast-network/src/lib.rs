//! A beacon on many machines: its rounds as an application of the consensus engine CometBFT
//! (`spec/network.md`).
//!
//! ```no_run
//! use heliast_network::{Engine, Event, Keys, Node, NodeError, Options, Program, home::Home};
//! use std::path::Path;
//!
//! /// Runs the node of a home until a hundred rounds are stored.
//! fn hundred_rounds(home: &Path, keys: Keys) -> Result<u64, Box<dyn std::error::Error>> {
//!     let engine = Engine::Own(Program::find(None)?);
//!     let options = Options { keys, engine, evaluates: None, state_sync: vec![] };
//!     let node = Node::open(Home::open(home)?, options)?;
//!     let handles = node.handles().clone();
//!     let ended = node.run(&|| handles.rounds.store().last() >= 100, &mut |event| {
//!         if let Event::Round(round) = event {
//!             println!("round {}: {}", round.round, round.beacon);
//!         }
//!         Ok::<(), NodeError>(())
//!     })?;
//!     Ok(ended.round)
//! }
//! ```
//!
//! - [`Node`]: a node, opened from its home, and run. It has no server: its caller gives [`Node::handles`] to
//!   one.
//! - [`Participation`]: participants without a node, which follow other nodes.
//! - [`Relay`]: a node without keys, which follows other nodes and serves the rounds that it has verified.
//! - [`Observer`]: a chain that is followed and not stored, for programs that announce something.
//! - [`home`]: the files of a node, and the homes of a new network.
//! - [`founding`]: a network of operators who do not trust each other.
//! - [`Collecting`]: whether a delay is long enough for a network.
//!
//! ```text
//!  CometBFT ──blocks──► abci ──► app ──► state (beacon::Machine) ──► heliast-store
//!      ▲                                  │
//!      └──────transactions── worker ◄─────┘ duty, after each block
//! ```

#![forbid(unsafe_code)]

mod abci;
mod app;
mod comet;
mod duty;
mod earlier;
mod error;
mod files;
mod follow;
pub mod founding;
pub mod home;
mod lead;
mod margin;
mod node;
mod observer;
mod outbox;
mod participant;
mod recorder;
mod relay;
mod room;
mod rpc;
mod state;
mod state_sync;
#[cfg(test)]
mod testing;
mod transaction;
mod turns;
mod valid_block;
mod verdicts;
mod worker;

pub use abci::Address;
pub use app::Misfit;
pub use comet::{INSTALL, Missing, Program};
pub use error::NodeError;
pub use follow::{FollowError, node_at};
pub use margin::{Collecting, Margin, Step, Verdict};
pub use node::{
    Ended, Engine, Event, Keys, Node, Options, Origin, Participation, Relay, RelayOptions, RoundEvent,
};
pub use observer::{Observer, Since};
pub use rpc::engine_at;
pub use turns::{in_a_row, may_fail};

/// Parts of a node for this workspace's own tests and fuzz targets. They are not part of the interface.
#[doc(hidden)]
pub mod parts {
    pub use crate::{
        abci::{Application, Checker, Server, messages},
        app::{App, AppError, Metadata, rules},
        duty::{Committed, Duty},
        outbox::{Kind, Outbox, OutboxError, Place},
        state::State,
        transaction::{Body, Transaction},
        verdicts::Verdicts,
    };
}
