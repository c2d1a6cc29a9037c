//! FAEST-128 (version 2) by the crate `faest`: one encryption of AES-128 per signature, whereas A-VRF proves
//! four.

use faest::{
    FAEST128fSignature, FAEST128fUnpackedSigningKey, FAEST128sSignature, FAEST128sUnpackedSigningKey,
    Keypair, Signer, Verifier,
};
use std::marker::PhantomData;

/// A key that keeps all values that do not depend on the message, with which signing is fastest.
pub struct Faest<K, S>(K, PhantomData<S>);

/// FAEST-128f.
pub type Fast = Faest<FAEST128fUnpackedSigningKey, FAEST128fSignature>;
/// FAEST-128s.
pub type Small = Faest<FAEST128sUnpackedSigningKey, FAEST128sSignature>;

impl<K, S> Faest<K, S>
where
    K: for<'a> TryFrom<&'a [u8]>,
{
    /// Returns the first key made from the bytes of `random`, 32 at a time: a quarter of all strings are not
    /// a key.
    pub fn new(mut random: impl FnMut() -> Vec<u8>) -> Self {
        let key = (0..100).find_map(|_| K::try_from(&random()).ok());
        Faest(key.expect("one of a hundred strings is a key"), PhantomData)
    }
}

/// The operations of both variants.
pub trait Signs {
    /// A signature.
    type Signature;
    /// Makes a signature.
    fn sign(&self, message: &[u8]) -> Self::Signature;
    /// Whether a signature belongs to this message.
    fn verifies(&self, message: &[u8], signature: &Self::Signature) -> bool;
}

impl<K, S> Signs for Faest<K, S>
where
    K: Signer<S> + Keypair,
    K::VerifyingKey: Verifier<S>,
{
    type Signature = S;

    fn sign(&self, message: &[u8]) -> S {
        self.0.sign(message)
    }

    fn verifies(&self, message: &[u8], signature: &S) -> bool {
        self.0.verifying_key().verify(message, signature).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Stream;

    #[test]
    fn it_verifies_what_it_signs() {
        let mut stream = Stream::new("heliast/bench/faest");
        let (fast, small) = (Fast::new(|| stream.bytes(32)), Small::new(|| vec![0; 32]));
        let (of_fast, of_small) = (fast.sign(b"message"), small.sign(b"message"));
        assert!(fast.verifies(b"message", &of_fast) && !fast.verifies(b"massage", &of_fast));
        assert!(small.verifies(b"message", &of_small) && !small.verifies(b"massage", &of_small));
    }
}
