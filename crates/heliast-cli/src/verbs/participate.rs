//! `heliast participate`: participants without a node.

use super::node::{Opened, Shown};
use crate::{
    config::LogArgs,
    failure::{Code, Failure},
    files::unwritable,
    foundations::{chain_id, founded, node_at},
    home::{KeyArgs, Trees, create_private_dir, keep, make_keys, not_encrypted},
    interrupt,
    report::{Report, printed_or_unwanted},
    secrets::SecretArgs,
    ui::Ui,
};
use heliast::Chain;
use heliast_client::Node;
use heliast_engine::Shared;
use heliast_keystore::is_under_passphrase;
use heliast_network::{
    home,
    rpc::Rpc,
    worker::{self, Participant, Settings},
};
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

/// Take part in a network without a node
///
/// It follows the chain at nodes of others, verifies every round and that the network agreed on it, draws
/// for the participants whose keys are in its directory, and sends their tickets to all these nodes. None
/// of them is trusted; a node that does not answer or gives a false answer is named. `heliast network new
/// --guests` makes such directories. In a network whose members change, an empty directory is enough: a
/// key is made, which a participant must propose.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A node of the network, http://HOST:PORT; give several, so that none of them can keep tickets back
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

const LOOK: Duration = Duration::from_millis(50);

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let ui = &self.log.begin(ui);
        interrupt::catch()?;
        let urls = self.node.iter().map(|text| node_at(text)).collect::<Result<Vec<_>, _>>()?;
        let nodes = urls.iter().map(|url| worker::node_at(url)).collect::<Result<Vec<_>, _>>()?;
        let chain = self.chain(ui, &nodes)?;
        self.make_key(ui, &chain)?;
        let witnesses = self.witness.settings()?;
        let opened = Opened::new(&self.keys, (&witnesses, self.witness.adopt), &self.secret.passphrase)?;
        let Opened { network, store, mut members, participants, right, lock, is_new } = opened;
        let shared = Shared::new(store);
        self.witness.check(ui, &mut members, shared.store())?;
        let settings = self.settings(&urls)?;
        let (mut claim, set_back) = right.take()?;
        let participant = Participant::start(&shared, &network, members, nodes, settings)?;
        let mut shown = Shown::new(ui, "participate", Arc::clone(&shared));
        shown.greet_participants(&urls, participants, is_new)?;
        self.witness.tell_of_adoption(ui);
        set_back.iter().try_for_each(|set_back| set_back.tell(ui, "participate"))?;
        tracing::info!(version = env!("CARGO_PKG_VERSION"), chain = hex::encode(chain.id()), "started");
        while !interrupt::requested() {
            shown.rounds(|round| keep(&shared, &mut claim, round));
            shown.alarms();
            thread::sleep(LOOK);
        }
        participant.stop();
        shown.rounds(|round| keep(&shared, &mut claim, round));
        drop(lock);
        tracing::info!("stopped");
        let round = shared.store().last();
        Ok(Report::new(format!("stopped after round {round}; the same command goes on"))
            .field("event", "stopped")
            .field("round", round))
    }

    /// The chain of the directory. Without one, the genesis and the network file of the id that is given are
    /// fetched and kept. The id determines both.
    fn chain(&self, ui: &Ui, nodes: &[Node]) -> Result<Chain, Failure> {
        let pinned = self.chain.as_ref().map(|text| chain_id(text)).transpose()?;
        let (genesis, network) = (self.keys.join(home::GENESIS), self.keys.join(home::NETWORK));
        if genesis.symlink_metadata().is_ok() {
            let chain = Chain::from_bytes(&crate::files::read(&genesis, 8 << 20)?)?;
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
        let (found, file) = founded(&pinned, nodes)?;
        create_private_dir(&self.keys)?;
        let failed = |error: io::Error| unwritable(&self.keys, &error);
        let _ = std::fs::remove_file(&network);
        home::write_new(&network, &file.to_bytes()).map_err(failed)?;
        // The genesis is written last: where it exists, both files exist.
        home::write_new(&genesis, found.genesis_bytes()).map_err(failed)?;
        ui.note(format_args!(
            "note: the genesis of {} was fetched and is that of the id",
            hex::encode(pinned)
        ));
        Ok(found)
    }

    /// Makes a key if the directory has no keys, and new participants can join.
    fn make_key(&self, ui: &Ui, chain: &Chain) -> Result<(), Failure> {
        let path = self.keys.join(home::KEYS);
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
            let key = hex::encode(key.public_key());
            if ui.json() {
                print_key(&key)?;
            }
            ui.note(format_args!(
                "note: a key was made; it draws once a participant has proposed it and others have approved: \
                 `heliast member propose --join {key} --stake UNITS`"
            ));
        }
        Ok(())
    }

    fn settings(&self, urls: &[String]) -> Result<Settings, Failure> {
        let rpc = |url: &String| Rpc::behind(url).map_err(|error| Failure::new(Code::Usage, error));
        Ok(Settings {
            home: self.keys.join(home::DATA),
            nodes: urls.iter().map(rpc).collect::<Result<_, _>>()?,
            evaluates: false,
            threads: 1,
            block_interval: Duration::from_secs(10),
            needs_peers: false,
        })
    }
}

/// Prints the key as JSON, for machines: people get it as a note.
fn print_key(key: &str) -> Result<(), Failure> {
    let line = serde_json::json!({ "verb": "participate", "event": "key", "public_key": key });
    let mut stdout = io::stdout().lock();
    printed_or_unwanted(writeln!(stdout, "{line}").and_then(|()| stdout.flush()))
}
