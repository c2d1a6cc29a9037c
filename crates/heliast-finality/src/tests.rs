//! Tests that look inside.

mod header;
mod merkle;
mod network_file;
mod protobuf;
mod validator;
