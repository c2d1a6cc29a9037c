//! `heliast network apply`: makes a home with keys, and the application that is sent to others.

use crate::{
    failure::{Code, Failure},
    founding::operator,
    home::{KEYS, Keys, Lots, Trees, fill, make_keys, read_keys, stateless},
    numbers::count,
    report::Report,
    reports::Applied,
    secrets::SecretArgs,
    terms::ConsensusKeys,
};
use heliast::{SecretKey, StatelessScheme};
use heliast_network::{
    founding::{self, Applicant, Wish},
    home::{APPLICATION, DEFAULT_PORT, NodeSecrets, Site, sites},
};
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Apply for a network of operators who do not trust each other
///
/// It makes a home with all keys of a node and of its participants, and a file with their public halves,
/// proofs that they are yours, the node's address, and the stake and power that you ask for. Send that file
/// to the person who makes the draft, and to all others. The same command again reports the same; after an
/// interruption it makes what is missing.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The home to make
    #[arg(long, value_name = "DIR")]
    home: PathBuf,
    /// Your name, as others will read it: 1 to 64 bytes
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: String,
    /// The name or address under which the other nodes reach this one
    #[arg(long, value_name = "HOST")]
    host: String,
    /// The first of three ports: for the page and the API, for other nodes, and for the engine's RPC
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    ports: u16,
    /// Participants at the node
    #[arg(long, value_name = "N", default_value = "2", value_parser = count::<u32>(0..=100))]
    participants: u32,
    /// The stake that each participant asks for
    #[arg(long, value_name = "UNITS", default_value = "1000", value_parser = count::<u64>(1..1 << 54))]
    stake: u64,
    /// The voting power that the node asks for
    #[arg(long, value_name = "UNITS", default_value = "10", value_parser = count::<u64>(1..1 << 53))]
    power: u64,
    /// The scheme that draws the lots, as for `heliast up` [default: x-vrf-10]
    #[arg(long, value_name = "SCHEME")]
    vrf: Option<Lots>,
    /// The scheme of the stateless keys that go with hash trees, the same for all [default: a-vrf-fast]
    #[arg(long, value_name = "SCHEME", value_parser = stateless)]
    stateless: Option<StatelessScheme>,
    /// The scheme of the key that votes on blocks, the same for all: ed25519, or ml-dsa-65
    #[arg(long, value_name = "SCHEME", default_value = "ed25519")]
    consensus_keys: ConsensusKeys,
    #[command(flatten)]
    secret: SecretArgs,
}

fn name(text: &str) -> Result<String, String> {
    founding::check_name(text).map(|()| text.to_owned()).map_err(|error| error.to_string())
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let site = self.site()?;
        let schemes = Lots::schemes(self.vrf, self.stateless)?;
        let secrets = Applicant::prepare(&self.home, &site, self.node_secrets()?)?;
        if secrets.consensus_key().key_type() != self.consensus_keys.0 {
            return Err(self.other_keys("a validator's key of another scheme"));
        }
        let mut keys = self.keys(schemes)?;
        let Args { name, power, stake, .. } = &self;
        let wish = Wish { name, site: &site, power: *power, vrf: schemes.0, stake: *stake };
        let applicant = Applicant::apply(&self.home, &wish, secrets, &mut keys)?;
        Ok(self.report(&applicant))
    }

    fn site(&self) -> Result<Site, Failure> {
        let hint = "name the host as other nodes reach it: beacon.example.org, 192.0.2.7";
        let bad =
            |error| Failure::new(Code::Usage, error).about(format!("--host {:?}", self.host)).hint(hint);
        let host = founding::host(&self.host).map_err(bad)?;
        Ok(sites(1, &[host], self.ports)?.remove(0))
    }

    /// New keys of a node, to replace missing ones in the home.
    fn node_secrets(&self) -> Result<NodeSecrets, Failure> {
        let (mut consensus, mut peer) = (Zeroizing::new([0; 32]), Zeroizing::new([0; 32]));
        fill(consensus.as_mut())?;
        fill(peer.as_mut())?;
        Ok(NodeSecrets::from_seeds(self.consensus_keys.0, consensus, peer)?)
    }

    /// The participants' keys: those in the home, or new ones.
    fn keys(&self, schemes: (StatelessScheme, Option<Trees>)) -> Result<Vec<SecretKey>, Failure> {
        let path = self.home.join(KEYS);
        if path.symlink_metadata().is_ok() {
            let Keys { keys, trees, .. } = read_keys(&path, &self.secret.passphrase)?;
            let are_these = keys.len() == self.participants as usize
                && trees == schemes.1
                && keys.iter().all(|key| key.scheme() == schemes.0);
            return if are_these {
                Ok(keys)
            } else {
                Err(self.other_keys("participants' keys of another number or scheme"))
            };
        }
        match self.participants {
            0 => Ok(vec![]),
            count => Ok(make_keys(&path, schemes, count, self.secret.new_one()?.as_ref())?.keys),
        }
    }

    fn other_keys(&self, what: &str) -> Failure {
        Failure::new(Code::Refused, format_args!("{} has {what}", self.home.display()))
            .hint("say the same as before, or apply with another home")
    }

    fn report(&self, applicant: &Applicant) -> Report {
        let application = applicant.application();
        let (home, path) = (self.home.display(), self.home.join(APPLICATION));
        let headline = format!(
            "{home} has applied: send {} to the person who makes the draft, and to all others; nothing else in {home} is for \
             anybody",
            path.display()
        );
        let said = Applied {
            home: home.into(),
            out: path.display().into(),
            operator: operator(application),
            consensus_keys: self.consensus_keys.0.name().into(),
        };
        let asked = format!("power {}, stake {}", application.validator().power, application.stake());
        Report::of(headline, &said)
            .show_as("name", application.name())
            .show_as("asks_for", asked)
            .show_as("node", format!("{}, known as {}", application.site().url(), application.peer_id()))
            .show_as("application", hex::encode(application.id()))
    }
}
