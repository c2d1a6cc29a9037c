use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::client::{Reply, connect_from, rest, send};
use super::*;

const SHORT: Duration = Duration::from_millis(300);

fn short() -> Limits {
    Limits { header_time: SHORT, body_time: SHORT, write_time: SHORT, ..Limits::default() }
}

async fn open(node: &Node, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(node.address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

#[track_caller]
fn assert_closed_in_time(since: Instant) {
    let took = since.elapsed();
    assert!(took >= SHORT - Duration::from_millis(50) && took < SHORT * 6, "{took:?}");
}

#[tokio::test]
async fn half_a_header_is_closed_after_its_time() {
    let node = Node::start(1, short()).await;
    for start in ["", "GET /public/1 HTTP/1.1\r\nhost: te"] {
        let since = Instant::now();
        rest(&mut open(&node, start).await).await;
        assert_closed_in_time(since);
    }
}

#[tokio::test]
async fn a_header_that_drips_is_closed_after_its_time() {
    let node = Node::start(1, short()).await;
    let since = Instant::now();
    let mut stream = open(&node, "GET / HTTP/1.1\r\nx: ").await;
    while stream.write_all(b"a").await.is_ok() {
        sleep(Duration::from_millis(20)).await;
        assert!(since.elapsed() < SHORT * 6);
    }
    assert_closed_in_time(since);
}

#[tokio::test]
async fn an_idle_connection_is_kept_for_a_while_only() {
    let node = Node::start(1, short()).await;
    let mut stream = open(&node, "GET /chains HTTP/1.1\r\nhost: test\r\n\r\n").await;
    let mut first = [0; 15];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let since = Instant::now();
    rest(&mut stream).await;
    assert!(since.elapsed() < SHORT * 6);
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
        assert_closed_in_time(since);
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
    let default = Node::start(1, Limits::default()).await;
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
    let node = Node::start(1, Limits::default()).await;
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

#[tokio::test]
async fn when_all_places_are_taken_the_most_silent_gives_way() {
    let node = Node::start(1, Limits { connections: 3, ..Limits::default() }).await;
    let mut silent = Vec::new();
    for _ in 0..3 {
        silent.push(open(&node, "GET /").await);
        sleep(Duration::from_millis(20)).await;
    }
    silent[0].write_all(b"c").await.unwrap();
    sleep(Duration::from_millis(20)).await;
    assert_eq!(node.get("/chains").await.status, 200);
    rest(&mut silent[1]).await;
    silent[0].write_all(b"hains HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
    assert_eq!(Reply::parse(&rest(&mut silent[0]).await).status, 200, "the others stayed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_good_client_is_served_while_others_say_nothing() {
    let node = Node::start(1, Limits { connections: 128, ..Limits::default() }).await;
    let mut silent = Vec::new();
    let mut times = Vec::new();
    for _ in 0..100 {
        for _ in 0..10 {
            silent.push(open(&node, "GET /public/1 HTTP/1.1\r\n").await);
        }
        let since = Instant::now();
        assert_eq!(node.get("/public/1").await.status, 200);
        times.push(since.elapsed());
    }
    times.sort();
    assert!(times[98] < Duration::from_millis(250), "{:?}", times[98]);
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
    let node = Node::start(1, Limits { requests_per_second: 1, request_burst: 5, ..Limits::default() }).await;
    for _ in 0..5 {
        assert_eq!(node.get("/chains").await.status, 200);
    }
    let refused = node.get("/chains").await;
    assert_eq!((refused.status, refused.code(), refused.header("retry-after")), (429, 5, "1"));
    let mut other = connect_from([127, 0, 0, 2].into(), node.address).await;
    other.write_all(b"GET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await.unwrap();
    assert_eq!(Reply::parse(&rest(&mut other).await).status, 200);
    sleep(Duration::from_millis(1100)).await;
    assert_eq!(node.get("/chains").await.status, 200);
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_given_up() {
    let node = Node::start(1, Limits { request_burst: 100_000, ..short() }).await;
    let mut stream = TcpStream::connect(node.address).await.unwrap();
    let requests = "GET /openapi.json HTTP/1.1\r\nhost: test\r\n\r\n".repeat(2000);
    let mut bytes = requests.as_bytes();
    let since = Instant::now();
    while !bytes.is_empty() {
        match stream.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                sleep(Duration::from_millis(5)).await
            }
            Err(_) => break,
        }
        if since.elapsed() > SHORT * 10 {
            break;
        }
    }
    sleep(SHORT * 3).await;
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
