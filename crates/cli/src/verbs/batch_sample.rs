//! `heliast batch sample`: a statements file to measure with.

use crate::{
    batches::{ListWriter, interrupted},
    failure::Failure,
    files::OutArgs,
    interrupt,
    modulus::GroupArgs,
    report::Report,
    ui::Ui,
};
use heliast::Group;
use std::path::PathBuf;
use vdf::MAX_DELAY;

/// So many squarings or statements go by between two looks at signals.
const STEP: u64 = 4096;

/// Make a file of true statements, for measurements
///
/// Statement i is about x·g^i, where x and g are hashed from --seed: the delays of x and g give all the others, by one product each. To whoever
/// multiplies, these are statements like any others.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many statements
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    count: u64,
    /// Squarings of every statement
    #[arg(short, long = "squarings", value_name = "N", value_parser = clap::value_parser!(u64).range(1..MAX_DELAY))]
    t: u64,
    /// Another seed, other statements
    #[arg(long, value_name = "TEXT", default_value = "sample")]
    seed: String,
    /// The factors of the modulus: no delay at all
    #[arg(long, value_name = "FILE")]
    trapdoor: Option<PathBuf>,
    #[command(flatten)]
    group: GroupArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        let trapdoor = self.trapdoor.as_ref().map(|path| self.group.load_trapdoor(path)).transpose()?;
        let group = match &trapdoor {
            Some(trapdoor) => trapdoor.group().clone(),
            None => self.group.load()?,
        };
        interrupt::catch()?;
        let element = |name: &str| vdf::delay_input(&group, [name, &self.seed].concat().as_bytes());
        let inputs = [element("x/"), element("g/")];
        let bar = ui.bar(2 * self.t, "squarings");
        let delay = |x| match &trapdoor {
            Some(trapdoor) => Ok(trapdoor.evaluate(x, self.t)),
            None => {
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
        let factors = (inputs[1].clone(), delay(&inputs[1])?);
        let (mut x, mut y) = (inputs[0].clone(), delay(&inputs[0])?);
        bar.finish_and_clear();

        let mut writer = ListWriter::begin(&group, self.t, self.count, &self.out)?;
        let bar = ui.bar(self.count, "statements");
        for index in 1..=self.count {
            writer.push(&x, &y)?;
            group.mul_assign(&mut x, &factors.0);
            group.mul_assign(&mut y, &factors.1);
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
