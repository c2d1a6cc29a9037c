//! Every strategy of multi-exponentiation against the naive product and against its predicted cost.

use heliast_arith::{Backend, Natural};
use heliast_group::{
    BulkGroup, Counting, Counts, Group, MultiexpError, RsaGroup, Shape, Strategy, Table, multiexp,
    multiexp_with, plan,
};

type Elem = <RsaGroup as Group>::Elem;

/// The units modulo 3·11·23 modulo ±1: 220 elements.
fn toy() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from(3 * 11 * 23_u64))
}

fn bases(group: &RsaGroup, count: usize) -> Vec<Elem> {
    (0..count).map(|index| group.hash("bases", &index.to_be_bytes())).collect()
}

/// ∏ base^exponent, by squaring and multiplying from the lowest bit on.
fn naive<G: Group>(group: &G, powers: &[(&G::Elem, &Natural)]) -> G::Elem {
    let mut product = group.identity();
    for (base, exponent) in powers {
        let mut square = (*base).clone();
        for bit in 0..exponent.bits() {
            if exponent.bit(bit) {
                group.mul_assign(&mut product, &square);
            }
            group.square_n(&mut square, 1);
        }
    }
    product
}

fn applicable(bases: usize) -> impl Iterator<Item = Strategy> {
    Strategy::all().filter(move |strategy| strategy.applies(bases).is_ok())
}

/// Exponents whose bits make windows begin and end everywhere: powers of two, their neighbours, long runs of
/// ones and of zeros.
fn awkward() -> Vec<Natural> {
    let one = Natural::one();
    let mut all = vec![Natural::zero()];
    for bits in [1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129] {
        let power = one.shl(bits);
        all.extend([power.clone(), power.add(&one), power.sub(&one).unwrap()]);
        all.push(power.shl(bits).add(&one));
        all.push(power.sub(&one).unwrap().shl(bits));
    }
    // 1010..., 100100..., 11001100...
    for pattern in [0xaaaa_aaaa_aaaa_aaaa_u64, 0x9249_2492_4924_9249, 0xcccc_cccc_cccc_cccc] {
        all.extend([Natural::from(pattern), Natural::from_limbs([pattern, 0, pattern])]);
    }
    all
}

#[test]
fn one_base_and_every_short_exponent() {
    let group = toy();
    let base = &bases(&group, 1)[0];
    let mut expected = group.identity();
    for exponent in 0..600_u64 {
        let exponent = Natural::from(exponent);
        for strategy in applicable(1) {
            let found = multiexp_with(&group, strategy, &[(base, &exponent)]).unwrap();
            assert!(group.equal(&found, &expected), "{strategy}: {exponent}");
        }
        assert!(group.equal(&multiexp(&group, &[(base, &exponent)]), &expected), "{exponent}");
        group.mul_assign(&mut expected, base);
    }
}

#[test]
fn awkward_exponents_and_their_costs() {
    let group = Counting::new(toy());
    let bases = bases(&toy(), 2);
    let exponents = awkward();
    for (index, first) in exponents.iter().enumerate() {
        let second = &exponents[exponents.len() - 1 - index];
        let powers = [(&bases[0], first), (&bases[1], second)];
        let expected = naive(&toy(), &powers);
        for strategy in applicable(2) {
            group.take();
            let found = multiexp_with(&group, strategy, &powers).unwrap();
            let counted = group.take();
            assert!(group.equal(&found, &expected), "{strategy}: {first}, {second}");
            assert_eq!(
                counted,
                strategy.cost(&[first, second]).unwrap().total(),
                "{strategy}: {first}, {second}"
            );
        }
    }
}

/// The identity, the same base twice, and two bases that are inverse to each other.
#[test]
fn bases_with_relations() {
    let group = toy();
    let a = group.hash("bases", b"a");
    let inverse = naive(&group, &[(&a, &Natural::from(219_u64))]);
    assert!(group.equal(&group.mul(&a, &inverse), &group.identity()));
    for strategy in applicable(3) {
        for exponent in (0..100_u64).chain([1 << 40, u64::MAX]) {
            let exponent = Natural::from(exponent);
            let of = |bases: [&Elem; 3]| {
                multiexp_with(&group, strategy, &bases.map(|base| (base, &exponent))).unwrap()
            };
            let single = naive(&group, &[(&a, &exponent)]);
            let one = group.identity();
            assert!(group.equal(&of([&a, &one, &one]), &single), "{strategy}: {exponent}");
            assert!(group.equal(&of([&a, &a, &inverse]), &single), "{strategy}: {exponent}");
            assert!(group.equal(&of([&one, &inverse, &a]), &one), "{strategy}: {exponent}");
        }
    }
}

/// Tables are made once, and their use does not change them.
#[test]
fn tables_serve_many_exponents() {
    let group = Counting::new(toy());
    let bases = bases(&toy(), 3);
    let bases: Vec<&Elem> = bases.iter().collect();
    let exponents = awkward();
    for strategy in applicable(3) {
        group.take();
        let table = Table::new(&group, strategy, &bases).unwrap();
        let zero = Natural::zero();
        assert_eq!(group.take(), strategy.cost(&[&zero; 3]).unwrap().precomputation, "{strategy}");
        assert_eq!((table.strategy(), table.is_empty()), (strategy, false));
        assert_eq!(table.len(), strategy.table_len(3).unwrap(), "{strategy}");
        for window in exponents.windows(3).step_by(5) {
            let asked: Vec<&Natural> = window.iter().collect();
            let found = table.multiexp(&asked).unwrap();
            assert_eq!(group.take(), table.cost(&asked).unwrap(), "{strategy}");
            let powers: Vec<_> = bases.iter().copied().zip(asked.iter().copied()).collect();
            assert!(group.equal(&found, &naive(&toy(), &powers)), "{strategy}: {window:?}");
        }
    }
}

#[test]
fn every_number_of_bases() {
    let group = toy();
    let all = bases(&group, 40);
    let exponents: Vec<Natural> = (0..40_u64).map(|index| Natural::from(index * 0x0123_4567_89ab)).collect();
    for count in (0..=13).chain([40]) {
        let powers: Vec<_> = all[..count].iter().zip(&exponents).collect();
        let expected = naive(&group, &powers);
        for strategy in applicable(count) {
            let found = multiexp_with(&group, strategy, &powers).unwrap();
            assert!(group.equal(&found, &expected), "{strategy}: {count} bases");
        }
        assert!(group.equal(&multiexp(&group, &powers), &expected), "{count} bases");
    }
}

/// No exponents of a length cost more than the worst, and the mean lies between.
#[test]
fn costs_are_bounded_by_the_worst() {
    for bits in [1, 5, 16, 64, 129] {
        let all: Vec<Natural> = awkward().into_iter().filter(|exponent| exponent.bits() <= bits).collect();
        for strategy in applicable(2) {
            let worst = strategy.worst(2, bits).unwrap();
            let mean = strategy.expected(2, bits).unwrap();
            assert!(
                mean.evaluation.squarings <= worst.evaluation.squarings as f64 + 1e-9,
                "{strategy} {bits}"
            );
            assert!(mean.evaluation.products <= worst.evaluation.products as f64 + 1e-9, "{strategy} {bits}");
            assert_eq!(mean.precomputation.products, worst.precomputation.products as f64, "{strategy}");
            for first in &all {
                for second in &all {
                    let Counts { products, squarings } = strategy.cost(&[first, second]).unwrap().evaluation;
                    let most = worst.evaluation;
                    assert!(
                        products <= most.products && squarings <= most.squarings,
                        "{strategy}: {first}, {second}"
                    );
                }
            }
        }
    }
}

/// There is one result for each problem, in order, for any number of problems and bases and any lengths, on
/// every backend.
#[test]
fn many_problems_at_once() {
    let modulus = Natural::one().shl(600).sub(&Natural::from(95_u64)).unwrap();
    for group in [toy(), RsaGroup::unchecked(&modulus), RsaGroup::rsa_2048()] {
        let all = bases(&group, 5);
        let exponents = awkward();
        for group in Backend::ALL.into_iter().filter_map(|backend| group.on(backend).ok()) {
            for count in [0, 1, 6, 7, 8, 9, 14, 15, 16, 17, 23] {
                let problems: Vec<Vec<(&Elem, &Natural)>> = (0..count)
                    .map(|problem| {
                        (0..problem % 4)
                            .map(|base| {
                                (&all[base + problem % 2], &exponents[(7 * problem + base) % exponents.len()])
                            })
                            .collect()
                    })
                    .collect();
                // Elements are made again, because they belong to the ring that made them.
                let moved: Vec<Vec<(Elem, &Natural)>> = problems
                    .iter()
                    .map(|powers| {
                        powers
                            .iter()
                            .map(|(base, exponent)| (group.hash("bases", &index_of(base, &all)), *exponent))
                            .collect()
                    })
                    .collect();
                let problems: Vec<Vec<(&Elem, &Natural)>> = moved
                    .iter()
                    .map(|powers| powers.iter().map(|(base, exponent)| (base, *exponent)).collect())
                    .collect();
                let asked: Vec<&[(&Elem, &Natural)]> = problems.iter().map(Vec::as_slice).collect();
                let answers = group.multiexp_many(&asked);
                assert_eq!(answers.len(), count, "{group:?}");
                for (powers, answer) in asked.iter().zip(&answers) {
                    assert!(group.equal(answer, &naive(&group, powers)), "{group:?}: {count} problems");
                }
            }
        }
    }
}

/// The message from which a base was hashed.
fn index_of(base: &Elem, all: &[Elem]) -> [u8; 8] {
    all.iter().position(|other| std::ptr::eq(other, base)).unwrap().to_be_bytes()
}

#[test]
fn what_does_not_apply_is_refused_in_words() {
    let strategy = Strategy::Ary { w: 4 };
    let group = toy();
    let bases = bases(&group, 4);
    let one = Natural::one();
    let powers: Vec<_> = bases.iter().map(|base| (base, &one)).collect();
    let refused = multiexp_with(&group, strategy, &powers).unwrap_err();
    assert_eq!(refused, MultiexpError::Table { strategy, bases: 4 });
    assert!(refused.to_string().contains("2^w-ary, w = 4"), "{refused}");
    let strategy = Strategy::Separate { w: 9 };
    let refused = multiexp_with(&group, strategy, &powers).unwrap_err();
    assert_eq!(refused, MultiexpError::Window { strategy, widest: 8 });
    assert!(refused.to_string().contains('8'), "{refused}");
}

/// Names can be written to data files and read again.
#[test]
fn strategies_have_different_names() {
    let mut names: Vec<String> = Strategy::all().map(|strategy| strategy.to_string()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!((names.len(), count), (42, 42));
    let families: std::collections::BTreeSet<_> = Strategy::all().map(Strategy::family).collect();
    assert_eq!(
        families.into_iter().collect::<Vec<_>>(),
        ["ary", "interleaved", "pippenger", "separate", "yll"]
    );
    assert!(Strategy::all().all(|strategy| strategy.window() > 0));
    for (bits, w) in [(0, 1), (23, 1), (24, 3), (79, 3), (80, 4), (239, 4), (240, 5), (671, 5), (672, 6)] {
        assert_eq!(Strategy::separate(bits), Strategy::Separate { w });
    }
}

/// The plan is one of the usable strategies, and its result is always right.
#[test]
fn plans_serve() {
    let group = toy();
    for count in [1, 2, 3, 5, 12, 40] {
        let bases = bases(&group, count);
        for bits in [1, 8, 64, 256] {
            let strategy = plan(Shape::uniform(count, bits), &Default::default());
            let exponent = Natural::one().shl(bits).sub(&Natural::one()).unwrap();
            let powers: Vec<_> = bases.iter().map(|base| (base, &exponent)).collect();
            let found = multiexp_with(&group, strategy, &powers).unwrap();
            assert!(group.equal(&found, &naive(&group, &powers)), "{strategy}: {count} {bits}");
        }
    }
}
