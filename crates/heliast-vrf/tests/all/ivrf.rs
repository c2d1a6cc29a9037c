//! iVRF against its formulas, and forgeries that must be refused.

mod oracle;

use heliast_symmetric::sha256::Sha256;
use heliast_vrf::{
    Invalid, Output, Vrf,
    ivrf::{self, Claim, Position, proof_len, verify_many},
    stateful::{Durable, Guard, Scheme, SecretKey, Signer, Stateful, Terms, Turn},
    xmss::PublicKey,
};
use oracle::Node;

const SK_SEED: Node = [7; 32];
const PUB_SEED: Node = [9; 32];
const X: &[u8] = b"the input";

/// A key by the formulas.
struct Key {
    steps: u16,
    public: PublicKey,
    rows: Vec<Vec<Node>>,
}

impl Key {
    fn new(height: u8, steps: u16) -> Key {
        let rows = oracle::rows(&SK_SEED, &PUB_SEED, height, steps);
        Key {
            steps,
            public: PublicKey { height, root: rows[usize::from(height)][0], pub_seed: PUB_SEED },
            rows,
        }
    }

    /// All positions of `leaf`.
    fn positions(&self, leaf: u32) -> impl Iterator<Item = Position> {
        let steps = self.steps;
        (0..steps).map(move |step| Position { leaf, step, steps })
    }

    fn disclosed(&self, Position { leaf, step, steps }: Position) -> Node {
        oracle::value(&SK_SEED, &PUB_SEED, leaf, (steps - 1 - step).into())
    }

    fn prove(&self, position: Position) -> Vec<u8> {
        oracle::proof(position.leaf, &self.disclosed(position), &oracle::path(&self.rows, position.leaf))
    }

    fn output(&self, position: Position, x: &[u8]) -> Output<32> {
        let PublicKey { height, root, pub_seed } = &self.public;
        Output(oracle::output(
            *height,
            root,
            pub_seed,
            position.leaf,
            position.step,
            &self.disclosed(position),
            x,
        ))
    }

    fn claim<'a>(&self, position: Position, x: &'a [u8], proof: &'a [u8]) -> Claim<'a> {
        Claim { key: self.public, position, x, proof }
    }

    fn verify(&self, position: Position, x: &[u8], proof: &[u8]) -> Result<Output<32>, Invalid> {
        ivrf::verify(Sha256::new(), &self.claim(position, x, proof))
    }
}

/// Returns the same key, made by the library.
fn made(height: u8, steps: u16) -> SecretKey {
    SecretKey::generate(Terms::new(Scheme::IVrf, height, steps, 0).unwrap(), &SK_SEED, &PUB_SEED)
}

#[test]
fn all_is_as_the_formulas_say() {
    for (height, steps) in
        (1..=10).map(|height| (height, 1)).chain([(1, 2), (5, 2), (8, 2), (1, 16), (4, 16), (7, 16), (1, 70)])
    {
        let key = Key::new(height, steps);
        let mut secret = made(height, steps);
        let public = *secret.public_key();
        assert_eq!((public.root, public.pub_seed), (key.public.root, PUB_SEED), "h {height}, t {steps}");
        for (round, leaf) in (0..1u32 << height).enumerate() {
            for position in key.positions(leaf) {
                let turn = Turn { round: round as u64, slot: position.step };
                let (output, proof) = Stateful::prove(&mut secret, turn, X).unwrap();
                assert_eq!(proof.as_bytes(), key.prove(position), "h {height}, {position:?}");
                assert_eq!(output, key.output(position, X));
                assert_eq!(public.verify(turn, X, proof.as_bytes()), Ok(output));
            }
        }
    }
}

#[test]
fn every_kernel_makes_and_checks_the_same() {
    let key = Key::new(6, 3);
    for sha in Sha256::all() {
        let signer = Signer::new(sha, Terms::new(Scheme::IVrf, 6, 3, 0).unwrap(), &SK_SEED, &PUB_SEED);
        assert_eq!(signer.root(), key.public.root, "{}", sha.name());
        for position in [0, 31, 63].into_iter().flat_map(|leaf| key.positions(leaf)) {
            let proof = key.prove(position);
            let verdict = ivrf::verify(sha, &key.claim(position, X, &proof));
            assert_eq!(verdict, Ok(key.output(position, X)), "{}", sha.name());
        }
    }
}

#[test]
fn no_bit_of_a_proof_is_free() {
    let key = Key::new(3, 2);
    for position in [Position { leaf: 5, step: 0, steps: 2 }, Position { leaf: 2, step: 1, steps: 2 }] {
        let proof = key.prove(position);
        assert_eq!(key.verify(position, X, &proof), Ok(key.output(position, X)));
        for bit in 0..8 * proof.len() {
            let mut proof = proof.clone();
            proof[bit / 8] ^= 1 << (bit % 8);
            let expected = if bit < 32 { Invalid::Index } else { Invalid::Root };
            assert_eq!(key.verify(position, X, &proof), Err(expected), "bit {bit}");
        }
    }
}

#[test]
fn values_keep_their_places() {
    let key = Key::new(5, 2);
    let position = Position { leaf: 19, step: 1, steps: 2 };
    let proof = key.prove(position);
    for (a, b) in (0..6).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let mut nodes: Vec<Node> = proof[4..].as_chunks().0.to_vec();
        nodes.swap(a, b);
        assert_eq!(
            key.verify(position, X, &oracle::proof(19, &nodes[0], &nodes[1..])),
            Err(Invalid::Root),
            "{a} {b}"
        );
    }
}

#[test]
fn a_proof_holds_at_its_position_only() {
    let key = Key::new(3, 4);
    let all: Vec<_> = (0..8).flat_map(|leaf| key.positions(leaf)).collect();
    for proved in &all {
        let mut proof = key.prove(*proved);
        for claimed in &all {
            let expected = match (proved == claimed, proved.leaf == claimed.leaf) {
                (true, _) => Ok(key.output(*proved, X)),
                (false, true) => Err(Invalid::Root),
                (false, false) => Err(Invalid::Index),
            };
            assert_eq!(key.verify(*claimed, X, &proof), expected);
        }
        // The index rewritten to the one that is due.
        for claimed in all.iter().filter(|claimed| claimed.leaf != proved.leaf) {
            proof[..4].copy_from_slice(&claimed.leaf.to_be_bytes());
            assert_eq!(key.verify(*claimed, X, &proof), Err(Invalid::Root));
        }
    }
}

#[test]
fn positions_that_the_key_does_not_have_are_refused() {
    let key = Key::new(3, 2);
    let proof = key.prove(Position { leaf: 5, step: 1, steps: 2 });
    for (leaf, step) in [(5 + 8, 1), (5 | 1 << 31, 1), (5, 2), (5, 3), (5, u16::MAX)] {
        let mut proof = proof.clone();
        proof[..4].copy_from_slice(&u32::to_be_bytes(leaf));
        assert_eq!(key.verify(Position { leaf, step, steps: 2 }, X, &proof), Err(Invalid::Index));
    }
    // Another length of chain has other addresses.
    for steps in [1, 3, 4, u16::MAX] {
        for step in (0..steps).take(4) {
            assert_eq!(
                key.verify(Position { leaf: 5, step, steps }, X, &proof),
                Err(Invalid::Root),
                "{steps} {step}"
            );
        }
    }
}

/// Anybody who knows the value of step j can compute those of the steps before it, which are public by then.
/// It is not a value of any other step.
#[test]
fn an_advanced_value_is_the_value_of_an_earlier_step_and_of_no_other() {
    let key = Key::new(2, 5);
    let (leaf, steps) = (3, 5);
    for from in key.positions(leaf) {
        let mut value = key.disclosed(from);
        for advanced in 0..=from.step {
            let proof = oracle::proof(leaf, &value, &oracle::path(&key.rows, leaf));
            for claimed in key.positions(leaf) {
                let genuine = claimed.step == from.step - advanced;
                let expected = if genuine { Ok(key.output(claimed, X)) } else { Err(Invalid::Root) };
                assert_eq!(key.verify(claimed, X, &proof), expected, "{from:?} + {advanced} as {claimed:?}");
            }
            value = oracle::f(&PUB_SEED, leaf, u32::from(steps - 1 - from.step + advanced), &value);
        }
        // Beyond the last step there is only the leaf, which proves nothing.
        assert_eq!(value, key.rows[0][leaf as usize]);
        let proof = oracle::proof(leaf, &value, &oracle::path(&key.rows, leaf));
        assert!(key.positions(leaf).all(|claimed| key.verify(claimed, X, &proof) == Err(Invalid::Root)));
    }
}

#[test]
fn inner_nodes_prove_nothing() {
    // The path from a node of row 1 is too short by one; with any added node it is not a valid path.
    let key = Key::new(4, 1);
    let position = Position { leaf: 6, step: 0, steps: 1 };
    let path = oracle::path(&key.rows, 6);
    let short = oracle::proof(6, &key.rows[1][3], &path[1..]);
    assert!(matches!(key.verify(position, X, &short), Err(Invalid::Length { .. })));
    for filled in [[&path[1..], &path[..1]].concat(), [&path[..1], &path[1..]].concat()] {
        assert_eq!(key.verify(position, X, &oracle::proof(6, &key.rows[1][3], &filled)), Err(Invalid::Root));
    }
}

#[test]
fn lengths_are_exact() {
    let key = Key::new(3, 2);
    let position = Position { leaf: 1, step: 1, steps: 2 };
    let proof = key.prove(position);
    let expected = 4 + 32 * 4;
    assert_eq!((proof.len(), proof_len(3)), (expected, expected));
    let long = [&proof[..], &vec![0; 1 << 20][..]].concat();
    for found in (0..expected).chain(expected + 1..expected + 65).chain([1 << 20]) {
        assert_eq!(key.verify(position, X, &long[..found]), Err(Invalid::Length { expected, found }));
    }
}

#[test]
fn the_input_counts_to_its_last_byte() {
    let key = Key::new(2, 1);
    let position = Position { leaf: 2, step: 0, steps: 1 };
    let proof = key.prove(position);
    let inputs = [&b""[..], b"\0", b"\0\0", b"a", b"a\0", &vec![1; 1 << 20], &vec![1; (1 << 20) - 1]];
    let outputs = inputs.map(|x| key.verify(position, x, &proof).unwrap());
    assert!(inputs.iter().zip(&outputs).all(|(x, output)| *output == key.output(position, x)));
    assert!((0..inputs.len()).all(|i| !outputs[..i].contains(&outputs[i])));
}

#[test]
fn a_key_is_its_own_height_seed_and_root() {
    let key = Key::new(4, 2);
    let position = Position { leaf: 3, step: 1, steps: 2 };
    let proof = key.prove(position);
    let verdict =
        |public, proof: &[u8]| ivrf::verify(Sha256::new(), &Claim { key: public, position, x: X, proof });
    for bit in 0..256 {
        let (mut other_root, mut other_seed) = (key.public, key.public);
        other_root.root[bit / 8] ^= 1 << (bit % 8);
        other_seed.pub_seed[bit / 8] ^= 1 << (bit % 8);
        assert_eq!([other_root, other_seed].map(|public| verdict(public, &proof)), [Err(Invalid::Root); 2]);
    }
    let zero = PublicKey { height: 4, root: [0; 32], pub_seed: [0; 32] };
    assert_eq!(verdict(zero, &proof), Err(Invalid::Root));
    // The left subtree is a key of its own: other outputs, and no proof of one is a proof of the other.
    let left = PublicKey { height: 3, root: key.rows[3][0], ..key.public };
    let of_left = oracle::proof(3, &key.disclosed(position), &oracle::path(&key.rows, 3)[..3]);
    let output = verdict(left, &of_left).unwrap();
    assert_ne!(output, key.output(position, X));
    for (public, proof) in
        [(left, &proof), (key.public, &of_left), (PublicKey { height: 5, ..key.public }, &proof)]
    {
        assert!(matches!(verdict(public, proof), Err(Invalid::Length { .. })));
    }
    assert_eq!(verdict(PublicKey { height: 3, ..key.public }, &of_left), Err(Invalid::Root));
}

/// A malicious owner may choose every node, and still has only one value for each position.
#[test]
fn chosen_nodes_make_a_key_like_any_other() {
    let pub_seed = [0; 32];
    for (value, path) in [([0; 32], vec![[0; 32]; 4]), ([255; 32], vec![[255; 32]; 4])] {
        let (leaf, steps) = (9, 2);
        let end = (0..2).fold(value, |value, at| oracle::f(&pub_seed, leaf, at, &value));
        let root = oracle::climb(&pub_seed, leaf, end, &path);
        let key = PublicKey { height: 4, root, pub_seed };
        let position = Position { leaf, step: 1, steps };
        let proof = oracle::proof(leaf, &value, &path);
        let verdict =
            |position, proof: &[u8]| ivrf::verify(Sha256::new(), &Claim { key, position, x: X, proof });
        let expected = oracle::output(4, &root, &pub_seed, leaf, 1, &value, X);
        assert_eq!(verdict(position, &proof), Ok(Output(expected)));
        assert_eq!(verdict(Position { step: 0, ..position }, &proof), Err(Invalid::Root));
    }
}

/// A tree of 2^27 leaves cannot be made in a test; one path of it can.
#[test]
fn the_largest_tree_proves_at_its_ends() {
    let (height, steps) = (27, 3);
    let terms = Terms::new(Scheme::IVrf, height, steps, 1000).unwrap();
    let signer = Signer::new(Sha256::new(), terms, &SK_SEED, &PUB_SEED);
    let path: Vec<Node> = (0..height).map(|row| [row + 1; 32]).collect();
    for leaf in [0, 1, 0x2aa_aaaa, (1 << 27) - 2, (1 << 27) - 1] {
        let end = oracle::value(&SK_SEED, &PUB_SEED, leaf, 3);
        let public = signer.public_key(oracle::climb(&PUB_SEED, leaf, end, &path));
        let mut guard = Guard::new(public, None).unwrap();
        for slot in 0..steps {
            let turn = Turn { round: 1000 + u64::from(leaf), slot };
            let sealed = signer.seal(guard.reserve(turn, X).unwrap(), &path);
            let durable = Durable::vouch(public, sealed.mark());
            let (output, proof) = sealed.open(&durable).unwrap();
            let disclosed = oracle::value(&SK_SEED, &PUB_SEED, leaf, u32::from(2 - slot));
            assert_eq!(proof.as_bytes(), oracle::proof(leaf, &disclosed, &path));
            let expected = oracle::output(27, &public.root, &PUB_SEED, leaf, slot, &disclosed, X);
            assert_eq!((output, proof.as_bytes().len()), (Output(expected), 4 + 32 * 28));
            assert_eq!(public.verify(turn, X, proof.as_bytes()), Ok(output));
        }
    }
}

type Made = (PublicKey, Position, Vec<u8>);

/// Claims of many keys, heights and steps, with the verdicts of verification one by one. Every seventh claim
/// is false in some way.
fn mixed(keys: &[Key], count: usize) -> (Vec<Made>, Vec<Result<Output<32>, Invalid>>) {
    let claims: Vec<_> = (0..count)
        .map(|i| {
            let key = &keys[i * i % keys.len()];
            let steps = key.steps;
            let position =
                Position { leaf: (i * 5) as u32 % (1 << key.public.height), step: i as u16 % steps, steps };
            let mut proof = key.prove(position);
            match i % 21 {
                6 => proof[5] ^= 1,
                13 => _ = proof.pop(),
                20 => proof[3] ^= 1,
                _ => {}
            }
            (key.public, position, proof)
        })
        .collect();
    let one = |(key, position, proof): &Made| {
        ivrf::verify(Sha256::new(), &Claim { key: *key, position: *position, x: X, proof })
    };
    let verdicts = claims.iter().map(one).collect();
    (claims, verdicts)
}

#[test]
fn many_proofs_are_judged_one_by_one() {
    let keys =
        [(1, 1), (2, 3), (3, 16), (5, 2), (4, 1), (8, 1)].map(|(height, steps)| Key::new(height, steps));
    for sha in Sha256::all() {
        for count in (0..6).chain([31, 32, 33, 63, 64, 65, 130]) {
            let (claims, expected) = mixed(&keys, count);
            let mut claims: Vec<_> = claims
                .iter()
                .map(|(key, position, proof)| Claim { key: *key, position: *position, x: X, proof })
                .collect();
            let mut verdicts = verify_many(sha, &claims);
            assert_eq!(verdicts, expected);
            assert!(count < 21 || [6, 13, 20].iter().all(|bad| verdicts[*bad].is_err()));
            assert_eq!(verdicts.iter().filter(|verdict| verdict.is_ok()).count(), count - count / 7);
            claims.reverse();
            verdicts.reverse();
            assert_eq!(verify_many(sha, &claims), verdicts);
        }
    }
}
