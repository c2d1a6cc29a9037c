//! A chain as nodes of others show it over their HTTP interface (`spec/http.md`): which of its rounds the
//! network agreed on. No node is believed.

mod agreed;
mod found;
mod node;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use agreed::{Agreed, Keeper};
pub(crate) use found::{Found, complaint};
pub(crate) use node::trusted_tip;
#[cfg(test)]
pub(crate) use node::without_limit;
pub use node::{FollowError, node_at};
