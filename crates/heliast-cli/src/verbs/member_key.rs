//! `heliast member key`: makes a key for a new participant.

use crate::{
    failure::{Code, Failure},
    home::{KEYS, Trees, add_key, make_keys},
    report::Report,
    reports::{Hex, KeyMade},
    secrets::PassphraseArgs,
};
use heliast_network::home::Foundations;
use std::path::PathBuf;

/// Make a key for a new participant, in a node's home
///
/// The key is added to those of the home, under the same passphrase, and its public half is printed: give it
/// to a participant, who proposes it. If it is the first, --passphrase-file encrypts it with that passphrase.
/// The node draws with it from the first round in which it has a stake; restart the node once, so that it
/// knows the key.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The home of the node
    #[arg(long, value_name = "DIR")]
    home: PathBuf,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let chain = Foundations::chain_in(&self.home)?;
        let genesis = chain.genesis();
        if genesis.members.is_none() {
            return Err(Failure::new(Code::Refused, "the members of this chain do not change")
                .hint("make a network with `heliast network new --most-participants N`"));
        }
        let path = self.home.join(KEYS);
        let key = match path.symlink_metadata() {
            Ok(_) => Some(add_key(&path, &self.passphrase)?),
            Err(_) => {
                let passphrase =
                    self.passphrase.is_given().then(|| self.passphrase.existing()).transpose()?;
                make_keys(&path, (genesis.vrf, Some(Trees::DEFAULT)), 1, passphrase.as_ref())?.keys.pop()
            }
        };
        let key = key.ok_or_else(|| Failure::new(Code::Internal, "no key was made"))?;
        let public_key = hex::encode(key.public_key());
        let headline = format!(
            "{} has one key more; start its node again, and let a participant propose it: \
             `heliast member propose --home HOME --join {public_key} --stake UNITS`",
            path.display()
        );
        let said = KeyMade { home: self.home.display().into(), public_key: Hex::of(key.public_key()) };
        Ok(Report::of(headline, &said))
    }
}
