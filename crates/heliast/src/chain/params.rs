//! A chain's fixed part: the genesis with what follows from it before any round.

use crate::{
    delay_rules::{RootRules, Roots, SquaringRules, Squarings},
    genesis::Genesis,
    keys::Announcement,
    members::Members,
    wire::{Malformed, tagged},
};
use heliast_group::{AnyGroup, Group};
use heliast_vrf::{sortition::Lottery, stateful::Scheme, tree::MAX_HEIGHT};
use sha2::Digest;
use std::sync::Arc;

/// A chain's fixed part. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Chain(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    genesis: Genesis,
    bytes: Vec<u8>,
    id: [u8; 32],
    squarings: Option<Squarings>,
    roots: Option<Roots>,
    /// The members before round 1.
    members: Members,
    /// One for each slot, over the stake of the genesis.
    lotteries: Vec<Lottery>,
}

impl Chain {
    /// The chain of a genesis, whose rules and group are checked.
    pub fn new(genesis: Genesis) -> Result<Chain, Malformed> {
        genesis.check()?;
        let squarings = genesis.delays.squarings.as_ref().map(SquaringRules::open).transpose()?;
        let roots = genesis.delays.roots.as_ref().map(RootRules::open).transpose()?;
        let total = genesis.participants.iter().map(|p| p.stake).sum();
        let lottery = |expected: &u32| {
            let rule = "no lottery can be drawn";
            Lottery::new(total, u64::from(*expected))
                .map_err(|_| Malformed::Field { field: "expected votes", rule })
        };
        let lotteries = genesis.committees.iter().map(lottery).collect::<Result<_, _>>()?;
        let bytes = genesis.to_bytes();
        let id = Chain::id_of(&bytes);
        let members = Members::new(&genesis);
        Ok(Chain(Arc::new(Inner { genesis, bytes, id, squarings, roots, members, lotteries })))
    }

    /// The chain of a genesis' bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Chain, Malformed> {
        Chain::new(Genesis::parse(bytes)?)
    }

    /// The id of the chain whose genesis has these bytes, which need not be well formed.
    pub fn id_of(genesis: &[u8]) -> [u8; 32] {
        tagged("heliast/chain/v1").chain_update(genesis).finalize().into()
    }

    /// The chain id. A reader that pins it accepts no other chain.
    pub fn id(&self) -> &[u8; 32] {
        &self.0.id
    }

    /// The parameters.
    pub fn genesis(&self) -> &Genesis {
        &self.0.genesis
    }

    /// The encoded genesis.
    pub fn genesis_bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The squarings of its delays; `None` if its delays are roots alone.
    pub fn squarings(&self) -> Option<&Squarings> {
        self.0.squarings.as_ref()
    }

    /// The roots of its delays; `None` if its delays are squarings alone.
    pub fn roots(&self) -> Option<&Roots> {
        self.0.roots.as_ref()
    }

    /// The group of the squarings.
    pub fn group(&self) -> Option<&AnyGroup> {
        self.squarings().map(|squarings| &squarings.group)
    }

    /// The id of the group of the squarings, or of the field where roots are alone.
    pub fn delay_id(&self) -> [u8; 32] {
        match self.squarings() {
            Some(squarings) => squarings.group.id(),
            None => self.roots().map_or([0; 32], |roots| roots.field.id()),
        }
    }

    /// The bits of the modulus, of the discriminant, or of the prime where roots are alone.
    pub fn delay_bits(&self) -> usize {
        match self.squarings() {
            Some(squarings) => squarings.group.bits(),
            None => self.roots().map_or(0, |roots| roots.field.bits()),
        }
    }

    /// Bytes of a delay's output.
    pub fn output_len(&self) -> usize {
        let roots = self.roots().map_or(0, |roots| roots.field.encoded_len());
        self.group().map_or(0, Group::encoded_len) + roots
    }

    /// Bytes of a delay's proof.
    pub fn delay_proof_len(&self) -> usize {
        self.group().map_or(0, Group::encoded_len) + self.roots().map_or(0, Roots::proof_len)
    }

    /// The sum of all stakes of the genesis. In a chain whose members change, later rounds may have other
    /// totals ([`Members::total_in`](crate::Members::total_in)).
    pub fn total_stake(&self) -> u64 {
        self.0.genesis.participants.iter().map(|p| p.stake).sum()
    }

    /// Returns the greatest number of bytes of a ticket's proof for any key that is due.
    pub fn max_proof_len(&self) -> usize {
        Scheme::XVrf.proof_len(MAX_HEIGHT).max(*self.0.genesis.vrf.proof_len().end())
    }

    /// The greatest number of bytes of a round of this chain: the greatest possible number of participants
    /// each hold a ticket for each slot, and announce a key.
    pub fn max_round_len(&self) -> u64 {
        let genesis = &self.0.genesis;
        let tickets = genesis.committees.len() as u64 * (7 + self.max_proof_len() as u64);
        let announcement = if genesis.lead > 0 { Announcement::max_len(genesis) as u64 } else { 0 };
        29 + genesis.most_participants() as u64 * (tickets + announcement)
            + (self.output_len() + self.delay_proof_len()) as u64
    }

    /// The members before round 1.
    pub fn first_members(&self) -> &Members {
        &self.0.members
    }

    /// The lottery of a slot's committee over a total stake below 2^54.
    pub(super) fn lottery(&self, slot: u8, total: u64) -> Option<Lottery> {
        let first = *self.0.lotteries.get(usize::from(slot))?;
        if first.total() == total { Some(first) } else { Lottery::new(total, first.expected()).ok() }
    }
}
