//! The functions of `heliast.batch`.

use crate::{
    argument::{Given, Number, Text, Threads},
    buffer::Buffer,
    error::{invalid, malformed, misuse, not_proved, refused, unread},
    file::Proof,
    group::Group,
    listed::List,
    progress::{Progress, Told, squared},
    terms::{Digest, Terms},
};
use heliast::{
    AnyElem, AnyGroup, Evaluation, PrimeMode, RsaGroup, Suite,
    batch::{
        self, BatchProofFile, Contents, Invalid, Method, Placed, ProveError, Proving, Records, Rows, Seed,
        TooWeak, Work,
    },
};
use pyo3::{prelude::*, types::PyBytes};

/// The part of a proof's work that is reported for squaring.
const SQUARING: f64 = 0.9;

/// The hash of a shard.
#[pyfunction]
#[pyo3(signature = (group, records, threads = Threads(1)))]
pub(crate) fn digest(
    py: Python<'_>,
    group: Given<'_, Group>,
    records: Buffer,
    threads: Threads,
) -> PyResult<Digest> {
    let group = &*group;
    let Threads(threads) = threads;
    py.detach(|| Ok(batch::Digest::of(&parse(group, &records)?, threads).into()))
}

/// The seed of every challenge.
#[pyfunction]
pub(crate) fn seed<'py>(
    py: Python<'py>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    digests: List<Given<'py, Digest>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (group, terms) = (&*group, &*terms);
    let seed = seed_of(group, terms, &natives(&digests.0))?;
    Ok(PyBytes::new(py, &seed.to_bytes()))
}

/// The products of a shard.
#[pyfunction]
#[pyo3(signature = (group, terms, seed, start, records, threads = Threads(1)))]
pub(crate) fn partial<'py>(
    py: Python<'py>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    seed: Buffer,
    start: Number,
    records: Buffer,
    threads: Threads,
) -> PyResult<Bound<'py, PyBytes>> {
    let start = start.get("start")?;
    let (group, terms) = (&*group, &*terms);
    let Threads(threads) = threads;
    let seed = Seed::from_bytes(seed.array("a seed")?);
    let rows = py.detach(|| {
        let records = parse(group, &records)?;
        if start.checked_add(records.len() as u64).is_none_or(|end| end > terms.count) {
            let (count, len) = (terms.count, records.len());
            return Err(misuse(format!("a list of {count} statements has no {len} that begin at {start}")));
        }
        let shard = Placed { start, records: &records };
        let rows = batch::partial(&group.0, &terms.terms, &seed, shard, Method::Best, threads);
        Ok(rows.map_err(invalid)?.encode(&group.0))
    })?;
    Ok(PyBytes::new(py, &rows))
}

/// The merged products of two shards; each may be the result of an earlier merge.
#[pyfunction]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    a: Buffer,
    b: Buffer,
) -> PyResult<Bound<'py, PyBytes>> {
    let (group, terms) = (&*group, &*terms);
    let mut rows = decode_rows(&group.0, terms, &a)?;
    let others = decode_rows(&group.0, terms, &b)?;
    rows.merge(&group.0, &others).map_err(invalid)?;
    Ok(PyBytes::new(py, &rows.encode(&group.0)))
}

/// Checks the proof of a list from its merged products.
#[pyfunction]
#[pyo3(signature = (group, terms, digests, rows, proof, threads = Threads(1), minimum_level = Number::of(128)))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the Python function")]
pub(crate) fn finish_and_check(
    py: Python<'_>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    digests: List<Given<'_, Digest>>,
    rows: Buffer,
    proof: Given<'_, Proof>,
    threads: Threads,
    minimum_level: Number<u16>,
) -> PyResult<()> {
    let minimum_level = minimum_level.get("minimum_level")?;
    let (group, terms, proof) = (&*group, &*terms, &*proof);
    let Threads(threads) = threads;
    let digests = natives(&digests.0);
    let seed = seed_of(group, terms, &digests)?;
    check_claim(proof, terms, minimum_level)?;
    let counts: Vec<u64> = digests.iter().map(|digest| digest.count).collect();
    if counts != proof.0.shards() {
        return Err(refused("the proof is about shards with other numbers of statements"));
    }
    py.detach(|| check(group, terms, &seed, decode_rows(&group.0, terms, &rows)?, (proof, threads)))
}

/// Proves a list from its merged products.
#[pyfunction]
#[pyo3(signature = (group, terms, digests, rows, threads = Threads(1), system = Text("wesolowski".to_owned()), progress = Told::default()))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the Python function")]
pub(crate) fn finish_and_prove(
    py: Python<'_>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    digests: List<Given<'_, Digest>>,
    rows: Buffer,
    threads: Threads,
    system: Text,
    progress: Told,
) -> PyResult<Proof> {
    let (group, terms) = (&*group, &*terms);
    let (Threads(threads), proving) = (threads, proving(&system, terms)?);
    let digests = natives(&digests.0);
    let seed = seed_of(group, terms, &digests)?;
    let shards: Vec<u64> = digests.iter().map(|digest| digest.count).collect();
    let (group, progress) = (&group.0, Progress::new(progress));
    let proved = py.detach(|| {
        let rows = decode_rows(group, terms, &rows)?;
        let left = batch::finish(group, &terms.terms, &seed, rows, Method::Best, threads).map_err(invalid)?;
        let t = terms.terms.t;
        let told = |index: usize, done: f64| progress.told((index as f64 + done) / left.len() as f64);
        let square = |index: usize, x: &AnyElem| {
            let mut delay =
                Evaluation::start(group, x.clone(), t).map_err(|_| ProveError::Invalid(Invalid::Delay(t)))?;
            if !squared(&mut delay, SQUARING, |done| told(index, done)) {
                return Err(ProveError::Interrupted);
            }
            Ok(delay)
        };
        let tell = |index: usize, done: f64| told(index, SQUARING + (1.0 - SQUARING) * done);
        Ok::<_, PyErr>(batch::prove_left(group, &left, proving, square, Work { threads, progress: tell }))
    })?;
    match proved {
        Ok(Some(proof)) => file(group, terms, &shards, &proof),
        Ok(None) => Err(refused("a statement of the list is false")),
        Err(error) => Err(stopped(py, error, progress)),
    }
}

/// Proves a list in memory.
#[pyfunction]
#[pyo3(signature = (group, terms, records, threads = Threads(1), system = Text("wesolowski".to_owned()), progress = Told::default()))]
pub(crate) fn prove(
    py: Python<'_>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    records: Buffer,
    threads: Threads,
    system: Text,
    progress: Told,
) -> PyResult<Proof> {
    let (group, terms) = (&*group, &*terms);
    let (Threads(threads), proving) = (threads, proving(&system, terms)?);
    let progress = Progress::new(progress);
    let proved = py.detach(|| {
        let records = whole(group, terms, &records)?;
        let told = |done| progress.told(done);
        Ok::<_, PyErr>(batch::prove(
            &group.0,
            &terms.terms,
            &records,
            proving,
            Work { threads, progress: told },
        ))
    })?;
    match proved {
        Ok(proof) => file(&group.0, terms, &[terms.count], &proof),
        Err(error) => Err(stopped(py, error, progress)),
    }
}

/// Checks the proof of a list in memory. The list may have been proved in shards.
#[pyfunction]
#[pyo3(signature = (group, terms, records, proof, threads = Threads(1), minimum_level = Number::of(128)))]
pub(crate) fn verify(
    py: Python<'_>,
    group: Given<'_, Group>,
    terms: Given<'_, Terms>,
    records: Buffer,
    proof: Given<'_, Proof>,
    threads: Threads,
    minimum_level: Number<u16>,
) -> PyResult<()> {
    let minimum_level = minimum_level.get("minimum_level")?;
    let (group, terms, proof) = (&*group, &*terms, &*proof);
    let Threads(threads) = threads;
    check_claim(proof, terms, minimum_level)?;
    py.detach(|| {
        let records = whole(group, terms, &records)?;
        if let [_] = proof.0.shards() {
            // The same check as below, but its error names the element that is not a unit.
            let proofs = proof.0.proof(&group.0).map_err(unread)?;
            return batch::verify(&group.0, &terms.terms, &records, &proofs, threads).map_err(invalid);
        }
        let mut start = 0;
        let mut next = |count: &u64| {
            let shard = records.range(start..start + *count as usize);
            start += shard.len();
            batch::Digest::of(&shard, threads)
        };
        let digests: Vec<batch::Digest> = proof.0.shards().iter().map(&mut next).collect();
        let seed = seed_of(group, terms, &digests)?;
        let list = Placed { start: 0, records: &records };
        let rows =
            batch::partial(&group.0, &terms.terms, &seed, list, Method::Best, threads).map_err(invalid)?;
        check(group, terms, &seed, rows, (proof, threads))
    })
}

/// The places of the false statements of a list.
#[pyfunction]
#[pyo3(signature = (group, t, records, progress = Told::default()))]
pub(crate) fn find_false(
    py: Python<'_>,
    group: Given<'_, Group>,
    t: Number,
    records: Buffer,
    progress: Told,
) -> PyResult<Vec<u64>> {
    let t = t.get("t")?;
    let group = &*group;
    let progress = Progress::new(progress);
    let found = py.detach(|| {
        let records = parse(group, &records)?;
        Ok::<_, PyErr>(batch::find_false(&group.0, t, &records, |done| progress.told(done)))
    })?;
    found.map_err(|error| stopped(py, error, progress))
}

/// All protocols with their mean numbers of multiplications, the cheapest first.
#[pyfunction]
#[pyo3(signature = (m, level = Number::of(128), *, group = None, system = Text("wesolowski".to_owned())))]
pub(crate) fn plan(
    m: Number,
    level: Number<u16>,
    group: Option<Given<'_, Group>>,
    system: Text,
) -> PyResult<Vec<(&'static str, f64)>> {
    let (m, level) = (m.get("m")?, level.get("level")?);
    let proving = proving_at(&system, level)?;
    let rsa = AnyGroup::from(RsaGroup::rsa_2048());
    let group = group.as_ref().map_or(&rsa, |group| &group.0);
    let plans = batch::plan_in(group, m, level, proving).map_err(|reason| match reason {
        TooWeak::Unsound(_) => refused(reason),
        other => misuse(other),
    })?;
    Ok(plans.into_iter().map(|plan| (plan.family.name(), plan.multiplications)).collect())
}

fn parse<'a>(group: &Group, bytes: &'a [u8]) -> PyResult<Records<'a>> {
    Records::new(&group.0, bytes).map_err(malformed)
}

/// All the statements of the terms.
fn whole<'a>(group: &Group, terms: &Terms, bytes: &'a [u8]) -> PyResult<Records<'a>> {
    let records = parse(group, bytes)?;
    if records.len() as u64 != terms.count {
        let (count, len) = (terms.count, records.len());
        return Err(misuse(format!("the terms are about {count} statements, the list has {len}")));
    }
    Ok(records)
}

fn decode_rows(group: &AnyGroup, terms: &Terms, bytes: &[u8]) -> PyResult<Rows<AnyElem>> {
    Rows::decode(group, &terms.terms, bytes).map_err(malformed)
}

fn natives(digests: &[Given<'_, Digest>]) -> Vec<batch::Digest> {
    digests.iter().map(|digest| digest.native()).collect()
}

fn seed_of(group: &Group, terms: &Terms, digests: &[batch::Digest]) -> PyResult<Seed> {
    let sum = digests.iter().try_fold(0u64, |sum, digest| sum.checked_add(digest.count));
    if sum != Some(terms.count) {
        return Err(misuse(format!("the shards do not have {} statements together", terms.count)));
    }
    terms.terms.seed(&group.0, digests).map_err(invalid)
}

/// Checks that a proof claims these terms and is as strong as demanded.
fn check_claim(proof: &Proof, terms: &Terms, minimum_level: u16) -> PyResult<()> {
    let file = &proof.0;
    if file.strength() < minimum_level {
        let strength = file.strength();
        return Err(refused(format!("the proof has level {strength}, and {minimum_level} is demanded")));
    }
    let claimed = (file.t(), file.family(), file.level(), file.count());
    if claimed != (Some(terms.terms.t), terms.family, terms.level, terms.count) {
        let (t, family, level, count) = (proof.t(), file.family().name(), file.level(), file.count());
        return Err(refused(format!(
            "the proof is about other terms: t = {t}, {family}, level {level}, {count} statements"
        )));
    }
    Ok(())
}

/// The last step of every verification.
fn check(
    group: &Group,
    terms: &Terms,
    seed: &Seed,
    rows: Rows<AnyElem>,
    (proof, threads): (&Proof, usize),
) -> PyResult<()> {
    let proofs = proof.0.proof(&group.0).map_err(unread)?;
    let left = batch::finish(&group.0, &terms.terms, seed, rows, Method::Best, threads).map_err(invalid)?;
    proofs.check(&group.0, &left).map_err(invalid)
}

/// The proof system of this name, as strong as the terms.
fn proving(system: &str, terms: &Terms) -> PyResult<Proving> {
    proving_at(system, terms.level)
}

fn proving_at(system: &str, level: u16) -> PyResult<Proving> {
    match system {
        "wesolowski" => Suite::of_level(PrimeMode::SievedFull, level)
            .map(Proving::Wesolowski)
            .ok_or_else(|| misuse(format!("there is no suite of level {level}"))),
        "pietrzak" => Ok(Proving::Pietrzak),
        other => Err(misuse(format!("there is no proof system {other}; there are wesolowski and pietrzak"))),
    }
}

fn file(group: &AnyGroup, terms: &Terms, shards: &[u64], proof: &batch::Proof<AnyElem>) -> PyResult<Proof> {
    let contents = Contents { family: terms.family, level: terms.level, t: Some(terms.terms.t), shards };
    BatchProofFile::new(group, contents, proof).map(Proof).map_err(misuse)
}

/// The exception for a list that could not be proved. If the caller's function raised an exception, it is
/// that one.
fn stopped(py: Python<'_>, error: ProveError, progress: Progress) -> PyErr {
    progress.raised().unwrap_or_else(|| not_proved(py, error))
}
