//! The command line: one file per verb.

mod backup;
mod batch_collect;
mod batch_inspect;
mod batch_plan;
mod batch_prove;
mod batch_sample;
mod batch_verify;
mod chia_prove;
mod chia_verify;
mod completions;
mod envelope_inspect;
mod envelope_setup;
mod export;
mod fulfil;
mod gate;
mod group_new;
mod group_show;
mod health;
mod key_passphrase;
mod key_status;
mod man;
mod member_approve;
mod member_key;
mod member_list;
mod member_propose;
mod network_agree;
mod network_apply;
mod network_compose;
mod network_draft;
mod network_found;
mod network_new;
mod network_status;
mod network_up;
mod node;
mod open;
mod participate;
mod relay;
mod restore;
mod seal;
mod stamp_demo;
mod stamp_solve;
mod tune;
mod up;
mod validator_key;
mod validator_list;
mod validator_propose;
mod vdf_eval;
mod vdf_prove;
mod vdf_verify;
mod verify;
mod vrf_adopt;
mod vrf_inspect;
mod vrf_keygen;
mod vrf_prove;
mod vrf_public;
mod vrf_verify;

use crate::{config, failure, failure::Failure, report::Report, ui::Ui, usage};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// Verifiable lots and verifiable time
///
/// A public randomness beacon that runs, proves and verifies itself: tickets drawn by verifiable random
/// functions, a delay of squarings that nobody can shorten, and a proof of both in every round.
#[derive(Debug, Parser)]
#[command(name = "heliast", version, after_help = failure::TABLE)]
pub struct Cli {
    /// Print one JSON object on stdout, and nothing else
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// The command line, completed from the environment and the file; or the report or error to print
    /// instead of running it.
    pub fn read(
        args: impl Iterator<Item = OsString>,
        environment: impl Iterator<Item = OsString>,
    ) -> Result<Cli, Result<Report, Failure>> {
        let (matches, applied) = config::complete(&Cli::command(), args, environment)?;
        let mut cli = Cli::from_arg_matches(&matches).map_err(|error| usage::explain(&error))?;
        match &mut cli.command {
            Command::Up(args) => args.applied = applied,
            Command::Node(args) => args.applied = applied,
            Command::Relay(args) => args.applied = applied,
            Command::Gate(args) => args.applied = applied,
            _ => {}
        }
        Ok(cli)
    }
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    Up(up::Args),
    Verify(verify::Args),
    Export(export::Args),
    Health(health::Args),
    /// Networks: beacons that many machines make together
    #[command(subcommand)]
    Network(Network),
    /// Members of a network: their stakes, and proposals that change them
    #[command(subcommand)]
    Member(Member),
    /// Validators of a network: their power, and proposals that change them
    #[command(subcommand)]
    Validator(Validator),
    Node(node::Args),
    Participate(participate::Args),
    Relay(relay::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    /// Delays: evaluate, prove, verify
    #[command(subcommand)]
    Vdf(Vdf),
    /// Batch proofs: one proof of up to millions of delays
    #[command(subcommand)]
    Batch(Batch),
    /// Proofs of Chia's timelords: verify, prove
    #[command(subcommand)]
    Chia(Chia),
    /// Verifiable random functions: keys, proofs
    #[command(subcommand)]
    Vrf(Vrf),
    /// Keys of a beacon's participants
    #[command(subcommand)]
    Key(Key),
    /// Groups of unknown order: moduli and their trapdoors; fields of roots
    #[command(subcommand)]
    Group(Group),
    Seal(seal::Args),
    Open(open::Args),
    /// Envelopes, files sealed for a delay: their setups, and what is in them
    #[command(subcommand)]
    Envelope(Envelope),
    Gate(gate::Args),
    Fulfil(fulfil::FulfilArgs),
    Request(fulfil::RequestArgs),
    /// Stamps, short delays that a site asks for: solve one, try a demo
    #[command(subcommand)]
    Stamp(Stamp),
    Tune(tune::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Networks.
#[derive(Debug, Subcommand)]
pub enum Network {
    New(network_new::Args),
    Apply(network_apply::Args),
    Draft(network_draft::Args),
    Agree(network_agree::Args),
    Found(network_found::Args),
    Up(network_up::Args),
    Status(network_status::Args),
}

/// Members.
#[derive(Debug, Subcommand)]
pub enum Member {
    List(member_list::Args),
    Key(member_key::Args),
    Propose(member_propose::Args),
    Approve(member_approve::Args),
}

/// Validators.
#[derive(Debug, Subcommand)]
pub enum Validator {
    List(validator_list::Args),
    Key(validator_key::Args),
    Join(validator_propose::JoinArgs),
    Leave(validator_propose::LeaveArgs),
    Replace(validator_propose::ReplaceArgs),
    Power(validator_propose::PowerArgs),
}

/// Delays.
#[derive(Debug, Subcommand)]
pub enum Vdf {
    Eval(vdf_eval::Args),
    Prove(vdf_prove::Args),
    Verify(vdf_verify::Args),
}

/// Batches of delays.
#[derive(Debug, Subcommand)]
pub enum Batch {
    Prove(batch_prove::Args),
    Verify(batch_verify::Args),
    Plan(batch_plan::Args),
    Inspect(batch_inspect::Args),
    Collect(batch_collect::Args),
    Sample(batch_sample::Args),
}

/// Chia's delays.
#[derive(Debug, Subcommand)]
pub enum Chia {
    Verify(chia_verify::Args),
    Prove(chia_prove::Args),
}

/// Verifiable random functions.
#[derive(Debug, Subcommand)]
pub enum Vrf {
    Keygen(vrf_keygen::Args),
    Public(vrf_public::Args),
    Prove(vrf_prove::Args),
    Verify(vrf_verify::Args),
    Inspect(vrf_inspect::Args),
    Adopt(vrf_adopt::Args),
}

/// Keys.
#[derive(Debug, Subcommand)]
pub enum Key {
    Status(key_status::Args),
    Passphrase(key_passphrase::Args),
}

/// Envelopes.
#[derive(Debug, Subcommand)]
pub enum Envelope {
    Setup(envelope_setup::Args),
    Inspect(envelope_inspect::Args),
}

/// Stamps.
#[derive(Debug, Subcommand)]
pub enum Stamp {
    Solve(stamp_solve::Args),
    Demo(stamp_demo::Args),
}

/// Groups.
#[derive(Debug, Subcommand)]
pub enum Group {
    New(group_new::Args),
    Show(group_show::Args),
}

impl Command {
    /// Runs the verb.
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        match self {
            Command::Up(args) => args.run(ui),
            Command::Verify(args) => args.run(ui),
            Command::Export(args) => args.run(ui),
            Command::Health(args) => args.run(),
            Command::Network(Network::New(args)) => args.run(ui),
            Command::Network(Network::Apply(args)) => args.run(),
            Command::Network(Network::Draft(args)) => args.run(ui),
            Command::Network(Network::Agree(args)) => args.run(ui),
            Command::Network(Network::Found(args)) => args.run(),
            Command::Network(Network::Up(args)) => args.run(ui),
            Command::Network(Network::Status(args)) => args.run(),
            Command::Member(Member::List(args)) => args.run(),
            Command::Member(Member::Key(args)) => args.run(),
            Command::Member(Member::Propose(args)) => args.run(),
            Command::Member(Member::Approve(args)) => args.run(),
            Command::Validator(Validator::List(args)) => args.run(),
            Command::Validator(Validator::Key(args)) => args.run(),
            Command::Validator(Validator::Join(args)) => args.run(),
            Command::Validator(Validator::Leave(args)) => args.run(),
            Command::Validator(Validator::Replace(args)) => args.run(),
            Command::Validator(Validator::Power(args)) => args.run(),
            Command::Node(args) => args.run(ui),
            Command::Participate(args) => args.run(ui),
            Command::Relay(args) => args.run(ui),
            Command::Backup(args) => args.run(ui),
            Command::Restore(args) => args.run(ui),
            Command::Vdf(Vdf::Eval(args)) => args.run(ui),
            Command::Vdf(Vdf::Prove(args)) => args.run(ui),
            Command::Vdf(Vdf::Verify(args)) => args.run(ui),
            Command::Batch(Batch::Prove(args)) => args.run(ui),
            Command::Batch(Batch::Verify(args)) => args.run(ui),
            Command::Batch(Batch::Plan(args)) => args.run(ui),
            Command::Batch(Batch::Inspect(args)) => args.run(),
            Command::Batch(Batch::Collect(args)) => args.run(ui),
            Command::Batch(Batch::Sample(args)) => args.run(ui),
            Command::Chia(Chia::Verify(args)) => args.run(ui),
            Command::Chia(Chia::Prove(args)) => args.run(ui),
            Command::Vrf(Vrf::Keygen(args)) => args.run(ui),
            Command::Vrf(Vrf::Public(args)) => args.run(),
            Command::Vrf(Vrf::Prove(args)) => args.run(ui),
            Command::Vrf(Vrf::Verify(args)) => args.run(),
            Command::Vrf(Vrf::Inspect(args)) => args.run(),
            Command::Vrf(Vrf::Adopt(args)) => args.run(),
            Command::Key(Key::Status(args)) => args.run(ui),
            Command::Key(Key::Passphrase(args)) => args.run(ui),
            Command::Group(Group::New(args)) => args.run(ui),
            Command::Group(Group::Show(args)) => args.run(ui),
            Command::Seal(args) => args.run(ui),
            Command::Open(args) => args.run(ui),
            Command::Envelope(Envelope::Setup(args)) => args.run(ui),
            Command::Envelope(Envelope::Inspect(args)) => args.run(),
            Command::Gate(args) => args.run(ui),
            Command::Fulfil(args) => args.run(ui),
            Command::Request(args) => args.run(ui),
            Command::Stamp(Stamp::Solve(args)) => args.run(ui),
            Command::Stamp(Stamp::Demo(args)) => args.run(ui),
            Command::Tune(args) => args.run(ui),
            Command::Completions(args) => args.run(Cli::command()),
            Command::Man(args) => args.run(Cli::command()),
        }
    }
}
