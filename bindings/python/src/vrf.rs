//! The functions of `heliast.vrf`: verifiable random functions, their keys, and the lottery over them.

mod key;
mod making;
mod store;

pub(crate) use key::VrfKey;
pub(crate) use store::KeyStore;

use crate::{
    argument::{Number, Text},
    buffer::Buffer,
    error::{misuse, no_output},
};
use heliast::{VrfScheme, stateful::Turn};
use heliast_vrf::sortition::{self, Lottery};
use pyo3::{prelude::*, types::PyBytes};

/// The output that the proof shows for the input, at a turn if keys of the scheme have turns.
#[pyfunction]
#[pyo3(
    signature = (scheme, public_key, input, proof, *, round = None, slot = Number::of(0)),
    text_signature = "(scheme, public_key, input, proof, *, round=None, slot=0)"
)]
pub(crate) fn vrf_verify<'py>(
    py: Python<'py>,
    scheme: Text,
    public_key: Buffer,
    input: Buffer,
    proof: Buffer,
    round: Option<Number>,
    slot: Number<u16>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (round, slot) = (round.map(|round| round.get("round")).transpose()?, slot.get("slot")?);
    let scheme = named(&scheme)?;
    let turn = round.map(|round| Turn { round, slot });
    let output = py.detach(|| scheme.verify(&public_key, turn, &input, &proof));
    output.map(|output| PyBytes::new(py, &output)).map_err(no_output)
}

/// The names of all schemes.
#[pyfunction]
pub(crate) fn vrf_schemes() -> Vec<String> {
    VrfScheme::all().map(|scheme| scheme.to_string()).collect()
}

/// The scheme that a public key names, if it names one.
#[pyfunction]
pub(crate) fn vrf_scheme_of(public_key: Buffer) -> Option<String> {
    VrfScheme::of_public_key(&public_key).map(|scheme| scheme.to_string())
}

/// The name in full, the least and the most bytes of a proof, and whether keys have turns.
#[pyfunction]
pub(crate) fn vrf_scheme_facts(scheme: Text) -> PyResult<(String, usize, usize, bool)> {
    let scheme = named(&scheme)?;
    let (least, most) = scheme.proof_len().into_inner();
    Ok((scheme.to_string(), least, most, matches!(scheme, VrfScheme::Stateful(_))))
}

/// The votes of an account in a lottery, drawn by its output.
#[pyfunction]
pub(crate) fn vrf_votes(
    py: Python<'_>,
    output: Buffer,
    public_key: Buffer,
    stake: Number,
    total: Number,
    expected: Number,
) -> PyResult<u64> {
    let (stake, total, expected) = (stake.get("stake")?, total.get("total")?, expected.get("expected")?);
    let lottery = Lottery::new(total, expected).map_err(misuse)?;
    py.detach(|| sortition::votes(&output, &public_key, stake, &lottery)).map_err(misuse)
}

pub(crate) fn named(name: &str) -> PyResult<VrfScheme> {
    VrfScheme::from_short_name(name).ok_or_else(|| {
        misuse(format!("there is no VRF {name}: heliast.vrf.SCHEMES has the names, such as x-vrf-15; those of ECVRF are also taken as ell2 and tai"))
    })
}
