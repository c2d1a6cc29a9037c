//! `heliast export`: writes a range of a stored chain into one file, with every round verified.

use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, OutArgs, Secrecy},
    interrupt,
    numbers::count,
    report::{Report, printed_or_unwanted},
    reports::{Digest, Exported},
    rounds::{self, Frames, Item, Range, Stored, is_within},
    ui::Ui,
};
use heliast::{
    bundle::{write_epoch_proof, write_extended_header, write_frame, write_header, write_round},
    verify::Delays,
};
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

/// Write a range of a chain into one file
///
/// Every round is verified. Epoch proofs whose rounds are all in the range are included, for `heliast verify
/// --fast`. With --final, the network file and the frames that show that a network agreed are included as
/// well, for `heliast verify --final`. Such a bundle has version 4, which programs without networks cannot
/// read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// The archive of the chain's first rounds, if they were pruned
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    #[command(flatten)]
    out: OutArgs,
    /// The first round
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = count::<u64>(1..))]
    from: u64,
    /// The last round [default: the latest]
    #[arg(long, value_name = "K", value_parser = count::<u64>(1..))]
    to: Option<u64>,
    /// Include the evidence that a network agreed on the rounds
    #[arg(long = "final")]
    finality: bool,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        let stored = Stored::open(&self.data, self.archive.as_deref())?;
        let to = self.last(stored.last())?;
        let before = stored.before(self.from)?;
        interrupt::catch()?;

        if self.out.is_stdout() {
            let mut stdout = BufWriter::new(io::stdout().lock());
            let bytes = self.write(&mut stdout, &stored, before, to, ui)?;
            printed_or_unwanted(stdout.flush())?;
            return Ok(self.report(&stored, to, bytes).beside_stdout(true));
        }
        let mut file = AtomicFile::create(&self.out.out, Secrecy::Public, self.out.force)?;
        let bytes = self.write(&mut file, &stored, before, to, ui)?;
        file.commit()?;
        Ok(self.report(&stored, to, bytes))
    }

    fn last(&self, stored: u64) -> Result<u64, Failure> {
        let to = self.to.unwrap_or(stored);
        if self.to.is_some_and(|to| to < self.from) {
            return Err(Failure::new(
                Code::Usage,
                format_args!("--to {to} lies before --from {}", self.from),
            ));
        }
        if to > stored {
            return Err(Failure::new(
                Code::Pending,
                format_args!("round {to} is still to come; the last is {stored}"),
            ));
        }
        Ok(to)
    }

    /// Writes the bundle. Returns its length in bytes.
    fn write(
        &self,
        out: &mut impl Write,
        stored: &Stored,
        before: heliast::Tip,
        to: u64,
        ui: &Ui,
    ) -> Result<u64, Failure> {
        let count = to - before.round();
        let mut out = Counted { out, bytes: 0 };
        let failed = |error: io::Error| Failure::new(Code::Refused, error).about(self.out.shown());
        let range = self.from..=to;
        let finality = self.finality.then(|| Frames::open(&self.data)).transpose()?;
        let header = if self.finality { write_extended_header } else { write_header };
        header(&mut out, stored.chain(), &before, count).map_err(failed)?;
        let items = stored.rounds(self.from).take(usize::try_from(count).unwrap_or(usize::MAX));
        let bar = ui.bar(count, "rounds");
        let all = Range { before, last: to, items };
        rounds::verify(stored.chain(), all, Delays::Own, &bar, |Item { entry, .. }| {
            if interrupt::requested() {
                return Err(Failure::new(Code::Pending, "interrupted")
                    .hint("nothing was kept: the same command begins again"));
            }
            let frames = finality.as_ref().map(|finality| finality.before(entry.number, self.from));
            for frame in frames.transpose()?.into_iter().flatten() {
                write_frame(&mut out, &frame).map_err(failed)?;
            }
            // A reader verifies each epoch proof, and continues without it if it is false.
            let proof = entry.epoch_proof.as_ref().filter(|proof| is_within(stored.chain(), proof, &range));
            if let Some(proof) = proof {
                write_epoch_proof(&mut out, proof).map_err(failed)?;
            }
            write_round(&mut out, &entry.bytes).map_err(failed)
        })?;
        bar.finish_and_clear();
        Ok(out.bytes)
    }

    fn report(&self, stored: &Stored, to: u64, bytes: u64) -> Report {
        let said = Exported {
            out: self.out.shown().into(),
            chain: Digest::of(stored.chain().id()),
            from: self.from,
            to,
            file_bytes: bytes,
        };
        let headline = format!("rounds {} to {to} verified and written to {}", self.from, self.out.shown());
        Report::of(headline, &said).show(&["chain", "from", "to", "file_bytes"])
    }
}

/// Counts the bytes that are written.
struct Counted<'a, W> {
    out: &'a mut W,
    bytes: u64,
}

impl<W: Write> Write for Counted<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
