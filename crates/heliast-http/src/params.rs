//! Parameters, parsed strictly: nothing is ignored or guessed.

use super::error::ApiError;
use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};

/// The query of a request that allows certain numeric parameters, each at most once.
#[derive(Debug)]
pub(super) struct Query<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Query<'a> {
    pub(super) fn parse(raw: Option<&'a str>, allowed: &[&str]) -> Result<Query<'a>, ApiError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in raw.unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            if !allowed.contains(&name) {
                let hint = match allowed {
                    [] => "this route takes no parameters".to_owned(),
                    _ => format!("this route takes: {}", allowed.join(", ")),
                };
                return Err(ApiError::bad_request(format!("unknown parameter: {}", quoted(name)), hint));
            }
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(ApiError::bad_request(format!("{name} is given twice"), "give it once"));
            }
            pairs.push((name, value));
        }
        Ok(Query(pairs))
    }

    /// The query of one of drand's routes, which take no parameters. drand's client appends the time, as
    /// digits without a name, to bypass caches.
    pub(super) fn of_drand(raw: Option<&str>) -> Result<(), ApiError> {
        match raw {
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(()),
            _ => Query::parse(raw, &[]).map(|_| ()),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(other, _)| *other == name)
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, ApiError> {
        let value = self.0.iter().find(|(other, _)| *other == name);
        value.map(|(_, value)| number(name, value)).transpose()
    }

    /// Whether a parameter is 1; a missing one, or 0, means that it is not set.
    pub(super) fn is_set(&self, name: &str) -> Result<bool, ApiError> {
        match self.number(name)? {
            None | Some(0) => Ok(false),
            Some(1) => Ok(true),
            Some(_) => {
                Err(ApiError::bad_request(format!("{name} is neither 0 nor 1"), "leave it out, or give 1"))
            }
        }
    }

    /// A number below 2^63: the API's description does not allow larger ones.
    pub(super) fn below_2_to_63(&self, name: &str) -> Result<Option<u64>, ApiError> {
        match self.number(name)? {
            Some(number) if i64::try_from(number).is_err() => {
                let error = format!("{name} is too large: {number}");
                Err(ApiError::bad_request(error, "write a number below 2^63"))
            }
            number => Ok(number),
        }
    }
}

/// The round in the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundNumber(pub(super) u64);

impl<S: Send + Sync> FromRequestParts<S> for RoundNumber {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<RoundNumber, ApiError> {
        number("round", &path_value(parts, state, "round").await?).map(RoundNumber)
    }
}

/// The epoch in the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct EpochNumber(pub(super) u64);

impl<S: Send + Sync> FromRequestParts<S> for EpochNumber {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<EpochNumber, ApiError> {
        number("epoch", &path_value(parts, state, "epoch").await?).map(EpochNumber)
    }
}

/// The percent-decoded value of a path parameter.
pub(super) async fn path_value<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
    name: &str,
) -> Result<String, ApiError> {
    let unreadable =
        || ApiError::bad_request(format!("the {name} in the path is not UTF-8"), "see /openapi.json");
    let params = RawPathParams::from_request_parts(parts, state).await.map_err(|_| unreadable())?;
    let value = params.iter().find(|(other, _)| *other == name);
    value.map(|(_, value)| value.to_owned()).ok_or_else(unreadable)
}

fn number(name: &str, value: &str) -> Result<u64, ApiError> {
    let canonical =
        value.bytes().all(|byte| byte.is_ascii_digit()) && (value == "0" || !value.starts_with('0'));
    match value.parse() {
        Ok(number) if canonical => Ok(number),
        _ => {
            let hint = "write decimal digits without sign, spaces or leading zeros, below 2^64";
            Err(ApiError::bad_request(format!("{name} is not a number: {}", quoted(value)), hint))
        }
    }
}

fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_and_canonical() {
        assert_eq!(number("n", "0").unwrap(), 0);
        assert_eq!(number("n", "18446744073709551615").unwrap(), u64::MAX);
        for bad in
            ["", "+1", "-1", " 1", "1 ", "01", "00", "1e3", "0x10", "18446744073709551616", "١", "1_000"]
        {
            assert!(number("n", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn queries_ignore_nothing() {
        let query = Query::parse(Some("from=1&to=2"), &["from", "to"]).unwrap();
        assert_eq!((query.number("from").unwrap(), query.number("to").unwrap()), (Some(1), Some(2)));
        assert_eq!(Query::parse(None, &[]).unwrap().number("from").unwrap(), None);
        let large = |value: u64| {
            Query::parse(Some(&format!("from={value}")), &["from"]).unwrap().below_2_to_63("from")
        };
        assert!(large(1 << 63).is_err() && large((1 << 63) - 1).unwrap().is_some());
        for bad in ["form=1", "from=1&from=1", "from=1&x", "from%20=1"] {
            assert!(Query::parse(Some(bad), &["from"]).is_err(), "{bad}");
        }
        assert!(Query::parse(Some("from"), &["from"]).unwrap().number("from").is_err());
    }

    #[test]
    fn drands_routes_take_digits_and_nothing_else() {
        for good in [None, Some(""), Some("1732293000123"), Some("0")] {
            assert!(Query::of_drand(good).is_ok(), "{good:?}");
        }
        for bad in ["x", "1732293000123=", "_=1732293000123", "1&2", "-1", "1.5", "%31"] {
            assert!(Query::of_drand(Some(bad)).is_err(), "{bad}");
        }
    }

    /// An error quotes only a part of the client's text, so that an answer is never as long as a request.
    #[test]
    fn complaints_quote_a_part() {
        let long = "x".repeat(10_000);
        let text = |error: ApiError| error.texts().0.to_owned();
        let complaint = text(Query::parse(Some(&long), &[]).unwrap_err());
        assert!(complaint.len() < 100 && complaint.ends_with("xxx\""), "{complaint}");
        assert_eq!(
            text(number("round", "\"\n\u{1b}").unwrap_err()),
            r#"round is not a number: "\"\n\u{1b}""#
        );
    }

    #[test]
    fn complaints_say_what_is_allowed() {
        let hint = |raw, allowed: &[&str]| Query::parse(Some(raw), allowed).unwrap_err().texts().1.to_owned();
        assert_eq!(hint("form=1", &["from", "to"]), "this route takes: from, to");
        assert_eq!(hint("x", &[]), "this route takes no parameters");
        assert_eq!(hint("to=1&to=2", &["from", "to"]), "give it once");
        assert!(Query::parse(Some("&&from=1&"), &["from"]).unwrap().has("from"), "empty parts are nothing");
    }
}
