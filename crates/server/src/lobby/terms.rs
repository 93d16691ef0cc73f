//! The terms of a game: what a request for a new game means.

use crate::ids::GameId;
use crate::rooms::Rooms;
use game::{Class, PerColor, TimeControl, Timestamp};
use rand::RngExt;
use rules::Position;
use wire::live::{NewGame, OpponentChoice};
use wire::settings::{ClockStartsName, ConductName, Start, VariantName};

/// The most time a move is credited for network lag, in milliseconds.
const LAG_COMPENSATION: u64 = 100;
/// The number of Chess960 starting positions.
const CHESS960_STARTS: u16 = 960;

/// The start of the game, or what is wrong with the request. Whether a custom position is dead may be hard to decide,
/// so that is done on another thread.
pub(crate) async fn agreed(rooms: &Rooms, game: &NewGame) -> Result<Start, String> {
    if let Some(before) = &game.rematch_of {
        // This field is shown to the opponent, so it may only be the id of a game, not arbitrary text.
        let id = before.parse::<GameId>().map_err(|error| format!("rematch_of: {error}"))?;
        let known = rooms.find(id).await.map_err(|error| error.to_string())?;
        known.ok_or("rematch_of: there is no such game")?;
    }
    if game.fen.is_none() {
        return start(game);
    }
    let request = game.clone();
    let agreed = rooms.run_blocking(move || start(&request)).await;
    agreed.unwrap_or_else(|| Err("the server is shutting down".into()))
}

/// The start of the game, or what is wrong with the request. A Chess960 start is random unless a FEN is given.
fn start(game: &NewGame) -> Result<Start, String> {
    let drawn = (game.variant == VariantName::Chess960 && game.fen.is_none()).then(chess960_start);
    let mut start = Start {
        fen: game.fen.clone().or(drawn),
        time: game.time.clone(),
        time_white: game.time_white.clone(),
        time_black: game.time_black.clone(),
        variant: game.variant,
        conduct: game.conduct,
        draw_offers_from_move: game.draw_offers_from_move,
        fifty_move_rule: game.fifty_move_rule,
        draw_odds: game.draw_odds,
        default_time: game.default_time,
        clock_starts: match game.conduct {
            // The players arrive one after the other.
            ConductName::Online => ClockStartsName::AfterBothMoved,
            ConductName::Tournament => ClockStartsName::AtOnce,
        },
        ..Start::default()
    };
    let settings = start.clone().settings(Timestamp::ZERO)?;
    if game.rated && game.fen.is_some() {
        return Err("games from a position are not rated".into());
    }
    if game.rated && (settings.time.white != settings.time.black || game.draw_odds.is_some()) {
        return Err("games at odds are not rated".into());
    }
    if game.default_time.is_some() {
        may_have_default_time(game, &settings.time)?;
    }
    if is_live(&settings.time) {
        start.lag_compensation = LAG_COMPENSATION;
    }
    if game::Game::new(settings).termination().is_some() {
        return Err("the game is already over in this position".into());
    }
    Ok(start)
}

/// A default time is for players who are expected at the board. Casual games that nobody starts are aborted instead.
fn may_have_default_time(game: &NewGame, time: &PerColor<TimeControl>) -> Result<(), String> {
    if game.conduct == ConductName::Online {
        return Err("default_time: only under tournament conduct".into());
    }
    if matches!(game.opponent, OpponentChoice::Computer { .. }) {
        return Err("default_time: the computer is never late".into());
    }
    if !is_live(time) {
        return Err("default_time: not for correspondence games or games without a clock".into());
    }
    Ok(())
}

/// Whether either side has a clock faster than correspondence.
fn is_live(time: &PerColor<TimeControl>) -> bool {
    let is_live = |control: &TimeControl| control.class().is_some_and(|class| class < Class::Correspondence);
    is_live(&time.white) || is_live(&time.black)
}

fn chess960_start() -> String {
    let number = rand::rng().random_range(0..CHESS960_STARTS);
    Position::chess960(number).expect("every number below 960 has a start").fen()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn agreed(json: &str) -> Result<Start, String> {
        start(&serde_json::from_str(json).expect("a game"))
    }

    #[test]
    fn a_request_becomes_a_start() {
        let blitz = agreed(r#"{"opponent":{"link":{}},"time":"180+2"}"#).expect("a game");
        assert_eq!((blitz.clock_starts, blitz.lag_compensation), (ClockStartsName::AfterBothMoved, 100));
        let days = agreed(r#"{"opponent":{"link":{}},"time":"1/86400"}"#).expect("a game");
        assert_eq!(days.lag_compensation, 0);
        let tournament = agreed(r#"{"opponent":{"link":{}},"time":"300","conduct":"tournament"}"#);
        assert_eq!(tournament.expect("a game").clock_starts, ClockStartsName::AtOnce);
        let shuffled = r#"{"opponent":{"link":{}},"variant":"chess960"}"#;
        let starts: HashSet<_> = (0..20).map(|_| agreed(shuffled).expect("a game").fen).collect();
        assert!(starts.len() > 5, "{starts:?}");
    }

    #[test]
    fn invalid_requests_are_refused() {
        for json in [
            r#"{"opponent":{"link":{}},"time":"fast"}"#,
            r#"{"opponent":{"link":{}},"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}"#,
            r#"{"opponent":{"link":{}},"fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}"#,
            r#"{"opponent":{"link":{}},"rated":true,"fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}"#,
            r#"{"opponent":{"link":{}},"rated":true,"time":"300","time_black":"60"}"#,
            r#"{"opponent":{"link":{}},"rated":true,"time":"300","draw_odds":"black"}"#,
            r#"{"opponent":{"link":{}},"time":"300","default_time":60000}"#,
            r#"{"opponent":{"link":{}},"time":"1/86400","conduct":"tournament","default_time":60000}"#,
            r#"{"opponent":{"computer":{"level":1}},"time":"300","conduct":"tournament","default_time":60000}"#,
        ] {
            assert!(agreed(json).is_err(), "{json}");
        }
    }
}
