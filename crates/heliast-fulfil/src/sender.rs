//! Transactions of one account: one at a time, sent only if it would succeed, followed until it is in a
//! block, and sent again for a higher price while it waits, up to a limit.

use crate::{
    coordinator::{Coordinator, Receipt},
    rpc::{NONE, RpcError},
};
use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope};
use alloy_eips::eip2718::Encodable2718;
use alloy_primitives::{Address, B256, Bytes, TxKind, U64, U256};
use alloy_signer::SignerSync;
use alloy_signer_local::PrivateKeySigner;
use serde_json::json;

/// The proposer's part of the price of gas if the node does not suggest one, in wei.
const TIP: u128 = 1_000_000_000;

/// The price of a unit of gas, in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The most that is paid.
    pub fee: u128,
    /// The proposer's part of it.
    pub tip: u128,
}

impl Price {
    /// An eighth more: nodes replace a transaction for a tenth more of both.
    fn raised(self) -> Price {
        Price { fee: an_eighth_more(self.fee), tip: an_eighth_more(self.tip) }
    }

    /// The price with at most this fee, and a tip that does not exceed the fee.
    fn within(self, limit: u128) -> Price {
        let fee = self.fee.min(limit);
        Price { fee, tip: self.tip.min(fee) }
    }
}

fn an_eighth_more(value: u128) -> u128 {
    value.saturating_add(value / 8).saturating_add(1)
}

/// The call that a transaction makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The function's name.
    pub name: &'static str,
    /// The encoded call.
    pub data: Vec<u8>,
    /// Wei that go with it.
    pub value: U256,
    /// The worth of the call in wei; `None` if it is to be sent at any price within the limit.
    pub worth: Option<U256>,
    /// Units of gas that are added to the estimate: consumers may use more the next time.
    pub spare: u64,
}

/// A transaction under way.
#[derive(Clone, Debug)]
struct Sent {
    deed: Deed,
    /// The hashes of the transaction and of all that replaced it: any of them may get into a block.
    hashes: Vec<B256>,
    nonce: u64,
    gas: u64,
    price: Price,
    /// The most that may be paid for a unit of gas, so that the deed is worth its cost.
    limit: u128,
    /// Whether the price is at the limit already: another deed may then take its place.
    is_at_limit: bool,
    /// The newest block when it was last sent.
    block: u64,
}

/// The reason why nothing was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// One transaction is under way already.
    Busy,
    /// Gas costs more than the limit, or more than the deed is worth.
    Dear {
        /// Wei for a unit of gas in the newest block.
        base_fee: u128,
        /// The price of the deed in wei, if it is known.
        cost: Option<U256>,
    },
    /// The contract would refuse it.
    WouldFail {
        /// The node's words.
        message: String,
        /// The first four bytes of the contract's error.
        selector: Option<[u8; 4]>,
    },
    /// The node does not accept the transaction.
    NotTaken {
        /// The node's words.
        message: String,
    },
}

/// The fate of a transaction under way.
#[derive(Debug)]
pub enum Followed {
    /// Nothing is under way.
    Nothing,
    /// It waits.
    Waits,
    /// It waits, and its price is at the limit.
    AtLimit,
    /// It was sent again, for more.
    Replaced(Price),
    /// It is in a block.
    Mined(&'static str, Receipt),
    /// It would fail now, so that nothing more is paid for it.
    Dropped(&'static str),
    /// Another transaction of the account has taken its place.
    Displaced(&'static str),
}

/// An account that sends transactions to one contract.
pub struct Sender {
    signer: PrivateKeySigner,
    max_fee: u128,
    patience: u64,
    sent: Option<Sent>,
    /// The least price that replaces a transaction with this nonce that the node knows: one from before a
    /// restart, or one that was dropped.
    floor: Option<(u64, Price)>,
}

impl Sender {
    /// An account that pays at most `max_fee` wei for a unit of gas, and pays more after `patience` blocks.
    pub fn new(signer: PrivateKeySigner, max_fee: u128, patience: u64) -> Sender {
        Sender { signer, max_fee, patience, sent: None, floor: None }
    }

    /// The account.
    pub fn address(&self) -> Address {
        self.signer.address()
    }

    /// The hash of the transaction that was sent last, if it is still under way.
    pub fn newest(&self) -> Option<B256> {
        self.sent.as_ref()?.hashes.last().copied()
    }

    /// Sends a call of the contract if no other is under way, if it would succeed, and if its price is within
    /// the limit.
    ///
    /// # Errors
    /// [`RpcError`] of a node that does not answer as it should.
    pub fn send(&mut self, it: &Coordinator, deed: Deed) -> Result<Result<B256, Held>, RpcError> {
        // A transaction that waits for cheaper gas does not block another deed.
        let ousted = self.sent.as_ref().filter(|sent| sent.is_at_limit && sent.deed.data != deed.data);
        if self.sent.is_some() && ousted.is_none() {
            return Ok(Err(Held::Busy));
        }
        if let Some(sent) = ousted {
            self.floor = Some((sent.nonce, sent.price.raised()));
        }
        let head = it.newest()?;
        let base_fee = head.base_fee();
        if base_fee > self.max_fee {
            return Ok(Err(Held::Dear { base_fee, cost: None }));
        }
        let estimated = match self.estimate(it, &deed) {
            Ok(gas) => gas,
            Err(error @ RpcError::Refused { .. }) => {
                let selector = error.selector();
                return Ok(Err(Held::WouldFail { message: error.to_string(), selector }));
            }
            Err(error) => return Err(error),
        };
        let nonce = it.rpc().call::<U64>("eth_getTransactionCount", (self.address(), "latest"))?.to();
        let price = self.price(it, base_fee, nonce)?;
        let each = base_fee.saturating_add(price.tip).min(price.fee);
        let cost = U256::from(each).saturating_mul(U256::from(estimated));
        if deed.worth.is_some_and(|worth| worth < cost) {
            return Ok(Err(Held::Dear { base_fee, cost: Some(cost) }));
        }
        let gas = u64::try_from(an_eighth_more(estimated.into())).unwrap_or(u64::MAX);
        let gas = gas.saturating_add(deed.spare);
        let limit = limit_of(self.max_fee, deed.worth, estimated);
        let (price, block) = (price.within(limit), head.number());
        let sent = Sent { deed, hashes: Vec::new(), nonce, gas, price, limit, is_at_limit: false, block };
        let (bytes, hash) = self.signed(it, &sent);
        match self.write(it, bytes) {
            Err(RpcError::Refused { message, .. }) => {
                if is_underpriced(&message) {
                    self.floor = Some((nonce, price.raised()));
                }
                Ok(Err(Held::NotTaken { message }))
            }
            // Without an answer it is unknown whether the node has it: it is followed as if the node had it.
            Ok(()) | Err(_) => {
                self.sent = Some(Sent { hashes: vec![hash], ..sent });
                Ok(Ok(hash))
            }
        }
    }

    /// The price of a unit of gas now, in wei: the base fee of the next block, and the proposer's part.
    ///
    /// # Errors
    /// [`RpcError`] of a node that does not answer as it should.
    pub fn gas_price(&self, it: &Coordinator) -> Result<u128, RpcError> {
        Ok(it.newest()?.base_fee().saturating_add(self.tip(it)?))
    }

    fn tip(&self, it: &Coordinator) -> Result<u128, RpcError> {
        match it.rpc().call::<U256>("eth_maxPriorityFeePerGas", NONE) {
            Ok(tip) => Ok(tip.saturating_to()),
            Err(error) if error.is_refusal() => Ok(TIP),
            Err(error) => Err(error),
        }
    }

    /// Twice the base fee and a tip, and at least the price that replaces a transaction that the node knows.
    fn price(&self, it: &Coordinator, base_fee: u128, nonce: u64) -> Result<Price, RpcError> {
        let tip = self.tip(it)?;
        let mut price = Price { fee: base_fee.saturating_mul(2).saturating_add(tip), tip };
        if let Some((_, floor)) = self.floor.filter(|(of, _)| *of == nonce) {
            price = Price { fee: price.fee.max(floor.fee), tip: price.tip.max(floor.tip) };
        }
        Ok(price.within(self.max_fee))
    }

    /// The gas that a call takes on top of the newest block. Pending transactions are left out, since one of
    /// them may be this call.
    fn estimate(&self, it: &Coordinator, deed: &Deed) -> Result<u64, RpcError> {
        let what = json!({
            "from": self.address(),
            "to": it.address(),
            "data": Bytes::from(deed.data.clone()),
            "value": deed.value,
        });
        Ok(it.rpc().call::<U64>("eth_estimateGas", (what, "latest"))?.to())
    }

    /// Gives the node a signed transaction.
    fn write(&self, it: &Coordinator, bytes: Bytes) -> Result<(), RpcError> {
        match it.rpc().call::<B256>("eth_sendRawTransaction", [bytes]) {
            // The computed hash is used, even if the node answers with another.
            Ok(_) => Ok(()),
            Err(RpcError::Refused { message, .. }) if is_known(&message) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn signed(&self, it: &Coordinator, sent: &Sent) -> (Bytes, B256) {
        let transaction = TxEip1559 {
            chain_id: it.chain(),
            nonce: sent.nonce,
            gas_limit: sent.gas,
            max_fee_per_gas: sent.price.fee,
            max_priority_fee_per_gas: sent.price.tip,
            to: TxKind::Call(it.address()),
            value: sent.deed.value,
            access_list: Default::default(),
            input: sent.deed.data.clone().into(),
        };
        // Signing with a key in memory does not fail.
        let signature =
            self.signer.sign_hash_sync(&transaction.signature_hash()).expect("a key in memory signs");
        let envelope = TxEnvelope::from(transaction.into_signed(signature));
        (envelope.encoded_2718().into(), *envelope.tx_hash())
    }

    /// Follows the transaction under way, and sends it again for more if it has waited for long. `now` is the
    /// newest block.
    ///
    /// # Errors
    /// [`RpcError`] of a node that does not answer as it should.
    pub fn follow(&mut self, it: &Coordinator, now: u64) -> Result<Followed, RpcError> {
        let Some(sent) = &self.sent else { return Ok(Followed::Nothing) };
        let name = sent.deed.name;
        // The count is read before the receipts: a transaction that gets into a block between the two calls
        // has a receipt.
        let mined: u64 = it.rpc().call::<U64>("eth_getTransactionCount", (self.address(), "latest"))?.to();
        for hash in &sent.hashes {
            if let Some(receipt) = it.receipt(*hash)? {
                self.sent = None;
                return Ok(Followed::Mined(name, receipt));
            }
        }
        if mined > sent.nonce {
            self.sent = None;
            return Ok(Followed::Displaced(name));
        }
        if now < sent.block.saturating_add(self.patience) {
            return Ok(Followed::Waits);
        }
        // After a reorganisation, or a rival's proof, it would only cost gas.
        match self.estimate(it, &sent.deed) {
            Ok(_) => {}
            Err(error) if error.is_revert() => {
                self.floor = Some((sent.nonce, sent.price.raised()));
                self.sent = None;
                return Ok(Followed::Dropped(name));
            }
            Err(error) => return Err(error),
        }
        self.pay_more(it, now)
    }

    fn pay_more(&mut self, it: &Coordinator, now: u64) -> Result<Followed, RpcError> {
        let Some(mut sent) = self.sent.clone() else { return Ok(Followed::Nothing) };
        let price = sent.price.raised();
        sent.is_at_limit = price.fee > sent.limit;
        sent.block = now;
        if !sent.is_at_limit {
            sent.price = price;
        }
        // At the limit the same transaction is sent again, in case the node has dropped it.
        let (bytes, hash) = self.signed(it, &sent);
        let is_at_limit = sent.is_at_limit;
        let fate = match self.write(it, bytes) {
            Err(RpcError::Refused { message, .. }) if !is_at_limit => {
                if !is_underpriced(&message) {
                    sent.price = self.sent.as_ref().map_or(price, |kept| kept.price);
                }
                self.sent = Some(sent);
                return Ok(Followed::Waits);
            }
            Err(RpcError::Refused { .. }) => Ok(Followed::AtLimit),
            Ok(()) if is_at_limit => Ok(Followed::AtLimit),
            Ok(()) => Ok(Followed::Replaced(price)),
            Err(error) => Err(error),
        };
        // Without an answer the node may have it.
        if !sent.hashes.contains(&hash) {
            sent.hashes.push(hash);
        }
        self.sent = Some(sent);
        fate
    }
}

/// The most that may be paid for a unit of gas, so that the deed costs no more than it is worth.
fn limit_of(max_fee: u128, worth: Option<U256>, gas: u64) -> u128 {
    let each = worth.map(|worth| worth / U256::from(gas.max(1)));
    each.map_or(max_fee, |each| each.saturating_to::<u128>().min(max_fee))
}

/// Whether a node refuses a transaction because it has one that pays at least as much.
fn is_underpriced(message: &str) -> bool {
    message.to_lowercase().contains("underpriced")
}

/// Whether a node refuses a transaction because it has this transaction already.
fn is_known(message: &str) -> bool {
    let message = message.to_lowercase();
    ["already known", "alreadyknown", "known transaction", "already imported"]
        .iter()
        .any(|words| message.contains(words))
}

#[cfg(test)]
mod tests;
