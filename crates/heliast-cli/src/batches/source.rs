//! Reading statements files.

use super::span::Span;
use crate::{
    failure::{Code, Failure},
    files::{is_stdio, unreadable},
};
use heliast_vdf::batch::{BadRecords, StatementsHeader, varied::DelayCounts};
use std::{
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

/// Opens a statements file and reads its header, which must fit the file's length.
pub fn open(path: &Path) -> Result<(File, StatementsHeader), Failure> {
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
    let header = StatementsHeader::decode(&header).map_err(about)?;
    header.check_len(metadata.len()).map_err(about)?;
    Ok((file, header))
}

/// The least and the greatest delay of a list. This reads the file if there are different delays.
pub fn span(path: &Path, (file, header): (File, &StatementsHeader)) -> Result<Span, Failure> {
    let mut span = Span::default();
    match header.t {
        Some(t) => span.widen(t),
        None => each_delay(path, (file, header), |t| span.widen(t))?,
    }
    Ok(span)
}

/// The number of statements for each delay. This reads the file if there are different delays.
pub fn delays(path: &Path, (file, header): (File, &StatementsHeader)) -> Result<DelayCounts, Failure> {
    let mut delays = DelayCounts::default();
    match header.t {
        Some(t) => delays.extend([(t, header.count)]),
        None => each_delay(path, (file, header), |t| delays.extend([(t, 1)]))?,
    }
    Ok(delays)
}

/// Calls `tell` with the t of each statement in a list of different delays, in order. The elements are not
/// read.
fn each_delay(
    path: &Path,
    (file, header): (File, &StatementsHeader),
    mut tell: impl FnMut(u64),
) -> Result<(), Failure> {
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut record = vec![0; header.record_len() as usize];
    for index in 0..header.count {
        file.read_exact(&mut record).map_err(|error| unreadable(path, &error))?;
        let t = record.first_chunk().map_or(0, |t| u64::from_be_bytes(*t));
        if !(1..heliast_vdf::MAX_DELAY).contains(&t) {
            let bad = BadRecords::Delay { index: index as usize, t };
            return Err(Failure::new(Code::Malformed, bad).about(path.display()));
        }
        tell(t);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{group, statement};
    use std::fs;

    /// The bytes of a list of different delays.
    fn varied_list(delays: &[u64]) -> Vec<u8> {
        let group = group();
        let mut bytes = StatementsHeader::new(&group, None, delays.len() as u64).encode().to_vec();
        for t in delays {
            let (x, y) = statement(&group, "m", 1);
            bytes.extend(t.to_be_bytes());
            bytes.extend([heliast::Group::encode(&group, &x), heliast::Group::encode(&group, &y)].concat());
        }
        bytes
    }

    /// A list of one delay has it only in its header.
    #[test]
    fn a_list_of_one_delay_is_not_read_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list");
        let header = StatementsHeader::new(&group(), Some(7), 3);
        fs::write(&path, header.encode()).unwrap();
        let file = || File::open(&path).unwrap();
        assert_eq!(span(&path, (file(), &header)).ok(), Some(Span { least: 7, greatest: 7 }));
        let delays = delays(&path, (file(), &header)).unwrap_or_default();
        assert!(delays.iter().eq([(7, 3)]));
    }

    fn told(path: &Path) -> (Vec<u64>, Result<(), Failure>) {
        let (file, header) = open(path).unwrap();
        let mut delays = Vec::new();
        let told = each_delay(path, (file, &header), |t| delays.push(t));
        (delays, told)
    }

    #[test]
    fn every_delay_is_told_in_its_order() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list");
        fs::write(&path, varied_list(&[5, 1, 5, (1 << 48) - 1])).unwrap();
        let (delays, told) = told(&path);
        assert!(told.is_ok());
        assert_eq!(delays, [5, 1, 5, (1 << 48) - 1]);
    }

    #[test]
    fn an_invalid_delay_ends_it_and_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list");
        for (delays, before) in [([5, 0, 7], 1), ([5, 6, 1 << 48], 2), ([u64::MAX, 0, 0], 0)] {
            fs::write(&path, varied_list(&delays)).unwrap();
            let (seen, told) = told(&path);
            assert_eq!(seen, delays[..before]);
            let failure = told.unwrap_err();
            assert!(
                failure.to_string().contains(&format!("list: statement {before}: a delay takes")),
                "{failure}"
            );
            assert_eq!(failure.code(), Code::Malformed);
        }
    }

    /// The length was right when the file was opened.
    #[test]
    fn a_list_that_is_cut_while_it_is_read_is_unreadable() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list");
        let bytes = varied_list(&[5, 6, 7]);
        fs::write(&path, &bytes).unwrap();
        let (file, header) = open(&path).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_len(bytes.len() as u64 - 1).unwrap();
        let mut delays = Vec::new();
        let failure = each_delay(&path, (file, &header), |t| delays.push(t)).unwrap_err();
        assert!(failure.to_string().contains("list can't be read: "), "{failure}");
        assert_eq!(delays, [5, 6]);
    }

    #[test]
    fn a_list_must_be_readable_more_than_once() {
        let dir = tempfile::tempdir().unwrap();
        let hint = "statements are read twice: give a file on a disk";
        let stdin = open(Path::new("-")).unwrap_err();
        assert_eq!((stdin.code(), stdin.hint_text()), (Code::Usage, hint));
        let directory = open(dir.path()).unwrap_err();
        assert!(directory.to_string().ends_with(" is not a regular file"), "{directory}");
        assert_eq!((directory.code(), directory.hint_text()), (Code::Malformed, hint));
        let missing = open(&dir.path().join("none")).unwrap_err();
        assert!(missing.to_string().contains("none can't be read: "), "{missing}");
    }

    #[test]
    fn a_list_has_the_length_that_it_says() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("list");
        let good = varied_list(&[5, 6]);
        for len in [0, 1, 63, 64, good.len() - 1] {
            fs::write(&path, &good[..len]).unwrap();
            let failure = open(&path).unwrap_err();
            assert!(failure.to_string().starts_with(&format!("{}: ", path.display())), "{len}: {failure}");
            assert_eq!(failure.code(), Code::Malformed);
        }
        fs::write(&path, [&good[..], b"\0"].concat()).unwrap();
        assert!(open(&path).is_err());
        fs::write(&path, &good).unwrap();
        assert_eq!(open(&path).unwrap().1.count, 2);
    }
}
