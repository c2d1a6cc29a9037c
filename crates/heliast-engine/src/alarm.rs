//! Alarms: faults of a node. An alarm is raised while its fault lasts, and is shown on the health route, on
//! the node's page and in its metrics.

use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// A kind of trouble that can last for a while. A node has at most one alarm of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AlarmKind {
    /// The store can't take the next round.
    Store,
    /// Keys that are due can't answer.
    Keys,
    /// The last rounds have far fewer votes than the stakes suggest.
    Votes,
    /// The delay takes longer than the period leaves for it.
    Pace,
    /// Rounds cannot be archived, or archived rounds cannot be pruned.
    Archive,
    /// The disk is nearly full.
    Space,
    /// No block has come for much longer than one takes: consensus has stopped.
    Consensus,
    /// The node has lost its peers.
    Peers,
    /// Tickets of this node's participants do not come into the rounds, or cannot be sent.
    Inclusion,
    /// The delay cannot be evaluated here.
    Evaluator,
    /// The consensus engine does not run, or cannot go on.
    Engine,
    /// The next hash trees cannot be made.
    Trees,
    /// The record that rounds were made cannot be kept next to the chain, so that nobody would notice if the
    /// chain were set back.
    Claim,
    /// The proof that the network agreed on the rounds cannot be fetched or kept.
    Finality,
    /// The machine's clock differs from the network's.
    Clock,
}

impl AlarmKind {
    /// All kinds of alarms.
    pub const ALL: [AlarmKind; 15] = [
        AlarmKind::Store,
        AlarmKind::Keys,
        AlarmKind::Votes,
        AlarmKind::Pace,
        AlarmKind::Archive,
        AlarmKind::Space,
        AlarmKind::Consensus,
        AlarmKind::Peers,
        AlarmKind::Inclusion,
        AlarmKind::Evaluator,
        AlarmKind::Engine,
        AlarmKind::Trees,
        AlarmKind::Claim,
        AlarmKind::Finality,
        AlarmKind::Clock,
    ];

    /// The name in the API and in the metrics.
    pub fn name(self) -> &'static str {
        match self {
            AlarmKind::Store => "store",
            AlarmKind::Keys => "keys",
            AlarmKind::Votes => "votes",
            AlarmKind::Pace => "pace",
            AlarmKind::Archive => "archive",
            AlarmKind::Space => "space",
            AlarmKind::Consensus => "consensus",
            AlarmKind::Peers => "peers",
            AlarmKind::Inclusion => "inclusion",
            AlarmKind::Evaluator => "evaluator",
            AlarmKind::Engine => "engine",
            AlarmKind::Trees => "trees",
            AlarmKind::Claim => "claim",
            AlarmKind::Finality => "finality",
            AlarmKind::Clock => "clock",
        }
    }
}

/// Something that is wrong now, and that the operator must mend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Alarm {
    /// The kind of trouble.
    pub kind: AlarmKind,
    /// A sentence that names the trouble, and the remedy.
    pub text: String,
}

/// The alarms that are raised.
#[derive(Debug, Default)]
pub(crate) struct Alarms(Mutex<BTreeMap<AlarmKind, String>>);

impl Alarms {
    /// Raises an alarm with this text, or ends it. Returns true if this changed whether the alarm is raised.
    pub(crate) fn set(&self, kind: AlarmKind, text: Option<String>) -> bool {
        let mut raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_raised = text.is_some();
        let before = match text {
            Some(text) => raised.insert(kind, text),
            None => raised.remove(&kind),
        };
        before.is_some() != is_raised
    }

    pub(crate) fn is_raised(&self, kind: AlarmKind) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&kind)
    }

    pub(crate) fn raised(&self) -> Vec<Alarm> {
        let raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        raised.iter().map(|(&kind, text)| Alarm { kind, text: text.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_lasts_until_it_is_calmed() {
        let alarms = Alarms::default();
        assert!(alarms.raised().is_empty());
        assert!(!alarms.set(AlarmKind::Pace, None), "nothing was raised");
        assert!(alarms.set(AlarmKind::Pace, Some("slow".into())));
        assert!(alarms.set(AlarmKind::Store, Some("full".into())));
        assert!(!alarms.set(AlarmKind::Pace, Some("slower".into())), "it was raised before");
        let found: Vec<_> = alarms.raised().into_iter().map(|alarm| (alarm.kind, alarm.text)).collect();
        assert_eq!(found, [(AlarmKind::Store, "full".into()), (AlarmKind::Pace, "slower".into())]);
        assert!(alarms.is_raised(AlarmKind::Pace) && !alarms.is_raised(AlarmKind::Keys));
        assert!(alarms.set(AlarmKind::Store, None) && alarms.set(AlarmKind::Pace, None));
        assert!(alarms.raised().is_empty());
    }

    #[test]
    fn the_api_has_the_names() {
        for kind in AlarmKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
