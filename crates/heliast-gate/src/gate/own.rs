//! The gate's own routes: the files of its pages, challenges, and the address to which stamps are sent.

use super::{Gate, manner};
use crate::{page::Message, reply};
use axum::{
    body::{Body, to_bytes},
    http::{Method, Request, Response, StatusCode, header::SET_COOKIE},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use heliast_stamp::MAX_CHALLENGE;
use serde_json::json;
use std::net::IpAddr;

/// The gate answers requests below this path itself.
pub(super) const PREFIX: &str = "/.heliast/";
const SCRIPT: &str = include_str!("../../assets/gate.js");
const SOLVER: &str = include_str!("../../assets/solver.js");
const STYLE: &str = include_str!("../../assets/gate.css");
/// The routes of the pages' files and of payment.
const OF_PAGES: [&str; 6] = ["gate.js", "solver.js", "gate.css", "logo", "challenge", "stamp"];

/// Whether this is one of the routes that visitors need to pay.
pub(crate) fn is_own(path: &str) -> bool {
    path.strip_prefix(PREFIX).is_some_and(|name| OF_PAGES.contains(&name))
}

impl Gate {
    pub(super) async fn own(&self, path: &str, request: Request<Body>, client: IpAddr) -> Response<Body> {
        match (request.method(), path) {
            (&Method::GET, "gate.js") => reply::asset(SCRIPT, "text/javascript"),
            (&Method::GET, "solver.js") => reply::asset(SOLVER, "text/javascript"),
            (&Method::GET, "gate.css") => reply::asset(STYLE, "text/css"),
            (&Method::GET, "challenge") => self.challenge(client),
            (&Method::POST, "stamp") => self.redeem(request, client).await,
            (&Method::GET, "logo") => match &self.looks.logo {
                Some(logo) => reply::picture(logo.bytes.clone(), logo.kind),
                None => self.no_such_page(&request),
            },
            _ => self.no_such_page(&request),
        }
    }

    fn challenge(&self, client: IpAddr) -> Response<Body> {
        self.till.ask(client);
        let Ok(challenge) = self.till.challenge(client) else { return reply::without_random() };
        self.metrics.challenges.inc();
        let (t, bytes) = (challenge.terms().t, challenge.to_bytes());
        let body = json!({"t": t, "challenge": URL_SAFE_NO_PAD.encode(bytes)});
        reply::fresh(reply::json_of(StatusCode::OK, &body))
    }

    /// Exchanges a stamp for a pass.
    async fn redeem(&self, request: Request<Body>, client: IpAddr) -> Response<Body> {
        let manner = manner(request.extensions());
        let Ok(stamp) = to_bytes(request.into_body(), MAX_CHALLENGE).await else {
            let body = json!({"error": "this is longer than any stamp"});
            return reply::json_of(StatusCode::PAYLOAD_TOO_LARGE, &body);
        };
        match self.take(Ok(stamp.into()), client, &manner, 0).await {
            Ok(cookie) => {
                let mut response = reply::fresh(Response::new(Body::empty()));
                *response.status_mut() = StatusCode::NO_CONTENT;
                response.headers_mut().insert(SET_COOKIE, cookie);
                response
            }
            Err(reason) => self.unpaid(&reason),
        }
    }

    pub(crate) fn no_such_page(&self, request: &Request<Body>) -> Response<Body> {
        let message = Message { looks: &self.looks, title: "Not found", text: "The gate has no such page." };
        reply::message(StatusCode::NOT_FOUND, request.headers(), &message)
    }
}
