//! Offering, accepting, declining and cancelling games. Every step is stored, and the players concerned are notified.

use super::begin::perf_of;
use super::challenge::{Challenge, DeclineReason, Status, Target, chosen_color};
use super::challenges::{Acceptance, ChallengeError, LinkFollower};
use super::seeks::meet;
use super::{Lobby, terms};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::limits::{LimitError, Rule, TooMany};
use crate::ratings::Rating;
use crate::rooms::inbox::Notification;
use crate::store::{ChallengeRecord, SharedStore, StoreError};
use rules::Color;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use wire::live::NewGame;

/// How often a matching seek is looked for again because somebody else was faster.
const MAX_ATTEMPTS: u32 = 8;

/// Why a game is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LobbyError {
    /// The challenge does not allow it.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// The terms of the game are not valid.
    #[error("{0}")]
    Terms(String),
    /// The players may not play, or not with each other.
    #[error("{0}")]
    Denied(&'static str),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<LimitError> for LobbyError {
    fn from(error: LimitError) -> LobbyError {
        match error {
            LimitError::TooMany(too_many) => too_many.into(),
            LimitError::Store(error) => error.into(),
        }
    }
}

/// A seek or challenge that was just made.
pub(crate) struct Offer {
    pub(crate) challenge: Arc<Challenge>,
    pub(crate) outcome: watch::Receiver<Status>,
    /// The game that started at once, if a matching seek was waiting; it has that seek's id.
    begun: Option<GameId>,
}

impl Offer {
    /// The id of the game that has started, or will start when somebody accepts.
    pub(crate) fn game(&self) -> GameId {
        self.begun.unwrap_or(self.challenge.id)
    }
}

impl Lobby {
    /// The rate limit on new games.
    pub(super) async fn allow(&self, player: &PlayerId) -> Result<(), LobbyError> {
        self.limits.check(Rule::Challenge, player.as_str())?;
        let shared = self.store.shared();
        Ok(self.limits.check_everywhere(shared, Rule::ChallengesOfTheDay, player.as_str()).await?)
    }

    /// Whether the player may play here at all.
    pub(super) fn may_play(&self, player: &PlayerId) -> Result<(), LobbyError> {
        if player.is_guest() && !self.settings.get().guests {
            return Err(LobbyError::Denied("log in to play: this server is for players with an account"));
        }
        Ok(())
    }

    /// Whether two players may play each other: not if one of them has blocked the other.
    async fn may_meet(&self, one: &PlayerId, other: &PlayerId) -> Result<(), LobbyError> {
        if self.store.is_blocked(one, other).await? {
            return Err(LobbyError::Denied("this player does not accept games with you"));
        }
        Ok(())
    }

    /// Whether the server offers the time control of a game.
    pub(super) fn is_offered(&self, game: &NewGame) -> Result<(), LobbyError> {
        let times = [game.time_white.as_deref(), game.time_black.as_deref()];
        let both = [game.time.as_deref()];
        let mut asked: Vec<_> = times.into_iter().filter(Option::is_some).collect();
        if asked.len() < 2 {
            asked.extend(both);
        }
        match asked.into_iter().find(|time| !self.settings.offers_time(*time)) {
            None => Ok(()),
            Some(time) => {
                let offered = self.settings.get().time_controls.join(", ");
                let found = time.unwrap_or("-");
                Err(LobbyError::Terms(format!("this server offers the time controls {offered}, not {found}")))
            }
        }
    }

    pub(crate) async fn offer(
        &self,
        challenger: Option<Person>,
        target: Target,
        game: NewGame,
    ) -> Result<Offer, LobbyError> {
        let challenge = self.prepare(challenger, target, game).await?;
        let id = challenge.id;
        let outcome = self.challenges.add(challenge.clone())?;
        if let Err(error) = self.store.add_challenge(challenge.record()).await {
            let _ = self.challenges.expire(id);
            return Err(error.into());
        }
        self.changed();
        let challenge = Arc::new(challenge);
        self.tell(&challenge, &Notification::Challenge(id));
        Ok(Offer { challenge, outcome, begun: None })
    }

    /// Builds the requested challenge, if it is allowed.
    async fn prepare(
        &self,
        challenger: Option<Person>,
        target: Target,
        game: NewGame,
    ) -> Result<Challenge, LobbyError> {
        let now = self.clock.now();
        if let Some(challenger) = &challenger {
            self.may_play(&challenger.id)?;
            self.allow(&challenger.id).await?;
            if self.has_too_many(&challenger.id).await? {
                return Err(ChallengeError::TooMany.into());
            }
            if let Target::Player(target) = &target {
                self.may_meet(&challenger.id, &target.id).await?;
            }
        }
        self.is_offered(&game)?;
        let start = terms::agreed(&self.rooms, &game).await.map_err(LobbyError::Terms)?;
        may_be_rated(&game, challenger.as_ref(), &target)?;
        let challenger_color = chosen_color(game.color);
        let id = GameId::random();
        let rating = match &challenger {
            Some(challenger) => self.rating(&challenger.id, perf_of(&start)).await.map(Rating::rounded),
            None => None,
        };
        Ok(Challenge { id, created: now, challenger, rating, target, game, challenger_color })
    }

    /// Offers a game to anybody. If a matching seek is waiting, the game starts at once.
    pub(crate) async fn seek(
        &self,
        seeker: Person,
        target: Target,
        game: NewGame,
    ) -> Result<Offer, LobbyError> {
        if let Some(shared) = self.store.shared() {
            let seek = self.prepare(Some(seeker.clone()), target, game).await?;
            let (lobby, shared) = (self.clone(), shared.clone());
            return finish(tokio::spawn(async move { lobby.seek_shared(&shared, seeker, seek).await })).await;
        }
        let mut offered = self.offer(Some(seeker.clone()), target, game).await?;
        if let Some((own, other)) = self.challenges.take_pair(offered.challenge.id) {
            let wish = own.challenge.challenger_color;
            let lobby = self.clone();
            let task = tokio::spawn(async move {
                // The older seek becomes the game; the newer one ends with it.
                let (begun, others) = lobby.begin(other, seeker, wish).await?;
                let id = own.challenge.id;
                own.accepted(!others);
                lobby.store.remove_challenge(id).await?;
                Ok(begun)
            });
            offered.begun = Some(finish(task).await?);
        }
        Ok(offered)
    }

    /// The same in a cluster: the database returns the matching seek, or stores the new one.
    async fn seek_shared(
        &self,
        shared: &SharedStore,
        seeker: Person,
        seek: Challenge,
    ) -> Result<Offer, LobbyError> {
        for _ in 0..MAX_ATTEMPTS {
            let meets = |other: &ChallengeRecord| {
                Challenge::from_record(other.clone()).is_some_and(|other| meet(&seek, &other))
            };
            let Some(other) = shared.add_seek(seek.record(), meets).await? else {
                let outcome = self.challenges.add(seek.clone())?;
                self.changed();
                let challenge = Arc::new(seek);
                self.tell(&challenge, &Notification::Challenge(challenge.id));
                return Ok(Offer { challenge, outcome, begun: None });
            };
            let id = other.id;
            let Some(other) = Challenge::from_record(other) else { continue };
            match self.begin_game(&other, &seeker, seek.challenger_color).await {
                Ok(_) => {
                    self.fetch(shared, id).await?;
                    self.changed();
                    let (_, outcome) = watch::channel(Status::Accepted);
                    return Ok(Offer { challenge: Arc::new(seek), outcome, begun: Some(id) });
                }
                // Somebody else was faster.
                Err(LobbyError::Challenge(ChallengeError::Gone)) => {}
                Err(error) => return Err(error),
            }
        }
        Err(ChallengeError::Gone.into())
    }

    /// Accepts a challenge: the game starts. `color` is for the first of two players who follow a third party's link;
    /// nobody else may choose one.
    pub(crate) async fn accept(
        &self,
        id: GameId,
        by: Person,
        color: Option<Color>,
    ) -> Result<GameId, LobbyError> {
        self.may_play(&by.id)?;
        if let Some((challenge, _)) = self.find(id).await?
            && let Some(challenger) = &challenge.challenger
        {
            self.may_meet(&by.id, &challenger.id).await?;
        }
        if let Some(shared) = self.store.shared() {
            if self.sit_down_shared(shared, id, &by, color).await? {
                return Ok(id);
            }
        } else if let LinkFollower::First(challenge) = self.challenges.sit_down(id, &by, color)? {
            self.store.remove_challenge(id).await?;
            self.store.add_challenge(challenge.record()).await?;
            return Ok(id);
        }
        let taken = self.challenges.take(id, &by)?;
        if taken.challenge.game.rated && by.id.is_guest() {
            return Err(LobbyError::Denied("rated games are for players with an account"));
        }
        let lobby = self.clone();
        finish(tokio::spawn(async move { Ok(lobby.begin(taken, by, None).await?.0) })).await
    }

    /// Starts the game. Returns its id and the challenger's colour.
    async fn begin(
        &self,
        taken: Acceptance,
        accepter: Person,
        wish: Option<Color>,
    ) -> Result<(GameId, Color), LobbyError> {
        let id = taken.challenge.id;
        let begun = self.begin_game(&taken.challenge, &accepter, wish).await;
        if let (Err(_), Some(shared)) = (&begun, self.store.shared()) {
            drop(taken);
            // Another node may have been first; take over its outcome.
            self.fetch(shared, id).await?;
            return begun.map(|challengers| (id, challengers));
        }
        let challengers = begun?;
        taken.accepted(challengers);
        self.store.remove_challenge(id).await?;
        self.changed();
        Ok((id, challengers))
    }

    pub(crate) async fn decline(
        &self,
        id: GameId,
        by: &PlayerId,
        why: DeclineReason,
    ) -> Result<(), LobbyError> {
        let challenge = match self.store.shared() {
            Some(shared) => {
                self.settle(shared, id, Status::Declined(why), |challenge| challenge.is_to(by)).await?
            }
            None => self.challenges.decline(id, by, why)?,
        };
        self.ended(&challenge, &Notification::ChallengeDeclined(id)).await
    }

    pub(crate) async fn cancel(&self, id: GameId, by: &PlayerId) -> Result<(), LobbyError> {
        let challenge = match self.store.shared() {
            Some(shared) => {
                self.settle(shared, id, Status::Canceled, |challenge| challenge.is_by(by)).await?
            }
            None => self.challenges.cancel(id, by)?,
        };
        self.ended(&challenge, &Notification::ChallengeCanceled(id)).await
    }

    /// Ends a challenge that has expired.
    pub(crate) async fn expire(&self, id: GameId) -> Result<(), LobbyError> {
        let challenge = match self.store.shared() {
            Some(shared) => self.settle(shared, id, Status::Canceled, |_| true).await?,
            None => self.challenges.expire(id)?,
        };
        self.ended(&challenge, &Notification::ChallengeCanceled(id)).await
    }

    async fn ended(&self, challenge: &Challenge, notification: &Notification) -> Result<(), LobbyError> {
        self.store.remove_challenge(challenge.id).await?;
        self.tell(challenge, notification);
        Ok(())
    }

    fn tell(&self, challenge: &Challenge, notification: &Notification) {
        for player in challenge.people() {
            self.inboxes.tell(player, notification);
        }
    }
}

/// Guests have no rating.
fn may_be_rated(game: &NewGame, challenger: Option<&Person>, target: &Target) -> Result<(), LobbyError> {
    let target = if let Target::Player(target) = target { Some(target) } else { None };
    let has_guest = challenger.into_iter().chain(target).any(|person| person.id.is_guest());
    if game.rated && has_guest {
        return Err(LobbyError::Denied("rated games are for players with an account"));
    }
    Ok(())
}

/// Waits for a task that completes even if the client disconnects: a game and its challenge must never both exist.
async fn finish<T>(task: JoinHandle<Result<T, LobbyError>>) -> Result<T, LobbyError> {
    task.await.unwrap_or(Err(LobbyError::Store(StoreError::Unavailable)))
}
