use super::{
    client::{Reply, answer, connect_from, rest, send},
    *,
};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

const SHORT: Duration = Duration::from_millis(300);

fn short() -> Limits {
    Limits { header_time: SHORT, body_time: SHORT, write_time: SHORT, ..patient() }
}

async fn open(node: &Node, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(node.address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

/// Checks that it did not end too early; the caller waits for it and so sees that it does end.
#[track_caller]
fn assert_kept_its_time(since: Instant) {
    let took = since.elapsed();
    assert!(took >= SHORT - Duration::from_millis(50), "{took:?}");
}

#[tokio::test]
async fn half_a_header_is_closed_after_its_time() {
    let node = Node::start(1, short()).await;
    for start in ["", "GET /public/1 HTTP/1.1\r\nhost: te"] {
        let since = Instant::now();
        rest(&mut open(&node, start).await).await;
        assert_kept_its_time(since);
    }
}

#[tokio::test]
async fn a_header_that_drips_is_closed_after_its_time() {
    let node = Node::start(1, short()).await;
    let since = Instant::now();
    let mut stream = open(&node, "GET / HTTP/1.1\r\nx: ").await;
    // Each byte comes well within the time, but the limit is for the whole header. Otherwise this would go on
    // for ever.
    while stream.write_all(b"a").await.is_ok() {
        sleep(Duration::from_millis(20)).await;
    }
    assert_kept_its_time(since);
}

#[tokio::test]
async fn an_idle_connection_is_kept_for_a_while_only() {
    let node = Node::start(1, short()).await;
    let mut stream = open(&node, "GET /chains HTTP/1.1\r\nhost: test\r\n\r\n").await;
    let answer = rest(&mut stream).await;
    assert_eq!(Reply::parse(&answer).status, 200, "and then the node closes");
    let usual = Node::start(1, Limits { header_time: Limits::default().header_time, ..patient() }).await;
    for path in ["/chains", "/nowhere", "/"] {
        assert_eq!(usual.get(path).await.header("keep-alive"), "timeout=4", "a second before it closes");
    }
}

/// The node's only thread stands still, as all threads do when their machine is suspended.
#[tokio::test]
async fn a_connection_outlives_a_standstill_in_which_its_time_ended() {
    let node = Node::start(1, Limits { header_time: Duration::from_millis(700), ..patient() }).await;
    let request = "GET /chains HTTP/1.1\r\nhost: test\r\n\r\n";
    let mut stream = open(&node, request).await;
    let mut seen = [0; 12];
    stream.read_exact(&mut seen).await.unwrap();
    sleep(Duration::from_millis(50)).await;
    std::thread::sleep(Duration::from_secs(2));
    sleep(Duration::from_millis(50)).await;
    stream.write_all(request.as_bytes()).await.unwrap();
    let rest = rest(&mut stream).await;
    assert!(String::from_utf8(rest).unwrap().contains("HTTP/1.1 200 OK"), "the second answer");
}

#[tokio::test]
async fn a_body_outlives_a_standstill_in_which_its_time_ended() {
    let node = Node::start(1, Limits { body_time: Duration::from_millis(700), ..patient() }).await;
    let head = "GET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: 2\r\n\r\n1";
    let mut stream = open(&node, head).await;
    sleep(Duration::from_millis(50)).await;
    std::thread::sleep(Duration::from_secs(2));
    sleep(Duration::from_millis(50)).await;
    stream.write_all(b"2").await.unwrap();
    assert_eq!(Reply::parse(&rest(&mut stream).await).status, 200);
}

#[tokio::test]
async fn a_slow_body_is_answered_408_and_closed() {
    let node = Node::start(1, short()).await;
    for framing in ["content-length: 9", "transfer-encoding: chunked"] {
        let since = Instant::now();
        let reply =
            send(node.address, &format!("POST /chains HTTP/1.1\r\nhost: test\r\n{framing}\r\n\r\n1\r\n"))
                .await;
        assert_eq!((reply.status, reply.header("connection")), (408, "close"), "{framing}");
        assert_kept_its_time(since);
    }
}

#[tokio::test]
async fn large_bodies_are_413_and_small_ones_are_read() {
    let node = Node::start(1, Limits { body_bytes: 1000, ..short() }).await;
    let declared =
        send(node.address, "GET /chains HTTP/1.1\r\nhost: test\r\ncontent-length: 3000000000\r\n\r\n").await;
    assert_eq!((declared.status, declared.code()), (413, 2));
    let chunk = format!("3e9\r\n{}\r\n0\r\n\r\n", "x".repeat(1001));
    let chunked = send(
        node.address,
        &format!("GET /chains HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n{chunk}"),
    )
    .await;
    assert_eq!((chunked.status, chunked.code()), (413, 2));
    let both = "GET /chains HTTP/1.1\r\nhost: test\r\ncontent-length: 3\r\n\r\nabcGET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
    let answers = rest(&mut open(&node, both).await).await;
    assert_eq!(String::from_utf8(answers).unwrap().matches("HTTP/1.1 200 OK").count(), 2);
    let default = Node::start(1, patient()).await;
    let body = "x".repeat(64 << 10);
    let request = |extra: &str| {
        format!(
            "GET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}{extra}",
            body.len() + extra.len()
        )
    };
    assert_eq!(
        (send(default.address, &request("")).await.status, send(default.address, &request("x")).await.status),
        (200, 413)
    );
}

#[tokio::test]
async fn long_headers_are_431() {
    let node = Node::start(1, patient()).await;
    let request = |len: usize| {
        format!("GET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\nx: {}\r\n\r\n", "y".repeat(len))
    };
    assert_eq!(send(node.address, &request(15 << 10)).await.status, 200);
    assert_eq!(send(node.address, &request(17 << 10)).await.status, 431);
    let many: String = (0..200).map(|i| format!("h{i}: 1\r\n")).collect();
    assert_eq!(
        send(node.address, &format!("GET /chains HTTP/1.1\r\nhost: test\r\n{many}\r\n")).await.status,
        431
    );
}

/// Sends a request on a kept connection; when the answer has come, the node knows the client.
async fn ask(stream: &mut TcpStream) {
    stream.write_all(b"GET /chains HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
    assert_eq!(answer(stream).await.status, 200);
}

#[tokio::test]
async fn when_all_places_are_taken_the_most_silent_gives_way() {
    let node = Node::start(1, Limits { connections: 3, ..patient() }).await;
    let mut kept = Vec::new();
    for _ in 0..3 {
        let mut stream = open(&node, "").await;
        ask(&mut stream).await;
        kept.push(stream);
    }
    ask(&mut kept[0]).await;
    // A fourth takes the place of the second, which is now silent for longest.
    let mut fourth = open(&node, "").await;
    ask(&mut fourth).await;
    assert!(rest(&mut kept[1]).await.is_empty());
    for stream in [&mut kept[0], &mut fourth] {
        ask(stream).await;
    }
    // A fifth takes the place of the third.
    ask(&mut open(&node, "").await).await;
    assert!(rest(&mut kept[2]).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_good_client_is_served_while_others_say_nothing() {
    let node = Node::start(1, Limits { connections: 128, ..patient() }).await;
    let mut silent = Vec::new();
    for _ in 0..100 {
        for _ in 0..10 {
            silent.push(open(&node, "GET /public/1 HTTP/1.1\r\n").await);
        }
        assert_eq!(node.get("/public/1").await.status, 200);
    }
    let open: usize = node
        .get("/metrics")
        .await
        .text()
        .lines()
        .find_map(|line| line.strip_prefix("heliast_http_connections ")?.parse().ok())
        .unwrap();
    assert!(open <= 128, "{open}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_client_that_asks_too_often_is_429_and_others_are_served() {
    let node = Node::start(1, Limits { requests_per_second: 1, request_burst: 5, ..patient() }).await;
    for _ in 0..5 {
        assert_eq!(node.get("/chains").await.status, 200);
    }
    let refused = node.get("/chains").await;
    assert_eq!((refused.status, refused.code(), refused.header("retry-after")), (429, 5, "1"));
    let mut other = connect_from([127, 0, 0, 2].into(), node.address).await;
    other.write_all(b"GET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
    assert_eq!(Reply::parse(&rest(&mut other).await).status, 200);
    node.clock.pass(Duration::from_secs(1));
    assert_eq!((node.get("/chains").await.status, node.get("/chains").await.status), (200, 429));
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_given_up() {
    let node = Node::start(1, Limits { request_burst: 100_000, ..short() }).await;
    let mut stream = open(&node, "").await;
    ask(&mut stream).await;
    let requests = "GET /openapi.json HTTP/1.1\r\nhost: test\r\n\r\n".repeat(2000);
    let mut bytes = requests.as_bytes();
    let connections = || node.traffic.connections.get();
    // Waits until the node has closed it: the buffers of the node and of this client hold a part of the
    // answers.
    while connections() > 0 && !bytes.is_empty() {
        match stream.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                sleep(Duration::from_millis(5)).await
            }
            Err(_) => break,
        }
    }
    while connections() > 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let answers = rest(&mut stream).await;
    let whole = String::from_utf8_lossy(&answers).matches("HTTP/1.1 200 OK").count();
    assert!(whole < 2000, "the connection was cut, {whole} answers came");
}

#[tokio::test]
async fn garbage_gets_an_answer_or_a_closed_door() {
    let node = Node::start(1, short()).await;
    for garbage in [
        "\r\n\r\n\r\n",
        "\0\0\0\0",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02\x00",
        "GET /\u{ff} HTTP/1.1\r\n\r\n",
    ] {
        rest(&mut open(&node, garbage).await).await;
    }
    assert_eq!(node.get("/chains").await.status, 200);
}
