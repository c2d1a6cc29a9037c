//! RFC 9380, section 5.3.1: `expand_message_xmd` with SHA-256.

use alloc::vec::Vec;
use sha2::{Digest, Sha256};

const DIGEST_LEN: usize = 32;
const BLOCK_LEN: usize = 64;

/// `len` uniform bytes from the concatenation of `msg`, under the domain separation tag `dst`, the
/// concatenation of its parts.
///
/// # Panics
/// If `dst` exceeds 255 bytes or `len` exceeds 255·32: a mistake of the caller, which input bytes cannot
/// cause.
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

    /// RFC 9380, appendix K.1: outputs of 32 and of 128 bytes.
    #[test]
    fn rfc_9380_vectors() {
        let message = |start: &str, count: usize, filler: &str| [start, &filler.repeat(count)].concat();
        let dst: &[&[u8]] = &[b"QUUX-V01-CS02-with-expander-SHA256-128"];
        for (message, short, long) in [
            (
                &message("", 0, ""),
                "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235",
                "af84c27ccfd45d41914fdff5df25293e221afc53d8ad2ac06d5e3e29485dadbee0d121587713a3e0dd4d5e69e93eb7cd4f5df4cd103e188cf60cb02edc3edf18eda8576c412b18ffb658e3dd6ec849469b979d444cf7b26911a08e63cf31f9dcc541708d3491184472c2c29bb749d4286b004ceb5ee6b9a7fa5b646c993f0ced",
            ),
            (
                &message("abc", 0, ""),
                "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615",
                "abba86a6129e366fc877aab32fc4ffc70120d8996c88aee2fe4b32d6c7b6437a647e6c3163d40b76a73cf6a5674ef1d890f95b664ee0afa5359a5c4e07985635bbecbac65d747d3d2da7ec2b8221b17b0ca9dc8a1ac1c07ea6a1e60583e2cb00058e77b7b72a298425cd1b941ad4ec65e8afc50303a22c0f99b0509b4c895f40",
            ),
            (
                &message("abcdef0123456789", 0, ""),
                "eff31487c770a893cfb36f912fbfcbff40d5661771ca4b2cb4eafe524333f5c1",
                "ef904a29bffc4cf9ee82832451c946ac3c8f8058ae97d8d629831a74c6572bd9ebd0df635cd1f208e2038e760c4994984ce73f0d55ea9f22af83ba4734569d4bc95e18350f740c07eef653cbb9f87910d833751825f0ebefa1abe5420bb52be14cf489b37fe1a72f7de2d10be453b2c9d9eb20c7e3f6edc5a60629178d9478df",
            ),
            (
                &message("q128_", 128, "q"),
                "b23a1d2b4d97b2ef7785562a7e8bac7eed54ed6e97e29aa51bfe3f12ddad1ff9",
                "80be107d0884f0d881bb460322f0443d38bd222db8bd0b0a5312a6fedb49c1bbd88fd75d8b9a09486c60123dfa1d73c1cc3169761b17476d3c6b7cbbd727acd0e2c942f4dd96ae3da5de368d26b32286e32de7e5a8cb2949f866a0b80c58116b29fa7fabb3ea7d520ee603e0c25bcaf0b9a5e92ec6a1fe4e0391d1cdbce8c68a",
            ),
            (
                &message("a512_", 512, "a"),
                "4623227bcc01293b8c130bf771da8c298dede7383243dc0993d2d94823958c4c",
                "546aff5444b5b79aa6148bd81728704c32decb73a3ba76e9e75885cad9def1d06d6792f8a7d12794e90efed817d96920d728896a4510864370c207f99bd4a608ea121700ef01ed879745ee3e4ceef777eda6d9e5e38b90c86ea6fb0b36504ba4a45d22e86f6db5dd43d98a294bebb9125d5b794e9d2a81181066eb954966a487",
            ),
        ] {
            let expand = |len| hex::encode(expand_message_xmd(&[message.as_bytes()], dst, len));
            assert_eq!(expand(0x20), short, "{message}");
            assert_eq!(expand(0x80), long, "{message}");
        }
    }

    /// The length is hashed, so no output is the beginning of a longer one.
    #[test]
    fn every_length_is_another_function() {
        let outputs: Vec<_> = (1..=100).map(|len| expand_message_xmd(&[b"m"], &[b"tag"], len)).collect();
        for (index, output) in outputs.iter().enumerate() {
            assert_eq!(output.len(), index + 1);
            let longer = outputs[index + 1..].iter();
            // Two bytes may agree by chance; eight do not.
            assert!(index < 8 || longer.clone().all(|other| !other.starts_with(&output[..8])), "{index}");
        }
        assert!(expand_message_xmd(&[], &[], 0).is_empty());
        assert_eq!(expand_message_xmd(&[], &[&[7; 255]], 255 * 32).len(), 255 * 32);
    }

    #[test]
    #[should_panic(expected = "tag or output too long")]
    fn tags_are_limited() {
        expand_message_xmd(&[], &[&[7; 200], &[7; 56]], 1);
    }

    #[test]
    #[should_panic(expected = "tag or output too long")]
    fn outputs_are_limited() {
        expand_message_xmd(&[], &[b"tag"], 255 * 32 + 1);
    }

    #[test]
    fn parts_are_concatenated() {
        let whole = expand_message_xmd(&[b"abcdef"], &[b"tag"], 100);
        assert_eq!(whole, expand_message_xmd(&[b"ab", b"", b"cdef"], &[b"t", b"ag"], 100));
    }
}
