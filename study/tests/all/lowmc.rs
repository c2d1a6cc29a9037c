//! Compares LowMC with an implementation that works bit by bit and with known answers, and tests its
//! properties.

use heliast_study::lowmc::{Bits, LowMc, Malformed, Matrix, Parameters};
use proptest::prelude::*;
use serde_json::Value;
use std::{path::PathBuf, sync::LazyLock};

static ALL: LazyLock<Vec<LowMc>> = LazyLock::new(|| Parameters::ALL.into_iter().map(LowMc::new).collect());

fn instance(parameters: Parameters) -> &'static LowMc {
    ALL.iter().find(|lowmc| lowmc.parameters() == parameters).unwrap()
}

/// A string with one byte for each bit.
type Slow = Vec<u8>;

fn slow(bits: &Bits, n: usize) -> Slow {
    let bytes = bits.to_bytes();
    (0..n).map(|j| bytes[j / 8] >> (7 - j % 8) & 1).collect()
}

fn pack(bits: &[u8]) -> Vec<u8> {
    bits.chunks(8).map(|byte| byte.iter().enumerate().fold(0, |sum, (j, bit)| sum | bit << (7 - j))).collect()
}

fn add(a: &[u8], b: &[u8]) -> Slow {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// Returns M·v, with each bit computed by its definition.
fn slow_mul(matrix: &Matrix, v: &[u8]) -> Slow {
    let rows = matrix.rows().map(|row| slow(&row, v.len()));
    rows.map(|row| row.iter().zip(v).fold(0, |sum, (m, x)| sum ^ (m & x))).collect()
}

/// Applies the S-box to (x[i], x[i + 1], x[i + 2]).
fn slow_sbox([c, b, a]: [u8; 3]) -> [u8; 3] {
    [a ^ b ^ c ^ (a & b), a ^ b ^ (c & a), a ^ (b & c)]
}

fn slow_sbox_inverse(output: [u8; 3]) -> [u8; 3] {
    let inputs = (0..8u8).map(|x| [x & 1, x >> 1 & 1, x >> 2]);
    inputs.into_iter().find(|input| slow_sbox(*input) == output).unwrap()
}

fn layer(x: &[u8], sbox: impl Fn([u8; 3]) -> [u8; 3]) -> Slow {
    x.chunks(3).flat_map(|bits| sbox(bits.try_into().unwrap())).collect()
}

fn slow_encrypt(lowmc: &LowMc, key: &[u8], plaintext: &[u8]) -> Slow {
    let mut x = add(plaintext, &slow_mul(&lowmc.whitening().key, key));
    for round in lowmc.rounds() {
        x = slow_mul(&round.linear, &layer(&x, slow_sbox));
        x = add(&x, &slow(&round.constant, x.len()));
        x = add(&x, &slow_mul(&round.key, key));
    }
    x
}

fn slow_decrypt(lowmc: &LowMc, key: &[u8], ciphertext: &[u8]) -> Slow {
    let mut x = ciphertext.to_vec();
    for round in lowmc.rounds().iter().rev() {
        x = add(&x, &slow_mul(&round.key, key));
        x = add(&x, &slow(&round.constant, x.len()));
        x = layer(&slow_mul(&round.linear_inverse, &x), slow_sbox_inverse);
    }
    add(&x, &slow_mul(&lowmc.whitening().key, key))
}

/// Returns any instance, and `N` blocks of it.
fn blocks<const N: usize>() -> impl Strategy<Value = (Parameters, [Bits; N])> {
    (prop::sample::select(&Parameters::ALL[..]), any::<[[u8; 32]; N]>())
        .prop_map(|(parameters, bytes)| (parameters, bytes.map(|bytes| block(parameters, bytes))))
}

fn block(parameters: Parameters, mut bytes: [u8; 32]) -> Bits {
    let used = parameters.bytes();
    bytes[used - 1] &= 0xff << (8 * used - parameters.bits());
    parameters.decode(&bytes[..used]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn encryption_is_that_of_single_bits((parameters, [key, plaintext]) in blocks()) {
        let (lowmc, n) = (instance(parameters), parameters.bits());
        let ciphertext = lowmc.encrypt(&lowmc.round_keys(&key), &plaintext);
        prop_assert_eq!(slow(&ciphertext, n), slow_encrypt(lowmc, &slow(&key, n), &slow(&plaintext, n)));
        let (bytes, used) = (ciphertext.to_bytes(), parameters.bytes());
        prop_assert_eq!(parameters.decode(&bytes[..used]), Ok(ciphertext));
        prop_assert_eq!(&bytes[used..], &[0; 32][used..]);
    }

    #[test]
    fn decryption_undoes_encryption((parameters, [key, plaintext]) in blocks()) {
        let (lowmc, n) = (instance(parameters), parameters.bits());
        let ciphertext = lowmc.encrypt(&lowmc.round_keys(&key), &plaintext);
        prop_assert_eq!(slow_decrypt(lowmc, &slow(&key, n), &slow(&ciphertext, n)), slow(&plaintext, n));
    }

    #[test]
    fn the_layer_is_one_sbox_after_another((parameters, [x]) in blocks()) {
        let n = parameters.bits();
        prop_assert_eq!(slow(&x.sbox_layer(), n), layer(&slow(&x, n), slow_sbox));
        prop_assert_eq!(Bits::join(x.split()), x);
        for (m, part) in x.split().iter().enumerate() {
            for j in 0..n {
                prop_assert_eq!(part.bit(j), if j % 3 == 0 { x.bit(j + m) } else { 0 });
            }
        }
    }

    #[test]
    fn products_are_by_definition_and_linear((parameters, [u, v]) in blocks()) {
        let (lowmc, n) = (instance(parameters), parameters.bits());
        for round in lowmc.rounds().iter().take(2) {
            for matrix in [&round.linear, &round.linear_inverse, &round.key] {
                prop_assert_eq!(slow(&matrix.mul(&v), n), slow_mul(matrix, &slow(&v, n)));
                prop_assert_eq!(matrix.mul(&(u ^ v)), matrix.mul(&u) ^ matrix.mul(&v));
            }
            prop_assert_eq!(round.linear_inverse.mul(&round.linear.mul(&v)), v);
        }
        let whitening = lowmc.whitening();
        prop_assert_eq!(whitening.key_inverse.mul(&whitening.key.mul(&v)), v);
    }

    /// Proofs rely on this: they split keys into masked key and mask.
    #[test]
    fn round_keys_are_linear((parameters, [key, mask]) in blocks()) {
        let lowmc = instance(parameters);
        let [keys, masks, masked] = [key, mask, key ^ mask].map(|key| lowmc.round_keys(&key));
        prop_assert_eq!(keys.as_ref().len(), parameters.rounds() + 1);
        for ((key, mask), masked) in keys.as_ref().iter().zip(masks.as_ref()).zip(masked.as_ref()) {
            prop_assert_eq!(*key ^ *mask, *masked);
        }
    }
}

/// Tests the table of the cipher's paper, abc → abc, on every S-box of a block.
#[test]
fn the_sbox_is_that_of_the_table() {
    const TABLE: [u8; 8] = [0, 1, 3, 6, 7, 4, 5, 2];
    let string = |abc: u8| [abc & 1, abc >> 1 & 1, abc >> 2];
    let mut outputs = TABLE;
    outputs.sort_unstable();
    assert_eq!(outputs, [0, 1, 2, 3, 4, 5, 6, 7], "a bijection");
    for parameters in [Parameters::N129R4, Parameters::N192R4, Parameters::N255R4] {
        let boxes = parameters.bits() / 3;
        for first in 0..8 {
            let values: Vec<u8> = (0..boxes).map(|i| (first + i as u8) % 8).collect();
            let input: Slow = values.iter().flat_map(|abc| string(*abc)).collect();
            let output: Slow = values.iter().flat_map(|abc| string(TABLE[usize::from(*abc)])).collect();
            let found = parameters.decode(&pack(&input)).unwrap().sbox_layer();
            assert_eq!(found, parameters.decode(&pack(&output)).unwrap());
            assert_eq!(layer(&input, slow_sbox), output, "the oracle");
        }
    }
}

#[test]
fn blocks_of_another_length_or_with_padding_are_malformed() {
    for parameters in Parameters::ALL {
        let (expected, padding) = (parameters.bytes(), 8 * parameters.bytes() - parameters.bits());
        for found in [0, expected - 1, expected + 1, 64] {
            assert_eq!(parameters.decode(&vec![0; found]), Err(Malformed::Length { expected, found }));
        }
        for bit in 0..8 {
            let mut bytes = vec![0; expected];
            bytes[expected - 1] = 1 << bit;
            let refused = parameters.decode(&bytes).err();
            assert_eq!(refused, (bit < padding).then_some(Malformed::Padding), "{parameters:?}, bit {bit}");
        }
    }
}

#[test]
fn vectors() {
    let path = format!("{}/../vectors/lowmc.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut seen = [0; 3];
    for case in file["cases"].as_array().unwrap() {
        let (n, r) = (case["bits"].as_u64().unwrap(), case["rounds"].as_u64().unwrap());
        let named = |p: &&LowMc| (p.parameters().bits() as u64, p.parameters().rounds() as u64) == (n, r);
        let lowmc = ALL.iter().find(named).unwrap();
        let parameters = lowmc.parameters();
        let bytes = |field: &str| hex::decode(case[field].as_str().unwrap()).unwrap();
        let (name, used) = (&case["name"], parameters.bytes());
        match (case["kind"].as_str().unwrap(), case["error"].as_str()) {
            ("encrypt", None) => {
                let [key, plaintext] =
                    ["key", "plaintext"].map(|field| parameters.decode(&bytes(field)).unwrap());
                let ciphertext = lowmc.encrypt(&lowmc.round_keys(&key), &plaintext);
                assert_eq!(ciphertext.to_bytes()[..used], bytes("ciphertext"), "{name}");
                seen[0] += 1;
            }
            ("block", Some("malformed")) => {
                assert!(parameters.decode(&bytes("block")).is_err(), "{name}");
                seen[1] += 1;
            }
            // The digest and the rejections are compared in `src/lowmc/tests.rs`.
            ("constants", None) => {
                let row = lowmc.rounds()[0].linear.rows().next().unwrap();
                assert_eq!(row.to_bytes()[..used], bytes("row"), "{name}");
            }
            ("products", None) => {
                let vector = parameters.decode(&bytes("vector")).unwrap();
                let (first, last) = (&lowmc.rounds()[0], lowmc.rounds().last().unwrap());
                for (field, product) in [
                    ("linear_1", first.linear.mul(&vector)),
                    ("linear_1_inverse", first.linear_inverse.mul(&vector)),
                    ("key_0", lowmc.whitening().key.mul(&vector)),
                    ("key_0_inverse", lowmc.whitening().key_inverse.mul(&vector)),
                    ("linear_r", last.linear.mul(&vector)),
                    ("key_r", last.key.mul(&vector)),
                    ("constant_r", last.constant),
                ] {
                    assert_eq!(product.to_bytes()[..used], bytes(field), "{name}: {field}");
                }
                seen[2] += 1;
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(seen.iter().all(|cases| *cases >= 6), "{seen:?}");
}

/// Tests key, plaintext and ciphertext of the known answers of Picnic3 for 192 bits.
#[test]
fn picnic3_known_answer() {
    let lowmc = instance(Parameters::N192R4);
    let block = |text: &str| lowmc.parameters().decode(&hex::decode(text).unwrap()).unwrap();
    let keys = lowmc.round_keys(&block("7c9935a0b07694aa0c6d10e4db6b1add2fd81a25ccb14803"));
    let ciphertext = lowmc.encrypt(&keys, &block("8626ed79d451140800e03b59b956f8210e556067407d13dc"));
    assert_eq!(ciphertext, block("d0a49509fa58c24d24e349b1bf74c8365d450f08e2881c46"));
}

/// Tests the keys in `kat_picnic3_l{1,3,5}.txt` of the folder `PICNIC3_VECTORS`: `sk` = id ‖ k ‖ C ‖ p.
#[test]
fn picnic3_known_answer_files() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/vectors/picnic3");
    let folder = std::env::var_os("PICNIC3_VECTORS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if !folder.is_dir() {
        eprintln!("skipped: there is no {} with Picnic3's known answers", folder.display());
        return;
    }
    for (level, parameters) in [(1, Parameters::N129R4), (3, Parameters::N192R4), (5, Parameters::N255R4)] {
        let file = std::fs::read_to_string(folder.join(format!("kat_picnic3_l{level}.txt"))).unwrap();
        let keys: Vec<&str> = file.lines().filter_map(|line| line.strip_prefix("sk = ")).collect();
        assert!(!keys.is_empty());
        for sk in keys {
            let sk = hex::decode(sk.trim()).unwrap();
            let [key, ciphertext, plaintext] = [0, 1, 2].map(|field| {
                let start = 1 + field * parameters.bytes();
                parameters.decode(&sk[start..start + parameters.bytes()]).unwrap()
            });
            let lowmc = instance(parameters);
            assert_eq!(lowmc.encrypt(&lowmc.round_keys(&key), &plaintext), ciphertext, "{parameters:?}");
        }
    }
}
