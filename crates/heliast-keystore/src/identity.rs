//! The identity of a file on a computer, which a copy of a store does not have.

use sha2::{Digest, Sha256};
use std::{
    fs::{self, Metadata},
    time::UNIX_EPOCH,
};

/// The files in which systems keep an id that is made at installation.
const MACHINE_IDS: [&str; 2] = ["/etc/machine-id", "/var/lib/dbus/machine-id"];

/// A computer. It is the same after a restart, and differs for another installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostId([u8; 32]);

impl HostId {
    /// Bytes of [`to_bytes`](Self::to_bytes).
    pub(crate) const LEN: usize = 32;

    /// This computer, by the id of its system. All systems without an id count as the same.
    pub fn this() -> HostId {
        let id = MACHINE_IDS.iter().find_map(|path| fs::read(path).ok()).unwrap_or_default();
        HostId::of_id(id.trim_ascii())
    }

    /// The computer with an id from the caller, for example that of a hardware module.
    pub fn of_id(id: &[u8]) -> HostId {
        // It is hashed, since machine ids should not be published.
        HostId(Sha256::new().chain_update(b"heliast keystore machine").chain_update(id).finalize().into())
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::LEN]) -> HostId {
        HostId(bytes)
    }

    pub(crate) fn to_bytes(self) -> [u8; Self::LEN] {
        self.0
    }
}

/// The identity of a file as long as it exists: renames and writes do not change it, and a copy has another
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileId {
    inode: u64,
    /// The time at which the file was created, in nanoseconds, which no copy program sets. If the file system
    /// does not have it, the number of the device.
    ///
    /// The number of the device is not used if the time is known: it may change when the machine starts.
    born: u64,
}

impl FileId {
    pub(crate) const LEN: usize = 16;

    pub(crate) fn of(metadata: &Metadata) -> FileId {
        let born = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let born = born.and_then(|since| u64::try_from(since.as_nanos()).ok()).filter(|nanos| *nanos > 0);
        let (device, inode) = numbers(metadata);
        FileId { inode, born: born.unwrap_or(device) }
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::LEN]) -> FileId {
        let number = u128::from_be_bytes(bytes);
        FileId { inode: (number >> 64) as u64, born: number as u64 }
    }

    /// Inode ‖ birth, 8 bytes each, big-endian.
    pub(crate) fn to_bytes(self) -> [u8; Self::LEN] {
        (u128::from(self.inode) << 64 | u128::from(self.born)).to_be_bytes()
    }
}

#[cfg(unix)]
fn numbers(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn numbers(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stays_itself_and_a_copy_is_another() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b, c) = (dir.path().join("a"), dir.path().join("b"), dir.path().join("c"));
        let id = |path| FileId::of(&fs::metadata(path).unwrap());
        fs::write(&a, "x").unwrap();
        let first = id(&a);
        assert_eq!(FileId::from_bytes(first.to_bytes()), first);
        fs::write(&a, "y").unwrap();
        fs::rename(&a, &b).unwrap();
        assert_eq!(id(&b), first);
        fs::copy(&b, &c).unwrap();
        assert_ne!(id(&c), first);
    }

    #[test]
    fn machines_differ_by_their_ids() {
        assert_eq!(HostId::this(), HostId::this());
        assert_ne!(HostId::of_id(b"a"), HostId::of_id(b"b"));
    }
}
