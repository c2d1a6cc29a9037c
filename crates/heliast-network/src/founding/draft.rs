//! A draft: applications and the chain's parameters, from which genesis and network file follow.

use super::{
    agreement::Agreement,
    application::{Application, encode_validator},
    error::{FoundingError, Invalid},
};
use crate::home::Foundations;
use heliast::{
    Chain, Genesis, Malformed, Participant, StatelessScheme,
    wire::{Reader, require, tagged},
};
use heliast_finality::{Insisting, KeyType, MAX_VALIDATORS, NetworkFile, Validator};
use sha2::Digest;
use std::collections::BTreeSet;

const MAGIC: &[u8; 5] = b"HLDR\x01";
const MAX_PARTICIPANTS: usize = 1_000;
/// The number of bytes after the head of a genesis without participants: the number of participants, and a
/// nonce.
const GENESIS_END: usize = 4 + 32;

/// Applications with valid proofs, in the order of their ids, and the chain that they found.
#[derive(Clone, Debug)]
pub struct Draft {
    bytes: Vec<u8>,
    applications: Vec<Application>,
    foundations: Foundations,
}

/// The parameters of a chain that is to be founded.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The parameters of the genesis. Its participants and nonce follow from the draft; those given here are
    /// ignored.
    pub genesis: Genesis,
    /// w: blocks from the opening of a round to its closing.
    pub window_blocks: u32,
    /// c: milliseconds of block time from the opening of a round to its closing, at least.
    pub window_ms: u32,
    /// The times for which validators insist on tickets, if they do.
    pub insisting: Option<Insisting>,
}

/// A draft to which all of its applicants have agreed.
#[derive(Clone, Copy, Debug)]
pub struct Founded<'a>(&'a Draft);

impl Draft {
    /// The longest draft, in bytes.
    pub const MAX_LEN: usize = 1 << 24;

    /// The draft of these applications, in any order.
    ///
    /// # Errors
    /// [`Malformed`] if the terms break a rule, or if the applications do not fit together.
    pub fn new(terms: &Terms, mut applications: Vec<Application>) -> Result<Draft, Malformed> {
        applications.sort_by_key(|one| *one.id());
        require(applications.len() <= MAX_VALIDATORS, "applications", "1 to 200 are allowed")?;
        let mut bytes = MAGIC.to_vec();
        for head in [terms.network_head(&applications)?, terms.genesis_head()] {
            bytes.extend((head.len() as u16).to_be_bytes());
            bytes.extend(head);
        }
        bytes.extend((applications.len() as u16).to_be_bytes());
        for application in applications {
            let application = application.to_bytes();
            bytes.extend((application.len() as u32).to_be_bytes());
            bytes.extend(application);
        }
        Draft::decode(&bytes)
    }

    /// Parses a draft, and verifies all its applications.
    ///
    /// # Errors
    /// [`FoundingError::Malformed`] if they are not a draft, and [`FoundingError::Invalid`] if an application
    /// is not its applicant's.
    pub fn from_bytes(bytes: &[u8]) -> Result<Draft, FoundingError> {
        let draft = Draft::decode(bytes)?;
        draft.applications.iter().try_for_each(Application::verify)?;
        Ok(draft)
    }

    /// The draft's bytes, as `spec/founding.md` defines them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The applications in their order, which is also that of the validators.
    pub fn applications(&self) -> &[Application] {
        &self.applications
    }

    /// The chain and the network file that follow from the draft.
    pub fn foundations(&self) -> &Foundations {
        &self.foundations
    }

    /// The chain id, which binds all of the draft.
    pub fn chain_id(&self) -> &[u8; 32] {
        self.foundations.chain.id()
    }

    /// The founded draft, if these agreements are valid and all applicants have agreed.
    ///
    /// # Errors
    /// [`FoundingError::Invalid`] if an agreement is to another draft, of an applicant that is not in this
    /// one, or not signed by its applicant; [`FoundingError::Waiting`] if some have not agreed.
    pub fn founded(&self, agreements: &[Agreement]) -> Result<Founded<'_>, FoundingError> {
        let mut agreed = BTreeSet::new();
        for agreement in agreements {
            agreed.insert(*self.agreed(agreement)?.id());
        }
        let waiting = self.applications.iter().filter(|one| !agreed.contains(one.id()));
        let waiting: Vec<_> = waiting.map(|one| one.name().to_owned()).collect();
        match waiting.is_empty() {
            true => Ok(Founded(self)),
            false => Err(FoundingError::Waiting(waiting)),
        }
    }

    /// The application to which this agreement belongs, if it is valid for this draft.
    ///
    /// # Errors
    /// [`Invalid`], as in [`founded`](Self::founded).
    pub fn agreed(&self, agreement: &Agreement) -> Result<&Application, Invalid> {
        let found = self.applications.iter().find(|one| one.id() == agreement.application());
        if agreement.chain_id() != self.chain_id() {
            return Err(Invalid::OtherDraft(found.map(|one| one.name().to_owned())));
        }
        let found = found.ok_or(Invalid::Nobody)?;
        let signed = agreement.is_signed_by(&found.validator().key);
        signed.map_err(|_| Invalid::Agreement(found.name().to_owned()))?;
        Ok(found)
    }

    /// Parses a draft without verifying the proofs of its applications.
    fn decode(bytes: &[u8]) -> Result<Draft, Malformed> {
        require(bytes.len() <= Draft::MAX_LEN, "draft", "it has more than 2^24 bytes")?;
        let mut reader = Reader::new("draft", MAGIC, bytes)?;
        let (network_head, genesis_head) = (head(&mut reader)?, head(&mut reader)?);
        let count = usize::from(reader.u16()?);
        require((1..=MAX_VALIDATORS).contains(&count), "applications", "1 to 200 are allowed")?;
        let applications = (0..count).map(|_| {
            let len = reader.u32()? as usize;
            Application::decode(reader.bytes(len)?)
        });
        let applications = applications.collect::<Result<Vec<_>, _>>()?;
        reader.end()?;
        check(&applications)?;
        let salt = tagged("heliast/founding/v1").chain_update(bytes).finalize();
        let network = network_file(network_head, &applications, &salt)?;
        let chain = chain(genesis_head, &applications, &network)?;
        let foundations = Foundations { chain, network };
        Ok(Draft { bytes: bytes.to_vec(), applications, foundations })
    }
}

impl<'a> Founded<'a> {
    /// The draft.
    pub fn draft(self) -> &'a Draft {
        self.0
    }
}

impl Terms {
    fn network_head(&self, applications: &[Application]) -> Result<Vec<u8>, Malformed> {
        let validators: Vec<_> = applications.iter().map(|one| one.validator().clone()).collect();
        let end = 2 + encoded(&validators).len() + 32;
        let file = NetworkFile::new(self.window_blocks, self.window_ms, validators, [0; 32])?;
        let file = match self.insisting {
            Some(insisting) => file.with_insisting(insisting)?,
            None => file,
        };
        let mut bytes = file.to_bytes();
        bytes.truncate(bytes.len() - end);
        Ok(bytes)
    }

    fn genesis_head(&self) -> Vec<u8> {
        let genesis = Genesis { participants: vec![], nonce: [0; 32], ..self.genesis.clone() };
        let mut bytes = genesis.to_bytes();
        bytes.truncate(bytes.len() - GENESIS_END);
        bytes
    }
}

fn head<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], Malformed> {
    let len = reader.u16()?;
    reader.bytes(len.into())
}

/// Checks the rules between applications.
fn check(applications: &[Application]) -> Result<(), Malformed> {
    let ascend = applications.windows(2).all(|two| two[0].id() < two[1].id());
    require(ascend, "applications", "they do not stand in ascending order of their ids")?;
    let participants = applications.iter().map(|one| one.participants().len()).sum::<usize>();
    require(participants <= MAX_PARTICIPANTS, "participants", "a draft has 1,000 at most")?;
    let distinct = |values: Vec<Vec<u8>>| values.len() == values.into_iter().collect::<BTreeSet<_>>().len();
    let names = applications.iter().map(|one| one.name().as_bytes().to_vec());
    require(distinct(names.collect()), "applications", "two have the same name")?;
    let address = |host: &str, port: u16| [host.as_bytes(), &[0], &port.to_be_bytes()].concat();
    let addresses = applications.iter().map(Application::site);
    let addresses = addresses.flat_map(|site| [site.api, site.p2p].map(|port| address(&site.host, port)));
    require(distinct(addresses.collect()), "applications", "two have the same address")?;
    let is_ed25519 = |one: &&Validator| one.key.key_type() == KeyType::Ed25519;
    let validators = applications.iter().map(Application::validator).filter(is_ed25519);
    let validators: BTreeSet<_> = validators.map(|one| one.key.as_bytes().to_vec()).collect();
    let peers = applications.iter().map(|one| one.peer().as_bytes().to_vec());
    let rule = "two have the same peer key, or it is a validator's key, too";
    require(distinct(peers.chain(validators).collect()), "applications", rule)
}

/// The network file that follows from a draft. Its head is arbitrary input: the file must have exactly these
/// validators.
fn network_file(head: &[u8], applications: &[Application], salt: &[u8]) -> Result<NetworkFile, Malformed> {
    let validators: Vec<_> = applications.iter().map(|one| one.validator().clone()).collect();
    let count = (validators.len() as u16).to_be_bytes();
    let file = NetworkFile::from_bytes(&[head, &count, &encoded(&validators), salt].concat())?;
    let is_head = file.validators() == validators && file.salt() == salt;
    require(is_head, "head of the network file", "it goes on after the head")?;
    Ok(file)
}

/// The chain that follows from a draft; the same holds for its participants.
fn chain(head: &[u8], applications: &[Application], network: &NetworkFile) -> Result<Chain, Malformed> {
    let participants: Vec<_> = applications.iter().flat_map(Application::participants).cloned().collect();
    let vrf = applications.first().map_or(StatelessScheme::AVrfFast, Application::vrf);
    let has_it = applications.iter().all(|one| one.vrf() == vrf);
    require(has_it, "applications", "their stateless keys are of several schemes")?;
    let count = (participants.len() as u32).to_be_bytes();
    let mut bytes = [head, &count].concat();
    for Participant { public_key, stake } in &participants {
        bytes.push(vrf as u8);
        bytes.extend((public_key.len() as u16).to_be_bytes());
        bytes.extend(public_key);
        bytes.extend(stake.to_be_bytes());
    }
    bytes.extend(network.nonce());
    let chain = Chain::from_bytes(&bytes)?;
    let genesis = chain.genesis();
    let is_head = genesis.participants == participants && genesis.nonce == network.nonce();
    require(is_head && genesis.vrf == vrf, "head of the genesis", "it goes on after the head")?;
    Ok(chain)
}

/// Validators, encoded as in a network file.
fn encoded(validators: &[Validator]) -> Vec<u8> {
    let mut bytes = vec![];
    validators.iter().for_each(|one| encode_validator(one, &mut bytes));
    bytes
}
