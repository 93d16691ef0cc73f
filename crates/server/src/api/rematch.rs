//! Rematches. To clients a rematch offer is a challenge with the id of the future game, and `rematchOf` is the
//! finished game.

use super::challenge_json::Direction;
use super::challenges::present;
use super::error::ApiError;
use super::gate::{Caller, Site};
use super::table::PlayerGame;
use crate::app::App;
use crate::ids::GameId;
use crate::lobby::challenge::{Challenge, Status, Target};
use crate::rooms::{Rematch, Room};
use rules::Color;
use serde_json::Value;
use wire::PlayerAction;
use wire::live::{ColorChoice, NewGame, OpponentChoice};
use wire::stored::Seat;

/// One side's rematch offer, as a challenge.
pub async fn shown(app: &App, id: GameId, by: Color, site: &Site) -> Option<Value> {
    let challenge = challenge(&*app.rooms.find(id).await.ok()??, by)?;
    Some(present(app, &challenge, Status::Created, Direction::Unspecified, site).await)
}

/// The same game with the colours swapped.
fn challenge(room: &Room, by: Color) -> Option<Challenge> {
    let (challenger, target) = (room.person(by)?, room.person(!by)?);
    let Seat::Person { rating, .. } = *room.seat(by) else { return None };
    let start = &room.created.start;
    let game = NewGame {
        opponent: OpponentChoice::User { name: target.name.clone() },
        color: match by {
            Color::White => ColorChoice::Black,
            Color::Black => ColorChoice::White,
        },
        time: start.time.clone(),
        time_white: start.time_white.clone(),
        time_black: start.time_black.clone(),
        variant: start.variant,
        fen: start.fen.clone(),
        rated: room.created.rated,
        conduct: start.conduct,
        draw_offers_from_move: start.draw_offers_from_move,
        fifty_move_rule: start.fifty_move_rule,
        draw_odds: start.draw_odds,
        default_time: start.default_time,
        chat: room.created.chat,
        rematch_of: Some(room.id.to_string()),
    };
    let created = room.state().game.latest();
    let target = Target::Player(target);
    Some(Challenge {
        id: room.rematch_id,
        created,
        challenger: Some(challenger),
        rating,
        target,
        game,
        challenger_color: Some(!by),
    })
}

/// Accepts the opponent's offer, which must exist. `id` is that of the future or the finished game.
pub async fn accept(app: &App, id: GameId, caller: &Caller) -> Result<(), ApiError> {
    let room = match app.rooms.before_rematch(id).await? {
        Some(room) => room,
        None => app.rooms.find(id).await?.ok_or_else(ApiError::not_found)?,
    };
    let color = room.color_of(&caller.account.id).ok_or_else(ApiError::not_found)?;
    if room.state().rematch != Rematch::OfferedBy(!color) {
        return Err(ApiError::not_found());
    }
    PlayerGame::of_player(app, room.id.as_str(), caller).await?.act(PlayerAction::Rematch).await
}
