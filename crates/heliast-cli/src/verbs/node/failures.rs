//! The failures of nodes and of their homes, with their exit codes.

use crate::failure::{Code, Failure};
use heliast_network::{
    FollowError, Missing, NodeError,
    home::{BadSites, HomeError},
};

impl From<HomeError> for Failure {
    fn from(error: HomeError) -> Failure {
        let code = match error {
            HomeError::Malformed(error) => return error.into(),
            HomeError::InUse(error) => return error.into(),
            HomeError::TwoNetworks(_)
            | HomeError::NotFounded(_)
            | HomeError::Halves { .. }
            | HomeError::OtherRpc { .. }
            | HomeError::KeyIsHere(_)
            | HomeError::RecordIsHere(_)
            | HomeError::KeyAtSigner(_)
            | HomeError::OtherSigner { .. }
            | HomeError::Unwritable { .. } => Code::Refused,
            _ => Code::Malformed,
        };
        with_hint(code, error.hint(), &error)
    }
}

impl From<NodeError> for Failure {
    fn from(error: NodeError) -> Failure {
        let code = match error {
            NodeError::Home(error) => return error.into(),
            NodeError::Store(error) => return error.into(),
            NodeError::Follow(error) => return error.into(),
            NodeError::Rpc(_) => Code::Malformed,
            NodeError::Listen { .. } | NodeError::Snapshot(_) => Code::Network,
            NodeError::Thread(_) => Code::Internal,
            _ => Code::Refused,
        };
        with_hint(code, error.hint(), &error)
    }
}

impl From<FollowError> for Failure {
    fn from(error: FollowError) -> Failure {
        match error {
            FollowError::Store(error) => (*error).into(),
            FollowError::Address(_) => Failure::new(Code::Usage, error),
            error => Failure::new(Code::Refused, error),
        }
    }
}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Failure {
        let hint = missing.hint();
        Failure::new(Code::Refused, missing).hint(hint)
    }
}

impl From<BadSites> for Failure {
    fn from(error: BadSites) -> Failure {
        let hint = match error {
            BadSites::Count { .. } => "name one host for each node with --hosts",
            BadSites::Ports(_) => "give a lower --ports, or fewer nodes on a host",
            _ => "name hosts as other nodes reach them: beacon.example.org, 192.0.2.7",
        };
        Failure::new(Code::Usage, error).hint(hint)
    }
}

fn with_hint(code: Code, hint: Option<&'static str>, error: &dyn std::fmt::Display) -> Failure {
    let failure = Failure::new(code, error);
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_network::home::Halves;

    #[test]
    fn halves_that_do_not_fit_are_refused_and_not_called_malformed() {
        let reason = Halves::NoEngine;
        let failure = Failure::from(NodeError::Home(HomeError::Halves { home: "node2".into(), reason }));
        assert_eq!(failure.code(), Code::Refused);
        assert!(failure.to_string().starts_with("node2: the application's half"), "{failure}");
    }

    #[test]
    fn a_home_whose_key_is_at_a_signer_is_refused_what_only_the_signer_may() {
        let path = || "node2".into();
        for error in [
            HomeError::KeyIsHere(path()),
            HomeError::RecordIsHere(path()),
            HomeError::KeyAtSigner(path()),
            HomeError::OtherSigner { home: path(), laddr: "unix:///s".to_owned() },
        ] {
            assert_eq!(Failure::from(NodeError::Home(error)).code(), Code::Refused);
        }
    }
}
