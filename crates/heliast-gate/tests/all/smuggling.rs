//! Raw bytes are sent to a gate before a site that records every request head. The site leaves bodies unread,
//! so that the rest of a body would be its next request. `tests/gate-smuggling` does the same with real
//! servers.

use heliast_gate::{
    Gate, Limits, Proxies, Proxy, ProxyHeader, Rules, Service, Till, TillOptions, Upgrades, listen, serve,
};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace, solve};
use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

const H2C: &str =
    "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n";
const SOCKET: &str = "connection: upgrade\r\nupgrade: websocket\r\n";

/// The heads that have reached the site, in lower case.
type Seen = Arc<Mutex<Vec<String>>>;

struct Stand {
    address: SocketAddr,
    seen: Seen,
    pass: String,
    end: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

async fn site(listener: TcpListener, seen: Seen) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        tokio::spawn(requests(stream, Arc::clone(&seen)));
    }
}

/// Answers every request head of a connection, and echoes the bytes of an upgraded one.
async fn requests(mut stream: TcpStream, seen: Seen) {
    while let Some(head) = head_of(&mut stream).await {
        let head = head.to_lowercase();
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let is_last = head.contains("connection: close");
        seen.lock().unwrap().push(head);
        let answer = match &*path {
            "/socket" => "HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: WebSocket\r\n\r\n",
            "/liar" => "HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
            "/liar/two" => "HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: websocket, h2c\r\n\r\n",
            _ => {
                "HTTP/1.1 200 x\r\ncontent-length: 2\r\nconnection: x-secret\r\nx-secret: 1\r\nproxy-authenticate: x\r\n\r\nok"
            }
        };
        stream.write_all(answer.as_bytes()).await.unwrap();
        if path == "/socket" {
            let (mut from, mut to) = stream.split();
            let _ = tokio::io::copy(&mut from, &mut to).await;
            return;
        }
        if is_last {
            return;
        }
    }
}

/// The head of a message, if there is one more.
async fn head_of(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8(head).unwrap())
}

/// A gate with four places for connections; 127.0.0.1 is a trusted proxy that writes the header `list`, if
/// given.
async fn stand(upgrades: Upgrades, list: Option<ProxyHeader>) -> Stand {
    let (listener, seen) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), Seen::default());
    let upstream = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(site(listener, Arc::clone(&seen)));
    let options = TillOptions::new("a site", [7; 32], Pace::new(1_000, 1_000).unwrap());
    let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(100)), |_, _| {});
    let client: IpAddr = "127.0.0.1".parse().unwrap();
    let challenge = till.challenge(client).unwrap();
    let (pass, _) = till.pay(&solve(&challenge.to_bytes(), |_| true).unwrap(), client).unwrap();
    let mut rules = Rules::default();
    rules.open("/open");
    rules.close("/closed");
    let gate = Gate::new("a site", till, rules, false).unwrap();
    let proxies = list.map(|list| Proxies::new(vec!["127.0.0.1".parse().unwrap()], list)).unwrap_or_default();
    let proxy = Proxy::new(gate, &upstream).unwrap().upgrading(upgrades).believing(proxies);
    let service = Service {
        proxy: Arc::new(proxy),
        limits: Limits { connections: 4, ..Limits::default() },
        most_per_second: 1e9,
    };
    let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let served = tokio::spawn(serve(service, listener, None, async { drop(ended.await) }));
    Stand { address, seen, pass: format!("cookie: heliast-pass={pass}\r\n"), end, served }
}

impl Stand {
    /// A connection to the gate, and the head of its answer to these bytes.
    async fn ask(&self, bytes: &str) -> (TcpStream, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let head = head_of(&mut stream).await.unwrap_or_default();
        (stream, head)
    }

    /// All bytes until the gate closes the connection, as the last request demands.
    async fn exchange(&self, bytes: &str) -> String {
        let last = "GET /.heliast/last HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n";
        let (mut stream, mut answer) = self.ask(&format!("{bytes}{last}")).await;
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
        answer.push_str(&String::from_utf8_lossy(&rest));
        answer
    }

    /// The heads since the last call.
    fn seen(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: site\r\n{headers}\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_paid_for_and_what_carries_http_is_not_upgraded() {
    let stand = stand(Upgrades::default(), None).await;
    let paid = format!("{H2C}{}", stand.pass);
    for (path, headers) in [("/robots.txt", H2C), ("/page", &*paid), ("/robots.txt", SOCKET)] {
        let answer = stand.exchange(&get(path, headers)).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let seen = stand.seen();
        assert_eq!(seen.len(), 1, "{seen:?}");
        assert!(
            !["upgrade", "http2-settings", "connection"].iter().any(|word| seen[0].contains(word)),
            "{seen:?}"
        );
    }
    assert!(stand.exchange(&get("/page", SOCKET)).await.starts_with("HTTP/1.1 401 "));
    assert_eq!(stand.seen(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_switch_to_what_was_not_asked_is_not_joined() {
    let stand = stand(Upgrades::default(), None).await;
    let socket = format!("{SOCKET}{}", stand.pass);
    for path in ["/liar", "/liar/two"] {
        for headers in [&socket, &stand.pass] {
            let answer = stand.exchange(&get(path, headers)).await;
            assert!(answer.starts_with("HTTP/1.1 502 "), "{answer}");
        }
    }
    // The list may have another protocol; the default one is then not on it.
    let other = self::stand("echo".parse().unwrap(), None).await;
    let socket = format!("{SOCKET}{}", other.pass);
    assert!(other.exchange(&get("/page", &socket)).await.starts_with("HTTP/1.1 200 "));
    assert!(!other.seen()[0].contains("upgrade"));
}

#[tokio::test(flavor = "multi_thread")]
async fn tunnels_take_half_of_the_seats_and_end_with_the_gate() {
    let stand = stand(Upgrades::default(), None).await;
    let socket = get("/socket", &format!("{SOCKET}{}", stand.pass));
    let mut tunnels = Vec::new();
    for _ in 0..2 {
        let (mut stream, head) = stand.ask(&socket).await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        stream.write_all(b"hello").await.unwrap();
        let mut bytes = [0; 5];
        stream.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, b"hello");
        tunnels.push(stream);
    }
    let (refused, head) = stand.ask(&socket).await;
    assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
    drop(refused);
    assert!(stand.exchange(&get("/open", "")).await.starts_with("HTTP/1.1 200 "));
    // A tunnel that ends frees its place.
    drop(tunnels.pop());
    loop {
        let (stream, head) = stand.ask(&socket).await;
        if head.starts_with("HTTP/1.1 101 ") {
            tunnels.push(stream);
            break;
        }
    }
    stand.end.send(()).unwrap();
    stand.served.await.unwrap();
    for mut stream in tunnels {
        assert_eq!(stream.read(&mut [0; 1]).await.unwrap_or(0), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rest_of_a_body_is_not_a_request() {
    let stand = stand(Upgrades::default(), None).await;
    let next = "GET /closed HTTP/1.1\r\nhost: site\r\nx-forwarded-for: 6.6.6.6\r\n\r\n";
    let sized = |method: &str, path: &str, headers: &str| {
        let len = next.len();
        format!("{method} {path} HTTP/1.1\r\nhost: site\r\ncontent-length: {len}\r\n{headers}\r\n{next}")
    };
    for (attack, reaches) in [
        (sized("GET", "/open", ""), 1),
        (sized("POST", "/open", "connection: content-length\r\n"), 1),
        (sized("GET", "/page", &stand.pass), 1),
        (sized("POST", "/page", ""), 0),
        (sized("POST", "/closed", ""), 0),
        (sized("TRACE", "/open", ""), 0),
    ] {
        stand.exchange(&format!("{attack}{attack}")).await;
        let seen = stand.seen();
        assert!(seen.len() <= 2 * reaches && !seen.iter().any(|head| head.contains("6.6.6.6")), "{seen:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_hears_from_the_gate_whose_a_request_is() {
    let forged = "x-forwarded-for: 192.0.2.1\r\nforwarded: for=6.6.6.6\r\nx_forwarded_for: 6.6.6.6\r\n\
                  x-forwarded-proto: https\r\nx-original-url: /closed\r\n\
                  connection: host, x-forwarded-for, x-real-ip\r\n";
    for (list, client, told) in [
        (None, "127.0.0.1", "127.0.0.1"),
        (Some(ProxyHeader::XForwardedFor), "192.0.2.1", "192.0.2.1, 192.0.2.1"),
    ] {
        let stand = stand(Upgrades::default(), list).await;
        let answer = stand.exchange(&get("/open", forged)).await;
        assert!(answer.starts_with("HTTP/1.1 200 ") && !answer.contains("x-secret"), "{answer}");
        assert!(!answer.contains("proxy-authenticate"), "{answer}");
        let seen = stand.seen().pop().unwrap();
        assert!(
            seen.contains("\r\nhost: site\r\n") && seen.contains(&format!("\r\nx-real-ip: {client}\r\n")),
            "{seen}"
        );
        assert!(seen.contains(&format!("\r\nx-forwarded-for: {told}\r\n")), "{seen}");
        assert_eq!(seen.contains("x-forwarded-proto: https"), list.is_some());
        assert!(!["6.6.6.6", "/closed", "connection"].iter().any(|word| seen.contains(word)), "{seen}");
    }
}

/// Some requests are refused by the gate, others by hyper before it.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_may_mean_two_things_does_not_reach_the_site() {
    let stand = stand(Upgrades::default(), None).await;
    let post = |headers: &str| format!("POST /open HTTP/1.1\r\nhost: site\r\n{headers}\r\nhello");
    for (attack, status) in [
        ("GET /open HTTP/1.1\r\n\r\n".to_owned(), "400"),
        (get("/open", "host: other\r\n"), "400"),
        (get("http://other/open", ""), "400"),
        (get("ftp://site/open", ""), "400"),
        (get("*", ""), "400"),
        ("CONNECT site:80 HTTP/1.1\r\nhost: site\r\n\r\n".to_owned(), "405"),
        ("TRACE /open HTTP/1.1\r\nhost: site\r\n\r\n".to_owned(), "405"),
        (post("expect: y 100-continue\r\ncontent-length: 5\r\n"), "417"),
        (post("transfer-encoding: gzip, chunked\r\n"), "501"),
        (post("transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n"), "501"),
        // These are refused by hyper.
        (post("content-length: 5\r\ncontent-length: 6\r\n"), "400"),
        (post("content-length: +5\r\n"), "400"),
        (post("transfer-encoding: xchunked\r\n"), "400"),
        (post("transfer-encoding: chunked, identity\r\n"), "400"),
        (post("transfer-encoding : chunked\r\n"), "400"),
        (get("/open", "x: y\r\n z\r\n"), "400"),
        (get("/open", "x: y\rz\r\n"), "400"),
        ("GET /open\r\n\r\n".to_owned(), "400"),
        (get("/open/../closed", ""), "403"),
        (get("/CLOSED", ""), "403"),
    ] {
        let answer = stand.exchange(&attack).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{attack:?}: {answer}");
        assert_eq!(stand.seen(), [""; 0], "{attack:?}");
    }
}
