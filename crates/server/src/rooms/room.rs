//! One game: its state, its players, its spectators.

use super::command::CommandKey;
use super::lag::Credit;
use super::outbox::{Outbox, Outgoing};
use super::presence::Presence;
use super::update::{MessageText, Update};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::store::BOT;
use crate::store::{Row, StoredGame};
use game::{Class, ClockStarts, Conduct, Duration, Event, EventKind, Evidence, Game, PerColor, Timestamp};
use parking_lot::{Mutex, MutexGuard, RwLock};
use rules::Color;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use wire::live::ChatLine;
use wire::stored::{self, BadRow, GameHeader, Seat};

/// How long the first move of each side may take if the clock does not run yet.
const FIRST_MOVE_TIMEOUT: Duration = Duration::from_seconds(30);
/// How many updates are kept for clients that reconnect; a client that has missed more gets the whole game.
const MAX_RECENT: usize = 4;
/// The most compensation that a side can get in a game beyond the network delay: a client decides how late it answers.
const MAX_SLACK_PER_GAME: Duration = Duration::from_seconds(1);
/// How many chat messages are kept in memory.
const MAX_CHAT: usize = 100;

pub struct Room {
    pub id: GameId,
    /// The id that a rematch will have.
    pub rematch_id: GameId,
    pub created: GameHeader,
    /// The players; none for the computer, and for a player of an imported game.
    pub(super) players: RwLock<PerColor<Option<PlayerId>>>,
    /// Held while a command is decided and saved, so that commands run one at a time.
    pub(super) turn: tokio::sync::Mutex<()>,
    state: Mutex<RoomState>,
}

/// The mutable state of a room, under a lock that is never held for long.
pub struct RoomState {
    pub game: Game,
    /// The number of the last row of the log.
    pub v: u64,
    /// The token of that row, in a shared database.
    pub(super) head: i64,
    /// The evidence for how the game ended.
    pub evidence: Option<Evidence>,
    /// A rematch that is offered or has begun.
    pub rematch: Rematch,
    pub chat: VecDeque<ChatLine>,
    pub(super) presence: Presence,
    pub(super) followers: Vec<Follower>,
    pub(super) recent: VecDeque<(u64, MessageText)>,
    /// For the key of each command with an id: the version that it led to, and the hash of its content.
    pub(super) commands: HashMap<u64, (u64, u64)>,
    /// When the room will be checked for a deadline.
    pub(super) scheduled: Option<Timestamp>,
    /// Since when this server has been serving the game without an outage.
    pub(super) served_since: Timestamp,
    /// When the room was last requested. In a cluster an idle room is dropped.
    pub(super) last_used: Timestamp,
    /// Whether the game is in the archive.
    pub(super) archived: bool,
    /// The ply at which each side last offered a draw.
    pub(super) offered: PerColor<Option<usize>>,
    /// How many times each side has given the other time.
    pub(super) gifts: PerColor<u32>,
    /// The compensation that each side has got beyond the network delay.
    pub(super) slack_used: PerColor<Duration>,
}

/// A rematch that is offered or has begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rematch {
    #[default]
    None,
    OfferedBy(Color),
    Begun(GameId),
}

/// A connection that follows a room.
pub(super) struct Follower {
    pub(super) outbox: Arc<Outbox>,
    pub(super) color: Option<Color>,
}

impl Room {
    pub(super) fn new(id: GameId, created: GameHeader) -> Result<Room, BadRow> {
        let game = Game::new(created.settings()?);
        let begins = Timestamp::from_millis(created.begins);
        let state = RoomState {
            game,
            v: 1,
            head: 0,
            evidence: None,
            rematch: Rematch::None,
            chat: VecDeque::new(),
            presence: Presence::nobody(begins),
            followers: Vec::new(),
            recent: VecDeque::new(),
            commands: HashMap::new(),
            scheduled: None,
            served_since: begins,
            last_used: begins,
            archived: false,
            offered: PerColor::both(None),
            gifts: PerColor::both(0),
            slack_used: PerColor::both(Duration::ZERO),
        };
        let player = |seat: &Seat| match seat {
            Seat::Person { id, .. } => Some(PlayerId::stored(id)),
            Seat::Computer { .. } | Seat::Named { .. } => None,
        };
        let players = RwLock::new(PerColor { white: player(&created.white), black: player(&created.black) });
        let rematch_id = id.rematch();
        Ok(Room {
            id,
            rematch_id,
            created,
            players,
            turn: tokio::sync::Mutex::new(()),
            state: Mutex::new(state),
        })
    }

    /// Restores a game from its log.
    pub(super) fn restore(id: GameId, rows: &[Row]) -> Result<Room, BadRow> {
        let (first, rows) = rows.split_first().ok_or_else(|| BadRow("the log is empty".into()))?;
        let room = Room::new(id, GameHeader::read(&first.payload)?)?;
        {
            let mut state = room.state();
            for Row { command, payload } in rows {
                let events = stored::replay(&mut state.game, payload)?;
                state.v += 1;
                state.note(&events);
                if let Some(named) = command.as_deref().and_then(CommandKey::read) {
                    let v = state.v;
                    state.commands.insert(named.key, (v, named.content));
                }
            }
        }
        Ok(room)
    }

    /// Restores a game from a shared database.
    pub(super) fn load(id: GameId, game: StoredGame) -> Result<Room, BadRow> {
        let head = game.rows.last().map_or(0, |last| last.token);
        let rows: Vec<Row> = game.rows.into_iter().map(|row| row.row).collect();
        let room = Room::restore(id, &rows)?;
        let mut state = room.state();
        state.head = head;
        state.archived = game.archived;
        drop(state);
        Ok(room)
    }

    /// Locks the state. To be released soon, and never held across an `await`.
    pub fn state(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock()
    }

    /// The side of a player.
    pub fn color_of(&self, player: &PlayerId) -> Option<Color> {
        let players = self.players.read();
        Color::ALL.into_iter().find(|color| players[*color].as_ref() == Some(player))
    }

    /// The player of a side; none for the computer.
    pub fn player(&self, color: Color) -> Option<PlayerId> {
        self.players.read()[color].clone()
    }

    /// The player of a side with the name at the start of the game; none for the computer.
    pub fn person(&self, color: Color) -> Option<Person> {
        let (Seat::Person { name, title, .. }, Some(id)) = (self.seat(color), self.player(color)) else {
            return None;
        };
        Some(Person { id, name: name.clone(), title: title.clone() })
    }

    /// The seat of a side as it was when the game began.
    pub fn seat(&self, color: Color) -> &Seat {
        match color {
            Color::White => &self.created.white,
            Color::Black => &self.created.black,
        }
    }

    /// The rating of a player when the game began.
    pub(super) fn rating(&self, color: Color) -> Option<u16> {
        match self.seat(color) {
            Seat::Person { rating, .. } => *rating,
            Seat::Computer { .. } | Seat::Named { .. } => None,
        }
    }

    /// The level of the computer, if it plays that side.
    pub fn computer(&self, color: Color) -> Option<u8> {
        match self.seat(color) {
            Seat::Computer { level } => Some(*level),
            Seat::Person { .. } | Seat::Named { .. } => None,
        }
    }

    /// The side that the computer plays, if any.
    pub fn computer_color(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.computer(*color).is_some())
    }

    /// Whether a bot plays that side.
    pub fn is_bot(&self, color: Color) -> bool {
        matches!(self.seat(color), Seat::Person { title: Some(title), .. } if title == BOT)
    }

    /// Whether a player is connected; the computer always is.
    pub fn is_here(&self, color: Color) -> bool {
        self.computer(color).is_some() || self.state().presence.is_here(color)
    }
}

impl RoomState {
    /// Records details of events that the game itself does not keep.
    pub(super) fn note(&mut self, events: &[Event]) {
        // Alone it is a gift of time; together with other events it is the penalty for an illegal move.
        if let [Event { kind: EventKind::TimeGiven { to, .. }, .. }] = events {
            self.gifts[!*to] += 1;
        }
        for event in events {
            match &event.kind {
                EventKind::Ended { evidence, .. } => self.evidence = Some(evidence.clone()),
                EventKind::DrawOffered { by } => self.offered[*by] = Some(self.game.ply()),
                _ => {}
            }
        }
    }

    /// The compensation for a move beyond the network delay, within what is left for this game.
    pub(super) fn slack(&self, by: Color, credit: Credit) -> Duration {
        credit.slack.min(MAX_SLACK_PER_GAME - self.slack_used[by])
    }

    /// Marks the game as served from now on. The disconnect timeouts start over.
    pub(super) fn serve_since(&mut self, now: Timestamp) {
        self.served_since = now;
        self.presence = Presence::nobody(now);
    }

    /// Sends a message to the followers whose side satisfies `to`; spectators have none.
    pub(super) fn tell(&mut self, to: impl Fn(Option<Color>) -> bool, outgoing: &Outgoing) {
        self.followers.retain(|follower| !to(follower.color) || follower.outbox.put(outgoing.clone()));
    }

    pub(super) fn keep_recent(&mut self, update: &Update) {
        if self.recent.len() == MAX_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((update.v, update.text.clone()));
    }

    pub(super) fn keep_chat(&mut self, line: ChatLine) {
        if self.chat.len() == MAX_CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }

    /// The next moment at which something happens by time alone.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        if self.game.termination().is_some() {
            return None;
        }
        [self.game.next_deadline(), self.first_move_by()].into_iter().flatten().min()
    }

    /// The ply at which a side last offered a draw, if it ever did.
    pub fn last_offer(&self, by: Color) -> Option<usize> {
        self.offered[by]
    }

    /// If the first move has a timeout: how long the player has taken, and the timeout.
    pub fn first_move(&self, now: Timestamp) -> Option<(Duration, Duration)> {
        let by = self.first_move_by().filter(|_| self.game.termination().is_none())?;
        Some((FIRST_MOVE_TIMEOUT - by.since(now), FIRST_MOVE_TIMEOUT))
    }

    /// When the game is aborted without a first move by the side to move. Only for casual games with a clock that are
    /// not correspondence games.
    pub(super) fn first_move_by(&self) -> Option<Timestamp> {
        let settings = self.game.settings();
        let classes = [settings.time.white.class(), settings.time.black.class()];
        let is_real_time = classes.into_iter().flatten().max()? < Class::Correspondence;
        // If the clock runs from the start, it limits the first move.
        let clock_waits = settings.clock_starts != ClockStarts::AtOnce;
        let is_casual = settings.conduct == Conduct::Online && clock_waits;
        let waits = self.game.ply() < 2 && is_casual && !self.game.is_paused();
        (is_real_time && waits).then(|| self.game.latest().max(self.served_since) + FIRST_MOVE_TIMEOUT)
    }
}
