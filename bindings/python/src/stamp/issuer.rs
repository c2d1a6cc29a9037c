//! Issuers of challenges, and checkers of stamps.

use super::{
    not_taken,
    terms::{Expected, Paid, StampChallenge},
};
use crate::{
    argument::{Given, Number, Secret, Threads},
    buffer::Buffer,
    error::misuse,
    group::Group,
    listed::{List, parts},
};
use heliast::RsaGroup;
use heliast_stamp::{Nonce, Price, PublicKey};
use pyo3::{exceptions::PyOSError, prelude::*, types::PyBytes};

/// Gives out challenges and checks their stamps itself, with a secret that all machines of a site share.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct PrivateIssuer(heliast_stamp::PrivateIssuer);

#[pymethods]
impl PrivateIssuer {
    /// The issuer of 32 secret bytes, prepared for these delays by computing each once.
    #[new]
    fn new(
        py: Python<'_>,
        secret: Secret,
        group: Given<'_, Group>,
        delays: List<Number>,
    ) -> PyResult<PrivateIssuer> {
        let delays = delays.0.iter().map(|t| t.get("delays")).collect::<PyResult<Vec<_>>>()?;
        let secret = heliast_stamp::Secret::new(*secret.array("a secret")?);
        let group = modulo(&group)?;
        if let Some(t) = delays.iter().find(|t| !(1..1 << 48).contains(*t)) {
            return Err(misuse(format!("a delay takes from 1 to 2^48 - 1 squarings, not {t}")));
        }
        let mut issuer = heliast_stamp::PrivateIssuer::new(secret, group);
        for t in delays {
            py.check_signals()?;
            py.detach(|| issuer.add_delay(t));
        }
        Ok(PrivateIssuer(issuer))
    }

    /// The delays that it is prepared for, in squarings, in ascending order.
    #[getter]
    fn delays(&self) -> Vec<u64> {
        self.0.delays().collect()
    }

    /// Gives out a challenge whose stamp will meet the expected terms.
    #[pyo3(signature = (expected, t, now_ms, life_ms, *, nonce = None))]
    fn challenge(
        &self,
        py: Python<'_>,
        expected: Given<'_, Expected>,
        t: Number,
        now_ms: Number,
        life_ms: Number,
        nonce: Option<Buffer>,
    ) -> PyResult<StampChallenge> {
        let terms = expected.0.terms(price(&t, &now_ms, &life_ms)?, drawn(nonce)?);
        py.detach(|| self.0.challenge(&terms)).map(StampChallenge).map_err(misuse)
    }

    /// Checks a stamp. The result is still to be spent.
    fn check(&self, py: Python<'_>, stamp: Buffer, expected: Given<'_, Expected>) -> PyResult<Paid> {
        let expected = &expected.0;
        py.detach(|| self.0.check(&stamp, expected)).map(Paid).map_err(|reason| not_taken(py, reason))
    }

    fn __repr__(&self) -> &'static str {
        "<heliast.stamp.PrivateIssuer, secret hidden>"
    }
}

/// Gives out challenges. Everybody who has its public key can check their stamps.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct PublicIssuer(heliast_stamp::PublicIssuer);

#[pymethods]
impl PublicIssuer {
    /// The issuer that signs with the Ed25519 key of a seed of 32 random bytes.
    #[new]
    fn new(seed: Secret, group: Given<'_, Group>) -> PyResult<PublicIssuer> {
        let seed = seed.array("a seed")?;
        Ok(PublicIssuer(heliast_stamp::PublicIssuer::new(&seed, modulo(&group)?)))
    }

    /// The key that checks its stamps.
    #[getter]
    fn public_key(&self) -> StampKey {
        StampKey(self.0.public_key().clone())
    }

    /// Gives out a challenge whose stamp will meet the expected terms.
    #[pyo3(signature = (expected, t, now_ms, life_ms, *, nonce = None))]
    fn challenge(
        &self,
        py: Python<'_>,
        expected: Given<'_, Expected>,
        t: Number,
        now_ms: Number,
        life_ms: Number,
        nonce: Option<Buffer>,
    ) -> PyResult<StampChallenge> {
        let terms = expected.0.terms(price(&t, &now_ms, &life_ms)?, drawn(nonce)?);
        Ok(StampChallenge(py.detach(|| self.0.challenge(&terms))))
    }

    fn __repr__(&self) -> &'static str {
        "<heliast.stamp.PublicIssuer, secret hidden>"
    }
}

/// Checks the stamps of a public issuer.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct StampKey(PublicKey);

#[pymethods]
impl StampKey {
    /// The key of 32 bytes, in the group of a modulus.
    #[new]
    fn new(public_key: Buffer, group: Given<'_, Group>) -> PyResult<StampKey> {
        let key = PublicKey::new(&public_key.array("a public key")?, modulo(&group)?);
        key.map(StampKey).ok_or_else(|| crate::error::malformed("these bytes are not a public key"))
    }

    /// Checks a stamp. The result is still to be spent.
    fn check(&self, py: Python<'_>, stamp: Buffer, expected: Given<'_, Expected>) -> PyResult<Paid> {
        let expected = &expected.0;
        py.detach(|| self.0.check(&stamp, expected)).map(Paid).map_err(|reason| not_taken(py, reason))
    }

    /// Checks many stamps at once. The result has a `Paid` for each, or the error that `check` would raise.
    #[pyo3(signature = (stamps, *, threads = Threads(1)), text_signature = "($self, stamps, *, threads=1)")]
    fn check_many<'py>(
        &self,
        py: Python<'py>,
        stamps: List<Asked<'_>>,
        threads: Threads,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let asked: Vec<(&[u8], &heliast_stamp::Expected)> =
            stamps.0.iter().map(|Asked(stamp, expected)| (&**stamp, &expected.0)).collect();
        let verdicts = py.detach(|| self.0.check_many(&asked, threads.0));
        let object = |verdict| match verdict {
            Ok(paid) => Ok(Bound::new(py, Paid(paid))?.into_any()),
            Err(reason) => Ok(not_taken(py, reason).into_value(py).into_bound(py).into_any()),
        };
        verdicts.into_iter().map(object).collect()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }
}

/// A stamp, and the terms that it has to meet.
struct Asked<'py>(Buffer, Given<'py, Expected>);

impl<'py> FromPyObject<'_, 'py> for Asked<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Asked<'py>> {
        let [stamp, expected] = parts("a tuple (stamp, expected)", object)?;
        Ok(Asked(stamp.extract()?, expected.extract()?))
    }
}

fn modulo(group: &Group) -> PyResult<&RsaGroup> {
    group.0.rsa().ok_or_else(|| misuse("stamps are in the group of a modulus, not in a class group"))
}

fn price(t: &Number, now_ms: &Number, life_ms: &Number) -> PyResult<Price> {
    let (t, now_ms, life_ms) = (t.get("t")?, now_ms.get("now_ms")?, life_ms.get("life_ms")?);
    if !(1..1 << 48).contains(&t) {
        return Err(misuse(format!("a delay takes from 1 to 2^48 - 1 squarings, not {t}")));
    }
    // Times are below 2^53 milliseconds (`spec/stamp.md`).
    if now_ms >= 1 << 53 {
        return Err(misuse(format!("a time is in milliseconds since 1970 and below 2^53, not {now_ms}")));
    }
    Ok(Price { t, now_ms, life_ms })
}

/// The given nonce, or a fresh one.
fn drawn(nonce: Option<Buffer>) -> PyResult<Nonce> {
    if let Some(nonce) = nonce {
        return Ok(Nonce(nonce.array("a nonce")?));
    }
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(Nonce(nonce))
}
