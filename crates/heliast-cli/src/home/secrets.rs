//! The file of the participants' stateless keys.

use super::wish::{Lots, Trees};
use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
};
use heliast::{Chain, Participant, SecretKey, StatelessScheme};
use serde::Deserialize;
use std::path::Path;
use zeroize::Zeroizing;

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

pub(super) fn read_keys(path: &Path) -> Result<(Vec<SecretKey>, Option<Trees>), Failure> {
    let bad = || {
        Failure::new(Code::Refused, format_args!("{} does not hold the participants' keys", path.display()))
            .hint("restore it from a backup: the chain can't go on without it")
    };
    if !path.exists() {
        return Err(bad());
    }
    parse_keys(&files::read_secret(path)?, bad)
}

/// The keys in a file's bytes.
pub(super) fn parse_keys(
    bytes: &[u8],
    bad: impl Fn() -> Failure,
) -> Result<(Vec<SecretKey>, Option<Trees>), Failure> {
    let file: KeysFile<'_> = serde_json::from_slice(bytes).map_err(|_| bad())?;
    let scheme = StatelessScheme::from_name(file.scheme).ok_or_else(&bad)?;
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

/// That the bytes of `path` hold the keys of this chain's participants; whether they draw by hash trees.
pub fn keys_of(path: &Path, bytes: &[u8], chain: &Chain) -> Result<bool, Failure> {
    let bad = || {
        let message = format_args!("{} does not hold the keys of the chain's participants", path.display());
        Failure::new(Code::Refused, message).hint("take both files of the backup from the same chain")
    };
    let (keys, trees) = parse_keys(bytes, bad)?;
    let genesis = chain.genesis();
    let is_of = |(member, key): (&Participant, &SecretKey)| {
        key.scheme() == genesis.vrf && member.public_key == key.public_key()
    };
    let fits = genesis.participants.len() == keys.len() && genesis.participants.iter().zip(&keys).all(is_of);
    if fits { Ok(trees.is_some()) } else { Err(bad()) }
}

pub(super) fn make_keys(
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

/// Random bytes from the system.
pub(super) fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|error| Failure::new(Code::Internal, error))
}

#[cfg(test)]
mod tests {
    use super::{super::wish::stateless, *};
    use heliast::stateful::Scheme;

    fn keys_in(text: &str) -> Result<(Vec<SecretKey>, Option<Trees>), Failure> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("keys.json");
        let mut file = AtomicFile::create(&path, Secrecy::Secret, false).unwrap();
        std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        file.commit().unwrap();
        read_keys(&path)
    }

    #[test]
    fn keys_that_were_made_are_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("keys.json");
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
}
