//! A prime from a message of 600 bytes, as long as the transcript of a delay of RSA-2048.

use crate::{
    inputs::Stream,
    peers::{openssl, paper::HashToPrime},
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::Natural;
use heliast_vdf::{PrimeMode, Suite};
use std::rc::Rc;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "hash-to-prime-256/openssl", prepare: || openssl(256) },
    Entry { name: "hash-to-prime-512/openssl", prepare: || openssl(512) },
];

/// The number of messages. Some need one candidate and some hundreds; both sides test the same candidates.
const MESSAGES: usize = 64;
/// The bytes of a message.
const LENGTH: usize = 600;

/// Compares ours with OpenSSL's loop over the same candidates: SHA-256 with a copied state, then
/// `BN_check_prime`.
fn openssl(bits: u16) -> Row {
    let suite = Suite::new(PrimeMode::SievedFull, bits).expect("a suite");
    let mut stream = Stream::new("heliast/bench/hash-to-prime");
    let messages: Rc<[Vec<u8>]> = (0..MESSAGES).map(|_| stream.bytes(LENGTH)).collect();
    let mut loop_of_openssl = HashToPrime::new(bits);
    for message in messages.iter() {
        let ours = heliast_vdf::hash_to_prime(suite, message).expect("there is a prime").prime;
        let theirs = loop_of_openssl.draw(message).to_be_bytes();
        assert_eq!(ours, Natural::from_be_bytes(&theirs), "OpenSSL's prime differs");
    }

    let shared = Rc::clone(&messages);
    let ours = Side::new(1, move |case| drop(heliast_vdf::hash_to_prime(suite, &shared[case])));
    let theirs = Side::new(1, move |case| drop(loop_of_openssl.draw(&messages[case])));
    let peer = format!("{} SHA256, BN_check_prime", openssl::version());
    Row { peer, unit: Unit::Microseconds, cases: MESSAGES, ours, theirs }
}
