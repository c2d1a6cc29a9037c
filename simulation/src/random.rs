//! Random numbers that are the same on every machine: SHA-256 in counter mode.

use sha2::{Digest, Sha256};

/// A stream of random numbers, a function of its seed and name.
#[derive(Clone, Debug)]
pub struct Random {
    key: [u8; 32],
    counter: u64,
    block: [u8; 32],
    used: usize,
}

impl Random {
    /// The stream `name` of `seed`. It is independent of streams with other names.
    pub fn new(seed: u64, name: &str) -> Random {
        let hash = Sha256::new().chain_update(b"heliast/simulation/v1").chain_update(seed.to_be_bytes());
        Random { key: hash.chain_update(name).finalize().into(), counter: 0, block: [0; 32], used: 32 }
    }

    /// The next `N` bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        bytes.fill_with(|| self.byte());
        bytes
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            let hash = Sha256::new().chain_update(self.key).chain_update(self.counter.to_be_bytes());
            (self.block, self.counter, self.used) = (hash.finalize().into(), self.counter + 1, 0);
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// A number below `bound`, or 0 if `bound` is 0; nearly uniform, with an error of bound / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        let wide = u128::from(u64::from_be_bytes(self.bytes())) * u128::from(bound);
        (wide >> 64) as u64
    }

    /// An index into a list of `len` things.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of `things`, if there is any.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.index(things.len()))
    }

    /// Shuffles `things`.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let other = self.index(last + 1);
            things.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_functions_of_seed_and_name() {
        let first = |seed, name| Random::new(seed, name).bytes::<40>();
        assert_eq!(first(1, "a"), first(1, "a"));
        assert_ne!(first(1, "a"), first(1, "b"));
        assert_ne!(first(1, "a"), first(2, "a"));
    }

    #[test]
    fn numbers_fill_their_range_evenly() {
        let mut random = Random::new(7, "range");
        let mut counts = [0u32; 10];
        (0..100_000).for_each(|_| counts[random.index(10)] += 1);
        // Five standard deviations of a count with mean 10,000.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 475), "{counts:?}");
        let mut order: Vec<_> = (0..50).collect();
        random.shuffle(&mut order);
        assert_ne!(order, (0..50).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
    }
}
