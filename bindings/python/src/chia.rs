//! `heliast.chia`: the library's functions on bytes. Python gives them their public names.

use crate::{
    argument::{Flag, Number, Threads},
    buffer::Buffer,
    error::{malformed, misuse, refused},
    progress::{Progress, Told, squared},
};
use heliast::{ClassGroup, Natural, chia};
use pyo3::{prelude::*, types::PyBytes};

/// The part of a proof's work that is reported for squaring.
const SQUARING: f64 = 0.9;
/// The length of the longest discriminant that Chia's encoding of forms supports, in bytes.
const MAX_DISCRIMINANT: usize = 128;

/// |D| of a challenge, big-endian.
#[pyfunction]
pub(crate) fn chia_discriminant<'py>(
    py: Python<'py>,
    challenge_hash: Buffer,
    discriminant_size_bits: Number<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let bits = discriminant_size_bits.get("discriminant_size_bits")?;
    let group = py.detach(|| ClassGroup::from_chia_seed(&challenge_hash, bits)).map_err(misuse)?;
    let bytes = group.discriminant_magnitude().to_be_bytes(bits / 8).unwrap_or_default();
    Ok(PyBytes::new(py, &bytes))
}

/// Checks that a proof is valid, by the rules of consensus or strictly.
#[pyfunction]
pub(crate) fn chia_verify(
    py: Python<'_>,
    magnitude: Buffer,
    x: Buffer,
    proof: Buffer,
    iterations: Number,
    witness_type: Number,
    strict: Flag,
) -> PyResult<()> {
    let (iterations, witness_type) = (iterations.get("iterations")?, witness_type.get("witness_type")?);
    let group = group(&magnitude)?;
    let verify = if strict.0 { chia::verify_strict } else { chia::verify };
    py.detach(|| verify(&group, &x, &proof, iterations, witness_type)).map_err(not_valid)
}

/// The y of a proof that does not contain it.
#[pyfunction]
pub(crate) fn chia_recover<'py>(
    py: Python<'py>,
    magnitude: Buffer,
    challenge: Buffer,
    x: Buffer,
    proof: Buffer,
    iterations: Number,
    witness_type: Number,
) -> PyResult<Bound<'py, PyBytes>> {
    let (iterations, witness_type) = (iterations.get("iterations")?, witness_type.get("witness_type")?);
    let (group, prime) = (group(&magnitude)?, Natural::from_be_bytes(&challenge));
    let y = py.detach(|| chia::recover(&group, &prime, &x, &proof, iterations, witness_type));
    y.map(|y| PyBytes::new(py, &y)).map_err(not_valid)
}

/// The challenge by which [`chia_recover`] finds y again, big-endian.
#[pyfunction]
pub(crate) fn chia_challenge<'py>(
    py: Python<'py>,
    magnitude: Buffer,
    x: Buffer,
    proof: Buffer,
    iterations: Number,
    witness_type: Number,
) -> PyResult<Bound<'py, PyBytes>> {
    let (iterations, witness_type) = (iterations.get("iterations")?, witness_type.get("witness_type")?);
    let group = group(&magnitude)?;
    let prime = py.detach(|| chia::last_challenge(&group, &x, &proof, iterations, witness_type));
    let prime = prime.map_err(not_valid)?;
    Ok(PyBytes::new(py, &prime.to_be_bytes(prime.bits().div_ceil(8)).unwrap_or_default()))
}

/// a and |b| of a reduced form, big-endian, and whether b is negative.
#[pyfunction]
pub(crate) fn chia_form<'py>(
    py: Python<'py>,
    magnitude: Buffer,
    form: Buffer,
    strict: Flag,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, bool)> {
    let decode = if strict.0 { chia::decode_form_strict } else { chia::decode_form };
    let form = decode(&group(&magnitude)?, &form)
        .ok_or_else(|| malformed("the bytes are not a form of this discriminant"))?;
    let bytes = |n: &Natural| PyBytes::new(py, &n.to_be_bytes(n.bits().div_ceil(8)).unwrap_or_default());
    Ok((bytes(form.a()), bytes(form.b_magnitude()), form.b_is_negative()))
}

/// y ‖ π ‖ segments. An exception of `progress` stops it and is raised.
#[pyfunction]
pub(crate) fn chia_prove<'py>(
    py: Python<'py>,
    magnitude: Buffer,
    x: Buffer,
    iterations: Number,
    depth: Number,
    threads: Threads,
    progress: Told,
) -> PyResult<Bound<'py, PyBytes>> {
    let (iterations, depth) = (iterations.get("iterations")?, depth.get("depth")?);
    let group = group(&magnitude)?;
    let progress = Progress::new(progress);
    let proof = py.detach(|| {
        if iterations == 0 {
            return chia::prove(&group, &x, 0).map(Some).map_err(not_valid);
        }
        let mut evaluation = chia::evaluate(&group, &x, iterations).map_err(|error| match error {
            chia::Invalid::Delay(_) => misuse(error),
            other => not_valid(other),
        })?;
        if !squared(&mut evaluation, SQUARING, |done| progress.told(done)) {
            return Ok(None);
        }
        let told = |done: f64| progress.told(SQUARING + done * (1.0 - SQUARING));
        match chia::prove_evaluation(&evaluation, depth, threads.0, told) {
            Err(chia::ProveError::Interrupted) => Ok(None),
            proof => proof.map(Some).map_err(misuse),
        }
    })?;
    match (proof, progress.raised()) {
        (_, Some(error)) => Err(error),
        (Some(proof), None) => Ok(PyBytes::new(py, &proof)),
        (None, None) => Err(misuse("proving was interrupted")),
    }
}

/// The group of any discriminant that is 1 modulo 4.
fn group(magnitude: &[u8]) -> PyResult<ClassGroup> {
    if magnitude.len() > MAX_DISCRIMINANT {
        return Err(malformed("the discriminant has more than 1024 bits"));
    }
    let magnitude = Natural::from_be_bytes(magnitude);
    if !(magnitude.bit(0) && magnitude.bit(1)) {
        return Err(malformed("the discriminant is not 1 modulo 4"));
    }
    Ok(ClassGroup::unchecked(&magnitude))
}

/// Bytes that are not forms are malformed, and so is a challenge by which division is impossible.
fn not_valid(reason: chia::Invalid) -> PyErr {
    use chia::Invalid as Reason;
    match reason {
        Reason::Form(_) | Reason::ZeroChallenge | Reason::Discriminant(_) => malformed(reason),
        _ => refused(reason),
    }
}
