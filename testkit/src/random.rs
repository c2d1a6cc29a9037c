//! Numbers for mutations.

/// xorshift64*: mutations need variety, not secrecy, and a failure needs a repetition.
pub struct Random(u64);

impl Random {
    /// The numbers that follow this one, which must not be 0.
    pub fn from_seed(seed: u64) -> Random {
        assert!(seed != 0, "xorshift never leaves 0");
        Random(seed)
    }

    /// The next number, of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below this one.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() >> 11) as usize % bound
    }

    /// A random one of these items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The number of mutations for a test: the value of the environment variable `HELIAST_MUTATIONS`, or
/// `unless_said`.
pub fn mutations(unless_said: usize) -> usize {
    std::env::var("HELIAST_MUTATIONS").ok().map_or(unless_said, |count| count.parse().expect("a number"))
}
