//! Deciding commands without blocking other games. Nearly every decision takes microseconds, but whether a side can
//! still mate in a composed position takes a fraction of a second and a lot of memory.

use super::Rooms;
use game::{Action, Event, Game, Refusal, Timestamp};

/// The events, or why the action is refused.
pub(super) type Decision = Result<Vec<Event>, Refusal>;

/// What the game is asked to decide.
pub(super) enum Proposal {
    /// A request, or the passing of time.
    Act(Timestamp, Action),
    /// Stops the clocks from `served` until `at`.
    CreditOutage { served: Timestamp, at: Timestamp },
}

impl Proposal {
    /// The decision, if it can be made quickly.
    pub(super) fn decide_at_once(&self, game: &Game) -> Option<Decision> {
        self.decide_with(game, Game::decide_at_once)
    }

    fn decide(&self, game: &Game) -> Option<Decision> {
        self.decide_with(game, |game, at, action| Some(game.decide(at, action)))
    }

    fn decide_with(
        &self,
        game: &Game,
        decide: impl Fn(&Game, Timestamp, Action) -> Option<Decision>,
    ) -> Option<Decision> {
        match self {
            Proposal::Act(at, action) => decide(game, *at, action.clone()),
            Proposal::CreditOutage { served, at } => decide(game, *served, Action::Pause).map(|paused| {
                let paused = paused?;
                let mut after = game.clone();
                paused.iter().for_each(|event| after.evolve(event));
                // If the flag had fallen before the outage, the game is over and cannot be resumed.
                let resumed = after.decide(*at, Action::Resume).unwrap_or_default();
                Ok([paused, resumed].concat())
            }),
        }
    }
}

impl Rooms {
    /// Decides on a blocking thread. None if the server is shutting down.
    pub(super) async fn decide_slowly(&self, proposal: Proposal, game: Game) -> Option<Decision> {
        self.metrics().slow_decisions.inc();
        self.run_blocking(move || proposal.decide(&game)).await.flatten()
    }

    /// Runs expensive work on a blocking thread, with a limit on how much runs at once. None if the server is shutting
    /// down.
    pub async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.0.blocking_permits.acquire().await.ok()?;
        tokio::task::spawn_blocking(work).await.ok()
    }
}
