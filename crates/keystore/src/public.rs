//! The public key's file: JSON, as the command line's other public keys.

use crate::{Error, disk::Disk, error::At};
use std::{fs, path::Path};
use vrf::stateful::{PublicKey, Scheme};

pub(crate) fn write(disk: &Disk, path: &Path, key: &PublicKey) -> Result<(), Error> {
    let text = text(key);
    if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
        return Ok(());
    }
    disk.replace(path, text.as_bytes()).at(path)
}

fn text(key: &PublicKey) -> String {
    format!("{{\"scheme\": \"{}\", \"public\": \"{}\"}}\n", scheme(key), hex::encode(key.to_bytes()))
}

/// The scheme's name with the height.
fn scheme(key: &PublicKey) -> String {
    let name = match key.terms.scheme() {
        Scheme::XVrf => "x-vrf",
        Scheme::IVrf => "ivrf",
    };
    format!("{name}-{}", key.terms.height())
}
