//! Applications, drafts and agreements, honest with edits or any: each has one encoding, and nothing that its
//! applicants have not signed is accepted.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_network::founding::{Agreement, Application, Draft};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::sync::LazyLock;

static HONEST: LazyLock<Honest> = LazyLock::new(honest);

/// The files of the vectors that are accepted.
struct Honest {
    applications: Vec<Vec<u8>>,
    drafts: Vec<Vec<u8>>,
    agreements: Vec<Vec<u8>>,
}

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let (kind, choice) = (fields.u8(), usize::from(fields.u8()));
    let Honest { applications, drafts, agreements } = &*HONEST;
    match kind % 3 {
        0 => {
            let bytes = edited(applications, choice, fields);
            let Ok(application) = Application::from_bytes(&bytes) else { return };
            assert_eq!(application.to_bytes(), bytes);
            assert!(applications.contains(&bytes), "an application that nobody has signed");
            assert!(application.participants().len() <= 100 && application.validator().power > 0);
        }
        1 => {
            let bytes = edited(drafts, choice, fields);
            let Ok(draft) = Draft::from_bytes(&bytes) else { return };
            assert_eq!(draft.as_bytes(), bytes);
            let genesis = draft.foundations().chain.genesis();
            let all = || draft.applications().iter();
            assert!(all().flat_map(Application::participants).eq(&genesis.participants));
            assert!(all().map(Application::validator).eq(draft.foundations().network.validators()));
            assert_eq!(genesis.nonce, draft.foundations().network.nonce());
            assert!(all().all(|one| applications.contains(&one.to_bytes())));
            assert!(draft.founded(&[]).is_err());
            let _ = draft.warnings();
        }
        _ => {
            let bytes = edited(agreements, choice, fields);
            let Ok(agreement) = Agreement::from_bytes(&bytes) else { return };
            assert_eq!(agreement.to_bytes(), bytes);
            let draft = Draft::from_bytes(&drafts[0]).expect("an honest draft");
            assert_eq!(draft.agreed(&agreement).is_ok(), agreements.contains(&bytes));
        }
    }
});

/// Returns the fuzzer's own bytes, or an honest file with some of its bytes overwritten by them.
fn edited(honest: &[Vec<u8>], choice: usize, fields: Fields) -> Vec<u8> {
    if choice % 2 == 0 {
        return fields.0.to_vec();
    }
    let mut bytes = honest[choice / 2 % honest.len()].clone();
    fields.overwrite(&mut bytes);
    bytes
}

fn honest() -> Honest {
    let file: Value = serde_json::from_str(include_str!("../../vectors/founding.json")).expect("JSON");
    let all = file["cases"].as_array().expect("cases");
    let good = |kind: &'static str| {
        all.iter().filter(move |case| case["kind"] == kind && case.get("error").is_none())
    };
    let bytes = |kind| good(kind).map(|case| hex(&case["bytes"])).collect();
    let agreements = good("agreements").flat_map(|case| case["agreements"].as_array().expect("a list"));
    let (applications, drafts): (Vec<_>, Vec<_>) = (bytes("application"), bytes("draft"));
    let in_drafts = drafts.iter().map(|draft| Draft::from_bytes(draft).expect("an honest draft"));
    let of_drafts = in_drafts
        .flat_map(|draft| draft.applications().iter().map(Application::to_bytes).collect::<Vec<_>>());
    let applications = applications.into_iter().chain(of_drafts).collect();
    Honest { applications, drafts, agreements: agreements.map(hex).collect() }
}

fn hex(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hexadecimal")
}
