//! How a game begins: who sits where, with which rating.

use super::challenge::{Challenge, chosen_color, random_color};
use super::challenges::ChallengeError;
use super::meeting::MeetingError;
use super::{Lobby, terms};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::ratings::{Rating, perf};
use crate::rooms::CannotBegin;
use crate::store::StoreError;
use game::Timestamp;
use rules::{Color, Variant};
use std::ops::RangeInclusive;
use wire::live::NewGame;
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
    /// Begins the game of a challenge, and returns the challenger's colour. `wish` is the accepter's colour, for where
    /// the challenger leaves it open.
    pub(super) async fn begin_game(
        &self,
        challenge: &Challenge,
        accepter: &Person,
        wish: Option<Color>,
    ) -> Result<Color, MeetingError> {
        let game = &challenge.game;
        let challenger = challenge.challenger.as_ref().ok_or(ChallengeError::Gone)?;
        let challengers =
            challenge.challenger_color.or(wish.map(|color| !color)).unwrap_or_else(random_color);
        let start = terms::agreed(&self.rooms, game).await.map_err(MeetingError::Terms)?;
        let perf = perf_of(&start);
        let accepter = self.seat(accepter, perf).await;
        let challenger = self.seat(challenger, perf).await;
        let (white, black) = match challengers {
            Color::White => (challenger, accepter),
            Color::Black => (accepter, challenger),
        };
        let from_lobby = challenge.is_seek();
        self.create(challenge.id, Agreed { game, start, from_lobby }, (white, black), vec![challenge.id])
            .await?;
        Ok(challengers)
    }

    /// A game against the computer begins at once.
    pub async fn play_computer(
        &self,
        person: &Person,
        game: &NewGame,
        level: u8,
    ) -> Result<GameId, MeetingError> {
        self.may_play(&person.id)?;
        self.is_offered(game)?;
        let start = terms::agreed(&self.rooms, game).await.map_err(MeetingError::Terms)?;
        if LEVELS.contains(&level) && !self.settings.offers_level(level) {
            return Err(MeetingError::Terms(format!("level {level} is not offered on this server")));
        }
        if !LEVELS.contains(&level) {
            return Err(MeetingError::Terms(format!("the computer has the levels 1 to 8, and not {level}")));
        }
        if game.rated {
            return Err(MeetingError::Terms("games against the computer are not rated".into()));
        }
        self.allow(&person.id).await?;
        let own = self.seat(person, perf_of(&start)).await;
        let computer = Seat::Computer { level };
        let (white, black) = match chosen_color(game.color).unwrap_or_else(random_color) {
            Color::White => (own, computer),
            Color::Black => (computer, own),
        };
        let id = GameId::random();
        self.create(id, Agreed { game, start, from_lobby: false }, (white, black), Vec::new()).await?;
        Ok(id)
    }

    async fn create(
        &self,
        id: GameId,
        Agreed { game, start, from_lobby }: Agreed<'_>,
        (white, black): (Seat, Seat),
        challenges: Vec<GameId>,
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
        match self.rooms.create(id, created, challenges).await {
            Ok(_) => Ok(()),
            // Another node was first.
            Err(CannotBegin::Gone) => Err(ChallengeError::Gone.into()),
            Err(CannotBegin::Taken) if self.store.shared().is_some() => Err(ChallengeError::Gone.into()),
            // A game that has begun already is what was wanted: its challenge was forgotten, not the game.
            Err(CannotBegin::Taken) => Ok(()),
            Err(CannotBegin::Settings(why)) => Err(MeetingError::Terms(why)),
            Err(CannotBegin::NotSaved(_)) => Err(MeetingError::Store(StoreError::Unavailable)),
        }
    }

    /// Somebody at the board, with the rating of this moment.
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

    /// A player's rating for such games, as [`perf`] names them; guests have none.
    pub(super) async fn rating(&self, player: &PlayerId, perf: &'static str) -> Option<Rating> {
        if player.is_guest() {
            return None;
        }
        self.store.rating(player, perf, self.clock.now()).await.ok()
    }
}

/// Which rating a game is about; where times differ, by the side that has more.
pub(crate) fn perf_of(start: &Start) -> &'static str {
    match start.clone().settings(Timestamp::ZERO) {
        Ok(settings) => {
            let class = settings.time.white.class().max(settings.time.black.class());
            perf(settings.start.variant(), class)
        }
        Err(_) => perf(Variant::Standard, None),
    }
}
