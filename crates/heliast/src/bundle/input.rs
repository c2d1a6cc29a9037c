//! Bytes from a file or connection that may break off.

use super::error::BundleError;
use crate::wire::Malformed;
use std::io::{self, Read};

pub(super) enum Broken {
    Io(io::Error),
    Short,
}

/// The error if this happens before the first round.
impl From<Broken> for BundleError {
    fn from(error: Broken) -> BundleError {
        match error {
            Broken::Io(error) => BundleError::Io(error),
            Broken::Short => BundleError::Header(Malformed::Short("bundle")),
        }
    }
}

pub(super) fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], Broken> {
    let mut bytes = [0; N];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Broken::Short),
        Err(error) => Err(Broken::Io(error)),
    }
}

/// Reads `len` bytes. Memory is allocated as they arrive, so that a false length costs none.
pub(super) fn read(input: &mut impl Read, len: u32) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::new();
    input.take(u64::from(len)).read_to_end(&mut bytes).map_err(Broken::Io)?;
    if bytes.len() == len as usize { Ok(bytes) } else { Err(Broken::Short) }
}
