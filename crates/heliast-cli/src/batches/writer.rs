//! Writing statements files.

use super::{elem::Elem, span::Span};
use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, OutArgs, Secrecy, unwritable},
    report::Report,
    reports::{Delays, Digest, ListMade, Statements},
};
use heliast::{AnyGroup, Group};
use heliast_vdf::batch::StatementsHeader;
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

/// A writer of one statement after the other. The file appears when it is complete.
pub struct ListWriter {
    group: AnyGroup,
    header: StatementsHeader,
    span: Span,
    sink: Sink,
    path: PathBuf,
    shown: String,
}

enum Sink {
    File(AtomicFile),
    Stdout(BufWriter<io::Stdout>),
}

impl ListWriter {
    /// Begins a file of `count` statements: each of t squarings, or each with its own number of squarings.
    pub fn begin(group: &AnyGroup, t: Option<u64>, count: u64, out: &OutArgs) -> Result<ListWriter, Failure> {
        let sink = if out.is_stdout() {
            Sink::Stdout(BufWriter::new(io::stdout()))
        } else {
            Sink::File(AtomicFile::create(&out.out, Secrecy::Public, out.force)?)
        };
        let header = StatementsHeader::new(group, t, count);
        let (path, shown) = (out.out.clone(), out.shown());
        let mut writer =
            ListWriter { group: group.clone(), header, span: Span::default(), sink, path, shown };
        let header = writer.header.encode();
        writer.write(&header).map(|()| writer)
    }

    /// Adds the statement that y = x^(2^t).
    pub fn push(&mut self, t: u64, x: &Elem, y: &Elem) -> Result<(), Failure> {
        if self.header.t.is_none() {
            self.write(&t.to_be_bytes())?;
        }
        self.span.widen(t);
        let (x, y) = (self.group.encode(x), self.group.encode(y));
        self.write(&x)?;
        self.write(&y)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.sink {
            Sink::File(file) => file.write_all(bytes),
            Sink::Stdout(stdout) => stdout.write_all(bytes),
        };
        written.map_err(|error| unwritable(&self.path, &error))
    }

    /// Gives the file its final name, and reports its contents.
    pub fn commit(self) -> Result<Report, Failure> {
        match self.sink {
            Sink::File(file) => file.commit()?,
            Sink::Stdout(mut stdout) => stdout.flush().map_err(|error| unwritable(&self.path, &error))?,
        }
        let count = self.header.count;
        let headline = format!("{count} statements written to {}", self.shown);
        let said = ListMade { out: self.shown.into(), list: describe(&self.header, self.span) };
        Ok(Report::of(headline, &said).show(&STATEMENTS))
    }
}

/// The rows of [`Statements`] for people.
pub const STATEMENTS: [&str; 6] = ["statements", "t", "least_t", "greatest_t", "group", "file_bytes"];

/// The description of a statements file whose delays have this span.
pub fn describe(header: &StatementsHeader, span: Span) -> Statements {
    Statements {
        statements: header.count,
        delays: header.t.map_or_else(|| Delays::Varied(span.into()), |t| Delays::One { t }),
        group: Digest::of(&header.group_id),
        file_bytes: header.file_len(),
    }
}

/// The error for a file that a signal left unfinished.
pub fn interrupted() -> Failure {
    Failure::new(Code::Pending, "interrupted").hint("nothing was kept: the same command begins again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{class_group, group, out, statement};
    use std::fs;

    #[test]
    fn a_list_appears_when_it_is_whole() {
        for group in [group(), class_group()] {
            a_list_of_this_group_appears(&group);
        }
    }

    fn a_list_of_this_group_appears(group: &AnyGroup) {
        let dir = tempfile::tempdir().unwrap();
        let out = out(dir.path().join("list"));
        for (t, record) in [(Some(5), 2 * group.encoded_len()), (None, 8 + 2 * group.encoded_len())] {
            let mut writer = ListWriter::begin(group, t, 2, &out).unwrap();
            for message in ["a", "b"] {
                let (x, y) = statement(group, message, 5);
                writer.push(5, &x, &y).unwrap();
            }
            assert!(!out.out.exists());
            let report = writer.commit().unwrap();
            assert!(report.lines().starts_with("2 statements written to "), "{}", report.lines());
            let bytes = fs::read(&out.out).unwrap();
            assert_eq!(bytes.len(), 64 + 2 * record);
            let (x, y) = statement(group, "b", 5);
            let last = [group.encode(&x), group.encode(&y)].concat();
            assert!(bytes.ends_with(&last) && bytes[64 + record..].len() == record);
            let (_, header) = super::super::open(&out.out).unwrap();
            assert_eq!((header.count, header.t), (2, t));
            fs::remove_file(&out.out).unwrap();
        }
    }

    #[test]
    fn a_list_that_is_not_finished_leaves_nothing() {
        let (dir, group) = (tempfile::tempdir().unwrap(), group());
        let (x, y) = statement(&group, "m", 5);
        let mut writer = ListWriter::begin(&group, Some(5), 2, &out(dir.path().join("list"))).unwrap();
        writer.push(5, &x, &y).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        drop(writer);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        let stopped = interrupted();
        assert_eq!((stopped.code(), stopped.to_string()), (Code::Pending, "interrupted".to_owned()));
    }

    /// Only a list of different delays is described by their range.
    #[test]
    fn a_list_is_described_by_its_delay_or_by_their_span() {
        let group = group();
        let span = Span { least: 3, greatest: 9 };
        let [one, varied] = [Some(5), None].map(|t| StatementsHeader::new(&group, t, 2));
        let labels = |header| {
            let lines = Report::of("a list", &describe(header, span)).show(&STATEMENTS).lines();
            lines
                .lines()
                .skip(1)
                .map(|line| line.trim().split("  ").next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(labels(&one), ["statements", "t", "group", "file bytes"]);
        assert_eq!(labels(&varied), ["statements", "least t", "greatest t", "group", "file bytes"]);
    }
}
