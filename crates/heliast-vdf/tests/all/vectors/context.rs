//! `vectors/delay_context.json`: proofs that are bound to a context, and those of the suite of contracts.

use super::{class, groups, suite};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup, Trapdoor};
use heliast_vdf::{
    CompactClaim, Drawing, Evaluation, Form, OpenError, PrimeMode, ProofFile, Statement, Suite, challenge,
    delay_input, prove, prove_with_trapdoor, recover,
};
use testkit::{Value, assert_class, bytes, error_class, list, load, number, optional_number, text};

/// The longest delay that is evaluated.
const MAX_EVALUATED: u64 = 10_000;

#[test]
fn delay_context_vectors() {
    let file = load("delay_context.json");
    let groups = groups(&file);
    let (mut proofs, mut accepted, mut refused) = (0, 0, 0);
    for case in list(&file, "cases") {
        let (group, trapdoor) = &groups[text(case, "group")];
        match (text(case, "kind"), error_class(case)) {
            ("proof", None) => {
                proofs += 1;
                proof(case, group, trapdoor.as_ref());
            }
            ("verify", refusal) => {
                *(if refusal.is_some() { &mut refused } else { &mut accepted }) += 1;
                let opened = open(case, group);
                assert_class(case, opened.err().map(|reason| class(&reason)));
            }
            other => panic!("unknown kind {other:?}"),
        }
    }
    assert!(proofs >= 20 && accepted >= 3 && refused >= 150, "{proofs}, {accepted}, {refused}");
}

fn drawing(suite: Suite, context: &[u8]) -> Drawing<'_> {
    if context.is_empty() { suite.into() } else { Drawing::new(suite, context).unwrap() }
}

/// Evaluates, proves in every possible way, and compares every byte.
fn proof(case: &Value, group: &RsaGroup, trapdoor: Option<&Trapdoor>) {
    let (name, t, context) = (text(case, "name"), number(case, "t"), bytes(case, "context"));
    let drawing = drawing(suite(case), &context);
    let x = delay_input(group, &bytes(case, "message"));
    let mut made = Vec::new();
    if let Some(trapdoor) = trapdoor {
        made.push(prove_with_trapdoor(trapdoor, &x, t, drawing).unwrap());
    }
    if t <= MAX_EVALUATED {
        let mut evaluation = Evaluation::start(group, x.clone(), t).unwrap();
        evaluation.advance(t);
        made.push(prove(&evaluation, drawing, 2, |_| true).unwrap());
    }
    assert!(!made.is_empty(), "{name}");
    for (y, pi) in made {
        assert_eq!(group.encode(&y), bytes(case, "y"), "{name}");
        assert_eq!(group.encode(&pi), bytes(case, "pi"), "{name}");
        let statement = Statement { x: x.clone(), y, t };
        let drawn = challenge(group, &statement, drawing).unwrap();
        assert_eq!(drawn.prime, Natural::from_hex(text(case, "l")).unwrap(), "{name}");
        let hint = (drawing.suite().mode() == PrimeMode::Hinted).then_some(drawn.counter);
        assert_eq!(hint.map(u64::from), optional_number(case, "hint"), "{name}");
        let hint = hint.map(|hint| hint as u16);
        for compact in [false, true] {
            let file = ProofFile::new(group, &statement, &pi, drawing, compact).unwrap();
            let opened = match drawing.context() {
                Some(context) => file.open_in_context(group, context),
                None => file.open(group),
            };
            assert!(group.equal(&opened.unwrap().y, &statement.y), "{name}");
            if !compact {
                assert!(file.to_bytes().ends_with(&bytes(case, "output")), "{name}");
            }
        }
        let claim = CompactClaim { x: x.clone(), t, proof: pi, prime: drawn.prime, hint };
        assert!(group.equal(&recover(group, &claim, drawing).unwrap(), &statement.y), "{name}");
        if drawing.context().is_some() {
            assert!(recover(group, &claim, drawing.suite()).is_err(), "{name}");
        }
    }
}

/// Opens the file of an output form in the context that is demanded.
fn open(case: &Value, group: &RsaGroup) -> Result<Statement<<RsaGroup as Group>::Elem>, OpenError> {
    let (len, context, output) = (group.encoded_len(), bytes(case, "context"), bytes(case, "output"));
    let mut file = ProofFile {
        suite: suite(case),
        t: number(case, "t"),
        group_id: group.id(),
        x: bytes(case, "x"),
        form: Form::Output { y: vec![0; len], proof: vec![0; len] },
        hint: Some(0),
    }
    .to_bytes();
    file.truncate(file.len() - (2 * len + 2));
    file.extend_from_slice(&output);
    let file = ProofFile::from_bytes(&file)?;
    if context.is_empty() { file.open(group) } else { file.open_in_context(group, &context) }
}

/// A file is not opened in a context of another length, and proofs of other systems have no context.
#[test]
fn what_cannot_be_a_context_is_refused() {
    let group = RsaGroup::rsa_2048();
    let t = 300;
    let mut evaluation = Evaluation::start(&group, delay_input(&group, b"context"), t).unwrap();
    evaluation.advance(t);
    let (suite, longest) = (Suite::default(), [7; 255]);
    let (y, pi) = prove(&evaluation, Drawing::new(suite, &longest).unwrap(), 1, |_| true).unwrap();
    let statement = Statement { x: evaluation.input().clone(), y, t };
    let file = ProofFile::new(&group, &statement, &pi, suite, false).unwrap();
    assert!(file.open_in_context(&group, &longest).is_ok());
    for bad in [&[][..], &[7; 256]] {
        assert_eq!(Drawing::new(suite, bad), None);
        assert_eq!(file.open_in_context(&group, bad).err(), Some(OpenError::Context));
    }
    assert!(matches!(file.open(&group), Err(OpenError::Invalid(_))));
    let (_, halved) = heliast_vdf::pietrzak::prove(&evaluation, 1, |_| true).unwrap();
    let halved = ProofFile::pietrzak(&group, &statement, &halved);
    assert!(halved.open(&group).is_ok());
    assert_eq!(halved.open_in_context(&group, &longest).err(), Some(OpenError::Context));
}
