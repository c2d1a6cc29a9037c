//! The delay itself: t squarings. Checkpoints make its proof cheap and allow it to be resumed.

use crate::{digits::spacing, resume::ResumeError, state::WHOLE, statement::MAX_DELAY};
use alloc::vec::Vec;
use heliast_group::Group;

/// An evaluation of x^(2^t) in progress. It keeps x^(2^(i·spacing)) for i = 0, 1, ...: at most 65,536
/// elements.
#[derive(Clone, Debug)]
pub struct Evaluation<G: Group> {
    group: G,
    t: u64,
    /// The number of squarings from one checkpoint to the next.
    spacing: u64,
    done: u64,
    current: G::Elem,
    checkpoints: Vec<G::Elem>,
}

impl<G: Group> Evaluation<G> {
    /// Begins x^(2^t).
    ///
    /// # Errors
    /// [`ResumeError::Delay`], and [`ResumeError::TrivialInput`] if x is the identity: no verifier accepts
    /// its delay.
    pub fn start(group: &G, x: G::Elem, t: u64) -> Result<Self, ResumeError> {
        if group.equal(&x, &group.identity()) {
            return Err(ResumeError::TrivialInput);
        }
        Evaluation::begin(group, x, t)
    }

    /// [`Evaluation::start`] for any x: a later segment of a delay in a small group may begin at the
    /// identity.
    pub(crate) fn begin(group: &G, x: G::Elem, t: u64) -> Result<Self, ResumeError> {
        if !(1..MAX_DELAY).contains(&t) {
            return Err(ResumeError::Delay(t));
        }
        Ok(Evaluation {
            group: group.clone(),
            t,
            spacing: spacing(t),
            done: 0,
            current: x.clone(),
            checkpoints: alloc::vec![x],
        })
    }

    /// Squares at most `squarings` times more. Returns true when t is reached.
    pub fn advance(&mut self, squarings: u64) -> bool {
        let target = self.done.saturating_add(squarings).min(self.t);
        while self.done < target {
            let spacing = self.spacing;
            let step = (target - self.done).min(spacing - self.done % spacing);
            self.group.square_n(&mut self.current, step);
            self.done += step;
            if self.done.is_multiple_of(spacing) && self.done < self.t {
                self.checkpoints.push(self.current.clone());
            }
        }
        self.done == self.t
    }

    /// x.
    pub fn input(&self) -> &G::Elem {
        &self.checkpoints[0]
    }

    /// x^(2^t), once it is reached.
    pub fn output(&self) -> Option<&G::Elem> {
        (self.done == self.t).then_some(&self.current)
    }

    /// The number of squarings that are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The number of all squarings.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// The group.
    pub fn group(&self) -> &G {
        &self.group
    }

    pub(crate) fn spacing(&self) -> u64 {
        self.spacing
    }

    pub(crate) fn checkpoints(&self) -> &[G::Elem] {
        &self.checkpoints
    }

    /// The checkpoint file of `spec/wesolowski.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let len = self.group.encoded_len();
        let mut bytes = WHOLE.begin(self.group.id());
        bytes.reserve(128 + (self.checkpoints.len() + 2) * len);
        for field in [self.t, self.done, self.spacing] {
            bytes.extend_from_slice(&field.to_be_bytes());
        }
        bytes.extend_from_slice(&(len as u32).to_be_bytes());
        bytes.extend_from_slice(&self.group.encode(self.input()));
        bytes.extend_from_slice(&(self.checkpoints.len() as u32).to_be_bytes());
        for elem in self.checkpoints.iter().chain([&self.current]) {
            bytes.extend_from_slice(&self.group.encode(elem));
        }
        WHOLE.seal(bytes)
    }

    /// Continues where [`Evaluation::to_bytes`] stopped. Damage is found. Forgery is not found, but it only
    /// leads to proofs that do not verify.
    pub fn from_bytes(group: &G, bytes: &[u8]) -> Result<Self, ResumeError> {
        let rest = WHOLE.open(group.id(), bytes)?;
        let (t, rest) = u64_field(rest)?;
        let (done, rest) = u64_field(rest)?;
        let (found_spacing, rest) = u64_field(rest)?;
        let (len, rest) = u32_field(rest)?;
        if !(1..MAX_DELAY).contains(&t) {
            return Err(ResumeError::Delay(t));
        }
        if done > t {
            return Err(ResumeError::Format);
        }
        let count = (1 + done / spacing(t)).min(t.div_ceil(spacing(t)));
        let consistent = found_spacing == spacing(t) && len as usize == group.encoded_len();
        let (x, rest) = rest.split_at_checked(group.encoded_len()).ok_or(ResumeError::Format)?;
        let (n, rest) = u32_field(rest)?;
        if !consistent
            || u64::from(n) != count
            || rest.len() as u64 != (count + 1) * group.encoded_len() as u64
        {
            return Err(ResumeError::Format);
        }
        let elems = rest.chunks_exact(group.encoded_len()).map(|chunk| group.decode(chunk));
        let mut checkpoints = elems.collect::<Result<Vec<_>, _>>()?;
        let (Some(current), Some(first)) = (checkpoints.pop(), checkpoints.first()) else {
            return Err(ResumeError::Format);
        };
        if group.encode(first) != x {
            return Err(ResumeError::Format);
        }
        Ok(Evaluation { group: group.clone(), t, spacing: spacing(t), done, current, checkpoints })
    }
}

fn u64_field(bytes: &[u8]) -> Result<(u64, &[u8]), ResumeError> {
    let (field, rest) = bytes.split_first_chunk().ok_or(ResumeError::Format)?;
    Ok((u64::from_be_bytes(*field), rest))
}

fn u32_field(bytes: &[u8]) -> Result<(u32, &[u8]), ResumeError> {
    let (field, rest) = bytes.split_first_chunk().ok_or(ResumeError::Format)?;
    Ok((u32::from_be_bytes(*field), rest))
}
