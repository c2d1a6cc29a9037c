//! The address of the engine's RPC, which is in two files of a home.

use super::names::ENGINE;
use serde::Deserialize;
use std::{fs, net::SocketAddr, path::Path};

#[derive(Default, Deserialize)]
struct Settings {
    #[serde(default)]
    rpc: RpcTable,
}

#[derive(Default, Deserialize)]
struct RpcTable {
    laddr: Option<String>,
}

/// The address in the engine's own settings, if it differs from `rpc`. The engine reports settings that can't
/// be read; a host's name is not compared.
pub(super) fn other_laddr(home: &Path, rpc: SocketAddr) -> Option<String> {
    let path = home.join(ENGINE).join("config").join("config.toml");
    let settings: Settings = toml::from_str(&fs::read_to_string(path).ok()?).ok()?;
    let laddr = settings.rpc.laddr?;
    let address: SocketAddr = laddr.strip_prefix("tcp://")?.parse().ok()?;
    let is_there =
        address.port() == rpc.port() && (address.ip() == rpc.ip() || address.ip().is_unspecified());
    (!is_there).then_some(laddr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_addresses_are_compared() {
        let home = tempfile::tempdir().unwrap();
        let config = home.path().join(ENGINE).join("config");
        let other = |rpc: &str| other_laddr(home.path(), rpc.parse().unwrap());
        assert_eq!(other("127.0.0.1:7072"), None, "there is no engine");
        fs::create_dir_all(&config).unwrap();
        for (text, rpc, found) in [
            ("[rpc]\nladdr = \"tcp://127.0.0.1:7072\"\n", "127.0.0.1:7072", None),
            ("[rpc]\nladdr = \"tcp://0.0.0.0:7072\"\n", "127.0.0.1:7072", None),
            ("[rpc]\nladdr = \"tcp://127.0.0.1:7072\"\n", "127.0.0.1:7075", Some("tcp://127.0.0.1:7072")),
            ("[rpc]\nladdr = \"tcp://192.0.2.1:7072\"\n", "127.0.0.1:7072", Some("tcp://192.0.2.1:7072")),
            ("[rpc]\nladdr = \"tcp://localhost:7072\"\n", "127.0.0.1:7075", None),
            ("moniker = \"a\"\n", "127.0.0.1:7075", None),
            ("[rpc", "127.0.0.1:7075", None),
        ] {
            fs::write(config.join("config.toml"), text).unwrap();
            assert_eq!(other(rpc).as_deref(), found, "{text} {rpc}");
        }
    }
}
