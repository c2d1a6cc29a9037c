//! `GET /rounds`: the rounds page by page, and the search for one by its number or by a moment. Without
//! scripts.

use super::{
    aside::Aside,
    error::ApiError,
    finished::{decoded, require_finished},
    pages::{self, page},
    reply::Keep,
};
use crate::web::{
    pages::Frame,
    rounds::{RoundRow, RoundsPage},
    text::moment_ms,
};
use axum::{
    extract::{RawQuery, State},
    response::{IntoResponse, Redirect, Response},
};
use heliast_engine::Rounds;
use std::{ops::RangeInclusive, sync::Arc};

/// Rounds of a page.
const ROWS: u64 = 50;

/// `GET /rounds`
pub(super) async fn rounds(
    State(rounds): State<Arc<Rounds>>,
    State(aside): State<Aside>,
    State(frame): State<Frame>,
    RawQuery(query): RawQuery,
) -> Response {
    let answer = async {
        match found(&rounds, &aside, Wish::parse(query.as_deref().unwrap_or_default())?).await? {
            Found::Round(number) => Ok(Redirect::to(&format!("/rounds/{number}")).into_response()),
            Found::Until(until) => {
                let range = rows(&rounds, until);
                let first = *range.start();
                let shown = move || rounds_page(&rounds, frame, range);
                Ok(page(aside.shown(first, shown).await, Keep::Not))
            }
        }
    };
    answer.await.unwrap_or_else(|failure: ApiError| pages::error(&failure))
}

/// The wish of a form or a link. Forms send the fields that were left empty too.
#[derive(Debug, Default, PartialEq)]
struct Wish {
    number: Option<u64>,
    time_ms: Option<u64>,
    until: Option<u64>,
}

/// The target that it leads to.
enum Found {
    Round(u64),
    Until(u64),
}

impl Wish {
    fn parse(query: &str) -> Result<Wish, ApiError> {
        let mut wish = Wish::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.trim();
            let place = match &*name {
                "number" | "until" | "time" if value.is_empty() => continue,
                "number" => (&mut wish.number, number(value)),
                "until" => (&mut wish.until, number(value)),
                "time" => (&mut wish.time_ms, time(value)),
                _ => {
                    let error = format!("unknown parameter: {:?}", cut(&name));
                    return Err(ApiError::bad_request(error, "this page takes: number, time, until"));
                }
            };
            if place.0.replace(place.1?).is_some() {
                return Err(ApiError::bad_request(format!("{name} is given twice"), "give it once"));
            }
        }
        if [wish.number, wish.time_ms, wish.until].into_iter().flatten().count() > 1 {
            return Err(ApiError::bad_request(
                "this asks for two things at once",
                "give a number or a time, and leave the other field empty",
            ));
        }
        Ok(wish)
    }
}

/// A number as people write it, `1 234` and `1_234` too.
fn number(value: &str) -> Result<u64, ApiError> {
    let digits: String = value.chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
    digits.parse().ok().filter(|_| !digits.starts_with('+')).ok_or_else(|| {
        let error = format!("this is not a number of a round: {:?}", cut(value));
        ApiError::bad_request(error, "rounds are numbered 1, 2, 3 and so on")
    })
}

/// The end of a second, where no part of it is given: the page shows whole seconds, and what it shows is
/// found.
fn time(value: &str) -> Result<u64, ApiError> {
    let rest_ms = if value.contains('.') { 0 } else { 999 };
    moment_ms(value).map(|moment| moment + rest_ms).ok_or_else(|| {
        let error = format!("this is not a time: {:?}", cut(value));
        ApiError::bad_request(error, "write it as 2026-11-22 17:05 or 2026-11-22 17:05:30, in UTC")
    })
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

async fn found(rounds: &Arc<Rounds>, aside: &Aside, wish: Wish) -> Result<Found, ApiError> {
    if let Some(number) = wish.number {
        require_finished(rounds, number)?;
        return Ok(Found::Round(number));
    }
    if let Some(time_ms) = wish.time_ms {
        if time_ms > rounds.now_ms() {
            let wait_ms = time_ms - rounds.now_ms();
            return Err(ApiError::pending("that time is still to come", wait_ms));
        }
        let hint = "the chain's first round is at the end of the list of rounds";
        let none = || ApiError::not_found("no round had opened at that time", hint);
        let of = Arc::clone(rounds);
        let round = aside.shown_at(time_ms, move || Ok(of.store().round_at_time(time_ms)?)).await?;
        return round.map(Found::Round).ok_or_else(none);
    }
    match wish.until {
        Some(0) => Err(ApiError::not_found("there is no round 0", "rounds are numbered from 1")),
        until => Ok(Found::Until(until.unwrap_or(u64::MAX))),
    }
}

/// The rounds of the page that ends with this one.
fn rows(rounds: &Rounds, until: u64) -> RangeInclusive<u64> {
    let newest = until.min(rounds.store().last());
    let first = rounds.store().oldest();
    newest.saturating_sub(ROWS - 1).max(first.min(newest)).max(1)..=newest
}

fn rounds_page(rounds: &Rounds, frame: Frame, range: RangeInclusive<u64>) -> Result<RoundsPage, ApiError> {
    let (chain, last, first) = (rounds.chain(), rounds.store().last(), rounds.store().oldest());
    let (oldest, newest) = range.into_inner();
    let mut rows: Vec<RoundRow> = Vec::new();
    let mut before_ms = match oldest {
        1 => None,
        oldest => Some(rounds.store().time_ms(oldest - 1)?),
    };
    for number in oldest..=newest {
        let round = decoded(rounds, number)?;
        rows.push(RoundRow::new(chain, &round, before_ms));
        before_ms = Some(round.time_ms);
    }
    rows.reverse();
    Ok(RoundsPage {
        frame,
        rows,
        last,
        newer: (newest < last).then(|| newest.saturating_add(ROWS).min(last)),
        older: (oldest > first).then(|| oldest - 1),
        oldest: (oldest > first).then(|| first.saturating_add(ROWS - 1).min(last)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_people_fill_it_in() {
        let wish = |query: &str| Wish::parse(query).unwrap();
        assert_eq!(wish(""), Wish::default());
        assert_eq!(wish("number=&time="), Wish::default());
        for query in ["number=1234&time=", "number=+1+234+&time=", "number=1_234", "number=1%E2%80%AF234"] {
            assert_eq!(wish(query).number, Some(1_234), "{query}");
        }
        for query in ["time=2023-11-14T22%3A13%3A20", "number=&time=2023-11-14+22:13:20Z"] {
            assert_eq!(wish(query).time_ms, Some(1_700_000_000_999), "{query}");
        }
        assert_eq!(wish("time=2023-11-14T22:13:20.5").time_ms, Some(1_700_000_000_500));
        assert_eq!(wish("until=7").until, Some(7));
    }

    #[test]
    fn an_unknown_form_is_refused_in_few_words() {
        for query in [
            "number=x",
            "number=-1",
            "number=%2B1",
            "number=18446744073709551616",
            "number=1&number=2",
            "number=1&time=2023-11-14T22:13",
            "time=yesterday",
            "time=%00",
            "time=%ff%fe",
            "until=1&number=1",
            "page=2",
            "%3Cscript%3E=1",
            &format!("number={}", "9".repeat(10_000)),
            &format!("{}=1", "x".repeat(10_000)),
        ] {
            let error = Wish::parse(query).unwrap_err();
            assert!(error.texts().0.len() < 200, "{}", error.texts().0);
        }
    }
}
