//! The stanzas that age and a plugin send each other.

use heliast_envelope::age::{Error, Stanza};
use std::io::{BufRead, Write};

/// The two ends of a connection to age.
pub struct Connection<R, W> {
    from: R,
    to: W,
}

impl<R: BufRead, W: Write> Connection<R, W> {
    /// A connection with these ends.
    pub fn new(from: R, to: W) -> Connection<R, W> {
        Connection { from, to }
    }

    /// Receives the stanzas that age sends before it waits for the plugin.
    ///
    /// # Errors
    /// If it sends anything other than stanzas up to `done`.
    pub fn listen(&mut self) -> Result<Vec<Stanza>, Error> {
        let mut said = Vec::new();
        loop {
            let stanza = Stanza::read(&mut self.from)?.ok_or(Error::Malformed("age ended without `done`"))?;
            if stanza.kind == "done" {
                return Ok(said);
            }
            said.push(stanza);
        }
    }

    /// Sends a stanza and waits for the answer. Returns whether that is `ok`.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn say(&mut self, kind: &str, arguments: Vec<String>, body: &[u8]) -> Result<bool, Error> {
        self.send(kind, arguments, body)?;
        let answer = Stanza::read(&mut self.from)?;
        Ok(answer.ok_or(Error::Malformed("age did not answer"))?.kind == "ok")
    }

    /// Sends a line for people. It does not matter whether age shows it.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn tell(&mut self, line: &str) -> Result<(), Error> {
        self.say("msg", Vec::new(), line.as_bytes()).map(drop)
    }

    /// Reports an error, and the part of age's input that it is about.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn complain(&mut self, about: &[&str], reason: &dyn std::fmt::Display) -> Result<(), Error> {
        let about = about.iter().map(|word| (*word).to_owned()).collect();
        self.say("error", about, reason.to_string().as_bytes()).map(drop)
    }

    /// Ends the phase.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn done(&mut self) -> Result<(), Error> {
        self.send("done", Vec::new(), &[])
    }

    fn send(&mut self, kind: &str, arguments: Vec<String>, body: &[u8]) -> Result<(), Error> {
        let stanza = Stanza { kind: kind.to_owned(), arguments, body: body.to_vec() };
        self.to.write_all(stanza.to_text().as_bytes())?;
        Ok(self.to.flush()?)
    }
}
