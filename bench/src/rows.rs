//! The comparisons, one family per file. To add one: write a function that makes its
//! [`Row`](crate::row::Row) and an [`Entry`] for it in the family's `ENTRIES`. A name must never change.

use crate::row::Entry;

mod batch;
mod class;
mod ecvrf;
mod envelope;
mod hash_to_prime;
mod lanes;
mod lbvrf;
mod lots;
mod mul;
mod multiexp;
mod prove;
mod roots;
mod sortition;
mod square;
mod stamp;
mod stateless;
pub(crate) mod verify;
mod verify_many;
mod votes;

/// Returns every comparison whose name starts with `prefix`, or with one of several prefixes separated by
/// commas, in the order of the report. The largest batches are included only if `prefix` names batches.
pub fn starting_with(prefix: &str) -> impl Iterator<Item = &'static Entry> {
    let families = [
        square::ENTRIES,
        mul::ENTRIES,
        lanes::ENTRIES,
        multiexp::ENTRIES,
        hash_to_prime::ENTRIES,
        verify::ENTRIES,
        verify_many::ENTRIES,
        prove::ENTRIES,
        batch::ENTRIES,
        class::ENTRIES,
        roots::ENTRIES,
        lots::ENTRIES,
        stateless::ENTRIES,
        ecvrf::ENTRIES,
        lbvrf::ENTRIES,
        sortition::ENTRIES,
        votes::ENTRIES,
        stamp::ENTRIES,
        envelope::ENTRIES,
    ];
    let asked = move |entry: &&Entry| !batch::is_large(entry.name) || prefix.starts_with("batch");
    let named = move |entry: &&Entry| prefix.split(',').any(|prefix| entry.name.starts_with(prefix));
    families.into_iter().flatten().filter(named).filter(asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique() {
        let mut seen = HashSet::new();
        assert!(starting_with("").all(|entry| seen.insert(entry.name)));
    }

    #[test]
    fn a_prefix_selects() {
        let names: Vec<_> = starting_with("square-2048/").map(|entry| entry.name).collect();
        assert_eq!(names, ["square-2048/openssl", "square-2048/gmp"]);
        let names: Vec<_> = starting_with("xvrf,sha256").map(|entry| entry.name).collect();
        assert_eq!(names, ["sha256-x32/sha-ni", "xvrf-verify-many/single"]);
    }

    #[test]
    fn the_largest_batches_are_run_where_batches_are_asked_for() {
        let large = |prefix| starting_with(prefix).filter(|entry| batch::is_large(entry.name)).count();
        assert_eq!([large(""), large("b"), large("batch"), large("batch-1e6/k")], [0, 0, 7, 1]);
    }

    /// Preparing a row asserts that both sides compute the same.
    #[test]
    fn both_sides_agree_and_run() {
        for entry in starting_with("") {
            let mut row = (entry.prepare)();
            row.ours.call(0);
            row.theirs.call(0);
        }
    }
}
