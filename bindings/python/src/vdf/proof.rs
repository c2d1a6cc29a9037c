//! `heliast.vdf.ProofFile`, and the functions that make and verify it.

use super::Evaluation;
use crate::{
    argument::{Given, Number, Text, Threads},
    buffer::Buffer,
    error::{misuse, not_opened, refused, unproved, wanted, with},
    group::Group,
    listed::{List, parts},
    progress::{Progress, Told},
};
use heliast::{AnyGroup, Form, Group as _, OpenError, PrimeMode, ProveError, Statement, Suite, pietrzak};
use pyo3::{prelude::*, types::PyBytes};

/// A delay proof file. Its contents are claims of its prover until it is verified.
#[pyclass(module = "heliast.vdf", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct ProofFile(pub(super) heliast::ProofFile);

#[pymethods]
impl ProofFile {
    #[new]
    fn new(data: Buffer) -> PyResult<ProofFile> {
        heliast::ProofFile::from_bytes(&data).map(ProofFile).map_err(not_opened)
    }

    /// The id of the group: 32 bytes.
    #[getter]
    fn group_id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.group_id)
    }

    /// The encoded input.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.x)
    }

    /// The claimed output, encoded; absent in a compact proof.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match &self.0.form {
            Form::Output { y, .. } | Form::Pietrzak { y, .. } | Form::Segmented { y, .. } => {
                Some(PyBytes::new(py, y))
            }
            Form::Compact { .. } => None,
        }
    }

    /// Squarings.
    #[getter]
    fn t(&self) -> u64 {
        self.0.t
    }

    /// -log2 of the error of its challenge.
    #[getter]
    fn level(&self) -> u16 {
        self.0.suite.level()
    }

    /// "output", "compact", "pietrzak" or "segmented".
    #[getter]
    fn form(&self) -> &'static str {
        match self.0.form {
            Form::Output { .. } => "output",
            Form::Compact { .. } => "compact",
            Form::Pietrzak { .. } => "pietrzak",
            Form::Segmented { .. } => "segmented",
        }
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>,) {
        (self.__bytes__(py),)
    }

    fn __repr__(&self) -> String {
        format!("<heliast.vdf.ProofFile of {} squarings, {}, level {}>", self.t(), self.form(), self.level())
    }
}

/// A proof file as an object or as its bytes.
pub(crate) struct GivenFile(heliast::ProofFile);

impl<'a, 'py> FromPyObject<'a, 'py> for GivenFile {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<GivenFile> {
        if let Ok(file) = object.cast::<ProofFile>() {
            return Ok(GivenFile(file.get().0.clone()));
        }
        let wrong = |_| wanted("a heliast.vdf.ProofFile, or its bytes,", object);
        let bytes: Buffer = object.extract().map_err(wrong)?;
        heliast::ProofFile::from_bytes(&bytes).map(GivenFile).map_err(not_opened)
    }
}

/// The form of a proof: "output", "compact" or "pietrzak".
enum Kind {
    Wesolowski { suite: Suite, is_compact: bool },
    Pietrzak,
}

pub(super) fn suite(level: u16, mode: &str) -> PyResult<Suite> {
    let modes = PrimeMode::ALL.iter().copied();
    let found = modes.clone().find(|found| found.name() == mode);
    let names: Vec<_> = modes.map(PrimeMode::name).collect();
    let found =
        found.ok_or_else(|| misuse(format!("there is no mode {mode}; there are {}", names.join(", "))))?;
    Suite::of_level(found, level).ok_or_else(|| misuse(format!("there is no suite of level {level}")))
}

/// The proof of a finished evaluation, from its checkpoints.
#[pyfunction]
#[pyo3(signature = (
    evaluation, *, form = Text("output".to_owned()), level = Number::of(128), mode = Text("sieved-full".to_owned()),
    threads = Threads(1), progress = Told::default()
), text_signature = "(evaluation, *, form='output', level=128, mode='sieved-full', threads=1, progress=None)")]
pub(crate) fn vdf_prove(
    py: Python<'_>,
    evaluation: Given<'_, Evaluation>,
    form: Text,
    level: Number<u16>,
    mode: Text,
    threads: Threads,
    progress: Told,
) -> PyResult<ProofFile> {
    let level = level.get("level")?;
    let kind = match &*form {
        "output" | "compact" => {
            Kind::Wesolowski { suite: suite(level, &mode)?, is_compact: &*form == "compact" }
        }
        "pietrzak" => Kind::Pietrzak,
        "segmented" => {
            return Err(misuse(
                "segments are proved while the delay runs: heliast.vdf.evaluate_in_segments does it",
            ));
        }
        other => {
            return Err(misuse(format!("there is no form {other}; there are output, compact, pietrzak")));
        }
    };
    let (evaluation, progress) = (&*evaluation, Progress::new(progress));
    let proved = py.detach(|| made(&evaluation.copy(), kind, threads.0, |done| progress.told(done)));
    match (proved, progress.raised()) {
        (_, Some(error)) => Err(error),
        (proved, None) => proved.map(ProofFile).map_err(unproved),
    }
}

fn made(
    evaluation: &heliast::Evaluation<AnyGroup>,
    kind: Kind,
    threads: usize,
    progress: impl Fn(f64) -> bool + Sync,
) -> Result<heliast::ProofFile, ProveError> {
    let (group, t) = (evaluation.group(), evaluation.t());
    let statement = |y| Statement { x: evaluation.input().clone(), y, t };
    match kind {
        Kind::Wesolowski { suite, is_compact } => {
            let (y, proof) = heliast::prove(evaluation, suite, threads, progress)?;
            Ok(heliast::ProofFile::new(group, &statement(y), &proof, suite, is_compact)?)
        }
        Kind::Pietrzak => {
            let (y, proof) = pietrzak::prove(evaluation, threads, progress)?;
            Ok(heliast::ProofFile::pietrzak(group, &statement(y), &proof))
        }
    }
}

/// y = x^(2^t), encoded, if the proof shows it at the demanded level.
#[pyfunction]
#[pyo3(
    signature = (group, x, t, proof, *, minimum_level = Number::of(128)),
    text_signature = "(group, x, t, proof, *, minimum_level=128)"
)]
pub(crate) fn vdf_verify<'py>(
    py: Python<'py>,
    group: Given<'_, Group>,
    x: Buffer,
    t: Number,
    proof: GivenFile,
    minimum_level: Number<u16>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (t, minimum_level) = (t.get("t")?, minimum_level.get("minimum_level")?);
    let group = &group.0;
    let y = py.detach(|| {
        let file = demanded(group, (&x, t), proof.0, minimum_level)?;
        Ok(group.encode(&file.open(group)?.y))
    });
    y.map(|y| PyBytes::new(py, &y)).map_err(not_opened)
}

/// A claim: x, t and the proof file.
pub(crate) struct Claimed(Buffer, u64, GivenFile);

impl FromPyObject<'_, '_> for Claimed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Claimed> {
        let [x, t, file] = parts("a tuple (x, t, proof)", object)?;
        Ok(Claimed(x.extract()?, t.extract::<Number>()?.get("t")?, file.extract()?))
    }
}

/// The outputs of many delays, each encoded, if all proofs hold.
#[pyfunction]
#[pyo3(
    signature = (group, claims, *, threads = Threads(1), minimum_level = Number::of(128)),
    text_signature = "(group, claims, *, threads=1, minimum_level=128)"
)]
pub(crate) fn vdf_verify_many<'py>(
    py: Python<'py>,
    group: Given<'_, Group>,
    claims: List<Claimed>,
    threads: Threads,
    minimum_level: Number<u16>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let minimum_level = minimum_level.get("minimum_level")?;
    let group = &group.0;
    let outputs = py.detach(|| {
        let demand = |Claimed(x, t, file)| demanded(group, (&x, t), file.0, minimum_level);
        let asked: Vec<_> = claims.0.into_iter().map(demand).collect();
        let files: Vec<_> = asked.iter().flatten().cloned().collect();
        let mut opened = heliast::ProofFile::open_many(group, &files, threads.0).into_iter();
        let open = |file: Result<_, OpenError>| {
            let statement = file.and_then(|_| opened.next().unwrap_or(Err(OpenError::OtherStatement)))?;
            Ok::<_, OpenError>(group.encode(&statement.y))
        };
        asked.into_iter().map(open).collect::<Vec<_>>()
    });
    let is_false = |(place, output): (usize, &Result<_, _>)| output.is_err().then_some(place);
    let places: Vec<usize> = outputs.iter().enumerate().filter_map(is_false).collect();
    let count = outputs.len();
    let all: Result<Vec<_>, OpenError> = outputs.into_iter().collect();
    let all = all.map_err(|reason| not_all(py, reason, &places, count))?;
    Ok(all.iter().map(|y| PyBytes::new(py, y)).collect())
}

/// The exception for a list in which some proofs do not hold, the first for this reason.
fn not_all(py: Python<'_>, reason: OpenError, places: &[usize], count: usize) -> PyErr {
    let first = places.first().copied().unwrap_or_default();
    let message = format!("{} of {count} delay proofs do not hold; number {first}: {reason}", places.len());
    with(py, refused(message), "statements", places.to_vec())
}

/// The file, if it proves the requested statement and is strong enough.
fn demanded(
    group: &AnyGroup,
    (x, t): (&[u8], u64),
    file: heliast::ProofFile,
    least: u16,
) -> Result<heliast::ProofFile, OpenError> {
    if file.suite.level() < least {
        return Err(OpenError::Level { least, found: file.suite.level() });
    }
    if file.group_id != group.id() {
        return Err(OpenError::OtherGroup);
    }
    // Elements have one encoding.
    if file.t != t || file.x != x {
        return Err(OpenError::OtherStatement);
    }
    Ok(file)
}
