//! Lists against the oracle, which is one verification after another.

use super::*;
use crate::{
    PrimeMode, ProofFile, delay_input, hash_to_prime::Challenge, hinted_challenge, prove_with_trapdoor,
    recover, testing::Watched, verify, verify_hinted,
};
use alloc::{format, vec};
use heliast_group::{Cost, Counting, Malformed, OpCost, RsaGroup, Shape, Trapdoor, plan};
use proptest::prelude::*;

type Elem = <RsaGroup as Group>::Elem;

/// Two safe primes of 128 bits: the only elements of low order are those of order two.
const FACTORS: [u128; 2] =
    [0xebec_1bc9_aef1_ec9c_38b1_008a_523d_24bb, 0xc3a7_ec85_8e38_f18c_7422_3050_ed9b_8123];

fn factors() -> [Natural; 2] {
    FACTORS.map(|p| Natural::from_be_bytes(&p.to_be_bytes()))
}

/// A group with its trapdoor, for quick proofs, and a suite.
struct House {
    trapdoor: Trapdoor,
    suite: Suite,
}

impl House {
    /// Challenges of 128 bits take half the work of the default suite, which the tests of costs use.
    fn new() -> House {
        House::with(Suite::new(PrimeMode::SievedFull, 128).unwrap())
    }

    fn hinted() -> House {
        House::with(Suite::new(PrimeMode::Hinted, 136).unwrap())
    }

    fn with(suite: Suite) -> House {
        let [p, q] = factors();
        House { trapdoor: Trapdoor::new(p, q, 256).unwrap(), suite }
    }

    fn group(&self) -> &RsaGroup {
        self.trapdoor.group()
    }

    fn honest(&self, number: u64) -> Claim<Elem> {
        self.proven(delay_input(self.group(), &number.to_be_bytes()), 600 + number * 37 % 5_000)
    }

    fn proven(&self, x: Elem, t: u64) -> Claim<Elem> {
        let (y, proof) = prove_with_trapdoor(&self.trapdoor, &x, t, self.suite).unwrap();
        let statement = Statement { x, y, t };
        Claim { hint: self.hint(&statement), statement, proof }
    }

    fn hint(&self, statement: &Statement<Elem>) -> Option<u16> {
        let hinted = self.suite.mode() == PrimeMode::Hinted;
        hinted.then(|| challenge(self.group(), statement, self.suite).unwrap().counter as u16)
    }

    fn list(&self, len: usize) -> Vec<Claim<Elem>> {
        (0..len as u64).map(|number| self.honest(number)).collect()
    }

    /// Delays in which each begins with the end of the one before.
    fn chain(&self, len: usize) -> Vec<Claim<Elem>> {
        let mut x = delay_input(self.group(), b"chain");
        let next = |number| {
            let claim = self.proven(x.clone(), 600 + number as u64);
            x = claim.statement.y.clone();
            claim
        };
        (0..len).map(next).collect()
    }

    /// The output times `factor`, with the proof that would be valid if the output were true. Its error is
    /// 1/factor.
    fn shifted(&self, claim: &Claim<Elem>, factor: &Elem) -> Claim<Elem> {
        let Statement { x, y, t } = &claim.statement;
        let statement = Statement { x: x.clone(), y: self.group().mul(y, factor), t: *t };
        let prime = challenge(self.group(), &statement, self.suite).unwrap().prime;
        let proof = self.trapdoor.quotient_power(x, *t, &prime);
        Claim { hint: self.hint(&statement), statement, proof }
    }

    fn one_by_one(&self, claims: &[Claim<Elem>]) -> Result<(), FalseClaims> {
        let (group, suite) = (self.group(), self.suite);
        let single = |Claim { statement, proof, hint }: &Claim<Elem>| match hint {
            Some(hint) => verify_hinted(group, statement, proof, *hint, suite),
            None => verify(group, statement, proof, suite),
        };
        refuse(claims.iter().map(single).collect())
    }

    fn in_lanes(&self, claims: &[Claim<Elem>], threads: usize) -> Result<(), FalseClaims> {
        verify_many(self.group(), claims, self.suite, threads)
    }

    fn combined(&self, claims: &[Claim<Elem>], coins: &[u8], threads: usize) -> Result<(), FalseClaims> {
        verify_combined(self.group(), claims, self.suite, coins, threads)
    }
}

fn element(group: &RsaGroup, n: &Natural) -> Elem {
    let canonical = n.clone().min(group.modulus().sub(n).unwrap());
    group.decode(&canonical.to_be_bytes(group.encoded_len()).unwrap()).unwrap()
}

fn inverse(group: &RsaGroup, elem: &Elem) -> Elem {
    element(group, &Natural::from_be_bytes(&group.encode(elem)).invert_mod(group.modulus()).unwrap())
}

/// The element that is 1 modulo p and −1 modulo q: of order two, known to anybody who knows the factors.
fn involution(group: &RsaGroup) -> Elem {
    let [p, q] = factors();
    let p_part = p.mul(&p.invert_mod(&q).unwrap()); // 0 modulo p, 1 modulo q
    let double = p_part.add(&p_part).div_rem(group.modulus()).1;
    element(group, &group.modulus().add(&Natural::one()).sub(&double).unwrap().div_rem(group.modulus()).1)
}

/// The changes that a claim can have.
#[derive(Clone, Copy, Debug)]
enum Fault {
    OtherOutput,
    OtherProof,
    OtherInput,
    OneMoreSquaring,
    NoSquaring,
    TooManySquarings,
    IdentityAsInput,
    IdentityAsOutput,
    IdentityAsProof,
    NonUnitInput,
    NonUnitOutput,
    NonUnitProof,
    /// The outputs of this claim and the next are exchanged.
    ExchangedOutputs,
    ExchangedProofs,
    ExchangedInputs,
    /// The errors of this claim and the next are inverses of each other.
    Cancelling,
    /// y·g^l with π·g, where l is the challenge of the true y.
    OldChallenge,
    /// No fault: −y is the same class.
    NegatedOutput,
    /// No fault.
    Duplicate,
    OtherHint,
    HintOutOfRange,
    /// No fault: the verifier finds the prime itself.
    NoHint,
}

fn any_fault() -> impl Strategy<Value = Fault> {
    use Fault::*;
    proptest::sample::select(vec![
        OtherOutput,
        OtherProof,
        OtherInput,
        OneMoreSquaring,
        NoSquaring,
        TooManySquarings,
        IdentityAsInput,
        IdentityAsOutput,
        IdentityAsProof,
        NonUnitInput,
        NonUnitOutput,
        NonUnitProof,
        ExchangedOutputs,
        ExchangedProofs,
        ExchangedInputs,
        Cancelling,
        OldChallenge,
        NegatedOutput,
        Duplicate,
        OtherHint,
        HintOutOfRange,
        NoHint,
    ])
}

fn spoil(house: &House, claims: &mut [Claim<Elem>], at: usize, fault: Fault) {
    let group = house.group();
    let (at, next) = (at % claims.len(), (at + 1) % claims.len());
    let g = group.hash("fault", &(at as u64).to_be_bytes());
    let non_unit = element(group, &factors()[at % 2].mul(&Natural::from(at as u64 + 2)));
    let [mut claim, mut neighbour] = [at, next].map(|index| claims[index].clone());
    let (this, other) = (&mut claim.statement, &mut neighbour.statement);
    match fault {
        Fault::OtherOutput => this.y = g,
        Fault::OtherProof => claim.proof = g,
        Fault::OtherInput => this.x = g,
        Fault::OneMoreSquaring => this.t += 1,
        Fault::NoSquaring => this.t = 0,
        Fault::TooManySquarings => this.t = crate::MAX_DELAY,
        Fault::IdentityAsInput => this.x = group.identity(),
        Fault::IdentityAsOutput => this.y = group.identity(),
        Fault::IdentityAsProof => claim.proof = group.identity(),
        Fault::NonUnitInput => this.x = non_unit,
        Fault::NonUnitOutput => this.y = non_unit,
        Fault::NonUnitProof => claim.proof = non_unit,
        Fault::ExchangedOutputs => core::mem::swap(&mut this.y, &mut other.y),
        Fault::ExchangedProofs => core::mem::swap(&mut claim.proof, &mut neighbour.proof),
        Fault::ExchangedInputs => core::mem::swap(&mut this.x, &mut other.x),
        Fault::Cancelling => {
            if [&*this, &*other].iter().all(|s| (1..crate::MAX_DELAY).contains(&s.t)) {
                claim = house.shifted(&claim, &g);
                neighbour = house.shifted(&neighbour, &inverse(group, &g));
            }
        }
        Fault::OldChallenge => {
            if let Ok(Challenge { prime, .. }) = challenge(group, this, house.suite) {
                this.y = group.mul(&this.y, &heliast_group::multiexp(group, &[(&g, &prime)]));
                claim.proof = group.mul(&claim.proof, &g);
            }
        }
        Fault::NegatedOutput => this.y = group.ring().neg(&this.y),
        Fault::Duplicate => neighbour = claim.clone(),
        Fault::OtherHint => claim.hint = Some(claim.hint.map_or(0, |hint| hint + 1)),
        Fault::HintOutOfRange => claim.hint = Some(house.suite.hint_bound()),
        Fault::NoHint => claim.hint = None,
    }
    claims[next] = neighbour;
    claims[at] = claim;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Any number of faults of any kind, at any place of a list of any length.
    #[test]
    fn lists_are_judged_as_one_by_one(
        len in 1usize..60,
        chained: bool,
        hinted: bool,
        faults in proptest::collection::vec((any::<usize>(), any_fault()), 0..6),
        threads in 1usize..4,
        coins: [u8; 4],
    ) {
        let house = if hinted { House::hinted() } else { House::new() };
        let mut claims = if chained { house.chain(len) } else { house.list(len) };
        prop_assert_eq!(house.one_by_one(&claims), Ok(()));
        faults.into_iter().for_each(|(at, fault)| spoil(&house, &mut claims, at, fault));

        let expected = house.one_by_one(&claims);
        prop_assert_eq!(&house.in_lanes(&claims, threads), &expected);
        prop_assert_eq!(&house.combined(&claims, &coins, threads), &expected);
    }

    /// The compact forms of claims, some of which have a fault of a claim, and some a fault of the compact
    /// form.
    #[test]
    fn outputs_are_recovered_as_one_by_one(
        len in 1usize..20,
        faults in proptest::collection::vec((any::<usize>(), any_fault()), 0..4),
        primes in proptest::collection::vec((any::<usize>(), 0u64..5), 0..4),
        hinted: bool,
        threads in 1usize..4,
    ) {
        let house = if hinted { House::hinted() } else { House::new() };
        let (group, suite) = (house.group(), house.suite);
        let mut claims = house.list(len);
        faults.into_iter().for_each(|(at, fault)| spoil(&house, &mut claims, at, fault));
        let mut claims: Vec<_> = claims.iter().map(|claim| compact(&house, claim)).collect();
        for (at, fault) in primes {
            let prime = &mut claims[at % len].prime;
            let two = Natural::from(2u64);
            let other = [prime.shr(64), prime.add(&Natural::one()), prime.add(&two), Natural::zero(), prime.mul(prime)];
            *prime = other[fault as usize].clone();
        }

        let found = recover_many(group, &claims, suite, threads);
        prop_assert_eq!(found.len(), len);
        for (claim, found) in claims.iter().zip(found) {
            let expected = recover(group, claim, suite);
            prop_assert_eq!(found.map(|y| group.encode(&y)), expected.map(|y| group.encode(&y)));
        }
    }
}

fn compact(house: &House, claim: &Claim<Elem>) -> CompactClaim<Elem> {
    let prime = challenge(house.group(), &claim.statement, house.suite).unwrap().prime;
    let Statement { x, t, .. } = claim.statement.clone();
    CompactClaim { x, t, proof: claim.proof.clone(), prime, hint: claim.hint }
}

/// If a group leaves out answers, nothing is accepted.
#[test]
fn a_product_without_answer_proves_nothing() {
    let house = House::new();
    let claims = house.list(6);
    for answers in 0..=claims.len() {
        let group = Watched::new(house.group().clone()).answering(answers);
        let elem = |elem: &Elem| group.wrap(elem.clone());
        let watched: Vec<_> = claims
            .iter()
            .map(|Claim { statement: Statement { x, y, t }, proof, hint }| Claim {
                statement: Statement { x: elem(x), y: elem(y), t: *t },
                proof: elem(proof),
                hint: *hint,
            })
            .collect();
        let missing: Vec<_> = (answers..claims.len()).map(|index| (index, Invalid::Equation)).collect();
        let expected = if missing.is_empty() { Ok(()) } else { Err(FalseClaims(missing)) };
        assert_eq!(verify_many(&group, &watched, house.suite, 1), expected);
        assert_eq!(verify_combined(&group, &watched, house.suite, &[], 1), expected);

        let compact: Vec<_> = claims.iter().map(|claim| compact(&house, claim)).collect();
        let compact: Vec<_> = compact
            .into_iter()
            .map(|CompactClaim { x, t, proof, prime, hint }| CompactClaim {
                x: elem(&x),
                t,
                proof: elem(&proof),
                prime,
                hint,
            })
            .collect();
        let recovered = recover_many(&group, &compact, house.suite, 1);
        let refused: Vec<_> = recovered.iter().map(|y| y.as_ref().err()).collect();
        let expected = (0..claims.len()).map(|index| (index >= answers).then_some(&Invalid::Equation));
        assert_eq!(refused, expected.collect::<Vec<_>>());
    }
}

/// No thread gets so few claims that lanes stay empty or that combination saves little, and no thread is
/// started without work.
#[test]
fn parts_are_worth_their_thread() {
    let parts = |len: usize, threads: usize, least: usize| {
        let list: Vec<usize> = (0..len).collect();
        let lens = in_parts(&list, (threads, least), |part| vec![(part.len(), part.to_vec())]);
        let (lens, whole): (Vec<_>, Vec<_>) = lens.into_iter().unzip();
        assert_eq!(whole.concat(), list);
        lens
    };
    for threads in [0, 1] {
        assert_eq!(parts(100, threads, 8), [100]);
    }
    assert_eq!(parts(100, 8, 8), [16, 16, 16, 16, 16, 16, 4]);
    assert_eq!(parts(100, 8, 64), [56, 44]);
    assert_eq!(parts(63, 8, 64), [63]);
    assert_eq!(parts(7, 4, 1), [2, 2, 2, 1]);
    assert_eq!(parts(20_000, usize::MAX, 1).len(), 1_000, "at most 1024");
    for len in 1..200 {
        for least in [8, 64] {
            let parts = parts(len, 8, least);
            let (last, others) = parts.split_last().unwrap();
            assert!(others.iter().all(|part| part % LANES == 0 && 2 * part > least), "{parts:?}");
            assert!(*last > 0 && parts.len() <= 8.min(len.div_ceil(least)), "{parts:?}");
        }
    }
}

#[test]
fn an_empty_list_is_accepted() {
    let house = House::new();
    for threads in [0, 1, 8] {
        assert_eq!(house.in_lanes(&[], threads), Ok(()));
        assert_eq!(house.combined(&[], &[], threads), Ok(()));
        assert!(recover_many(house.group(), &[], house.suite, threads).is_empty());
        assert!(ProofFile::open_many(house.group(), &[], threads).is_empty());
    }
}

#[test]
fn a_false_claim_is_found_wherever_it_stands() {
    let house = House::new();
    let honest = house.chain(50);
    for at in 0..honest.len() {
        let mut claims = honest.clone();
        spoil(&house, &mut claims, at, Fault::OtherProof);
        let expected = Err(FalseClaims(vec![(at, Invalid::Equation)]));
        assert_eq!(house.in_lanes(&claims, 1), expected);
        assert_eq!(house.combined(&claims, &[], 1), expected);
    }
}

/// A product without weights, or with weights that are known in advance, proves nothing: false claims can
/// cancel.
#[test]
fn errors_that_cancel_are_found() {
    let house = House::new();
    let group = house.group();
    let mut claims = house.list(20);
    spoil(&house, &mut claims, 7, Fault::Cancelling);

    let mut plain = [group.identity(), group.identity()];
    for (claim, exponents) in claims.iter().zip(exponents(group, &claims, house.suite)) {
        let left = heliast_group::multiexp(group, &exponents.unwrap().powers(claim));
        group.mul_assign(&mut plain[0], &left);
        group.mul_assign(&mut plain[1], &claim.statement.y);
    }
    assert!(group.equal(&plain[0], &plain[1]), "the errors do cancel");

    let expected = Err(FalseClaims(vec![(7, Invalid::Equation), (8, Invalid::Equation)]));
    assert_eq!(house.combined(&claims, &[], 1), expected);
}

/// With the factors of N an error of order two can be made. It passes in combination with an even weight. So
/// the combined verification needs the low-order assumption, and other weights would need it, too.
#[test]
fn errors_of_low_order_are_assumed_away() {
    let house = House::new();
    let group = house.group();
    let order_two = involution(group);
    assert!(!group.equal(&order_two, &group.identity()));
    assert!(group.equal(&group.mul(&order_two, &order_two), &group.identity()));

    let mut claims = house.list(12);
    claims[5] = house.shifted(&claims[5], &order_two);
    let expected = Err(FalseClaims(vec![(5, Invalid::Equation)]));
    assert_eq!(house.in_lanes(&claims, 1), expected);
    let verdicts: Vec<_> = (0..32u8).map(|coin| house.combined(&claims, &[coin], 1)).collect();
    assert!(verdicts.iter().all(|verdict| *verdict == expected || *verdict == Ok(())));
    assert!(verdicts.contains(&expected) && verdicts.contains(&Ok(())));
}

#[test]
fn every_reason_is_the_one_of_a_single_verification() {
    let house = House::new();
    let faults = [
        (Fault::NoSquaring, Invalid::Delay(0)),
        (Fault::TooManySquarings, Invalid::Delay(crate::MAX_DELAY)),
        (Fault::IdentityAsInput, Invalid::TrivialInput),
        (Fault::NonUnitInput, Invalid::Element(Malformed::NotAUnit)),
        (Fault::NonUnitOutput, Invalid::Element(Malformed::NotAUnit)),
        (Fault::NonUnitProof, Invalid::Element(Malformed::NotAUnit)),
        (Fault::OldChallenge, Invalid::Equation),
        (Fault::OneMoreSquaring, Invalid::Equation),
    ];
    let mut claims = house.list(40);
    let mut expected = Vec::new();
    for (number, (fault, reason)) in faults.into_iter().enumerate() {
        spoil(&house, &mut claims, 3 * number + 1, fault);
        expected.push((3 * number + 1, reason));
    }
    for threads in [1, 2, 3, 40, 1_000] {
        assert_eq!(house.in_lanes(&claims, threads), Err(FalseClaims(expected.clone())));
        assert_eq!(house.combined(&claims, b"coins", threads), Err(FalseClaims(expected.clone())));
    }
    let message = format!("{}", house.in_lanes(&claims, 1).unwrap_err());
    assert_eq!(message, "8 of the delay proofs are not valid");
}

#[test]
fn files_of_any_form_and_suite_are_opened_together() {
    let house = House::new();
    let group = house.group();
    let elsewhere = RsaGroup::rsa_2048();
    let suites = [house.suite, House::hinted().suite, Suite::default()];
    let mut files = Vec::new();
    for number in 0..24u64 {
        let suite = suites[number as usize % 3];
        let x = delay_input(group, &number.to_be_bytes());
        let (y, proof) = prove_with_trapdoor(&house.trapdoor, &x, 99, suite).unwrap();
        let statement = Statement { x, y, t: 99 };
        let mut file = ProofFile::new(group, &statement, &proof, suite, number % 4 == 0).unwrap();
        match number {
            4 | 9 => file.t += 1,
            5 => file.group_id = elsewhere.id(),
            6 => file.x = vec![0; 32],
            7 => file.x = vec![1; 31],
            _ => {}
        }
        files.push(file);
    }
    for threads in [1, 3] {
        let opened = ProofFile::open_many(group, &files, threads);
        assert_eq!(opened.len(), files.len());
        assert_eq!(opened.iter().filter(|result| result.is_ok()).count(), 19);
        for (file, found) in files.iter().zip(opened) {
            let encoded = |statement: Statement<Elem>| (group.encode(&statement.y), statement.t);
            assert_eq!(found.map(encoded), file.open(group).map(encoded));
        }
    }
}

/// The weights depend on every part of every claim, and on the coins.
#[test]
fn weights_are_bound_to_the_whole_list() {
    let house = House::new();
    let group = house.group();
    let claims = house.list(3);
    let weights = |claims: &[Claim<Elem>], suite, coins: &[u8]| {
        let (_, weighted) = combined::weigh(group, claims, suite, coins);
        weighted.into_iter().map(|claim| claim.weight).collect::<Vec<_>>()
    };
    let first = weights(&claims, house.suite, &[]);
    assert_eq!(first, weights(&claims, house.suite, &[]));
    assert!(first.iter().all(|weight| !weight.is_zero() && weight.bits() > 100));

    let mut lists = vec![weights(&claims, Suite::default(), &[]), weights(&claims, house.suite, &[0])];
    for fault in [Fault::OtherOutput, Fault::OtherProof, Fault::OtherInput, Fault::OneMoreSquaring] {
        for at in 0..3 {
            let mut claims = claims.clone();
            spoil(&house, &mut claims, at, fault);
            lists.push(weights(&claims, house.suite, &[]));
        }
    }
    for (claims, other) in lists.iter().enumerate().flat_map(|(i, a)| lists[..i].iter().map(move |b| (a, b)))
    {
        assert!(claims.iter().all(|weight| !other.contains(weight)));
    }
    assert!(lists.iter().all(|list| list.iter().all(|weight| !first.contains(weight))));
}

/// A prover may choose among the primes of a hinted suite, but must not be able to choose by the weights.
#[test]
fn weights_are_bound_to_the_hint() {
    let house = House::hinted();
    let group = house.group();
    let claims = house.list(2);
    let weights = |claims: &[Claim<Elem>]| {
        let (_, weighted) = combined::weigh(group, claims, house.suite, &[]);
        weighted.into_iter().map(|claim| claim.weight).collect::<Vec<_>>()
    };
    let first = weights(&claims);
    let named = |hint: &u16| hinted_challenge(group, &claims[1].statement, house.suite, *hint).is_ok();
    let mut others = claims.clone();
    others[1].hint = (claims[1].hint.unwrap() + 1..house.suite.hint_bound()).find(named);
    assert!(others[1].hint.is_some());
    assert!(weights(&others).iter().all(|weight| !first.contains(weight)));
}

/// Primes that hints name are tested together, and each false hint among them is refused for its own reason.
#[test]
fn false_hints_in_a_list_are_found() {
    let house = House::hinted();
    let (group, bound) = (house.group(), house.suite.hint_bound());
    let mut claims = house.list(20);
    let named = |at: usize, is_prime: bool| {
        let names = |hint: &u16| {
            hinted_challenge(group, &claims[at].statement, house.suite, *hint).is_ok() == is_prime
                && claims[at].hint != Some(*hint)
        };
        (0..bound).find(names)
    };
    let hints = [(0, named(0, false)), (9, named(9, true)), (15, named(15, false)), (16, named(16, false))];
    hints.into_iter().for_each(|(at, hint)| claims[at].hint = hint);
    claims[5].hint = Some(bound);
    claims[11].hint = None;
    claims[13].statement.t = 0;

    let refused = house.one_by_one(&claims).unwrap_err();
    assert_eq!(refused.0.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 5, 9, 13, 15, 16]);
    assert!(matches!(refused.0[0].1, Invalid::Hint(BadHint::Composite(_))));
    assert_eq!(house.in_lanes(&claims, 1).unwrap_err(), refused);
    assert_eq!(house.combined(&claims, &[], 1).unwrap_err(), refused);
}

/// Lists, each with the multiplications per proof that it takes at 256 bits. The counts are those of the
/// strategies.
#[test]
fn combined_costs_are_those_predicted() {
    let house = House::with(Suite::default());
    let group = Counting::new(house.group().clone());
    let (list, chain) = (house.list(1_000), house.chain(100));
    let cases = [(&list[..10], 243.0), (&list[..100], 197.0), (&list[..], 128.0), (&chain[..], 165.0)];
    for (claims, expected) in cases {
        let (_, weighted) = combined::weigh(house.group(), claims, house.suite, &[]);
        let predicted = combined::powers::<RsaGroup>(&weighted).map(|powers| {
            let exponents: Vec<_> = powers.iter().map(|(_, exponent)| exponent).collect();
            let strategy = plan(Shape::of(exponents.iter().copied()), &OpCost::default());
            let Cost { precomputation, evaluation } = strategy.cost(&exponents).unwrap();
            precomputation.products + precomputation.squarings + evaluation.products + evaluation.squarings
        });
        group.take();
        verify_combined(&group, claims, house.suite, &[], 1).unwrap();
        let counts = group.take();
        let operations = counts.products + counts.squarings;
        assert_eq!(operations, predicted[0] + predicted[1]);
        let each = operations as f64 / claims.len() as f64;
        assert!((each / expected - 1.0).abs() < 0.02, "{each} for each of {}, not {expected}", claims.len());
    }
}

/// A false claim at any place, alone or one of a few, costs no more than the list once more. If all claims
/// are false, the cost is no more than that and the list one by one.
#[test]
fn a_search_has_a_bound() {
    let house = House::new();
    let group = Counting::new(house.group().clone());
    let honest = house.list(100);
    let operations = |claims: &[Claim<Elem>]| {
        group.take();
        let verdict = verify_combined(&group, claims, house.suite, &[], 1);
        let counts = group.take();
        (verdict.err().map_or(0, |refused| refused.0.len()), counts.products + counts.squarings)
    };
    let (_, once) = operations(&honest);
    for at in [0, 33, 49, 50, 99] {
        let mut claims = honest.clone();
        spoil(&house, &mut claims, at, Fault::OtherProof);
        let (found, counts) = operations(&claims);
        assert!(found == 1 && counts < 5 * once / 2, "{counts} to find number {at}, {once} for the list");
    }
    let mut claims = honest.clone();
    (0..100).for_each(|at| spoil(&house, &mut claims, at, Fault::OtherProof));
    let (found, counts) = operations(&claims);
    verify_many(&group, &claims, house.suite, 1).unwrap_err();
    let singly = group.take();
    assert!(found == 100 && counts < 5 * once / 2 + singly.products + singly.squarings, "{counts}");
}

/// [`Counting`] has no lanes.
#[test]
fn without_lanes_a_proof_costs_what_it_costs_alone() {
    let house = House::with(Suite::default());
    let group = Counting::new(house.group().clone());
    let claims = house.list(20);
    let mut singly = 0;
    for Claim { statement, proof, .. } in &claims {
        verify(&group, statement, proof, house.suite).unwrap();
        let counts = group.take();
        singly += counts.products + counts.squarings;
    }
    verify_many(&group, &claims, house.suite, 1).unwrap();
    let counts = group.take();
    assert_eq!(counts.products + counts.squarings, singly);
    let each = singly as f64 / claims.len() as f64;
    assert!((360.0..380.0).contains(&each), "{each} multiplications, not 370");
}
