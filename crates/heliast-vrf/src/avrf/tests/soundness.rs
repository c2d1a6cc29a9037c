//! Provers that break the rules: their claim is false, or their challenge is not ground.

use super::block;
use crate::{
    Invalid,
    avrf::{
        PublicKey, SecretKey, Suite,
        constraints::Statement,
        grinding::challenge,
        kernels::Kernels,
        keys::{Claim, encrypt},
        opening::Opening,
        proof::Fields,
        protocol::{Committed, Vectors, verify, verify_challenge},
        witness::Cipher,
    },
};

const INPUT: &[u8] = b"an input";

/// A prover with `key` proves the claim of μ about `public` and `y`, true or not. Returns whether the proof
/// is accepted.
fn believed(key: &[u8; 16], public: &PublicKey, y: [u8; 32]) -> Result<(), Invalid> {
    let (kernels, shape) = (Kernels::default(), public.suite().shape());
    let claim = Claim::new(kernels.keccak, public, public.hashed(kernels.keccak, INPUT), y);
    let proof = Committed::new(kernels, &shape, &claim.statement(), &claim.mu, key, &[]).answer();
    public.verify_on(kernels, INPUT, &[&y[..], &proof].concat()).map(|_| ())
}

/// y by the key, for this public key.
fn evaluated(key: &[u8; 16], public: &PublicKey) -> [u8; 32] {
    encrypt(key, &public.hashed(Kernels::default().keccak, INPUT))
}

#[test]
fn outputs_with_a_wrong_bit_are_not_believed() {
    for suite in Suite::ALL {
        let secret = SecretKey::from_seed(suite, &[1; 32]);
        let (key, public) = (secret.key(), secret.public_key());
        let y = evaluated(key, public);
        assert_eq!(believed(key, public, y), Ok(()));
        for pair in 0..2 {
            let mut bytes = public.to_bytes();
            bytes[17 + 16 * pair + 5] ^= 1 << 3;
            let other = PublicKey::from_bytes(&bytes).expect("any blocks");
            let y = evaluated(key, &other);
            assert_eq!(believed(key, &other, y), Err(Invalid::Challenge), "block {pair} of the key");
            let mut y = evaluated(key, public);
            y[16 * pair + 11] ^= 1 << 6;
            assert_eq!(believed(key, public, y), Err(Invalid::Challenge), "block {pair} of y");
        }
    }
}

/// y under one key, the public key under another one.
#[test]
fn two_keys_are_not_one() {
    let [one, two] = [[1; 32], [2; 32]].map(|seed| SecretKey::from_seed(Suite::Fast, &seed));
    let public = one.public_key();
    let [mine, theirs] = [&one, &two].map(|secret| evaluated(secret.key(), public));
    // y is by the other key, half by the other key, or has its halves exchanged. Either key proves it.
    let mixed = [[&theirs[..16], &theirs[16..]], [&mine[..16], &theirs[16..]], [&theirs[..16], &mine[16..]]];
    let exchanged = [&mine[16..], &mine[..16]];
    for halves in mixed.into_iter().chain([exchanged]) {
        let y = halves.concat().try_into().expect("two halves");
        for prover in [&one, &two] {
            assert_eq!(believed(prover.key(), public, y), Err(Invalid::Challenge));
        }
    }
}

/// The last w columns are 0, since no vector makes them. A prover that puts u into the last one has added u
/// times x^127 to all tags, which matches a challenge with that bit. It could do so for any last w bits, and
/// get a challenge with one hash instead of 2^w. This fails because these bits must be 0.
#[test]
fn a_challenge_that_is_not_ground_is_refused_though_all_else_holds() {
    for suite in Suite::ALL {
        let (kernels, shape) = (Kernels::default(), suite.shape());
        let (key, input, mu) = (block("key"), block("input"), [7; 32]);
        let pairs = [(input, Cipher::new(&key).encrypt(&input)); 4];
        let statement = Statement { pairs: &pairs, restricted: false };

        let mut vectors = Vectors::new(kernels, &shape, &mu, &key, &[]);
        vectors.vole.copy_total(127);
        let prover = Committed::by(vectors, kernels, &shape, &statement, &mu, &key);
        let (counter, drawn, opening) = (0..u32::MAX)
            .map(|counter| (counter, challenge(kernels.keccak, &prover.message, counter)))
            .filter(|(_, drawn)| drawn >> (128 - shape.parameters.grind) == 1 << (shape.parameters.grind - 1))
            .find_map(|(counter, drawn)| Some((counter, drawn, Opening::new(shape.parameters, drawn)?)))
            .expect("some counter");
        let proof = prover.open(counter, drawn, &opening);

        let fields = Fields::parse(&shape, &proof).expect("its length");
        assert_eq!(verify_challenge(kernels, &shape, &statement, &mu, &fields), Ok(()));
        assert_eq!(verify(kernels, &shape, &statement, &mu, &fields), Err(Invalid::Challenge));

        // Without u in the column an honest challenge is accepted, and with it no such challenge is.
        let honest = Committed::new(kernels, &shape, &statement, &mu, &key, &[]).answer();
        let fields = Fields::parse(&shape, &honest).expect("its length");
        assert_eq!(verify(kernels, &shape, &statement, &mu, &fields), Ok(()));
        let tricked = prover.answer();
        let fields = Fields::parse(&shape, &tricked).expect("its length");
        assert_eq!(verify(kernels, &shape, &statement, &mu, &fields), Err(Invalid::Challenge));
    }
}
