//! `heliast man`: one man page per verb.

use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, unwritable},
    report::Report,
    reports::{Man, Word},
};
use clap::Command;
use clap_mangen::Man as Page;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Write the man pages
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The directory to write them to; it is made if it is missing
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

impl Args {
    /// Runs the verb, for the command line of the whole program.
    pub fn run(self, program: Command) -> Result<Report, Failure> {
        let names = write_pages(&self.dir, self.force, program)?;
        let headline = format!("{} man pages written to {}", names.len(), self.dir.display());
        let pages = names.into_iter().map(Word::from).collect();
        Ok(Report::of(headline, &Man { dir: self.dir.display().into(), pages }))
    }
}

/// Writes the man pages into a directory, which is made if it is missing. Returns the names of the files.
pub fn write_pages(dir: &Path, force: bool, program: Command) -> Result<Vec<String>, Failure> {
    fs::create_dir_all(dir).map_err(|error| unwritable(dir, &error))?;
    let mut root = program.disable_help_subcommand(true);
    root.build();
    let mut names = Vec::new();
    for command in commands(&root) {
        let page = Page::new(command);
        let (name, mut text) = (page.get_filename(), Vec::new());
        page.render(&mut text).map_err(|error| Failure::new(Code::Internal, error))?;
        AtomicFile::write_all_to(&dir.join(&name), Secrecy::Public, force, &text)?;
        names.push(name);
    }
    Ok(names)
}

/// The command and all below it.
fn commands(command: &Command) -> Vec<Command> {
    let below = command.get_subcommands().flat_map(commands);
    std::iter::once(command.clone()).chain(below).collect()
}
