//! Frames of finality that this module makes and signs, exactly as `spec/finality.md` describes, so that
//! inputs pass the check of the signatures.

use crate::fields::Fields;
use ed25519_dalek::{Signer, SigningKey};
use heliast::Tip;
use heliast_finality::{ConsensusKey, KeyType, Record, Validator, ValidatorSet, engine_chain_id};
use sha2::{Digest, Sha256};

/// The number of fields of a header, and the places of some of them.
const FIELDS: usize = 14;
const CHAIN_ID: usize = 1;
const HEIGHT: usize = 2;
const VALIDATORS: usize = 7;
const APPLICATION: usize = 10;

/// A frame, and who has signed it.
pub struct Made {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its validators.
    pub set: ValidatorSet,
    /// The keys of those who signed.
    pub signers: Vec<ConsensusKey>,
    /// The height of its block.
    pub height: u64,
    /// Whether a leaf of the header is not what it should be.
    pub lies: bool,
}

/// Returns the key of a validator of the vectors' first network, or from number 4 on, of a stranger.
fn signing_key(number: u8) -> SigningKey {
    let label = format!("validator {number}");
    SigningKey::from_bytes(&Sha256::new().chain_update(label).chain_update([0; 4]).finalize().into())
}

/// Returns the public key in the engine's type.
pub fn key(number: u8) -> ConsensusKey {
    let bytes = signing_key(number).verifying_key().to_bytes();
    ConsensusKey::new(KeyType::Ed25519, &bytes).expect("a key")
}

/// Returns a frame about the round before `tip`, whose validators, powers, signers and times are the input's;
/// `None` if these validators cannot be a set.
pub fn frame(chain_id: &[u8; 32], tip: &Tip, fields: &mut Fields) -> Option<Made> {
    let lie = fields.u8();
    let record = Record { opened_ms: fields.u64(), closed_ms: fields.u64(), state: [fields.u8(); 32] };
    let (height, commit_round, parts) = (fields.u64() >> 1 | 1, fields.u32() >> 1, fields.u32());
    let mut chosen = vec![];
    while !fields.is_empty() && chosen.len() < 8 {
        let who = fields.u8();
        let power = match who >> 6 {
            0 => u64::from(fields.u8()) + 1,
            _ => {
                if who & 7 == 3 {
                    5
                } else {
                    10
                }
            }
        };
        chosen.push((Validator { key: key(who & 7), power }, who & 7, who & 8 != 0));
    }
    let set = ValidatorSet::new(chosen.iter().map(|(one, ..)| one.clone()).collect()).ok()?;
    let mut leaves: [Vec<u8>; FIELDS] = Default::default();
    leaves[CHAIN_ID] = bytes_field(1, engine_chain_id(chain_id).as_bytes());
    leaves[HEIGHT] = number_field(1, height);
    leaves[VALIDATORS] = bytes_field(1, &set.hash());
    leaves[APPLICATION] = bytes_field(1, &record.app_hash(chain_id, tip));
    let lies = match lie {
        0..200 => false,
        _ => {
            let place = [CHAIN_ID, VALIDATORS, APPLICATION][usize::from(lie) % 3];
            leaves[place].push(0);
            true
        }
    };
    let block = [commit_round.to_be_bytes(), parts.to_be_bytes()].concat();
    let mut bytes =
        [&b"HLFN\x01"[..], chain_id, &tip.round().to_be_bytes(), &record.opened_ms.to_be_bytes()].concat();
    bytes.extend([&record.closed_ms.to_be_bytes()[..], &record.state].concat());
    leaves.iter().for_each(|leaf| bytes.extend([&[leaf.len() as u8], &leaf[..]].concat()));
    bytes.extend([&block[..], &[9; 32], &(set.validators().len() as u16).to_be_bytes()].concat());
    let mut signers = vec![];
    for (place, one) in set.validators().iter().enumerate() {
        let (_, who, has_signed) = chosen.iter().find(|(other, ..)| other == one).expect("it is of the set");
        bytes.extend([&[1, 0, 32], one.key.as_bytes(), &one.power.to_be_bytes()].concat());
        bytes.push(u8::from(*has_signed));
        if *has_signed {
            let seconds = place as u64 + 1_800_000_000;
            let vote = vote(&leaves, height, &block, seconds, chain_id);
            bytes.extend([&seconds.to_be_bytes()[..], &[0; 4], &[0, 64]].concat());
            bytes.extend(signing_key(*who).sign(&vote).to_bytes());
            signers.push(one.key.clone());
        }
    }
    Some(Made { bytes, set, signers, height, lies })
}

/// Returns `CanonicalVote` after its length.
fn vote(leaves: &[Vec<u8>], height: u64, block: &[u8], seconds: u64, chain_id: &[u8; 32]) -> Vec<u8> {
    let number = |at: usize| u32::from_be_bytes(block[at..at + 4].try_into().expect("four bytes"));
    let part_set = [number_field(1, number(4).into()), bytes_field(2, &[9; 32])].concat();
    let id = [bytes_field(1, &root(leaves)), message_field(2, &part_set)].concat();
    let message = [
        number_field(1, 2),
        fixed_field(2, height),
        fixed_field(3, number(0).into()),
        message_field(4, &id),
        message_field(5, &number_field(1, seconds)),
        bytes_field(6, engine_chain_id(chain_id).as_bytes()),
    ]
    .concat();
    [varint(message.len() as u64), message].concat()
}

/// Returns the root of a tree by RFC 6962, section 2.1.
fn root(leaves: &[Vec<u8>]) -> [u8; 32] {
    if let [leaf] = leaves {
        return Sha256::new().chain_update([0]).chain_update(leaf).finalize().into();
    }
    let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
    Sha256::new().chain_update([1]).chain_update(root(left)).chain_update(root(right)).finalize().into()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = vec![];
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn number_field(field: u8, value: u64) -> Vec<u8> {
    if value == 0 { vec![] } else { [vec![field << 3], varint(value)].concat() }
}

fn fixed_field(field: u8, value: u64) -> Vec<u8> {
    if value == 0 { vec![] } else { [&[field << 3 | 1][..], &value.to_le_bytes()].concat() }
}

fn bytes_field(field: u8, value: &[u8]) -> Vec<u8> {
    if value.is_empty() { vec![] } else { message_field(field, value) }
}

fn message_field(field: u8, value: &[u8]) -> Vec<u8> {
    [vec![field << 3 | 2], varint(value.len() as u64), value.to_vec()].concat()
}
