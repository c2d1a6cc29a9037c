//! Fields of roots, by their names or from files (`spec/roots.md`).

use super::{LeastBits, digits_after, seed_bytes};
use crate::{
    failure::{Code, Failure},
    interrupt,
    modulus::lower_hex,
    ui::Ui,
};
use heliast::RootField;
use heliast_group::BadRootField;
use serde::Deserialize;
use std::{cell::Cell, path::Path};

/// The prefix of the names of fields; the number of bits follows.
const ROOTS: &str = "roots-";
/// The least number of bits of a good prime (`spec/roots.md`).
pub const FIELD_BITS: u32 = 2048;
/// The hint for a prime that is too short.
pub const SHORT_HINT: &str =
    "use `roots-2048` or `roots-3072`, or lower --min-bits if you know what the prime is worth";
const SEED_HINT: &str = "give --seed from 32 to 255 bytes that nobody could try many of, such as a beacon's \
                         output, or leave it out for the built-in field";
const NAMES_HINT: &str = "use `roots-2048` or `roots-3072`";

/// A field of roots as a command line names it.
#[derive(Clone, Debug)]
pub enum NamedField {
    /// A field with its counter: built-in, or from a file.
    Whole(RootField),
    /// A field of a seed, whose counter has not been searched yet.
    Seeded {
        /// The length of the prime.
        bits: usize,
        /// The seed.
        seed: Vec<u8>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldFile {
    group: String,
    bits: usize,
    seed: String,
    counter: u32,
}

/// N of `roots-N`.
pub(super) fn field_bits(name: &Path) -> Option<Result<usize, Failure>> {
    let digits = digits_after(ROOTS, name)?;
    Some(digits.parse().map_err(|_| {
        let message = format_args!("there is no field {}: a prime has at most 3072 bits", name.display());
        Failure::new(Code::Usage, message).hint(NAMES_HINT)
    }))
}

impl NamedField {
    /// The field with a name: the built-in one, or that of a seed.
    pub(super) fn of_name(
        name: &Path,
        bits: usize,
        seed: Option<&str>,
        least: LeastBits,
    ) -> Result<NamedField, Failure> {
        let refused = |failure: Failure| failure.about(name.display());
        let built_in = RootField::built_in(bits).ok_or_else(|| refused(usage(BadRootField::Bits(bits))))?;
        let least = least.of_field() as usize;
        if bits < least {
            let message = format_args!("the prime has {bits} bits; at least {least} are needed");
            return Err(refused(Failure::new(Code::Usage, message).hint(SHORT_HINT)));
        }
        Ok(match seed.map(seed_bytes) {
            Some(seed) => NamedField::Seeded { bits, seed },
            None => NamedField::Whole(built_in),
        })
    }

    /// The field in a file.
    pub(super) fn from_json(bytes: &[u8], least: LeastBits) -> Result<NamedField, (Code, String)> {
        let malformed = |reason: &dyn std::fmt::Display| (Code::Malformed, reason.to_string());
        let file: FieldFile = serde_json::from_slice(bytes).map_err(|error| malformed(&error))?;
        if file.group != "roots" {
            return Err(malformed(&"its group is not \"roots\""));
        }
        let seed =
            lower_hex(&file.seed).ok_or_else(|| malformed(&"the seed is not in lower-case hexadecimal"))?;
        let field = RootField::new(&seed, file.bits, file.counter).map_err(|error| {
            let code = if error.is_malformed() { Code::Malformed } else { Code::Invalid };
            (code, error.to_string())
        })?;
        let (bits, least) = (field.bits(), least.of_field() as usize);
        if bits < least {
            return Err(malformed(&format_args!("the prime has {bits} bits; at least {least} are needed")));
        }
        Ok(NamedField::Whole(field))
    }

    /// The field with the least counter of its seed. The search for it takes seconds.
    pub fn open(&self, ui: &Ui) -> Result<RootField, Failure> {
        match self {
            NamedField::Whole(field) => Ok(field.clone()),
            NamedField::Seeded { bits, seed } => search(seed, *bits, ui),
        }
    }

    /// The field in a proof; `None` if it is not this one. If only a seed is given, each counter that gives a
    /// safe prime is allowed.
    pub fn of_proof(&self, bits: usize, seed: &[u8], counter: u32) -> Result<Option<RootField>, Failure> {
        let (of_bits, of_seed) = match self {
            NamedField::Whole(field) => {
                let is_same = (field.bits(), field.seed(), field.counter()) == (bits, seed, counter);
                return Ok(is_same.then(|| field.clone()));
            }
            NamedField::Seeded { bits, seed } => (*bits, seed),
        };
        if (of_bits, &of_seed[..]) != (bits, seed) {
            return Ok(None);
        }
        Ok(Some(RootField::new(seed, bits, counter)?))
    }

    /// Whether the counter of the prime is known, and not only its seed.
    pub fn has_counter(&self) -> bool {
        matches!(self, NamedField::Whole(_))
    }
}

/// The field with the least counter of a seed. A signal ends the search, which is not saved.
pub fn search(seed: &[u8], bits: usize, ui: &Ui) -> Result<RootField, Failure> {
    interrupt::catch()?;
    let tried = Cell::new(0);
    let spinner = ui.spinner("looking for a safe prime");
    let go_on = |counter: u32| {
        spinner.set_message(format!("looking for a safe prime: {counter} numbers tried"));
        tried.set(counter);
        !interrupt::requested()
    };
    let found = RootField::search(seed, bits, go_on);
    spinner.finish_and_clear();
    let interrupted = || {
        let message = format_args!("the search for a prime was interrupted after {} numbers", tried.get());
        Failure::new(Code::Pending, message)
            .hint("the same command searches anew; a field's file saves the search")
    };
    found.map_err(usage)?.ok_or_else(interrupted)
}

/// The failure if the command line requests a field that does not exist.
fn usage(error: BadRootField) -> Failure {
    let hint = match error {
        BadRootField::Bits(_) => NAMES_HINT,
        _ => SEED_HINT,
    };
    Failure::new(Code::Usage, error).hint(hint)
}

/// The JSON of a field's file.
pub fn field_file(field: &RootField) -> String {
    let (bits, seed, counter) = (field.bits(), hex::encode(field.seed()), field.counter());
    format!("{{\"group\": \"roots\", \"bits\": {bits}, \"seed\": \"{seed}\", \"counter\": {counter}}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::{DelayIn, GroupArgs, find};

    const SEED: &str = "a seed of exactly thirty-two bytes";
    const SHORT: LeastBits = LeastBits { min_bits: Some(1024) };

    fn named(name: &str, seed: Option<&str>, least: LeastBits) -> Result<NamedField, Failure> {
        match find(Path::new(name), seed, least)? {
            DelayIn::Field(field) => Ok(field),
            DelayIn::Group(_) => panic!("{name} is a group"),
        }
    }

    fn from_text(text: &str) -> Result<NamedField, Failure> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("field");
        std::fs::write(&path, text).unwrap();
        named(path.to_str().unwrap(), None, SHORT)
    }

    #[test]
    fn a_name_without_a_seed_is_a_built_in_field() {
        for bits in [1024, 2048, 3072] {
            let field = named(&format!("roots-{bits}"), None, SHORT).unwrap();
            assert!(field.has_counter());
            assert_eq!(field.open(&Ui::new(true)).unwrap(), RootField::built_in(bits).unwrap());
        }
        assert!(named("roots-2048", None, LeastBits::default()).is_ok());
    }

    #[test]
    fn a_seed_has_the_field_of_its_least_counter() {
        let field = named("roots-1024", Some(SEED), SHORT).unwrap();
        assert!(!field.has_counter());
        let found = field.open(&Ui::new(true)).unwrap();
        let expected = RootField::search(SEED.as_bytes(), 1024, |_| true).unwrap().unwrap();
        assert_eq!(found, expected);
        let hex = named("roots-1024", Some(&hex::encode(SEED)), SHORT).unwrap();
        assert_eq!(hex.open(&Ui::new(true)).unwrap(), expected, "a seed in hexadecimal is the same seed");

        // A file saves the search, and a verifier with the seed takes the counter of the proof.
        let file = from_text(&field_file(&expected)).unwrap();
        assert!(file.has_counter());
        assert_eq!(file.open(&Ui::new(true)).unwrap(), expected);
        let (seed, counter) = (SEED.as_bytes(), expected.counter());
        for one in [&field, &file] {
            assert_eq!(one.of_proof(1024, seed, counter).unwrap(), Some(expected.clone()));
            assert_eq!(one.of_proof(2048, seed, counter).unwrap(), None);
            assert_eq!(one.of_proof(1024, &seed[1..], counter).unwrap(), None);
        }
        assert_eq!(file.of_proof(1024, seed, counter + 1).unwrap(), None);
        assert_eq!(field.of_proof(1024, seed, counter + 1).unwrap_err().code(), Code::Invalid);
    }

    #[test]
    fn an_invalid_field_says_why_and_what_to_do() {
        for (name, seed, said, hint) in [
            (
                "roots-1024",
                None,
                "roots-1024: the prime has 1024 bits; at least 2048 are needed",
                "--min-bits",
            ),
            ("roots-1024", Some(SEED), "roots-1024: the prime has 1024 bits", "--min-bits"),
            (
                "roots-512",
                None,
                "roots-512: a field of roots has 1024, 2048 or 3072 bits",
                "use `roots-2048`",
            ),
            ("roots-99999999999999999999999", None, "there is no field roots-9999", "use `roots-2048`"),
        ] {
            let failure = named(name, seed, LeastBits::default()).unwrap_err();
            assert!(failure.to_string().starts_with(said), "{failure}");
            assert!(failure.hint_text().contains(hint), "{failure}: {}", failure.hint_text());
            assert_eq!(failure.code(), Code::Usage, "{failure}");
        }
        for seed in [&SEED[3..], &SEED.repeat(8)] {
            let field = named("roots-2048", Some(seed), LeastBits::default()).unwrap();
            let failure = field.open(&Ui::new(true)).unwrap_err();
            assert!(failure.to_string().starts_with("the seed has "), "{failure}");
            assert_eq!((failure.code(), failure.hint_text()), (Code::Usage, SEED_HINT));
        }
        // A name that only begins like the name of a field is the name of a file.
        for name in ["roots-", "roots-x", "roots-2048.json", "roots"] {
            let failure = named(name, None, LeastBits::default()).unwrap_err();
            assert!(failure.to_string().contains("can't be read"), "{name}: {failure}");
        }
    }

    #[test]
    fn a_file_without_a_field_says_why() {
        let good = field_file(&RootField::built_in(1024).unwrap());
        assert!(from_text(&good).is_ok());
        for (from, to, said, code) in [
            ("\"bits\": 1024, ", "", "missing field `bits`", Code::Malformed),
            (", \"counter\": 12095", "", "missing field `counter`", Code::Malformed),
            ("}", ", \"more\": 1}", "unknown field `more`", Code::Malformed),
            ("1024", "1023", "a field of roots has 1024, 2048 or 3072 bits, not 1023", Code::Malformed),
            ("12095", "16777216", "the counter is 16777216", Code::Malformed),
            ("12095", "-1", "invalid value", Code::Malformed),
            ("12095", "12096", "is not a", Code::Invalid),
            ("48656c", "48656C", "the seed is not in lower-case hexadecimal", Code::Malformed),
        ] {
            assert!(good.contains(from), "{good}");
            let failure = from_text(&good.replace(from, to)).unwrap_err();
            assert!(failure.to_string().contains("field is not a field of roots to use: "), "{failure}");
            assert!(failure.to_string().contains(said), "{from}: {failure}");
            assert_eq!(failure.code(), code, "{failure}");
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("field");
        std::fs::write(&path, good).unwrap();
        let short = named(path.to_str().unwrap(), None, LeastBits::default()).unwrap_err();
        assert_eq!((short.code(), short.hint_text()), (Code::Malformed, SHORT_HINT));
    }

    #[test]
    fn verbs_that_need_a_group_refuse_a_field() {
        for seed in [None, Some(SEED.to_owned())] {
            let args = GroupArgs { group: Some("roots-2048".into()), seed, ..GroupArgs::default() };
            let failure = args.load().unwrap_err();
            assert_eq!(failure.to_string(), "roots-2048 is a field of roots, not a group of unknown order");
            assert_eq!(failure.code(), Code::Usage);
        }
    }
}
