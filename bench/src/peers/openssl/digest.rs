//! Hashing: the C interface, deprecated since OpenSSL 3, and the interface `EVP`.

use super::{check, ffi, owned};
use std::{
    ffi::c_uint,
    mem::MaybeUninit,
    ptr::{self, NonNull},
};

macro_rules! c_interface {
    ($(#[$doc:meta])* $name:ident, $state:ident, $length:literal, $init:ident, $update:ident, $finish:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(ffi::$state);

        impl $name {
            /// Returns the state of an empty message.
            pub fn new() -> Self {
                let mut state = MaybeUninit::uninit();
                // SAFETY: writes the whole state.
                unsafe {
                    check(ffi::$init(state.as_mut_ptr()));
                    Self(state.assume_init())
                }
            }

            /// Appends `bytes` to the message.
            pub fn update(&mut self, bytes: &[u8]) {
                // SAFETY: reads `bytes.len()` bytes and changes an initialised state.
                check(unsafe { ffi::$update(&mut self.0, bytes.as_ptr(), bytes.len()) });
            }

            /// Returns the digest of the message.
            pub fn finish(mut self) -> [u8; $length] {
                let mut digest = [0; $length];
                // SAFETY: writes that many bytes; the state is not used again.
                check(unsafe { ffi::$finish(digest.as_mut_ptr(), &mut self.0) });
                digest
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

c_interface!(
    /// A SHA-256 state of the C interface. Copying it keeps the hash of a common prefix (the paper,
    /// section 5.2).
    Sha256, SHA256_CTX, 32, SHA256_Init, SHA256_Update, SHA256_Final
);
c_interface!(
    /// A SHA-512 state of the C interface.
    Sha512, SHA512_CTX, 64, SHA512_Init, SHA512_Update, SHA512_Final
);

/// A hash function of the interface `EVP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// SHA-256.
    Sha256,
    /// SHA-512.
    Sha512,
    /// SHA3-256.
    Sha3_256,
    /// SHA3-512.
    Sha3_512,
    /// BLAKE2s with 256 bits.
    Blake2s256,
    /// BLAKE2b with 512 bits.
    Blake2b512,
}

/// The way in which a message is hashed through `EVP`.
pub enum Evp {
    /// As in the manual's first example: a new context per message, and the algorithm by its constant name,
    /// which OpenSSL looks up again each time.
    Plain(Algorithm),
    /// As the manual recommends: one context, and the algorithm looked up once.
    Fetched(Fetched),
}

/// A context and an algorithm that are kept.
pub struct Fetched {
    context: NonNull<ffi::EVP_MD_CTX>,
    algorithm: NonNull<ffi::EVP_MD>,
}

impl Evp {
    /// Looks `algorithm` up once and keeps a context.
    pub fn fetched(algorithm: Algorithm) -> Evp {
        let name = match algorithm {
            Algorithm::Sha256 => c"SHA2-256",
            Algorithm::Sha512 => c"SHA2-512",
            Algorithm::Sha3_256 => c"SHA3-256",
            Algorithm::Sha3_512 => c"SHA3-512",
            Algorithm::Blake2s256 => c"BLAKE2S-256",
            Algorithm::Blake2b512 => c"BLAKE2B-512",
        };
        // SAFETY: a NUL-terminated name; null pointers ask for the default library and properties.
        let found = unsafe { ffi::EVP_MD_fetch(ptr::null_mut(), name.as_ptr(), ptr::null()) };
        // SAFETY: no precondition.
        let context = owned(unsafe { ffi::EVP_MD_CTX_new() });
        Evp::Fetched(Fetched { context, algorithm: owned(found) })
    }

    /// Returns the digest of `message`, in the first bytes of the result.
    pub fn digest(&mut self, message: &[u8]) -> [u8; 64] {
        match self {
            Evp::Plain(algorithm) => {
                // SAFETY: no precondition; the constants live as long as the library.
                let (context, algorithm) = unsafe { (owned(ffi::EVP_MD_CTX_new()), constant(*algorithm)) };
                let digest = digest(context, algorithm, message);
                // SAFETY: owned, and not used again.
                unsafe { ffi::EVP_MD_CTX_free(context.as_ptr()) };
                digest
            }
            Evp::Fetched(Fetched { context, algorithm }) => digest(*context, algorithm.as_ptr(), message),
        }
    }
}

/// `context` and `algorithm` must be live.
fn digest(context: NonNull<ffi::EVP_MD_CTX>, algorithm: *const ffi::EVP_MD, message: &[u8]) -> [u8; 64] {
    let (context, mut digest, mut length) = (context.as_ptr(), [0; 64], 0 as c_uint);
    // SAFETY: live objects; reads `message.len()` bytes; no algorithm here writes more than 64.
    unsafe {
        check(ffi::EVP_DigestInit_ex(context, algorithm, ptr::null_mut()));
        check(ffi::EVP_DigestUpdate(context, message.as_ptr().cast(), message.len()));
        check(ffi::EVP_DigestFinal_ex(context, digest.as_mut_ptr(), &mut length));
    }
    digest
}

fn constant(algorithm: Algorithm) -> *const ffi::EVP_MD {
    // SAFETY: no precondition.
    unsafe {
        match algorithm {
            Algorithm::Sha256 => ffi::EVP_sha256(),
            Algorithm::Sha512 => ffi::EVP_sha512(),
            Algorithm::Sha3_256 => ffi::EVP_sha3_256(),
            Algorithm::Sha3_512 => ffi::EVP_sha3_512(),
            Algorithm::Blake2s256 => ffi::EVP_blake2s256(),
            Algorithm::Blake2b512 => ffi::EVP_blake2b512(),
        }
    }
}

impl Drop for Fetched {
    fn drop(&mut self) {
        // SAFETY: owned, and not used again.
        unsafe {
            ffi::EVP_MD_CTX_free(self.context.as_ptr());
            ffi::EVP_MD_free(self.algorithm.as_ptr());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_interfaces_agree() {
        let message = b"one message for all";
        let mut state = Sha256::new();
        state.update(message);
        assert_eq!(state.finish(), Evp::Plain(Algorithm::Sha256).digest(message)[..32]);
        let mut state = Sha512::new();
        state.update(message);
        assert_eq!(state.finish(), Evp::fetched(Algorithm::Sha512).digest(message));
    }

    #[test]
    fn every_algorithm_is_there() {
        use Algorithm::*;
        for algorithm in [Sha256, Sha512, Sha3_256, Sha3_512, Blake2s256, Blake2b512] {
            let mut fetched = Evp::fetched(algorithm);
            let digest = fetched.digest(b"message");
            assert_eq!(digest, Evp::Plain(algorithm).digest(b"message"));
            assert_eq!(digest, fetched.digest(b"message"), "a context can be used again");
        }
    }
}
