//! Public key files and proof files (`spec/vrf.md`).

use crate::{
    failure::{Code, Failure},
    files,
};
use heliast_study::Scheme;
use serde::Deserialize;
use std::path::Path;
use zeroize::Zeroizing;

const PROOF_MAGIC: &[u8] = b"HLVR\x01";

/// Returns the scheme of a name on the command line.
pub fn scheme(name: &str) -> Result<Scheme, String> {
    Scheme::from_name(name).ok_or_else(|| format!("the schemes are {}", names()))
}

fn names() -> String {
    Scheme::ALL.map(Scheme::name).join(", ")
}

/// Returns the JSON of a public key file.
pub fn public_key_file(scheme: Scheme, public: &[u8]) -> String {
    format!("{{\"scheme\": \"{}\", \"public\": \"{}\"}}\n", scheme.name(), hex::encode(public))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublicFile {
    scheme: String,
    public: String,
}

/// Returns the public key in a file, and its scheme.
pub fn read_public_key(path: &Path) -> Result<(Scheme, Vec<u8>), Failure> {
    let bytes = Zeroizing::new(files::read(path)?);
    let bad = || {
        Failure::new(Code::Malformed, format_args!("{} is not a public key file", path.display()))
            .hint("`heliast-study vrf keygen --public FILE` writes one; don't hand out the secret key file")
    };
    let file: PublicFile = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let scheme = known(&file.scheme, path)?;
    Ok((scheme, lower_hex(&file.public).ok_or_else(bad)?))
}

/// Returns the scheme that a key file names. The schemes of `heliast` use the same form of files.
pub fn known(name: &str, path: &Path) -> Result<Scheme, Failure> {
    Scheme::from_name(name).ok_or_else(|| {
        let message = format_args!("{} is a key of none of {}", path.display(), names());
        Failure::new(Code::Malformed, message).hint("`heliast vrf` has the other schemes")
    })
}

/// Returns the bytes of lower-case digits: a file has only one form.
pub fn lower_hex(digits: &str) -> Option<Vec<u8>> {
    let is_lower = digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    is_lower.then(|| hex::decode(digits).ok()).flatten()
}

/// Returns the bytes of a proof file.
pub fn proof_file(scheme: Scheme, proof: &[u8]) -> Vec<u8> {
    [PROOF_MAGIC, &[scheme.id()], proof].concat()
}

/// Returns the scheme and the proof in a proof file.
pub fn split_proof(bytes: &[u8]) -> Result<(Scheme, &[u8]), Failure> {
    let bad = |reason| Failure::new(Code::Malformed, format_args!("this is not a VRF proof: {reason}"));
    let rest = bytes.strip_prefix(PROOF_MAGIC);
    let rest = rest.ok_or_else(|| bad("it does not begin with HLVR and version 1"))?;
    let (&id, proof) = rest.split_first().ok_or_else(|| bad("it is cut short"))?;
    let scheme = Scheme::from_id(id).ok_or_else(|| {
        bad("its scheme is not one of those that are studied here")
            .hint("`heliast vrf verify` has the other schemes")
    })?;
    if !scheme.proof_len().contains(&proof.len()) {
        return Err(bad("it has not the length of a proof of its scheme"));
    }
    Ok((scheme, proof))
}

/// Whether some scheme has proofs of this length.
pub fn may_be_proof(bytes: &[u8]) -> bool {
    Scheme::ALL.into_iter().any(|scheme| scheme.proof_len().contains(&bytes.len()))
}
