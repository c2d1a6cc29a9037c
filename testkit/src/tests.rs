use super::*;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message of the panic of this job.
fn panics<T>(job: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(job)).err().expect("a panic");
    payload.downcast_ref::<String>().expect("a message").clone()
}

fn case() -> Value {
    json!({"name": "one", FILE: "some.json", "hex": "00ff", "odd": "00f", "number": 7, "list": [1, 2]})
}

#[test]
fn fields_have_their_types() {
    let case = case();
    assert_eq!(text(&case, "hex"), "00ff");
    assert_eq!(bytes(&case, "hex"), [0, 0xff]);
    assert_eq!(array(&case, "hex"), [0, 0xff]);
    assert_eq!((number(&case, "number"), optional_number(&case, "number")), (7, Some(7)));
    assert_eq!(optional_number(&case, "nothing"), None);
    assert_eq!((list(&case, "list").len(), optional_list(&case, "list").len()), (2, 2));
    assert!(optional_list(&case, "nothing").is_empty());
}

#[test]
fn what_is_not_there_is_named_with_its_file_and_case() {
    let case = case();
    let messages = [
        (panics(|| text(&case, "number").len()), "number is 7, not text"),
        (panics(|| bytes(&case, "odd")), "odd is \"00f\", not bytes"),
        (panics(|| array::<3>(&case, "hex")), "hex is \"00ff\", not 3 bytes"),
        (panics(|| number(&case, "nothing")), "nothing is null, not a number"),
        (panics(|| optional_number(&case, "hex")), "hex is \"00ff\", not a number"),
        (panics(|| list(&case, "hex").len()), "hex is \"00ff\", not a list"),
        (panics(|| optional_list(&case, "hex").len()), "hex is \"00ff\", not a list"),
    ];
    for (found, expected) in messages {
        assert_eq!(found, format!("some.json: one: {expected}"));
    }
}

#[test]
fn classes_are_compared_where_they_are_known() {
    let mut case = case();
    assert_eq!(error_class(&case), None);
    assert_class(&case, None);
    assert!(panics(|| assert_class(&case, Some("invalid"))).contains("some.json: one"));
    case["error"] = "malformed".into();
    assert_eq!(error_class(&case), Some("malformed"));
    assert!(panics(|| assert_class(&case, None)).contains("some.json: one"));
    for unknown in [json!("false"), json!(null), json!(1)] {
        case["error"] = unknown;
        assert!(panics(|| error_class(&case).is_some()).contains("is not a class"));
    }
}

#[test]
fn edits_are_made_in_place() {
    let edited = |step: Value| {
        let mut proof = vec![1, 2, 3, 4];
        edit(&mut proof, &step);
        proof
    };
    assert_eq!(edited(json!({"at": 1, "set": "0908"})), [1, 9, 8, 4]);
    assert_eq!(edited(json!({"xor": "01"})), [0, 2, 3, 4]);
    assert_eq!(edited(json!({"keep": 2})), [1, 2]);
    assert_eq!(edited(json!({"append": "05"})), [1, 2, 3, 4, 5]);
    assert_eq!(edited(json!({"zeros": 1})), [1, 2, 3, 4, 0]);
}

/// In every file with cases, the cases have names, and those that fail have a known class.
#[test]
fn all_files_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".json") || name == "moduli.json" {
            continue;
        }
        for case in cases(&name) {
            assert!(place(&case).starts_with(&format!("{name}: ")), "{case}");
            error_class(&case);
        }
        files += 1;
    }
    assert!(files >= 20, "{files} files");
    assert!(load("moduli.json")["RSA-2048"]["decimal"].is_string());
    assert!(panics(|| cases("moduli.json")).contains("moduli.json has no cases"));
    assert!(panics(|| load("none.json")).contains("none.json"));
}
