//! Checks by valgrind's memcheck that no branch and no address depends on a secret.
//!
//! The seeds of keys and the key of the block cipher are marked as undefined memory. Memcheck follows
//! undefined bits through every operation and complains when one decides a jump or an address. Values that
//! are public in the end (leaves, proofs, outputs) are marked as defined again before they are compared. The
//! lengths of the chains come from a digest of public values, so that they stay defined throughout.
//!
//! ```text
//! cargo build --release -p consttime
//! valgrind --error-exitcode=9 target/release/consttime          # must succeed
//! # These must fail, because a branch is planted: x-vrf, sl-vrf, a-vrf, envelope.
//! valgrind --error-exitcode=9 target/release/consttime x-vrf
//! ```
//!
//! Use a release build: a debug build checks midstates by an assertion, of which memcheck complains. (That
//! shows that memcheck sees into the library.)
//!
//! Valgrind's processor has neither the SHA extensions nor AVX-512: this checks all code above the kernels,
//! and the kernels for other processors. The two kernels that it leaves out are straight-line vector code.
//!
//! It has AES-NI and PCLMULQDQ, which A-VRF uses; the portable kernels are checked separately. The portable
//! AES is the crate `aes`, which uses AES-NI if the processor has it: its software for other processors is
//! checked in a build with `RUSTFLAGS='--cfg aes_backend="soft"'`.

use heliast_envelope::{Place, Sealer, Setup, age::FileKey};
use heliast_study::lowmc::{Bits, LowMc, Parameters};
use heliast_symmetric::{
    aes::{Aes, KEYS},
    binary::{Binary, Gf128},
    sha256::Sha256,
};
use heliast_vrf::{
    Vrf,
    stateful::{Durable, Guard, Scheme, Signer, Terms, Turn},
    tree::Nodes,
    xmss::{Hash, Node},
};
use std::process::ExitCode;

const HEIGHT: u8 = 15;
const PUB_SEED: [u8; 32] = [2; 32];

fn main() -> ExitCode {
    if memcheck::request(memcheck::RUNNING, &[]) == 0 {
        eprintln!("error: not under valgrind, where alone this shows anything");
        return ExitCode::from(2);
    }
    match std::env::args().nth(1).as_deref() {
        None => watch_all(),
        Some("x-vrf") => evaluate(Sha256::new(), Scheme::XVrf, 1, true),
        Some("sl-vrf") => slvrf(heliast_study::slvrf::Suite::Paper, true),
        Some("a-vrf") => avrf(heliast_vrf::avrf::Suite::Fast, true),
        Some("envelope") => envelope(true),
        Some(other) => {
            eprintln!("error: no branch is planted in {other}, only in x-vrf, sl-vrf, a-vrf and envelope");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn watch_all() {
    let kernels: Vec<_> = Sha256::all().collect();
    for sha in kernels {
        for (scheme, slots) in [(Scheme::XVrf, 1), (Scheme::IVrf, 9)] {
            evaluate(sha, scheme, slots, false);
        }
        println!("kernel {}: no complaint means that nothing depends on a secret", sha.name());
    }
    for parameters in [Parameters::N129R4, Parameters::N192R13] {
        encrypt(&LowMc::new(parameters));
    }
    heliast_study::slvrf::Suite::ALL.into_iter().for_each(|suite| slvrf(suite, false));
    heliast_vrf::avrf::Suite::ALL.into_iter().for_each(|suite| avrf(suite, false));
    println!("LowMC, SL-VRF and A-VRF: likewise");
    envelope(false);
    println!("sealing in the group of a modulus: likewise");
    Aes::all().for_each(|aes| watch(&format!("AES, {}", aes.name()), &|keys| streams(aes, keys)));
    Binary::all().for_each(|field| {
        watch(&format!("binary fields, {}", field.name()), &|words| products(field, words));
    });
}

fn evaluate(sha: Sha256, scheme: Scheme, slots: u16, leak: bool) {
    let mut seed = [1; 32];
    memcheck::request(memcheck::MAKE_UNDEFINED, &seed);
    let terms = Terms::new(scheme, HEIGHT, slots, 0).expect("terms");
    let signer = Signer::new(sha, terms, &seed, &PUB_SEED);

    let mut leaves = [Node::default(); 35];
    signer.leaves(0, &mut leaves);
    memcheck::request(memcheck::MAKE_DEFINED, leaves.as_flattened());
    assert_ne!(leaves[0], leaves[34]);

    for round in [0, 3] {
        let turn = Turn { round, slot: 0 };
        let path = [[round as u8; 32]; HEIGHT as usize];
        let leaf = round as usize;
        let root = Hash::new(sha, &PUB_SEED).climb(leaf as u32, leaves[leaf], &path);
        let key = signer.public_key(root);
        let mut guard = Guard::new(key, None).expect("a new key");
        let sealed = signer.seal(guard.reserve(turn, b"input").expect("a new position"), &path);
        let durable = Durable::vouch(key, sealed.mark());
        let (output, proof) = sealed.open(&durable).expect("its own mark");
        if leak && proof.as_bytes()[100] & 1 == 1 {
            println!("a branch on a secret");
        }
        memcheck::request(memcheck::MAKE_DEFINED, proof.as_bytes());
        memcheck::request(memcheck::MAKE_DEFINED, &output.0);
        assert_eq!(key.verify(turn, b"input", proof.as_bytes()), Ok(output));
    }
    memcheck::request(memcheck::MAKE_DEFINED, &seed);
    seed.fill(0);
}

/// The lock of an envelope in the group of a modulus. The number to square is public once the exponent is
/// used, and so is the wrapped key; the exponent, the delay's output and the file key are secret.
fn envelope(leak: bool) {
    const T: u64 = 20;
    let setup = Setup::begin(Place::rsa_2048());
    let mut evaluation = setup.evaluation(T).expect("a delay");
    evaluation.advance(T);
    let setup = setup.add(&evaluation, 1, |_| true).expect("a proof");
    let sealer = Sealer::new(&setup, T).expect("a delay of the setup");
    let mut exponent = vec![0xa5; setup.place().exponent_len()];
    memcheck::request(memcheck::MAKE_UNDEFINED, &exponent);
    let file_key = FileKey::new([9; 16].into());
    memcheck::request(memcheck::MAKE_UNDEFINED, file_key.as_bytes());
    let [x, y] = sealer.powers(&exponent);
    if leak && y[100] & 1 == 1 {
        println!("a branch on the output of the delay");
    }
    memcheck::request(memcheck::MAKE_DEFINED, &x);
    let lock = sealer.lock_of(&file_key, &x, &y).expect("no identity");
    let body = lock.to_stanza().body;
    memcheck::request(memcheck::MAKE_DEFINED, &body);
    memcheck::request(memcheck::MAKE_DEFINED, &y);
    assert!(body[1..].starts_with(&x) && *x != *y);
    memcheck::request(memcheck::MAKE_DEFINED, &exponent);
    exponent.fill(0);
}

/// LowMC under a secret key.
fn encrypt(lowmc: &LowMc) {
    let parameters = lowmc.parameters();
    let (mut key, whole) = (vec![0x5a; parameters.bytes()], parameters.bits() / 8);
    // Padding bits are compared, and are public.
    key[whole..].fill(0x80);
    memcheck::request(memcheck::MAKE_UNDEFINED, &key[..whole]);
    let key = parameters.decode(&key).expect("a key");
    let block = lowmc.encrypt(&lowmc.round_keys(&key), &Bits::default()).to_bytes();
    let inverse = lowmc.whitening().key_inverse.mul(&key).to_bytes();
    for bytes in [&block, &inverse] {
        memcheck::request(memcheck::MAKE_DEFINED, bytes);
    }
    assert_ne!(block, inverse);
}

/// A key of a stateless scheme, an output and a proof. The challenge is public, once the prover has committed
/// itself, and decides what is opened; everything before it and everything that stays hidden is secret.
macro_rules! stateless {
    ($library:ident, $name:ident, $scheme:ident, $random:literal) => {
        fn $name(suite: $library::$name::Suite, leak: bool) {
            let mut seed = [3; 32];
            memcheck::request(memcheck::MAKE_UNDEFINED, &seed);
            let secret = $library::$name::SecretKey::from_seed(suite, &seed);
            let evaluated = secret.evaluate(b"input");
            let committed = secret.commit(b"input", Some(&[5; $random]));
            memcheck::request(memcheck::MAKE_DEFINED, committed.challenge());
            let (output, proof) = committed.answer();
            if leak && proof.as_bytes()[100] & 1 == 1 {
                println!("a branch on what the key alone says");
            }
            memcheck::request(memcheck::MAKE_DEFINED, proof.as_bytes());
            let public = *secret.public_key();
            memcheck::request(memcheck::MAKE_DEFINED, public.as_bytes());
            for output in [&evaluated, &output] {
                memcheck::request(memcheck::MAKE_DEFINED, &output.0);
            }
            assert_eq!(evaluated, output);
            assert_eq!($library::$name::$scheme::verify(&public, (), b"input", &proof), Ok(output));
            memcheck::request(memcheck::MAKE_DEFINED, &seed);
            seed.fill(0);
        }
    };
}

stateless!(heliast_study, slvrf, SlVrf, 48);
stateless!(heliast_vrf, avrf, AVrf, 32);

/// Checks that a kernel gives the same result for eight secret words as for the same words when public.
fn watch(name: &str, kernel: &dyn Fn(&[u128; KEYS]) -> Vec<u8>) {
    let words = std::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835 << i);
    let secret = words.map(u128::to_le_bytes);
    memcheck::request(memcheck::MAKE_UNDEFINED, secret.as_flattened());
    let found = kernel(&secret.map(u128::from_le_bytes));
    memcheck::request(memcheck::MAKE_DEFINED, &found);
    assert_eq!(found, kernel(&words));
    println!("{name}: likewise");
}

/// AES under these keys.
fn streams(aes: Aes, keys: &[u128; KEYS]) -> Vec<u8> {
    let mut out = [0; 5 * KEYS];
    aes.streams(keys, &[7; KEYS], &mut out);
    let [mut odd, mut twos, mut fours, mut all] = [[0; 5]; 4];
    aes.cube(keys, 7, [&mut odd, &mut twos, &mut fours], &mut all);
    out.into_iter().chain([odd, twos, fours, all].into_iter().flatten()).flat_map(u128::to_le_bytes).collect()
}

/// Products of these elements.
fn products(field: Binary, words: &[u128; KEYS]) -> Vec<u8> {
    let elements = words.map(Gf128);
    let (a, b) = elements.split_at(KEYS / 2);
    let (mut products, mut powers, mut commitments) = ([Gf128::ZERO; KEYS], [Gf128::ZERO; 5], [[0; 48]; 2]);
    field.products(&elements, &elements, &mut products);
    field.powers(a[0], &mut powers);
    field.affine384(&[3, 5, 7], words.as_chunks().0, &mut commitments);
    let [sums] = field.combine(&[[a[1], b[1]]], &[&elements, &products]);
    let dots = [field.dot(a, b), Gf128(field.dot64(a, b).into())];
    let results = products.iter().chain(&powers).chain(&sums).chain(&dots);
    results.flat_map(|element| element.to_bytes()).chain(commitments.into_iter().flatten()).collect()
}

/// Requests to the valgrind that runs us; nothing happens without valgrind.
mod memcheck {
    use std::hint::black_box;

    pub const RUNNING: usize = 0x1001;
    /// 'M' and 'C' are memcheck's letters.
    const MEMCHECK: usize = 0x4d43_0000;
    pub const MAKE_UNDEFINED: usize = MEMCHECK + 1;
    pub const MAKE_DEFINED: usize = MEMCHECK + 2;

    /// Returns valgrind's answer, or 0.
    pub fn request(code: usize, bytes: &[u8]) -> usize {
        let arguments = [code, bytes.as_ptr() as usize, bytes.len(), 0, 0, 0];
        black_box(bytes);
        let answer = send(&arguments);
        black_box(bytes);
        answer
    }

    #[cfg(target_arch = "x86_64")]
    fn send(arguments: &[usize; 6]) -> usize {
        let mut answer = 0;
        // SAFETY: the rotations add up to 128 bits and the exchange is with itself: to a processor this does
        // nothing. Valgrind knows the sequence, reads the six words that rax points to and writes rdx.
        unsafe {
            std::arch::asm!(
                "rol rdi, 3",
                "rol rdi, 13",
                "rol rdi, 61",
                "rol rdi, 51",
                "xchg rbx, rbx",
                inout("rdi") 0usize => _,
                in("rax") arguments,
                inout("rdx") answer,
            );
        }
        answer
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn send(_: &[usize; 6]) -> usize {
        0
    }
}
