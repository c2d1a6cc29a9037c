//! Drives the real binary: what it prints, what it writes, how it exits.

#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod lot_stores;
#[cfg(unix)]
mod secrets;
#[cfg(target_os = "linux")]
mod terminal;

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
mod schema;
mod stateless;
mod tune;
mod vdf;
mod vrf;
