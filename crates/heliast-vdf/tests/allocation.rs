//! Verification allocates a bounded amount, for any bytes.
//!
//! This is a test binary of its own, because of its allocator.

use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Claim, Form, PrimeMode, ProofFile, Statement, Suite, pietrzak, verify_combined, verify_many,
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

/// The system's allocator, which counts the bytes in use and their peak for each thread.
struct Counting;

thread_local! {
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    let used = USED.get() + bytes;
    USED.set(used);
    PEAK.set(PEAK.get().max(used));
}

// SAFETY: every call is passed on to the system's allocator with its arguments unchanged. The counters need
// no memory of their own: they begin as constants, and need no drop.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the block comes from `alloc` above, so from the system's allocator, with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The peak of the bytes that `work` had in use on this thread.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = USED.get();
    PEAK.set(before);
    drop(work());
    (PEAK.get() - before) as usize
}

/// A group of this many bits, whose modulus is not checked.
fn group(bits: usize) -> RsaGroup {
    RsaGroup::unchecked(&Natural::from_be_bytes(&vec![0xb5; bits / 8]))
}

/// Files with extreme values of t, of the elements, and of l.
fn extremes(group: &RsaGroup, suite: Suite) -> Vec<ProofFile> {
    let element = |number: Natural| number.to_be_bytes(group.encoded_len()).unwrap();
    let (one, largest) = (element(Natural::one()), element(group.modulus().shr(1)));
    let middle = group.encode(&group.hash("allocation", b""));
    let hint = (suite.mode() == PrimeMode::Hinted).then(|| suite.hint_bound() - 1);
    let file = |t, x: &Vec<u8>, form| ProofFile { suite, t, group_id: group.id(), x: x.clone(), form, hint };
    let mut files = Vec::new();
    for t in [1, 1 << 47, heliast_vdf::MAX_DELAY - 1, u64::MAX] {
        for (x, y) in [(&largest, &one), (&middle, &largest), (&one, &middle)] {
            files.push(file(t, x, Form::Output { y: y.clone(), proof: largest.clone() }));
            for l in [0xff, 0x80, 0x01, 0x00] {
                let mut prime = vec![l; usize::from(suite.bits()) / 8];
                *prime.last_mut().unwrap() |= 1;
                files.push(file(t, x, Form::Compact { proof: y.clone(), prime }));
            }
        }
    }
    files
}

fn suites() -> [Suite; 3] {
    [(PrimeMode::SievedFull, 128), (PrimeMode::SievedFull, 512), (PrimeMode::Hinted, 264)]
        .map(|(mode, bits)| Suite::new(mode, bits).unwrap())
}

#[test]
fn a_file_takes_a_bounded_amount_to_verify() {
    for bits in [256, 2048, 8192] {
        let group = group(bits);
        for file in suites().into_iter().flat_map(|suite| extremes(&group, suite)) {
            let bytes = file.to_bytes();
            let used = peak(|| ProofFile::from_bytes(&bytes).and_then(|file| file.open(&group)));
            assert!(used < 128 * group.encoded_len() + (32 << 10), "{used} bytes for {bits} bits, {file:?}");
        }
        for file in longer_proofs(&group) {
            let bytes = file.to_bytes();
            let used = peak(|| ProofFile::from_bytes(&bytes).and_then(|file| file.open(&group)));
            assert!(used < 64 * bytes.len() + (32 << 10), "{used} bytes for {}, {bits} bits", bytes.len());
        }
    }
}

/// Files of the other systems with the greatest number of elements, and with few. They are false.
fn longer_proofs(group: &RsaGroup) -> Vec<ProofFile> {
    let element = |number: u8| group.encode(&group.hash("allocation", &[number]));
    let elements = |count: u8| (0..count).flat_map(element).collect::<Vec<_>>();
    let file =
        |suite, t, form| ProofFile { suite, t, group_id: group.id(), x: element(200), form, hint: None };
    let y = element(201);
    let mut files = Vec::new();
    for t in [1, 1 << 20, heliast_vdf::MAX_DELAY - 1, heliast_vdf::MAX_DELAY, u64::MAX] {
        let proof = elements(pietrzak::rounds(t) as u8);
        files.push(file(Suite::default(), t, Form::Pietrzak { y: y.clone(), proof }));
        for (suite, [count, shift]) in
            suites().into_iter().flat_map(|suite| [(suite, [1, 1]), (suite, [16, 3])])
        {
            let proof = [vec![count, shift], elements(2 * count - 1)].concat();
            files.push(file(suite, t, Form::Segmented { y: y.clone(), proof }));
        }
    }
    files
}

#[test]
fn lengths_that_lie_take_nothing() {
    let bytes = extremes(&group(2048), Suite::default())[0].to_bytes();
    for len in [0, 1, 1 << 10, 1 << 11, u32::MAX] {
        let mut lying = bytes.clone();
        lying[51..55].copy_from_slice(&len.to_be_bytes());
        lying.resize(1 << 22, 0);
        let used = peak(|| ProofFile::from_bytes(&lying).unwrap_err());
        assert!(used < 1 << 13, "{used} bytes for length {len}");
    }
}

/// Four times as many claims take four times as much memory, or less.
#[test]
fn lists_take_an_amount_in_proportion_to_their_length() {
    let group = group(2048);
    let suite = Suite::new(PrimeMode::SievedFull, 128).unwrap();
    let element = |number: u64| group.hash("list", &number.to_be_bytes());
    let claim = |number| {
        let statement = Statement { x: element(number), y: element(number + 1), t: 1 + number };
        Claim { statement, proof: element(number + 2), hint: None }
    };
    let claims: Vec<_> = (0..64).map(|number| claim(3 * number)).collect();
    type Way = fn(&RsaGroup, &[Claim<<RsaGroup as Group>::Elem>], Suite) -> bool;
    let ways: [Way; 2] = [
        |group, claims, suite| verify_many(group, claims, suite, 1).is_err(),
        |group, claims, suite| verify_combined(group, claims, suite, &[], 1).is_err(),
    ];
    for way in ways {
        let used = [16, 64].map(|len| peak(|| assert!(way(&group, &claims[..len], suite))));
        assert!(used[1] < 9 * used[0] / 2 && used[1] < 64 * 64 * group.encoded_len(), "{used:?}");
    }
}
