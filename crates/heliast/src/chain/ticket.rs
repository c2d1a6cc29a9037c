//! Tickets: the key and the input that they are drawn with, and the votes that they win.

use super::{params::Chain, tip::Tip};
use crate::{
    invalid::Invalid,
    keys::Key,
    members::Members,
    round::{Lot, Ticket},
    stateless::VrfError,
    verified::Verified,
    wire::tagged_bytes,
};
use heliast_vrf::{
    Output,
    sortition::votes,
    stateful::{self, Proof, Turn, verify_many},
};

/// A ticket that is well placed, with everything that its proof is checked against.
struct Drawn<'a> {
    ticket: Ticket,
    public_key: &'a [u8],
    key: Key,
    input: Vec<u8>,
    /// The verdict on its proof, for a proof by a hash tree's key that has been verified.
    tree: Option<Result<Output<32>, heliast_vrf::Invalid>>,
}

/// The tickets of a round that are well placed, in its order, up to the first that is not.
struct Draws<'a> {
    tip: &'a Tip,
    drawn: Vec<Drawn<'a>>,
    /// The defect of the first ticket that is not well placed. Tickets before it may be false as well, and
    /// are reported first.
    misplaced: Option<Invalid>,
}

impl Chain {
    /// α_(K,s), the input on which every participant evaluates its VRF for a slot of the round after `tip`.
    pub fn ticket_input(&self, tip: &Tip, slot: u8) -> Vec<u8> {
        let round = tip.next_round().to_be_bytes();
        let parts: [&[u8]; 5] = [self.id(), &round, &[slot], tip.seed(), &tip.keys().settled_digest()];
        tagged_bytes("heliast/ticket/v2", &parts)
    }

    /// The number of votes that an output wins in the committee of a slot of the round after `tip`,
    /// by the stakes in effect there. 0 if there is no such slot or participant.
    pub fn votes(&self, tip: &Tip, slot: u8, participant: u32, output: &[u8]) -> u64 {
        self.votes_in(tip.keys().members(), tip.next_round(), slot, participant, output)
    }

    /// The number of votes that an output wins in `round`, past or future, by the stakes that `members` has
    /// in effect in that round.
    pub fn votes_in(&self, members: &Members, round: u64, slot: u8, participant: u32, output: &[u8]) -> u64 {
        let drawn = members.public_key(participant).zip(self.lottery(slot, members.total_in(round)));
        let stake = members.stake_in(participant, round);
        drawn.map_or(0, |(public_key, lottery)| votes(output, public_key, stake, &lottery).unwrap_or(0))
    }

    /// The number of votes by the stakes of the genesis, which hold until the first change of members.
    pub fn first_votes(&self, slot: u8, participant: u32, output: &[u8]) -> u64 {
        self.votes_in(self.first_members(), 0, slot, participant, output)
    }

    /// Checks a ticket for the round after `tip`: it is proved by the key that is due, and has won votes.
    pub fn verify_ticket(&self, tip: &Tip, ticket: Ticket) -> Result<Verified<Ticket>, Invalid> {
        self.verify_tickets(tip, vec![ticket]).map(|mut verified| verified.remove(0))
    }

    /// Whether a verified ticket was checked after `tip`, and so may be in the next round. Tips are
    /// compared, and not chains, as in [`Chain::follows`].
    pub fn ticket_follows(&self, tip: &Tip, ticket: &Verified<Ticket>) -> bool {
        ticket.facts().tip == tip.digest()
    }

    /// Checks many tickets at once, in lanes where keys of hash trees are due. The error is that of the first
    /// invalid ticket.
    pub fn verify_tickets(&self, tip: &Tip, tickets: Vec<Ticket>) -> Result<Vec<Verified<Ticket>>, Invalid> {
        self.verify_tickets_of(vec![(tip, tickets)]).next().expect("a verdict for each round")
    }

    /// Returns the result of [`verify_tickets`](Self::verify_tickets) for the tickets of each of
    /// these rounds, every one after its own tip. The proofs of hash trees are verified now, those of
    /// all rounds in the same lanes; everything else about a round is checked when the iterator reaches it.
    pub(super) fn verify_tickets_of<'a>(
        &'a self,
        rounds: Vec<(&'a Tip, Vec<Ticket>)>,
    ) -> impl Iterator<Item = Result<Vec<Verified<Ticket>>, Invalid>> + 'a {
        let draw = |(tip, tickets)| self.draw(tip, tickets);
        let mut draws: Vec<Draws<'_>> = rounds.into_iter().map(draw).collect();
        let claims: Vec<_> = draws.iter().flat_map(Draws::claims).collect();
        let verdicts = verify_many(&claims);
        let drawn = draws.iter_mut().flat_map(|draws| &mut draws.drawn);
        for (drawn, verdict) in drawn.filter(|drawn| drawn.is_of_a_tree()).zip(verdicts) {
            drawn.tree = Some(verdict);
        }
        draws.into_iter().map(|draws| self.conclude(draws))
    }

    /// Places the tickets of the round after `tip`.
    fn draw<'a>(&self, tip: &'a Tip, tickets: Vec<Ticket>) -> Draws<'a> {
        let mut draws = Draws { tip, drawn: Vec::with_capacity(tickets.len()), misplaced: None };
        if let Err(other) = self.check_tip(tip) {
            return Draws { misplaced: Some(other), ..draws };
        }
        for ticket in tickets {
            match self.place(tip, ticket) {
                Ok(placed) => draws.drawn.push(placed),
                Err(error) => {
                    draws.misplaced = Some(error);
                    break;
                }
            }
        }
        draws
    }

    /// Returns the lots of a round's tickets, or the reason why the first invalid one is invalid.
    fn conclude(&self, Draws { tip, drawn, misplaced }: Draws<'_>) -> Result<Vec<Verified<Ticket>>, Invalid> {
        let digest = tip.digest();
        let mut verified = Vec::with_capacity(drawn.len());
        for Drawn { ticket, public_key, key, input, tree } in drawn {
            let (participant, slot) = (ticket.participant, ticket.slot);
            let output = match key {
                Key::Stateless => self.genesis().vrf.verify(public_key, &input, &ticket.proof),
                Key::Stateful(_) => {
                    let verdict = tree.expect("a verdict for each claim");
                    verdict.map(|output| output.0.to_vec()).map_err(VrfError::Invalid)
                }
            };
            let output = output.map_err(|reason| Invalid::Ticket { participant, reason })?;
            let votes = self.votes(tip, slot, participant, &output);
            if votes == 0 {
                return Err(Invalid::NoVotes(participant));
            }
            verified.push(Verified::new(ticket, Lot { slot, participant, votes, output, key, tip: digest }));
        }
        misplaced.map_or(Ok(verified), Err)
    }

    /// Finds the key that is due and the input, against which a ticket is checked.
    fn place<'a>(&self, tip: &'a Tip, ticket: Ticket) -> Result<Drawn<'a>, Invalid> {
        let Ticket { slot, participant, .. } = ticket;
        let members = tip.keys().members();
        let public_key = members.public_key(participant).ok_or(Invalid::Participant(participant))?;
        if usize::from(slot) >= self.genesis().committees.len() {
            return Err(Invalid::Slot(slot));
        }
        let key = tip.keys().key_due(participant, tip.next_round())?;
        let key = key.ok_or(Invalid::Participant(participant))?;
        // This limits the memory for a ticket to a few times its bytes.
        let has_form = match key {
            Key::Stateful(key) => {
                Proof::from_bytes(&key.terms, &ticket.proof).map(drop).map_err(VrfError::from)
            }
            Key::Stateless => self.genesis().vrf.check_proof_len(ticket.proof.len()),
        };
        has_form.map_err(|reason| Invalid::Ticket { participant, reason })?;
        Ok(Drawn { input: self.ticket_input(tip, slot), ticket, public_key, key, tree: None })
    }
}

impl Draws<'_> {
    /// The claims that the proofs by hash trees' keys have to show.
    fn claims(&self) -> impl Iterator<Item = stateful::Claim<'_>> {
        self.drawn.iter().filter_map(|drawn| drawn.claim(self.tip))
    }
}

impl Drawn<'_> {
    fn is_of_a_tree(&self) -> bool {
        matches!(self.key, Key::Stateful(_))
    }

    /// The claim that the proof has to show, if it is by a hash tree's key.
    fn claim<'a>(&'a self, tip: &Tip) -> Option<stateful::Claim<'a>> {
        let Key::Stateful(key) = &self.key else { return None };
        let turn = Turn { round: tip.next_round(), slot: u16::from(self.ticket.slot) };
        Some(stateful::Claim { key, turn, x: &self.input, proof: &self.ticket.proof })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::{Pin, Reader};

    /// It is refused before anything is kept for it: many tickets without a proof cost no memory.
    #[test]
    fn a_ticket_whose_proof_has_no_length_of_its_key_is_not_placed() {
        let cases = testkit::cases("round.json");
        let bundle = testkit::bytes(testkit::of_kind(&cases, "bundle")[0], "bytes");
        let chain = Reader::new(&bundle[..], Pin::AnyChain).unwrap().chain().clone();
        let (tip, vrf) = (chain.start(), chain.genesis().vrf);
        let (least, most) = vrf.proof_len().into_inner();
        for (len, fits) in [(0, false), (least - 1, false), (least, true), (most, true), (most + 1, false)] {
            let proof = vec![0; len];
            let said = vrf.verify(&chain.genesis().participants[0].public_key, b"", &proof).unwrap_err();
            let placed = chain.place(&tip, Ticket { slot: 0, participant: 0, proof });
            let expected = Invalid::Ticket { participant: 0, reason: said };
            assert_eq!(placed.err(), (!fits).then_some(expected), "{len} bytes");
        }
    }
}
