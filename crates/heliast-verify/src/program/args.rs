//! The command line.

use heliast_verify::{Code, Failure};
use std::{ffi::OsString, path::PathBuf};

const HELP: &str = "\
Verify the rounds of a bundle that a node or `heliast export` wrote, or those of a node

Every ticket, every delay and every link is checked. Pin the chain with --chain: without it you learn
that this is a valid chain, not that it is the one you mean.

Usage: heliast-verify [OPTIONS] FILE-OR-URL

  FILE-OR-URL       The bundle, - for stdin, or a node: http(s)://... or host:port
  --chain HEX       Demand this chain id
  --from K          Begin with this round, and trust the chain before it
  --fast            Use epoch proofs, and combine the rounds' own delay proofs where they are missing
  --final           Demand that a network agreed on the rounds; needs --chain
  --network FILE    The network file [default: that of the bundle or the node]
  -h, --help        Print this
  -V, --version     Print the version

Exit codes: 0 ok, 1 not valid, 2 usage, 3 malformed or unreadable, 4 not there or not signed yet,
5 the network failed, 6 the node has pruned these rounds
";

/// The request of the command line.
#[derive(Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The help or the version.
    Text(String),
    /// A verdict.
    Verdict(Args),
}

/// A bundle or a node, and the demands on it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Args {
    /// The bundle, or the address of a node; `-` is stdin.
    pub source: PathBuf,
    /// The id of the expected chain.
    pub chain: Option<[u8; 32]>,
    /// The round to begin with.
    pub from: Option<u64>,
    /// Whether epoch proofs are used.
    pub fast: bool,
    /// Whether a network must have agreed.
    pub finality: bool,
    /// The network file in place of the bundle's.
    pub network: Option<PathBuf>,
}

impl Args {
    /// Reads the arguments, without the program's name.
    pub fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Wanted, Failure> {
        let (mut args, mut source) = (Args::default(), None);
        while let Some(word) = words.next() {
            let text = word.to_str().unwrap_or_default();
            let (name, mut value) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(OsString::from(value))),
                _ => (text, None),
            };
            let mut value_of = || {
                let value = value.take().or_else(|| words.next());
                value.ok_or_else(|| usage(format_args!("{name} needs a value")))
            };
            match name {
                "-h" | "--help" => return Ok(Wanted::Text(HELP.to_owned())),
                "-V" | "--version" => {
                    return Ok(Wanted::Text(format!("heliast-verify {}\n", env!("CARGO_PKG_VERSION"))));
                }
                "--chain" => args.chain = Some(chain_id(&value_of()?.to_string_lossy())?),
                "--from" => args.from = Some(round(&value_of()?.to_string_lossy())?),
                "--network" => args.network = Some(value_of()?.into()),
                "--fast" => args.fast = true,
                "--final" => args.finality = true,
                _ if name.starts_with('-') && name != "-" => {
                    return Err(usage(format_args!("there is no option {name}")));
                }
                _ if source.is_some() => return Err(usage("one bundle or node is verified at a time")),
                _ => source = Some(word.clone()),
            }
            if value.is_some() {
                return Err(usage(format_args!("{name} takes no value")));
            }
        }
        args.source = source.ok_or_else(|| usage("name the bundle, - for stdin, or a node"))?.into();
        if args.finality && args.chain.is_none() {
            return Err(usage("--final needs --chain, which determines the first validators"));
        }
        if args.network.is_some() && !args.finality {
            return Err(usage("--network needs --final"));
        }
        Ok(Wanted::Verdict(args))
    }
}

fn chain_id(text: &str) -> Result<[u8; 32], Failure> {
    let mut id = [0; 32];
    let decoded = hex::decode_to_slice(text, &mut id);
    decoded.map(|()| id).map_err(|_| usage("a chain id has 64 hexadecimal digits"))
}

fn round(text: &str) -> Result<u64, Failure> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| usage("--from takes the number of a round, from 1 on"))
}

fn usage(message: impl std::fmt::Display) -> Failure {
    Failure::new(Code::Usage, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Wanted, Failure> {
        Args::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_are_taken_in_both_forms() {
        let id = "ab".repeat(32);
        let chain = Some([0xab; 32]);
        let args = Args { source: "x".into(), chain, fast: true, ..Args::default() };
        assert_eq!(parse(&format!("--fast x --chain {id}")).unwrap(), Wanted::Verdict(args));
        let network = Some("n".into());
        let args =
            Args { source: "-".into(), chain, from: Some(7), finality: true, network, ..Args::default() };
        let line = format!("--chain={id} - --network=n --final --from 7");
        assert_eq!(parse(&line).unwrap(), Wanted::Verdict(args));
        assert!(matches!(parse("x --help").unwrap(), Wanted::Text(text) if text == HELP));
    }

    #[test]
    fn a_command_line_that_says_too_little_or_too_much_is_refused() {
        for line in [
            "",
            "x y",
            "x --slow",
            "x --chain",
            "x --chain 00",
            "x --from",
            "x --from 0",
            "x --from=-1",
            "x --fast=yes",
            "x --final",
            "x --network n",
            "x -f",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
