//! The page for visitors who have not paid yet.

use askama::Template;
use axum::http::HeaderMap;

/// The page for browsers: with JavaScript it pays and goes on, without it says what to do.
#[derive(Template)]
#[template(path = "wait.html")]
pub(crate) struct Wait<'a> {
    pub site: &'a str,
    /// In base64.
    pub challenge: &'a str,
    pub url: &'a str,
    pub t: u64,
}

/// The page where nobody is let in.
#[derive(Template)]
#[template(path = "message.html")]
pub(crate) struct Message<'a> {
    pub title: &'a str,
    pub text: &'a str,
}

/// Whether the client prefers a page to a line of text.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get_all("accept").iter().filter_map(|value| value.to_str().ok());
    accept.flat_map(|line| line.split(',')).any(|kind| kind.trim().starts_with("text/html"))
}
