//! The engine's `config.toml`: only what differs from its defaults.

use super::{NewEngine, Peer};

/// How fast blocks follow each other, in milliseconds. Blocks are made when there is something to decide: all
/// of a network's nodes have the same pace, and it is no part of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// From one block to the next, at least.
    pub commit_ms: u32,
    /// For how long a proposal is waited for before another node proposes.
    pub propose_ms: u32,
    /// For how long votes are waited for.
    pub vote_ms: u32,
}

impl Pace {
    /// By how much each of the three timeouts of an attempt is longer than in the attempt before, in
    /// milliseconds, and all together.
    const GROWTH_MS: [u32; 3] = [200, 100, 100];

    /// How long an attempt takes that fails, the first of a height, in milliseconds.
    pub fn failure_ms(&self) -> u32 {
        self.propose_ms.saturating_add(self.vote_ms).saturating_add(self.vote_ms)
    }

    /// By how much each further attempt takes longer, in milliseconds.
    pub fn growth_ms(&self) -> u32 {
        Self::GROWTH_MS.iter().sum()
    }

    /// For nodes on one machine.
    pub const LOCAL: Pace = Pace { commit_ms: 50, propose_ms: 500, vote_ms: 200 };
    /// For nodes far from each other.
    pub const WIDE: Pace = Pace { commit_ms: 180, propose_ms: 1_000, vote_ms: 500 };
}

/// Bytes of a transaction at most; a ticket has 64 KiB and some, a delay two elements.
pub(super) const MAX_TRANSACTION: u32 = 1 << 17;
/// The engine's default, and what its nodes have for a list of that length.
const DEFAULT_INBOUND: usize = 40;

pub(super) fn config(engine: &NewEngine<'_>) -> String {
    let NewEngine { name, site, peers, pace, .. } = engine;
    let Pace { commit_ms, propose_ms, vote_ms } = pace;
    let [propose_growth, prevote_growth, precommit_growth] = Pace::GROWTH_MS;
    let known: Vec<_> =
        peers.iter().map(|Peer { id, site }| format!("{id}@{}", site.p2p_address())).collect();
    let (known, p2p, rpc) = (known.join(","), site.p2p_listen(), site.rpc_listen());
    let inbound = DEFAULT_INBOUND.max(2 * peers.len());
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
         max_num_inbound_peers = {inbound}\n\
         # The peers are the network's nodes, of which several may be on one machine.\n\
         pex = false\n\
         addr_book_strict = false\n\
         allow_duplicate_ip = true\n\
         \n\
         [mempool]\n\
         max_tx_bytes = {MAX_TRANSACTION}\n\
         max_txs_bytes = 67108864\n\
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
