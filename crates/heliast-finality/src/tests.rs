//! Tests of internals.

mod engine;
mod frame;
mod header;
mod key;
mod merkle;
mod network_file;
mod protobuf;
pub(crate) mod record;
pub(crate) mod sample;
mod validator;
mod vote;
