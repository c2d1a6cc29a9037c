//! VRF key files and proof files (`spec/vrf.md`).

use crate::{
    failure::{Code, Failure},
    files,
    modulus::lower_hex,
};
use heliast::{SecretKey, VrfScheme};
use serde::Deserialize;
use std::path::Path;
use zeroize::Zeroizing;

const PROOF_MAGIC: &[u8] = b"HLVR\x01";
const MAX_FILE: u64 = 64 << 10;

/// The scheme of a name on the command line.
pub fn scheme(name: &str) -> Result<VrfScheme, String> {
    let long = format!("ecvrf-edwards25519-sha512-{name}");
    VrfScheme::from_name(name).or_else(|| VrfScheme::from_name(&long)).ok_or_else(|| {
        let names: Vec<_> = VrfScheme::ALL.iter().map(|scheme| scheme.name()).collect();
        format!("the schemes are {}", names.join(", "))
    })
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

/// The JSON of a public key file.
pub fn public_key_file(scheme: VrfScheme, public: &[u8]) -> String {
    format!("{{\"scheme\": \"{}\", \"public\": \"{}\"}}\n", scheme.name(), hex::encode(public))
}

/// Borrows from the file's bytes, so that no copy of the secret outlives them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretFile<'a> {
    scheme: &'a str,
    secret: &'a str,
    public: &'a str,
}

/// The secret key in a file.
pub fn read_secret_key(path: &Path) -> Result<SecretKey, Failure> {
    let bytes = files::read_secret(path)?;
    // The parser's own words could quote the secret, so they are not passed on.
    let bad = || {
        Failure::new(Code::Malformed, format_args!("{} is no secret key file", path.display()))
            .hint("`heliast vrf keygen` makes one")
    };
    let file: SecretFile<'_> = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let mut seed = Zeroizing::new([0; 32]);
    hex::decode_to_slice(file.secret, seed.as_mut()).map_err(|_| bad())?;
    let key = SecretKey::from_seed(VrfScheme::from_name(file.scheme).ok_or_else(bad)?, *seed);
    if hex::encode(key.public_key()) != file.public {
        let message =
            format_args!("{} is not used: its public key is not that of its secret", path.display());
        return Err(Failure::new(Code::Refused, message).hint("the file was changed; take it from a backup"));
    }
    Ok(key)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublicFile {
    scheme: String,
    public: String,
}

/// The public key in a file, and its scheme.
pub fn read_public_key(path: &Path) -> Result<(VrfScheme, Vec<u8>), Failure> {
    let bytes = Zeroizing::new(files::read(path, MAX_FILE)?);
    let bad = || {
        Failure::new(Code::Malformed, format_args!("{} is no public key file", path.display()))
            .hint("`heliast vrf keygen --public FILE` writes one; don't hand out the secret key file")
    };
    let file: PublicFile = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let scheme = VrfScheme::from_name(&file.scheme).ok_or_else(bad)?;
    Ok((scheme, lower_hex(&file.public).ok_or_else(bad)?))
}

/// The bytes of a proof file.
pub fn proof_file(scheme: VrfScheme, proof: &[u8]) -> Vec<u8> {
    [PROOF_MAGIC, &[scheme as u8], proof].concat()
}

/// The scheme, if the bytes name it, and the proof: of a proof file, or bare if `bytes` has exactly a proof's length.
pub fn split_proof(bytes: &[u8]) -> Result<(Option<VrfScheme>, &[u8]), Failure> {
    let bad = |reason| Failure::new(Code::Malformed, format_args!("this is no VRF proof: {reason}"));
    let Some(rest) = bytes.strip_prefix(PROOF_MAGIC) else {
        let is_bare = VrfScheme::ALL.iter().any(|scheme| scheme.proof_len() == bytes.len());
        return if is_bare {
            Ok((None, bytes))
        } else {
            Err(bad("it does not begin with HLVR and version 1"))
        };
    };
    let (&id, proof) = rest.split_first().ok_or_else(|| bad("it is cut short"))?;
    Ok((Some(VrfScheme::from_id(id).ok_or_else(|| bad("unknown scheme"))?), proof))
}
