//! `heliast vrf verify`: verifies a proof, and prints the output that it proves.

use crate::{
    failure::{Code, Failure},
    files,
    inputs::{TurnArgs, VrfInput},
    keys,
    modulus::lower_hex,
    report::Report,
    reports::{BareKey, Hex, LotVerified, True},
};
use heliast::VrfScheme;
use std::path::{Path, PathBuf};

/// Verify a proof and print the output
///
/// A proof of ivrf holds for every input, with another output for each: compare the output, or fix the input
/// before the proof is known.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The public key file
    #[arg(long, value_name = "FILE", required_unless_present = "public", conflicts_with = "public")]
    key: Option<PathBuf>,
    /// The public key
    #[arg(long, value_name = "HEX")]
    public: Option<String>,
    #[command(flatten)]
    input: VrfInput,
    #[command(flatten)]
    turn: TurnArgs,
    /// The proof: a file, `-` for stdin, or hexadecimal digits
    #[arg(long, value_name = "FILE|HEX")]
    proof: PathBuf,
    /// The VRF, if neither the key file nor the proof names it
    #[arg(long, value_parser = keys::scheme)]
    scheme: Option<VrfScheme>,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let (of_key, public) = self.public_key()?;
        let (of_proof, proof) = read_proof(&self.proof)?;
        let scheme = agree(&[of_key, of_proof, self.scheme])?;
        let output = scheme.verify(&public, self.turn.turn(), &self.input.load()?, &proof)?;
        let key = BareKey { scheme: scheme.into(), public_key: Hex::of(public) };
        let said = LotVerified { valid: True, output: Hex::of(output), key };
        let report = Report::of("valid: the key has this output for the input, and no other", &said);
        Ok(report.show(&["output", "scheme", "public_key"]))
    }

    fn public_key(&self) -> Result<(Option<VrfScheme>, Vec<u8>), Failure> {
        if let Some(path) = &self.key {
            let (scheme, public) = keys::read_public_key(path)?;
            return Ok((Some(scheme), public));
        }
        let bytes = hex::decode(self.public.as_deref().unwrap_or_default());
        let public = bytes.map_err(|error| Failure::new(Code::Malformed, error).about("--public"))?;
        Ok((VrfScheme::of_public_key(&public), public))
    }
}

/// Reads a proof. Digits of a proof's length, with or without the file's header, are the proof itself; with
/// `./` in front they are the name of a file.
fn read_proof(path: &Path) -> Result<(Option<VrfScheme>, Vec<u8>), Failure> {
    let named = |bytes: &[u8]| keys::split_proof(bytes).map(|(scheme, proof)| (Some(scheme), proof.to_vec()));
    let digits = path.to_str().and_then(lower_hex).unwrap_or_default();
    match named(&digits) {
        Ok(proof) => Ok(proof),
        Err(_) if keys::may_be_proof(&digits) => Ok((None, digits)),
        Err(_) => named(&files::read(path, keys::MAX_FILE)?),
    }
}

/// The scheme on which the key, the proof and the flag agree.
fn agree(named: &[Option<VrfScheme>]) -> Result<VrfScheme, Failure> {
    let mut schemes = named.iter().flatten();
    let hint = "give --scheme, or a proof file instead of bare digits";
    let first =
        schemes.next().ok_or_else(|| Failure::new(Code::Usage, "nothing names the VRF scheme").hint(hint))?;
    match schemes.find(|scheme| *scheme != first) {
        None => Ok(*first),
        Some(other) => {
            let message = format_args!("the key and the proof are of two schemes: {first} and {other}");
            Err(Failure::new(Code::Invalid, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_name_a_scheme_name_the_same() {
        let scheme = |name| keys::scheme(name).unwrap();
        let (ell2, tai) = (scheme("ell2"), scheme("tai"));
        for named in [[Some(ell2), None, None], [None, None, Some(ell2)], [Some(ell2); 3]] {
            assert_eq!(agree(&named).unwrap(), ell2);
        }
        let nothing = agree(&[None; 3]).unwrap_err();
        assert_eq!(
            (nothing.code(), nothing.to_string()),
            (Code::Usage, "nothing names the VRF scheme".to_owned())
        );
        for named in
            [[Some(ell2), Some(tai), None], [None, Some(ell2), Some(tai)], [Some(ell2), None, Some(tai)]]
        {
            let other = agree(&named).unwrap_err();
            assert_eq!(other.code(), Code::Invalid);
            assert_eq!(
                other.to_string(),
                format!("the key and the proof are of two schemes: {ell2} and {tai}")
            );
        }
    }

    /// Hexadecimal digits of a proof's length are a proof, and any other text is the name of a file.
    #[test]
    fn digits_are_a_proof_and_other_words_a_file() {
        let proof = hex::encode([7; 80]);
        let ell2 = keys::scheme("ell2").unwrap();
        assert_eq!(read_proof(Path::new(&proof)).unwrap(), (None, vec![7; 80]));
        let bytes = keys::proof_file(ell2.id(), &[7; 80]);
        let read = (Some(ell2), vec![7; 80]);
        assert_eq!(read_proof(Path::new(&hex::encode(&bytes))).unwrap(), read);
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("07");
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(read_proof(&file).unwrap(), read);
        // A file has its header.
        std::fs::write(&file, [7; 80]).unwrap();
        let failure = read_proof(&file).unwrap_err();
        assert!(failure.to_string().contains("does not begin with HLVR"), "{failure}");
        for missing in [&proof[..158], &format!("{proof}0"), &"AB".repeat(80), "none"] {
            let failure = read_proof(Path::new(missing)).unwrap_err();
            assert!(failure.to_string().starts_with(&format!("{missing} can't be read: ")), "{failure}");
        }
    }
}
