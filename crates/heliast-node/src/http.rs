//! The HTTP side (spec/http.md): drand's routes, Heliast's, the web page; limits on everything that
//! a client can make the node hold.
//!
//! The accept loop is hyper's own connection builder, not `axum::serve`, because the latter keeps a
//! connection whose request header never ends.

mod accept;
mod app;
mod archive;
mod bundle;
mod caching;
mod chain;
mod coding;
mod drand;
mod engine_rpc;
mod epochs;
mod error;
mod finality;
mod finished;
mod guard;
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
mod status;
mod stream;
#[cfg(test)]
mod tests;
mod views;

pub use accept::{Front, serve};
pub use heliast_front::{Network, Proxies, ProxyHeader};
pub use limits::Limits;
pub use openapi::document as openapi_document;
