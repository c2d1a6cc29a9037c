//! The folder of an archive as a source of rounds: consecutive bundles (`spec/archive.md`).

use super::Item;
use crate::{
    failure::{Code, Failure},
    files,
};
use heliast::{
    Chain, Tip,
    bundle::{BundleError, Pin, Reader},
};
use heliast_store::{Archive, StoreError};
use std::{
    io::{BufReader, Read},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    vec,
};

/// A file, and the rounds in its name.
type Named = (PathBuf, RangeInclusive<u64>);

/// An archive, opened for reading only.
pub struct Archived {
    chain: Chain,
    /// The files in the order of their rounds.
    files: Vec<Named>,
    before: Tip,
    last: u64,
}

impl Archived {
    /// Opens the archive: from its first file on, or from the file with round `from`.
    pub fn open(dir: &Path, from: Option<u64>) -> Result<Archived, Failure> {
        let chain = Archive::chain_of(dir).map_err(StoreError::from)?;
        let archive = Archive::open(dir, &chain).map_err(StoreError::from)?;
        let all = archive.files();
        let Some((first, last)) = all.first().map(|file| file.first).zip(all.last().map(|file| file.last))
        else {
            return Err(heliast_verify::nothing().into());
        };
        let from = from.unwrap_or(first);
        if !(first..=last).contains(&from) {
            let message = format_args!("--from {from}: the archive has rounds {first} to {last}");
            return Err(Failure::new(Code::Usage, message));
        }
        let wanted = all.iter().filter(|file| file.last >= from);
        let files: Vec<_> = wanted.map(|file| (dir.join(file.name()), file.first..=file.last)).collect();
        let before = match files.first() {
            Some(file) => start(&chain, file, from)?,
            None => chain.start(),
        };
        Ok(Archived { chain, files, before, last })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The last round.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// The state before the first round; trusted unless that is round 1.
    pub fn before(&self) -> Tip {
        self.before.clone()
    }

    /// The rounds from the first to the last, with the epoch proofs before them. The header of
    /// every file is compared with the state after the rounds before it.
    pub fn rounds(self) -> impl Iterator<Item = Result<Item, Failure>> {
        let Archived { chain, files, before, .. } = self;
        Rounds { chain, files: files.into_iter(), tip: Some(before), open: None }
    }
}

/// The state before round `from`, from the file that has it: decoded, but not verified.
fn start(chain: &Chain, file: &Named, from: u64) -> Result<Tip, Failure> {
    let (path, mut reader) = (&file.0, read_header(chain, file)?);
    let mut tip = reader.tip().clone();
    while tip.next_round() < from {
        let entry = reader.next_entry().map_err(|error| failure(path, error))?;
        let Some(entry) = entry else { break };
        tip = follow(chain, &tip, &entry.bytes).ok_or_else(|| {
            let message = format_args!("{}: round {} can't be decoded", path.display(), entry.number);
            Failure::new(Code::Malformed, message)
        })?;
    }
    Ok(tip)
}

/// The state after an unverified round; `None` if the round is invalid.
fn follow(chain: &Chain, tip: &Tip, bytes: &[u8]) -> Option<Tip> {
    chain.follow_unverified(tip, &chain.decode_round(bytes).ok()?).ok()
}

fn failure(path: &Path, error: BundleError) -> Failure {
    Failure::from(error).about(path.display())
}

/// The position of the reader.
struct Rounds {
    chain: Chain,
    files: vec::IntoIter<Named>,
    /// The state after the last round that was read; `None` after an undecodable round, which the
    /// verifier reports.
    tip: Option<Tip>,
    open: Option<(PathBuf, FileReader)>,
}

type FileReader = Reader<BufReader<Box<dyn Read>>>;

impl Iterator for Rounds {
    type Item = Result<Item, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.read().transpose();
        if !matches!(item, Some(Ok(_))) {
            self.tip = None;
        }
        item
    }
}

impl Rounds {
    fn read(&mut self) -> Result<Option<Item>, Failure> {
        loop {
            let Some(tip) = &self.tip else { return Ok(None) };
            let Some((path, reader)) = &mut self.open else {
                let Some(file) = self.files.next() else { return Ok(None) };
                let reader = open(&self.chain, tip, &file)?;
                self.open = Some((file.0, reader));
                continue;
            };
            match reader.next_entry().map_err(|error| failure(path, error))? {
                Some(entry) if entry.number < tip.next_round() => {}
                Some(entry) => {
                    self.tip = follow(&self.chain, tip, &entry.bytes);
                    return Ok(Some(Item { entry, outputs: None, frames: vec![] }));
                }
                None => self.open = None,
            }
        }
    }
}

/// Opens a file that continues after `tip`, or the first file, which contains the round after `tip`.
fn open(chain: &Chain, tip: &Tip, file: &Named) -> Result<FileReader, Failure> {
    let reader = read_header(chain, file)?;
    if reader.verified_from() < tip.next_round() {
        return Ok(reader);
    }
    let input = BufReader::new(files::open(&file.0)?);
    Reader::after(input, chain, tip).map_err(|error| failure(&file.0, error))
}

/// Opens a file, checks its header against the rounds in its name, and trusts its starting state.
fn read_header(chain: &Chain, (path, rounds): &Named) -> Result<FileReader, Failure> {
    let reader = Reader::trusting_start(BufReader::new(files::open(path)?), Pin::Chain(*chain.id()));
    let reader = reader.map_err(|error| failure(path, error))?;
    if reader.verified_from() != *rounds.start() || reader.count() != rounds.end() - rounds.start() + 1 {
        let message = format_args!("{}: its header has other rounds than its name", path.display());
        return Err(Failure::new(Code::Malformed, message).hint("put this file back from a copy"));
    }
    Ok(reader)
}
