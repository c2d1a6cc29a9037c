use super::*;
use crate::testing::{Random, power_of_two_less};

/// These primes with their product.
fn group(primes: &[Divisor]) -> Primes<'_> {
    Primes::new(primes.iter().map(|divisor| divisor.p).product(), primes)
}

/// Every count of numbers and groups, every number of limbs, zeros and ones in all of them, on every vector.
#[test]
fn factors_are_those_of_a_division() {
    let mut random = Random::new(41);
    // Groups including the ends of the range: one small prime, and products near 2^51.
    let lists: [&[u64]; 10] = [
        &[3],
        &[5, 7],
        &[11, 13, 17, 19],
        &[2_251_799_813_685_247],
        &[2_251_799_813_685_245],
        &[8191, 8179, 8171],
        &[1_125_899_906_842_597],
        &[2039, 2029, 2027, 2017],
        &[1],
        &[23, 29, 31, 37, 41, 43, 47, 53],
    ];
    let divisors: Vec<Vec<Divisor>> =
        lists.iter().map(|list| list.iter().map(|p| Divisor::new(*p)).collect()).collect();
    let mut found = [0; 2];
    for bits in [0, 1, 51, 52, 53, 104, 105, 256, 264, 512, 568, 2048] {
        for round in 0..20 {
            let factor = Natural::from(lists[round % lists.len()][0]);
            let numbers = [
                random.natural(bits),
                power_of_two_less(bits + 1, 1),
                factor.mul(&random.natural(bits)),
                random.natural(bits / 2),
                Natural::one().shl(bits),
                random.natural(bits),
                random.natural(bits),
                Natural::zero(),
            ];
            let numbers: Vec<&Natural> = numbers[..1 + round % LANES].iter().collect();
            // The groups without the one that divides everything.
            let groups: Vec<Primes> =
                divisors[..round % 8 + 1].iter().chain(&divisors[9..]).map(|list| group(list)).collect();
            let divides = |n: &Natural, group: &Primes| group.primes.iter().any(|d| n.rem_u64(d.p) == 0);
            let expected: Vec<bool> =
                numbers.iter().map(|n| groups.iter().any(|group| divides(n, group))).collect();
            expected.iter().for_each(|factor| found[usize::from(*factor)] += 1);
            let emulated = if round < 2 { Engine::emulated() } else { None };
            for engine in Engine::all().chain(emulated) {
                let verdicts = have_factors_on(engine, &numbers, &groups);
                assert_eq!(verdicts[..numbers.len()], expected, "{}: {numbers:?}", engine.name());
                // One group after another, so that no group hides the result of another.
                for group in &groups {
                    let verdicts = have_factors_on(engine, &numbers, core::slice::from_ref(group));
                    for (n, verdict) in numbers.iter().zip(verdicts) {
                        assert_eq!(verdict, divides(n, group), "{}: {n:?} {}", engine.name(), group.product);
                    }
                }
            }
        }
    }
    assert!(found.iter().all(|count| *count > 50), "{found:?}");
}

#[test]
fn one_divides_everything_and_no_group_divides_nothing() {
    let one = [Divisor::new(1)];
    let number = power_of_two_less(127, 1);
    for engine in Engine::all() {
        assert_eq!(have_factors_on(engine, &[&number; LANES], &[group(&one)]), [true; LANES]);
        assert_eq!(have_factors_on(engine, &[&number; LANES], &[]), [false; LANES]);
        assert_eq!(have_factors_on(engine, &[], &[]), [false; LANES]);
    }
}
