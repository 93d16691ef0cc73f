//! Views of a game: the whole game, a list entry, an archive row.

use super::room::{Rematch, Room, RoomState};
use super::update::{MessageText, text};
use crate::ids::GameId;
use crate::store::{ELSEWHERE, FinishedGame};
use game::{Game, Timestamp};
use rules::{Color, Variant};
use wire::Side;
use wire::codes::Reason;
use wire::live::{ChatRoom, GameSnapshot, GameTerms, MoveJson, Player, RematchJson, ServerMessage, State};
use wire::page::GameSummary;
use wire::stored::{GameHeader, Seat};

/// How many plies of the opening can be searched for.
const MAX_OPENING_PLIES: usize = 40;

/// The whole game for a player of this side, or for a spectator.
pub fn snapshot(room: &Room, state: &RoomState, color: Option<Color>, now: Timestamp) -> MessageText {
    text(&ServerMessage::Game(Box::new(game_snapshot(room, state, color, now))))
}

/// Like `snapshot`, without the chat.
pub fn snapshot_without_chat(room: &Room, color: Option<Color>, now: Timestamp) -> MessageText {
    let mut snapshot = game_snapshot(room, &room.state(), color, now);
    snapshot.chat.clear();
    text(&ServerMessage::Game(Box::new(snapshot)))
}

/// The whole game for a player of this side, or for a spectator.
pub fn game_snapshot<'r>(
    room: &'r Room,
    room_state: &RoomState,
    color: Option<Color>,
    now: Timestamp,
) -> GameSnapshot<'r> {
    let game = &room_state.game;
    let state = State::new(game, now, room_state.evidence.as_ref());
    let on_move = color == Some(game.turn()) && game.termination().is_none();
    let can_read = |chat: ChatRoom| (chat == ChatRoom::Player) == color.is_some();
    GameSnapshot {
        game: room.id.as_str(),
        v: room_state.v,
        now: now.millis(),
        you: color.map(Side::from),
        settings: GameTerms::from(&room.created),
        white: Player::from(&room.created.white),
        black: Player::from(&room.created.black),
        began: room.created.begins,
        start_fen: game.settings().start.fen(),
        moves: MoveJson::all(game),
        state: if on_move { state.with_dests(game) } else { state },
        chat: room_state.chat.iter().filter(|line| can_read(line.room)).cloned().collect(),
        presence: room_state.game_presence(room),
        rematch: match room_state.rematch {
            Rematch::None => None,
            Rematch::OfferedBy(color) => Some(RematchJson::Offered(color.into())),
            Rematch::Begun(id) => Some(RematchJson::Begun(id.to_string())),
        },
    }
}

/// A live game in a player's list.
pub fn summary(room: &Room, color: Option<Color>) -> GameSummary {
    let state = room.state();
    let game = &state.game;
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

/// A finished game as a row of the archive.
pub fn finished(id: GameId, created: &GameHeader, game: &Game) -> FinishedGame {
    let opening: Vec<String> =
        game.record().iter().take(MAX_OPENING_PLIES).map(|played| uci(game, played.mv)).collect();
    let name = |seat: &Seat| match seat {
        Seat::Person { id, .. } => id.clone(),
        Seat::Computer { level } => format!("computer {level}"),
        Seat::Named { name, .. } => format!("{ELSEWHERE}{name}"),
    };
    FinishedGame {
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
