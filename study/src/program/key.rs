//! Secret key files, including those of keys that may answer only a few inputs (`spec/vrf.md`).

use crate::{
    failure::{Code, Failure},
    files::{self, PassphraseArgs},
    public,
};
use heliast_keystore::{CountedFile, Passphrase, Settings, Tally};
use heliast_study::{Scheme, SecretKey};
use serde::{Deserialize, de::IgnoredAny};
use std::path::Path;
use zeroize::Zeroizing;

/// The texts in the files of keys that count their answers. They are also printed when such a key is made or
/// used.
const SEVEN: &str = "research only: the key follows from a few hundred of its outputs, so it answers 7 different inputs and no more, \
    and a copy of its file counts by itself on another machine";

const ONE: &str = "research only: nine answers of the key give all others away, so it answers 1 input and no more, and a \
    copy of its file counts by itself on another machine";

/// The largest size of such a file: seven outputs of 64 digits each, or a public key of LB-VRF and one
/// output, and the rest take less than 12 KiB.
const MAX_COUNTED: usize = 12 << 10;

/// The greatest number of bytes of an age file in addition to its plain text.
const OVERHEAD: usize = 1 << 10;

/// Returns the warning about keys of this scheme, if there is one.
pub fn warning(scheme: Scheme) -> Option<&'static str> {
    scheme.output_limit().map(|limit| if limit == 1 { ONE } else { SEVEN })
}

/// A secret key from its file, which is locked if it counts the answers of the key.
pub struct OwnKey {
    key: SecretKey,
    count: Option<Count>,
}

/// The answers of a key, and the file that records them.
struct Count {
    file: CountedFile,
    /// The answers that other files of the same key record.
    tally: Tally,
    passphrase: Option<Passphrase>,
    seed: Zeroizing<[u8; 32]>,
    /// An output identifies its input: no two inputs have the same output.
    outputs: Vec<[u8; 32]>,
    limit: usize,
}

/// An answer of a key.
pub struct Answer {
    pub output: [u8; 32],
    pub proof: Vec<u8>,
    /// The number of other inputs that the key can answer after this one, if they are counted.
    pub left: Option<usize>,
}

impl OwnKey {
    /// Returns the key in a file; `-` is stdin.
    pub fn open(path: &Path, passphrase: &PassphraseArgs) -> Result<OwnKey, Failure> {
        let (bytes, passphrase) = passphrase.read(path)?;
        let parsed = Parsed::of(&bytes, path)?;
        let Some(limit) = parsed.key.scheme().output_limit() else {
            return Ok(OwnKey { key: parsed.key, count: None });
        };
        if files::is_stdio(path) {
            let scheme = parsed.key.scheme().name();
            let message =
                format_args!("a key of {scheme} counts its answers in its file, and stdin is not a file");
            return Err(Failure::new(Code::Refused, message).hint("give the file itself"));
        }
        // The file may have changed since it was read without the lock.
        let mut file = CountedFile::lock(path)?;
        let bytes = file.read(MAX_COUNTED + OVERHEAD)?;
        let bytes = match &passphrase {
            Some(passphrase) => passphrase.decrypt(path, &bytes, MAX_COUNTED)?,
            None => bytes,
        };
        let Parsed { key, seed, mut outputs } = Parsed::of(&bytes, path)?;
        let tally = Tally::open(&Settings::of_user()?, &key.public_key())?;
        let elsewhere = tally.answers().iter().filter(|output| !outputs.contains(output));
        outputs.extend(elsewhere.copied().collect::<Vec<_>>());
        let count = Count { file, tally, passphrase, seed, outputs, limit: limit as usize };
        Ok(OwnKey { key, count: Some(count) })
    }

    pub fn scheme(&self) -> Scheme {
        self.key.scheme()
    }

    pub fn public_key(&self) -> Vec<u8> {
        self.key.public_key()
    }

    /// Returns the answer to `input`, with a random proof unless it must be deterministic. If the key
    /// counts its answers, this one is durable in its file before the proof is made.
    pub fn answer(mut self, input: &[u8], deterministic: bool) -> Result<Answer, Failure> {
        let left = match self.count.take() {
            Some(count) => Some(count.add(&self.key, self.key.evaluate(input).0)?),
            None => None,
        };
        let (output, proof) = if deterministic {
            self.key.prove(input)
        } else {
            let mut random = Zeroizing::new([0; SecretKey::RANDOM]);
            getrandom::fill(random.as_mut()).map_err(|error| Failure::new(Code::Internal, error))?;
            self.key.prove_hedged(input, &random)
        }
        .map_err(|error| Failure::new(Code::Refused, error))?;
        Ok(Answer { output: output.0, proof, left })
    }
}

impl Count {
    /// Records an output in both places if it is new, and returns the number of further outputs that are
    /// permitted.
    fn add(mut self, key: &SecretKey, output: [u8; 32]) -> Result<usize, Failure> {
        let left = self.limit.saturating_sub(self.outputs.len());
        if self.outputs.contains(&output) {
            return Ok(left);
        }
        let Some(left) = left.checked_sub(1) else {
            let message = match self.limit {
                1 => "this key has answered an input, and answers no other".to_owned(),
                limit => format!("this key has answered {limit} different inputs, and answers no others"),
            };
            return Err(Failure::new(Code::Refused, message)
                .hint("make a new key; one that lasts is `heliast vrf keygen --scheme a-vrf-fast`"));
        };
        self.outputs.push(output);
        self.tally.replace(&self.outputs)?;
        let text = secret_key_file(key, &self.seed, &self.outputs);
        self.file.replace(&files::sealed(text.as_bytes(), self.passphrase.as_ref())?)?;
        Ok(left)
    }
}

/// Returns the JSON of a secret key file.
pub fn secret_key_file(key: &SecretKey, seed: &[u8; 32], outputs: &[[u8; 32]]) -> Zeroizing<String> {
    let mut digits = Zeroizing::new([0; 64]);
    // A buffer of twice the length is always large enough.
    let _ = hex::encode_to_slice(seed, digits.as_mut());
    let secret = std::str::from_utf8(digits.as_ref()).unwrap_or_default();
    let (scheme, public) = (key.scheme().name(), hex::encode(key.public_key()));
    let counted = warning(key.scheme()).map(|warning| {
        let outputs: Vec<_> = outputs.iter().map(|output| format!("\"{}\"", hex::encode(output))).collect();
        format!(", \"warning\": \"{warning}\", \"answered\": [{}]", outputs.join(", "))
    });
    let parts = [
        &format!("{{\"scheme\": \"{scheme}\", \"secret\": \""),
        secret,
        &format!("\", \"public\": \"{public}\"{}}}\n", counted.unwrap_or_default()),
    ];
    Zeroizing::new(parts.concat())
}

/// Borrows from the file's bytes, so that no copy of the secret outlives them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretFile<'a> {
    scheme: &'a str,
    secret: &'a str,
    public: &'a str,
    warning: Option<IgnoredAny>,
    #[serde(borrow)]
    answered: Option<Vec<&'a str>>,
}

/// The parsed contents of a secret key file.
struct Parsed {
    key: SecretKey,
    seed: Zeroizing<[u8; 32]>,
    outputs: Vec<[u8; 32]>,
}

impl Parsed {
    fn of(bytes: &[u8], path: &Path) -> Result<Parsed, Failure> {
        // The parser's own message could quote the secret, so it is not passed on.
        let bad = || {
            Failure::new(Code::Malformed, format_args!("{} is not a secret key file", path.display()))
                .hint("`heliast-study vrf keygen` makes one")
        };
        let file: SecretFile<'_> = serde_json::from_slice(bytes).map_err(|_| bad())?;
        let scheme = public::known(file.scheme, path)?;
        let mut seed = Zeroizing::new([0; 32]);
        lower_hex_into(file.secret, &mut seed).ok_or_else(bad)?;
        let outputs = match (scheme.output_limit(), file.answered, file.warning) {
            (None, None, None) => Vec::new(),
            (Some(limit), Some(answered), _) if answered.len() <= limit as usize => {
                answered.into_iter().map(output).collect::<Option<_>>().ok_or_else(bad)?
            }
            _ => return Err(bad()),
        };
        let key = SecretKey::from_seed(scheme, *seed);
        if hex::encode(key.public_key()) != file.public {
            let message =
                format_args!("{} is not used: its public key is not that of its secret", path.display());
            return Err(
                Failure::new(Code::Refused, message).hint("the file was changed; take it from a backup")
            );
        }
        Ok(Parsed { key, seed, outputs })
    }
}

fn output(digits: &str) -> Option<[u8; 32]> {
    let mut output = [0; 32];
    lower_hex_into(digits, &mut output).map(|()| output)
}

fn lower_hex_into(digits: &str, bytes: &mut [u8; 32]) -> Option<()> {
    let is_lower = !digits.bytes().any(|digit| digit.is_ascii_uppercase());
    is_lower.then(|| hex::decode_to_slice(digits, bytes).ok()).flatten()
}
