//! VRF key files and proof files (`spec/vrf.md`).

use crate::{
    failure::{Code, Failure},
    files,
    modulus::lower_hex,
};
use heliast::TreeScheme;
use heliast_study::any::{AnyScheme, AnyStateless};
use serde::Deserialize;
use std::path::Path;
use zeroize::Zeroizing;

mod secret;

pub use secret::{Answer, OwnKey, secret_key_file, warning, with_warning};

const PROOF_MAGIC: &[u8] = b"HLVR\x01";
/// Longer than every proof file and public key file.
pub const MAX_FILE: u64 = 128 << 10;

/// The scheme of a name on the command line.
pub fn scheme(name: &str) -> Result<AnyScheme, String> {
    let long = format!("ecvrf-edwards25519-sha512-{name}");
    AnyScheme::from_name(name).or_else(|| AnyScheme::from_name(&long)).ok_or_else(|| {
        let stateless: Vec<_> = AnyStateless::all().map(|scheme| scheme.name()).collect();
        let (least, most) = TreeScheme::HEIGHTS.into_inner();
        format!("the schemes are {}; x-vrf-H and ivrf-H, with H from {least} to {most}", stateless.join(", "))
    })
}

/// The JSON of a public key file.
pub fn public_key_file(scheme: AnyScheme, public: &[u8]) -> String {
    format!("{{\"scheme\": \"{scheme}\", \"public\": \"{}\"}}\n", hex::encode(public))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublicFile {
    scheme: String,
    public: String,
}

/// The public key in a file, and its scheme.
pub fn read_public_key(path: &Path) -> Result<(AnyScheme, Vec<u8>), Failure> {
    let bytes = Zeroizing::new(files::read(path, MAX_FILE)?);
    let bad = || {
        Failure::new(Code::Malformed, format_args!("{} is no public key file", path.display()))
            .hint("`heliast vrf keygen --public FILE` writes one; don't hand out the secret key file")
    };
    let file: PublicFile = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let scheme = AnyScheme::from_name(&file.scheme).ok_or_else(bad)?;
    Ok((scheme, lower_hex(&file.public).ok_or_else(bad)?))
}

/// The bytes of a proof file.
pub fn proof_file(id: u8, proof: &[u8]) -> Vec<u8> {
    [PROOF_MAGIC, &[id], proof].concat()
}

/// The scheme, if the bytes name it, and the proof: of a proof file, or bare if `bytes` has a length that
/// some scheme's proofs have. Lengths alone name no scheme: those of sl-vrf vary.
pub fn split_proof(bytes: &[u8]) -> Result<(Option<AnyScheme>, &[u8]), Failure> {
    let bad = |reason| Failure::new(Code::Malformed, format_args!("this is no VRF proof: {reason}"));
    let is_proof_of = |scheme: &AnyScheme, proof: &[u8]| scheme.proof_len().contains(&proof.len());
    let Some(rest) = bytes.strip_prefix(PROOF_MAGIC) else {
        return match AnyScheme::all().any(|scheme| is_proof_of(&scheme, bytes)) {
            true => Ok((None, bytes)),
            false => Err(bad("it does not begin with HLVR and version 1")),
        };
    };
    let (&id, proof) = rest.split_first().ok_or_else(|| bad("it is cut short"))?;
    let mut schemes = AnyScheme::all().filter(|scheme| scheme.id() == id).peekable();
    schemes.peek().ok_or_else(|| bad("unknown scheme"))?;
    let scheme = schemes.find(|scheme| is_proof_of(scheme, proof));
    Ok((Some(scheme.ok_or_else(|| bad("it has not the length of a proof of its scheme"))?), proof))
}
