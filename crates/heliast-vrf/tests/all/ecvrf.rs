//! ECVRF against RFC 9381's examples, another implementation, and everything that must be refused.

use curve25519_dalek::constants::EIGHT_TORSION;
use heliast_vrf::{
    Invalid, Malformed, Output, Vrf,
    ecvrf::{Ell2, Proof, PublicKey, SecretKey, Tai},
};
use proptest::prelude::*;
use vrf_rfc9381::{
    Proof as _, Prover, Verifier,
    ec::edwards25519::{EdVrfProof, elligator2, tai},
};

/// Both suites have the same types, so one test suffices for both.
trait Suite:
    Vrf<PublicKey = PublicKey, SecretKey = SecretKey, Proof = Proof, Output = Output, Position = ()>
{
    /// The other implementation.
    type Peer: Prover<sha2::Sha512, Proof = EdVrfProof>;
}

impl Suite for Tai {
    type Peer = tai::EdVrfEdwards25519TaiSecretKey;
}

impl Suite for Ell2 {
    type Peer = elligator2::EdVrfEdwards25519Ell2SecretKey;
}

struct Example {
    seed: &'static str,
    public: &'static str,
    input: &'static str,
    proof: &'static str,
    output: &'static str,
}

/// RFC 9381, appendix B.3, examples 16 to 18.
const TAI: [Example; 3] = [
    Example {
        seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        public: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        input: "",
        proof: "8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d9727d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805",
        output: "90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae",
    },
    Example {
        seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        public: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        input: "72",
        proof: "f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed5933bf0864a62558b3ed7f2fea45c92a465301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02",
        output: "eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031",
    },
    Example {
        seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        public: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        input: "af82",
        proof: "9bc0f79119cc5604bf02d23b4caede71393cedfbb191434dd016d30177ccbf8096bb474e53895c362d8628ee9f9ea3c0e52c7a5c691b6c18c9979866568add7a2d41b00b05081ed0f58ee5e31b3a970e",
        output: "645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c452118fec1219202a0edcf038bb6373241578be7217ba85a2687f7a0310b2df19f",
    },
];

/// RFC 9381, appendix B.4, examples 19 to 21.
const ELL2: [Example; 3] = [
    Example {
        seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        public: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        input: "",
        proof: "7d9c633ffeee27349264cf5c667579fc583b4bda63ab71d001f89c10003ab46f14adf9a3cd8b8412d9038531e865c341cafa73589b023d14311c331a9ad15ff2fb37831e00f0acaa6d73bc9997b06501",
        output: "9d574bf9b8302ec0fc1e21c3ec5368269527b87b462ce36dab2d14ccf80c53cccf6758f058c5b1c856b116388152bbe509ee3b9ecfe63d93c3b4346c1fbc6c54",
    },
    Example {
        seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        public: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        input: "72",
        proof: "47b327393ff2dd81336f8a2ef10339112401253b3c714eeda879f12c509072ef055b48372bb82efbdce8e10c8cb9a2f9d60e93908f93df1623ad78a86a028d6bc064dbfc75a6a57379ef855dc6733801",
        output: "38561d6b77b71d30eb97a062168ae12b667ce5c28caccdf76bc88e093e4635987cd96814ce55b4689b3dd2947f80e59aac7b7675f8083865b46c89b2ce9cc735",
    },
    Example {
        seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        public: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        input: "af82",
        proof: "926e895d308f5e328e7aa159c06eddbe56d06846abf5d98c2512235eaa57fdce35b46edfc655bc828d44ad09d1150f31374e7ef73027e14760d42e77341fe05467bb286cc2c9d7fde29120a0b2320d04",
        output: "121b7f9b9aaaa29099fc04a94ba52784d44eac976dd1a3cca458733be5cd090a7b5fbd148444f17f8daf1fb55cb04b1ae85a626e30a54b4b0f8abf4a43314a58",
    },
];

fn bytes<const N: usize>(hex: &str) -> [u8; N] {
    hex::decode(hex).unwrap().try_into().unwrap()
}

fn check_example<S: Suite>(example: &Example) {
    let mut secret = SecretKey::from_seed(bytes(example.seed));
    let input = hex::decode(example.input).unwrap();
    let (output, proof) = S::prove(&mut secret, (), &input).unwrap();
    assert_eq!(hex::encode(secret.public_key().to_bytes()), example.public);
    assert_eq!(hex::encode(proof.to_bytes()), example.proof);
    assert_eq!(hex::encode(output), example.output);

    let public = PublicKey::from_bytes(&bytes(example.public)).unwrap();
    let proof = Proof::from_bytes(&bytes(example.proof)).unwrap();
    assert_eq!(S::verify(&public, (), &input, &proof), Ok(output));
}

#[test]
fn rfc9381_examples() {
    TAI.iter().for_each(check_example::<Tai>);
    ELL2.iter().for_each(check_example::<Ell2>);
}

/// The suite is in every hash: a proof of one suite is not a proof of the other.
#[test]
fn suites_do_not_mix() {
    let mut secret = SecretKey::from_seed([1; 32]);
    let (tai, tai_proof) = Tai::prove(&mut secret, (), b"input").unwrap();
    let (ell2, ell2_proof) = Ell2::prove(&mut secret, (), b"input").unwrap();
    assert_ne!(tai, ell2);
    assert_eq!(Ell2::verify(secret.public_key(), (), b"input", &tai_proof), Err(Invalid::Challenge));
    assert_eq!(Tai::verify(secret.public_key(), (), b"input", &ell2_proof), Err(Invalid::Challenge));
}

fn agrees_with_peer<S: Suite>(seed: [u8; 32], input: &[u8]) {
    let mut secret = SecretKey::from_seed(seed);
    let peer = S::Peer::from_slice(&seed).unwrap();
    let (output, proof) = S::prove(&mut secret, (), input).unwrap();
    let peer_proof = peer.prove(input).unwrap();
    assert_eq!(proof.to_bytes()[..], peer_proof.encode_to_pi());
    assert_eq!(peer.verifier().verify(input, peer_proof).unwrap()[..], output.0);
    assert_eq!(S::verify(secret.public_key(), (), input, &proof), Ok(output));
}

/// Both implementations judge a proof with one change.
fn judges_as_peer<S: Suite>(seed: [u8; 32], input: &[u8], at: usize, mask: u8) {
    let mut secret = SecretKey::from_seed(seed);
    let mut proof = S::prove(&mut secret, (), input).unwrap().1.to_bytes();
    proof[at] ^= mask;
    let ours =
        Proof::from_bytes(&proof).ok().and_then(|it| S::verify(secret.public_key(), (), input, &it).ok());
    let peer = S::Peer::from_slice(&seed).unwrap().verifier();
    let theirs = EdVrfProof::decode_pi(&proof).ok().and_then(|it| peer.verify(input, it).ok());
    assert_eq!(ours.map(|it| it.0.to_vec()), theirs.map(|it| it.to_vec()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn proofs_equal_those_of_vrf_rfc9381(seed: [u8; 32], input in prop::collection::vec(any::<u8>(), 0..300)) {
        agrees_with_peer::<Tai>(seed, &input);
        agrees_with_peer::<Ell2>(seed, &input);
    }

    #[test]
    fn verdicts_equal_those_of_vrf_rfc9381(seed: [u8; 32], input: [u8; 8], at in 0..80usize, mask: u8) {
        judges_as_peer::<Tai>(seed, &input, at, mask);
        judges_as_peer::<Ell2>(seed, &input, at, mask);
    }

    #[test]
    fn random_bytes_never_panic(key: [u8; 32], proof: [u8; 32], c: [u8; 16], s: [u8; 32], input: [u8; 4]) {
        let proof = [&proof[..], &c, &s].concat();
        if let (Ok(key), Ok(proof)) = (PublicKey::from_bytes(&key), Proof::try_from(&proof[..])) {
            prop_assert_eq!(Tai::verify(&key, (), &input, &proof), Err(Invalid::Challenge));
            prop_assert_eq!(Ell2::verify(&key, (), &input, &proof), Err(Invalid::Challenge));
        }
    }
}

/// s + q for the group order q = 2^252 + 27742317777372353535851937790883648493, little-endian.
fn add_group_order(proof: &[u8; 80]) -> [u8; 80] {
    let q: [u8; 32] = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut sum = *proof;
    let mut carry = 0;
    for (byte, q) in sum[48..].iter_mut().zip(q) {
        let digit = u16::from(*byte) + u16::from(q) + carry;
        *byte = digit as u8;
        carry = digit >> 8;
    }
    sum
}

/// The peer reduces s and accepts both forms; RFC 9381, 5.4.4, step 8, accepts one.
fn refuses_unreduced_s<S: Suite>() {
    let mut secret = SecretKey::from_seed([3; 32]);
    let proof = add_group_order(&S::prove(&mut secret, (), b"input").unwrap().1.to_bytes());
    assert_eq!(Proof::from_bytes(&proof), Err(Malformed::ScalarNotCanonical));
    let peer = S::Peer::from_slice(&[3; 32]).unwrap().verifier();
    assert!(peer.verify(b"input", EdVrfProof::decode_pi(&proof).unwrap()).is_ok());
}

#[test]
fn s_plus_q_is_refused_though_the_peer_accepts_it() {
    refuses_unreduced_s::<Tai>();
    refuses_unreduced_s::<Ell2>();
}

#[test]
fn s_is_canonical_up_to_q_minus_1() {
    let mut proof: [u8; 80] = bytes(TAI[0].proof);
    proof[48..].fill(0);
    assert!(Proof::from_bytes(&proof).is_ok());
    let mut q = add_group_order(&proof);
    assert_eq!(Proof::from_bytes(&q), Err(Malformed::ScalarNotCanonical));
    q[48] -= 1;
    assert!(Proof::from_bytes(&q).is_ok());
}

fn refuses_every_flipped_bit<S: Suite>() {
    let mut secret = SecretKey::from_seed([4; 32]);
    let proof = S::prove(&mut secret, (), b"input").unwrap().1.to_bytes();
    for bit in 0..8 * proof.len() {
        let mut changed = proof;
        changed[bit / 8] ^= 1 << (bit % 8);
        if let Ok(proof) = Proof::from_bytes(&changed) {
            assert_eq!(
                S::verify(secret.public_key(), (), b"input", &proof),
                Err(Invalid::Challenge),
                "bit {bit}"
            );
        }
    }
}

#[test]
fn a_flipped_bit_is_refused() {
    refuses_every_flipped_bit::<Tai>();
    refuses_every_flipped_bit::<Ell2>();
}

fn binds_input_and_key<S: Suite>() {
    let mut secret = SecretKey::from_seed([5; 32]);
    let other = SecretKey::from_seed([6; 32]);
    let (_, proof) = S::prove(&mut secret, (), b"input").unwrap();
    for input in [&b""[..], b"inpu", b"input\0", b"Input"] {
        assert_eq!(S::verify(secret.public_key(), (), input, &proof), Err(Invalid::Challenge));
    }
    assert_eq!(S::verify(other.public_key(), (), b"input", &proof), Err(Invalid::Challenge));
}

#[test]
fn another_input_or_key_is_refused() {
    binds_input_and_key::<Tai>();
    binds_input_and_key::<Ell2>();
}

#[test]
fn keys_of_small_order_are_refused() {
    for point in EIGHT_TORSION {
        let key = point.compress().to_bytes();
        assert_eq!(PublicKey::from_bytes(&key), Err(Malformed::SmallOrder), "{key:02x?}");
    }
}

/// Other encodings of points of small order: y = 1 and −1 with the sign of x = 0 set, y = p and p + 1.
#[test]
fn non_canonical_keys_and_gammas_are_refused() {
    let encodings = [
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ];
    for hex in encodings {
        let point: [u8; 32] = bytes(hex);
        let mut proof: [u8; 80] = bytes(TAI[0].proof);
        proof[..32].copy_from_slice(&point);
        assert_eq!(PublicKey::from_bytes(&point), Err(Malformed::PointNotCanonical), "{hex}");
        assert_eq!(Proof::from_bytes(&proof), Err(Malformed::PointNotCanonical), "{hex}");
    }
}

#[test]
fn bytes_off_the_curve_are_refused() {
    let point: [u8; 32] = bytes("0200000000000000000000000000000000000000000000000000000000000000");
    let mut proof: [u8; 80] = bytes(TAI[0].proof);
    proof[..32].copy_from_slice(&point);
    assert_eq!(PublicKey::from_bytes(&point), Err(Malformed::NotOnCurve));
    assert_eq!(Proof::from_bytes(&proof), Err(Malformed::NotOnCurve));
}

#[test]
fn short_and_long_bytes_are_refused() {
    let key = hex::decode(TAI[0].public).unwrap();
    let proof = hex::decode(TAI[0].proof).unwrap();
    for found in [0, 1, 31, 33, 64] {
        let key: Vec<u8> = key.iter().copied().cycle().take(found).collect();
        assert_eq!(PublicKey::try_from(&key[..]), Err(Malformed::Length { expected: 32, found }));
    }
    for found in [0, 79, 81, 160] {
        let proof: Vec<u8> = proof.iter().copied().cycle().take(found).collect();
        assert_eq!(Proof::try_from(&proof[..]), Err(Malformed::Length { expected: 80, found }));
    }
    assert_eq!(PublicKey::try_from(&key[..]).unwrap().to_bytes()[..], key);
    assert_eq!(Proof::try_from(&proof[..]).unwrap().to_bytes()[..], proof);
}
