//! The known beginning of a chain, for a verifier that receives many claims about its end.
//!
//! y_1, y_2, ... of a chain are the same in all true proofs with the same number of segments. So a claim that
//! differs from the known ends is false, and costs nothing. For other claims the first unknown segment is
//! checked. If it is false, the claim is false. If it is true, its end is known from then on.
//!
//! A sender of n false claims makes a verifier take back n segments. A false claim with a true beginning, for
//! which somebody has to evaluate the chain so far, may pass. But the verifier learns a segment from each
//! such claim, so they are fewer than the segments. In comparison, a claim with one false segment costs half
//! of the chain if it is checked as a whole in random order.

use super::{
    Proof,
    cut::{BadCut, Cut},
};
use alloc::{vec, vec::Vec};
use heliast_group::{RootElement, RootField};

/// x, and the ends of the first segments of a chain that are known to be true.
#[derive(Clone, Debug)]
pub struct Prefix {
    field: RootField,
    cut: Cut,
    /// x, y_1, ..., y_k.
    known: Vec<RootElement>,
}

impl Prefix {
    /// A chain of t steps from x in this number of segments, of which only x is known.
    ///
    /// # Errors
    /// [`BadCut`].
    pub fn new(field: &RootField, x: RootElement, t: u64, segments: u16) -> Result<Prefix, BadCut> {
        Ok(Prefix { field: field.clone(), cut: Cut::new(t, segments)?, known: vec![x] })
    }

    /// x.
    pub fn input(&self) -> &RootElement {
        &self.known[0]
    }

    /// The number of segments that are known.
    pub fn segments(&self) -> usize {
        self.known.len() - 1
    }

    /// Whether a claim agrees with the known ends and its next segment is true. The end of that segment is
    /// known from then on. If the result is false, so is the claim.
    ///
    /// Cost: t/s squarings. There are no squarings if the claim differs from the known ends, or if all
    /// segments are known.
    pub fn admits(&mut self, y: &RootElement, proof: &Proof) -> bool {
        if proof.segments() != self.cut.segments() {
            return false;
        }
        let mut ends = proof.ends().iter().chain([y]);
        if !self.known[1..].iter().all(|known| ends.next() == Some(known)) {
            return false;
        }
        let (Some(end), Some(steps)) = (ends.next(), self.cut.lengths().nth(self.segments())) else {
            return true;
        };
        let holds = self.field.contains(end)
            && self.known.last().is_some_and(|start| self.field.steps_back(end, steps) == *start);
        if holds {
            self.known.push(end.clone());
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roots::{Evaluation, Statement};
    use heliast_arith::Natural;

    const T: u64 = 23;
    const SEGMENTS: u16 = 5;

    fn proven(field: &RootField) -> (Statement, Proof) {
        let mut evaluation = Evaluation::start(field, field.hash(b"prefix"), T, SEGMENTS).unwrap();
        evaluation.advance(T, 1);
        evaluation.finish().unwrap()
    }

    fn prefix(field: &RootField, statement: &Statement) -> Prefix {
        Prefix::new(field, statement.x.clone(), T, SEGMENTS).unwrap()
    }

    /// The claim with another element at the end of one segment, from 1.
    fn changed(field: &RootField, (y, proof): (&RootElement, &Proof), at: usize) -> (RootElement, Proof) {
        let mut ends = [proof.ends(), std::slice::from_ref(y)].concat();
        let negative = field.prime().sub(ends[at - 1].natural()).unwrap();
        ends[at - 1] = field.element(negative).unwrap();
        (ends.pop().unwrap(), Proof::new(ends))
    }

    #[test]
    fn a_true_claim_is_learnt_segment_by_segment_and_then_costs_nothing() {
        let field = RootField::unchecked(&Natural::from(2027u64));
        let (statement, proof) = proven(&field);
        let mut known = prefix(&field, &statement);
        for count in [1, 2, 3, 4, 5, 5, 5] {
            assert!(known.admits(&statement.y, &proof));
            assert_eq!(known.segments(), count);
        }
        assert_eq!(*known.input(), statement.x);
        for end in 1..=usize::from(SEGMENTS) {
            let (y, proof) = changed(&field, (&statement.y, &proof), end);
            assert!(!known.admits(&y, &proof), "end {end}");
        }
    }

    /// The worst claims, which are true except for one segment, for each segment and each number of known
    /// ends.
    #[test]
    fn a_false_segment_passes_as_often_as_it_comes_after_what_is_known() {
        let field = RootField::built_in(1024).unwrap();
        let (statement, proof) = proven(&field);
        for end in 1..=usize::from(SEGMENTS) {
            let (y, false_one) = changed(&field, (&statement.y, &proof), end);
            let mut known = prefix(&field, &statement);
            let passed = (0..20).filter(|_| known.admits(&y, &false_one)).count();
            assert_eq!((passed, known.segments()), (end - 1, end - 1), "the end {end} is false");
            assert!(known.admits(&statement.y, &proof) && known.segments() == end);
        }
    }

    #[test]
    fn claims_in_other_segments_or_of_another_field_are_refused() {
        let field = RootField::built_in(1024).unwrap();
        let (statement, proof) = proven(&field);
        let mut known = prefix(&field, &statement);
        for other in [&proof.ends()[..3], &[]] {
            assert!(!known.admits(&statement.y, &Proof::new(other.to_vec())));
        }
        let long = RootField::built_in(2048).unwrap().element(field.prime().mul(&Natural::from(3u64)));
        let mut ends = proof.ends().to_vec();
        // An element above p, which leads back to the same element as the true one.
        let sum = long.as_ref().unwrap().natural().add(ends[0].natural());
        ends[0] = RootField::built_in(2048).unwrap().element(sum).unwrap();
        assert!(!known.admits(&statement.y, &Proof::new(ends)));
        assert_eq!(known.segments(), 0);
        assert_eq!(
            Prefix::new(&field, statement.x, T, 24).err(),
            Some(BadCut::Segments { t: T, segments: 24 })
        );
    }
}
