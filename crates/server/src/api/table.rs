//! A game as a player of the API meets it: looked at, acted in.

use super::error::{ApiError, FormErrors};
use super::game_view::{GameView, Rated, SeatView};
use super::gate::Caller;
use super::lichess_names::VariantName;
use crate::app::App;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::limits::Rule;
use crate::rooms::chat::NotSaid;
use crate::rooms::{Actor, Code, Command, Refused, Rematch, Room};
use crate::store::{ArchivedGame, RatingChange};
use game::{Action, Event, EventKind, Game, PerColor};
use rules::Color;
use std::sync::Arc;
use wire::PlayerAction;
use wire::live::{ChatLine, ChatRoom};
use wire::stored::Seat;

/// Nobody offers a draw before so many half-moves.
const OFFERS_FROM: usize = 2;
/// Nor again within so many.
const BETWEEN_OFFERS: usize = 20;

/// A game and the seat of one of its players.
pub struct PlayerGame<'a> {
    app: &'a App,
    room: Arc<Room>,
    person: Person,
    /// The player's side.
    pub color: Color,
    /// The game when it was looked at.
    pub seen: GameView,
    /// After how many half-moves the player last offered a draw.
    last_offer: Option<usize>,
}

impl<'a> PlayerGame<'a> {
    /// The caller's seat in a game; there must be both.
    pub async fn of_player(app: &'a App, id: &str, caller: &Caller) -> Result<PlayerGame<'a>, ApiError> {
        let room = room(app, id).await?;
        let not_yours = || ApiError::Plain(axum::http::StatusCode::NOT_FOUND, "Not your game".into());
        let color = room.color_of(&caller.account.id).ok_or_else(not_yours)?;
        let seen = look(app, &room);
        let last_offer = room.state().last_offer(color);
        Ok(PlayerGame { app, room, person: caller.person(), color, seen, last_offer })
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.seen.game.termination().is_some()
    }

    /// Whether there is an offer of a draw to be answered.
    pub fn opponent_offers_draw(&self) -> bool {
        self.seen.game.draw_offer() == Some(!self.color)
    }

    /// Whether the position on the board can be claimed as a draw.
    pub fn may_claim(&self) -> bool {
        let game = &self.seen.game;
        game.turn() == self.color && game.claimable(None).is_some()
    }

    /// Whether it is time for an offer after so many half-moves. Who offers again and again only disturbs.
    pub fn may_offer(&self, ply: usize) -> bool {
        ply >= OFFERS_FROM && self.last_offer.is_none_or(|last| last + BETWEEN_OFFERS < ply)
    }

    /// Whether the signal of law E15 would be an offer, and neither claim nor agreement nor the end by itself.
    pub fn would_only_offer(&self) -> bool {
        let decided = self.seen.game.decide(self.seen.now, Action::Draw(self.color));
        let is_offer = |event: &Event| matches!(event.kind, EventKind::DrawOffered { .. });
        decided.is_ok_and(|events| events.iter().all(is_offer))
    }

    /// Does something; it is on disk when this comes back.
    pub async fn act(&self, asked: PlayerAction) -> Result<(), ApiError> {
        self.ask(asked).await.map_err(said_no)
    }

    /// Does something, or nothing where the rules say no.
    pub async fn try_to(&self, asked: PlayerAction) -> Result<(), ApiError> {
        match self.ask(asked).await {
            Err(refused) if is_trouble(refused.code) => Err(said_no(refused)),
            _ => Ok(()),
        }
    }

    async fn ask(&self, asked: PlayerAction) -> Result<(), Refused> {
        let actor = Actor::Player(self.person.id.clone());
        self.app.rooms.act(&self.room, actor, Command::plain(asked)).await.map(drop)
    }

    /// Says something to the others in a room. In each game little is said, and in many games more.
    pub async fn say(&self, text: &str, room: ChatRoom) -> Result<(), ApiError> {
        let player = self.person.id.as_str();
        self.app.allow(Rule::Chat, &format!("{player} {}", self.room.id))?;
        self.app.allow(Rule::Talk, player)?;
        match self.app.rooms.talk(&self.room, &self.person, text, room).await {
            Ok(()) => Ok(()),
            Err(NotSaid::Store(error)) => Err(error.into()),
            Err(why) => Err(FormErrors::one("text", why.to_string()).into()),
        }
    }

    /// What the players said to each other, the oldest first.
    pub fn chat(&self) -> Vec<ChatLine> {
        let state = self.room.state();
        state.chat.iter().filter(|line| line.room == ChatRoom::Player).cloned().collect()
    }
}

/// Whether it is the world that fails.
fn is_trouble(code: Code) -> bool {
    matches!(code, Code::Busy | Code::Unavailable)
}

fn said_no(refused: Refused) -> ApiError {
    match refused.code {
        Code::Busy | Code::Unavailable => ApiError::unavailable(),
        Code::NotYourTurn | Code::Over | Code::Stale => ApiError::bad("Not your turn, or game already over"),
        Code::Illegal | Code::NotAPlayer | Code::Conflict | Code::NotAllowed => ApiError::bad(refused.why),
    }
}

/// The game with this id, on or over.
pub async fn room(app: &App, id: &str) -> Result<Arc<Room>, ApiError> {
    let id: GameId = id.parse().map_err(|_| ApiError::no_such_game())?;
    app.rooms.find(id).await?.ok_or_else(ApiError::no_such_game)
}

/// A game as it stands, on or over.
pub async fn seen(app: &App, id: GameId) -> Result<GameView, ApiError> {
    let room = app.rooms.find(id).await?.ok_or_else(ApiError::no_such_game)?;
    look_back(app, &room).await
}

/// A room as it stands; a game that has been counted with what it has changed.
pub async fn look_back(app: &App, room: &Room) -> Result<GameView, ApiError> {
    let mut seen = look(app, room);
    if seen.rated && seen.game.termination().is_some() {
        note_change(&mut seen, app.store.rating_change(room.id).await?);
    }
    Ok(seen)
}

/// A game of the archive, as it was; none if it cannot be read.
pub fn archived(app: &App, game: &ArchivedGame) -> Option<GameView> {
    let room = Room::of_archive(game).inspect_err(
        |error| tracing::error!(game = %game.id, %error, "the archive holds a game that cannot be read"),
    );
    let mut seen = look(app, &room.ok()?);
    note_change(&mut seen, game.change);
    Some(seen)
}

/// Notes what a game has changed.
fn note_change(seen: &mut GameView, change: Option<RatingChange>) {
    let Some(change) = change else { return };
    let rounded = |(before, after): (f64, f64)| (after.round() - before.round()) as i32;
    for (color, change) in [(Color::White, change.white), (Color::Black, change.black)] {
        if let SeatView::Person(_, Some(rated)) = &mut seen.seats[color] {
            rated.change = Some(rounded(change));
        }
    }
}

/// A room as it stands.
pub fn look(app: &App, room: &Room) -> GameView {
    let state = room.state();
    let now = app.clock.now();
    GameView {
        id: room.id,
        game: state.game.clone(),
        seats: PerColor::of(|color| sitting(room, color)),
        rated: room.created.rated,
        source: source(room, &state.game),
        first_move: state.first_move(now),
        imported: room.created.imported.clone(),
        rematch: match state.rematch {
            Rematch::Begun(next) => Some(next),
            Rematch::None | Rematch::OfferedBy(_) => None,
        },
        now,
    }
}

/// How a game came about.
fn source(room: &Room, game: &Game) -> &'static str {
    let is_computers = Color::ALL.into_iter().any(|color| room.computer(color).is_some());
    match () {
        () if room.created.imported.is_some() => "import",
        () if VariantName::of(&game.settings().start).key == "fromPosition" => "position",
        () if is_computers => "ai",
        () if room.created.from_lobby => "lobby",
        () => "friend",
    }
}

fn sitting(room: &Room, color: Color) -> SeatView {
    match room.seat(color) {
        Seat::Computer { level } => SeatView::Computer(*level),
        Seat::Named { name, title, rating } => {
            SeatView::Named { name: name.clone(), title: title.clone(), rating: *rating }
        }
        Seat::Person { rating, provisional, .. } => {
            let person = room.person(color).expect("a person has sat down there");
            let rated = rating.map(|rating| Rated { rating, provisional: *provisional, change: None });
            SeatView::Person(person, rated)
        }
    }
}

/// The games that a player is playing, with the player's side: those where it is the player's turn first, and of
/// these the one with the least time.
pub async fn playing(app: &App, player: &PlayerId) -> Result<Vec<(GameView, Color)>, ApiError> {
    let rooms = app.rooms.playing(player).await?;
    let seat = |room: &Arc<Room>| Some((look(app, room), room.color_of(player)?));
    let mut games: Vec<_> = rooms.iter().filter_map(seat).collect();
    games.retain(|(seen, _)| seen.game.termination().is_none());
    games.sort_by_key(|(seen, color)| {
        let left = seen.game.clocks(seen.now)[*color].map_or(u64::MAX, game::Duration::millis);
        (seen.game.turn() != *color, left, seen.id)
    });
    Ok(games)
}

/// A player's rating for such games, as [`crate::ratings::perf`] names them; guests have none.
pub async fn rating(app: &App, player: &PlayerId, perf: &'static str) -> Option<Rated> {
    if player.is_guest() {
        return None;
    }
    let rating = app.store.rating(player, perf, app.clock.now()).await.ok()?;
    Some(Rated { rating: rating.rounded(), provisional: rating.is_provisional(), change: None })
}
