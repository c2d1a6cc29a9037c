//! Clients behind proxies, over the socket: this machine is the proxy.

use super::{client::send, *};
use crate::{Front, Proxies, ProxyHeader};

/// A node that gives each client two requests, behind a proxy at this address.
async fn behind(proxy: &str, header: ProxyHeader) -> Node {
    let limits = Limits { requests_per_second: 1, request_burst: 2, client_connections: 2, ..patient() };
    let proxies = Proxies::new(vec![proxy.parse().unwrap()], header);
    let mut world = World::new(5, 1, GENESIS_MS);
    let rounds = world.rounds(1);
    Node::of(world, rounds, GENESIS_MS, Front { limits, proxies }).await
}

async fn status(node: &Node, headers: &str) -> u16 {
    let request = format!("GET /chains HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}\r\n");
    send(node.address, &request).await.status
}

#[tokio::test]
async fn each_client_behind_a_proxy_has_its_own_limit() {
    let node = behind("127.0.0.0/8", ProxyHeader::XForwardedFor).await;
    for client in ["192.0.2.1", "192.0.2.2", "2001:db8::1", "[2001:db8:0:1::1]:4711"] {
        let header = format!("x-forwarded-for: {client}\r\n");
        let found =
            [status(&node, &header).await, status(&node, &header).await, status(&node, &header).await];
        assert_eq!(found, [200, 200, 429], "{client}");
    }
    // A client in the same /64, and a client that writes another address before its own.
    assert_eq!(status(&node, "x-forwarded-for: 2001:db8::ffff\r\n").await, 429);
    assert_eq!(status(&node, "x-forwarded-for: 9.9.9.9, 192.0.2.1\r\n").await, 429);
    assert_eq!(status(&node, "x-forwarded-for: 9.9.9.9\r\nx-forwarded-for: 192.0.2.1\r\n").await, 429);
    // A header that this proxy does not write comes from the client.
    assert_eq!(status(&node, "forwarded: for=9.9.9.9\r\nx-forwarded-for: 192.0.2.1\r\n").await, 429);
}

#[tokio::test]
async fn nobody_else_chooses_its_address() {
    let node = behind("192.0.2.99", ProxyHeader::Forwarded).await;
    let mut found = vec![];
    for client in 1..=3 {
        found.push(status(&node, &format!("forwarded: for=192.0.2.{client}\r\n")).await);
    }
    assert_eq!(found, [200, 200, 429]);
}

#[tokio::test]
async fn headers_that_are_too_long_or_strange_are_answered() {
    let node = behind("127.0.0.1", ProxyHeader::Forwarded).await;
    let long = |len: usize| format!("forwarded: {}for=192.0.2.1\r\n", "for=x,".repeat(len));
    assert_eq!(status(&node, &long(2000)).await, 200);
    assert_eq!(status(&node, &long(3000)).await, 431);
    assert_eq!(status(&node, "forwarded: for=\"\r\n").await, 200, "counted as the proxy's");
}

/// All clients use the proxy's connections.
#[tokio::test]
async fn a_proxy_may_hold_more_connections_than_a_client() {
    use super::client::answer;
    use tokio::io::AsyncWriteExt;
    let node = behind("127.0.0.1", ProxyHeader::XForwardedFor).await;
    let mut streams = vec![];
    for client in 1..=6 {
        let mut stream = tokio::net::TcpStream::connect(node.address).await.unwrap();
        let request =
            format!("GET /chains HTTP/1.1\r\nhost: test\r\nx-forwarded-for: 192.0.2.{client}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        assert_eq!(answer(&mut stream).await.status, 200);
        streams.push(stream);
    }
    assert_eq!(node.traffic.connections.get(), 6);
}
