//! Honest nodes with the real state, rules, verdicts and views, in a model checker (crate `stateright`): all
//! orders of what a hostile proposer, a hostile network and clocks that are off can do, within bounds.
//!
//! [README.md](../README.md) says what is tried and how much that is.

mod catalogue;
mod keys;
mod memo;
mod node;
mod old;
mod oracle;
mod scenarios;
mod world;
