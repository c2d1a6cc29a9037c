//! Drives the real binary: what it prints, what it writes, how it exits.

#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod secrets;

mod chain;
mod damage;
mod exit_codes;
mod files;
mod json;
mod nodes;
mod pages;
mod run;
mod tune;
mod vdf;
mod vrf;
