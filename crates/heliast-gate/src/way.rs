//! The reason why a request came through the gate.

/// The reason why a request was let in. It is attached to the request for the code behind the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Every client is let in here.
    Open,
    /// The operator's rules let this client in.
    Allowed,
    /// It was paid for.
    Paid,
}

impl Way {
    /// The name in the metrics.
    pub fn name(self) -> &'static str {
        match self {
            Way::Open | Way::Allowed => "open",
            Way::Paid => "passed",
        }
    }

    /// Whether its connection may be upgraded. Open paths are only open for single requests, and the gate
    /// can't see further requests in a tunnel.
    pub fn may_upgrade(self) -> bool {
        match self {
            Way::Open => false,
            Way::Allowed | Way::Paid => true,
        }
    }
}
