//! Drives the real binary: what it prints, what it writes, how it exits.

#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod lot_stores;
#[cfg(unix)]
mod secrets;

mod batch;
mod chain;
mod damage;
mod epochs;
mod exit_codes;
mod exports;
mod files;
mod homes;
mod hostile;
mod json;
mod lots;
mod nodes;
mod pages;
mod paging;
mod rotation;
mod run;
mod settings;
mod stateless;
mod tune;
mod vdf;
mod vrf;
