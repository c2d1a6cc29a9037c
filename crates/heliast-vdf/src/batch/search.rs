//! A search for the false statements of a list by halving.

use super::error::ProveError;
use alloc::vec::Vec;
use core::ops::Range;

/// At most this many false statements are named.
const NAMED: usize = 16;

/// Finds up to sixteen false statements, ascending, among `len` statements of which some are false.
///
/// `holds` tells whether all statements at some places are true. For one statement the answer is certain, for
/// several it has a small error. If the first half is true, the second is not, and is not tested. The
/// exponents of many statements can miss an error of low order, but the squarings of its own statement
/// cannot: if nothing else is found, every statement is tested by itself.
pub(super) fn false_ones(
    len: usize,
    holds: &dyn Fn(Range<usize>) -> Result<bool, ProveError>,
) -> Result<Vec<u64>, ProveError> {
    let mut found = Vec::new();
    narrow(0..len, holds, &mut found)?;
    for index in 0..if found.is_empty() { len } else { 0 } {
        if found.len() < NAMED && !holds(index..index + 1)? {
            found.push(index as u64);
        }
    }
    Ok(found)
}

/// Adds the false ones among statements of which some are false.
fn narrow(
    places: Range<usize>,
    holds: &dyn Fn(Range<usize>) -> Result<bool, ProveError>,
    found: &mut Vec<u64>,
) -> Result<(), ProveError> {
    if places.is_empty() || found.len() >= NAMED {
        return Ok(());
    }
    if places.len() == 1 {
        if !holds(places.clone())? {
            found.push(places.start as u64);
        }
        return Ok(());
    }
    let middle = places.start + places.len() / 2;
    let (first, second) = (places.start..middle, middle..places.end);
    // A single statement is tested when its turn comes.
    let first_holds = first.len() > 1 && holds(first.clone())?;
    let before = found.len();
    if !first_holds {
        narrow(first, holds, found)?;
    }
    let in_second =
        found.len() == before || second.len() == 1 || found.len() < NAMED && !holds(second.clone())?;
    if in_second { narrow(second, holds, found) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::RefCell;

    /// The places that the search finds if these are false, and the ranges that it tests.
    fn search(len: usize, wrong: &[usize]) -> (Vec<u64>, Vec<Range<usize>>) {
        let asked = RefCell::new(Vec::new());
        let found = false_ones(len, &|places| {
            asked.borrow_mut().push(places.clone());
            Ok(!wrong.iter().any(|index| places.contains(index)))
        });
        (found.unwrap(), asked.into_inner())
    }

    #[test]
    fn all_false_ones_are_found_with_few_questions() {
        for len in [1usize, 2, 3, 7, 64, 1000] {
            let depth = len.next_power_of_two().ilog2() as usize;
            for index in (0..len).step_by(1 + len / 40) {
                let (found, asked) = search(len, &[index]);
                assert_eq!(found, [index as u64], "{len}");
                assert!(asked.len() <= 2 * depth + 1, "{len} {index}: {asked:?}");
                // From the left, every step tests only one half.
                if index + 1 == len {
                    assert!(asked.len() <= depth + 2, "{len}: {asked:?}");
                }
                assert!(
                    asked.iter().enumerate().all(|(at, places)| !asked[..at].contains(places)),
                    "{asked:?}"
                );
            }
            let all: Vec<usize> = (0..len).collect();
            assert_eq!(search(len, &all).0, (0..len.min(NAMED) as u64).collect::<Vec<_>>());
        }
        assert_eq!(search(100, &[3, 64, 99]).0, [3, 64, 99]);
        assert!(search(0, &[]).0.is_empty());
    }

    /// One statement is found to be false only if it is tested by itself.
    #[test]
    fn one_that_hides_among_others_is_found() {
        for hidden in [0, 5, 99] {
            let found = false_ones(100, &|places| Ok(places != (hidden..hidden + 1)));
            assert_eq!(found.unwrap(), [hidden as u64]);
        }
        let found = false_ones(100, &|_| Ok(true));
        assert!(found.unwrap().is_empty(), "nothing is false");
        let stopped = false_ones(100, &|_| Err(ProveError::Interrupted));
        assert_eq!(stopped.unwrap_err(), ProveError::Interrupted);
    }
}
