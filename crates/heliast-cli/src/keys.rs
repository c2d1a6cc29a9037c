//! VRF key files and proof files (`spec/vrf.md`).

use crate::{
    failure::{Code, Failure},
    files,
    modulus::lower_hex,
};
use heliast::{StatelessScheme, TreeScheme, VrfScheme};
use serde::Deserialize;
use std::path::Path;
use zeroize::Zeroizing;

mod secret;

pub use secret::{answer, open, secret_key_file};

/// The names and numbers of the schemes that only the program `heliast-study` has.
const STUDIED: [(&str, u8); 3] = [("sl-vrf-paper", 0x31), ("sl-vrf-13", 0x32), ("lb-vrf", 0x51)];
const PROOF_MAGIC: &[u8] = b"HLVR\x01";
/// An upper limit of the length of proof files and public key files.
pub const MAX_FILE: u64 = 128 << 10;

/// The scheme with a name on the command line.
pub fn scheme(name: &str) -> Result<VrfScheme, String> {
    VrfScheme::from_short_name(name).ok_or_else(|| {
        let stateless = StatelessScheme::ALL.map(StatelessScheme::name);
        let (least, most) = TreeScheme::HEIGHTS.into_inner();
        format!("the schemes are {}; x-vrf-H and ivrf-H, with H from {least} to {most}", stateless.join(", "))
    })
}

/// The JSON of a public key file.
pub fn public_key_file(scheme: VrfScheme, public: &[u8]) -> String {
    format!("{{\"scheme\": \"{scheme}\", \"public\": \"{}\"}}\n", hex::encode(public))
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
        Failure::new(Code::Malformed, format_args!("{} is not a public key file", path.display()))
            .hint("`heliast vrf keygen --public FILE` writes one; don't hand out the secret key file")
    };
    let file: PublicFile = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let scheme = VrfScheme::from_name(&file.scheme).ok_or_else(|| unknown(&file.scheme, path, bad()))?;
    Ok((scheme, lower_hex(&file.public).ok_or_else(bad)?))
}

/// The failure to use a key of a scheme that this program does not have: `bad`, unless `heliast-study` has
/// it.
fn unknown(scheme: &str, path: &Path, bad: Failure) -> Failure {
    let studied = STUDIED.into_iter().find(|(name, _)| *name == scheme);
    studied.map_or(bad, |(name, _)| {
        let message = format_args!("{} is a key of {name}, which is a scheme for study only", path.display());
        for_study(Failure::new(Code::Malformed, message))
    })
}

fn for_study(failure: Failure) -> Failure {
    failure.hint("the program heliast-study takes it, with the same verbs and options")
}

/// The bytes of a proof file.
pub fn proof_file(id: u8, proof: &[u8]) -> Vec<u8> {
    [PROOF_MAGIC, &[id], proof].concat()
}

/// The scheme and the proof in a proof file.
pub fn split_proof(bytes: &[u8]) -> Result<(VrfScheme, &[u8]), Failure> {
    let bad = |reason: &str| Failure::new(Code::Malformed, format_args!("this is not a VRF proof: {reason}"));
    let rest = bytes.strip_prefix(PROOF_MAGIC).ok_or_else(|| {
        bad("it does not begin with HLVR and version 1").hint(
            "check the path; a proof without a header is not a file: give its digits, and what it is of by --scheme",
        )
    })?;
    let (&id, proof) = rest.split_first().ok_or_else(|| bad("it is cut short"))?;
    let mut schemes = VrfScheme::all().filter(|scheme| scheme.id() == id).peekable();
    schemes.peek().ok_or_else(|| match STUDIED.into_iter().find(|(_, studied)| *studied == id) {
        Some((name, _)) => for_study(bad(&format!("it is one of {name}, which is a scheme for study only"))),
        None => bad("unknown scheme"),
    })?;
    let scheme = schemes.find(|scheme| is_proof_of(*scheme, proof));
    Ok((scheme.ok_or_else(|| bad("it has not the length of a proof of its scheme"))?, proof))
}

/// Whether some scheme has proofs of this length.
pub fn may_be_proof(bytes: &[u8]) -> bool {
    VrfScheme::all().any(|scheme| is_proof_of(scheme, bytes))
}

fn is_proof_of(scheme: VrfScheme, proof: &[u8]) -> bool {
    scheme.proof_len().contains(&proof.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_has_its_name_and_those_of_ecvrf_a_short_one() {
        for (short, long) in
            [("ell2", "ecvrf-edwards25519-sha512-ell2"), ("tai", "ecvrf-edwards25519-sha512-tai")]
        {
            assert_eq!(
                (scheme(short).unwrap(), scheme(short).unwrap().to_string()),
                (scheme(long).unwrap(), long.into())
            );
        }
        for known in VrfScheme::all() {
            assert_eq!(scheme(&known.to_string()), Ok(known));
        }
        for name in ["", "ecvrf", "X-VRF-10", "x-vrf-1", "sl-vrf-13", "ell2 "] {
            let said = scheme(name).unwrap_err();
            assert!(said.starts_with("the schemes are ecvrf-") && said.contains(", a-vrf-fast"), "{said}");
        }
    }

    #[test]
    fn a_proof_file_names_its_scheme_and_has_its_length() {
        for name in ["ell2", "tai", "a-vrf-fast", "x-vrf-10", "ivrf-10"] {
            let scheme = scheme(name).unwrap();
            let proof = vec![7; *scheme.proof_len().start()];
            let file = proof_file(scheme.id(), &proof);
            assert_eq!(split_proof(&file).unwrap(), (scheme, &proof[..]), "{name}");
            assert_eq!(proof_file(split_proof(&file).unwrap().0.id(), split_proof(&file).unwrap().1), file);
            // Without its header it still has the length of a proof, but is not a proof file.
            assert!(may_be_proof(&proof) && split_proof(&proof).is_err(), "{name}");
        }
        let file = proof_file(scheme("ell2").unwrap().id(), &[7; 80]);
        for (bytes, reason) in [
            (&b""[..], "it does not begin with HLVR and version 1"),
            (&b"HLVR\x02"[..], "it does not begin with HLVR and version 1"),
            (&file[..5], "it is cut short"),
            (&proof_file(0xee, &[7; 80]), "unknown scheme"),
            (&proof_file(0x51, &[7; 5144]), "it is one of lb-vrf, which is a scheme for study only"),
            (&file[..85], "it has not the length of a proof of its scheme"),
            (&[&file[..], b"\0"].concat(), "it has not the length of a proof of its scheme"),
        ] {
            let failure = split_proof(bytes).unwrap_err();
            assert_eq!(failure.to_string(), format!("this is not a VRF proof: {reason}"));
            assert_eq!(failure.code(), Code::Malformed);
        }
    }

    #[test]
    fn a_public_key_file_is_read_as_it_is_written_and_in_no_other_form() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("public");
        let ell2 = scheme("ell2").unwrap();
        let good = public_key_file(ell2, &[0xab; 32]);
        std::fs::write(&path, &good).unwrap();
        assert_eq!(read_public_key(&path).unwrap(), (ell2, vec![0xab; 32]));
        let digits = "ab".repeat(32);
        for bad in [
            good.replace("ell2", "ell3"),
            good.replace("ecvrf-edwards25519-sha512-ell2", "ell2"),
            good.replace(&digits, &digits.to_uppercase()),
            good.replace(&digits, &digits[1..]),
            good.replace("\"public\"", "\"secret\""),
            good.replace('}', ", \"secret\": \"00\"}"),
            good.replace('}', ""),
            format!("{good}{good}"),
            "7".to_owned(),
            String::new(),
        ] {
            std::fs::write(&path, &bad).unwrap();
            let failure = read_public_key(&path).unwrap_err();
            assert!(failure.to_string().ends_with("public is not a public key file"), "{bad}: {failure}");
            assert_eq!(failure.code(), Code::Malformed);
            assert!(failure.hint_text().contains("don't hand out the secret key"), "{}", failure.hint_text());
        }
        std::fs::write(&path, vec![b' '; MAX_FILE as usize + 1]).unwrap();
        assert!(read_public_key(&path).unwrap_err().to_string().contains("is longer than 131072 bytes"));
    }
}
