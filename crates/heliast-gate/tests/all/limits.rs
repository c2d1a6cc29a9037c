//! Each of a gate's limits on a client has an effect, over real connections.

use axum::{
    Router,
    body::Body,
    http::Request,
    routing::{any, get},
};
use heliast_gate::{
    Gate, Limits, Proxies, Proxy, ProxyHeader, Rules, Service, Till, TillOptions, listen, serve,
};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace, solve};
use http_body_util::BodyExt;
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::sleep,
};

const SHORT: Duration = Duration::from_millis(300);
/// Bytes of the site's long answer.
const LONG: usize = 64 << 20;
const ASK: &str = "GET /x HTTP/1.1\r\nhost: site\r\n\r\n";

/// Limits that no test reaches by chance.
fn patient() -> Limits {
    let long = Duration::from_secs(600);
    Limits {
        connections: 1_000,
        client_connections: 1_000,
        header_time: long,
        body_time: long,
        write_time: long,
        shutdown_time: long,
        ..Limits::default()
    }
}

struct Stand {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

fn till() -> Till {
    let options = TillOptions::new("a site", [7; 32], Pace::new(10, 10).unwrap());
    Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(10)), |_, _| {})
}

/// A gate without trusted proxies.
async fn stand(limits: Limits) -> Stand {
    stand_behind(limits, Proxies::default()).await
}

/// A trusted proxy that writes `X-Forwarded-For`.
fn trusted(proxy: &str) -> Proxies {
    Proxies::new(vec![proxy.parse().unwrap()], ProxyHeader::XForwardedFor)
}

/// A gate before a site, where everything except `/socket` is open.
async fn stand_behind(limits: Limits, proxies: Proxies) -> Stand {
    let site = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = format!("http://{}", site.local_addr().unwrap());
    let routes = Router::new()
        .route("/long", get(async || vec![0u8; LONG]))
        .route("/never", get(std::future::pending::<()>))
        .route("/socket", get(upgraded))
        .fallback(any(async |body: Body| {
            body.collect().await.map_or(0, |body| body.to_bytes().len()).to_string()
        }));
    tokio::spawn(async move { axum::serve(site, routes).await });
    let mut rules = Rules::default();
    ["/x", "/long", "/never"].into_iter().for_each(|path| rules.open(path));
    let gate = Gate::new("a site", till(), rules, false).unwrap();
    let service = Service {
        proxy: Arc::new(Proxy::new(gate, &upstream).unwrap().believing(proxies)),
        limits,
        most_per_second: 1e9,
    };
    let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let served = tokio::spawn(serve(service, listener, None, async { drop(ended.await) }));
    Stand { address, end, served }
}

/// Echoes the data from an upgraded connection.
async fn upgraded(mut request: Request<Body>) -> axum::http::Response<Body> {
    tokio::spawn(async move {
        let stream = hyper::upgrade::on(&mut request).await.unwrap();
        let (mut read, mut write) = tokio::io::split(hyper_util::rt::TokioIo::new(stream));
        tokio::io::copy(&mut read, &mut write).await
    });
    let response = axum::http::Response::builder().status(101).header("connection", "Upgrade");
    response.header("upgrade", "websocket").body(Body::empty()).unwrap()
}

impl Stand {
    async fn open(&self, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.unwrap();
        stream
    }

    /// The head of the answer on a new connection.
    async fn ask(&self, path: &str, more: &str) -> String {
        head(&mut self.open(&format!("GET {path} HTTP/1.1\r\nhost: site\r\n{more}\r\n")).await).await
    }
}

async fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8(head).unwrap().to_lowercase()
}

/// The bytes that come until the gate closes.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    bytes
}

/// Sends a request on a kept connection. When it is answered, the gate knows the connection.
async fn heard(stream: &mut TcpStream) {
    stream.write_all(ASK.as_bytes()).await.unwrap();
    answered(stream).await;
}

async fn answered(stream: &mut TcpStream) {
    assert!(head(stream).await.starts_with("http/1.1 200"));
    assert_eq!(stream.read_u8().await.unwrap(), b'0');
}

fn assert_kept_its_time(since: Instant) {
    assert!(since.elapsed() >= SHORT - Duration::from_millis(50), "{:?}", since.elapsed());
}

/// A regression: all of 60 requests passed a limit of one a second.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_too_often_is_told_when_to_come_back() {
    let limits = Limits { requests_per_second: 1, request_burst: 5, ..patient() };
    let stand = stand_behind(limits, trusted("127.0.0.1")).await;
    let mut passed = 0;
    for _ in 0..60 {
        let answer = stand.ask("/x", "x-forwarded-for: 203.0.113.9\r\n").await;
        passed += usize::from(answer.starts_with("http/1.1 200"));
        assert!(answer.contains("200 ok") || answer.contains("429") && answer.contains("retry-after: 1\r\n"));
    }
    assert!(passed < 30, "{passed}");
    assert!(stand.ask("/x", "x-forwarded-for: 203.0.113.10\r\n").await.starts_with("http/1.1 200"), "others");
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_made_up_for_before_the_next_request() {
    let limits = Limits { bytes_per_second: 1 << 10, byte_burst: 1 << 20, ..patient() };
    let stand = stand_behind(limits, trusted("127.0.0.1")).await;
    let mut whole = stand.open("GET /long HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n").await;
    assert!(rest(&mut whole).await.len() > LONG, "the answer is sent to its end");
    let refused = stand.ask("/x", "").await;
    assert!(refused.starts_with("http/1.1 429") && refused.contains("retry-after: "), "{refused}");
    assert!(stand.ask("/x", "x-forwarded-for: 203.0.113.10\r\n").await.starts_with("http/1.1 200"), "others");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_all_places_are_taken_the_most_silent_gives_way() {
    for limits in [Limits { connections: 2, ..patient() }, Limits { client_connections: 2, ..patient() }] {
        let stand = stand(limits).await;
        let (mut first, mut second) = (stand.open("").await, stand.open("").await);
        heard(&mut first).await;
        heard(&mut second).await;
        heard(&mut first).await;
        let mut third = stand.open("").await;
        heard(&mut third).await;
        assert!(rest(&mut second).await.is_empty(), "it was silent for longest");
        heard(&mut first).await;
    }
}

/// The connections of a proxy belong to its clients.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn connections_of_a_proxy_are_not_those_of_one_client() {
    let limits = Limits { client_connections: 1, ..patient() };
    let stand = stand_behind(limits, trusted("127.0.0.9")).await;
    let mut kept = Vec::new();
    for _ in 0..5 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.9:0".parse().unwrap()).unwrap();
        let mut stream = socket.connect(stand.address).await.unwrap();
        heard(&mut stream).await;
        kept.push(stream);
    }
    heard(&mut kept[0]).await;
}

/// An upgraded connection has a place, and can be closed to make room like any other.
#[tokio::test(flavor = "multi_thread")]
async fn a_tunnel_has_a_place() {
    let stand = stand(Limits { connections: 2, ..patient() }).await;
    let (till, client) = (till(), IpAddr::from([127, 0, 0, 1]));
    let stamp = solve(&till.challenge(client).unwrap().to_bytes(), |_| true).unwrap();
    let (pass, _) = till.pay(&stamp, client).unwrap();
    let headers = format!("connection: upgrade\r\nupgrade: websocket\r\ncookie: heliast-pass={pass}\r\n");
    let mut tunnel = stand.open(&format!("GET /socket HTTP/1.1\r\nhost: site\r\n{headers}\r\n")).await;
    assert!(head(&mut tunnel).await.starts_with("http/1.1 101"));
    tunnel.write_all(b"a").await.unwrap();
    assert_eq!(tunnel.read_u8().await.unwrap(), b'a');
    let (mut first, mut second) = (stand.open("").await, stand.open("").await);
    heard(&mut first).await;
    heard(&mut second).await;
    assert!(rest(&mut tunnel).await.is_empty());
}

/// This also holds while the gate can't tell yet whether it is HTTP/1 or HTTP/2, and if an HTTP/2 client
/// sends no request.
#[tokio::test(flavor = "multi_thread")]
async fn half_a_header_and_an_idle_connection_are_closed_after_their_time() {
    let stand = stand(Limits { header_time: SHORT, ..patient() }).await;
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    for start in ["", "P", "GET /x HTTP/1.1\r\nhost: te", preface] {
        let since = Instant::now();
        rest(&mut stand.open(start).await).await;
        assert_kept_its_time(since);
    }
    let since = Instant::now();
    let mut kept = stand.open(ASK).await;
    answered(&mut kept).await;
    assert!(rest(&mut kept).await.is_empty());
    assert_kept_its_time(since);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_arrive_in_time_is_answered_408() {
    let stand = stand(Limits { body_time: SHORT, ..patient() }).await;
    for framing in ["content-length: 9", "transfer-encoding: chunked"] {
        let since = Instant::now();
        let mut stream =
            stand.open(&format!("POST /x HTTP/1.1\r\nhost: site\r\n{framing}\r\n\r\n1\r\n")).await;
        let answer = head(&mut stream).await;
        assert!(answer.starts_with("http/1.1 408") && answer.contains("connection: close"), "{answer}");
        assert_kept_its_time(since);
    }
    let mut whole = stand.open("POST /x HTTP/1.1\r\nhost: site\r\ncontent-length: 3\r\n\r\nabc").await;
    assert!(head(&mut whole).await.starts_with("http/1.1 200"));
}

/// The gate's only thread stands still, as all threads do when their machine is suspended.
#[tokio::test]
async fn a_body_outlives_a_standstill_in_which_its_time_ended() {
    let stand = stand(Limits { body_time: Duration::from_millis(700), ..patient() }).await;
    let mut stream = stand.open("POST /x HTTP/1.1\r\nhost: site\r\ncontent-length: 2\r\n\r\n1").await;
    sleep(Duration::from_millis(50)).await;
    std::thread::sleep(Duration::from_secs(2));
    sleep(Duration::from_millis(50)).await;
    stream.write_all(b"2").await.unwrap();
    let answer = head(&mut stream).await;
    assert!(answer.starts_with("http/1.1 200"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_reads_is_given_up() {
    let stand = stand(Limits { write_time: SHORT, ..patient() }).await;
    let mut stream = stand.open("GET /long HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n").await;
    // Nothing is read until the gate has closed the connection; the gate ends when its connections have
    // ended.
    assert!(stream.readable().await.is_ok());
    stand.end.send(()).unwrap();
    stand.served.await.unwrap();
    assert!(rest(&mut stream).await.len() < LONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_under_way_have_their_time_when_the_gate_ends() {
    let stand = stand(Limits { shutdown_time: SHORT, ..patient() }).await;
    let mut first = stand.open("").await;
    heard(&mut first).await;
    let _under_way = stand.open("GET /never HTTP/1.1\r\nhost: site\r\n\r\n").await;
    heard(&mut first).await;
    let since = Instant::now();
    stand.end.send(()).unwrap();
    stand.served.await.unwrap();
    assert_kept_its_time(since);
    assert!(since.elapsed() < patient().shutdown_time);
}

/// An HTTP/2 client with hand-made frames (RFC 9113).
struct Streams {
    stream: TcpStream,
    pings: u64,
}

const SETTINGS: u8 = 4;
const PING: u8 = 6;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

impl Streams {
    /// A client that grants no window to any answer.
    async fn open(stand: &Stand) -> Streams {
        let mut stream = stand.open("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
        stream.write_all(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0])).await.unwrap();
        Streams { stream, pings: 0 }
    }

    /// GET, http and the two names are in HPACK's table (RFC 7541, appendix A).
    async fn get(&mut self, stream: u32, path: &str) {
        let length = u8::try_from(path.len()).unwrap();
        let head = [&[0x82, 0x86, 0x04, length], path.as_bytes(), b"\x01\x04site"].concat();
        self.stream.write_all(&frame(1, 5, stream, &head)).await.unwrap();
    }

    /// Whether the gate answers a ping. On a dead connection pings are not answered, or can't be sent.
    async fn ping(&mut self) -> bool {
        self.pings += 1;
        let payload = self.pings.to_be_bytes();
        if self.stream.write_all(&frame(PING, 0, 0, &payload)).await.is_err() {
            return false;
        }
        loop {
            let mut head = [0; 9];
            if self.stream.read_exact(&mut head).await.is_err() {
                return false;
            }
            let mut found = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
            if self.stream.read_exact(&mut found).await.is_err() {
                return false;
            }
            assert_ne!(head[3], 0, "data that no window is for");
            if head[3] == PING && found == payload {
                return true;
            }
        }
    }

    /// The number of pings that are answered within a time.
    async fn pinged(&mut self, time: Duration) -> bool {
        let since = Instant::now();
        while since.elapsed() < time {
            if !self.ping().await {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        true
    }
}

/// A regression: the connection was kept as long as it was pinged.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_for_which_a_client_grants_no_window_is_given_up() {
    let stand = stand(Limits { write_time: SHORT, ..patient() }).await;
    let mut client = Streams::open(&stand).await;
    let since = Instant::now();
    for stream in [1, 3, 5] {
        client.get(stream, "/long").await;
    }
    assert!(!client.pinged(patient().write_time / 10).await);
    assert_kept_its_time(since);
}

/// A client can't read bytes that do not exist yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_waits_for_the_site_for_as_long_as_it_likes() {
    let stand = stand(Limits { write_time: SHORT, ..patient() }).await;
    let mut client = Streams::open(&stand).await;
    // In this order, so that there is no moment in which only an unread answer is under way.
    client.get(1, "/never").await;
    client.get(3, "/long").await;
    assert!(client.pinged(4 * SHORT).await);
}

/// A longer header is refused before the gate, and no memory is allocated for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_header_has_a_length() {
    let stand = stand(patient()).await;
    let of = |bytes: usize| format!("x-long: {}\r\n", "a".repeat(bytes));
    assert!(stand.ask("/x", &of(30 << 10)).await.starts_with("http/1.1 200"));
    let refused = stand.ask("/x", &of(80 << 10)).await;
    assert!(refused.starts_with("http/1.1 431"), "{refused}");
}
