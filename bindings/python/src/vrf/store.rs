//! `heliast.vrf.KeyStore`: keys of hash trees on disk. Each position of a key answers once.

use super::{
    making::{GivenSeeds, failed, settings, words},
    named,
};
use crate::{
    argument::{Number, Place, Text, Threads, Words},
    buffer::Buffer,
    error::{misuse, wanted},
    progress::{Progress, Told},
};
use heliast::{
    VrfScheme,
    stateful::{Terms, Turn},
};
use heliast_keystore::{Error, Generation, Passphrase, Refusal, Request, Settings, Store};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyType},
};
use std::{
    path::PathBuf,
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
};

/// The key of a hash tree, open to answer. No other process can open it meanwhile.
#[pyclass(module = "heliast.vrf", frozen)]
pub(crate) struct KeyStore {
    terms: Terms,
    public: Vec<u8>,
    directory: PathBuf,
    store: Mutex<Option<Store>>,
    /// The thread that calls Python to ask whether it wants an output, and holds the store meanwhile.
    drawing: Mutex<Option<ThreadId>>,
    /// The process that opened it. In a forked copy, a thread that does not exist there may hold a lock.
    process: u32,
}

/// An output and its proof.
type Answer<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl KeyStore {
    /// Makes a key in a directory, on all cores, and opens it.
    #[classmethod]
    #[pyo3(signature = (
        directory, scheme, *, first = Number::of(1), slots = Number::of(1), passphrase = None, work = None, seeds = None,
        witnesses = None, threads = None, progress = Told::default()
    ), text_signature = "($cls, directory, scheme, *, first=1, slots=1, passphrase=None, work=None, seeds=None, \
        witnesses=None, threads=None, progress=None)")]
    #[expect(clippy::too_many_arguments, reason = "the arguments of the Python method")]
    fn create(
        _cls: &Bound<'_, PyType>,
        py: Python<'_>,
        directory: Place,
        scheme: Text,
        first: Number,
        slots: Number<u16>,
        passphrase: Option<Words>,
        work: Option<Number<u8>>,
        seeds: Option<GivenSeeds>,
        witnesses: Option<Place>,
        threads: Option<Threads>,
        progress: Told,
    ) -> PyResult<KeyStore> {
        let (first, slots) = (first.get("first")?, slots.get("slots")?);
        let VrfScheme::Stateful(tree) = named(&scheme)? else {
            return Err(misuse(format!("keys of {} are not trees: take a VrfKey", &*scheme)));
        };
        let terms = Terms::new(tree.scheme, tree.height, slots, first).map_err(misuse)?;
        let (passphrase, settings) = (words(py, passphrase, work)?, settings(py, witnesses, threads)?);
        let request = Request { terms, subtree: None, seeds: seeds.map(|seeds| seeds.0) };
        made(py, progress, (directory.0, passphrase, settings), |directory, passphrase, settings| {
            Generation::create(directory, request, passphrase, settings)
        })
    }

    /// Continues the making of a key where it was interrupted, and opens the key.
    #[classmethod]
    #[pyo3(signature = (
        directory, *, passphrase = None, witnesses = None, threads = None, progress = Told::default()
    ), text_signature = "($cls, directory, *, passphrase=None, witnesses=None, threads=None, progress=None)")]
    fn resume(
        _cls: &Bound<'_, PyType>,
        py: Python<'_>,
        directory: Place,
        passphrase: Option<Words>,
        witnesses: Option<Place>,
        threads: Option<Threads>,
        progress: Told,
    ) -> PyResult<KeyStore> {
        let (passphrase, settings) = (words(py, passphrase, None)?, settings(py, witnesses, threads)?);
        made(py, progress, (directory.0, passphrase, settings), |directory, passphrase, settings| {
            Generation::resume(directory, passphrase, settings)
        })
    }

    /// Opens the key in a directory.
    #[new]
    #[pyo3(signature = (directory, *, passphrase = None, witnesses = None, threads = None))]
    fn open(
        py: Python<'_>,
        directory: Place,
        passphrase: Option<Words>,
        witnesses: Option<Place>,
        threads: Option<Threads>,
    ) -> PyResult<KeyStore> {
        let (passphrase, settings) = (words(py, passphrase, None)?, settings(py, witnesses, threads)?);
        let store = py.detach(|| Store::open(&directory.0, passphrase.as_ref(), &settings));
        store.map(KeyStore::of).map_err(|error| failed(py, error))
    }

    /// Opens a key that was moved or restored, to answer from a round on; all earlier turns are used up.
    #[classmethod]
    #[pyo3(signature = (directory, next_round, *, passphrase = None, witnesses = None, threads = None))]
    fn adopt(
        _cls: &Bound<'_, PyType>,
        py: Python<'_>,
        directory: Place,
        next_round: Number,
        passphrase: Option<Words>,
        witnesses: Option<Place>,
        threads: Option<Threads>,
    ) -> PyResult<KeyStore> {
        let next_round = next_round.get("next_round")?;
        let (passphrase, settings) = (words(py, passphrase, None)?, settings(py, witnesses, threads)?);
        let store = py.detach(|| Store::adopt(&directory.0, passphrase.as_ref(), &settings, next_round));
        store.map(KeyStore::of).map_err(|error| failed(py, error))
    }

    /// Encrypts the secret with another passphrase, or removes the encryption.
    #[staticmethod]
    #[pyo3(signature = (directory, now, new, *, work = None))]
    fn protect(
        py: Python<'_>,
        directory: Place,
        now: Option<Words>,
        new: Option<Words>,
        work: Option<Number<u8>>,
    ) -> PyResult<()> {
        let (now, new) = (words(py, now, None)?, words(py, new, work)?);
        let done = py.detach(|| Store::protect(&directory.0, now.as_ref(), new.as_ref()));
        done.map_err(|error| failed(py, error))
    }

    /// The output and proof for an input at a turn. Before it returns, the disk has a record of the answer.
    #[pyo3(signature = (round, input, *, slot = Number::of(0)), text_signature = "($self, round, input, *, slot=0)")]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        round: Number,
        input: Buffer,
        slot: Number<u16>,
    ) -> PyResult<Answer<'py>> {
        let (round, slot) = (round.get("round")?, slot.get("slot")?);
        let turn = Turn { round, slot };
        let (output, proof) = self.ask(py, |store| store.prove(turn, &input))?;
        Ok((PyBytes::new(py, output.as_ref()), PyBytes::new(py, proof.as_bytes())))
    }

    /// The output and proof for an input at a turn if `wants(output)` is true; else `None`, and nothing is
    /// written.
    #[pyo3(
        signature = (round, input, wants, *, slot = Number::of(0)),
        text_signature = "($self, round, input, wants, *, slot=0)"
    )]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        round: Number,
        input: Buffer,
        wants: Bound<'py, PyAny>,
        slot: Number<u16>,
    ) -> PyResult<Option<Answer<'py>>> {
        let (round, slot) = (round.get("round")?, slot.get("slot")?);
        if !wants.is_callable() {
            return Err(wanted("wants: a function of the output", wants.as_borrowed()));
        }
        let (turn, wants) = (Turn { round, slot }, wants.unbind());
        let mut raised = None;
        let mut asked = |output: &[u8]| {
            *self.drawn_by() = Some(thread::current().id());
            let answer = Python::attach(|py| wants.call1(py, (PyBytes::new(py, output),))?.is_truthy(py));
            *self.drawn_by() = None;
            answer.unwrap_or_else(|error| {
                raised = Some(error);
                false
            })
        };
        let drawn = self.ask(py, |store| store.draw(turn, &input, |output| asked(output.as_ref())))?;
        if let Some(error) = raised {
            return Err(error);
        }
        Ok(drawn
            .map(|(output, proof)| (PyBytes::new(py, output.as_ref()), PyBytes::new(py, proof.as_bytes()))))
    }

    /// Uses up all turns before a round.
    fn skip_to(&self, py: Python<'_>, round: Number) -> PyResult<()> {
        let round = round.get("round")?;
        self.ask(py, |store| store.skip_to(round))
    }

    /// The first (round, slot) that is not used up; `None` when the key has expired.
    #[getter]
    fn next_turn(&self, py: Python<'_>) -> PyResult<Option<(u64, u16)>> {
        self.ask(py, |store| Ok(store.next_turn().map(|turn| (turn.round, turn.slot))))
    }

    /// The public key: 76 bytes.
    #[getter]
    fn public_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.public)
    }

    /// The name of the scheme.
    #[getter]
    fn scheme(&self) -> String {
        format!("{}-{}", self.terms.scheme().name(), self.terms.height())
    }

    /// The first round.
    #[getter]
    fn first(&self) -> u64 {
        self.terms.first()
    }

    /// The number of inputs that it answers in each round.
    #[getter]
    fn slots(&self) -> u16 {
        self.terms.slots()
    }

    /// Rounds in which every slot is answered.
    #[getter]
    fn rounds(&self) -> u64 {
        self.terms.rounds()
    }

    /// The directory of the key.
    #[getter]
    fn directory(&self) -> &PathBuf {
        &self.directory
    }

    /// Closes the key, overwrites its secret, and releases its locks.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.not_within_a_draw()?;
        py.detach(|| match self.of_this_process() {
            Ok(()) => drop(self.store.lock().unwrap_or_else(PoisonError::into_inner).take()),
            Err(_) => drop(self.store.try_lock().ok().and_then(|mut store| store.take())),
        });
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _type: Py<PyAny>,
        _value: Py<PyAny>,
        _traceback: Py<PyAny>,
    ) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<heliast.vrf.KeyStore of {} in {}>", self.scheme(), self.directory.display())
    }
}

impl KeyStore {
    fn of(store: Store) -> KeyStore {
        KeyStore {
            terms: store.terms(),
            public: store.public_key().to_bytes().to_vec(),
            directory: store.dir().to_owned(),
            store: Mutex::new(Some(store)),
            drawing: Mutex::new(None),
            process: process::id(),
        }
    }

    /// Refuses to wait for a store that another process opened.
    fn of_this_process(&self) -> Result<(), Error> {
        let (path, opened, this) = (self.directory.clone(), self.process, process::id());
        match opened == this {
            true => Ok(()),
            false => Err(Refusal::OtherProcess { path, opened, this }.into()),
        }
    }

    fn drawn_by(&self) -> std::sync::MutexGuard<'_, Option<ThreadId>> {
        self.drawing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses calls of the store from the function that a draw calls, since the draw would wait for itself.
    fn not_within_a_draw(&self) -> PyResult<()> {
        match *self.drawn_by() == Some(thread::current().id()) {
            true => Err(misuse(
                "the store is asking whether this output is wanted, and does nothing else meanwhile",
            )),
            false => Ok(()),
        }
    }

    /// Uses the store once nobody else uses it.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Store) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.of_this_process().map_err(|error| failed(py, error))?;
        self.not_within_a_draw()?;
        let answer = py.detach(|| {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            store.as_mut().map(ask)
        });
        match answer {
            Some(answer) => answer.map_err(|error| failed(py, error)),
            None => Err(misuse("the key store is closed")),
        }
    }
}

/// Runs a generation to its end and opens the key that it made.
fn made(
    py: Python<'_>,
    progress: Told,
    (directory, passphrase, settings): (PathBuf, Option<Passphrase>, Settings),
    begin: impl FnOnce(&std::path::Path, Option<Passphrase>, Settings) -> Result<Generation, Error> + Send,
) -> PyResult<KeyStore> {
    let (progress, stop) = (Progress::new(progress), AtomicBool::new(false));
    let store = py.detach(|| {
        let generation = begin(&directory, passphrase.clone(), settings.clone())?;
        generation.run(&stop, |done| {
            if !progress.counted(done.done, done.total) {
                stop.store(true, Ordering::Relaxed);
            }
        })?;
        Store::open(&directory, passphrase.as_ref(), &settings)
    });
    match (store, progress.raised()) {
        (_, Some(error)) => Err(error),
        (store, None) => store.map(KeyStore::of).map_err(|error| failed(py, error)),
    }
}
