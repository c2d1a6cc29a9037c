//! The status of each error of the crates, by who is to blame.

use crate::error::Failure;
use heliast::{
    DelayInvalid, Invalid, Malformed, MalformedElement, OpenError, ProveError, ResumeError, VrfError,
    bundle::BundleError, chia, pietrzak, verify,
};
use heliast_finality::FrameError;
use heliast_stamp::{Refusal, SolveError};
use heliast_vdf::{BadHint, segments};

impl From<Malformed> for Failure {
    fn from(reason: Malformed) -> Failure {
        Failure::malformed(reason)
    }
}

impl From<MalformedElement> for Failure {
    fn from(reason: MalformedElement) -> Failure {
        Failure::malformed(reason)
    }
}

impl From<Invalid> for Failure {
    fn from(reason: Invalid) -> Failure {
        match reason {
            Invalid::OtherChain | Invalid::OtherTip => Failure::misuse(reason),
            Invalid::Malformed(_) => Failure::malformed(reason),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<VrfError> for Failure {
    fn from(reason: VrfError) -> Failure {
        match reason {
            // The bytes of another scheme's key are not a key of this one (`spec/xvrf.md`).
            VrfError::Malformed(_) | VrfError::OtherScheme => Failure::malformed(reason),
            VrfError::NoTurn | VrfError::NeedlessTurn => Failure::misuse(reason),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<BundleError> for Failure {
    fn from(reason: BundleError) -> Failure {
        match reason {
            BundleError::Io(_) | BundleError::Broken { .. } => Failure::unreadable(reason),
            BundleError::Header(_) | BundleError::History(_) | BundleError::Malformed { .. } => {
                Failure::malformed(reason)
            }
            BundleError::Failed { .. } => Failure::misuse(reason),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<verify::Error<BundleError>> for Failure {
    fn from(reason: verify::Error<BundleError>) -> Failure {
        match reason {
            verify::Error::Source(reason) => reason.into(),
            verify::Error::Malformed { .. } => Failure::malformed(reason),
            verify::Error::Stopped(_) => Failure::stopped(),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<FrameError> for Failure {
    fn from(reason: FrameError) -> Failure {
        match reason {
            FrameError::Malformed(_) => Failure::malformed(reason),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<DelayInvalid> for Failure {
    fn from(reason: DelayInvalid) -> Failure {
        match reason {
            DelayInvalid::Element(_) | DelayInvalid::Hint(BadHint::Range { .. }) => {
                Failure::malformed(reason)
            }
            _ => Failure::invalid(reason),
        }
    }
}

impl From<ProveError> for Failure {
    fn from(reason: ProveError) -> Failure {
        match reason {
            ProveError::Interrupted => Failure::stopped(),
            _ => Failure::misuse(reason),
        }
    }
}

/// Of an evaluation that is read; what begins one says itself what is wrong.
impl From<ResumeError> for Failure {
    fn from(reason: ResumeError) -> Failure {
        Failure::malformed(reason)
    }
}

impl From<OpenError> for Failure {
    fn from(reason: OpenError) -> Failure {
        match reason {
            OpenError::Format(_)
            | OpenError::Element { .. }
            | OpenError::Midpoints(_)
            | OpenError::Segments(_)
            | OpenError::Pietrzak(pietrzak::Invalid::Element(_) | pietrzak::Invalid::Rounds { .. })
            | OpenError::Segmented(segments::Invalid::Segment { reason: DelayInvalid::Element(_), .. }) => {
                Failure::malformed(reason)
            }
            OpenError::Invalid(reason) => reason.into(),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<chia::Invalid> for Failure {
    fn from(reason: chia::Invalid) -> Failure {
        use chia::Invalid as Reason;
        match reason {
            Reason::Form(_) | Reason::ZeroChallenge | Reason::Discriminant(_) => Failure::malformed(reason),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(reason: Refusal) -> Failure {
        match reason {
            Refusal::Length { .. }
            | Refusal::Version
            | Refusal::Issuer
            | Refusal::Terms
            | Refusal::Element(_) => Failure::malformed(reason),
            _ => Failure::invalid(reason),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(reason: SolveError) -> Failure {
        match reason {
            SolveError::Interrupted => Failure::stopped(),
            _ => Failure::malformed(reason),
        }
    }
}
