//! The distribution of stake.

/// Stakes of `participants` accounts by Zipf's law: the i-th has 1/i of the first, rounded down. The sum is
/// as close to `total` units as this allows, and each has at least one.
pub fn zipf(participants: usize, total: u64) -> Vec<u64> {
    let ranks = 1..=participants as u64;
    let harmonic: f64 = ranks.clone().map(|rank| 1.0 / rank as f64).sum();
    let first = (total as f64 / harmonic) as u64;
    ranks.map(|rank| (first / rank).max(1)).collect()
}

/// `parts` accounts of equal stake with about `share` (per thousand) of `total`, and `others` accounts, by
/// Zipf's law, with the rest.
pub fn coalition(parts: usize, share: u64, others: usize, total: u64) -> Vec<u64> {
    let own = (total * share / 1_000 / parts as u64).max(1);
    let mut stakes = vec![own; parts];
    stakes.extend(zipf(others, total - own * parts as u64));
    stakes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_has_the_most_and_nobody_nothing() {
        for participants in [1, 10, 1_000, 10_000] {
            let stakes = zipf(participants, 1_000_000);
            assert_eq!(stakes.len(), participants);
            assert!(stakes.is_sorted_by(|a, b| a >= b) && stakes.iter().all(|stake| *stake >= 1));
            let total: u64 = stakes.iter().sum();
            assert!(total.abs_diff(1_000_000) <= participants as u64, "{total}");
        }
        let stakes = coalition(4, 250, 10, 1_000_000);
        assert_eq!((stakes.len(), stakes[..4].iter().sum::<u64>()), (14, 250_000));
    }
}
