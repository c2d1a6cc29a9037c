//! tokio's `watch` modelled after its documentation, for threads that wait instead of tasks: a receiver
//! sees the last value, and wakes once for any number of changes since its last look.

use crate::model::sync::{Arc, Condvar, Mutex};

pub struct Sender<T>(Arc<Shared<T>>);

pub struct Receiver<T> {
    shared: Arc<Shared<T>>,
    seen: u64,
}

struct Shared<T> {
    /// The value, and how often it has changed.
    state: Mutex<(T, u64)>,
    changed: Condvar,
}

impl<T: Copy> Sender<T> {
    pub fn new(value: T) -> Sender<T> {
        Sender(Arc::new(Shared { state: Mutex::new((value, 0)), changed: Condvar::default() }))
    }

    pub fn send_replace(&self, value: T) -> T {
        let mut state = self.0.state.lock().unwrap();
        state.1 += 1;
        let before = std::mem::replace(&mut state.0, value);
        drop(state);
        self.0.changed.notify_all();
        before
    }

    pub fn subscribe(&self) -> Receiver<T> {
        let seen = self.0.state.lock().unwrap().1;
        Receiver { shared: Arc::clone(&self.0), seen }
    }
}

impl<T: Copy> Receiver<T> {
    pub fn borrow_and_update(&mut self) -> T {
        let state = self.shared.state.lock().unwrap();
        self.seen = state.1;
        state.0
    }

    pub fn changed(&mut self) {
        let state = self.shared.state.lock().unwrap();
        let state = self.shared.changed.wait_while(state, |state| state.1 == self.seen).unwrap();
        self.seen = state.1;
    }
}
