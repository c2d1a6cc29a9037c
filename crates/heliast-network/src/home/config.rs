//! The engine's `config.toml`: only what differs from its defaults.

use super::{NewEngine, Peer};
use crate::room::{Mempool, TRANSACTION};

/// The pace at which blocks follow each other, in milliseconds. Blocks are made when there is
/// something to decide: all of a network's nodes have the same pace, and it is not a part of the
/// chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Least time between two blocks.
    pub commit_ms: u32,
    /// Time for which a proposal is waited for before another node proposes.
    pub propose_ms: u32,
    /// Time for which votes are waited for.
    pub vote_ms: u32,
}

impl Pace {
    /// Milliseconds by which each of the three timeouts of an attempt is longer than in the attempt
    /// before.
    const GROWTH_MS: [u32; 3] = [200, 100, 100];

    /// The duration of an attempt that fails, the first of a height, in milliseconds.
    pub fn failure_ms(&self) -> u32 {
        self.propose_ms.saturating_add(self.vote_ms).saturating_add(self.vote_ms)
    }

    /// Milliseconds by which each further attempt takes longer.
    pub fn growth_ms(&self) -> u32 {
        Self::GROWTH_MS.iter().sum()
    }

    /// The pace for nodes on one machine.
    pub const LOCAL: Pace = Pace { commit_ms: 50, propose_ms: 500, vote_ms: 200 };
    /// The pace for nodes far from each other.
    pub const WIDE: Pace = Pace { commit_ms: 180, propose_ms: 1_000, vote_ms: 500 };
}

pub(super) fn config(engine: &NewEngine<'_>) -> String {
    let NewEngine { name, site, peers, pace, chain, .. } = engine;
    let Pace { commit_ms, propose_ms, vote_ms } = pace;
    let [propose_growth, prevote_growth, precommit_growth] = Pace::GROWTH_MS;
    let known: Vec<_> =
        peers.iter().map(|Peer { id, site }| format!("{id}@{}", site.p2p_address())).collect();
    let (known, p2p, rpc) = (known.join(","), site.p2p_listen(), site.rpc_listen());
    let ids: Vec<_> = peers.iter().map(|peer| peer.id.as_str()).collect();
    let ids = ids.join(",");
    let Mempool { count, bytes } = Mempool::new(chain);
    let cache = 2 * count;
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
         create_empty_blocks_interval = \"10s\"\n\
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
