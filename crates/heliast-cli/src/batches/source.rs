//! Statements files, as bytes.

use crate::{
    failure::{Code, Failure},
    files::{is_stdio, unreadable},
};
use heliast_vdf::batch::{AnyHeader, StatementsHeader, varied};
use std::{
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

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
    (file, header): (File, &varied::StatementsHeader),
    mut tell: impl FnMut(u64),
) -> Result<(), Failure> {
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut record = vec![0; header.record_len() as usize];
    for index in 0..header.count {
        file.read_exact(&mut record).map_err(|error| unreadable(path, &error))?;
        let t = record.first_chunk().map_or(0, |t| u64::from_be_bytes(*t));
        if !(1..heliast_vdf::MAX_DELAY).contains(&t) {
            let bad = varied::BadRecords::Delay { index: index as usize, t };
            return Err(Failure::new(Code::Malformed, bad).about(path.display()));
        }
        tell(t);
    }
    Ok(())
}
