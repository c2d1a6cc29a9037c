//! Previews of links: the OpenGraph tags of the site's page, copied to the waiting page. So a shared link
//! shows a title and a picture although the program that shows the preview does not pay.
//!
//! The gate requests the page from the site, without the client's cookies, and caches its tags. Anybody could
//! make the site work in this way without paying, so only few pages are requested in a second.

mod tags;
#[cfg(test)]
mod tests;

use crate::{page::Tag, proxy::upstream::Upstream};
use axum::{
    body::Body,
    http::{
        HeaderValue, Request, Response,
        header::{ACCEPT, CONTENT_TYPE, HOST, USER_AGENT},
        request::Parts,
    },
};
use heliast_front::sleep_awake;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::select;

/// The most pages that are requested from the site in a second.
const PER_SECOND: u32 = 5;
/// The time that the site has for a page.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest page that is read.
const MAX_PAGE: usize = 512 << 10;
/// The longest host and path of a page.
const MAX_KEY: usize = 1_024;
/// The most pages whose tags are kept.
const MAX_KEPT: usize = 2_000;
/// The time for which tags are kept.
const KEPT_FOR: Duration = Duration::from_secs(600);
/// The time for which a page is not requested again while its request runs, or after the site failed to make
/// it.
const TRIED_FOR: Duration = Duration::from_secs(5);

type Tags = Arc<Vec<Tag>>;

/// The tags of a site's pages.
pub(crate) struct Previews {
    upstream: Upstream,
    state: Mutex<State>,
}

struct State {
    /// The tags of pages, and the times until which they are kept.
    kept: HashMap<String, (Instant, Tags)>,
    /// The current second, and the number of pages requested in it.
    second: Instant,
    asked: u32,
}

impl Previews {
    pub fn new(upstream: Upstream) -> Previews {
        let state = State { kept: HashMap::new(), second: Instant::now(), asked: 0 };
        Previews { upstream, state: Mutex::new(state) }
    }

    /// The tags of the requested page; empty if they are not known in time.
    pub async fn of(&self, request: &Parts, client: IpAddr) -> Tags {
        let host = request.headers.get(HOST).cloned().unwrap_or(HeaderValue::from_static("localhost"));
        let Some(path) = request.uri.path_and_query() else { return Tags::default() };
        let key = format!("{} {path}", String::from_utf8_lossy(host.as_bytes()));
        if key.len() > MAX_KEY {
            return Tags::default();
        }
        match self.state().look(&key, Instant::now()) {
            Look::Kept(tags) => return tags,
            Look::Full => return Tags::default(),
            Look::Ask => {}
        }
        let asked = Request::get(path.as_str()).header(HOST, host).header(ACCEPT, "text/html");
        // A site may give more access to requests from its own machine without these headers.
        let asked =
            asked.header("x-forwarded-for", client.to_string()).header("x-real-ip", client.to_string());
        let Ok(asked) = asked.header(USER_AGENT, "heliast-gate (preview)").body(Body::empty()) else {
            return Tags::default();
        };
        let page = async { read(self.upstream.answer(asked).await).await };
        let found = select! {
            biased;
            found = page => found,
            () = sleep_awake(PATIENCE) => Err(Failed),
        };
        let (time, tags) = match found {
            Ok(tags) => (KEPT_FOR, Tags::new(tags)),
            Err(Failed) => (TRIED_FOR, Tags::default()),
        };
        let now = Instant::now();
        self.state().keep(key, now, now + time, Arc::clone(&tags));
        tags
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Look {
    Kept(Tags),
    /// The most requests of this second were sent to the site.
    Full,
    Ask,
}

impl State {
    /// The tags of a page, if they are known. A page that is to be requested has empty tags meanwhile.
    fn look(&mut self, key: &str, now: Instant) -> Look {
        if let Some((_, tags)) = self.kept.get(key).filter(|(until, _)| now < *until) {
            return Look::Kept(Arc::clone(tags));
        }
        if now.saturating_duration_since(self.second) >= Duration::from_secs(1) {
            (self.second, self.asked) = (now, 0);
        }
        if self.asked >= PER_SECOND {
            return Look::Full;
        }
        self.asked += 1;
        self.keep(key.to_owned(), now, now + TRIED_FOR, Tags::default());
        Look::Ask
    }

    fn keep(&mut self, key: String, now: Instant, until: Instant, tags: Tags) {
        if self.kept.len() >= MAX_KEPT {
            self.kept.retain(|_, (until, _)| now < *until);
        }
        if self.kept.len() >= MAX_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, (until, tags));
    }
}

/// The site failed to make the page, and may succeed the next time.
struct Failed;

/// The tags of an answer. If it is not a page, its bytes are left unread and it has no tags.
async fn read(response: Response<Body>) -> Result<Vec<Tag>, Failed> {
    if response.status().is_server_error() {
        return Err(Failed);
    }
    if !is_page(&response) {
        return Ok(Vec::new());
    }
    match Limited::new(response.into_body(), MAX_PAGE).collect().await {
        Ok(page) => Ok(tags::of(&String::from_utf8_lossy(&page.to_bytes()))),
        Err(error) if error.is::<LengthLimitError>() => Ok(Vec::new()),
        Err(_) => Err(Failed),
    }
}

fn is_page(response: &Response<Body>) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    response.status().is_success() && kind.to_ascii_lowercase().starts_with("text/html")
}
