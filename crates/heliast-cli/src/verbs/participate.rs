//! `heliast participate`: participants without a node.

use super::node::{Shown, Start, keys, stopped};
use crate::{
    config::LogArgs,
    failure::{Code, Failure},
    foundations::{chain_id, founded, node_at},
    home::{KEYS, KeyArgs, Trees, make_keys, not_encrypted},
    interrupt,
    report::{Report, print_line},
    reports::{self, GuestBegun, Hex},
    secrets::SecretArgs,
    ui::Ui,
};
use heliast::Chain;
use heliast_client::Node;
use heliast_keystore::is_under_passphrase;
use heliast_network::{
    self as network, Event, Participation,
    home::{Foundations, Home},
};
use std::path::PathBuf;

/// Take part in a network without a node
///
/// It follows the chain at nodes of others, verifies every round and that the network agreed on it, draws
/// for the participants whose keys are in its directory, and sends their tickets to all these nodes. None
/// of them is trusted; a node that does not answer or gives a false answer is named. `heliast network new
/// --guests` makes such directories. In a network whose members change, an empty directory is enough: a
/// key is made, which a participant must propose.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A node of the network, http://HOST:PORT; give several, so that none of them can withhold tickets
    #[arg(long, value_name = "URL", required = true)]
    node: Vec<String>,
    /// The directory with the participants' keys, and other data that must not be lost
    #[arg(long, value_name = "DIR")]
    keys: PathBuf,
    /// The id of the chain, in hexadecimal digits; needed if the directory has no genesis yet
    #[arg(long, value_name = "ID")]
    chain: Option<String>,
    #[command(flatten)]
    secret: SecretArgs,
    #[command(flatten)]
    witness: KeyArgs,
    #[command(flatten)]
    log: LogArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let ui = &self.log.begin(ui);
        interrupt::catch()?;
        let urls = self.node.iter().map(|text| node_at(text)).collect::<Result<Vec<_>, _>>()?;
        let nodes = urls.iter().map(|url| network::node_at(url)).collect::<Result<Vec<_>, _>>()?;
        let chain = self.chain(ui, &nodes)?;
        self.make_key(ui, &chain)?;
        let home = Home::open(&self.keys)?;
        let keys = keys(&home, &self.witness, &self.secret.passphrase)?;
        let mut participation = Participation::open(home, keys, nodes)?;
        let handles = participation.handles().clone();
        self.witness.check(ui, participation.members(), handles.rounds.store())?;
        let shown = Shown { ui, verb: "participate" };
        let (participants, is_new) = (participation.participants(), participation.is_new());
        let start = Start { chain: &chain, is_new, latest: handles.rounds.store().last(), participants };
        let ended = participation.run(&interrupt::requested, &mut |event| {
            if !matches!(event, Event::Started { .. }) {
                return shown.show(event);
            }
            shown.greet_participants(&start, &urls)?;
            self.witness.tell_of_adoption(ui);
            shown.show(event)?;
            tracing::info!(version = env!("CARGO_PKG_VERSION"), chain = hex::encode(chain.id()), "started");
            Ok::<(), Failure>(())
        })?;
        Ok(stopped(ended))
    }

    /// The chain of the directory. If it is missing, the genesis and the network file of the given id are
    /// fetched and stored. The id determines both.
    fn chain(&self, ui: &Ui, nodes: &[Node]) -> Result<Chain, Failure> {
        let pinned = self.chain.as_ref().map(|text| chain_id(text)).transpose()?;
        if Foundations::are_in(&self.keys) {
            let chain = Foundations::chain_in(&self.keys)?;
            return match pinned.is_none_or(|pinned| pinned == *chain.id()) {
                true => Ok(chain),
                false => Err(Failure::new(Code::Refused, "the directory is of another chain than --chain")),
            };
        }
        let pinned = pinned.ok_or_else(|| {
            Failure::new(Code::Usage, format_args!("{} has no genesis", self.keys.display())).hint(
                "give the id of the chain with --chain, from somebody whom you trust and not from a node",
            )
        })?;
        let found = founded(&pinned, nodes)?;
        found.write(&self.keys)?;
        ui.note(format_args!(
            "note: the genesis of {} was fetched and is that of the id",
            hex::encode(pinned)
        ));
        Ok(found.chain)
    }

    /// Makes a key if the directory has no keys, and new participants can join.
    fn make_key(&self, ui: &Ui, chain: &Chain) -> Result<(), Failure> {
        let path = self.keys.join(KEYS);
        if path.symlink_metadata().is_ok() {
            let wants = self.secret.encryption.encrypt;
            let is_open = wants && !is_under_passphrase(&crate::files::read_secret(&path)?);
            return if is_open { Err(not_encrypted(&self.keys)) } else { Ok(()) };
        }
        let genesis = chain.genesis();
        if genesis.members.is_none() {
            return Err(Failure::new(Code::Refused, format_args!("{} has no keys", self.keys.display()))
                .hint("put keys.json there: the members of this chain do not change, so that no new key can join"));
        }
        let passphrase = self.secret.new_one()?;
        let made = make_keys(&path, (genesis.vrf, Some(Trees::DEFAULT)), 1, passphrase.as_ref())?;
        for key in &made.keys {
            let key = key.public_key();
            if ui.json() {
                // For people it is printed as a note.
                let said = GuestBegun::Key { public_key: Hex::of(&key) };
                print_line(&reports::line("participate", &said))?;
            }
            let key = hex::encode(key);
            ui.note(format_args!(
                "note: a key was made; it draws once a participant has proposed it and others have approved: \
                 `heliast member propose --home HOME --join {key} --stake UNITS`"
            ));
        }
        Ok(())
    }
}
