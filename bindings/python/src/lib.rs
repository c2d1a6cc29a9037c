//! The extension module `heliast._native`: Heliast for Python. It is thin: it reads arguments, calls the
//! crates below, and turns errors into exceptions.
//!
//! | file | Python module |
//! |---|---|
//! | `group`, `error` | `heliast`, `heliast.errors` |
//! | `vdf` | `heliast.vdf` |
//! | `batch`, `file`, `terms` | `heliast.batch`, on which `heliast.dask` is built |
//! | `vrf` | `heliast.vrf`, over `heliast-keystore` |
//! | `bundle` | `heliast.bundle`, on which `heliast.beacon` is built |
//! | `stamp` | `heliast.stamp` |
//! | `envelope` | `heliast.envelope` |
//! | `chia` | `heliast.chia` |
//!
//! Nothing here is `unsafe`. `bytes` are read in place, since nobody can change them, and any other buffer is
//! copied once ([`buffer`]). Long work is done without the interpreter's lock, and no lock of ours is held
//! while Python is called ([`progress`]).

#![deny(unsafe_code)]

mod argument;
mod batch;
mod buffer;
mod bundle;
mod chia;
mod envelope;
mod error;
mod file;
mod group;
mod listed;
mod progress;
mod stamp;
mod terms;
mod vdf;
mod vrf;

use pyo3::prelude::*;

/// The native part of the package `heliast`, which its modules use.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use crate::batch::{
        digest, find_false, finish_and_check, finish_and_prove, merge, partial, plan, prove, seed, verify,
    };
    #[pymodule_export]
    use crate::bundle::{
        Announcement, Chain, Lot, Report, Round, RoundReader, Tip, beacon_derive, bundle_write,
    };
    #[pymodule_export]
    use crate::chia::{chia_challenge, chia_discriminant, chia_form, chia_prove, chia_recover, chia_verify};
    #[pymodule_export]
    use crate::envelope::{Envelope, EnvelopeSetup};
    #[pymodule_export]
    use crate::file::{Header, Proof};
    #[pymodule_export]
    use crate::group::{Group, group_of};
    #[pymodule_export]
    use crate::stamp::{
        Expected, Paid, PrivateIssuer, PublicIssuer, Spent, StampChallenge, StampKey, stamp_solve,
    };
    #[pymodule_export]
    use crate::terms::{Digest, Terms};
    #[pymodule_export]
    use crate::vdf::{
        Evaluation, ProofFile, SegmentedEvaluation, Trapdoor, delay_input, vdf_prove, vdf_verify,
        vdf_verify_many,
    };
    #[pymodule_export]
    use crate::vrf::{KeyStore, VrfKey, vrf_scheme_facts, vrf_scheme_of, vrf_schemes, vrf_verify, vrf_votes};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
