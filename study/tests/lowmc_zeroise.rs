//! The round keys that LowMC computes from a key are zeros when their memory is freed.

use heliast_study::lowmc::{LowMc, Parameters};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

/// The size of the round keys of 192 bits and 13 rounds: 14 strings of 32 bytes.
const ROUND_KEYS: usize = 14 * 32;

static ERASED: AtomicUsize = AtomicUsize::new(0);
static LEFT: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, which checks blocks of the size above before it frees them.
struct Watching;

// SAFETY: all calls go to the system's allocator; a block is read while it is still allocated.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for the caller. The block is zeroed, so that every byte may be read later.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        if layout.size() == ROUND_KEYS {
            // SAFETY: the block has this size and was initialised by `alloc`.
            let clean = (0..ROUND_KEYS).all(|i| unsafe { place.add(i).read_volatile() } == 0);
            if clean { &ERASED } else { &LEFT }.fetch_add(1, Ordering::SeqCst);
        }
        // SAFETY: as for the caller.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

fn freed(work: impl FnOnce()) -> (usize, usize) {
    let before = (ERASED.load(Ordering::SeqCst), LEFT.load(Ordering::SeqCst));
    work();
    (ERASED.load(Ordering::SeqCst) - before.0, LEFT.load(Ordering::SeqCst) - before.1)
}

/// This test is alone in its binary because other threads would free their own blocks.
#[test]
fn round_keys_are_erased() {
    let parameters = Parameters::N192R13;
    let lowmc = LowMc::new(parameters);
    let block = parameters.decode(&[0xa7; 24]).unwrap();
    assert_eq!(freed(|| drop(vec![0xa7u8; ROUND_KEYS])), (0, 1), "the watch sees what is left");
    let keys = lowmc.round_keys(&block);
    assert_eq!(freed(|| assert_ne!(lowmc.encrypt(&keys, &block), block)), (0, 0));
    assert_eq!(freed(|| drop(keys)), (1, 0));
}
