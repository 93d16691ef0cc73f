//! The two clocks, of which at most one runs (law T01).

use crate::{Bonus, Duration, PerColor, TimeControl, Timestamp};
use core::num::NonZeroUsize;
use rules::Color;

/// What both clocks of a game show, and which one runs. The time controls are passed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    sides: PerColor<Side>,
    /// Whose time is being used.
    turn: Color,
    /// The time that the player to move used in this turn before the clock was last started.
    used: Duration,
    state: State,
}

/// One player's clock, as it stood when the turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    left: Duration,
    made: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This many moves are still free (law T06).
    NotStarted(NonZeroUsize),
    RunningSince(Timestamp),
    Paused,
    /// The game is over.
    Stopped,
}

impl State {
    /// Running, unless moves are still free.
    fn after_free(free_moves: usize, at: Timestamp) -> State {
        NonZeroUsize::new(free_moves).map_or(State::RunningSince(at), State::NotStarted)
    }
}

/// The running clock at one moment.
struct RunningClock<'c> {
    side: Side,
    control: &'c TimeControl,
    /// The time used in this turn.
    used: Duration,
}

impl RunningClock<'_> {
    fn bonus(&self) -> Bonus {
        match self.control {
            TimeControl::Stages(stages) => stages.stage_of(self.side.made).bonus,
            TimeControl::Unlimited | TimeControl::Hourglass(_) => Bonus::None,
        }
    }

    /// How much time the player may use in this turn before the flag falls.
    fn allowance(&self) -> Option<Duration> {
        match (self.control, self.bonus()) {
            (TimeControl::Unlimited, _) => None,
            (_, Bonus::Delay(delay)) => Some(self.side.left + delay),
            _ => Some(self.side.left),
        }
    }

    fn is_used_up(&self) -> bool {
        // The last millisecond may still be used; the flag falls one millisecond later.
        self.allowance().is_some_and(|allowance| self.used > allowance)
    }

    /// What the clock shows; never below zero (law T05).
    fn left(&self) -> Duration {
        match self.bonus() {
            Bonus::Delay(delay) => self.side.left - (self.used - delay),
            _ => self.side.left - self.used,
        }
    }

    /// The player's clock after a move that was made in time.
    fn pressed(&self) -> Side {
        let made = self.side.made.saturating_add(1);
        let returned = match self.bonus() {
            Bonus::Increment(increment) => increment,
            Bonus::Bronstein(most) => most.min(self.used),
            Bonus::Delay(_) | Bonus::None => Duration::ZERO,
        };
        let mut left = self.left() + returned;
        if let TimeControl::Stages(stages) = self.control
            && let Some(stage) = stages.begins(made)
        {
            // T04: unused time carries over, except if the stage is for a single move: with "a day a move", the
            // next move does not get two days.
            let one_move = stage.moves.is_some_and(|moves| moves.get() == 1);
            left = if one_move { stage.time.max(returned) } else { left + stage.time };
        }
        Side { left, made }
    }
}

impl Clocks {
    /// Both clocks before the first move, which `turn` makes. They run from `begins` on, or once the free moves have
    /// been made.
    pub(crate) fn new(
        controls: &PerColor<TimeControl>,
        turn: Color,
        begins: Timestamp,
        free_moves: usize,
    ) -> Clocks {
        let side = |color| Side { left: controls[color].initial().unwrap_or_default(), made: 0 };
        let state = State::after_free(free_moves, begins);
        Clocks { sides: PerColor::of(side), turn, used: Duration::ZERO, state }
    }

    fn used_at(&self, at: Timestamp) -> Duration {
        match self.state {
            State::RunningSince(since) => self.used + at.since(since),
            State::NotStarted(_) | State::Paused | State::Stopped => self.used,
        }
    }

    fn running<'c>(&self, controls: &'c PerColor<TimeControl>, used: Duration) -> RunningClock<'c> {
        RunningClock { side: self.sides[self.turn], control: &controls[self.turn], used }
    }

    /// What the clocks show; `None` for a player without a clock.
    pub(crate) fn shown(
        &self,
        controls: &PerColor<TimeControl>,
        at: Timestamp,
    ) -> PerColor<Option<Duration>> {
        let running = self.running(controls, self.used_at(at));
        PerColor::of(|color| match &controls[color] {
            TimeControl::Unlimited => None,
            _ if color == self.turn => Some(running.left()),
            TimeControl::Hourglass(_) => Some(self.sides[color].left + self.poured(&running)),
            TimeControl::Stages(_) => Some(self.sides[color].left),
        })
    }

    /// Hourglass: the time that the opponent has gained in this turn.
    fn poured(&self, running: &RunningClock<'_>) -> Duration {
        match running.control {
            TimeControl::Hourglass(_) => running.used.min(running.side.left),
            TimeControl::Unlimited | TimeControl::Stages(_) => Duration::ZERO,
        }
    }

    /// Whether the flag of the player to move has fallen, where `returned` of the time used does not count.
    pub(crate) fn has_fallen(
        &self,
        controls: &PerColor<TimeControl>,
        at: Timestamp,
        returned: Duration,
    ) -> bool {
        self.is_running() && self.running(controls, self.used_at(at) - returned).is_used_up()
    }

    /// The first moment at which the flag of the player to move has fallen, where `returned` of the time used does not
    /// count. If the clock was paused while it was overdrawn within `returned`, `used` may exceed the allowance.
    pub(crate) fn deadline(&self, controls: &PerColor<TimeControl>, returned: Duration) -> Option<Timestamp> {
        let State::RunningSince(since) = self.state else { return None };
        let allowance = self.running(controls, self.used).allowance()? + returned;
        Some(since + (allowance - self.used) + Duration::from_millis(1))
    }

    /// The player to move has moved, and `returned` of the time used does not count. Returns the time that counts.
    pub(crate) fn press(
        &mut self,
        controls: &PerColor<TimeControl>,
        at: Timestamp,
        returned: Duration,
    ) -> Duration {
        let running = self.running(controls, self.used_at(at) - returned);
        let (used, poured) = (running.used, self.poured(&running));
        self.sides[self.turn] = running.pressed();
        if matches!(controls[!self.turn], TimeControl::Hourglass(_)) {
            self.sides[!self.turn].left += poured;
        }
        self.turn = !self.turn;
        self.used = Duration::ZERO;
        self.state = match self.state {
            State::Stopped => State::Stopped,
            State::NotStarted(free) => State::after_free(free.get() - 1, at),
            State::RunningSince(_) | State::Paused => State::RunningSince(at),
        };
        used
    }

    /// Stops the clocks until they are resumed.
    pub(crate) fn pause(&mut self, at: Timestamp) {
        self.used = self.used_at(at);
        self.state = State::Paused;
    }

    pub(crate) fn resume(&mut self, at: Timestamp) {
        self.state = State::RunningSince(at);
    }

    pub(crate) const fn is_running(&self) -> bool {
        matches!(self.state, State::RunningSince(_))
    }

    pub(crate) const fn is_paused(&self) -> bool {
        matches!(self.state, State::Paused)
    }

    /// Stops the clocks for good.
    pub(crate) fn stop(&mut self, at: Timestamp) {
        self.used = self.used_at(at);
        self.state = State::Stopped;
    }

    /// Gives one player extra time.
    pub(crate) fn give(&mut self, color: Color, time: Duration) {
        self.sides[color].left += time;
    }

    /// Sets the clocks. For the player to move, the turn starts over.
    pub(crate) fn set(&mut self, at: Timestamp, left: PerColor<Option<Duration>>) {
        for color in Color::ALL {
            if let Some(left) = left[color] {
                self.sides[color].left = left;
            }
        }
        if left[self.turn].is_some() {
            self.used = Duration::ZERO;
            if let State::RunningSince(_) = self.state {
                self.state = State::RunningSince(at);
            }
        }
    }

    /// The time on both clocks when this turn began.
    pub(crate) fn turn_began(&self) -> PerColor<Duration> {
        PerColor::of(|color| self.sides[color].left)
    }

    /// Takes moves back, to a turn that began with `left` on the clocks. The turn starts over.
    pub(crate) fn take_back(
        &mut self,
        moves: usize,
        left: PerColor<Duration>,
        free_moves: usize,
        at: Timestamp,
    ) {
        for _ in 0..moves {
            self.turn = !self.turn;
            self.sides[self.turn].made = self.sides[self.turn].made.saturating_sub(1);
        }
        for color in Color::ALL {
            self.sides[color].left = left[color];
        }
        self.used = Duration::ZERO;
        self.state = State::after_free(free_moves, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    /// Plays moves at these moments and shows the clocks at the last one, in milliseconds.
    #[track_caller]
    fn check(control: &str, moves: &[u64], shown_at: u64, expected: &str) {
        let controls = PerColor::both(control.parse().expect("a time control"));
        let mut clocks = Clocks::new(&controls, Color::White, Timestamp::ZERO, 0);
        for at in moves {
            let at = Timestamp::from_millis(*at);
            assert!(!clocks.has_fallen(&controls, at, Duration::ZERO), "{control}: fallen at {at:?}");
            clocks.press(&controls, at, Duration::ZERO);
        }
        let at = Timestamp::from_millis(shown_at);
        let show =
            |left: Option<Duration>| left.map_or(String::from("-"), |left| format!("{}", left.millis()));
        let shown = clocks.shown(&controls, at);
        let fallen = if clocks.has_fallen(&controls, at, Duration::ZERO) { " fallen" } else { "" };
        assert_eq!(format!("{} {}{fallen}", show(shown.white), show(shown.black)), expected, "{control}");
        if let Some(deadline) = clocks.deadline(&controls, Duration::ZERO) {
            let before = Timestamp::from_millis(deadline.millis() - 1);
            assert!(clocks.has_fallen(&controls, deadline, Duration::ZERO));
            assert!(!clocks.has_fallen(&controls, before, Duration::ZERO));
        }
    }

    #[test]
    fn every_kind_of_control_to_the_millisecond() {
        check("-", &[1, 2], 1_000_000, "- -");
        check("10", &[4_000], 4_001, "6000 9999");
        check("10", &[], 10_000, "0 10000");
        check("10", &[], 10_001, "0 10000 fallen");
        check("10+2", &[4_000], 4_000, "8000 10000");
        check("0+2", &[2_000], 3_000, "2000 1000");
        // The delay is free, and an unused delay is lost.
        check("10d5", &[4_000, 4_000], 9_000, "10000 10000");
        check("10d5", &[4_000, 4_000], 9_001, "9999 10000");
        check("10d5", &[], 15_001, "0 10000 fallen");
        // Bronstein gives back the time used, up to the delay, but does not postpone the fall of the flag.
        check("10b5", &[4_000], 4_000, "10000 10000");
        check("10b5", &[7_000], 7_000, "8000 10000");
        check("10b5", &[], 10_001, "0 10000 fallen");
        // White's second move completes the stage; the time left carries over.
        check("2/10+1:5+1", &[4_000, 4_000, 6_000, 6_000], 6_000, "11000 17000");
        check("2/10:20/5", &[1_000, 1_000, 2_000], 2_000, "13000 10000");
        // With a day for each move, each move starts with a day; with a stage of two moves, unused time carries over.
        check("1/86400", &[3_600_000], 3_600_000, "86400000 86400000");
        check("2/10", &[1_000, 1_000, 2_000, 2_000], 2_000, "18000 20000");
        // The time that one player uses, the other gains.
        check("*10", &[4_000], 5_000, "7000 13000");
        check("*10", &[4_000, 9_000], 9_000, "11000 9000");
        check("*10", &[], 99_000, "0 20000 fallen");
    }

    #[test]
    fn a_paused_clock_stands_still() {
        let controls = PerColor::both("10d5".parse().expect("a time control"));
        let mut clocks = Clocks::new(&controls, Color::White, Timestamp::ZERO, 0);
        clocks.pause(Timestamp::from_millis(3_000));
        assert_eq!(clocks.deadline(&controls, Duration::ZERO), None);
        clocks.resume(Timestamp::from_millis(100_000));
        // Three of the five free seconds are used.
        let white = |at| clocks.shown(&controls, Timestamp::from_millis(at)).white.map(Duration::millis);
        assert_eq!((white(102_000), white(103_000)), (Some(10_000), Some(9_000)));
    }
}
