//! The committed assembly against the integers: in the interpreter on every CPU, and natively on those that
//! have the instructions.

use super::{
    Ifma,
    class::{CLASSES, Class},
    digits, exact,
    interpret::Interpreter,
    job::{Block, Exit, Job, Operation},
    routine::{Routine, SCRATCH_BLOCKS},
};
use crate::{
    aligned::Aligned,
    int::Natural,
    kernel::Kernel,
    radix52::LIMB_MASK,
    testing::{Random, power_of_two_less},
};
use std::{vec, vec::Vec};

/// Calls `check` with the kernel for `n` with each executor.
fn with_each_executor(n: &Natural, check: impl Fn(&dyn Kernel)) {
    let interpreter = Interpreter::default();
    check(&Ifma::on(&interpreter, n).unwrap());
    if let Some(cpu) = heliast_cpu::Ifma::detect() {
        check(&Ifma::on(cpu, n).unwrap());
    }
}

fn random_odd(bits: usize, seed: u64) -> Natural {
    let top = Natural::one().shl(bits - 1);
    &(&Random::new(seed).natural(bits - 2).shl(1) + &top) + &Natural::one()
}

/// The largest, the smallest and a random modulus of the full length of a class, and the smallest ones of the
/// class, which have one bit more than the class below.
fn moduli(class: &Class) -> Vec<Natural> {
    let below = CLASSES.iter().map(|class| class.bits).filter(|&bits| bits < class.bits).max();
    let shortest = below.unwrap_or(600) + 1;
    let one = Natural::one();
    vec![
        power_of_two_less(class.bits, 1),
        power_of_two_less(class.bits, 159),
        &one.shl(class.bits - 1) + &one,
        random_odd(class.bits, 1),
        &one.shl(shortest - 1) + &one,
        random_odd(shortest, 2),
    ]
}

/// Limbs of residues, canonical and redundant ones up to the largest.
fn residues(class: &Class, n: &Natural) -> Vec<Vec<u64>> {
    let masks: Vec<u64> = (0..class.lanes()).map(|index| class.mask(index)).collect();
    let mut random = Random::new(n.limbs()[0]);
    let mut any = |a: &u64| random.limb() & a;
    let enter = |value: &Natural| digits::split(value, class.lanes());
    vec![
        enter(&Natural::zero()),
        enter(&Natural::one()),
        enter(&n.sub(&Natural::one()).unwrap()),
        enter(n),
        enter(&n.shr(1)),
        masks.iter().map(&mut any).collect(),
        masks.iter().map(&mut any).collect(),
        masks.clone(),
        masks.iter().enumerate().map(|(index, mask)| mask * (index as u64 & 1)).collect(),
        masks.iter().map(|mask| mask ^ mask >> 1).collect(),
    ]
}

#[test]
fn the_classes_are_those_of_the_assembly() {
    let mut scratch = 0;
    for class in &CLASSES {
        for (operation, kind) in [("a = a^2", Operation::Square), ("a = a*b", Operation::Mul)] {
            let routine = Routine::of(class, kind);
            let mut lines = routine.text.lines();
            let title = lines.next().unwrap();
            assert!(title.starts_with(&std::format!("# {operation}, {} bits", class.bits)), "{title}");
            let (sizes, blocks) = lines.next().unwrap().rsplit_once(' ').unwrap();
            let Class { bits, limbs, value_bits, rows, .. } = class;
            assert_eq!(
                sizes,
                std::format!(
                    "# bits {bits} limbs {limbs} value_bits {value_bits} rows {rows} scratch_blocks"
                )
            );
            assert_eq!(blocks.parse(), Ok(routine.scratch), "{title}");
            scratch = scratch.max(routine.scratch);
        }
    }
    assert_eq!(scratch, SCRATCH_BLOCKS);
}

/// The bounds in the module's documentation, computed once more: 2^V is the smallest power of two for which a
/// fold of numbers below it has a result below it.
#[test]
fn the_bounds_of_each_class_are_its_shape() {
    let limb = Natural::from(LIMB_MASK);
    for class in &CLASSES {
        let (limbs, fold) = (class.limbs, class.fold());
        // Σ_(c<F) 2·(c + 1)·(B − 1)·B^c, where column c has the low halves of c + 1 products and the high
        // halves of c.
        let low = (0..fold).fold(Natural::zero(), |sum, column| {
            let terms = Natural::from(2 * column as u64 + 1);
            &sum + &(&limb * &terms).shl(52 * column)
        });
        let largest = power_of_two_less(class.bits, 1);
        let bound = |value_bits: usize| {
            let rows = (2 * value_bits).div_ceil(52) - fold;
            &low + &(&(&limb * &largest) * &Natural::from(rows as u64))
        };
        assert!(bound(class.value_bits) < Natural::one().shl(class.value_bits), "{} bits", class.bits);
        assert!(
            bound(class.value_bits - 1) >= Natural::one().shl(class.value_bits - 1),
            "{} bits",
            class.bits
        );
        assert!(class.value_bits + 2 <= 52 * limbs, "{} bits", class.bits);
        assert_eq!(class.rows, (2 * class.value_bits).div_ceil(52) - fold);
        // The masks are those of the numbers below 2^V.
        let masks: Vec<u64> = (0..class.lanes()).map(|index| class.mask(index)).collect();
        assert_eq!(digits::join(&masks), power_of_two_less(class.value_bits, 1), "{} bits", class.bits);
    }
}

#[test]
fn digits_are_carried_and_added() {
    let mut random = Random::new(17);
    for _ in 0..500 {
        let mut limbs: Vec<u64> = (0..9).map(|_| random.limb() >> 2).collect();
        let value = |limbs: &[u64]| {
            let terms = limbs.iter().enumerate();
            terms.fold(Natural::zero(), |sum, (index, limb)| &sum + &Natural::from(*limb).shl(52 * index))
        };
        let before = value(&limbs);
        let out = digits::carry(&mut limbs);
        assert!(limbs.iter().all(|limb| *limb <= LIMB_MASK));
        assert_eq!(&value(&limbs) + &Natural::from(out).shl(52 * 9), before);

        let factor = random.limb() & LIMB_MASK;
        let row: Vec<u64> = (0..7).map(|_| random.limb() & LIMB_MASK).collect();
        // Room for the sum.
        limbs[8] = 0;
        let expected = &value(&limbs) + &(&value(&row) * &Natural::from(factor));
        digits::add_multiple(&mut limbs, row.iter().copied(), factor);
        assert_eq!(value(&limbs), expected);
        assert_eq!(digits::join(&limbs), expected);
        assert_eq!(digits::split(&expected, 9), limbs);
    }
}

#[test]
fn short_and_long_moduli_are_not_served() {
    for (bits, served) in [(64, None), (599, None), (600, Some(1024)), (1025, Some(2048)), (8192, Some(8192))]
    {
        assert_eq!(Class::of(bits).map(|class| class.bits), served);
    }
    assert!(Class::of(8193).is_none());
}

#[test]
fn rows_are_powers_of_two() {
    for class in &CLASSES {
        for n in moduli(class) {
            let interpreter = Interpreter::default();
            let kernel = Ifma::on(&interpreter, &n).unwrap();
            let rows = kernel.table.chunks_exact(class.row_vectors());
            assert_eq!(rows.len(), class.rows);
            let mut power = &Natural::one().shl(52 * class.fold()) % &n;
            for row in rows {
                let row: Vec<u64> = row.iter().flat_map(|block| block.0).collect();
                assert_eq!(digits::join(&row), power);
                power = &power.shl(52) % &n;
            }
        }
    }
}

#[test]
fn squares_and_products_match_the_integers() {
    for class in &CLASSES {
        for n in moduli(class) {
            with_each_executor(&n, |kernel| {
                for a in residues(class, &n) {
                    check_squarings(kernel, &n, &a);
                    for b in residues(class, &n) {
                        let mut product = a.clone();
                        kernel.mul(&mut product, &b);
                        let expected = &digits::join(&a) * &digits::join(&b);
                        assert_eq!(kernel.leave(&product), &expected % &n, "modulo {n:?}");
                    }
                }
            });
        }
    }
}

fn check_squarings(kernel: &dyn Kernel, n: &Natural, a: &[u64]) {
    let mut expected = &digits::join(a) % n;
    for count in 0..3 {
        let mut power = a.to_vec();
        kernel.square_n(&mut power, count);
        assert_eq!(kernel.leave(&power), expected, "{count} squarings modulo {n:?}");
        expected = &(&expected * &expected) % n;
    }
}

#[test]
fn long_chains_match_the_integers() {
    for (class, length) in CLASSES.iter().zip([1000, 300, 100, 60, 20]) {
        let n = random_odd(class.bits, 3);
        let start = &Random::new(4).natural(class.bits) % &n;
        let expected = (0..length).fold(start.clone(), |x, _| &(&x * &x) % &n);
        with_each_executor(&n, |kernel| {
            let mut x = kernel.enter(&start);
            kernel.square_n(&mut x, length / 3);
            kernel.square_n(&mut x, length - length / 3);
            assert_eq!(kernel.leave(&x), expected, "modulo {n:?}");
        });
    }
}

#[test]
fn sums_and_halves_match_the_integers() {
    for class in &CLASSES {
        for n in moduli(class) {
            let interpreter = Interpreter::default();
            let kernel = Ifma::on(&interpreter, &n).unwrap();
            for a in residues(class, &n) {
                let value = digits::join(&a);
                let apply = |operation: &dyn Fn(&mut [u64])| {
                    let mut result = a.clone();
                    operation(&mut result);
                    assert!(kernel.holds(&result));
                    kernel.leave(&result)
                };
                assert_eq!(apply(&|x| kernel.double(x)), &value.shl(1) % &n);
                assert_eq!(&apply(&|x| kernel.half(x)).shl(1) % &n, &value % &n);
                for b in residues(class, &n) {
                    let other = digits::join(&b);
                    assert_eq!(apply(&|x| kernel.add(x, &b)), &(&value + &other) % &n);
                    let difference = apply(&|x| kernel.sub(x, &b));
                    assert_eq!(&(&difference + &other) % &n, &value % &n);
                    assert_eq!(kernel.equal(&a, &b), &value % &n == &other % &n);
                }
            }
        }
    }
}

#[test]
fn the_exact_product_matches_the_integers() {
    for class in &CLASSES {
        for n in moduli(class) {
            let interpreter = Interpreter::default();
            let kernel = Ifma::on(&interpreter, &n).unwrap();
            for (a, b) in residues(class, &n).iter().zip(residues(class, &n).iter().rev()) {
                let product = exact::multiply(class, &kernel.table, a, b);
                assert!(kernel.holds(&product));
                assert_eq!(kernel.leave(&product), &(&digits::join(a) * &digits::join(b)) % &n);
            }
        }
    }
}

/// A number whose square has a column 2r that is still above 52 bits after one carry pass: 2^52 − 1 and a
/// carry into it.
///
/// With B = 2^52 the limbs from r − 3 to r + 2 are B/2, e, g, s, g, B − 1. Their products in column 2r are
/// 2·(B/2 − 1) (the high halves of the outer two), 2·(B − e), 2·g² and s²: B − 1 modulo B for e = g² + (s² −
/// 1)/2. The outer two carry at least 1 into it, for any limbs below r − 3. No limb is as small as a carry,
/// so a number with these limbs can be a square that had no long carries itself.
fn long_carry(class: &Class, r: usize) -> Vec<u64> {
    let (g, s) = (1 << 10, (1 << 10) + 1);
    let mut x = vec![0; class.lanes()];
    x[r - 3..r + 3].copy_from_slice(&[1 << 51, g * g + (s * s - 1) / 2, g, s, g, LIMB_MASK]);
    x
}

#[test]
fn long_carries_take_the_rare_exits() {
    for class in &CLASSES {
        let fold = class.fold();
        let n = random_odd(class.bits, 5);
        // The lowest and the highest columns on both sides of the fold, and one column between.
        for r in [3, fold / 4, fold / 2 - 3] {
            check_rare_exit(&n, &long_carry(class, r), Exit::RESULT_EXCESS);
        }
        for r in [fold / 2 + 1, fold / 4 * 3, fold - 3] {
            check_rare_exit(&n, &long_carry(class, r), Exit::HIGH_EXCESS);
        }
    }
}

/// Squares `a` and multiplies it by itself, which must first return for this reason.
fn check_rare_exit(n: &Natural, a: &[u64], reason: u64) {
    let interpreter = Interpreter::default();
    let kernel = Ifma::on(&interpreter, n).unwrap();
    let square = &(&digits::join(a) * &digits::join(a)) % n;

    let mut x = a.to_vec();
    kernel.mul(&mut x, a);
    assert_eq!(interpreter.take_exits(), [reason]);
    assert_eq!(kernel.leave(&x), square);

    let mut expected = square.clone();
    for count in 1..4 {
        let mut x = a.to_vec();
        kernel.square_n(&mut x, count);
        // A second call does the remaining squarings after the rare exit; if there was only one, none
        // remains.
        let exits = [reason, Exit::DONE];
        assert_eq!(interpreter.take_exits(), exits[..1 + usize::from(count > 1)]);
        assert_eq!(kernel.leave(&x), expected, "{count} squarings");
        expected = &(&expected * &expected) % n;
    }
    if let Some(cpu) = heliast_cpu::Ifma::detect() {
        let mut native = a.to_vec();
        Ifma::on(cpu, n).unwrap().square_n(&mut native, 3);
        let mut x = a.to_vec();
        kernel.square_n(&mut x, 3);
        assert_eq!(native, x);
    }
}

/// As above, but the second squaring has the long carry: that of y², where y is a number whose square has the
/// limbs of `long_carry` at the top, and fits below the fold.
#[test]
fn long_carries_take_the_rare_exits_inside_a_chain() {
    for class in &CLASSES {
        let n = random_odd(class.bits, 5);
        for (r, reason) in [(11, Exit::RESULT_EXCESS), (class.fold() * 5 / 8, Exit::HIGH_EXCESS)] {
            if reason == Exit::RESULT_EXCESS && 2 * (r + 2) + 1 >= class.fold() {
                continue;
            }
            let top = digits::join(&long_carry(class, r));
            let y = (&top + &power_of_two_less(52 * (r - 3), 1)).sqrt();
            assert_eq!((&y * &y).shr(52 * (r - 3)), top.shr(52 * (r - 3)));

            let interpreter = Interpreter::default();
            let kernel = Ifma::on(&interpreter, &n).unwrap();
            let mut x = kernel.enter(&y);
            kernel.square_n(&mut x, 5);
            assert_eq!(interpreter.take_exits(), [reason, Exit::DONE]);
            let expected = (0..5).fold(y, |x, _| &(&x * &x) % &n);
            assert_eq!(kernel.leave(&x), expected);
        }
    }
}

#[test]
fn limbs_of_another_ring_give_some_residue() {
    for class in &CLASSES {
        let n = random_odd(class.bits, 6);
        let mut random = Random::new(7);
        let foreign = [
            vec![u64::MAX; class.lanes()],
            vec![1 << 63; class.lanes()],
            (0..class.lanes()).map(|_| random.limb()).collect(),
        ];
        with_each_executor(&n, |kernel| {
            for a in &foreign {
                for b in &foreign {
                    let check = |operation: &dyn Fn(&mut [u64])| {
                        let mut x = a.clone();
                        operation(&mut x);
                        assert!(kernel.leave(&x) < n);
                    };
                    check(&|x| kernel.mul(x, b));
                    check(&|x| kernel.square_n(x, 3));
                    check(&|x| kernel.add(x, b));
                    check(&|x| kernel.sub(x, b));
                    check(&|x| kernel.double(x));
                    check(&|x| kernel.half(x));
                    assert!(kernel.leave(a) < n);
                    kernel.equal(a, b);
                }
            }
        });
    }
}

/// Aligned residues are multiplied where they are, others in copies: with the same limbs as the result.
#[test]
fn aligned_operands_and_copies_have_the_same_products() {
    let Some(cpu) = heliast_cpu::Ifma::detect() else { return };
    for class in &CLASSES {
        let n = random_odd(class.bits, 8);
        let kernel = Ifma::on(cpu, &n).unwrap();
        let mut operands = residues(class, &n);
        operands.push(long_carry(class, 3));
        operands.push(long_carry(class, class.fold() - 3));
        operands.push(vec![u64::MAX; class.lanes()]);
        for a in &operands {
            for b in &operands {
                // One limb before the numbers moves them off the lines.
                let off = |limbs: &[u64]| Aligned::from(&[&[0], limbs].concat()[..]);
                let (mut here, mut copied) = (Aligned::from(&a[..]), off(a));
                kernel.mul(&mut here, &Aligned::from(&b[..]));
                kernel.mul(&mut copied[1..], &off(b)[1..]);
                assert_eq!(here[..], copied[1..], "modulo {n:?}");
                kernel.square_n(&mut here, 3);
                kernel.square_n(&mut copied[1..], 3);
                assert_eq!(here[..], copied[1..], "modulo {n:?}");
            }
        }
    }
}

/// A routine gets both operands cut to their masks, a squaring gets zeros as the second one, and the caller
/// gets everything that the routine writes.
#[test]
fn operands_are_cut_and_results_come_back() {
    let class = &CLASSES[0];
    let masks: Vec<u64> = (0..class.lanes()).map(|index| class.mask(index)).collect();
    let (full, table) = (vec![u64::MAX; class.lanes()], [Block([7; 8]); 2]);
    for (operation, second) in [(Operation::Square, vec![0; class.lanes()]), (Operation::Mul, masks.clone())]
    {
        let mut a = full.clone();
        let job = Job { class, operation, a: &mut a, b: &full, masks: &masks, table: &table, count: 5 };
        let exit = job.with_blocks::<3>(|a, b, table| {
            let limbs = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect::<Vec<u64>>();
            assert_eq!((limbs(a), limbs(b), limbs(table)), (masks.clone(), second.clone(), vec![7; 16]));
            a.iter_mut().zip(10..).for_each(|(block, value)| block.0 = [value; 8]);
            Exit { reason: Exit::DONE, remaining: 3 }
        });
        assert_eq!(exit, Exit { reason: Exit::DONE, remaining: 3 });
        let expected: Vec<u64> = (10..13).flat_map(|value| [value; 8]).collect();
        assert_eq!(a, expected);
    }
}

/// Every length of modulus belongs to the smallest class that has room for it.
#[test]
fn classes_hold_their_moduli() {
    assert!(CLASSES.windows(2).all(|pair| pair[0].bits < pair[1].bits));
    for bits in 600..=8192 {
        let class = Class::of(bits).unwrap();
        assert!(bits <= class.bits, "{bits}");
        assert!(CLASSES.iter().all(|other| other.bits >= class.bits || other.bits < bits), "{bits}");
    }
    for class in &CLASSES {
        assert!(class.lanes() >= class.limbs && class.lanes() < class.limbs + 8);
        assert!(52 * 8 * class.row_vectors() >= class.bits && class.row_vectors() <= class.vectors());
        assert!((class.limbs..class.lanes()).all(|lane| class.mask(lane) == 0));
    }
}

/// The cover of a subtraction is a multiple of N whose limbs are not below those of any residue.
#[test]
fn covers_are_multiples_above_all_residues() {
    for class in &CLASSES {
        for n in moduli(class) {
            let interpreter = Interpreter::default();
            let kernel = Ifma::on(&interpreter, &n).unwrap();
            let terms = kernel.cover.iter().enumerate();
            let value = terms
                .fold(Natural::zero(), |sum, (index, limb)| &sum + &Natural::from(*limb).shl(52 * index));
            assert!((&value % &n).is_zero(), "{n:?}");
            assert!(value > power_of_two_less(class.value_bits, 1), "{n:?}");
            assert!(value <= &Natural::one().shl(class.value_bits) + &n, "{n:?}");
            let low = &kernel.cover[..class.fold()];
            assert!(low.iter().zip(&kernel.masks).all(|(cover, mask)| cover >= mask && *cover < 1 << 53));
            assert!(kernel.cover[class.fold()] >= kernel.masks[class.fold()], "{n:?}");
        }
    }
}
