use super::*;
use heliast::Invalid;
use std::io;

fn of(cause: Cause) -> NodeError {
    NodeError { node: "http://n".to_owned(), path: "/p".to_owned(), cause }
}

fn status(status: u16) -> Cause {
    Cause::Status { status, wait: None }
}

/// For each failure the text, whether it is a falsehood, and a part of the hint.
#[test]
fn each_failure_of_a_node_says_who_what_and_what_to_do() {
    let short = || Malformed::Short("bundle");
    let gone = || io::Error::other("gone");
    for (cause, text, is_false, hint) in [
        (Cause::Unreachable("refused".to_owned()), "http://n/p: refused", false, "the connection"),
        (status(404), "http://n/p answers 404 Not Found", false, "is it a heliast node?"),
        (status(410), "http://n/p answers 410 Gone", false, "has pruned these rounds"),
        (status(425), "http://n/p answers 425 Too Early", false, "try again later"),
        (status(500), "http://n/p answers 500 Internal Server Error", false, "the connection"),
        (
            Cause::Malformed("odd".to_owned()),
            "http://n/p is not an answer of a heliast node: odd",
            false,
            "the address",
        ),
        (Cause::Genesis("odd".to_owned()), "http://n/p: the genesis: odd", true, "ask another one"),
        (Cause::Claim("odd".to_owned()), "http://n/p: odd", true, "ask another one"),
        (
            Cause::Rounds(BundleError::OtherGenesis),
            "http://n/p: the bundle's chain id",
            true,
            "ask another one",
        ),
        (
            Cause::Rounds(BundleError::Invalid { round: 3, reason: Invalid::Order }),
            "http://n/p: round 3: ",
            true,
            "ask another one",
        ),
        (
            Cause::Rounds(BundleError::Io(gone())),
            "http://n/p: the bundle can't be read: gone",
            false,
            "connection",
        ),
        (
            Cause::Rounds(BundleError::Broken { round: 3, error: gone() }),
            "http://n/p: round 3: ",
            false,
            "connection",
        ),
        (Cause::Rounds(BundleError::Header(short())), "http://n/p: ", false, "connection"),
        (
            Cause::Rounds(BundleError::Malformed { round: 3, reason: short() }),
            "http://n/p: round 3",
            false,
            "connection",
        ),
        (
            Cause::Rounds(BundleError::Malformed { round: 3, reason: Malformed::Short("round") }),
            "http://n/p: round 3",
            true,
            "ask another one",
        ),
        (
            Cause::Finality(FrameError::Invalid(heliast_finality::Invalid::Missing)),
            "http://n/p: ",
            true,
            "another",
        ),
    ] {
        let error = of(cause);
        assert!(error.to_string().starts_with(text), "{error}");
        assert!(error.hint().contains(hint), "{error}: {}", error.hint());
        assert_eq!(error.is_falsehood(), is_false, "{error}");
    }
}

#[test]
fn only_busy_nodes_ask_to_wait() {
    let asks = |status, wait| of(Cause::Status { status, wait }).wait();
    let second = Duration::from_secs(1);
    assert_eq!(asks(429, Some(second * 7)), Some(second * 7));
    assert_eq!((asks(429, None), asks(503, None)), (Some(second), Some(second)));
    assert_eq!((asks(425, Some(second)), asks(500, Some(second))), (None, None));
    assert_eq!(of(Cause::Unreachable(String::new())).wait(), None);
    assert!(of(status(425)).is_too_early() && !of(status(404)).is_too_early());
}

#[test]
fn what_all_nodes_did_is_in_one_message() {
    let both = Error::Nodes(vec![of(status(500)), of(Cause::Unreachable("refused".to_owned()))]);
    assert_eq!(both.to_string(), "http://n/p answers 500 Internal Server Error; http://n/p: refused");
    assert_eq!(both.hint(), of(status(500)).hint());
    for (error, hint) in [
        (Error::NotYet("round 3".to_owned()), "try again later"),
        (Error::Misuse(Misuse::Solo), "ask a node of a network"),
        (Error::Misuse(Misuse::RoundZero), "correct the call"),
        (Error::Nodes(vec![]), "name a node"),
    ] {
        assert_eq!(error.hint(), hint, "{error}");
    }
}
