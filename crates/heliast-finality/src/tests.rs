//! Tests that look inside.

mod frame;
mod header;
mod merkle;
mod network_file;
mod protobuf;
mod validator;
