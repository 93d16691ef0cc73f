//! The computer as a player: it is notified when it has something to do, thinks, and acts like any other player.

use super::{Busy, Computer, Question, SearchResult};
use crate::clock::Clock;
use crate::ids::GameId;
use crate::rooms::{Actor, Command, Room, Rooms};
use engine::Level;
use game::Game;
use opponent::{Reply, Task};
use parking_lot::Mutex;
use rules::{Color, Move, Variant};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use wire::PlayerAction;

/// A state of a game: the ply and the key of the position. If a move is taken back and another one played, the key
/// differs.
type GameState = (usize, u64);

/// The states that are being searched.
type ActiveSearches = Arc<Mutex<HashSet<(GameId, GameState)>>>;

/// How long to wait when the computer is busy.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// What the computer needs to play.
#[derive(Clone)]
pub struct ComputerPlayer {
    pub rooms: Rooms,
    pub computer: Computer,
    pub clock: Arc<Clock>,
}

/// Plays the computer's side in all games for as long as the server runs.
pub async fn play(own: ComputerPlayer, mut turns: mpsc::UnboundedReceiver<Arc<Room>>) {
    let thinking = ActiveSearches::default();
    while let Some(room) = turns.recv().await {
        tokio::spawn(attend(own.clone(), room, Arc::clone(&thinking)));
    }
}

async fn attend(own: ComputerPlayer, room: Arc<Room>, thinking: ActiveSearches) {
    let Some(color) = room.computer_color() else { return };
    let moment = {
        let state = room.state();
        if !opponent::has_task(&state.game, color) {
            return;
        }
        moment(&state.game)
    };
    // The same state may be reported twice; it is searched once.
    if !thinking.lock().insert((room.id, moment)) {
        return;
    }
    if let Some(thought) = think(&own, &room, color, moment).await {
        respond(&own, &room, color, moment, thought).await;
    }
    thinking.lock().remove(&(room.id, moment));
}

fn moment(game: &Game) -> GameState {
    (game.ply(), game.position().key())
}

async fn think(
    own: &ComputerPlayer,
    room: &Arc<Room>,
    color: Color,
    asked: GameState,
) -> Option<SearchResult> {
    loop {
        let question = {
            let state = room.state();
            if moment(&state.game) != asked {
                return None; // taken back, resigned, aborted
            }
            question(room, opponent::task(&state.game, color, own.clock.now())?, color)?
        };
        match own.computer.ask(question) {
            Ok(answer) => return answer.await,
            Err(Busy) => tokio::time::sleep(RETRY_DELAY).await,
        }
    }
}

/// Acts on the result, unless the game has changed meanwhile.
async fn respond(
    own: &ComputerPlayer,
    room: &Arc<Room>,
    color: Color,
    asked: GameState,
    thought: SearchResult,
) {
    let (replies, variant) = {
        let state = room.state();
        let game = &state.game;
        if moment(game) != asked {
            return;
        }
        (opponent::replies(game, color, thought.best, thought.value), game.position().variant())
    };
    for reply in replies {
        act(own, room, color, command(reply, variant, asked)).await;
    }
}

/// A reply as a player's command. A move is valid only in the position it was found for.
fn command(reply: Reply, variant: Variant, asked: GameState) -> Command {
    let text = |mv: Move| mv.uci(variant).to_string();
    let at_ply = |action| Command { ply: Some(asked.0), ..Command::plain(action) };
    match reply {
        Reply::AcceptDraw => Command::plain(PlayerAction::Accept),
        Reply::DeclineDraw => Command::plain(PlayerAction::Decline),
        Reply::GrantTakeback => Command::plain(PlayerAction::Takeback),
        Reply::Claim(mv) => at_ply(PlayerAction::Claim { r#move: Some(text(mv)) }),
        Reply::Move(mv) => at_ply(PlayerAction::Move { r#move: text(mv), offer_draw: false }),
    }
}

fn question(room: &Room, task: Task, color: Color) -> Option<Question> {
    let Task { line, clock } = task;
    let level = Level::new(room.computer(color)?)?;
    let asker = room.player(!color);
    let asker = asker.as_ref().map_or("computer", |player| player.as_str());
    Some(Question { asker: asker.into(), level, seed: room.id.number().cast_unsigned(), line, clock })
}

async fn act(own: &ComputerPlayer, room: &Arc<Room>, color: Color, command: Command) {
    if let Err(refused) = own.rooms.act(room, Actor::Computer(color), command).await {
        // Somebody was faster: the game is over, or a move was taken back.
        tracing::debug!(game = %room.id, %refused, "the computer did not act");
    }
}
