//! Announcements for the next round.

use super::{params::Chain, tip::Tip};
use crate::{
    invalid::Invalid,
    keys::{self, Announcement, AnnouncementFacts, Change},
    verified::Verified,
};

impl Chain {
    /// The input that a participant's stateless key proves for an announcement.
    pub fn announcement_input(&self, participant: u32, serial: u32, change: &Change) -> Vec<u8> {
        keys::input(self.id(), participant, serial, change)
    }

    /// Checks an announcement for the round after `tip`: it comes from its participant and keeps to
    /// the rules of the schedule.
    pub fn verify_announcement(
        &self,
        tip: &Tip,
        announcement: Announcement,
    ) -> Result<Verified<Announcement>, Invalid> {
        let effective = tip.keys().check(&announcement)?;
        self.authenticate(tip, &announcement)?;
        Ok(Verified::new(announcement, AnnouncementFacts { effective, tip: tip.digest() }))
    }

    /// Whether a verified announcement was checked after `tip`, and so may be in the next round.
    /// Tips are compared, and not chains, as in [`Chain::follows`].
    pub fn announcement_follows(&self, tip: &Tip, announcement: &Verified<Announcement>) -> bool {
        announcement.facts().tip == tip.digest()
    }

    /// Checks that the announcement comes from its participant.
    pub(super) fn authenticate(&self, tip: &Tip, announcement: &Announcement) -> Result<(), Invalid> {
        let Announcement { participant, serial, ref change, ref proof } = *announcement;
        let public_key = tip.keys().members().public_key(participant);
        let public_key = public_key.ok_or(Invalid::Participant(participant))?;
        let input = self.announcement_input(participant, serial, change);
        let proved = self.genesis().vrf.verify(public_key, &input, proof);
        proved.map(|_| ()).map_err(|reason| Invalid::Announcement { participant, reason })
    }
}
