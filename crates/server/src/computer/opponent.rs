//! The computer in its games: it hears where it has something to do, thinks, and acts like any other player.

use super::{Busy, Question, Thought};
use crate::app::App;
use crate::ids::GameId;
use crate::rooms::{Actor, Command, Room};
use engine::{Level, Line, agrees_to_draw, claims_draw, time};
use game::{Action, Bonus, Event, EventKind, Game, MoveRequest, TimeControl, Timestamp};
use parking_lot::Mutex;
use rules::Color;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use wire::live::Asked;

/// A moment of a game: after how many half-moves, and the key of the position. A move that is taken back and
/// played differently makes another one.
type Moment = (usize, u64);

/// What is being thought about.
type Thinking = Arc<Mutex<HashSet<(GameId, Moment)>>>;

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
    let Some(moment) = concerned(&room.inside().game, color) else { return };
    // It may be told twice, and thinks once.
    if !thinking.lock().insert((room.id, moment)) {
        return;
    }
    if let Some(thought) = think(&app, &room, color, moment).await {
        respond(&app, &room, color, moment, thought).await;
    }
    thinking.lock().remove(&(room.id, moment));
}

/// Whether it is the computer that is to move.
fn its_turn(game: &Game, color: Color) -> bool {
    game.termination().is_none() && game.turn() == color && !game.is_paused()
}

/// Whether a draw is offered to the computer.
fn is_offered(game: &Game, color: Color) -> bool {
    game.termination().is_none() && game.draw_offer() == Some(!color)
}

fn moment(game: &Game) -> Moment {
    (game.ply(), game.position().key())
}

/// The moment in which the computer has something to say, if it has.
fn concerned(game: &Game, color: Color) -> Option<Moment> {
    (its_turn(game, color) || is_offered(game, color)).then(|| moment(game))
}

async fn think(app: &App, room: &Arc<Room>, color: Color, asked: Moment) -> Option<Thought> {
    loop {
        let question = {
            let inside = room.inside();
            if concerned(&inside.game, color) != Some(asked) {
                return None; // taken back, resigned, aborted
            }
            question(room, &inside.game, color, app.clock.now())?
        };
        match app.computer.ask(question) {
            Ok(answer) => return answer.await,
            Err(Busy) => tokio::time::sleep(LATER).await,
        }
    }
}

/// Takes a draw, or declines it and plays on.
async fn respond(app: &App, room: &Arc<Room>, color: Color, asked: Moment, thought: Thought) {
    let (offer, turn) = {
        let inside = room.inside();
        let game = &inside.game;
        if moment(game) != asked {
            return;
        }
        let value = if game.turn() == color { thought.value } else { -thought.value };
        let agrees = agrees_to_draw(game.position(), color, value);
        let offer = is_offered(game, color).then_some(agrees);
        let turn = its_turn(game, color).then(|| its_move(game, color, app.clock.now(), thought));
        (offer, turn)
    };
    if let Some(agrees) = offer {
        let answer = if agrees { Asked::Accept } else { Asked::Decline };
        act(app, room, color, Command::plain(answer)).await;
        if agrees {
            return;
        }
    }
    if let Some(turn) = turn {
        act(app, room, color, Command { ply: Some(asked.0), ..Command::plain(turn) }).await;
    }
}

/// The move, or a claim with it where that ends the game in time.
fn its_move(game: &Game, color: Color, now: Timestamp, thought: Thought) -> Asked {
    let intended = Some(MoveRequest::Intent(thought.best.intent()));
    let claim = || game.decide(now, Action::Claim { by: color, intended });
    let is_end = |event: &Event| matches!(event.kind, EventKind::Ended { .. });
    let uci = thought.best.uci(game.position().variant()).to_string();
    if claims_draw(thought.value) && claim().is_ok_and(|events| events.iter().any(is_end)) {
        Asked::Claim { r#move: Some(uci) }
    } else {
        Asked::Move { r#move: uci, offer_draw: false }
    }
}

fn question(room: &Room, game: &Game, color: Color, now: Timestamp) -> Option<Question> {
    let level = Level::new(room.computer(color)?)?;
    let mut line = Line::new(game.settings().start);
    for (position, played) in game.positions().zip(game.record()) {
        line.play(position.legal(played.mv)?);
    }
    let asker = room.player(!color);
    let asker = asker.as_ref().map_or("computer", |player| player.as_str());
    // Where it only answers an offer, its clock stands.
    let left = game.clocks(now)[color].filter(|_| game.turn() == color);
    let clock = left.map(|left| time::Clock {
        left: Duration::from_millis(left.millis()),
        increment: Duration::from_millis(bonus(game, color).per_move().millis()),
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
