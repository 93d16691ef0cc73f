//! Starting a game: colours, seats and ratings.

use super::challenge::{Challenge, chosen_color, random_color};
use super::challenges::ChallengeError;
use super::matchmaking::LobbyError;
use super::{Lobby, terms};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::ratings::{Rating, perf};
use crate::rooms::CreateError;
use crate::store::StoreError;
use game::Timestamp;
use rules::{Color, Variant};
use std::ops::RangeInclusive;
use wire::live::NewGame;
use wire::settings::Start;
use wire::stored::{GameHeader, Seat};

/// The levels of the computer.
const LEVELS: RangeInclusive<u8> = 1..=8;

/// The requested game and its resolved start.
struct Terms<'g> {
    game: &'g NewGame,
    start: Start,
    from_lobby: bool,
}

impl Lobby {
    /// Starts the game of a challenge, and returns the challenger's colour. `wish` is the accepter's preferred colour,
    /// used if the challenger leaves it open.
    pub(super) async fn begin_game(
        &self,
        challenge: &Challenge,
        accepter: &Person,
        wish: Option<Color>,
    ) -> Result<Color, LobbyError> {
        let game = &challenge.game;
        let challenger = challenge.challenger.as_ref().ok_or(ChallengeError::Gone)?;
        let challengers =
            challenge.challenger_color.or(wish.map(|color| !color)).unwrap_or_else(random_color);
        let start = terms::agreed(&self.rooms, game).await.map_err(LobbyError::Terms)?;
        let perf = perf_of(&start);
        let accepter = self.seat(accepter, perf).await;
        let challenger = self.seat(challenger, perf).await;
        let (white, black) = match challengers {
            Color::White => (challenger, accepter),
            Color::Black => (accepter, challenger),
        };
        let from_lobby = challenge.is_seek();
        self.create(challenge.id, Terms { game, start, from_lobby }, (white, black), vec![challenge.id])
            .await?;
        Ok(challengers)
    }

    /// Starts a game against the computer.
    pub(crate) async fn play_computer(
        &self,
        person: &Person,
        game: &NewGame,
        level: u8,
    ) -> Result<GameId, LobbyError> {
        self.may_play(&person.id)?;
        self.is_offered(game)?;
        let start = terms::agreed(&self.rooms, game).await.map_err(LobbyError::Terms)?;
        if LEVELS.contains(&level) && !self.settings.offers_level(level) {
            return Err(LobbyError::Terms(format!("level {level} is not offered on this server")));
        }
        if !LEVELS.contains(&level) {
            return Err(LobbyError::Terms(format!("the computer has levels 1 to 8, not {level}")));
        }
        if game.rated {
            return Err(LobbyError::Terms("games against the computer are not rated".into()));
        }
        self.allow(&person.id).await?;
        let own = self.seat(person, perf_of(&start)).await;
        let computer = Seat::Computer { level };
        let (white, black) = match chosen_color(game.color).unwrap_or_else(random_color) {
            Color::White => (own, computer),
            Color::Black => (computer, own),
        };
        let id = GameId::random();
        self.create(id, Terms { game, start, from_lobby: false }, (white, black), Vec::new()).await?;
        Ok(id)
    }

    async fn create(
        &self,
        id: GameId,
        Terms { game, start, from_lobby }: Terms<'_>,
        (white, black): (Seat, Seat),
        challenges: Vec<GameId>,
    ) -> Result<(), LobbyError> {
        let created = GameHeader {
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
        match self.rooms.create(id, created, challenges).await {
            Ok(_) => Ok(()),
            // Another node started it first.
            Err(CreateError::Gone) => Err(ChallengeError::Gone.into()),
            Err(CreateError::Taken) if self.store.shared().is_some() => Err(ChallengeError::Gone.into()),
            // The game has already started, as requested: only the removal of its challenge had been lost.
            Err(CreateError::Taken) => Ok(()),
            Err(CreateError::Settings(why)) => Err(LobbyError::Terms(why)),
            Err(CreateError::NotSaved(_)) => Err(LobbyError::Store(StoreError::Unavailable)),
        }
    }

    /// A player's seat, with the current rating.
    pub(crate) async fn seat(&self, person: &Person, perf: &'static str) -> Seat {
        let rating = self.rating(&person.id, perf).await;
        Seat::Person {
            id: person.id.to_string(),
            name: person.name.clone(),
            title: person.title.clone(),
            rating: rating.map(Rating::rounded),
            provisional: rating.is_some_and(|rating| rating.is_provisional()),
        }
    }

    /// A player's rating in a category named by [`perf`]; guests have none.
    pub(super) async fn rating(&self, player: &PlayerId, perf: &'static str) -> Option<Rating> {
        if player.is_guest() {
            return None;
        }
        self.store.rating(player, perf, self.clock.now()).await.ok()
    }
}

/// The rating category of a game; if the time controls differ, the slower one counts.
pub(crate) fn perf_of(start: &Start) -> &'static str {
    match start.clone().settings(Timestamp::ZERO) {
        Ok(settings) => {
            let class = settings.time.white.class().max(settings.time.black.class());
            perf(settings.start.variant(), class)
        }
        Err(_) => perf(Variant::Standard, None),
    }
}
