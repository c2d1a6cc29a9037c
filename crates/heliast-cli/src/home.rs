//! The data directory of a beacon whose participants all live here: the chain and their secret keys.

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
    ui::Ui,
};
use heliast::{Chain, Genesis, Participant, RsaGroup, SecretKey, StatelessScheme, Suite, stateful::Scheme};
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

/// The share of a period that the delay takes. The rest is for the proof (a tenth of the delay) and for slow moments.
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
    pub stateless: Option<StatelessScheme>,
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
    Stateless(StatelessScheme),
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
pub fn stateless(name: &str) -> Result<StatelessScheme, String> {
    let named = |scheme: &StatelessScheme| {
        scheme.name() == name || scheme.name().strip_prefix("ecvrf-edwards25519-sha512-") == Some(name)
    };
    StatelessScheme::ALL.into_iter().find(named).ok_or_else(|| {
        let names: Vec<_> = StatelessScheme::ALL.iter().map(|scheme| scheme.name()).collect();
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
            Lots::Trees(trees) => (wish.stateless.unwrap_or(StatelessScheme::AVrfFast), Some(trees)),
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
        vrf: keys.first().map_or(StatelessScheme::AVrfFast, SecretKey::scheme),
        delay_suite: Suite::default(),
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

/// `{"scheme": "...", "trees": "...", "secrets": ["<hex>", ...]}`, borrowing from the file's bytes; without trees where there are none.
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
    let scheme = StatelessScheme::from_name(file.scheme).ok_or_else(bad)?;
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
    scheme: StatelessScheme,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_draws_lots_is_read_as_it_is_written() {
        for name in ["x-vrf-4", "x-vrf-10", "x-vrf-20", "ivrf-12", "a-vrf-fast", "a-vrf-small"] {
            assert_eq!(name.parse::<Lots>().unwrap().to_string(), name);
        }
        let long = |name: &str| name.parse::<Lots>().unwrap().to_string();
        assert_eq!(long("ell2"), "ecvrf-edwards25519-sha512-ell2");
        assert_eq!(long("tai"), long("ecvrf-edwards25519-sha512-tai"));
        for (name, reason) in [
            ("x-vrf-3", "trees have heights from 4 to 20"),
            ("ivrf-21", "trees have heights from 4 to 20"),
            ("x-vrf-300", "give x-vrf-H or ivrf-H, or one of "),
            ("x-vrf", "give x-vrf-H or ivrf-H, or one of "),
            ("x-vrf-", "give x-vrf-H or ivrf-H, or one of "),
            ("x-vrf-+5x", "give x-vrf-H or ivrf-H, or one of "),
            ("sl-vrf", "give x-vrf-H or ivrf-H, or one of "),
            ("", "give x-vrf-H or ivrf-H, or one of "),
        ] {
            let said = name.parse::<Lots>().unwrap_err();
            assert!(said.starts_with(reason), "{name}: {said}");
        }
        assert!(stateless("x-vrf-10").unwrap_err().contains("a-vrf-fast"));
    }

    fn keys_in(text: &str) -> Result<(Vec<SecretKey>, Option<Trees>), Failure> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEYS);
        let mut file = AtomicFile::create(&path, Secrecy::Secret, false).unwrap();
        std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        file.commit().unwrap();
        read_keys(&path)
    }

    #[test]
    fn keys_that_were_made_are_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEYS);
        for trees in [None, Some(Trees::DEFAULT)] {
            let made = make_keys(&path, stateless("ell2").unwrap(), trees, 3).unwrap();
            let (read, found) = read_keys(&path).unwrap();
            let public = |keys: &[SecretKey]| keys.iter().map(SecretKey::public_key).collect::<Vec<_>>();
            assert_eq!((public(&read), found), (public(&made), trees));
            assert_eq!(public(&read).iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
        }
    }

    #[test]
    fn a_file_that_does_not_hold_the_keys_is_refused_and_not_quoted() {
        let seed = "07".repeat(32);
        let file = |scheme: &str, trees: &str, seed: &str| {
            format!("{{\"scheme\": \"{scheme}\"{trees}, \"secrets\": [\"{seed}\"]}}")
        };
        let ell2 = "ecvrf-edwards25519-sha512-ell2";
        let good = keys_in(&file(ell2, "", &seed)).unwrap();
        assert_eq!((good.0.len(), good.1), (1, None));
        let with_trees = keys_in(&file(ell2, ", \"trees\": \"ivrf-7\"", &seed)).unwrap();
        assert_eq!(with_trees.1, Some(Trees { scheme: Scheme::IVrf, height: 7 }));
        for bad in [
            String::new(),
            "[]".to_owned(),
            file("ecvrf", "", &seed),
            file(ell2, ", \"trees\": \"x-vrf-3\"", &seed),
            file(ell2, ", \"trees\": \"a-vrf-fast\"", &seed),
            file(ell2, ", \"more\": 1", &seed),
            file(ell2, "", &seed[2..]),
            file(ell2, "", &seed.replace('7', "g")),
            file(ell2, "", &seed)[1..].to_owned(),
        ] {
            let Err(failure) = keys_in(&bad) else { panic!("{bad}") };
            assert!(
                failure.to_string().ends_with("keys.json does not hold the participants' keys"),
                "{failure}"
            );
            assert_eq!(failure.code(), Code::Refused);
            assert!(failure.hint_text().contains("backup") && !failure.to_string().contains(&seed[..16]));
        }
    }

    #[test]
    fn stakes_fall_off_and_nobody_has_none() {
        let key = |i: u16| {
            let [high, low] = i.to_be_bytes();
            let mut seed = [0; 32];
            (seed[0], seed[1]) = (high, low);
            SecretKey::from_seed(stateless("ell2").unwrap(), seed)
        };
        let keys: Vec<_> = (0..1500).map(key).collect();
        let genesis = genesis(&keys, 500, 77, &RsaGroup::rsa_2048()).unwrap();
        let stakes: Vec<_> = genesis.participants.iter().map(|participant| participant.stake).collect();
        assert_eq!((&stakes[..4], stakes[1499]), (&[1000, 500, 333, 250][..], 1));
        assert_eq!((genesis.period_ms, genesis.t, genesis.lead), (500, 77, 0));
        assert_eq!(genesis.vrf.name(), keys[0].scheme().name());
        // Chains of the same keys are different ones.
        let other = super::genesis(&keys, 500, 77, &RsaGroup::rsa_2048()).unwrap();
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

    #[test]
    fn a_directory_has_one_process() {
        let dir = tempfile::tempdir().unwrap();
        let first = lock(dir.path()).unwrap();
        let refused = lock(dir.path()).unwrap_err();
        assert_eq!(refused.code(), Code::Refused);
        drop(first);
        assert!(lock(dir.path()).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_data_directory_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b");
        create_private_dir(&path).unwrap();
        create_private_dir(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        fs::write(dir.path().join("file"), "").unwrap();
        let failure = create_private_dir(&dir.path().join("file")).unwrap_err();
        assert!(failure.to_string().contains("can't be written"), "{failure}");
    }
}
