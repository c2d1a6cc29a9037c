//! Where a request carries what was paid: the pass in a cookie, the stamp in `Authorization`.

use axum::http::{
    HeaderMap, HeaderValue,
    header::{AUTHORIZATION, COOKIE},
};

/// The cookie that holds the pass.
pub(crate) const PASS_COOKIE: &str = "heliast-pass";

/// The values of the cookies of that name.
pub(crate) fn passes(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == PASS_COOKIE).map(|(_, pass)| pass)
}

/// The stamp, in base64.
pub(crate) fn stamp(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Stamp "))
}

/// Removes the pass and the stamp, which do not concern the site.
pub(crate) fn forget(headers: &mut HeaderMap) {
    let is_stamp = headers.get(AUTHORIZATION).is_some_and(|value| value.as_bytes().starts_with(b"Stamp "));
    if is_stamp {
        headers.remove(AUTHORIZATION);
    }
    let lines: Vec<HeaderValue> = headers.get_all(COOKIE).iter().cloned().collect();
    headers.remove(COOKIE);
    for line in lines {
        // A value that is not text is passed on as it is.
        let Ok(text) = line.to_str() else {
            headers.append(COOKIE, line);
            continue;
        };
        let is_pass = |pair: &&str| pair.trim().split('=').next() == Some(PASS_COOKIE);
        let kept: Vec<&str> = text.split(';').filter(|pair| !is_pass(pair)).map(str::trim).collect();
        if let Some(value) = HeaderValue::from_str(&kept.join("; ")).ok().filter(|value| !value.is_empty()) {
            headers.append(COOKIE, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_sees_no_pass_and_no_stamp() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, "a=1; heliast-pass=secret;b=2".parse().unwrap());
        headers.append(COOKIE, "heliast-pass=secret".parse().unwrap());
        headers.append(COOKIE, "heliast-password=mine".parse().unwrap());
        headers.insert(AUTHORIZATION, "Stamp AAAA".parse().unwrap());
        forget(&mut headers);
        let cookies: Vec<_> = headers.get_all(COOKIE).iter().collect();
        assert_eq!(cookies, ["a=1; b=2", "heliast-password=mine"]);
        assert!(!headers.contains_key(AUTHORIZATION));
        headers.insert(AUTHORIZATION, "Bearer x".parse().unwrap());
        forget(&mut headers);
        assert!(headers.contains_key(AUTHORIZATION));
    }
}
