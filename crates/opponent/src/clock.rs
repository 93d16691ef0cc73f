//! The computer's clock as the engine plans with it, for every time control.

use engine::{Budget, time};
use game::{Bonus, Game, Stages, TimeControl, Timestamp};
use rules::Color;
use std::time::Duration;

/// The maximum time for a move, however much is left on the clock.
pub const MAX_THINK: Budget = Budget { soft: Duration::from_secs(2), hard: Duration::from_secs(4) };

/// The time lost between the end of the search and the stop of the clock when the game is played on one machine.
pub const OVERHEAD: Duration = Duration::from_millis(30);

/// The clock of `color`; `None` if it has no clock, and while the opponent is to move.
pub fn clock(game: &Game, color: Color, now: Timestamp) -> Option<time::Clock> {
    if game.turn() != color {
        return None;
    }
    let shown = game.clocks(now)[color]?;
    let (bonus, moves_to_go) = match &game.settings().time[color] {
        TimeControl::Stages(stages) => stage(stages, moves_made(game, color)),
        TimeControl::Unlimited | TimeControl::Hourglass(_) => (Bonus::None, None),
    };
    let left = match bonus {
        // A delay comes before the clock runs, so it can be used even if the clock shows zero.
        Bonus::Delay(delay) => until_flag(game, now).unwrap_or_else(|| (shown + delay).millis()),
        Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => shown.millis(),
    };
    Some(time::Clock {
        left: Duration::from_millis(left),
        // A Bronstein delay gives back at most the time that was used, so a move that uses less costs nothing.
        increment: Duration::from_millis(bonus.per_move().millis()),
        moves_to_go,
    })
}

/// The time for a move on this clock; `None` without a clock, when only the level's own limits apply.
pub fn budget(clock: Option<time::Clock>) -> Option<Budget> {
    clock.map(|clock| {
        let Budget { soft, hard } = clock.budget(OVERHEAD, Duration::ZERO);
        Budget { soft: soft.min(MAX_THINK.soft), hard: hard.min(MAX_THINK.hard) }
    })
}

/// The number of moves a player has made. Either side may have begun.
fn moves_made(game: &Game, color: Color) -> u32 {
    let began = usize::from(game.settings().start.turn() == color);
    u32::try_from((game.ply() + began) / 2).unwrap_or(u32::MAX)
}

/// The bonus of the stage that a player is in after this many moves, and the number of moves left in it.
fn stage(stages: &Stages, made: u32) -> (Bonus, Option<u32>) {
    let stage = stages.stage_of(made);
    let in_stage = (0..=made).rev().take_while(|earlier| stages.begins(*earlier).is_none()).count();
    let moves_to_go = stage.moves.map(|moves| moves.get().saturating_sub(in_stage as u32).max(1));
    (stage.bonus, moves_to_go)
}

/// The milliseconds until the flag falls; `None` while the clock is not running.
fn until_flag(game: &Game, now: Timestamp) -> Option<u64> {
    let deadline = game.next_deadline()?;
    // The flag falls one millisecond after the time is used up, and later if lag is compensated.
    let spare = game.settings().lag_compensation.millis().saturating_add(1);
    Some(deadline.millis().saturating_sub(now.millis()).saturating_sub(spare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Action, PerColor, Settings};

    /// The clock in milliseconds (left, increment) and moves to go, after these moves, one second each.
    #[track_caller]
    fn check(control: &str, fen: Option<&str>, moves: &str, expected: (u64, u64, Option<u32>)) {
        let control: TimeControl = control.parse().expect(control);
        let start = fen.map_or_else(rules::Position::start, |fen| fen.parse().expect(fen));
        let time = PerColor::of(|_| control.clone());
        let mut game = Game::new(Settings { start, time, ..Settings::default() });
        let mut now = 0;
        for text in moves.split_whitespace() {
            now += 1000;
            game.apply(Timestamp::from_millis(now), Action::play(text)).expect(text);
        }
        let clock = clock(&game, game.turn(), Timestamp::from_millis(now)).expect("a clock");
        let found = (clock.left.as_millis() as u64, clock.increment.as_millis() as u64, clock.moves_to_go);
        assert_eq!(found, expected, "{control} {moves}");
    }

    #[test]
    fn every_kind_of_time_control() {
        check("300", None, "", (300_000, 0, None));
        check("180+2", None, "e4 e5", (181_000, 2000, None));
        check("300b5", None, "e4 e5", (300_000, 5000, None));
        // The delay can be used before the clock runs.
        check("300d5", None, "e4 e5", (305_000, 5000, None));
        check("*180", None, "e4 e5", (180_000, 0, None));
        // Moves to the next stage, and the bonus of the current one: the second stage has none.
        check("2/60+10:30", None, "", (60_000, 10_000, Some(2)));
        check("2/60+10:30", None, "e4 e5", (69_000, 10_000, Some(1)));
        check("2/60+10:30", None, "e4 e5 Nf3 Nc6", (108_000, 0, None));
        check("1/86400", None, "e4 e5", (86_400_000, 0, Some(1)));
    }

    #[test]
    fn whoever_begins_moves_are_counted_for_each_side() {
        let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        // Black has made two moves and White two: Black is in the second stage.
        check("2/60+10:30", Some(black), "e5 e4 Nc6 Nf3", (108_000, 0, None));
        check("2/60+10:30", Some(black), "e5 e4 Nc6", (69_000, 10_000, Some(1)));
    }

    #[test]
    fn there_is_no_clock_without_a_control_or_on_the_opponents_turn() {
        let game = Game::new(Settings::default());
        assert_eq!(clock(&game, Color::White, Timestamp::from_millis(0)), None);
        let time = PerColor::of(|_| "60".parse().expect("a control"));
        let game = Game::new(Settings { time, ..Settings::default() });
        assert_eq!(clock(&game, Color::Black, Timestamp::from_millis(0)), None);
        assert!(clock(&game, Color::White, Timestamp::from_millis(0)).is_some());
    }

    #[test]
    fn nobody_waits_long_for_a_move() {
        let clock = |left| time::Clock {
            left: Duration::from_secs(left),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        };
        assert_eq!(budget(Some(clock(86_400))), Some(MAX_THINK));
        assert!(budget(Some(clock(1))).is_some_and(|budget| budget.hard < Duration::from_secs(1)));
        assert_eq!(budget(None), None);
    }
}
