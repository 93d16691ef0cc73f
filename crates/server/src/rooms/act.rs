//! How a command becomes a row of the log: it is decided, saved, and only then published.

use super::cluster::CatchUpError;
use super::command::{Ack, Actor, Code, Command, CommandKey, CommandRefusal, refused};
use super::deciding::Proposal;
use super::outbox::Outgoing;
use super::room::{Room, RoomState};
use super::screening::{PendingCommand, ScreenedCommand, screen, seat};
use super::update::Update;
use super::{Rooms, rematch};
use crate::store::{Append, AppendError, StoreError, random_token};
use game::{Action, Event, EventKind, Termination, Timestamp};
use rules::Color;
use std::sync::Arc;
use tokio::sync::MutexGuard;
use wire::PlayerAction;
use wire::stored;

/// How many times a command is decided if other nodes are faster each time.
const MAX_ATTEMPTS: u32 = 8;
/// How long a command in a cluster waits for its answer. A node that has lost the database does not know whether a row
/// was written, and the player must be able to try another node.
const ANSWER_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(4);

/// The result of an attempt.
enum Attempt {
    /// Nothing had to be written: the command is a repeat, or changes nothing.
    Unchanged(Ack),
    /// A row was written. If the flag fell first (`too_late`), the row is the flag fall, and the request is refused.
    Written { done: Ack, too_late: bool },
}

/// Why nothing was written.
enum Failure {
    /// Another node was first: the game must be read again.
    Conflict,
    Refused(CommandRefusal),
}

impl From<CommandRefusal> for Failure {
    fn from(refused: CommandRefusal) -> Failure {
        Failure::Refused(refused)
    }
}

impl Rooms {
    /// Carries out a command. When it returns, the row is on disk and has been published to all followers.
    pub async fn act(&self, room: &Arc<Room>, actor: Actor, command: Command) -> Result<Ack, CommandRefusal> {
        self.act_at(self.clock().now(), room, actor, command).await
    }

    /// Carries out a command as of an earlier moment, for example one that is given for many games at once.
    pub async fn act_at(
        &self,
        at: Timestamp,
        room: &Arc<Room>,
        actor: Actor,
        command: Command,
    ) -> Result<Ack, CommandRefusal> {
        let (rooms, room, v) = (self.clone(), Arc::clone(room), room.state().v);
        // A separate task: a row that is being written must reach the room even if the client disconnects.
        let acting = tokio::spawn(async move {
            rooms.credit_outage().await;
            if !rooms.catch_up_beats().await || !rooms.credit_shared_outages(&room).await {
                return Err(refused(v, Code::Unavailable, &AppendError::Unavailable.to_string()));
            }
            if command.asked == PlayerAction::Rematch {
                return rematch::ask(&rooms, &room, &actor).await;
            }
            if let PlayerAction::ClaimVictory | PlayerAction::ClaimDrawGone = command.asked {
                rooms.locate_players(&room).await;
            }
            let mover =
                matches!(command.asked, PlayerAction::Move { .. }).then(|| seat(&room, &actor)).flatten();
            let slack = mover.map(|by| (by, room.state().slack(by, command.lag)));
            let done = rooms
                .append(&room, |state| {
                    let screened = screen(&room, state, at, &actor, &command)?;
                    // `stay_awake` retries the disk periodically; commands that are refused and repeated do not.
                    if rooms.is_out() && matches!(screened, ScreenedCommand::Pending(_)) {
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
            // The task goes on, and may still write the row. A repeat with the same id gets the result.
            Err(_) => Err(refused(v, Code::Unavailable, &AppendError::Unavailable.to_string())),
        }
    }

    /// Applies the passing of time to a room: a flag falls, or the game is aborted without a first move.
    pub(super) async fn tick(&self, room: &Arc<Room>) -> Result<Ack, CommandRefusal> {
        let at = self.clock().now();
        self.append(room, |state| {
            let late = state.first_move_by().is_some_and(|by| by <= at);
            let action = if late { Action::Abort(state.game.turn()) } else { Action::Tick };
            Ok(Proposal::Act(at, action).into())
        })
        .await
    }

    /// Stops a running clock for the time since the server last served.
    pub(super) async fn pause_since(
        &self,
        room: &Arc<Room>,
        served: Timestamp,
    ) -> Result<Ack, CommandRefusal> {
        self.pause_between(room, served, self.clock().now()).await
    }

    /// Credits a player who comes to this node because the previous node has ended: the player's clock, if it is
    /// running, is stopped for the time since that node last served. The caller holds the room's turn, so that the
    /// player's next command comes after the credit.
    pub(super) async fn credit_lost_node(
        &self,
        room: &Arc<Room>,
        turn: MutexGuard<'_, ()>,
        player: Color,
        served: Timestamp,
    ) -> Result<Ack, CommandRefusal> {
        let at = self.clock().now();
        self.append_in_turn(room, turn, |state| {
            let runs = state.game.turn() == player && state.game.next_deadline().is_some();
            if !runs || served >= at {
                return Ok(ScreenedCommand::Repeated(Ack { v: state.v }));
            }
            Ok(Proposal::CreditOutage { served, at }.into())
        })
        .await
    }

    /// Stops a running clock for the time between two moments, in which nobody was served.
    pub(super) async fn pause_between(
        &self,
        room: &Arc<Room>,
        served: Timestamp,
        at: Timestamp,
    ) -> Result<Ack, CommandRefusal> {
        self.append(room, |state| {
            // Another node has already done it.
            if self.shared().is_some() && state.game.latest() >= at {
                return Ok(ScreenedCommand::Repeated(Ack { v: state.v }));
            }
            Ok(Proposal::CreditOutage { served, at }.into())
        })
        .await
    }

    /// Decides, saves and publishes. If another node was first, the game is read again and the command decided again.
    async fn append(
        &self,
        room: &Arc<Room>,
        screen: impl Fn(&RoomState) -> Result<ScreenedCommand, CommandRefusal>,
    ) -> Result<Ack, CommandRefusal> {
        let turn = room.turn.lock().await;
        self.append_in_turn(room, turn, screen).await
    }

    /// Like `append`, for a caller that holds the room's turn.
    async fn append_in_turn(
        &self,
        room: &Arc<Room>,
        turn: MutexGuard<'_, ()>,
        screen: impl Fn(&RoomState) -> Result<ScreenedCommand, CommandRefusal>,
    ) -> Result<Ack, CommandRefusal> {
        for _ in 0..MAX_ATTEMPTS {
            match self.attempt(room, &screen).await {
                Err(Failure::Conflict) => self.catch_up_locked(room).await.map_err(|error| match error {
                    CatchUpError::NothingNew => refused(room.state().v, Code::Stale, &error.to_string()),
                    other => unavailable(room, &other),
                })?,
                // The refusal may be based on an old copy of the game: then the command is decided again.
                Err(Failure::Refused(refused)) => match self.catch_up_before_refusing(room, &refused).await {
                    true => {}
                    false => return Err(refused),
                },
                Ok(Attempt::Unchanged(done)) => return Ok(done),
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
        screen: impl Fn(&RoomState) -> Result<ScreenedCommand, CommandRefusal>,
    ) -> Result<Attempt, Failure> {
        let (v, after, PendingCommand { proposal, named, asked }, decided) = {
            let state = room.state();
            let pending = match screen(&state)? {
                ScreenedCommand::Pending(pending) => pending,
                ScreenedCommand::Repeated(done) => return Ok(Attempt::Unchanged(done)),
            };
            let decided = pending.proposal.decide_at_once(&state.game).ok_or_else(|| state.game.clone());
            (state.v, state.head, pending, decided)
        };
        let decided = match decided {
            Ok(decided) => decided,
            // The game cannot change meanwhile: this command holds the room's turn.
            Err(game) => {
                let decided = self.decide_slowly(proposal, game).await;
                decided.ok_or_else(|| refused(v, Code::Unavailable, "the server is shutting down"))?
            }
        };
        let events = decided.map_err(|refusal| {
            let refused = refused(v, (&refusal).into(), &refusal.to_string());
            CommandRefusal { reason: Some((&refusal).into()), ..refused }
        })?;
        let events = match room.computer_color() {
            Some(computer) => opponent::with_immediate_reply(&room.state().game, computer, events),
            None => events,
        };
        let Some(last) = events.last() else { return Ok(Attempt::Unchanged(Ack { v })) };
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
        self.announce_unwritten(&row);
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
        Ok(Attempt::Written { done: Ack { v: seq }, too_late })
    }

    /// Publishes events that are on disk and have been applied to the game.
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

/// Whether the flag fell, or the default time passed, before the request could take effect.
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

/// Logs a database error, and tells the player to try again.
pub(super) fn unavailable(room: &Room, error: &dyn std::error::Error) -> CommandRefusal {
    let v = room.state().v;
    tracing::warn!(game = %room.id, %error, "a command failed");
    refused(v, Code::Unavailable, &StoreError::Unavailable.to_string())
}
