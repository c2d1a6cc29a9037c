//! The pass that somebody has who has paid: a signed token in a cookie.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// Bytes of a tag.
const TAG: usize = 16;

/// Signs passes and knows them again: until + tag, in base64.
pub(crate) struct Passes(Zeroizing<[u8; 32]>);

impl Passes {
    /// Those of a site's secret.
    pub fn new(secret: &[u8; 32]) -> Passes {
        Passes(mac(secret, b"\x16heliast/gate/passes/v1", &[]))
    }

    /// A pass for a client until a time, in milliseconds since 1970.
    pub fn sign(&self, client: &[u8], until_ms: u64) -> String {
        let mut bytes = until_ms.to_be_bytes().to_vec();
        let tag = self.tag(client, until_ms);
        bytes.extend(&tag[..TAG]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Whether this is a pass for the client now.
    pub fn is_valid(&self, pass: &str, client: &[u8], now_ms: u64) -> bool {
        let Some(Ok(bytes)) = (pass.len() <= 64).then(|| URL_SAFE_NO_PAD.decode(pass)) else { return false };
        let Some((until, tag)) = bytes.split_first_chunk::<8>() else { return false };
        let until_ms = u64::from_be_bytes(*until);
        now_ms <= until_ms && bool::from(self.tag(client, until_ms)[..TAG].ct_eq(tag))
    }

    fn tag(&self, client: &[u8], until_ms: u64) -> Zeroizing<[u8; 32]> {
        mac(&self.0, b"\x14heliast/gate/pass/v1", &[&until_ms.to_be_bytes(), client].concat())
    }
}

/// HMAC-SHA-256 of a tag and some bytes.
pub(crate) fn mac(key: &[u8; 32], tag: &[u8], text: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    mac.update(tag);
    mac.update(text);
    Zeroizing::new(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pass_is_for_its_client_and_its_time() {
        let passes = Passes::new(&[1; 32]);
        let pass = passes.sign(b"client", 1_000);
        assert!(passes.is_valid(&pass, b"client", 0) && passes.is_valid(&pass, b"client", 1_000));
        assert!(!passes.is_valid(&pass, b"client", 1_001));
        assert!(!passes.is_valid(&pass, b"another", 0));
        assert!(!Passes::new(&[2; 32]).is_valid(&pass, b"client", 0));
    }

    proptest! {
        #[test]
        fn nothing_else_is_a_pass(text in ".{0,80}", place in 0usize..32, bit in 0u8..7) {
            let passes = Passes::new(&[1; 32]);
            prop_assert!(!passes.is_valid(&text, b"client", 0));
            let mut pass = passes.sign(b"client", u64::MAX).into_bytes();
            pass[place] ^= 1 << bit;
            let Ok(changed) = String::from_utf8(pass) else { return Ok(()) };
            prop_assert!(!passes.is_valid(&changed, b"client", 0));
        }
    }
}
