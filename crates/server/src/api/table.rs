//! Games as API clients use them: viewing and acting.

use super::error::{ApiError, FormErrors};
use super::game_view::{GameView, RatingView, SeatView};
use super::gate::Caller;
use super::lichess_names::VariantName;
use crate::app::App;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::limits::Rule;
use crate::rooms::chat::ChatError;
use crate::rooms::{Actor, Code, Command, CommandRefusal, Rematch, Room};
use crate::store::{ArchivedGame, RatingChange};
use game::{Action, Event, EventKind, Game, PerColor};
use rules::Color;
use std::sync::Arc;
use wire::PlayerAction;
use wire::live::{ChatLine, ChatRoom};
use wire::stored::Seat;

/// The ply from which draws can be offered.
const MIN_OFFER_PLY: usize = 2;
/// The number of half-moves between two draw offers of a player.
const OFFER_INTERVAL: usize = 20;

/// A game and one of its players.
pub struct PlayerGame<'a> {
    app: &'a App,
    room: Arc<Room>,
    person: Person,
    /// The player's side.
    pub color: Color,
    /// The game as it was when this was created.
    pub view: GameView,
    /// The ply of the player's last draw offer.
    last_offer: Option<usize>,
}

impl<'a> PlayerGame<'a> {
    /// The caller's game; an error if it does not exist or the caller does not play it.
    pub async fn of_player(app: &'a App, id: &str, caller: &Caller) -> Result<PlayerGame<'a>, ApiError> {
        let room = room(app, id).await?;
        let not_yours = || ApiError::Plain(axum::http::StatusCode::NOT_FOUND, "Not your game".into());
        let color = room.color_of(&caller.account.id).ok_or_else(not_yours)?;
        let view = view_of(app, &room);
        let last_offer = room.state().last_offer(color);
        Ok(PlayerGame { app, room, person: caller.person(), color, view, last_offer })
    }

    pub fn is_over(&self) -> bool {
        self.view.game.termination().is_some()
    }

    /// Whether there is a draw offer to answer.
    pub fn opponent_offers_draw(&self) -> bool {
        self.view.game.draw_offer() == Some(!self.color)
    }

    /// Whether the player can claim a draw in the current position.
    pub fn may_claim(&self) -> bool {
        let game = &self.view.game;
        game.turn() == self.color && game.claimable(None).is_some()
    }

    /// Whether a draw may be offered at this ply. Repeated offers would only disturb.
    pub fn may_offer(&self, ply: usize) -> bool {
        ply >= MIN_OFFER_PLY && self.last_offer.is_none_or(|last| last + OFFER_INTERVAL < ply)
    }

    /// Whether the draw action (law E15) would only be an offer, not a claim, an agreement or an automatic draw.
    pub fn would_only_offer(&self) -> bool {
        let decided = self.view.game.decide(self.view.now, Action::Draw(self.color));
        let is_offer = |event: &Event| matches!(event.kind, EventKind::DrawOffered { .. });
        decided.is_ok_and(|events| events.iter().all(is_offer))
    }

    /// Carries out an action; it is on disk when this returns.
    pub async fn act(&self, action: PlayerAction) -> Result<(), ApiError> {
        self.send(action).await.map_err(api_error)
    }

    /// Carries out an action, or does nothing if the rules refuse it.
    pub async fn try_to(&self, action: PlayerAction) -> Result<(), ApiError> {
        match self.send(action).await {
            Err(refused) if is_failure(refused.code) => Err(api_error(refused)),
            _ => Ok(()),
        }
    }

    async fn send(&self, action: PlayerAction) -> Result<(), CommandRefusal> {
        let actor = Actor::Player(self.person.id.clone());
        self.app.rooms.act(&self.room, actor, Command::plain(action)).await.map(drop)
    }

    /// Posts a chat line. Chat is limited per game and, more generously, in total.
    pub async fn say(&self, text: &str, room: ChatRoom) -> Result<(), ApiError> {
        let player = self.person.id.as_str();
        self.app.allow(Rule::Chat, &format!("{player} {}", self.room.id))?;
        self.app.allow(Rule::Talk, player)?;
        match self.app.rooms.send_chat(&self.room, &self.person, text, room).await {
            Ok(()) => Ok(()),
            Err(ChatError::Store(error)) => Err(error.into()),
            Err(why) => Err(FormErrors::one("text", why.to_string()).into()),
        }
    }

    /// The chat between the players, oldest first.
    pub fn chat(&self) -> Vec<ChatLine> {
        let state = self.room.state();
        state.chat.iter().filter(|line| line.room == ChatRoom::Player).cloned().collect()
    }
}

/// Whether the server failed, rather than the rules refusing.
fn is_failure(code: Code) -> bool {
    matches!(code, Code::Busy | Code::Unavailable)
}

fn api_error(refused: CommandRefusal) -> ApiError {
    match refused.code {
        Code::Busy | Code::Unavailable => ApiError::unavailable(),
        Code::NotYourTurn | Code::Over | Code::Stale => ApiError::bad("Not your turn, or game already over"),
        Code::Illegal | Code::NotAPlayer | Code::Conflict | Code::NotAllowed => ApiError::bad(refused.why),
    }
}

/// The game with this id, live or over.
pub async fn room(app: &App, id: &str) -> Result<Arc<Room>, ApiError> {
    let id: GameId = id.parse().map_err(|_| ApiError::no_such_game())?;
    app.rooms.find(id).await?.ok_or_else(ApiError::no_such_game)
}

/// The current view of a game, live or over.
pub async fn find_view(app: &App, id: GameId) -> Result<GameView, ApiError> {
    let room = app.rooms.find(id).await?.ok_or_else(ApiError::no_such_game)?;
    view_with_ratings(app, &room).await
}

/// The current view of a room, with the rating changes of a finished rated game.
pub async fn view_with_ratings(app: &App, room: &Room) -> Result<GameView, ApiError> {
    let mut view = view_of(app, room);
    if view.rated && view.game.termination().is_some() {
        note_change(&mut view, app.store.rating_change(room.id).await?);
    }
    Ok(view)
}

/// The view of an archived game; `None` if it cannot be read.
pub fn archived(app: &App, game: &ArchivedGame) -> Option<GameView> {
    let room = Room::of_archive(game).inspect_err(
        |error| tracing::error!(game = %game.id, %error, "the archive holds a game that cannot be read"),
    );
    let mut view = view_of(app, &room.ok()?);
    note_change(&mut view, game.change);
    Some(view)
}

/// Adds the rating changes of a game.
fn note_change(view: &mut GameView, change: Option<RatingChange>) {
    let Some(change) = change else { return };
    let rounded = |(before, after): (f64, f64)| (after.round() - before.round()) as i32;
    for (color, change) in [(Color::White, change.white), (Color::Black, change.black)] {
        if let SeatView::Person(_, Some(rated)) = &mut view.seats[color] {
            rated.change = Some(rounded(change));
        }
    }
}

/// The current view of a room.
pub fn view_of(app: &App, room: &Room) -> GameView {
    let state = room.state();
    let now = app.clock.now();
    GameView {
        id: room.id,
        game: state.game.clone(),
        seats: PerColor::of(|color| seat_view(room, color)),
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

/// The origin of a game, in the API's words.
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

fn seat_view(room: &Room, color: Color) -> SeatView {
    match room.seat(color) {
        Seat::Computer { level } => SeatView::Computer(*level),
        Seat::Named { name, title, rating } => {
            SeatView::Named { name: name.clone(), title: title.clone(), rating: *rating }
        }
        Seat::Person { rating, provisional, .. } => {
            let person = room.person(color).expect("the seat is a person's");
            let rated = rating.map(|rating| RatingView { rating, provisional: *provisional, change: None });
            SeatView::Person(person, rated)
        }
    }
}

/// A player's live games with the player's side: those where it is the player's turn first, ordered by the least time.
pub async fn playing(app: &App, player: &PlayerId) -> Result<Vec<(GameView, Color)>, ApiError> {
    let rooms = app.rooms.playing(player).await?;
    let seat = |room: &Arc<Room>| Some((view_of(app, room), room.color_of(player)?));
    let mut games: Vec<_> = rooms.iter().filter_map(seat).collect();
    games.retain(|(view, _)| view.game.termination().is_none());
    games.sort_by_key(|(view, color)| {
        let left = view.game.clocks(view.now)[*color].map_or(u64::MAX, game::Duration::millis);
        (view.game.turn() != *color, left, view.id)
    });
    Ok(games)
}

/// A player's rating in a category named by `ratings::perf`; guests have none.
pub async fn rating(app: &App, player: &PlayerId, perf: &'static str) -> Option<RatingView> {
    if player.is_guest() {
        return None;
    }
    let rating = app.store.rating(player, perf, app.clock.now()).await.ok()?;
    Some(RatingView { rating: rating.rounded(), provisional: rating.is_provisional(), change: None })
}
