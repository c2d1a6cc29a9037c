//! Nodes with invalid answers.

use super::*;
use crate::testing::answering;

fn asked(status: &str, body: &[u8]) -> Result<u64, RpcError> {
    let url = answering(status, body);
    Rpc::new(&url).unwrap().call("eth_any", NONE)
}

#[test]
fn an_answer_is_a_result_or_a_named_error() {
    assert_eq!(asked("200 OK", br#"{"jsonrpc":"2.0","id":1,"result":7}"#).unwrap(), 7);
    for (status, body, said) in [
        ("200 OK", &b"<html>"[..], "something else than was asked for"),
        ("200 OK", b"", "something else than was asked for"),
        ("200 OK", b"{}", "something else than was asked for"),
        ("200 OK", br#"{"result":"seven"}"#, "something else than was asked for"),
        ("200 OK", br#"[{"result":7}]"#, "something else than was asked for"),
        ("502 Bad Gateway", b"<html>", "with status 502"),
        ("400 Bad Request", br#"{"error":{"code":-32600,"message":"no"}}"#, "eth_any: no"),
        ("200 OK", b"{\"error\":{\"message\":\"a\\u001b[2J\\nb\"}}", "eth_any: a [2J"),
    ] {
        let error = asked(status, body).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        assert!(!error.contains(char::is_control), "{error:?}");
    }
}

#[test]
fn deep_json_is_an_error_and_no_crash() {
    let deep = [b"{\"result\":".as_slice(), &b"[".repeat(1 << 20)].concat();
    assert!(matches!(asked("200 OK", &deep), Err(RpcError::Malformed { .. })));
}

#[test]
fn a_body_that_is_too_long_is_not_read_to_its_end() {
    let long = b" ".repeat(LONGEST as usize + 10);
    assert!(matches!(asked("200 OK", &long), Err(RpcError::TooLong { .. })));
}

#[test]
fn what_a_contract_reverts_with_is_found_in_both_places() {
    for body in [
        &br#"{"error":{"code":3,"message":"execution reverted","data":"0x11223344aa"}}"#[..],
        br#"{"error":{"code":-32000,"message":"reverted","data":{"message":"m","data":"0x11223344"}}}"#,
    ] {
        assert_eq!(asked("200 OK", body).unwrap_err().selector(), Some([0x11, 0x22, 0x33, 0x44]));
    }
    // Other values of `data` are not parsed into a tree.
    let deep = [b"{\"error\":{\"message\":\"no\",\"data\":".as_slice(), &b"[".repeat(100), &b"]".repeat(100)]
        .concat();
    let error = asked("200 OK", &[&deep[..], b"}}"].concat()).unwrap_err();
    assert!(error.is_refusal() && error.selector().is_none() && !error.is_revert());
    let reverted = asked("200 OK", br#"{"error":{"message":"execution reverted"}}"#).unwrap_err();
    let short = asked("200 OK", br#"{"error":{"message":"insufficient funds","data":null}}"#).unwrap_err();
    assert!(reverted.is_revert() && !short.is_revert());
    let without = asked("200 OK", br#"{"error":{"message":"no","data":"0x1"}}"#).unwrap_err();
    assert!(without.is_refusal() && without.selector().is_none());
}

#[test]
fn an_address_is_checked_and_its_secrets_are_not_shown() {
    for bad in ["", "127.0.0.1:8545", "ftp://host", "http://", "http://a b", "file:///etc/passwd"] {
        assert!(matches!(Rpc::new(bad), Err(RpcError::Address)), "{bad}");
    }
    let rpc = Rpc::new("http://user:word@127.0.0.1:1/v3/secret?key=secret").unwrap();
    assert_eq!(rpc.shown(), "http://127.0.0.1:1");
    let error = rpc.call::<u64>("eth_chainId", NONE).unwrap_err().to_string();
    assert!(error.contains("http://127.0.0.1:1 does not answer eth_chainId"), "{error}");
    assert!(!error.contains("secret") && !error.contains("word"), "{error}");
}
