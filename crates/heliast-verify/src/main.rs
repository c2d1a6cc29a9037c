//! The program `heliast-verify`: verifies a bundle of rounds (`spec/round.md`), and that a network agreed on
//! them (`spec/finality.md`), from the bytes alone.

#![forbid(unsafe_code)]

mod agreement;
mod args;
mod bundle;
mod failure;
mod item;

use args::{Args, Wanted};
use failure::{Code, Failure};
use std::{
    env,
    fs::File,
    io::{self, BufReader, Read, Write},
    path::Path,
    process::ExitCode,
};

fn main() -> ExitCode {
    match run() {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Failure::unreadable(error).print(),
            _ => ExitCode::SUCCESS,
        },
        Err(failure) => failure.print(),
    }
}

/// The text to print.
fn run() -> Result<String, Failure> {
    match Args::parse(env::args_os().skip(1))? {
        Wanted::Text(text) => Ok(text),
        Wanted::Verdict(args) => {
            let network = args.network.as_deref().map(read).transpose()?;
            let input: Box<dyn Read> = match args.source.to_str() {
                Some("-") => Box::new(io::stdin()),
                _ => Box::new(File::open(&args.source).map_err(|error| of_path(&args.source, error))?),
            };
            Ok(bundle::verify(BufReader::new(input), &args, network)?.to_string())
        }
    }
}

/// A network file has at most 200 validators with keys of some 2,000 bytes.
const MAX_NETWORK_FILE: u64 = 1 << 20;

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| of_path(path, error))?;
    file.take(MAX_NETWORK_FILE + 1).read_to_end(&mut bytes).map_err(|error| of_path(path, error))?;
    if bytes.len() as u64 > MAX_NETWORK_FILE {
        return Err(Failure::new(Code::Malformed, format_args!("{}: it is too long", path.display())));
    }
    Ok(bytes)
}

fn of_path(path: &Path, error: io::Error) -> Failure {
    Failure::unreadable(format_args!("{}: {error}", path.display()))
}
