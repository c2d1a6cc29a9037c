//! Batch verifications: the thesis's protocols on GMP, and ours.

use crate::{
    inputs::{
        Stream,
        batch::{LEVEL, List, coins},
    },
    paper::lab::Lab,
    peers::{
        batch::{Coins, Verifier},
        gmp::Integer,
    },
    row::Side,
};
use heliast_arith::{LANES, Lanes, Ring};
use heliast_group::RsaGroup;
use heliast_vdf::batch::{Family, Protocol};
use std::rc::Rc;

/// The thesis's three families, in the order of its Table 3.2, and incidence buckets.
pub const FAMILIES: [Family; 4] = [Family::RandomExponents, Family::Hybrid, Family::Bucket, Family::Linear];

/// The seconds of a verification; `None` if it would take too long.
pub struct Times {
    /// The thesis's protocol on GMP: powers and products only.
    pub gmp: Option<f64>,
    /// Our naive evaluation, with everything included.
    pub naive: Option<f64>,
    /// Our best evaluation.
    pub best: f64,
    /// The factor by which two threads are faster, in wall-clock time.
    pub speedup: f64,
}

/// Returns the times of each family for m statements. The thesis's protocol is measured only if it needs at
/// most `most` multiplications.
pub fn times(lab: &Lab, m: usize, most: f64) -> [Times; FAMILIES.len()] {
    let list = List::new(m);
    FAMILIES.map(|family| {
        let prepared = Rc::new(list.prepare(family));
        let protocol = Protocol::of_family(family, LEVEL, m as u64).expect("a sound protocol");
        let side = |verify: fn(&List, &crate::inputs::batch::Prepared) -> bool| {
            let (list, prepared) = (Rc::clone(&list), Rc::clone(&prepared));
            assert!(verify(&list, &prepared), "a true batch is refused");
            Side::new(1, move |_| assert!(verify(&list, &prepared)))
        };
        let mut sides = vec![side(|list, prepared| list.verify(prepared, 1)).of_thread()];
        sides.push(side(|list, prepared| list.verify(prepared, 1)));
        sides.push(side(|list, prepared| list.verify(prepared, 2)));
        // Incidence buckets have one evaluation, and they are not in the thesis.
        if let Some(coins) = coins(family, m).filter(|_| protocol.thesis_cost(m as f64) <= most) {
            sides.push(side(List::verify_naively).of_thread());
            sides.push(gmp(&list, coins));
        }
        let seconds = lab.fastest_of_few(sides);
        Times {
            gmp: seconds.get(4).copied(),
            naive: seconds.get(3).copied(),
            best: seconds[0],
            speedup: seconds[1] / seconds[2],
        }
    })
}

fn gmp(list: &List, coins: Coins) -> Side {
    let (statements, mut verifier) = (list.pairs(), Verifier::new(list.modulus()));
    let last = Integer::from_be_bytes(&Stream::new("heliast/bench/batch/last").bytes(usize::from(LEVEL) / 8));
    let call = move |_| {
        let left = verifier.combine(&statements, &coins);
        drop(verifier.last_proof(&left, &last));
    };
    Side::new(1, call).of_thread()
}

/// The seconds of one multiplication in each setting.
pub struct Products {
    /// GMP's product of a random subset, in the ascending order in which the thesis's program processes it.
    pub subset: f64,
    /// The product of the same number of consecutive statements.
    pub sequence: f64,
    /// The product of the subset in random order.
    pub shuffled: f64,
    /// One of the 1.5·λ multiplications inside `mpz_powm`.
    pub in_power: f64,
    /// One of our multiplications.
    pub ours: f64,
    /// One of our multiplications in lanes.
    pub lanes: f64,
}

/// Measures the products for a list of m statements.
pub fn products(lab: &Lab, m: usize) -> Products {
    let list = List::new(m);
    let Some(Coins::Hybrid(rows)) = coins(Family::Hybrid, m) else { unreachable!("Hybrid's coins") };
    let subset: Vec<u32> = rows[0].0.clone();
    let sequence: Vec<u32> = (0..subset.len() as u32).collect();
    let mut shuffled = subset.clone();
    let mut stream = Stream::new("heliast/bench/batch/shuffle");
    for end in (1..shuffled.len()).rev() {
        let word = stream.bytes(8).try_into().map(u64::from_le_bytes).expect("eight bytes");
        shuffled.swap(end, (word % (end as u64 + 1)) as usize);
    }
    let statements = Rc::new(list.pairs());
    let product = |places: Vec<u32>| {
        let (statements, mut verifier) = (Rc::clone(&statements), Verifier::new(list.modulus()));
        Side::new(2 * places.len() as u64, move |_| drop(verifier.product(&statements, &places))).of_thread()
    };
    let mut sides = vec![product(subset), product(sequence), product(shuffled)];

    let powers = 100;
    let exponents = Coins::random_exponents(&mut stream, powers);
    let few = statements[..powers].to_vec();
    let mut verifier = Verifier::new(list.modulus());
    let call = move |_| drop(verifier.combine(&few, &exponents));
    let in_powers = 2.0 * powers as f64 * 1.5 * f64::from(LEVEL);
    sides.push(Side::part(in_powers, call).of_thread());

    let modulus = RsaGroup::rsa_2048().modulus().clone();
    let ring = Ring::new(&modulus).expect("a modulus");
    let factor = ring.residue(&stream.below(&modulus));
    let mut x = factor.clone();
    sides
        .push(Side::new(1000, move |_| (0..1000).for_each(|_| ring.mul_assign(&mut x, &factor))).of_thread());
    let lanes = Lanes::shared(&modulus).expect("a modulus");
    let (mut packed, by) = (lanes.radix(), lanes.radix());
    let call = move |_| (0..200).for_each(|_| lanes.mul_assign(&mut packed, &by));
    sides.push(Side::new(200 * LANES as u64, call).of_thread());

    let seconds = lab.fastest_of_few(sides);
    let [subset, sequence, shuffled, in_power, ours, lanes] = seconds.try_into().expect("six sides");
    Products { subset, sequence, shuffled, in_power, ours, lanes }
}
