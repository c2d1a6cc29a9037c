//! Modulus files and trapdoor files (`spec/group.md`).

use crate::{
    failure::{Code, Failure},
    secrets::PassphraseArgs,
};
use heliast::{Group, Natural, RsaGroup, Trapdoor};
use serde::{Deserialize, Serialize};
use std::path::Path;
use zeroize::Zeroizing;

/// The hint for a modulus that is too short or invalid.
pub const WEAK_HINT: &str = "use `rsa-2048`, or lower --min-bits if you know what the modulus is worth";

/// The group in the bytes of a modulus file.
pub fn from_json(bytes: &[u8], min_bits: u32) -> Result<RsaGroup, String> {
    let file: ModulusFile = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let modulus = file.modulus()?;
    RsaGroup::new(&modulus, min_bits as usize).map_err(|error| error.to_string())
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

/// N in hexadecimal digits, two for each byte.
fn modulus_hex(group: &RsaGroup) -> String {
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
    // `concat` allocates once: a string that grows would leave copies of p in memory.
    Zeroizing::new(parts.concat())
}

/// This borrows from the file's bytes, so that no copy of a factor outlives them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrapdoorFile<'a> {
    group: &'a str,
    bits: usize,
    modulus: &'a str,
    p: &'a str,
    q: &'a str,
}

/// The trapdoor in a file.
pub fn read_trapdoor(path: &Path, passphrase: &PassphraseArgs, min_bits: u32) -> Result<Trapdoor, Failure> {
    let bytes = passphrase.read(path)?.bytes;
    // The parser's own message could quote a secret, so it is not passed on.
    let bad = || Failure::new(Code::Malformed, format_args!("{} is not a trapdoor file", path.display()));
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

/// Decodes such digits into a slice of exactly that length, so that no copy of a secret stays in memory.
pub fn lower_hex_into(digits: &str, bytes: &mut [u8]) -> Option<()> {
    if digits.bytes().any(|digit| digit.is_ascii_uppercase()) {
        return None;
    }
    hex::decode_to_slice(digits, bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

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
    fn factors_are_read_again() {
        let trapdoor = trapdoor();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("factors");
        let (text, secret) = (trapdoor_file(&trapdoor), files::Secrecy::Secret);
        files::AtomicFile::write_all_to(&path, secret, false, text.as_bytes()).unwrap();
        let read = |min_bits| read_trapdoor(&path, &PassphraseArgs::default(), min_bits);
        assert_eq!(read(256).unwrap().group().id(), trapdoor.group().id());
        let weak = read(512).err().unwrap();
        assert!(weak.to_string().contains("is not used: "), "{weak}");
        assert_eq!((weak.code(), weak.hint_text()), (Code::Refused, WEAK_HINT));
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
