use super::*;
use crate::{
    modulus::{modulus_file, trapdoor_file},
    testing::json::changed,
};
use heliast::Natural;

const SEED: &str = "a seed of exactly thirty-two bytes";

fn args(group: Option<&Path>, seed: Option<&str>, min_bits: u32) -> GroupArgs {
    let least = LeastBits { min_bits: Some(min_bits) };
    GroupArgs { group: group.map(Path::to_owned), seed: seed.map(str::to_owned), least }
}

fn trapdoor() -> Trapdoor {
    Trapdoor::generate(256, |bytes| getrandom::fill(bytes).unwrap()).unwrap()
}

fn failure(group: &str, seed: Option<&str>) -> Failure {
    GroupArgs { group: Some(group.into()), seed: seed.map(str::to_owned), ..GroupArgs::default() }
        .load()
        .unwrap_err()
}

fn named(name: &Path, seed: Option<&str>) -> Named {
    load(name, seed, LeastBits { min_bits: Some(256) }).unwrap()
}

/// A directory with a file in it that only its owner can read.
fn with_file(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    files::AtomicFile::write_all_to(&path, files::Secrecy::Secret, false, bytes).unwrap();
    (dir, path)
}

#[test]
fn a_seed_is_bytes_or_text() {
    let digits = "0123456789abcdef".repeat(4);
    assert_eq!(seed_bytes(&digits).len(), 32);
    assert_eq!(seed_bytes(&digits.to_uppercase()), seed_bytes(&digits));
    // Fewer digits, an odd number of them, or other letters among them are text.
    for text in [&digits[2..], &format!("{digits}0"), &format!("{digits}xy"), "", SEED] {
        assert_eq!(seed_bytes(text), text.as_bytes(), "{text}");
    }
}

#[test]
fn a_class_group_is_named_by_its_bits_and_its_seed() {
    let named = named(Path::new("class-256"), Some(SEED));
    let group = ClassGroup::from_seed(SEED.as_bytes(), 256).unwrap();
    assert_eq!((named.group.id(), named.group.bits()), (group.id(), 256));
    assert_eq!(named.seed.as_deref(), Some(SEED.as_bytes()));
    let hex = args(Some(Path::new("class-256")), Some(&hex::encode(SEED)), 256).load().unwrap();
    assert_eq!(hex.id(), group.id(), "a seed in hexadecimal is the same seed");
    assert_ne!(args(Some(Path::new("class-288")), Some(SEED), 256).load().unwrap().id(), group.id());
}

#[test]
fn an_invalid_class_group_says_why_and_what_to_do() {
    for (group, seed, said, hint) in [
        (
            "class-1024",
            None,
            "class-1024 is not a group without a seed: anybody who chooses",
            "give --seed 32 bytes",
        ),
        (
            "class-1024",
            Some("short"),
            "class-1024: the seed has 5 bytes; at least 32",
            "give --seed 32 bytes",
        ),
        ("class-512", Some(SEED), "class-512: the discriminant has 512 bits; at least 1024", "--min-bits"),
        ("class-224", Some(SEED), "class-224: a discriminant has a multiple of 32 bits", "use `class-1024`"),
        (
            "class-1040",
            Some(SEED),
            "class-1040: a discriminant has a multiple of 32 bits",
            "use `class-1024`",
        ),
        (
            "class-8192",
            Some(SEED),
            "class-8192: a discriminant has a multiple of 32 bits",
            "use `class-1024`",
        ),
        (
            "class-99999999999999999999999",
            Some(SEED),
            "there is no group class-99999999999999999999999: a discriminant has at most 4096 bits",
            "use `class-1024`",
        ),
        ("rsa-2048", Some(SEED), "rsa-2048 has no seed to choose", "leave out --seed"),
        ("some-file", Some(SEED), "some-file has no seed to choose", "leave out --seed"),
    ] {
        let failure = failure(group, seed);
        assert!(failure.to_string().starts_with(said), "{failure}");
        assert!(failure.hint_text().contains(hint), "{failure}: {}", failure.hint_text());
        assert_eq!(failure.code(), Code::Usage, "{failure}");
    }
    // A name that only begins like the name of a group is the name of a file.
    for name in ["class-", "class-x", "class-1024.json", "class", "class--1"] {
        assert!(failure(name, None).to_string().contains("can't be read"), "{name}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let trapdoor = trapdoor();
    let (_dir, path) = with_file(modulus_file(trapdoor.group()).as_bytes());
    assert_eq!(args(Some(&path), None, 256).load().unwrap().id(), trapdoor.group().id());
    let weak = GroupArgs { group: Some(path), ..GroupArgs::default() }.load().unwrap_err();
    assert_eq!((weak.code(), weak.hint_text()), (Code::Malformed, WEAK_HINT));

    let (_dir, path) = with_file(class_file(288, SEED.as_bytes()).as_bytes());
    let named = named(&path, None);
    assert_eq!(named.group.id(), ClassGroup::from_seed(SEED.as_bytes(), 288).unwrap().id());
    assert_eq!(named.seed.as_deref(), Some(SEED.as_bytes()));
    let weak = GroupArgs { group: Some(path), ..GroupArgs::default() }.load().unwrap_err();
    assert_eq!((weak.code(), weak.hint_text()), (Code::Malformed, SHORT_HINT));
}

#[test]
fn a_file_without_a_group_says_why() {
    let seed = hex::encode(SEED);
    for (text, said) in [
        (r#"{"group": "dsa"}"#.to_owned(), "its group is not \"rsa\", \"class\" or \"roots\""),
        (r#"{"group": "rsa-trapdoor"}"#.to_owned(), "it holds factors"),
        ("noise".to_owned(), "is not a group to use: expected"),
        ("{}".to_owned(), "missing field `group`"),
        (r#"{"group": "class", "bits": 256}"#.to_owned(), "missing field `seed`"),
        (
            format!(r#"{{"group": "class", "bits": 256, "seed": "{seed}", "more": 1}}"#),
            "unknown field `more`",
        ),
        (format!(r#"{{"group": "class", "bits": -1, "seed": "{seed}"}}"#), "invalid value"),
        (format!(r#"{{"group": "class", "bits": 250, "seed": "{seed}"}}"#), "a multiple of 32 bits"),
        (format!(r#"{{"group": "class", "bits": 4128, "seed": "{seed}"}}"#), "a multiple of 32 bits"),
        (r#"{"group": "class", "bits": 256, "seed": "abcd"}"#.to_owned(), "the seed has 2 bytes"),
        (
            format!(r#"{{"group": "class", "bits": 256, "seed": "{}"}}"#, seed.to_uppercase()),
            "the seed is not in lower-case hexadecimal",
        ),
        (format!(r#"{{"group": "class", "bits": 256, "seed": "{seed}a"}}"#), "the seed is not in lower-case"),
    ] {
        let (_dir, path) = with_file(text.as_bytes());
        let failure = args(Some(&path), None, 256).load().unwrap_err();
        assert!(failure.to_string().contains(said), "{text}: {failure}");
        assert_eq!(failure.code(), Code::Malformed, "{text}");
    }
}

/// No seed leads to such a group, but the check refuses it in any case.
#[test]
fn a_group_with_elements_of_low_order_is_refused() {
    let mersenne = Natural::one().shl(521).sub(&Natural::one()).unwrap();
    for (group, reason) in [
        (ClassGroup::unchecked(&Natural::from(19_399u64)), "composite"),
        (ClassGroup::new(&mersenne, 256).unwrap(), "power of two"),
    ] {
        let failure = check_sound(&group.into()).unwrap_err();
        assert!(failure.to_string().starts_with("no proof shows anything in this group: "), "{failure}");
        assert!(failure.to_string().contains(reason), "{failure}");
        assert_eq!(failure.code(), Code::Refused);
    }
    assert!(check_sound(&crate::testing::group()).is_ok());
    assert!(check_sound(&crate::testing::class_group()).is_ok());
}

#[test]
fn factors_and_modulus_belong_together() {
    let (_dir, path) = with_file(trapdoor_file(&trapdoor()).as_bytes());
    let load = |group: Option<&str>, seed| {
        args(group.map(Path::new), seed, 256).load_trapdoor(&path, &PassphraseArgs::default())
    };
    assert!(load(None, None).is_ok());
    let other = load(Some(BUILT_IN), None).err().unwrap();
    assert!(other.to_string().ends_with("file holds the factors of another modulus"), "{other}");
    assert_eq!(other.code(), Code::Refused);
    let class = load(Some("class-256"), Some(SEED)).err().unwrap();
    assert!(class.to_string().starts_with("a class group has no factors"), "{class}");
    assert_eq!(class.code(), Code::Usage);
    assert_eq!(GroupArgs::default().load().unwrap().id(), RsaGroup::rsa_2048().id());
}

/// Changes entries of files of groups and fields, leaves them out, and takes them from other files. The
/// result is refused, or names a group whose own file is the same. `HELIAST_MUTATIONS` says how many.
#[test]
fn a_changed_group_file_is_refused_or_is_another_group() {
    let rsa: serde_json::Value = serde_json::from_str(&modulus_file(trapdoor().group())).unwrap();
    let class: serde_json::Value = serde_json::from_str(&class_file(256, SEED.as_bytes())).unwrap();
    let built_in = heliast::RootField::built_in(1024).unwrap();
    let roots = serde_json::json!({
        "group": "roots", "bits": 1024, "seed": hex::encode(built_in.seed()), "counter": built_in.counter()
    });
    let files = [rsa, class, roots];
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("group.json");
    let mut random = testkit::Random::from_seed(1);
    let mut found = [0; 3];
    for _ in 0..testkit::mutations(300) {
        let file = random.below(3);
        let text = changed(&mut random, &files[file], &files);
        std::fs::write(&path, &text).unwrap();
        let (kind, again) = match read(&path, LeastBits::any()) {
            Ok(DelayIn::Group(Named { group, seed: Some(seed) })) => {
                (1, class_file(group.class().unwrap().bits(), &seed))
            }
            Ok(DelayIn::Group(Named { group, seed: None })) => (0, modulus_file(group.rsa().unwrap())),
            Ok(DelayIn::Field(NamedField::Whole(field))) => (
                2,
                serde_json::json!({
                    "group": "roots", "bits": field.bits(), "seed": hex::encode(field.seed()),
                    "counter": field.counter()
                })
                .to_string(),
            ),
            _ => continue,
        };
        found[kind] += 1;
        let [said, again] =
            [&text, &again].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(said, again);
    }
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
}
