//! Everything that depends on a seed is erased when its value is dropped.

use heliast_symmetric::sha256::Sha256;
use heliast_vrf::{
    stateful::{Scheme, Signer, Terms},
    xmss::{Hash, SecretSeed},
};
use std::alloc::{Layout, alloc_zeroed, dealloc};

/// The bytes of a `T` in memory that this test owns, before and after its drop.
fn before_and_after_drop<T>(make: impl FnOnce() -> T) -> (Vec<u8>, Vec<u8>) {
    let layout = Layout::new::<T>();
    // SAFETY: the layout is T's and not empty; T is written before it is dropped and dropped once; the bytes
    // were initialised by the allocator, and the reads are volatile because T does not exist any more at the
    // second one.
    unsafe {
        let place = alloc_zeroed(layout).cast::<T>();
        let bytes = || (0..layout.size()).map(|i| place.cast::<u8>().add(i).read_volatile()).collect();
        place.write(make());
        let before = bytes();
        place.drop_in_place();
        let after = bytes();
        dealloc(place.cast(), layout);
        (before, after)
    }
}

/// Asserts that the drop erases the bytes that depend on a seed: those that differ between two seeds, in runs
/// of eight bytes or more. Padding is shorter; no drop reaches it, and a compiler may copy anything from the
/// stack into it.
fn erases<T>(make: impl Fn(&[u8; 32]) -> T) {
    let [(one, one_dropped), (two, two_dropped)] =
        [[1; 32], [2; 32]].map(|seed| before_and_after_drop(|| make(&seed)));
    let places: Vec<usize> = (0..one.len()).collect();
    let runs = places.chunk_by(|a, b| (one[*a] != two[*a]) == (one[*b] != two[*b]));
    let secret = runs.filter(|run| run.len() >= 8 && one[run[0]] != two[run[0]]);
    let secret: Vec<usize> = secret.flatten().copied().collect();
    assert!(secret.len() >= 24, "a midstate is 32 bytes, {} differ", secret.len());
    for i in secret {
        assert_eq!((one_dropped[i], two_dropped[i]), (0, 0), "byte {i}");
    }
}

#[test]
fn the_midstate_of_a_seed_is_erased() {
    let hash = Hash::new(Sha256::new(), &[3; 32]);
    erases(|seed| SecretSeed::new(&hash, seed));
}

#[test]
fn a_signer_is_erased() {
    for scheme in [Scheme::XVrf, Scheme::IVrf] {
        let terms = Terms::new(scheme, 10, 1, 0).unwrap();
        erases(|seed| Signer::new(Sha256::new(), terms, seed, &[3; 32]));
    }
}
