//! `spec/json.schema.json` is made of the types of reports:
//!
//! ```sh
//! HELIAST_WRITE=1 cargo test -p heliast-cli --bin heliast reports
//! ```
//!
//! writes it again.

use super::*;
use crate::verbs::Cli;
use clap::CommandFactory;
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::json;
use std::{collections::BTreeSet, env, fs, path::Path};

/// The widest line of the file.
const WIDTH: usize = 110;

/// The whole description: a failure has `error`, help has `text`, and all other objects are those of their
/// verb.
fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let said = said(&mut generator);
    let verbs: Vec<_> = said.keys().cloned().collect();
    let mut choices = vec![json!({ "properties": { "verb": { "enum": verbs } } })];
    choices.extend(verbs.iter().map(|verb| {
        let reference = format!("#/$defs/{}", verb.replace(' ', "%20"));
        json!({ "if": { "properties": { "verb": { "const": verb } } }, "then": { "$ref": reference } })
    }));
    let mut defs = said;
    let anyone = json!({ "type": "string" });
    defs.insert("failure".to_owned(), by(&anyone, of::<Failed>(&mut generator)));
    defs.insert("text".to_owned(), by(&anyone, of::<Text>(&mut generator)));
    defs.extend(generator.take_definitions(true).into_iter().map(|(name, kind)| (name, plain(kind))));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The output of the program heliast with --json (spec/json.md)",
        "type": "object",
        "required": ["verb"],
        "if": { "required": ["error"] },
        "then": { "$ref": "#/$defs/failure" },
        "else": {
            "if": { "required": ["text"] },
            "then": { "$ref": "#/$defs/text" },
            "else": { "allOf": choices },
        },
        "$defs": defs,
    })
}

/// Descriptions by the verb's name.
fn said(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let gate = vec![of::<Serving>(generator), of::<GateChecked>(generator), of::<Settings>(generator)];
    let demo = vec![of::<Serving>(generator)];
    let up = vec![of::<Up>(generator), of::<SetBack>(generator), of::<Settings>(generator)];
    let (followed, set_back) = (of::<Followed>(generator), of::<SetBack>(generator));
    let relay = vec![of::<RelayBegun>(generator), followed.clone(), of::<Settings>(generator)];
    let both = [followed, set_back];
    let node = [vec![of::<NodeBegun>(generator), of::<Settings>(generator)], both.to_vec()].concat();
    let participate = [vec![of::<GuestBegun>(generator)], both.to_vec()].concat();
    let list_made = vec![of::<ListMade>(generator)];
    let verbs = [
        ("up", up),
        ("verify", vec![of::<Verified>(generator)]),
        ("export", vec![of::<Exported>(generator)]),
        ("backup", vec![of::<BackedUp>(generator)]),
        ("restore", vec![of::<Restored>(generator)]),
        ("batch collect", list_made.clone()),
        ("batch sample", list_made),
        ("batch inspect", vec![of::<BatchFile>(generator)]),
        ("batch plan", vec![of::<Planned>(generator)]),
        ("batch prove", vec![of::<ListProved>(generator)]),
        ("batch verify", vec![of::<ListVerified>(generator)]),
        ("vrf keygen", vec![of::<LotKeyMade>(generator)]),
        ("vrf public", vec![of::<PublicKeyShown>(generator)]),
        ("vrf prove", vec![of::<LotProved>(generator)]),
        ("vrf verify", vec![of::<LotVerified>(generator)]),
        ("vrf inspect", vec![of::<LotFile>(generator)]),
        ("vrf adopt", vec![of::<Adopted>(generator)]),
        ("vdf eval", vec![of::<Evaluated>(generator)]),
        ("vdf prove", vec![of::<ProofWritten>(generator)]),
        ("vdf verify", vec![of::<ProofsVerified>(generator)]),
        ("chia prove", vec![of::<ChiaProved>(generator)]),
        ("chia verify", vec![of::<ChiaVerified>(generator)]),
        ("group new", vec![of::<GroupMade>(generator)]),
        ("group show", vec![of::<GroupShown>(generator)]),
        ("tune", vec![of::<Tuned>(generator), of::<RootsTuned>(generator)]),
        ("network new", vec![of::<NetworkMade>(generator), of::<NetworkPlan>(generator)]),
        ("network apply", vec![of::<Applied>(generator)]),
        ("network draft", vec![of::<Drafted>(generator)]),
        ("network agree", vec![of::<AgreedTo>(generator)]),
        ("network found", vec![of::<NetworkFounded>(generator)]),
        ("network up", vec![of::<NetworkUp>(generator)]),
        ("network status", vec![of::<NetworkStatus>(generator)]),
        ("node", node),
        ("participate", participate),
        ("relay", relay),
        ("health", vec![of::<Healthy>(generator)]),
        ("member list", vec![of::<Members>(generator)]),
        ("member key", vec![of::<KeyMade>(generator)]),
        ("member propose", vec![of::<Proposed>(generator)]),
        ("member approve", vec![of::<Approved>(generator)]),
        ("validator list", vec![of::<Validators>(generator)]),
        ("validator key", vec![of::<ValidatorKeyShown>(generator)]),
        ("validator join", vec![of::<Proposed>(generator)]),
        ("validator leave", vec![of::<Proposed>(generator)]),
        ("validator replace", vec![of::<Proposed>(generator)]),
        ("validator power", vec![of::<Proposed>(generator)]),
        ("key passphrase", vec![of::<PassphraseChanged>(generator)]),
        ("key status", vec![of::<KeysDue>(generator), of::<KeyRest>(generator)]),
        ("seal", vec![of::<EnvelopeSealed>(generator)]),
        ("open", vec![of::<EnvelopeOpened>(generator)]),
        ("envelope setup", vec![of::<SetupMade>(generator)]),
        ("envelope inspect", vec![of::<EnvelopeShown>(generator)]),
        ("gate", gate),
        // The events of heliast-fulfil are not described here.
        ("fulfil", vec![of::<Text>(generator)]),
        ("request", vec![of::<Text>(generator)]),
        ("stamp demo", demo),
        ("stamp solve", vec![of::<Solved>(generator)]),
        ("completions", vec![of::<Completions>(generator)]),
        ("man", vec![of::<Man>(generator)]),
    ];
    verbs.into_iter().map(|(verb, said)| (verb.to_owned(), any_of(verb, said))).collect()
}

/// The description of the objects of a verb.
fn any_of(verb: &str, said: Vec<Value>) -> Value {
    let named = json!({ "const": verb });
    let mut said: Vec<_> = said.into_iter().map(|one| by(&named, one)).collect();
    if said.len() == 1 { said.remove(0) } else { json!({ "anyOf": said }) }
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    plain(T::json_schema(generator).to_value())
}

/// A description without Rust's own names and formats. A field that may be missing is never null.
fn plain(description: Value) -> Value {
    match description {
        Value::Object(mut fields) => {
            fields.remove("title");
            if fields.get("format").is_some_and(Value::is_string) {
                fields.remove("format");
            }
            let required = fields.get("required").cloned().unwrap_or_default();
            let needs = |name: &str| required.as_array().is_some_and(|names| names.contains(&name.into()));
            if let Some(Value::Object(properties)) = fields.get_mut("properties") {
                properties.iter_mut().filter(|(name, _)| !needs(name)).for_each(|(_, field)| not_null(field));
            }
            Value::Object(fields.into_iter().map(|(name, value)| (name, plain(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(plain).collect(),
        other => other,
    }
}

fn not_null(field: &mut Value) {
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
    }
    let Some(Value::Array(kinds)) = field.get_mut("anyOf") else { return };
    kinds.retain(|kind| kind["type"] != "null");
    if let [one] = &kinds[..] {
        *field = one.clone();
    }
}

/// The description of an object, or of several kinds of objects, with the verb that prints it.
fn by(verb: &Value, mut object: Value) -> Value {
    if object["properties"].is_object() {
        object["properties"]["verb"] = verb.clone();
        let mut required = vec![Value::from("verb")];
        required.extend(object["required"].as_array().cloned().unwrap_or_default());
        object["required"] = required.into();
        return object;
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(kinds) = object[several].as_array_mut() {
            kinds.iter_mut().for_each(|kind| *kind = by(verb, kind.take()));
        }
    }
    object.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    object
}

/// JSON in which everything that fits into one line is in one line.
fn laid_out(value: &Value, indent: usize, before: usize) -> String {
    let line = in_one_line(value);
    if indent + before + line.len() < WIDTH {
        return line;
    }
    let (inner, pad) = (indent + 2, " ".repeat(indent + 2));
    let (open, close, items): (_, _, Vec<_>) = match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let name = format!("{}: ", Value::from(name.as_str()));
                format!("{pad}{name}{}", laid_out(value, inner, name.len()))
            };
            ('{', '}', fields.iter().map(field).collect())
        }
        Value::Array(items) => {
            ('[', ']', items.iter().map(|item| format!("{pad}{}", laid_out(item, inner, 0))).collect())
        }
        _ => return line,
    };
    format!("{open}\n{}\n{}{close}", items.join(",\n"), " ".repeat(indent))
}

fn in_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), in_one_line(value))
            };
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(in_one_line).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[test]
fn the_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/json.schema.json");
    let old = fs::read_to_string(&path).unwrap();
    let new = laid_out(&schema(), 0, 0) + "\n";
    if env::var_os("HELIAST_WRITE").is_some() {
        fs::write(&path, &new).unwrap();
    } else {
        assert!(old == new, "spec/json.schema.json is not that of the types; HELIAST_WRITE=1 writes it anew");
    }
}

#[test]
fn every_verb_of_the_program_is_described() {
    fn verbs(command: &clap::Command, before: &str) -> Vec<String> {
        let name = |one: &clap::Command| format!("{before} {}", one.get_name()).trim().to_owned();
        let below = command.get_subcommands().filter(|one| one.get_name() != "help");
        let all = below.flat_map(|one| match one.has_subcommands() {
            true => verbs(one, &name(one)),
            false => vec![name(one)],
        });
        all.collect()
    }
    let schema = schema();
    let described = &schema["else"]["else"]["allOf"][0]["properties"]["verb"]["enum"];
    let described: BTreeSet<_> = described.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let verbs = verbs(&Cli::command(), "");
    assert_eq!(described, verbs.iter().map(String::as_str).collect());
}
