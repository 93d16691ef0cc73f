//! One game: its state, and what can be read from it.

use crate::adjourn::Adjournment;
use crate::clock::Clocks;
use crate::conduct::Obligations;
use crate::ending::{Judgement, judge};
use crate::mating::Effort;
use crate::record::{PlayedMove, Record};
use crate::{
    Action, Duration, Event, PerColor, Refusal, Ruling, RulingKind, Settings, Termination, Timestamp, mating,
};
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Color, Outcome, Position};

/// One game, from the first move to a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) settings: Settings,
    pub(crate) record: Record,
    pub(crate) clocks: Clocks,
    /// The player whose draw offer is open (law E09).
    pub(crate) offer: Option<Color>,
    /// The player whose takeback request is open (law E19).
    pub(crate) takeback: Option<Color>,
    pub(crate) obligations: Obligations,
    pub(crate) illegal_moves: PerColor<u32>,
    /// Offers that are not on the score sheet yet (FIDE 8.1.5): they are marked on the next move of the player who made
    /// them.
    pub(crate) unwritten_offers: PerColor<bool>,
    pub(crate) appeared: PerColor<bool>,
    /// How long the clocks have been stopped in all. The default time does not run meanwhile.
    pub(crate) stopped_for: Duration,
    /// When the clocks were stopped, while they are.
    pub(crate) stopped_since: Option<Timestamp>,
    pub(crate) adjourned: Option<Adjournment>,
    pub(crate) rulings: Vec<Ruling>,
    /// The arbiter's reason for the next ruling.
    pub(crate) explanation: Option<String>,
    pub(crate) undecided: u32,
    pub(crate) ended: Option<Termination>,
    /// The time of the last event.
    pub(crate) latest: Timestamp,
}

impl Game {
    /// A new game. If its starting position ends the game (by checkmate, for example), it is over at once.
    pub fn new(settings: Settings) -> Game {
        let start = settings.start;
        let mut game = Game {
            record: Record::new(start),
            clocks: Game::initial_clocks(&settings, settings.begins),
            offer: None,
            takeback: None,
            obligations: Obligations::default(),
            illegal_moves: PerColor::both(0),
            unwritten_offers: PerColor::both(false),
            appeared: PerColor::both(false),
            stopped_for: Duration::ZERO,
            stopped_since: None,
            adjourned: None,
            rulings: Vec::new(),
            explanation: None,
            undecided: 0,
            ended: None,
            latest: settings.begins,
            settings,
        };
        match judge(&start, 1, &game.settings, || mating::life(&start, &Effort::full())) {
            Judgement::PlayOn => {}
            Judgement::Undecided => game.undecided = 1,
            Judgement::End(termination, _) => {
                game.ended = Some(termination);
                game.clocks.stop(game.settings.begins);
            }
        }
        game
    }

    pub(crate) fn initial_clocks(settings: &Settings, begins: Timestamp) -> Clocks {
        Clocks::new(&settings.time, settings.start.turn(), begins, settings.clock_starts.free_moves())
    }

    /// The only way a game changes. The time comes from the caller. A time before the last event counts as the time of
    /// that event, because time never runs backward (law T05).
    ///
    /// ```
    /// use tabiya_game::{Action, Game, Refusal, Settings, Timestamp};
    /// let mut game = Game::new(Settings::default());
    /// assert_eq!(game.apply(Timestamp::ZERO, Action::play("e4")).map(|events| events.len()), Ok(1));
    /// assert!(matches!(game.apply(Timestamp::ZERO, Action::play("e4")), Err(Refusal::Move(_))));
    /// ```
    pub fn apply(&mut self, at: Timestamp, action: Action) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(at, action)?; // reads, may refuse, never writes
        for event in &events {
            self.evolve(event); // writes, never refuses
        }
        Ok(events)
    }

    /// The game after these events, which [`Game::apply`] returned. Events of another game may give a meaningless
    /// result, but never a panic.
    pub fn replay<'e>(settings: Settings, events: impl IntoIterator<Item = &'e Event>) -> Game {
        let mut game = Game::new(settings);
        for event in events {
            game.evolve(event);
        }
        game
    }

    /// The first moment at which an [`Action::Tick`] ends the game.
    ///
    /// ```
    /// use tabiya_game::{Action, Game, PerColor, Settings, Termination, Timestamp};
    /// let settings = Settings { time: PerColor::both("60".parse()?), ..Settings::default() };
    /// let mut game = Game::new(settings);
    /// let deadline = game.next_deadline().expect("a clock runs");
    /// game.apply(deadline, Action::Tick)?;
    /// assert!(matches!(game.termination(), Some(Termination::FlagFall { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_deadline(&self) -> Option<Timestamp> {
        [self.flag_deadline(), self.default_deadline()].into_iter().flatten().min()
    }

    /// The first moment at which the flag of the player to move has fallen; `None` while no clock runs.
    pub fn flag_deadline(&self) -> Option<Timestamp> {
        self.flag_deadline_with(self.settings.lag_compensation)
    }

    pub(crate) fn flag_deadline_with(&self, returned: Duration) -> Option<Timestamp> {
        self.clocks.deadline(&self.settings.time, returned)
    }

    /// What was agreed before the game.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// The player to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// How many moves have been made, by either side.
    pub fn ply(&self) -> usize {
        self.record.moves().len()
    }

    /// The score sheet (law P02).
    pub fn record(&self) -> &[PlayedMove] {
        self.record.moves()
    }

    /// The starting position and the position after each move, found by replaying the moves.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.record.positions()
    }

    /// How often the current position has occurred (law E11).
    pub fn occurrences(&self) -> usize {
        self.record.occurrences()
    }

    /// What the clocks show at a moment; `None` for a player without a clock.
    pub fn clocks(&self, at: Timestamp) -> PerColor<Option<Duration>> {
        self.clocks.shown(&self.settings.time, at.max(self.latest))
    }

    /// Whether the arbiter has stopped the clocks.
    pub fn is_paused(&self) -> bool {
        self.clocks.is_paused()
    }

    /// The player whose draw offer is open (law E09).
    pub fn draw_offer(&self) -> Option<Color> {
        self.offer
    }

    /// The player who has offered a draw and not moved since: the score sheet has no move to mark with (=).
    pub fn unwritten_offer(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.unwritten_offers[*color])
    }

    /// The player whose takeback request is open (law E19).
    pub fn takeback_request(&self) -> Option<Color> {
        self.takeback
    }

    /// How many illegal moves a player has made under tournament conduct (law K04).
    pub fn illegal_moves(&self, color: Color) -> u32 {
        self.illegal_moves[color]
    }

    /// How often it could not be decided whether a player can still mate. In these cases play went on, or the game was
    /// ruled lost and not drawn.
    pub fn undecided(&self) -> u32 {
        self.undecided
    }

    /// How the game ended; `None` while it goes on.
    pub fn termination(&self) -> Option<Termination> {
        self.ended
    }

    /// The outcome; `None` while the game goes on, and for an aborted game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.and_then(|termination| self.settings.outcome(termination))
    }

    /// The result as text: `1-0`, `0-1`, `1/2-1/2`, `1/2-0`, `0-1/2`, `0-0`, or `*` without one.
    pub fn result(&self) -> &'static str {
        self.outcome().map_or("*", Outcome::as_str)
    }

    /// Whether a draw was turned into a win by [`Settings::draw_odds`].
    pub fn by_draw_odds(&self) -> bool {
        self.ended.is_some_and(|termination| self.settings.decides_by_draw_odds(termination))
    }

    /// The article of FIDE's Laws of 2023 by which the game ended; `None` while it goes on, and if the Laws have none.
    /// It is the article of the [`Termination`], unless this way of reaching it has its own.
    pub fn article(&self) -> Option<&'static str> {
        let ended = self.ended?;
        match (ended, self.rulings.last().map(|ruling| &ruling.kind)) {
            (_, Some(defaulted @ RulingKind::Defaulted { .. })) => Some(defaulted.article()),
            // The first illegal move ends the game only if it was sealed.
            (Termination::IllegalMoves { by } | Termination::IllegalMovesUnwinnable { by }, _)
                if self.illegal_moves[by] < 2 =>
            {
                Some("Guidelines I.8")
            }
            _ => ended.article(),
        }
    }

    /// The player whose check is announced (law C05); `None` if checks are not announced, and after the end of the
    /// game.
    pub fn announced_check(&self) -> Option<Color> {
        let announced = self.ended.is_none() && self.settings.announces_check() && self.position().in_check();
        announced.then(|| self.turn())
    }

    /// The time of the last event.
    pub fn latest(&self) -> Timestamp {
        self.latest
    }
}
