//! A digest of everything on which the next block depends: `spec/network.md`, "Application hash".

use super::State;
use heliast::wire::tagged;
use sha2::Digest;
use std::collections::BTreeSet;

impl State {
    pub(super) fn digest(&self) -> [u8; 32] {
        let collecting = self.opening.is_some() && self.delay_input.is_none();
        let height = if collecting { self.height } else { 0 };
        let parts = self.parts();
        let version =
            if self.validators_change() { "heliast/network-state/v2" } else { "heliast/network-state/v1" };
        let hash = tagged(version).chain_update(self.phase_bytes());
        let hash = hash.chain_update(self.ticks.to_be_bytes()).chain_update(height.to_be_bytes());
        let hash = hash.chain_update(self.removed_bytes());
        let hash = match self.validators_change() {
            true => hash.chain_update(self.caught_bytes()).chain_update(self.validators().hash()),
            false => hash,
        };
        hash.chain_update(parts).finalize().into()
    }

    /// u8(0), or u8(1 or 2) ‖ u64(opening block) ‖ u64(its time) ‖ u64(opening time); after 2, u64(time of
    /// the closing block).
    pub(super) fn phase_bytes(&self) -> Vec<u8> {
        let Some((opening, sent)) = self.opening.zip(self.machine.collected()) else { return vec![0] };
        let mut bytes = vec![if sent.is_closed { 2 } else { 1 }];
        for number in [opening.height, opening.block_ms, sent.time_ms] {
            bytes.extend(number.to_be_bytes());
        }
        if sent.is_closed {
            bytes.extend(self.closed_ms.to_be_bytes());
        }
        bytes
    }

    /// u16(r) ‖ r addresses.
    pub(super) fn removed_bytes(&self) -> Vec<u8> {
        addresses(&self.removed)
    }

    /// The same for validators whose evidence counts from the next block on.
    pub(super) fn caught_bytes(&self) -> Vec<u8> {
        addresses(&self.caught)
    }

    /// u32(n) ‖ n tickets ‖ u32(m) ‖ m announcements.
    pub(super) fn parts(&self) -> Vec<u8> {
        let Some(sent) = self.machine.collected() else { return vec![0; 8] };
        let mut bytes = (sent.tickets().len() as u32).to_be_bytes().to_vec();
        sent.tickets().for_each(|ticket| ticket.encode(&mut bytes));
        bytes.extend((sent.announcements().len() as u32).to_be_bytes());
        sent.announcements().for_each(|announcement| announcement.encode(&mut bytes));
        bytes
    }
}

fn addresses(all: &BTreeSet<[u8; 20]>) -> Vec<u8> {
    let mut bytes = (all.len() as u16).to_be_bytes().to_vec();
    all.iter().for_each(|address| bytes.extend(address));
    bytes
}
