//! Previews of links: what the site's page says of itself by OpenGraph, on the page that waits. So a link
//! that somebody sends shows a title and a picture though the program that shows it does not pay.
//!
//! The gate asks the site for the page, without the client's cookies, and keeps what it says. That lets
//! strangers make the site work for nothing, so few pages are asked for in a second.

mod tags;

use crate::{page::Tag, proxy::upstream::Upstream};
use axum::{
    body::{Body, to_bytes},
    http::{
        HeaderValue, Request, Response,
        header::{ACCEPT, CONTENT_TYPE, HOST, USER_AGENT},
        request::Parts,
    },
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// Pages that the site is asked for in a second.
const PER_SECOND: u32 = 5;
/// The time that the site has for a page.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest page that is read.
const MAX_PAGE: usize = 512 << 10;
/// The longest host and path of a page.
const MAX_KEY: usize = 1_024;
/// Pages whose tags are kept.
const MAX_KEPT: usize = 2_000;
/// The time for which they are.
const KEPT_FOR: Duration = Duration::from_secs(600);

type Tags = Arc<Vec<Tag>>;

/// The tags of a site's pages.
pub(crate) struct Previews {
    upstream: Upstream,
    state: Mutex<State>,
}

struct State {
    kept: HashMap<String, (Instant, Tags)>,
    /// The second that runs, and how many pages were asked for in it.
    second: Instant,
    asked: u32,
}

impl Previews {
    pub fn new(upstream: Upstream) -> Previews {
        let state = State { kept: HashMap::new(), second: Instant::now(), asked: 0 };
        Previews { upstream, state: Mutex::new(state) }
    }

    /// The tags of the page that a request asks for: none where it is not known in time.
    pub async fn of(&self, request: &Parts, client: IpAddr) -> Tags {
        let host = request.headers.get(HOST).cloned().unwrap_or(HeaderValue::from_static("localhost"));
        let Some(path) = request.uri.path_and_query() else { return Tags::default() };
        let key = format!("{} {path}", String::from_utf8_lossy(host.as_bytes()));
        let now = Instant::now();
        if key.len() > MAX_KEY {
            return Tags::default();
        }
        match self.state.lock().unwrap_or_else(PoisonError::into_inner).look(&key, now) {
            Look::Kept(tags) => return tags,
            Look::Full => return Tags::default(),
            Look::Ask => {}
        }
        let asked = Request::get(path.as_str()).header(HOST, host).header(ACCEPT, "text/html");
        // A site may let in what comes without these from its own machine.
        let asked =
            asked.header("x-forwarded-for", client.to_string()).header("x-real-ip", client.to_string());
        let Ok(asked) = asked.header(USER_AGENT, "heliast-gate (preview)").body(Body::empty()) else {
            return Tags::default();
        };
        let page = async { read(self.upstream.answer(asked).await).await };
        let tags = Tags::new(timeout(PATIENCE, page).await.ok().flatten().unwrap_or_default());
        self.state.lock().unwrap_or_else(PoisonError::into_inner).keep(key, now, Arc::clone(&tags));
        tags
    }
}

enum Look {
    Kept(Tags),
    /// The site was asked for enough in this second.
    Full,
    Ask,
}

impl State {
    fn look(&mut self, key: &str, now: Instant) -> Look {
        let is_fresh = |since: Instant| now.saturating_duration_since(since) < KEPT_FOR;
        if let Some((_, tags)) = self.kept.get(key).filter(|(since, _)| is_fresh(*since)) {
            return Look::Kept(Arc::clone(tags));
        }
        if now.saturating_duration_since(self.second) >= Duration::from_secs(1) {
            (self.second, self.asked) = (now, 0);
        }
        if self.asked >= PER_SECOND {
            return Look::Full;
        }
        self.asked += 1;
        Look::Ask
    }

    fn keep(&mut self, key: String, now: Instant, tags: Tags) {
        if self.kept.len() >= MAX_KEPT {
            self.kept.retain(|_, (since, _)| now.saturating_duration_since(*since) < KEPT_FOR);
        }
        if self.kept.len() >= MAX_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, (now, tags));
    }
}

/// The tags of a page, if the answer is one.
async fn read(response: Response<Body>) -> Option<Vec<Tag>> {
    let kind = response.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    let is_page = response.status().is_success() && kind.to_ascii_lowercase().starts_with("text/html");
    let bytes = to_bytes(response.into_body(), MAX_PAGE).await.ok().filter(|_| is_page)?;
    Some(tags::of(&String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_asked_for_few_pages_a_second_and_for_none_twice() {
        let now = Instant::now();
        let mut state = State { kept: HashMap::new(), second: now, asked: 0 };
        let mut asked = 0;
        for i in 0..20 {
            if matches!(state.look(&format!("{i}"), now), Look::Ask) {
                asked += 1;
                state.keep(format!("{i}"), now, Tags::default());
            }
        }
        assert_eq!(asked, PER_SECOND);
        assert!(matches!(state.look("0", now), Look::Kept(_)));
        assert!(matches!(state.look("9", now), Look::Full));
        assert!(matches!(state.look("9", now + Duration::from_secs(1)), Look::Ask));
        assert!(matches!(state.look("0", now + KEPT_FOR), Look::Ask));
        for i in 0..2 * MAX_KEPT {
            state.keep(format!("{i}"), now, Tags::default());
        }
        assert!(state.kept.len() <= MAX_KEPT);
    }
}
