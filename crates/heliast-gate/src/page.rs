//! The page for visitors who have not paid yet.

#[cfg(test)]
mod tests;

use crate::looks::Looks;
use askama::Template;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The page for browsers: with JavaScript it pays and continues, without JavaScript it says what to do.
#[derive(Template)]
#[template(path = "wait.html")]
pub(crate) struct Wait<'a> {
    pub looks: &'a Looks,
    /// The challenge in base64.
    pub challenge: &'a str,
    pub url: &'a str,
    pub t: u64,
    /// The tags for programs that show a preview of the page.
    pub preview: &'a [Tag],
}

/// The page for a request that is not let through.
#[derive(Template)]
#[template(path = "message.html")]
pub(crate) struct Message<'a> {
    pub looks: &'a Looks,
    pub title: &'a str,
    pub text: &'a str,
}

/// `<meta property="og:..." content="...">` of the site's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub property: String,
    pub content: String,
}

/// The address as one word of a command line: a foreign link may contain `;`, `$(` or `&`, and visitors copy
/// the command from the page.
pub(crate) fn one_word(url: &str) -> String {
    const LEFT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~')
        .remove(b':')
        .remove(b'/')
        .remove(b'[')
        .remove(b']')
        .remove(b'%');
    utf8_percent_encode(url, LEFT).to_string()
}
