//! Damage to the files of a store, behind its back.

use crate::store::{
    database::{EPOCHS, PLACES, begin_write},
    file,
};
use std::path::Path;

/// Replaces a stored round's bytes and outputs behind the store's back.
pub fn damage(dir: impl AsRef<Path>, number: u64) {
    replace(dir, number, b"damaged", b"damaged");
}

/// Replaces the bytes of a round and of its outputs.
pub(crate) fn replace(dir: impl AsRef<Path>, number: u64, round: &[u8], outputs: &[u8]) {
    let path = dir.as_ref().join("rounds").join("0000000001.rounds");
    let mut segment = std::fs::read(&path).unwrap();
    let place = (segment.len() as u64, round.len() as u32, outputs.len() as u32);
    segment.extend([round, outputs].concat());
    std::fs::write(path, segment).unwrap();
    tamper(dir, |t| drop(t.open_table(PLACES).unwrap().insert(number, place).unwrap()));
}

/// Replaces a stored epoch proof behind the store's back.
pub fn damage_epoch(dir: impl AsRef<Path>, first: u64) {
    tamper(dir, |t| drop(t.open_table(EPOCHS).unwrap().insert(first, b"damaged".as_slice()).unwrap()));
}

/// Changes a stored file behind the store's back.
pub(crate) fn tamper(dir: impl AsRef<Path>, change: impl Fn(&redb::WriteTransaction)) {
    let database = redb::Database::open(dir.as_ref().join(file::NAME)).unwrap();
    let transaction = begin_write(&database).unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}
