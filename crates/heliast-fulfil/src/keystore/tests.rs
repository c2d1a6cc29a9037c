//! Known files, and changed ones.

use super::*;
use serde_json::{Value, json};

const SECRET: &str = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";

/// The example of Ethereum's definition of the format.
fn pbkdf2() -> Value {
    json!({ "version": 3, "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "crypto": {
        "cipher": "aes-128-ctr",
        "cipherparams": { "iv": "6087dab2f9fdbbfaddc31a909735c1e6" },
        "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
        "kdf": "pbkdf2",
        "kdfparams": {
            "c": 262_144, "dklen": 32, "prf": "hmac-sha256",
            "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"
        },
        "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"
    } })
}

/// A file with scrypt and little work, encrypted here.
fn scrypt() -> Value {
    let (salt, iv) = ([7; 32], [9; 16]);
    let mut derived = [0; 32];
    let parameters = scrypt::Params::new(10, 8, 1).unwrap();
    scrypt::scrypt(b"testpassword", &salt, &parameters, &mut derived).unwrap();
    let mut ciphertext = hex::decode(SECRET).unwrap();
    Ctr128BE::<Aes128>::new_from_slices(&derived[..16], &iv).unwrap().apply_keystream(&mut ciphertext);
    let mac = keccak256([&derived[16..], &ciphertext].concat());
    json!({ "version": 3, "crypto": {
        "cipher": "aes-128-ctr",
        "cipherparams": { "iv": hex::encode(iv) },
        "ciphertext": hex::encode(&ciphertext),
        "kdf": "scrypt",
        "kdfparams": { "dklen": 32, "n": 1024, "r": 8, "p": 1, "salt": hex::encode(salt) },
        "mac": hex::encode(mac)
    } })
}

fn opened(file: &Value, passphrase: &str) -> Result<String, KeystoreError> {
    let text = serde_json::to_vec(file).unwrap();
    open(&text, passphrase.as_bytes()).map(|signer| hex::encode(signer.to_bytes()))
}

#[test]
fn keystores_are_opened_with_their_passphrase_alone() {
    for file in [pbkdf2(), scrypt()] {
        assert_eq!(opened(&file, "testpassword").unwrap(), SECRET);
        assert_eq!(opened(&file, "other"), Err(KeystoreError::Passphrase));
        assert_eq!(opened(&file, ""), Err(KeystoreError::Passphrase));
    }
}

#[test]
fn what_was_changed_is_refused_before_it_costs_anything() {
    for (place, value, error) in [
        ("/version", json!(1), KeystoreError::Format),
        ("/crypto/cipher", json!("aes-128-cbc"), KeystoreError::Format),
        ("/crypto/ciphertext", json!("00"), KeystoreError::Malformed("ciphertext has not 32 bytes")),
        ("/crypto/ciphertext", json!("00".repeat(32)), KeystoreError::Passphrase),
        ("/crypto/cipherparams/iv", json!("00"), KeystoreError::Malformed("iv has not 16 bytes")),
        ("/crypto/mac", json!("zz"), KeystoreError::Malformed("mac has not 32 bytes")),
        ("/crypto/mac", json!("00".repeat(32)), KeystoreError::Passphrase),
        ("/crypto/kdf", json!("argon2"), KeystoreError::Derivation),
        ("/crypto/kdf", json!("pbkdf2"), KeystoreError::Derivation),
        ("/crypto/kdfparams/dklen", json!(16), KeystoreError::Malformed("dklen is not 32")),
        ("/crypto/kdfparams/salt", json!("zz"), KeystoreError::Malformed("salt is not hexadecimal")),
        ("/crypto/kdfparams/salt", json!("00".repeat(4096)), KeystoreError::Malformed("salt is too long")),
        ("/crypto/kdfparams/n", json!(1000), KeystoreError::Malformed("n, r and p of scrypt do not fit")),
        ("/crypto/kdfparams/n", json!(0), KeystoreError::Malformed("n, r and p of scrypt do not fit")),
        ("/crypto/kdfparams/n", json!(1u64 << 63), KeystoreError::Dear),
        ("/crypto/kdfparams/n", json!(1 << 20), KeystoreError::Dear),
        ("/crypto/kdfparams/r", json!(u32::MAX), KeystoreError::Dear),
        ("/crypto/kdfparams/r", json!(0), KeystoreError::Malformed("n, r and p of scrypt do not fit")),
        ("/crypto/kdfparams/p", json!(1 << 20), KeystoreError::Dear),
        // 512 MiB for the table alone, or for the blocks of the lanes.
        ("/crypto/kdfparams/n", json!(1 << 19), KeystoreError::Dear),
        ("/crypto/kdfparams/r", json!(4096), KeystoreError::Dear),
        ("/crypto/kdfparams/p", json!(-1), KeystoreError::Format),
    ] {
        let mut file = scrypt();
        *file.pointer_mut(place).unwrap() = value;
        assert_eq!(opened(&file, "testpassword"), Err(error), "{place}");
    }
    for (name, value, error) in [
        ("c", json!(0), KeystoreError::Malformed("c is 0")),
        ("c", json!(u32::MAX), KeystoreError::Dear),
        ("prf", json!("hmac-md5"), KeystoreError::Derivation),
    ] {
        let mut file = pbkdf2();
        file["crypto"]["kdfparams"][name] = value;
        assert_eq!(opened(&file, "testpassword"), Err(error), "{name}");
    }
    for text in [&b""[..], b"{}", b"[]", b"\xff", b"{\"version\":3}"] {
        assert_eq!(open(text, b"").map(|_| ()), Err(KeystoreError::Format));
    }
}

#[test]
fn an_invalid_key_is_refused() {
    let mut file = scrypt();
    let derived = {
        let mut derived = [0; 32];
        scrypt::scrypt(b"testpassword", &[7; 32], &scrypt::Params::new(10, 8, 1).unwrap(), &mut derived)
            .unwrap();
        derived
    };
    // The key 0.
    let mut ciphertext = [0; 32];
    Ctr128BE::<Aes128>::new_from_slices(&derived[..16], &[9; 16]).unwrap().apply_keystream(&mut ciphertext);
    file["crypto"]["ciphertext"] = json!(hex::encode(ciphertext));
    file["crypto"]["mac"] = json!(hex::encode(keccak256([&derived[16..], &ciphertext[..]].concat())));
    assert_eq!(opened(&file, "testpassword"), Err(KeystoreError::Key));
}
