//! How a game is shown: whole, on a list, in the archive.

use super::room::{Rematch, Room, RoomState};
use super::update::{MessageText, text};
use crate::ids::GameId;
use crate::store::{ELSEWHERE, Finished};
use game::{Game, Timestamp};
use rules::{Color, Variant};
use wire::Side;
use wire::codes::Reason;
use wire::live::{ChatRoom, GameSnapshot, GameTerms, MoveJson, Player, ServerMessage, State};
use wire::page::GameSummary;
use wire::stored::{Created, Seat};

/// How many half-moves of a game can be searched for.
const OPENING: usize = 40;

/// The game as it stands, for somebody who has this side or none.
pub fn snapshot(room: &Room, inside: &RoomState, color: Option<Color>, now: Timestamp) -> MessageText {
    text(&ServerMessage::Game(Box::new(shown(room, inside, color, now))))
}

/// The same without the chat.
pub fn snapshot_without_chat(room: &Room, color: Option<Color>, now: Timestamp) -> MessageText {
    let inside = room.state();
    let mut shown = shown(room, &inside, color, now);
    shown.chat.clear();
    text(&ServerMessage::Game(Box::new(shown)))
}

/// The game as it stands, for somebody who has this side or none.
pub fn shown<'r>(
    room: &'r Room,
    inside: &RoomState,
    color: Option<Color>,
    now: Timestamp,
) -> GameSnapshot<'r> {
    let game = &inside.game;
    let state = State::new(game, now, inside.evidence.as_ref());
    let on_move = color == Some(game.turn()) && game.termination().is_none();
    let hears = |talk: ChatRoom| (talk == ChatRoom::Player) == color.is_some();
    GameSnapshot {
        game: room.id.as_str(),
        v: inside.v,
        now: now.millis(),
        you: color.map(Side::from),
        settings: GameTerms::from(&room.created),
        white: Player::from(&room.created.white),
        black: Player::from(&room.created.black),
        began: room.created.begins,
        start_fen: game.settings().start.fen(),
        moves: MoveJson::all(game),
        state: if on_move { state.with_dests(game) } else { state },
        chat: inside.chat.iter().filter(|line| hears(line.room)).cloned().collect(),
        presence: inside.presence_shown(room),
        rematch: match inside.rematch {
            Rematch::None => None,
            Rematch::OfferedBy(color) => Some(format!("offered_by_{color}")),
            Rematch::Begun(id) => Some(id.to_string()),
        },
    }
}

/// A running game on the list of a player.
pub fn summary(room: &Room, color: Option<Color>) -> GameSummary {
    let inside = room.state();
    let game = &inside.game;
    GameSummary {
        id: room.id.to_string(),
        url: format!("/game/{}", room.id),
        color: color.map(Side::from),
        opponent: Player::from(room.seat(!color.unwrap_or(Color::White))),
        time: room.created.start.time.clone(),
        fen: game.position().fen(),
        last_move: game.record().last().map(|played| uci(game, played.mv)),
        your_turn: color == Some(game.turn()),
        rated: room.created.rated,
    }
}

fn uci(game: &Game, mv: rules::Move) -> String {
    mv.uci(game.position().variant()).to_string()
}

/// A finished game as the archive has it.
pub fn finished(id: GameId, created: &Created, game: &Game) -> Finished {
    let opening: Vec<String> =
        game.record().iter().take(OPENING).map(|played| uci(game, played.mv)).collect();
    let name = |seat: &Seat| match seat {
        Seat::Person { id, .. } => id.clone(),
        Seat::Computer { level } => format!("computer {level}"),
        Seat::Named { name, .. } => format!("{ELSEWHERE}{name}"),
    };
    Finished {
        game: id,
        began: Timestamp::from_millis(created.begins),
        ended: game.latest(),
        white: name(&created.white),
        black: name(&created.black),
        result: game.result().into(),
        reason: game.termination().map(|ended| Reason::from(ended).to_string()).unwrap_or_default(),
        variant: match game.settings().start.variant() {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
        },
        time: created.start.time.clone().unwrap_or_else(|| "-".into()),
        rated: created.rated,
        plies: game.ply(),
        opening: opening.join(" "),
    }
}
