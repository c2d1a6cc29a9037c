//! SHAKE, compared for every kernel with answers of another program (Python's `hashlib`): messages near the
//! ends of blocks and a long chain.

use heliast_symmetric::{
    keccak::{Keccak, LANES, SHAKE128_RATE, SHAKE256_RATE, Shake, Shakes},
    sha256::Sha256,
};
use zeroize::Zeroize;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Byte i of the message of n bytes is 251·i + n modulo 256.
fn message(len: usize) -> Vec<u8> {
    (0..len).map(|index| (251 * index + len) as u8).collect()
}

fn shake(keccak: &Keccak, rate: usize) -> Shake {
    if rate == SHAKE128_RATE { keccak.shake128() } else { keccak.shake256() }
}

fn shakes(keccak: &Keccak, rate: usize, lanes: usize) -> Shakes {
    if rate == SHAKE128_RATE { keccak.shakes128(lanes) } else { keccak.shakes256(lanes) }
}

/// The rate, the length of the message, and the SHA-256 digest of the first 2·rate + 5 bytes of the output.
const OUTPUTS: [(usize, usize, &str); 30] = [
    (SHAKE128_RATE, 0, "b91e6a665d285b8ce520aee295bb8405abeb3ecee6d508a12aeb06a6c10ffbd5"),
    (SHAKE128_RATE, 1, "5998e8930019eca74f35bf9fa47172980b7a9690b8086d0c367fcf6ea0c6bd45"),
    (SHAKE128_RATE, 7, "d202e0335d6e81c009b36b1f181e15d22923446c8c66b933fcdd62160c5e0bf8"),
    (SHAKE128_RATE, 8, "cbf34d3620df8f4c285576a8a04697e676393a6af9f0e4fee5d2ee8e613f8542"),
    (SHAKE128_RATE, 9, "c16e30542afab3ddbefdf20f152f6732bc88a507d480061cb13218f2043ec08d"),
    (SHAKE128_RATE, 62, "5d678540be76779dcba3f0a6dabb9ab475d82a2a94c00cd8eaf23ecfe7caf7b6"),
    (SHAKE128_RATE, 159, "b25d28d4296b4d0d491b9fd8e322b0daf7b426d72135d305b580ba519c863fdf"),
    (SHAKE128_RATE, 160, "69864037a62fa05ca48337e98044204300383ccbc21c67ededff7731d1f3e6ff"),
    (SHAKE128_RATE, 166, "1f26b24692ea4553d37743b1056094c8e16dfda415df74cdb8c7eb9a962c7615"),
    (SHAKE128_RATE, 167, "ac9797d59c5baec754ac7ed83b881673d30abe3e019dafb596a3e8dab303bf02"),
    (SHAKE128_RATE, 168, "4b945eef49cd6f1e0925fcd3596920485de13ae301a929a78eb45e626fdd2a67"),
    (SHAKE128_RATE, 169, "3ccc9afa20a1267afef77197310c7696ed8a3ca7c8e9c753a5edaa8b23bba2a7"),
    (SHAKE128_RATE, 335, "d466ee47cd0399287d38c9e6a003a35a0c0f8674dcb3370842513ebfab18f55b"),
    (SHAKE128_RATE, 336, "5b8e4166dbecfb80f07f9f580489f3dc73b83dececa67c797ed82266d357cde4"),
    (SHAKE128_RATE, 500, "fa0b56a774a8b00f3e32f086d09a16ab910303ff6e811e379acb93070834f404"),
    (SHAKE256_RATE, 0, "5f39f83cc9b9462a028dee6465122fc8addb1c824ab8e00cc4b1d13da43411f8"),
    (SHAKE256_RATE, 1, "f048516304348e1244c0e9a726fcf75b5deead4fb6922a458a4f2f0d86f4eb3b"),
    (SHAKE256_RATE, 7, "77f3768ead5d6262786c227b2f5bb89c8b3d5edb9f9e0114a806804a4f414355"),
    (SHAKE256_RATE, 8, "2b2e5b5c2233c079171ca34d8b1321e988079ed7caa7b226d2fcb86862cbc452"),
    (SHAKE256_RATE, 9, "c1b4ffbf94886dd250f7320985265438a174c48bef61de135bf3dd6771aece14"),
    (SHAKE256_RATE, 62, "0ecf2339575c1e85142e0e693c13945f5d8ba9139096c4dc99dd1d612d7cd9ec"),
    (SHAKE256_RATE, 127, "8d6d02f4c9078e4979069e4fb3b73c3a889cd8e5dd40151a4156ce56e377e850"),
    (SHAKE256_RATE, 128, "3ab9d5712f6da38fec37d8715334d34ea0736fc7bfc3033efcb0eecf61acacb5"),
    (SHAKE256_RATE, 134, "03aa0cc60cb2dfa44213a092b3d0acecbd2168d6dbb99b1bdc0bf4236e9d7da2"),
    (SHAKE256_RATE, 135, "2c9a1fc8ebb352761e29fcde9189bbc93745666bf2c9220fa0193b547ab1d581"),
    (SHAKE256_RATE, 136, "92a8f842e70e9d961f017506568d33640c17c3dd67591f3453c4543ef3134962"),
    (SHAKE256_RATE, 137, "b03b8971489c7b4a1128625d86725f18d4e04b8226fa0a29d2b14af65a35228f"),
    (SHAKE256_RATE, 271, "675cdaaadb8a6ea400a7fa52f242cdf96ebeba0325c968eacb04a6f66415ff07"),
    (SHAKE256_RATE, 272, "e5b6b0e9295da4ba2de68b8c3cb42ee69834b42539b9cfef179facf56c0b1c4f"),
    (SHAKE256_RATE, 500, "25933182cff92d631882b8f8b346c4551f9481331a6076ef6752c34dae37c53a"),
];

#[test]
fn messages_around_the_ends_of_blocks() {
    for keccak in Keccak::all() {
        for (rate, len, expected) in OUTPUTS {
            let message = message(len);
            let mut one = shake(&keccak, rate);
            one.absorb(&message);
            let mut out = vec![0; 2 * rate + 5];
            one.finish().squeeze(&mut out);
            assert_eq!(hex(&Sha256::new().digest(&[&out])), expected, "{} {rate} {len}", keccak.name());

            // One byte at a time, in and out.
            let mut one = shake(&keccak, rate);
            message.iter().for_each(|byte| one.absorb(&[*byte]));
            let mut output = one.finish();
            let mut bytes = vec![0; out.len()];
            bytes.iter_mut().for_each(|byte| output.squeeze(std::slice::from_mut(byte)));
            assert_eq!(bytes, out, "{} {rate} {len}", keccak.name());
        }
    }
}

/// All lanes, each with another message of the same length.
#[test]
fn lanes_are_single_messages() {
    for keccak in Keccak::all() {
        for (rate, len, _) in OUTPUTS {
            let messages: Vec<Vec<u8>> = (0..LANES as u8)
                .map(|lane| message(len).iter().map(|byte| byte.wrapping_mul(2 * lane + 1)).collect())
                .collect();
            let mut many = shakes(&keccak, rate, LANES);
            many.absorb(&messages);
            let mut outputs = vec![vec![0; 300]; LANES];
            many.finish().squeeze(&mut outputs);
            for (message, output) in messages.iter().zip(&outputs) {
                let mut one = shake(&Keccak::portable(), rate);
                one.absorb(message);
                let mut expected = vec![0; 300];
                one.finish().squeeze(&mut expected);
                assert_eq!(*output, expected, "{} {rate} {len}", keccak.name());
            }
        }
    }
}

/// Each message is the end of the output before, and determines the length of the next output.
#[test]
fn a_chain_of_five_hundred() {
    let expected = [
        (SHAKE128_RATE, "6488f267412a980d0e9d7164a71dc77f3e20cc56ab201d2f47e29cbcf3ae3f58"),
        (SHAKE256_RATE, "f6ec18999065b1e1d7879e85065a8d2a5f0b225824d86209b32362e5d23d0cec"),
    ];
    for keccak in Keccak::all() {
        for (rate, expected) in expected {
            let mut message: [u8; 32] = std::array::from_fn(|index| index as u8);
            for _ in 0..500 {
                let mut one = shake(&keccak, rate);
                one.absorb(&message);
                let mut output = one.finish();
                output.squeeze(&mut vec![0; 16 + usize::from(message[0] % 64)]);
                output.squeeze(&mut message);
            }
            assert_eq!(hex(&message), expected, "{} {rate}", keccak.name());
        }
    }
}

/// A megabyte in, three megabytes and a byte out, in pieces of growing lengths, for single messages
/// and for lanes.
#[test]
fn long_messages_and_outputs() {
    let message = message(1 << 20);
    let expected = [
        (SHAKE128_RATE, "0d6e497cbfabed23565cd237ef263a978db3b00dde996838971b81bea7be72be"),
        (SHAKE256_RATE, "c41e11fc791e93ea2b73763dc6bdf7a4d39da0160dd9bc7209b8273f9314abba"),
    ];
    for (rate, expected) in expected {
        let mut one = shake(&Keccak::new(), rate);
        message.chunks(1000).for_each(|piece| one.absorb(piece));
        let mut output = one.finish();
        let mut bytes = vec![0; 3_000_001];
        let (mut rest, mut len) = (&mut bytes[..], 1);
        while !rest.is_empty() {
            let (piece, after) = rest.split_at_mut(len.min(rest.len()));
            output.squeeze(piece);
            (rest, len) = (after, 2 * len + 1);
        }
        assert_eq!(hex(&Sha256::new().digest(&[&bytes])), expected, "{rate}");

        let mut many = shakes(&Keccak::new(), rate, 3);
        many.absorb_common(&message);
        let mut outputs = vec![vec![0; bytes.len()]; 3];
        many.finish().squeeze(&mut outputs);
        assert!(outputs.iter().all(|output| *output == bytes), "{rate}");
    }
}

#[test]
fn nothing_changes_nothing() {
    for keccak in Keccak::all() {
        for rate in [SHAKE128_RATE, SHAKE256_RATE] {
            let outputs = [false, true].map(|with_nothing| {
                let mut many = shakes(&keccak, rate, 3);
                many.absorb(&[b"abc", b"def", b"ghi"]);
                if with_nothing {
                    many.absorb(&[[0; 0]; 3]);
                    many.absorb_common(&[]);
                }
                let mut output = many.finish();
                if with_nothing {
                    output.squeeze(&mut [[0; 0]; 3]);
                }
                let mut bytes = [[0; 40]; 3];
                output.squeeze(&mut bytes);
                bytes
            });
            assert_eq!(outputs[0], outputs[1], "{}", keccak.name());
        }
    }
}

/// A copy that is made in the middle continues like the original.
#[test]
fn copies_are_independent() {
    let mut original = Keccak::new().shake256();
    original.absorb(&message(150));
    let mut copy = original.clone();
    copy.absorb(b"more");
    let (mut longer, mut whole) = ([0; 64], [0; 64]);
    let mut output = copy.finish();
    output.squeeze(&mut longer[..10]);
    let mut second = output.clone();
    output.squeeze(&mut longer[10..]);
    let mut again = [0; 54];
    second.squeeze(&mut again);
    assert_eq!(longer[10..], again);
    let mut expected = Keccak::new().shake256();
    expected.absorb(&message(150));
    let mut bytes = [0; 64];
    expected.finish().squeeze(&mut bytes);
    original.finish().squeeze(&mut whole);
    assert_eq!(whole, bytes);
    assert_ne!(whole, longer);
}

/// Outputs after a wipe are those of the zero state, no matter what was read before.
#[test]
fn wiped_outputs_are_all_alike() {
    let output = |byte: u8| {
        let mut many = Keccak::new().shakes128(2);
        many.absorb(&[[byte; 20], [byte ^ 1; 20]]);
        let mut output = many.finish();
        output.zeroize();
        let mut bytes = [[0; 50]; 2];
        output.squeeze(&mut bytes);
        let mut one = Keccak::new().shake128();
        one.absorb(&[byte; 20]);
        let mut single = one.finish();
        single.zeroize();
        let mut last = [0; 50];
        single.squeeze(&mut last);
        [bytes[0], bytes[1], last]
    };
    let first = output(1);
    assert_eq!(first, output(77));
    assert!(first[0] == first[1] && first[1] == first[2]);
}
