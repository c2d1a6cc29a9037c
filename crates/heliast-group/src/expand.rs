//! RFC 9380, section 5.3.1: `expand_message_xmd` with SHA-256.

use alloc::vec::Vec;
use sha2::{Digest, Sha256};

const DIGEST_LEN: usize = 32;
const BLOCK_LEN: usize = 64;

/// `len` uniform bytes from the concatenation of `msg`, under the domain separation tag `dst`, the
/// concatenation of its parts.
///
/// # Panics
/// If `dst` exceeds 255 bytes or `len` exceeds 255·32: a caller's mistake, never a matter of input bytes.
pub(crate) fn expand_message_xmd(msg: &[&[u8]], dst: &[&[u8]], len: usize) -> Vec<u8> {
    let dst_len: usize = dst.iter().map(|part| part.len()).sum();
    let blocks = len.div_ceil(DIGEST_LEN);
    assert!(dst_len <= 255 && blocks <= 255, "expand_message_xmd: tag or output too long");
    let finish = |mut hash: Sha256| -> [u8; DIGEST_LEN] {
        dst.iter().for_each(|part| hash.update(part));
        hash.update([dst_len as u8]);
        hash.finalize().into()
    };

    let mut first = Sha256::new();
    first.update([0; BLOCK_LEN]);
    msg.iter().for_each(|part| first.update(part));
    first.update([(len >> 8) as u8, len as u8, 0]);
    let b0 = finish(first);

    let mut out = Vec::with_capacity(blocks * DIGEST_LEN);
    let mut previous = [0; DIGEST_LEN];
    for i in 1..=blocks {
        let mut block = Sha256::new();
        block.update(core::array::from_fn::<u8, DIGEST_LEN, _>(|k| b0[k] ^ previous[k]));
        block.update([i as u8]);
        previous = finish(block);
        out.extend_from_slice(&previous);
    }
    out.truncate(len);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9380, appendix K.1.
    #[test]
    fn rfc_9380_vectors() {
        let dst: &[&[u8]] = &[b"QUUX-V01-CS02-with-expander-SHA256-128"];
        let short = |msg: &str| hex::encode(expand_message_xmd(&[msg.as_bytes()], dst, 0x20));
        assert_eq!(short(""), "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235");
        assert_eq!(short("abc"), "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615");
        let long = hex::encode(expand_message_xmd(&[b""], dst, 0x80));
        assert!(long.starts_with("af84c27ccfd45d41914fdff5df25293e221afc53d8ad2ac06d5e3e29485dadbe"));
        assert_eq!(long.len(), 256);
    }

    #[test]
    fn parts_are_concatenated() {
        let whole = expand_message_xmd(&[b"abcdef"], &[b"tag"], 100);
        assert_eq!(whole, expand_message_xmd(&[b"ab", b"", b"cdef"], &[b"t", b"ag"], 100));
    }
}
