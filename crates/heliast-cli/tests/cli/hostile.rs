//! Nodes that are slow, broken or hostile: `verify` waits if it is asked to, but never forever, and names the
//! node at fault.

use crate::{
    nodes::{answer, bundle, genesis_json, serve},
    run::Place,
};
use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::TcpListener,
    sync::{Arc, Mutex},
    thread,
};

/// The number of requests for each path.
type Asked = Arc<Mutex<BTreeMap<String, usize>>>;

/// A node with three rounds that answers as `special` says, from the path and the number of
/// requests for it; otherwise honestly.
fn node(special: impl Fn(&str, usize) -> Option<Vec<u8>> + Send + 'static) -> (String, Asked) {
    let (genesis, bundle) = (genesis_json(), bundle(7, 3, 3));
    let asked = Asked::default();
    let count = asked.clone();
    let url = serve(move |path| {
        let path = path.split('?').next().unwrap_or_default();
        let mut count = count.lock().unwrap();
        let times = count.entry(path.to_owned()).or_default();
        *times += 1;
        special(path, *times).unwrap_or_else(|| match path {
            "/v1/genesis" => answer("200 OK", genesis.as_bytes()),
            "/v1/status" => answer("200 OK", b"{\"latest\": 3}"),
            "/v1/bundle" => answer("200 OK", &bundle),
            _ => answer("404 Not Found", b""),
        })
    });
    (url, asked)
}

/// A node that always gives this answer for a path.
fn spoiled(path: &'static str, wrong: Vec<u8>) -> String {
    node(move |asked, _| (asked == path).then(|| wrong.clone())).0
}

fn refused(url: &str, code: i32) -> String {
    Place::new().run(&format!("verify {url}")).failed(code).to_owned()
}

/// An answer with its own head.
fn raw(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes(), body].concat()
}

const PATHS: [&str; 3] = ["/v1/genesis", "/v1/status", "/v1/bundle"];

#[test]
fn a_node_that_asks_for_patience_gets_some() {
    for status in ["429 Too Many Requests", "503 Service Unavailable"] {
        let busy = raw(&format!("{status}\r\nRetry-After: 0\r\nContent-Length: 0"), b"");
        let (url, asked) = node(move |_, times| (times <= 2).then(|| busy.clone()));
        Place::new().ok(&format!("verify {url}"));
        let asked = asked.lock().unwrap();
        assert!(PATHS.iter().all(|path| asked[*path] == 3), "{status}: {asked:?}");
    }
}

/// A `Retry-After` that is not a number counts as one second.
#[test]
fn a_time_to_wait_without_a_number_is_a_second() {
    let busy = raw("503 Service Unavailable\r\nRetry-After: tomorrow\r\nContent-Length: 0", b"");
    let (url, asked) = node(move |path, times| (path == "/v1/status" && times == 1).then(|| busy.clone()));
    Place::new().ok(&format!("verify {url}"));
    assert_eq!(asked.lock().unwrap()["/v1/status"], 2);
}

#[test]
fn patience_ends() {
    let busy = raw("503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0", b"");
    let (url, asked) = node(move |_, _| Some(busy.clone()));
    assert_eq!(refused(&url, 5), format!("{url}/v1/genesis answers 503 Service Unavailable"));
    assert_eq!(*asked.lock().unwrap(), BTreeMap::from([("/v1/genesis".to_owned(), 5)]));
}

#[test]
fn every_status_has_its_exit_code() {
    for (status, code) in [
        ("404 Not Found", 3),
        ("425 Too Early", 4),
        ("400 Bad Request", 5),
        ("403 Forbidden", 5),
        ("418 I'm a teapot", 5),
        ("500 Internal Server Error", 5),
        ("204 No Content", 5),
    ] {
        for path in PATHS {
            let url = spoiled(path, answer(status, b""));
            let message = refused(&url, code);
            assert!(message.starts_with(&format!("{url}{path}")), "{message}");
            assert!(message.ends_with(&format!(" answers {status}")), "{message}");
        }
    }
    let outcome =
        Place::new().run(&format!("verify {}", spoiled("/v1/genesis", answer("404 Not Found", b""))));
    assert!(outcome.stderr.ends_with("hint: check the address: is it a heliast node?\n"), "{outcome:?}");
}

/// Answers that are cut off in transit: the network is at fault, and a part is never taken for the whole.
#[test]
fn half_answers_are_the_networks_fault() {
    for path in PATHS {
        let whole = match path {
            "/v1/genesis" => genesis_json().into_bytes(),
            "/v1/status" => b"{\"latest\": 3}".to_vec(),
            _ => bundle(7, 3, 3),
        };
        let promised = |len: usize| raw(&format!("200 OK\r\nContent-Length: {len}"), &whole);
        let cut_chunk = [&b"fffff\r\n"[..], &whole].concat();
        for (name, wrong) in [
            ("more was promised", promised(whole.len() + 1)),
            ("much more was promised", promised(1 << 40)),
            ("a head in the middle", b"HTTP/1.1 200 OK\r\nContent-Le".to_vec()),
            ("nothing", Vec::new()),
            ("no HTTP", b"SSH-2.0-OpenSSH_9.9\r\n".to_vec()),
            ("a cut chunk", raw("200 OK\r\nTransfer-Encoding: chunked", &cut_chunk)),
            ("a chunk of no length", raw("200 OK\r\nTransfer-Encoding: chunked", b"zz\r\n")),
            ("a length that is none", raw("200 OK\r\nContent-Length: many", &whole)),
        ] {
            let message = refused(&spoiled(path, wrong), 5);
            assert!(!message.is_empty(), "{path}: {name}");
        }
    }
}

/// The connection works, but the server is not a node.
#[test]
fn answers_of_something_else_are_malformed() {
    let bodies: [&[u8]; 8] = [
        b"",
        b"<html>welcome</html>",
        b"null",
        b"[]",
        b"{\"latest\": -1, \"bytes\": 3, \"chain\": []}",
        b"{\"latest\": 1e400}",
        b"\xff\xfe{}",
        &[b'['; 5_000],
    ];
    for path in PATHS {
        for body in bodies {
            let url = spoiled(path, answer("200 OK", body));
            let message = refused(&url, 3);
            assert!(
                path == "/v1/bundle" || message.contains("is not an answer of a heliast node: "),
                "{message}"
            );
        }
    }
    // More bytes came than the header says: the first of them are not JSON.
    refused(&spoiled("/v1/status", raw("200 OK\r\nContent-Length: 5", b"{\"latest\": 3}")), 3);
}

#[test]
fn a_genesis_that_is_not_its_chains_is_malformed() {
    let good = genesis_json();
    let (bytes, id) = (good.split('"').nth(3).unwrap(), good.split('"').nth(7).unwrap());
    for (wrong, reason) in [
        (good.replace(bytes, &bytes.to_uppercase()), "its bytes are not in lower-case hexadecimal"),
        (good.replace(bytes, &bytes[1..]), "its bytes are not in lower-case hexadecimal"),
        (good.replace(bytes, &bytes[2..]), ""),
        (good.replace(bytes, ""), ""),
        (good.replace(id, &id.to_uppercase()), "its bytes are not those of the chain id"),
        (good.replace(id, &"0".repeat(64)), "its bytes are not those of the chain id"),
    ] {
        let message = refused(&spoiled("/v1/genesis", answer("200 OK", wrong.as_bytes())), 3);
        assert!(message.starts_with("the node's genesis: ") && message.ends_with(reason), "{message}");
    }
}

#[test]
fn a_node_that_lies_about_its_height_is_caught() {
    for (latest, asked) in [(2, "1 to 2"), (4, "1 to 4"), (u64::MAX, "1 to 500")] {
        let status = format!("{{\"latest\": {latest}}}");
        let message = refused(&spoiled("/v1/status", answer("200 OK", status.as_bytes())), 3);
        assert_eq!(message, format!("asked for rounds {asked}, the node gave 1 to 3"));
    }
    let later = spoiled("/v1/status", answer("200 OK", b"{\"latest\": 2}"));
    let message = Place::new().run(&format!("verify {later} --from 3")).failed(4).to_owned();
    assert_eq!(message, "round 3 is still to come; the last is 2");
}

#[test]
fn redirects_are_followed_but_not_for_ever() {
    let (genesis, bundle) = (genesis_json(), bundle(7, 3, 3));
    let moved = |to: &str| raw(&format!("302 Found\r\nLocation: {to}\r\nContent-Length: 0"), b"");
    let url = serve(move |path| match path.split('?').next() {
        Some("/v1/genesis") => moved("/elsewhere"),
        Some("/elsewhere") => answer("200 OK", genesis.as_bytes()),
        Some("/v1/status") => answer("200 OK", b"{\"latest\": 3}"),
        Some("/v1/bundle") => answer("200 OK", &bundle),
        _ => answer("404 Not Found", b""),
    });
    Place::new().ok(&format!("verify {url}"));
    let circle =
        node(move |path, _| Some(raw(&format!("302 Found\r\nLocation: {path}\r\nContent-Length: 0"), b"")));
    refused(&circle.0, 5);
    assert!(circle.1.lock().unwrap()["/v1/genesis"] < 50);
}

#[test]
fn chunks_are_put_together() {
    let chunks: Vec<u8> = bundle(7, 3, 3)
        .chunks(700)
        .flat_map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat())
        .collect();
    let body = [&chunks[..], b"0\r\n\r\n"].concat();
    let url = spoiled("/v1/bundle", raw("200 OK\r\nTransfer-Encoding: chunked", &body));
    Place::new().ok(&format!("verify {url}"));
}

/// Answers `path` with `begin` and then endlessly repeats one byte; answers all other requests honestly.
fn endless(path: &'static str, begin: Vec<u8>, byte: u8) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let genesis = genesis_json();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, mut head) = (stream.unwrap(), [0; 2048]);
            let len = stream.read(&mut head).unwrap_or(0);
            let asked = String::from_utf8_lossy(&head[..len]).into_owned();
            if !asked.starts_with(&format!("GET {path}")) {
                let honest = if asked.contains("genesis") { genesis.as_bytes() } else { b"{\"latest\": 3}" };
                let _ = stream.write_all(&answer("200 OK", honest));
                continue;
            }
            let _ = stream.write_all(&raw("200 OK", &begin));
            // The loop ends when the client closes the connection.
            while stream.write_all(&[byte; 4096]).is_ok() {}
        }
    });
    url
}

#[test]
fn what_never_ends_is_not_read_to_its_end() {
    let message = refused(&endless("/v1/status", b"{".to_vec(), b' '), 3);
    assert!(message.ends_with("is not an answer of a heliast node: it is too long"), "{message}");
    refused(&endless("/v1/bundle", vec![], 0), 3);
    // The first round claims to have 2^32 - 1 bytes, and still has not ended after a megabyte.
    let whole = bundle(7, 3, 3);
    let header = whole.windows(4).position(|bytes| bytes == b"HLRD").unwrap() - 4;
    let message = refused(&endless("/v1/bundle", whole[..header].to_vec(), 0xff), 3);
    assert!(message.starts_with("round 1: ") && message.contains("longer than any round"), "{message}");
    // All three rounds are valid, and more bytes follow.
    let message = refused(&endless("/v1/bundle", whole, 0), 3);
    assert!(message.starts_with("round 3: ") && message.contains("left over"), "{message}");
}

#[test]
fn addresses_are_taken_as_people_write_them() {
    let (url, _) = node(|_, _| None);
    for line in [format!("verify {url}//"), format!("verify {}", url.replace("http", "HTTP"))] {
        Place::new().ok(&line);
    }
    let (_, failure) = Place::new().json("verify http://127.0.0.1:0");
    assert_eq!(failure["code"], 5);
    Place::new().run("verify http://").failed(5);
    Place::new().run("verify ftp://127.0.0.1/x").failed(3);
}

#[test]
fn a_pinned_chain_is_demanded_of_a_node_before_its_rounds_are_verified() {
    let (url, _) = node(|_, _| None);
    let outcome = Place::new().run(&format!("verify {url} --chain {}", "ab".repeat(32)));
    assert!(outcome.failed(1).ends_with(&format!("not {}", "ab".repeat(32))));
    assert!(outcome.stderr.contains("hint: it comes from another beacon"), "{outcome:?}");
}

#[test]
fn keys_of_an_unknown_node() {
    for (body, code) in [(&b"{}"[..], 3), (b"{\"round\": 1, \"lead\": 0, \"keys\": [{}]}", 3)] {
        let url = serve(move |_| answer("200 OK", body));
        let message = Place::new().run(&format!("key status {url}")).failed(code).to_owned();
        assert!(
            message.starts_with(&format!("{url}/v1/keys is not an answer of a heliast node: ")),
            "{message}"
        );
    }
    let url = serve(|_| answer("200 OK", b"{\"round\": 1, \"lead\": 0, \"keys\": []}"));
    let told = Place::new().ok(&format!("key status {url}"));
    assert_eq!(told.text(), "round 1 is next; all 0 participants have stateless keys only\n");
}
