//! Each request is refused, asked to pay, or passed on to the site.

use crate::{
    metrics::{Metrics, UnderWay},
    page::{Message, Wait, one_word, wants_page},
    payment::{self, PASS_COOKIE},
    rules::{Decision, Rules},
    till::{Taken, Till, Unpaid},
    way::Way,
};
use askama::Template;
use axum::{
    body::{Body, to_bytes},
    http::{
        HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
        header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE, VARY, WWW_AUTHENTICATE},
    },
};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use heliast_stamp::{MAX_CHALLENGE, Spending, SpentError, Trouble};
use serde_json::json;
use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use tokio::task::spawn_blocking;

/// The gate answers requests below this path itself.
const OWN: &str = "/.heliast/";
/// A clock that is behind by less than this is not worth a word.
const CLOCK_SKEW_MS: u64 = 5_000;
const SCRIPT: &str = include_str!("../assets/gate.js");
const SOLVER: &str = include_str!("../assets/solver.js");
const STYLE: &str = include_str!("../assets/gate.css");
/// A page may load nothing from other sites. Compiling WebAssembly is allowed.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A gate before a site: what every request has to come by, whether the site is behind a
/// [proxy](crate::Proxy) or in the same program, behind a [layer](crate::StampLayer).
pub struct Gate {
    site: String,
    till: Arc<Till>,
    rules: Rules,
    metrics: Metrics,
    /// Whether browsers are to send the pass over TLS only.
    is_secure: bool,
    /// Whether the clock was behind the list of spent stamps when the load was looked at last.
    is_behind: AtomicBool,
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
    /// A gate with these rules. With `is_secure` browsers send the pass over TLS only, so that TLS has to
    /// end before the gate.
    ///
    /// # Errors
    /// If the metrics can't be made.
    pub fn new(site: &str, till: Till, rules: Rules, is_secure: bool) -> Result<Gate, GateError> {
        let (metrics, is_behind) = (Metrics::new()?, AtomicBool::new(false));
        let (site, till) = (site.to_owned(), Arc::new(till));
        metrics.set_prices(till.price(), till.surcharged());
        Ok(Gate { site, till, rules, metrics, is_secure, is_behind })
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
        if let Some(own) = request.uri().path().strip_prefix(OWN).map(str::to_owned) {
            return Ok(self.own(&own, request, client).await);
        }
        match self.rules.decide(request.uri().path(), client) {
            Decision::Closed => {
                self.count("closed");
                Ok(refuse(StatusCode::FORBIDDEN, request.headers(), "Closed", "Nobody is let in here."))
            }
            Decision::Open => self.pass(request, Way::Open, site).await,
            Decision::Allowed => self.pass(request, Way::Allowed, site).await,
            Decision::Pay if self.has_pass(request.headers(), client) => {
                self.till.reach(client);
                self.pass(request, Way::Paid, site).await
            }
            Decision::Pay => {
                let Some(stamp) = stamp_of(&request) else { return Ok(self.ask(&request, client)) };
                match self.take(&stamp, client).await {
                    Ok(cookie) => {
                        self.till.reach(client);
                        let mut response = self.pass(request, Way::Paid, site).await?;
                        response.headers_mut().append(SET_COOKIE, cookie);
                        Ok(response)
                    }
                    Err(reason) => Ok(self.unpaid(&reason)),
                }
            }
        }
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
    /// that gates share, is said, but no reason to send clients elsewhere.
    pub fn health(&self) -> (StatusCode, String) {
        match self.till.trouble() {
            None => (StatusCode::OK, "ok\n".to_owned()),
            Some(Trouble::Admitting(reason)) => {
                (StatusCode::OK, format!("stamps are taken once at each gate, not once at all: {reason}\n"))
            }
            Some(Trouble::Waiting(reason)) => (StatusCode::OK, format!("stamps wait: {reason}\n")),
            Some(Trouble::Refusing(reason)) => {
                (StatusCode::SERVICE_UNAVAILABLE, format!("no stamp is taken: {reason}\n"))
            }
        }
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

    /// Asks for a stamp: a page for browsers, a header for programs.
    fn ask(&self, request: &Request<Body>, client: IpAddr) -> Response<Body> {
        self.count("asked");
        self.till.ask(client);
        let Ok(challenge) = self.till.challenge(client) else { return without_random() };
        self.metrics.challenges.inc();
        let t = challenge.terms().t;
        let challenge = URL_SAFE_NO_PAD.encode(challenge.to_bytes());
        let mut response = if wants_page(request.headers()) && request.method() == Method::GET {
            let scheme = if self.is_secure { "https" } else { "http" };
            let url = format!("{scheme}://{}{}", host(request), request.uri().path());
            page(&Wait { site: &self.site, challenge: &challenge, url: &one_word(&url), t })
        } else if wants_json(request.headers()) {
            let error = format!("this site asks for a stamp of {t} squarings");
            let body = json!({"error": error, "name": "unpaid", "t": t, "challenge": challenge});
            json_of(StatusCode::UNAUTHORIZED, &body)
        } else {
            Response::new(Body::from(format!(
                "this site asks for a stamp of {t} squarings: `heliast stamp solve URL` makes one\n"
            )))
        };
        *response.status_mut() = StatusCode::UNAUTHORIZED;
        if let Ok(value) = HeaderValue::from_str(&format!("Stamp challenge=\"{challenge}\"")) {
            response.headers_mut().insert(WWW_AUTHENTICATE, value);
        }
        fresh(response)
    }

    /// The gate's own routes.
    async fn own(&self, path: &str, request: Request<Body>, client: IpAddr) -> Response<Body> {
        match (request.method(), path) {
            (&Method::GET, "gate.js") => asset(SCRIPT, "text/javascript"),
            (&Method::GET, "solver.js") => asset(SOLVER, "text/javascript"),
            (&Method::GET, "gate.css") => asset(STYLE, "text/css"),
            (&Method::GET, "challenge") => {
                self.till.ask(client);
                let Ok(challenge) = self.till.challenge(client) else { return without_random() };
                self.metrics.challenges.inc();
                let bytes = challenge.to_bytes();
                fresh(json_of(
                    StatusCode::OK,
                    &json!({"t": challenge.terms().t, "challenge": URL_SAFE_NO_PAD.encode(bytes)}),
                ))
            }
            (&Method::POST, "stamp") => {
                let Ok(stamp) = to_bytes(request.into_body(), MAX_CHALLENGE).await else {
                    return json_of(
                        StatusCode::PAYLOAD_TOO_LARGE,
                        &json!({"error": "no stamp is that long"}),
                    );
                };
                match self.take(&stamp, client).await {
                    Ok(cookie) => {
                        let mut response = Response::new(Body::empty());
                        *response.status_mut() = StatusCode::NO_CONTENT;
                        response.headers_mut().insert(SET_COOKIE, cookie);
                        response
                    }
                    Err(reason) => self.unpaid(&reason),
                }
            }
            _ => refuse(StatusCode::NOT_FOUND, request.headers(), "Not found", "The gate has no such page."),
        }
    }

    /// Takes a stamp: the cookie of the pass.
    async fn take(&self, stamp: &[u8], client: IpAddr) -> Result<HeaderValue, Unpaid> {
        let paid = match self.till.check(stamp, client) {
            Ok(paid) => {
                let till = Arc::clone(&self.till);
                let spending = spawn_blocking(move || till.spend(&paid, client));
                spending.await.unwrap_or_else(|error| Err(SpentError::Unavailable(error.into()).into()))
            }
            Err(reason) => Err(reason.into()),
        };
        let verdict = match &paid {
            Ok(taken) if taken.spending == Spending::Unlisted => "unlisted",
            Ok(_) => "taken",
            Err(Unpaid::Refused(reason)) => reason.name(),
            Err(Unpaid::Forgotten) => "forgotten",
            Err(Unpaid::Spent) => "spent",
            Err(Unpaid::Unknown(_)) => "unknown",
        };
        if paid.is_err() {
            self.till.ask(client);
        }
        self.metrics.stamps.with_label_values(&[verdict]).inc();
        let Taken { pass, seconds, .. } = paid?;
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie =
            format!("{PASS_COOKIE}={pass}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        Ok(HeaderValue::from_str(&cookie).expect("base64 and digits"))
    }

    fn unpaid(&self, reason: &Unpaid) -> Response<Body> {
        let (status, name) = match reason {
            Unpaid::Refused(reason) => (StatusCode::FORBIDDEN, reason.name()),
            Unpaid::Forgotten => (StatusCode::FORBIDDEN, "forgotten"),
            Unpaid::Spent => (StatusCode::FORBIDDEN, "spent"),
            Unpaid::Unknown(error) => {
                tracing::error!(%error, "stamps can't be taken");
                (StatusCode::SERVICE_UNAVAILABLE, "unknown")
            }
        };
        fresh(json_of(status, &json!({"error": reason.to_string(), "name": name})))
    }

    fn has_pass(&self, headers: &HeaderMap, client: IpAddr) -> bool {
        payment::passes(headers).any(|pass| self.till.lets_in(pass, client))
    }

    /// Counts a connection that is upgraded.
    pub(crate) fn begin_tunnel(&self) -> UnderWay {
        self.metrics.begin_tunnel()
    }

    pub(crate) fn count(&self, what: &str) {
        self.metrics.requests.with_label_values(&[what]).inc();
    }
}

/// Whether the client prefers JSON to a line of text.
fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accept.flat_map(|line| line.split(',')).any(|kind| kind.trim().starts_with("application/json"))
}

/// The stamp that a request itself has, as requests of programs do: no bytes if it cannot be decoded.
fn stamp_of(request: &Request<Body>) -> Option<Vec<u8>> {
    let stamp = payment::stamp(request.headers())?;
    let bytes = (stamp.len() <= 2 * MAX_CHALLENGE).then(|| URL_SAFE_NO_PAD.decode(stamp).ok()).flatten();
    Some(bytes.unwrap_or_default())
}

fn host(request: &Request<Body>) -> String {
    let named = request.headers().get("host").and_then(|host| host.to_str().ok());
    named.or(request.uri().host()).unwrap_or("localhost").to_owned()
}

fn page(template: &impl Template) -> Response<Body> {
    let mut response = Response::new(Body::from(template.render().unwrap_or_default()));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert("content-security-policy", HeaderValue::from_static(POLICY));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    response
}

fn refuse(status: StatusCode, headers: &HeaderMap, title: &str, text: &str) -> Response<Body> {
    let mut response = match wants_page(headers) {
        true => page(&Message { title, text }),
        false => Response::new(Body::from(format!("{text}\n"))),
    };
    *response.status_mut() = status;
    response
}

fn asset(text: &'static str, kind: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

fn json_of(status: StatusCode, value: &serde_json::Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Nobody keeps an answer that is for one client, now.
fn fresh(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(VARY, HeaderValue::from_static("cookie, accept"));
    response
}

fn without_random() -> Response<Body> {
    tracing::error!("this machine gives no random numbers");
    json_of(StatusCode::SERVICE_UNAVAILABLE, &json!({"error": "this machine gives no random numbers"}))
}

/// The challenge's bytes, from the header `WWW-Authenticate` of an answer that asks for a stamp.
pub fn challenge_of(header: &str) -> Option<Vec<u8>> {
    let text = header.strip_prefix("Stamp challenge=\"")?.strip_suffix('"')?;
    URL_SAFE_NO_PAD.decode(text).or_else(|_| STANDARD.decode(text)).ok()
}

/// The header `Authorization` with which a program sends a stamp.
pub fn authorization_of(stamp: &[u8]) -> String {
    format!("Stamp {}", URL_SAFE_NO_PAD.encode(stamp))
}
