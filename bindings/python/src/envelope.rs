//! The classes of `heliast.envelope`: files that are sealed at once and opened by computing a delay.

use crate::{
    argument::{Number, Secret, Text},
    buffer::Buffer,
    error::{malformed, misuse, not_opened, refused, unproved},
    listed::List,
    progress::{Progress, Told, squared},
};
use heliast_envelope::{
    BadOpening, BadSetup, Lock, Place, Sealer, SetupFile,
    age::{self, FileKey, Header, Opener, armor, x25519},
};
use heliast_vdf::ProofFile;
use pyo3::{exceptions::PyOSError, prelude::*, types::PyBytes};
use std::io::{Read, Write};

/// The share of squaring in the whole work of opening, if a proof follows.
const SQUARING: f64 = 0.9;

/// g^(2^t) for some delays, verified. Sealing needs it.
#[pyclass(module = "heliast.envelope", frozen)]
pub(crate) struct EnvelopeSetup(heliast_envelope::Setup);

#[pymethods]
impl EnvelopeSetup {
    /// The setup in some bytes, verified.
    #[new]
    fn new(py: Python<'_>, data: Buffer) -> PyResult<EnvelopeSetup> {
        py.detach(|| SetupFile::from_bytes(&data)?.verify()).map(EnvelopeSetup).map_err(bad_setup)
    }

    /// The setup that comes with the library for `rsa-2048` or `class-2048`.
    #[staticmethod]
    #[pyo3(signature = (group = Text("rsa-2048".to_owned())), text_signature = "(group='rsa-2048')")]
    fn shipped(py: Python<'_>, group: Text) -> PyResult<EnvelopeSetup> {
        let place = match &*group.0 {
            "rsa-2048" => Place::rsa_2048(),
            "class-2048" => Place::class_2048(),
            other => {
                return Err(misuse(format!("no setup comes for {other}, only for rsa-2048 and class-2048")));
            }
        };
        py.detach(|| SetupFile::shipped(&place).verify()).map(EnvelopeSetup).map_err(bad_setup)
    }

    /// Its delays in squarings, in ascending order.
    #[getter]
    fn delays(&self) -> Vec<u64> {
        self.0.as_file().delays().collect()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.as_file().to_bytes())
    }

    /// Seals bytes for a delay of t squarings, which must be a delay of the setup, and to age keys that can
    /// open the file, too.
    #[pyo3(signature = (t, data, *, keys = List(Vec::new())), text_signature = "($self, t, data, *, keys=())")]
    fn seal<'py>(
        &self,
        py: Python<'py>,
        t: Number,
        data: Buffer,
        keys: List<Text>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let t = t.get("t")?;
        let keys = keys.0.iter().map(|key| key.0.parse::<x25519::Recipient>().map_err(misuse));
        let keys = keys.collect::<PyResult<Vec<x25519::Recipient>>>()?;
        let sealed = py.detach(|| {
            let sealer = Sealer::new(&self.0, t)?;
            Some(sealed(&sealer, &keys, &data))
        });
        let sealed = sealed.ok_or_else(|| misuse(format!("the setup has no delay of {t} squarings")))?;
        Ok(PyBytes::new(py, &sealed.map_err(|error| PyOSError::new_err(error.to_string()))?))
    }
}

fn sealed(sealer: &Sealer, keys: &[x25519::Recipient], data: &[u8]) -> std::io::Result<Vec<u8>> {
    let stanzas = |file_key: &FileKey| {
        let keys = keys.iter().map(|key| key.wrap(file_key));
        std::iter::once(sealer.lock(file_key).map(|lock| lock.to_stanza())).chain(keys).collect()
    };
    let mut file = age::encrypt(Vec::new(), stanzas)?;
    file.write_all(data)?;
    file.finish()
}

fn bad_setup(reason: BadSetup) -> PyErr {
    if reason.is_false() { refused(reason) } else { malformed(reason) }
}

/// A sealed file in the age format: bytes or text.
#[pyclass(module = "heliast.envelope", frozen)]
pub(crate) struct Envelope {
    header: Header,
    contents: Vec<u8>,
    locks: Vec<Lock>,
}

#[pymethods]
impl Envelope {
    /// The envelope in some bytes.
    #[new]
    fn new(py: Python<'_>, data: Buffer) -> PyResult<Envelope> {
        py.detach(|| {
            let mut bytes = Vec::new();
            armor::Reader::new(&data[..]).read_to_end(&mut bytes).map_err(malformed)?;
            let mut rest = &bytes[..];
            let header = Header::read(&mut rest).map_err(malformed)?;
            let locks = header.stanzas().iter().filter_map(|stanza| Lock::from_stanza(stanza).transpose());
            let locks = locks.collect::<Result<Vec<_>, _>>();
            let locks = locks
                .map_err(|reason| if reason.is_false() { refused(reason) } else { malformed(reason) })?;
            let contents = rest.to_vec();
            Ok(Envelope { header, contents, locks })
        })
    }

    /// The delays that open it, each with the name of its group and its number of squarings.
    #[getter]
    fn delays(&self) -> Vec<(String, u64)> {
        self.locks.iter().map(|lock| (lock.place().to_string(), lock.t())).collect()
    }

    /// Computes the shortest delay. The result is the contents, and the opening with which all others open
    /// the envelope at once.
    #[pyo3(signature = (progress = Told::default()), text_signature = "($self, progress=None)")]
    fn work<'py>(
        &self,
        py: Python<'py>,
        progress: Told,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let lock = self.locks.iter().min_by_key(|lock| lock.fast_core_ns());
        let lock = lock.ok_or_else(|| misuse("the file was sealed for no delay"))?;
        let progress = Progress::new(progress);
        let opening = py.detach(|| {
            let mut evaluation = lock.evaluation();
            if !squared(&mut evaluation, SQUARING, |done| progress.told(done)) {
                return None;
            }
            Some(lock.prove(&evaluation, 1, |done| progress.told(SQUARING + (1.0 - SQUARING) * done)))
        });
        if let Some(error) = progress.raised() {
            return Err(error);
        }
        let opening = opening.ok_or_else(|| misuse("the work was stopped"))?.map_err(unproved)?;
        let file_key = py.detach(|| lock.open_with(&opening)).map_err(bad_opening)?;
        Ok((self.read(py, &file_key)?, PyBytes::new(py, &opening.to_bytes())))
    }

    /// The contents, by an opening that somebody has published. The opening is verified.
    fn open<'py>(&self, py: Python<'py>, opening: Buffer) -> PyResult<Bound<'py, PyBytes>> {
        let file_key = py.detach(|| {
            let opening = ProofFile::from_bytes(&opening).map_err(not_opened)?;
            let lock = self.locks.iter().find(|lock| lock.is_named_by(&opening));
            let lock = lock.ok_or_else(|| refused("it is the opening of another envelope"))?;
            lock.open_with(&opening).map_err(bad_opening)
        })?;
        self.read(py, &file_key)
    }

    /// The contents, by a secret age key, `AGE-SECRET-KEY-1...`, as bytes.
    fn open_with_key<'py>(&self, py: Python<'py>, key: Secret) -> PyResult<Bound<'py, PyBytes>> {
        let text = std::str::from_utf8(&key.0).map_err(misuse)?;
        let identity = text.trim().parse::<x25519::Identity>().map_err(misuse)?;
        for stanza in self.header.stanzas() {
            if let Some(file_key) = identity.unwrap(stanza).map_err(malformed)? {
                return self.read(py, &file_key);
            }
        }
        Err(refused("the file was sealed to another key"))
    }
}

impl Envelope {
    fn read<'py>(&self, py: Python<'py>, file_key: &FileKey) -> PyResult<Bound<'py, PyBytes>> {
        let plain = py.detach(|| {
            let mut plain = zeroize::Zeroizing::new(Vec::with_capacity(self.contents.len()));
            Opener::new(&self.contents[..], &self.header, file_key)?.read_to_end(&mut plain)?;
            Ok::<_, age::Error>(plain)
        });
        plain.map(|plain| PyBytes::new(py, &plain)).map_err(refused)
    }
}

fn bad_opening(reason: BadOpening) -> PyErr {
    match reason {
        BadOpening::Proof(reason) => not_opened(reason),
        BadOpening::System => malformed(reason),
        other => refused(other),
    }
}
