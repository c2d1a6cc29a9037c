//! Events, printed on stdout: each is a line for people, or a JSON object.

use serde_json::{Value, json};
use std::{
    io::Write,
    time::{SystemTime, UNIX_EPOCH},
};

/// The destination of events.
pub struct Events {
    form: Form,
}

enum Form {
    Json,
    Lines,
    #[cfg(test)]
    None,
}

impl Events {
    /// Events go to stdout, as JSON objects or as lines.
    pub fn new(json: bool) -> Events {
        Events { form: if json { Form::Json } else { Form::Lines } }
    }

    /// Events are dropped.
    #[cfg(test)]
    pub fn none() -> Events {
        Events { form: Form::None }
    }

    /// Reports an event; `fields` is an object.
    pub fn tell(&self, event: &str, fields: Value) {
        let at = clock(SystemTime::now());
        let line = match self.form {
            Form::Json => json_line(&at, event, fields),
            Form::Lines => line(&at, event, &fields),
            #[cfg(test)]
            Form::None => return,
        };
        // A closed stdout must not stop the program.
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}

fn json_line(at: &str, event: &str, fields: Value) -> String {
    let mut object = json!({ "at": at, "event": event });
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    object.to_string()
}

fn line(at: &str, event: &str, fields: &Value) -> String {
    let mut line = format!("{at}  {event}");
    for (name, value) in fields.as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        line.push_str(&format!("  {name} {value}"));
    }
    line
}

/// The date and time in UTC to the second, as RFC 3339 writes it.
fn clock(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Year, month and day of the date this many days after 1 January 1970. Years are counted from March on, so
/// that the leap day is a year's last day.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // from 1 March of the year 0
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year_of_era + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Compared with dates that are counted day by day.
    #[test]
    fn dates_are_those_of_the_calendar() {
        let is_leap =
            |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..200_000 {
            assert_eq!(date(days), (year, month, day), "{days}");
            let long = match month {
                2 if is_leap(year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > long {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
        assert_eq!(clock(UNIX_EPOCH + Duration::from_secs(1_764_317_681)), "2025-11-28T08:14:41Z");
        assert_eq!(clock(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn an_event_is_an_object_or_a_line() {
        let fields = || json!({ "round": 7, "message": "it is so" });
        let told: Value = serde_json::from_str(&json_line("now", "trouble", fields())).unwrap();
        assert_eq!(told, json!({ "at": "now", "event": "trouble", "round": 7, "message": "it is so" }));
        assert_eq!(line("now", "trouble", &fields()), "now  trouble  message it is so  round 7");
    }
}
