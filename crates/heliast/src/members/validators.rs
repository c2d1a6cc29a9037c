//! Changes of a network's validators, as they are announced (`spec/validators.md`). A chain checks only their
//! form. No key and no proof is checked here, so that rounds are verified without a network file.

use crate::wire::{Malformed, Reader, require};
use std::sync::Arc;

/// The greatest number of entries of a change.
const MAX_ENTRIES: usize = 4;
/// Powers are below this.
const POWER_LIMIT: u64 = 1 << 53;
/// The lengths of a public key and of a signature in bytes, by the number of the key's type, from 1.
const LENS: [(usize, usize); 2] = [(32, 64), (1952, 3309)];

/// A proposal about validators: each of its entries gives the power of one validator. Copies are cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatorChange(Arc<[ValidatorEntry]>);

/// The power that a validator is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatorEntry {
    /// The type of its key: 1 is Ed25519, 2 ML-DSA-65.
    pub key_type: u8,
    /// Its public key, which has the length of its type. It may be invalid.
    pub public_key: Vec<u8>,
    /// Its power, below 2^53; 0: it leaves.
    pub power: u64,
    /// A signature by the key, which shows that somebody has it; or empty.
    pub proof: Vec<u8>,
}

impl ValidatorChange {
    /// The length of the longest change in bytes, including the field of its length.
    pub const MAX_LEN: usize = 2 + MAX_ENTRIES * (1 + 2 + LENS[1].0 + 8 + 2 + LENS[1].1);

    /// Makes a change of these entries, which have effect together or not at all.
    ///
    /// # Errors
    /// [`Malformed::Field`] unless there are 1 to 4 entries with different keys, and each is well formed.
    pub fn new(entries: Vec<ValidatorEntry>) -> Result<ValidatorChange, Malformed> {
        require((1..=MAX_ENTRIES).contains(&entries.len()), FIELD, "it has from 1 to 4 entries")?;
        entries.iter().try_for_each(ValidatorEntry::check)?;
        let twice = (1..entries.len()).any(|i| entries[..i].iter().any(|one| one.same_key(&entries[i])));
        require(!twice, FIELD, "two entries have the same public key")?;
        Ok(ValidatorChange(entries.into()))
    }

    /// Its entries.
    pub fn entries(&self) -> &[ValidatorEntry] {
        &self.0
    }

    /// Whether both changes are about the same validator.
    pub fn overlaps(&self, other: &ValidatorChange) -> bool {
        self.0.iter().any(|one| other.0.iter().any(|another| one.same_key(another)))
    }

    /// u16(len) ‖ entries.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        let entries: Vec<u8> = self.0.iter().flat_map(ValidatorEntry::to_bytes).collect();
        bytes.extend((entries.len() as u16).to_be_bytes());
        bytes.extend(entries);
    }

    pub(super) fn decode(reader: &mut Reader<'_>) -> Result<ValidatorChange, Malformed> {
        let len = reader.u16()?;
        let mut inner = Reader::new(FIELD, &[], reader.bytes(len.into())?)?;
        let mut entries = Vec::new();
        while !inner.is_empty() && entries.len() < MAX_ENTRIES {
            entries.push(ValidatorEntry::decode(&mut inner)?);
        }
        inner.end()?;
        ValidatorChange::new(entries)
    }
}

const FIELD: &str = "change of validators";

impl ValidatorEntry {
    fn same_key(&self, other: &ValidatorEntry) -> bool {
        (self.key_type, &self.public_key) == (other.key_type, &other.public_key)
    }

    fn check(&self) -> Result<(), Malformed> {
        let (key_len, proof_len) = lens(self.key_type)?;
        require(self.public_key.len() == key_len, FIELD, "wrong public key length")?;
        require(self.power < POWER_LIMIT, FIELD, "a power must be below 2^53")?;
        require(self.proof.is_empty() || self.proof.len() == proof_len, FIELD, "wrong length of a proof")?;
        require(self.proof.is_empty() || self.power > 0, FIELD, "one that leaves has a proof")
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.key_type];
        bytes.extend((self.public_key.len() as u16).to_be_bytes());
        bytes.extend(&self.public_key);
        bytes.extend(self.power.to_be_bytes());
        bytes.extend((self.proof.len() as u16).to_be_bytes());
        bytes.extend(&self.proof);
        bytes
    }

    fn decode(reader: &mut Reader<'_>) -> Result<ValidatorEntry, Malformed> {
        let key_type = reader.u8()?;
        let (key_len, _) = lens(key_type)?;
        require(usize::from(reader.u16()?) == key_len, FIELD, "wrong public key length")?;
        let public_key = reader.bytes(key_len)?.to_vec();
        let power = reader.u64()?;
        let len = reader.u16()?;
        let proof = reader.bytes(len.into())?.to_vec();
        Ok(ValidatorEntry { key_type, public_key, power, proof })
    }
}

/// Bytes of a public key of this type, and of a signature.
fn lens(key_type: u8) -> Result<(usize, usize), Malformed> {
    let known = usize::from(key_type).checked_sub(1).and_then(|place| LENS.get(place));
    known.copied().ok_or(Malformed::Field { field: FIELD, rule: "a key is neither Ed25519 nor ML-DSA-65" })
}
