//! A beacon node's leaves: the engine, the chain on disk, the HTTP API, the web page.
//!
//! The engine, a plain thread, calls two functions of [`Shared`]: [`Shared::accept`] for a finished round and
//! [`Shared::set_status`] for everything in between. [`serve`] answers from the same `Shared`, on its own runtime.
//! Nothing is served before it is on the disk.

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod clock;
pub mod engine;
mod http;
mod metrics;
mod server;
mod shared;
pub mod store;
#[cfg(test)]
mod testing;
pub mod view;
mod web;

pub use http::{Limits, openapi_document, serve};
pub use server::Server;
pub use shared::{Phase, Shared, Status};
pub use store::{Store, StoreError};
