//! The contents of an LB-VRF secret key are erased when it is dropped.

use heliast_study::lbvrf::SecretKey;
use std::alloc::{Layout, alloc_zeroed, dealloc};

const SEED: [u8; 32] = [0xa7; 32];

/// Returns the bytes of a key in memory of our own, before and after its drop.
fn before_and_after_drop() -> [Vec<u8>; 2] {
    let layout = Layout::new::<SecretKey>();
    // SAFETY: the layout is the key's; the key is written before it is dropped and dropped once; the bytes
    // were initialised by the allocator, and are read as volatile because the key is no longer there the
    // second time.
    unsafe {
        let place = alloc_zeroed(layout).cast::<SecretKey>();
        let bytes = || (0..layout.size()).map(|i| place.cast::<u8>().add(i).read_volatile()).collect();
        place.write(SecretKey::from_seed(SEED));
        let before = bytes();
        place.drop_in_place();
        let after = bytes();
        dealloc(place.cast(), layout);
        [before, after]
    }
}

/// Returns the number of places with eight consecutive coefficients −1, 0, 1 of which more than three are not
/// 0: these are pieces of s.
fn pieces(bytes: &[u8]) -> usize {
    let words: Vec<i32> = bytes.as_chunks().0.iter().map(|word| i32::from_le_bytes(*word)).collect();
    let piece = |words: &&[i32]| {
        words.iter().all(|it| (-1..=1).contains(it)) && words.iter().filter(|it| **it != 0).count() > 3
    };
    words.windows(8).filter(piece).count()
}

#[test]
fn seed_and_secret_are_erased() {
    let seeds = |bytes: &[u8]| bytes.windows(16).filter(|bytes| **bytes == SEED[..16]).count();
    let [before, after] = before_and_after_drop();
    assert!(seeds(&before) > 0 && pieces(&before) > 1500, "the key is there before");
    assert_eq!((seeds(&after), pieces(&after)), (0, 0));
    // The bytes that are not 0 are 32 of the seed, about 3840 of s, and about 850 of s in V.
    let erased = before.iter().zip(&after).filter(|(before, after)| **before != 0 && **after == 0).count();
    assert!((4500..5000).contains(&erased), "{erased} bytes");
}
