//! The state of a node when it was last followed.

use super::FollowError;
use heliast_client::Node;

/// The state of a node at its last answer or failure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Whether the node answered correctly; `None` before the first answer.
    pub(crate) is_well: Option<bool>,
    /// The failure, if it did not answer correctly.
    pub(crate) failure: String,
    /// The first false data that it showed.
    pub(crate) falsehood: Option<String>,
}

impl Found {
    /// Notes a correct answer.
    pub(crate) fn well(&mut self) {
        self.is_well = Some(true);
    }

    /// Notes a failure. False data is remembered.
    pub(crate) fn failed(&mut self, node: &Node, error: &FollowError) {
        self.is_well = Some(false);
        self.failure = format!("{node}: {error}");
        if error.is_falsehood() && self.falsehood.is_none() {
            self.falsehood = Some(format!("{node} showed what is not true: {error}"));
        }
    }
}

/// The alarm about nodes in these states, or its end. False data is named at once. Without false data it is
/// `None` as long as no node has answered correctly and not all have failed.
pub(crate) fn complaint<'a>(
    found: impl Iterator<Item = &'a Found> + Clone,
    nobody: &str,
) -> Option<Option<String>> {
    let mut words: Vec<_> = found.clone().filter_map(|one| one.falsehood.clone()).collect();
    if !found.clone().any(|one| one.is_well == Some(true)) {
        let mut states = found.clone().map(|one| one.is_well).peekable();
        if states.peek().is_some() && states.all(|state| state.is_some()) {
            let failures: Vec<_> = found.map(|one| one.failure.as_str()).collect();
            words.push(format!("{nobody}: {}", failures.join("; ")));
        } else if words.is_empty() {
            return None;
        }
    }
    Some((!words.is_empty()).then(|| words.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(is_well: Option<bool>, falsehood: Option<&str>) -> Found {
        let failure = if is_well == Some(false) { "n: gone".to_owned() } else { String::new() };
        Found { is_well, failure, falsehood: falsehood.map(str::to_owned) }
    }

    #[test]
    fn the_alarm_names_liars_always_and_failures_when_nobody_answers() {
        let (well, gone, unknown) = (found(Some(true), None), found(Some(false), None), found(None, None));
        let (liar, was) = (found(Some(false), Some("n lied")), found(Some(true), Some("m lied")));
        for (nodes, expected) in [
            // The alarm stays as it is.
            (vec![], None),
            (vec![&unknown], None),
            (vec![&gone, &unknown], None),
            (vec![&well], Some(None)),
            (vec![&well, &gone, &unknown], Some(None)),
            (vec![&gone], Some(Some("nobody: n: gone"))),
            (vec![&gone, &gone], Some(Some("nobody: n: gone; n: gone"))),
            (vec![&liar, &well], Some(Some("n lied"))),
            // A node that has not answered yet delays no word about a liar.
            (vec![&liar, &unknown], Some(Some("n lied"))),
            (vec![&was], Some(Some("m lied"))),
            (vec![&liar, &gone], Some(Some("n lied; nobody: n: gone; n: gone"))),
            (vec![&liar, &was], Some(Some("n lied; m lied"))),
        ] {
            let said = complaint(nodes.iter().copied(), "nobody");
            assert_eq!(said, expected.map(|words| words.map(str::to_owned)), "{nodes:?}");
        }
    }
}
