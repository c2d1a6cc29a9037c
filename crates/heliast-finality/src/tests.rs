//! Tests that look inside.

mod network_file;
