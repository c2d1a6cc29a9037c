//! A bundle, verified from its first round to its last.

use crate::{
    agreement::Agreement,
    args::Args,
    failure::{Code, Failure},
    item::Item,
};
use heliast::{
    RoundFacts,
    bundle::{Pin, Reader},
    verify::{Delays, Options, Step, Tally, Verifier},
};
use heliast_finality::Signed;
use std::{fmt, io::Read, iter};

/// The result of a valid bundle.
pub struct Verdict {
    chain: [u8; 32],
    from: u64,
    to: u64,
    beacon: [u8; 32],
    tally: Tally,
    /// Epoch proofs that were not used, and why.
    unused: Vec<String>,
    signed: Option<Signed>,
}

/// Verifies all rounds of a bundle. A network file of the user's own replaces that of the bundle.
pub fn verify(input: impl Read, args: &Args, network: Option<Vec<u8>>) -> Result<Verdict, Failure> {
    let mut reader = Reader::trusting_start(input, args.chain.map_or(Pin::AnyChain, Pin::Chain))?;
    let (chain, before) = (reader.chain().clone(), reader.tip().clone());
    let (from, count) = (reader.verified_from(), reader.count());
    if count == 0 {
        return Err(Failure::new(Code::Pending, "there is no round in this bundle"));
    }
    let items = iter::from_fn(move || {
        let entry = reader.next_entry().transpose()?;
        Some(entry.map(|entry| Item { entry, frames: reader.frames().to_vec() }))
    });
    let delays = if args.fast { Delays::Combined } else { Delays::Own };
    let options = Options { delays, last: Some(before.round() + count), ..Options::default() };
    let mut verifier = Verifier::new(&chain, before, items, options);
    let (mut unused, mut agreement) = (Vec::new(), args.finality.then(|| Agreement::new(network)));
    let mut take = |item: &Item, facts: &RoundFacts| agreement.iter_mut().for_each(|it| it.take(item, facts));
    for step in &mut verifier {
        match step? {
            Step::Rounds(rounds) => rounds.iter().for_each(|(item, round)| take(item, round.facts())),
            Step::Epoch { entries, epoch } => {
                entries.iter().zip(epoch.facts()).for_each(|(item, facts)| take(item, facts));
            }
            Step::Unused(reason) => unused.push(reason.to_string()),
            _ => {}
        }
    }
    let signed = agreement.map(|agreement| agreement.conclude(&chain)).transpose()?;
    let (tip, tally) = (verifier.tip(), verifier.tally());
    Ok(Verdict { chain: *chain.id(), from, to: tip.round(), beacon: *tip.seed(), tally, unused, signed })
}

/// Writes a sentence and a table, as `heliast verify` does.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for reason in &self.unused {
            writeln!(f, "note: {reason}; its rounds were verified by their own proofs")?;
        }
        let valid = match self.tally.by_epochs {
            0 => "valid",
            rounds if rounds == self.tally.accepted => "valid, delays by epoch proofs",
            _ => "valid, delays partly by epoch proofs",
        };
        match (self.from, self.to) {
            (1, 1) => write!(f, "{valid}: 1 round, from genesis")?,
            (1, to) => write!(f, "{valid}: {to} rounds, from genesis")?,
            (from, to) => write!(
                f,
                "{valid}: rounds {from} to {to}, if the seed of round {from} and the keys announced before are \
                 right: they were taken on trust"
            )?,
        }
        if let Some(Signed { round, power, total, .. }) = self.signed {
            write!(f, "; final up to round {round}: {power} of {total} power signed")?;
        }
        writeln!(f, "\nchain   {}", hex::encode(self.chain))?;
        writeln!(f, "from    {}\nto      {}\nbeacon  {}", self.from, self.to, hex::encode(self.beacon))
    }
}
