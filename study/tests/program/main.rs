//! Runs the real program: its output, its files, its exit codes.

mod run;
#[cfg(unix)]
mod secrets;
mod vdf;
mod vrf;
