//! The names of the files and directories in a home.

/// The file with the chain's genesis.
pub const GENESIS: &str = "genesis";
/// The network file.
pub const NETWORK: &str = "network";
/// The node's settings.
pub const SETTINGS: &str = "node.toml";
/// The stateless keys of the participants in this home.
pub const KEYS: &str = "keys.json";
/// The store, and the application's state.
pub const DATA: &str = "data";
/// The engine's home.
pub(crate) const ENGINE: &str = "comet";
/// The file of the validator's key, in `config` of the engine's home.
pub(crate) const CONSENSUS_KEY: &str = "priv_validator_key.json";
/// The application of the home's operator.
pub const APPLICATION: &str = "application";
