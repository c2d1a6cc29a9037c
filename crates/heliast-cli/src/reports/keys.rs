//! Reports on the keys that draw lots: how long they last, and the keys that follow.

use super::{Hex, Scheme, Word};
use heliast_view::{DueView, KeysView, TreeView};
use serde::Serialize;

/// A key of a hash tree, with its terms.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeKey {
    pub scheme: Scheme,
    pub first_round: u64,
    pub last_round: u64,
    pub slots: u16,
    pub public_key: Hex,
}

/// The remaining rounds of a tree.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeRest {
    pub next_round: Option<u64>,
    pub next_slot: Option<u16>,
    pub rounds_left: u64,
}

/// A tree that may have answered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tree {
    #[serde(flatten)]
    pub key: TreeKey,
    #[serde(flatten)]
    pub rest: TreeRest,
}

/// `heliast key status` of a beacon.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct KeysDue {
    pub round: u64,
    pub lead: u64,
    pub keys: Vec<Due>,
}

/// The key of one participant, as `/v1/keys` has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Due {
    pub participant: u32,
    pub scheme: Scheme,
    pub public_key: Hex,
    pub until: Option<u64>,
    pub next: Option<TreeDue>,
}

/// The hash tree that is due next.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct TreeDue {
    pub scheme: Scheme,
    pub public_key: Hex,
    pub first: u64,
    pub rounds: u64,
}

/// `heliast key status` of a single key.
#[derive(Debug, Serialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(deny_unknown_fields, extend("dependentRequired" = {
        "next_public_key": ["next_first_round"], "next_first_round": ["next_public_key"],
    }))
)]
pub struct KeyRest {
    #[serde(flatten)]
    pub key: TreeKey,
    pub round: u64,
    pub rounds_left: u64,
    pub make_next_from_round: u64,
    pub announce_next_by_round: u64,
    pub next_out: Option<Word>,
    #[serde(flatten)]
    pub next: Option<NextKey>,
}

/// The key that follows.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NextKey {
    pub next_public_key: Hex,
    pub next_first_round: u64,
}

impl From<KeysView> for KeysDue {
    fn from(KeysView { round, lead, keys }: KeysView) -> KeysDue {
        KeysDue { round, lead, keys: keys.into_iter().map(Due::from).collect() }
    }
}

impl From<DueView> for Due {
    fn from(DueView { participant, scheme, public_key, until, next }: DueView) -> Due {
        let (scheme, public_key) = (scheme.into(), Hex::digits(public_key));
        Due { participant, scheme, public_key, until, next: next.map(TreeDue::from) }
    }
}

impl From<TreeView> for TreeDue {
    fn from(TreeView { scheme, public_key, first, rounds }: TreeView) -> TreeDue {
        TreeDue { scheme: scheme.into(), public_key: Hex::digits(public_key), first, rounds }
    }
}
