//! A game as the API shows it, live or long over.

use super::lichess_names::{ApiTime, Speed, Status, VariantName, nominal_control, perf_key, perf_name};
use crate::identity::Person;
use crate::ids::GameId;
use game::{Duration, Game, PerColor, Termination, TimeControl, Timestamp};
use rules::{Color, Position};
use serde_json::{Map, Value, json};
use wire::public::{ExportedGame, ExportedPlayer, ExportedPlayers, ExportedUser};
use wire::stored::Imported;
use wire::{RulingJson, Side};

/// What clients take for "no clock".
pub const NO_CLOCK: u64 = 2_147_483_647;

/// Who sits at a board.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatView {
    /// Somebody, with a rating if there is one.
    Person(Person, Option<Rated>),
    /// The computer at a level.
    Computer(u8),
    /// Somebody who has played elsewhere.
    Named {
        /// The name there.
        name: String,
        /// The title there.
        title: Option<String>,
        /// The rating there.
        rating: Option<u16>,
    },
}

/// A rating as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    pub rating: u16,
    /// Whether it says little yet.
    pub provisional: bool,
    /// What this game has changed.
    pub change: Option<i32>,
}

/// A game at a moment.
#[derive(Clone, Debug)]
pub struct GameView {
    pub id: GameId,
    pub game: Game,
    pub seats: PerColor<SeatView>,
    pub rated: bool,
    /// `lobby`, `friend`, `ai`, `position` or `import`.
    pub source: &'static str,
    /// Where the first move of a side may take so long only: how long it has taken, and how long it may.
    pub first_move: Option<(Duration, Duration)>,
    /// What is known of a game that was played elsewhere.
    pub imported: Option<Imported>,
    /// The game that the players went on with.
    pub rematch: Option<GameId>,
    pub now: Timestamp,
}

/// An object without the members that have no value.
pub fn object(json: Value) -> Value {
    Value::Object(members(json))
}

/// The members of an object that have a value.
pub fn members(json: Value) -> Map<String, Value> {
    match json {
        Value::Object(members) => members.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => Map::new(),
    }
}

impl GameView {
    /// Which side a player has.
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

    /// How long the game is expected to be.
    pub fn speed(&self) -> Speed {
        Speed::of(self.control())
    }

    pub fn status(&self) -> Status {
        if self.end_is_unknown() { Status::UNKNOWN } else { Status::of(self.game.termination()) }
    }

    /// Whether it was played elsewhere, and not told to its end.
    pub fn end_is_unknown(&self) -> bool {
        self.imported.is_some() && self.game.termination() == Some(Termination::Aborted)
    }

    /// How it ended, in the arbiter's words.
    fn termination(&self) -> Option<String> {
        let known = self.game.termination().filter(|_| !self.end_is_unknown());
        known.map(|ended| ended.to_string())
    }

    /// Who won, if somebody did.
    pub fn winner(&self) -> Option<&'static str> {
        self.game.outcome()?.winner().map(|winner| match winner {
            Color::White => "white",
            Color::Black => "black",
        })
    }

    /// All moves in UCI, with spaces between them.
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
        // Clients look for these members, not at their values: they are there only when true.
        let when = |is: bool| is.then_some(true);
        let offers = |color| when(self.game.draw_offer() == Some(color));
        let takes_back = |color| when(self.game.takeback_request() == Some(color));
        let expiration = self
            .first_move
            .map(|(idle, most)| json!({ "idleMillis": idle.millis(), "millisToMove": most.millis() }));
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

    /// What a player is told of a game that begins, is on or is over.
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
        ExportedPlayers { white: described(&self.seats.white), black: described(&self.seats.black) }
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

    /// Seconds at first and for each move, where there is a clock.
    fn clock(&self) -> Option<Value> {
        match ApiTime::of(self.control()) {
            ApiTime::Clock { limit, increment } => {
                let total = limit + 40 * increment;
                Some(json!({ "initial": limit, "increment": increment, "totalTime": total }))
            }
            ApiTime::Days(_) | ApiTime::Unlimited => None,
        }
    }

    /// A position for those who watch: clocks in seconds.
    pub fn watched(&self) -> Value {
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

/// Twelve letters: the game and the seat.
pub fn full_id(id: GameId, color: Color) -> String {
    let seat = match color {
        Color::White => "whit",
        Color::Black => "blac",
    };
    format!("{id}{seat}")
}

fn player(sitting: &SeatView) -> Value {
    match sitting {
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
            player["title"] = json!(person.title); // here null is said
            player
        }
    }
}

fn opponent(sitting: &SeatView) -> Value {
    match sitting {
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

fn described(seat: &SeatView) -> ExportedPlayer {
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
