//! A relay is a node without keys that makes no rounds and serves a verified copy of a chain; here are the
//! nodes that it follows.
//!
//! A source is believed about nothing. The last round that it has, by its own word, is shown only while what
//! it shows holds.

use serde::Serialize;

/// The sources of a relay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RelaySight {
    /// Rounds that the furthest of its sources has, by that one's word, and the relay has not.
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
    /// The last round that it has, as it says; null while it is not followed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last: Option<u64>,
    /// The reason why it can't be followed, or what it has shown that is not true; null if neither.
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
    /// It answers, and what it shows holds.
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
