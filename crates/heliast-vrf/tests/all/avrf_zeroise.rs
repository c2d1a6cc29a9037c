//! The contents of an A-VRF secret key are erased when it is dropped.

use heliast_symmetric::keccak::Keccak;
use heliast_vrf::avrf::{SecretKey, Suite};
use std::alloc::{Layout, alloc_zeroed, dealloc};

const SEED: [u8; 32] = [0xa7; 32];

/// The bytes of a key in memory that this test owns, before and after its drop.
fn before_and_after_drop(suite: Suite) -> [Vec<u8>; 2] {
    let layout = Layout::new::<SecretKey>();
    // SAFETY: the layout is the key's; the key is written before it is dropped and dropped once; the bytes
    // were initialised by the allocator, and the reads are volatile because the key does not exist any more
    // at the second one.
    unsafe {
        let place = alloc_zeroed(layout).cast::<SecretKey>();
        let bytes = || (0..layout.size()).map(|i| place.cast::<u8>().add(i).read_volatile()).collect();
        place.write(SecretKey::from_seed(suite, &SEED));
        let before = bytes();
        place.drop_in_place();
        let after = bytes();
        dealloc(place.cast(), layout);
        [before, after]
    }
}

#[test]
fn the_cipher_key_is_erased() {
    for suite in Suite::ALL {
        let mut shake = Keccak::new().shake256();
        shake.absorb(&[0x13, suite.id()]);
        shake.absorb(&SEED);
        let mut derived = [0; 32];
        shake.finish().squeeze(&mut derived);
        let (nonce, key) = derived.split_at(16);

        let [before, after] = before_and_after_drop(suite);
        let count =
            |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).filter(|found| *found == part).count();
        assert_eq!((count(&before, key), count(&before, nonce)), (1, 1), "both are there before");
        assert_eq!((count(&after, key), count(&after, nonce)), (0, 1), "the nonce is public");
        assert!(key.windows(4).all(|part| count(&after, part) == 0), "a part of the key is left");
        assert!(SEED.windows(8).all(|part| count(&before, part) == 0), "the seed is the caller's");
    }
}
