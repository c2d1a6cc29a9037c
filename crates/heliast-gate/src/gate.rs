//! Each request is refused, asked to pay, or passed on to the site.

mod own;

pub(crate) use self::own::is_own;

use crate::{
    looks::Looks,
    metrics::{Metrics, UnderWay},
    page::{Message, Tag, Wait, one_word},
    payment::{self, PASS_COOKIE},
    preview::Previews,
    reply,
    rules::{Asked, Decision, Rules},
    till::{NoChallenge, Taken, Till, Unpaid},
    way::Way,
};
use axum::{
    body::Body,
    http::{
        Extensions, HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
        header::{SET_COOKIE, USER_AGENT, WWW_AUTHENTICATE},
        request::Parts,
    },
};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use heliast_stamp::{Challenge, Refusal, Spending, SpentError, Trouble};
use serde_json::json;
use std::{
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use tokio::task::spawn_blocking;

/// A clock that is behind by less than this is not worth a word.
const CLOCK_SKEW_MS: u64 = 5_000;
/// Seconds after which a client may ask again for what is not prepared yet.
const EARLY_S: u64 = 5;
/// Passes of a request that are looked at. A client that sends more has written them itself.
const PASSES: usize = 4;

/// A gate before a site: what every request has to come by, whether the site is behind a
/// [proxy](crate::Proxy) or in the same program, behind a [layer](crate::StampLayer).
pub struct Gate {
    till: Arc<Till>,
    rules: RwLock<Arc<Rules>>,
    /// Why rules that were to replace these do not.
    rules_trouble: Mutex<Option<String>>,
    metrics: Metrics,
    looks: Looks,
    pub(crate) previews: Option<Previews>,
    /// Whether browsers are to send the pass over TLS only.
    is_secure: bool,
    /// Whether the clock was behind the list of spent stamps when the load was looked at last.
    is_behind: AtomicBool,
}

/// Where a request asks, besides what is in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// The host that its pass is for, where one gate answers for several; else empty.
    pub host: String,
    /// Whether it only asks if it would be let in: then it is counted when the client asks itself.
    pub is_question: bool,
}

/// Why a gate can't be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GateError {
    /// The metrics.
    #[error("the metrics can't be made: {0}")]
    Metrics(#[from] prometheus::Error),
}

impl Gate {
    /// A gate with these rules, whose pages name the site. With `is_secure` browsers send the pass over TLS
    /// only, so that TLS has to end before the gate.
    ///
    /// # Errors
    /// If the metrics can't be made.
    pub fn new(site: &str, till: Till, rules: Rules, is_secure: bool) -> Result<Gate, GateError> {
        let (metrics, is_behind, till) = (Metrics::new()?, AtomicBool::new(false), Arc::new(till));
        metrics.set_prices(till.price(), till.surcharged());
        till.prepare(rules.prices());
        let (rules, rules_trouble) = (RwLock::new(Arc::new(rules)), Mutex::new(None));
        let looks = Looks { name: site.to_owned(), ..Looks::default() };
        Ok(Gate { till, rules, rules_trouble, metrics, looks, previews: None, is_secure, is_behind })
    }

    /// Shows visitors this of the site's operator.
    #[must_use]
    pub fn showing(self, looks: Looks) -> Gate {
        Gate { looks, ..self }
    }

    /// Follows other rules from now on. What costs a price that is new is closed until it is prepared for.
    pub fn set_rules(&self, rules: Rules) {
        self.till.prepare(rules.prices());
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rules);
        self.set_rules_trouble(None);
    }

    /// Says to the operator that other rules were wanted, and why those before are still followed.
    pub fn set_rules_trouble(&self, why: Option<String>) {
        self.metrics.set_rules_trouble(why.is_some());
        *self.rules_trouble.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Answers a request of `client`: what comes through is for `site` to answer, without its stamp and its
    /// pass.
    ///
    /// # Errors
    /// Those of the site.
    pub async fn answer<E>(
        &self,
        request: Request<Body>,
        client: IpAddr,
        site: impl AsyncFnOnce(Request<Body>) -> Result<Response<Body>, E>,
    ) -> Result<Response<Body>, E> {
        if let Some(own) = request.uri().path().strip_prefix(own::PREFIX).map(str::to_owned) {
            return Ok(self.own(&own, request, client).await);
        }
        let least = match self.decide(&request, client) {
            Decision::Closed => return Ok(self.refuse(&request, client)),
            Decision::Open => return self.pass(request, Way::Open, site).await,
            Decision::Allowed => return self.pass(request, Way::Allowed, site).await,
            Decision::Pay(least) => least.max(self.till.least()),
        };
        if self.has_pass(&request, client, least) {
            self.till.reach(client);
            return self.pass(request, Way::Paid, site).await;
        }
        let Some(stamp) = stamp_of(&request) else {
            return Ok(self.ask(&request.into_parts().0, client, least).await);
        };
        let manner = manner(request.extensions());
        match self.take(stamp, client, &manner, least).await {
            Ok(cookie) => {
                self.till.reach(client);
                let mut response = self.pass(request, Way::Paid, site).await?;
                response.headers_mut().append(SET_COOKIE, cookie);
                Ok(response)
            }
            Err(reason) => Ok(self.unpaid(&reason)),
        }
    }

    fn decide(&self, request: &Request<Body>, client: IpAddr) -> Decision {
        let agent = request.headers().get(USER_AGENT).map_or(&b""[..], HeaderValue::as_bytes);
        let rules = Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner));
        rules.decide(&Asked { path: request.uri().path(), method: request.method(), agent, client })
    }

    /// The prices follow what came in some seconds: that of all what reached the site because it was paid
    /// for, of as much as the site is to bear, and each network's surcharge all that it sent.
    pub fn look_at_load(&self, seconds: f64, most_per_second: f64) {
        let before = self.till.price();
        self.till.look(seconds, most_per_second);
        let now = self.till.price();
        self.metrics.set_prices(now, self.till.surcharged());
        if before != now {
            tracing::info!(squarings = now, "the price has changed");
        }
        let behind_ms = self.till.behind_ms();
        let is_behind = behind_ms > CLOCK_SKEW_MS;
        if is_behind && !self.is_behind.swap(is_behind, Relaxed) {
            tracing::error!(
                behind_ms,
                "the clock was set back: challenges are dated from where spent stamps are forgotten"
            );
        }
        self.is_behind.store(is_behind, Relaxed);
    }

    /// The metrics in Prometheus' text format.
    pub fn metrics(&self) -> String {
        self.metrics.set_trouble(self.till.trouble().as_ref());
        self.metrics.text()
    }

    /// Whether stamps are taken, as a status and a line. That they wait, or are taken without the list
    /// that gates share, or that new rules were refused, is said, but no reason to send clients elsewhere.
    pub fn health(&self) -> (StatusCode, String) {
        let rules = self.rules_trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let rules = rules.map(|why| format!("the rules are those of before: {why}\n"));
        let (status, stamps) = match self.till.trouble() {
            None => (StatusCode::OK, None),
            Some(Trouble::Admitting(why)) => (
                StatusCode::OK,
                Some(format!("stamps are taken once at each gate, not once at all: {why}\n")),
            ),
            Some(Trouble::Waiting(why)) => (StatusCode::OK, Some(format!("stamps wait: {why}\n"))),
            Some(Trouble::Refusing(why)) => {
                (StatusCode::SERVICE_UNAVAILABLE, Some(format!("no stamp is taken: {why}\n")))
            }
        };
        let troubles: String = stamps.into_iter().chain(rules).collect();
        (status, if troubles.is_empty() { "ok\n".to_owned() } else { troubles })
    }

    /// Squarings of a request now, where no surcharge is paid.
    pub fn price(&self) -> u64 {
        self.till.price()
    }

    /// Lets a request through.
    async fn pass<E>(
        &self,
        mut request: Request<Body>,
        way: Way,
        site: impl AsyncFnOnce(Request<Body>) -> Result<Response<Body>, E>,
    ) -> Result<Response<Body>, E> {
        self.count(way.name());
        request.extensions_mut().insert(way);
        let _under_way = self.metrics.begin();
        payment::forget(request.headers_mut());
        site(request).await
    }

    /// Refuses a request, whatever it brings.
    fn refuse(&self, request: &Request<Body>, client: IpAddr) -> Response<Body> {
        if !manner(request.extensions()).is_question {
            self.count("closed");
        }
        tracing::debug!(%client, path = request.uri().path(), "refused by a rule");
        let text = "The people who run this site have closed this address, or let in nobody from your network or with \
                    your program. Waiting does not help. If you think that this is a mistake, write to them and say \
                    which page you asked for and when.";
        let message = Message { looks: &self.looks, title: "You are not let in here", text };
        reply::message(StatusCode::FORBIDDEN, request.headers(), &message)
    }

    /// Asks for a stamp: a page for browsers, a header for programs.
    async fn ask(&self, request: &Parts, client: IpAddr, least: u64) -> Response<Body> {
        if manner(&request.extensions).is_question {
            return reply::fresh(reply::text_of(StatusCode::UNAUTHORIZED, "this site asks for a stamp"));
        }
        self.count("asked");
        self.till.ask(client);
        let challenge = match self.till.challenge_for(least, client) {
            Ok(challenge) => challenge,
            Err(NoChallenge::Random) => return reply::without_random(),
            Err(NoChallenge::Early) => return self.too_early(&request.headers),
        };
        self.metrics.challenges.inc();
        let encoded = URL_SAFE_NO_PAD.encode(challenge.to_bytes());
        let preview = self.preview(request, client, least).await;
        let mut response = self.asking(request, &preview, &challenge, &encoded);
        *response.status_mut() = StatusCode::UNAUTHORIZED;
        if let Ok(value) = HeaderValue::from_str(&format!("Stamp challenge=\"{encoded}\"")) {
            response.headers_mut().insert(WWW_AUTHENTICATE, value);
        }
        reply::fresh(response)
    }

    /// The words for a client that is asked for a stamp.
    fn asking(
        &self,
        request: &Parts,
        preview: &[Tag],
        challenge: &Challenge,
        encoded: &str,
    ) -> Response<Body> {
        let t = challenge.terms().t;
        if is_for_browser(request) {
            let scheme = if self.is_secure { "https" } else { "http" };
            let url = one_word(&format!("{scheme}://{}{}", host(request), request.uri.path()));
            return reply::page(&Wait { looks: &self.looks, challenge: encoded, url: &url, t, preview });
        }
        if reply::wants(&request.headers, reply::JSON) {
            let error = format!("this site asks for a stamp of {t} squarings");
            let body = json!({"error": error, "name": "unpaid", "t": t, "challenge": encoded});
            return reply::json_of(StatusCode::UNAUTHORIZED, &body);
        }
        reply::text(&format!(
            "this site asks for a stamp of {t} squarings: `heliast stamp solve URL` makes one"
        ))
    }

    /// The tags of the page that is asked for. One that costs more than the others shows nothing of itself,
    /// and the site makes it for those alone who have paid.
    async fn preview(&self, request: &Parts, client: IpAddr, least: u64) -> Arc<Vec<Tag>> {
        match &self.previews {
            Some(previews) if is_for_browser(request) && least <= self.till.least() => {
                previews.of(request, client).await
            }
            _ => Arc::default(),
        }
    }

    /// A rule asks for more than the gate is prepared for yet.
    fn too_early(&self, headers: &HeaderMap) -> Response<Body> {
        let text = "This gate has begun a moment ago, and is still preparing for what this page costs. Load it again in \
                    a few seconds.";
        let message = Message { looks: &self.looks, title: "Not ready yet", text };
        reply::later(
            reply::fresh(reply::message(StatusCode::SERVICE_UNAVAILABLE, headers, &message)),
            EARLY_S,
        )
    }

    /// Takes a stamp of so many squarings at least: the cookie of the pass.
    async fn take(
        &self,
        stamp: Result<Vec<u8>, Unpaid>,
        client: IpAddr,
        manner: &Manner,
        least: u64,
    ) -> Result<HeaderValue, Unpaid> {
        let paid = match stamp {
            Ok(stamp) => self.spend(stamp, client, &manner.host, least).await,
            Err(reason) => Err(reason),
        };
        let verdict = match &paid {
            Ok(taken) if taken.spending == Spending::Unlisted => "unlisted",
            Ok(_) => "taken",
            Err(reason) => reason.name(),
        };
        // Of a question that is refused the client itself is next to ask, with the same stamp.
        if paid.is_ok() || !manner.is_question {
            self.metrics.stamps.with_label_values(&[verdict]).inc();
        }
        if paid.is_err() && !manner.is_question {
            self.till.ask(client);
        }
        let Taken { pass, seconds, .. } = paid?;
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie =
            format!("{PASS_COOKIE}={pass}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        Ok(HeaderValue::from_str(&cookie).expect("base64 and digits"))
    }

    async fn spend(&self, stamp: Vec<u8>, client: IpAddr, host: &str, least: u64) -> Result<Taken, Unpaid> {
        let checked = match self.till.check(&stamp, client) {
            // The gate before this one may have asked for more than this one is prepared for yet.
            Err(Refusal::Delay(t)) => {
                self.till.wait_for(t).await;
                self.till.check(&stamp, client)
            }
            checked => checked,
        };
        let paid = checked?;
        let t = paid.terms().t;
        if t < least {
            return Err(Refusal::Difficulty { t, least }.into());
        }
        let (till, host) = (Arc::clone(&self.till), host.to_owned());
        let spending = spawn_blocking(move || till.spend(&paid, client, &host));
        spending.await.unwrap_or_else(|error| Err(SpentError::Unavailable(error.into()).into()))
    }

    fn unpaid(&self, reason: &Unpaid) -> Response<Body> {
        let status = match reason {
            Unpaid::Unknown(error) => {
                tracing::error!(%error, "stamps can't be taken");
                StatusCode::SERVICE_UNAVAILABLE
            }
            _ => StatusCode::FORBIDDEN,
        };
        reply::fresh(reply::json_of(status, &json!({"error": reason.to_string(), "name": reason.name()})))
    }

    fn has_pass(&self, request: &Request<Body>, client: IpAddr, least: u64) -> bool {
        let host = manner(request.extensions()).host;
        let mut passes = payment::passes(request.headers()).take(PASSES);
        passes.any(|pass| self.till.lets_in_at(pass, client, &host, least))
    }

    /// The operator's words and picture.
    pub(crate) fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Counts a connection that is upgraded.
    pub(crate) fn begin_tunnel(&self) -> UnderWay {
        self.metrics.begin_tunnel()
    }

    pub(crate) fn count(&self, what: &str) {
        self.metrics.requests.with_label_values(&[what]).inc();
    }
}

fn manner(extensions: &Extensions) -> Manner {
    extensions.get::<Manner>().cloned().unwrap_or_default()
}

/// The stamp that a request itself has, as requests of programs do.
fn stamp_of(request: &Request<Body>) -> Option<Result<Vec<u8>, Unpaid>> {
    let stamp = payment::stamp(request.headers())?;
    Some(URL_SAFE_NO_PAD.decode(stamp).map_err(|_| Unpaid::Unreadable))
}

/// Whether somebody asks for a page to look at it.
fn is_for_browser(request: &Parts) -> bool {
    reply::wants(&request.headers, reply::PAGE) && request.method == Method::GET
}

fn host(request: &Parts) -> String {
    let named = request.headers.get("host").and_then(|host| host.to_str().ok());
    named.or(request.uri.host()).unwrap_or("localhost").to_owned()
}

/// The challenge's bytes, from the header `WWW-Authenticate` of an answer that asks for a stamp.
pub fn challenge_of(header: &str) -> Option<Vec<u8>> {
    const BEFORE: &str = "Stamp challenge=\"";
    // The names of schemes and of their parameters have no case (RFC 9110, section 11).
    let (before, rest) = header.split_at_checked(BEFORE.len())?;
    let text = rest.strip_suffix('"').filter(|_| before.eq_ignore_ascii_case(BEFORE))?;
    URL_SAFE_NO_PAD.decode(text).or_else(|_| STANDARD.decode(text)).ok()
}

/// The header `Authorization` with which a program sends a stamp.
pub fn authorization_of(stamp: &[u8]) -> String {
    format!("Stamp {}", URL_SAFE_NO_PAD.encode(stamp))
}
