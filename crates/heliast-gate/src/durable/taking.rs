//! One process takes a list over from another: it tries to open it until the other has ended.

use heliast_stamp::Trouble;
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

/// The time between two attempts to open a file that another process has.
const PAUSE: Duration = Duration::from_millis(50);

/// The outcome of an attempt to open the list.
pub(super) enum Attempt<L> {
    /// It is this process's.
    Taken(L),
    /// Another process has it.
    Elsewhere,
    /// It can't be used, for this reason.
    Failed(String),
}

/// The trouble of a list that is not this process's, or not yet: shared by the list and by its thread.
pub(super) struct Turn(Mutex<Option<Trouble>>);

impl Turn {
    /// Of a list that this process has.
    pub(super) fn come() -> Arc<Turn> {
        Arc::new(Turn(Mutex::new(None)))
    }

    /// Of a list that another process has.
    pub(super) fn to_come() -> Arc<Turn> {
        let waiting = Trouble::Waiting("another process has the list of spent stamps".to_owned());
        Arc::new(Turn(Mutex::new(Some(waiting))))
    }

    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, trouble: Option<Trouble>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}

/// The list, when the process that has it has ended; nothing if it can't be used then, or nobody asks for it
/// any more, and the turn is this thread's alone.
pub(super) fn take<L>(turn: &Arc<Turn>, mut open: impl FnMut() -> Attempt<L>) -> Option<L> {
    while Arc::strong_count(turn) > 1 {
        match open() {
            Attempt::Taken(list) => {
                turn.set(None);
                return Some(list);
            }
            Attempt::Elsewhere => thread::sleep(PAUSE),
            Attempt::Failed(reason) => {
                let refusing = format!("the list of spent stamps can't be taken over: {reason}");
                turn.set(Some(Trouble::Refusing(refusing)));
                return None;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_cannot_be_taken_over_refuses_and_does_not_wait() {
        let turn = Turn::to_come();
        assert!(matches!(turn.trouble(), Some(Trouble::Waiting(_))));
        let mut attempts = vec![Attempt::Failed("it is no list".to_owned()), Attempt::Elsewhere];
        let of_thread = Arc::clone(&turn);
        assert_eq!(take(&of_thread, || attempts.pop().unwrap()), None::<()>);
        let Some(Trouble::Refusing(why)) = turn.trouble() else { panic!("{:?}", turn.trouble()) };
        assert!(why.contains("it is no list"), "{why}");
    }

    #[test]
    fn nobody_asks_for_a_list_that_nobody_has() {
        assert_eq!(take(&Turn::to_come(), || -> Attempt<()> { panic!("it is opened") }), None);
        let turn = Turn::to_come();
        assert_eq!(take(&Arc::clone(&turn), || Attempt::Taken(7)), Some(7));
        assert_eq!(turn.trouble(), None);
    }
}
