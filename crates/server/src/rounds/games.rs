//! Actions in the games of a round: creating them, and starting and stopping their clocks together.

use super::round::{Board, Round, RoundEvent};
use super::{RoundError, Rounds};
use crate::identity::Person;
use crate::ids::PlayerId;
use crate::lobby::begin::perf_of;
use crate::rooms::{Actor, Command, CreateError, Room};
use crate::store::StoreError;
use futures_util::future::join_all;
use game::{Game, Timestamp};
use rules::Color;
use std::sync::Arc;
use wire::stored::GameHeader;
use wire::{ForfeitedBy, PlayerAction};

impl Rounds {
    /// Carries out the recorded event in every game, and records that it is done. Repeating it is harmless.
    pub(super) async fn finish_pending(&self, id: &str) -> Result<(), RoundError> {
        let round = self.get(id).ok_or(RoundError::Unknown)?;
        let Some(event) = &round.pending else { return Ok(()) };
        if *event == RoundEvent::Paired {
            self.create_games(&round).await?;
        } else {
            let arbiter = Actor::Arbiter(PlayerId::stored(&round.plan.by.0));
            let games: Vec<_> = round.plan.boards.iter().filter_map(Board::id).collect();
            let live = self.0.rooms.live(&games).await?;
            // The clocks of all games start at the same moment, however busy the machine is.
            let at = self.0.clock.now();
            join_all(live.iter().map(|room| self.act_in(at, room, event, &arbiter))).await;
        }
        self.append(id, RoundEvent::Done).await
    }

    async fn act_in(&self, at: Timestamp, room: &Arc<Room>, event: &RoundEvent, arbiter: &Actor) {
        let is_paused = room.state().game.is_paused();
        let (actor, asked) = match event {
            RoundEvent::Started | RoundEvent::Resumed if is_paused => (arbiter.clone(), PlayerAction::Resume),
            RoundEvent::Paused if !is_paused => (arbiter.clone(), PlayerAction::Pause),
            RoundEvent::Canceled => match room.player(Color::White) {
                Some(white) => (Actor::Player(white), PlayerAction::Abort),
                None => return,
            },
            RoundEvent::Defaulted => match absent(room) {
                Some(forfeit) => (arbiter.clone(), forfeit),
                None => return,
            },
            _ => return,
        };
        if let Err(refused) = self.0.rooms.act_at(at, room, actor, Command::plain(asked)).await {
            // The game may have just ended, or an arbiter may have just done the same.
            tracing::info!(game = %room.id, why = %refused.why, "a game of a round is left unchanged");
        }
    }

    /// Creates the games that do not exist yet, with stopped clocks if they are to start together.
    async fn create_games(&self, round: &Round) -> Result<(), RoundError> {
        let perf = perf_of(&round.plan.start);
        for board in &round.plan.boards {
            let Some(id) = board.id() else { continue };
            let person = |(id, name): &(String, String)| Person {
                id: PlayerId::stored(id),
                name: name.clone(),
                title: None,
            };
            let white = self.0.lobby.seat(&self.titled(person(&board.white)).await?, perf).await;
            let black = self.0.lobby.seat(&self.titled(person(&board.black)).await?, perf).await;
            let created = GameHeader {
                start: round.plan.start.clone(),
                begins: self.0.clock.now().millis(),
                white,
                black,
                rated: round.plan.rated,
                chat: true,
                rematch_of: None,
                from_lobby: false,
                imported: None,
            };
            let room = match self.0.rooms.create(id, created, Vec::new()).await {
                Ok(room) => Some(room),
                // It was created before the server was killed.
                Err(CreateError::Taken | CreateError::Gone) => self.0.rooms.find(id).await?,
                Err(CreateError::Settings(why)) => return Err(RoundError::Terms(why)),
                Err(CreateError::NotSaved(_)) => return Err(RoundError::Store(StoreError::Unavailable)),
            };
            if let Some(room) = room.filter(|_| round.plan.hold && round.started_at.is_none()) {
                let arbiter = Actor::Arbiter(PlayerId::stored(&round.plan.by.0));
                self.act_in(self.0.clock.now(), &room, &RoundEvent::Paused, &arbiter).await;
                self.give_back_time(&room, arbiter).await;
            }
        }
        Ok(())
    }

    /// Restores the time a clock lost between the creation of the game and its pause.
    async fn give_back_time(&self, room: &Arc<Room>, arbiter: Actor) {
        let begins = Timestamp::from_millis(room.created.begins);
        let Ok(settings) = room.created.settings() else { return };
        let full = Game::new(settings).clocks(begins);
        let lost = |color: Color| room.state().game.clocks(self.0.clock.now())[color] != full[color];
        if room.state().game.ply() == 0 && Color::ALL.into_iter().any(lost) {
            let millis = |color: Color| full[color].map(game::Duration::millis);
            let (white, black) = (millis(Color::White), millis(Color::Black));
            let command = Command::plain(PlayerAction::SetClocks { white, black });
            if let Err(refused) = self.0.rooms.act(room, arbiter, command).await {
                tracing::warn!(game = %room.id, why = %refused.why, "a clock could not be restored to its full time");
            }
        }
    }

    /// The player with the account's current title.
    async fn titled(&self, person: Person) -> Result<Person, StoreError> {
        Ok(self.0.store.person(&person.id).await?.unwrap_or(person))
    }
}

/// The forfeit of absent players: those who have neither moved nor have the game open.
fn absent(room: &Room) -> Option<PlayerAction> {
    let ply = room.state().game.ply();
    let is_absent = |color: Color, moves: usize| ply < moves && !room.is_here(color);
    let who = match (is_absent(Color::White, 1), is_absent(Color::Black, 2)) {
        (true, true) => ForfeitedBy::Both,
        (true, false) => ForfeitedBy::White,
        (false, true) => ForfeitedBy::Black,
        (false, false) => return None,
    };
    Some(PlayerAction::Forfeit { who, opponent: None, reason: None })
}
