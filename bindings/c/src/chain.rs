//! Chains, and their tips.

use crate::{
    border::enter,
    bytes::View,
    error::{Error, Failure, Status},
    free::free,
    group::Group,
    round::Round,
};
use heliast::TipParts;

/// A chain's fixed part: its genesis with all that follows from it. Any number of threads may use one.
pub struct Chain(pub(crate) heliast::Chain);

/// The state of a chain after a round: the next one is verified after it. Any number of threads may use one.
pub struct Tip(pub(crate) heliast::Tip);

/// The contents of a genesis. The pointers belong to the chain.
#[repr(C)]
pub struct ChainFacts {
    /// Its id: pin it, and nobody can pass another chain off as this one.
    pub id: [u8; 32],
    /// The bytes of the genesis.
    pub genesis: View,
    /// Squarings of each round's delay; roots where these are alone.
    pub t: u64,
    /// The earliest opening of round 1, in milliseconds since 1970.
    pub genesis_time_ms: u64,
    /// Milliseconds from the opening of a round to that of the next.
    pub period_ms: u32,
    /// Rounds from the announcement of a key to its effect; 0: there are stateless keys only.
    pub lead: u16,
    /// The scheme of the stateless keys, as in `heliast_vrf_verify`.
    pub vrf_scheme: u32,
    /// Slots of a round, each with a committee of its own.
    pub slots: usize,
    /// The participants of the genesis, numbered from 0.
    pub participants: usize,
    /// Bytes that a round of this chain has at most.
    pub max_round_len: u64,
}

/// A participant of the genesis. The pointer belongs to the chain.
#[repr(C)]
pub struct Participant {
    /// Its stateless public key.
    pub public_key: View,
    /// Its units of stake.
    pub stake: u64,
}

/// The facts about a tip.
#[repr(C)]
pub struct TipFacts {
    /// The latest round; 0 before the first.
    pub round: u64,
    /// The time of its opening, in milliseconds since 1970; 0 before the first.
    pub time_ms: u64,
    /// The seed of the next round.
    pub seed: [u8; 32],
}

/// The chain of a genesis, whose rules and group are checked (`spec/round.md`). `pin` is the id of the chain
/// that is meant, 32 bytes from somewhere that is trusted. Looking for the discriminant of a class group
/// takes from some milliseconds to some seconds.
///
/// `HELIAST_INVALID`: it is another chain's, whose rules and group are not looked at. `HELIAST_MISUSE`: `pin`
/// is not an id; `heliast_chain_new_any_chain` asks for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_new(
    genesis: *const u8,
    genesis_len: usize,
    pin: *const u8,
    pin_len: usize,
    chain: *mut *mut Chain,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (chain, pin) = (border.out(chain)?, border.array(pin, pin_len)?);
            let genesis = border.bytes(genesis, genesis_len)?;
            // Another chain's genesis is not worth the work of checking it.
            if heliast::Chain::id_of(genesis) != *pin {
                return Err(Failure::invalid("the genesis is of another chain than the pinned one"));
            }
            chain.give(Chain(heliast::Chain::from_bytes(genesis)?));
            Ok(())
        })
    }
}

/// The chain of whatever genesis: **anybody can make one**, so the caller has to look whose it is
/// (`heliast_chain_describe`). Otherwise as `heliast_chain_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_new_any_chain(
    genesis: *const u8,
    genesis_len: usize,
    chain: *mut *mut Chain,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let chain = border.out(chain)?;
            chain.give(Chain(heliast::Chain::from_bytes(border.bytes(genesis, genesis_len)?)?));
            Ok(())
        })
    }
}

/// Frees a chain. Tips, rounds and readers that were made with it go on without it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_free(chain: *mut Chain) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(chain) }
}

/// Writes the contents of a chain's genesis.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_describe(
    chain: *const Chain,
    facts: *mut ChainFacts,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (facts, Chain(chain)) = (border.out(facts)?, border.handle(chain)?);
            let genesis = chain.genesis();
            facts.set(ChainFacts {
                id: *chain.id(),
                genesis: chain.genesis_bytes().into(),
                t: genesis.delays.t(),
                genesis_time_ms: genesis.genesis_time_ms,
                period_ms: genesis.period_ms,
                lead: genesis.lead,
                vrf_scheme: genesis.vrf as u32,
                slots: genesis.committees.len(),
                participants: genesis.participants.len(),
                max_round_len: chain.max_round_len(),
            });
            Ok(())
        })
    }
}

/// The participant of the genesis with this number, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_participant(
    chain: *const Chain,
    number: usize,
    participant: *mut Participant,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (participant, Chain(chain)) = (border.out(participant)?, border.handle(chain)?);
            let none = || Failure::misuse(format!("the genesis has no participant {number}"));
            let found = chain.genesis().participants.get(number).ok_or_else(none)?;
            participant.set(Participant { public_key: found.public_key[..].into(), stake: found.stake });
            Ok(())
        })
    }
}

/// The group of a chain's squarings, as a handle of its own.
///
/// `HELIAST_MISUSE`: its delays are roots alone, which have no group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_group(
    chain: *const Chain,
    group: *mut *mut Group,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let found = border.handle(chain)?.0.group().cloned();
            let roots_alone = || Failure::misuse("the delays of this chain are roots alone: it has no group");
            border.out(group)?.give(Group(found.ok_or_else(roots_alone)?));
            Ok(())
        })
    }
}

/// Verifies the bytes of the round after `tip`: tickets, announcements and delay, each by its own proof.
///
/// `HELIAST_MALFORMED`: they are not a round of this chain. `HELIAST_INVALID`: its claim is false.
/// `HELIAST_MISUSE`: the tip is another chain's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_chain_verify(
    chain: *const Chain,
    tip: *const Tip,
    bytes: *const u8,
    bytes_len: usize,
    round: *mut *mut Round,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let round = border.out(round)?;
            let (Chain(chain), Tip(tip)) = (border.handle(chain)?, border.handle(tip)?);
            let decoded = chain.decode_round(border.bytes(bytes, bytes_len)?)?;
            round.give(Round(chain.verify(tip, decoded)?));
            Ok(())
        })
    }
}

/// The tip of a chain before round 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tip_start(
    chain: *const Chain,
    tip: *mut *mut Tip,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(tip)?.give(Tip(border.handle(chain)?.0.start()));
            Ok(())
        })
    }
}

/// The tip of a chain after a round that it has verified. The chain is not compared with the one that did.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tip_after(
    chain: *const Chain,
    round: *const Round,
    tip: *mut *mut Tip,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let tip = border.out(tip)?;
            tip.give(Tip(border.handle(chain)?.0.tip_after(&border.handle(round)?.0)));
            Ok(())
        })
    }
}

/// A tip with these facts and with the keys of another tip, for callers that kept them in a trusted
/// place: **nothing is checked**, and what is verified after it is worth as much as its facts are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tip_trusted(
    keys_of: *const Tip,
    facts: *const TipFacts,
    tip: *mut *mut Tip,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (tip, keys) = (border.out(tip)?, border.handle(keys_of)?.0.keys().clone());
            let TipFacts { round, time_ms, seed } = *border.handle(facts)?;
            tip.give(Tip(heliast::Tip::from_trusted_parts(TipParts { round, time_ms, seed, keys })));
            Ok(())
        })
    }
}

/// Writes the facts about a tip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tip_describe(
    tip: *const Tip,
    facts: *mut TipFacts,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (facts, Tip(tip)) = (border.out(facts)?, border.handle(tip)?);
            facts.set(TipFacts { round: tip.round(), time_ms: tip.time_ms(), seed: *tip.seed() });
            Ok(())
        })
    }
}

/// Frees a tip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_tip_free(tip: *mut Tip) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(tip) }
}
