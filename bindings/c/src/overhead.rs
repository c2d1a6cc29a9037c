//! The cost of a call through the shared library over the same call in Rust. It is a measurement
//! and not a test of anything else, so that it only runs when it is asked for:
//!
//! ```text
//! cargo build --release -p heliast-c
//! export HELIAST_LIBRARY=$PWD/target/release/libheliast_c.so
//! cargo test --release -p heliast-c overhead -- --ignored --nocapture
//! ```
//!
//! The library is opened as a C program opens it, and both sides do the same from the same bytes,
//! alternately.

use crate::{
    bytes::Bytes,
    chain::{Chain, Tip, TipFacts},
    delay::DelayClaim,
    error::{Error, Status},
    group::Group,
    suite::Suite,
    vrf::HELIAST_ECVRF_ELL2,
};
use heliast::{AnyGroup, Group as _, RsaGroup, SecretKey, StatelessScheme, Statement};
use std::{
    env,
    ffi::{CString, c_char, c_int, c_void},
    hint::black_box,
    mem,
    os::unix::ffi::OsStringExt,
    ptr,
    time::{Duration, Instant},
};

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;
const SAMPLES: usize = 30;

/// A function of the shared library.
///
/// # Safety
/// `F` is the type of the function with this name.
unsafe fn function<F: Copy>(name: &str) -> F {
    let path = env::var_os("HELIAST_LIBRARY").expect("HELIAST_LIBRARY is the path of libheliast_c.so");
    let (path, name) = (CString::new(path.into_vec()).unwrap(), CString::new(name).unwrap());
    // SAFETY: both are texts that end in a zero; the library has initialisers of Rust's own only.
    let library = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
    assert!(!library.is_null(), "there is no library at {path:?}; the path has to be absolute");
    // SAFETY: an open library, and a text that ends in a zero.
    let found = unsafe { dlsym(library, name.as_ptr()) };
    assert!(!found.is_null(), "the library has no {name:?}");
    assert_eq!(size_of::<F>(), size_of::<*mut c_void>());
    // SAFETY: the caller's word, and the sizes agree.
    unsafe { mem::transmute_copy(&found) }
}

/// A handle that the library itself has made.
fn made<T>(make: impl FnOnce(*mut *mut T) -> Status) -> *mut T {
    let mut handle = ptr::null_mut();
    assert_eq!(make(&mut handle), Status::Ok);
    handle
}

/// A chain of the library's, and its tip before round 1.
fn made_chain(genesis: &[u8]) -> (*mut Chain, *mut Tip) {
    type New = unsafe extern "C" fn(*const u8, usize, *mut *mut Chain, *mut *mut Error) -> Status;
    type Start = unsafe extern "C" fn(*const Chain, *mut *mut Tip, *mut *mut Error) -> Status;
    // SAFETY: the types of these functions.
    let (new, start): (New, Start) =
        unsafe { (function("heliast_chain_new_any_chain"), function("heliast_tip_start")) };
    // SAFETY: bytes with their length, the chain that they give, places, and no errors.
    unsafe {
        let chain = made(|place| new(genesis.as_ptr(), genesis.len(), place, ptr::null_mut()));
        (chain, made(|place| start(chain, place, ptr::null_mut())))
    }
}

/// The least time of one call of each, of many samples that alternate.
fn least(calls: u32, mut ours: impl FnMut(), mut theirs: impl FnMut()) -> [Duration; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..SAMPLES {
        for (best, work) in best.iter_mut().zip([&mut ours as &mut dyn FnMut(), &mut theirs]) {
            let began = Instant::now();
            (0..calls).for_each(|_| work());
            *best = (*best).min(began.elapsed() / calls);
        }
    }
    best
}

fn tell(name: &str, [rust, c]: [Duration; 2]) {
    let ratio = c.as_secs_f64() / rust.as_secs_f64();
    let over = c.as_nanos() as i128 - rust.as_nanos() as i128;
    println!("{name}: {rust:?} in Rust, {c:?} through C, ratio {ratio:.4}, {over} ns more");
}

#[test]
#[ignore = "a measurement"]
fn a_call_costs_little_over_rust() {
    call_alone();
    delay();
    vrf();
    round();
}

/// The border with next to nothing behind it.
fn call_alone() {
    type Describe = unsafe extern "C" fn(*const Tip, *mut TipFacts, *mut *mut Error) -> Status;
    // SAFETY: the type of that function.
    let describe: Describe = unsafe { function("heliast_tip_describe") };
    let (chain, _) = chain();
    let (tip, (_, handle)) = (chain.start(), made_chain(chain.genesis_bytes()));
    let ours = || {
        let facts = TipFacts { round: tip.round(), time_ms: tip.time_ms(), seed: *tip.seed() };
        black_box(&facts);
    };
    let theirs = || {
        let mut facts = TipFacts { round: 0, time_ms: 0, seed: [0; 32] };
        // SAFETY: a tip, a place, and no error.
        let status = unsafe { describe(handle, &mut facts, ptr::null_mut()) };
        assert_eq!(status, Status::Ok);
        black_box(&facts);
    };
    tell("describing a tip", least(10_000, ours, theirs));
}

fn delay() {
    type Verify = unsafe extern "C" fn(*const Group, Suite, *const DelayClaim, *mut *mut Error) -> Status;
    // SAFETY: the type of that function.
    let verify: Verify = unsafe { function("heliast_delay_verify") };
    let group: AnyGroup = RsaGroup::rsa_2048().into();
    let x = heliast::delay_input(&group, b"overhead");
    let mut evaluation = heliast::Evaluation::start(&group, x.clone(), 1000).unwrap();
    evaluation.advance(1000);
    let suite = heliast::Suite::default();
    let (y, proof) = heliast::prove(&evaluation, suite, 1, |_| true).unwrap();
    let [x, y, proof] = [x, y, proof].map(|element| group.encode(&element));
    let ours = || {
        let element = |bytes: &[u8]| group.decode(bytes).unwrap();
        let statement = Statement { x: element(&x), y: element(&y), t: 1000 };
        heliast::verify_delay(&group, &statement, &element(&proof), suite).unwrap();
    };
    let claim = DelayClaim {
        x: x.as_ptr(),
        x_len: x.len(),
        y: y.as_ptr(),
        y_len: y.len(),
        proof: proof.as_ptr(),
        proof_len: proof.len(),
        t: 1000,
    };
    // SAFETY: the type of that function.
    let new: unsafe extern "C" fn(*mut *mut Group, *mut *mut Error) -> Status =
        unsafe { function("heliast_group_rsa_2048") };
    // SAFETY: a place for the group, and no error.
    let handle = made(|place| unsafe { new(place, ptr::null_mut()) });
    let suite = crate::suite::heliast_suite_default();
    // SAFETY: a group, a claim whose bytes live on, and no error.
    let theirs = || assert_eq!(unsafe { verify(handle, suite, &claim, ptr::null_mut()) }, Status::Ok);
    tell("verifying a delay, RSA-2048", least(20, ours, theirs));
}

fn vrf() {
    type Verify = unsafe extern "C" fn(
        u32,
        *const u8,
        usize,
        *const crate::vrf::Turn,
        *const u8,
        usize,
        *const u8,
        usize,
        *mut Bytes,
        *mut *mut Error,
    ) -> Status;
    // SAFETY: the types of these functions.
    let (verify, free): (Verify, unsafe extern "C" fn(*mut Bytes)) =
        unsafe { (function("heliast_vrf_verify"), function("heliast_bytes_free")) };
    let scheme = StatelessScheme::EcvrfEll2;
    let mut key = SecretKey::from_seed(scheme, [7; 32]);
    let (public, input) = (key.public_key(), b"overhead");
    let (_, proof) = key.prove(input).unwrap();
    let ours = || drop(black_box(scheme.verify(&public, input, &proof).unwrap()));
    let theirs = || {
        let mut output = Bytes { data: ptr::null_mut(), len: 0 };
        // SAFETY: bytes with their lengths, no turn, a place for the output, and no error.
        let status = unsafe {
            let (key, alpha, pi) = (public.as_ptr(), input.as_ptr(), proof.as_ptr());
            let place = &raw mut output;
            let (n, m, k) = (public.len(), input.len(), proof.len());
            verify(HELIAST_ECVRF_ELL2, key, n, ptr::null(), alpha, m, pi, k, place, ptr::null_mut())
        };
        assert_eq!(status, Status::Ok);
        // SAFETY: what the library gave.
        unsafe { free(&mut output) };
    };
    tell("verifying a proof of ECVRF", least(50, ours, theirs));
}

fn round() {
    use crate::round::Round;
    type Verify = unsafe extern "C" fn(
        *const Chain,
        *const Tip,
        *const u8,
        usize,
        *mut *mut Round,
        *mut *mut Error,
    ) -> Status;
    // SAFETY: the types of these functions.
    let (verify, free): (Verify, unsafe extern "C" fn(*mut Round)) =
        unsafe { (function("heliast_chain_verify"), function("heliast_round_free")) };
    let (chain, bytes) = chain();
    let tip = chain.start();
    let ours = || drop(black_box(chain.verify(&tip, chain.decode_round(&bytes).unwrap()).unwrap()));
    let (handle, start) = made_chain(chain.genesis_bytes());
    let theirs = || {
        let mut round = ptr::null_mut();
        // SAFETY: a chain, a tip, bytes with their length, a place for the round, and no error.
        let status =
            unsafe { verify(handle, start, bytes.as_ptr(), bytes.len(), &mut round, ptr::null_mut()) };
        assert_eq!(status, Status::Ok);
        // SAFETY: what the library gave.
        unsafe { free(round) };
    };
    tell("verifying a round", least(20, ours, theirs));
}

/// A chain, and its first round.
fn chain() -> (heliast::Chain, Vec<u8>) {
    let cases = testkit::cases("round.json");
    let case = testkit::of_kind(&cases, "chain")[0];
    let chain = heliast::Chain::from_bytes(&testkit::bytes(case, "genesis_bytes")).unwrap();
    (chain, testkit::bytes(&testkit::list(case, "rounds")[0], "bytes"))
}
