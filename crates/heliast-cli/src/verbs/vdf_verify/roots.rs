//! Proofs of chains of roots (`spec/roots.md`).

use super::{Args, Asked, report};
use crate::{
    delays::roots::{coins, describe, work},
    failure::{Code, Failure, GROUP_HINT},
    files,
    groups::NamedField,
    inputs::Given,
    report::Report,
    reports::NamedProof,
    ui::Ui,
};
use heliast_vdf::roots::{OpenError, ProofFile, Statement};
use indicatif::ProgressBar;
use std::{path::Path, time::Instant};

/// The longest proof file, in bytes: 257 elements of 3072 bits, and the header.
const MAX_FILE: u64 = 100 << 10;
/// The beginnings of proof files: of roots, and of squarings.
const ROOTS: &[u8] = b"HLRP\x01";
const SQUARINGS: &[u8] = b"HLVP\x01";

/// The statement that the proofs must be about, as far as it was given.
struct Expected<'a> {
    field: &'a NamedField,
    given: Option<Given>,
    t: Option<u64>,
}

/// Refuses the proof of a chain of roots if squarings are expected.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), Failure> {
    if !bytes.starts_with(ROOTS) {
        return Ok(());
    }
    let message = "this is the proof of a chain of roots, and the group is one of squarings";
    Err(Failure::new(Code::Invalid, message).hint(
        "give the field that it must be in: --group roots-2048, or a file that `heliast group new` made",
    ))
}

impl Args {
    /// Verifies chains of roots, all in this field, one after the other; the segments of each on all cores.
    pub(super) fn verify_roots(&self, field: &NamedField, ui: &Ui) -> Result<Report, Failure> {
        if self.context.is_given() {
            return Err(
                Failure::new(Code::Usage, "proofs of roots have no context").hint("leave out --context")
            );
        }
        let expected = Expected { field, given: self.input.given()?, t: self.t };
        let bytes = self.proofs.iter().map(|path| files::read(path, MAX_FILE));
        let bytes = bytes.collect::<Result<Vec<_>, _>>()?;
        let began = Instant::now();
        let (mut valid, mut failures) = (Vec::new(), Vec::new());
        for (path, bytes) in self.proofs.iter().zip(&bytes) {
            match expected.verify(path, bytes, ui) {
                Ok(proof) => valid.push(proof),
                Err(failure) if self.proofs.len() == 1 => return Err(failure),
                Err(failure) => failures.push(failure.about(path.display())),
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        Failure::of_several(failures, self.proofs.len())?;
        let headline = match &valid[..] {
            [one] => format!("valid: {} roots were taken", one.proof.t),
            all => format!("valid: all {} proofs", all.len()),
        };
        let asked = Asked {
            input: expected.given.is_some(),
            steps: self.t.is_some(),
            counter: Some(field.has_counter()),
            full: self.full,
        };
        Ok(report(headline, &asked, valid, seconds))
    }
}

impl Expected<'_> {
    /// Compares the proof with the requirements before the work, whose amount depends on the file's claims.
    fn verify(&self, path: &Path, bytes: &[u8], ui: &Ui) -> Result<NamedProof, Failure> {
        if bytes.starts_with(SQUARINGS) {
            let message = "this is a proof of squarings, not of a chain of roots";
            return Err(Failure::new(Code::Invalid, message).hint(GROUP_HINT));
        }
        let file = ProofFile::from_bytes(bytes)?;
        if let Some(t) = self.t.filter(|t| *t != file.t()) {
            let message = format_args!("the proof is about {} roots, not {t}", file.t());
            return Err(Failure::new(Code::Invalid, message));
        }
        let field = self.field.of_proof(file.bits(), file.seed(), file.counter())?;
        let field = field.ok_or(OpenError::OtherField)?;
        let x = self.given.as_ref().map(|given| given.in_field(&field)).transpose()?;
        let bar = ui.bar(file.t(), "roots squared");
        let (coins, work) = (coins()?, work(told(&bar)));
        let opened = match x {
            None => file.open(&field, &coins, work),
            Some(x) => {
                let y = file.open_as(&field, &x, file.t(), &coins, work);
                y.map(|y| Statement { x, y, t: file.t() })
            }
        };
        bar.finish_and_clear();
        let statement = opened.map_err(|error| match error {
            OpenError::OtherStatement => Failure::new(Code::Invalid, "the proof is about another input"),
            error => error.into(),
        })?;
        Ok(NamedProof { file: path.display().into(), proof: describe(&field, &file, &statement) })
    }
}

fn told(bar: &ProgressBar) -> impl Fn(u64) -> bool + Sync + use<'_> {
    |done| {
        bar.set_position(done);
        true
    }
}
