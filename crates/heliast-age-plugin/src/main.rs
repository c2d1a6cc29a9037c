//! The program `age-plugin-heliast`, which age and rage start (`spec/envelope.md`; the protocol is
//! <https://c2sp.org/age-plugin>).
//!
//! It reads stanzas from stdin and writes stanzas to stdout; for people it prints recipients and identities.

#![forbid(unsafe_code)]

mod connection;
mod opening;
mod sealing;
mod work;

use connection::Connection;
use heliast_envelope::{Identity, Place, Recipient, SetupFile};
use heliast_vdf::ProofFile;
use std::{fmt::Display, fs, io, process::ExitCode};

const HELP: &str = "\
age-plugin-heliast: files that open after a delay, for age and rage

  --recipients         the delays whose setup comes with this program
  --identity           an identity that computes delays
  --identity OPENING   an identity with an opening, which opens its envelope at once

Nobody outside the project has reviewed it.";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["--age-plugin=recipient-v1"] => sealing::run(&mut stdio()).map_err(|error| error.to_string()),
        ["--age-plugin=identity-v1"] => opening::run(&mut stdio()).map_err(|error| error.to_string()),
        ["--recipients"] => {
            print_recipients();
            Ok(())
        }
        ["--identity"] => {
            println!("{}", Identity::Works);
            Ok(())
        }
        ["--identity", path] => identity(path).map(|identity| println!("{identity}")),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("age-plugin-heliast: {error}");
            ExitCode::FAILURE
        }
    }
}

fn stdio() -> Connection<io::StdinLock<'static>, io::StdoutLock<'static>> {
    Connection::new(io::stdin().lock(), io::stdout().lock())
}

fn print_recipients() {
    for place in [Place::rsa_2048(), Place::class_2048()] {
        for t in SetupFile::shipped(&place).delays() {
            let recipient = Recipient::shipped(&place, t).map(|recipient| recipient.to_string());
            println!("# {t} squarings in {place}\n{}", recipient.unwrap_or_default());
        }
    }
}

fn identity(path: &str) -> Result<Identity, String> {
    let about = |error: &dyn Display| format!("{path}: {error}");
    let bytes = fs::read(path).map_err(|error| about(&error))?;
    let opening = ProofFile::from_bytes(&bytes).map_err(|error| about(&error))?;
    Ok(Identity::HasOpening(Box::new(opening)))
}
