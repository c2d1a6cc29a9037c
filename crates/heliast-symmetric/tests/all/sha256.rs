//! SHA-256, compared for every kernel with answers of other programs (Python's `hashlib` and `hmac`):
//! messages near the ends of blocks, the Monte Carlo test of NIST's SHAVS, and HMAC by RFC 4231.

use heliast_symmetric::sha256::{
    Block, LANES, Lanes, Midstate, Schedule, Sha256, Start, State, Word, load, store,
};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Byte i of the message of n bytes is 251·i + n modulo 256.
fn message(len: usize) -> Vec<u8> {
    (0..len).map(|index| (251 * index + len) as u8).collect()
}

/// Lengths for which the padding just fits, just does not fit, or is a block of its own.
const DIGESTS: [(usize, &str); 25] = [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"),
    (3, "26ec397314fedd23ec320c4d2c764d78b07f94824bb4b18aae6cd5e7a63f9828"),
    (31, "10ea2ae83a31e269abc50eb755d7abc8e171b755fd36af7cd10a1c2bc584a649"),
    (32, "e628a861b3fd9907ef73f2c96738d35f9d520c19e1a4e9dfcebd36a66e62c271"),
    (54, "e38896e13fb392a829627c1eb470bff0ccb3c860e08d44bc88213e30b0d53f0d"),
    (55, "26c1e1873b7d5a221c6268bd2fb6c2faf091c793168284cbfc68865bd6875739"),
    (56, "09738513a9fec61abb2da602713d9d1ef6194c13ea95168bd90051e64e4911db"),
    (57, "e665a14844accdac1bccc9d3377616aa67dfee2230181801f351a686c1ed5cb6"),
    (63, "a55aa8b0e221b1168cf6d58dd622f3e5e8d677ed319d66a9d35667613681a08f"),
    (64, "0e9d8c17ca5d5a8d4c606859f61e71948ba48aaba48d014b4bc63f4bd91e1a05"),
    (65, "bfcd4a31bdb56947d759e682a3db7117e216130432b89f5271eb80da8b96ab21"),
    (118, "940e5606fd5353c59c124ef0ec6d264d4fd57307be46e5bddb37050d5eaa2dbb"),
    (119, "28687bb8b6cbc8bd760e7d2e1ebb773bcec86f7de62ae6b87422894dfc16a198"),
    (120, "715ba06a2c26ecdf9b4447bb467ce4a56170d38a13d6d464d2862260c6f1928c"),
    (127, "edd66ec8a3dafe3f5cf519e019836a4419894902831b4856e6bbb8bfd06084ed"),
    (128, "60be11ad345ed13e860bb87c4bdc9f87047b82c34cd685ec26faca1197e4ef05"),
    (129, "1c4615a150d0ec81f8a2d26e5fdecdd6a08d677278a18edbaaebc6be6ab03483"),
    (191, "ff430637c2ce4fb63665e732e3781e7c64803e341e6945e9448a81eb8e683327"),
    (192, "7507ad94a9a83ef88762d8c61cac40f72e81491c6c0adcd6719c512fb9583119"),
    (255, "80c8cfc95798c807a46d7689d2d64e47579ff9f1d4e3d8287f49f96a1faacf14"),
    (256, "0c09a6418eaf0f7c08e9066612ec5d76a1a34a1c19c0aba75a21a384d0661a49"),
    (511, "9898a2798ee0ade72183d5e8583fc78a87856c2b94788fb58a97e919d5d8dbb0"),
    (512, "443b84ba350258dc8abef2da65ca9bf4901327bdea231a46f51992912b6123c2"),
    (1000, "ff2caefb6a2f6a911a4257fee24a8dd8f3f8b04c8793cf274673e4567d3f9c66"),
];

#[test]
fn messages_around_the_ends_of_blocks() {
    for sha in Sha256::all() {
        for (len, expected) in DIGESTS {
            let message = message(len);
            assert_eq!(hex(&sha.digest(&[&message])), expected, "{} {len}", sha.name());
            for cut in [1, len / 2, len.saturating_sub(1)] {
                let (head, tail) = message.split_at(cut.min(len));
                assert_eq!(hex(&sha.digest(&[head, tail])), expected, "{} {len} cut at {cut}", sha.name());
            }
        }
    }
}

/// The padded message as blocks of words (FIPS 180-4, sections 5.1.1 and 5.2.1).
fn blocks(message: &[u8]) -> Vec<[u32; 16]> {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() - message.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(8 * message.len() as u64).to_be_bytes());
    let words = |block: &[u8; 64]| {
        let (words, _) = block.as_chunks::<4>();
        std::array::from_fn(|index| u32::from_be_bytes(words[index]))
    };
    padded.as_chunks::<64>().0.iter().map(words).collect()
}

/// Every lane hashes a message of its own, with the same number of blocks in all lanes and one call per
/// block.
#[test]
fn a_message_in_every_lane() {
    for sha in Sha256::all() {
        for (len, _) in DIGESTS {
            let lanes: Vec<_> = (0..LANES)
                .map(|lane| {
                    let mut message = message(len);
                    message.iter_mut().for_each(|byte| *byte ^= lane as u8);
                    message
                })
                .collect();
            let count = blocks(&lanes[0]).len();
            let mut blocks: Vec<_> = lanes.iter().map(|message| blocks(message).into_iter()).collect();
            let mut state: State = [Lanes::ZERO; 8];
            for number in 0..count {
                let current: Vec<[u32; 16]> = blocks.iter_mut().filter_map(Iterator::next).collect();
                let rows: [Lanes; 16] =
                    std::array::from_fn(|word| Lanes(std::array::from_fn(|lane| current[lane][word])));
                let block = Block::Words(rows.each_ref().map(Word::Each));
                let before = state;
                let initial = Midstate::initial();
                let start = if number == 0 { Start::All(&initial) } else { Start::Each(&before) };
                sha.compress(LANES, start, &block, &mut state);
            }
            for (lane, message) in lanes.iter().enumerate() {
                assert_eq!(store(&state, lane), sha.digest(&[message]), "{} {len} lane {lane}", sha.name());
            }
        }
    }
}

/// Input that all lanes share can be a midstate, common words or a schedule.
#[test]
fn common_blocks_in_every_form() {
    let (first, second) = (message(64), message(65));
    let expected = Sha256::portable().digest(&[&first, &second[..64]]);
    let blocks = blocks(&[&first[..], &second[..64]].concat());
    for sha in Sha256::all() {
        let after = [Midstate::initial().after(&blocks[0]), sha.after(&Midstate::initial(), &blocks[0])];
        for midstate in after {
            for begun in [midstate.clone(), midstate.begun(&blocks[1][..4]), midstate.begun(&blocks[1][..8])]
            {
                let schedule = Schedule::new(&blocks[1]);
                for block in [Block::Words(blocks[1].map(Word::All)), Block::Constant(&schedule)] {
                    let mut middle = [Lanes::ZERO; 8];
                    sha.compress(LANES, Start::All(&begun), &block, &mut middle);
                    let mut out = [Lanes::ZERO; 8];
                    let last = Schedule::new(&blocks[2]);
                    sha.compress(LANES, Start::Each(&middle), &Block::Constant(&last), &mut out);
                    assert!((0..LANES).all(|lane| store(&out, lane) == expected), "{}", sha.name());
                }
            }
        }
    }
}

/// SHAVS, section 6.4: each of 1000 digests is that of the three before it. The seed is that of the published
/// example; the test does three of its hundred rounds.
#[test]
fn monte_carlo() {
    let seed = "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691";
    let expected = [
        "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
        "2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0",
        "d6a23dff1b7f2eddc1a212f8a218397523a799b07386a30692fd6fe9d2bf0944",
    ];
    for sha in Sha256::all() {
        let mut seed: [u8; 32] =
            std::array::from_fn(|i| u8::from_str_radix(&seed[2 * i..][..2], 16).unwrap());
        for expected in expected {
            let mut last = [seed; 3];
            for _ in 0..1000 {
                last = [last[1], last[2], sha.digest(&[&last[0], &last[1], &last[2]])];
            }
            seed = last[2];
            assert_eq!(hex(&seed), expected, "{}", sha.name());
        }
    }
}

/// RFC 2104.
fn hmac(sha: &Sha256, key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    if key.len() > 64 {
        block[..32].copy_from_slice(&sha.digest(&[key]));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let inner = sha.digest(&[&block.map(|byte| byte ^ 0x36), text]);
    sha.digest(&[&block.map(|byte| byte ^ 0x5c), &inner])
}

/// RFC 4231, sections 4.2 to 4.5, 4.7 and 4.8.
#[test]
fn message_authentication() {
    let counted: Vec<u8> = (1..26).collect();
    let cases: [(&[u8], &[u8], &str); 6] = [
        (&[0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (&[0xaa; 20], &[0xdd; 50], "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        (&counted, &[0xcd; 50], "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        (
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
        (
            &[0xaa; 131],
            b"This is a test using a larger than block-size key and a larger than block-size data. The key needs to be \
              hashed before being used by the HMAC algorithm.",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        ),
    ];
    for sha in Sha256::all() {
        for (key, text, expected) in cases {
            assert_eq!(hex(&hmac(&sha, key, text)), expected, "{}", sha.name());
        }
    }
}

/// The message has more than 2^32 bits; the length field has 64.
#[test]
fn a_message_of_six_hundred_megabytes() {
    let part = message(1 << 20);
    let mut parts = vec![&part[..]; 600];
    parts.push(b"end");
    let expected = "70374a2180ba017e7cd39fe4fdd44f9f760c5bbdcbe20375d1f9d4e3bf35364f";
    assert_eq!(hex(&Sha256::new().digest(&parts)), expected);
}

/// The compiler computes midstates and schedules that are constants.
#[test]
fn constants_are_those_of_the_running_program() {
    const BLOCK: [u32; 16] = [0x6162_6380, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24];
    const AFTER: Midstate = Midstate::initial().after(&BLOCK);
    const BEGUN: Midstate = AFTER.begun(&[1, 2, 3, 4]);
    static SCHEDULE: Schedule = Schedule::new(&BLOCK);
    let words = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for sha in Sha256::all() {
        let (mut first, mut second, mut third) = ([Lanes::ZERO; 8], [Lanes::ZERO; 8], [Lanes::ZERO; 8]);
        sha.compress(3, Start::All(&Midstate::initial()), &Block::Constant(&SCHEDULE), &mut first);
        assert_eq!(store(&first, 2), sha.digest(&[b"abc"]), "{}", sha.name());
        let block = Block::Words(words.map(Word::All));
        sha.compress(3, Start::Each(&first), &block, &mut second);
        sha.compress(3, Start::All(&BEGUN), &block, &mut third);
        assert_eq!(store(&second, 1), store(&third, 1), "{}", sha.name());
    }
}

#[test]
fn kernels_are_shared_between_threads() {
    let expected = Sha256::new().digest(&[b"shared"]);
    std::thread::scope(|scope| {
        for sha in Sha256::all() {
            scope.spawn(move || assert_eq!(sha.digest(&[b"shared"]), expected, "{}", sha.name()));
        }
    });
}

/// A bit that changes in one lane changes the result of that lane, and of no other.
#[test]
fn lanes_do_not_meet() {
    let rows: [Lanes; 16] =
        std::array::from_fn(|word| Lanes(std::array::from_fn(|lane| (word * 37 + lane * 1_000_003) as u32)));
    let state: State =
        std::array::from_fn(|word| Lanes(std::array::from_fn(|lane| (word * 7919 + lane * 104_729) as u32)));
    for sha in Sha256::all() {
        for lanes in [1, 4, 7, 8, 9, 16, 17, LANES] {
            let compress = |state: &State, rows: &[Lanes; 16]| {
                let mut out = [Lanes::ZERO; 8];
                sha.compress(
                    lanes,
                    Start::Each(state),
                    &Block::Words(rows.each_ref().map(Word::Each)),
                    &mut out,
                );
                out
            };
            let before = compress(&state, &rows);
            for changed in 0..lanes {
                let (mut other_rows, mut other_state) = (rows, state);
                other_rows[changed % 16].0[changed] ^= 1 << changed;
                other_state[changed % 8].0[changed] ^= 1 << (31 - changed);
                for after in [compress(&state, &other_rows), compress(&other_state, &rows)] {
                    for lane in 0..lanes {
                        let same = store(&before, lane) == store(&after, lane);
                        assert_eq!(same, lane != changed, "{}: lane {lane} of {lanes}", sha.name());
                    }
                }
            }
        }
    }
}

#[test]
fn digests_become_chaining_values_and_back() {
    let mut state = [Lanes::ZERO; 8];
    for lane in 0..LANES {
        load(&mut state, lane, &Sha256::new().digest(&[&[lane as u8]]));
    }
    for lane in 0..LANES {
        assert_eq!(store(&state, lane), Sha256::new().digest(&[&[lane as u8]]));
    }
}

/// Both values may depend on keys.
#[test]
fn nothing_secret_is_shown() {
    let words: [u32; 16] = std::array::from_fn(|index| 0x1234_5678 + index as u32);
    let midstate = Midstate::initial().after(&words).begun(&words[..4]);
    assert_eq!(format!("{midstate:?}"), "Midstate { rounds: 4, .. }");
    assert_eq!(format!("{:?}", Schedule::new(&words)), "Schedule { .. }");
}

/// The midstate after every number of blocks, and the rest in lanes: the digest is the same.
#[test]
fn messages_are_cut_into_midstates_anywhere() {
    let message = message(6 * 64 + 20);
    let blocks = blocks(&message);
    for sha in Sha256::all() {
        let expected = sha.digest(&[&message]);
        let (mut midstate, mut by_kernel) = (Midstate::initial(), Midstate::initial());
        for common in 0..blocks.len() {
            for midstate in [&midstate, &by_kernel] {
                let mut state = [Lanes::ZERO; 8];
                let schedules: Vec<Schedule> = blocks[common..].iter().map(Schedule::new).collect();
                for (number, schedule) in schedules.iter().enumerate() {
                    let before = state;
                    let start = if number == 0 { Start::All(midstate) } else { Start::Each(&before) };
                    sha.compress(9, start, &Block::Constant(schedule), &mut state);
                }
                assert!((0..9).all(|lane| store(&state, lane) == expected), "{} {common}", sha.name());
            }
            midstate = midstate.after(&blocks[common]);
            by_kernel = sha.after(&by_kernel, &blocks[common]);
        }
    }
}

/// A digest is the chaining value after the padded message. Bytes that follow can be hashed without the
/// message, so a prefix cannot be used as a key.
#[test]
fn digests_are_extended_without_their_messages() {
    for sha in Sha256::all() {
        for len in [0, 1, 54, 55, 56, 63, 64, 100, 119, 120] {
            let secret = message(len);
            let mut padded: Vec<u8> = Vec::new();
            for word in blocks(&secret).concat() {
                padded.extend(word.to_be_bytes());
            }
            let longer = [&padded[..], b"and more"].concat();
            let last = *blocks(&longer).last().unwrap();
            let mut state = [Lanes::ZERO; 8];
            load(&mut state, 31, &sha.digest(&[&secret]));
            let mut out = [Lanes::ZERO; 8];
            let schedule = Schedule::new(&last);
            sha.compress(LANES, Start::Each(&state), &Block::Constant(&schedule), &mut out);
            assert_eq!(store(&out, 31), sha.digest(&[&padded, b"and more"]), "{} {len}", sha.name());
        }
    }
}

/// Two cuts anywhere, so that parts begin and end at all places of a block, with empty parts between.
#[test]
fn parts_of_every_length() {
    let message = message(150);
    for sha in Sha256::all() {
        let expected = sha.digest(&[&message]);
        for first in 0..=message.len() {
            for second in (first..=message.len()).step_by(13) {
                let parts = [&message[..first], &[], &message[first..second], &[], &message[second..], &[]];
                assert_eq!(sha.digest(&parts), expected, "{} {first} {second}", sha.name());
            }
        }
    }
}
