//! An evaluation as a state machine: steps of any size, interrupted and resumed anywhere from its checkpoint
//! file, lead to the same output and to the proof of the naive prover.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use heliast_group::Group;
use heliast_vdf::{CompactClaim, Evaluation, PrimeMode, ProveError, Statement, Suite};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const LONGEST: u64 = 3_000;
/// Challenges have 128 to 256 bits: longer ones would take most of the time, and nothing in this target
/// depends on their length.
const LENGTHS: u8 = 17;

/// The groups whose factors are known: the true output is cheap to compute in them.
static GROUPS: LazyLock<Vec<TestGroup>> =
    LazyLock::new(|| vectors::groups().into_iter().filter(|it| it.trapdoor.is_some()).collect());

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let TestGroup { group, trapdoor } = &GROUPS[usize::from(fields.u8()) % GROUPS.len()];
    let t = u64::from(fields.u16()) % LONGEST + 1;
    let mode = if fields.u8() % 2 == 0 { PrimeMode::SievedFull } else { PrimeMode::Plain };
    let suite = Suite::new(mode, 128 + 8 * u16::from(fields.u8() % LENGTHS)).expect("bits are in range");
    let threads = usize::from(fields.u8() % 4);
    let x = heliast_vdf::delay_input(group, &fields.array::<2>());

    let mut evaluation = Evaluation::start(group, x.clone(), t).expect("t is in range");
    let mut done = 0;
    while !fields.is_empty() && done < t {
        let unfinished = ProveError::Unfinished { done, t };
        assert_eq!(heliast_vdf::prove(&evaluation, suite, threads, |_| true).err(), Some(unfinished));
        let step = u64::from(fields.u16());
        done = t.min(done + step);
        assert_eq!(evaluation.advance(step), done == t);
        assert_eq!(evaluation.done(), done);
        if step % 3 == 0 {
            let bytes = evaluation.to_bytes();
            evaluation = Evaluation::from_bytes(group, &bytes).expect("what it wrote");
            assert_eq!(evaluation.to_bytes(), bytes);
        }
    }
    evaluation.advance(t);

    let (y, proof) = heliast_vdf::prove(&evaluation, suite, threads, |_| true).expect("it is finished");
    let truth = trapdoor.as_ref().map(|trapdoor| trapdoor.evaluate(&x, t));
    assert!(truth.is_some_and(|truth| group.equal(&y, &truth)), "wrong output");
    let statement = Statement { x, y, t };
    heliast_vdf::verify(group, &statement, &proof, suite).expect("an honest proof verifies");
    let prime = heliast_vdf::challenge(group, &statement, suite).expect("a challenge exists").prime;
    let naive = heliast_vdf::prove_naive(group, &statement.x, t, &prime);
    assert!(group.equal(&proof, &naive), "not the naive prover's proof");
    let claim = CompactClaim { x: statement.x, t, proof, prime, hint: None };
    let recovered = heliast_vdf::recover(group, &claim, suite).expect("the compact form verifies");
    assert!(group.equal(&recovered, &statement.y));
});
