//! By which way a request came through the gate.

/// Why a request was let in. It goes with the request, so that what stands behind the gate knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Everybody is.
    Open,
    /// The operator lets this client in.
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

    /// Whether its connection may be upgraded: what everybody may ask for is open for requests, and the gate
    /// sees no more of them once the connection is a tunnel.
    pub fn may_upgrade(self) -> bool {
        match self {
            Way::Open => false,
            Way::Allowed | Way::Paid => true,
        }
    }
}
