//! `identity-v1`: opens file keys, by an opening or by squaring.

use crate::{connection::Connection, work};
use heliast_envelope::{
    Identity, Lock,
    age::{Error, FileKey, Stanza},
};
use heliast_vdf::ProofFile;
use std::{
    collections::BTreeMap,
    io::{BufRead, Write},
};

/// Runs the protocol with age to its end.
///
/// # Errors
/// If age breaks off or violates the protocol.
pub fn run<R: BufRead, W: Write>(age: &mut Connection<R, W>) -> Result<(), Error> {
    let said = age.listen()?;
    let (mut openings, mut works) = (Vec::new(), false);
    let identities = said.iter().filter(|stanza| stanza.kind == "add-identity");
    for (index, stanza) in identities.enumerate() {
        match stanza.arguments.first().map_or("", String::as_str).parse::<Identity>() {
            Ok(Identity::Works) => works = true,
            Ok(Identity::HasOpening(opening)) => openings.push(*opening),
            Err(reason) => age.complain(&["identity", &index.to_string()], &reason)?,
        }
    }
    for (file, stanzas) in files(&said) {
        let locks = locks(age, &file, &stanzas)?;
        let found = match by_opening(age, &locks, &openings)? {
            None if works => by_work(age, locks)?,
            found => found,
        };
        if let Some(key) = found {
            age.say("file-key", vec![file], key.as_bytes())?;
        }
    }
    age.done()
}

/// The stanzas of each file.
fn files(said: &[Stanza]) -> BTreeMap<String, Vec<Stanza>> {
    let mut files = BTreeMap::new();
    for stanza in said.iter().filter(|stanza| stanza.kind == "recipient-stanza") {
        if let [file, kind, arguments @ ..] = &stanza.arguments[..] {
            let stanza =
                Stanza { kind: kind.clone(), arguments: arguments.to_vec(), body: stanza.body.clone() };
            files.entry(file.clone()).or_insert_with(Vec::new).push(stanza);
        }
    }
    files
}

fn locks<R: BufRead, W: Write>(
    age: &mut Connection<R, W>,
    file: &str,
    stanzas: &[Stanza],
) -> Result<Vec<Lock>, Error> {
    let mut locks = Vec::new();
    for (index, stanza) in stanzas.iter().enumerate() {
        match Lock::from_stanza(stanza) {
            Ok(lock) => locks.extend(lock),
            Err(reason) => age.complain(&["stanza", file, &index.to_string()], &reason)?,
        }
    }
    Ok(locks)
}

fn by_opening<R: BufRead, W: Write>(
    age: &mut Connection<R, W>,
    locks: &[Lock],
    openings: &[ProofFile],
) -> Result<Option<FileKey>, Error> {
    for lock in locks {
        for opening in openings.iter().filter(|opening| lock.is_named_by(opening)) {
            match lock.open_with(opening) {
                Ok(key) => return Ok(Some(key)),
                Err(reason) => age.tell(&format!("the opening does not open it: {reason}"))?,
            }
        }
    }
    Ok(None)
}

fn by_work<R: BufRead, W: Write>(
    age: &mut Connection<R, W>,
    locks: Vec<Lock>,
) -> Result<Option<FileKey>, Error> {
    let Some(lock) = locks.into_iter().min_by_key(Lock::fast_core_ns) else { return Ok(None) };
    match work::open(age, &lock)? {
        Ok(key) => Ok(Some(key)),
        Err(reason) => age.complain(&["internal"], &reason).map(|()| None),
    }
}
