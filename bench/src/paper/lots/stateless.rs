//! Compares the column of SL-VRF, and A-VRF, which is not in the paper, with their peers: lengths and times
//! of proofs.

use super::{lengths, measure, plain};
use crate::{
    inputs::Stream,
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits},
        lab::Lab,
        printed::lots::{SL_VRF, X_VRF},
    },
    peers::{faest, picnic::Picnic},
    row::Side,
};
use heliast_study::slvrf;
use heliast_vrf::{Vrf, avrf, stateful::Scheme};
use std::{hint::black_box, rc::Rc};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "lots-table-1-stateless",
    title: "SL-VRF and A-VRF: sizes, key generation, evaluation, verification",
    measure: |lab, _| finding(lab),
};

const CASES: usize = 8;
/// The number of proofs whose lengths are averaged.
const PROOFS: usize = 64;

/// Times in seconds.
struct Times {
    plain: plain::Times,
    /// The time of the output alone.
    output: f64,
}

/// The times in seconds of signing and verifying twice.
struct PeerTimes {
    name: &'static str,
    sign: f64,
    verify: f64,
}

fn finding(lab: &Lab) -> Finding {
    let xvrf = measure::ours(lab, Scheme::XVrf, 15);
    let sl = slvrf::Suite::ALL.map(|suite| beside(lab, sl_vrf_sides(suite), picnic()));
    let a = avrf::Suite::ALL.map(|suite| beside(lab, a_vrf_sides(suite), faest(suite)));
    let measured: Vec<f64> = sl_vrf_lengths(slvrf::Suite::Paper);
    let worst = *slvrf::Suite::Paper.proof_len().end() as f64;
    let paper = &sl[0].0.plain;
    let slower = [paper.evaluate / xvrf.evaluate, paper.verify / xvrf.verify];
    Finding::new(
        "One core. A key of all four is derived from a seed; the public key holds a nonce, so that nobody chooses what it encrypts. The peer of SL-VRF \
         is the optimised Picnic library in C, which proves one encryption a signature, called twice; the peer of A-VRF is the crate faest, called \
         twice. Times are the processor's. SL-VRF's times are those of random inputs; the first key of a suite also makes the cipher's matrices, 10 to 70 ms once.",
    )
    .table(sizes(&measured))
    .table(times(&sl, &a))
    .claim(
        "a proof of SL-VRF has 40 KB",
        Verdict::when((worst - SL_VRF.proof.1 as f64).abs() < 500.0),
        format!(
            "{} bytes at the most, {} on average",
            worst,
            digits(measured.iter().sum::<f64>() / measured.len() as f64)
        ),
    )
    .claim(
        "which is at least 13.3 times a proof of X-VRF",
        Verdict::when(X_VRF.iter().all(|column| worst / column.proof.1 as f64 >= 13.3)),
        format!("{} times that of X-VRF-27, at the most", digits(worst / X_VRF[3].proof.1 as f64)),
    )
    .claim(
        "SL-VRF is 500 to 5000 times slower than X-VRF",
        Verdict::of(slower.iter().filter(|times| (500.0..5000.0).contains(*times)).count(), 2),
        format!(
            "{} times in evaluation and {} in verification: the paper's SL-VRF ran without vectors, ours in eight lanes",
            digits(slower[0]),
            digits(slower[1])
        ),
    )
}

fn inputs() -> Rc<[Vec<u8>]> {
    let mut stream = Stream::new("heliast/bench/lots/stateless");
    (0..CASES).map(|_| stream.bytes(32)).collect()
}

fn seed() -> [u8; 32] {
    Stream::new("heliast/bench/lots/stateless/seed").bytes(32).try_into().expect("32 bytes")
}

/// Measures our times without a peer.
pub(super) fn sl_vrf(lab: &Lab, suite: slvrf::Suite) -> plain::Times {
    alone(lab, sl_vrf_sides(suite))
}

/// Measures our times without a peer.
pub(super) fn a_vrf(lab: &Lab, suite: avrf::Suite) -> plain::Times {
    alone(lab, a_vrf_sides(suite))
}

fn alone(lab: &Lab, ours: [Side; 4]) -> plain::Times {
    let [keygen, evaluate, verify, _] = lab.fastest(ours.map(Side::of_thread).into(), CASES)[..] else {
        unreachable!("four sides")
    };
    plain::Times { keygen, evaluate, verify }
}

/// Measures our times and a peer's in turn.
fn beside(lab: &Lab, ours: [Side; 4], (name, peer): (&'static str, [Side; 2])) -> (Times, PeerTimes) {
    let sides = ours.into_iter().chain(peer).map(Side::of_thread).collect();
    let [keygen, evaluate, verify, output, sign, verify_twice] = lab.fastest(sides, CASES)[..] else {
        unreachable!("six sides")
    };
    let plain = plain::Times { keygen, evaluate, verify };
    (Times { plain, output }, PeerTimes { name, sign, verify: verify_twice })
}

fn sl_vrf_sides(suite: slvrf::Suite) -> [Side; 4] {
    let key = Rc::new(slvrf::SecretKey::from_seed(suite, &seed()));
    let (inputs, public) = (inputs(), *key.public_key());
    let proofs: Vec<_> = inputs.iter().map(|input| key.prove(input)).collect();
    let (prover, evaluator) = (key.clone(), key);
    let (messages, checked) = (inputs.clone(), inputs.clone());
    [
        Side::new(1, move |_| drop(black_box(slvrf::SecretKey::from_seed(suite, &seed())))),
        Side::new(1, move |case| drop(black_box(prover.prove(&messages[case])))),
        Side::new(1, move |case| {
            let (output, proof) = &proofs[case];
            assert_eq!(slvrf::SlVrf::verify(&public, (), &checked[case], proof).as_ref(), Ok(output));
        }),
        Side::new(1, move |case| {
            black_box(evaluator.evaluate(&inputs[case]));
        }),
    ]
}

/// Returns the sides of signing and of verifying, each of which is done twice.
fn picnic() -> (&'static str, [Side; 2]) {
    let inputs = inputs();
    let mut stream = Stream::new("heliast/bench/lots/stateless/picnic");
    let mut block = || stream.bytes(24).try_into().expect("24 bytes");
    let peer = Rc::new(Picnic::new(&block(), &block()));
    let signatures: Vec<_> = inputs.iter().map(|input| peer.sign(input)).collect();
    let (signer, messages) = (peer.clone(), inputs.clone());
    let theirs = [
        Side::new(1, move |case| (0..2).for_each(|_| drop(black_box(signer.sign(&messages[case]))))),
        Side::new(1, move |case| {
            (0..2).for_each(|_| assert!(peer.verifies(&inputs[case], &signatures[case])));
        }),
    ];
    ("Picnic3-L3", theirs)
}

fn a_vrf_sides(suite: avrf::Suite) -> [Side; 4] {
    let key = Rc::new(avrf::SecretKey::from_seed(suite, &seed()));
    let (inputs, public) = (inputs(), *key.public_key());
    let proofs: Vec<_> = inputs.iter().map(|input| key.prove(input)).collect();
    let (prover, evaluator) = (key.clone(), key);
    let (messages, checked) = (inputs.clone(), inputs.clone());
    [
        Side::new(1, move |_| drop(black_box(avrf::SecretKey::from_seed(suite, &seed())))),
        Side::new(1, move |case| drop(black_box(prover.prove(&messages[case])))),
        Side::new(1, move |case| {
            let (output, proof) = &proofs[case];
            assert_eq!(avrf::AVrf::verify(&public, (), &checked[case], proof).as_ref(), Ok(output));
        }),
        Side::new(1, move |case| {
            black_box(evaluator.evaluate(&inputs[case]));
        }),
    ]
}

/// Returns the same sides for FAEST.
fn faest(suite: avrf::Suite) -> (&'static str, [Side; 2]) {
    let mut stream = Stream::new("heliast/bench/lots/stateless/faest");
    match suite {
        avrf::Suite::Small => ("FAEST-128s", twice(faest::Small::new(|| stream.bytes(32)), inputs())),
        avrf::Suite::Fast => ("FAEST-128f", twice(faest::Fast::new(|| stream.bytes(32)), inputs())),
    }
}

/// Returns the sides of signing and of verifying, each of which is done twice.
fn twice<K, S>(peer: faest::Faest<K, S>, inputs: Rc<[Vec<u8>]>) -> [Side; 2]
where
    faest::Faest<K, S>: faest::Signs<Signature = S> + 'static,
    S: 'static,
{
    use faest::Signs;
    let peer = Rc::new(peer);
    let signatures: Vec<_> = inputs.iter().map(|input| peer.sign(input)).collect();
    let (signer, messages) = (peer.clone(), inputs.clone());
    [
        Side::new(1, move |case| (0..2).for_each(|_| drop(black_box(signer.sign(&messages[case]))))),
        Side::new(1, move |case| {
            (0..2).for_each(|_| assert!(peer.verifies(&inputs[case], &signatures[case])));
        }),
    ]
}

/// Returns the bytes of y ‖ π for some inputs.
fn sl_vrf_lengths(suite: slvrf::Suite) -> Vec<f64> {
    let key = slvrf::SecretKey::from_seed(suite, &seed());
    let mut stream = Stream::new("heliast/bench/lots/stateless/lengths");
    (0..PROOFS).map(|_| key.prove(&stream.bytes(32)).1.as_bytes().len() as f64).collect()
}

fn sizes(paper: &[f64]) -> Table {
    let mut table = Table::new(
        &format!("Sizes in bytes, y included; averages of {PROOFS} proofs"),
        &[
            "instance",
            "paper: PK",
            "ours",
            "paper: SK",
            "ours",
            "paper: proof",
            "average by formula",
            "measured",
            "at the most by formula",
            "accepted at the most",
        ],
    );
    let average = |lengths: &[f64]| digits(lengths.iter().sum::<f64>() / lengths.len() as f64);
    for suite in slvrf::Suite::ALL {
        let is_paper = suite == slvrf::Suite::Paper;
        let theirs = |cell: String| if is_paper { cell } else { "-".to_owned() };
        let rounds = if is_paper { 4 } else { 13 };
        let formula = lengths::SlVrf::new(rounds);
        let found = if is_paper { average(paper) } else { average(&sl_vrf_lengths(suite)) };
        table.push(vec![
            suite.name().to_owned(),
            theirs(SL_VRF.public.1.to_string()),
            slvrf::PublicKey::LEN.to_string(),
            theirs(SL_VRF.secret.1.to_string()),
            "32".to_owned(),
            theirs(SL_VRF.proof.0.to_owned()),
            digits(formula.average()),
            found,
            formula.worst().to_string(),
            suite.proof_len().end().to_string(),
        ]);
    }
    for suite in avrf::Suite::ALL {
        let key = avrf::SecretKey::from_seed(suite, &seed());
        let formula = match suite {
            avrf::Suite::Small => lengths::a_vrf(11, 102),
            avrf::Suite::Fast => lengths::a_vrf(16, 110),
        };
        let none = || "-".to_owned();
        table.push(vec![
            suite.name().to_owned(),
            none(),
            avrf::PublicKey::LEN.to_string(),
            none(),
            "32".to_owned(),
            none(),
            formula.to_string(),
            key.prove(b"").1.as_bytes().len().to_string(),
            formula.to_string(),
            suite.proof_len().end().to_string(),
        ]);
    }
    table
}

fn times(sl: &[(Times, PeerTimes); 2], a: &[(Times, PeerTimes); 2]) -> Table {
    let mut table = Table::new(
        "Times in ms",
        &[
            "instance",
            "paper: key generation",
            "ours",
            "paper: evaluation",
            "peer twice",
            "ours",
            "output alone",
            "paper: verification",
            "peer twice",
            "ours",
            "peer",
        ],
    );
    let names = slvrf::Suite::ALL.map(|suite| suite.name()).into_iter();
    let names = names.chain(avrf::Suite::ALL.map(|suite| suite.name()));
    for (name, (ours, peer)) in names.zip(sl.iter().chain(a)) {
        let is_paper = name == slvrf::Suite::Paper.name();
        let theirs = |value: f64| if is_paper { digits(value) } else { "-".to_owned() };
        let ms = |seconds: f64| digits(seconds * 1e3);
        table.push(vec![
            name.to_owned(),
            theirs(SL_VRF.keygen * 1e3),
            ms(ours.plain.keygen),
            theirs(SL_VRF.evaluate),
            ms(peer.sign),
            ms(ours.plain.evaluate),
            ms(ours.output),
            theirs(SL_VRF.verify),
            ms(peer.verify),
            ms(ours.plain.verify),
            peer.name.to_owned(),
        ]);
    }
    table
}
