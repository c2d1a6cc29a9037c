//! The file of the participants' stateless keys.

use super::{
    TREES,
    wish::{Lots, Trees},
};
use crate::{
    failure::{Code, Failure},
    files,
    modulus::lower_hex_into,
    secrets::{self, PassphraseArgs, Secret},
};
use heliast::{Chain, Participant, SecretKey, StatelessScheme};
use heliast_engine::Protection;
use heliast_keystore::{Passphrase, is_under_passphrase};
use serde::Deserialize;
use std::{
    fs,
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// `{"scheme": "...", "trees": "...", "secrets": ["<hex>", ...]}`, borrowing from the file's bytes;
/// `trees` is optional.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeysFile<'a> {
    scheme: &'a str,
    trees: Option<&'a str>,
    #[serde(borrow)]
    secrets: Vec<&'a str>,
}

/// The contents of the file.
pub struct Keys {
    /// The stateless keys, in their order.
    pub keys: Vec<SecretKey>,
    /// The hash trees of the participants, if they have any.
    pub trees: Option<Trees>,
    /// The protection of the trees' seeds on the disk: they are encrypted if the file is.
    pub protection: Protection,
}

impl Keys {
    fn new(
        scheme: StatelessScheme,
        seeds: &[[u8; 32]],
        trees: Option<Trees>,
        passphrase: Option<&Passphrase>,
    ) -> Keys {
        // New keys are appended, so that the first one never changes.
        let words = seeds.first().map(Passphrase::of_trees);
        let protection = Protection { passphrase: words, encrypts: passphrase.is_some() };
        let keys = seeds.iter().map(|seed| SecretKey::from_seed(scheme, *seed)).collect();
        Keys { keys, trees, protection }
    }

    /// Whether the file is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.protection.encrypts
    }
}

/// The keys in a file.
pub fn read_keys(path: &Path, passphrase: &PassphraseArgs) -> Result<Keys, Failure> {
    if !path.exists() {
        return Err(not_keys(path));
    }
    parse_keys(passphrase.read(path)?, || not_keys(path))
}

/// The public keys of a file, in hexadecimal digits, if it exists and is not encrypted. This is for displays
/// that only mark the user's own participants, and never asks for a passphrase.
pub fn public_keys_in_clear(path: &Path) -> Vec<String> {
    let bytes = secrets_of(path).filter(|bytes| !is_under_passphrase(bytes));
    let found =
        bytes.and_then(|bytes| parse_keys(Secret { bytes, passphrase: None }, || not_keys(path)).ok());
    found.iter().flat_map(|found| &found.keys).map(|key| hex::encode(key.public_key())).collect()
}

fn secrets_of(path: &Path) -> Option<Zeroizing<Vec<u8>>> {
    path.exists().then(|| files::read_secret(path).ok()).flatten()
}

/// The error for --encrypt with existing keys that are not encrypted.
pub fn not_encrypted(dir: &Path) -> Failure {
    let dir = dir.display();
    Failure::new(Code::Usage, format_args!("the keys of the chain in {dir} are not encrypted"))
        .hint(format_args!("leave --encrypt out, or encrypt them with `heliast key passphrase {dir}`"))
}

fn not_keys(path: &Path) -> Failure {
    Failure::new(Code::Refused, format_args!("{} does not hold the participants' keys", path.display()))
        .hint("restore it from a backup: the chain can't go on without it")
}

/// The decoded contents of a file.
struct File {
    scheme: StatelessScheme,
    trees: Option<Trees>,
    seeds: Zeroizing<Vec<[u8; 32]>>,
    /// The passphrase of the file, if it is encrypted.
    passphrase: Option<Passphrase>,
}

impl File {
    fn parse(Secret { bytes, passphrase }: Secret, bad: impl Fn() -> Failure) -> Result<File, Failure> {
        let file: KeysFile<'_> = serde_json::from_slice(&bytes).map_err(|_| bad())?;
        let scheme = StatelessScheme::from_name(file.scheme).ok_or_else(&bad)?;
        // Allocated at its full size: a vector that grows leaves copies of the secret in memory.
        let mut seeds = Zeroizing::new(vec![[0; 32]; file.secrets.len()]);
        for (seed, secret) in seeds.iter_mut().zip(&file.secrets) {
            lower_hex_into(secret, seed).ok_or_else(&bad)?;
        }
        let trees = match file.trees.map(str::parse) {
            None => None,
            Some(Ok(Lots::Trees(trees))) => Some(trees),
            Some(_) => return Err(bad()),
        };
        Ok(File { scheme, trees, seeds, passphrase })
    }
}

/// The keys in a file's bytes.
fn parse_keys(secret: Secret, bad: impl Fn() -> Failure) -> Result<Keys, Failure> {
    let File { scheme, trees, seeds, passphrase } = File::parse(secret, bad)?;
    Ok(Keys::new(scheme, &seeds, trees, passphrase.as_ref()))
}

/// Encrypts the keys in a file with the passphrase from `new`, or decrypts them, after checking the current
/// passphrase. This is one step, so that a crash leaves the old file or the new one. Returns the protection
/// of their trees from now on.
pub fn change_passphrase(
    path: &Path,
    now: &PassphraseArgs,
    new: impl FnOnce() -> Result<Option<Passphrase>, Failure>,
) -> Result<Protection, Failure> {
    let Secret { bytes, passphrase } = now.read(path)?;
    let keys = parse_keys(Secret { bytes: bytes.clone(), passphrase }, || not_keys(path))?;
    let new = new()?;
    secrets::write(path, true, &bytes, new.as_ref())?;
    Ok(Protection { encrypts: new.is_some(), ..keys.protection })
}

/// The directories of all trees of a beacon, in any order.
pub fn trees_in(data: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries(data.join(TREES)).flat_map(entries)
}

/// Checks that `path` holds the keys of this chain's participants; returns whether they draw by
/// hash trees.
pub fn keys_of(path: &Path, passphrase: &PassphraseArgs, chain: &Chain) -> Result<bool, Failure> {
    let bad = || {
        let message = format_args!("{} does not hold the keys of the chain's participants", path.display());
        Failure::new(Code::Refused, message).hint("take both files of the backup from the same chain")
    };
    let Keys { keys, trees, .. } = parse_keys(passphrase.read(path)?, bad)?;
    let genesis = chain.genesis();
    let is_of = |(member, key): (&Participant, &SecretKey)| {
        key.scheme() == genesis.vrf && member.public_key == key.public_key()
    };
    let fits = genesis.participants.len() == keys.len() && genesis.participants.iter().zip(&keys).all(is_of);
    if fits { Ok(trees.is_some()) } else { Err(bad()) }
}

/// Makes `count` keys, durably, in a new file.
pub fn make_keys(
    path: &Path,
    (scheme, trees): (StatelessScheme, Option<Trees>),
    count: u32,
    passphrase: Option<&Passphrase>,
) -> Result<Keys, Failure> {
    let mut seeds = Zeroizing::new(vec![[0u8; 32]; count as usize]);
    seeds.iter_mut().try_for_each(|seed| fill(seed))?;
    write_keys(path, (scheme, trees), &seeds, passphrase)?;
    Ok(Keys::new(scheme, &seeds, trees, passphrase))
}

/// Adds a new key to a file, with the scheme and the passphrase of the file.
pub fn add_key(path: &Path, passphrase: &PassphraseArgs) -> Result<SecretKey, Failure> {
    let File { scheme, trees, seeds: old, passphrase } =
        File::parse(passphrase.read(path)?, || not_keys(path))?;
    // Allocated at its full size: a vector that grows leaves copies of the secret in memory.
    let mut seeds = Zeroizing::new(vec![[0u8; 32]; old.len() + 1]);
    seeds[..old.len()].copy_from_slice(&old);
    fill(&mut seeds[old.len()])?;
    write_keys(path, (scheme, trees), &seeds, passphrase.as_ref())?;
    Ok(SecretKey::from_seed(scheme, seeds[old.len()]))
}

/// Writes the file of these keys durably, and replaces an existing one.
fn write_keys(
    path: &Path,
    (scheme, trees): (StatelessScheme, Option<Trees>),
    seeds: &[[u8; 32]],
    passphrase: Option<&Passphrase>,
) -> Result<(), Failure> {
    let trees = trees.map(|trees| format!("\"trees\": \"{}\", ", Lots::Trees(trees)));
    let begin = format!("{{\"scheme\": \"{}\", {}\"secrets\": [", scheme.name(), trees.unwrap_or_default());
    // Allocated at its full size: a string that grows leaves copies of the secret in memory.
    let mut text = Zeroizing::new(String::with_capacity(begin.len() + seeds.len() * 68 + 4));
    text.push_str(&begin);
    for (index, seed) in seeds.iter().enumerate() {
        let mut digits = Zeroizing::new([0; 64]);
        // A buffer of twice the length always suffices.
        let _ = hex::encode_to_slice(seed, digits.as_mut());
        text.push_str(if index == 0 { "\"" } else { ", \"" });
        text.push_str(std::str::from_utf8(digits.as_ref()).unwrap_or_default());
        text.push('"');
    }
    text.push_str("]}\n");
    secrets::write(path, true, text.as_bytes(), passphrase)
}

/// Random bytes from the system.
pub fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|error| Failure::new(Code::Internal, error))
}

#[cfg(test)]
mod tests {
    use super::{super::wish::stateless, *};
    use heliast::stateful::Scheme;

    fn keys_in(text: &str) -> Result<(Vec<SecretKey>, Option<Trees>), Failure> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("keys.json");
        secrets::write(&path, false, text.as_bytes(), None).unwrap();
        read_keys(&path, &PassphraseArgs::default()).map(|read| (read.keys, read.trees))
    }

    #[test]
    fn keys_that_were_made_are_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("keys.json");
        for (trees, count) in [(None, 3), (Some(Trees::DEFAULT), 3), (None, 1000)] {
            let made = make_keys(&path, (stateless("ell2").unwrap(), trees), count, None).unwrap();
            let read = read_keys(&path, &PassphraseArgs::default()).unwrap();
            let public = |keys: &[SecretKey]| keys.iter().map(SecretKey::public_key).collect::<Vec<_>>();
            assert_eq!((public(&read.keys), read.trees), (public(&made.keys), trees));
            assert!(!read.is_encrypted() && !made.is_encrypted());
            let different = public(&read.keys).into_iter().collect::<std::collections::BTreeSet<_>>();
            assert_eq!(different.len(), count as usize);
        }
        // The lowest cost, since tests have nothing to protect.
        let cheap = Passphrase::new("open sesame".to_owned()).with_work(1).unwrap();
        make_keys(&path, (stateless("ell2").unwrap(), None), 3, Some(&cheap)).unwrap();
        assert!(heliast_keystore::is_under_passphrase(&std::fs::read(&path).unwrap()));
        let Err(missing) = read_keys(&path, &PassphraseArgs::default()) else { panic!("it needs none") };
        assert!(missing.to_string().contains("protected by a passphrase"), "{missing}");
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
            file(ell2, "", &seed.replace('7', "A")),
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
}
