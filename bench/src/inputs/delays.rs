//! Lists of true statements with different delays.

use super::{Stream, batch::LEVEL};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::batch::{Proof, Records, Work, prove, varied::Terms, verify};
use std::rc::Rc;

/// The least delay. A verifier's time does not depend on it.
const SQUARINGS: u64 = 300;
/// The greatest distance of an input from the beginning of the chain.
const STARTS: u64 = 1 << 20;

/// Statements of RSA-2048 as records.
pub struct Delays {
    group: RsaGroup,
    bytes: Vec<u8>,
}

/// Terms, and a proof under them.
pub struct Prepared {
    terms: Terms,
    proof: Proof<<RsaGroup as Group>::Elem>,
}

impl Delays {
    /// Returns m statements with `different` different delays, each about equally often: pieces of one chain
    /// of squarings, from random places.
    pub fn new(m: u64, different: u64) -> Rc<Delays> {
        let group = RsaGroup::rsa_2048();
        let mut last = group.hash("heliast/bench/delays", b"first");
        let mut chain = Vec::new();
        for _ in 0..STARTS + SQUARINGS + different {
            chain.extend(group.encode(&last));
            group.square_n(&mut last, 1);
        }
        let element = |place: u64| &chain[place as usize * group.encoded_len()..][..group.encoded_len()];
        let mut stream = Stream::new("heliast/bench/delays");
        let mut bytes = Vec::with_capacity(m as usize * (8 + Records::record_len(&group)));
        for index in 0..m {
            let (t, mut word) = (SQUARINGS + index % different, [0; 8]);
            stream.fill(&mut word);
            let start = u64::from_be_bytes(word) % STARTS;
            [&t.to_be_bytes()[..], element(start), element(start + t)]
                .iter()
                .for_each(|part| bytes.extend_from_slice(part));
        }
        Rc::new(Delays { group, bytes })
    }

    fn records(&self) -> Records<'_> {
        Records::with_delays(&self.group, &self.bytes).expect("canonical statements")
    }

    /// Returns a proof, with or without incidence buckets.
    pub fn prepare(&self, linear: bool) -> Prepared {
        let terms = if linear { Terms::linear(LEVEL) } else { Terms::new(LEVEL) }.expect("a level");
        let work = Work { threads: 1, progress: |_| true };
        let proof =
            prove(&self.group, terms, &self.records(), terms.proving(), work).expect("true statements");
        Prepared { terms, proof }
    }

    /// Verifies the proof from bytes.
    pub fn verify(&self, prepared: &Prepared, threads: usize) -> bool {
        verify(&self.group, prepared.terms, &self.records(), &prepared.proof, threads).is_ok()
    }
}
