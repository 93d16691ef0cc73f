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
use wire::stored::{self, BadRow, Created, Seat};

/// How long the first move of each side may take where the clock does not run yet.
const FIRST_MOVE: Duration = Duration::from_seconds(30);
/// How many updates are kept for those who come back; a client that has missed more gets the whole game.
const RECENT: usize = 4;
/// What a side can get back in a game beyond the way that its messages take: a client decides how late it answers.
const MAX_SLACK: Duration = Duration::from_seconds(1);
/// How many chat messages are kept in memory.
const TALK: usize = 100;

pub struct Room {
    pub id: GameId,
    /// The name that a rematch will have: it is offered under it.
    pub rematch_id: GameId,
    pub created: Created,
    /// Who sits where; none where the computer does, or somebody from elsewhere.
    pub(super) players: RwLock<PerColor<Option<PlayerId>>>,
    /// Held while a command is decided and saved: one at a time.
    pub(super) turn: tokio::sync::Mutex<()>,
    state: Mutex<RoomState>,
}

/// What changes in a room. It is looked at under a lock that is never held for long.
pub struct RoomState {
    pub game: Game,
    /// The number of the last row of its log.
    pub v: u64,
    /// The token of that row, where several nodes share the log.
    pub(super) head: i64,
    /// What the end of the game rests on.
    pub evidence: Option<Evidence>,
    /// The game that follows.
    pub rematch: Rematch,
    pub chat: VecDeque<ChatLine>,
    pub(super) presence: Presence,
    pub(super) followers: Vec<Follower>,
    pub(super) recent: VecDeque<(u64, MessageText)>,
    /// Commands with a name, and the version each of them led to.
    pub(super) commands: HashMap<u64, (u64, u64)>,
    /// The moment for which the room is on the list of deadlines.
    pub(super) scheduled: Option<Timestamp>,
    /// Since when this server has had the game.
    pub(super) served_since: Timestamp,
    /// When somebody last asked for the room, so that it can be forgotten where another node can load it.
    pub(super) last_used: Timestamp,
    /// Whether it is in the archive.
    pub(super) archived: bool,
    /// After how many moves each side last offered a draw.
    pub(super) offered: PerColor<Option<usize>>,
    /// How often each side has given the other time.
    pub(super) presents: PerColor<u32>,
    /// What each side has got back beyond the way that its messages take.
    pub(super) slack_used: PerColor<Duration>,
}

/// The game that follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rematch {
    /// Nobody has asked.
    #[default]
    None,
    /// One player has.
    OfferedBy(Color),
    /// It has begun.
    Begun(GameId),
}

/// Somebody who follows a room.
pub(super) struct Follower {
    pub(super) outbox: Arc<Outbox>,
    pub(super) color: Option<Color>,
}

impl Room {
    /// A game that begins.
    pub(super) fn new(id: GameId, created: Created) -> Result<Room, BadRow> {
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
            presents: PerColor::both(0),
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

    /// A game as its log has it: the first row and those after it, each perhaps with the name of its command.
    pub(super) fn restore(id: GameId, rows: &[Row]) -> Result<Room, BadRow> {
        let (first, rows) = rows.split_first().ok_or_else(|| BadRow("there is none".into()))?;
        let room = Room::new(id, Created::read(&first.payload)?)?;
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

    /// A game as a log that several nodes share has it.
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

    /// A look inside. To be let go of soon, and never kept over an `await`.
    pub fn state(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock()
    }

    /// The side that somebody has.
    pub fn color_of(&self, player: &PlayerId) -> Option<Color> {
        let players = self.players.read();
        Color::ALL.into_iter().find(|color| players[*color].as_ref() == Some(player))
    }

    /// Who sits there; nobody where the computer does.
    pub fn player(&self, color: Color) -> Option<PlayerId> {
        self.players.read()[color].clone()
    }

    /// Who sits there, by the name under which the game began; nobody where the computer does.
    pub fn person(&self, color: Color) -> Option<Person> {
        let (Seat::Person { name, title, .. }, Some(id)) = (self.seat(color), self.player(color)) else {
            return None;
        };
        Some(Person { id, name: name.clone(), title: title.clone() })
    }

    /// Who took a side when the game began.
    pub fn seat(&self, color: Color) -> &Seat {
        match color {
            Color::White => &self.created.white,
            Color::Black => &self.created.black,
        }
    }

    /// The rating with which a player took a side.
    pub(super) fn rating(&self, color: Color) -> Option<u16> {
        match self.seat(color) {
            Seat::Person { rating, .. } => *rating,
            Seat::Computer { .. } | Seat::Named { .. } => None,
        }
    }

    /// The level of the computer, where it has that side.
    pub fn computer(&self, color: Color) -> Option<u8> {
        match self.seat(color) {
            Seat::Computer { level } => Some(*level),
            Seat::Person { .. } | Seat::Named { .. } => None,
        }
    }

    /// The side that the computer plays, if it plays.
    pub fn computer_color(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.computer(*color).is_some())
    }

    /// Whether a side is a program's.
    pub fn is_bot(&self, color: Color) -> bool {
        matches!(self.seat(color), Seat::Person { title: Some(title), .. } if title == BOT)
    }

    /// Whether a player is there; the computer always is.
    pub fn is_here(&self, color: Color) -> bool {
        self.computer(color).is_some() || self.state().presence.is_here(color)
    }
}

impl RoomState {
    /// Remembers what the game itself does not.
    pub(super) fn note(&mut self, events: &[Event]) {
        // Alone it is a present; together with a move it is the penalty for an illegal one.
        if let [Event { kind: EventKind::TimeGiven { to, .. }, .. }] = events {
            self.presents[!*to] += 1;
        }
        for event in events {
            match &event.kind {
                EventKind::Ended { evidence, .. } => self.evidence = Some(evidence.clone()),
                EventKind::DrawOffered { by } => self.offered[*by] = Some(self.game.ply()),
                _ => {}
            }
        }
    }

    /// What a move gets back beyond the way that it takes, of what is left of the allowance of the game.
    pub(super) fn slack(&self, by: Color, credit: Credit) -> Duration {
        credit.slack.min(MAX_SLACK - self.slack_used[by])
    }

    /// This server has the game from now on; whoever is missed is missed from now on.
    pub(super) fn serve_since(&mut self, now: Timestamp) {
        self.served_since = now;
        self.presence = Presence::nobody(now);
    }

    /// Tells everybody who follows, or those with (or without) a side.
    pub(super) fn tell(&mut self, to: impl Fn(Option<Color>) -> bool, outgoing: &Outgoing) {
        self.followers.retain(|follower| !to(follower.color) || follower.outbox.put(outgoing.clone()));
    }

    pub(super) fn keep_recent(&mut self, update: &Update) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((update.v, update.text.clone()));
    }

    pub(super) fn keep_chat(&mut self, line: ChatLine) {
        if self.chat.len() == TALK {
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

    /// After how many moves a side last offered a draw, if it ever did.
    pub fn last_offer(&self, by: Color) -> Option<usize> {
        self.offered[by]
    }

    /// Where the first move of a side may take so long only: how long it has taken, and how long it may.
    pub fn first_move(&self, now: Timestamp) -> Option<(Duration, Duration)> {
        let by = self.first_move_by().filter(|_| self.game.termination().is_none())?;
        Some((FIRST_MOVE - by.since(now), FIRST_MOVE))
    }

    /// When the game is aborted because nobody has begun. Only for games that are played at a sitting.
    pub(super) fn first_move_by(&self) -> Option<Timestamp> {
        let settings = self.game.settings();
        let classes = [settings.time.white.class(), settings.time.black.class()];
        let at_a_sitting = classes.into_iter().flatten().max()? < Class::Correspondence;
        // Where the clock runs from the start, it is what limits the first move.
        let clock_waits = settings.clock_starts != ClockStarts::AtOnce;
        let is_casual = settings.conduct == Conduct::Online && clock_waits;
        let waits = self.game.ply() < 2 && is_casual && !self.game.is_paused();
        (at_a_sitting && waits).then(|| self.game.latest().max(self.served_since) + FIRST_MOVE)
    }
}
