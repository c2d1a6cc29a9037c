//! How a node was found when it was followed last.

use super::FollowError;
use heliast_client::Node;

/// The state of a node at its last answer or failure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Whether it answered as it should; `None` before the first answer.
    pub(crate) is_well: Option<bool>,
    /// The failure, if it did not.
    pub(crate) failure: String,
    /// The first untrue thing that it showed.
    pub(crate) falsehood: Option<String>,
}

impl Found {
    /// It answered as it should.
    pub(crate) fn well(&mut self) {
        self.is_well = Some(true);
    }

    /// It failed. What it showed that is not true is remembered.
    pub(crate) fn failed(&mut self, node: &Node, error: &FollowError) {
        self.is_well = Some(false);
        self.failure = format!("{node}: {error}");
        if error.is_falsehood() && self.falsehood.is_none() {
            self.falsehood = Some(format!("{node} showed what is not true: {error}"));
        }
    }
}

/// The alarm about nodes that were found so, or its end; `None` while not all of them have answered or failed,
/// and none has answered well.
pub(crate) fn complaint<'a>(
    found: impl Iterator<Item = &'a Found> + Clone,
    nobody: &str,
) -> Option<Option<String>> {
    let mut words: Vec<_> = found.clone().filter_map(|one| one.falsehood.clone()).collect();
    if found.clone().all(|one| one.is_well != Some(true)) {
        if found.clone().next().is_none() || found.clone().any(|one| one.is_well.is_none()) {
            return None;
        }
        let failures: Vec<_> = found.map(|one| one.failure.as_str()).collect();
        words.push(format!("{nobody}: {}", failures.join("; ")));
    }
    Some((!words.is_empty()).then(|| words.join("; ")))
}
