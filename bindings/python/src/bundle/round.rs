//! `heliast.bundle.Round`, `Lot` and `Announcement`: the contents of a verified round.

use super::chain::{Tip, hex};
use heliast::{
    Verified,
    keys::{Change, Key},
};
use pyo3::{prelude::*, types::PyBytes};

/// A verified round, with the values that follow from it. Only verification makes such an object.
#[pyclass(module = "heliast.bundle", frozen, eq)]
pub(crate) struct Round {
    pub(super) round: Verified<heliast::Round>,
    pub(super) before: heliast::Tip,
    pub(super) after: heliast::Tip,
}

/// The bytes and the beacon: a tip of a bundle from the middle does not know its time.
impl PartialEq for Round {
    fn eq(&self, other: &Round) -> bool {
        *self.round == *other.round && self.round.facts().beacon == other.round.facts().beacon
    }
}

#[pymethods]
impl Round {
    /// K, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.round.number
    }

    /// The time of its opening, in milliseconds since 1970.
    #[getter]
    fn time_ms(&self) -> u64 {
        self.round.time_ms
    }

    /// Its random value B_K: 32 bytes.
    #[getter]
    fn beacon<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.facts().beacon)
    }

    /// The bytes whose SHA-256 is B_K.
    #[getter]
    fn preimage<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.facts().preimage)
    }

    /// Q_K, the seed with which its lots were drawn: the beacon of the round before, 32 bytes.
    #[getter]
    fn seed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.facts().seed)
    }

    /// The hash of the lots: 32 bytes.
    #[getter]
    fn entropy<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.facts().entropy)
    }

    /// The delay's input, encoded.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.facts().x)
    }

    /// The delay's output, encoded.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.y)
    }

    /// The lots of all committees, by slot and participant.
    #[getter]
    fn lots(&self) -> Vec<Lot> {
        self.round.facts().lots.iter().cloned().map(Lot).collect()
    }

    /// The announcements, by participant.
    #[getter]
    fn announcements(&self) -> Vec<Announcement> {
        self.round.announcements.iter().cloned().map(Announcement).collect()
    }

    /// The tip before it.
    #[getter]
    fn before(&self) -> Tip {
        Tip(self.before.clone())
    }

    /// The tip after it.
    #[getter]
    fn after(&self) -> Tip {
        Tip(self.after.clone())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.round.encode())
    }

    fn __repr__(&self) -> String {
        format!(
            "<heliast.bundle.Round {}, beacon {}...>",
            self.round.number,
            hex(&self.round.facts().beacon[..4])
        )
    }
}

/// The winnings of a ticket.
#[pyclass(module = "heliast.bundle", frozen, eq, skip_from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Lot(heliast::Lot);

#[pymethods]
impl Lot {
    /// The slot of its committee.
    #[getter]
    fn slot(&self) -> u8 {
        self.0.slot
    }

    /// The participant's number.
    #[getter]
    fn participant(&self) -> u32 {
        self.0.participant
    }

    /// Its votes, from 1.
    #[getter]
    fn votes(&self) -> u64 {
        self.0.votes
    }

    /// The VRF's output.
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.output)
    }

    /// The public key of the hash tree that it was drawn with; `None` if it was drawn with the stateless key.
    #[getter]
    fn tree_key<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match self.0.key {
            Key::Stateful(key) => Some(PyBytes::new(py, &key.to_bytes())),
            Key::Stateless => None,
        }
    }

    fn __repr__(&self) -> String {
        let (slot, participant, votes) = (self.0.slot, self.0.participant, self.0.votes);
        format!("<heliast.bundle.Lot of participant {participant} in slot {slot}, votes {votes}>")
    }
}

/// A statement of a participant in a round.
#[pyclass(module = "heliast.bundle", frozen, eq, skip_from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Announcement(heliast::Announcement);

#[pymethods]
impl Announcement {
    /// The participant's number.
    #[getter]
    fn participant(&self) -> u32 {
        self.0.participant
    }

    /// The number of its earlier announcements.
    #[getter]
    fn serial(&self) -> u32 {
        self.0.serial
    }

    /// "key", "withdrawal" or "member".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.change {
            Change::Key(_) => "key",
            Change::Withdrawal => "withdrawal",
            Change::Member(_) => "member",
        }
    }

    /// The announced key, if it announces a key.
    #[getter]
    fn public_key<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        match self.0.change {
            Change::Key(key) => Some(PyBytes::new(py, &key.to_bytes())),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<heliast.bundle.Announcement of participant {}: {}>", self.0.participant, self.kind())
    }
}
