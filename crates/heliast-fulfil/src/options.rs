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

/// The subcommand for a request; without it, rounds are worked off.
const REQUEST: &str = "request";

/// The subcommand with its options.
#[derive(Debug)]
pub enum Options {
    /// Fulfil requests.
    Run(Box<Run>),
    /// Ask, and wait.
    Request(Box<Ask>),
}

impl Options {
    /// Parses the arguments, the program's name first.
    ///
    /// # Errors
    /// Errors of the command line, and requests for its help.
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
    /// The id of the chain that the node must belong to [default: any]
    #[arg(long, value_name = "ID")]
    chain: Option<u64>,
    /// Blocks on top of a block before its content counts [default: finalized, as the chain says]
    #[arg(long, value_name = "BLOCKS", value_parser = depth, default_value = "finalized", hide_default_value = true)]
    pub depth: Depth,
    /// Seconds between two looks at the chain
    #[arg(long, value_name = "SECONDS", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// Print JSON objects, one per line
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
    /// Blocks after which a pending transaction is sent again with a higher fee
    #[arg(long, value_name = "BLOCKS", default_value_t = 3)]
    pub patience: u64,
}

/// Randomness for contracts: fulfil the requests of a coordinator; `heliast-fulfil request --help` is about
/// asking it
///
/// Looks for requests, draws rounds, evaluates their delays with checkpoints, waits until the block of the
/// draw is final, and posts the proof with the requests whose tips pay for their delivery. Where the
/// coordinator takes claims, the output is claimed first, with the bond, and proved then. A pending
/// transaction is sent again with a higher fee, up to --max-fee. No transaction is sent that would fail or
/// whose fee would not pay for its gas. It goes on after a restart, and begins anew after a reorganisation.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "heliast-fulfil", version, after_help = TABLE)]
pub struct Run {
    /// The place.
    #[command(flatten)]
    pub place: Place,
    /// The account.
    #[command(flatten)]
    pub account: Account,
    /// The folder for checkpoints and proofs
    #[arg(long, value_name = "FOLDER", default_value = "fulfil-data")]
    pub data: PathBuf,
    /// The first block in which to look for requests [default: 50000 blocks back]
    #[arg(long, value_name = "BLOCK")]
    pub from: Option<u64>,
    /// Delays that are evaluated at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub parallel: u16,
    /// Serve counts for Prometheus at this address, or at this port of 127.0.0.1
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub metrics: Option<SocketAddr>,
    /// Leave drawing to others
    #[arg(long)]
    pub no_draw: bool,
    /// Where the coordinator takes claims, leave out the proof of a claimed output, and settle the claim when
    /// its window has passed: cheaper, and paid later
    #[arg(long)]
    pub claim: bool,
}

/// Ask for randomness, and wait for the word
///
/// Prints the transaction's hash when it is sent, the request's number once it is in a block (again if a
/// reorganisation changes the number), and the word once that is final.
#[derive(Clone, Debug, clap::Parser)]
#[command(name = "heliast-fulfil request", version, after_help = TABLE)]
pub struct Ask {
    /// The place.
    #[command(flatten)]
    pub place: Place,
    /// The account.
    #[command(flatten)]
    pub account: Option<Account>,
    /// Gas for the call of the requester, if it is a contract
    #[arg(long, value_name = "GAS", default_value_t = 0)]
    pub gas_limit: u32,
    /// Wei for the account that delivers the word
    #[arg(long, value_name = "WEI", default_value_t = 0)]
    pub tip: u64,
    /// The most that is paid for the request in addition to the tip, whatever the node says it costs
    /// [default: any]
    #[arg(long, value_name = "WEI")]
    pub max_price: Option<u128>,
    /// Wait for this request, which was made before, instead of making one
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
    /// [`Failure`] if the node or the contract is not what it should be.
    pub fn find(&self) -> Result<Coordinator, Failure> {
        Coordinator::find(Rpc::new(&self.rpc)?, self.contract, self.chain)
    }

    /// The time from one look at the chain to the next.
    pub fn every(&self) -> Duration {
        Duration::from_secs(self.every)
    }
}

impl Account {
    /// The key.
    ///
    /// # Errors
    /// [`Failure`] if the file is missing or not a keystore, or if the passphrase is wrong.
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
