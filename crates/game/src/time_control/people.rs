//! Time controls as people write them.

use super::TimeControl;
use super::parse::{ParseTimeControlError, bad, seconds};
use crate::Duration;

const EXPECTED: &str = "a time such as 3+2, 5 min, 90m+30s, 1h or 3 days";

impl TimeControl {
    /// A control as people write it: `3+2` is three minutes and two seconds a move, `5` and `5 min` are five
    /// minutes, `90m+30s` is what it says, `3 days` is that much for every move, and PGN's own forms are
    /// understood where they cannot be mistaken: `-`, `40/5400+30:1800+30`, `300d5`, `300b5`, `*180`.
    pub fn parse_for_people(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let text = text.trim();
        if matches!(text, "none" | "unlimited") {
            return Ok(TimeControl::Unlimited);
        }
        let is_pgn = text == "-" || text.contains(['/', ':', '*']);
        let ends_in_digit = text.ends_with(|last: char| last.is_ascii_digit());
        let is_delay = ends_in_digit && text.contains(['d', 'b']);
        if is_pgn || is_delay {
            return text.parse();
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (base, days) = span(base, Unit::Minutes, text)?;
        let (increment, _) = span(increment, Unit::Seconds, text)?;
        if days && increment.is_zero() {
            let a_move = alloc::format!("1/{}", base.millis() / 1000);
            return a_move.parse();
        }
        if (base + increment).is_zero() {
            return Err(bad(text, EXPECTED));
        }
        Ok(TimeControl::increment(base, increment))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Seconds,
    Minutes,
    Hours,
    Days,
}

/// A number and its unit; whether the unit is days.
fn span(text: &str, unit: Unit, whole: &str) -> Result<(Duration, bool), ParseTimeControlError> {
    let text = text.trim();
    let (number, name) = text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len()));
    let unit = match name {
        "" => unit,
        "s" | "sec" | "second" | "seconds" => Unit::Seconds,
        "m" | "min" | "minute" | "minutes" => Unit::Minutes,
        "h" | "hour" | "hours" => Unit::Hours,
        "d" | "day" | "days" => Unit::Days,
        _ => return Err(bad(whole, EXPECTED)),
    };
    let number = seconds(number.trim_end()).map_err(|_| bad(whole, EXPECTED))?;
    let seconds_each = match unit {
        Unit::Seconds => 1,
        Unit::Minutes => 60,
        Unit::Hours => 3600,
        Unit::Days => 86_400,
    };
    let time = number.times(seconds_each);
    // What cannot be written in PGN's form cannot be kept.
    seconds(&alloc::format!("{}", time.millis() / 1000)).map_err(|_| bad(whole, EXPECTED))?;
    Ok((time, unit == Unit::Days))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn people_mean_minutes_and_seconds() {
        for (text, pgn) in [
            ("3+2", "180+2"),
            ("5", "300"),
            ("0.5", "30"),
            ("5 min", "300"),
            ("5min", "300"),
            ("90m+30s", "5400+30"),
            ("90 min + 30 sec", "5400+30"),
            ("30s", "30"),
            ("1h", "3600"),
            ("3 days", "1/259200"),
            ("1 day", "1/86400"),
            ("-", "-"),
            ("none", "-"),
            ("*180", "*180"),
            ("300d5", "300d5"),
            ("300b5", "300b5"),
            ("40/5400+30:1800+30", "40/5400+30:1800+30"),
        ] {
            let control = TimeControl::parse_for_people(text);
            assert_eq!(control.map(|control| control.to_string()), Ok(pgn.to_string()), "{text}");
        }
        for text in
            ["", "0", "0+0", "five", "5 parsecs", "3+2+1", "-5", "5 -", "99999999999 days", "3153600001"]
        {
            assert!(TimeControl::parse_for_people(text).is_err(), "{text}");
        }
    }
}
