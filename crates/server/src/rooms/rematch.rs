//! Rematches: another game between the same players with colours swapped.

use super::act::unavailable;
use super::cluster::Notice;
use super::command::{Ack, Actor, Code, CommandRefusal, refused};
use super::outbox::Outgoing;
use super::room::{Rematch, Room};
use super::update::{SideEvent, SideEventKind, text};
use super::{CreateError, Rooms};
use crate::rooms::inbox::Notification;
use rules::Color;
use std::sync::Arc;
use wire::live::ServerMessage;
use wire::stored::GameHeader;

/// A player asks for a rematch: an offer, or the acceptance of one.
pub(super) async fn ask(rooms: &Rooms, room: &Arc<Room>, actor: &Actor) -> Result<Ack, CommandRefusal> {
    // Another node may have just ended the game.
    rooms.refresh(room).await.map_err(|error| unavailable(room, &error))?;
    let turn = room.turn.lock().await;
    let (v, over, rematch) = {
        let state = room.state();
        (state.v, state.game.termination().is_some(), state.rematch)
    };
    let by = match actor {
        Actor::Player(id) | Actor::Arbiter(id) => room.color_of(id),
        Actor::Computer(color) => Some(*color),
    };
    let by = by.ok_or_else(|| refused(v, Code::NotAPlayer, "you do not play in this game"))?;
    if !over {
        return Err(refused(v, Code::NotAllowed, "the game is not over"));
    }
    if let Some(shared) = rooms.shared()
        && room.computer(!by).is_none()
    {
        let asked = shared.ask_rematch(room.id, by, room.rematch_id).await;
        if asked.map_err(|error| unavailable(room, &error))? == (true, true) {
            begin(rooms, room).await.map_err(|error| unavailable(room, &error))?;
        } else if rematch == Rematch::None {
            offer(room, by);
            rooms.notify(room, &Notification::Rematch(room.id, by));
        }
        rooms.send_notice(Notice::Rematch(room.id.to_string()));
        drop(turn);
        return Ok(Ack { v });
    }
    match rematch {
        Rematch::Begun(_) => {}
        Rematch::OfferedBy(who) if who == by => {}
        Rematch::None if room.computer(!by).is_none() => {
            offer(room, by);
            // A player who has left the game is notified too.
            rooms.notify(room, &Notification::Rematch(room.id, by));
        }
        Rematch::OfferedBy(_) | Rematch::None => {
            begin(rooms, room).await.map_err(|error| unavailable(room, &error))?;
        }
    }
    drop(turn);
    Ok(Ack { v })
}

fn offer(room: &Room, by: Color) {
    let message = ServerMessage::Rematch { game: room.id.as_str(), by: Some(by.into()), next: None };
    let side_event =
        SideEvent { game: room.id, what: SideEventKind::RematchOffered(by), text: text(&message) };
    let mut state = room.state();
    state.rematch = Rematch::OfferedBy(by);
    state.tell(|_| true, &Outgoing::SideEvent(Arc::new(side_event)));
}

async fn begin(rooms: &Rooms, room: &Arc<Room>) -> Result<(), CreateError> {
    let id = room.rematch_id;
    let created = GameHeader {
        begins: rooms.clock().now().millis(),
        white: room.created.black.clone(),
        black: room.created.white.clone(),
        rematch_of: Some(room.id.to_string()),
        ..room.created.clone()
    };
    match rooms.create(id, created, Vec::new()).await {
        // Both players may have asked at the same time, on two nodes.
        Ok(_) | Err(CreateError::Taken) => {}
        Err(error) => return Err(error),
    }
    let message = ServerMessage::Rematch { game: room.id.as_str(), by: None, next: Some(id.as_str()) };
    let side_event = SideEvent { game: room.id, what: SideEventKind::Rematch(id), text: text(&message) };
    let mut state = room.state();
    state.rematch = Rematch::Begun(id);
    state.tell(|_| true, &Outgoing::SideEvent(Arc::new(side_event)));
    Ok(())
}
