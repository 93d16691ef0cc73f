//! Live games, as an organiser sees them.

use super::staff::Organizer;
use crate::app::App;
use crate::rooms::Room;
use axum::Json;
use axum::extract::State;
use game::Timestamp;
use rules::Color;
use wire::Side;
use wire::club::{LiveGame, LiveGames};
use wire::codes::{Reason, ResultCode};
use wire::stored::Seat;

/// All live games, oldest first.
pub(crate) async fn list(State(app): State<App>, _: Organizer) -> Json<LiveGames> {
    let now = app.clock.now();
    let rooms = app.rooms.all();
    let mut games: Vec<_> = rooms.iter().map(|room| shown(room, now)).collect();
    games.retain(|game| game.result.is_none());
    games.sort_by(|a, b| (a.began, &a.id).cmp(&(b.began, &b.id)));
    Json(LiveGames { games })
}

/// A game, live or over.
pub(crate) fn shown(room: &Room, now: Timestamp) -> LiveGame {
    let (white_here, black_here) = (room.is_here(Color::White), room.is_here(Color::Black));
    let state = room.state();
    let game = &state.game;
    let clocks = game.clocks(now);
    let clock = |color: Color| clocks[color].map(game::Duration::millis);
    LiveGame {
        id: room.id.to_string(),
        white: name(room.seat(Color::White)),
        black: name(room.seat(Color::Black)),
        time: room.created.start.time.clone(),
        plies: game.ply(),
        turn: Side::from(game.turn()),
        fen: game.position().fen(),
        began: room.created.begins,
        paused: game.is_paused(),
        clock_white: clock(Color::White),
        clock_black: clock(Color::Black),
        white_here,
        black_here,
        result: ResultCode::of(game),
        reason: game.termination().map(Reason::from),
    }
}

/// The name of a player, for a list.
pub(crate) fn name(seat: &Seat) -> String {
    match seat {
        Seat::Person { name, .. } | Seat::Named { name, .. } => name.clone(),
        Seat::Computer { level } => format!("computer {level}"),
    }
}
