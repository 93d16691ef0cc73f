//! The API's view of a game, live or over.

use super::lichess_names::{ApiTime, Speed, Status, VariantName, nominal_control, perf_key, perf_name};
use crate::identity::Person;
use crate::ids::GameId;
use game::{Duration, Game, PerColor, Termination, TimeControl, Timestamp};
use rules::{Color, Position};
use serde_json::{Map, Value, json};
use wire::public::{ExportedGame, ExportedPlayer, ExportedPlayers, ExportedUser};
use wire::stored::ImportedTags;
use wire::{RulingJson, Side};

/// The value that means "no clock" to clients.
pub const NO_CLOCK: u64 = 2_147_483_647;

/// A player as shown by the API.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatView {
    /// A player, with a rating if there is one.
    Person(Person, Option<RatingView>),
    /// The computer at a level.
    Computer(u8),
    /// A player of an imported game.
    Named { name: String, title: Option<String>, rating: Option<u16> },
}

/// A rating as shown by the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingView {
    pub rating: u16,
    /// Whether the rating is still uncertain.
    pub provisional: bool,
    /// The change by this game.
    pub change: Option<i32>,
}

/// A snapshot of a game.
#[derive(Clone, Debug)]
pub struct GameView {
    pub id: GameId,
    pub game: Game,
    pub seats: PerColor<SeatView>,
    pub rated: bool,
    /// `lobby`, `friend`, `ai`, `position` or `import`.
    pub source: &'static str,
    /// If the first move has a time limit: the time it has taken and the limit.
    pub first_move: Option<(Duration, Duration)>,
    /// Set for an imported game.
    pub imported: Option<ImportedTags>,
    /// The rematch, if it has started.
    pub rematch: Option<GameId>,
    pub now: Timestamp,
}

/// An object without its null members.
pub fn object(json: Value) -> Value {
    Value::Object(members(json))
}

/// The members of an object that are not null.
pub fn members(json: Value) -> Map<String, Value> {
    match json {
        Value::Object(members) => members.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => Map::new(),
    }
}

impl GameView {
    /// The side of a player.
    pub fn side_of(&self, player: &crate::ids::PlayerId) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| matches!(&self.seats[*color], SeatView::Person(person, _) if person.id == *player))
    }

    fn control(&self) -> &TimeControl {
        nominal_control(&self.game.settings().time)
    }

    fn start(&self) -> &Position {
        &self.game.settings().start
    }

    pub fn speed(&self) -> Speed {
        Speed::of(self.control())
    }

    pub fn status(&self) -> Status {
        if self.end_is_unknown() { Status::UNKNOWN } else { Status::of(self.game.termination()) }
    }

    /// Whether this is an imported game without a result.
    pub fn end_is_unknown(&self) -> bool {
        self.imported.is_some() && self.game.termination() == Some(Termination::Aborted)
    }

    /// How the game ended, in words.
    fn termination(&self) -> Option<String> {
        let known = self.game.termination().filter(|_| !self.end_is_unknown());
        known.map(|ended| ended.to_string())
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<&'static str> {
        self.game.outcome()?.winner().map(|winner| match winner {
            Color::White => "white",
            Color::Black => "black",
        })
    }

    /// All moves in UCI, separated by spaces.
    pub fn moves(&self) -> String {
        let variant = self.start().variant();
        let moves: Vec<_> =
            self.game.record().iter().map(|played| played.mv.uci(variant).to_string()).collect();
        moves.join(" ")
    }

    fn initial_fen(&self) -> Option<String> {
        (*self.start() != Position::start()).then(|| self.start().fen())
    }

    /// The side for which a draw wins, if there is one.
    fn draw_odds(&self) -> Option<Side> {
        self.game.settings().draw_odds.map(Side::from)
    }

    fn increment(&self, color: Color) -> u64 {
        match ApiTime::of(&self.game.settings().time[color]) {
            ApiTime::Clock { increment, .. } => increment * 1000,
            ApiTime::Days(_) | ApiTime::Unlimited => 0,
        }
    }

    /// The line that is sent whenever something changes.
    pub fn game_state(&self) -> Value {
        let clocks = self.game.clocks(self.now);
        let left = |color: Color| clocks[color].map_or(NO_CLOCK, Duration::millis);
        // Clients test for the presence of these members, so they are sent only when true.
        let when = |is: bool| is.then_some(true);
        let offers = |color| when(self.game.draw_offer() == Some(color));
        let takes_back = |color| when(self.game.takeback_request() == Some(color));
        let expiration = self
            .first_move
            .map(|(idle, max)| json!({ "idleMillis": idle.millis(), "millisToMove": max.millis() }));
        object(json!({
            "type": "gameState",
            "moves": self.moves(),
            "wtime": left(Color::White),
            "btime": left(Color::Black),
            "winc": self.increment(Color::White),
            "binc": self.increment(Color::Black),
            "status": self.status().name,
            "winner": self.winner(),
            "wdraw": offers(Color::White),
            "bdraw": offers(Color::Black),
            "wtakeback": takes_back(Color::White),
            "btakeback": takes_back(Color::Black),
            "rematch": self.rematch.map(|id| id.to_string()),
            "expiration": expiration,
            "termination": self.termination(),
            "forfeitReason": self.game.forfeit_reason(),
            "byDrawOdds": self.game.by_draw_odds().then_some(true),
        }))
    }

    /// The first line of a game's stream.
    pub fn game_full(&self) -> Value {
        let (clock, days) = match ApiTime::of(self.control()) {
            ApiTime::Clock { limit, increment } => {
                (Some(json!({ "initial": limit * 1000, "increment": increment * 1000 })), None)
            }
            ApiTime::Days(days) => (None, Some(days)),
            ApiTime::Unlimited => (None, None),
        };
        object(json!({
            "type": "gameFull",
            "id": self.id.to_string(),
            "variant": VariantName::of(self.start()),
            "speed": self.speed().key(),
            "perf": { "name": perf_name(self.game.settings()) },
            "rated": self.rated,
            "createdAt": self.game.settings().begins.millis(),
            "white": player(&self.seats.white),
            "black": player(&self.seats.black),
            "initialFen": self.initial_fen().unwrap_or_else(|| "startpos".into()),
            "clock": clock,
            "daysPerTurn": days,
            "drawOdds": self.draw_odds(),
            "state": self.game_state(),
        }))
    }

    /// What a player's event stream says about a game.
    pub fn event_info(&self, mine: Color) -> Value {
        let VariantName { key, name, .. } = VariantName::of(self.start());
        let last = self.game.record().last();
        let last = last.map(|played| played.mv.uci(self.start().variant()).to_string());
        let left = self.game.clocks(self.now)[mine].map(|left| left.millis().div_ceil(1000));
        let ended = self.game.termination().is_some();
        let rated = match &self.seats[mine] {
            SeatView::Person(_, rated) => *rated,
            SeatView::Computer(_) | SeatView::Named { .. } => None,
        };
        let id = self.id.to_string();
        object(json!({
            "fullId": full_id(self.id, mine),
            "gameId": id,
            "id": id,
            "fen": self.game.position().fen(),
            "color": mine.to_string(),
            "lastMove": last.unwrap_or_default(),
            "source": self.source,
            "status": self.status(),
            "variant": { "key": key, "name": name },
            "speed": self.speed().key(),
            "perf": perf_key(self.game.settings()),
            "rated": self.rated,
            "hasMoved": self.has_moved(mine),
            "opponent": opponent(&self.seats[!mine]),
            "isMyTurn": !ended && self.game.turn() == mine,
            "secondsLeft": left,
            "winner": self.winner(),
            "rating": rated.map(|rated| rated.rating),
            "ratingDiff": rated.and_then(|rated| rated.change),
            "compat": { "bot": true, "board": true },
        }))
    }

    fn has_moved(&self, color: Color) -> bool {
        let first_is_mine = self.start().turn() == color;
        self.game.ply() >= if first_is_mine { 1 } else { 2 }
    }

    /// The game as one object, for exports.
    pub fn game_json(&self) -> ExportedGame {
        let days = match ApiTime::of(self.control()) {
            ApiTime::Days(days) => Some(days),
            ApiTime::Clock { .. } | ApiTime::Unlimited => None,
        };
        let moves: Vec<_> = self.game.record().iter().map(|played| played.san.as_str()).collect();
        let rest = members(json!({
            "rated": self.rated,
            "variant": VariantName::of(self.start()).key,
            "speed": self.speed().key(),
            "perf": perf_key(self.game.settings()),
            "createdAt": self.game.settings().begins.millis(),
            "lastMoveAt": self.game.latest().millis(),
            "status": self.status().name,
            "source": self.source,
            "winner": self.winner(),
            "initialFen": self.initial_fen(),
            "moves": moves.join(" "),
            "clock": self.clock(),
            "daysPerTurn": days,
            "result": self.game.result(),
            "termination": self.termination(),
            "article": self.game.article(),
            "forfeitReason": self.game.forfeit_reason(),
            "drawOdds": self.draw_odds(),
            "byDrawOdds": self.game.by_draw_odds().then_some(true),
            "rulings": Some(RulingJson::all(&self.game)).filter(|rulings| !rulings.is_empty()),
        }));
        ExportedGame { id: self.id.to_string(), players: self.players(), rest }
    }

    /// The answer to creating a game against the computer, and the first and last line of a spectator's stream.
    pub fn description(&self) -> Value {
        object(json!({
            "id": self.id.to_string(),
            "variant": VariantName::of(self.start()),
            "speed": self.speed().key(),
            "perf": perf_key(self.game.settings()),
            "rated": self.rated,
            "initialFen": self.initial_fen(),
            "fen": self.game.position().fen(),
            "player": self.game.turn().to_string(),
            "turns": self.game.ply(),
            "startedAtTurn": 0,
            "source": self.source,
            "status": self.status(),
            "winner": self.winner(),
            "createdAt": self.game.settings().begins.millis(),
            "players": self.players(),
        }))
    }

    fn players(&self) -> ExportedPlayers {
        ExportedPlayers {
            white: exported_player(&self.seats.white),
            black: exported_player(&self.seats.black),
        }
    }

    /// A game in brief, for streams of the games of some players.
    pub fn summary(&self) -> Value {
        let player = |seat: &SeatView| match seat {
            SeatView::Person(person, rated) => {
                object(json!({ "userId": person.id.as_str(), "rating": rated.map(|rated| rated.rating) }))
            }
            SeatView::Computer(level) => json!({ "aiLevel": level }),
            SeatView::Named { name, .. } => json!({ "name": name }),
        };
        let Status { id, name } = self.status();
        object(json!({
            "id": self.id.to_string(),
            "rated": self.rated,
            "variant": VariantName::of(self.start()).key,
            "speed": self.speed().key(),
            "perf": perf_key(self.game.settings()),
            "createdAt": self.game.settings().begins.millis(),
            "status": id,
            "statusName": name,
            "clock": self.clock(),
            "players": { "white": player(&self.seats.white), "black": player(&self.seats.black) },
            "winner": self.winner(),
        }))
    }

    /// Initial seconds and increment, if there is a clock.
    fn clock(&self) -> Option<Value> {
        match ApiTime::of(self.control()) {
            ApiTime::Clock { limit, increment } => {
                let total = limit + 40 * increment;
                Some(json!({ "initial": limit, "increment": increment, "totalTime": total }))
            }
            ApiTime::Days(_) | ApiTime::Unlimited => None,
        }
    }

    /// A position for spectators, with clocks in seconds.
    pub fn position_json(&self) -> Value {
        let clocks = self.game.clocks(self.now);
        let seconds = |color: Color| clocks[color].map(|left| left.millis() / 1000);
        let last = self.game.record().last();
        object(json!({
            "fen": self.game.position().fen(),
            "lm": last.map(|played| played.mv.uci(self.start().variant()).to_string()),
            "wc": seconds(Color::White),
            "bc": seconds(Color::Black),
        }))
    }
}

/// Twelve letters: the game id and the seat.
pub fn full_id(id: GameId, color: Color) -> String {
    let seat = match color {
        Color::White => "whit",
        Color::Black => "blac",
    };
    format!("{id}{seat}")
}

fn player(seat: &SeatView) -> Value {
    match seat {
        SeatView::Named { name, title, rating } => {
            object(json!({ "name": name, "title": title, "rating": rating }))
        }
        SeatView::Computer(level) => json!({ "aiLevel": level }),
        SeatView::Person(person, rated) => {
            let mut player = object(json!({
                "id": person.id.as_str(),
                "name": person.name,
                "rating": rated.map(|rated| rated.rating),
                "provisional": rated.and_then(|rated| rated.provisional.then_some(true)),
            }));
            player["title"] = json!(person.title); // null is sent here
            player
        }
    }
}

fn opponent(seat: &SeatView) -> Value {
    match seat {
        SeatView::Named { name, title, rating } => {
            object(json!({ "username": name, "title": title, "rating": rating }))
        }
        SeatView::Computer(level) => {
            json!({ "id": null, "username": format!("Computer level {level}"), "ai": level })
        }
        SeatView::Person(person, rated) => object(json!({
            "id": person.id.as_str(),
            "username": person.name,
            "title": person.title,
            "rating": rated.map(|rated| rated.rating),
            "ratingDiff": rated.and_then(|rated| rated.change),
        })),
    }
}

fn exported_player(seat: &SeatView) -> ExportedPlayer {
    let none = ExportedPlayer::default();
    match seat {
        SeatView::Named { name, title, rating } => {
            ExportedPlayer { name: Some(name.clone()), title: title.clone(), rating: *rating, ..none }
        }
        SeatView::Computer(level) => ExportedPlayer { ai_level: Some(*level), ..none },
        SeatView::Person(Person { id, name, title }, rated) => ExportedPlayer {
            user: Some(ExportedUser { id: id.as_str().into(), name: name.clone(), title: title.clone() }),
            rating: rated.map(|rated| rated.rating),
            rating_diff: rated.and_then(|rated| rated.change),
            provisional: rated.and_then(|rated| rated.provisional.then_some(true)),
            ..none
        },
    }
}
