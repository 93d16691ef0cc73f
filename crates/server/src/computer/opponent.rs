//! The computer in its games: it hears where it has something to do, thinks, and acts like any other player.

use super::{Busy, Question};
use crate::app::App;
use crate::ids::GameId;
use crate::rooms::{Actor, Command, Inside, Room};
use engine::{Level, Line, time};
use game::{Bonus, Game, TimeControl, Timestamp};
use parking_lot::Mutex;
use rules::Color;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use wire::live::Asked;

/// Positions that are being thought about.
type Thinking = Arc<Mutex<HashSet<(GameId, usize)>>>;

/// How long to wait when the computer has too many games.
const LATER: Duration = Duration::from_millis(500);

/// Plays the computer's side wherever there is something to do, for as long as the server runs.
pub async fn play(app: App, mut turns: mpsc::UnboundedReceiver<Arc<Room>>) {
    let thinking = Thinking::default();
    while let Some(room) = turns.recv().await {
        tokio::spawn(attend(app.clone(), room, Arc::clone(&thinking)));
    }
}

async fn attend(app: App, room: Arc<Room>, thinking: Thinking) {
    let Some(color) = Color::ALL.into_iter().find(|color| room.computer(*color).is_some()) else { return };
    let answer = answer_to_requests(&room.inside(), color);
    if let Some(answer) = answer {
        act(&app, &room, color, Command::plain(answer)).await;
    }
    let ply = its_turn(&room.inside(), color);
    let Some(ply) = ply else { return };
    // It may be told twice, and thinks once.
    if !thinking.lock().insert((room.id, ply)) {
        return;
    }
    think(&app, &room, color, ply).await;
    thinking.lock().remove(&(room.id, ply));
}

/// The half-move that the computer is to make.
fn its_turn(inside: &Inside, color: Color) -> Option<usize> {
    let game = &inside.game;
    (game.termination().is_none() && game.turn() == color && !game.is_paused()).then(|| game.ply())
}

/// It plays on, and lets people take moves back.
fn answer_to_requests(inside: &Inside, color: Color) -> Option<Asked> {
    let game = &inside.game;
    if game.takeback_request() == Some(!color) {
        Some(Asked::Takeback)
    } else if game.draw_offer() == Some(!color) {
        Some(Asked::Decline)
    } else {
        None
    }
}

async fn think(app: &App, room: &Arc<Room>, color: Color, ply: usize) {
    loop {
        let question = {
            let inside = room.inside();
            if its_turn(&inside, color) != Some(ply) {
                return; // taken back, resigned, aborted
            }
            question(room, &inside.game, color, app.clock.now())
        };
        let Some(question) = question else { return };
        match app.computer.ask(question) {
            Ok(answer) => {
                let Some(mv) = answer.await else { return };
                let uci = mv.uci(room.inside().game.position().variant()).to_string();
                let asked = Asked::Move { r#move: uci, offer_draw: false };
                act(app, room, color, Command { ply: Some(ply), ..Command::plain(asked) }).await;
                return;
            }
            Err(Busy) => tokio::time::sleep(LATER).await,
        }
    }
}

fn question(room: &Room, game: &Game, color: Color, now: Timestamp) -> Option<Question> {
    let level = Level::new(room.computer(color)?)?;
    let mut line = Line::new(game.settings().start);
    for (position, played) in game.positions().zip(game.record()) {
        line.play(position.legal(played.mv)?);
    }
    let asker = room.players[!color].as_ref().map_or("computer", |player| player.as_str());
    let clock = game.clocks(now)[color].map(|left| time::Clock {
        left: Duration::from_millis(left.millis()),
        increment: Duration::from_millis(bonus(game, color).most().millis()),
        moves_to_go: None,
    });
    Some(Question { asker: asker.into(), level, seed: room.id.number().cast_unsigned(), line, clock })
}

/// What the computer gets with each move now.
fn bonus(game: &Game, color: Color) -> Bonus {
    match &game.settings().time[color] {
        TimeControl::Stages(stages) => {
            let made = u32::try_from(game.ply() / 2).unwrap_or(u32::MAX);
            stages.stage_of(made).bonus
        }
        TimeControl::Unlimited | TimeControl::Hourglass(_) => Bonus::None,
    }
}

async fn act(app: &App, room: &Arc<Room>, color: Color, command: Command) {
    if let Err(refused) = app.rooms.act(room, Actor::Computer(color), command).await {
        // Somebody was faster: the game is over, or a move was taken back.
        tracing::debug!(game = %room.id, %refused, "the computer did not act");
    }
}
