//! Clients that use HTTP in other ways than browsers, or disconnect early.

use super::{
    client::{Reply, answer, rest, send},
    *,
};
use std::time::Duration;
use tokio::{io::AsyncWriteExt, net::TcpStream};

async fn connect(node: &Node) -> TcpStream {
    TcpStream::connect(node.address).await.unwrap()
}

/// Sends bytes, closes the sending side, and reads the answer.
async fn broken_off(node: &Node, bytes: &str) -> Vec<u8> {
    let mut stream = connect(node).await;
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    rest(&mut stream).await
}

#[tokio::test]
async fn a_connection_answers_one_request_after_the_other() {
    let node = Node::start(2, patient()).await;
    let mut stream = connect(&node).await;
    for round in [1, 2, 9, 1] {
        let request = format!("GET /public/{round} HTTP/1.1\r\nhost: test\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let reply = answer(&mut stream).await;
        assert_eq!(reply.status, if round == 9 { 425 } else { 200 });
    }
    assert_eq!(node.traffic.connections.get(), 1);
}

#[tokio::test]
async fn requests_that_come_at_once_are_answered_in_their_order() {
    let node = Node::start(3, patient()).await;
    let mut stream = connect(&node).await;
    let requests: String =
        [3, 1, 2].map(|round| format!("GET /public/{round} HTTP/1.1\r\nhost: test\r\n\r\n")).concat();
    stream.write_all(requests.as_bytes()).await.unwrap();
    for round in [3, 1, 2] {
        assert_eq!(answer(&mut stream).await.json()["round"], round);
    }
}

#[tokio::test]
async fn a_request_that_comes_byte_by_byte_is_answered() {
    let node = Node::start(1, patient()).await;
    let mut stream = connect(&node).await;
    for byte in b"GET /public/1 HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n" {
        stream.write_all(&[*byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    assert_eq!(Reply::parse(&rest(&mut stream).await).status, 200);
}

#[tokio::test]
async fn old_clients_are_answered_and_the_connection_ends() {
    let node = Node::start(1, patient()).await;
    let reply = send(node.address, "GET /public/1 HTTP/1.0\r\n\r\n").await;
    assert_eq!((reply.status, &reply.json()["round"]), (200, &1.into()));
    let bundle = send(node.address, "GET /v1/bundle?from=1 HTTP/1.0\r\n\r\n").await;
    assert_eq!(bundle.header("transfer-encoding"), "", "which they would not understand");
    assert_eq!(bundle.body, node.get("/v1/bundle?from=1").await.body);
}

#[tokio::test]
async fn the_address_may_be_written_in_full() {
    let node = Node::start(1, patient()).await;
    let request =
        "GET http://beacon.example/public/1?x=1 HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
    assert_eq!(send(node.address, request).await.status, 400, "its query counts");
    let request = "GET http://beacon.example/public/1 HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
    assert_eq!(send(node.address, request).await.status, 200);
}

#[tokio::test]
async fn half_a_request_gets_no_answer_and_does_no_harm() {
    let node = Node::start(1, patient()).await;
    let whole = "GET /public/1 HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
    for end in 0..whole.len() {
        let bytes = broken_off(&node, &whole[..end]).await;
        assert!(!String::from_utf8_lossy(&bytes).contains("200 OK"), "{end} bytes");
    }
    assert!(String::from_utf8_lossy(&broken_off(&node, whole).await).contains("200 OK"));
    assert_eq!(node.get("/chains").await.status, 200);
}

#[tokio::test]
async fn half_a_body_is_not_a_request() {
    let node = Node::start(1, patient()).await;
    for body in ["content-length: 9\r\n\r\n1234", "transfer-encoding: chunked\r\n\r\n9\r\n1234"] {
        let bytes = broken_off(&node, &format!("GET /chains HTTP/1.1\r\nhost: test\r\n{body}")).await;
        assert!(!String::from_utf8_lossy(&bytes).contains("200 OK"), "{body}");
    }
    assert_eq!(node.get("/chains").await.status, 200);
}

#[tokio::test]
async fn an_invalid_body_is_400() {
    let node = Node::start(1, patient()).await;
    let request = "GET /chains HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\nnine\r\n";
    let reply = send(node.address, request).await;
    assert_eq!((reply.status, reply.code(), reply.header("connection")), (400, 3, "close"));
}

/// Two lengths are used to smuggle requests past a proxy.
#[tokio::test]
async fn a_body_of_two_lengths_is_refused() {
    let node = Node::start(1, patient()).await;
    for lengths in [
        "content-length: 3\r\ncontent-length: 4",
        "content-length: -1",
        "content-length: 0x3",
        "content-length: 3, 4",
        "transfer-encoding: chunked, identity",
    ] {
        let request =
            format!("GET /chains HTTP/1.1\r\nhost: test\r\n{lengths}\r\n\r\nabcdGET /info HTTP/1.1\r\n\r\n");
        let reply = String::from_utf8(broken_off(&node, &request).await).unwrap();
        assert!(!reply.contains("200 OK"), "{lengths}: {reply}");
    }
}

#[tokio::test]
async fn a_client_that_asks_whether_to_go_on_is_told() {
    let node = Node::start(1, Limits { body_bytes: 100, ..patient() }).await;
    let head = |len| {
        format!(
            "POST /chains HTTP/1.1\r\nhost: test\r\nexpect: 100-continue\r\ncontent-length: {len}\r\n\r\n"
        )
    };
    let mut stream = connect(&node).await;
    stream.write_all(head(3).as_bytes()).await.unwrap();
    let mut first = [0; 21];
    tokio::io::AsyncReadExt::read_exact(&mut stream, &mut first).await.unwrap();
    assert_eq!(&first[..], b"HTTP/1.1 100 Continue");
    // A body that is too large is refused before it is sent.
    let reply = send(node.address, &head(101)).await;
    assert_eq!((reply.status, reply.code()), (413, 2));
}

#[tokio::test]
async fn clients_that_go_away_are_forgotten() {
    let node = Node::start(3, patient()).await;
    let open: Vec<TcpStream> = {
        let mut open = Vec::new();
        for path in ["/public/1", "/v1/bundle?from=1", "/v1/stream", "/nowhere"] {
            let mut stream = connect(&node).await;
            stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n").as_bytes()).await.unwrap();
            open.push(stream);
        }
        open
    };
    let connections = || node.traffic.connections.get();
    while connections() < 4 || node.traffic.streams.get() < 1 {
        tokio::task::yield_now().await;
    }
    drop(open);
    // The end of the stream is only noticed when something is sent.
    while connections() > 0 || node.traffic.streams.get() > 0 {
        node.handles.board.set_status(node.handles.board.status());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn what_runs_is_finished_when_the_node_stops() {
    let node = Node::start(3, patient()).await;
    let mut asked = connect(&node).await;
    asked.write_all(b"GET /public/1 HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
    let mut half = connect(&node).await;
    half.write_all(b"POST /chains HTTP/1.1\r\nhost: test\r\ncontent-length: 4\r\n\r\nab").await.unwrap();
    // The node knows both when a later client has got its answer.
    assert_eq!(answer(&mut asked).await.status, 200);
    node.get("/chains").await;
    node.stop.send(()).unwrap();
    half.write_all(b"cd").await.unwrap();
    assert_eq!(Reply::parse(&rest(&mut half).await).status, 405, "its request was begun");
    assert!(rest(&mut asked).await.is_empty(), "an idle connection is closed");
    node.task.await.unwrap();
}
