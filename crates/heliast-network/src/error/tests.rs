//! The messages and hints of errors, and the conversions from the errors of parts.

use super::*;
use crate::{app::AppError, home::Halves, outbox::OutboxError, state::BadState};
use heliast_client::Misuse;

fn path() -> PathBuf {
    "/home/x".into()
}

#[test]
fn each_reason_not_to_begin_has_its_words_and_its_hint() {
    let reason = || io::Error::other("the reason");
    let whole = "restore the whole home from one backup: all that is in it belongs together";
    for (error, words, hint) in [
        (
            NodeError::Home(HomeError::TwoNetworks(path())),
            "the genesis and the network file in /home/x are of two networks",
            Some("take both from the same `heliast network new`"),
        ),
        (
            NodeError::Home(HomeError::TooLong { path: path(), longest: 9 }),
            "/home/x is longer than 9 bytes",
            None,
        ),
        (
            NodeError::Home(HomeError::Halves { home: path(), reason: Halves::NoRecord }),
            "/home/x: comet/data/priv_validator_state.json is missing or damaged",
            Some(Halves::NoRecord.hint()),
        ),
        (
            NodeError::OtherChain(path()),
            "/home/x has another chain than the genesis beside it",
            Some("restore the whole home from one backup"),
        ),
        (
            NodeError::ForeignKeys(path()),
            "/home/x holds keys of no participant of the chain",
            Some("restore the keys.json that belongs to this home from a backup"),
        ),
        (
            NodeError::Unclaimed(Unclaimed::InUse(path())),
            "another process uses the keys of this chain, says /home/x",
            Some(Unclaimed::InUse(path()).hint()),
        ),
        (
            AppError::Network.into(),
            "the network file is not the one that this chain's genesis names",
            Some(whole),
        ),
        (
            AppError::State(BadState("it is damaged")).into(),
            "the state of consensus can't be read",
            Some(whole),
        ),
        (
            AppError::Halves { store: 3, state: 1 }.into(),
            "the store ends with round 3, and consensus with round 1: one of them is an older copy",
            Some(whole),
        ),
        (AppError::File { path: path(), reason: reason() }.into(), "/home/x: the reason", Some(whole)),
        (
            NodeError::Listen { address: "unix:///a".into(), reason: reason() },
            "unix:///a can't be listened on: the reason",
            None,
        ),
        (NodeError::Rpc("words".into()), "node.toml: rpc: words", None),
        (
            NodeError::Snapshot(FollowError::Unsigned("http://n".into())),
            "http://n can't show any block that the network signed",
            Some("name the pages of nodes of this network that run, http://HOST:PORT"),
        ),
        (NodeError::Follow(FollowError::Address(Misuse::NoNode)), "", None),
        (
            WorkerError::Outbox(OutboxError::Io(reason())).into(),
            "the outbox can't be written or read: the reason",
            None,
        ),
        (WorkerError::Thread(reason()).into(), "the reason", None),
    ] {
        assert!(error.to_string().starts_with(words), "{error}");
        assert_eq!(error.hint(), hint, "{error}");
    }
}

/// Keys that may be in use elsewhere are only taken over if the owner confirms it.
#[test]
fn only_keys_whose_other_use_is_unknown_may_be_adopted() {
    let elsewhere = || Unclaimed::Elsewhere { witness: path(), directory: path() };
    for (reason, may_adopt) in [
        (Unclaimed::NoHome(path()), true),
        (Unclaimed::OtherChain(path()), true),
        (Unclaimed::OtherHost(path()), true),
        (Unclaimed::Copied(path()), true),
        (Unclaimed::NoWitness(path()), true),
        (elsewhere(), true),
        (Unclaimed::SetBack { last: 1, made: 2 }, true),
        (Unclaimed::InUse(path()), false),
    ] {
        let error = NodeError::from(reason);
        assert_eq!(error.hint().unwrap().contains("heliast node --adopt"), may_adopt, "{error}");
    }
}

/// Errors of the store stay errors of the store, wherever they come from.
#[test]
fn errors_of_the_store_keep_their_kind() {
    let of_app = NodeError::from(AppError::Store(StoreError::InUse(path())));
    assert!(matches!(of_app, NodeError::Store(StoreError::InUse(_))), "{of_app}");
    assert!(matches!(NodeError::from(AppError::Network), NodeError::State(_)));
    assert!(matches!(NodeError::from(WorkerError::Thread(io::Error::other("x"))), NodeError::Thread(_)));
    let of_outbox = OutboxError::Io(io::Error::other("x"));
    assert!(matches!(NodeError::from(WorkerError::Outbox(of_outbox)), NodeError::Outbox(_)));
}
