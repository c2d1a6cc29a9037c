//! The HTTP side of a beacon (spec/http.md): drand's routes, Heliast's routes, and the web page, with limits
//! on all resources that a client can occupy.
//!
//! ```no_run
//! use heliast_engine::Handles;
//! use heliast_http::{Limits, Server};
//! use heliast_store::Store;
//! use std::net::TcpListener;
//!
//! let node = Handles::new(Store::open_read_only("heliast-data")?);
//! let server = Server::start(node, TcpListener::bind("127.0.0.1:7070")?, Limits::default())?;
//! std::thread::park();
//! server.stop();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`serve`] does the same on a runtime of the caller's.
//!
//! The accept loop is hyper's own connection builder, not `axum::serve`, because the latter never closes a
//! connection whose request header does not end.

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod accept;
mod app;
mod archive;
mod aside;
mod bundle;
mod caching;
mod chain;
mod client;
mod coding;
mod drand;
mod engine_rpc;
mod epochs;
mod error;
mod finality;
mod finished;
mod guard;
mod guide;
mod held;
mod keep_alive;
mod keys;
mod limits;
mod members;
mod openapi;
mod pages;
mod params;
mod places;
mod range;
mod reply;
mod rounds;
mod router;
mod search;
mod server;
mod status;
mod stream;
#[cfg(test)]
mod tests;
mod told;
mod traffic;
mod views;
mod web;

pub use accept::{Front, serve};
pub use heliast_front::{Network, Proxies, ProxyHeader};
pub use limits::Limits;
pub use openapi::DOCUMENT as OPENAPI;
pub use server::Server;
