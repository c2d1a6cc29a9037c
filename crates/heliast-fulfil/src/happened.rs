//! The events of a coordinator. They have the data that the contract does not store, and that callers give
//! back to it.

use crate::abi::{Claim, Claimed, Disputed, Drawn, Entropy, Log, Requested, Seed};
use alloy_primitives::{Address, B256, FixedBytes, U256, aliases::U40, keccak256};
use alloy_sol_types::{SolEvent, SolValue};

/// An event of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// A request was made.
    Requested {
        /// Its round.
        round: u64,
        /// Its place in the round.
        index: u32,
        /// Units of gas for the call of the consumer.
        gas: U256,
        /// Wei for the account that delivers it.
        tip: U256,
    },
    /// The round was drawn.
    Drawn {
        /// The round.
        round: u64,
        /// The block.
        block: u64,
        /// Its entropy.
        entropy: Entropy,
        /// The number of requests.
        count: u32,
    },
    /// An output was claimed.
    Claimed {
        /// The round.
        round: u64,
        /// The block.
        block: u64,
        /// The account that did it.
        claimant: Address,
        /// The mark of an output: see [`mark_of`].
        mark: B256,
    },
    /// A claim is disputed.
    Disputed {
        /// The round.
        round: u64,
        /// The account that did it.
        disputer: Address,
    },
}

impl Happened {
    /// The events that are read.
    pub const TOPICS: [B256; 4] =
        [Requested::SIGNATURE_HASH, Drawn::SIGNATURE_HASH, Claimed::SIGNATURE_HASH, Disputed::SIGNATURE_HASH];

    /// The event of a log entry; `None` if the event is not one of these, comes from another contract, or is
    /// malformed.
    pub fn read(contract: Address, log: &Log) -> Option<Happened> {
        if log.address != contract {
            return None;
        }
        let topics = || log.topics.iter().copied();
        let block = || log.block_number.map(|number| number.to());
        let number = |value: U256| u64::try_from(value).ok();
        match *log.topics.first()? {
            Requested::SIGNATURE_HASH => {
                let event = Requested::decode_raw_log(topics(), &log.data).ok()?;
                let index = u32::try_from(event.request & U256::from(u32::MAX)).ok()?;
                let fits = event.request >> 32u8 == event.round;
                let round = number(event.round).filter(|_| fits)?;
                Some(Happened::Requested { round, index, gas: event.gasLimit, tip: event.tip })
            }
            Drawn::SIGNATURE_HASH => {
                let event = Drawn::decode_raw_log(topics(), &log.data).ok()?;
                let count = u32::try_from(event.requests).ok()?;
                Some(Happened::Drawn {
                    round: number(event.round)?,
                    block: block()?,
                    entropy: event.entropy,
                    count,
                })
            }
            Claimed::SIGNATURE_HASH => {
                let event = Claimed::decode_raw_log(topics(), &log.data).ok()?;
                let (round, block) = (number(event.round)?, block()?);
                Some(Happened::Claimed { round, block, claimant: event.claimant, mark: event.mark })
            }
            Disputed::SIGNATURE_HASH => {
                let event = Disputed::decode_raw_log(topics(), &log.data).ok()?;
                Some(Happened::Disputed { round: number(event.round)?, disputer: event.disputer })
            }
            _ => None,
        }
    }

    /// The round that it happened to.
    pub fn round(&self) -> u64 {
        match *self {
            Happened::Requested { round, .. }
            | Happened::Drawn { round, .. }
            | Happened::Claimed { round, .. }
            | Happened::Disputed { round, .. } => round,
        }
    }

    /// Updates the known draw and claim of the round. An event may be noted again: the one that is later in
    /// the chain counts.
    pub fn note(&self, known: &mut Option<Claim>) {
        match (self, known) {
            (Happened::Requested { .. }, _) => {}
            (&Happened::Drawn { block, entropy, count, .. }, known) => {
                *known =
                    Some(Claim { count, drawnAt: U40::saturating_from(block), entropy, ..Claim::default() });
            }
            (&Happened::Claimed { block, claimant, mark, .. }, Some(known)) => {
                let claimed_at = U40::saturating_from(block);
                (known.claimedAt, known.claimant, known.mark) = (claimed_at, claimant, mark);
                known.disputer = Address::ZERO;
            }
            (&Happened::Disputed { disputer, .. }, Some(known)) => known.disputer = disputer,
            (_, None) => {}
        }
    }
}

/// The claim whose hash the round's storage has: `claim`, or `claim` without its dispute, which a
/// reorganisation may have removed; `None` if it is another claim.
pub fn agreed(claim: &Claim, hash: FixedBytes<31>) -> Option<Claim> {
    let fits = |claim: &Claim| keccak256(claim.abi_encode())[..31] == hash[..];
    let without = Claim { disputer: Address::ZERO, ..claim.clone() };
    [claim.clone(), without].into_iter().find(fits)
}

/// The mark by which a claimant names an output before its window has passed.
pub fn mark_of(claimant: Address, seed: Seed) -> B256 {
    keccak256((claimant, seed).abi_encode())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::{Bytes, U64, address, b256, fixed_bytes};

    const HERE: Address = address!("00000000000000000000000000000000000000aa");
    const WHO: Address = address!("00000000000000000000000000000000000000bb");

    fn log(event: &impl SolEvent) -> Log {
        let data = event.encode_log_data();
        Log {
            address: HERE,
            topics: data.topics().to_vec(),
            data: data.data,
            block_number: Some(U64::from(9)),
        }
    }

    fn requested(id: U256, round: U256) -> Log {
        log(&Requested { request: id, consumer: WHO, round, gasLimit: U256::ZERO, tip: U256::ZERO })
    }

    #[test]
    fn requests_are_taken_from_logs_of_this_contract_that_fit() {
        let id = (U256::from(7) << 32) | U256::from(2);
        let good = requested(id, U256::from(7));
        assert_eq!(
            Happened::read(HERE, &good),
            Some(Happened::Requested { round: 7, index: 2, gas: U256::ZERO, tip: U256::ZERO })
        );
        for bad in [
            Log { address: Address::ZERO, ..good.clone() },
            Log {
                topics: vec![b256!("0000000000000000000000000000000000000000000000000000000000000011")],
                ..good.clone()
            },
            Log { topics: good.topics[..2].to_vec(), ..good.clone() },
            Log { topics: Vec::new(), ..good.clone() },
            Log { data: Bytes::new(), ..good.clone() },
            requested(id, U256::from(8)),
            requested(U256::MAX, U256::MAX >> 32),
            log(&Drawn { round: U256::MAX, entropy: Entropy::ZERO, requests: U256::ONE }),
            log(&Drawn { round: U256::ONE, entropy: Entropy::ZERO, requests: U256::from(1u64 << 32) }),
            Log { block_number: None, ..log(&Claimed { round: U256::ONE, claimant: WHO, mark: B256::ZERO }) },
        ] {
            assert_eq!(Happened::read(HERE, &bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_claim_is_put_together_from_its_events_in_order() {
        let round = U256::from(3);
        let entropy = fixed_bytes!("00112233445566778899aabbccddeeff001122334455");
        let mark = B256::repeat_byte(7);
        let told = |known: &mut Option<Claim>, log: &Log| Happened::read(HERE, log).unwrap().note(known);
        let drawn = log(&Drawn { round, entropy, requests: U256::from(5) });
        let claimed = log(&Claimed { round, claimant: WHO, mark });
        let disputed = log(&Disputed { round, disputer: HERE });
        let mut known = None;
        for early in [&claimed, &disputed] {
            told(&mut known, early);
            assert_eq!(known, None);
        }
        told(&mut known, &drawn);
        let nine = U40::from(9);
        let plain = Claim { count: 5, drawnAt: nine, entropy, ..Claim::default() };
        assert_eq!(known, Some(plain.clone()));
        told(&mut known, &claimed);
        told(&mut known, &disputed);
        let all = Claim { claimedAt: nine, claimant: WHO, mark, disputer: HERE, ..plain.clone() };
        assert_eq!(known, Some(all));
        // The round is drawn again, after a reorganisation.
        told(&mut known, &drawn);
        assert_eq!(known, Some(plain));
    }

    /// This also holds if a reorganisation has removed the dispute.
    #[test]
    fn a_claim_is_the_one_whose_hash_a_round_has() {
        let hash = |claim: &Claim| FixedBytes::from_slice(&keccak256(claim.abi_encode())[..31]);
        let plain = Claim { count: 2, claimant: WHO, mark: B256::repeat_byte(1), ..Claim::default() };
        let disputed = Claim { disputer: HERE, ..plain.clone() };
        assert_eq!(agreed(&plain, hash(&plain)), Some(plain.clone()));
        assert_eq!(agreed(&disputed, hash(&disputed)), Some(disputed.clone()));
        assert_eq!(agreed(&disputed, hash(&plain)), Some(plain.clone()));
        assert_eq!(agreed(&plain, hash(&disputed)), None);
        assert_eq!(agreed(&Claim::default(), hash(&plain)), None);
    }

    /// From the bytes that spec/evm.md gives: an address as a word, the seed, seven zeros.
    #[test]
    fn a_mark_hashes_claimant_and_seed() {
        let seed = Seed::repeat_byte(0x5e);
        let bytes = [&[0; 12][..], WHO.as_slice(), seed.as_slice(), &[0; 7]].concat();
        assert_eq!(mark_of(WHO, seed), keccak256(bytes));
        assert_ne!(mark_of(HERE, seed), mark_of(WHO, seed));
    }
}
