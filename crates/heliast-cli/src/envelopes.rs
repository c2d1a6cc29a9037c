//! The common parts of the verbs about envelopes: groups, setups, and the times of delays on several
//! machines.

mod times;

pub use times::{Times, seconds, squarings};

use crate::{
    failure::{Code, Failure},
    files,
    groups::{self, LeastBits},
    interrupt,
    ui::Ui,
};
use heliast::{AnyGroup, Evaluation};
use heliast_envelope::{
    BadLock, BadOpening, BadPlace, BadSetup, BadText, MAX_SETUP, Place, SetupFile, WrongKey, age,
};
use std::{
    path::{Path, PathBuf},
    thread::available_parallelism,
};

const CLASS_2048: &str = "class-2048";
const NOT_REVIEWED: &str = "nobody outside the project has reviewed envelopes (SECURITY.md)";

/// The group of a setup.
#[derive(Debug, clap::Args)]
pub struct PlaceArgs {
    /// `rsa-2048`, `class-2048`, or a group file: a modulus of 2048 bits or more, whose maker can open all
    /// that is sealed in it, or a class group of 1024 bits or more [default: rsa-2048]
    #[arg(long, value_name = "GROUP")]
    pub group: Option<PathBuf>,
}

impl PlaceArgs {
    /// The group.
    pub fn place(&self) -> Result<Place, Failure> {
        let name = self.group.as_deref().unwrap_or(Path::new(groups::BUILT_IN));
        if name.as_os_str() == CLASS_2048 {
            return Ok(Place::class_2048());
        }
        let named = groups::load(name, None, LeastBits::default())?;
        let place = match (named.group.rsa(), named.seed) {
            (Some(group), _) => Place::modulus(group.modulus()).map_err(BadPlace::from),
            (None, seed) => Place::class(&seed.unwrap_or_default(), named.group.bits()),
        };
        place.map_err(|error| Failure::from(error).about(name.display()))
    }
}

/// The setup in a file, not verified yet.
pub fn read_setup(path: &Path) -> Result<SetupFile, Failure> {
    let bytes = files::read(path, MAX_SETUP as u64)?;
    SetupFile::from_bytes(&bytes).map_err(|error| {
        Failure::from(error).about(path.display()).hint("`heliast envelope setup` makes setups")
    })
}

/// The proof of a finished evaluation, by `prove`; a signal stops it.
pub fn proved<T>(
    ui: &Ui,
    prove: impl FnOnce(usize, &(dyn Fn(f64) -> bool + Sync)) -> Result<T, heliast_vdf::ProveError>,
) -> Result<T, Failure> {
    const STEPS: f64 = 1000.0;
    let bar = ui.bar(STEPS as u64, "thousandths of the proof");
    let go_on = |done: f64| {
        bar.set_position((done * STEPS) as u64);
        !interrupt::requested()
    };
    let proof = prove(available_parallelism().map_or(1, usize::from), &go_on);
    bar.finish_and_clear();
    Ok(proof?)
}

/// Prints once the warning about the missing review.
pub fn note_review(ui: &Ui) {
    ui.note(format_args!("note: {NOT_REVIEWED}"));
}

/// The state in a checkpoint.
pub type Squaring = Evaluation<AnyGroup>;

impl From<BadPlace> for Failure {
    fn from(error: BadPlace) -> Failure {
        Failure::new(Code::Malformed, error)
    }
}

impl From<BadSetup> for Failure {
    fn from(error: BadSetup) -> Failure {
        if error.is_false() {
            let hint = "its maker may read what is sealed with it: take another one";
            return Failure::new(Code::Invalid, error).hint(hint);
        }
        Failure::new(Code::Malformed, error)
    }
}

impl From<BadLock> for Failure {
    fn from(error: BadLock) -> Failure {
        Failure::new(if error.is_false() { Code::Invalid } else { Code::Malformed }, error)
    }
}

impl From<BadText> for Failure {
    fn from(error: BadText) -> Failure {
        Failure::new(Code::Usage, error).hint("`heliast envelope inspect` says the recipient of a setup")
    }
}

impl From<WrongKey> for Failure {
    fn from(error: WrongKey) -> Failure {
        Failure::new(Code::Invalid, error).hint("nothing opens it: its sealer has to seal again")
    }
}

impl From<BadOpening> for Failure {
    fn from(error: BadOpening) -> Failure {
        match error {
            BadOpening::Proof(error) => error.into(),
            BadOpening::WrongKey(error) => error.into(),
            other => Failure::new(Code::Malformed, other),
        }
    }
}

impl From<age::Error> for Failure {
    fn from(error: age::Error) -> Failure {
        let code = if matches!(error, age::Error::Changed) { Code::Invalid } else { Code::Malformed };
        Failure::new(code, error).hint("take the file from its sender again")
    }
}
