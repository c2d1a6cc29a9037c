//! The library for C: what `include/heliast.h` declares. Thin: pointers in, calls of the crates, codes out.
//!
//! The border has one shape. Every function that can fail returns a `Status`, writes its results
//! through pointers, and takes as its last argument the place for an error with a message.
//! `border::enter` is the first line of each: no panic leaves it, and with it the caller's promise
//! becomes a value, a `border::Border`, by which null and misaligned pointers are told from good
//! ones in one place. The promise is what no library can find out:
//!
//! - a pointer that is neither null nor misaligned leads to as many bytes or values as its length says, or
//!   to a handle of the type that it has, made here and not freed;
//! - nothing else writes there meanwhile, and nothing reads there where the function writes;
//! - a handle that is passed without `const` is used by one thread at a time.
//!
//! `unsafe` is for this border alone: for the pointers, for the callbacks and for the exported names.

// All functions have the promise above, which is at the top of the header.
#![allow(clippy::missing_safety_doc, reason = "one promise for all functions: the module's documentation")]

mod border;
mod bundle;
mod bytes;
mod chain;
mod chia;
mod culprit;
mod delay;
mod error;
mod evaluation;
mod finality;
mod free;
mod group;
mod key_store;
mod lottery;
#[cfg(all(test, target_os = "linux"))]
mod overhead;
mod progress;
mod proof_file;
mod round;
mod source;
mod stamp;
mod suite;
mod tree_key;
mod version;
mod vrf;

/// The header's word on threads: handles may go from one to another, and those that functions take as `const`
/// may be shared.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<error::Error>();
    any_thread::<chain::Chain>();
    any_thread::<chain::Tip>();
    any_thread::<round::Round>();
    any_thread::<source::Source>();
    any_thread::<bundle::Bundle>();
    any_thread::<finality::Finality>();
    any_thread::<group::Group>();
    any_thread::<evaluation::Evaluation>();
    any_thread::<vrf::Key>();
    any_thread::<tree_key::TreeKey>();
    any_thread::<key_store::KeyStore>();
    any_thread::<stamp::Issuer>();
};
