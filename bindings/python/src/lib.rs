//! The extension module `heliast._native`: groups, batch proofs and Chia's proofs for Python. Thin: arguments
//! in, calls of the crate `heliast`, exceptions out.
//!
//! Nothing here is `unsafe`, so `bytes` are read in place, since nobody can change them, and any other buffer
//! is copied once ([`buffer`]). Long work is done without the interpreter's lock.

#![deny(unsafe_code)]

mod batch;
mod buffer;
mod chia;
mod error;
mod file;
mod group;
mod progress;
mod terms;

use pyo3::prelude::*;

/// Groups of unknown order, batch proofs in them, and Chia's proofs.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::{
        digest, find_false, finish_and_check, finish_and_prove, merge, partial, plan, prove, seed, verify,
    };
    #[pymodule_export]
    use crate::chia::{chia_challenge, chia_discriminant, chia_form, chia_prove, chia_recover, chia_verify};
    #[pymodule_export]
    use crate::error::{Invalid, Malformed};
    #[pymodule_export]
    use crate::file::{Header, Proof};
    #[pymodule_export]
    use crate::group::Group;
    #[pymodule_export]
    use crate::terms::{Digest, Terms};
}
