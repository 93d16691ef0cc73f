//! Parses a new game from the form parameters that clients send.

use super::error::FormErrors;
use crate::http::form::Fields;
use rules::{Position, Variant};
use wire::Side;
use wire::live::{ColorChoice, NewGame, OpponentChoice};
use wire::settings::{ConductName, OffersFrom, VariantName};

/// The longest initial time, in seconds.
const MAX_CLOCK_LIMIT: u32 = 10_800;
/// The largest increment, in seconds.
const MAX_INCREMENT: u32 = 180;
/// The most days per move.
const MAX_DAYS: u32 = 14;

/// The game of a challenge.
pub fn challenge(fields: &Fields, opponent: OpponentChoice) -> Result<NewGame, FormErrors> {
    let limit = fields.parsed::<u32>("clock.limit", "seconds")?;
    let increment = fields.parsed::<u32>("clock.increment", "seconds")?;
    let time = match (limit, increment) {
        (None, None) => None,
        (limit, increment) => Some((limit.unwrap_or(0), increment.unwrap_or(0))),
    };
    game(fields, opponent, time)
}

/// The game of a seek. Its time is in minutes, with half and quarter minutes allowed.
pub fn seek(fields: &Fields) -> Result<NewGame, FormErrors> {
    let minutes = match fields.text("time") {
        None => None,
        Some(text) => {
            Some(seconds(text).ok_or_else(|| FormErrors::one("time", "Expected minutes, up to 180"))?)
        }
    };
    let increment = fields.parsed::<u32>("increment", "seconds")?;
    let time = match (minutes, increment) {
        (None, None) => None,
        (minutes, increment) => Some((minutes.unwrap_or(0), increment.unwrap_or(0))),
    };
    if time.is_none() && fields.text("days").is_none() {
        return Err(FormErrors::global("Invalid time control"));
    }
    if fields.text("variant") == Some("fromPosition") {
        return Err(FormErrors::one("variant", "A seek starts from the standard position"));
    }
    game(fields, OpponentChoice::Lobby {}, time)
}

/// The seconds of a number of minutes such as `5`, `0.5` or `1½`.
fn seconds(minutes: &str) -> Option<u32> {
    let (whole, fraction) = match minutes.strip_suffix(['¼', '½', '¾']) {
        Some(whole) => (whole, minutes.chars().next_back()?),
        None => (minutes, ' '),
    };
    let whole: f64 = if whole.is_empty() && fraction != ' ' { 0.0 } else { whole.parse().ok()? };
    let fraction = match fraction {
        '¼' => 15.0,
        '½' => 30.0,
        '¾' => 45.0,
        _ => 0.0,
    };
    let seconds = whole * 60.0 + fraction;
    // Within these bounds every whole number of seconds is exact.
    (0.0..=f64::from(MAX_CLOCK_LIMIT)).contains(&seconds).then_some(seconds as u32)
}

fn game(fields: &Fields, opponent: OpponentChoice, clock: Option<(u32, u32)>) -> Result<NewGame, FormErrors> {
    let (variant, fen) = start(fields)?;
    let rated = fields.flag("rated");
    if rated && fen.is_some() {
        return Err(FormErrors::global("Games from a position are not rated"));
    }
    let draw_odds = draw_odds(fields)?;
    if rated && draw_odds.is_some() {
        return Err(FormErrors::one("drawOdds", "Games at odds are not rated"));
    }
    Ok(NewGame {
        opponent,
        color: color(fields)?,
        time: time(clock, fields.parsed("days", "days")?)?,
        time_white: None,
        time_black: None,
        variant,
        fen,
        rated,
        conduct: ConductName::Online,
        draw_offers_from_move: rules(fields).then_some(OffersFrom::Move(30)),
        fifty_move_rule: true,
        draw_odds,
        default_time: None,
        chat: true,
        rematch_of: None,
    })
}

/// Of the special rules only one is supported: no draw offers before move 30.
fn rules(fields: &Fields) -> bool {
    fields.text("rules").is_some_and(|rules| rules.split(',').any(|rule| rule.trim() == "noEarlyDraw"))
}

/// Draw odds (Armageddon), which the Lichess API does not have.
fn draw_odds(fields: &Fields) -> Result<Option<Side>, FormErrors> {
    match fields.text("drawOdds") {
        None => Ok(None),
        Some("white") => Ok(Some(Side::White)),
        Some("black") => Ok(Some(Side::Black)),
        Some(_) => Err(FormErrors::one("drawOdds", "Expected white or black")),
    }
}

fn color(fields: &Fields) -> Result<ColorChoice, FormErrors> {
    match fields.text("color") {
        None | Some("random") => Ok(ColorChoice::Random),
        Some("white") => Ok(ColorChoice::White),
        Some("black") => Ok(ColorChoice::Black),
        Some(_) => Err(FormErrors::one("color", "Expected white, black or random")),
    }
}

fn time(clock: Option<(u32, u32)>, days: Option<u32>) -> Result<Option<String>, FormErrors> {
    match (clock, days) {
        (Some((limit, _)), _) if limit > MAX_CLOCK_LIMIT => {
            Err(FormErrors::one("clock.limit", format!("Must be at most {MAX_CLOCK_LIMIT} seconds")))
        }
        (Some((_, increment)), _) if increment > MAX_INCREMENT => {
            Err(FormErrors::one("clock.increment", format!("Must be at most {MAX_INCREMENT} seconds")))
        }
        (Some((0, 0)), _) => Err(FormErrors::global("Invalid time control")),
        (Some((limit, 0)), _) => Ok(Some(limit.to_string())),
        (Some((limit, increment)), _) => Ok(Some(format!("{limit}+{increment}"))),
        (None, Some(days)) if (1..=MAX_DAYS).contains(&days) => Ok(Some(format!("1/{}", days * 86_400))),
        (None, Some(_)) => Err(FormErrors::one("days", format!("Must be from 1 to {MAX_DAYS}"))),
        (None, None) => Ok(None),
    }
}

fn start(fields: &Fields) -> Result<(VariantName, Option<String>), FormErrors> {
    let variant = match fields.text("variant") {
        None | Some("standard" | "fromPosition") => VariantName::Standard,
        Some("chess960") => VariantName::Chess960,
        Some(_) => {
            return Err(FormErrors::one("variant", "This server plays standard, chess960 and fromPosition"));
        }
    };
    let rules = match variant {
        VariantName::Standard => Variant::Standard,
        VariantName::Chess960 => Variant::Chess960,
    };
    match fields.text("fen") {
        None => Ok((variant, None)),
        Some(fen) => match Position::parse_fen(fen, rules) {
            Ok(position) if position == Position::start() => Ok((variant, None)),
            Ok(position) => Ok((variant, Some(position.fen()))),
            Err(error) => Err(FormErrors::one("fen", error.to_string())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(form: &str) -> Result<NewGame, FormErrors> {
        challenge(&Fields::from_form(form.as_bytes()), OpponentChoice::Link {})
    }

    #[test]
    fn challenge_forms_are_parsed() {
        for (form, time) in [
            ("clock.limit=300&clock.increment=2", Some("300+2")),
            ("clock.limit=15&clock.increment=0", Some("15")),
            ("clock.limit=0&clock.increment=3", Some("0+3")),
            ("days=3", Some("1/259200")),
            ("", None),
            ("rated=false&unknown=ignored", None),
        ] {
            assert_eq!(parse(form).map(|game| game.time), Ok(time.map(str::to_string)), "{form}");
        }
        let fen = "fen=8%2F8%2F8%2F4k3%2F8%2F8%2F4P3%2F4K3%20w%20-%20-%200%201";
        assert_eq!(parse(fen).map(|game| game.fen), Ok(Some("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".into())));
        for (form, field) in [
            ("clock.limit=99999", "clock.limit"),
            ("clock.limit=60&clock.increment=999", "clock.increment"),
            ("clock.limit=0&clock.increment=0", "global"),
            ("days=15", "days"),
            ("color=green", "color"),
            ("drawOdds=both", "drawOdds"),
            ("rated=true&drawOdds=black", "drawOdds"),
            ("variant=atomic", "variant"),
            ("fen=nonsense", "fen"),
            ("rated=true&fen=8%2F8%2F8%2F4k3%2F8%2F8%2F4P3%2F4K3%20w%20-%20-%200%201", "global"),
        ] {
            let errors = parse(form).expect_err(form);
            assert!(format!("{errors:?}").contains(field), "{form}: {errors:?}");
        }
    }

    #[test]
    fn seek_forms_are_parsed() {
        for (form, time) in [
            ("time=5&increment=3", "300+3"),
            ("time=0.5&increment=0", "30"),
            ("time=½&increment=0", "30"),
            ("time=1½", "90"),
            ("time=0&increment=2", "0+2"),
            ("days=2", "1/172800"),
        ] {
            let game = seek(&Fields::from_form(form.as_bytes()));
            assert_eq!(game.map(|game| game.time), Ok(Some(time.to_string())), "{form}");
        }
        for form in ["", "time=NaN", "time=-5", "time=181&increment=0", "time=5&variant=fromPosition"] {
            assert!(seek(&Fields::from_form(form.as_bytes())).is_err(), "{form}");
        }
    }
}
