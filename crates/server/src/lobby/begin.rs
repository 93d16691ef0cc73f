//! How a game begins: who sits where, with which rating.

use super::challenge::{Challenge, draw_color};
use super::challenges::ChallengeError;
use super::meeting::MeetingError;
use super::{Lobby, terms};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::ratings::{Rating, speed};
use crate::rooms::CannotBegin;
use crate::store::StoreError;
use game::{Class, Timestamp};
use rules::Color;
use std::ops::RangeInclusive;
use wire::live::{ColorWish, NewGame};
use wire::settings::Start;
use wire::stored::{Created, Seat};

/// How strong the computer can be.
const LEVELS: RangeInclusive<u8> = 1..=8;

/// What was asked for, and what it comes to.
struct Agreed<'g> {
    game: &'g NewGame,
    start: Start,
    from_lobby: bool,
}

impl Lobby {
    /// The game of a challenge begins. `wish` is the accepter's, for where the challenger leaves the colour open.
    pub(super) async fn begin_game(
        &self,
        challenge: &Challenge,
        accepter: &Person,
        wish: Option<Color>,
    ) -> Result<(), MeetingError> {
        let game = &challenge.game;
        let challenger = challenge.challenger.as_ref().ok_or(ChallengeError::Gone)?;
        let accepters = match (game.color, wish) {
            (ColorWish::Random, Some(color)) => color,
            _ => !challenge.challenger_color,
        };
        let start = terms::agreed(&self.rooms, game).await.map_err(MeetingError::Terms)?;
        let class = class_of(&start);
        let accepter = self.seat(accepter, class).await;
        let challenger = self.seat(challenger, class).await;
        let (white, black) = match accepters {
            Color::White => (accepter, challenger),
            Color::Black => (challenger, accepter),
        };
        let from_lobby = challenge.is_seek();
        self.create(challenge.id, Agreed { game, start, from_lobby }, (white, black)).await
    }

    /// A game against the computer begins at once.
    pub async fn play_computer(
        &self,
        person: &Person,
        game: &NewGame,
        level: u8,
    ) -> Result<GameId, MeetingError> {
        let start = terms::agreed(&self.rooms, game).await.map_err(MeetingError::Terms)?;
        if !LEVELS.contains(&level) {
            return Err(MeetingError::Terms(format!("the computer has the levels 1 to 8, and not {level}")));
        }
        if game.rated {
            return Err(MeetingError::Terms("games against the computer are not rated".into()));
        }
        self.allow(&person.id)?;
        let own = self.seat(person, class_of(&start)).await;
        let computer = Seat::Computer { level };
        let (white, black) = match draw_color(game.color) {
            Color::White => (own, computer),
            Color::Black => (computer, own),
        };
        let id = GameId::random();
        self.create(id, Agreed { game, start, from_lobby: false }, (white, black)).await?;
        Ok(id)
    }

    async fn create(
        &self,
        id: GameId,
        Agreed { game, start, from_lobby }: Agreed<'_>,
        (white, black): (Seat, Seat),
    ) -> Result<(), MeetingError> {
        let created = Created {
            start,
            begins: self.clock.now().millis(),
            white,
            black,
            rated: game.rated,
            chat: game.chat,
            rematch_of: game.rematch_of.clone(),
            from_lobby,
            imported: None,
        };
        match self.rooms.create(id, created).await {
            // A game that has begun already is what was wanted: its challenge was forgotten, not the game.
            Ok(_) | Err(CannotBegin::Taken) => Ok(()),
            Err(CannotBegin::Settings(why)) => Err(MeetingError::Terms(why)),
            Err(CannotBegin::NotSaved(_)) => Err(MeetingError::Store(StoreError::Unavailable)),
        }
    }

    /// Somebody at the board, with the rating of this moment.
    async fn seat(&self, person: &Person, class: Option<Class>) -> Seat {
        let rating = self.rating(&person.id, class).await;
        Seat::Person {
            id: person.id.to_string(),
            name: person.name.clone(),
            title: person.title.clone(),
            rating: rating.map(Rating::rounded),
            provisional: rating.is_some_and(|rating| rating.is_provisional()),
        }
    }

    /// How strong a player is thought to be in games of this length; guests are not.
    pub(super) async fn rating(&self, player: &PlayerId, class: Option<Class>) -> Option<Rating> {
        if player.is_guest() {
            return None;
        }
        self.store.rating(player, speed(class), self.clock.now()).await.ok()
    }
}

/// How long a game is: by the side that has more time.
pub(super) fn class_of(start: &Start) -> Option<Class> {
    let settings = start.clone().settings(Timestamp::ZERO).ok()?;
    settings.time.white.class().max(settings.time.black.class())
}
