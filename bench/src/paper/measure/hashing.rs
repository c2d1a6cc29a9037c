//! Hashing one candidate's message, λ bits long, of which the last two bytes are a counter.

use crate::{
    inputs::Stream,
    paper::lab::Lab,
    peers::openssl::{self, Algorithm, Evp},
    row::Side,
};
use blake2::{Blake2b512, Blake2s256};
use sha2::{Digest, Sha256, Sha512};
use sha3::{Sha3_256, Sha3_512};
use std::hint::black_box;

/// The way in which the message is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hasher {
    /// OpenSSL's `EVP` with a new context and a constant algorithm per message, like the paper's SHA-2, SHA-3
    /// and BLAKE2.
    Evp(Algorithm),
    /// OpenSSL's `EVP` with the algorithm looked up once and a kept context.
    EvpFetched(Algorithm),
    /// OpenSSL's C interface; SHA-2 only.
    C(Width),
    /// The C interface with a copied state, so that only the counter is hashed for a candidate (the
    /// paper, section 5.2).
    Copied(Width),
    /// The Rust libraries that we use.
    Ours(Algorithm),
    /// The Rust libraries with a copied state; SHA-2 only.
    OursCopied(Width),
}

/// SHA-256 or SHA-512.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 256 bits.
    W256,
    /// 512 bits.
    W512,
}

/// The number of messages that are hashed per call.
const BATCH: u16 = 64;

/// Returns the seconds per candidate of each hasher.
pub fn seconds(lab: &Lab, hashers: &[Hasher], message_bits: usize) -> Vec<f64> {
    let message = Stream::new("heliast/bench/hashing").bytes(message_bits / 8);
    lab.fastest(hashers.iter().map(|hasher| side(*hasher, &message)).collect(), 1)
}

fn side(hasher: Hasher, message: &[u8]) -> Side {
    match hasher {
        Hasher::Evp(algorithm) => {
            let mut evp = Evp::Plain(algorithm);
            batch(message, move |message| {
                black_box(evp.digest(message));
            })
        }
        Hasher::EvpFetched(algorithm) => {
            let mut evp = Evp::fetched(algorithm);
            batch(message, move |message| {
                black_box(evp.digest(message));
            })
        }
        Hasher::C(Width::W256) => batch(message, |message| {
            let mut state = openssl::Sha256::new();
            state.update(message);
            black_box(state.finish());
        }),
        Hasher::C(Width::W512) => batch(message, |message| {
            let mut state = openssl::Sha512::new();
            state.update(message);
            black_box(state.finish());
        }),
        Hasher::Copied(Width::W256) => {
            let mut prefix = openssl::Sha256::new();
            prefix.update(&message[..message.len() - 2]);
            batch(&message[message.len() - 2..], move |counter| {
                let mut state = prefix;
                state.update(counter);
                black_box(state.finish());
            })
        }
        Hasher::Copied(Width::W512) => {
            let mut prefix = openssl::Sha512::new();
            prefix.update(&message[..message.len() - 2]);
            batch(&message[message.len() - 2..], move |counter| {
                let mut state = prefix;
                state.update(counter);
                black_box(state.finish());
            })
        }
        Hasher::Ours(algorithm) => match algorithm {
            Algorithm::Sha256 => whole::<Sha256>(message),
            Algorithm::Sha512 => whole::<Sha512>(message),
            Algorithm::Sha3_256 => whole::<Sha3_256>(message),
            Algorithm::Sha3_512 => whole::<Sha3_512>(message),
            Algorithm::Blake2s256 => whole::<Blake2s256>(message),
            Algorithm::Blake2b512 => whole::<Blake2b512>(message),
        },
        Hasher::OursCopied(Width::W256) => copied::<Sha256>(message),
        Hasher::OursCopied(Width::W512) => copied::<Sha512>(message),
    }
}

fn whole<D: Digest>(message: &[u8]) -> Side {
    batch(message, |message| {
        black_box(D::digest(message));
    })
}

fn copied<D: Digest + Clone + 'static>(message: &[u8]) -> Side {
    let prefix = D::new_with_prefix(&message[..message.len() - 2]);
    batch(&message[message.len() - 2..], move |counter| {
        black_box(prefix.clone().chain_update(counter).finalize());
    })
}

/// Hashes the message with one counter after another at its end.
fn batch(message: &[u8], mut hash: impl FnMut(&[u8]) + 'static) -> Side {
    let mut message = message.to_vec();
    let end = message.len() - 2;
    Side::new(BATCH.into(), move |_| {
        for counter in 0..BATCH {
            message[end..].copy_from_slice(&counter.to_be_bytes());
            hash(&message);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_libraries_agree_with_openssl() {
        let message = b"one message for all";
        let digest = |algorithm| Evp::Plain(algorithm).digest(message);
        assert_eq!(Sha256::digest(message)[..], digest(Algorithm::Sha256)[..32]);
        assert_eq!(Sha512::digest(message)[..], digest(Algorithm::Sha512)[..]);
        assert_eq!(Sha3_256::digest(message)[..], digest(Algorithm::Sha3_256)[..32]);
        assert_eq!(Sha3_512::digest(message)[..], digest(Algorithm::Sha3_512)[..]);
        assert_eq!(Blake2s256::digest(message)[..], digest(Algorithm::Blake2s256)[..32]);
        assert_eq!(Blake2b512::digest(message)[..], digest(Algorithm::Blake2b512)[..]);
    }
}
