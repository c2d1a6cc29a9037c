//! For tests: a disk that fails as it is told, and damage to the files of a store.

mod damage;
mod disk;

pub use damage::{damage, damage_epoch};
#[cfg(test)]
pub(crate) use damage::{replace, tamper};
pub use disk::{Disk, DiskState, on_disk};
