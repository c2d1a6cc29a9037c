//! Honest nodes with the real state, rules, verdicts and views, in a model checker (crate `stateright`): all
//! orders of the actions of a hostile proposer, a hostile network and wrong clocks, within bounds.
//!
//! [README.md](../README.md) says what is tried and how much that is.

mod app;
mod block;
mod catalogue;
mod event;
mod keys;
mod memo;
mod node;
mod nodes;
mod old;
mod oracle;
mod promises;
mod scenarios;
mod setting;
mod tx;
mod world;
