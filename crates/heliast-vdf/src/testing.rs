//! A group for the tests whose behaviour can be set and watched.

use alloc::{sync::Arc, vec::Vec};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use heliast_arith::{Natural, Residue};
use heliast_group::{BulkGroup, Group, Malformed, RsaGroup, multiexp};

/// An RSA group that counts the elements that exist, and that returns only the first products of a list.
#[derive(Clone)]
pub struct Watched {
    group: RsaGroup,
    alive: Arc<AtomicUsize>,
    answers: usize,
}

/// An element, which is counted as long as it lives.
#[derive(Debug)]
pub struct Elem {
    residue: Residue,
    alive: Arc<AtomicUsize>,
}

impl Watched {
    pub fn new(group: RsaGroup) -> Watched {
        Watched { group, alive: Arc::default(), answers: usize::MAX }
    }

    /// The group with at most this many answers for any list of products.
    pub fn answering(self, answers: usize) -> Watched {
        Watched { answers, ..self }
    }

    /// The number of elements that exist.
    pub fn alive(&self) -> usize {
        self.alive.load(Relaxed)
    }

    pub fn wrap(&self, residue: Residue) -> Elem {
        self.alive.fetch_add(1, Relaxed);
        Elem { residue, alive: self.alive.clone() }
    }
}

impl Clone for Elem {
    fn clone(&self) -> Elem {
        self.alive.fetch_add(1, Relaxed);
        Elem { residue: self.residue.clone(), alive: self.alive.clone() }
    }
}

impl Drop for Elem {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, Relaxed);
    }
}

impl Group for Watched {
    type Elem = Elem;

    fn id(&self) -> [u8; 32] {
        self.group.id()
    }

    fn identity(&self) -> Elem {
        self.wrap(self.group.identity())
    }

    fn equal(&self, a: &Elem, b: &Elem) -> bool {
        self.group.equal(&a.residue, &b.residue)
    }

    fn mul_assign(&self, a: &mut Elem, b: &Elem) {
        self.group.mul_assign(&mut a.residue, &b.residue);
    }

    fn square_n(&self, a: &mut Elem, n: u64) {
        self.group.square_n(&mut a.residue, n);
    }

    fn hash(&self, dst: &str, msg: &[u8]) -> Elem {
        self.wrap(self.group.hash(dst, msg))
    }

    fn encoded_len(&self) -> usize {
        self.group.encoded_len()
    }

    fn encode(&self, a: &Elem) -> Vec<u8> {
        self.group.encode(&a.residue)
    }

    fn decode(&self, bytes: &[u8]) -> Result<Elem, Malformed> {
        Ok(self.wrap(self.group.decode(bytes)?))
    }

    fn check_units(&self, elems: &[&Elem]) -> Result<(), Malformed> {
        self.group.check_units(&elems.iter().map(|elem| &elem.residue).collect::<Vec<_>>())
    }
}

impl BulkGroup for Watched {
    fn multiexp_many(&self, problems: &[&[(&Elem, &Natural)]]) -> Vec<Elem> {
        problems.iter().take(self.answers).map(|powers| multiexp(self, powers)).collect()
    }
}
