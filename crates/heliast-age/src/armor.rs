//! Files as text: base64 between two marker lines.
//!
//! A [`Reader`] reads either form. Text has lines of 64 characters, except the last one, and only blank lines
//! and spaces before and after it.

use base64::{Engine, engine::general_purpose::STANDARD};
use std::io::{self, BufRead, Read, Write};

const BEGIN: &[u8] = b"-----BEGIN AGE ENCRYPTED FILE-----";
const END: &[u8] = b"-----END AGE ENCRYPTED FILE-----";
const COLUMNS: usize = 64;
/// The number of bytes of a full line.
const LINE: usize = COLUMNS / 4 * 3;

/// Writes bytes as text. [`Writer::finish`] writes the end.
pub struct Writer<W: Write> {
    to: W,
    line: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes the first line.
    ///
    /// # Errors
    /// The errors of `to`.
    pub fn new(mut to: W) -> io::Result<Writer<W>> {
        to.write_all(BEGIN)?;
        to.write_all(b"\n")?;
        Ok(Writer { to, line: Vec::with_capacity(LINE) })
    }

    /// Writes the last line.
    ///
    /// # Errors
    /// The errors of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.line.is_empty() {
            self.end_line()?;
        }
        self.to.write_all(END)?;
        self.to.write_all(b"\n")?;
        Ok(self.to)
    }

    fn end_line(&mut self) -> io::Result<()> {
        let mut text = STANDARD.encode(&self.line);
        text.push('\n');
        self.line.clear();
        self.to.write_all(text.as_bytes())
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(LINE - self.line.len());
        self.line.extend_from_slice(&bytes[..taken]);
        if self.line.len() == LINE {
            self.end_line()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The bytes of a file in either form.
pub struct Reader<R> {
    from: R,
    state: State,
    line: Vec<u8>,
    given: usize,
}

#[derive(PartialEq)]
enum State {
    Unknown,
    Bytes,
    Text,
    /// A line was short, so only the end may follow.
    LastLine,
    Ended,
}

impl<R: BufRead> Reader<R> {
    /// A reader that detects the form of the input at the first read.
    pub fn new(from: R) -> Reader<R> {
        Reader { from, state: State::Unknown, line: Vec::new(), given: 0 }
    }

    /// Skips blanks before text. Bytes begin with a letter.
    fn find_form(&mut self) -> io::Result<()> {
        loop {
            let next = self.from.fill_buf()?;
            match next.first() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.from.consume(1),
                Some(b'-') => {
                    self.state = State::Text;
                    let first = self.text_line()?;
                    return if first == BEGIN { Ok(()) } else { Err(malformed()) };
                }
                _ => {
                    self.state = State::Bytes;
                    return Ok(());
                }
            }
        }
    }

    /// The next line without its end, of 65 bytes at most.
    fn text_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        Read::take(&mut self.from, COLUMNS as u64 + 2).read_until(b'\n', &mut line)?;
        if line.pop_if(|byte| *byte == b'\n').is_some() {
            line.pop_if(|byte| *byte == b'\r');
        }
        Ok(line)
    }

    fn next_line(&mut self) -> io::Result<()> {
        self.given = 0;
        self.line.clear();
        let line = self.text_line()?;
        let is_end = line.strip_prefix(END).is_some_and(|rest| rest.iter().all(u8::is_ascii_whitespace));
        if is_end {
            self.state = State::Ended;
            return self.only_blanks_follow();
        }
        if self.state == State::LastLine || line.is_empty() || line.len() > COLUMNS {
            return Err(malformed());
        }
        STANDARD.decode_vec(&line, &mut self.line).map_err(|_| malformed())?;
        if self.line.len() < LINE {
            self.state = State::LastLine;
        }
        Ok(())
    }

    fn only_blanks_follow(&mut self) -> io::Result<()> {
        loop {
            let next = self.from.fill_buf()?;
            let (length, is_blank) = (next.len(), next.iter().all(u8::is_ascii_whitespace));
            match (length, is_blank) {
                (0, _) => return Ok(()),
                (_, true) => self.from.consume(length),
                (_, false) => return Err(malformed()),
            }
        }
    }
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the text of an age file is damaged")
}

impl<R: BufRead> Read for Reader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.state == State::Unknown {
            self.find_form()?;
        }
        if self.state == State::Bytes {
            return self.from.read(into);
        }
        while self.given == self.line.len() && self.state != State::Ended {
            self.next_line()?;
        }
        let left = &self.line[self.given..];
        let taken = left.len().min(into.len());
        into[..taken].copy_from_slice(&left[..taken]);
        self.given += taken;
        Ok(taken)
    }
}
