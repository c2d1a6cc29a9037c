//! An application: an operator's wishes, and proofs that the operator has all keys in it.

use super::{
    error::{FoundingError, Invalid},
    host, name,
};
use crate::home::{NodeSecrets, Site};
use heliast::{
    Malformed, Participant, SecretKey, StatelessScheme,
    wire::{Reader, require, tagged},
};
use heliast_finality::{ConsensusKey, KeyType, Validator};
use sha2::Digest;

const MAGIC: &[u8; 5] = b"HLAP\x01";
const MAX_PARTICIPANTS: u16 = 100;
/// Tags of the messages that the keys of an application prove or sign.
const POSSESSION: &str = "heliast/possession/v1";
const PEER: &str = "heliast/peer/v1";
const APPLICANT: &str = "heliast/applicant/v1";

/// The wish of an operator, with valid proofs: it comes from somebody who has all its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    name: String,
    site: Site,
    peer: ConsensusKey,
    validator: Validator,
    vrf: StatelessScheme,
    participants: Vec<Participant>,
    proofs: Vec<Vec<u8>>,
    peer_signature: Vec<u8>,
    signature: Vec<u8>,
    id: [u8; 32],
}

/// The stake, the power and all other wishes of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The operator's name.
    pub name: &'a str,
    /// The site of the node.
    pub site: &'a Site,
    /// The voting power of the validator.
    pub power: u64,
    /// The scheme of the participants' stateless keys.
    pub vrf: StatelessScheme,
    /// The stake of each participant.
    pub stake: u64,
}

impl Application {
    /// The longest application, in bytes.
    pub const MAX_LEN: usize = 1 << 21;

    /// Makes the application for these keys. It is deterministic.
    ///
    /// # Errors
    /// [`Malformed`] if name, host, ports, power, stake or the number of participants break a rule.
    pub fn make(
        wish: &Wish<'_>,
        secrets: &NodeSecrets,
        participants: &mut [SecretKey],
    ) -> Result<Application, FoundingError> {
        let Wish { name, site, power, vrf, stake } = *wish;
        let participant = |key: &SecretKey| Participant { public_key: key.public_key(), stake };
        let mut made = Application {
            name: name.to_owned(),
            site: site.clone(),
            peer: secrets.peer_key()?,
            validator: Validator { key: secrets.consensus_key().clone(), power },
            vrf,
            participants: participants.iter().map(participant).collect(),
            proofs: vec![],
            peer_signature: vec![],
            signature: vec![],
            id: [0; 32],
        };
        let hash = made.hash();
        let possession = signed(POSSESSION, &hash);
        for (number, key) in participants.iter_mut().enumerate() {
            // Fails with probability 2^-256.
            let failed = |_| Invalid::Possession { applicant: made.name.clone(), participant: number };
            made.proofs.push(key.prove(&possession).map_err(failed)?.1);
        }
        made.peer_signature = secrets.sign_as_peer(&signed(PEER, &hash));
        made.signature = secrets.sign(&signed(APPLICANT, &hash));
        Application::from_bytes(&made.to_bytes())
    }

    /// Parses an application, and verifies its proofs.
    ///
    /// # Errors
    /// [`FoundingError::Malformed`] if they are not an application, and [`FoundingError::Invalid`] if a proof
    /// or a signature fails.
    pub fn from_bytes(bytes: &[u8]) -> Result<Application, FoundingError> {
        let application = Application::decode(bytes)?;
        application.verify()?;
        Ok(application)
    }

    /// The application's bytes, as `spec/founding.md` defines them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.body();
        for proof in &self.proofs {
            bytes.extend((proof.len() as u16).to_be_bytes());
            bytes.extend(proof);
        }
        bytes.extend(&self.peer_signature);
        bytes.extend((self.signature.len() as u16).to_be_bytes());
        bytes.extend(&self.signature);
        bytes
    }

    /// The operator's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The site of its node. The port of the engine's RPC is private to the node, and is 0 here.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// The engine's id of its node.
    pub fn peer_id(&self) -> String {
        hex::encode(self.peer.address())
    }

    /// Its validator.
    pub fn validator(&self) -> &Validator {
        &self.validator
    }

    /// The scheme of its participants' stateless keys.
    pub fn vrf(&self) -> StatelessScheme {
        self.vrf
    }

    /// Its participants.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The stake of all its participants together.
    pub fn stake(&self) -> u64 {
        self.participants.iter().map(|one| one.stake).fold(0, u64::saturating_add)
    }

    /// Its unique id.
    pub fn id(&self) -> &[u8; 32] {
        &self.id
    }

    /// The key by which other nodes identify its node.
    pub(super) fn peer(&self) -> &ConsensusKey {
        &self.peer
    }

    /// Parses an application without verifying its proofs.
    pub(super) fn decode(bytes: &[u8]) -> Result<Application, Malformed> {
        require(bytes.len() <= Application::MAX_LEN, "application", "it has more than 2^21 bytes")?;
        let mut reader = Reader::new("application", MAGIC, bytes)?;
        let len = reader.u8()?;
        let name = name::decode(reader.bytes(len.into())?)?;
        let site = site(&mut reader)?;
        let peer = ConsensusKey::new(KeyType::Ed25519, reader.bytes(KeyType::Ed25519.public_key_len())?)?;
        let validator = validator(&mut reader)?;
        let rule = "it is not one that a chain may have";
        let vrf = StatelessScheme::from_id(reader.u8()?).ok_or(Malformed::Field { field: "VRF", rule })?;
        let count = reader.u16()?;
        require(count <= MAX_PARTICIPANTS, "participants", "0 to 100 are allowed")?;
        let participants = (0..usize::from(count)).map(|number| participant(&mut reader, vrf, number));
        let participants = participants.collect::<Result<Vec<_>, _>>()?;
        let proofs = (0..count).map(|_| proof(&mut reader, vrf)).collect::<Result<Vec<_>, _>>()?;
        let peer_signature = reader.bytes(KeyType::Ed25519.signature_len())?.to_vec();
        let len = usize::from(reader.u16()?);
        let rule = "it is not as long as those of the validator's scheme";
        require(len == validator.key.key_type().signature_len(), "signature", rule)?;
        let signature = reader.bytes(len)?.to_vec();
        reader.end()?;
        let id = tagged("heliast/application-id/v1").chain_update(bytes).finalize().into();
        Ok(Application {
            name,
            site,
            peer,
            validator,
            vrf,
            participants,
            proofs,
            peer_signature,
            signature,
            id,
        })
    }

    /// Checks all proofs and signatures.
    pub(super) fn verify(&self) -> Result<(), Invalid> {
        let hash = self.hash();
        let possession = signed(POSSESSION, &hash);
        for (number, (participant, proof)) in self.participants.iter().zip(&self.proofs).enumerate() {
            let shown = self.vrf.verify(&participant.public_key, &possession, proof);
            let applicant = self.name.clone();
            shown.map_err(|_| Invalid::Possession { applicant, participant: number })?;
        }
        let by_peer = self.peer.verify(&signed(PEER, &hash), &self.peer_signature);
        by_peer.map_err(|_| Invalid::Peer(self.name.clone()))?;
        let by_validator = self.validator.key.verify(&signed(APPLICANT, &hash), &self.signature);
        by_validator.map_err(|_| Invalid::Validator(self.name.clone()))
    }

    /// The bytes of all fields except the proofs.
    fn body(&self) -> Vec<u8> {
        let Application { name, site, peer, validator, vrf, participants, .. } = self;
        let mut bytes = MAGIC.to_vec();
        for text in [name, &site.host] {
            // Longer texts are refused when the result is parsed.
            bytes.push(u8::try_from(text.len()).unwrap_or(0));
            bytes.extend(text.as_bytes());
        }
        bytes.extend(site.api.to_be_bytes());
        bytes.extend(site.p2p.to_be_bytes());
        bytes.extend(peer.as_bytes());
        encode_validator(validator, &mut bytes);
        bytes.push(*vrf as u8);
        bytes.extend(u16::try_from(participants.len()).unwrap_or(u16::MAX).to_be_bytes());
        for Participant { public_key, stake } in participants {
            bytes.extend((public_key.len() as u16).to_be_bytes());
            bytes.extend(public_key);
            bytes.extend(stake.to_be_bytes());
        }
        bytes
    }

    /// The hash h, which all keys prove or sign.
    fn hash(&self) -> [u8; 32] {
        tagged("heliast/application/v1").chain_update(self.body()).finalize().into()
    }
}

/// The message that a key proves or signs: tag(s) ‖ h.
pub(super) fn signed(tag: &str, hash: &[u8]) -> Vec<u8> {
    debug_assert!((1..=255).contains(&tag.len()));
    [&[tag.len() as u8], tag.as_bytes(), hash].concat()
}

/// Encodes a validator as in a network file.
pub(super) fn encode_validator(Validator { key, power }: &Validator, out: &mut Vec<u8>) {
    out.push(key.key_type() as u8);
    out.extend((key.as_bytes().len() as u16).to_be_bytes());
    out.extend(key.as_bytes());
    out.extend(power.to_be_bytes());
}

fn validator(reader: &mut Reader<'_>) -> Result<Validator, Malformed> {
    let rule = "its key is neither Ed25519 nor ML-DSA-65";
    let key_type = KeyType::from_id(reader.u8()?).ok_or(Malformed::Field { field: "validator", rule })?;
    let len = usize::from(reader.u16()?);
    require(len == key_type.public_key_len(), "validator", "wrong public key length")?;
    let key = ConsensusKey::new(key_type, reader.bytes(len)?)?;
    let power = reader.u64()?;
    require(power >= 1, "validator", "it needs power")?;
    Ok(Validator { key, power })
}

fn site(reader: &mut Reader<'_>) -> Result<Site, Malformed> {
    let len = reader.u8()?;
    let host = host::decode(reader.bytes(len.into())?)?;
    let (api, p2p) = (reader.u16()?, reader.u16()?);
    require(api > 0 && p2p > 0 && api != p2p, "ports", "they must differ and not be 0")?;
    Ok(Site { host, api, p2p, rpc: 0 })
}

fn participant(
    reader: &mut Reader<'_>,
    vrf: StatelessScheme,
    number: usize,
) -> Result<Participant, Malformed> {
    let len = usize::from(reader.u16()?);
    require(len == vrf.public_key_len(), "participant", "wrong public key length")?;
    let public_key = reader.bytes(len)?.to_vec();
    let bad_key = |reason| Malformed::PublicKey { participant: number, reason };
    vrf.check_public_key(&public_key).map_err(bad_key)?;
    let stake = reader.u64()?;
    require(stake >= 1, "stake", "every participant needs at least one unit")?;
    Ok(Participant { public_key, stake })
}

fn proof(reader: &mut Reader<'_>, vrf: StatelessScheme) -> Result<Vec<u8>, Malformed> {
    let len = usize::from(reader.u16()?);
    require(vrf.proof_len().contains(&len), "proof", "it is not as long as those of its scheme")?;
    Ok(reader.bytes(len)?.to_vec())
}
