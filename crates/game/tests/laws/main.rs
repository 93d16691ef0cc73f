//! The laws about the course and the end of a game: each law has tests named after its id. `docs/laws.md` lists them.
#![expect(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod adjournment;
mod agreement;
mod claims;
mod conduct;
mod ending;
mod mating;
mod record;
mod rulings;
mod time;

use rules::{Color, Position};
use tabiya_game::{
    Action, Conduct, Duration, Event, EventKind, Forfeit, Game, MoveRequest, PerColor, SealedMove, Settings,
    Termination, Timestamp,
};

/// A game and its events so far. Only this type uses the crate's API.
struct Table {
    game: Game,
    log: Vec<Event>,
}

/// A casual game from the usual starting position without clocks.
fn new_table() -> Table {
    Table::new(Settings::default())
}

fn fen(text: &str) -> Settings {
    Settings { start: text.parse().unwrap_or_else(|error| panic!("{text}: {error}")), ..Settings::default() }
}

fn timed(control: &str) -> Settings {
    Settings { time: PerColor::both(control.parse().unwrap()), ..Settings::default() }
}

fn tournament(control: &str) -> Settings {
    Settings { conduct: Conduct::Tournament, ..timed(control) }
}

impl Table {
    fn new(settings: Settings) -> Table {
        Table { game: Game::new(settings), log: Vec::new() }
    }

    /// Applies an action at a moment. It must be allowed.
    #[track_caller]
    fn at(&mut self, millis: u64, action: Action) -> Vec<EventKind> {
        let events = self.game.apply(Timestamp::from_millis(millis), action.clone());
        let events = events.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        self.log.extend(events.iter().cloned());
        assert_eq!(Game::replay(self.game.settings().clone(), &self.log), self.game);
        events.into_iter().map(|event| event.kind).collect()
    }

    /// Applies an action at the time of the last event.
    #[track_caller]
    fn apply(&mut self, action: Action) -> Vec<EventKind> {
        self.at(self.game.latest().millis(), action)
    }

    /// Plays moves in SAN or UCI, none of which takes time.
    #[track_caller]
    fn play(mut self, moves: &str) -> Table {
        for text in moves.split_whitespace() {
            self.apply(Action::play(text));
        }
        self
    }

    /// The text with which an action is refused. The refusal must not change the game.
    #[track_caller]
    fn refuses(&mut self, action: Action) -> String {
        let before = self.game.clone();
        let refusal = self.game.apply(self.game.latest(), action.clone());
        let refusal = refusal.map_err(|refusal| refusal.to_string());
        assert_eq!(self.game, before, "{action:?}");
        refusal.expect_err(&format!("{action:?} is refused"))
    }

    /// Checks how the game ended.
    #[track_caller]
    fn ended(&self, expected: impl Into<Option<Termination>>) {
        assert_eq!(self.game.termination(), expected.into());
    }

    /// What the clocks show at a moment, in milliseconds.
    fn clocks(&self, millis: u64) -> (u64, u64) {
        let PerColor { white, black } = self.game.clocks(Timestamp::from_millis(millis));
        (white.unwrap().millis(), black.unwrap().millis())
    }
}

/// Checks how a game from this position ends after these moves.
#[track_caller]
fn check(start: &str, moves: &str, expected: Option<Termination>) {
    Table::new(fen(start)).play(moves).ended(expected);
}

/// Checks how a game ends after an action in this position.
#[track_caller]
fn check_action(start: &str, action: Action, expected: Option<Termination>) {
    let mut table = Table::new(fen(start));
    table.apply(action);
    table.ended(expected);
}

fn claim(by: Color) -> Action {
    Action::Claim { by, intended: None }
}

fn claim_with(by: Color, text: &str) -> Action {
    Action::Claim { by, intended: Some(MoveRequest::Text(text.into())) }
}

fn play_and_offer(text: &str) -> Action {
    let request = MoveRequest::Text(text.into());
    Action::Move { by: None, request, offer_draw: true, lag: Duration::ZERO }
}

fn forfeit(forfeit: Forfeit) -> Action {
    Action::Forfeit { forfeit, reason: None }
}

fn seal(by: Color, text: &str) -> Action {
    Action::Adjourn { by, sealed: SealedMove::new(text) }
}

/// Knight moves that return to the same position, this many times.
fn shuffle(times: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(times)
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}
