//! The thread that evaluates the delay of each round, until a proof has arrived.

use super::{
    newest::Newest,
    sender::{Sender, Want},
};
use crate::{
    duty::Duty,
    transaction::{Body, Transaction},
};
use heliast::{Chain, DelayInput};
use heliast_engine::{AlarmKind, Evaluator, Go, Phase, Progress, Sight, StatusBoard};
use std::sync::{Arc, Mutex, PoisonError};

/// The state of an evaluation for other threads: the round, if there was an evaluation, and its progress.
#[derive(Debug, Default)]
pub(super) struct Board(Mutex<(Option<u64>, Sight)>);

impl Board {
    /// The phase of this round's delay and the finished part, if it is being evaluated; and the last speed.
    pub(super) fn read(&self, round: u64) -> (Option<(Phase, f64)>, f64) {
        let (of, sight) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ((of == Some(round)).then(|| sight.phase()), sight.per_second)
    }

    fn begin(&self, round: u64) {
        let mut board = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *board = (Some(round), Sight::begin(board.1.per_second));
    }

    fn write(&self, chain: &Chain, progress: Progress) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.note(chain, progress);
    }
}

pub(super) struct Evaluating {
    pub(super) chain: Chain,
    pub(super) status: Arc<StatusBoard>,
    pub(super) evaluator: Evaluator,
    pub(super) board: Arc<Board>,
    pub(super) sender: Arc<Sender>,
    pub(super) newest: Arc<Newest>,
    /// The number of nodes to which transactions are sent.
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
        self.board.begin(round);
        let report = |progress| self.board.write(&self.chain, progress);
        let evaluated = self.evaluator.run(x, &go, &report);
        self.status.set_alarm(AlarmKind::Evaluator, evaluated.as_ref().err().map(ToString::to_string));
        if let Ok(Some(delay)) = evaluated {
            let transaction = Transaction { round, body: Body::Delay(delay) };
            self.sender.add(Want::Delay { round }, transaction.to_bytes(), self.nodes);
        }
    }
}
