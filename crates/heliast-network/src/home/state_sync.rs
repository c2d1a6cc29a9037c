//! The part of the engine's `config.toml` that makes an empty node begin with a snapshot of another node.

use super::names::ENGINE;
use crate::files;
use heliast_disk::Disk;
use std::{fs, io, path::Path};

/// The first block that an engine without blocks trusts, and the servers that it queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateSync {
    /// Addresses that answer an engine's JSON-RPC for light clients, at least one.
    pub servers: Vec<String>,
    /// The height of a block that is known to be one of the network.
    pub height: u64,
    /// The hash of its header.
    pub hash: [u8; 32],
}

/// The time for which a block is trusted to show the validators.
const TRUST_PERIOD: &str = "168h0m0s";
const TABLE: &str = "[statesync]";
const MARK: &str = "# Of `heliast node --state-sync`; an engine that has blocks passes over it.";

impl StateSync {
    /// Durably writes this table into the engine's settings in a node's home, and replaces an existing one.
    /// An engine that has blocks ignores it.
    ///
    /// # Errors
    /// [`io::Error`] if the settings can't be read or written.
    pub fn write(&self, disk: &Disk, node: &Path) -> io::Result<()> {
        let path = node.join(ENGINE).join("config").join("config.toml");
        let text = with_table(&fs::read_to_string(&path)?, &self.table());
        files::replace(disk, &path, text.as_bytes())
    }

    /// Removes the table of [`write`](Self::write) from the settings again: otherwise an engine without
    /// blocks would continue to look for a snapshot. A table that the owner has written stays.
    ///
    /// # Errors
    /// [`io::Error`] if the settings can't be written.
    pub fn withdraw(disk: &Disk, node: &Path) -> io::Result<()> {
        let path = node.join(ENGINE).join("config").join("config.toml");
        match fs::read_to_string(&path) {
            Ok(text) if text.lines().any(|line| line == MARK) => {
                files::replace(disk, &path, without_table(&text).as_bytes())
            }
            _ => Ok(()),
        }
    }

    fn table(&self) -> String {
        // The engine requires two servers, to compare them, but accepts one server twice.
        let second = self.servers.first().filter(|_| self.servers.len() == 1);
        let servers: Vec<_> = self.servers.iter().chain(second).map(String::as_str).collect();
        let (servers, height, hash) = (servers.join(","), self.height, hex::encode_upper(self.hash));
        format!(
            "{TABLE}\n\
             {MARK}\n\
             enable = true\n\
             rpc_servers = \"{servers}\"\n\
             trust_height = {height}\n\
             trust_hash = \"{hash}\"\n\
             trust_period = \"{TRUST_PERIOD}\"\n\
             discovery_time = \"5s\"\n\
             chunk_request_timeout = \"15s\"\n"
        )
    }
}

/// The settings with this table, which replaces an existing one.
fn with_table(settings: &str, table: &str) -> String {
    let mut kept = without_table(settings);
    if !kept.ends_with("\n\n") {
        kept.push('\n');
    }
    kept + table
}

/// The settings without the table.
fn without_table(settings: &str) -> String {
    let mut is_in_table = false;
    let kept = settings
        .lines()
        .filter(|line| {
            if line.trim_start().starts_with('[') {
                is_in_table = is_head(line);
            }
            !is_in_table
        })
        .flat_map(|line| [line, "\n"]);
    kept.collect()
}

/// Whether a line begins this table, even if its owner wrote spaces or a comment into it.
fn is_head(line: &str) -> bool {
    let head = line.split('#').next().unwrap_or_default();
    head.chars().filter(|letter| !letter.is_whitespace()).eq(TABLE.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state_sync() -> StateSync {
        StateSync { servers: vec!["http://192.0.2.1:7070/v1/engine".into()], height: 99, hash: [0xab; 32] }
    }

    #[test]
    fn the_table_takes_the_place_of_an_older_one() {
        let before = "moniker = \"a\"\n\n[p2p]\npex = false\n";
        let once = with_table(before, &state_sync().table());
        assert!(once.starts_with(before) && once.contains("\n\n[statesync]\n"), "{once}");
        let other =
            StateSync { servers: vec!["http://a".into(), "http://b".into()], height: 100, hash: [1; 32] };
        let between = once.replace("[p2p]", "[statesync]\nenable = false\n[p2p]");
        let twice = with_table(&between, &other.table());
        assert_eq!(twice.matches(TABLE).count(), 1);
        let table: toml::Table = twice.parse().unwrap();
        let (sync, peers) = (&table["statesync"], &table["p2p"]);
        assert_eq!(sync["rpc_servers"].as_str(), Some("http://a,http://b"));
        assert_eq!((sync["trust_height"].as_integer(), sync["enable"].as_bool()), (Some(100), Some(true)));
        assert_eq!(sync["trust_hash"].as_str(), Some(&*"01".repeat(32)));
        assert_eq!((table["moniker"].as_str(), peers["pex"].as_bool()), (Some("a"), Some(false)));
    }

    /// The engine does not start if the table occurs twice.
    #[test]
    fn a_table_that_its_owner_has_edited_is_found() {
        for head in ["[statesync]", "  [statesync]", "[ statesync ]", "[statesync] # mine", "[\tstatesync]\t"]
        {
            let before =
                format!("moniker = \"a\"\n\n{head}\nenable = false\n# [p2p]\n\n[p2p]\npex = false\n");
            let table: toml::Table = with_table(&before, &state_sync().table()).parse().unwrap();
            assert_eq!(table["statesync"]["enable"].as_bool(), Some(true), "{head}");
            assert_eq!((table.len(), table["p2p"]["pex"].as_bool()), (3, Some(false)), "{head}");
        }
        // Tables with other names stay, even if a comment names this one.
        let others = "[statesync2]\na = 1\n[p2p] # [statesync]\npex = true\n";
        let table: toml::Table = with_table(others, &state_sync().table()).parse().unwrap();
        assert_eq!(
            (table["statesync2"]["a"].as_integer(), table["p2p"]["pex"].as_bool()),
            (Some(1), Some(true))
        );
    }

    #[test]
    fn one_server_is_named_twice() {
        let table: toml::Table = state_sync().table().parse().unwrap();
        let servers = table["statesync"]["rpc_servers"].as_str().unwrap();
        assert_eq!(servers, "http://192.0.2.1:7070/v1/engine,http://192.0.2.1:7070/v1/engine");
    }

    #[test]
    fn it_is_written_into_a_home() {
        let dir = tempfile::tempdir().unwrap();
        let config = dir.path().join(ENGINE).join("config");
        assert!(state_sync().write(&Disk::default(), dir.path()).is_err(), "there is no engine");
        fs::create_dir_all(&config).unwrap();
        fs::write(config.join("config.toml"), "moniker = \"a\"\n").unwrap();
        state_sync().write(&Disk::default(), dir.path()).unwrap();
        state_sync().write(&Disk::default(), dir.path()).unwrap();
        let text = fs::read_to_string(config.join("config.toml")).unwrap();
        assert_eq!(text, with_table("moniker = \"a\"\n", &state_sync().table()));
    }

    /// Otherwise a node that is started without `--state-sync` would continue to look for a snapshot.
    #[test]
    fn it_is_withdrawn_again_and_what_the_owner_wrote_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(ENGINE).join("config").join("config.toml");
        let disk = Disk::default();
        StateSync::withdraw(&disk, dir.path()).unwrap();
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "moniker = \"a\"\n").unwrap();
        state_sync().write(&disk, dir.path()).unwrap();
        StateSync::withdraw(&disk, dir.path()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("moniker = \"a\"\n") && !text.contains("statesync"), "{text}");
        let own = "moniker = \"a\"\n[statesync]\nenable = true\n";
        fs::write(&path, own).unwrap();
        StateSync::withdraw(&disk, dir.path()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), own);
    }
}
