//! The rounds of a bundle or a node, verified from the first to the last.

use crate::args::Args;
use heliast::{
    Chain, RoundFacts, Tip,
    verify::{Delays, Options, Step, Tally, Verifier},
};
#[cfg(feature = "url")]
use heliast_verify::Remote;
use heliast_verify::{Agreed, Agreement, Bundle, Code, Failure, Item, headline, of_verifier, require_chain};
use std::{
    fmt,
    io::{BufReader, Read},
};

/// The result of valid rounds.
pub struct Verdict {
    chain: [u8; 32],
    from: u64,
    to: u64,
    beacon: [u8; 32],
    tally: Tally,
    /// Epoch proofs that were not used, and why.
    unused: Vec<String>,
    agreed: Option<Agreed>,
}

/// Verifies all rounds of a bundle, or those from --from on. The user's own network file replaces that of the
/// bundle.
pub fn verify_bundle(input: impl Read, args: &Args, network: Option<Vec<u8>>) -> Result<Verdict, Failure> {
    let mut bundle = Bundle::open(BufReader::new(input), Code::Malformed)?;
    let chain = bundle.chain().clone();
    require_chain(&chain, args.chain.as_ref())?;
    let last = bundle.before().round() + bundle.count();
    let (before, skipped) = bundle.skip(args.from)?;
    let agreement = args.finality.then(|| Agreement::of_bundle(network.or(skipped)));
    verify(&chain, (before, last), bundle.rounds(), args, agreement)
}

/// Verifies the rounds that a node has.
#[cfg(feature = "url")]
pub fn verify_node(url: &str, args: &Args, network: Option<Vec<u8>>) -> Result<Verdict, Failure> {
    let remote = Remote::open(url, args.from.unwrap_or(1))?;
    let (chain, before, last) = (remote.chain().clone(), remote.before(), remote.latest());
    require_chain(&chain, args.chain.as_ref())?;
    let agreement = args.finality.then(|| Agreement::at(remote.node().clone(), network, last)).transpose()?;
    let remote = if args.fast { remote.with_epochs() } else { remote };
    verify(&chain, (before, last), remote.rounds(), args, agreement)
}

fn verify(
    chain: &Chain,
    (before, last): (Tip, u64),
    items: impl Iterator<Item = Result<Item, Failure>>,
    args: &Args,
    mut agreement: Option<Agreement>,
) -> Result<Verdict, Failure> {
    let from = before.next_round();
    let delays = if args.fast { Delays::Combined } else { Delays::Own };
    let options = Options { delays, last: Some(last), ..Options::default() };
    let mut verifier = Verifier::new(chain, before, items, options);
    let mut unused = Vec::new();
    let mut take = |item: &Item, facts: &RoundFacts| {
        agreement.iter_mut().for_each(|it| it.take(item.entry.number, &item.frames, facts));
    };
    for step in &mut verifier {
        match step.map_err(of_verifier)? {
            Step::Rounds(rounds) => rounds.iter().for_each(|(item, round)| take(item, round.facts())),
            Step::Epoch { entries, epoch } => {
                entries.iter().zip(epoch.facts()).for_each(|(item, facts)| take(item, facts));
            }
            Step::Unused(reason) => unused.push(reason.to_string()),
            _ => {}
        }
    }
    let agreed = agreement.map(|agreement| agreement.conclude(chain)).transpose()?;
    let (tip, tally) = (verifier.tip(), verifier.tally());
    Ok(Verdict { chain: *chain.id(), from, to: tip.round(), beacon: *tip.seed(), tally, unused, agreed })
}

/// Writes a sentence and a table, as `heliast verify` does.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for reason in &self.unused {
            writeln!(f, "note: {reason}; its rounds were verified by their own proofs")?;
        }
        let signed = self.agreed.as_ref().map(|agreed| &agreed.signed);
        writeln!(f, "{}", headline(self.from, self.to, self.tally, signed))?;
        writeln!(f, "chain   {}", hex::encode(self.chain))?;
        writeln!(f, "from    {}\nto      {}\nbeacon  {}", self.from, self.to, hex::encode(self.beacon))
    }
}
