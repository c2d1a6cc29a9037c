//! The group of a command: a built-in name, a modulus file or a trapdoor file (`spec/group.md`).

use crate::{
    failure::{Code, Failure},
    files,
    secrets::PassphraseArgs,
};
use heliast::{Group, Natural, RsaGroup, Trapdoor};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The name of the built-in modulus.
pub const BUILT_IN: &str = "rsa-2048";
const MAX_FILE: u64 = 64 << 10;
const WEAK_HINT: &str = "use `rsa-2048`, or lower --min-bits if you know what the modulus is worth";

/// Which group a delay runs in.
#[derive(Debug, clap::Args)]
pub struct GroupArgs {
    /// `rsa-2048`, the built-in modulus, or a modulus file [default: rsa-2048]
    #[arg(long, value_name = "GROUP")]
    group: Option<PathBuf>,
    /// Refuse moduli with fewer bits
    #[arg(long, value_name = "BITS", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(256..=8192))]
    min_bits: u32,
}

impl GroupArgs {
    /// The group.
    pub fn load(&self) -> Result<RsaGroup, Failure> {
        load(self.group.as_deref().unwrap_or(Path::new(BUILT_IN)), self.min_bits)
    }

    /// The trapdoor in a file, which must be that of the group if one was named.
    pub fn load_trapdoor(&self, path: &Path, passphrase: &PassphraseArgs) -> Result<Trapdoor, Failure> {
        let trapdoor = read_trapdoor(path, passphrase, self.min_bits)?;
        if self.group.is_some() && self.load()?.id() != trapdoor.group().id() {
            let message = format_args!("{} holds the factors of another modulus", path.display());
            return Err(Failure::new(Code::Refused, message)
                .hint("leave --group out, or give the modulus file that fits"));
        }
        Ok(trapdoor)
    }
}

/// The group with a name or in a file.
pub fn load(group: &Path, min_bits: u32) -> Result<RsaGroup, Failure> {
    if group.as_os_str() == BUILT_IN {
        return Ok(RsaGroup::rsa_2048());
    }
    let bytes = files::read(group, MAX_FILE)?;
    let bad = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{} is no modulus to use: {reason}", group.display()))
            .hint(WEAK_HINT)
    };
    let file: ModulusFile = serde_json::from_slice(&bytes).map_err(|error| bad(&error))?;
    let modulus = file.modulus().map_err(|reason| bad(&reason))?;
    RsaGroup::new(&modulus, min_bits as usize).map_err(|error| bad(&error))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModulusFile {
    group: String,
    bits: usize,
    modulus: String,
}

impl ModulusFile {
    fn modulus(&self) -> Result<Natural, &'static str> {
        if self.group != "rsa" {
            return Err("its group is not \"rsa\"");
        }
        let modulus = lower_hex(&self.modulus).ok_or("the modulus is not in lower-case hexadecimal")?;
        let number = Natural::from_be_bytes(&modulus);
        match number.bits() {
            bits if bits != self.bits => Err("it states another number of bits than the modulus has"),
            bits if bits.div_ceil(8) != modulus.len() => Err("the modulus begins with zeros"),
            _ => Ok(number),
        }
    }
}

/// The JSON of a modulus file.
pub fn modulus_file(group: &RsaGroup) -> String {
    let (bits, modulus) = (group.bits(), modulus_hex(group));
    format!("{{\"group\": \"rsa\", \"bits\": {bits}, \"modulus\": \"{modulus}\"}}\n")
}

/// N in 2L digits.
pub fn modulus_hex(group: &RsaGroup) -> String {
    hex::encode(group.modulus().to_be_bytes(group.encoded_len()).unwrap_or_default())
}

/// The JSON of a trapdoor file.
pub fn trapdoor_file(trapdoor: &Trapdoor) -> Zeroizing<String> {
    let (p, q) = trapdoor.factors_hex();
    let (p, q) = (Zeroizing::new(p), Zeroizing::new(q));
    let (bits, modulus) = (trapdoor.group().bits(), modulus_hex(trapdoor.group()));
    let parts = [
        &format!("{{\"group\": \"rsa-trapdoor\", \"bits\": {bits}, \"modulus\": \"{modulus}\", \"p\": \""),
        p.as_str(),
        "\", \"q\": \"",
        q.as_str(),
        "\"}\n",
    ];
    // `concat` allocates once: a string that grows would leave copies of p behind.
    Zeroizing::new(parts.concat())
}

/// Borrows from the file's bytes, so that no copy of a factor outlives them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrapdoorFile<'a> {
    group: &'a str,
    bits: usize,
    modulus: &'a str,
    p: &'a str,
    q: &'a str,
}

fn read_trapdoor(path: &Path, passphrase: &PassphraseArgs, min_bits: u32) -> Result<Trapdoor, Failure> {
    let bytes = passphrase.read(path)?.bytes;
    // The parser's own words could quote a secret, so they are not passed on.
    let bad = || Failure::new(Code::Malformed, format_args!("{} is no trapdoor file", path.display()));
    let file: TrapdoorFile<'_> = serde_json::from_slice(&bytes).map_err(|_| bad())?;
    let (Some(p), Some(q), "rsa-trapdoor") = (secret_number(file.p), secret_number(file.q), file.group)
    else {
        return Err(bad());
    };
    let refused = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Refused, format_args!("{} is not used: {reason}", path.display())).hint(WEAK_HINT)
    };
    let trapdoor = Trapdoor::new(p, q, min_bits as usize).map_err(|error| refused(&error))?;
    let consistent = trapdoor.group().bits() == file.bits && modulus_hex(trapdoor.group()) == file.modulus;
    if consistent {
        Ok(trapdoor)
    } else {
        Err(refused(&"the modulus in it is not the product of its factors"))
    }
}

fn secret_number(digits: &str) -> Option<Natural> {
    let padded = Zeroizing::new([if digits.len() % 2 == 1 { "0" } else { "" }, digits].concat());
    Some(Natural::from_be_bytes(&Zeroizing::new(lower_hex(&padded)?)))
}

/// Bytes of lower-case hexadecimal digits.
pub fn lower_hex(digits: &str) -> Option<Vec<u8>> {
    if digits.bytes().any(|digit| digit.is_ascii_uppercase()) { None } else { hex::decode(digits).ok() }
}

/// The same into a place of that very length, so that no copy of a secret is left behind.
pub fn lower_hex_into(digits: &str, bytes: &mut [u8]) -> Option<()> {
    if digits.bytes().any(|digit| digit.is_ascii_uppercase()) {
        return None;
    }
    hex::decode_to_slice(digits, bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trapdoor() -> Trapdoor {
        Trapdoor::generate(256, |bytes| getrandom::fill(bytes).unwrap()).unwrap()
    }

    fn file(group: &str, bits: usize, modulus: &str) -> ModulusFile {
        ModulusFile { group: group.to_owned(), bits, modulus: modulus.to_owned() }
    }

    #[test]
    fn a_modulus_file_says_nothing_twice_that_differs() {
        assert_eq!(file("rsa", 9, "01ff").modulus().unwrap().bits(), 9);
        for (file, reason) in [
            (file("class", 9, "01ff"), "its group is not \"rsa\""),
            (file("rsa", 9, "01FF"), "the modulus is not in lower-case hexadecimal"),
            (file("rsa", 9, "1ff"), "the modulus is not in lower-case hexadecimal"),
            (file("rsa", 9, "01fg"), "the modulus is not in lower-case hexadecimal"),
            (file("rsa", 8, "01ff"), "it states another number of bits than the modulus has"),
            (file("rsa", 9, "0001ff"), "the modulus begins with zeros"),
            (file("rsa", 1, ""), "it states another number of bits than the modulus has"),
        ] {
            assert_eq!(file.modulus().unwrap_err(), reason);
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let trapdoor = trapdoor();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("modulus");
        std::fs::write(&path, modulus_file(trapdoor.group())).unwrap();
        assert_eq!(load(&path, 256).unwrap().id(), trapdoor.group().id());
        let weak = load(&path, 2048).unwrap_err();
        assert_eq!((weak.code(), weak.hint_text()), (Code::Malformed, WEAK_HINT));

        let path = dir.path().join("factors");
        files::AtomicFile::write_all_to(
            &path,
            files::Secrecy::Secret,
            false,
            trapdoor_file(&trapdoor).as_bytes(),
        )
        .unwrap();
        assert_eq!(
            read_trapdoor(&path, &PassphraseArgs::default(), 256).unwrap().group().id(),
            trapdoor.group().id()
        );
        assert!(
            read_trapdoor(&path, &PassphraseArgs::default(), 512)
                .unwrap_err()
                .to_string()
                .contains("is not used: ")
        );
    }

    #[test]
    fn factors_and_modulus_belong_together() {
        let trapdoor = trapdoor();
        let args = |group: Option<PathBuf>| GroupArgs { group, min_bits: 256 };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("factors");
        files::AtomicFile::write_all_to(
            &path,
            files::Secrecy::Secret,
            false,
            trapdoor_file(&trapdoor).as_bytes(),
        )
        .unwrap();
        assert!(args(None).load_trapdoor(&path, &PassphraseArgs::default()).is_ok());
        let Err(other) = args(Some(PathBuf::from(BUILT_IN))).load_trapdoor(&path, &PassphraseArgs::default())
        else {
            panic!("it fits")
        };
        assert!(other.to_string().ends_with("factors holds the factors of another modulus"), "{other}");
        assert_eq!(other.code(), Code::Refused);
        assert_eq!(args(None).load().unwrap().id(), RsaGroup::rsa_2048().id());
    }

    #[test]
    fn hexadecimal_has_one_form() {
        assert_eq!(lower_hex("00ff"), Some(vec![0, 255]));
        assert_eq!(lower_hex(""), Some(vec![]));
        for text in ["FF", "0", "0x", "f f", "é"] {
            assert_eq!(lower_hex(text), None, "{text}");
        }
        let mut place = [0; 2];
        assert_eq!((lower_hex_into("00ff", &mut place), place), (Some(()), [0, 255]));
        assert!(["FF00", "00", "00ffff", "00fg"].map(|text| lower_hex_into(text, &mut place)) == [None; 4]);
        // A factor may have an odd number of digits.
        assert_eq!(secret_number("1ff").unwrap().bits(), 9);
        assert!(secret_number("1FF").is_none());
    }
}
