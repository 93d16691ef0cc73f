//! Time controls as people write them.

use super::parse::{ExpectedTime, ParseTimeControlError, bad, seconds};
use super::{Bonus, Stage, Stages, TimeControl};
use crate::Duration;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// Nobody plays this many moves in a few seconds each: in a stage with at least this many moves, small numbers are
/// minutes.
const MANY_MOVES: u32 = 10;
/// The largest number without a unit that can mean minutes in a stage. Larger numbers are seconds, as in PGN.
const MAX_STAGE_MINUTES: u64 = 240;

impl TimeControl {
    /// Parses a time control as people write it:
    ///
    /// - `3+2`, `3|2` and `3 2` are three minutes and two seconds a move;
    /// - `5`, `5 min` and `G/5` are five minutes, and `0:12` is twelve seconds;
    /// - `1h30+30s` and `90m+30s` have units;
    /// - `3 days` and `3 days a move` are that much for every move;
    /// - `10 moves in 50 days` is a repeating stage.
    ///
    /// Stages may have units (`40/90m:30m+30s`). Without units they are in seconds, as in PGN (`40/5400+30:1800+30`),
    /// unless that would be absurd: `40/90:30+30` is in minutes. The other forms of PGN (`-`, `300d5`, `300b5`, `*180`)
    /// are accepted, too.
    pub fn parse_for_people(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let text = text.trim();
        if matches!(text, "none" | "unlimited") {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(control) = correspondence(text) {
            return control;
        }
        let text = text.strip_prefix("G/").or_else(|| text.strip_prefix("g/")).unwrap_or(text);
        if let Some(time) = minutes_and_seconds(text) {
            return positive(time, Duration::ZERO, text);
        }
        if text.contains('/') {
            return staged(text);
        }
        let is_pgn = text == "-" || text.contains([':', '*']);
        let ends_in_digit = text.ends_with(|last: char| last.is_ascii_digit());
        let is_delay = ends_in_digit && text.contains(['d', 'b']);
        if is_pgn || is_delay {
            return text.parse();
        }
        let (base, increment) = base_and_increment(text);
        let (base, days) = span(&base, Unit::Minutes, text)?;
        let (increment, _) = span(&increment, Unit::Seconds, text)?;
        if days && increment.is_zero() {
            let a_move = alloc::format!("1/{}", base.millis() / 1000);
            return a_move.parse();
        }
        positive(base, increment, text)
    }
}

fn positive(base: Duration, increment: Duration, text: &str) -> Result<TimeControl, ParseTimeControlError> {
    if (base + increment).is_zero() {
        return Err(bad(text, ExpectedTime::AnyForm));
    }
    Ok(TimeControl::increment(base, increment))
}

/// Parses `0:12` or `12:30`. It cannot be mistaken for PGN's list of stages, in which all but the last
/// have a number of moves.
fn minutes_and_seconds(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(':')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(minutes) || minutes.len() > 3 || !is_number(rest) || rest.len() != 2 {
        return None;
    }
    let (minutes, rest): (u64, u64) = (minutes.parse().ok()?, rest.parse().ok()?);
    (rest < 60).then(|| Duration::from_seconds(minutes * 60 + rest))
}

/// The two parts of `3+2`, `3|2` or `3 2`.
fn base_and_increment(text: &str) -> (String, String) {
    let split = text.split_once(['+', '|']).or_else(|| {
        let (base, increment) = text.split_once(char::is_whitespace)?;
        // `5 min` is a single time.
        increment.trim_start().starts_with(|first: char| first.is_ascii_digit()).then_some((base, increment))
    });
    let (base, increment) = split.unwrap_or((text, "0"));
    (base.to_string(), increment.to_string())
}

/// Parses stages: with units, in PGN's seconds, or in minutes if seconds would be absurd.
fn staged(text: &str) -> Result<TimeControl, ParseTimeControlError> {
    let has_units = text.contains(['h', 'm', 's']);
    if !has_units {
        let control: TimeControl = text.parse()?;
        if !is_absurd(&control) {
            return Ok(control);
        }
    }
    let mut stages = Vec::new();
    for part in text.split(':') {
        let (moves, time) = match part.split_once('/') {
            None => (None, part),
            Some((moves, time)) => {
                let number = moves.trim().parse::<NonZeroU32>();
                (Some(number.map_err(|_| bad(part, ExpectedTime::Moves))?), time)
            }
        };
        let (base, increment) = base_and_increment(time.trim());
        let (time, _) = span(&base, Unit::Minutes, text)?;
        let (increment, _) = span(&increment, Unit::Seconds, text)?;
        let bonus = if increment.is_zero() { Bonus::None } else { Bonus::Increment(increment) };
        stages.push(Stage { moves, time, bonus });
    }
    Stages::new(stages).map(TimeControl::Stages).ok_or_else(|| bad(text, ExpectedTime::AnyForm))
}

/// Whether a stage demands so many moves in so few seconds that nobody can mean it.
fn is_absurd(control: &TimeControl) -> bool {
    let TimeControl::Stages(stages) = control else { return false };
    let stages = stages.as_slice();
    let small = |stage: &Stage| stage.time <= Duration::from_seconds(MAX_STAGE_MINUTES);
    stages.first().is_some_and(|first| first.moves.is_some_and(|moves| moves.get() >= MANY_MOVES))
        && stages.iter().all(small)
}

/// Parses `10 moves in 50 days`, `3 days a move`, and the same in Portuguese; `None` if the text has neither form.
fn correspondence(text: &str) -> Option<Result<TimeControl, ParseTimeControlError>> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (moves, time, unit) = match words[..] {
        [moves, "move" | "moves" | "lance" | "lances" | "jogada" | "jogadas", "in" | "em", time, unit] => {
            (moves, time, unit)
        }
        [time, unit, "a" | "per" | "por", "move" | "lance" | "jogada"] => ("1", time, unit),
        [time, unit, "/", "move" | "lance" | "jogada"] => ("1", time, unit),
        _ => return None,
    };
    let read = || {
        let moves: NonZeroU32 = moves.parse().map_err(|_| bad(text, ExpectedTime::AnyForm))?;
        let (time, _) = span(&alloc::format!("{time} {unit}"), Unit::Days, text)?;
        if time.is_zero() {
            return Err(bad(text, ExpectedTime::AnyForm));
        }
        alloc::format!("{moves}/{}", time.millis() / 1000).parse()
    };
    Some(read())
}

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Seconds,
    Minutes,
    Hours,
    Days,
}

/// Parses a number and its unit. Returns also whether the unit is days.
fn span(text: &str, unit: Unit, whole: &str) -> Result<(Duration, bool), ParseTimeControlError> {
    let text = text.trim();
    if let Some((hours, minutes)) = text.split_once('h')
        && minutes.trim_start().starts_with(|first: char| first.is_ascii_digit())
    {
        if minutes.contains('h') {
            return Err(bad(whole, ExpectedTime::AnyForm));
        }
        let (hours, _) = span(&[hours, "h"].concat(), Unit::Hours, whole)?;
        let (minutes, _) = span(minutes, Unit::Minutes, whole)?;
        return Ok((writable(hours + minutes, whole)?, false));
    }
    let (number, name) = text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len()));
    let unit = match name {
        "" => unit,
        "s" | "sec" | "second" | "seconds" | "segundo" | "segundos" => Unit::Seconds,
        "m" | "min" | "minute" | "minutes" | "minuto" | "minutos" => Unit::Minutes,
        "h" | "hour" | "hours" | "hora" | "horas" => Unit::Hours,
        "d" | "day" | "days" | "dia" | "dias" => Unit::Days,
        _ => return Err(bad(whole, ExpectedTime::AnyForm)),
    };
    let number = seconds(number.trim_end()).map_err(|_| bad(whole, ExpectedTime::AnyForm))?;
    let seconds_each = match unit {
        Unit::Seconds => 1,
        Unit::Minutes => 60,
        Unit::Hours => 3600,
        Unit::Days => 86_400,
    };
    Ok((writable(number.times(seconds_each), whole)?, unit == Unit::Days))
}

/// Rejects a time that cannot be written in PGN's form, because it could not be stored.
fn writable(time: Duration, whole: &str) -> Result<Duration, ParseTimeControlError> {
    let written = seconds(&alloc::format!("{}", time.millis() / 1000));
    written.map(|_| time).map_err(|_| bad(whole, ExpectedTime::AnyForm))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn forms_for_people() {
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
            ("5|3", "300+3"),
            ("5 3", "300+3"),
            ("G/5", "300"),
            ("0:12", "12"),
            ("12:30", "750"),
            ("1h30", "5400"),
            ("1h30m+30s", "5400+30"),
            ("1h30+30s", "5400+30"),
            ("40/90:30+30", "40/5400:1800+30"),
            ("40/90+30:30+30", "40/5400+30:1800+30"),
            ("40/90m:30m+30s", "40/5400:1800+30"),
            ("40/1h30:30m", "40/5400:1800"),
            ("1/4", "1/4"),
            ("3 days", "1/259200"),
            ("1 day", "1/86400"),
            ("3 days a move", "1/259200"),
            ("1 day per move", "1/86400"),
            ("10 moves in 50 days", "10/4320000"),
            ("40 moves in 2 hours", "40/7200"),
            ("3 dias por lance", "1/259200"),
            ("10 lances em 50 dias", "10/4320000"),
            ("10/4320000", "10/4320000"),
            ("1/259200", "1/259200"),
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
        for text in [
            "",
            "0",
            "0+0",
            "0:00",
            "0:75",
            "five",
            "5 parsecs",
            "h30",
            "0/90m",
            "40/90m:",
            "5 3 1",
            "G/",
            "0 moves in 5 days",
            "5 moves in 0 days",
            "x moves in 5 days",
            "5 moves in 5 weeks",
            "3+2+1",
            "-5",
            "5 -",
            "99999999999 days",
            "3153600001",
        ] {
            assert!(TimeControl::parse_for_people(text).is_err(), "{text}");
        }
    }
}
