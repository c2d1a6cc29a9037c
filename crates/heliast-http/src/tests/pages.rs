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

/// Every page shows whether it comes from a solo node or from a node of a network.
#[tokio::test]
async fn every_page_says_who_makes_the_rounds() {
    let node = Node::start(2, patient()).await;
    let solo = ["A solo node runs every participant itself", "can publish the one that pleases most"];
    let network = ["Machines of a network agree on these rounds", "less than a third of their voting power"];
    for (says, others) in [(solo, network), (network, solo)] {
        for path in ["/", "/rounds", "/rounds/2", "/how", "/genesis", "/api"] {
            let text = browse(&node, path).await.text().to_owned();
            assert!(text.contains(says[0]) && !text.contains(others[0]), "{path}");
            assert_eq!((text.contains(says[1]), text.contains(others[1])), (path == "/how", false), "{path}");
        }
        node.handles.finality.begin(b"a network file").unwrap();
    }
}

#[tokio::test]
async fn the_guide_is_served_whole_and_can_be_searched() {
    let node = Node::start(2, patient()).await;
    let first = browse(&node, "/guide").await;
    assert_eq!((first.status, first.header("location")), (303, "/guide/what-for"));
    for chapter in heliast_guide::chapters() {
        let page = browse(&node, &format!("/guide/{}", chapter.name)).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(page.text().contains(chapter.html.trim()), "{}", chapter.name);
        assert!(page.text().contains(&node.chain_id()));
        let marked =
            ["page", "true"].map(|value| page.text().matches(&format!("aria-current=\"{value}\"")).count());
        assert_eq!(marked, [1, 1], "the chapter, and the guide among the pages");
        // Lines of code may contain other `src` attributes.
        for picture in chapter.html.split("src=\"images/").skip(1).filter_map(|rest| rest.split('"').next()) {
            let picture = browse(&node, &format!("/guide/images/{picture}")).await;
            assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
        }
    }
    let found = browse(&node, "/guide/search?q=safe+period").await;
    assert!(found.text().contains("<a href=\"/guide/network#") && found.text().contains("<mark>"));
    let none = browse(&node, "/guide/search?q=%3Cscript%3Ealert(1)%22").await;
    assert_eq!(none.status, 200);
    assert!(none.text().contains("No section has all these words") && !none.text().contains("<script>alert"));
    assert!(browse(&node, "/guide/search").await.text().contains("Write one word or several"));
    assert_eq!(browse(&node, "/guide/search?q=%FF%00&q=a&other").await.status, 200);
    for missing in ["/guide/", "/guide/none", "/guide/what-for.html", "/guide/images/none.svg", "/guide/a/b"]
    {
        assert_eq!(browse(&node, missing).await.status, 404, "{missing}");
    }
}

#[tokio::test]
async fn a_page_before_the_first_round() {
    let node = Node::at(GENESIS_MS, 0, patient()).await;
    let page = browse(&node, "/").await;
    assert!(page.status == 200 && page.text().contains("under way"));
}

#[tokio::test]
async fn all_rounds_are_reached_page_by_page() {
    let node = Node::start(120, patient()).await;
    let (mut path, mut found) = ("/rounds".to_owned(), Vec::new());
    for pages in 1.. {
        let page = browse(&node, &path).await;
        assert_eq!((page.status, pages <= 3), (200, true), "{path}");
        let rows = page.text().split("data-label=\"Round\"><a href=\"/rounds/").skip(1);
        found.extend(rows.map(|row| row.split('"').next().unwrap().parse::<u64>().unwrap()));
        let older = page.text().split("rel=\"next\" href=\"").nth(1);
        let Some(older) = older else { break };
        path = older.split('"').next().unwrap().to_owned();
    }
    assert_eq!(found, (1..=120).rev().collect::<Vec<_>>());
    // And back: the page after the oldest one has the newest.
    let last = browse(&node, &path).await;
    assert!(last.text().contains("rel=\"prev\" href=\"/rounds?until=70\""), "{path}");
    assert!(browse(&node, "/rounds?until=70").await.text().contains("href=\"/rounds?until=120\""));
    for beyond in ["121", "18446744073709551615"] {
        let page = browse(&node, &format!("/rounds?until={beyond}")).await;
        assert!(page.text().contains("<a href=\"/rounds/120\">") && page.text().contains("newest are here"));
    }
}

#[tokio::test]
async fn a_round_is_found_by_its_number_and_by_a_time() {
    let node = Node::start(9, patient()).await;
    // Round 1 opened at 22:13:20, and one more every second.
    for (query, round) in [
        ("number=7&time=", 7),
        ("number=+7+&time=", 7),
        ("number=&time=2023-11-14T22%3A13%3A20", 1),
        ("number=&time=2023-11-14T22%3A13%3A23", 4),
        ("time=2023-11-14+22:13:23.999", 4),
        ("time=2023-11-14T22:14", 9),
        ("time=2024-02-29T00:00", 9),
    ] {
        let reply = browse(&node, &format!("/rounds?{query}")).await;
        assert_eq!((reply.status, reply.header("location")), (303, &*format!("/rounds/{round}")), "{query}");
    }
    for (query, status, says) in [
        ("number=0", 404, "there is no round 0"),
        ("number=10", 425, "round 10 is not finished yet"),
        ("number=99999999999999999999", 400, "this is not a number of a round"),
        ("number=%3Cscript%3Ealert(1)%3C/script%3E", 400, "this is not a number of a round"),
        ("number=1&time=2023-11-14T22:13", 400, "this asks for two things at once"),
        ("time=2023-11-14T22:13:19", 404, "no round had opened at that time"),
        ("time=1970-01-01T00:00", 404, "no round had opened at that time"),
        ("time=9999-12-31T23:59", 425, "that time is still to come"),
        ("time=tomorrow", 400, "this is not a time"),
        ("until=0", 404, "there is no round 0"),
        ("until=-1", 400, "this is not a number of a round"),
        ("until=1&until=1", 400, "until is given twice"),
        ("offset=1", 400, "unknown parameter"),
        ("%ff=%fe&%00", 400, "unknown parameter"),
    ] {
        let reply = browse(&node, &format!("/rounds?{query}")).await;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (status, "text/html; charset=utf-8"),
            "{query}"
        );
        assert!(
            reply.text().contains(says) && !reply.text().contains("<script>"),
            "{query}: {}",
            reply.text()
        );
    }
}

#[tokio::test]
async fn periods_without_a_round_are_seen_in_the_list() {
    let mut node = Node::start(2, patient()).await;
    let round = node.world.next_at(GENESIS_MS + 19 * u64::from(PERIOD_MS));
    node.handles.rounds.accept(&round).unwrap();
    let page = browse(&node, "/rounds").await;
    assert_eq!(page.text().matches("empty period").count(), 1);
    assert!(page.text().contains("after 17 empty periods"));
}

/// Every page works on a chain without rounds, and ignores unknown parameters.
#[tokio::test]
async fn every_page_stands_whatever_is_asked_of_it() {
    for rounds in [0, 2] {
        let node = Node::at(GENESIS_MS, rounds, patient()).await;
        for path in ["/", "/rounds", "/how", "/genesis", "/api"] {
            let page = browse(&node, path).await;
            assert_eq!(
                (page.status, page.header("content-type")),
                (200, "text/html; charset=utf-8"),
                "{path}"
            );
            assert!(page.text().contains("<h1") && page.text().ends_with("</html>"), "{path}");
            for hostile in ["?x=%3Cscript%3Ealert(1)%3C/script%3E", "?%00=%ff", "?until=%27%22%3E%3Cimg"] {
                let page = browse(&node, &format!("{path}{hostile}")).await;
                assert!([200, 400].contains(&page.status), "{path}{hostile}: {}", page.status);
                let text = page.text();
                assert!(!text.contains("<script>") && !text.contains("<img"), "{path}{hostile}");
            }
            let long = browse(&node, &format!("{path}?{}", "a=".repeat(4_000))).await;
            assert!(
                [200, 400].contains(&long.status)
                    && !long.text().contains("a=a=a=a=a=a=a=a=a=a=a=a=a=a=a=a=")
            );
        }
        assert!(browse(&node, "/rounds").await.text().contains(if rounds == 0 {
            "No round"
        } else {
            "2 rounds"
        }));
    }
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
                .starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"),
            "{path}"
        );
        assert_eq!(
            (reply.header("x-content-type-options"), reply.header("access-control-allow-origin")),
            ("nosniff", "*"),
            "{path}"
        );
    }
}
