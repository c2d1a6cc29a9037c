//! Requests to one node, each with a limit of time and of length. If the node asks to wait, the request is
//! repeated.

use crate::{
    error::{Cause, Misuse, NodeError},
    settings::Settings,
};
use serde::de::DeserializeOwned;
use std::{io::Read, sync::Arc, thread, time::Duration};
use ureq::{
    Agent, Body, RequestBuilder,
    http::{Response, header::RETRY_AFTER},
    typestate::WithoutBody,
};

#[derive(Clone)]
pub(super) struct Http {
    agent: Agent,
    base: Arc<str>,
    settings: Arc<Settings>,
}

impl Http {
    pub(super) fn new(address: &str, settings: &Settings) -> Result<Http, Misuse> {
        let base = address.trim_end_matches('/');
        let host = base.split_once("://").filter(|(scheme, _)| {
            scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
        });
        // Errors show the address, so that it must not contain a password.
        if host.is_none_or(|(_, host)| host.is_empty() || host.contains(['?', '#', '@', ' '])) {
            return Err(Misuse::Address(address.to_owned()));
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(settings.redirects)
            .max_redirects_will_error(settings.redirects > 0)
            .timeout_connect(Some(settings.connect_time))
            .user_agent(&settings.user_agent)
            .build()
            .into();
        Ok(Http { agent, base: base.into(), settings: Arc::new(settings.clone()) })
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The first answer, whatever its status.
    pub(super) fn once(&self, path: &str, time: Duration) -> Result<Response<Body>, NodeError> {
        let request = self.request(path).config().timeout_global(Some(time)).build();
        request.call().map_err(|error| self.unreachable(path, &error))
    }

    /// An answer with status 200.
    pub(super) fn good(&self, path: &str, time: Duration) -> Result<Response<Body>, NodeError> {
        match self.patiently(path, time)? {
            answer if answer.status() == 200 => Ok(answer),
            answer => Err(self.refused(path, &answer)),
        }
    }

    /// The bytes of an answer; `None` if the node does not have the item, or not yet.
    pub(super) fn found(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, NodeError> {
        let answer = self.patiently(path, self.settings.page_time)?;
        match answer.status().as_u16() {
            200 => self.bytes(path, answer, limit).map(Some),
            404 | 425 => Ok(None),
            _ => Err(self.refused(path, &answer)),
        }
    }

    pub(super) fn short_json<T: DeserializeOwned>(&self, path: &str, limit: u64) -> Result<T, NodeError> {
        let answer = self.good(path, self.settings.answer_time)?;
        self.parsed(path, &self.bytes(path, answer, limit)?)
    }

    /// An answer without an end, which may not be silent for long.
    pub(super) fn endless(&self, path: &str) -> Result<Response<Body>, NodeError> {
        let request = self.request(path).header("accept", "text/event-stream").config();
        let request = request
            .timeout_recv_response(Some(self.settings.answer_time))
            .timeout_per_read(Some(self.settings.silence));
        match request.build().call().map_err(|error| self.unreachable(path, &error))? {
            answer if answer.status() == 200 => Ok(answer),
            answer => Err(self.refused(path, &answer)),
        }
    }

    /// The body of an answer, which must not be longer than `limit`.
    pub(super) fn bytes(&self, path: &str, answer: Response<Body>, limit: u64) -> Result<Vec<u8>, NodeError> {
        let mut bytes = Vec::new();
        let body = answer.into_body().into_with_config().limit(u64::MAX).reader();
        let read = body.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| self.unreachable(path, &error))?;
        match bytes.len() as u64 > limit {
            true => Err(self.error(path, Cause::Malformed("it is too long".to_owned()))),
            false => Ok(bytes),
        }
    }

    pub(super) fn parsed<T: DeserializeOwned>(&self, path: &str, text: &[u8]) -> Result<T, NodeError> {
        serde_json::from_slice(text).map_err(|error| self.error(path, Cause::Malformed(error.to_string())))
    }

    pub(super) fn refused(&self, path: &str, answer: &Response<Body>) -> NodeError {
        self.error(path, Cause::Status { status: answer.status().as_u16(), wait: wait(answer) })
    }

    pub(super) fn unreachable(&self, path: &str, error: &dyn std::error::Error) -> NodeError {
        self.error(path, Cause::Unreachable(error.to_string()))
    }

    pub(super) fn error(&self, path: &str, cause: Cause) -> NodeError {
        NodeError { node: self.base.to_string(), path: path.to_owned(), cause }
    }

    /// Any answer except one that asks to wait; after such an answer the request is repeated, up to the
    /// number of attempts in the settings.
    fn patiently(&self, path: &str, time: Duration) -> Result<Response<Body>, NodeError> {
        for _ in 1..self.settings.attempts {
            let answer = self.once(path, time)?;
            match answer.status().as_u16() {
                429 | 503 => thread::sleep(self.bounded(wait(&answer))),
                _ => return Ok(answer),
            }
        }
        self.once(path, time)
    }

    fn bounded(&self, wait: Option<Duration>) -> Duration {
        wait.unwrap_or(Duration::from_secs(1)).min(self.settings.longest_wait)
    }

    fn request(&self, path: &str) -> RequestBuilder<WithoutBody> {
        self.agent.get(format!("{}{path}", self.base))
    }
}

/// The time that an answer asks to wait, in seconds; a date is not supported.
fn wait(answer: &Response<Body>) -> Option<Duration> {
    let seconds = answer.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
