//! Reports about the program itself, and of the gate.

use super::Word;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Any verb that fails.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Failed {
    pub error: Word,
    pub hint: Word,
    #[cfg_attr(test, schemars(extend("enum" = [1, 2, 3, 4, 5, 6, 70])))]
    pub code: u8,
}

/// Help, and the version.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Text {
    pub text: Word,
}

/// `heliast completions`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum Completions {
    Printed { shell: Word, script: Word },
    Installed { shell: Word, completions: Word, man_dir: Word, pages: Vec<Word>, notes: Vec<Word> },
}

/// `heliast man`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Man {
    pub dir: Word,
    pub pages: Vec<Word>,
}

/// `heliast gate` and `heliast stamp demo`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Serving {
    Started { url: Word },
    Stopped {},
}

/// `heliast gate --check`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct GateChecked {
    pub rules: Vec<String>,
}

/// `heliast stamp solve`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Solved {
    pub page: String,
    pub cookie: String,
    pub t: u64,
    pub url: Word,
}

/// `--print-config`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Settings {
    pub settings: BTreeMap<String, Setting>,
}

/// A setting in effect.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Setting {
    /// A number, a Boolean, a text or a list of them; null if nothing sets it.
    pub value: Option<Value>,
    pub origin: Word,
}
