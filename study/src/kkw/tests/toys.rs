//! Small numbers of executions, for which everything can be tested, and the sizes for the real numbers.

use super::{
    super::{tree::Tree, *},
    oracle,
    picnic3::PICNIC3,
};
use crate::lowmc::{Bits, Parameters};
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::Invalid;
use proptest::prelude::*;
use std::{vec, vec::Vec};
use zeroize::Zeroize;

fn block(parameters: Parameters, mut bytes: [u8; 32]) -> Bits {
    let used = parameters.bytes();
    bytes[used - 1] &= 0xff << (8 * used - parameters.bits());
    parameters.decode(&bytes[..used]).unwrap()
}

fn instance(parameters: Parameters) -> &'static Instance {
    use std::sync::LazyLock;
    static ALL: [LazyLock<Instance>; 4] = [
        LazyLock::new(|| Instance::new(Parameters::N129R4)),
        LazyLock::new(|| Instance::new(Parameters::N192R4)),
        LazyLock::new(|| Instance::new(Parameters::N192R11)),
        LazyLock::new(|| Instance::new(Parameters::N255R4)),
    ];
    ALL.iter().map(|it| &**it).find(|it| it.lowmc.parameters() == parameters).unwrap()
}

/// Any cipher of 192 bits with tags, or any level of Picnic3; any number of executions.
fn profiles() -> impl Strategy<Value = Profile> {
    let tagged = (prop::sample::select(vec![Parameters::N192R4, Parameters::N192R11]), 1..4usize)
        .prop_map(|(cipher, statements)| Profile { cipher, statements, ..Profile::two_blocks(0x77, cipher) });
    prop_oneof![tagged, prop::sample::select(PICNIC3.to_vec())].prop_flat_map(|profile| {
        (2..40usize).prop_flat_map(move |executions| {
            (1..executions).prop_map(move |opened| Profile { executions, opened, ..profile })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn proofs_are_those_of_the_oracle_and_hold(
        profile in profiles(),
        key: [u8; 32],
        inputs: [[u8; 32]; 3],
        salt: [u8; 32],
        root: [u8; 32],
        bound: Vec<u8>,
        flip: prop::sample::Index,
    ) {
        let instance = instance(profile.cipher);
        let lowmc = &instance.lowmc;
        let key = block(profile.cipher, key);
        let inputs = inputs.map(|input| block(profile.cipher, input));
        let inputs = &inputs[..profile.statements];
        let witness = Witness { key: &key, inputs, bound: &bound, salt, root: Seed(root) };
        let wanted = oracle::prove(&profile, lowmc, &witness);
        for keccak in Keccak::all() {
            let proof = Committed::new(keccak, &profile, instance, &witness).answer();
            prop_assert!(proof == wanted, "{}", keccak.name());
        }
        let keys = lowmc.round_keys(&key);
        let mut statements: Vec<_> = inputs.iter().map(|input| (*input, lowmc.encrypt(&keys, input))).collect();
        let check = |statements: &[(Bits, Bits)], proof: &[u8]| {
            verify(Keccak::new(), &profile, instance, statements, &bound, proof)
        };
        prop_assert_eq!(check(&statements, &wanted), Ok(()));
        let mut damaged = wanted.clone();
        let bit = flip.index(8 * wanted.len());
        damaged[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(check(&statements, &damaged).is_err());
        for length in [wanted.len() - 1, flip.index(wanted.len())] {
            let refused = check(&statements, &wanted[..length]);
            let found = if let Err(Invalid::Length { found, .. }) = refused { Some(found) } else { None };
            prop_assert_eq!(found, Some(length));
        }
        // The bytes that the proof is bound to are not changed: every block of every statement is
        // significant.
        for i in 0..statements.len() {
            let mut refuse = |input: Bits, output: Bits| {
                let held = statements[i];
                statements[i] = (held.0 ^ input, held.1 ^ output);
                let refused = check(&statements, &wanted).is_err();
                statements[i] = held;
                refused
            };
            let (none, one) = (Bits::default(), Bits::from_words([1 << 63, 0, 0, 0]));
            prop_assert!(refuse(one, none));
            prop_assert!(refuse(none, one));
        }
    }

    #[test]
    fn any_bytes_are_refused_and_nothing_panics(
        profile in profiles(),
        head: [u8; 96],
        filling: u8,
        length in 0..20_000usize,
        exact: bool,
    ) {
        let mut proof = [&head[..], &vec![filling; 20_000]].concat();
        proof.truncate(length);
        let check = |proof: &[u8]| {
            let statement = (Bits::default(), Bits::default());
            let statements = vec![statement; profile.statements];
            verify(Keccak::new(), &profile, instance(profile.cipher), &statements, &[], proof)
        };
        let refused = check(&proof);
        prop_assert!(refused.is_err());
        // Tries again with the length of this challenge's proofs.
        if let (true, Err(Invalid::Length { expected, .. })) = (exact, refused) {
            proof.resize(expected.max(proof.len()), filling);
            proof.truncate(expected);
            prop_assert!(check(&proof).is_err());
        }
    }
}

/// Changes every bit of a small proof, including its padding.
#[test]
fn every_single_bit_counts() {
    for profile in [Profile::two_blocks(0x31, Parameters::N192R4), PICNIC3[0], PICNIC3[2]] {
        let profile = Profile { executions: 3, opened: 1, ..profile };
        let instance = instance(profile.cipher);
        let key = block(profile.cipher, [0x5a; 32]);
        let inputs = [[0x17; 32], [0x2f; 32]].map(|bytes| block(profile.cipher, bytes));
        let inputs = &inputs[..profile.statements];
        let witness = Witness { key: &key, inputs, bound: b"bound", salt: [7; 32], root: Seed([9; 32]) };
        let proof = Committed::new(Keccak::new(), &profile, instance, &witness).answer();
        let keys = instance.lowmc.round_keys(&key);
        let statements: Vec<_> =
            inputs.iter().map(|input| (*input, instance.lowmc.encrypt(&keys, input))).collect();
        let check = |proof: &[u8]| verify(Keccak::new(), &profile, instance, &statements, b"bound", proof);
        assert_eq!(check(&proof), Ok(()));
        for bit in 0..8 * proof.len() {
            let mut damaged = proof.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(check(&damaged).is_err(), "bit {bit} of {}", 8 * proof.len());
        }
        assert!(check(&[&proof[..], &[0]].concat()).is_err());
    }
}

/// Returns the least and the greatest number of nodes for `hidden` hidden leaves, by the definition, node by
/// node.
fn revealed(leaves: usize, hidden: usize) -> (usize, usize) {
    /// Returns the range for each number of hidden leaves; a subtree without hidden leaves is revealed
    /// further up.
    fn below(leaves: usize, height: usize, hidden: usize) -> Vec<Option<(usize, usize)>> {
        if height == 0 {
            return vec![Some((1, 1)), Some((0, 0))];
        }
        let left = below(leaves.min(1 << (height - 1)), height - 1, hidden);
        if leaves <= 1 << (height - 1) {
            return left;
        }
        let right = below(leaves - (1 << (height - 1)), height - 1, hidden);
        let mut both: Vec<Option<(usize, usize)>> =
            vec![None; (left.len() + right.len() - 1).min(hidden + 1)];
        for (i, left) in left.iter().enumerate() {
            for (old, right) in both.iter_mut().skip(i).zip(&right) {
                if let (Some(left), Some(right)) = (left, right) {
                    let sum = (left.0 + right.0, left.1 + right.1);
                    *old = Some(old.map_or(sum, |old| (old.0.min(sum.0), old.1.max(sum.1))));
                }
            }
        }
        both[0] = Some((1, 1));
        both
    }
    below(leaves, leaves.next_power_of_two().trailing_zeros() as usize, hidden)[hidden].unwrap()
}

#[test]
fn node_counts_are_within_exact_bounds() {
    assert_eq!(revealed(419, 52), (5, 157));
    assert_eq!(revealed(250, 36).1, 99);
    assert_eq!(revealed(601, 68).1, 212);
    for cipher in [Parameters::N192R4, Parameters::N192R13] {
        assert_eq!(Profile::two_blocks(0, cipher).nodes, (5, 157));
    }
    // Compares with the code for all choices in small trees.
    for leaves in 2..13usize {
        let mut ranges = vec![(usize::MAX, 0); leaves + 1];
        for set in 1..(1u32 << leaves) - 1 {
            let hidden: Vec<u16> = (0..leaves as u16).filter(|leaf| set >> leaf & 1 == 1).collect();
            let tree = Tree::new(leaves);
            let nodes = tree.reveal(&hidden).len();
            assert_eq!(tree.open(&hidden).len(), nodes);
            let range = &mut ranges[hidden.len()];
            *range = (range.0.min(nodes), range.1.max(nodes));
        }
        for (hidden, range) in ranges.into_iter().enumerate().take(leaves).skip(1) {
            assert_eq!(range, revealed(leaves, hidden), "{hidden} of {leaves}");
        }
    }
}

/// Tests the formula of the specification's table of lengths.
#[test]
fn lengths() {
    let worst = |profile: &Profile| profile.proof_bytes(profile.nodes.1, profile.opened);
    assert_eq!(PICNIC3.each_ref().map(worst), [13_564, 30_104, 53_088]);
    assert_eq!(worst(&Profile::two_blocks(0, Parameters::N192R4)), 40_088);
    assert_eq!(worst(&Profile::two_blocks(0, Parameters::N192R13)), 85_016);
    assert_eq!(worst(&Profile::two_blocks(0, Parameters::N192R11)), 75_032);
    let three = |profile: Profile| worst(&Profile { statements: 3, ..profile });
    assert_eq!(PICNIC3.map(three), [22_852, 50_072, 87_768]);
    assert_eq!(PICNIC3[0].gate_bytes(), 65);
}

/// Tests the number of permutations of an evaluation: inner nodes of the trees, three blocks of 136 bytes for
/// a tape of 360 bytes and a commitment of 48 bytes, and so on.
#[test]
fn permutations_are_those_predicted() {
    for (cipher, tape, last, online) in [(Parameters::N192R4, 3, 2, 23), (Parameters::N192R13, 10, 6, 74)] {
        let profile = Profile::two_blocks(0x31, cipher);
        let whole = Instance::new(cipher);
        let key = block(cipher, [0x5a; 32]);
        let inputs = [[0x17; 32], [0x2f; 32]].map(|bytes| block(cipher, bytes));
        let mut witness =
            Witness { key: &key, inputs: &inputs, bound: &[0; 96], salt: [7; 32], root: Seed([9; 32]) };
        let committed = Committed::new(Keccak::new(), &profile, &whole, &witness);
        let trees = 423 + 419 * 15 + 423;
        let wanted = trees + 419 * (16 * tape + last + 6 + online) + 150;
        assert_eq!(committed.permutations, wanted);
        if cipher == Parameters::N192R4 {
            assert_eq!(wanted, 40_382);
        }
        witness.root.zeroize();
    }
}
