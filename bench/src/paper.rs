//! Measures every table and figure of two papers of Attias, Vigneri and Dimitrov, and of Ivanova's thesis on
//! batch proofs, and the tables of Buser et al. on lots, on this machine, with Heliast and the peers in one
//! run.
//!
//! [`measure`] has the measurements; one file per table or figure under [`verification`], [`multiexp`],
//! [`batch`] and [`lots`] has the comparison and the conclusions; [`record`] and [`report`] write them to
//! files. The papers' own numbers are in [`printed`].

mod batch;
pub mod finding;
pub mod folder;
pub mod lab;
mod lots;
mod measure;
mod multiexp;
mod printed;
pub mod record;
mod report;
mod verification;

use finding::Finding;
use folder::Folder;
use lab::Lab;
use record::Origin;
use std::{io, path::PathBuf, time::Instant};

/// A table or figure of a paper, or two that come from the same measurement.
pub struct Experiment {
    /// `paper-table-n` or `paper-figure-n`.
    pub name: &'static str,
    /// The title of the experiment.
    pub title: &'static str,
    measure: fn(&Lab, &Origin) -> Finding,
}

/// All experiments, in the order of the report.
pub const EXPERIMENTS: [&Experiment; 20] = [
    &verification::table_1::EXPERIMENT,
    &verification::table_2::EXPERIMENT,
    &verification::table_3::EXPERIMENT,
    &verification::table_4::EXPERIMENT,
    &verification::table_5::EXPERIMENT,
    &verification::figure_2::EXPERIMENT,
    &verification::figure_3::EXPERIMENT,
    &verification::figure_4::EXPERIMENT,
    &verification::figure_5::EXPERIMENT,
    &multiexp::table_1::EXPERIMENT,
    &multiexp::table_2::EXPERIMENT,
    &multiexp::figure_3::EXPERIMENT,
    &multiexp::figure_4::EXPERIMENT,
    &multiexp::figure_5::EXPERIMENT,
    &batch::table_1::EXPERIMENT,
    &batch::table_2::EXPERIMENT,
    &lots::table_1::EXPERIMENT,
    &lots::trees::EXPERIMENT,
    &lots::stateless::EXPERIMENT,
    &lots::table_2::EXPERIMENT,
];

/// The choice of experiments.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only the experiments whose name contains this.
    pub only: String,
    /// Whether only few samples are taken.
    pub quick: bool,
}

/// The reason why nothing more was measured.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No experiment's name contains the text.
    #[error("no table or figure is called {only:?}; there are: {}", EXPERIMENTS.map(|experiment| experiment.name).join(", "))]
    Unknown {
        /// The text.
        only: String,
    },
    /// A result cannot be written.
    #[error("cannot write to {}: {error}", folder.display())]
    Write {
        /// The folder of the results.
        folder: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// Measures, and writes each result to `folder` as soon as it is available. `progress` receives a line from
/// time to time. Returns the number of experiments.
///
/// # Errors
/// If no experiment matches, or a file cannot be written.
pub fn run(options: &Options, folder: &Folder, mut progress: impl FnMut(&str)) -> Result<usize, RunError> {
    let chosen: Vec<_> =
        EXPERIMENTS.into_iter().filter(|experiment| experiment.name.contains(&options.only)).collect();
    if chosen.is_empty() {
        return Err(RunError::Unknown { only: options.only.clone() });
    }
    let order = EXPERIMENTS.map(|experiment| experiment.name);
    let (lab, origin) = (Lab::new(options.quick), Origin::this(options.quick));
    for (index, experiment) in chosen.iter().enumerate() {
        let Experiment { name, title, measure } = experiment;
        progress(&format!("{}/{}  {name}: {title}", index + 1, chosen.len()));
        let start = Instant::now();
        let record = origin.record(name, title, measure(&lab, &origin));
        for claim in record.claims() {
            progress(&format!("      {}: {}", claim.verdict.name(), claim.text));
        }
        progress(&format!("      {:.0} s", start.elapsed().as_secs_f64()));
        let failed = |error| RunError::Write { folder: folder.path().to_owned(), error };
        folder.add(record, &order).map_err(failed)?;
    }
    Ok(chosen.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique() {
        let names: HashSet<_> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        assert_eq!(names.len(), EXPERIMENTS.len());
    }

    #[test]
    fn an_unknown_name_is_refused_before_anything_runs() {
        let options = Options { only: "table-99".to_owned(), quick: true };
        let folder = Folder::at("nowhere".into());
        let error = run(&options, &folder, |_| panic!("it ran")).unwrap_err();
        assert!(error.to_string().contains("verification-table-1"));
    }
}
