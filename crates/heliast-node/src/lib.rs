//! A beacon node's leaves: the engine, the chain on disk, the HTTP API, the web page.
//!
//! ```no_run
//! use heliast::SecretKey;
//! use heliast_node::engine::{Members, Solo};
//! use heliast_node::{Limits, Server, Shared, Store};
//! use std::{error::Error, net::TcpListener, sync::Arc};
//!
//! /// Continues a chain whose participants all live here, and serves it, until a hundred rounds are made.
//! fn beacon(keys: Vec<SecretKey>) -> Result<(), Box<dyn Error>> {
//!     let shared = Shared::new(Store::open("heliast-data")?);
//!     let listener = TcpListener::bind("127.0.0.1:7070")?;
//!     let server = Server::start(shared.clone(), listener, Limits::default())?;
//!
//!     let members = Members::new(shared.chain(), keys, None).ok_or("not the chain's keys")?;
//!     let engine = Solo::new(shared, members, 4, 1e6, Arc::new(|| false));
//!     engine.run(Some(100), |finished| println!("round {}", finished.round.number))?;
//!     server.stop();
//!     Ok(())
//! }
//! ```
//!
//! The engine, a plain thread, calls two functions of [`Shared`]: [`Shared::accept`] for a finished
//! round and [`Shared::set_status`] for everything in between. [`serve`] answers from the same
//! `Shared`, on its own runtime. Nothing is served before it is on the disk.

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alarm;
pub mod archive;
mod catch_up;
mod clock;
pub mod engine;
mod http;
mod metrics;
mod periods;
mod server;
mod shared;
mod standing;
pub mod store;
#[cfg(test)]
mod testing;
pub mod view;
mod votes;
mod web;

pub use alarm::{Alarm, AlarmKind};
pub use archive::{Archive, ArchiveError};
pub use catch_up::{CatchUp, CatchUpKind};
pub use http::{Front, Limits, Network, Proxies, ProxyHeader, openapi_document, serve};
pub use server::Server;
pub use shared::{EngineCall, Phase, Shared, Status};
pub use store::{Finality, Store, StoreError};
