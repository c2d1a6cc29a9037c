//! True statements to measure with.
//!
//! Statement i is about x·g^i, where x and g are hashed from a seed: the delays of x and g give all
//! the others, by one product each. They cost as much to multiply as any other statements. With K
//! delays, statement i takes t + (i mod K) squarings; K pairs of elements are kept in memory.

use super::error::Invalid;
use crate::statement::{MAX_DELAY, delay_input};
use alloc::vec::Vec;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, Group, multiexp};

/// An endless list of true statements (t, x, y).
#[derive(Clone, Debug)]
pub struct Sample<G: Group> {
    group: G,
    t: u64,
    x: G::Elem,
    factor: G::Elem,
    lines: Vec<Line<G::Elem>>,
    /// The number of the next line.
    place: usize,
}

/// The outputs of every K-th statement, one after the other: those of one delay.
#[derive(Clone, Debug)]
struct Line<E> {
    y: E,
    factor: E,
}

impl<G: BulkGroup> Sample<G> {
    /// The list of a seed, with delays from t to t + K − 1 in turn. `evaluate` does the t squarings of an
    /// element; it is called twice.
    ///
    /// # Errors
    /// [`Invalid::Delay`] if there are no such delays, [`Invalid::Empty`] if K is 0, and any error
    /// of `evaluate`.
    pub fn new<E: From<Invalid>>(
        group: &G,
        seed: &str,
        t: u64,
        delays: u64,
        mut evaluate: impl FnMut(&G::Elem) -> Result<G::Elem, E>,
    ) -> Result<Sample<G>, E> {
        let longest = t.saturating_add(delays.checked_sub(1).ok_or(Invalid::Empty)?);
        if let Some(t) = [t, longest].into_iter().find(|t| !(1..MAX_DELAY).contains(t)) {
            return Err(Invalid::Delay(t).into());
        }
        let element = |name: &str| delay_input(group, [name, seed].concat().as_bytes());
        let (x, factor) = (element("x/"), element("g/"));
        let lines = Line::list(group, [evaluate(&x)?, evaluate(&factor)?], delays);
        Ok(Sample { group: group.clone(), t, x, factor, lines, place: 0 })
    }
}

impl<E: Clone> Line<E> {
    /// The lines of K delays, which begin with x·g^i for i = 0, 1, ...; the outputs of x and g are given.
    fn list<G: BulkGroup<Elem = E>>(group: &G, [mut x, mut g]: [E; 2], count: u64) -> Vec<Line<E>> {
        let mut lines = Vec::new();
        for index in 0..count {
            let power = |exponent: u64| multiexp(group, &[(&g, &Natural::from(exponent))]);
            lines.push(Line { y: group.mul(&x, &power(index)), factor: power(count) });
            group.square_n(&mut x, 1);
            group.square_n(&mut g, 1);
        }
        lines
    }
}

impl<G: Group> Iterator for Sample<G> {
    type Item = (u64, G::Elem, G::Elem);

    fn next(&mut self) -> Option<Self::Item> {
        let t = self.t + self.place as u64;
        let Line { y, factor } = &mut self.lines[self.place];
        let statement = (t, self.x.clone(), y.clone());
        self.group.mul_assign(&mut self.x, &self.factor);
        self.group.mul_assign(y, factor);
        self.place = (self.place + 1) % self.lines.len();
        Some(statement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_arith::Residue;
    use heliast_group::RsaGroup;

    fn sample(group: &RsaGroup, t: u64, delays: u64) -> Result<Sample<RsaGroup>, Invalid> {
        Sample::new(group, "test", t, delays, |x: &Residue| {
            let mut y = x.clone();
            group.square_n(&mut y, t);
            Ok(y)
        })
    }

    #[test]
    fn all_statements_are_true_and_different() {
        let group = RsaGroup::unchecked(&Natural::one().shl(256).sub(&Natural::from(189u64)).unwrap());
        for delays in [1, 2, 7] {
            let list: Vec<_> = sample(&group, 30, delays).unwrap().take(20).collect();
            for (index, (t, x, y)) in list.iter().enumerate() {
                assert_eq!(*t, 30 + index as u64 % delays);
                let mut power = x.clone();
                group.square_n(&mut power, *t);
                assert!(group.equal(&power, y), "{delays} {index}");
                assert!(list[..index].iter().all(|(_, other, _)| !group.equal(other, x)));
            }
        }
    }

    #[test]
    fn delays_that_do_not_exist_are_refused() {
        let group = RsaGroup::unchecked(&Natural::from(1009u64 * 2003));
        let refused = |t, delays| sample(&group, t, delays).err();
        assert_eq!(refused(1, 0), Some(Invalid::Empty));
        assert_eq!(refused(0, 1), Some(Invalid::Delay(0)));
        assert_eq!(refused(MAX_DELAY, 1), Some(Invalid::Delay(MAX_DELAY)));
        assert_eq!(refused(MAX_DELAY - 1, 2), Some(Invalid::Delay(MAX_DELAY)));
        let stopped = Sample::new(&group, "test", 5, 1, |_| Err(Invalid::TooMany(7)));
        assert_eq!(stopped.err(), Some(Invalid::TooMany(7)));
    }
}
