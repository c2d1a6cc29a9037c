//! The parts of std that the pieces use, with the checker's locks and threads, and a clock that
//! only waits move.

pub use std::{collections, error, fs, io, iter, mem, num, panic, path, slice};

pub mod thread {
    pub use shuttle::thread::{Scope, ScopedJoinHandle, scope};
    use std::{io, time::Duration};

    /// Lets other threads run, for an unknown time.
    pub fn sleep(time: Duration) {
        super::time::advance(time);
        shuttle::thread::yield_now();
    }

    /// A thread that can always be started.
    pub struct Builder;

    impl Builder {
        pub fn new() -> Builder {
            Builder
        }

        pub fn spawn_scoped<'scope, T: Send + 'scope>(
            self,
            scope: &'scope Scope<'scope, '_>,
            work: impl FnOnce() -> T + Send + 'scope,
        ) -> io::Result<ScopedJoinHandle<'scope, T>> {
            Ok(scope.spawn(work))
        }
    }
}

pub mod time {
    pub use std::time::Duration;
    use std::{cell::Cell, ops::Add};

    thread_local!(static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) });

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        pub fn now() -> Instant {
            Instant(NOW.get())
        }

        pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }

    pub fn advance(time: Duration) {
        NOW.set(NOW.get() + time);
    }

    /// The clock of the next execution begins.
    pub fn begin() {
        NOW.set(Duration::ZERO);
    }
}

pub mod sync {
    pub use shuttle::sync::{atomic, mpsc};
    pub use std::sync::{Arc, LockResult, PoisonError};

    use super::time;
    use std::{
        cell::Cell,
        ops::{Deref, DerefMut},
        time::Duration,
    };

    thread_local!(static TIMEOUTS: Cell<Timeouts> = const { Cell::new(Timeouts::Never) });

    /// The end of waits with a time limit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Timeouts {
        /// It never comes, so that a thread cannot notice a change only because its wait has ended.
        Never,
        /// It may come at any moment, regardless of the time.
        Any,
    }

    impl Timeouts {
        pub fn set(self) {
            TIMEOUTS.set(self);
        }
    }

    #[derive(Debug, Default)]
    pub struct Mutex<T>(shuttle::sync::Mutex<T>);

    pub struct MutexGuard<'a, T> {
        mutex: &'a Mutex<T>,
        guard: shuttle::sync::MutexGuard<'a, T>,
    }

    impl<T> Mutex<T> {
        pub fn new(value: T) -> Mutex<T> {
            Mutex(shuttle::sync::Mutex::new(value))
        }

        pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
            match self.0.lock() {
                Ok(guard) => Ok(MutexGuard { mutex: self, guard }),
                Err(poisoned) => {
                    Err(PoisonError::new(MutexGuard { mutex: self, guard: poisoned.into_inner() }))
                }
            }
        }

        pub fn into_inner(self) -> LockResult<T> {
            self.0.into_inner()
        }
    }

    impl<T> From<T> for Mutex<T> {
        fn from(value: T) -> Mutex<T> {
            Mutex::new(value)
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            &self.guard
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.guard
        }
    }

    #[derive(Debug, Default)]
    pub struct Condvar(shuttle::sync::Condvar);

    impl Condvar {
        pub fn notify_all(&self) {
            self.0.notify_all();
        }

        pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
            let MutexGuard { mutex, guard } = guard;
            let guard = self.0.wait(guard).unwrap_or_else(PoisonError::into_inner);
            Ok(MutexGuard { mutex, guard })
        }

        pub fn wait_while<'a, T>(
            &self,
            mut guard: MutexGuard<'a, T>,
            mut waits: impl FnMut(&mut T) -> bool,
        ) -> LockResult<MutexGuard<'a, T>> {
            while waits(&mut guard) {
                guard = self.wait(guard)?;
            }
            Ok(guard)
        }

        /// The second part is whether the time was over.
        pub fn wait_timeout<'a, T>(
            &self,
            guard: MutexGuard<'a, T>,
            most: Duration,
        ) -> LockResult<(MutexGuard<'a, T>, bool)> {
            if TIMEOUTS.get() == Timeouts::Never {
                return Ok((self.wait(guard).unwrap_or_else(PoisonError::into_inner), false));
            }
            // A wait that ends when other threads have run: the scheduler decides when.
            let mutex = guard.mutex;
            drop(guard);
            super::thread::sleep(most);
            time::advance(Duration::from_nanos(1));
            Ok((mutex.lock().unwrap_or_else(PoisonError::into_inner), true))
        }

        pub fn wait_timeout_while<'a, T>(
            &self,
            mut guard: MutexGuard<'a, T>,
            most: Duration,
            mut waits: impl FnMut(&mut T) -> bool,
        ) -> LockResult<(MutexGuard<'a, T>, bool)> {
            if waits(&mut guard) && !most.is_zero() {
                let over;
                (guard, over) = self.wait_timeout(guard, most).unwrap_or_else(PoisonError::into_inner);
                if !over {
                    let guard = self.wait_while(guard, waits).unwrap_or_else(PoisonError::into_inner);
                    return Ok((guard, false));
                }
            }
            Ok((guard, true))
        }
    }
}
