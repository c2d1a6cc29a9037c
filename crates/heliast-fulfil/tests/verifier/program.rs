//! `heliast-vdf` judges the same claims, as files.

use crate::{Claim, contract::Refusal};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{BadHint, Invalid, OpenError, PrimeMode, ProofFile, Suite};

/// The suite that the contract reads.
pub fn suite() -> Suite {
    Suite::new(PrimeMode::Hinted, 248).expect("a suite")
}

/// The file of a claim, whether it is true or false.
fn file(group: &RsaGroup, claim: &Claim) -> Vec<u8> {
    [
        // Magic and version; output form with a hint; Wesolowski's system.
        &b"HLVP\x01\x02\x00"[..],
        &suite().encode(),
        &claim.squarings.to_be_bytes(),
        &group.id(),
        &256u32.to_be_bytes(),
        &claim.x,
        &claim.proof,
    ]
    .concat()
}

/// The verdict on a claim.
pub fn verify(group: &RsaGroup, claim: &Claim) -> Result<(), Refusal> {
    let opened = ProofFile::from_bytes(&file(group, claim)).and_then(|file| match &claim.context[..] {
        [] => file.open(group),
        context => file.open_in_context(group, context),
    });
    let refusal = match opened {
        Ok(_) => return Ok(()),
        Err(OpenError::Element { field: "x", .. }) => Refusal::InputNotCanonical,
        Err(OpenError::Element { field: "y", .. }) => Refusal::OutputNotCanonical,
        Err(OpenError::Element { field: "pi", .. }) => Refusal::ProofNotCanonical,
        Err(OpenError::Format("its hint is too large")) => Refusal::HintOutOfRange,
        Err(OpenError::Format("its length does not fit its form" | "it is cut short")) => {
            Refusal::WrongLengthOfProof
        }
        Err(OpenError::Context) => Refusal::WrongLengthOfContext,
        Err(OpenError::Invalid(Invalid::Delay(_))) => Refusal::DelayOutOfRange,
        Err(OpenError::Invalid(Invalid::TrivialInput)) => Refusal::InputIsIdentity,
        Err(OpenError::Invalid(Invalid::Hint(BadHint::Composite(_)))) => Refusal::HintNamesNoPrime,
        Err(OpenError::Invalid(Invalid::Equation)) => Refusal::EquationFails,
        Err(other) => panic!("a reason that the contract does not know: {other}"),
    };
    Err(refusal)
}
