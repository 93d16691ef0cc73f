//! Deciding, where it does not hold up others. Nearly everything is decided in microseconds; whether somebody can still
//! mate in a composed position takes a fraction of a second, and a lot of memory.

use super::Rooms;
use game::{Action, Event, Game, Refusal, Timestamp};

/// What happens, or why nothing does.
pub(super) type Decided = Result<Vec<Event>, Refusal>;

/// What is to be decided.
pub(super) enum Decision {
    /// A request, or the passing of time.
    Act(Timestamp, Action),
    /// The clocks stood still from the one moment to the other.
    Forgive { served: Timestamp, at: Timestamp },
}

impl Decision {
    /// What it comes to, if that can be said at once.
    pub(super) fn decided_at_once(&self, game: &Game) -> Option<Decided> {
        self.decided_by(game, Game::decide_at_once)
    }

    fn decided(&self, game: &Game) -> Option<Decided> {
        self.decided_by(game, |game, at, action| Some(game.decide(at, action)))
    }

    fn decided_by(
        &self,
        game: &Game,
        decide: impl Fn(&Game, Timestamp, Action) -> Option<Decided>,
    ) -> Option<Decided> {
        match self {
            Decision::Act(at, action) => decide(game, *at, action.clone()),
            Decision::Forgive { served, at } => decide(game, *served, Action::Pause).map(|paused| {
                let paused = paused?;
                let mut after = game.clone();
                paused.iter().for_each(|event| after.evolve(event));
                // A flag that had fallen before is down.
                let resumed = after.decide(*at, Action::Resume).unwrap_or_default();
                Ok([paused, resumed].concat())
            }),
        }
    }
}

impl Rooms {
    /// Decides for as long as it takes. None when the server is being stopped.
    pub(super) async fn decide_slowly(&self, decision: Decision, game: Game) -> Option<Decided> {
        self.metrics().slow_decisions.inc();
        self.run_blocking(move || decision.decided(&game)).await.flatten()
    }

    /// Does hard work on a thread where it holds up nobody, and not much of it at once. None when the server is being
    /// stopped.
    pub async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _place = self.0.hard_work.acquire().await.ok()?;
        tokio::task::spawn_blocking(work).await.ok()
    }
}
