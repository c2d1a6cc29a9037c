//! `heliast stamp solve`: solves the stamp that a site asks for.

use crate::{
    failure::{Code, Failure},
    interrupt,
    report::Report,
    reports::Solved,
    ui::Ui,
};
use heliast_gate::{authorization_of, challenge_of};
use heliast_stamp::{Challenge, SolveError, solve};
use std::{io::Read, time::Duration};
use ureq::{Agent, Body, http::Response};

/// Solve the stamp that a site asks for, and print the page
///
/// Requests the URL, does the squarings of the challenge, sends the stamp, and prints the page. With
/// --json it prints the cookie that lets the next requests in, for curl and the like.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The page: http:// or https://
    #[arg(value_name = "URL")]
    url: String,
    /// The most squarings: a site that asks for more is refused
    #[arg(long, value_name = "T", default_value_t = 100_000_000)]
    most: u64,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

/// The longest page that is printed.
const MAX_ANSWER: u64 = 64 << 20;
const UNAUTHORIZED: u16 = 401;

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        interrupt::catch()?;
        let asked = self.ask(None)?;
        if asked.status() != UNAUTHORIZED {
            return self.report(asked, 0);
        }
        let header = asked.headers().get("www-authenticate").and_then(|value| value.to_str().ok());
        let bytes = header.and_then(challenge_of).ok_or_else(|| {
            self.failed(&"it asks for something else than a stamp").hint("look at the page in a browser")
        })?;
        let challenge = Challenge::from_bytes(&bytes).map_err(|error| self.failed(&error))?;
        let t = challenge.terms().t;
        if t > self.most {
            let text = format_args!("{} asks for {t} squarings, more than {}", self.url, self.most);
            return Err(Failure::new(Code::Refused, text).hint("allow more with --most"));
        }
        let bar = ui.bar(t, "squarings");
        let progress = |done: f64| {
            bar.set_position((done * t as f64) as u64);
            !interrupt::requested()
        };
        let stamp = solve(&bytes, progress).map_err(|error| match error {
            SolveError::Interrupted => Failure::new(Code::Pending, "interrupted").hint("run it again"),
            other => self.failed(&other),
        })?;
        bar.finish_and_clear();
        self.report(self.ask(Some(&authorization_of(&stamp)))?, t)
    }

    fn ask(&self, authorization: Option<&str>) -> Result<Response<Body>, Failure> {
        let patience = Some(Duration::from_secs(self.timeout));
        let agent: Agent =
            Agent::config_builder().http_status_as_error(false).timeout_global(patience).build().into();
        let mut request = agent.get(&self.url);
        if let Some(authorization) = authorization {
            request = request.header("authorization", authorization);
        }
        request.call().map_err(|error| self.failed(&error))
    }

    fn report(&self, answer: Response<Body>, t: u64) -> Result<Report, Failure> {
        let status = answer.status();
        let cookie = answer.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|line| line.split(';').next()).unwrap_or_default().to_owned();
        let mut page = Vec::new();
        let body = answer.into_body().into_reader();
        body.take(MAX_ANSWER).read_to_end(&mut page).map_err(|error| self.failed(&error))?;
        let page = String::from_utf8_lossy(&page).into_owned();
        if !status.is_success() {
            return Err(self.failed(&format_args!("it answers {status}: {}", page.trim())));
        }
        let said = Solved { page, cookie, t, url: (&self.url).into() };
        Ok(Report::of(said.page.trim_end(), &said))
    }

    fn failed(&self, error: &dyn std::fmt::Display) -> Failure {
        Failure::new(Code::Network, format_args!("{}: {error}", self.url))
    }
}
