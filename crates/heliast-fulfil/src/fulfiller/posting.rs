//! The transactions of a fulfiller, and the worth of each.

use super::{Fulfiller, Proof};
use crate::{
    abi::{
        Claim, Round, claimCall, disputeCall, drawCall, feeOfCall, fulfilCall, judgeCall, settleCall,
        state::DISPUTED,
    },
    coordinator::At,
    deliveries::Chosen,
    happened::mark_of,
    rpc::RpcError,
    sender::{Deed, Held},
};
use alloy_primitives::{B256, U256};
use alloy_sol_types::SolCall;
use serde_json::json;

/// The fate of a transaction that was to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Sent,
    /// Another one is under way.
    Busy,
    /// The transaction would cost too much, or fail.
    Held,
}

impl Fulfiller {
    pub(super) fn post_draw(&mut self, round: u64) -> Result<(), RpcError> {
        let data = drawCall { round: U256::from(round) }.abi_encode();
        self.send(round, Deed { name: "draw", data, value: U256::ZERO, worth: None, spare: 0 })?;
        Ok(())
    }

    /// Posts a proof on a coordinator that takes no claims.
    pub(super) fn fulfil(&mut self, round: u64, proof: &Proof) -> Result<(), RpcError> {
        let fee = self.it.read(&feeOfCall { round: U256::from(round) }, At::Latest)?;
        let prover = self.sender.address();
        self.post(round, "fulfil", fee, |requests| {
            fulfilCall { round: U256::from(round), proof: proof.bytes.clone().into(), prover, requests }
                .abi_encode()
        })?;
        Ok(())
    }

    /// Claims the output of a round, with the bond. A proof would show the output to anyone who sees it
    /// before it is in a block, and they could claim it first.
    pub(super) fn claim(&mut self, round: u64, claim: &Claim, proof: &Proof) -> Result<(), RpcError> {
        let fee = self.it.read(&feeOfCall { round: U256::from(round) }, At::Latest)?;
        let mark = mark_of(self.sender.address(), proof.seed);
        let data = claimCall { round: U256::from(round), entropy: claim.entropy, mark }.abi_encode();
        let value = self.it.terms().bond;
        self.send(round, Deed { name: "claim", data, value, worth: Some(fee), spare: 0 })?;
        Ok(())
    }

    /// Acts on a claim. A false claim is refuted by the proof, or disputed if the proof is too expensive or
    /// fails. Our own claim is proved at once if the fee pays for it, and otherwise settled. A true claim of
    /// somebody else is left to its claimant, unless the claimant has given up or the claim is disputed.
    pub(super) fn judge(
        &mut self,
        round: u64,
        it: &Round,
        claim: &Claim,
        proof: &Proof,
        now: u64,
    ) -> Result<(), RpcError> {
        let (window, bond) = (self.it.terms().window, self.it.terms().bond);
        let is_true = mark_of(claim.claimant, proof.seed) == claim.mark;
        let prover = self.sender.address();
        let (is_ours, is_disputed) = (claim.claimant == prover, it.state == DISPUTED);
        let last = claim.last(window);
        // A transaction gets into the next block at the earliest.
        let (is_open, is_in_time) = (now < last, now < last.saturating_add(window));
        let fee = self.fee(it, claim);
        let one = bond.saturating_add(fee);
        let worth = match (is_disputed, is_true) {
            // Both bonds and the fee go to the prover, who has claimed or disputed rightly.
            (true, true) if is_ours => one.saturating_add(bond),
            (true, false) if claim.disputer == prover => one.saturating_add(bond),
            (true, true) if is_in_time => bond,
            (true, false) if !is_open => one - bond / U256::from(2),
            (true, _) | (false, false) => one,
            (false, true) if is_ours && now > last => return self.settle(round, it, claim, proof),
            (false, true) if is_ours && self.ways.claims => return Ok(()),
            // The bond would also come back without a proof.
            (false, true) if is_ours => fee,
            (false, true) if is_in_time => {
                self.note(round, "claimed rightly", json!({ "claimant": claim.claimant }));
                return Ok(());
            }
            // The claimant has given up.
            (false, true) => fee,
        };
        let outcome = self.post(round, "judge", worth, |requests| {
            let proof = proof.bytes.clone().into();
            judgeCall { round: U256::from(round), it: claim.clone(), proof, prover, requests }.abi_encode()
        })?;
        if outcome == Outcome::Held && !is_true && !is_disputed {
            self.dispute(round, claim, now)?;
        }
        Ok(())
    }

    /// Disputes a false claim, if there is time for it: the claim then waits for a proof.
    pub(super) fn dispute(&mut self, round: u64, claim: &Claim, now: u64) -> Result<(), RpcError> {
        let (window, bond) = (self.it.terms().window, self.it.terms().bond);
        if now >= claim.last(window) {
            return Ok(());
        }
        let data = disputeCall { round: U256::from(round), it: claim.clone() }.abi_encode();
        let worth = Some(bond / U256::from(2));
        self.send(round, Deed { name: "dispute", data, value: bond, worth, spare: 0 })?;
        Ok(())
    }

    /// Ends a claim of our own whose window has passed.
    fn settle(&mut self, round: u64, it: &Round, claim: &Claim, proof: &Proof) -> Result<(), RpcError> {
        let worth = self.it.terms().bond.saturating_add(self.fee(it, claim));
        self.post(round, "settle", worth, |requests| {
            settleCall { round: U256::from(round), it: claim.clone(), seed: proof.seed, requests }
                .abi_encode()
        })?;
        Ok(())
    }

    /// The least that is paid for the output of a round that is claimed.
    fn fee(&self, it: &Round, claim: &Claim) -> U256 {
        self.it.least_fee(claim.count).saturating_add(U256::from(it.raised))
    }

    /// Sends an output with the deliveries that pay for themselves. If it would fail with them or cost too
    /// much, it is sent without them: one request must not keep the output from the others.
    fn post(
        &mut self,
        round: u64,
        name: &'static str,
        worth: U256,
        data: impl Fn(Vec<U256>) -> Vec<u8>,
    ) -> Result<Outcome, RpcError> {
        let Chosen { requests, gas, tips } = self.chosen(round)?;
        if !requests.is_empty() {
            let worth = Some(worth.saturating_add(tips));
            let deed = Deed { name, data: data(requests), value: U256::ZERO, worth, spare: gas };
            match self.sender.send(&self.it, deed) {
                Ok(Ok(hash)) => return Ok(self.sent(round, name, hash)),
                Ok(Err(Held::Busy)) => return Ok(Outcome::Busy),
                Ok(Err(_)) => {}
                // The node may also time out on a consumer's call.
                Err(_) => {
                    if let Some(known) = self.rounds.get_mut(&round) {
                        known.is_bare = true;
                    }
                }
            }
        }
        let data = data(Vec::new());
        self.send(round, Deed { name, data, value: U256::ZERO, worth: Some(worth), spare: 0 })
    }

    fn chosen(&self, round: u64) -> Result<Chosen, RpcError> {
        match self.rounds.get(&round) {
            Some(known) if !known.is_bare && !known.deliveries.is_empty() => {
                Ok(known.deliveries.chosen(round, self.sender.gas_price(&self.it)?))
            }
            _ => Ok(Chosen::default()),
        }
    }

    /// Sends a transaction if it may be sent.
    fn send(&mut self, round: u64, deed: Deed) -> Result<Outcome, RpcError> {
        let (call, worth) = (deed.name, deed.worth);
        match self.sender.send(&self.it, deed)? {
            Ok(hash) => return Ok(self.sent(round, call, hash)),
            Err(Held::Busy) => return Ok(Outcome::Busy),
            Err(Held::Dear { base_fee, cost }) => {
                let text = |wei: U256| wei.to_string();
                let fields = json!({
                    "call": call,
                    "base_fee": base_fee.to_string(),
                    "cost": cost.map(text),
                    "worth": worth.map(text),
                });
                self.note(round, "too dear", fields);
            }
            Err(Held::WouldFail { message, .. }) => {
                self.note(round, "would fail", json!({ "call": call, "message": message }));
            }
            Err(Held::NotTaken { message }) => {
                self.note(round, "not taken", json!({ "call": call, "message": message }));
            }
        }
        Ok(Outcome::Held)
    }

    /// Remembers the round that the transaction under way is about.
    fn sent(&mut self, round: u64, call: &'static str, hash: B256) -> Outcome {
        self.sending = round;
        self.tell(round, "sent", json!({ "call": call, "hash": hash }));
        Outcome::Sent
    }
}
