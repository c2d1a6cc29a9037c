//! Time limits for clients, which count the time in which this process runs.
//!
//! A process stands still when its machine is suspended or overloaded, its container is paused, or a signal
//! stops it. When it goes on, its timers have expired before it receives what clients have sent meanwhile,
//! and clients that stood still with it use idle connections again that are just being closed. So a limit is
//! counted in short slices, and a slice that ends late does not count.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};
use tokio::time::{Sleep, sleep_until};

/// The length of a slice, unless a limit would have more than [`MOST`] of them. A standstill shorter than a
/// slice may go unnoticed.
const SLICE: Duration = Duration::from_millis(500);
/// The most slices of a limit: each of them wakes the connection, which may be one of thousands.
const MOST: u128 = 10;
/// A slice that ends this late contains a standstill.
const LATE: Duration = Duration::from_millis(250);

/// The timer for the limits of hyper's connections.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timer;

impl hyper::rt::Timer for Timer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(Awake::new(duration))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn hyper::rt::Sleep>> {
        self.sleep(deadline.saturating_duration_since(Instant::now()))
    }
}

/// Sleeps until this process has run for the duration. If more slices end late than the duration has, they
/// count: so a limit also holds on a machine that is always late.
pub async fn sleep_awake(duration: Duration) {
    Awake::new(duration).await;
}

struct Awake {
    sleep: Pin<Box<Sleep>>,
    /// The end of the current slice.
    end: Instant,
    /// The length of each slice.
    slice: Duration,
    /// The number of slices after the current one.
    left: u32,
    /// The number of slices that may still end late.
    spare: u32,
}

impl Awake {
    fn new(duration: Duration) -> Awake {
        let slices = duration.as_millis().div_ceil(SLICE.as_millis()).clamp(1, MOST) as u32;
        let slice = duration / slices;
        let end = Instant::now() + slice;
        Awake { sleep: Box::pin(sleep_until(end.into())), end, slice, left: slices - 1, spare: slices }
    }
}

impl Future for Awake {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Awake { sleep, end, slice, left, spare } = &mut *self;
        loop {
            ready!(sleep.as_mut().poll(cx));
            if end.elapsed() >= LATE && *spare > 0 {
                *spare -= 1;
            } else if *left == 0 {
                return Poll::Ready(());
            } else {
                *left -= 1;
            }
            *end = Instant::now() + *slice;
            sleep.as_mut().reset((*end).into());
        }
    }
}

impl hyper::rt::Sleep for Awake {}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use hyper::rt::Timer as _;
    use std::thread;
    use tokio::{runtime, task::yield_now};

    const LIMIT: Duration = Duration::from_millis(900);

    /// Blocks the only thread of the runtime, as if the process stood still.
    fn stand_still(duration: Duration) {
        thread::sleep(duration);
    }

    fn run(test: impl Future<Output = ()>) {
        runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test);
    }

    async fn is_over(timer: &mut Pin<Box<dyn hyper::rt::Sleep>>) -> bool {
        yield_now().await;
        timer.now_or_never().is_some()
    }

    /// The second ends at the very end of the limit.
    #[test]
    fn standstills_do_not_count() {
        run(async {
            for standstill in [LIMIT * 2, LIMIT + Duration::from_millis(10)] {
                let mut timer = Timer.sleep_until(Instant::now() + LIMIT);
                assert!(!is_over(&mut timer).await);
                stand_still(standstill);
                let since = Instant::now();
                assert!(!is_over(&mut timer).await);
                timer.await;
                assert!(since.elapsed() >= SLICE, "{:?}", since.elapsed());
            }
        });
    }

    #[test]
    fn a_process_that_is_always_late_keeps_the_limit_too() {
        run(async {
            let mut timer = Timer.sleep(LIMIT);
            let mut late = 0;
            while !is_over(&mut timer).await {
                stand_still(SLICE + LATE);
                late += 1;
            }
            // Two slices, and each of them once more.
            assert!(late <= 4, "{late}");
        });
    }

    #[test]
    fn it_takes_its_time() {
        run(async {
            let since = Instant::now();
            sleep_awake(Duration::ZERO).await;
            Timer.sleep(LIMIT).await;
            assert!(since.elapsed() >= LIMIT);
        });
    }
}
