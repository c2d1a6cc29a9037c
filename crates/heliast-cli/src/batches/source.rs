//! Statements files, as bytes.

use crate::{
    failure::{Code, Failure},
    files::{is_stdio, unreadable},
};
use heliast_vdf::batch::{AnyHeader, BadVariedRecords, StatementsHeader, VariedHeader};
use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
};

/// The records of a statements file.
pub struct Source {
    path: PathBuf,
    file: File,
    record_len: u64,
}

impl Source {
    /// Those of a file that was opened.
    pub fn new(path: &Path, file: File, header: &AnyHeader) -> Source {
        Source { path: path.to_owned(), file, record_len: header.record_len() }
    }

    /// Reads the statements at these places.
    pub fn read(&mut self, places: Range<u64>, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        let (start, len) = (places.start * self.record_len, (places.end - places.start) * self.record_len);
        let wanted = usize::try_from(len).map_err(|_| {
            Failure::new(Code::Refused, "so many statements at once do not fit into the memory")
        })?;
        bytes.clear();
        bytes.reserve_exact(wanted);
        let from = SeekFrom::Start(StatementsHeader::LEN as u64 + start);
        let read = self.file.seek(from).and_then(|_| (&self.file).take(len).read_to_end(bytes));
        if read.map_err(|error| unreadable(&self.path, &error))? != wanted {
            return Err(self.changed());
        }
        Ok(())
    }

    /// The path as text.
    pub fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// The failure of a file that is not what it was before.
    pub fn changed(&self) -> Failure {
        let message = format_args!("{} was changed while it was read", self.path.display());
        Failure::new(Code::Malformed, message).hint("try again when nobody writes to it")
    }
}

/// The header of a statements file, whose length is what it says.
pub fn open(path: &Path) -> Result<(File, AnyHeader), Failure> {
    let hint = "statements are read twice: give a file on a disk";
    if is_stdio(path) {
        return Err(Failure::new(Code::Usage, "statements are not read from stdin").hint(hint));
    }
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let metadata = file.metadata().map_err(|error| unreadable(path, &error))?;
    if !metadata.is_file() {
        let message = format_args!("{} is not a regular file", path.display());
        return Err(Failure::new(Code::Malformed, message).hint(hint));
    }
    let mut header = Vec::new();
    let read = (&mut file).take(StatementsHeader::LEN as u64).read_to_end(&mut header);
    read.map_err(|error| unreadable(path, &error))?;
    let about = |error| Failure::from(error).about(path.display());
    let header = AnyHeader::decode(&header).map_err(about)?;
    header.check_len(metadata.len()).map_err(about)?;
    Ok((file, header))
}

/// Tells every t of a list of different delays, in its order; its elements are not looked at.
pub fn each_delay(
    path: &Path,
    (file, header): (File, &VariedHeader),
    mut tell: impl FnMut(u64),
) -> Result<(), Failure> {
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut record = vec![0; header.record_len() as usize];
    for index in 0..header.count {
        file.read_exact(&mut record).map_err(|error| unreadable(path, &error))?;
        let t = record.first_chunk().map_or(0, |t| u64::from_be_bytes(*t));
        if !(1..heliast_vdf::MAX_DELAY).contains(&t) {
            let bad = BadVariedRecords::Delay { index: index as usize, t };
            return Err(Failure::new(Code::Malformed, bad).about(path.display()));
        }
        tell(t);
    }
    Ok(())
}
