//! Ranges of a chain in one file, read and verified.

use crate::{
    border::enter,
    bytes::View,
    chain::{Chain, Tip},
    error::{Error, Failure, Status},
    free::free,
    progress::{Progress, ProgressCallback},
    round::Round,
    source::{self, Source},
};
use heliast::{
    bundle::{Pin, Reader},
    verify::{Delays, Options, Verifier},
};
use std::{ffi::c_void, ptr};

/// A bundle begins with round 1, so that all of it is verified.
pub const HELIAST_FROM_GENESIS: u32 = 0;
/// A bundle may begin in the middle: what came before is taken on the word of the bundle's writer,
/// **who can make all of it up**.
pub const HELIAST_TRUSTING_START: u32 = 1;

/// Each delay by its round's own proof: the only way by which every byte of every round is checked.
pub const HELIAST_DELAYS_OWN: u32 = 0;
/// Delays by the proof of their epoch where the bundle has one that holds, and otherwise many in one
/// equation: faster, with an error of 2^-128.
pub const HELIAST_DELAYS_COMBINED: u32 = 1;

/// A bundle that is being read.
pub struct Bundle {
    /// Nothing once `heliast_bundle_verify` has read it.
    reader: Option<Reader<source::Bytes>>,
}

/// The contents of a bundle's header.
#[repr(C)]
pub struct BundleFacts {
    /// The first round.
    pub first: u64,
    /// The number of rounds. Anybody can cut rounds off at the end of a chain: the shorter chain is valid.
    pub count: u64,
    /// Whether the first round's seed and the keys announced before are taken on trust.
    pub is_trusted: bool,
}

/// The counts of verified rounds.
#[repr(C)]
pub struct Tally {
    /// Rounds that hold.
    pub rounds: u64,
    /// Those among them whose delays hold by the proof of their epoch.
    pub by_epochs: u64,
}

/// Reads the header of a bundle. `pin` is the id of the chain that is meant, 32 bytes from somewhere that is
/// trusted. `start` is `HELIAST_FROM_GENESIS` or `HELIAST_TRUSTING_START`. The source is used up.
///
/// `HELIAST_INVALID`: it is another chain's, or it begins after round 1 and was to be verified from there.
/// `HELIAST_MISUSE`: `pin` is not an id; `heliast_bundle_open_any_chain` asks for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_open(
    source: *mut Source,
    pin: *const u8,
    pin_len: usize,
    start: u32,
    bundle: *mut *mut Bundle,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (bundle, source) = (border.out(bundle)?, border.handle_mut(source)?);
            let pin = Pin::Chain(*border.array(pin, pin_len)?);
            bundle.give(opened(source, pin, start)?);
            Ok(())
        })
    }
}

/// Reads the header of a bundle of whatever chain: **anybody can make one**, so the caller has to look whose
/// it is (`heliast_bundle_chain`, `heliast_chain_describe`). Otherwise as `heliast_bundle_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_open_any_chain(
    source: *mut Source,
    start: u32,
    bundle: *mut *mut Bundle,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (bundle, source) = (border.out(bundle)?, border.handle_mut(source)?);
            bundle.give(opened(source, Pin::AnyChain, start)?);
            Ok(())
        })
    }
}

fn opened(source: &mut Source, pin: Pin, start: u32) -> Result<Bundle, Failure> {
    let open = match start {
        HELIAST_FROM_GENESIS => Reader::new,
        HELIAST_TRUSTING_START => Reader::trusting_start,
        _ => return Err(Failure::misuse(format!("there is no way to start with number {start}"))),
    };
    Ok(Bundle { reader: Some(open(source.take()?, pin)?) })
}

/// Reads the header of a bundle that continues from `tip` of `chain`, so that nothing is taken on
/// its word. The source is used up.
///
/// `HELIAST_INVALID`: it begins with another round, seed or history of keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_continue(
    source: *mut Source,
    chain: *const Chain,
    tip: *const Tip,
    bundle: *mut *mut Bundle,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (bundle, source) = (border.out(bundle)?, border.handle_mut(source)?);
            let (Chain(chain), Tip(tip)) = (border.handle(chain)?, border.handle(tip)?);
            bundle.give(Bundle { reader: Some(Reader::after(source.take()?, chain, tip)?) });
            Ok(())
        })
    }
}

/// Writes the contents of a bundle's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_describe(
    bundle: *const Bundle,
    facts: *mut BundleFacts,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (facts, reader) = (border.out(facts)?, border.handle(bundle)?.reader()?);
            let (first, count) = (reader.verified_from(), reader.count());
            facts.set(BundleFacts { first, count, is_trusted: reader.start().is_trusted() });
            Ok(())
        })
    }
}

/// The chain of a bundle, as a handle of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_chain(
    bundle: *const Bundle,
    chain: *mut *mut Chain,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(chain)?.give(Chain(border.handle(bundle)?.reader()?.chain().clone()));
            Ok(())
        })
    }
}

/// The tip after the rounds that were read; before the first, the tip that it builds on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_tip(
    bundle: *const Bundle,
    tip: *mut *mut Tip,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(tip)?.give(Tip(border.handle(bundle)?.reader()?.tip().clone()));
            Ok(())
        })
    }
}

/// The next round, verified by its own proof; null when all have been read and nothing follows.
///
/// After the first error nothing more is read: `HELIAST_MISUSE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_next(
    bundle: *mut Bundle,
    round: *mut *mut Round,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (round, bundle) = (border.out(round)?, border.handle_mut(bundle)?);
            match bundle.reader_mut()?.next_round()? {
                Some(next) => round.give(Round(next)),
                None => round.set(ptr::null_mut()),
            }
            Ok(())
        })
    }
}

/// The number of frames before the round that was read last that are neither rounds nor epoch
/// proofs: in a network's bundle they show that it agreed on the round (`heliast_finality_verify`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_frames(
    bundle: *const Bundle,
    count: *mut usize,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(count)?.set(border.handle(bundle)?.reader()?.frames().len());
            Ok(())
        })
    }
}

/// The frame with this index, from 0. It belongs to the bundle until the next round is read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_frame(
    bundle: *const Bundle,
    index: usize,
    frame: *mut View,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (frame, reader) = (border.out(frame)?, border.handle(bundle)?.reader()?);
            let none = || Failure::misuse(format!("there is no frame {index} before this round"));
            frame.set(reader.frames().get(index).ok_or_else(none)?[..].into());
            Ok(())
        })
    }
}

/// Verifies all rounds of a bundle that are still to be read, on so many threads (0: all cores), and gives
/// the tip after them. `delays` is `HELIAST_DELAYS_OWN` or `HELIAST_DELAYS_COMBINED`. The bundle is read
/// then, and left to be freed.
///
/// The error is about the first round that does not hold, with any number of threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_verify(
    bundle: *mut Bundle,
    delays: u32,
    threads: usize,
    progress: ProgressCallback,
    context: *mut c_void,
    tally: *mut Tally,
    tip: *mut *mut Tip,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, tip) = (border.out(tally)?, border.out(tip)?);
            let bundle = border.handle_mut(bundle)?;
            let delays = match delays {
                HELIAST_DELAYS_OWN => Delays::Own,
                HELIAST_DELAYS_COMBINED => Delays::Combined,
                _ => return Err(Failure::misuse(format!("there is no way to check delays number {delays}"))),
            };
            let reader = bundle.reader.take().ok_or_else(read_already)?;
            let options = match threads {
                0 => Options::default(),
                threads => Options { threads, ..Options::default() },
            };
            let (progress, count) = (Progress::new(progress, context), reader.count().max(1));
            let verifier = Verifier::of_bundle(reader, Options { delays, ..options });
            let reached = verifier.run(|tally| progress.told(tally.accepted as f64 / count as f64))?;
            place.set(Tally { rounds: reached.tally.accepted, by_epochs: reached.tally.by_epochs });
            tip.give(Tip(reached.tip));
            Ok(())
        })
    }
}

/// Frees a bundle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bundle_free(bundle: *mut Bundle) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(bundle) }
}

impl Bundle {
    fn reader(&self) -> Result<&Reader<source::Bytes>, Failure> {
        self.reader.as_ref().ok_or_else(read_already)
    }

    fn reader_mut(&mut self) -> Result<&mut Reader<source::Bytes>, Failure> {
        self.reader.as_mut().ok_or_else(read_already)
    }
}

fn read_already() -> Failure {
    Failure::misuse("the bundle has been read by heliast_bundle_verify; open it anew")
}
