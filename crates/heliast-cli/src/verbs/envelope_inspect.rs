//! `heliast envelope inspect`: shows who can open an envelope and after which delay, or describes a setup.

use super::envelope_setup::delays;
use crate::{
    envelopes::{Times, read_setup},
    failure::Failure,
    files,
    report::Report,
    reports::{EnvelopeRecipient, EnvelopeShown},
};
use heliast_envelope::{
    Lock, SetupFile,
    age::{Header, Stanza, armor},
};
use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
};

/// Describe an envelope, or verify a setup
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The envelope or the setup; `-` is stdin, for an envelope
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The first bytes of a setup.
const SETUP: &[u8] = b"HLES";

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let mut file = BufReader::new(files::open(&self.file)?);
        let start = file.fill_buf().map_err(|error| files::unreadable(&self.file, &error))?;
        if start.starts_with(SETUP) {
            return of_setup(read_setup(&self.file)?);
        }
        let header = Header::read(&mut BufReader::new(armor::Reader::new(file)));
        let header = header.map_err(|error| Failure::from(error).about(self.file.display()))?;
        let recipients = header.stanzas().iter().map(recipient).collect::<Result<Vec<_>, _>>()?;
        let (said, shown): (Vec<_>, Vec<_>) = recipients.into_iter().unzip();
        let report = Report::of("an envelope", &EnvelopeShown::Envelope { recipients: said });
        Ok(shown.into_iter().fold(report, |report, text| report.show_as("opens_by", text)))
    }
}

/// A recipient for programs and for people.
fn recipient(stanza: &Stanza) -> Result<(EnvelopeRecipient, String), Failure> {
    let Some(lock) = Lock::from_stanza(stanza)? else {
        let name = stanza.kind.clone();
        return Ok((
            EnvelopeRecipient::Other { name: (&name).into() },
            format!("a recipient of the kind {name}"),
        ));
    };
    let (place, t, times) = (lock.place(), lock.t(), Times::of(lock.place(), lock.t()));
    let shown = format!("{t} squarings in {place}: {}", times.words());
    let group = place.to_string().into();
    Ok((EnvelopeRecipient::Delay { group, t, times: times.said() }, shown))
}

fn of_setup(file: SetupFile) -> Result<Report, Failure> {
    let setup = file.verify()?;
    let (place, file) = (setup.place(), setup.as_file());
    let said = EnvelopeShown::Setup { group: place.to_string().into(), delays: delays(file) };
    let report = Report::of("a setup that holds", &said).show(&["group"]);
    let report = file.delays().fold(report, |report, t| {
        report.show_as("squarings", format!("{t}: {}", Times::of(place, t).words()))
    });
    Ok(report)
}
