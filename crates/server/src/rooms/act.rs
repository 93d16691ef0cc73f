//! How a command becomes a row of the log: decided, saved, and only then known to anybody.

use super::cluster::CannotCatchUp;
use super::command::{Actor, Code, Command, CommandKey, Done, Refused, refused};
use super::deciding::Decision;
use super::outbox::Outgoing;
use super::room::{Room, RoomState};
use super::screening::{PendingCommand, Screened, screen, seat};
use super::update::Update;
use super::{Rooms, rematch};
use crate::store::{Append, AppendError, StoreError, random_token};
use game::{Action, Event, EventKind, Termination, Timestamp};
use rules::Color;
use std::sync::Arc;
use tokio::sync::MutexGuard;
use wire::PlayerAction;
use wire::stored;

/// How often a command is decided when other nodes are faster each time.
const MAX_ATTEMPTS: u32 = 8;
/// Where several nodes share a database, so long a command waits for its answer: a node that is cut off from the database
/// does not know whether a row is written, and the player must be able to ask another one.
const ANSWER_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(4);

/// What an attempt comes to.
enum Attempt {
    /// Nothing is to be written: it was done before, or changes nothing.
    Nothing(Done),
    /// A row is written. If the flag fell first, the request is refused all the same.
    Written { done: Done, too_late: bool },
}

/// Why nothing is written.
enum Failure {
    /// Another node was first: the game is to be read again.
    Conflict,
    Refused(Refused),
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused)
    }
}

impl Rooms {
    /// Carries out a command. When it returns, the row is on disk and all subscribers have been told.
    pub async fn act(&self, room: &Arc<Room>, actor: Actor, command: Command) -> Result<Done, Refused> {
        self.act_at(self.clock().now(), room, actor, command).await
    }

    /// Carries out a command that was given at a moment that has just passed, such as one for many games at once.
    pub async fn act_at(
        &self,
        at: Timestamp,
        room: &Arc<Room>,
        actor: Actor,
        command: Command,
    ) -> Result<Done, Refused> {
        let (rooms, room, v) = (self.clone(), Arc::clone(room), room.state().v);
        // A task of its own: what is on its way to the disk must reach the room, though whoever asked goes away.
        let acting = tokio::spawn(async move {
            rooms.credit_outage().await;
            if !rooms.catch_up_beats().await || !rooms.credit_shared_outages(&room).await {
                return Err(refused(v, Code::Unavailable, &AppendError::Unavailable.to_string()));
            }
            if command.asked == PlayerAction::Rematch {
                return rematch::ask(&rooms, &room, &actor).await;
            }
            if let PlayerAction::ClaimVictory | PlayerAction::ClaimDrawGone = command.asked {
                rooms.look_for_players(&room).await;
            }
            let mover =
                matches!(command.asked, PlayerAction::Move { .. }).then(|| seat(&room, &actor)).flatten();
            let slack = mover.map(|by| (by, room.state().slack(by, command.lag)));
            let done = rooms
                .append(&room, |state| {
                    let screened = screen(&room, state, at, &actor, &command)?;
                    // The disk is tried elsewhere, now and then: not by everybody who is refused and asks again.
                    if rooms.is_out() && matches!(screened, Screened::Pending(_)) {
                        let why = AppendError::Unavailable;
                        return Err(refused(state.v, Code::Unavailable, &why.to_string()));
                    }
                    Ok(screened)
                })
                .await;
            if let (Ok(_), Some((by, slack))) = (&done, slack) {
                room.state().slack_used[by] += slack;
            }
            done
        });
        let stopped = |_| Err(refused(v, Code::Unavailable, "the server is shutting down"));
        if self.shared().is_none() {
            return acting.await.unwrap_or_else(stopped);
        }
        match tokio::time::timeout(ANSWER_TIMEOUT, acting).await {
            Ok(done) => done.unwrap_or_else(stopped),
            // It goes on, and may still be written: whoever asks again under the same name hears what became of it.
            Err(_) => Err(refused(v, Code::Unavailable, &AppendError::Unavailable.to_string())),
        }
    }

    /// Lets time pass in a room: a flag falls, or nobody has begun.
    pub(super) async fn tick(&self, room: &Arc<Room>) -> Result<Done, Refused> {
        let at = self.clock().now();
        self.append(room, |state| {
            let late = state.first_move_by().is_some_and(|by| by <= at);
            let action = if late { Action::Abort(state.game.turn()) } else { Action::Tick };
            Ok(Decision::Act(at, action).into())
        })
        .await
    }

    /// The time for which no server could be reached is nobody's.
    pub(super) async fn pause_since(&self, room: &Arc<Room>, served: Timestamp) -> Result<Done, Refused> {
        self.pause_between(room, served, self.clock().now()).await
    }

    /// A player comes to this node because the one that it was connected to has ended: its clock, if it runs, stood still
    /// from when that node last served. The caller holds the room's turn, so that the player's next command comes after.
    pub(super) async fn credit_lost_node(
        &self,
        room: &Arc<Room>,
        turn: MutexGuard<'_, ()>,
        player: Color,
        served: Timestamp,
    ) -> Result<Done, Refused> {
        let at = self.clock().now();
        self.append_in_turn(room, turn, |state| {
            let runs = state.game.turn() == player && state.game.next_deadline().is_some();
            if !runs || served >= at {
                return Ok(Screened::Repeated(Done { v: state.v }));
            }
            Ok(Decision::Forgive { served, at }.into())
        })
        .await
    }

    /// Nobody was served between two moments: a clock that ran stood still.
    pub(super) async fn pause_between(
        &self,
        room: &Arc<Room>,
        served: Timestamp,
        at: Timestamp,
    ) -> Result<Done, Refused> {
        self.append(room, |state| {
            // Another node has seen to it.
            if self.shared().is_some() && state.game.latest() >= at {
                return Ok(Screened::Repeated(Done { v: state.v }));
            }
            Ok(Decision::Forgive { served, at }.into())
        })
        .await
    }

    /// Decides, saves and tells. If another node was first, the game is read again and the command decided again.
    async fn append(
        &self,
        room: &Arc<Room>,
        screen: impl Fn(&RoomState) -> Result<Screened, Refused>,
    ) -> Result<Done, Refused> {
        let turn = room.turn.lock().await;
        self.append_in_turn(room, turn, screen).await
    }

    /// The same, for a caller that holds the room's turn.
    async fn append_in_turn(
        &self,
        room: &Arc<Room>,
        turn: MutexGuard<'_, ()>,
        screen: impl Fn(&RoomState) -> Result<Screened, Refused>,
    ) -> Result<Done, Refused> {
        for _ in 0..MAX_ATTEMPTS {
            match self.attempt(room, &screen).await {
                Err(Failure::Conflict) => self.catch_up_locked(room).await.map_err(|error| match error {
                    CannotCatchUp::Nothing => refused(room.state().v, Code::Stale, &error.to_string()),
                    other => unavailable(room, &other),
                })?,
                // What is refused may have been decided upon an old copy of the game: then it is decided again.
                Err(Failure::Refused(refused)) => match self.catch_up_before_refusing(room, &refused).await {
                    true => {}
                    false => return Err(refused),
                },
                Ok(Attempt::Nothing(done)) => return Ok(done),
                Ok(Attempt::Written { done, too_late }) => {
                    drop(turn);
                    self.tell_nodes(room.id, done.v);
                    self.schedule_follow_ups(room);
                    return if too_late {
                        Err(refused(done.v, Code::Over, "the time is up"))
                    } else {
                        Ok(done)
                    };
                }
            }
        }
        Err(refused(room.state().v, Code::Busy, "the game is moving too fast: try again"))
    }

    async fn attempt(
        &self,
        room: &Arc<Room>,
        screen: impl Fn(&RoomState) -> Result<Screened, Refused>,
    ) -> Result<Attempt, Failure> {
        let (v, after, PendingCommand { decision, named, asked }, decided) = {
            let state = room.state();
            let pending = match screen(&state)? {
                Screened::Pending(pending) => pending,
                Screened::Repeated(done) => return Ok(Attempt::Nothing(done)),
            };
            let decided = pending.decision.decided_at_once(&state.game).ok_or_else(|| state.game.clone());
            (state.v, state.head, pending, decided)
        };
        let decided = match decided {
            Ok(decided) => decided,
            // The game stays as it is meanwhile: it is this command's turn.
            Err(game) => {
                let decided = self.decide_slowly(decision, game).await;
                decided.ok_or_else(|| refused(v, Code::Unavailable, "the server is shutting down"))?
            }
        };
        let events = decided.map_err(|refusal| {
            let refused = refused(v, (&refusal).into(), &refusal.to_string());
            Refused { reason: Some((&refusal).into()), ..refused }
        })?;
        let events = match room.computer_color() {
            Some(computer) => opponent::with_immediate_reply(&room.state().game, computer, events),
            None => events,
        };
        let Some(last) = events.last() else { return Ok(Attempt::Nothing(Done { v })) };
        let (seq, too_late, at) = (v + 1, asked && time_is_up(&events), last.at);
        let named = named.filter(|_| !too_late);
        let token = random_token();
        let row = Append {
            game: room.id,
            seq,
            at,
            command: named.map(CommandKey::stored),
            payload: stored::row(&events),
            after,
            token,
        };
        self.lower_check(room, &events).await;
        #[cfg(any(test, feature = "crash-test-control"))]
        self.tell_before_it_is_written(&row);
        if let Err(error) = self.store().append(row).await {
            if error == AppendError::Conflict && self.store().shared().is_some() {
                return Err(Failure::Conflict);
            }
            if error == AppendError::Unavailable {
                self.note_outage(at);
            }
            let why = error.to_string();
            return Err(refused(v, error.into(), &why).into());
        }
        let mut state = room.state();
        events.iter().for_each(|event| state.game.evolve(event));
        self.publish(room, &mut state, events, named, token);
        Ok(Attempt::Written { done: Done { v: seq }, too_late })
    }

    /// It is on disk and has been applied: everybody is told.
    pub(super) fn publish(
        &self,
        room: &Room,
        state: &mut RoomState,
        events: Vec<Event>,
        named: Option<CommandKey>,
        token: i64,
    ) {
        state.v += 1;
        state.head = token;
        state.note(&events);
        if let Some(named) = named {
            state.commands.insert(named.key, (state.v, named.content));
        }
        let mover_follows = state.followers.iter().any(|follower| follower.color == Some(state.game.turn()));
        let evidence = state.evidence.as_ref();
        let now = self.clock().now();
        let update = Update::new(room.id, state.v, now, &state.game, events, evidence, mover_follows);
        let update = Arc::new(update);
        state.keep_recent(&update);
        state.tell(|_| true, &Outgoing::Update(update));
    }
}

/// Whether the flag fell, or the default time passed, before anything else could happen.
fn time_is_up(events: &[Event]) -> bool {
    matches!(
        events.first().map(|event| &event.kind),
        Some(
            EventKind::DefaultTimePassed { .. }
                | EventKind::Ended {
                    termination: Termination::FlagFall { .. } | Termination::FlagFallUnwinnable { .. },
                    ..
                }
        )
    )
}

/// The database fails: the log says how, and the player is told to try again.
pub(super) fn unavailable(room: &Room, error: &dyn std::error::Error) -> Refused {
    let v = room.state().v;
    tracing::warn!(game = %room.id, %error, "a command could not be followed");
    refused(v, Code::Unavailable, &StoreError::Unavailable.to_string())
}
