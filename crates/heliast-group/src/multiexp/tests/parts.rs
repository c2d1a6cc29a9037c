//! The parts of the strategies, each tested by its definition.

use super::{
    super::{
        ary,
        chain::{self, Counter, Term},
        digits::{Columns, Digit},
        expected, odd_powers, yll,
    },
    Counting, Counts, Group, RsaGroup, bases, slow_pow, toy,
};
use alloc::vec::Vec;
use heliast_arith::Natural;

type Elem = <RsaGroup as Group>::Elem;

/// All lists of terms with falling positions below a limit, each with one of three entries.
fn term_lists(positions: usize) -> Vec<Vec<Term>> {
    let mut lists = alloc::vec![Vec::new()];
    for position in (0..positions).rev() {
        for list in lists.clone() {
            for entry in 0..3 {
                let mut longer: Vec<Term> = list.clone();
                longer.push(Term { position, entry });
                lists.push(longer);
            }
        }
    }
    lists
}

#[test]
fn chains_multiply_powers_of_their_entries() {
    let group = Counting::new(toy());
    let entries = bases(&toy(), 3);
    for terms in term_lists(4) {
        let expected = terms.iter().fold(group.identity(), |product, term| {
            group.mul(&product, &slow_pow(&group, &entries[term.entry], 1 << term.position))
        });
        group.take();
        let found = chain::evaluate(&group, &entries, terms.iter().copied());
        let counted = terms.iter().fold(Counter::default(), |counter, term| counter.term(term.position));
        assert_eq!(group.take(), counted.counts(), "{terms:?}");
        assert_eq!(counted.any(), !terms.is_empty());
        match found {
            Some(found) => assert!(group.equal(&found, &expected), "{terms:?}"),
            None => assert!(terms.is_empty()),
        }
    }
}

/// Two terms at one position, as in interleaving.
#[test]
fn chains_take_several_terms_at_a_position() {
    let group = toy();
    let entries = bases(&group, 2);
    for position in 0..6 {
        let terms = [0, 1, 1, 0, 0].map(|entry| Term { position, entry });
        let found = chain::evaluate(&group, &entries, terms.into_iter()).unwrap();
        let once = group.mul(&slow_pow(&group, &entries[0], 3), &slow_pow(&group, &entries[1], 2));
        assert!(group.equal(&found, &slow_pow(&group, &once, 1 << position)), "{position}");
    }
}

#[test]
fn shared_chains_share_their_squarings() {
    for first in 0..5 {
        for second in 0..5 {
            let one = Counter::default().term(first).term(0);
            let other = Counter::default().term(second);
            let both = one.shared(other).counts();
            assert_eq!(both, Counts { squarings: first.max(second) as u64, products: 2 });
            assert_eq!(one.shared(Counter::default()).counts(), one.counts());
        }
    }
}

#[test]
fn odd_powers_stand_at_their_index() {
    let group = Counting::new(toy());
    for count in 0..4 {
        let all = bases(&toy(), count);
        let all: Vec<&Elem> = all.iter().collect();
        for w in 1..=8 {
            group.take();
            let table = odd_powers::table(&group, &all, w);
            assert_eq!(group.take(), odd_powers::counts(count, w), "{count} bases, w = {w}");
            assert_eq!(table.len(), count * odd_powers::per_base(w));
            for (base, element) in all.iter().enumerate() {
                for digit in (1..1 << w).step_by(2) {
                    let found = &table[odd_powers::index(base, digit, w)];
                    assert!(group.equal(found, &slow_pow(&group, element, digit as u64)), "{digit}, w = {w}");
                }
            }
        }
    }
}

/// The product that a digit of joint columns selects: bit j·n + i of the digit is bit j of the exponent of
/// base i.
fn joint_power(group: &RsaGroup, bases: &[&Elem], digit: usize) -> Elem {
    let n = bases.len();
    bases.iter().enumerate().fold(group.identity(), |product, (i, base)| {
        let exponent = (0..usize::BITS as usize / n)
            .filter(|j| j * n + i < usize::BITS as usize && digit >> (j * n + i) & 1 == 1)
            .fold(0u64, |exponent, j| exponent | 1 << j);
        group.mul(&product, &slow_pow(group, base, exponent))
    })
}

#[test]
fn joint_tables_have_every_product() {
    let group = toy();
    for (n, w) in [(1, 1), (1, 4), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 2), (5, 1)] {
        let all = bases(&group, n);
        let all: Vec<&Elem> = all.iter().collect();
        let table = ary::table(&group, &all, w);
        assert_eq!(table.len(), ary::table_len(n, w));
        for (place, entry) in table.iter().enumerate() {
            assert!(group.equal(entry, &joint_power(&group, &all, place + 1)), "2^w-ary {n} {w}: {place}");
        }
        // The same entries in the same order, without those whose lowest column is zero.
        let sliding = yll::table(&group, &all, w);
        assert_eq!(sliding.len(), yll::table_len(n, w));
        let odd = (1..1usize << (n * w)).filter(|digit| digit & ((1 << n) - 1) != 0);
        for (entry, digit) in sliding.iter().zip(odd) {
            assert!(group.equal(entry, &joint_power(&group, &all, digit)), "YLL {n} {w}: {digit}");
        }
    }
}

/// Windows that are cut bit by bit.
fn windows_by_hand(exponent: u64, width: usize) -> Vec<Digit> {
    let mut windows = Vec::new();
    let mut above = 64;
    while let Some(top) = (0..above).rev().find(|bit| exponent >> bit & 1 == 1) {
        let low = (top + 1usize).saturating_sub(width);
        let position = (low..=top).find(|bit| exponent >> bit & 1 == 1).unwrap();
        let value = (exponent >> position & ((1 << (top + 1 - position)) - 1)) as usize;
        windows.push(Digit { position, value });
        above = low;
    }
    windows
}

#[test]
fn windows_of_every_short_exponent() {
    for exponent in 0..2048u64 {
        let number = Natural::from(exponent);
        for width in 1..=8 {
            let columns = Columns::single(&number);
            let sliding: Vec<Digit> = columns.sliding(width).collect();
            assert_eq!(sliding, windows_by_hand(exponent, width), "{exponent:b}, {width}");
            let fixed: Vec<Digit> = columns.fixed(width).collect();
            let cut = (0..12usize.div_ceil(width)).rev().filter_map(|window| {
                let value = (exponent >> (window * width)) as usize & ((1 << width) - 1);
                (value > 0).then_some(Digit { position: window * width, value })
            });
            assert_eq!(fixed, cut.collect::<Vec<_>>(), "{exponent:b}, {width}");
        }
    }
}

/// All rows of columns of a few bits: the mean number of windows and the mean position of the first.
#[test]
fn means_over_all_short_exponents() {
    let close = |mean: f64, sum: usize, all: usize| (mean - sum as f64 / all as f64).abs() < 1e-9;
    for rows in 1..=2usize {
        for bits in 1..=(12 / rows) {
            let all = 1usize << (rows * bits);
            for w in 1..=5 {
                let mut sums = [0; 4];
                for code in 0..all {
                    let exponents: Vec<Natural> = (0..rows)
                        .map(|row| Natural::from((code >> (row * bits) & ((1 << bits) - 1)) as u64))
                        .collect();
                    let columns = Columns::joint(&exponents.iter().collect::<Vec<_>>());
                    let first = |digits: &[Digit]| digits.first().map_or(0, |digit| digit.position);
                    let (sliding, fixed): (Vec<Digit>, Vec<Digit>) =
                        (columns.sliding(w).collect(), columns.fixed(w).collect());
                    let found = [sliding.len(), first(&sliding), fixed.len(), first(&fixed)];
                    sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
                }
                let (count, first) = expected::fixed(bits, w, rows);
                assert!(close(expected::sliding(bits, w, rows), sums[0], all), "{rows} {bits} {w}");
                assert!(close(expected::first_sliding(bits, w, rows, 1), sums[1], all), "{rows} {bits} {w}");
                assert!(close(count, sums[2], all) && close(first, sums[3], all), "{rows} {bits} {w}");
            }
        }
    }
}

#[test]
fn powers_of_floating_point() {
    for n in 0..70 {
        let expected = (0..n).fold(1.0, |power, _| power * 0.75);
        assert!((expected::power(0.75, n) - expected).abs() < 1e-12, "{n}");
        assert!((expected::zero(n) - expected::power(0.5, n)).abs() < 1e-300, "{n}");
    }
    assert_eq!(expected::zero(usize::MAX), 0.0);
}
