//! The data directory of a beacon whose participants all live here: the chain and their secret keys.

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
    ui::Ui,
};
use heliast::{Chain, Genesis, Participant, RsaGroup, SecretKey, Suite, VrfScheme, stateful::Scheme};
use heliast_keystore::Settings;
use heliast_node::{
    Store, StoreError,
    engine::{self, Rotation},
};
use serde::Deserialize;
use std::{
    fmt,
    fs::{self, File, TryLockError},
    ops::RangeInclusive,
    path::Path,
    str::FromStr,
    time::{SystemTime, UNIX_EPOCH},
};
use zeroize::Zeroizing;

/// The share of a period that the delay takes. The rest is for the proof (a tenth of the delay) and
/// for slow moments.
pub const DELAY_SHARE: f64 = 2.0 / 3.0;
/// A machine whose speed varies by more than this while it is measured is busy with something else.
const BUSY_SPREAD: f64 = 0.2;
const KEYS: &str = "keys.json";
const NEW_KEYS: &str = "keys.json.new";
const DEFAULT_PARTICIPANTS: u32 = 8;
const DEFAULT_PERIOD_MS: u32 = 3_000;
const EXPECTED_VOTES: u32 = 20;
const DEFAULT_LEAD: u16 = 10;
/// The stake of participant 0; participant i has this divided by i + 1, as wealth tends to be spread.
const LARGEST_STAKE: u64 = 1_000;
/// Where participants keep their hash trees.
const TREES: &str = "trees";

/// What is asked of a chain: of a new one, or of the one that is there.
#[derive(Clone, Debug)]
pub struct Wish {
    /// How many participants.
    pub participants: Option<u32>,
    /// Milliseconds from round to round.
    pub period_ms: Option<u32>,
    /// What draws the lots.
    pub lots: Option<Lots>,
    /// The scheme of the stateless keys beside hash trees.
    pub stateless: Option<VrfScheme>,
    /// Rounds from the announcement of a key to its effect.
    pub lead: Option<u16>,
    /// The votes of each slot.
    pub committees: Option<Vec<u32>>,
}

/// What draws the lots of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lots {
    /// One hash tree after the other, and stateless keys where none is due.
    Trees(Trees),
    /// Stateless keys only.
    Stateless(VrfScheme),
}

/// The hash trees that participants make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trees {
    /// What a leaf is.
    pub scheme: Scheme,
    /// The height of a tree.
    pub height: u8,
}

impl fmt::Display for Lots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lots::Trees(Trees { scheme, height }) => write!(f, "{}-{height}", scheme.name()),
            Lots::Stateless(scheme) => f.write_str(scheme.name()),
        }
    }
}

impl FromStr for Lots {
    type Err = String;

    fn from_str(name: &str) -> Result<Lots, String> {
        for scheme in [Scheme::XVrf, Scheme::IVrf] {
            let height = name.strip_prefix(scheme.name()).and_then(|rest| rest.strip_prefix('-'));
            if let Some(height) = height.and_then(|height| height.parse().ok()) {
                let heights = Trees::HEIGHTS;
                return match heights.contains(&height) {
                    true => Ok(Lots::Trees(Trees { scheme, height })),
                    false => Err(format!("trees have heights from {} to {}", heights.start(), heights.end())),
                };
            }
        }
        stateless(name).map(Lots::Stateless).map_err(|names| format!("give x-vrf-H or ivrf-H, or {names}"))
    }
}

/// The stateless scheme of this name, if chains may have it.
pub fn stateless(name: &str) -> Result<VrfScheme, String> {
    let named = |scheme: &VrfScheme| {
        scheme.name() == name || scheme.name().strip_prefix("ecvrf-edwards25519-sha512-") == Some(name)
    };
    VrfScheme::OF_CHAINS.into_iter().find(named).ok_or_else(|| {
        let names: Vec<_> = VrfScheme::OF_CHAINS.iter().map(|scheme| scheme.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

impl Trees {
    /// Of trees that are worth a rotation, and that a beacon makes beside its rounds.
    const HEIGHTS: RangeInclusive<u8> = 4..=20;
    const DEFAULT: Trees = Trees { scheme: Scheme::XVrf, height: 10 };
}

/// A chain with its participants' keys. One process at a time has it.
pub struct Home {
    /// The chain.
    pub store: Store,
    /// The stateless keys, in the order of the genesis.
    pub keys: Vec<SecretKey>,
    /// The hash trees beside them.
    pub rotation: Option<Rotation>,
    /// Whether the chain was made just now.
    pub is_new: bool,
    /// Holds the directory until it is dropped.
    pub lock: File,
}

impl Home {
    /// Continues the chain in `dir`, or starts one where there is none.
    ///
    /// A new chain's keys are durable before the chain, under another name; they get their own when
    /// it is. So a chain always has its keys, keys under their own name always had a chain, and it
    /// is never begun again by mistake.
    pub fn open(dir: &Path, wish: Wish, ui: &Ui) -> Result<Home, Failure> {
        create_private_dir(dir)?;
        let lock = lock(dir)?;
        match Store::open(dir) {
            Ok(store) => Home::resume(dir, store, wish, lock),
            Err(StoreError::NoChain(_)) => Home::create(dir, wish, ui, lock),
            Err(error) => Err(error.into()),
        }
    }

    fn resume(dir: &Path, store: Store, wish: Wish, lock: File) -> Result<Home, Failure> {
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
        let (path, draft) = (dir.join(KEYS), dir.join(NEW_KEYS));
        if !path.exists() && draft.exists() {
            settle(&draft, &path)?; // the first start ended between the chain and this
        }
        let (keys, trees) = read_keys(&path)?;
        let lots = trees.map_or(Lots::Stateless(genesis.vrf), Lots::Trees);
        if wish.lots.is_some_and(|wished| wished != lots) {
            return Err(differs("--vrf", &lots));
        }
        let rotation = trees.map(|trees| rotation(dir, trees)).transpose()?;
        Ok(Home { store, keys, rotation, is_new: false, lock })
    }

    fn create(dir: &Path, wish: Wish, ui: &Ui, lock: File) -> Result<Home, Failure> {
        let (path, draft) = (dir.join(KEYS), dir.join(NEW_KEYS));
        if path.exists() {
            let message = format_args!("{} belongs to a chain whose chain.redb is gone", path.display());
            return Err(Failure::new(Code::Refused, message).hint(
                "restore chain.redb from a backup; if the chain was removed on purpose, remove keys.json too",
            ));
        }
        let period_ms = wish.period_ms.unwrap_or(DEFAULT_PERIOD_MS);
        let (scheme, trees) = match wish.lots.unwrap_or(Lots::Trees(Trees::DEFAULT)) {
            Lots::Trees(trees) => (wish.stateless.unwrap_or(VrfScheme::AVrfFast), Some(trees)),
            Lots::Stateless(scheme) => (scheme, None),
        };
        if trees.is_none() && (wish.lead.is_some() || wish.stateless.is_some()) {
            return Err(Failure::new(Code::Usage, "--lead and --stateless are for chains of hash trees")
                .hint("leave them out, or give --vrf x-vrf-10"));
        }
        let lead = if trees.is_some() { wish.lead.unwrap_or(DEFAULT_LEAD) } else { 0 };
        let committees = wish.committees.unwrap_or_else(|| vec![EXPECTED_VOTES]);
        let rotation = trees.map(|trees| rotation(dir, trees)).transpose()?;
        if let Some(rotation) = &rotation {
            check_lifetime(rotation, lead, committees.len() as u16)?;
        }
        let group = RsaGroup::rsa_2048();
        let speed = engine::calibrate(&group);
        if speed.spread > BUSY_SPREAD {
            let percent = speed.spread * 100.0;
            ui.note(format_args!(
                "note: this machine is busy: its speed varied by {percent:.0} % while the delay was set; a chain\n      \
                 that is started on a quiet machine gets a longer delay"
            ));
        }
        let t = (speed.squarings_per_second * f64::from(period_ms) / 1e3 * DELAY_SHARE) as u64;
        let keys = make_keys(&draft, scheme, trees, wish.participants.unwrap_or(DEFAULT_PARTICIPANTS))?;
        let genesis = Genesis { lead, committees, ..genesis(&keys, period_ms, t.max(1), &group)? };
        let store = Store::create(dir, &Chain::new(genesis)?)?;
        settle(&draft, &path)?;
        Ok(Home { store, keys, rotation, is_new: true, lock })
    }
}

/// Takes the directory for this process.
fn lock(dir: &Path) -> Result<File, Failure> {
    let path = dir.join("heliast.lock");
    let opened = File::options().write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(|error| unwritable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(dir.to_path_buf()).into()),
        Err(TryLockError::Error(error)) => Err(unwritable(&path, &error)),
    }
}

fn rotation(dir: &Path, Trees { scheme, height }: Trees) -> Result<Rotation, Failure> {
    Ok(Rotation { dir: dir.join(TREES), scheme, height, settings: Settings::of_user()? })
}

/// A key that is over before the next one can be due would leave most rounds to the stateless keys.
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

/// Gives the keys of a chain that is durable their own name.
fn settle(draft: &Path, path: &Path) -> Result<(), Failure> {
    fs::rename(draft, path).and_then(|()| files::sync_parent(path)).map_err(|error| unwritable(path, &error))
}

fn genesis(keys: &[SecretKey], period_ms: u32, t: u64, group: &RsaGroup) -> Result<Genesis, Failure> {
    let mut nonce = [0; 32];
    fill(&mut nonce)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let participant = |(rank, key): (u64, &SecretKey)| {
        let stake = (LARGEST_STAKE / (rank + 1)).max(1);
        Participant { public_key: key.public_key(), stake }
    };
    Ok(Genesis {
        vrf: keys.first().map_or(VrfScheme::AVrfFast, SecretKey::scheme),
        delay: Suite::default(),
        t,
        genesis_time_ms: u64::try_from(now.as_millis()).unwrap_or(0),
        period_ms,
        lead: 0,
        committees: vec![EXPECTED_VOTES],
        modulus: group.modulus().clone(),
        participants: (0..).zip(keys).map(participant).collect(),
        nonce,
    })
}

/// `{"scheme": "...", "trees": "...", "secrets": ["<hex>", ...]}`, borrowing from the file's bytes;
/// without trees where there are none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeysFile<'a> {
    scheme: &'a str,
    trees: Option<&'a str>,
    #[serde(borrow)]
    secrets: Vec<&'a str>,
}

fn read_keys(path: &Path) -> Result<(Vec<SecretKey>, Option<Trees>), Failure> {
    let bad = || {
        Failure::new(Code::Refused, format_args!("{} does not hold the participants' keys", path.display()))
            .hint("restore it from a backup: the chain can't go on without it")
    };
    if !path.exists() {
        return Err(bad());
    }
    let bytes = files::read_secret(path)?;
    let file: KeysFile<'_> = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let scheme = VrfScheme::from_name(file.scheme).ok_or_else(bad)?;
    let key = |secret: &&str| {
        let mut seed = Zeroizing::new([0; 32]);
        hex::decode_to_slice(secret, seed.as_mut()).map_err(|_| bad())?;
        Ok(SecretKey::from_seed(scheme, *seed))
    };
    let trees = match file.trees.map(str::parse) {
        None => None,
        Some(Ok(Lots::Trees(trees))) => Some(trees),
        Some(_) => return Err(bad()),
    };
    let keys = file.secrets.iter().map(key).collect::<Result<_, Failure>>()?;
    Ok((keys, trees))
}

fn make_keys(
    path: &Path,
    scheme: VrfScheme,
    trees: Option<Trees>,
    count: u32,
) -> Result<Vec<SecretKey>, Failure> {
    let mut seeds = Zeroizing::new(vec![[0u8; 32]; count as usize]);
    seeds.iter_mut().try_for_each(|seed| fill(seed))?;
    let mut file = AtomicFile::create(path, Secrecy::Secret, true)?;
    let secrets = seeds.iter().map(|seed| Zeroizing::new(hex::encode(seed)));
    let separators = std::iter::once("").chain(std::iter::repeat(", "));
    let write = |file: &mut AtomicFile| {
        use std::io::Write;
        write!(file, "{{\"scheme\": \"{}\", ", scheme.name())?;
        if let Some(trees) = trees {
            write!(file, "\"trees\": \"{}\", ", Lots::Trees(trees))?;
        }
        write!(file, "\"secrets\": [")?;
        for (separator, secret) in separators.zip(secrets) {
            write!(file, "{separator}\"{}\"", secret.as_str())?;
        }
        writeln!(file, "]}}")
    };
    write(&mut file).map_err(|error| unwritable(path, &error))?;
    file.commit()?;
    Ok(seeds.iter().map(|seed| SecretKey::from_seed(scheme, *seed)).collect())
}

/// Makes a data directory where there is none.
pub fn create_private_dir(dir: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    let durable = builder.create(dir).and_then(|()| files::sync_parent(dir));
    durable.map_err(|error| unwritable(dir, &error))
}

fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|error| Failure::new(Code::Internal, error))
}
