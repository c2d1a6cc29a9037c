//! `heliast batch collect`: a statements file from the proofs of single delays.

use crate::{
    batches::{Elem, ListWriter, interrupted},
    failure::Failure,
    files::{self, OutArgs, check_distinct},
    groups::GroupArgs,
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_vdf::{ProofFile, Statement};
use std::{
    path::{Path, PathBuf},
    thread::available_parallelism,
};

/// The longest delay proof has some 41 kB.
const MAX_FILE: u64 = 64 << 10;
/// The number of proofs that are verified together.
const TOGETHER: usize = 256;

/// Make a statements file from delay proofs
///
/// The proofs, from `heliast vdf eval` or `heliast vdf prove`, must be valid and in one group. Their
/// statements are written in the order of the files. If they are about different numbers of squarings, each
/// is written with its own.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The proof files
    #[arg(value_name = "FILE", required = true)]
    proofs: Vec<PathBuf>,
    #[command(flatten)]
    group: GroupArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        for path in &self.proofs {
            check_distinct(&[path, &self.out.out])?;
        }
        let group = self.group.load()?;
        interrupt::catch()?;
        let count = self.proofs.len() as u64;
        let bar = ui.bar(count, "proofs");
        let mut statements = Vec::with_capacity(self.proofs.len());
        for paths in self.proofs.chunks(TOGETHER) {
            statements.extend(open(&group, paths)?);
            bar.inc(paths.len() as u64);
            if interrupt::requested() {
                bar.abandon();
                return Err(interrupted());
            }
        }
        bar.finish_and_clear();

        let one = statements.first().map(|statement| statement.t);
        let one = one.filter(|t| statements.iter().all(|statement| statement.t == *t));
        let mut writer = ListWriter::begin(&group, one, count, &self.out)?;
        for Statement { x, y, t } in &statements {
            writer.push(*t, x, y)?;
        }
        Ok(writer.commit()?.beside_stdout(self.out.is_stdout()))
    }
}

/// The statements of the proofs, all of which must be valid.
fn open(group: &AnyGroup, paths: &[PathBuf]) -> Result<Vec<Statement<Elem>>, Failure> {
    let about = |path: &Path, failure: Failure| failure.about(path.display());
    let decode = |path: &PathBuf| {
        let file = files::read(path, MAX_FILE)?;
        ProofFile::from_bytes(&file).map_err(|error| about(path, error.into()))
    };
    let proofs = paths.iter().map(decode).collect::<Result<Vec<_>, _>>()?;
    let threads = available_parallelism().map_or(1, usize::from);
    let opened = paths.iter().zip(ProofFile::open_many(group, &proofs, threads));
    opened.map(|(path, opened)| opened.map_err(|error| about(path, error.into()))).collect()
}
