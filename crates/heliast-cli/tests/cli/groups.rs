//! `heliast group`: the assessment of moduli, and the possible sizes.

use crate::run::Place;
use heliast::Natural;
use serde_json::{Value, json};

fn file(place: &Place, name: &str) -> Value {
    serde_json::from_slice(&place.read(name)).unwrap()
}

#[test]
fn a_modulus_is_said_to_be_worth_what_is_known_of_it() {
    let place = Place::new();
    let built_in = place.ok("group show");
    assert!(built_in.text().starts_with("RSA-2048 of the RSA Factoring Challenge\n"), "{built_in:?}");
    assert_eq!(built_in.stdout, place.ok("group show rsa-2048").stdout);
    // If the same modulus comes from a file, its origin is unknown.
    let modulus = built_in.text().split_whitespace().last().unwrap().to_owned();
    place.write("file", json!({ "group": "rsa", "bits": 2048, "modulus": modulus }).to_string());
    let shown = place.ok("group show file");
    assert!(shown.text().starts_with("sound as far as can be seen; its maker may know the factors\n"));
    let below = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(below(shown.text()), below(built_in.text()));

    place.small_modulus();
    let short = place.ok("group show modulus");
    assert!(
        short.text().starts_with("sound as far as can be seen, but short: it can be factored\n"),
        "{short:?}"
    );
    assert!(short.text().contains("\n  modulus bits  512\n"), "{short:?}");
}

#[test]
fn factors_are_those_of_the_modulus_beside_them() {
    let place = Place::new();
    let made = place.ok("group new --bits 256 --out modulus --trapdoor factors");
    assert!(made.text().starts_with("modulus written to modulus\n"), "{made:?}");
    assert!(made.text().contains("kept in factors"), "{made:?}");
    let (public, secret) = (file(&place, "modulus"), file(&place, "factors"));
    assert_eq!((&public["modulus"], &public["bits"]), (&secret["modulus"], &256.into()));
    let number = |digits: &Value| {
        let digits = digits.as_str().unwrap();
        u128::from_str_radix(digits, 16).unwrap()
    };
    let (p, q) = (number(&secret["p"]), number(&secret["q"]));
    assert!(p != q && p.leading_zeros() == 0 && q.leading_zeros() == 0, "{p} {q}");
    // The product of p and q, compared by its two halves of 128 bits.
    let modulus = hex::decode(public["modulus"].as_str().unwrap()).unwrap();
    let low = u128::from_be_bytes(modulus[16..].try_into().unwrap());
    assert_eq!(p.wrapping_mul(q), low);
    assert_eq!(Natural::from_be_bytes(&modulus).bits(), 256);
    // The public file and output contain nothing secret.
    let text = String::from_utf8(place.read("modulus")).unwrap();
    assert!(
        !text.contains(secret["p"].as_str().unwrap()) && !made.text().contains(secret["q"].as_str().unwrap())
    );

    let other = place.ok("group new --bits 256 --out other");
    assert!(other.text().contains("destroyed"), "{other:?}");
    assert_ne!(place.read("other"), place.read("modulus"));
    // A file with factors is not a modulus file, and the reverse.
    place.run("group show factors").failed(3);
    place.run("vdf eval --message m -t 9 --min-bits 256 --trapdoor modulus --out p").failed(6);
}

#[test]
fn only_even_lengths_within_bounds_are_made() {
    let place = Place::new();
    for bits in ["0", "2", "254", "255", "257", "8193", "8194", "99999999999999999999", "-256", "many", ""] {
        let output = place.command("group new --out modulus").arg(format!("--bits={bits}")).output().unwrap();
        let outcome = crate::run::Outcome::of(output);
        let said =
            format!("invalid value '{bits}' for '--bits <BITS>': an even number from 256 to 8192 is needed");
        // For an empty value clap has its own message.
        assert!(outcome.failed(2) == said || bits.is_empty(), "{outcome:?}");
    }
    assert!(place.names().is_empty());
    for bits in [256, 258] {
        place.ok(&format!("group new --bits {bits} --out modulus --force"));
        assert_eq!(file(&place, "modulus")["bits"], bits);
    }
}

#[test]
fn a_modulus_that_is_too_short_for_its_use_says_how_it_could_be_used() {
    let place = Place::new();
    place.small_modulus();
    for line in [
        "vdf eval --message m -t 9 --group modulus --out p",
        "vdf eval --message m -t 9 --group modulus --min-bits 513 --out p",
        "batch sample --count 3 -t 9 --group modulus --out p",
        "batch plan --count 3 --group modulus",
    ] {
        let outcome = place.run(line);
        assert!(outcome.failed(3).starts_with("modulus is not a modulus to use: "), "{outcome:?}");
        assert!(
            outcome.stderr.contains("lower --min-bits if you know what the modulus is worth"),
            "{outcome:?}"
        );
    }
    for least in ["255", "8193"] {
        place.run(&format!("batch plan --count 3 --group modulus --min-bits {least}")).failed(2);
    }
    place.ok("batch plan --count 3 --group modulus --min-bits 512");
    assert_eq!(place.names(), ["factors", "modulus"]);
}
