//! The other half of the last revealer: delays that are not the round's.

use crate::{
    model::{self, Ticket},
    random::Random,
    referee::{Disagreement, Referee},
};
use heliast::Chain;

/// A false delay: its description, the round that it claims, output and proof.
pub type FalseDelay = (&'static str, u64, (Vec<u8>, Vec<u8>));

/// False delays that an adversary tries instead of (y, π).
///
/// # Errors
/// [`Disagreement`] if no delay can be made.
pub fn false_delays(
    chain: &Chain,
    referee: &Referee,
    sent: &[Ticket],
    (y, proof): (&[u8], &[u8]),
    random: &mut Random,
) -> Result<FalseDelay, Disagreement> {
    let round = referee.model().round();
    let own = || (y.to_vec(), proof.to_vec());
    Ok(match random.below(5) {
        0 => ("the proof damaged", round, (y.to_vec(), damaged(proof, random))),
        1 => ("the output damaged", round, (damaged(y, random), proof.to_vec())),
        2 => ("said to be another round's", round + 1, own()),
        3 => ("nothing", round, (Vec::new(), Vec::new())),
        _ => {
            // The delay of all tickets except one, which is valid for them.
            let (seed, time) = (referee.model().seed(), referee.time_ms());
            let mut rest: Vec<_> = sent.iter().collect();
            rest.sort_by_key(|ticket| (ticket.slot, ticket.participant));
            rest.pop();
            let lots = rest.iter().map(|t| (t.slot, t.participant, t.answer.output.as_slice()));
            let entropy = model::entropy(chain.id(), round, time, seed, lots.collect::<Vec<_>>().into_iter());
            let x = chain.delay_input_from(&entropy);
            let (other, proof) = referee.evaluate(x)?;
            // Without tickets, none can be left out.
            let damage = if sent.is_empty() { damaged(&other, random) } else { other };
            ("of the tickets but one", round, (damage, proof))
        }
    })
}

/// The element with one bit changed such that the number stays below the modulus.
fn damaged(element: &[u8], random: &mut Random) -> Vec<u8> {
    let mut damaged = element.to_vec();
    let last = damaged.len() - 1;
    damaged[last - random.index(last)] ^= 1 << random.below(8);
    damaged
}
