//! The contents: chunks of 64 KiB, each sealed with its number and a mark of the last one (STREAM; Hoang,
//! Reyhanitabar, Rogaway, Vizár, *Online authenticated-encryption and its nonce-reuse misuse-resistance*,
//! 2015).

use crate::{
    Error, FileKey, Header,
    sizes::{CHUNK, NONCE, TAG},
};
use chacha20poly1305::{ChaCha20Poly1305, Nonce, aead::Aead};
use std::io::{self, Read, Write};
use zeroize::Zeroizing;

const SEALED: usize = CHUNK + TAG;

/// Seals the data that is written to it. [`Sealer::finish`] seals the end: without it a file is incomplete.
pub struct Sealer<W: Write> {
    to: W,
    cipher: ChaCha20Poly1305,
    chunk: Zeroizing<Vec<u8>>,
    chunks: u64,
}

impl<W: Write> Sealer<W> {
    /// Writes the header and the nonce, which must be fresh.
    ///
    /// # Errors
    /// The errors of `to`.
    pub fn new(mut to: W, header: &Header, file_key: &FileKey, nonce: [u8; NONCE]) -> io::Result<Sealer<W>> {
        to.write_all(&header.to_bytes())?;
        to.write_all(&nonce)?;
        // It is allocated in full at once: a vector that grows leaves copies behind.
        let chunk = Zeroizing::new(Vec::with_capacity(CHUNK));
        Ok(Sealer { to, cipher: file_key.payload_cipher(&nonce), chunk, chunks: 0 })
    }

    /// Seals the end.
    ///
    /// # Errors
    /// The errors of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.seal(true)?;
        Ok(self.to)
    }

    fn seal(&mut self, is_last: bool) -> io::Result<()> {
        let sealed = self.cipher.encrypt(&chunk_nonce(self.chunks, is_last), &self.chunk[..]);
        self.to.write_all(&sealed.map_err(|_| io::Error::other("a chunk that is too long"))?)?;
        self.chunk.clear();
        self.chunks += 1;
        Ok(())
    }
}

impl<W: Write> Write for Sealer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.chunk.len() == CHUNK && !bytes.is_empty() {
            self.seal(false)?;
        }
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    /// Nothing of a chunk is written before it is complete.
    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The contents of a file, opened chunk by chunk. A chunk is only returned if it is authentic. Whether the
/// file is complete is known at its end.
pub struct Opener<R> {
    from: R,
    cipher: ChaCha20Poly1305,
    /// Sealed bytes that are read: a chunk, and one more to see whether it is the last.
    sealed: Vec<u8>,
    chunk: Zeroizing<Vec<u8>>,
    given: usize,
    chunks: u64,
    ended: bool,
}

impl<R: Read> Opener<R> {
    /// The contents after a header, which must have been read from the same input.
    ///
    /// # Errors
    /// [`Error::Changed`] if it is not the header's file key; the errors of the input.
    pub fn new(mut from: R, header: &Header, file_key: &FileKey) -> Result<Opener<R>, Error> {
        header.check(file_key)?;
        let mut nonce = [0; NONCE];
        from.read_exact(&mut nonce).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::Malformed("it is cut short"),
            _ => error.into(),
        })?;
        Ok(Opener {
            from,
            cipher: file_key.payload_cipher(&nonce),
            sealed: Vec::with_capacity(SEALED + 1),
            chunk: Zeroizing::default(),
            given: 0,
            chunks: 0,
            ended: false,
        })
    }

    /// Reads the next chunk in place of the one before.
    fn advance(&mut self) -> Result<(), Error> {
        let missing = (SEALED + 1 - self.sealed.len()) as u64;
        Read::take(&mut self.from, missing).read_to_end(&mut self.sealed)?;
        self.ended = self.sealed.len() <= SEALED;
        let end = self.sealed.len().min(SEALED);
        let opened = self.cipher.decrypt(&chunk_nonce(self.chunks, self.ended), &self.sealed[..end]);
        self.chunk = Zeroizing::new(opened.map_err(|_| Error::Changed)?);
        if self.chunk.is_empty() && self.chunks > 0 {
            return Err(Error::Malformed("its last chunk is empty"));
        }
        self.sealed.drain(..end);
        self.given = 0;
        self.chunks += 1;
        Ok(())
    }
}

impl<R: Read> Read for Opener<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given == self.chunk.len() && !self.ended {
            self.advance()?;
        }
        let left = &self.chunk[self.given..];
        let taken = left.len().min(into.len());
        into[..taken].copy_from_slice(&left[..taken]);
        self.given += taken;
        Ok(taken)
    }
}

fn chunk_nonce(number: u64, is_last: bool) -> Nonce {
    let mut nonce = Nonce::default();
    // The first three of eleven bytes would count more chunks than are possible.
    nonce[3..11].copy_from_slice(&number.to_be_bytes());
    nonce[11] = is_last.into();
    nonce
}
