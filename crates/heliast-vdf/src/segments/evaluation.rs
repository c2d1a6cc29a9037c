//! Evaluation of a delay in segments: one thread squares, the others prove the segments that are finished.

use super::{Cut, Invalid, SegmentedProof};
use crate::{
    eval::Evaluation,
    resume::ResumeError,
    state::SEGMENTED,
    statement::MAX_DELAY,
    suite::Suite,
    told::Told,
    wesolowski::{ProveError, prove},
};
use alloc::{sync::Arc, vec::Vec};
use heliast_group::{BulkGroup, Group};
use std::{sync::mpsc, thread};

const PROVEN: u8 = 0;
const UNPROVEN: u8 = 1;
/// The number of squarings between two calls of `progress`.
const PATIENCE: u64 = 1 << 12;

/// An evaluation of x^(2^t) in segments, in progress. It keeps the checkpoints of every segment that is not
/// proven yet. With the number of threads that was passed to [`Cut::plan`] these are rarely more than two
/// segments. On one thread these are all segments, since it proves when all squarings are done.
#[derive(Clone, Debug)]
pub struct SegmentedEvaluation<G: Group> {
    group: G,
    x: G::Elem,
    t: u64,
    cut: Cut,
    lengths: Vec<u64>,
    suite: Suite,
    /// The segments that have begun.
    segments: Vec<Segment<G>>,
}

#[derive(Clone, Debug)]
enum Segment<G: Group> {
    Proven { y: G::Elem, proof: G::Elem },
    Unproven(Arc<Evaluation<G>>),
}

/// The place of a segment, and the result of its proof.
type Proved<G> = (usize, Result<Segment<G>, ProveError>);

/// The channels to the thread that proves, for its tasks and its results.
struct Prover<G: Group> {
    finished: mpsc::Sender<(usize, Segment<G>)>,
    results: mpsc::Receiver<Proved<G>>,
}

impl<G: BulkGroup> SegmentedEvaluation<G> {
    /// Begins x^(2^t).
    ///
    /// # Errors
    /// [`Invalid::Delay`] and [`Invalid::Cut`].
    pub fn start(group: &G, x: G::Elem, t: u64, cut: Cut, suite: Suite) -> Result<Self, Invalid> {
        if !(1..MAX_DELAY).contains(&t) {
            return Err(Invalid::Delay(t));
        }
        let lengths = cut.lengths(t).ok_or(Invalid::Cut { t, count: cut.count })?;
        let first = Evaluation::begin(group, x.clone(), lengths[0]).map_err(|_| Invalid::Delay(t))?;
        let segments = alloc::vec![Segment::Unproven(Arc::new(first))];
        Ok(SegmentedEvaluation { group: group.clone(), x, t, cut, lengths, suite, segments })
    }

    /// Squares to the end and proves, on `threads` threads; (y, proof) does not depend on their number.
    /// `progress` receives the number of squarings done, now and then and from any thread, one call at a time
    /// and with ascending numbers; it returns false to stop. The work done by then is kept: the next run
    /// continues from there.
    ///
    /// # Errors
    /// [`ProveError::Interrupted`] and [`ProveError::NoPrime`].
    pub fn run(
        &mut self,
        threads: usize,
        progress: impl Fn(u64) -> bool + Sync,
    ) -> Result<(G::Elem, SegmentedProof<G::Elem>), ProveError> {
        self.run_watched(threads, progress, |_| ())
    }

    /// [`run`](Self::run) with a function `watch` that receives the state, to save it: after every few
    /// thousand squarings, and after the proofs that are made when all squarings are done. It is called on
    /// this thread, so squaring waits for it; proofs in progress continue.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run).
    pub fn run_watched(
        &mut self,
        threads: usize,
        progress: impl Fn(u64) -> bool + Sync,
        mut watch: impl FnMut(&Self),
    ) -> Result<(G::Elem, SegmentedProof<G::Elem>), ProveError> {
        let told = Told::from(self.done(), progress);
        let go_on = |squarings: u64| told.add(squarings);
        if !self.square_and_prove(threads.saturating_sub(1), &go_on, &mut watch)? {
            return Err(ProveError::Interrupted);
        }
        for index in 0..self.segments.len() {
            if self.segments[index].prove(self.suite, threads, &go_on)? {
                watch(self);
            }
        }
        self.result().ok_or(ProveError::Interrupted)
    }

    /// x.
    pub fn input(&self) -> &G::Elem {
        &self.x
    }

    /// The number of all squarings.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// The division of the delay into segments.
    pub fn cut(&self) -> Cut {
        self.cut
    }

    /// The suite of its proofs.
    pub fn suite(&self) -> Suite {
        self.suite
    }

    /// The number of squarings that are done.
    pub fn done(&self) -> u64 {
        let done = |(segment, length): (&Segment<G>, &u64)| match segment {
            Segment::Proven { .. } => *length,
            Segment::Unproven(evaluation) => evaluation.done(),
        };
        self.segments.iter().zip(&self.lengths).map(done).sum()
    }

    /// Squares all remaining segments, while `spare` other threads prove those that are finished. Returns
    /// true if it was not stopped.
    fn square_and_prove(
        &mut self,
        spare: usize,
        go_on: &(impl Fn(u64) -> bool + Sync),
        watch: &mut impl FnMut(&Self),
    ) -> Result<bool, ProveError> {
        if spare == 0 {
            return self.square(None, go_on, watch);
        }
        let suite = self.suite;
        thread::scope(|scope| {
            let (finished, queue) = mpsc::channel::<(usize, Segment<G>)>();
            let (proven, results) = mpsc::channel();
            let thread = scope.spawn(move || {
                for (index, mut segment) in queue {
                    let result = segment.prove(suite, spare, go_on).map(|_| segment);
                    // A failed evaluation no longer receives results.
                    let _ = proven.send((index, result));
                }
            });
            let prover = Prover { finished, results };
            let on = self.square(Some(&prover), go_on, watch);
            let Prover { finished, results } = prover;
            drop(finished);
            let rest = results.into_iter().try_for_each(|result| self.take_proof(result));
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            rest.and(on)
        })
    }

    /// Squares to the end of the last segment. Meanwhile it passes every other segment that is finished and
    /// not proven to the prover, and receives the proven ones. Returns false if it was stopped.
    fn square(
        &mut self,
        prover: Option<&Prover<G>>,
        go_on: &impl Fn(u64) -> bool,
        watch: &mut impl FnMut(&Self),
    ) -> Result<bool, ProveError> {
        for index in 0..self.lengths.len() {
            while let Segment::Unproven(evaluation) = &mut self.segments[index] {
                // An evaluation that is not finished is not shared.
                let evaluation = Arc::make_mut(evaluation);
                let before = evaluation.done();
                let ended = evaluation.advance(PATIENCE);
                if !go_on(evaluation.done() - before) {
                    return Ok(false);
                }
                for result in prover.iter().flat_map(|prover| prover.results.try_iter()) {
                    self.take_proof(result)?;
                }
                watch(self);
                if ended {
                    break;
                }
            }
            let Some(length) = self.lengths.get(index + 1) else { break };
            let segment = &self.segments[index];
            if let (Segment::Unproven(_), Some(prover)) = (segment, prover) {
                // The prover closes its channel only when it panics; joining it then reports the panic.
                let _ = prover.finished.send((index, segment.clone()));
            }
            if self.segments.len() == index + 1 {
                let Some(Ok(next)) =
                    self.segments[index].output().map(|y| Evaluation::begin(&self.group, y.clone(), *length))
                else {
                    return Ok(false);
                };
                self.segments.push(Segment::Unproven(Arc::new(next)));
            }
        }
        Ok(true)
    }

    /// A segment that is proven takes the place of its checkpoints.
    fn take_proof(&mut self, (index, result): Proved<G>) -> Result<(), ProveError> {
        match result {
            Ok(segment) => self.segments[index] = segment,
            Err(ProveError::Interrupted) => (),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// (y, proof), if all segments are proven.
    fn result(&self) -> Option<(G::Elem, SegmentedProof<G::Elem>)> {
        let (mut outputs, mut proofs) = (Vec::new(), Vec::new());
        for segment in &self.segments {
            let Segment::Proven { y, proof } = segment else { return None };
            outputs.push(y.clone());
            proofs.push(proof.clone());
        }
        let y = outputs.pop()?;
        (proofs.len() == self.lengths.len()).then_some((y, SegmentedProof { cut: self.cut, outputs, proofs }))
    }

    /// Evaluates the last segment again, so that it is finished and not proven.
    #[cfg(test)]
    pub(super) fn forget_last_proof(&mut self) {
        self.segments.pop();
        let input = self.segments.last().and_then(Segment::output).unwrap_or(&self.x).clone();
        let length = self.lengths[self.segments.len()];
        let mut evaluation = Evaluation::begin(&self.group, input, length).unwrap();
        evaluation.advance(length);
        self.segments.push(Segment::Unproven(Arc::new(evaluation)));
    }

    /// The state as bytes, `spec/segments.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = SEGMENTED.begin(self.group.id());
        bytes.extend(self.suite.encode());
        bytes.extend(self.t.to_be_bytes());
        bytes.extend([self.cut.count, self.cut.shift, self.segments.len() as u8]);
        bytes.extend(self.group.encode(&self.x));
        for segment in &self.segments {
            match segment {
                Segment::Proven { y, proof } => {
                    bytes.push(PROVEN);
                    bytes.extend(self.group.encode(y));
                    bytes.extend(self.group.encode(proof));
                }
                Segment::Unproven(evaluation) => {
                    let evaluation = evaluation.to_bytes();
                    bytes.push(UNPROVEN);
                    bytes.extend((evaluation.len() as u64).to_be_bytes());
                    bytes.extend(evaluation);
                }
            }
        }
        SEGMENTED.seal(bytes)
    }

    /// Continues where [`SegmentedEvaluation::to_bytes`] stopped. Damage is found. Forgery is not found, but
    /// it only leads to proofs that do not verify.
    pub fn from_bytes(group: &G, bytes: &[u8]) -> Result<Self, ResumeError> {
        let malformed = || ResumeError::Format;
        let rest = SEGMENTED.open(group.id(), bytes)?;
        let (&suite, rest) = rest.split_first_chunk::<4>().ok_or_else(malformed)?;
        let (&t, rest) = rest.split_first_chunk::<8>().ok_or_else(malformed)?;
        let (&[count, shift, begun], rest) = rest.split_first_chunk().ok_or_else(malformed)?;
        let (x, mut rest) = rest.split_at_checked(group.encoded_len()).ok_or_else(malformed)?;
        let suite = Suite::decode(suite).ok_or_else(malformed)?;
        let cut = Cut::new(count, shift).ok_or_else(malformed)?;
        let mut evaluation =
            SegmentedEvaluation::start(group, group.decode(x)?, u64::from_be_bytes(t), cut, suite)
                .map_err(|_| ResumeError::Format)?;
        if !(1..=count).contains(&begun) {
            return Err(ResumeError::Format);
        }
        evaluation.segments.clear();
        let mut input = evaluation.x.clone();
        for index in 0..usize::from(begun) {
            let (segment, after) = Segment::split_first(group, rest)?;
            rest = after;
            let next = segment.output().cloned();
            let last = index + 1 == usize::from(begun);
            if !segment.follows(group, &input, evaluation.lengths[index]) || (next.is_none() && !last) {
                return Err(ResumeError::Format);
            }
            evaluation.segments.push(segment);
            input = next.unwrap_or(input);
        }
        if rest.is_empty() { Ok(evaluation) } else { Err(ResumeError::Format) }
    }
}

impl<G: BulkGroup> Segment<G> {
    /// The segment's y, once it is reached.
    fn output(&self) -> Option<&G::Elem> {
        match self {
            Segment::Proven { y, .. } => Some(y),
            Segment::Unproven(evaluation) => evaluation.output(),
        }
    }

    /// Proves the segment if it is finished and not proven. Returns true if it was.
    fn prove(
        &mut self,
        suite: Suite,
        threads: usize,
        go_on: &(impl Fn(u64) -> bool + Sync),
    ) -> Result<bool, ProveError> {
        match self {
            Segment::Unproven(evaluation) if evaluation.output().is_some() => {
                let (y, proof) = prove(evaluation, suite, threads, |_| go_on(0))?;
                *self = Segment::Proven { y, proof };
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether it can be the segment of this input and length.
    fn follows(&self, group: &G, input: &G::Elem, length: u64) -> bool {
        match self {
            Segment::Proven { .. } => true,
            Segment::Unproven(evaluation) => {
                evaluation.t() == length && group.equal(evaluation.input(), input)
            }
        }
    }

    /// The segment at the beginning of `bytes`, and the bytes after it.
    fn split_first<'a>(group: &G, bytes: &'a [u8]) -> Result<(Self, &'a [u8]), ResumeError> {
        let (kind, rest) = bytes.split_first().ok_or(ResumeError::Format)?;
        match *kind {
            PROVEN => {
                let (y, rest) = rest.split_at_checked(group.encoded_len()).ok_or(ResumeError::Format)?;
                let (proof, rest) = rest.split_at_checked(group.encoded_len()).ok_or(ResumeError::Format)?;
                Ok((Segment::Proven { y: group.decode(y)?, proof: group.decode(proof)? }, rest))
            }
            UNPROVEN => {
                let (len, rest) = rest.split_first_chunk().ok_or(ResumeError::Format)?;
                let len = usize::try_from(u64::from_be_bytes(*len)).map_err(|_| ResumeError::Format)?;
                let (evaluation, rest) = rest.split_at_checked(len).ok_or(ResumeError::Format)?;
                Ok((Segment::Unproven(Arc::new(Evaluation::from_bytes(group, evaluation)?)), rest))
            }
            _ => Err(ResumeError::Format),
        }
    }
}
