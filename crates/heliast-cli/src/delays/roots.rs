//! Proofs of chains of roots: how they are checked, written and described (`spec/roots.md`).

use super::{WRONG_HINT, written};
use crate::{
    failure::{Code, Failure},
    files::OutArgs,
    report::Report,
    reports::{Bits, Digest, Hex, Proof, System},
};
use heliast::RootField;
use heliast_vdf::{
    Work,
    roots::{ProofFile, Statement},
};
use std::thread::available_parallelism;

/// Random coins, so that the maker of a proof can't know in which order its segments are checked.
pub fn coins() -> Result<[u8; 32], Failure> {
    let mut coins = [0; 32];
    getrandom::fill(&mut coins).map_err(|error| Failure::new(Code::Internal, error))?;
    Ok(coins)
}

/// The work of a verification on all cores. `progress` gets the number of steps that were taken back.
pub fn work<F: Fn(u64) -> bool + Sync>(progress: F) -> Work<F> {
    Work { threads: available_parallelism().map_or(1, usize::from), progress }
}

/// Checks the proof first (a checkpoint can be wrong), then writes and reports it.
pub fn write(field: &RootField, file: &ProofFile, out: &OutArgs) -> Result<Report, Failure> {
    let statement = file.open(field, &coins()?, work(|_| true)).map_err(|error| {
        Failure::from(error).about("the proof does not hold and was not written").hint(WRONG_HINT)
    })?;
    written(&file.to_bytes(), describe(field, file, &statement), "roots", out)
}

/// The description of a proof in reports.
pub fn describe(field: &RootField, file: &ProofFile, statement: &Statement) -> Proof {
    Proof {
        t: statement.t,
        x: Hex::of(field.encode(&statement.x)),
        y: Hex::of(field.encode(&statement.y)),
        system: System::Roots { segments: file.segments(), counter: file.counter() },
        mode: None,
        hash: None,
        prime_bits: None,
        group: Digest::of(&field.id()),
        bits: Bits::of_field(field),
        prime_hint: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_vdf::roots::Evaluation;

    /// A proof that fails its check is not written.
    #[test]
    fn a_false_proof_is_not_written() {
        let dir = tempfile::tempdir().unwrap();
        let field = RootField::built_in(1024).unwrap();
        let mut evaluation = Evaluation::start(&field, field.hash(b"m"), 6, 3).unwrap();
        evaluation.advance(6, 1);
        let (statement, proof) = evaluation.finish().unwrap();
        let out = crate::testing::out(dir.path().join("proof"));
        let (x, y) = (&statement.x, &statement.y);
        for (x, y, t) in [(x, x, 6), (x, y, 7), (y, y, 6)] {
            let changed = Statement { x: x.clone(), y: y.clone(), t };
            let failure = write(&field, &ProofFile::new(&field, &changed, &proof), &out).unwrap_err();
            let said = "the proof does not hold and was not written: ";
            assert!(failure.to_string().starts_with(said), "{failure}");
            assert_eq!((failure.code(), failure.hint_text()), (Code::Invalid, WRONG_HINT));
            assert!(!out.out.exists());
        }
        let report = write(&field, &ProofFile::new(&field, &statement, &proof), &out).unwrap();
        assert!(report.lines().starts_with("proof of 6 roots, "), "{}", report.lines());
        assert!(out.out.exists());
    }
}
