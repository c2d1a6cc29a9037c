mod attacks;
mod formats;
#[cfg(unix)]
mod homes;
mod vectors;
mod warnings;

use super::*;
use crate::home::{NodeSecrets, Site};
use heliast::{DelayGroup, DelayRules, Genesis, SecretKey, StatelessScheme};
use heliast_finality::{Insisting, KeyType};
use zeroize::Zeroizing;

/// An operator with keys.
struct Operator {
    number: u8,
    name: String,
    site: Site,
    participants: u8,
    power: u64,
}

impl Operator {
    fn new(number: u8) -> Operator {
        let site = Site { host: format!("n{number}.example"), api: 7070, p2p: 7071, rpc: 7072 };
        Operator { number, name: format!("Operator {number}"), site, participants: 2, power: 10 }
    }

    fn secrets(&self) -> NodeSecrets {
        let seed =
            |kind| Zeroizing::new([[self.number; 31].as_slice(), &[kind]].concat().try_into().unwrap());
        NodeSecrets::from_seeds(KeyType::Ed25519, seed(1), seed(2)).unwrap()
    }

    fn keys(&self) -> Vec<SecretKey> {
        let key = |participant| {
            let mut seed = [self.number; 32];
            seed[..2].copy_from_slice(&[participant, 200]);
            SecretKey::from_seed(SCHEME, seed)
        };
        (0..self.participants).map(key).collect()
    }

    fn wish(&self) -> Wish<'_> {
        Wish { name: &self.name, site: &self.site, power: self.power, vrf: SCHEME, stake: 1_000 }
    }

    fn application(&self) -> Application {
        Application::make(&self.wish(), &self.secrets(), &mut self.keys()).unwrap()
    }

    fn agreement(&self, draft: &Draft) -> Agreement {
        let (application, secrets) = (self.application(), self.secrets());
        Agreement::sign(draft.chain_id(), application.id(), |message| secrets.sign(message))
    }
}

const SCHEME: StatelessScheme = StatelessScheme::EcvrfEll2;

fn operators(count: u8) -> Vec<Operator> {
    (1..=count).map(Operator::new).collect()
}

/// The times of insisting for machines far from each other.
fn insisting() -> Insisting {
    Insisting { within_ms: 400, until_ms: 10_000 }
}

fn terms() -> Terms {
    let genesis = Genesis {
        vrf: SCHEME,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), 1_000),
        genesis_time_ms: 1_800_000_000_000,
        period_ms: 30_000,
        lead: 10,
        committees: vec![20],
        members: None,
        participants: vec![],
        nonce: [0; 32],
    };
    Terms { genesis, window_blocks: 1, window_ms: 0, insisting: Some(insisting()) }
}

fn draft_of(operators: &[Operator]) -> Draft {
    Draft::new(&terms(), operators.iter().map(Operator::application).collect()).unwrap()
}
