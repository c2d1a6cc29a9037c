//! Answers, and the classes of errors of `spec/README.md`.

use heliast::{
    DelayInvalid, EpochError, Invalid, Malformed, OpenError, VrfError, bundle::BundleError, roots,
};
use heliast_finality::FrameError;
use heliast_stamp::Refusal;
use heliast_vdf::{BadHint, segments};

/// A text with the contents of a valid object; or the class of the error, and its text.
pub(crate) type Answer = Result<String, No>;

/// A refusal.
pub(crate) enum No {
    /// A kind that this reader does not know.
    Pass,
    /// The class and the text of the error.
    Refused(&'static str, String),
}

/// The line of an answer.
pub(crate) fn line(answer: Answer) -> String {
    match answer {
        Ok(said) => format!("yes {said}").trim_end().to_owned(),
        Err(No::Pass) => "pass".to_owned(),
        Err(No::Refused(class, reason)) => format!("no {class} {}", reason.replace('\n', " ")),
    }
}

pub(crate) fn malformed(reason: impl ToString) -> No {
    No::Refused("malformed", reason.to_string())
}

pub(crate) fn invalid(reason: impl ToString) -> No {
    No::Refused("invalid", reason.to_string())
}

impl From<Malformed> for No {
    fn from(reason: Malformed) -> No {
        malformed(reason)
    }
}

impl From<Invalid> for No {
    fn from(reason: Invalid) -> No {
        match reason {
            Invalid::Malformed(_) => malformed(reason),
            _ => invalid(reason),
        }
    }
}

impl From<BundleError> for No {
    fn from(reason: BundleError) -> No {
        match reason {
            BundleError::Header(_) | BundleError::History(_) | BundleError::Malformed { .. } => {
                malformed(reason)
            }
            _ => invalid(reason),
        }
    }
}

impl From<FrameError> for No {
    fn from(reason: FrameError) -> No {
        match reason {
            FrameError::Malformed(_) => malformed(reason),
            _ => invalid(reason),
        }
    }
}

impl From<EpochError> for No {
    fn from(reason: EpochError) -> No {
        match reason {
            EpochError::Malformed(_) => malformed(reason),
            _ => invalid(reason),
        }
    }
}

impl From<VrfError> for No {
    fn from(reason: VrfError) -> No {
        match reason {
            VrfError::Malformed(_) | VrfError::OtherScheme => malformed(reason),
            _ => invalid(reason),
        }
    }
}

impl From<OpenError> for No {
    fn from(reason: OpenError) -> No {
        use heliast::pietrzak::Invalid as Pietrzak;
        match reason {
            OpenError::Format(_)
            | OpenError::Element { .. }
            | OpenError::Midpoints(_)
            | OpenError::Segments(_)
            | OpenError::Invalid(DelayInvalid::Element(_) | DelayInvalid::Hint(BadHint::Range { .. }))
            | OpenError::Pietrzak(Pietrzak::Element(_) | Pietrzak::Rounds { .. })
            | OpenError::Segmented(segments::Invalid::Segment { reason: DelayInvalid::Element(_), .. }) => {
                malformed(reason)
            }
            _ => invalid(reason),
        }
    }
}

impl From<roots::OpenError> for No {
    fn from(reason: roots::OpenError) -> No {
        match reason {
            roots::OpenError::Format(_) | roots::OpenError::Element { .. } | roots::OpenError::Proof(_) => {
                malformed(reason)
            }
            _ => invalid(reason),
        }
    }
}

impl From<Refusal> for No {
    fn from(reason: Refusal) -> No {
        // The reason's name is the same in all languages (`spec/stamp.md`).
        match reason {
            Refusal::Length { .. }
            | Refusal::Version
            | Refusal::Issuer
            | Refusal::Terms
            | Refusal::Element(_) => malformed(reason.name()),
            _ => invalid(reason.name()),
        }
    }
}
