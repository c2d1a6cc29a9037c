//! Runs the real binary: its output, its files, its exit codes.

#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod lot_stores;
#[cfg(unix)]
mod passphrases;
#[cfg(unix)]
mod secrets;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod terminal;

mod archives;
mod batch;
mod chain;
mod chia;
mod class_groups;
mod crash;
mod damage;
mod drills;
mod envelopes;
mod epochs;
mod exit_codes;
mod exports;
mod files;
mod finality;
mod founding;
#[cfg(unix)]
mod fulfil;
mod gate;
mod groups;
mod homes;
mod hostile;
mod json;
mod lots;
mod names;
mod networks;
mod nodes;
mod pages;
mod paging;
mod roots;
mod rotation;
mod run;
mod schema;
mod settings;
mod stateless;
mod status;
mod tune;
mod useless;
mod vdf;
mod vrf;
