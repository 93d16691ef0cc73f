//! The API's JSON form of a challenge.

use super::game_view::{RatingView, object};
use super::gate::Site;
use super::lichess_names::{ApiTime, Speed};
use crate::identity::Person;
use crate::lobby::challenge::{Challenge, DeclineReason, Status, Target};
use game::TimeControl;
use rules::Color;
use serde_json::{Value, json};
use wire::live::ColorChoice;
use wire::settings::VariantName;

/// The direction of a challenge from the reader's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the reader.
    In,
    /// By the reader.
    Out,
    /// Left out of the answer.
    Unspecified,
}

/// Looks up ratings and online status of a challenge's players.
pub struct PlayerLookup<'a> {
    /// A player's rating in the category of the game.
    pub rating: &'a dyn Fn(&Person) -> Option<RatingView>,
    pub online: &'a dyn Fn(&Person) -> bool,
}

pub(crate) fn show(
    challenge: &Challenge,
    status: Status,
    direction: Direction,
    site: &Site,
    players: &PlayerLookup<'_>,
) -> Value {
    let control = control(challenge);
    let speed = Speed::of(&control);
    let (word, declined) = match status {
        Status::Created => ("created", None),
        Status::Accepted => ("accepted", None),
        Status::Canceled => ("canceled", None),
        Status::Declined(reason) => ("declined", Some(reason)),
    };
    let (key, name, short) = match (challenge.game.variant, &challenge.game.fen) {
        (VariantName::Chess960, _) => ("chess960", "Chess960", "960"),
        (VariantName::Standard, Some(_)) => ("fromPosition", "From Position", "FEN"),
        (VariantName::Standard, None) => ("standard", "Standard", "Std"),
    };
    let perf = if key == "chess960" { "Chess960" } else { speed.name() };
    let person = |person: &Person| user(person, players);
    let is_open = matches!(challenge.target, Target::Link(_));
    let mut shown = object(json!({
        "id": challenge.id.to_string(),
        "url": site.game(challenge.id),
        "status": word,
        "variant": { "key": key, "name": name, "short": short },
        "rated": challenge.game.rated,
        "speed": speed.key(),
        "timeControl": time(&control),
        "color": match challenge.game.color {
            ColorChoice::White => "white",
            ColorChoice::Black => "black",
            ColorChoice::Random => "random",
        },
        // Clients require this member. Until a random colour is drawn it is `white`, which reveals nothing.
        "finalColor": challenge.challenger_color.unwrap_or(Color::White).to_string(),
        "perf": { "icon": "", "name": perf },
        "direction": match direction {
            Direction::In => Some("in"),
            Direction::Out => Some("out"),
            Direction::Unspecified => None,
        },
        "initialFen": challenge.game.fen,
        "drawOdds": challenge.game.draw_odds,
        "defaultTime": challenge.game.default_time,
        "rematchOf": challenge.game.rematch_of,
        "declineReason": declined.map(DeclineReason::sentence),
        "declineReasonKey": declined.map(DeclineReason::key),
        "open": is_open.then(|| json!({})),
        "urlWhite": is_open.then(|| format!("{}?color=white", site.game(challenge.id))),
        "urlBlack": is_open.then(|| format!("{}?color=black", site.game(challenge.id))),
    }));
    // These two are present even if null.
    shown["challenger"] = challenge.challenger.as_ref().map_or(Value::Null, person);
    shown["destUser"] = challenge.target_player().map_or(Value::Null, person);
    shown
}

/// The time control of both sides, or White's if they differ.
pub(crate) fn control(challenge: &Challenge) -> TimeControl {
    let text = challenge.game.time_white.as_ref().or(challenge.game.time.as_ref());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn user(person: &Person, players: &PlayerLookup<'_>) -> Value {
    let rated = (players.rating)(person);
    object(json!({
        "id": person.id.as_str(),
        "name": person.name,
        "title": person.title,
        "rating": rated.map(|rated| rated.rating),
        "provisional": rated.and_then(|rated| rated.provisional.then_some(true)),
        "online": (players.online)(person).then_some(true),
    }))
}

fn time(control: &TimeControl) -> Value {
    match ApiTime::of(control) {
        ApiTime::Clock { limit, increment } => json!({
            "type": "clock",
            "limit": limit,
            "increment": increment,
            "show": ApiTime::show(limit, increment),
        }),
        ApiTime::Days(days) => json!({ "type": "correspondence", "daysPerTurn": days }),
        ApiTime::Unlimited => json!({ "type": "unlimited" }),
    }
}
