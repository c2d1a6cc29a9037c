//! Each request is refused, answered with a demand for a stamp, or passed on to the site.

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

/// A clock that is behind by less than this is not reported.
const CLOCK_SKEW_MS: u64 = 5_000;
/// The seconds after which a client may try again if a price is not prepared yet.
const EARLY_S: u64 = 5;
/// The most passes of a request that are checked. Real clients never send more.
const PASSES: usize = 4;

/// A gate before a site. Every request must pass it, whether the site is behind a [proxy](crate::Proxy) or in
/// the same program, behind a [layer](crate::StampLayer).
pub struct Gate {
    till: Arc<Till>,
    rules: RwLock<Arc<Rules>>,
    /// The reason why newer rules were refused, if they were.
    rules_trouble: Mutex<Option<String>>,
    metrics: Metrics,
    looks: Looks,
    pub(crate) previews: Option<Previews>,
    /// Whether browsers must send the pass only over TLS.
    is_secure: bool,
    /// Whether the clock was behind the list of spent stamps at the last look at the load.
    is_behind: AtomicBool,
}

/// Information about a request in addition to its content.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// The host for which its pass is valid, if the gate serves several; otherwise empty.
    pub host: String,
    /// Whether a proxy only asks if the request would be let in. It is then counted at the second request for
    /// the client's answer.
    pub is_question: bool,
}

/// The reason why a gate can't be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GateError {
    /// The metrics can't be made.
    #[error("the metrics can't be made: {0}")]
    Metrics(#[from] prometheus::Error),
}

impl Gate {
    /// A gate with these rules, whose pages name the site. With `is_secure` browsers send the pass only over
    /// TLS, so that a TLS server must be in front of the gate.
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

    /// Sets what visitors see of the site's operator.
    #[must_use]
    pub fn showing(self, looks: Looks) -> Gate {
        Gate { looks, ..self }
    }

    /// Uses other rules from now on. Requests at a new price are refused until the gate is prepared for it.
    pub fn set_rules(&self, rules: Rules) {
        self.till.prepare(rules.prices());
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rules);
        self.set_rules_trouble(None);
    }

    /// Sets or ends the report to the operator that new rules were refused, and why.
    pub fn set_rules_trouble(&self, why: Option<String>) {
        self.metrics.set_rules_trouble(why.is_some());
        *self.rules_trouble.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Answers a request of `client`. A request that is let in goes to `site`, without its stamp and its
    /// pass.
    ///
    /// # Errors
    /// The errors of the site.
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

    /// Updates the prices from the requests of the last `seconds`. The general price follows the number of
    /// paid requests that reached the site, compared with the number that it can bear; the surcharge of a
    /// network follows the number of all its requests.
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

    /// Whether stamps are taken, as a status and a line. If they wait, or are taken without the gates' shared
    /// list, or if new rules were refused, the line says so, but the status is not an error.
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

    /// The current price of a request in squarings, without a surcharge.
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

    /// Refuses a request, even with a stamp or a pass.
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

    /// Demands a stamp: with a page for browsers, with a header for programs.
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

    /// The text for a client that must send a stamp.
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

    /// The tags of the requested page. A page with a higher price shows no preview, and the site makes it
    /// only for clients that have paid.
    async fn preview(&self, request: &Parts, client: IpAddr, least: u64) -> Arc<Vec<Tag>> {
        match &self.previews {
            Some(previews) if is_for_browser(request) && least <= self.till.least() => {
                previews.of(request, client).await
            }
            _ => Arc::default(),
        }
    }

    /// The answer if a rule demands a price for which the gate is not prepared yet.
    fn too_early(&self, headers: &HeaderMap) -> Response<Body> {
        let text = "This gate has begun a moment ago, and is still preparing for what this page costs. Load it again in \
                    a few seconds.";
        let message = Message { looks: &self.looks, title: "Not ready yet", text };
        reply::later(
            reply::fresh(reply::message(StatusCode::SERVICE_UNAVAILABLE, headers, &message)),
            EARLY_S,
        )
    }

    /// Takes a stamp of at least this many squarings. Returns the cookie with the pass.
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
        // If a proxy's question is refused, it is not counted: the request for the client's answer comes
        // next, with the same stamp.
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
            // An earlier gate process may have demanded a price for which this one is not prepared yet.
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

    /// The operator's texts and picture.
    pub(crate) fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Counts an upgraded connection.
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

/// The stamp in the request itself, as in requests of programs.
fn stamp_of(request: &Request<Body>) -> Option<Result<Vec<u8>, Unpaid>> {
    let stamp = payment::stamp(request.headers())?;
    Some(URL_SAFE_NO_PAD.decode(stamp).map_err(|_| Unpaid::Unreadable))
}

/// Whether the request is that of a browser for a page.
fn is_for_browser(request: &Parts) -> bool {
    reply::wants(&request.headers, reply::PAGE) && request.method == Method::GET
}

fn host(request: &Parts) -> String {
    let named = request.headers.get("host").and_then(|host| host.to_str().ok());
    named.or(request.uri.host()).unwrap_or("localhost").to_owned()
}

/// The challenge's bytes, from the header `WWW-Authenticate` of an answer that demands a stamp.
pub fn challenge_of(header: &str) -> Option<Vec<u8>> {
    const BEFORE: &str = "Stamp challenge=\"";
    // The names of schemes and of their parameters are independent of case (RFC 9110, section 11).
    let (before, rest) = header.split_at_checked(BEFORE.len())?;
    let text = rest.strip_suffix('"').filter(|_| before.eq_ignore_ascii_case(BEFORE))?;
    URL_SAFE_NO_PAD.decode(text).or_else(|_| STANDARD.decode(text)).ok()
}

/// The header `Authorization` with which a program sends a stamp.
pub fn authorization_of(stamp: &[u8]) -> String {
    format!("Stamp {}", URL_SAFE_NO_PAD.encode(stamp))
}
