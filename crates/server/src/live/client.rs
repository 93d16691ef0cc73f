//! One client of the live channel: handles its messages.

use super::rate_limiter::RateLimiter;
use super::socket::Close;
use crate::admin::audit::{self, AuditAction};
use crate::app::App;
use crate::http::session::{self, Visitor};
use crate::ids::GameId;
use crate::limits::Rule;
use crate::rooms::inbox::EndedSessions;
use crate::rooms::lag::{Credit, Lag};
use crate::rooms::update::{MessageText, SideEventKind, text};
use crate::rooms::view;
use crate::rooms::{Actor, Code, Command, CommandRefusal, Outbox, Room, Subscription};
use crate::round_trip::ConnectionEnds;
use rules::Color;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use wire::PlayerAction;
use wire::live::{ChatRoom, ClientMessage, ErrorCode, ServerMessage};

/// The most games one socket can follow.
const MAX_GAMES: usize = 32;

/// What is known about a client when it opens a socket.
pub(super) struct ClientInfo {
    /// From the cookie; without one the client is a spectator.
    pub(super) visitor: Option<Visitor>,
    /// Whether chat is off for this user.
    pub(super) kid: bool,
    /// The connection, if no proxy is in between.
    pub(super) direct: Option<Box<ConnectionEnds>>,
}

/// The client at the other end of a socket.
pub(super) struct Client {
    app: App,
    visitor: Option<Visitor>,
    kid: bool,
    pub(super) outbox: Arc<Outbox>,
    pub(super) lag: Lag,
    following: Vec<Subscription>,
    messages: RateLimiter,
    chat: RateLimiter,
    /// Changes when the lobby does; set while the client subscribes to it.
    pub(super) lobby: Option<watch::Receiver<u64>>,
}

type Answers = Vec<MessageText>;

impl Client {
    pub(super) fn new(
        app: App,
        ClientInfo { visitor, kid, direct }: ClientInfo,
        outbox: Arc<Outbox>,
    ) -> Client {
        let now = Instant::now();
        let messages = RateLimiter::new(now, 200, Duration::from_millis(10));
        let chat = RateLimiter::new(now, 5, Duration::from_secs(2));
        Client {
            app,
            visitor,
            kid,
            outbox,
            lag: Lag::new(direct),
            following: Vec::new(),
            messages,
            chat,
            lobby: None,
        }
    }

    /// Whether a side event (such as chat) is sent to this client.
    pub(super) fn wants(&self, what: &SideEventKind) -> bool {
        !(self.is_silent() && matches!(what, SideEventKind::Chat(_)))
    }

    /// Whether chat is off for this client. An admin can switch it off while sockets are open.
    fn is_silent(&self) -> bool {
        self.kid || self.app.settings.is_silent()
    }

    /// The client's side in a game that it follows.
    pub(super) fn color_in(&self, game: GameId) -> Option<Color> {
        self.following.iter().find(|following| following.room.id == game)?.color
    }

    /// Whether the client's session is among those that have ended.
    pub(super) fn ends_with(&self, ended: EndedSessions) -> bool {
        self.visitor.as_ref().is_some_and(|visitor| visitor.ends_with(ended))
    }

    /// Closes the socket if the session it was opened with has ended.
    pub(super) async fn check_session(&self) -> Result<(), Close> {
        let Some(visitor) = &self.visitor else { return Ok(()) };
        match session::exists(&self.app, visitor).await {
            Ok(false) => Err(Close::LoggedOut),
            // If the database does not answer now, the next check will ask again.
            Ok(true) | Err(_) => Ok(()),
        }
    }

    /// Counts an incoming message against the rate limit.
    pub(super) fn count(&mut self) -> Result<(), Close> {
        if self.messages.allows(Instant::now()) {
            Ok(())
        } else {
            self.app.metrics.limited.count("live_message");
            Err(Close::TooMuch)
        }
    }

    /// Handles a message. Returns what to send, and possibly why to close.
    pub(super) async fn handle(&mut self, message: &str) -> (Answers, Result<(), Close>) {
        if let Err(close) = self.count() {
            return (Vec::new(), Err(close));
        }
        match serde_json::from_str::<ClientMessage>(message) {
            Ok(message) => self.dispatch(message).await,
            Err(error) => (
                vec![error_text(None, ErrorCode::NotUnderstood, &error.to_string())],
                Err(Close::NotUnderstood),
            ),
        }
    }

    async fn dispatch(&mut self, message: ClientMessage) -> (Answers, Result<(), Close>) {
        let answers = match message {
            ClientMessage::Watch { game, since } => return self.watch(&game, since).await,
            ClientMessage::Unwatch { game } => {
                self.following.retain(|following| following.room.id.as_str() != game);
                Vec::new()
            }
            ClientMessage::Do { game, id, ply, action } => return self.act(&game, &id, ply, action).await,
            ClientMessage::Chat { game, text, room } => self.chat(&game, &text, room).await,
            ClientMessage::Lobby { on } => self.lobby(on),
            ClientMessage::Ping { n } => {
                vec![text(&ServerMessage::Pong { n, now: self.app.clock.now().millis() })]
            }
        };
        (answers, Ok(()))
    }

    async fn find(&self, game: &str) -> Result<Arc<Room>, NotFound> {
        let id = game.parse().map_err(|_| NotFound::NoSuchGame)?;
        // A game that is followed need not be looked up.
        if let Some(following) = self.following.iter().find(|following| following.room.id == id) {
            return Ok(Arc::clone(&following.room));
        }
        match self.app.rooms.find(id).await {
            Ok(room) => room.ok_or(NotFound::NoSuchGame),
            Err(error) => {
                tracing::warn!(game, %error, "a game could not be looked up");
                Err(NotFound::Unavailable)
            }
        }
    }

    /// If the game cannot be read now, the client is asked to reconnect: in a cluster another node may be able to read
    /// it.
    async fn watch(&mut self, game: &str, since: Option<u64>) -> (Answers, Result<(), Close>) {
        match self.find(game).await {
            Ok(room) => (self.follow_room(game, &room, since), Ok(())),
            Err(why) => {
                let close = if why == NotFound::Unavailable { Err(Close::Unavailable) } else { Ok(()) };
                (vec![why.text(game)], close)
            }
        }
    }

    fn follow_room(&mut self, game: &str, room: &Arc<Room>, since: Option<u64>) -> Answers {
        let known = self.following.iter().find(|following| following.room.id == room.id);
        let (color, first) = if let Some(following) = known {
            (following.color, self.app.rooms.follow_again(following, since))
        } else {
            if self.following.len() >= MAX_GAMES {
                return vec![error_text(
                    Some(game),
                    ErrorCode::TooManyGames,
                    "one socket can follow at most 32 games",
                )];
            }
            let player = self.visitor.as_ref().map(|visitor| &visitor.person.id);
            let (following, first) = self.app.rooms.follow(room, player, since, &self.outbox);
            let color = following.color;
            self.following.push(following);
            (color, first)
        };
        if self.is_silent() {
            return vec![view::snapshot_without_chat(room, color, self.app.clock.now())];
        }
        first
    }

    /// Handles a command. In a cluster, if this node cannot save it, the client is asked to reconnect: another node
    /// may be able to.
    async fn act(
        &mut self,
        game: &str,
        id: &str,
        ply: Option<usize>,
        asked: PlayerAction,
    ) -> (Answers, Result<(), Close>) {
        let is_shared = self.app.store.shared().is_some();
        let (answer, is_unavailable) = self.answer(game, id, ply, asked).await;
        let close = if is_shared && is_unavailable { Err(Close::Unavailable) } else { Ok(()) };
        (vec![answer], close)
    }

    /// The answer to a command, and whether the command could not be saved.
    async fn answer(
        &mut self,
        game: &str,
        id: &str,
        ply: Option<usize>,
        asked: PlayerAction,
    ) -> (MessageText, bool) {
        let no = |code: Code, why| {
            let message = ServerMessage::Refused { id, game, v: None, code, reason: None, why };
            (text(&message), code == Code::Unavailable)
        };
        let room = match self.find(game).await {
            Ok(room) => room,
            Err(why @ NotFound::NoSuchGame) => return no(Code::NotAllowed, why.why()),
            Err(why @ NotFound::Unavailable) => return no(Code::Unavailable, why.why()),
        };
        let Some(visitor) = &self.visitor else {
            return no(Code::NotAPlayer, "this socket has no session cookie");
        };
        let player = visitor.person.id.clone();
        if let Err(too_many) = self.app.allow(Rule::Command, player.as_str()) {
            return no(Code::Busy, &too_many.to_string());
        }
        let actor =
            if visitor.roles.may_arbitrate() { Actor::Arbiter(player) } else { Actor::Player(player) };
        let lag = match asked {
            PlayerAction::Move { .. } => self.lag.credit(Instant::now()),
            _ => Credit::default(),
        };
        let is_arbiters = visitor.roles.may_arbitrate() && asked.arbiter_action().is_some();
        let decision = is_arbiters.then(|| asked.clone());
        let command = Command { id: Some(id.to_owned()), ply, lag, asked };
        let (metrics, begun) = (&self.app.metrics, Instant::now());
        match self.app.rooms.act(&room, actor, command).await {
            Ok(done) => {
                metrics.ack.observe(begun.elapsed());
                if let Some(decision) = decision
                    && let Err(error) =
                        audit::note(&self.app, &visitor.person, game, AuditAction::Arbitrate(&decision)).await
                {
                    // The decision is still in the game's log.
                    tracing::warn!(%game, %error, "an arbiter's decision is missing in the audit log");
                }
                (text(&ServerMessage::Done { id, game, v: done.v }), false)
            }
            Err(refused) => {
                let CommandRefusal { v, code, reason, why } = &refused;
                metrics.refused.get_or_create(&code.as_str().into()).inc();
                let message =
                    ServerMessage::Refused { id, game, v: Some(*v), code: *code, reason: *reason, why };
                (text(&message), *code == Code::Unavailable)
            }
        }
    }

    fn lobby(&mut self, on: bool) -> Answers {
        self.lobby = on.then(|| self.app.lobby.challenges.lobby());
        if on { vec![self.seeks()] } else { Vec::new() }
    }

    pub(super) fn seeks(&self) -> MessageText {
        text(&ServerMessage::Lobby { seeks: &self.app.lobby.seeks() })
    }

    async fn chat(&mut self, game: &str, line: &str, to: ChatRoom) -> Answers {
        let room = match self.find(game).await {
            Ok(room) => room,
            Err(why) => return vec![why.text(game)],
        };
        let Some(visitor) = &self.visitor else {
            return vec![error_text(Some(game), ErrorCode::NotAPlayer, "this socket has no session cookie")];
        };
        if self.is_silent() {
            return vec![error_text(Some(game), ErrorCode::ChatOff, "chat is off")];
        }
        if !self.chat.allows(Instant::now()) {
            self.app.metrics.limited.count("live_chat");
            return vec![error_text(
                Some(game),
                ErrorCode::TooMuchTalk,
                "wait a moment before you write more",
            )];
        }
        match self.app.rooms.send_chat(&room, &visitor.person, line, to).await {
            Ok(()) => Vec::new(),
            Err(error) => vec![error_text(Some(game), error.code(), &error.to_string())],
        }
    }
}

/// Why a game's room was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotFound {
    NoSuchGame,
    /// The database does not answer: the game may exist.
    Unavailable,
}

impl NotFound {
    fn why(self) -> &'static str {
        match self {
            NotFound::NoSuchGame => "there is no such game",
            NotFound::Unavailable => "the game cannot be read right now: try again",
        }
    }

    fn text(self, game: &str) -> MessageText {
        let code = match self {
            NotFound::NoSuchGame => ErrorCode::NoSuchGame,
            NotFound::Unavailable => ErrorCode::Unavailable,
        };
        error_text(Some(game), code, self.why())
    }
}

fn error_text(game: Option<&str>, code: ErrorCode, why: &str) -> MessageText {
    text(&ServerMessage::Error { game, code, why })
}
