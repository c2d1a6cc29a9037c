//! `heliast seal`: seals a file at once, such that its delay must be evaluated to open it.

use crate::{
    envelopes::{PlaceArgs, Times, note_review, read_setup, seconds, squarings},
    failure::{Code, Failure},
    files::{self, AtomicFile, OutArgs, Secrecy, check_distinct},
    numbers::count,
    report::Report,
    reports::{EnvelopeSealed, SealedFor},
    ui::{Ui, time_of},
};
use heliast_envelope::{
    Place, Recipient, Sealer, SetupFile,
    age::{self, armor, x25519},
};
use heliast_vdf::MAX_DELAY;
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// Seal a file for a delay: anybody who computes it can open the file
///
/// Sealing is instant for every delay, and needs nobody online, now or when the file is opened. The result is
/// an age file: keys of age may open it, too. How long a delay takes depends on the machine; an envelope that
/// nobody works on stays shut.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to seal; `-` is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The delay by the time that it takes on a fast core, such as 10m or 1d: the next longer delay of the
    /// setup is taken
    #[arg(long = "for", value_name = "TIME", value_parser = seconds, conflicts_with = "t")]
    time: Option<u64>,
    /// The delay by its squarings, which must be one of the setup
    #[arg(short, long = "squarings", value_name = "N", value_parser = count::<u64>(1..MAX_DELAY))]
    t: Option<u64>,
    #[command(flatten)]
    place: PlaceArgs,
    /// A setup that `heliast envelope setup` made, in place of the one that comes with the program
    #[arg(long, value_name = "FILE", conflicts_with = "group")]
    setup: Option<PathBuf>,
    /// Somebody else who can open it: a key of age (`age1...`), or another delay (`age1heliast1...`)
    #[arg(short, long = "recipient", value_name = "RECIPIENT")]
    recipients: Vec<String>,
    /// Write text in place of bytes
    #[arg(short, long)]
    armor: bool,
    #[command(flatten)]
    out: OutArgs,
}

/// A means to open a file.
enum Opener {
    Delay(Box<Sealer>),
    Key(x25519::Recipient),
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        if self.armor {
            self.out.check_text(ui)?
        } else {
            self.out.check(ui)?
        }
        check_distinct(&[&self.file, &self.out.out])?;
        let openers = self.openers()?;
        let delays: Vec<_> = openers.iter().filter_map(Opener::sealed_for).collect();
        if delays.is_empty() {
            return Err(Failure::new(Code::Usage, "there is no delay to seal for")
                .hint("give --for 10m, --squarings N, or --recipient age1heliast1..."));
        }
        note_review(ui);
        let content_bytes = self.seal(&openers)?;
        let keys = openers.len() - delays.len();
        let headline = format!("sealed, written to {}", self.out.shown());
        let shown: Vec<_> =
            delays.iter().map(|(place, t, times)| (format!("{t} squarings in {place}"), *times)).collect();
        let delays = delays.into_iter().map(|(place, t, times)| SealedFor {
            group: place.to_string().into(),
            t,
            times: times.said(),
        });
        let said =
            EnvelopeSealed { out: self.out.shown().into(), content_bytes, keys, delays: delays.collect() };
        let report = Report::of(headline, &said).show(&["content_bytes", "keys"]);
        let report = shown.into_iter().fold(report, |report, (delay, times)| {
            report.show_as("opens_after", delay).show_as("that_is", times.words())
        });
        Ok(report.beside_stdout(self.out.is_stdout()))
    }

    fn openers(&self) -> Result<Vec<Opener>, Failure> {
        let own = if self.time.is_some() || self.t.is_some() { Some(self.own_delay()?) } else { None };
        let others = self.recipients.iter().map(|text| Opener::named(text));
        own.map(Ok).into_iter().chain(others).collect()
    }

    /// The delay that --for or --squarings names.
    fn own_delay(&self) -> Result<Opener, Failure> {
        let file = match &self.setup {
            Some(path) => read_setup(path)?,
            None => SetupFile::shipped(&self.place.place()?),
        };
        let place = file.place().clone();
        let least = self.t.unwrap_or_else(|| squarings(&place, self.time.unwrap_or(0)));
        let t = file.delays().find(|t| if self.t.is_some() { *t == least } else { *t >= least });
        let t = t.ok_or_else(|| self.no_delay(&file, least))?;
        Opener::delay(file, t)
    }

    fn no_delay(&self, file: &SetupFile, least: u64) -> Failure {
        let delays: Vec<_> = file.delays().map(|t| t.to_string()).collect();
        let known = if delays.is_empty() { "none".to_owned() } else { delays.join(", ") };
        let asked = match self.time {
            Some(seconds) => format!("{}, which are {least} squarings", time_of(seconds)),
            None => format!("{least} squarings"),
        };
        let message = format_args!("the setup has no delay for {asked}; it has {known} squarings");
        Failure::new(Code::Usage, message).hint(format_args!(
            "choose one of these, or make one with `heliast envelope setup --squarings {least}`, which takes as long \
             as the delay, and give it with --setup"
        ))
    }

    /// Seals the file and returns the number of bytes in it.
    fn seal(&self, openers: &[Opener]) -> Result<u64, Failure> {
        let input = files::open(&self.file)?;
        if self.out.is_stdout() {
            let stdout = io::stdout().lock();
            return self.seal_to(input, stdout, openers).map(|(bytes, _)| bytes);
        }
        let file = AtomicFile::create(&self.out.out, Secrecy::Public, self.out.force)?;
        let (bytes, file) = self.seal_to(input, file, openers)?;
        file.commit()?;
        Ok(bytes)
    }

    fn seal_to<W: Write>(
        &self,
        mut input: impl io::Read,
        to: W,
        openers: &[Opener],
    ) -> Result<(u64, W), Failure> {
        let unwritable = |error: io::Error| files::unwritable(&self.out.out, &error);
        let stanzas = |key: &age::FileKey| openers.iter().map(|opener| opener.stanza(key)).collect();
        let copied = |from: &mut dyn io::Read, to: &mut dyn Write| {
            // Errors of reading and of writing look the same; an incomplete file is not kept.
            io::copy(from, to).map_err(|error| {
                Failure::new(Code::Refused, format_args!("{} can't be sealed: {error}", self.file.display()))
            })
        };
        if self.armor {
            let mut sealer =
                age::encrypt(armor::Writer::new(to).map_err(unwritable)?, stanzas).map_err(unwritable)?;
            let bytes = copied(&mut input, &mut sealer)?;
            let to = sealer.finish().and_then(armor::Writer::finish).map_err(unwritable)?;
            return Ok((bytes, flushed(to).map_err(unwritable)?));
        }
        let mut sealer = age::encrypt(to, stanzas).map_err(unwritable)?;
        let bytes = copied(&mut input, &mut sealer)?;
        Ok((bytes, sealer.finish().and_then(flushed).map_err(unwritable)?))
    }
}

fn flushed<W: Write>(mut to: W) -> io::Result<W> {
    to.flush()?;
    Ok(to)
}

impl Opener {
    /// Verifies the part of a setup that t needs.
    fn delay(file: SetupFile, t: u64) -> Result<Opener, Failure> {
        let setup = file.up_to(t).verify()?;
        let sealer = Sealer::new(&setup, t).ok_or_else(|| {
            Failure::new(Code::Usage, format_args!("no setup for {t} squarings comes with this program"))
                .hint("ask for a recipient that brings its setup, or give --setup FILE")
        })?;
        Ok(Opener::Delay(Box::new(sealer)))
    }

    fn named(text: &str) -> Result<Opener, Failure> {
        if text.starts_with("age1heliast1") {
            let recipient: Recipient = text.parse()?;
            return Opener::delay(recipient.setup(), recipient.t());
        }
        let key = text.parse::<x25519::Recipient>().map_err(|error| {
            Failure::new(Code::Usage, format_args!("{text} is no recipient: {error}"))
                .hint("give a key of age, `age1...`, or a delay, `age1heliast1...`")
        })?;
        Ok(Opener::Key(key))
    }

    fn stanza(&self, key: &age::FileKey) -> io::Result<age::Stanza> {
        match self {
            Opener::Delay(sealer) => Ok(sealer.lock(key)?.to_stanza()),
            Opener::Key(recipient) => recipient.wrap(key),
        }
    }

    fn sealed_for(&self) -> Option<(Place, u64, Times)> {
        match self {
            Opener::Delay(sealer) => {
                Some((sealer.place().clone(), sealer.t(), Times::of(sealer.place(), sealer.t())))
            }
            Opener::Key(_) => None,
        }
    }
}
