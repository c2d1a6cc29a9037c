use super::{client::send, *};

async fn browse(node: &Node, path: &str) -> Reply {
    send(
        node.address,
        &format!("GET {path} HTTP/1.1\r\nhost: test\r\naccept: text/html,*/*\r\nconnection: close\r\n\r\n"),
    )
    .await
}

#[tokio::test]
async fn pages_are_readable_as_they_come() {
    let node = Node::start(15, patient()).await;
    let live = browse(&node, "/").await;
    assert_eq!((live.status, live.header("content-type")), (200, "text/html; charset=utf-8"));
    let round = &node.rounds[14];
    let beacon = hex::encode(round.facts().beacon);
    let text = live.text();
    for part in [
        &beacon,
        "<h1><a href=\"/rounds/15\"",
        "Round <b id=\"now-round\">16</b>",
        "<a href=\"/rounds/4\">4</a>",
        &node.chain_id(),
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains("<a href=\"/rounds/3\">"), "twelve recent rounds");
    assert_eq!(text.matches("class=\"seat").count(), 5);
    assert_eq!(text.matches("class=\"seat lit").count(), round.tickets.len());
    assert_eq!(text.matches("class=\"tone").count(), 32);
    assert!(!text.contains("http://") && !text.contains("https://") && !text.contains("style=\""));

    let page = browse(&node, "/rounds/7").await;
    for part in [
        "rel=\"prev\" href=\"/rounds/6\"",
        "rel=\"next\" href=\"/rounds/8\"",
        &hex::encode(&node.rounds[6].y),
    ] {
        assert!(page.text().contains(part), "{part}");
    }
    assert!(!browse(&node, "/rounds/1").await.text().contains("rel=\"prev\""));
    assert!(!browse(&node, "/rounds/15").await.text().contains("rel=\"next\""));
}

#[tokio::test]
async fn a_page_before_the_first_round() {
    let node = Node::at(GENESIS_MS, 0, patient()).await;
    let page = browse(&node, "/").await;
    assert!(page.status == 200 && page.text().contains("under way"));
}

#[tokio::test]
async fn errors_are_pages_for_people_and_json_for_programs() {
    let node = Node::start(1, patient()).await;
    for (path, status) in [
        ("/rounds/0", 404),
        ("/rounds/9", 425),
        ("/rounds/x", 400),
        ("/nowhere", 404),
        ("/rounds/%3Cscript%3E", 400),
    ] {
        let page = browse(&node, path).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (status, "text/html; charset=utf-8"),
            "{path}"
        );
        assert!(page.text().contains("<h1>") && !page.text().contains("<script>"), "{path}");
    }
    assert_eq!(browse(&node, "/rounds/9").await.header("cache-control"), "no-store");
    assert_eq!(node.get("/nowhere").await.code(), 2);
}

#[tokio::test]
async fn assets_are_kept_for_ever_and_come_from_here() {
    let node = Node::start(1, patient()).await;
    let page = browse(&node, "/").await;
    let mut found = 0;
    for part in page.text().split('"').filter(|part| part.starts_with("/assets/")) {
        let asset = node.get(part).await;
        assert_eq!(
            (asset.status, asset.header("cache-control")),
            (200, "public, max-age=31536000, immutable"),
            "{part}"
        );
        found += 1;
    }
    assert_eq!(found, 4);
    for path in ["/assets/0000000000000000/app.js", "/assets/0000000000000000/../../Cargo.toml"] {
        assert_eq!(node.get(path).await.status, 404);
    }
    assert_eq!(node.get("/favicon.ico").await.header("content-type"), "image/svg+xml");
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let node = Node::start(1, patient()).await;
    for path in ["/", "/public/1", "/public/9", "/nowhere", "/metrics", "/assets/x/y", "/v1/bundle?from=1"] {
        let reply = node.get(path).await;
        assert!(
            reply
                .header("content-security-policy")
                .starts_with("default-src 'none'; script-src 'self'; style-src 'self'"),
            "{path}"
        );
        assert_eq!(
            (reply.header("x-content-type-options"), reply.header("access-control-allow-origin")),
            ("nosniff", "*"),
            "{path}"
        );
    }
}
