//! `heliast validator key`: the key with which a home's validator votes, for the participants who will give
//! it power.

use crate::{
    failure::{Code, Failure},
    report::Report,
    reports::{Hex, ValidatorKeyShown},
};
use heliast_network::home::{Foundations, NodeSecrets, ValidatorKey};
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Show the key of a home's validator with the proof that the home has it, or make one
///
/// The home needs the network's `genesis` and `network`, as every home has them. Where the engine has no key
/// there, one is made, with the key by which other nodes know this one, and a record that nothing was signed.
/// Give both lines to a participant, who proposes it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The home of the node
    #[arg(long, value_name = "DIR")]
    home: PathBuf,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let Foundations { chain, network } = Foundations::read(&self.home)?;
        let fresh = NodeSecrets::from_seeds(network.key_type(), seed()?, seed()?)?;
        let new = fresh.consensus_key().clone();
        let ValidatorKey { public, proof } = ValidatorKey::of(&self.home, chain.id(), fresh)?;
        let is_new = public == new;
        if public.key_type() != network.key_type() {
            let name = network.key_type().name();
            return Err(Failure::new(
                Code::Refused,
                format_args!("the validators of this network have keys of {name}, and this home has another"),
            ));
        }
        let made = if is_new { "made the key of a validator" } else { "this is the key of its validator" };
        let headline = format!(
            "{made}; a participant proposes it with `heliast validator join KEY --proof PROOF --power UNITS --home HOME`, \
             or `heliast validator replace OLD --by KEY --proof PROOF --home HOME`"
        );
        let said = ValidatorKeyShown {
            home: self.home.display().into(),
            key_type: public.key_type().engine_name().into(),
            public_key: Hex::of(public.as_bytes()),
            proof: Hex::of(&proof),
            address: hex::encode_upper(public.address()).into(),
            made: is_new,
        };
        Ok(Report::of(headline, &said).show(&["public_key", "proof", "address"]))
    }
}

fn seed() -> Result<Zeroizing<[u8; 32]>, Failure> {
    let mut seed = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *seed).map_err(|error| Failure::new(Code::Internal, error))?;
    Ok(seed)
}
