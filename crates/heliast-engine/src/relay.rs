//! A relay is a node without keys that makes no rounds and serves a verified copy of a chain. This module
//! describes the nodes that it follows.
//!
//! A source is not trusted. The last round that it claims to have is shown only while its data is valid.

use serde::Serialize;

/// The sources of a relay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RelaySight {
    /// Rounds that the furthest of its sources says it has, and that the relay lacks.
    pub behind: u64,
    /// The nodes that it follows, in the order in which they were named.
    pub sources: Vec<RelaySource>,
}

/// A node that a relay follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RelaySource {
    /// Its address.
    pub url: String,
    /// Its state.
    pub state: SourceState,
    /// The last round that it says it has; null while it is not followed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last: Option<u64>,
    /// The reason why it cannot be followed, or the false statement that it has made; null if there is
    /// neither.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub text: Option<String>,
}

/// The state of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SourceState {
    /// It has not answered yet.
    Asked,
    /// It answers, and its answers are true.
    Followed,
    /// It does not answer as it should; it is asked again.
    Failing,
    /// It has shown something untrue since the relay started.
    Untrue,
}

impl SourceState {
    /// The name in the API and in the metrics.
    pub fn name(self) -> &'static str {
        match self {
            SourceState::Asked => "asked",
            SourceState::Followed => "followed",
            SourceState::Failing => "failing",
            SourceState::Untrue => "untrue",
        }
    }
}

impl RelaySight {
    /// The number of sources in this state.
    pub(crate) fn count(&self, state: SourceState) -> usize {
        self.sources.iter().filter(|source| source.state == state).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_api_has_the_names() {
        use SourceState::{Asked, Failing, Followed, Untrue};
        for state in [Asked, Followed, Failing, Untrue] {
            assert_eq!(serde_json::to_value(state).unwrap(), state.name());
        }
    }
}
