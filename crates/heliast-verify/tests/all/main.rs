//! Tests of the program with the bundles of `vectors/` and with nodes.

#[cfg(feature = "url")]
mod node;
#[cfg(feature = "url")]
mod proxy;
mod vectors;

use std::process::{Command, Output};

/// Runs the program on this source.
fn heliast_verify(options: &[&str], source: impl AsRef<std::ffi::OsStr>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heliast-verify")).args(options).arg(source).output().unwrap()
}
