//! The program `heliast-verify`: verifies the rounds of a bundle (`spec/round.md`) or of a node, and that a
//! network agreed on them (`spec/finality.md`), from the bytes alone.

#![forbid(unsafe_code)]

mod args;
mod work;

use args::{Args, Wanted};
use heliast_verify::{Code, Failure};
use std::{
    env,
    fs::File,
    io::{self, Read, Write},
    path::Path,
    process::ExitCode,
};

const NAME: &str = "heliast-verify";
/// A network file has at most 200 validators with keys of some 2,000 bytes.
const MAX_NETWORK_FILE: u64 = 1 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                print(&Failure::new(Code::Malformed, error))
            }
            _ => ExitCode::SUCCESS,
        },
        Err(failure) => print(&failure),
    }
}

/// Prints two lines on stderr. Text from outside cannot move the terminal's cursor.
fn print(failure: &Failure) -> ExitCode {
    let one_line = |text: String| text.replace(char::is_control, " ");
    eprintln!("error: {}\nhint: {}", one_line(failure.to_string()), one_line(failure.hint_in(NAME)));
    ExitCode::from(failure.code() as u8)
}

/// The text to print.
fn run() -> Result<String, Failure> {
    match Args::parse(env::args_os().skip(1))? {
        Wanted::Text(text) => Ok(text),
        Wanted::Verdict(args) => {
            let network = args.network.as_deref().map(read).transpose()?;
            #[cfg(feature = "url")]
            if let Some(url) = args.source.to_str().and_then(heliast_verify::node_url) {
                return Ok(work::verify_node(&url, &args, network)?.to_string());
            }
            Ok(work::verify_bundle(open(&args.source)?, &args, network)?.to_string())
        }
    }
}

/// Opens a file, or stdin.
fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if path == "-" {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(|error| of_path(path, error))?))
}

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
    let failure = Failure::new(Code::Malformed, error).about(path.display());
    match path.to_str() {
        #[cfg(not(feature = "url"))]
        Some(text) if text.contains("://") => {
            failure.hint("this program was built without the feature url, and takes files only")
        }
        _ => failure,
    }
}
