//! One comparison: the same work done by Heliast and by a peer.

/// A named comparison that is prepared only when it is needed.
pub struct Entry {
    /// The name, `what-size/peer`. Later runs are compared by it, so it never changes.
    pub name: &'static str,
    /// Prepares the comparison, after asserting that both sides compute the same.
    pub prepare: fn() -> Row,
}

/// A comparison, ready to be measured.
pub struct Row {
    /// The peer with its version and function.
    pub peer: String,
    /// The unit of the report.
    pub unit: Unit,
    /// The number of inputs. Each is measured separately, and the mean of all is reported.
    pub cases: usize,
    /// Our side.
    pub ours: Side,
    /// The peer's side.
    pub theirs: Side,
}

/// One side of a comparison.
pub struct Side {
    call: Box<dyn FnMut(usize)>,
    operations: f64,
    known: Option<f64>,
    clock: Clock,
}

/// The clock that is read before and after a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Wall-clock time, for everything short or on several cores.
    Wall,
    /// The CPU time of this thread, for calls so long that other programs interrupt them.
    Thread,
}

impl Side {
    /// Returns a side whose `call` does `operations` of the operation that the row is about, on the given
    /// case. A call should take at least a microsecond, so that the time of calling is negligible, and at
    /// most a few milliseconds, so that other work of the machine does not disturb all calls.
    pub fn new(operations: u64, call: impl FnMut(usize) + 'static) -> Side {
        Side { call: Box::new(call), operations: operations as f64, known: None, clock: Clock::Wall }
    }

    /// Returns a side whose `call` does only this part of the operation.
    pub fn part(part: f64, call: impl FnMut(usize) + 'static) -> Side {
        Side { operations: part, ..Side::new(1, call) }
    }

    /// Returns a side that takes this number of seconds, as measured by others.
    pub fn known(seconds: f64) -> Side {
        Side { known: Some(seconds), ..Side::new(1, |_| ()) }
    }

    /// Returns the side, timed by the CPU time of this thread.
    pub fn of_thread(self) -> Side {
        Side { clock: Clock::Thread, ..self }
    }

    /// Returns its seconds, if they are known without measuring.
    pub fn seconds(&self) -> Option<f64> {
        self.known
    }

    /// Returns the clock that times it.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Does the work of one case once.
    pub fn call(&mut self, case: usize) {
        (self.call)(case);
    }

    /// Returns the number of operations of one call.
    pub fn operations(&self) -> f64 {
        self.operations
    }
}

/// A unit of time per operation, of which less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nanoseconds.
    Nanoseconds,
    /// Microseconds.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
}

impl Unit {
    /// Returns its symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Nanoseconds => "ns",
            Unit::Microseconds => "us",
            Unit::Milliseconds => "ms",
            Unit::Seconds => "s",
        }
    }

    /// Converts seconds to this unit.
    pub fn from_seconds(self, seconds: f64) -> f64 {
        match self {
            Unit::Nanoseconds => seconds * 1e9,
            Unit::Microseconds => seconds * 1e6,
            Unit::Milliseconds => seconds * 1e3,
            Unit::Seconds => seconds,
        }
    }
}
