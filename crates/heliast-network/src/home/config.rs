//! The engine's `config.toml`: only settings that differ from the defaults.

use super::{
    engine::{NewEngine, Peer},
    pace::Pace,
};
use crate::room::{Mempool, TRANSACTION};
use heliast_engine::EMPTY_BLOCKS_SECONDS;

pub(super) fn config(engine: &NewEngine<'_>) -> String {
    let NewEngine { name, site, peers, pace, chain, .. } = engine;
    let Pace { commit_ms, propose_ms, vote_ms, .. } = pace;
    let [propose_growth, prevote_growth, precommit_growth] = Pace::GROWTH_MS;
    let known: Vec<_> =
        peers.iter().map(|Peer { id, site }| format!("{id}@{}", site.p2p_address())).collect();
    let (known, p2p, rpc) = (known.join(","), site.p2p_listen(), site.rpc_listen());
    let ids: Vec<_> = peers.iter().map(|peer| peer.id.as_str()).collect();
    let ids = ids.join(",");
    let Mempool { count, bytes } = Mempool::new(chain);
    let (cache, empty_blocks) = (2 * count, EMPTY_BLOCKS_SECONDS);
    format!(
        "# CometBFT's settings that differ from its defaults. `heliast node` names the application's socket.\n\
         moniker = \"{name}\"\n\
         \n\
         [rpc]\n\
         # For this machine alone.\n\
         laddr = \"tcp://{rpc}\"\n\
         \n\
         [p2p]\n\
         laddr = \"tcp://{p2p}\"\n\
         persistent_peers = \"{known}\"\n\
         # A node that was away for long is asked for this often, and not ever more seldom.\n\
         persistent_peers_max_dial_period = \"10s\"\n\
         # These are always let in: nobody can take their places by calling under invented names.\n\
         unconditional_peer_ids = \"{ids}\"\n\
         # The peers are the network's nodes, of which several may be on one machine.\n\
         pex = false\n\
         addr_book_strict = false\n\
         allow_duplicate_ip = true\n\
         \n\
         [mempool]\n\
         # Room for all tickets and announcements that a round of this chain can bring.\n\
         size = {count}\n\
         cache_size = {cache}\n\
         max_tx_bytes = {TRANSACTION}\n\
         max_txs_bytes = {bytes}\n\
         \n\
         [consensus]\n\
         # Blocks are made when there is something to decide: transactions, or a round that collects.\n\
         create_empty_blocks = false\n\
         create_empty_blocks_interval = \"{empty_blocks}s\"\n\
         timeout_commit = \"{commit_ms}ms\"\n\
         timeout_propose = \"{propose_ms}ms\"\n\
         timeout_propose_delta = \"{propose_growth}ms\"\n\
         timeout_prevote = \"{vote_ms}ms\"\n\
         timeout_prevote_delta = \"{prevote_growth}ms\"\n\
         timeout_precommit = \"{vote_ms}ms\"\n\
         timeout_precommit_delta = \"{precommit_growth}ms\"\n\
         peer_gossip_sleep_duration = \"10ms\"\n\
         \n\
         [storage]\n\
         # Nobody asks for what the application answered to blocks.\n\
         discard_abci_responses = true\n\
         \n\
         [tx_index]\n\
         indexer = \"null\"\n"
    )
}
