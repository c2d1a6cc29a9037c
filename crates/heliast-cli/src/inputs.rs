//! What a delay or a VRF is evaluated on, as the command line gives it.

use crate::{
    failure::{Code, Failure},
    files,
};
use heliast::{Group, RsaGroup, VrfError, stateful::Turn};
use std::path::PathBuf;

/// Messages are hashed from memory.
const MAX_MESSAGE: u64 = 1 << 30;

/// The input x of a delay.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct DelayInput {
    /// Text that is hashed to the input
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    /// A file whose bytes are hashed to the input; `-` is stdin
    #[arg(long, value_name = "FILE")]
    message_file: Option<PathBuf>,
    /// The input itself: an encoded group element
    #[arg(long, value_name = "HEX")]
    input: Option<String>,
}

impl DelayInput {
    /// The input, if one was given.
    pub fn load(&self, group: &RsaGroup) -> Result<Option<<RsaGroup as Group>::Elem>, Failure> {
        if let Some(text) = &self.message {
            return Ok(Some(heliast_vdf::delay_input(group, text.as_bytes())));
        }
        if let Some(path) = &self.message_file {
            return Ok(Some(heliast_vdf::delay_input(group, &files::read(path, MAX_MESSAGE)?)));
        }
        self.input.as_deref().map(|digits| element(group, digits)).transpose()
    }

    /// The input, without which nothing can be done.
    pub fn require(&self, group: &RsaGroup) -> Result<<RsaGroup as Group>::Elem, Failure> {
        self.load(group)?.ok_or_else(|| {
            Failure::new(Code::Usage, "the delay has no input")
                .hint("give one of --message TEXT, --message-file FILE, --input HEX")
        })
    }
}

fn element(group: &RsaGroup, digits: &str) -> Result<<RsaGroup as Group>::Elem, Failure> {
    let bad =
        |reason: &dyn std::fmt::Display| Failure::new(Code::Malformed, format_args!("--input: {reason}"));
    let elem =
        group.decode(&hex::decode(digits).map_err(|error| bad(&error))?).map_err(|error| bad(&error))?;
    group.check_units(&[&elem]).map_err(|error| bad(&error))?;
    if group.equal(&elem, &group.identity()) {
        return Err(bad(&"the delay of the identity takes no time"));
    }
    Ok(elem)
}

/// The input α of a VRF.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct VrfInput {
    /// The input as text
    #[arg(long, value_name = "TEXT")]
    input: Option<String>,
    /// A file whose bytes are the input; `-` is stdin
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// The input in hexadecimal
    #[arg(long, value_name = "HEX")]
    input_hex: Option<String>,
}

impl VrfInput {
    /// The input's bytes.
    pub fn load(&self) -> Result<Vec<u8>, Failure> {
        if let Some(path) = &self.input_file {
            return files::read(path, MAX_MESSAGE);
        }
        if let Some(digits) = &self.input_hex {
            return hex::decode(digits)
                .map_err(|error| Failure::new(Code::Malformed, error).about("--input-hex"));
        }
        Ok(self.input.clone().unwrap_or_default().into_bytes())
    }
}

/// When a key that expires is asked.
#[derive(Debug, clap::Args)]
pub struct TurnArgs {
    /// The round, for keys of x-vrf and ivrf
    #[arg(long, value_name = "N")]
    round: Option<u64>,
    /// The slot of the round, for keys with several
    #[arg(long, value_name = "N", requires = "round")]
    slot: Option<u16>,
}

impl TurnArgs {
    /// The turn, if one was given; the slot is 0 if only the round was.
    pub fn turn(&self) -> Option<Turn> {
        self.round.map(|round| Turn { round, slot: self.slot.unwrap_or(0) })
    }

    /// The turn, without which such a key can't be asked.
    pub fn require(&self) -> Result<Turn, Failure> {
        self.turn().ok_or_else(|| VrfError::NoTurn.into())
    }

    /// That none was given.
    pub fn forbid(&self) -> Result<(), Failure> {
        self.turn().map_or(Ok(()), |_| Err(VrfError::NeedlessTurn.into()))
    }
}
