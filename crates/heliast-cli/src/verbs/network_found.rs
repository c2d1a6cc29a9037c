//! `heliast network found`: founds a network in a home that has applied.

use crate::{
    failure::Failure,
    founding::{agreement, applicant, draft},
    report::Report,
    reports::{Digest, NetworkFounded},
};
use std::path::PathBuf;

/// Found a network in the home that you have applied with, when all have agreed to one draft
///
/// It writes the genesis, the network file and the engine's settings. The same command again changes nothing.
/// Operators who have not agreed yet are named; an agreement to another draft is refused.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The draft
    #[arg(value_name = "DRAFT")]
    draft: PathBuf,
    /// The agreements of all operators, in any order
    #[arg(value_name = "AGREEMENT", required = true)]
    agreements: Vec<PathBuf>,
    /// The home that you have applied with
    #[arg(long, value_name = "DIR")]
    home: PathBuf,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let applicant = applicant(&self.home)?;
        let draft = draft(&self.draft)?;
        let agreements = self.agreements.iter().map(|path| {
            let agreement = agreement(path)?;
            let agreed = draft.agreed(&agreement).map(|_| ());
            agreed.map_err(|error| {
                let error = heliast_network::founding::FoundingError::from(error);
                Failure::from(error).about(path.display())
            })?;
            Ok(agreement)
        });
        let agreements = agreements.collect::<Result<Vec<_>, Failure>>()?;
        let founded_now = applicant.found(&draft.founded(&agreements)?)?;
        let home = self.home.display();
        let headline = match founded_now {
            true => format!("{home} is founded; `heliast node --home {home}` starts it"),
            false => format!("{home} is founded already, by this draft; nothing was changed"),
        };
        let nodes = draft.applications().len();
        let said =
            NetworkFounded { home: home.into(), chain: Digest::of(draft.chain_id()), nodes, founded_now };
        Ok(Report::of(headline, &said).show(&["chain", "nodes"]))
    }
}
