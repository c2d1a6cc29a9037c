//! Steps on two cores: one only squares, the other multiplies.
//!
//! Some 380 powers of 2,048 bits go from one to the other in each step, through a ring of slots. The second
//! thread runs until the work ends, not only for one step. A thread that waits spins for some microseconds,
//! which is longer than a power takes to arrive, and then yields to other threads. On a loaded machine, or on
//! a single core, the result is the same but takes longer.

use alloc::vec::Vec;
use core::{
    hint,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};
use heliast_arith::Residue;
use heliast_group::{RootElement, RootProducts, RootStepper};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

/// The greatest number of powers in slots: two cores are never further apart.
const SLOTS: u64 = 64;
/// The number of spins before the thread yields to others.
const SPINS: u32 = 200;

/// Takes `steps` steps from x, and passes each element to `note`.
pub(super) fn advance(stepper: &RootStepper, x: &RootElement, steps: u64, mut note: impl FnMut(RootElement)) {
    let shared = Shared::new(stepper);
    thread::scope(|scope| {
        let helper = scope.spawn(|| shared.multiply(stepper.products()));
        let ending = Ending(&shared.is_over);
        let (mut x, mut handed) = (x.clone(), 0);
        for step in 1..=steps {
            let squared = stepper.square(&x, |power| {
                shared.hand(power, handed);
                handed += 1;
            });
            if !shared.wait(|| shared.finished.0.load(Ordering::Acquire) == step) {
                break;
            }
            let product = locked(&shared.product).take();
            x = stepper.close(squared, product.as_ref());
            note(x.clone());
        }
        drop(ending);
        helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// A value on cache lines of its own.
#[repr(align(128))]
struct Apart<T>(T);

/// The state that the two threads share.
struct Shared {
    slots: Vec<Apart<Mutex<Residue>>>,
    /// The number of powers that are in slots or were taken, in all steps together.
    handed: Apart<AtomicU64>,
    /// The number of powers that were taken.
    taken: Apart<AtomicU64>,
    /// The number of steps whose products are done.
    finished: Apart<AtomicU64>,
    /// The product of the last of these steps.
    product: Mutex<Option<Residue>>,
    /// One of the two threads has ended.
    is_over: AtomicBool,
}

/// Notifies the other thread when this one ends, also by a panic.
struct Ending<'a>(&'a AtomicBool);

impl Shared {
    fn new(stepper: &RootStepper) -> Shared {
        let one = stepper.field().ring().one();
        Shared {
            slots: (0..SLOTS).map(|_| Apart(Mutex::new(one.clone()))).collect(),
            handed: Apart(AtomicU64::new(0)),
            taken: Apart(AtomicU64::new(0)),
            finished: Apart(AtomicU64::new(0)),
            product: Mutex::new(None),
            is_over: AtomicBool::new(false),
        }
    }

    /// Passes a power to the other thread, after `handed` others.
    fn hand(&self, power: &Residue, handed: u64) {
        // If the other thread has ended, nobody reads the slots that are overwritten.
        self.wait(|| handed - self.taken.0.load(Ordering::Acquire) < SLOTS);
        self.slot(handed).clone_from(power);
        self.handed.0.store(handed + 1, Ordering::Release);
    }

    /// Makes the products of step after step, until the other thread ends.
    fn multiply(&self, mut products: RootProducts) {
        let _ending = Ending(&self.is_over);
        let (mut taken, mut finished) = (0, 0);
        while self.wait(|| self.handed.0.load(Ordering::Acquire) > taken) {
            let is_last = products.take(&self.slot(taken));
            taken += 1;
            self.taken.0.store(taken, Ordering::Release);
            if is_last {
                *locked(&self.product) = products.finish();
                finished += 1;
                self.finished.0.store(finished, Ordering::Release);
            }
        }
    }

    fn slot(&self, index: u64) -> MutexGuard<'_, Residue> {
        locked(&self.slots[(index % SLOTS) as usize].0)
    }

    /// Waits until `is_so` returns true; returns false if the other thread ends first.
    fn wait(&self, is_so: impl Fn() -> bool) -> bool {
        let mut spins = 0;
        while !is_so() {
            if self.is_over.load(Ordering::Acquire) {
                return is_so();
            }
            if spins < SPINS {
                spins += 1;
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        true
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
