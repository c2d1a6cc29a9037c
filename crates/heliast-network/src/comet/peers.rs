//! The nodes that are named in the engine's settings: they can always connect, however many others do.
//!
//! A node that connects to another may use any id, so that one attacker with invented ids could take all
//! places for inbound connections. After a few restarts the network's own nodes would not find each other
//! again.

use serde::Deserialize;
use std::{collections::BTreeSet, fs, path::Path};

#[derive(Default, Deserialize)]
struct Settings {
    #[serde(default)]
    p2p: Peers,
}

#[derive(Default, Deserialize)]
struct Peers {
    #[serde(default)]
    persistent_peers: String,
    #[serde(default)]
    unconditional_peer_ids: String,
}

/// The ids of the peers in the settings of an engine's home, separated by commas; empty if there are no
/// peers. They are read at each start, because a home may be older than this rule, and its owner may add
/// peers.
pub(super) fn known(home: &Path) -> String {
    let text = fs::read_to_string(home.join("config").join("config.toml")).unwrap_or_default();
    // The engine reports faults of its settings.
    let Settings { p2p } = toml::from_str(&text).unwrap_or_default();
    let named = p2p.persistent_peers.split(',').filter_map(|peer| peer.split_once('@')).map(|(id, _)| id);
    let ids: BTreeSet<_> = named
        .chain(p2p.unconditional_peer_ids.split(','))
        .map(str::trim)
        .filter(|id| !id.is_empty())
        .collect();
    Vec::from_iter(ids).join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known_of(settings: &str) -> String {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("config")).unwrap();
        fs::write(home.path().join("config").join("config.toml"), settings).unwrap();
        known(home.path())
    }

    #[test]
    fn whom_a_home_names_is_known_once() {
        let both = "moniker = \"a\"\n[p2p]\npersistent_peers = \"bb@h:1, aa@[::1]:2\"\n\
                    unconditional_peer_ids = \"cc,aa\"\n";
        assert_eq!(known_of(both), "aa,bb,cc");
        assert_eq!(known_of("[p2p]\npersistent_peers = \"bb@h:1\"\n"), "bb", "a home of an older version");
        for nobody in ["", "[p2p]\npersistent_peers = \"\"\n", "not = [toml"] {
            assert_eq!(known_of(nobody), "", "{nobody}");
        }
        assert_eq!(known(Path::new("/nowhere")), "");
    }
}
