//! The header: a stanza for each recipient, under a MAC.

use crate::{
    Error, FileKey, Stanza,
    stanza::{COLUMNS, decode_all, encode},
};
use hmac::Mac;
use std::io::{BufRead, Read};

const VERSION: &str = "age-encryption.org/v1";
const MAC: usize = 32;
/// The longest header that is read, in bytes: some 500 recipients.
pub const MAX_HEADER: usize = 256 << 10;

/// The header of a file.
#[derive(Clone, Debug)]
pub struct Header {
    stanzas: Vec<Stanza>,
    /// The bytes that the MAC authenticates.
    authenticated: Vec<u8>,
    mac: [u8; MAC],
}

impl Header {
    /// The header of these stanzas, at least one, under this key.
    ///
    /// # Panics
    /// If a stanza has an invalid word.
    pub fn new(stanzas: Vec<Stanza>, file_key: &FileKey) -> Header {
        let mut text = format!("{VERSION}\n");
        for stanza in &stanzas {
            let start = text.len();
            text.push_str(&stanza.to_text());
            let first = text[start..].lines().next().unwrap_or_default();
            let words = Stanza::words(&first.as_bytes()["-> ".len()..]).ok();
            let is_whole = words == Some((stanza.kind.clone(), stanza.arguments.clone()));
            assert!(is_whole, "a stanza of words without spaces");
        }
        text.push_str("---");
        let mac = file_key.header_mac(text.as_bytes()).finalize().into_bytes().into();
        Header { stanzas, authenticated: text.into_bytes(), mac }
    }

    /// Reads a header and leaves the rest of the input unread.
    ///
    /// # Errors
    /// [`Error::Malformed`] if it is not of the format or is longer than [`MAX_HEADER`], and the errors of
    /// the input.
    pub fn read(input: &mut impl BufRead) -> Result<Header, Error> {
        let mut lines = Lines { input, read: Vec::new() };
        if lines.next()? != VERSION.as_bytes() {
            return Err(Error::Malformed("its first line is not that of version 1"));
        }
        let mut stanzas = Vec::new();
        loop {
            let line = lines.next()?;
            if let Some(first) = line.strip_prefix(b"-> ") {
                let (kind, arguments) = Stanza::words(first)?;
                stanzas.push(Stanza { kind, arguments, body: lines.body()? });
                continue;
            }
            let mac = line.strip_prefix(b"--- ").ok_or(Error::Malformed("a line of no recipient"))?;
            let mac = decode_all(mac)?.try_into().map_err(|_| Error::Malformed("a MAC of another length"))?;
            if stanzas.is_empty() {
                return Err(Error::Malformed("it has no recipient"));
            }
            let rest = line.len() - "---".len() + "\n".len();
            let mut authenticated = lines.read;
            authenticated.truncate(authenticated.len() - rest);
            return Ok(Header { stanzas, authenticated, mac });
        }
    }

    /// The stanzas, in their order.
    pub fn stanzas(&self) -> &[Stanza] {
        &self.stanzas
    }

    /// The bytes of the header.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.authenticated[..], b" ", encode(&self.mac).as_bytes(), b"\n"].concat()
    }

    /// Checks that this is the file key of the header.
    ///
    /// # Errors
    /// [`Error::Changed`].
    pub fn check(&self, file_key: &FileKey) -> Result<(), Error> {
        file_key.header_mac(&self.authenticated).verify_slice(&self.mac).map_err(|_| Error::Changed)
    }
}

impl Stanza {
    /// Reads one stanza, in the format in which programs send stanzas to each other. `None` at the end of the
    /// input.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the input is not a stanza or has more than [`MAX_HEADER`] bytes, and the
    /// errors of the input.
    pub fn read(input: &mut impl BufRead) -> Result<Option<Stanza>, Error> {
        if input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let mut lines = Lines { input, read: Vec::new() };
        let line = lines.next()?;
        let first = line.strip_prefix(b"-> ").ok_or(Error::Malformed("a line that begins no stanza"))?;
        let (kind, arguments) = Stanza::words(first)?;
        Ok(Some(Stanza { kind, arguments, body: lines.body()? }))
    }
}

/// The lines of a header, kept as they were read.
struct Lines<'a, R> {
    input: &'a mut R,
    read: Vec<u8>,
}

impl<R: BufRead> Lines<'_, R> {
    /// The next line, without its end.
    fn next(&mut self) -> Result<Vec<u8>, Error> {
        let (start, left) = (self.read.len(), MAX_HEADER - self.read.len());
        Read::take(&mut *self.input, left as u64).read_until(b'\n', &mut self.read)?;
        match self.read[start..].split_last() {
            Some((b'\n', line)) => Ok(line.to_vec()),
            _ if self.read.len() == MAX_HEADER => Err(Error::Malformed("its header is far too long")),
            _ => Err(Error::Malformed("its header is cut short")),
        }
    }

    fn body(&mut self) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        loop {
            let line = self.next()?;
            text.extend_from_slice(&line);
            match line.len() {
                COLUMNS => {}
                0..COLUMNS => return decode_all(&text),
                _ => return Err(Error::Malformed("a line of a body is too long")),
            }
        }
    }
}
