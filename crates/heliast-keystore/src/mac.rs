//! The key that authenticates the records of a store, so that no record of another key is accepted.

use crate::secret::Secret;
use heliast_vrf::stateful::Terms;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// HMAC-SHA-256 under a key of the store. Its input begins with its purpose.
#[derive(Clone)]
pub(crate) struct MacKey(Zeroizing<[u8; 32]>);

/// A tag. A comparison takes the same time wherever the tags differ.
pub(crate) type Tag = [u8; 32];

impl MacKey {
    /// HMAC(SK_SEED, "heliast keystore 1" ‖ PUB_SEED ‖ terms): unrelated to the values that the tree derives
    /// from SK_SEED, whose hashes begin with 31 zeros.
    pub(crate) fn of(secret: &Secret) -> MacKey {
        let terms: [u8; Terms::LEN] = secret.terms.to_bytes();
        let own = MacKey(Zeroizing::new(secret.seeds.secret));
        MacKey(Zeroizing::new(own.tag(&[b"heliast keystore 1", &secret.seeds.public, &terms])))
    }

    /// The tag of the concatenation.
    pub(crate) fn tag(&self, parts: &[&[u8]]) -> Tag {
        self.begin(parts).finalize().into_bytes().into()
    }

    /// Whether `tag` begins the tag of the concatenation.
    pub(crate) fn is_tag(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        self.begin(parts).verify_truncated_left(tag).is_ok()
    }

    fn begin(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let key: &[u8] = &*self.0;
        let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
        parts.iter().fold(mac, |mac, part| mac.chain_update(part))
    }
}
