//! The engine's `genesis.json`: a function of the chain and the network file.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use heliast::Chain;
use heliast_finality::{NetworkFile, Validator, engine_chain_id};
use serde_json::{Value, json};

/// The engine itself sets no limit: a proposer's application then gets the whole mempool and chooses from it,
/// instead of the engine by order of arrival. The application limits the length of a block.
const MAX_BLOCK: i64 = -1;

/// The engine's genesis of a network, whose chain begins at `genesis_time_ms`.
pub(crate) fn engine_genesis(chain: &Chain, network: &NetworkFile) -> String {
    let key_type = network.key_type().engine_name();
    let validators: Vec<_> = network.validators().iter().enumerate().map(validator).collect();
    let genesis = json!({
        "genesis_time": rfc3339(chain.genesis().genesis_time_ms),
        "chain_id": engine_chain_id(chain.id()),
        "initial_height": "1",
        "consensus_params": {
            "block": { "max_bytes": MAX_BLOCK.to_string(), "max_gas": "-1" },
            "evidence": {
                "max_age_num_blocks": "100000", "max_age_duration": "172800000000000", "max_bytes": "1048576",
            },
            "validator": { "pub_key_types": [key_type] },
            "version": { "app": "0" },
            "abci": { "vote_extensions_enable_height": "0" },
        },
        "validators": validators,
        "app_hash": "",
    });
    format!("{genesis:#}\n")
}

fn validator((number, Validator { key, power }): (usize, &Validator)) -> Value {
    json!({
        "address": hex::encode_upper(key.address()),
        "pub_key": { "type": key.key_type().engine_json_name(), "value": STANDARD.encode(key.as_bytes()) },
        "power": power.to_string(),
        "name": format!("node{number}"),
    })
}

/// A time in milliseconds since 1970 as the engine writes it, in UTC.
///
/// Years begin in March here, so that a leap day is the last day of a year. An era has 400 years of together
/// 146,097 days.
pub fn rfc3339(ms: u64) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    // Days from 1 March of the year 0.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + next;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day_of_month:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}
