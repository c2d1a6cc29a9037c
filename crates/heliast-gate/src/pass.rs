//! The pass of a client that has paid: a signed token in a cookie.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// The number of bytes of a tag.
const TAG: usize = 16;

/// Signs and verifies passes. A pass has its end, the squarings that were paid, and a tag, in base64.
pub(crate) struct Passes(Zeroizing<[u8; 32]>);

/// A client with a pass, and its host.
#[derive(Clone, Copy)]
pub(crate) struct Holder<'a> {
    pub client: &'a [u8],
    /// The host for which it is valid, if the gate serves several sites; otherwise empty.
    pub host: &'a str,
}

impl Passes {
    /// The passes of a site's secret.
    pub fn new(secret: &[u8; 32]) -> Passes {
        Passes(mac(secret, b"\x16heliast/gate/passes/v1", &[]))
    }

    /// The pass of a client that has paid t squarings. It is valid until a time in milliseconds since 1970.
    pub fn sign(&self, holder: Holder, until_ms: u64, t: u64) -> String {
        let mut bytes = [until_ms.to_be_bytes(), t.to_be_bytes()].concat();
        let tag = self.tag(holder, &bytes);
        bytes.extend(&tag[..TAG]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Whether this is currently a valid pass of the holder, for at least `least` squarings.
    pub fn is_valid(&self, pass: &str, holder: Holder, now_ms: u64, least: u64) -> bool {
        let Some(Ok(bytes)) = (pass.len() <= 64).then(|| URL_SAFE_NO_PAD.decode(pass)) else { return false };
        let Some((said, tag)) = bytes.split_at_checked(16) else { return false };
        let (until, paid) = said.split_at(8);
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        let is_signed = bool::from(self.tag(holder, said)[..TAG].ct_eq(tag));
        is_signed && now_ms <= number(until) && number(paid) >= least
    }

    fn tag(&self, holder: Holder, said: &[u8]) -> Zeroizing<[u8; 32]> {
        // The client has at most 16 bytes; its length separates it from the host.
        let (length, host) = ([holder.client.len() as u8], holder.host.as_bytes());
        mac(&self.0, b"\x14heliast/gate/pass/v2", &[said, &length, holder.client, host].concat())
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

    const CLIENT: Holder = Holder { client: b"client", host: "" };

    #[test]
    fn a_pass_is_for_its_client_and_its_time() {
        let passes = Passes::new(&[1; 32]);
        let pass = passes.sign(CLIENT, 1_000, 5);
        let is_valid = |holder, now_ms| passes.is_valid(&pass, holder, now_ms, 5);
        assert!(is_valid(CLIENT, 0) && is_valid(CLIENT, 1_000));
        assert!(!is_valid(CLIENT, 1_001));
        assert!(!is_valid(Holder { client: b"another", host: "" }, 0));
        assert!(!Passes::new(&[2; 32]).is_valid(&pass, CLIENT, 0, 5));
    }

    #[test]
    fn a_pass_is_for_its_host_and_what_was_paid() {
        let passes = Passes::new(&[1; 32]);
        let at = |host| Holder { client: b"client", host };
        let pass = passes.sign(at("a.example"), 1_000, 5);
        assert!(
            passes.is_valid(&pass, at("a.example"), 0, 5) && passes.is_valid(&pass, at("a.example"), 0, 0)
        );
        assert!(!passes.is_valid(&pass, at("a.example"), 0, 6));
        assert!(!passes.is_valid(&pass, at("b.example"), 0, 5) && !passes.is_valid(&pass, at(""), 0, 5));
        // The beginning of a host can't be read as part of the client.
        assert!(!passes.is_valid(&pass, Holder { client: b"clienta", host: ".example" }, 0, 5));
    }

    proptest! {
        #[test]
        fn nothing_else_is_a_pass(text in ".{0,80}", place in 0usize..42, bit in 0u8..7) {
            let passes = Passes::new(&[1; 32]);
            prop_assert!(!passes.is_valid(&text, CLIENT, 0, 0));
            let mut pass = passes.sign(CLIENT, u64::MAX, u64::MAX).into_bytes();
            pass[place] ^= 1 << bit;
            let Ok(changed) = String::from_utf8(pass) else { return Ok(()) };
            prop_assert!(!passes.is_valid(&changed, CLIENT, 0, 0));
        }
    }
}
