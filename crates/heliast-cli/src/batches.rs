//! What the batch verbs share: a statements file of either kind, read at once or in parts, and what a protocol leaves of one of one delay.
//!
//! The transcript takes the whole list before the first product, so that a list that does not fit into the memory is read twice: once for its digest, and
//! once for the products. Neither threads nor parts change what is left.

mod failures;
mod parts;
mod source;
mod varied;
mod writer;

use crate::{failure::Failure, ui::Ui};
use heliast::{Group, RsaGroup};
use heliast_vdf::{
    Statement,
    batch::{
        AnyHeader, Digest, Evaluation, Invalid, Leaves, ProveError, Records, Rows, Seed, StatementsHeader,
        Terms, combine, find_false, finish, name_false, partial,
    },
};
use parts::{Part, cut, longest};
use source::Source;
use std::{ops::Range, path::Path, thread::available_parallelism};

pub use source::{each_delay, open};
use varied::moved;
pub use varied::{Proved, Span, VariedList};
pub use writer::{ListWriter, describe, interrupted};

pub type Elem = <RsaGroup as Group>::Elem;

/// How long lists are worked on.
#[derive(Debug, clap::Args)]
pub struct WorkArgs {
    /// About how much memory the statements may take; longer lists are read in parts, two or three times
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = size)]
    memory: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl WorkArgs {
    /// How many threads work.
    pub fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// A statements file. Its header is checked, its statements are not yet.
pub enum AnyList<'a> {
    /// All statements are about one delay.
    One(List<'a>),
    /// Each has its own.
    Varied(VariedList<'a>),
}

impl<'a> AnyList<'a> {
    /// Opens a file of statements of this group.
    pub fn open(group: &'a RsaGroup, path: &Path) -> Result<AnyList<'a>, Failure> {
        let (file, header) = open(path)?;
        header.check_group(group)?;
        let source = Source::new(path, file, &header);
        Ok(match header {
            AnyHeader::One(header) => AnyList::One(List { group, source, header }),
            AnyHeader::Varied(header) => AnyList::Varied(VariedList::new(group, source, header)),
        })
    }
}

/// A statements file of one delay.
pub struct List<'a> {
    group: &'a RsaGroup,
    source: Source,
    header: StatementsHeader,
}

/// What is left of a list.
pub struct Left {
    /// To be proved.
    pub statements: Vec<Statement<Elem>>,
    /// In how many parts the list was read.
    pub parts: usize,
}

impl List<'_> {
    /// What the file says about itself.
    pub fn header(&self) -> &StatementsHeader {
        &self.header
    }

    /// The statements that are left of the list in shards of so many statements, which add up to all of them.
    pub fn combine(
        &mut self,
        terms: &Terms,
        shards: &[u64],
        work: &WorkArgs,
        ui: &Ui,
    ) -> Result<Left, Failure> {
        let threads = work.threads();
        let parts = cut(shards, longest(&self.header, terms, work.memory, threads as u64));
        let (seed, rows) = match &parts[..] {
            [whole] => self.at_once(whole, terms, threads, ui)?,
            parts => self.in_parts(parts, terms, threads, ui)?,
        };
        match finish(self.group, terms, &seed, rows, (Evaluation::Best, threads)) {
            Ok(statements) => Ok(Left { statements, parts: parts.len() }),
            Err(invalid) => Err(self.find_non_unit(&parts, terms, threads).unwrap_or_else(|| invalid.into())),
        }
    }

    fn at_once(
        &mut self,
        whole: &Part,
        terms: &Terms,
        threads: usize,
        ui: &Ui,
    ) -> Result<(Seed, Rows<Elem>), Failure> {
        let spinner = ui.spinner("reading and combining the statements");
        let mut bytes = Vec::new();
        let records = self.read(whole.places.clone(), &mut bytes)?;
        let mut digests = Digests::default();
        digests.absorb(whole, &records, threads);
        let seed = Seed::new(self.group, terms, &digests.shards)?;
        let rows = partial(self.group, terms, &seed, (0, &records), (Evaluation::Best, threads));
        spinner.finish_and_clear();
        Ok((seed, rows))
    }

    fn in_parts(
        &mut self,
        parts: &[Part],
        terms: &Terms,
        threads: usize,
        ui: &Ui,
    ) -> Result<(Seed, Rows<Elem>), Failure> {
        let group = self.group;
        let mut bytes = Vec::new();
        let bar = ui.bar(self.header.count, "statements read");
        let mut digests = Digests::default();
        for part in parts {
            digests.absorb(part, &self.read(part.places.clone(), &mut bytes)?, threads);
            bar.set_position(part.places.end);
        }
        bar.finish_and_clear();

        let seed = Seed::new(group, terms, &digests.shards)?;
        let bar = ui.bar(self.header.count, "statements combined");
        let (mut again, mut combined) = (Digests::default(), None::<Rows<Elem>>);
        for part in parts {
            let records = self.read(part.places.clone(), &mut bytes)?;
            again.absorb(part, &records, threads);
            let start = part.places.start;
            let rows = partial(group, terms, &seed, (start, &records), (Evaluation::Best, threads));
            match &mut combined {
                Some(combined) => combined.merge(group, &rows),
                None => combined = Some(rows),
            }
            bar.set_position(part.places.end);
        }
        bar.finish_and_clear();
        // What was multiplied is what was hashed.
        if again.shards != digests.shards {
            return Err(self.source.changed());
        }
        Ok((seed, combined.ok_or(Invalid::Empty)?))
    }

    /// The false statements of a list of which some are: up to sixteen.
    pub fn find_false(
        &mut self,
        terms: &Terms,
        work: &WorkArgs,
        progress: impl Fn() -> bool,
    ) -> Result<Vec<u64>, Failure> {
        let longest = longest(&self.header, terms, work.memory, work.threads() as u64);
        let parts = cut(&[self.header.count], longest);
        let (mut bytes, mut found) = (Vec::new(), Vec::new());
        for part in &parts {
            let start = part.places.start;
            let records = self.read(part.places.clone(), &mut bytes)?;
            // Of one part of several, it is not known whether something is false in it.
            let searched = match parts.len() {
                1 => name_false(self.group, terms.t, &records, |_| progress()),
                _ => find_false(self.group, terms.t, &records, |_| progress()),
            };
            match searched {
                Ok(places) => found.extend(places.iter().map(|place| start + place)),
                // What is found is worth saying.
                Err(ProveError::Interrupted) => return Ok(found),
                Err(error) => return Err(error.into()),
            }
            if found.len() >= MOST_NAMED {
                break;
            }
        }
        Ok(found)
    }

    /// Which element of the list is no unit.
    fn find_non_unit(&mut self, parts: &[Part], terms: &Terms, threads: usize) -> Option<Failure> {
        let mut bytes = Vec::new();
        parts.iter().find_map(|part| {
            let records = self.read(part.places.clone(), &mut bytes).ok()?;
            match combine(self.group, terms, &records, (Evaluation::Best, threads)) {
                Err(Invalid::NotAUnit { index, side }) => {
                    let index = part.places.start + index;
                    Some(Failure::from(Invalid::NotAUnit { index, side }).about(self.source.shown()))
                }
                _ => None,
            }
        })
    }

    /// Reads the statements at these places.
    fn read<'b>(&mut self, places: Range<u64>, bytes: &'b mut Vec<u8>) -> Result<Records<'b>, Failure> {
        self.source.read(places.clone(), bytes)?;
        self.records(places, bytes)
    }

    fn records<'b>(&self, places: Range<u64>, bytes: &'b [u8]) -> Result<Records<'b>, Failure> {
        Records::new(self.group, bytes).map_err(|error| {
            let start = usize::try_from(places.start).unwrap_or(usize::MAX);
            let error = moved(error, start);
            Failure::from(Invalid::Records(error)).about(self.source.shown())
        })
    }
}

/// So many false statements are named at most, or up to fifteen more.
const MOST_NAMED: usize = 16;

/// The digests of the shards of a list that comes in parts.
#[derive(Default)]
struct Digests {
    shards: Vec<Digest>,
    leaves: Leaves,
}

impl Digests {
    fn absorb(&mut self, part: &Part, records: &Records<'_>, threads: usize) {
        let mut start = 0;
        for piece in &part.pieces {
            self.leaves.absorb(&records.range(start..start + piece.len), threads);
            start += piece.len;
            if piece.ends_shard_of.is_some() {
                self.shards.push(std::mem::take(&mut self.leaves).finish());
            }
        }
    }
}

/// A number of bytes: `512MiB`, `2GiB`, `2G`, `1500000000`.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim() {
        "" | "B" => 0,
        "K" | "KiB" => 10,
        "M" | "MiB" => 20,
        "G" | "GiB" => 30,
        "T" | "TiB" => 40,
        _ => return Err("give a number of bytes with KiB, MiB, GiB or TiB".to_owned()),
    };
    let number: u64 =
        number.parse().map_err(|_| "give a number of bytes, such as 512MiB or 2GiB".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "nobody has so much memory".to_owned())
}
