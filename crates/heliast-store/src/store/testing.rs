//! For tests: a store whose files, including redb's, are on a recording disk with simulated failures and
//! crashes; and damage to the files of a store.

mod damage;
#[cfg(unix)]
mod recorded;

pub use damage::{damage, damage_epoch};
#[cfg(test)]
pub(crate) use damage::{replace, tamper};
#[cfg(unix)]
pub use recorded::{Backend, on_disk};
