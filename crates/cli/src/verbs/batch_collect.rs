//! `heliast batch collect`: a statements file from the proofs of single delays.

use crate::{
    batches::{Elem, ListWriter, interrupted},
    failure::{Code, Failure},
    files::{self, OutArgs, check_distinct},
    interrupt,
    modulus::GroupArgs,
    report::Report,
    ui::Ui,
};
use heliast::RsaGroup;
use std::{
    path::{Path, PathBuf},
    thread::available_parallelism,
};
use vdf::{ProofFile, Statement};

/// The longest delay proof has some 41 kB.
const MAX_FILE: u64 = 64 << 10;
/// So many proofs are verified together.
const TOGETHER: usize = 256;

/// Make a statements file from delay proofs
///
/// The proofs, as `heliast vdf eval` and `heliast vdf prove` write them, must hold, in one group and for one number of squarings. Their statements are
/// written in the order of the files.
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
        let mut writer: Option<ListWriter> = None;
        let mut t = 0;
        for paths in self.proofs.chunks(TOGETHER) {
            for (path, statement) in paths.iter().zip(open(&group, paths)?) {
                let writer = match &mut writer {
                    Some(writer) => writer,
                    none => {
                        t = statement.t;
                        none.insert(ListWriter::begin(&group, t, count, &self.out)?)
                    }
                };
                if statement.t != t {
                    let message = format!(
                        "{} is about {} squarings, those before it about {t}",
                        path.display(),
                        statement.t
                    );
                    return Err(Failure::new(Code::Invalid, message)
                        .hint("a statements file has one number of squarings: make a file for each"));
                }
                writer.push(&statement.x, &statement.y)?;
            }
            bar.inc(paths.len() as u64);
            if interrupt::requested() {
                bar.abandon();
                return Err(interrupted());
            }
        }
        bar.finish_and_clear();
        match writer {
            Some(writer) => Ok(writer.commit()?.beside_stdout(self.out.is_stdout())),
            None => Err(Failure::new(Code::Usage, "no proofs were given")),
        }
    }
}

/// The statements of the proofs, all of which hold.
fn open(group: &RsaGroup, paths: &[PathBuf]) -> Result<Vec<Statement<Elem>>, Failure> {
    let about = |path: &Path, failure: Failure| failure.about(path.display());
    let decode = |path: &PathBuf| {
        let file = files::read(path, MAX_FILE)?;
        ProofFile::decode(&file).map_err(|error| about(path, error.into()))
    };
    let proofs = paths.iter().map(decode).collect::<Result<Vec<_>, _>>()?;
    let threads = available_parallelism().map_or(1, usize::from);
    let opened = paths.iter().zip(ProofFile::open_many(group, &proofs, threads));
    opened.map(|(path, opened)| opened.map_err(|error| about(path, error.into()))).collect()
}
