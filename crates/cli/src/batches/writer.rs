//! Statements files in the making.

use super::Elem;
use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, OutArgs, Secrecy, unwritable},
    report::Report,
};
use heliast::{Group, RsaGroup};
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};
use vdf::batch::StatementsHeader;

/// Writes the statements one after the other. The file appears when it is whole.
pub struct ListWriter {
    group: RsaGroup,
    header: StatementsHeader,
    sink: Sink,
    path: PathBuf,
    shown: String,
}

enum Sink {
    File(AtomicFile),
    Stdout(BufWriter<io::Stdout>),
}

impl ListWriter {
    /// Begins a file of `count` statements of t squarings.
    pub fn begin(group: &RsaGroup, t: u64, count: u64, out: &OutArgs) -> Result<ListWriter, Failure> {
        let sink = if out.is_stdout() {
            Sink::Stdout(BufWriter::new(io::stdout()))
        } else {
            Sink::File(AtomicFile::create(&out.out, Secrecy::Public, out.force)?)
        };
        let header = StatementsHeader::new(group, t, count);
        let (path, shown) = (out.out.clone(), out.shown());
        let mut writer = ListWriter { group: group.clone(), header, sink, path, shown };
        let header = writer.header.encode();
        writer.write(&header).map(|()| writer)
    }

    /// Adds a statement.
    pub fn push(&mut self, x: &Elem, y: &Elem) -> Result<(), Failure> {
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

    /// Puts the file into its place, and says what is in it.
    pub fn commit(self) -> Result<Report, Failure> {
        match self.sink {
            Sink::File(file) => file.commit()?,
            Sink::Stdout(mut stdout) => stdout.flush().map_err(|error| unwritable(&self.path, &error))?,
        }
        let StatementsHeader { t, count, group_id, .. } = self.header;
        Ok(Report::new(format!("{count} statements written to {}", self.shown))
            .field("out", self.shown)
            .row("statements", count)
            .row("t", t)
            .row("group", hex::encode(group_id))
            .row("bytes", self.header.file_len()))
    }
}

/// The failure of a file that was not finished because of a signal.
pub fn interrupted() -> Failure {
    Failure::new(Code::Pending, "interrupted").hint("nothing was kept: the same command begins again")
}
