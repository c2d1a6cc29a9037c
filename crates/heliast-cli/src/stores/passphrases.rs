//! Passphrases, from a file or a terminal.

use super::{GrowthArgs, StoreArgs, holds_key};
use crate::{
    failure::{Code, Failure},
    files,
};
use heliast_keystore::{Error, Passphrase, Refusal, Store};
use std::{
    io::{IsTerminal, stdin},
    path::Path,
};
use zeroize::Zeroizing;

impl StoreArgs {
    pub(super) fn passphrase_of(&self, dir: &Path) -> Result<Option<Passphrase>, Failure> {
        if !holds_key(dir) {
            return Err(Error::NoKey(dir.to_owned()).into());
        }
        if !Store::is_encrypted(dir)? {
            return Ok(None);
        }
        match &self.passphrase_file {
            Some(path) => read_passphrase(path).map(Some),
            None if stdin().is_terminal() => ask("passphrase: ").map(|words| Some(words.into())),
            None => Err(Error::from(Refusal::PassphraseMissing).into()),
        }
    }

    pub(super) fn passphrase_of_new(&self, growth: &GrowthArgs) -> Result<Option<Passphrase>, Failure> {
        if self.passphrase_file.is_some() && !growth.encrypt {
            // Not left for later: the secret would lie on the disk in the clear.
            return Err(Failure::new(
                Code::Usage,
                "there is a passphrase, and the key would not be encrypted",
            )
            .hint("add --encrypt, or leave out --passphrase-file"));
        }
        growth.encrypt.then(|| self.new_passphrase()).transpose()
    }

    fn new_passphrase(&self) -> Result<Passphrase, Failure> {
        if let Some(path) = &self.passphrase_file {
            return read_passphrase(path);
        }
        if !stdin().is_terminal() {
            return Err(Failure::new(Code::Usage, "--encrypt has no passphrase")
                .hint("give --passphrase-file FILE, or run it in a terminal"));
        }
        let (words, again) = (ask("new passphrase: ")?, ask("the same again: ")?);
        match words.0 == again.0 && !words.0.is_empty() {
            true => Ok(words.into()),
            false => Err(Failure::new(Code::Refused, "the passphrases differ, or are empty")),
        }
    }
}

/// What was typed or read; erased when dropped.
struct Words(Zeroizing<String>);

impl From<Words> for Passphrase {
    fn from(words: Words) -> Passphrase {
        Passphrase::new(words.0.as_str().to_owned())
    }
}

fn ask(prompt: &str) -> Result<Words, Failure> {
    let read = rpassword::prompt_password(prompt);
    read.map(|words| Words(Zeroizing::new(words))).map_err(|error| Failure::new(Code::Malformed, error))
}

fn read_passphrase(path: &Path) -> Result<Passphrase, Failure> {
    let bytes = files::read_secret(path)?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match std::str::from_utf8(line) {
        Ok(words) if !words.is_empty() => Ok(Passphrase::new(words.to_owned())),
        _ => Err(Failure::new(Code::Malformed, format_args!("{} holds no passphrase", path.display()))
            .hint("its first line is the passphrase, in UTF-8")),
    }
}
