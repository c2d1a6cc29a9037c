//! The frame around the content of every file of a store: magic, version, length, checksum.

use sha2::{Digest, Sha256};

const VERSION: u8 = 1;
const CHECKSUM: usize = 16;
/// The number of bytes before the body.
const HEADER: usize = 16;
/// The number of bytes around the body.
pub(crate) const OVERHEAD: usize = HEADER + CHECKSUM;

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Terms, seeds and root.
    Secret = b'S',
    /// The roots of all bottom subtrees.
    Roots = b'R',
    /// The leaves of one bottom subtree.
    Subtree = b'T',
    /// The newest mark: the last position that was answered.
    Mark = b'M',
    /// The directory that uses a chain's secrets.
    Home = b'H',
    /// The answers of a key that counts them.
    Answers = b'A',
}

/// The reasons why bytes are not a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Broken {
    #[error("it is shorter than its header")]
    Short,
    #[error("it does not begin as this kind of file does")]
    Magic,
    #[error("its format has version {0}, which this program does not know")]
    Version(u8),
    #[error("its length is not what its header says")]
    Length,
    #[error("its checksum does not match")]
    Checksum,
}

/// "HLK" ‖ kind ‖ version ‖ 000 ‖ length of the body (8 bytes, big-endian) ‖ body ‖ the first 16 bytes of
/// SHA-256 of all before.
///
/// It is allocated in full at once: a vector that grows would leave copies of a secret.
pub(crate) fn seal(kind: Kind, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(OVERHEAD + body.len());
    bytes.extend(header(kind, VERSION));
    bytes.extend((body.len() as u64).to_be_bytes());
    bytes.extend(body);
    let checksum = Sha256::digest(&bytes);
    bytes.extend(&checksum[..CHECKSUM]);
    bytes
}

/// The body that [`seal`] wrapped.
pub(crate) fn open(kind: Kind, bytes: &[u8]) -> Result<&[u8], Broken> {
    let (head, rest) = bytes.split_first_chunk::<HEADER>().ok_or(Broken::Short)?;
    let (start, length) = head.split_at(8);
    if start != header(kind, VERSION) {
        let other = start[4];
        return Err(if start == header(kind, other) { Broken::Version(other) } else { Broken::Magic });
    }
    let (body, checksum) = rest.split_last_chunk::<CHECKSUM>().ok_or(Broken::Short)?;
    if length != (body.len() as u64).to_be_bytes() {
        return Err(Broken::Length);
    }
    let computed = Sha256::digest(&bytes[..HEADER + body.len()]);
    if computed[..CHECKSUM] == *checksum { Ok(body) } else { Err(Broken::Checksum) }
}

fn header(kind: Kind, version: u8) -> [u8; 8] {
    [b'H', b'L', b'K', kind as u8, version, 0, 0, 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_and_every_other_length_is_seen() {
        let sealed = seal(Kind::Subtree, b"leaves");
        assert_eq!(open(Kind::Subtree, &sealed), Ok(&b"leaves"[..]));
        for bit in 0..8 * sealed.len() {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(open(Kind::Subtree, &flipped).is_err(), "bit {bit}");
        }
        for len in 0..sealed.len() {
            assert!(open(Kind::Subtree, &sealed[..len]).is_err(), "length {len}");
        }
        assert_eq!(open(Kind::Subtree, &[&sealed[..], b"\0"].concat()), Err(Broken::Length));
    }

    #[test]
    fn kinds_and_versions_are_told_apart() {
        let mut sealed = seal(Kind::Mark, b"");
        assert_eq!(open(Kind::Roots, &sealed), Err(Broken::Magic));
        sealed[4] = 2;
        assert_eq!(open(Kind::Mark, &sealed), Err(Broken::Version(2)));
    }
}
