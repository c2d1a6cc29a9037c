//! Secret key files (`spec/vrf.md`).

use super::unknown;
use crate::{
    failure::{Code, Failure},
    modulus::lower_hex_into,
    secrets::PassphraseArgs,
};
use heliast::{SecretKey, StatelessScheme};
use serde::{Deserialize, de::IgnoredAny};
use std::path::Path;
use zeroize::Zeroizing;

/// The key in a file; `-` is stdin.
pub fn open(path: &Path, passphrase: &PassphraseArgs) -> Result<SecretKey, Failure> {
    parse(&passphrase.read(path)?.bytes, path)
}

/// (β, π) of a key for `input`, with a random proof unless it must be deterministic.
pub fn answer(key: &mut SecretKey, input: &[u8], deterministic: bool) -> Result<(Vec<u8>, Vec<u8>), Failure> {
    let answer = if deterministic {
        key.prove(input)
    } else {
        let mut random = Zeroizing::new([0; SecretKey::RANDOM]);
        getrandom::fill(random.as_mut()).map_err(|error| Failure::new(Code::Internal, error))?;
        key.prove_hedged(input, &random)
    };
    answer.map_err(|error| Failure::new(Code::Refused, error))
}

/// The JSON of a secret key file.
pub fn secret_key_file(key: &SecretKey, seed: &[u8; 32]) -> Zeroizing<String> {
    let mut digits = Zeroizing::new([0; 64]);
    // A buffer of twice the length always suffices.
    let _ = hex::encode_to_slice(seed, digits.as_mut());
    let secret = std::str::from_utf8(digits.as_ref()).unwrap_or_default();
    let (scheme, public) = (key.scheme().name(), hex::encode(key.public_key()));
    let parts = [
        &format!("{{\"scheme\": \"{scheme}\", \"secret\": \""),
        secret,
        &format!("\", \"public\": \"{public}\"}}\n"),
    ];
    Zeroizing::new(parts.concat())
}

/// This borrows from the file's bytes, so that no copy of the secret outlives them. Keys of study schemes
/// have two more members, so that their files are recognised.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretFile<'a> {
    scheme: &'a str,
    secret: &'a str,
    public: &'a str,
    warning: Option<IgnoredAny>,
    answered: Option<IgnoredAny>,
}

fn parse(bytes: &[u8], path: &Path) -> Result<SecretKey, Failure> {
    // The parser's own message could quote the secret, so it is not passed on.
    let bad = || {
        Failure::new(Code::Malformed, format_args!("{} is not a secret key file", path.display()))
            .hint("`heliast vrf keygen` makes one")
    };
    let file: SecretFile<'_> = serde_json::from_slice(bytes).map_err(|_| bad())?;
    let scheme = StatelessScheme::from_name(file.scheme).ok_or_else(|| unknown(file.scheme, path, bad()))?;
    if file.warning.is_some() || file.answered.is_some() {
        return Err(bad());
    }
    let mut seed = Zeroizing::new([0; 32]);
    lower_hex_into(file.secret, seed.as_mut()).ok_or_else(bad)?;
    let key = SecretKey::from_seed(scheme, *seed);
    if hex::encode(key.public_key()) != file.public {
        let message =
            format_args!("{} is not used: its public key is not that of its secret", path.display());
        return Err(Failure::new(Code::Refused, message).hint("the file was changed; take it from a backup"));
    }
    Ok(key)
}
