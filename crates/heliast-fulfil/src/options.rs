//! The command line.

use crate::{
    coordinator::{Coordinator, Depth},
    failure::{Failure, TABLE},
    keystore,
    rpc::Rpc,
};
use alloy_primitives::{Address, U256, utils::parse_units};
use alloy_signer_local::PrivateKeySigner;
use clap::Parser;
use heliast_disk::Disk;
use std::{
    ffi::OsString,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};
use zeroize::Zeroizing;

/// The verb; everything else works rounds off.
const REQUEST: &str = "request";

/// The verb with its options.
#[derive(Debug)]
pub enum Options {
    /// Work off rounds.
    Run(Box<Run>),
    /// Ask, and wait.
    Request(Box<Ask>),
}

impl Options {
    /// The meaning of the arguments, the program's name first.
    ///
    /// # Errors
    /// Those of the command line, and its help.
    pub fn read(args: impl Iterator<Item = OsString>) -> Result<Options, clap::Error> {
        let mut args: Vec<_> = args.collect();
        if args.get(1).is_some_and(|arg| arg == REQUEST) {
            args.remove(1);
            return Ask::try_parse_from(args).map(|ask| Options::Request(Box::new(ask)));
        }
        Run::try_parse_from(args).map(|run| Options::Run(Box::new(run)))
    }
}

/// The contract, and a node of its chain.
#[derive(Clone, Debug, clap::Args)]
pub struct Place {
    /// A node's JSON-RPC
    #[arg(long, value_name = "URL")]
    rpc: String,
    /// The coordinator
    #[arg(long, value_name = "ADDRESS")]
    contract: Address,
    /// The chain that the node must be of, by its number [default: any]
    #[arg(long, value_name = "ID")]
    chain: Option<u64>,
    /// Blocks on top of a block until what is in it counts [default: finalized, as the chain says]
    #[arg(long, value_name = "BLOCKS", value_parser = depth, default_value = "finalized", hide_default_value = true)]
    pub depth: Depth,
    /// Seconds between two looks at the chain
    #[arg(long, value_name = "SECONDS", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// Print objects of JSON, one a line
    #[arg(long)]
    pub json: bool,
}

/// An account.
#[derive(Clone, Debug, clap::Args)]
pub struct Account {
    /// The key that pays and is paid: a keystore of version 3
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Its passphrase: the first line of this file
    #[arg(long, value_name = "FILE")]
    passphrase_file: PathBuf,
    /// The most that is paid for a unit of gas
    #[arg(long, value_name = "GWEI", value_parser = gwei)]
    pub max_fee: u128,
    /// Blocks after which a transaction that waits is paid better
    #[arg(long, value_name = "BLOCKS", default_value_t = 3)]
    pub patience: u64,
}

/// Randomness for contracts: work off the rounds of a coordinator; `heliast-fulfil request --help` is about
/// asking one
///
/// Looks for requests, draws rounds, evaluates their delays with checkpoints, waits until the block of the
/// draw is final, and posts the proof with the requests whose tips pay for being delivered. Where the
/// coordinator takes claims, the output is claimed first, with the bond, and proved then. A transaction that
/// waits is paid better, up to --max-fee, and none is sent that would fail or whose fee would not pay for its
/// gas. It goes on after a restart, and begins anew after a reorganisation.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "heliast-fulfil", version, after_help = TABLE)]
pub struct Run {
    /// The place.
    #[command(flatten)]
    pub place: Place,
    /// The account.
    #[command(flatten)]
    pub account: Account,
    /// For checkpoints and proofs
    #[arg(long, value_name = "FOLDER", default_value = "fulfil-data")]
    pub data: PathBuf,
    /// The first block of which requests are looked for [default: 50000 blocks back]
    #[arg(long, value_name = "BLOCK")]
    pub from: Option<u64>,
    /// Delays at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub parallel: u16,
    /// Counts for Prometheus, at this address, or this port of 127.0.0.1
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub metrics: Option<SocketAddr>,
    /// Leave drawing to others
    #[arg(long)]
    pub no_draw: bool,
    /// Leave out the proof of what was claimed, where the coordinator takes claims, and settle the claim when
    /// its window has passed: cheaper, and paid later
    #[arg(long)]
    pub claim: bool,
}

/// Ask for randomness, and wait for the word
///
/// Prints the transaction's hash when it is sent, the request's number once it is in a block, again if a
/// reorganisation gives it another one, and the word once that is final.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "heliast-fulfil request", version, after_help = TABLE)]
pub struct Ask {
    /// The place.
    #[command(flatten)]
    pub place: Place,
    /// The account.
    #[command(flatten)]
    pub account: Option<Account>,
    /// Gas for the call of the asker, if it is a contract
    #[arg(long, value_name = "GAS", default_value_t = 0)]
    pub gas_limit: u32,
    /// Wei for who delivers the word
    #[arg(long, value_name = "WEI", default_value_t = 0)]
    pub tip: u64,
    /// The most that is paid for the request beside the tip, whatever the node says it costs [default: any]
    #[arg(long, value_name = "WEI")]
    pub max_price: Option<u128>,
    /// Wait for this request, which was made, in place of making one
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["key", "passphrase_file", "max_fee", "gas_limit", "tip", "max_price"])]
    pub request: Option<U256>,
    /// Do not wait for the word
    #[arg(long, conflicts_with = "request")]
    pub no_wait: bool,
    /// Give up waiting after this time [default: never]
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,
}

impl Place {
    /// The coordinator.
    ///
    /// # Errors
    /// [`Failure`] of a node or a contract that is not what it should be.
    pub fn find(&self) -> Result<Coordinator, Failure> {
        Coordinator::find(Rpc::new(&self.rpc)?, self.contract, self.chain)
    }

    /// From one look at the chain to the next.
    pub fn every(&self) -> Duration {
        Duration::from_secs(self.every)
    }
}

impl Account {
    /// The key.
    ///
    /// # Errors
    /// [`Failure`] of a file that is missing or is not a keystore, or of a wrong passphrase.
    pub fn open(&self) -> Result<PrivateKeySigner, Failure> {
        let disk = Disk::default();
        let text = Zeroizing::new(disk.read(&self.key, keystore::LONGEST)?);
        let words = Zeroizing::new(disk.read(&self.passphrase_file, keystore::LONGEST)?);
        let line = words.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        keystore::open(&text, line).map_err(|error| Failure::from(error).about(self.key.display()))
    }
}

fn depth(text: &str) -> Result<Depth, String> {
    match text {
        "finalized" => Ok(Depth::Finalized),
        _ => text
            .parse()
            .map(Depth::Blocks)
            .map_err(|_| "neither a number of blocks nor `finalized`".to_owned()),
    }
}

fn gwei(text: &str) -> Result<u128, String> {
    let wei = parse_units(text, "gwei").map_err(|error| error.to_string())?;
    let wei = if wei.is_negative() { None } else { u128::try_from(wei.get_absolute()).ok() };
    wei.filter(|wei| *wei > 0).ok_or_else(|| "not a price in gwei, such as 40 or 0.05".to_owned())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let port = || text.parse().map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    text.parse()
        .or_else(|_| port())
        .map_err(|_| "neither a port nor an address such as 127.0.0.1:9100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    const PLACE: [&str; 4] =
        ["--rpc", "http://127.0.0.1:1", "--contract", "0x1111111111111111111111111111111111111111"];
    const ACCOUNT: [&str; 6] = ["--key", "k", "--passphrase-file", "p", "--max-fee", "0.05"];

    fn parse(parts: &[&[&str]]) -> Result<Options, clap::Error> {
        Options::read([&["heliast-fulfil"][..], &parts.concat()].concat().iter().map(OsString::from))
    }

    #[test]
    fn the_command_lines_are_consistent() {
        Run::command().debug_assert();
        Ask::command().debug_assert();
    }

    #[test]
    fn rounds_are_worked_off_unless_a_verb_is_given() {
        let Options::Run(run) = parse(&[&PLACE, &ACCOUNT]).unwrap() else { panic!("no run") };
        assert_eq!((run.account.max_fee, run.place.depth), (50_000_000, Depth::Finalized));
        assert_eq!((run.place.every, run.parallel), (4, 1));
        let asked = parse(&[&["request"], &PLACE, &ACCOUNT, &["--tip", "5"]]).unwrap();
        let Options::Request(ask) = asked else { panic!("no request") };
        assert_eq!((ask.tip, ask.account.is_some()), (5, true));
        let asked = parse(&[&["request"], &PLACE, &["--request", "4294967296"]]).unwrap();
        let Options::Request(ask) = asked else { panic!("no request") };
        assert!(ask.account.is_none() && ask.request == Some(U256::from(1u64 << 32)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for parts in [
            &[&PLACE[..]][..],
            &[&ACCOUNT],
            &[&PLACE, &ACCOUNT, &["--max-fee", "1"]],
            &[&PLACE, &ACCOUNT, &["--depth", "deep"]],
            &[&PLACE, &ACCOUNT, &["--every", "0"]],
            &[&PLACE, &ACCOUNT, &["--parallel", "0"]],
            &[&PLACE, &ACCOUNT, &["--metrics", "here"]],
            &[&["request"], &PLACE, &ACCOUNT, &["--request", "1"]],
            &[&["request"], &PLACE, &["--request", "1", "--max-price", "1"]],
            &[&["request"], &PLACE, &ACCOUNT, &["--max-price", "-1"]],
            &[&["request"], &PLACE, &["--key", "k"]],
        ] {
            assert!(parse(parts).is_err(), "{parts:?}");
        }
        for bad in ["", "-1", "0", "much", "1e5", "340282366920938463463374607431768211456"] {
            assert!(gwei(bad).is_err(), "{bad}");
        }
        assert_eq!(address("9100"), Ok("127.0.0.1:9100".parse().unwrap()));
        assert_eq!(address("[::1]:9100"), Ok("[::1]:9100".parse().unwrap()));
    }
}
