//! Pages that are requested from the site, and how often.

use super::*;
use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

#[test]
fn the_site_is_asked_for_few_pages_a_second_and_for_none_twice() {
    let now = Instant::now();
    let mut state = State { kept: HashMap::new(), second: now, asked: 0 };
    let mut asked = 0;
    for i in 0..20 {
        if matches!(state.look(&format!("{i}"), now), Look::Ask) {
            asked += 1;
            state.keep(format!("{i}"), now, now + KEPT_FOR, Tags::default());
        }
    }
    assert_eq!(asked, PER_SECOND);
    assert!(matches!(state.look("0", now), Look::Kept(_)));
    assert!(matches!(state.look("9", now), Look::Full));
    assert!(matches!(state.look("9", now + Duration::from_secs(1)), Look::Ask));
    assert!(matches!(state.look("0", now + KEPT_FOR), Look::Ask));
    for i in 0..2 * MAX_KEPT {
        state.keep(format!("{i}"), now, now + KEPT_FOR, Tags::default());
    }
    assert!(state.kept.len() <= MAX_KEPT);
}

/// Otherwise each request for a page while the site makes it would make it again.
#[test]
fn a_page_under_question_is_not_asked_for_again() {
    let now = Instant::now();
    let mut state = State { kept: HashMap::new(), second: now, asked: 0 };
    assert!(matches!(state.look("a", now), Look::Ask));
    let before_it_is_over = now + TRIED_FOR - Duration::from_millis(1);
    assert!(matches!(state.look("a", before_it_is_over), Look::Kept(tags) if tags.is_empty()));
    assert!(matches!(state.look("a", now + TRIED_FOR), Look::Ask));
}

fn answer(status: u16, kind: &str, body: Body) -> Response<Body> {
    Response::builder().status(status).header(CONTENT_TYPE, kind).body(body).unwrap()
}

/// A body that must not be read in a test.
fn unread() -> Body {
    struct Unread;
    impl HttpBody for Unread {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            panic!("the body is read");
        }
    }
    Body::new(Unread)
}

#[tokio::test]
async fn a_page_is_read_and_nothing_else() {
    let page = "<meta property=og:title content=x>";
    let found = read(answer(200, "Text/HTML; charset=utf-8", page.into())).await.ok().unwrap();
    assert_eq!(found.len(), 1);
    for (status, kind) in [(200, "image/png"), (404, "text/html"), (302, "text/html"), (200, "")] {
        assert_eq!(read(answer(status, kind, unread())).await.ok(), Some(vec![]), "{status} {kind}");
    }
    let long = format!("{page}{}", " ".repeat(MAX_PAGE));
    assert_eq!(read(answer(200, "text/html", long.into())).await.ok(), Some(vec![]));
    for status in [500, 502, 503] {
        assert!(
            read(answer(status, "text/html", unread())).await.is_err(),
            "the site may make it the next time"
        );
    }
}
