//! The data directory of a beacon whose participants all live here: the chain and their secret keys.

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
    ui::Ui,
};
use heliast::{Chain, Genesis, Participant, RsaGroup, SecretKey, Suite, VrfScheme};
use node::{Store, StoreError, engine};
use serde::Deserialize;
use std::{
    fs::{self, File, TryLockError},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};
use zeroize::Zeroizing;

/// The share of a period that the delay takes. The rest is for the proof (a tenth of the delay) and for slow moments.
pub const DELAY_SHARE: f64 = 2.0 / 3.0;
/// A machine whose speed varies by more than this while it is measured is busy with something else.
const BUSY_SPREAD: f64 = 0.2;
const KEYS: &str = "keys.json";
const NEW_KEYS: &str = "keys.json.new";
const DEFAULT_PARTICIPANTS: u32 = 8;
const DEFAULT_PERIOD_MS: u32 = 3_000;
const EXPECTED_VOTES: u32 = 20;
/// The stake of participant 0; participant i has this divided by i + 1, as wealth tends to be spread.
const LARGEST_STAKE: u64 = 1_000;
const SCHEME: VrfScheme = VrfScheme::EcvrfEll2;

/// What is asked of a chain: of a new one, or of the one that is there.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// How many participants.
    pub participants: Option<u32>,
    /// Milliseconds from round to round.
    pub period_ms: Option<u32>,
}

/// A chain with its participants' keys. One process at a time has it.
pub struct Home {
    /// The chain.
    pub store: Store,
    /// The keys, in the order of the genesis.
    pub keys: Vec<SecretKey>,
    /// Whether the chain was made just now.
    pub is_new: bool,
    /// Holds the directory until it is dropped.
    pub lock: File,
}

impl Home {
    /// Continues the chain in `dir`, or starts one where there is none.
    ///
    /// A new chain's keys are durable before the chain, under another name; they get their own when it is. So a chain always has
    /// its keys, keys under their own name always had a chain, and it is never begun again by mistake.
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
        let (path, draft) = (dir.join(KEYS), dir.join(NEW_KEYS));
        if !path.exists() && draft.exists() {
            settle(&draft, &path)?; // the first start ended between the chain and this
        }
        let keys = read_keys(&path)?;
        Ok(Home { store, keys, is_new: false, lock })
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
        let keys = make_keys(&draft, wish.participants.unwrap_or(DEFAULT_PARTICIPANTS))?;
        let genesis = genesis(&keys, period_ms, t.max(1), &group)?;
        let store = Store::create(dir, &Chain::new(genesis)?)?;
        settle(&draft, &path)?;
        Ok(Home { store, keys, is_new: true, lock })
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
        vrf: SCHEME,
        delay: Suite::default(),
        t,
        genesis_time_ms: u64::try_from(now.as_millis()).unwrap_or(0),
        period_ms,
        expected_votes: EXPECTED_VOTES,
        modulus: group.modulus().clone(),
        participants: (0..).zip(keys).map(participant).collect(),
        nonce,
    })
}

/// `{"scheme": "...", "secrets": ["<hex>", ...]}`, borrowing from the file's bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeysFile<'a> {
    scheme: &'a str,
    #[serde(borrow)]
    secrets: Vec<&'a str>,
}

fn read_keys(path: &Path) -> Result<Vec<SecretKey>, Failure> {
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
    file.secrets.iter().map(key).collect()
}

fn make_keys(path: &Path, count: u32) -> Result<Vec<SecretKey>, Failure> {
    let mut seeds = Zeroizing::new(vec![[0u8; 32]; count as usize]);
    seeds.iter_mut().try_for_each(|seed| fill(seed))?;
    let mut file = AtomicFile::create(path, Secrecy::Secret, true)?;
    let secrets = seeds.iter().map(|seed| Zeroizing::new(hex::encode(seed)));
    let separators = std::iter::once("").chain(std::iter::repeat(", "));
    let write = |file: &mut AtomicFile| {
        use std::io::Write;
        write!(file, "{{\"scheme\": \"{}\", \"secrets\": [", SCHEME.name())?;
        for (separator, secret) in separators.zip(secrets) {
            write!(file, "{separator}\"{}\"", secret.as_str())?;
        }
        writeln!(file, "]}}")
    };
    write(&mut file).map_err(|error| unwritable(path, &error))?;
    file.commit()?;
    Ok(seeds.iter().map(|seed| SecretKey::from_seed(SCHEME, *seed)).collect())
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
