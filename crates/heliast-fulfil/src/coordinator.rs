//! A coordinator on a chain (`spec/evm.md`): typed queries to the contract and to the node.

use crate::{
    abi::{Log, bondCall, marginCall, priceCall, spanCall, squaringsCall, windowCall},
    failure::Failure,
    happened::Happened,
    rpc::{NONE, Rpc, RpcError},
};
use alloy_primitives::{Address, B256, Bytes, U64, U256};
use alloy_sol_types::SolCall;
use heliast_vdf::MAX_DELAY;
use serde::Deserialize;
use serde_json::{Value, json};

/// The block that a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The newest block.
    Latest,
    /// The newest block that the chain says is final.
    Finalized,
    /// The block with this number.
    Number(u64),
}

impl At {
    fn encoded(self) -> Value {
        match self {
            At::Latest => json!("latest"),
            At::Finalized => json!("finalized"),
            At::Number(number) => json!(U64::from(number)),
        }
    }
}

/// The depth at which a block counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The chain says which blocks are final.
    Finalized,
    /// The block has this many blocks on top of it.
    Blocks(u64),
}

impl Depth {
    /// The newest block that is deep enough, if there is one, when the newest of all is `now`.
    pub fn below(self, now: u64) -> Option<At> {
        match self {
            Depth::Finalized => Some(At::Finalized),
            Depth::Blocks(blocks) => now.checked_sub(blocks).map(At::Number),
        }
    }
}

/// The terms of a coordinator, which never change.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// t, the number of squarings.
    pub squarings: u64,
    /// Blocks whose requests share a round.
    pub span: u64,
    /// Blocks between a round's last and the first in which it can be drawn.
    pub margin: u64,
    /// Blocks in which a claim can be refuted.
    pub window: u64,
    /// Wei for each request.
    pub price: U256,
    /// Wei with which a claim is made.
    pub bond: U256,
}

/// A block's head.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    number: U64,
    base_fee_per_gas: Option<U256>,
}

impl Block {
    /// Its number.
    pub fn number(&self) -> u64 {
        self.number.to()
    }

    /// Wei that a unit of gas costs at least; 0 on a chain without such a price.
    pub fn base_fee(&self) -> u128 {
        self.base_fee_per_gas.map_or(0, |fee| fee.saturating_to())
    }
}

/// The receipt of a transaction.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    transaction_hash: B256,
    status: Option<U64>,
    block_number: Option<U64>,
    gas_used: U256,
    #[serde(default)]
    logs: Vec<Log>,
}

impl Receipt {
    /// The hash of the transaction.
    pub fn hash(&self) -> B256 {
        self.transaction_hash
    }

    /// Whether the transaction succeeded.
    pub fn is_success(&self) -> bool {
        self.status == Some(U64::ONE)
    }

    /// The number of the block, if the transaction is in one already.
    pub fn block(&self) -> Option<u64> {
        self.block_number.map(|number| number.to())
    }

    /// The gas used.
    pub fn gas(&self) -> u64 {
        self.gas_used.saturating_to()
    }
}

/// A coordinator, and the node through which it is reached.
pub struct Coordinator {
    rpc: Rpc,
    address: Address,
    chain: u64,
    terms: Terms,
}

impl Coordinator {
    /// The contract at an address, which must be a coordinator, on the chain of a node, which must be `chain`
    /// if that is given.
    ///
    /// # Errors
    /// [`Failure`] says what is wrong.
    pub fn find(rpc: Rpc, address: Address, chain: Option<u64>) -> Result<Coordinator, Failure> {
        let found: u64 = rpc.call::<U64>("eth_chainId", NONE)?.to();
        if let Some(wanted) = chain.filter(|wanted| *wanted != found) {
            return Err(Failure::input(format!(
                "{} is a node of chain {found}, and --chain says {wanted}",
                rpc.shown()
            )));
        }
        let code: Bytes = rpc.call("eth_getCode", (address, "latest"))?;
        if code.is_empty() {
            return Err(Failure::input(format!("there is no contract at {address} on chain {found}")));
        }
        let none = Terms { squarings: 0, span: 0, margin: 0, window: 0, price: U256::ZERO, bond: U256::ZERO };
        let mut it = Coordinator { rpc, address, chain: found, terms: none };
        it.terms = it.ask_terms()?;
        Ok(it)
    }

    /// A coordinator that is made without asking the node.
    #[cfg(test)]
    pub fn unasked(rpc: Rpc, terms: Terms) -> Coordinator {
        Coordinator { rpc, address: Address::ZERO, chain: 1, terms }
    }

    fn ask_terms(&self) -> Result<Terms, Failure> {
        let other = || Failure::input(format!("the contract at {} is not a coordinator", self.address));
        let told = || {
            Ok::<_, RpcError>(Terms {
                squarings: self.read(&squaringsCall {}, At::Latest)?,
                span: self.read(&spanCall {}, At::Latest)?.into(),
                margin: self.read(&marginCall {}, At::Latest)?.into(),
                window: self.read(&windowCall {}, At::Latest)?.into(),
                price: U256::from(self.read(&priceCall {}, At::Latest)?),
                bond: U256::from(self.read(&bondCall {}, At::Latest)?),
            })
        };
        let terms = match told() {
            Ok(terms) => terms,
            Err(RpcError::Malformed { method: "eth_call", .. } | RpcError::Refused { .. }) => {
                return Err(other());
            }
            Err(error) => return Err(error.into()),
        };
        let possible = (1..MAX_DELAY).contains(&terms.squarings) && terms.span >= 1 && terms.margin >= 2;
        if possible { Ok(terms) } else { Err(other()) }
    }

    /// The node.
    pub fn rpc(&self) -> &Rpc {
        &self.rpc
    }

    /// Its address.
    pub fn address(&self) -> Address {
        self.address
    }

    /// The least that is paid for a proof of a round of `count` requests, in wei: a quarter, at once.
    pub fn least_fee(&self, count: u32) -> U256 {
        let price = self.terms.price;
        let quarter = (price - price / U256::from(16)) / U256::from(4);
        quarter.saturating_mul(U256::from(count))
    }

    /// The chain's number.
    pub fn chain(&self) -> u64 {
        self.chain
    }

    /// Its terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The first block in which a round can be drawn.
    pub fn first_draw(&self, round: u64) -> u64 {
        round.saturating_add(1).saturating_mul(self.terms.span).saturating_add(self.terms.margin)
    }

    /// The result of a function of the contract.
    ///
    /// # Errors
    /// [`RpcError`]; one of another shape is [`RpcError::Malformed`].
    pub fn read<C: SolCall>(&self, call: &C, at: At) -> Result<C::Return, RpcError> {
        let what = json!({ "to": self.address, "data": Bytes::from(call.abi_encode()) });
        let bytes: Bytes = self.rpc.call("eth_call", (what, at.encoded()))?;
        C::abi_decode_returns(&bytes).map_err(|error| RpcError::Malformed {
            node: self.rpc.shown().to_owned(),
            method: "eth_call",
            reason: error.to_string(),
        })
    }

    /// Checks that the chain says which blocks are final, if `depth` relies on that.
    ///
    /// # Errors
    /// [`Failure`] if the chain does not, or if the node fails.
    pub fn check_depth(&self, depth: Depth) -> Result<(), Failure> {
        let unknown = || Failure::input("the chain does not say which blocks are final: give --depth BLOCKS");
        match depth {
            Depth::Blocks(_) => Ok(()),
            Depth::Finalized => match self.block(At::Finalized) {
                Ok(Some(_)) => Ok(()),
                Ok(None) => Err(unknown()),
                Err(error) if error.is_refusal() => Err(unknown()),
                Err(error) => Err(error.into()),
            },
        }
    }

    /// A block's head; `None` where the chain has no such block.
    ///
    /// # Errors
    /// [`RpcError`].
    pub fn block(&self, at: At) -> Result<Option<Block>, RpcError> {
        self.rpc.call("eth_getBlockByNumber", (at.encoded(), false))
    }

    /// The newest block's head.
    ///
    /// # Errors
    /// [`RpcError`].
    pub fn newest(&self) -> Result<Block, RpcError> {
        self.block(At::Latest)?.ok_or_else(|| RpcError::Malformed {
            node: self.rpc.shown().to_owned(),
            method: "eth_getBlockByNumber",
            reason: "there is no newest block".to_owned(),
        })
    }

    /// Whether a block lies deep enough when the newest of all is `now`.
    ///
    /// # Errors
    /// [`RpcError`].
    pub fn is_deep(&self, block: u64, depth: Depth, now: u64) -> Result<bool, RpcError> {
        match depth {
            Depth::Blocks(blocks) => Ok(now >= block.saturating_add(blocks)),
            Depth::Finalized => Ok(self.block(At::Finalized)?.is_some_and(|head| head.number() >= block)),
        }
    }

    /// The number of blocks on top of the newest one that is deep enough, when the newest of all is `now`.
    ///
    /// # Errors
    /// [`RpcError`].
    pub fn lag(&self, depth: Depth, now: u64) -> Result<u64, RpcError> {
        match depth {
            Depth::Blocks(blocks) => Ok(blocks),
            Depth::Finalized => {
                let last = self.block(At::Finalized)?.map_or(0, |head| head.number());
                Ok(now.saturating_sub(last))
            }
        }
    }

    /// The events of some blocks.
    ///
    /// # Errors
    /// [`RpcError`]: nodes refuse spans that are too long for them.
    pub fn happened(&self, first: u64, last: u64) -> Result<Vec<Happened>, RpcError> {
        let filter = json!({
            "address": self.address,
            "topics": [Happened::TOPICS],
            "fromBlock": U64::from(first),
            "toBlock": U64::from(last),
        });
        let logs: Vec<Log> = self.rpc.call("eth_getLogs", [filter])?;
        Ok(logs.iter().filter_map(|log| Happened::read(self.address, log)).collect())
    }

    /// The receipt of a transaction; `None` as long as it is in no block.
    ///
    /// # Errors
    /// [`RpcError`].
    pub fn receipt(&self, hash: B256) -> Result<Option<Receipt>, RpcError> {
        let receipt: Option<Receipt> = self.rpc.call("eth_getTransactionReceipt", [hash])?;
        Ok(receipt.filter(|receipt| receipt.block().is_some()))
    }

    /// The request that a transaction made.
    pub fn request_in(&self, receipt: &Receipt) -> Option<U256> {
        receipt.logs.iter().find_map(|log| match Happened::read(self.address, log)? {
            Happened::Requested { round, index, .. } => Some((U256::from(round) << 32) | U256::from(index)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests;
