//! The thread that evaluates the delay of each round, for as long as nobody's proof is in.

use super::{
    newest::Newest,
    sender::{Sender, Want},
};
use crate::{
    duty::Duty,
    evaluator::{Evaluator, Go, Progress},
    transaction::{Body, Transaction},
};
use heliast::DelayInput;
use heliast_engine::{AlarmKind, Phase, StatusBoard};
use std::sync::{Arc, Mutex, PoisonError};

/// The progress of a round's delay on this node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) round: u64,
    pub(super) phase: Phase,
    pub(super) progress: f64,
}

/// The view that other threads have of an evaluation.
#[derive(Debug, Default)]
pub(super) struct Board(Mutex<(Option<Sight>, f64)>);

impl Board {
    /// The progress, and the last speed in squarings per second.
    pub(super) fn read(&self) -> (Option<Sight>, f64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, round: u64, progress: Progress) {
        let mut board = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (phase, part) = match progress {
            Progress::Squaring { done, squarings_per_second } => {
                board.1 = squarings_per_second;
                (Phase::Delay, done)
            }
            Progress::Proving(done) => (Phase::Proof, done),
        };
        board.0 = Some(Sight { round, phase, progress: part });
    }
}

pub(super) struct Evaluating {
    pub(super) status: Arc<StatusBoard>,
    pub(super) evaluator: Evaluator,
    pub(super) board: Arc<Board>,
    pub(super) sender: Arc<Sender>,
    pub(super) newest: Arc<Newest>,
    /// The number of nodes to which things are sent.
    pub(super) nodes: usize,
}

impl Evaluating {
    /// Evaluates until the worker ends.
    pub(super) fn run(self) {
        let (mut seen, mut done) = (0, 0);
        while let Some((count, newest)) = self.newest.after(seen) {
            seen = count;
            if let Duty::Evaluate { round, x } = &newest.duty
                && *round != done
            {
                done = *round;
                self.evaluate(*round, x);
            }
        }
    }

    fn evaluate(&self, round: u64, x: &DelayInput) {
        let is_due =
            |duty: &Duty| matches!(duty, Duty::Evaluate { round: under_way, .. } if *under_way == round);
        let go = || match (self.newest.is_stopped(), self.newest.is_due(is_due)) {
            (true, _) => Go::Later,
            (false, true) => Go::On,
            (false, false) => Go::Over,
        };
        let report = |progress| self.board.write(round, progress);
        let evaluated = self.evaluator.run(x, &go, &report);
        self.status.set_alarm(AlarmKind::Evaluator, evaluated.as_ref().err().map(ToString::to_string));
        if let Ok(Some(delay)) = evaluated {
            let transaction = Transaction { round, body: Body::Delay(delay) };
            self.sender.add(Want::Delay { round }, transaction.to_bytes(), self.nodes);
        }
    }
}
