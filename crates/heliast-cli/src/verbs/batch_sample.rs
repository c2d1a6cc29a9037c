//! `heliast batch sample`: makes a statements file for measurements.

use crate::{
    batches::{Elem, ListWriter, interrupted},
    failure::{Code, Failure},
    files::OutArgs,
    groups::{GroupArgs, LeastBits},
    interrupt,
    numbers::count,
    report::Report,
    secrets::PassphraseArgs,
    ui::Ui,
};
use heliast::{AnyElem, Group};
use heliast_vdf::{MAX_DELAY, batch::Sample};
use std::path::PathBuf;

/// The number of squarings or statements between two checks for signals.
const STEP: u64 = 4096;

/// Make a file of true statements, for measurements
///
/// Statement i is about x·g^i, where x and g are hashed from --seed: the delays of x and g give all the
/// others, by one product each. For a verifier's multiplications, these are statements like any others. With
/// --delays K, statement i takes t + (i mod K) squarings; K of them are kept in memory.
#[derive(Debug, clap::Args)]
#[command(mut_arg("passphrase_file", |arg| arg.requires("trapdoor")))]
pub struct Args {
    /// The number of statements
    #[arg(long, value_name = "M", value_parser = count::<u64>(1..=1 << 40))]
    count: u64,
    /// Squarings of every statement
    #[arg(short, long = "squarings", value_name = "N", value_parser = count::<u64>(1..MAX_DELAY))]
    t: u64,
    /// The number of different delays, from -t on; if there are several, each statement is written with
    /// its own
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = count::<u64>(1..=1 << 20))]
    delays: u64,
    /// The seed from which x and g are hashed
    #[arg(long, value_name = "TEXT", default_value = "sample")]
    seed: String,
    /// The factors of the modulus, with which no delay is needed
    #[arg(long, value_name = "FILE")]
    trapdoor: Option<PathBuf>,
    #[command(flatten)]
    passphrase: PassphraseArgs,
    /// `rsa-2048`; `class-1024`, `class-2048` or another `class-N`, and --group-seed; or a group file
    /// [default: rsa-2048]
    #[arg(long, value_name = "GROUP")]
    group: Option<PathBuf>,
    /// The seed from which the discriminant of `class-N` is hashed: --seed of the other verbs
    #[arg(long, value_name = "HEX-OR-TEXT", requires = "group")]
    group_seed: Option<String>,
    #[command(flatten)]
    least: LeastBits,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        let group = GroupArgs { group: self.group.clone(), seed: self.group_seed.clone(), least: self.least };
        let trapdoor = self.trapdoor.as_ref().map(|path| group.load_trapdoor(path, &self.passphrase));
        let trapdoor = trapdoor.transpose()?;
        let group = match &trapdoor {
            Some(trapdoor) => trapdoor.group().clone().into(),
            None => group.load()?,
        };
        interrupt::catch()?;
        let different = self.delays.min(self.count);
        if self.t.checked_add(different - 1).is_none_or(|longest| longest >= MAX_DELAY) {
            let message = "the longest delay would have more than 2^48 - 1 squarings";
            return Err(Failure::new(Code::Usage, message).hint("give a smaller -t or --delays"));
        }
        let bar = ui.bar(2 * self.t, "squarings");
        let delay = |x: &Elem| match (&trapdoor, x) {
            (Some(trapdoor), AnyElem::Rsa(x)) => Ok(AnyElem::Rsa(trapdoor.evaluate(x, self.t))),
            _ => {
                let (mut y, mut left) = (x.clone(), self.t);
                while left > 0 {
                    let step = left.min(STEP);
                    group.square_n(&mut y, step);
                    left -= step;
                    bar.inc(step);
                    if interrupt::requested() {
                        bar.abandon();
                        return Err(interrupted());
                    }
                }
                Ok(y)
            }
        };
        let statements = Sample::new(&group, &self.seed, self.t, different, delay)?;
        bar.finish_and_clear();

        let one = (different == 1).then_some(self.t);
        let mut writer = ListWriter::begin(&group, one, self.count, &self.out)?;
        let bar = ui.bar(self.count, "statements");
        for (index, (t, x, y)) in (1..=self.count).zip(statements) {
            writer.push(t, &x, &y)?;
            if index.is_multiple_of(STEP) {
                bar.inc(STEP);
                if interrupt::requested() {
                    bar.abandon();
                    return Err(interrupted());
                }
            }
        }
        bar.finish_and_clear();
        Ok(writer.commit()?.beside_stdout(self.out.is_stdout()))
    }
}
