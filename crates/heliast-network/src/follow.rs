//! Follows a chain over the HTTP interface of other nodes (`spec/http.md`), and checks on which of its rounds
//! the network agreed. No node is trusted.

mod agreed;
mod found;
mod node;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use agreed::{Agreed, Keeper};
pub(crate) use found::{Found, complaint};
pub(crate) use node::trusted_tip;
pub use node::{FollowError, node_at};
