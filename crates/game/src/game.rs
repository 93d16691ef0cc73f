//! One game: what it is, and what can be seen of it.

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
    /// Whose offer of a draw stands (law E09).
    pub(crate) offer: Option<Color>,
    /// Whose request for a takeback stands (law E19).
    pub(crate) takeback: Option<Color>,
    pub(crate) obligations: Obligations,
    pub(crate) illegal_moves: PerColor<u32>,
    /// Offers that are not yet on the score sheet (FIDE 8.1.5): they come with the next move of who made them.
    pub(crate) unwritten_offers: PerColor<bool>,
    pub(crate) appeared: PerColor<bool>,
    /// For how long the clocks have been stopped: the default time stands still meanwhile.
    pub(crate) stopped_for: Duration,
    /// Since when they are stopped.
    pub(crate) stopped_since: Option<Timestamp>,
    pub(crate) adjourned: Option<Adjournment>,
    pub(crate) rulings: Vec<Ruling>,
    /// The arbiter's words about the ruling that comes next.
    pub(crate) explanation: Option<String>,
    pub(crate) undecided: u32,
    pub(crate) ended: Option<Termination>,
    /// When something last happened.
    pub(crate) latest: Timestamp,
}

impl Game {
    /// A game that begins. From a position that ends it (a mate, say) it is over at once.
    pub fn new(settings: Settings) -> Game {
        let start = settings.start;
        let mut game = Game {
            record: Record::new(start),
            clocks: Game::first_clocks(&settings, settings.begins),
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

    pub(crate) fn first_clocks(settings: &Settings, begins: Timestamp) -> Clocks {
        Clocks::new(&settings.time, settings.start.turn(), begins, settings.clock_starts.free_moves())
    }

    /// The only way a game changes. The time comes from the caller; one earlier than what has happened counts
    /// as that moment, because time never runs backward (law T05).
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

    /// The game to which these events happened. They are those that [`Game::apply`] gave; others may make no
    /// sense, but do no harm.
    pub fn replay<'e>(settings: Settings, events: impl IntoIterator<Item = &'e Event>) -> Game {
        let mut game = Game::new(settings);
        for event in events {
            game.evolve(event);
        }
        game
    }

    /// The first moment at which a [`Action::Tick`] ends the game.
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

    /// The first moment at which the flag of the player to move has fallen; none while no clock runs.
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

    /// The start and the position after each move of the score sheet, played again.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.record.positions()
    }

    /// How often the position on the board has appeared (law E11).
    pub fn occurrences(&self) -> usize {
        self.record.occurrences()
    }

    /// What the clocks show at a moment; none where there is no clock.
    pub fn clocks(&self, at: Timestamp) -> PerColor<Option<Duration>> {
        self.clocks.shown(&self.settings.time, at.max(self.latest))
    }

    /// Whether the arbiter has stopped the clocks.
    pub fn is_paused(&self) -> bool {
        self.clocks.is_paused()
    }

    /// Whose offer of a draw stands (law E09).
    pub fn draw_offer(&self) -> Option<Color> {
        self.offer
    }

    /// Who has offered a draw and not moved since: the score sheet has no move of theirs to mark with (=).
    pub fn unwritten_offer(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.unwritten_offers[*color])
    }

    /// Whose request for a takeback stands (law E19).
    pub fn takeback_request(&self) -> Option<Color> {
        self.takeback
    }

    /// How many illegal moves a player has made under tournament conduct (law K04).
    pub fn illegal_moves(&self, color: Color) -> u32 {
        self.illegal_moves[color]
    }

    /// How often it could not be decided whether somebody can still mate. Play went on, or the flag lost.
    pub fn undecided(&self) -> u32 {
        self.undecided
    }

    /// How it ended; none while it goes on.
    pub fn termination(&self) -> Option<Termination> {
        self.ended
    }

    /// The outcome; none while the game goes on, and for an aborted game.
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

    /// The article of FIDE's Laws of 2023 by which the game ended; none while it goes on, and for what they do not have.
    /// It is that of the [`Termination`], unless the way to it has one of its own.
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

    /// The player whose check is announced (law C05): none where checks are not announced, and none after the end
    /// of the game.
    pub fn announced_check(&self) -> Option<Color> {
        let announced = self.ended.is_none() && self.settings.announces_check() && self.position().in_check();
        announced.then(|| self.turn())
    }

    /// When something last happened.
    pub fn latest(&self) -> Timestamp {
        self.latest
    }
}
