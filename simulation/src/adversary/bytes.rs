//! Rounds that were changed after they were sealed, for readers of the chain.

use crate::{
    model::{Class, Ticket},
    random::Random,
};
use heliast::{Chain, Round, keys::Change};

/// A changed round.
#[derive(Clone, Debug)]
pub struct Forgery {
    /// The change.
    pub what: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The verdict that a reader must give: valid, or the reason for its refusal; [`Class::Other`]
    /// means any reason.
    pub verdict: Result<(), Class>,
}

/// Changes `round`, which is verified, in one random way; `earlier` are tickets of earlier rounds. `None` if
/// the round has nothing to change in that way.
pub fn forgeries(chain: &Chain, round: &Round, earlier: &[Ticket], random: &mut Random) -> Option<Forgery> {
    let mut forged = round.clone();
    let forgery = |what, round: Round, verdict| Some(Forgery { what, bytes: round.encode(), verdict });
    let (tickets, announcements) = (round.tickets.len(), round.announcements.len());
    match random.below(12) {
        0 if tickets > 0 => {
            forged.tickets.remove(random.index(tickets));
            forgery("a ticket left out", forged, Err(Class::Delay))
        }
        1 if tickets > 1 => {
            forged.tickets.swap(0, tickets - 1);
            forgery("tickets in another order", forged, Err(Class::Malformed))
        }
        2 if tickets > 0 => {
            forged.tickets.push(round.tickets[tickets - 1].clone());
            forgery("a ticket doubled", forged, Err(Class::Malformed))
        }
        3 => {
            let Ticket { slot, participant, answer } = random.pick(earlier)?.clone();
            let place = forged
                .tickets
                .binary_search_by_key(&(slot, participant), |t| (t.slot, t.participant))
                .err()?;
            forged.tickets.insert(place, heliast::Ticket { slot, participant, proof: answer.proof });
            forgery("an earlier round's ticket put in", forged, Err(Class::Proof))
        }
        4 if tickets > 0 => {
            let proof = &mut forged.tickets[random.index(tickets)].proof;
            let byte = random.index(proof.len());
            proof[byte] ^= 1 << random.below(8);
            forgery("a ticket's proof damaged", forged, Err(Class::Proof))
        }
        5 => {
            forged.time_ms += u64::from(chain.genesis().period_ms);
            forgery("another time", forged, Err(Class::Delay))
        }
        6 => {
            forged.number += 1;
            forgery("another number", forged, Err(Class::Round))
        }
        7 if announcements > 0 => {
            forged.announcements[random.index(announcements)].serial += 1;
            forgery("an announcement's serial number changed", forged, Err(Class::Serial))
        }
        8 if announcements > 0 => {
            let Change::Key(key) = &mut forged.announcements[random.index(announcements)].change else {
                return None;
            };
            key.root[0] ^= 1;
            forgery("an announced key changed", forged, Err(Class::Unauthentic))
        }
        9 if announcements > 0 => {
            forged.announcements.remove(random.index(announcements));
            forgery("an announcement left out, which shows k rounds later", forged, Ok(()))
        }
        10 => {
            let mut bytes = round.encode();
            if random.one_in(2) {
                bytes.truncate(bytes.len() - 1)
            } else {
                bytes.push(0)
            }
            Some(Forgery { what: "a byte too few or too many", bytes, verdict: Err(Class::Malformed) })
        }
        11 => {
            let mut bytes = round.encode();
            let byte = random.index(bytes.len());
            bytes[byte] ^= 1 << random.below(8);
            Some(Forgery { what: "any bit changed", bytes, verdict: Err(Class::Other) })
        }
        _ => None,
    }
}
