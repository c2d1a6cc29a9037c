//! Incidence buckets (`spec/linear-batch.md`): every statement is multiplied into the buckets of the two ends
//! of an edge of the graph D(3, q), no two statements having the same edge, and into one bucket of each of r
//! families; a few statements drawn at random are left as they are. If a statement is false, some row is
//! false, with an error of 2^−130, in any group.
//!
//! Cost: 2 + r products per statement and side, less one for every bucket.
//!
//! The proof is on that page. Nobody outside this project has reviewed it.

mod chosen;
mod cost;
mod draw;
pub(super) mod exponents;
mod graph;
mod rows;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod vectors;

use alloc::vec::Vec;

pub(super) use chosen::{Chosen, lists_of};
pub(super) use cost::{best_cost, exact_cost, memory, thesis_cost};
pub(super) use rows::{absorb, rows};

/// The error of every line, in bits.
pub(super) const ERROR_BITS: u32 = 130;
/// The highest level of security for which there is a protocol.
pub(super) const MAX_LEVEL: u16 = 128;
/// The cost of drawing, sorting and fetching a statement, without its products, in multiplications
/// at 2048 bits, as measured.
pub(super) const FETCHING_COST: f64 = 1.3;
/// For fewer statements buckets take longer than no buckets.
const FEWEST: u64 = 6000;
/// The greatest number of reductions of this kind one after the other.
const MOST_LEVELS: usize = 3;

/// A line of the page's table, each certified by the reference.
struct Line {
    /// The greatest number of statements.
    most: u64,
    q: u32,
    families: u8,
    /// The number of buckets of each family; a power of two.
    buckets: u32,
    places: u16,
}

const fn line(most: u64, q: u32, families: u8, buckets: u32, places: u16) -> Line {
    Line { most, q, families, buckets, places }
}

const LINES: [Line; 18] = [
    line(11_000, 11, 3, 128, 154),
    line(14_641, 11, 2, 512, 223),
    line(28_561, 13, 2, 512, 234),
    line(57_000, 17, 2, 256, 161),
    line(130_321, 19, 1, 4096, 274),
    line(279_841, 23, 1, 2048, 301),
    line(707_281, 29, 1, 512, 342),
    line(923_521, 31, 1, 256, 356),
    line(1_874_161, 37, 1, 64, 395),
    line(13_845_841, 61, 0, 0, 569),
    line(20_151_121, 67, 0, 0, 630),
    line(25_411_681, 71, 0, 0, 670),
    line(28_398_241, 73, 0, 0, 691),
    line(38_950_081, 79, 0, 0, 751),
    line(47_458_321, 83, 0, 0, 792),
    line(62_742_241, 89, 0, 0, 852),
    line(88_529_281, 97, 0, 0, 933),
    line(104_060_401, 101, 0, 0, 973),
];

/// The parameters of incidence buckets for a number of statements. They are always those of a line of the
/// table that has room for the statements. Other parameters are not certified, so they cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incidence {
    line: u8,
    statements: u64,
}

impl Incidence {
    /// The first line with room for this many statements; `None` if no line has room, or if there are no
    /// statements.
    pub fn of(statements: u64) -> Option<Incidence> {
        Incidence::on(LINES.iter().position(|line| statements <= line.most)?, statements)
    }

    /// The line with this field and number of families, if it has room.
    pub fn with(q: u32, families: u8, statements: u64) -> Option<Incidence> {
        let line = LINES.iter().position(|line| (line.q, line.families) == (q, families))?;
        Incidence::on(line, statements)
    }

    fn on(line: usize, statements: u64) -> Option<Incidence> {
        let has_room = (1..=LINES[line].most).contains(&statements);
        has_room.then_some(Incidence { line: line as u8, statements })
    }

    /// The reductions of the protocol, one after the other. A list that is too short or too long has no
    /// reductions.
    pub(super) fn levels(statements: u64) -> Vec<Incidence> {
        let (mut levels, mut left) = (Vec::new(), statements);
        while left >= FEWEST && levels.len() < MOST_LEVELS {
            let Some(level) = Incidence::of(left) else { break };
            levels.push(level);
            left = level.rows() as u64;
        }
        levels
    }

    fn line(self) -> &'static Line {
        &LINES[usize::from(self.line)]
    }

    /// The number of statements that it reduces.
    pub fn statements(self) -> u64 {
        self.statements
    }

    /// q, a prime: the graph has q³ points, as many lines, and q⁴ edges.
    pub fn q(self) -> u32 {
        self.line().q
    }

    /// r, the number of families.
    pub fn families(self) -> u8 {
        self.line().families
    }

    /// K, the number of buckets of each family.
    pub fn buckets(self) -> u32 {
        self.line().buckets
    }

    /// t, the number of statements that are drawn and left as they are.
    pub fn places(self) -> u16 {
        self.line().places
    }

    /// The number of statements that are left, those of empty buckets included.
    pub fn rows(self) -> usize {
        let Line { families, buckets, places, .. } = *self.line();
        2 * self.vertices() as usize + usize::from(families) * buckets as usize + usize::from(places)
    }

    /// q³, the number of points and also of lines.
    fn vertices(self) -> u32 {
        self.q().pow(3)
    }

    fn edges(self) -> u32 {
        self.q().pow(4)
    }

    /// The encoding in five bytes.
    pub(super) fn encode(self) -> [u8; 5] {
        let [high, low] = self.places().to_be_bytes();
        [4, high, low, self.q() as u8, self.families()]
    }
}
