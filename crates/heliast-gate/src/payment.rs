//! The payment in a request: the pass in a cookie, the stamp in `Authorization`.
//!
//! Browsers send the cookies of a site in one line, and some sites' cookies are not ASCII. So lines are bytes
//! here.

#[cfg(test)]
mod tests;

use axum::http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{AUTHORIZATION, COOKIE},
};

/// The cookie that holds the pass.
pub(crate) const PASS_COOKIE: &str = "heliast-pass";

/// The scheme of `Authorization` before a stamp, in any case (RFC 9110, section 11.1).
const STAMP: &[u8] = b"Stamp ";

/// The values of the cookies with that name that are text, as every pass is.
pub(crate) fn passes(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let pairs = headers.get_all(COOKIE).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    pairs.filter_map(|pair| {
        let (name, pass) = cookie(pair);
        pass.filter(|_| name == PASS_COOKIE.as_bytes()).and_then(|pass| str::from_utf8(pass).ok())
    })
}

/// The stamp, in base64.
pub(crate) fn stamp(headers: &HeaderMap) -> Option<&str> {
    let stamp = headers.get_all(AUTHORIZATION).iter().find_map(|value| after_scheme(value.as_bytes()))?;
    // Bytes that are not text are not base64 either, and are refused as such.
    Some(str::from_utf8(stamp).unwrap_or("?"))
}

/// The rest of a value with the scheme of stamps.
fn after_scheme(value: &[u8]) -> Option<&[u8]> {
    let (scheme, stamp) = value.split_at_checked(STAMP.len())?;
    scheme.eq_ignore_ascii_case(STAMP).then(|| stamp.trim_ascii())
}

/// Removes the pass and the stamp, which are not for the site.
pub(crate) fn forget(headers: &mut HeaderMap) {
    keep(headers, AUTHORIZATION, |value| after_scheme(value.as_bytes()).is_none().then(|| value.clone()));
    keep(headers, COOKIE, |line| {
        let is_pass = |pair: &&[u8]| cookie(pair).0 == PASS_COOKIE.as_bytes();
        let pairs = line.as_bytes().split(|byte| *byte == b';').filter(|pair| !is_pass(pair));
        let kept: Vec<&[u8]> = pairs.map(<[u8]>::trim_ascii).collect();
        HeaderValue::from_bytes(&kept.join(&b"; "[..])).ok().filter(|value| !value.is_empty())
    });
}

/// The name of a cookie, and its value if it has one.
fn cookie(pair: &[u8]) -> (&[u8], Option<&[u8]>) {
    let pair = pair.trim_ascii();
    match pair.iter().position(|byte| *byte == b'=') {
        Some(end) => (&pair[..end], Some(&pair[end + 1..])),
        None => (pair, None),
    }
}

/// Replaces each value of a header.
fn keep(headers: &mut HeaderMap, name: HeaderName, kept: impl Fn(&HeaderValue) -> Option<HeaderValue>) {
    let values: Vec<HeaderValue> = headers.get_all(&name).iter().filter_map(kept).collect();
    headers.remove(&name);
    for value in values {
        headers.append(name.clone(), value);
    }
}
