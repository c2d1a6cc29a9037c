//! Distributions, exact up to floating-point precision.

/// A distribution on consecutive integers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    first: u64,
    masses: Vec<f64>,
}

/// Masses below this, relative to the greatest, are left out.
const NEGLIGIBLE: f64 = 1e-20;

impl Distribution {
    /// The distribution of the successes among `n` coins, each with probability `p` of success. From the mode
    /// outward, each mass is calculated from its neighbour's, and then divided by their sum.
    pub fn binomial(n: u64, p: f64) -> Distribution {
        let mode = (((n + 1) as f64 * p) as u64).min(n);
        let odds = p / (1.0 - p);
        let (mut up, mut down) = (vec![1.0], Vec::new());
        let mut mass = 1.0;
        for j in mode..n {
            mass *= (n - j) as f64 / (j + 1) as f64 * odds;
            if mass < NEGLIGIBLE {
                break;
            }
            up.push(mass);
        }
        mass = 1.0;
        for j in (1..=mode).rev() {
            mass *= j as f64 / (n - j + 1) as f64 / odds;
            if mass < NEGLIGIBLE {
                break;
            }
            down.push(mass);
        }
        let first = mode - down.len() as u64;
        let mut masses: Vec<f64> = down.into_iter().rev().chain(up).collect();
        let sum: f64 = masses.iter().sum();
        masses.iter_mut().for_each(|mass| *mass /= sum);
        Distribution { first, masses }
    }

    /// The distribution of the successes among coins with these probabilities.
    pub fn of_coins(probabilities: impl IntoIterator<Item = f64>) -> Distribution {
        let mut masses = vec![1.0];
        for p in probabilities {
            masses.push(0.0);
            for j in (0..masses.len()).rev() {
                let below = if j > 0 { masses[j - 1] } else { 0.0 };
                masses[j] = masses[j] * (1.0 - p) + below * p;
            }
        }
        Distribution { first: 0, masses }
    }

    /// P(j).
    pub fn mass(&self, j: u64) -> f64 {
        let index = j.checked_sub(self.first);
        index.and_then(|index| self.masses.get(index as usize)).copied().unwrap_or(0.0)
    }

    /// P(at most j).
    pub fn cdf(&self, j: u64) -> f64 {
        let count = (j + 1).saturating_sub(self.first) as usize;
        self.masses.iter().take(count).sum()
    }

    /// Every value with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (u64, f64)> {
        (self.first..).zip(self.masses.iter().copied())
    }

    /// The mean of `f` of the value.
    pub fn mean_of(&self, f: impl Fn(u64) -> f64) -> f64 {
        self.iter().map(|(value, mass)| f(value) * mass).sum()
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.mean_of(|value| value as f64)
    }

    /// The variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.mean_of(|value| (value as f64 - mean).powi(2))
    }

    /// The mean of the greatest of `draws` independent values.
    pub fn mean_of_greatest(&self, draws: i32) -> f64 {
        let mut below = 0.0;
        let greater = self.masses.iter().map(|mass| {
            below += mass;
            1.0 - f64::min(below, 1.0).powi(draws)
        });
        self.first as f64 + greater.sum::<f64>()
    }
}

/// The counts of each value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Adds one value.
    pub fn add(&mut self, value: u64) {
        let index = value as usize;
        if self.counts.len() <= index {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// The number of values.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The count of `value`.
    pub fn count(&self, value: u64) -> u64 {
        self.counts.get(value as usize).copied().unwrap_or(0)
    }

    /// The share of values from `low` to `high`.
    pub fn share(&self, low: u64, high: u64) -> f64 {
        let counts =
            self.counts.iter().skip(low as usize).take((high.saturating_sub(low) as usize).saturating_add(1));
        counts.sum::<u64>() as f64 / self.total() as f64
    }

    fn mean_of(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (0u64..).zip(&self.counts).map(|(value, count)| f(value as f64) * *count as f64).sum();
        sum / self.total() as f64
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.mean_of(|value| value)
    }

    /// The variance about the mean.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.mean_of(|value| (value - mean).powi(2))
    }

    /// The greatest difference between the counted distribution function and that of `theory`.
    pub fn distance(&self, theory: &Distribution) -> f64 {
        let (mut counted, mut computed, mut greatest) = (0.0, 0.0, 0.0f64);
        let total = self.total() as f64;
        let last = self.counts.len() as u64;
        for value in 0..last {
            counted += self.count(value) as f64 / total;
            computed += theory.mass(value);
            greatest = greatest.max((counted - computed).abs());
        }
        greatest
    }
}

/// The distance that this number of values from the right distribution exceeds with probability at most
/// 10^-6, by the inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant.
pub fn greatest_distance(values: u64) -> f64 {
    ((2.0f64 / 1e-6).ln() / (2.0 * values as f64)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_have_their_moments() {
        for (n, p) in [(1, 0.5), (10, 0.3), (1_000, 0.02), (10_000_000_000, 2_990e-10)] {
            let distribution = Distribution::binomial(n, p);
            let mean = n as f64 * p;
            assert!((distribution.mean() / mean - 1.0).abs() < 1e-9, "{n} {p}");
            assert!((distribution.variance() / (mean * (1.0 - p)) - 1.0).abs() < 1e-9, "{n} {p}");
        }
        let three = Distribution::binomial(3, 0.5);
        assert!([0.125, 0.5, 0.875, 1.0].iter().zip(0..).all(|(cdf, j)| (three.cdf(j) - cdf).abs() < 1e-12));
    }

    #[test]
    fn coins_may_differ() {
        let equal = Distribution::of_coins([0.3; 10]);
        let binomial = Distribution::binomial(10, 0.3);
        assert!((0..=10).all(|j| (equal.mass(j) - binomial.mass(j)).abs() < 1e-12));
        let two = Distribution::of_coins([0.5, 0.1]);
        assert!((two.mass(0) - 0.45).abs() < 1e-12 && (two.mass(2) - 0.05).abs() < 1e-12);
    }

    #[test]
    fn the_greatest_of_several_draws() {
        let die = Distribution { first: 1, masses: vec![1.0 / 6.0; 6] };
        assert!((die.mean_of_greatest(1) - 3.5).abs() < 1e-12);
        assert!((die.mean_of_greatest(2) - 161.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn distances_tell_other_distributions() {
        let mut histogram = Histogram::default();
        let mut random = crate::random::Random::new(3, "dice");
        (0..20_000).for_each(|_| histogram.add((0..10).map(|_| u64::from(random.below(10) < 3)).sum()));
        let bound = greatest_distance(20_000);
        assert!(histogram.distance(&Distribution::binomial(10, 0.3)) < bound);
        assert!(histogram.distance(&Distribution::binomial(10, 0.33)) > bound);
    }
}
