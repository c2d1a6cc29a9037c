//! `heliast verify`: verifies a chain, round after round, from the bytes alone.

use crate::{
    failure::{Code, Failure},
    files,
    numbers::count,
    report::Report,
    reports::{self, DelaysBy, Digest, Measure, True, Verified, Word},
    rounds::{self, Archived, Frames, Item, Range, Reached, Stored},
    ui::Ui,
};
use heliast::{
    Chain,
    verify::{Delays, Tally},
};
use heliast_store::{Archive, Store};
use heliast_verify::{Agreed, Agreement, Bundle, Remote, headline, node_url, require_chain};
use std::{
    io::BufReader,
    path::{Path, PathBuf},
    time::Instant,
};

/// Verify a chain: an exported bundle, a data directory, an archive or a node's URL
///
/// Every ticket, every delay and every link is checked from the genesis on. Pin the chain with
/// --chain: without it you learn that this is a valid chain, not that it is the one you mean.
/// Rounds cut off the end leave a valid, shorter chain.
///
/// With --fast the delays of a whole epoch are verified by one proof, if the source has it, and not by
/// the rounds' own proofs, which are then ignored. An epoch proof that is missing or false changes
/// nothing: the rounds' own proofs decide.
///
/// With --final more than two thirds of a network's voting power must have agreed on the rounds. All
/// finality frames of a bundle are verified; of a node or a data directory, only that of the newest signed
/// round, which covers all before it. The chain id determines the first validators.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A bundle file, `-` for stdin, a data directory, an archive's folder, or a node: http(s)://...
    /// or host:port
    #[arg(value_name = "PATH-OR-URL")]
    source: String,
    /// Demand this chain id
    #[arg(long, value_name = "HEX", value_parser = chain_id)]
    chain: Option<[u8; 32]>,
    /// Begin with this round, and trust the chain before it
    #[arg(long, value_name = "K", value_parser = count::<u64>(1..))]
    from: Option<u64>,
    /// The archive of the first rounds of a data directory, if they were pruned
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Use epoch proofs, and combine the rounds' own proofs where they are missing
    #[arg(long)]
    fast: bool,
    /// Demand that a network agreed on the rounds
    #[arg(long = "final")]
    finality: bool,
    /// The network file [default: the bundle's, the node's or the data directory's]
    #[arg(long, value_name = "FILE", requires = "finality")]
    network: Option<PathBuf>,
}

/// The most bytes of a network file: it has at most 200 validators with keys of some 2,000 bytes.
const MAX_NETWORK_FILE: u64 = 1 << 20;

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let (path, url) = (Path::new(&self.source), node_url(&self.source));
        if self.finality && self.chain.is_none() {
            let message = "--final needs --chain: anybody who forges a chain chooses the validators, too";
            let hint = "add --chain with the id of the chain that you mean, from somebody whom you trust";
            return Err(Failure::new(Code::Usage, message).hint(hint));
        }
        if self.archive.is_some() && (url.is_some() || !Store::exists(path)) {
            let message =
                format_args!("--archive goes with a data directory, and {} is not one", self.source);
            return Err(Failure::new(Code::Usage, message)
                .hint("leave it out: a node, a bundle and an archive are verified alone"));
        }
        if let Some(url) = url {
            self.remote(&url, ui)
        } else if path.is_dir() && !Store::exists(path) && Archive::exists(path) {
            self.archived(path, ui)
        } else if path.is_dir() {
            self.stored(path, ui)
        } else {
            self.bundle(path, ui)
        }
    }

    fn stored(&self, dir: &Path, ui: &Ui) -> Result<Report, Failure> {
        let stored = Stored::open(dir, self.archive.as_deref())?;
        let from = self.from.unwrap_or(1);
        let before = stored.before(from)?;
        let rounds = stored.rounds(from);
        let last = stored.last();
        let agreement = |network| Ok(Agreement::at(Frames::open(dir)?, network, last)?);
        self.verify(stored.chain(), Range { before, last, items: rounds }, agreement, ui)
    }

    fn archived(&self, dir: &Path, ui: &Ui) -> Result<Report, Failure> {
        let archived = Archived::open(dir, self.from)?;
        let (chain, before, last) = (archived.chain().clone(), archived.before(), archived.last());
        let agreement = |_| {
            let message = "an archive has no frames of finality";
            Err(Failure::new(Code::Usage, message).hint("ask a node, or verify a bundle that has them"))
        };
        self.verify(&chain, Range { before, last, items: archived.rounds() }, agreement, ui)
    }

    fn remote(&self, url: &str, ui: &Ui) -> Result<Report, Failure> {
        let remote = Remote::open(url, self.from.unwrap_or(1))?;
        let (chain, before, last) = (remote.chain().clone(), remote.before(), remote.latest());
        let remote = if self.fast { remote.with_epochs() } else { remote };
        let node = remote.node().clone();
        let agreement = |network| Ok(Agreement::at(node, network, last)?);
        let items = rounds::of_source(remote.rounds());
        self.verify(&chain, Range { before, last, items }, agreement, ui)
    }

    fn bundle(&self, path: &Path, ui: &Ui) -> Result<Report, Failure> {
        let mut bundle = Bundle::open(BufReader::new(files::open(path)?), Code::Malformed)?;
        let chain = bundle.chain().clone();
        let last = bundle.before().round() + bundle.count();
        let (before, skipped) = bundle.skip(self.from)?;
        let agreement = |network: Option<_>| Ok(Agreement::of_bundle(network.or(skipped)));
        let items = rounds::of_source(bundle.rounds());
        self.verify(&chain, Range { before, last, items }, agreement, ui)
    }

    fn verify(
        &self,
        chain: &Chain,
        range: Range<impl Iterator<Item = Result<Item, Failure>>>,
        agreement: impl FnOnce(Option<Vec<u8>>) -> Result<Agreement, Failure>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        require_chain(chain, self.chain.as_ref())?;
        let network = self.network.as_ref().map(|path| files::read(path, MAX_NETWORK_FILE)).transpose()?;
        let mut agreement = self.finality.then(|| agreement(network)).transpose()?;
        let from = range.before.next_round();
        let bar = ui.bar(range.last - range.before.round(), "rounds");
        let began = Instant::now();
        let delays = if self.fast { Delays::Combined } else { Delays::Own };
        let reached = rounds::verify_with_facts(chain, range, delays, &bar, |item, facts| {
            agreement.iter_mut().for_each(|it| it.take(item.entry.number, &item.frames, facts));
            Ok(())
        })?;
        let seconds = began.elapsed().as_secs_f64();
        bar.finish_and_clear();
        for unused in &reached.unused {
            ui.note(format_args!("note: {unused}; its rounds were verified by their own proofs"));
        }
        let agreed = agreement.map(|agreement| agreement.conclude(chain)).transpose()?;
        Ok(self.report(chain, from, reached, agreed, seconds))
    }

    fn report(
        &self,
        chain: &Chain,
        from: u64,
        reached: Reached,
        agreed: Option<Agreed>,
        seconds: f64,
    ) -> Report {
        let to = reached.tip.round();
        let speed = reached.tally.accepted as f64 / seconds.max(1e-9);
        let delays_by = delays_by(&reached.tally);
        let headline = headline(from, to, reached.tally, agreed.as_ref().map(|agreed| &agreed.signed));
        let said = Verified {
            valid: True,
            chain: Digest::of(chain.id()),
            chain_pinned: self.chain.is_some(),
            from_genesis: from == 1,
            from,
            to,
            beacon: Digest::of(reached.tip.seed()),
            verifying_seconds: Measure(seconds),
            rounds_per_second: Measure(speed),
            agreed: agreed.map(agreement),
            delays_by,
            epoch_proofs: reached.tally.epochs,
            rounds_by_epoch_proofs: reached.tally.by_epochs,
            rounds_by_own_proofs: reached.tally.accepted - reached.tally.by_epochs,
            epoch_proofs_not_used: reached.unused.iter().map(Word::from).collect(),
            tickets_seconds: Measure(reached.tickets.as_secs_f64()),
            delays_seconds: Measure(reached.delays.as_secs_f64()),
        };
        let report = Report::of(headline, &said)
            .show(&["chain", "from", "to", "beacon"])
            .show_as("verifying_seconds", format!("{seconds:.3}"))
            .show_as("rounds_per_second", format!("{speed:.1}"))
            .show(&["final_round", "power_signed", "power_total", "validators_signed", "validators"]);
        match self.fast {
            false => report,
            true => report
                .show(&["epoch_proofs", "rounds_by_epoch_proofs", "rounds_by_own_proofs"])
                .show_as("tickets_seconds", format!("{:.3}", said.tickets_seconds.0))
                .show_as("delays_seconds", format!("{:.3}", said.delays_seconds.0)),
        }
    }
}

/// The round that the network's validators have signed.
fn agreement(Agreed { signed, frames }: Agreed) -> reports::Agreed {
    reports::Agreed {
        final_round: signed.round,
        power_signed: signed.power,
        power_total: signed.total,
        validators_signed: signed.signers,
        validators: signed.validators,
        signed_height: signed.height,
        frames_verified: frames,
    }
}

fn delays_by(tally: &Tally) -> DelaysBy {
    match tally.by_epochs {
        0 => DelaysBy::OwnProofs,
        rounds if rounds == tally.accepted => DelaysBy::EpochProofs,
        _ => DelaysBy::Both,
    }
}

fn chain_id(text: &str) -> Result<[u8; 32], String> {
    let mut id = [0; 32];
    let decoded = hex::decode_to_slice(text, &mut id);
    decoded.map(|()| id).map_err(|_| "a chain id has 64 hexadecimal digits".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_id_has_64_digits() {
        let id = "0123456789abcdefABCDEF".repeat(3)[..64].to_owned();
        assert_eq!(hex::encode(chain_id(&id).unwrap()), id.to_lowercase());
        for text in ["", "00", &id[..63], &format!("{id}0"), &id.replacen('0', "g", 1)] {
            assert_eq!(chain_id(text).unwrap_err(), "a chain id has 64 hexadecimal digits", "{text}");
        }
    }
}
