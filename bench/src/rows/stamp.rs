//! Private stamps of RSA-2048, compared with the work of a server that has the factors of its own modulus:
//! x^(2^t mod φ), computed by Heliast and by programs in JavaScript.

use crate::{
    peers::node::{Node, Way},
    row::{Entry, Row, Side, Unit},
};
use heliast_group::{Group, RsaGroup, Trapdoor};
use heliast_stamp::{Expected, Nonce, Price, PrivateIssuer, Secret, solve};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "stamp-mint-2048/trapdoor", prepare: mint },
    Entry { name: "stamp-mint-2048/bigint", prepare: mint_bigint },
    Entry { name: "stamp-mint-2048/node-crypto", prepare: mint_node_crypto },
    Entry { name: "stamp-check-2048/trapdoor", prepare: check },
    Entry { name: "stamp-garbage-2048/trapdoor", prepare: garbage },
];

/// The number of squarings of a stamp: neither side's time depends on it.
const T: u64 = 1_000;
const NOW_MS: u64 = 1_800_000_000_000;

struct Site {
    issuer: PrivateIssuer,
    expected: Expected,
    stamp: Vec<u8>,
}

fn site() -> Site {
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
    issuer.add_delay(T);
    let expected = Expected::new(b"/", b"client", T).at(NOW_MS);
    let terms = expected.terms(price(), Nonce([1; 16]));
    let challenge = issuer.challenge(&terms).expect("the delay is prepared");
    let stamp = solve(&challenge.to_bytes(), |_| true).expect("a challenge");
    assert!(issuer.check(&stamp, &expected).is_ok());
    Site { issuer, expected, stamp }
}

fn price() -> Price {
    Price { t: T, now_ms: NOW_MS, life_ms: 60_000 }
}

/// Returns a modulus with its factors.
fn factors() -> Trapdoor {
    let mut state = 1_u64;
    let random = |bytes: &mut [u8]| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (state >> 56) as u8;
        }
    };
    Trapdoor::generate(2_048, random).expect("two primes")
}

/// Returns the side that computes the answer of a challenge by the factors.
fn trapdoor() -> Side {
    let trapdoor = factors();
    let x = trapdoor.group().hash("heliast/bench/stamp", b"x");
    Side::new(1, move |_| drop(trapdoor.evaluate(&x, T)))
}

fn row(ours: Side) -> Row {
    let peer = "Heliast, the factors of a modulus".to_owned();
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs: trapdoor() }
}

/// Compares issuing a challenge, including its bytes.
fn mint() -> Row {
    row(minting())
}

fn minting() -> Side {
    let Site { issuer, expected, .. } = site();
    Side::new(1, move |_| {
        let terms = expected.terms(price(), Nonce([2; 16]));
        drop(issuer.challenge(&terms).expect("the delay is prepared").to_bytes());
    })
}

fn mint_bigint() -> Row {
    mint_beside(Way::BigInt)
}

fn mint_node_crypto() -> Row {
    mint_beside(Way::Crypto)
}

/// Compares issuing a challenge with a server in JavaScript that has the factors.
fn mint_beside(way: Way) -> Row {
    /// The number of challenges per call, so that the time of the call itself is negligible.
    const MINTS: u64 = 8;
    let trapdoor = factors();
    let node = Node::start(&trapdoor.factors_hex(), T);
    let x = trapdoor.group().hash("heliast/bench/stamp", b"x");
    let digits = |x| trapdoor.group().encode(x).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(node.answer(way, &digits(&x)), digits(&trapdoor.evaluate(&x, T)), "the answers differ");
    let theirs = Side::new(MINTS, move |_| node.mint(way, MINTS));
    Row { peer: Node::name(way), unit: Unit::Microseconds, cases: 1, ours: minting(), theirs }
}

/// Compares checking a valid stamp.
fn check() -> Row {
    let Site { issuer, expected, stamp } = site();
    row(Side::new(1, move |_| assert!(issuer.check(&stamp, &expected).is_ok())))
}

/// Compares refusing a stamp with a false seal.
fn garbage() -> Row {
    let Site { issuer, expected, mut stamp } = site();
    stamp[130] ^= 1;
    row(Side::new(16, move |_| {
        for _ in 0..16 {
            assert!(issuer.check(&stamp, &expected).is_err());
        }
    }))
}
