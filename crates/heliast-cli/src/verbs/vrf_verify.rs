//! `heliast vrf verify`: the output that a proof proves.

use crate::{
    failure::{Code, Failure},
    files,
    inputs::{TurnArgs, VrfInput},
    keys,
    modulus::lower_hex,
    report::Report,
};
use heliast_study::any::AnyScheme;
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
    /// The VRF, where neither the key file nor the proof names it
    #[arg(long, value_parser = keys::scheme)]
    scheme: Option<AnyScheme>,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let (of_key, public) = self.public_key()?;
        let (of_proof, proof) = read_proof(&self.proof)?;
        let scheme = agree(&[of_key, of_proof, self.scheme])?;
        let output = scheme.verify(&public, self.turn.turn(), &self.input.load()?, &proof)?;
        Ok(Report::new("valid: the key has this output for the input, and no other")
            .field("valid", true)
            .row("output", hex::encode(output))
            .row("scheme", scheme.to_string())
            .row("public key", hex::encode(public)))
    }

    fn public_key(&self) -> Result<(Option<AnyScheme>, Vec<u8>), Failure> {
        if let Some(path) = &self.key {
            let (scheme, public) = keys::read_public_key(path)?;
            return Ok((Some(scheme), public));
        }
        let bytes = hex::decode(self.public.as_deref().unwrap_or_default());
        let public = bytes.map_err(|error| Failure::new(Code::Malformed, error).about("--public"))?;
        Ok((AnyScheme::of_public_key(&public), public))
    }
}

/// Digits of a proof's length, with or without the file's header, are the proof itself; `./` in front makes
/// them a file's name.
fn read_proof(path: &Path) -> Result<(Option<AnyScheme>, Vec<u8>), Failure> {
    let named = |bytes: &[u8]| keys::split_proof(bytes).map(|(scheme, proof)| (Some(scheme), proof.to_vec()));
    let digits = path.to_str().and_then(lower_hex).unwrap_or_default();
    match named(&digits) {
        Ok(proof) => Ok(proof),
        Err(_) if keys::may_be_proof(&digits) => Ok((None, digits)),
        Err(_) => named(&files::read(path, keys::MAX_FILE)?),
    }
}

/// The one scheme that everything that names one names.
fn agree(named: &[Option<AnyScheme>]) -> Result<AnyScheme, Failure> {
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
