//! Many proof files at once.

use super::{Form, OpenError, ProofFile};
use crate::{
    claim::{Claim, CompactClaim},
    many::{FalseClaims, recover_many, verify_many},
    statement::Statement,
    suite::Suite,
};
use alloc::{collections::BTreeMap, vec::Vec};
use heliast_arith::Natural;
use heliast_group::BulkGroup;

/// The claims of the files with the same suite, each with its file's place.
struct Claims<E> {
    suite: Suite,
    outputs: Vec<(usize, Claim<E>)>,
    compact: Vec<(usize, CompactClaim<E>)>,
}

impl ProofFile {
    /// Returns the result of [`ProofFile::open`] for each file. Wesolowski's proofs are verified together:
    /// see [`verify_many`].
    pub fn open_many<G: BulkGroup>(
        group: &G,
        files: &[ProofFile],
        threads: usize,
    ) -> Vec<Result<Statement<G::Elem>, OpenError>> {
        let mut results = BTreeMap::new();
        let mut suites = BTreeMap::new();
        for (place, file) in files.iter().enumerate() {
            let claims: &mut Claims<_> = suites.entry(file.suite.encode()).or_insert_with(|| Claims {
                suite: file.suite,
                outputs: Vec::new(),
                compact: Vec::new(),
            });
            if let Some(result) = claims.add(group, (place, file), threads).transpose() {
                results.insert(place, result);
            }
        }
        for claims in suites.into_values() {
            results.extend(claims.verify(group, threads));
        }
        results.into_values().collect()
    }
}

impl<E> Claims<E> {
    /// Keeps Wesolowski's proofs for later, and returns the results of the others.
    fn add<G: BulkGroup<Elem = E>>(
        &mut self,
        group: &G,
        (place, file): (usize, &ProofFile),
        threads: usize,
    ) -> Result<Option<Statement<E>>, OpenError> {
        if file.group_id != group.id() {
            return Err(OpenError::OtherGroup);
        }
        let element =
            |field, bytes: &[u8]| group.decode(bytes).map_err(|reason| OpenError::Element { field, reason });
        let (x, t, hint) = (element("x", &file.x)?, file.t, file.hint);
        match &file.form {
            Form::Output { y, proof } => {
                let statement = Statement { x, y: element("y", y)?, t };
                self.outputs.push((place, Claim { statement, proof: element("pi", proof)?, hint }));
            }
            Form::Compact { proof, prime } => {
                let (proof, prime) = (element("pi", proof)?, Natural::from_be_bytes(prime));
                self.compact.push((place, CompactClaim { x, t, proof, prime, hint }));
            }
            Form::Pietrzak { .. } | Form::Segmented { .. } => return file.open_on(group, threads).map(Some),
        }
        Ok(None)
    }

    fn verify<G: BulkGroup<Elem = E>>(
        self,
        group: &G,
        threads: usize,
    ) -> impl Iterator<Item = (usize, Result<Statement<E>, OpenError>)> {
        let Claims { suite, outputs, compact } = self;
        let (places, claims): (Vec<_>, Vec<_>) = outputs.into_iter().unzip();
        let mut refused: BTreeMap<_, _> = match verify_many(group, &claims, suite, threads) {
            Ok(()) => BTreeMap::new(),
            Err(FalseClaims(refused)) => refused.into_iter().collect(),
        };
        let outputs = places.into_iter().zip(claims).enumerate().map(move |(index, (place, claim))| {
            let reason = refused.remove(&index);
            (place, reason.map_or(Ok(claim.statement), |reason| Err(reason.into())))
        });

        let (places, claims): (Vec<_>, Vec<_>) = compact.into_iter().unzip();
        let recovered = recover_many(group, &claims, suite, threads);
        let compact = places.into_iter().zip(claims).zip(recovered).map(|((place, claim), y)| {
            let CompactClaim { x, t, .. } = claim;
            (place, y.map(|y| Statement { x, y, t }).map_err(OpenError::from))
        });
        outputs.chain(compact)
    }
}
