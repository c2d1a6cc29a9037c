//! The data directory of a beacon whose participants are all on this machine: the chain and their secret
//! keys.

mod claim;
mod delay;
mod directory;
mod restored;
mod secrets;
mod wish;

pub use claim::{KeyArgs, tell, tell_set_back};
pub use delay::DelayWish;
pub use directory::{create_private_dir, lock};
pub use restored::Restored;
pub use secrets::{
    Keys, add_key, change_passphrase, fill, keys_of, make_keys, not_encrypted, public_keys_in_clear,
    read_keys, trees_in,
};
pub use wish::{Lots, Trees, Wish, needless, stateless};

use crate::{
    failure::{Code, Failure},
    files::unwritable,
    groups::{DelayBy, delay_words},
    ui::Ui,
};
use heliast::{Chain, DelayGroup, DelayRules, Genesis, Participant, SecretKey, StatelessScheme};
use heliast_disk::Disk;
use heliast_engine::{Protection, Rotation};
use heliast_keystore::{Claim, DirLock, Right, Settings};
use heliast_store::{Store, StoreError};
use std::{
    io,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

pub const KEYS: &str = "keys.json";
const NEW_KEYS: &str = "keys.json.new";
const DEFAULT_PARTICIPANTS: u32 = 8;
const DEFAULT_PERIOD_MS: u32 = 3_000;
const EXPECTED_VOTES: u32 = 20;
const DEFAULT_LEAD: u16 = 10;
/// The stake of participant 0; participant i has this divided by i + 1, like a typical distribution of
/// wealth.
const LARGEST_STAKE: u64 = 1_000;
/// The folder of the participants' hash trees.
const TREES: &str = "trees";

/// A chain with its participants' keys. One process at a time uses it.
pub struct Home {
    /// The chain.
    pub store: Store,
    /// The stateless keys, in the order of the genesis.
    pub keys: Vec<SecretKey>,
    /// The hash trees of the participants, if they have any.
    pub rotation: Option<Rotation>,
    /// Steps of the delay a second on this machine, if that was measured in this run.
    pub speed: Option<f64>,
    /// Whether this run made the chain.
    pub is_new: bool,
    /// A lock on the directory, until it is dropped.
    pub lock: DirLock,
    /// The right to use the keys, only on this computer and in this directory.
    pub right: Right,
}

impl Home {
    /// Continues the chain in `dir`, or starts one if the directory has none.
    ///
    /// The keys of a new chain are durable before the chain, under a temporary name; they get their
    /// final name after it. So a chain always has its keys, keys with the final name always had a chain,
    /// and no chain is started again by mistake.
    pub fn open(dir: &Path, wish: Wish, keys: &KeyArgs, ui: &Ui) -> Result<Home, Failure> {
        create_private_dir(dir)?;
        let lock = lock(dir)?;
        if Store::exists(dir) {
            keys.check_claim(dir)?; // opening the store may bring it to the present format
        }
        match open(dir, ui) {
            Ok(store) => Home::resume(dir, store, wish, keys, lock, ui),
            Err(StoreError::NoChain(_)) => Home::create(dir, wish, keys.settings()?, ui, lock),
            Err(StoreError::Io(error)) if is_forbidden(&error) => Err(unwritable(dir, &error)),
            Err(error) => Err(error.into()),
        }
    }

    fn resume(
        dir: &Path,
        store: Store,
        wish: Wish,
        args: &KeyArgs,
        lock: DirLock,
        ui: &Ui,
    ) -> Result<Home, Failure> {
        let genesis = store.chain().genesis();
        let participants = genesis.participants.len() as u64;
        let differs = |what: &str, has: &dyn std::fmt::Display| {
            let message = format_args!("the chain in {} has {what} {has}", dir.display());
            Failure::new(Code::Usage, message).hint("leave the flag out, or start another chain with --data")
        };
        if wish.participants.is_some_and(|wished| u64::from(wished) != participants) {
            return Err(differs("--participants", &participants));
        }
        if wish.period_ms.is_some_and(|wished| wished != genesis.period_ms) {
            return Err(differs("--period", &(f64::from(genesis.period_ms) / 1e3)));
        }
        if wish.stateless.is_some_and(|wished| wished != genesis.vrf) {
            return Err(differs("--stateless", &genesis.vrf.name()));
        }
        if wish.lead.is_some_and(|wished| wished != genesis.lead) {
            return Err(differs("--lead", &genesis.lead));
        }
        if wish.committees.is_some_and(|wished| wished != genesis.committees) {
            let votes: Vec<_> = genesis.committees.iter().map(u32::to_string).collect();
            return Err(differs("--votes", &votes.join(",")));
        }
        if !wish.delays.is_met_by(&genesis.delays)? {
            let by = DelayBy::of(&genesis.delays);
            return Err(match wish.delays.wished()? {
                Some(wished) if wished != by => differs("--delay-by", &by.name()),
                _ => differs("--group", &delay_words(&genesis.delays, group_name)),
            });
        }
        match wish.delay {
            Some(wished) if !wished.is_met_by(genesis.delays.t()) => {
                return Err(differs("--delay", &genesis.delays.t()));
            }
            // This is not an error, because the same command continues a chain.
            Some(share @ DelayWish::Share(_)) => ui.note(format_args!(
                "note: the chain in {} keeps its delay of {}: --delay {share} counts when a chain \n      \
                 begins, as in another --data directory",
                dir.display(),
                delay_words(&genesis.delays, group_name),
            )),
            _ => {}
        }
        let (path, draft) = (dir.join(KEYS), dir.join(NEW_KEYS));
        if !path.exists() && draft.exists() {
            settle(&draft, &path)?; // the first start ended between the chain and this
        }
        let read = read_keys(&path, &wish.secret.passphrase)?;
        if wish.secret.encryption.encrypt && !read.is_encrypted() {
            return Err(not_encrypted(dir));
        }
        let Keys { keys, trees, protection } = read;
        let lots = trees.map_or(Lots::Stateless(genesis.vrf), Lots::Trees);
        if wish.lots.is_some_and(|wished| wished != lots) {
            return Err(differs("--vrf", &lots));
        }
        let settings = args.settings()?;
        let right = args.claim(dir, &store, &settings)?;
        let rotation = trees.map(|trees| rotation(dir, trees, &settings, protection));
        Ok(Home { store, keys, rotation, speed: None, is_new: false, lock, right })
    }

    fn create(dir: &Path, wish: Wish, settings: Settings, ui: &Ui, lock: DirLock) -> Result<Home, Failure> {
        let (path, draft) = (dir.join(KEYS), dir.join(NEW_KEYS));
        if path.exists() {
            let message = format_args!("{} belongs to a chain whose chain.redb is gone", path.display());
            return Err(Failure::new(Code::Refused, message).hint(
                "restore chain.redb from a backup; if the chain was removed on purpose, remove keys.json too",
            ));
        }
        claim::refuse_what_is_gone(dir, &settings)?;
        let passphrase = wish.secret.new_one()?;
        let period_ms = wish.period_ms.unwrap_or(DEFAULT_PERIOD_MS);
        let (scheme, trees) = match wish.lots.unwrap_or(Lots::Trees(Trees::DEFAULT)) {
            Lots::Trees(trees) => (wish.stateless.unwrap_or(StatelessScheme::AVrfFast), Some(trees)),
            Lots::Stateless(scheme) => (scheme, None),
        };
        if trees.is_none() && (wish.lead.is_some() || wish.stateless.is_some()) {
            return Err(Failure::new(Code::Usage, "--lead and --stateless are for chains of hash trees")
                .hint("leave them out, or give --vrf x-vrf-10"));
        }
        let lead = if trees.is_some() { wish.lead.unwrap_or(DEFAULT_LEAD) } else { 0 };
        let committees = wish.committees.unwrap_or_else(|| vec![EXPECTED_VOTES]);
        let rotation = |protection| Some(rotation(dir, trees?, &settings, protection));
        if let Some(rotation) = rotation(Protection::default()) {
            check_lifetime(&rotation, lead, committees.len() as u16)?;
        }
        let kinds = wish.delays.measure(ui)?;
        let steps = kinds.wished(wish.delay.unwrap_or(DelayWish::DEFAULT), f64::from(period_ms) / 1e3)?;
        let participants = wish.participants.unwrap_or(DEFAULT_PARTICIPANTS);
        let Keys { keys, protection, .. } =
            make_keys(&draft, (scheme, trees), participants, passphrase.as_ref())?;
        let genesis = Genesis { lead, committees, ..genesis(&keys, period_ms, kinds.rules(steps))? };
        let chain = Chain::new(genesis)?;
        let right = Right::Had(Claim::take(dir, chain.id(), &settings, 0)?);
        let store = Store::create_in_segments(dir, &chain, wish.segment)?;
        settle(&draft, &path)?;
        let rotation = rotation(protection);
        Ok(Home { store, keys, rotation, speed: Some(kinds.speed()), is_new: true, lock, right })
    }
}

/// The name of a chain's group.
pub fn group_name(group: &DelayGroup) -> String {
    match group {
        DelayGroup::Class { bits, seed } => format!("class-{bits} with the seed {}", hex::encode(seed)),
        DelayGroup::Rsa { modulus } => format!("a modulus of {} bits", modulus.bits()),
        _ => "another kind of group".to_owned(),
    }
}

/// The hash trees in a directory.
pub fn rotation(
    dir: &Path,
    Trees { scheme, height }: Trees,
    settings: &Settings,
    protection: Protection,
) -> Rotation {
    Rotation { dir: dir.join(TREES), scheme, height, settings: settings.clone(), protection }
}

/// Refuses trees that expire before their successors can be due: most rounds would use stateless
/// keys.
fn check_lifetime(rotation: &Rotation, lead: u16, slots: u16) -> Result<(), Failure> {
    let (lifetime, least) = (rotation.lifetime(slots), 2 * u64::from(lead) + 4);
    if lifetime >= least {
        return Ok(());
    }
    let message = format_args!(
        "such a tree lasts {lifetime} rounds, and announced {lead} rounds before it is to last {least}"
    );
    Err(Failure::new(Code::Usage, message).hint("give --vrf a greater height, or a shorter --lead"))
}

/// Opens a store, and shows the progress if it is migrated from an earlier version.
fn open(dir: &Path, ui: &Ui) -> Result<Store, StoreError> {
    let mut bar = None;
    let store = Store::open_migrating(dir, |done, all| {
        let bar = bar.get_or_insert_with(|| {
            ui.note(format_args!("note: the store is brought to the format of this version, once"));
            ui.bar(all, "rounds")
        });
        bar.set_position(done);
    });
    bar.inspect(|bar| bar.finish_and_clear());
    store
}

/// Whether the file system is read-only, or this user may not write.
fn is_forbidden(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Gives the keys of a chain, which is durable, their final name.
fn settle(draft: &Path, path: &Path) -> Result<(), Failure> {
    Ok(Disk::default().rename(draft, path)?)
}

fn genesis(keys: &[SecretKey], period_ms: u32, delays: DelayRules) -> Result<Genesis, Failure> {
    let mut nonce = [0; 32];
    fill(&mut nonce)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now_ms = u64::try_from(now.as_millis()).unwrap_or(0);
    // Rounds of whole seconds begin at whole seconds, because drand's clients support nothing else.
    let now_ms = if period_ms.is_multiple_of(1000) { now_ms / 1000 * 1000 } else { now_ms };
    let participant = |(rank, key): (u64, &SecretKey)| {
        let stake = (LARGEST_STAKE / (rank + 1)).max(1);
        Participant { public_key: key.public_key(), stake }
    };
    Ok(Genesis {
        vrf: keys.first().map_or(StatelessScheme::AVrfFast, SecretKey::scheme),
        delays,
        genesis_time_ms: now_ms,
        period_ms,
        lead: 0,
        committees: vec![EXPECTED_VOTES],
        members: None,
        participants: (0..).zip(keys).map(participant).collect(),
        nonce,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::stateful::Scheme;

    #[test]
    fn stakes_fall_off_and_nobody_has_none() {
        let key = |i: u16| {
            let [high, low] = i.to_be_bytes();
            let mut seed = [0; 32];
            (seed[0], seed[1]) = (high, low);
            SecretKey::from_seed(stateless("ell2").unwrap(), seed)
        };
        let keys: Vec<_> = (0..1500).map(key).collect();
        let genesis = genesis(&keys, 500, DelayRules::squarings(DelayGroup::rsa_2048(), 77)).unwrap();
        let stakes: Vec<_> = genesis.participants.iter().map(|participant| participant.stake).collect();
        assert_eq!((&stakes[..4], stakes[1499]), (&[1000, 500, 333, 250][..], 1));
        assert_eq!((genesis.period_ms, genesis.delays.t(), genesis.lead), (500, 77, 0));
        assert_eq!(genesis.vrf.name(), keys[0].scheme().name());
        // Chains with the same keys differ.
        let other = super::genesis(&keys, 500, DelayRules::squarings(DelayGroup::rsa_2048(), 77)).unwrap();
        assert_ne!(genesis.nonce, other.nonce);
    }

    #[test]
    fn a_tree_lasts_longer_than_two_leads() {
        let dir = tempfile::tempdir().unwrap();
        let settings = Settings::of_user();
        let Ok(settings) = settings else { return };
        let rotation = |height| Rotation {
            dir: dir.path().to_owned(),
            scheme: Scheme::XVrf,
            height,
            settings: settings.clone(),
            protection: Protection::default(),
        };
        // 16 leaves are 16 rounds of one slot, or 4 of four.
        assert!(check_lifetime(&rotation(4), 6, 1).is_ok());
        let failure = check_lifetime(&rotation(4), 7, 1).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "such a tree lasts 16 rounds, and announced 7 rounds before it is to last 18"
        );
        assert_eq!(failure.code(), Code::Usage);
        assert!(check_lifetime(&rotation(4), 2, 4).is_err());
        assert!(check_lifetime(&rotation(5), 2, 4).is_ok());
    }
}
