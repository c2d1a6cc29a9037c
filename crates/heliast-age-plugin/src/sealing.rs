//! `recipient-v1`: locks file keys for the delays of recipients.

use crate::connection::Connection;
use heliast_envelope::{
    Recipient, Sealer,
    age::{Error, FileKey, Stanza},
};
use std::io::{BufRead, Write};
use zeroize::{Zeroize, Zeroizing};

/// Runs the protocol with age to its end.
///
/// # Errors
/// If age breaks off or violates the protocol.
pub fn run<R: BufRead, W: Write>(age: &mut Connection<R, W>) -> Result<(), Error> {
    let mut said = age.listen()?;
    let mut sealers = Vec::new();
    let mut failed = false;
    for (index, text) in arguments(&said, "add-recipient").enumerate() {
        match sealer(text) {
            Ok(sealer) => sealers.push(sealer),
            Err(reason) => {
                failed = true;
                age.complain(&["recipient", &index.to_string()], &reason)?;
            }
        }
    }
    for (index, _) in arguments(&said, "add-identity").enumerate() {
        failed = true;
        age.complain(
            &["identity", &index.to_string()],
            &"an identity names no delay: seal with a recipient",
        )?;
    }
    if !failed {
        for (index, stanza) in said.iter_mut().filter(|stanza| stanza.kind == "wrap-file-key").enumerate() {
            let key = file_key(stanza)?;
            for sealer in &sealers {
                let lock = sealer.lock(&key)?.to_stanza();
                let arguments = [vec![index.to_string(), lock.kind], lock.arguments].concat();
                age.say("recipient-stanza", arguments, &lock.body)?;
            }
        }
    }
    age.done()
}

/// The first argument of each stanza of this kind.
fn arguments<'a>(said: &'a [Stanza], kind: &'a str) -> impl Iterator<Item = &'a str> {
    let stanzas = said.iter().filter(move |stanza| stanza.kind == kind);
    stanzas.map(|stanza| stanza.arguments.first().map_or("", String::as_str))
}

fn sealer(text: &str) -> Result<Sealer, String> {
    let recipient = text.parse::<Recipient>().map_err(|error| error.to_string())?;
    let setup = recipient.setup().verify().map_err(|error| error.to_string())?;
    let t = recipient.t();
    Sealer::new(&setup, t).ok_or_else(|| format!("no setup for {t} squarings comes with this program"))
}

fn file_key(stanza: &mut Stanza) -> Result<FileKey, Error> {
    let bytes: Result<[u8; FileKey::LEN], _> = stanza.body[..].try_into();
    stanza.body.zeroize();
    bytes
        .map(|bytes| FileKey::new(Zeroizing::new(bytes)))
        .map_err(|_| Error::Malformed("a file key of another length"))
}
