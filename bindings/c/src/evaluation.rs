//! Delays under way.

use crate::{
    border::enter,
    bytes::Bytes,
    error::{Error, Failure, Status},
    free::free,
    group::Group,
    progress::{Progress, ProgressCallback},
    suite::Suite,
};
use heliast::{AnyGroup, Group as _};
use std::{
    ffi::c_void,
    thread,
    time::{Duration, Instant},
};

/// The time of squaring between two questions whether to stop.
const STEP: Duration = Duration::from_millis(50);
/// More threads than this are not started.
const MAX_THREADS: usize = 1024;

/// An evaluation of x^(2^t), which takes its time on any machine.
pub struct Evaluation(heliast::Evaluation<AnyGroup>);

/// Begins an evaluation of `t` squarings, from 1 to 2^48 - 1, of an element x that `heliast_group_hash` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_start(
    group: *const Group,
    x: *const u8,
    x_len: usize,
    t: u64,
    evaluation: *mut *mut Evaluation,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (evaluation, group) = (border.out(evaluation)?, border.handle(group)?);
            let x = group.element("x", border.bytes(x, x_len)?)?;
            let started = heliast::Evaluation::start(&group.0, x, t).map_err(Failure::misuse)?;
            evaluation.give(Evaluation(started));
            Ok(())
        })
    }
}

/// Goes on from a checkpoint of the same group. Damage is found; forgery is not, and only makes proofs that
/// nobody accepts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_resume(
    group: *const Group,
    checkpoint: *const u8,
    checkpoint_len: usize,
    evaluation: *mut *mut Evaluation,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (evaluation, Group(group)) = (border.out(evaluation)?, border.handle(group)?);
            let checkpoint = border.bytes(checkpoint, checkpoint_len)?;
            evaluation.give(Evaluation(heliast::Evaluation::from_bytes(group, checkpoint)?));
            Ok(())
        })
    }
}

/// All that was done so far, for `heliast_evaluation_resume`: at most 65,538 elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_checkpoint(
    evaluation: *const Evaluation,
    checkpoint: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(checkpoint)?.give_bytes(border.handle(evaluation)?.0.to_bytes());
            Ok(())
        })
    }
}

/// Squares to the end, and tells about every 50 ms how much is done. Where the callback asks to stop, the
/// answer is `HELIAST_STOPPED`, and the evaluation can go on or make a checkpoint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_run(
    evaluation: *mut Evaluation,
    progress: ProgressCallback,
    context: *mut c_void,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let Evaluation(evaluation) = border.handle_mut(evaluation)?;
            run(evaluation, &Progress::new(progress, context))
        })
    }
}

/// Squares at most so many times more, and says how many squarings are done and how many there are in all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_advance(
    evaluation: *mut Evaluation,
    squarings: u64,
    done: *mut u64,
    t: *mut u64,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (done, t) = (border.optional_out(done)?, border.optional_out(t)?);
            let Evaluation(evaluation) = border.handle_mut(evaluation)?;
            evaluation.advance(squarings);
            if let Some(done) = done {
                done.set(evaluation.done());
            }
            if let Some(t) = t {
                t.set(evaluation.t());
            }
            Ok(())
        })
    }
}

/// y, and Wesolowski's proof of it, of an evaluation that is finished; on so many threads (0: all cores).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_prove(
    evaluation: *const Evaluation,
    suite: Suite,
    threads: usize,
    progress: ProgressCallback,
    context: *mut c_void,
    y: *mut Bytes,
    proof: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (y, proof) = (border.out(y)?, border.out(proof)?);
            let (Evaluation(evaluation), suite) = (border.handle(evaluation)?, suite.known()?);
            let progress = Progress::new(progress, context);
            let proved =
                heliast::prove(evaluation, suite, self::threads(threads), |done| progress.told(done))?;
            let encode = |element| evaluation.group().encode(element);
            y.give_bytes(encode(&proved.0));
            proof.give_bytes(encode(&proved.1));
            Ok(())
        })
    }
}

/// Frees an evaluation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_evaluation_free(evaluation: *mut Evaluation) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(evaluation) }
}

fn run(evaluation: &mut heliast::Evaluation<AnyGroup>, progress: &Progress) -> Result<(), Failure> {
    let mut chunk = 1_000;
    loop {
        let began = Instant::now();
        let is_finished = evaluation.advance(chunk);
        let goes_on = progress.told(evaluation.done() as f64 / evaluation.t() as f64);
        if is_finished {
            return Ok(());
        }
        if !goes_on {
            return Err(Failure::stopped());
        }
        let fitting = chunk as f64 * STEP.as_secs_f64() / began.elapsed().as_secs_f64().max(1e-9);
        chunk = (fitting as u64).clamp(chunk / 2, chunk.saturating_mul(2)).max(1);
    }
}

/// As many threads as the caller asked for; 0: one for each core.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, usize::from),
        asked => asked.min(MAX_THREADS),
    }
}
