//! Reports of the verbs of `heliast vrf`.

use super::{Hex, Scheme, Tree, TreeKey, True, Word};
use serde::Serialize;

/// A key that is one text, not a tree.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BareKey {
    pub scheme: Scheme,
    pub public_key: Hex,
}

/// `heliast vrf adopt`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Adopted {
    #[serde(flatten)]
    pub tree: Tree,
}

/// `heliast vrf keygen`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum LotKeyMade {
    Bare {
        out: Word,
        encrypted: bool,
        #[serde(flatten)]
        key: BareKey,
    },
    Tree {
        out: Word,
        encrypted: bool,
        #[serde(flatten)]
        key: TreeKey,
        rounds: u64,
    },
}

/// `heliast vrf public`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PublicKeyShown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<Word>,
    #[serde(flatten)]
    pub key: BareKey,
}

/// `heliast vrf prove`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct LotProved {
    pub out: Word,
    pub proof: Hex,
    pub output: Hex,
    #[serde(flatten)]
    pub by: LotKey,
}

/// The key that has answered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum LotKey {
    Bare(BareKey),
    Tree(Tree),
}

/// `heliast vrf verify`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct LotVerified {
    pub valid: True,
    pub output: Hex,
    #[serde(flatten)]
    pub key: BareKey,
}

/// `heliast vrf inspect`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LotFile {
    Store {
        #[serde(flatten)]
        tree: Tree,
    },
    Public {
        #[serde(flatten)]
        key: PublicKey,
    },
    Proof {
        #[serde(skip_serializing_if = "Option::is_none")]
        leaf: Option<u32>,
        scheme: Scheme,
        proof_bytes: usize,
    },
}

/// A public key, as its file has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PublicKey {
    Tree(TreeKey),
    Bare {
        #[serde(skip_serializing_if = "Option::is_none")]
        nonce: Option<Hex>,
        #[serde(flatten)]
        key: BareKey,
    },
}
