//! `vectors/roots.json`. Files of groups are read by the command line, and tested there.

use heliast_group::{BadRootField, RootElement, RootField};
use heliast_vdf::{
    Work,
    roots::{BadEncoding, Evaluation, Invalid, OpenError, Proof, ProofFile, Statement, VerifyError, verify},
};
use std::collections::BTreeMap;
use testkit::{Value, assert_class, bytes, edit, error_class, list, load, number, optional_list, text};

const COINS: [u8; 32] = [17; 32];

/// Fields by name, and the cases that other cases change.
struct Context {
    fields: BTreeMap<String, RootField>,
    bases: BTreeMap<String, Value>,
}

#[test]
fn roots_vectors() {
    let file = load("roots.json");
    let fields = file["groups"].as_object().unwrap().iter();
    let fields = fields.map(|(name, entry)| (name.clone(), field(entry).unwrap())).collect();
    let cases = list(&file, "cases");
    let bases = cases.iter().map(|case| (text(case, "name").to_owned(), case.clone())).collect();
    let context = Context { fields, bases };
    let mut kinds = BTreeMap::new();
    for case in cases {
        let kind = text(case, "kind");
        *kinds.entry((kind, error_class(case).is_some())).or_insert(0) += 1;
        match kind {
            "field" => check_field(case),
            "group-file" => {}
            "input" => check_input(case, &context),
            "element" => check_element(case, &context),
            "step" => check_step(case, &context),
            "chain" | "long-chain" => check_chain(case, &context),
            "verify" => check_refusal(case, &context),
            "repeated" => check_repeated(case, &context),
            "file" => check_file(case, &context),
            "state" => check_state(case, &context),
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in [
        (("field", false), 6),
        (("field", true), 23),
        (("input", false), 16),
        (("element", false), 6),
        (("element", true), 7),
        (("step", false), 26),
        (("chain", false), 33),
        (("long-chain", false), 3),
        (("verify", true), 121),
        (("repeated", true), 3),
        (("file", true), 53),
        (("state", false), 12),
        (("state", true), 39),
    ] {
        let found = kinds.get(&kind).copied().unwrap_or(0);
        assert!(found >= at_least, "{found} cases of {kind:?}");
    }
}

impl Context {
    /// The field of a case or of its base.
    fn field(&self, case: &Value) -> &RootField {
        &self.fields[text(self.base(case), "group")]
    }

    /// The case that this one changes, or itself.
    fn base<'a>(&'a self, case: &'a Value) -> &'a Value {
        case.get("base").map_or(case, |name| &self.bases[name.as_str().unwrap()])
    }
}

/// The value of a case, or of its base if the case has no such value.
fn of<'a>(case: &'a Value, base: &'a Value, key: &str) -> &'a Value {
    if case.get(key).is_some() { case } else { base }
}

fn edited(case: &Value, base: &Value, key: &str) -> Vec<u8> {
    let mut changed = bytes(base, key);
    optional_list(case, "edits").iter().for_each(|step| edit(&mut changed, step));
    changed
}

fn field(case: &Value) -> Result<RootField, BadRootField> {
    RootField::new(&bytes(case, "seed"), number(case, "bits") as usize, number(case, "counter") as u32)
}

fn class_of_field(reason: &BadRootField) -> &'static str {
    if reason.is_malformed() { "malformed" } else { "invalid" }
}

fn check_field(case: &Value) {
    let found = field(case);
    assert_class(case, found.as_ref().err().map(class_of_field));
    if let Ok(field) = found {
        assert_eq!(field.prime().to_be_bytes(field.encoded_len()).unwrap(), bytes(case, "p"));
        assert_eq!(field.id().to_vec(), bytes(case, "id"), "{}", text(case, "name"));
    }
}

fn check_input(case: &Value, context: &Context) {
    let field = context.field(case);
    assert_eq!(
        field.encode(&field.hash(&bytes(case, "message"))),
        bytes(case, "x"),
        "{}",
        text(case, "name")
    );
}

fn check_element(case: &Value, context: &Context) {
    let (field, bytes) = (context.field(case), bytes(case, "bytes"));
    let found = field.decode(&bytes);
    assert_class(case, found.as_ref().err().map(|_| "malformed"));
    if let Ok(element) = found {
        assert_eq!(format!("{:x}", element.natural()), text(case, "x"));
        assert_eq!(field.encode(&element), bytes);
    }
}

fn check_step(case: &Value, context: &Context) {
    let (field, name) = (context.field(case), text(case, "name"));
    let [x, y] = ["x", "y"].map(|key| field.decode(&bytes(case, key)).unwrap());
    assert_eq!(field.step(&x), y, "{name}");
    assert_eq!(field.stepper().step(&x), y, "{name}");
    assert_eq!(field.step_back(&y), x, "{name}");
    assert_eq!(y.natural().is_even(), case["square"].as_bool().unwrap(), "{name}");
}

/// Evaluates on one and on two threads, with and without a stop, and verifies.
fn check_chain(case: &Value, context: &Context) {
    let (field, name) = (context.field(case), text(case, "name"));
    let (t, count) = (number(case, "t"), number(case, "count") as u16);
    let x = field.decode(&bytes(case, "x")).unwrap();
    if case.get("message").is_some() {
        assert_eq!(field.hash(&bytes(case, "message")), x, "{name}");
    }
    for threads in [1, 2] {
        let mut evaluation = Evaluation::start(field, x.clone(), t, count).unwrap();
        evaluation.advance(t / 3, threads);
        assert!(evaluation.advance(u64::MAX, threads), "{name}");
        let (statement, proof) = evaluation.finish().unwrap();
        let encoded = proof.encode(field);
        assert_eq!(field.encode(&statement.y), bytes(case, "y"), "{name}");
        if case.get("proof").is_some() {
            assert_eq!(encoded, bytes(case, "proof"), "{name}");
            assert_eq!(ProofFile::new(field, &statement, &proof).to_bytes(), bytes(case, "file"), "{name}");
        } else {
            let digest = sha256(&encoded);
            assert_eq!(digest, bytes(case, "proof_sha256"), "{name}");
        }
        let work = Work { threads, progress: |_| true };
        assert_eq!(verify(field, &statement, &proof, &COINS, work), Ok(()), "{name}");
    }
    if case.get("file").is_some() {
        let opened = open(&bytes(case, "file"));
        assert_eq!(opened.unwrap().t, t, "{name}");
    }
}

fn sha256(bytes: &[u8]) -> Vec<u8> {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).to_vec()
}

fn check_refusal(case: &Value, context: &Context) {
    let (base, field) = (context.base(case), context.field(case));
    let [x, y] = ["x", "y"].map(|key| bytes(of(case, base, key), key));
    let t = number(of(case, base, "t"), "t");
    assert_class(case, refusal(field, &x, &y, t, &edited(case, base, "proof")));
}

fn check_repeated(case: &Value, context: &Context) {
    let (x, y, count) = (bytes(case, "x"), bytes(case, "y"), number(case, "count") as u16);
    let proof = [count.to_be_bytes().to_vec(), y.repeat(usize::from(count) - 1)].concat();
    assert_class(case, refusal(context.field(case), &x, &y, number(case, "t"), &proof));
}

/// The class with which a verifier refuses bytes.
fn refusal(field: &RootField, x: &[u8], y: &[u8], t: u64, proof: &[u8]) -> Option<&'static str> {
    let Ok(proof) = Proof::decode(field, proof) else { return Some("malformed") };
    let (Ok(x), Ok(y)) = (field.decode(x), field.decode(y)) else { return Some("malformed") };
    let statement = Statement { x, y, t };
    let verdicts =
        [1, 3].map(|threads| verify(field, &statement, &proof, &COINS, Work { threads, progress: |_| true }));
    assert_eq!(verdicts[0], verdicts[1]);
    match &verdicts[0] {
        Ok(()) => None,
        Err(VerifyError::Invalid(Invalid::Cut(_) | Invalid::Segment)) => Some("invalid"),
        Err(other) => panic!("{other}"),
    }
}

/// A file opened in the field that it names.
fn open(bytes: &[u8]) -> Result<Statement, &'static str> {
    let file = ProofFile::from_bytes(bytes).map_err(|reason| class_of_file(&reason))?;
    assert_eq!(file.to_bytes(), bytes);
    let field = file.field().map_err(|reason| class_of_field(&reason))?;
    let work = Work { threads: 1, progress: |_| true };
    file.open(&field, &COINS, work).map_err(|reason| class_of_file(&reason))
}

fn class_of_file(reason: &OpenError) -> &'static str {
    match reason {
        OpenError::Format(_)
        | OpenError::Element { .. }
        | OpenError::Proof(
            BadEncoding::Short
            | BadEncoding::Segments(_)
            | BadEncoding::Length { .. }
            | BadEncoding::Element { .. },
        ) => "malformed",
        OpenError::Invalid(_) => "invalid",
        other => panic!("{other}"),
    }
}

fn check_file(case: &Value, context: &Context) {
    assert_class(case, open(&edited(case, context.base(case), "file")).err());
}

/// Resumes, writes the same bytes, and ends with the same proof; or refuses.
fn check_state(case: &Value, context: &Context) {
    let (base, field, name) = (context.base(case), context.field(case), text(case, "name"));
    let bytes_of_state = edited(case, base, "file");
    let resumed = Evaluation::from_bytes(field, &bytes_of_state);
    assert_class(case, resumed.as_ref().err().map(|_| "malformed"));
    let Ok(mut evaluation) = resumed else { return };
    assert_eq!(evaluation.to_bytes(), bytes_of_state, "{name}");
    assert_eq!(evaluation.done(), number(case, "done"), "{name}");
    assert!(evaluation.advance(u64::MAX, 1), "{name}");
    let (statement, proof) = evaluation.finish().unwrap();
    let found: [&RootElement; 2] = [&statement.x, &statement.y];
    assert_eq!(found.map(|element| field.encode(element)), ["x", "y"].map(|key| bytes(case, key)), "{name}");
    assert_eq!(proof.encode(field), bytes(case, "proof"), "{name}");
}
