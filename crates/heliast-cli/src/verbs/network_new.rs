//! `heliast network new`: makes the homes of all nodes of a new network.

use crate::{
    failure::{Code, Failure},
    files::unwritable,
    groups::delay_words,
    home::{self, KEYS, Lots, Trees, fill, group_name, make_keys, needless, stateless},
    numbers::count,
    plan::plan,
    report::Report,
    reports::{Digest, Measure, NetworkMade, Word},
    secrets::SecretArgs,
    terms::{ConsensusKeys, Delay, TermsArgs},
    ui::Ui,
};
use heliast::{Chain, Genesis, Participant, SecretKey, StatelessScheme};
use heliast_finality::{KeyType, NetworkFile, Validator};
use heliast_keystore::Passphrase;
use heliast_network::{
    Collecting,
    home::{DEFAULT_PORT, Foundations, NewNetwork, NodeSecrets, Site, sites},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    thread::available_parallelism,
};
use zeroize::Zeroizing;

/// Make the homes of all nodes of a new network
///
/// A network is a beacon that many machines make together: as long as more than two thirds of its
/// nodes are honest and can reach each other, nobody can choose its output, and nobody can stop it.
/// Each node gets a home with all that it needs; its keys are only there. `heliast network up` runs
/// the nodes of this machine.
///
/// This machine makes all keys: anybody who can read its files now, or a copy of the homes, knows them.
/// Operators who do not trust each other found a network with `heliast network apply`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The directory to make: genesis, network, node0, node1, ...
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    out: Option<PathBuf>,
    /// Make nothing, and print which periods are safe for networks of several sizes, on one machine
    /// (local) or far apart (wide), if their slowest machine squares as fast as this one
    #[arg(long)]
    plan: bool,
    /// Nodes; four are the fewest of which one may fail
    #[arg(long, value_name = "N", default_value = "4", value_parser = count::<u32>(1..=200))]
    nodes: u32,
    /// The host of each node, by name or address [default: all on this machine]
    #[arg(long, value_name = "HOST,...", value_delimiter = ',')]
    hosts: Vec<String>,
    /// The first port: a host's first node takes this one for the page and the API, the next for other nodes,
    /// and the third for the engine's RPC; its next node takes the three after these
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    ports: u16,
    /// Participants, spread over the nodes, with equal stakes [default: two for each node]
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=1000))]
    participants: Option<u32>,
    #[command(flatten)]
    terms: TermsArgs,
    /// The scheme that draws the lots, as for `heliast up` [default: x-vrf-10]
    #[arg(long, value_name = "SCHEME")]
    vrf: Option<Lots>,
    /// The scheme of the stateless keys that go with hash trees [default: a-vrf-fast]
    #[arg(long, value_name = "SCHEME", value_parser = stateless)]
    stateless: Option<StatelessScheme>,
    /// Additional participants, without a node: each has a directory `guest0`, `guest1`, ... for `heliast
    /// participate`
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u32>(0..=1_000))]
    guests: u32,
    /// The scheme of the keys that vote on blocks: ed25519, or ml-dsa-65, which is secure against
    /// quantum computers [default: ed25519; with --post-quantum ml-dsa-65]
    #[arg(long, value_name = "SCHEME")]
    consensus_keys: Option<ConsensusKeys>,
    /// The number of nodes that square for the delay [default: all; on one machine half as many as it has
    /// cores, but at least two]
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=200))]
    evaluators: Option<u32>,
    #[command(flatten)]
    secret: SecretArgs,
}

/// The stake of each participant: it only matters that all stakes are equal.
const STAKE: u64 = 1_000;
/// The power of each validator.
const POWER: u64 = 10;

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let sites = sites(self.nodes as usize, &self.hosts, self.ports)?;
        let passphrase = self.secret.new_one()?;
        let kinds = self.terms.delays.measure(ui)?;
        if self.plan {
            return plan(&self.terms, &kinds);
        }
        let collecting = self.collecting(&sites);
        let pace = self.terms.delay(collecting, &kinds)?;
        let schemes = self.schemes()?;
        let secrets = (0..self.nodes).map(|_| self.node_secrets()).collect::<Result<Vec<_>, _>>()?;
        let network = self.network(&sites, &secrets)?;
        let draft = self.draft()?;
        let make = || -> Result<Foundations, Failure> {
            for home in (0..self.nodes).map(NewNetwork::node).chain((0..self.guests).map(guest)) {
                home::create_private_dir(&draft.join(home))?;
            }
            let keys = self.participants(&draft, schemes, passphrase.as_ref())?;
            let chain = Chain::new(self.genesis(&keys, &pace, schemes, &network)?)?;
            let foundations = Foundations { chain, network };
            self.write(&draft, &sites, &secrets, &foundations)?;
            heliast_disk::Disk::default().rename(&draft, self.out())?;
            Ok(foundations)
        };
        let made = make().inspect_err(|_| {
            // The draft was never used.
            let _ = fs::remove_dir_all(&draft);
        })?;
        Ok(self.report(&made, &sites, &pace))
    }

    /// The directory to make; empty for a plan.
    fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(""))
    }

    /// The time for which its rounds collect.
    fn collecting(&self, sites: &[Site]) -> Collecting {
        Collecting::of_network(sites, self.terms.window, self.terms.window_time)
    }

    /// Makes the temporary directory, which gets its final name when it is complete.
    fn draft(&self) -> Result<PathBuf, Failure> {
        let is_taken = match fs::read_dir(self.out()) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if is_taken {
            let message = format_args!("{} is there already", self.out().display());
            return Err(Failure::new(Code::Refused, message).hint("give --out a new directory"));
        }
        let mut name = self.out().file_name().unwrap_or_default().to_owned();
        name.push(".making");
        let draft = self.out().with_file_name(name);
        if draft.symlink_metadata().is_ok() {
            let message = format_args!("{} is there, which an interrupted command has left", draft.display());
            return Err(Failure::new(Code::Refused, message).hint("remove it: its keys were never used"));
        }
        home::create_private_dir(&draft)?;
        Ok(draft)
    }

    fn node_secrets(&self) -> Result<NodeSecrets, Failure> {
        let (mut consensus, mut peer) = (Zeroizing::new([0; 32]), Zeroizing::new([0; 32]));
        fill(consensus.as_mut())?;
        fill(peer.as_mut())?;
        Ok(NodeSecrets::from_seeds(self.consensus_keys()?, consensus, peer)?)
    }

    fn network(&self, sites: &[Site], secrets: &[NodeSecrets]) -> Result<NetworkFile, Failure> {
        let validator =
            |secrets: &NodeSecrets| Validator { key: secrets.consensus_key().clone(), power: POWER };
        let mut salt = [0; 32];
        fill(&mut salt)?;
        let validators = secrets.iter().map(validator).collect();
        let file = NetworkFile::new(self.terms.window, self.terms.window_time, validators, salt)?;
        Ok(file.with_insisting(self.collecting(sites).insisting())?)
    }

    /// The scheme of the validators' keys.
    fn consensus_keys(&self) -> Result<KeyType, Failure> {
        let delays = &self.terms.delays;
        let default = if delays.post_quantum { KeyType::MlDsa65 } else { KeyType::Ed25519 };
        let keys = self.consensus_keys.map_or(default, |ConsensusKeys(scheme)| scheme);
        delays.check_votes(keys).map(|()| keys)
    }

    fn schemes(&self) -> Result<(StatelessScheme, Option<Trees>), Failure> {
        Lots::check(self.terms.delays.post_quantum, self.vrf, self.stateless)?;
        let schemes = Lots::schemes(self.vrf, self.stateless)?;
        match schemes.1.is_none() && self.terms.has_lead() && !self.terms.changes_members() {
            true => Err(needless()),
            false => Ok(schemes),
        }
    }

    /// Makes the participants' keys: participant i belongs to node i modulo the number of nodes; guests come
    /// after all participants of nodes.
    fn participants(
        &self,
        draft: &Path,
        schemes: (StatelessScheme, Option<Trees>),
        passphrase: Option<&Passphrase>,
    ) -> Result<Vec<SecretKey>, Failure> {
        let all = self.participants.unwrap_or(2 * self.nodes);
        let mut of_nodes = vec![];
        for node in 0..self.nodes {
            let here = (node..all).step_by(self.nodes as usize).count() as u32;
            let keys = match here {
                0 => vec![],
                _ => {
                    make_keys(&draft.join(NewNetwork::node(node)).join(KEYS), schemes, here, passphrase)?.keys
                }
            };
            of_nodes.push(keys.into_iter());
        }
        let nodes = of_nodes.len();
        let mut keys: Vec<_> =
            (0..all as usize).filter_map(|participant| of_nodes[participant % nodes].next()).collect();
        for number in 0..self.guests {
            let path = draft.join(guest(number)).join(KEYS);
            keys.extend(make_keys(&path, schemes, 1, passphrase)?.keys);
        }
        Ok(keys)
    }

    fn genesis(
        &self,
        keys: &[SecretKey],
        delay: &Delay,
        (scheme, trees): (StatelessScheme, Option<Trees>),
        network: &NetworkFile,
    ) -> Result<Genesis, Failure> {
        let has_lead = trees.is_some() || self.terms.changes_members();
        let genesis = self.terms.genesis(delay, scheme, has_lead, keys.len() as u32);
        let participant = |key: &SecretKey| Participant { public_key: key.public_key(), stake: STAKE };
        Ok(Genesis {
            participants: keys.iter().map(participant).collect(),
            nonce: network.nonce(),
            ..genesis
        })
    }

    fn write(
        &self,
        draft: &Path,
        sites: &[Site],
        secrets: &[NodeSecrets],
        foundations: &Foundations,
    ) -> Result<(), Failure> {
        let evaluators = self.evaluators.unwrap_or_else(|| self.default_evaluators(is_local(sites)));
        let network = NewNetwork { foundations, sites, secrets, evaluators };
        network.write(draft).map_err(|error| unwritable(draft, &error))?;
        (0..self.guests).try_for_each(|number| foundations.write(&draft.join(guest(number))))?;
        home::create_private_dir(&draft.join("witnesses"))?;
        let compose = draft.join("compose.yaml");
        let written = fs::write(&compose, super::network_compose::compose(sites));
        written.map_err(|error| unwritable(&compose, &error))?;
        Ok(foundations.write(draft)?)
    }

    fn default_evaluators(&self, is_local: bool) -> u32 {
        let cores = available_parallelism().map_or(1, usize::from) as u32;
        if is_local { (cores / 2).max(2) } else { self.nodes }
    }

    fn report(&self, made: &Foundations, sites: &[Site], delay: &Delay) -> Report {
        let Foundations { chain, network } = made;
        let genesis = chain.genesis();
        let may_fail = (self.nodes - 1) / 3;
        let out = self.out().display().to_string();
        let urls: Vec<_> = sites.iter().map(Site::url).collect();
        let words = delay_words(&genesis.delays, group_name);
        let seconds = delay.seconds;
        let next = if is_local(sites) {
            format!("`heliast network up {out}` starts it")
        } else {
            "bring each node's home to its machine, and start it with `heliast node --home`".to_owned()
        };
        let margin = delay.margin.margin();
        let window_seconds = f64::from(network.window_ms()) / 1e3;
        let said = NetworkMade {
            out: (&out).into(),
            chain: Digest::of(chain.id()),
            nodes: self.nodes,
            may_fail,
            consensus_keys: network.key_type().name().into(),
            participants: genesis.participants.len(),
            most_participants: genesis.most_participants(),
            proposal_life: genesis.members.map(|rules| rules.life),
            period_seconds: Measure(f64::from(genesis.period_ms) / 1e3),
            t: genesis.delays.t(),
            delay_by: genesis.delays.name().into(),
            margin_is_safe: delay.margin.is_safe(),
            collecting_seconds: Measure(margin.collecting.as_millis() as f64 / 1e3),
            fastest_delay_seconds: Measure(margin.delay.as_secs_f64()),
            window_blocks: network.window_blocks(),
            window_seconds: Measure(window_seconds),
            urls: urls.iter().map(Word::from).collect(),
        };
        let nodes = format!(
            "{}, of which {may_fail} may fail or lie; keys {}",
            self.nodes,
            network.key_type().name()
        );
        let most = match genesis.members {
            Some(rules) => format!("{}; a proposal lives {} rounds", rules.most, rules.life),
            None => "members do not change".to_owned(),
        };
        let dealt = "this machine has dealt all keys: anybody who has seen it knows them";
        Report::of(format!("{out} has the homes of {} nodes; {next}", self.nodes), &said)
            .show(&["chain"])
            .show_as("keys", dealt)
            .show_as("nodes", nodes)
            .show(&["participants"])
            .show_as("most_participants", most)
            .show(&["period_seconds"])
            .show_as("t", format!("{words}; {seconds:.2} s on this machine"))
            .show_as("margin", delay.margin.to_string())
            .show_as("window_blocks", format!("{}, and {window_seconds} s at least", network.window_blocks()))
            .show_as("urls", urls.join(" "))
    }
}

fn is_local(sites: &[Site]) -> bool {
    sites.iter().all(Site::is_local)
}

/// The directory of a participant without a node.
fn guest(number: u32) -> String {
    format!("guest{number}")
}
