//! The data directory of a beacon whose participants all live here: the chain and their secret keys.

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy},
};
use heliast::{Chain, Genesis, Participant, RsaGroup, SecretKey, Suite, VrfScheme};
use node::{Store, StoreError, engine};
use serde::Deserialize;
use std::{
    fs,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};
use zeroize::Zeroizing;

/// The share of a period that the delay takes, in thirds. The rest is for the proof (a tenth of the delay) and for slow moments.
const DELAY_THIRDS: f64 = 2.0;
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

/// A chain with its participants' keys.
pub struct Home {
    /// The chain.
    pub store: Store,
    /// The keys, in the order of the genesis.
    pub keys: Vec<SecretKey>,
    /// Whether the chain was made just now.
    pub is_new: bool,
}

impl Home {
    /// Continues the chain in `dir`, or starts one where there is none.
    pub fn open(dir: &Path, wish: Wish) -> Result<Home, Failure> {
        match Store::open(dir) {
            Ok(store) => Home::resume(dir, store, wish),
            Err(StoreError::NoChain(_)) => Home::create(dir, wish),
            Err(error) => Err(error.into()),
        }
    }

    fn resume(dir: &Path, store: Store, wish: Wish) -> Result<Home, Failure> {
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
        let keys = read_keys(&keys_path(dir))?;
        Ok(Home { store, keys, is_new: false })
    }

    /// The keys are durable before the chain: a chain without its keys could never go on.
    fn create(dir: &Path, wish: Wish) -> Result<Home, Failure> {
        let count = wish.participants.unwrap_or(DEFAULT_PARTICIPANTS);
        create_private_dir(dir)?;
        let path = keys_path(dir);
        let keys = if path.exists() { read_keys(&path)? } else { make_keys(&path, count)? };
        if keys.len() != count as usize {
            let message =
                format_args!("{} holds {} keys and belongs to no chain", path.display(), keys.len());
            return Err(Failure::new(Code::Refused, message)
                .hint("if its chain was removed on purpose, remove it too; else restore chain.redb"));
        }
        let period_ms = wish.period_ms.unwrap_or(DEFAULT_PERIOD_MS);
        let group = RsaGroup::rsa_2048();
        let delay_seconds = f64::from(period_ms) / 1e3 * DELAY_THIRDS / 3.0;
        let t = (engine::calibrate(&group) * delay_seconds) as u64;
        let genesis = genesis(&keys, period_ms, t.max(1), &group)?;
        let store = Store::create(dir, &Chain::new(genesis)?)?;
        Ok(Home { store, keys, is_new: true })
    }
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

fn keys_path(dir: &Path) -> PathBuf {
    dir.join("keys.json")
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
    let bytes = files::read_secret(path)?;
    let bad = || {
        Failure::new(Code::Refused, format_args!("{} does not hold the participants' keys", path.display()))
            .hint("restore it from a backup: the chain can't go on without it")
    };
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
    let mut file = AtomicFile::create(path, Secrecy::Secret, false)?;
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

fn create_private_dir(dir: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(dir).map_err(|error| unwritable(dir, &error))
}

fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|error| Failure::new(Code::Internal, error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Code::Refused, format_args!("{} can't be written: {error}", path.display()))
        .hint("check the directory, its permissions and the free space")
}
