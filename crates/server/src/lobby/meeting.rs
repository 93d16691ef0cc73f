//! Offering a game, accepting it, and not wanting it: every step is kept and told to whom it concerns.

use super::begin::{begin_game, class_of};
use super::challenge::{Challenge, Reason, Status, Target, draw_color};
use super::challenges::{ChallengeError, Seated, Taken};
use super::terms;
use crate::api::table::rating;
use crate::app::App;
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::limits::{Rule, TooMany};
use crate::rooms::inbox::Notice;
use crate::store::StoreError;
use rules::Color;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use wire::live::{ColorWish, NewGame};

/// Why two players do not meet.
#[derive(Debug, thiserror::Error)]
pub enum MeetingError {
    /// The challenge does not allow it.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// The game makes no sense.
    #[error("{0}")]
    Terms(String),
    /// Two who may not play each other.
    #[error("{0}")]
    Denied(&'static str),
    /// One player asks for too many games.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The world fails.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Nobody asks for more games than can be played.
pub(super) fn allow(app: &App, player: &PlayerId) -> Result<(), TooMany> {
    app.allow(Rule::Challenge, player.as_str())?;
    app.allow(Rule::ChallengesOfTheDay, player.as_str())
}

/// What has become of a seek or a challenge that was just made.
pub struct Offered {
    /// The challenge.
    pub challenge: Arc<Challenge>,
    /// What becomes of it.
    pub outcome: watch::Receiver<Status>,
    /// The game that has begun at once, which is that of somebody who was here before.
    begun: Option<GameId>,
}

impl Offered {
    /// The game that has begun, or will when somebody accepts.
    pub fn game(&self) -> GameId {
        self.begun.unwrap_or(self.challenge.id)
    }
}

/// Offers a game.
pub async fn offer(
    app: &App,
    challenger: Option<Person>,
    target: Target,
    game: NewGame,
) -> Result<Offered, MeetingError> {
    let now = app.clock.now();
    if let Some(challenger) = &challenger {
        allow(app, &challenger.id)?;
    }
    let start = terms::agreed(&app.rooms, &game).await.map_err(MeetingError::Terms)?;
    may_be_rated(&game, challenger.as_ref(), &target)?;
    let challenger_color = draw_color(game.color);
    let id = GameId::random();
    let rating = match &challenger {
        Some(challenger) => rating(app, &challenger.id, class_of(&start)).await.map(|rated| rated.rating),
        None => None,
    };
    let challenge = Challenge { id, created: now, challenger, rating, target, game, challenger_color };
    let outcome = app.lobby.challenges.add(challenge.clone())?;
    if let Err(error) = app.store.add_challenge(&challenge).await {
        let _ = app.lobby.challenges.expire(id);
        return Err(error.into());
    }
    let challenge = Arc::new(challenge);
    tell(app, &challenge, &Notice::Challenge(id));
    Ok(Offered { challenge, outcome, begun: None })
}

/// Guests have no rating.
fn may_be_rated(game: &NewGame, challenger: Option<&Person>, target: &Target) -> Result<(), MeetingError> {
    let target = if let Target::Player(target) = target { Some(target) } else { None };
    let has_guest = challenger.into_iter().chain(target).any(|person| person.id.is_guest());
    if game.rated && has_guest {
        return Err(MeetingError::Denied("rated games are for players with an account"));
    }
    Ok(())
}

/// Offers a game to anybody. If somebody offers the same already, it begins at once.
pub async fn seek(app: &App, seeker: Person, target: Target, game: NewGame) -> Result<Offered, MeetingError> {
    let mut offered = offer(app, Some(seeker.clone()), target, game).await?;
    if let Some((own, other)) = app.lobby.challenges.take_pair(offered.challenge.id) {
        let color = match own.challenge.game.color {
            ColorWish::Random => !other.challenge.challenger_color,
            ColorWish::White | ColorWish::Black => own.challenge.challenger_color,
        };
        let app = app.clone();
        let task = tokio::spawn(async move {
            // The game of the older seek is played; the newer one is over with it.
            let begun = begin(&app, other, seeker, Some(color)).await?;
            let id = own.challenge.id;
            own.accepted();
            app.store.remove_challenge(id).await?;
            Ok(begun)
        });
        offered.begun = Some(finish(task).await?);
    }
    Ok(offered)
}

/// Waits for a step that goes on to its end also if whoever asked for it is gone: a game and its challenge must not
/// both be there.
async fn finish<T>(task: JoinHandle<Result<T, MeetingError>>) -> Result<T, MeetingError> {
    task.await.unwrap_or(Err(MeetingError::Store(StoreError::Unavailable)))
}

/// Accepts a challenge: the game begins. `color` is what the accepter wishes for where it is open.
pub async fn accept(app: &App, id: GameId, by: Person, color: Option<Color>) -> Result<GameId, MeetingError> {
    if let Seated::First(challenge) = app.lobby.challenges.sit_down(id, &by, color)? {
        app.store.remove_challenge(id).await?;
        app.store.add_challenge(&challenge).await?;
        return Ok(id);
    }
    let taken = app.lobby.challenges.take(id, &by)?;
    if taken.challenge.game.rated && by.id.is_guest() {
        return Err(MeetingError::Denied("rated games are for players with an account"));
    }
    let app = app.clone();
    finish(tokio::spawn(async move { begin(&app, taken, by, color).await })).await
}

async fn begin(
    app: &App,
    taken: Taken,
    accepter: Person,
    wish: Option<Color>,
) -> Result<GameId, MeetingError> {
    let id = taken.challenge.id;
    begin_game(app, &taken.challenge, &accepter, wish).await?;
    taken.accepted();
    app.store.remove_challenge(id).await?;
    Ok(id)
}

/// Does not want to play.
pub async fn decline(app: &App, id: GameId, by: &PlayerId, why: Reason) -> Result<(), MeetingError> {
    let challenge = app.lobby.challenges.decline(id, by, why)?;
    ended(app, &challenge, &Notice::ChallengeDeclined(id)).await
}

/// Takes a challenge back.
pub async fn cancel(app: &App, id: GameId, by: &PlayerId) -> Result<(), MeetingError> {
    let challenge = app.lobby.challenges.cancel(id, by)?;
    ended(app, &challenge, &Notice::ChallengeCanceled(id)).await
}

/// A challenge has had its time.
pub async fn expire(app: &App, id: GameId) -> Result<(), MeetingError> {
    let challenge = app.lobby.challenges.expire(id)?;
    ended(app, &challenge, &Notice::ChallengeCanceled(id)).await
}

async fn ended(app: &App, challenge: &Challenge, notice: &Notice) -> Result<(), MeetingError> {
    app.store.remove_challenge(challenge.id).await?;
    tell(app, challenge, notice);
    Ok(())
}

fn tell(app: &App, challenge: &Challenge, notice: &Notice) {
    for player in challenge.people() {
        app.inboxes.tell(player, notice);
    }
}
