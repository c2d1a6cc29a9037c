//! The same delays in three groups of unknown order, side by side: sizes, and times on this machine.
//!
//!     cargo run --release -p examples --bin groups [PROOFS]
//!
//! PROOFS, 1000 by default, are verified by one equation. `bench/results/groups-zen4.csv` has what this
//! prints, with commit and machine; `docs/guide/src/group.md` shows it.

use heliast::{
    AnyElem, AnyGroup, ClassGroup, Evaluation, Group, ProofFile, RsaGroup, Statement, Suite, prove,
};
use heliast_vdf::{Claim, Form, delay_input, verify_combined};
use std::{
    env,
    error::Error,
    fs,
    hint::black_box,
    time::{Duration, Instant},
};

/// Squarings of each delay. A verification takes the same time after a thousand times as many.
const T: u64 = 500;
/// The quickest of this many runs counts: the machine's other work can only make runs slower.
const RUNS: usize = 40;
/// The first digits of π, which nobody could choose.
const SEED: &[u8] = b"3.14159265358979323846264338327950288419716939937510582097494459";

fn main() -> Result<(), Box<dyn Error>> {
    let proofs = env::args().nth(1).map_or(Ok(1000), |count| count.parse())?;
    let groups: [(&str, AnyGroup); 3] = [
        ("`rsa-2048`", RsaGroup::rsa_2048().into()),
        ("`class-1024`", ClassGroup::from_seed(SEED, 1024)?.into()),
        ("`class-2048`", ClassGroup::from_seed(SEED, 2048)?.into()),
    ];
    let first_look = Instant::now();
    println!("group,element,proof,squaring,product,verification,one of {proofs}");
    for (name, group) in groups {
        let [square, product] = operations(&group);
        let files =
            (0..proofs).map(|i: u64| proof(&group, &i.to_be_bytes())).collect::<Result<Vec<_>, _>>()?;
        let first = files.first().ok_or("at least one proof is needed")?;
        // The search for the challenge prime takes longer for some proofs than for others: take the mean of
        // several.
        let some = &files[..files.len().min(40)];
        let open = |bytes| ProofFile::from_bytes(bytes).map(|file| file.open(&group).is_ok());
        let single: Duration = some.iter().map(|bytes| quickest(|| drop(black_box(open(bytes))))).sum();
        let single = single / some.len() as u32;
        combined(&group, &files)?;
        let began = core_time(first_look);
        combined(&group, &files)?;
        let together = core_time(first_look).saturating_sub(began) / files.len() as u32;
        let [element, proof] = [group.encoded_len(), first.len()];
        let micros = |time: Duration| format!("{:.2} µs", time.as_secs_f64() * 1e6);
        let millis = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        println!(
            "{name},{element} B,{proof} B,{},{},{},{}",
            micros(square),
            micros(product),
            millis(single),
            millis(together)
        );
    }
    Ok(())
}

/// A proof file of the delay of `message`.
fn proof(group: &AnyGroup, message: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let x = delay_input(group, message);
    let mut evaluation = Evaluation::start(group, x.clone(), T)?;
    while !evaluation.advance(T) {}
    let suite = Suite::default();
    let (y, proof) = prove(&evaluation, suite, 1, |_| true)?;
    Ok(ProofFile::new(group, &Statement { x, y, t: T }, &proof, suite, false)?.to_bytes())
}

/// Verifies all proofs by one equation.
fn combined(group: &AnyGroup, files: &[Vec<u8>]) -> Result<(), Box<dyn Error>> {
    let claim = |bytes: &Vec<u8>| -> Result<Claim<AnyElem>, Box<dyn Error>> {
        let file = ProofFile::from_bytes(bytes)?;
        let Form::Output { y, proof } = &file.form else { return Err("a proof without its output".into()) };
        let statement = Statement { x: group.decode(&file.x)?, y: group.decode(y)?, t: file.t };
        Ok(Claim { statement, proof: group.decode(proof)?, hint: file.hint })
    };
    let claims = files.iter().map(claim).collect::<Result<Vec<_>, _>>()?;
    Ok(verify_combined(group, &claims, Suite::default(), &[], 1)?)
}

/// Measures a squaring and a product, in chains of two hundred.
fn operations(group: &AnyGroup) -> [Duration; 2] {
    const LEN: u32 = 200;
    // The hash to a class group is a short form: after some squarings it is as long as any.
    let [mut factor, mut x] = [b"factor", b"input "].map(|name| delay_input(group, name));
    group.square_n(&mut factor, LEN.into());
    let square = quickest(|| group.square_n(&mut x, LEN.into())) / LEN;
    let product = quickest(|| (0..LEN).for_each(|_| group.mul_assign(&mut x, &factor))) / LEN;
    [square, product]
}

fn quickest(mut work: impl FnMut()) -> Duration {
    let times = (0..RUNS).map(|_| {
        let began = Instant::now();
        work();
        began.elapsed()
    });
    times.min().unwrap_or_default()
}

/// The processor time of this thread, if Linux reports it (to some milliseconds, which is enough for long
/// measurements), and otherwise the time since `first_look`.
fn core_time(first_look: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| first_look.elapsed(), Duration::from_nanos)
}
