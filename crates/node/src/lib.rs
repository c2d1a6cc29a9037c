//! A beacon node's leaves: the chain on disk, the HTTP API, the web page.
//!
//! The engine, a plain thread, calls two functions of [`Shared`]: [`Shared::accept`] for a finished round and [`Shared::set_status`] for
//! everything in between. [`serve`] answers from the same `Shared`, on its own runtime. Nothing is served before it is on the disk.

#![forbid(unsafe_code)]

pub mod store;
pub mod view;

pub use store::{Store, StoreError};
