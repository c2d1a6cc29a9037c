//! Bundles, read at once and in small pieces with interruptions: both ways give the same answer, and each
//! bundle has one encoding. With any epoch proofs and other frames before them and any earlier announcements
//! that are claimed, only rounds that the vectors' chains have made are accepted, with authentic
//! announcements.

#![no_main]

use heliast::{
    Chain,
    bundle::{self, Pin},
};
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestChain},
};
use libfuzzer_sys::fuzz_target;
use std::{
    io::{self, Read},
    sync::LazyLock,
};

static CHAINS: LazyLock<Vec<TestChain>> = LazyLock::new(vectors::chains);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let mut bytes = if flags < ASSEMBLED { fields.0.to_vec() } else { assembled(fields) };
    if flags & 1 == 1 {
        fit_id(&mut bytes);
    }
    let at_once = read(&bytes[..], &bytes);
    let size = usize::from(flags % ASSEMBLED >> 1);
    if size > 0 {
        let pieces = Pieces { rest: &bytes, size, interrupt: false };
        assert_eq!(read(pieces, &bytes), at_once);
    }
});

/// If the first byte is at least this, the input determines the frames that a bundle is made of.
const ASSEMBLED: u8 = 128;

/// Returns a bundle of rounds of a chain, in any order and with edits, and of other frames between them. Its
/// header and all lengths are right, so that the frames are checked.
fn assembled(mut fields: Fields) -> Vec<u8> {
    let TestChain { chain, tips, rounds, .. } = &CHAINS[usize::from(fields.u8()) % CHAINS.len()];
    let start = usize::from(fields.u8()) % rounds.len();
    let is_extended = fields.u8() % 2 == 1;
    let (mut frames, mut count) = (Vec::new(), 0);
    while !fields.is_empty() {
        let step = fields.u8();
        let next = rounds[(start + count as usize) % rounds.len()].encode();
        let frame = match step {
            0..100 => next,
            100..120 => rounds[usize::from(fields.u8()) % rounds.len()].encode(),
            120..150 => edited(next, fields.u16(), fields.array()),
            _ => {
                let kind = [b"HLEP", b"HLFN", b"HLNW", b"HLXX", b"HLR\0"][usize::from(step) % 5];
                let len = fields.u8();
                [kind, fields.bytes(len.into())].concat()
            }
        };
        count += u64::from(step < 150);
        bundle::write_round(&mut frames, &frame).expect("memory takes everything");
    }
    let mut bytes = Vec::new();
    let header = if is_extended { bundle::write_extended_header } else { bundle::write_header };
    header(&mut bytes, chain, &tips[start], count).expect("memory takes everything");
    [bytes, frames].concat()
}

/// Returns the bytes with four of them overwritten.
fn edited(mut bytes: Vec<u8>, at: u16, new: [u8; 4]) -> Vec<u8> {
    let at = usize::from(at) % bytes.len();
    bytes[at..].iter_mut().zip(new).for_each(|(byte, new)| *byte = new);
    bytes
}

/// Sets the chain id to the genesis's, if there is a genesis, so that a changed genesis passes the check of
/// the id.
fn fit_id(bytes: &mut [u8]) {
    const GENESIS: usize = 5 + 32 + 4;
    let Some(len) = bytes.get(37..GENESIS).and_then(|len| len.try_into().ok()).map(u32::from_be_bytes) else {
        return;
    };
    let genesis = bytes.get(GENESIS..).and_then(|rest| rest.get(..len as usize));
    if let Some(chain) = genesis.and_then(|genesis| Chain::from_bytes(genesis).ok()) {
        bytes[5..37].copy_from_slice(chain.id());
    }
}

/// Returns the number of rounds, or the error's text.
fn read(input: impl Read, bytes: &[u8]) -> Result<u64, String> {
    let mut reader =
        bundle::Reader::trusting_start(input, Pin::AnyChain).map_err(|error| error.to_string())?;
    let mut rounds = Vec::new();
    while let Some(round) = reader.next_round().map_err(|error| error.to_string())? {
        let honest = |test: &&TestChain| test.chain.id() == reader.chain().id() && test.has_made(&round);
        let Some(test) = CHAINS.iter().find(honest) else { panic!("a forged round is accepted") };
        assert!(
            round.announcements.iter().all(|one| test.is_authentic(one)),
            "a forged announcement is accepted"
        );
        assert_eq!(*reader.tip(), reader.chain().tip_after(&round));
        rounds.push(round.encode());
    }
    assert_eq!(rounds.len() as u64, reader.count());
    assert!(bundle::Reader::trusting_start(bytes, reader.chain()).is_ok());
    rewrite(bytes, &rounds);
    Ok(reader.count())
}

/// Checks that an accepted bundle has exactly these rounds, and that they are written as the same bytes
/// again.
fn rewrite(bytes: &[u8], rounds: &[Vec<u8>]) {
    let mut reader = bundle::Reader::trusting_start(bytes, Pin::AnyChain).expect("it has been read before");
    let (mut again, write) = (Vec::new(), "memory takes everything");
    let header = if bytes[4] == 4 { bundle::write_extended_header } else { bundle::write_header };
    header(&mut again, reader.chain(), reader.tip(), reader.count()).expect(write);
    let mut found = Vec::new();
    while let Some(entry) = reader.next_entry().expect("it has been read before") {
        for frame in reader.frames() {
            bundle::write_frame(&mut again, frame).expect(write);
        }
        if let Some(proof) = &entry.epoch_proof {
            bundle::write_epoch_proof(&mut again, proof).expect(write);
        }
        bundle::write_round(&mut again, &entry.bytes).expect(write);
        found.push(entry.bytes);
    }
    assert_eq!((&found[..], &again[..]), (rounds, bytes));
}

/// A slow connection, which returns a few bytes at a time, with an interruption between any two pieces.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
    interrupt: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupt = !self.interrupt;
        if self.interrupt {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(self.size);
        self.rest.read(&mut buffer[..len])
    }
}
