//! Inputs of delays and VRFs from the command line.

use crate::{
    failure::{Code, Failure},
    files,
    numbers::count,
};
use heliast::{Group, RootField, VrfError, stateful::Turn};
use heliast_group::RootElement;
use std::path::PathBuf;

/// The greatest length of messages, because they are hashed from memory.
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
    #[arg(long = "x", alias = "input", value_name = "HEX")]
    input: Option<String>,
}

/// An input as it was given, from which an element of any group or field can be made.
pub enum Given {
    /// The bytes that are hashed to the input.
    Message(Vec<u8>),
    /// The input's encoding.
    Element(Vec<u8>),
}

impl DelayInput {
    /// The input, if one was given.
    pub fn load<G: Group>(&self, group: &G) -> Result<Option<G::Elem>, Failure> {
        self.given()?.map(|given| given.in_group(group)).transpose()
    }

    /// The input, which must be given.
    pub fn require<G: Group>(&self, group: &G) -> Result<G::Elem, Failure> {
        self.required()?.in_group(group)
    }

    /// The input before it is made into an element, if one was given.
    pub fn given(&self) -> Result<Option<Given>, Failure> {
        if let Some(text) = &self.message {
            return Ok(Some(Given::Message(text.clone().into_bytes())));
        }
        if let Some(path) = &self.message_file {
            return Ok(Some(Given::Message(files::read(path, MAX_MESSAGE)?)));
        }
        let digits = self.input.as_deref();
        digits.map(|digits| hex::decode(digits).map(Given::Element).map_err(|error| bad(&error))).transpose()
    }

    /// The same, if an input is required.
    pub fn required(&self) -> Result<Given, Failure> {
        self.given()?.ok_or_else(|| {
            Failure::new(Code::Usage, "the delay has no input")
                .hint("give one of --message TEXT, --message-file FILE, --x HEX")
        })
    }
}

impl Given {
    /// The input of squarings.
    fn in_group<G: Group>(&self, group: &G) -> Result<G::Elem, Failure> {
        let bytes = match self {
            Given::Message(bytes) => return Ok(heliast_vdf::delay_input(group, bytes)),
            Given::Element(bytes) => bytes,
        };
        let elem = group.decode(bytes).map_err(|error| bad(&error))?;
        group.check_units(&[&elem]).map_err(|error| bad(&error))?;
        if group.equal(&elem, &group.identity()) {
            return Err(bad(&"the delay of the identity takes no time"));
        }
        Ok(elem)
    }

    /// The input of roots.
    pub fn in_field(&self, field: &RootField) -> Result<RootElement, Failure> {
        match self {
            Given::Message(bytes) => Ok(field.hash(bytes)),
            Given::Element(bytes) => field.decode(bytes).map_err(|error| bad(&error)),
        }
    }
}

fn bad(reason: &dyn std::fmt::Display) -> Failure {
    Failure::new(Code::Malformed, format_args!("--x: {reason}"))
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

/// The turn at which a key that expires answers.
#[derive(Debug, clap::Args)]
pub struct TurnArgs {
    /// The round, for keys of x-vrf and ivrf
    #[arg(long, value_name = "N", value_parser = count::<u64>(..))]
    round: Option<u64>,
    /// The slot of the round, for keys with several
    #[arg(long, value_name = "N", requires = "round", value_parser = count::<u16>(..))]
    slot: Option<u16>,
}

impl TurnArgs {
    /// The turn, if one was given; the slot is 0 if only the round was.
    pub fn turn(&self) -> Option<Turn> {
        self.round.map(|round| Turn { round, slot: self.slot.unwrap_or(0) })
    }

    /// The turn, which such a key needs.
    pub fn require(&self) -> Result<Turn, Failure> {
        self.turn().ok_or_else(|| VrfError::NoTurn.into())
    }

    /// Refuses a turn.
    pub fn forbid(&self) -> Result<(), Failure> {
        self.turn().map_or(Ok(()), |_| Err(VrfError::NeedlessTurn.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Code;
    use heliast::RsaGroup;

    fn delay(input: &str) -> DelayInput {
        DelayInput { message: None, message_file: None, input: Some(input.to_owned()) }
    }

    /// An encoded element that ends with these digits.
    fn padded(last: &str) -> String {
        format!("{}{last}", "0".repeat(512 - last.len()))
    }

    #[test]
    fn an_input_is_an_element_that_takes_time() {
        let group = RsaGroup::rsa_2048();
        let four = delay(&padded("04")).require(&group).unwrap();
        assert_eq!(hex::encode(group.encode(&four)), padded("04"));
        let modulus = hex::encode(group.modulus().to_be_bytes(256).unwrap());
        for (input, reason) in [
            ("04".to_owned(), "--x: an element of this group has 256 bytes, not 1"),
            (padded("04").replacen('0', "x", 1), "--x: "),
            (padded("00"), "--x: the element is not canonical"),
            (modulus, "--x: the element is not canonical"),
            (padded("01"), "--x: the delay of the identity takes no time"),
        ] {
            let failure = delay(&input).require(&group).unwrap_err();
            assert!(failure.to_string().starts_with(reason), "{input}: {failure}");
            assert_eq!(failure.code(), Code::Malformed);
        }
    }

    #[test]
    fn an_input_of_roots_is_any_element_of_the_field() {
        let field = RootField::built_in(2048).unwrap();
        let load = |input: &str| delay(input).required().and_then(|given| given.in_field(&field));
        // No element of a field has a trivial delay, not even 1.
        for digits in [padded("01"), padded("04")] {
            assert_eq!(hex::encode(field.encode(&load(&digits).unwrap())), digits);
        }
        let prime = hex::encode(field.prime().to_be_bytes(256).unwrap());
        for input in ["04", &padded("00"), &prime, &padded("04").replacen('0', "x", 1)] {
            let failure = load(input).unwrap_err();
            assert!(failure.to_string().starts_with("--x: "), "{input}: {failure}");
            assert_eq!(failure.code(), Code::Malformed);
        }
        let text = DelayInput { message: Some("m".to_owned()), message_file: None, input: None };
        assert_eq!(text.required().unwrap().in_field(&field).unwrap(), field.hash(b"m"));
    }

    #[test]
    fn without_an_input_the_ways_to_give_one_are_named() {
        let group = RsaGroup::rsa_2048();
        let nothing = DelayInput { message: None, message_file: None, input: None };
        assert!(nothing.load(&group).unwrap().is_none());
        let failure = nothing.require(&group).unwrap_err();
        assert_eq!(failure.code(), Code::Usage);
        for flag in ["--message", "--message-file", "--x"] {
            assert!(failure.hint_text().contains(flag), "{flag}");
        }
    }

    #[test]
    fn a_message_and_a_file_with_it_are_one_input() {
        let group = RsaGroup::rsa_2048();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("m");
        std::fs::write(&path, "m").unwrap();
        let text = DelayInput { message: Some("m".to_owned()), message_file: None, input: None };
        let file = DelayInput { message: None, message_file: Some(path.clone()), input: None };
        assert!(group.equal(&text.require(&group).unwrap(), &file.require(&group).unwrap()));

        let vrf = |input: Option<&str>, input_file, input_hex: Option<&str>| {
            let input_hex = input_hex.map(str::to_owned);
            VrfInput { input: input.map(str::to_owned), input_file, input_hex }.load()
        };
        for same in [vrf(Some("m"), None, None), vrf(None, Some(path), None), vrf(None, None, Some("6d"))] {
            assert_eq!(same.unwrap(), b"m");
        }
        let failure = vrf(None, None, Some("6")).unwrap_err();
        assert!(failure.to_string().starts_with("--input-hex: "), "{failure}");
    }

    #[test]
    fn a_turn_is_demanded_or_refused() {
        let turn = |round, slot| TurnArgs { round, slot };
        assert_eq!(turn(Some(3), None).require().unwrap(), Turn { round: 3, slot: 0 });
        assert_eq!(turn(Some(3), Some(2)).turn(), Some(Turn { round: 3, slot: 2 }));
        assert_eq!(turn(None, None).require().unwrap_err().code(), Code::Usage);
        assert!(turn(None, None).forbid().is_ok());
        assert_eq!(turn(Some(1), None).forbid().unwrap_err().code(), Code::Usage);
    }
}
