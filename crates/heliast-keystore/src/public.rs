//! The file of the public key: JSON, like other public keys of the command line.

use crate::Error;
use heliast_disk::{Disk, Secrecy};
use heliast_vrf::stateful::PublicKey;
use std::{fs, path::Path};

pub(crate) fn write(disk: &Disk, path: &Path, key: &PublicKey) -> Result<(), Error> {
    let text = text(key);
    if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
        return Ok(());
    }
    Ok(disk.replace(path, Secrecy::Secret, text.as_bytes())?)
}

fn text(key: &PublicKey) -> String {
    let (scheme, height) = (key.terms.scheme().name(), key.terms.height());
    format!("{{\"scheme\": \"{scheme}-{height}\", \"public\": \"{}\"}}\n", hex::encode(key.to_bytes()))
}
