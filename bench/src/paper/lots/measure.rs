//! Measures keys of any height without their trees: a leaf and random siblings determine a root, and with
//! this root, the leaf belongs to a valid key.

use crate::{inputs::Stream, paper::lab::Lab, peers::xmss::Reference, row::Side};
use heliast_symmetric::sha256::{LANES, Sha256};
use heliast_vrf::{
    stateful::{Claim, Durable, Guard, PublicKey, Scheme, Signer, Terms, Turn, verify_many},
    tree::{Node, Nodes},
    xmss::Hash,
};
use purecrypto::xmss::{XmssParamSet, XmssPrivateKey};
use std::{hint::black_box, rc::Rc};

/// The number of inputs: some cause long chains and some short ones.
const CASES: usize = 32;

/// Our times in seconds.
pub(super) struct Times {
    pub leaf: f64,
    pub parent: f64,
    pub evaluate: f64,
    pub verify: f64,
    /// The time per proof for 256 proofs at once.
    pub verify_many: f64,
}

/// The peers' times in seconds, for trees of height 10.
pub(super) struct PeerTimes {
    pub purecrypto_leaf: f64,
    pub purecrypto_sign: f64,
    pub purecrypto_verify: f64,
    pub reference_leaf: f64,
}

/// A key, one leaf of it, and its path.
struct OneLeaf {
    signer: Signer,
    public: PublicKey,
    path: Vec<Node>,
    turn: Turn,
    inputs: Vec<Vec<u8>>,
}

impl OneLeaf {
    fn new(scheme: Scheme, height: u8) -> OneLeaf {
        let mut stream = Stream::new("heliast/bench/lots/one-leaf");
        let mut node = || -> Node { stream.bytes(32).try_into().expect("32 bytes") };
        let (secret, seed) = (node(), node());
        let terms = Terms::new(scheme, height, 1, 0).expect("terms");
        let signer = Signer::new(Sha256::new(), terms, &secret, &seed);
        let path: Vec<Node> = (0..height).map(|_| node()).collect();
        // The path to this leaf goes right and left.
        let leaf = 0x5555_5555 & (terms.leaves() - 1);
        let mut nodes = [Node::default()];
        signer.leaves(leaf, &mut nodes);
        let root = Hash::new(Sha256::new(), &seed).climb(leaf, nodes[0], &path);
        let inputs = (0..CASES).map(|_| stream.bytes(32)).collect();
        let turn = Turn { round: leaf.into(), slot: 0 };
        OneLeaf { public: signer.public_key(root), signer, path, turn, inputs }
    }

    /// Each call has a fresh guard: the benchmark gives answers that a key in use must not give.
    fn answer(&self, case: usize) -> Vec<u8> {
        let mut guard = Guard::new(self.public, None).expect("no mark");
        let reservation = guard.reserve(self.turn, &self.inputs[case]).expect("a position");
        let sealed = self.signer.seal(reservation, &self.path);
        let durable = Durable::vouch(*sealed.key(), sealed.mark());
        sealed.open(&durable).expect("its own mark").1.as_bytes().to_vec()
    }

    fn verifies(&self, case: usize, proof: &[u8]) -> bool {
        self.public.verify(self.turn, &self.inputs[case], proof).is_ok()
    }
}

/// Measures our times.
pub(super) fn ours(lab: &Lab, scheme: Scheme, height: u8) -> Times {
    let key = Rc::new(OneLeaf::new(scheme, height));
    let proofs: Rc<Vec<Vec<u8>>> = Rc::new((0..CASES).map(|case| key.answer(case)).collect());
    assert!((0..CASES).all(|case| key.verifies(case, &proofs[case])), "a true proof is refused");
    let (signer, builder, single, many) = (key.clone(), key.clone(), key.clone(), key.clone());
    let (first, all) = (proofs.clone(), proofs);
    let mut nodes = [Node::default(); LANES];
    let (children, mut parents) = ([Node::default(); 2 * LANES], [Node::default(); LANES]);
    let sides = vec![
        Side::new(LANES as u64, move |_| signer.signer.leaves(0, &mut nodes)),
        Side::new(LANES as u64, move |_| builder.signer.parents(0, 0, &children, &mut parents)),
        Side::new(1, move |case| {
            black_box(key.answer(case));
        }),
        Side::new(1, move |case| assert!(single.verifies(case, &first[case]))),
        Side::new(256, move |_| {
            let claims: Vec<_> = (0..256)
                .map(|i| i % CASES)
                .map(|case| Claim {
                    key: &many.public,
                    turn: many.turn,
                    x: &many.inputs[case],
                    proof: &all[case],
                })
                .collect();
            assert!(verify_many(&claims).iter().all(Result::is_ok));
        }),
    ];
    let [leaf, parent, evaluate, verify, verify_many] = lab.fastest(sides, CASES)[..] else {
        unreachable!("five sides")
    };
    Times { leaf, parent, evaluate, verify, verify_many }
}

/// Measures the peers' times.
pub(super) fn peers(lab: &Lab) -> PeerTimes {
    let mut stream = Stream::new("heliast/bench/lots/peers");
    let seeds = Rc::new(stream.bytes(96));
    let part = |index: usize| seeds[32 * index..][..32].try_into().expect("32 bytes");
    let reference = Reference { secret: part(0), public: part(2) };
    let make = move || XmssPrivateKey::from_seed(XmssParamSet::Sha2_10_256, &seeds);
    let mut key = make();
    let public = key.public_key();
    let inputs: Rc<Vec<Vec<u8>>> = Rc::new((0..CASES).map(|_| stream.bytes(32)).collect());
    let signatures: Vec<_> = inputs.iter().map(|input| key.sign(input).expect("a leaf")).collect();
    let (messages, new) = (inputs.clone(), make.clone());
    let sides = vec![
        Side::new(1 << 10, move |_| drop(make())).of_thread(),
        Side::new(1, move |case| {
            if key.remaining() == 0 {
                key = new();
            }
            black_box(key.sign(&messages[case]).expect("a leaf is left"));
        }),
        Side::new(1, move |case| assert!(public.verify(&inputs[case], &signatures[case]))),
        Side::new(1, move |_| {
            black_box(reference.leaf(3));
        }),
    ];
    // A whole tree takes as long as a thousand of the other operations, and has no cases.
    let mut sides = sides.into_iter();
    let tree = sides.next().expect("the tree");
    let purecrypto_leaf = lab.fastest_of_few(vec![tree])[0];
    let [purecrypto_sign, purecrypto_verify, reference_leaf] = lab.fastest(sides.collect(), CASES)[..] else {
        unreachable!("three sides")
    };
    PeerTimes { purecrypto_leaf, purecrypto_sign, purecrypto_verify, reference_leaf }
}
