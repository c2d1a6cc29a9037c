//! Powers of a base that never changes, with long secret exponents.
//!
//! A comb (Lim, Lee, *More flexible exponentiation with precomputation*, CRYPTO 1994): the n bits of the
//! exponent are written in 5 rows. A column is a pattern that selects which of 5 powers of the base are
//! multiplied. The products of all 32 patterns are in a table. The columns are in 32 blocks, each with a
//! table of its own, so that all blocks share their squarings: n/5 products and n/160 squarings for any
//! exponent. The tables of 1,024 products take n squarings and 992 products to make. With 6 rows a power
//! would take as long: it has a sixth fewer products, but each selects from twice as many entries.
//!
//! In the group of a modulus neither time, nor branches, nor addresses depend on the exponent ([`Steady`]).
//! In a class group they do: composition takes a time that depends on the forms.

#[cfg(test)]
mod tests;

use crate::place::Place;
use heliast_arith::{Natural, Steady, SteadyResidue};
use heliast_group::{AnyElem, AnyGroup, ClassForm, ClassGroup, Group, RsaGroup};
use zeroize::Zeroizing;

/// The number of rows of bits.
const TEETH: usize = 5;
/// The number of blocks of columns.
const TABLES: usize = 32;

/// The powers of a base.
#[derive(Clone)]
pub(crate) struct Powers {
    layout: Layout,
    comb: Comb,
}

#[derive(Clone)]
enum Comb {
    Modulus { ring: Steady, tables: Vec<Vec<SteadyResidue>>, len: usize },
    Class { group: ClassGroup, tables: Vec<Vec<ClassForm>> },
}

/// The bits of an exponent in rows and columns.
#[derive(Clone, Copy)]
struct Layout {
    columns: usize,
    /// The number of columns of a block.
    block: usize,
}

impl Layout {
    fn of(exponent_len: usize) -> Layout {
        let columns = (8 * exponent_len).div_ceil(TEETH);
        Layout { columns, block: columns.div_ceil(TABLES) }
    }

    /// The pattern of a column of a big-endian exponent: one bit of each row. The place is public.
    fn pattern(self, exponent: &[u8], column: usize) -> usize {
        (0..TEETH).fold(0, |pattern, tooth| {
            let place = tooth * self.columns + column;
            let bit = exponent.iter().rev().nth(place / 8).map_or(0, |byte| byte >> (place % 8) & 1);
            pattern | usize::from(bit) << tooth
        })
    }

    /// The steps of a power: for each column of a block from the highest, the tables and their columns.
    fn passes(self) -> impl Iterator<Item = impl Iterator<Item = (usize, usize)>> {
        (0..self.block).rev().map(move |place| {
            let column = move |table| (table, table * self.block + place);
            (0..TABLES).map(column).filter(move |(_, column)| *column < self.columns)
        })
    }

    /// The squarings from the base to the first power of each table's row, one after the other.
    fn places(self, table: usize) -> [usize; TEETH] {
        std::array::from_fn(|tooth| tooth * self.columns + table * self.block)
    }
}

impl Powers {
    /// Prepares the powers of `base`, an element of the place.
    pub fn new(place: &Place, base: &AnyElem) -> Powers {
        let layout = Layout::of(place.exponent_len());
        let comb = match (place.group(), base) {
            (AnyGroup::Rsa(group), _) => modulus_comb(group, layout, place.group().encode(base)),
            (AnyGroup::Class(group), AnyElem::Class(base)) => class_comb(group, layout, base),
            _ => unreachable!("a place has a group of two kinds, and its base"),
        };
        Powers { layout, comb }
    }

    /// The encoding of base^exponent. The exponent is big-endian and has the length of the place's exponents.
    pub fn encoded(&self, exponent: &[u8]) -> Zeroizing<Vec<u8>> {
        let layout = self.layout;
        match &self.comb {
            Comb::Modulus { ring, tables, len } => {
                let (mut power, mut factor) = (ring.one(), ring.one());
                let mut scratch = ring.scratch();
                for (pass, columns) in layout.passes().enumerate() {
                    ring.square_n(&mut power, usize::from(pass > 0), &mut scratch);
                    for (table, column) in columns {
                        ring.select(&tables[table], layout.pattern(exponent, column), &mut factor);
                        ring.mul_assign(&mut power, &factor, &mut scratch);
                    }
                }
                let mut bytes = Zeroizing::new(vec![0; *len]);
                ring.write_smaller(&power, &mut bytes);
                bytes
            }
            Comb::Class { group, tables } => {
                let mut power = group.identity();
                for (pass, columns) in layout.passes().enumerate() {
                    group.square_n(&mut power, u64::from(pass > 0));
                    for (table, column) in columns {
                        group.mul_assign(&mut power, &tables[table][layout.pattern(exponent, column)]);
                    }
                }
                Zeroizing::new(group.encode(&power))
            }
        }
    }
}

fn modulus_comb(group: &RsaGroup, layout: Layout, base: Vec<u8>) -> Comb {
    let ring = Steady::new(group.modulus()).expect("a group's modulus is odd and not too long");
    let base = ring.enter(&Natural::from_be_bytes(&base));
    let (mut scratch, mut squaring) = (ring.scratch(), ring.scratch());
    let tables = tables(
        layout,
        (base, ring.one()),
        &mut |element, n| ring.square_n(element, n, &mut squaring),
        &mut |a, b| ring.mul_assign(a, b, &mut scratch),
    );
    Comb::Modulus { tables, len: group.encoded_len(), ring }
}

fn class_comb(group: &ClassGroup, layout: Layout, base: &ClassForm) -> Comb {
    let tables = tables(
        layout,
        (base.clone(), group.identity()),
        &mut |element, n| group.square_n(element, n as u64),
        &mut |a, b| group.mul_assign(a, b),
    );
    Comb::Class { group: group.clone(), tables }
}

/// For every block the products of all patterns.
fn tables<E: Clone>(
    layout: Layout,
    (base, one): (E, E),
    square_n: &mut dyn FnMut(&mut E, usize),
    multiply: &mut dyn FnMut(&mut E, &E),
) -> Vec<Vec<E>> {
    // base^(2^i) at the places that the tables need, in ascending order.
    let mut asked: Vec<_> = (0..TABLES)
        .flat_map(|table| layout.places(table).into_iter().enumerate().map(move |at| (table, at)))
        .collect();
    asked.sort_by_key(|(_, (_, place))| *place);
    let mut rows = vec![vec![one.clone(); TEETH]; TABLES];
    let (mut power, mut done) = (base, 0);
    for (table, (tooth, place)) in asked {
        square_n(&mut power, place - done);
        done = place;
        rows[table][tooth] = power.clone();
    }
    rows.iter().map(|row| products(row, &one, multiply)).collect()
}

/// The products of all patterns of these factors.
fn products<E: Clone>(factors: &[E], one: &E, multiply: &mut dyn FnMut(&mut E, &E)) -> Vec<E> {
    let mut products = vec![one.clone()];
    for factor in factors {
        for pattern in 0..products.len() {
            let mut product = products[pattern].clone();
            multiply(&mut product, factor);
            products.push(product);
        }
    }
    products
}
