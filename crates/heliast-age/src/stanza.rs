//! The stanza of a recipient.

use crate::Error;
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};

/// The number of characters of a line of a body.
pub(crate) const COLUMNS: usize = 64;

/// The part of a file for one recipient: a kind with its arguments, and a body with the file key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stanza {
    /// The kind of recipient that it is for: visible ASCII.
    pub kind: String,
    /// The kind's own words: visible ASCII without spaces, none empty.
    pub arguments: Vec<String>,
    /// The body in bytes.
    pub body: Vec<u8>,
}

impl Stanza {
    /// The text of the stanza: `-> KIND ARGUMENTS`, and the body in lines of 64 characters, of which the last
    /// is shorter.
    pub fn to_text(&self) -> String {
        let mut text = format!("-> {}", self.kind);
        for argument in &self.arguments {
            text.push(' ');
            text.push_str(argument);
        }
        text.push('\n');
        let body = STANDARD_NO_PAD.encode(&self.body);
        for at in (0..=body.len()).step_by(COLUMNS) {
            text.push_str(&body[at..body.len().min(at + COLUMNS)]);
            text.push('\n');
        }
        text
    }

    /// The words of the first line, without its `-> `.
    ///
    /// # Errors
    /// If the line has an invalid word.
    pub fn words(line: &[u8]) -> Result<(String, Vec<String>), Error> {
        let words = line.split(|byte| *byte == b' ').map(|word| {
            let is_visible = !word.is_empty() && word.iter().all(u8::is_ascii_graphic);
            is_visible.then(|| String::from_utf8_lossy(word).into_owned())
        });
        let mut words = words
            .collect::<Option<Vec<_>>>()
            .ok_or(Error::Malformed("a recipient's line has other characters than words"))?
            .into_iter();
        let kind = words.next().ok_or(Error::Malformed("a recipient without a kind"))?;
        Ok((kind, words.collect()))
    }
}

/// Encodes bytes as an argument: base64 without padding.
pub fn encode(bytes: &[u8]) -> String {
    STANDARD_NO_PAD.encode(bytes)
}

/// The N bytes of an argument, which must be in canonical form.
///
/// # Errors
/// [`Error::Malformed`].
pub fn decode<const N: usize>(text: &str) -> Result<[u8; N], Error> {
    let bytes = decode_all(text.as_bytes())?;
    bytes.try_into().map_err(|_| Error::Malformed("a string of another length"))
}

/// Decodes base64 without padding, in canonical form.
pub(crate) fn decode_all(text: &[u8]) -> Result<Vec<u8>, Error> {
    STANDARD_NO_PAD.decode(text).map_err(|_| Error::Malformed("a string that is not base64 in its one form"))
}
