//! A record: the newest mark, with the computer and the file that may continue from it.

use crate::{
    identity::{FileId, HostId},
    mac::{MacKey, Tag},
};
use heliast_vrf::stateful::Mark;

/// serial ‖ whether there is a mark ‖ mark ‖ key ‖ host ‖ file ‖ tag of the record before ‖ tag.
pub(super) const BODY: usize = SIGNED + 32;
const SIGNED: usize = 8 + 1 + Mark::LEN + 32 + HostId::LEN + FileId::LEN + 32;

/// The newest mark of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The serial number of the record.
    pub(crate) serial: u64,
    /// The last answer's mark, if anything was answered.
    pub(crate) mark: Option<Mark>,
    /// SHA-256 of the public key: marks are valid for one root only.
    key: [u8; 32],
    /// The computer and the mark file that may continue.
    pub(crate) host: HostId,
    pub(crate) file: FileId,
    /// The tag of the record before.
    previous: Tag,
    tag: Tag,
}

impl Record {
    /// The record that comes after `before`, or the first one. It is not of a file yet:
    /// [`belongs_to`](Self::belongs_to) makes it the record of one.
    pub(crate) fn after(before: Option<&Record>, key: [u8; 32], mark: Option<Mark>) -> Record {
        let (host, file) = (HostId::from_bytes([0; HostId::LEN]), FileId::from_bytes([0; FileId::LEN]));
        let (serial, previous) =
            before.map_or((0, [0; 32]), |record| (record.serial.saturating_add(1), record.tag));
        Record { serial, mark, key, host, file, previous, tag: [0; 32] }
    }

    /// Makes it the record of the mark file `file` on `host`.
    pub(crate) fn belongs_to(&mut self, key: &MacKey, host: HostId, file: FileId) {
        (self.host, self.file) = (host, file);
        self.tag = key.tag(&[b"mark", &self.signed()]);
    }

    /// The record that follows this one in the same file.
    pub(super) fn next(&self, key: &MacKey, mark: Option<Mark>) -> Record {
        let mut next = Record::after(Some(self), self.key, mark);
        next.belongs_to(key, self.host, self.file);
        next
    }

    /// Whether it comes directly after `before`.
    pub(super) fn follows(&self, before: &Record) -> bool {
        before.serial.checked_add(1) == Some(self.serial) && self.previous == before.tag
    }

    pub(super) fn to_bytes(&self) -> [u8; BODY] {
        let mut bytes = [0; BODY];
        bytes[..SIGNED].copy_from_slice(&self.signed());
        bytes[SIGNED..].copy_from_slice(&self.tag);
        bytes
    }

    /// The record in `bytes`, if it is a record of the key.
    pub(super) fn from_bytes(bytes: &[u8], key: &MacKey, public: &[u8; 32]) -> Option<Record> {
        let (signed, tag) = bytes.split_at_checked(SIGNED)?;
        if !key.is_tag(&[b"mark", signed], tag) || tag.len() != 32 {
            return None;
        }
        let (serial, rest) = signed.split_first_chunk()?;
        let (&[is_marked], rest) = rest.split_first_chunk()?;
        let (mark, rest) = rest.split_first_chunk::<{ Mark::LEN }>()?;
        let (of, rest) = rest.split_first_chunk()?;
        let (host, rest) = rest.split_first_chunk()?;
        let (file, previous) = rest.split_first_chunk()?;
        let mark = match is_marked {
            0 if *mark == [0; Mark::LEN] => None,
            1 => Some(Mark::from_bytes(mark).ok()?),
            _ => return None,
        };
        let record = Record {
            serial: u64::from_be_bytes(*serial),
            mark,
            key: *of,
            host: HostId::from_bytes(*host),
            file: FileId::from_bytes(*file),
            previous: previous.try_into().ok()?,
            tag: tag.try_into().ok()?,
        };
        (record.key == *public).then_some(record)
    }

    fn signed(&self) -> [u8; SIGNED] {
        let mark = self.mark.map_or([0; Mark::LEN], |mark| mark.to_bytes());
        let parts: [&[u8]; 7] = [
            &self.serial.to_be_bytes(),
            &[self.mark.is_some().into()],
            &mark,
            &self.key,
            &self.host.to_bytes(),
            &self.file.to_bytes(),
            &self.previous,
        ];
        parts.concat().try_into().expect("the parts have the record's length")
    }
}
