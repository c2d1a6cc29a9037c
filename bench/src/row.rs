//! One comparison: the same work by us and by a peer.

/// A named comparison that is prepared only when it is asked for.
pub struct Entry {
    /// `what-size/peer`. Later runs are compared by it, so it never changes.
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
    /// The number of inputs. Each is measured on its own and the mean of all is reported.
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
    /// The time of day, as for everything short, or on several cores.
    Wall,
    /// The time that the processor gave to this thread, for calls so long that other programs will
    /// come between.
    Thread,
}

impl Side {
    /// A side whose `call` does `operations` of the operation that the row is about, on the case
    /// that it is given. A call should take from a microsecond, so that calling costs nothing next
    /// to it, to a few milliseconds, so that other work of the machine leaves some call alone.
    pub fn new(operations: u64, call: impl FnMut(usize) + 'static) -> Side {
        Side { call: Box::new(call), operations: operations as f64, known: None, clock: Clock::Wall }
    }

    /// A side whose `call` does so large a part of the operation.
    pub fn part(part: f64, call: impl FnMut(usize) + 'static) -> Side {
        Side { operations: part, ..Side::new(1, call) }
    }

    /// A side that takes so many seconds, as measured by others.
    pub fn known(seconds: f64) -> Side {
        Side { known: Some(seconds), ..Side::new(1, |_| ()) }
    }

    /// The same, timed by the processor's time of this thread.
    pub fn of_thread(self) -> Side {
        Side { clock: Clock::Thread, ..self }
    }

    /// Its seconds, if they are known without measuring.
    pub fn seconds(&self) -> Option<f64> {
        self.known
    }

    /// The clock that times it.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Does the work of one case once.
    pub fn call(&mut self, case: usize) {
        (self.call)(case);
    }

    /// The number of operations of one call.
    pub fn operations(&self) -> f64 {
        self.operations
    }
}

/// A unit of time per operation: less is better.
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
    /// Its symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Nanoseconds => "ns",
            Unit::Microseconds => "us",
            Unit::Milliseconds => "ms",
            Unit::Seconds => "s",
        }
    }

    /// Seconds in this unit.
    pub fn from_seconds(self, seconds: f64) -> f64 {
        match self {
            Unit::Nanoseconds => seconds * 1e9,
            Unit::Microseconds => seconds * 1e6,
            Unit::Milliseconds => seconds * 1e3,
            Unit::Seconds => seconds,
        }
    }
}
