//! How long the engines may think: a clock, or a fixed limit for each move.

use rules::Color;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Seconds for the game and for each move, as in `8+0.08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) base: Duration,
    pub(super) increment: Duration,
}

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Control, String> {
        let seconds =
            |text: &str| text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !(base + increment).is_zero() => Ok(Control { base, increment }),
            _ => Err(format!("expected seconds as in 8+0.08, found {text:?}")),
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The limit of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Clock(Control),
    Nodes(u64),
    Depth(u32),
    MoveTime(Duration),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Clock(control) => write!(f, "{control} s"),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
        }
    }
}

/// The clocks of both sides; a side with a fixed limit has none.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    limits: [Limit; 2],
    left: [Duration; 2],
    margin: Duration,
}

/// How long a search with a fixed number of nodes or a fixed depth may take.
const STALL_TIMEOUT: Duration = Duration::from_secs(60);

impl Clocks {
    /// `margin` is the time by which a clock or a move may be overstepped.
    pub(super) fn new(limits: [Limit; 2], margin: Duration) -> Clocks {
        let left = limits.map(|limit| match limit {
            Limit::Clock(control) => control.base + control.increment,
            Limit::Nodes(_) | Limit::Depth(_) | Limit::MoveTime(_) => Duration::ZERO,
        });
        Clocks { limits, left, margin }
    }

    /// The `go` command for the side to move.
    pub(super) fn go(&self, turn: Color) -> String {
        match self.limits[turn.index()] {
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Limit::Clock(_) => {
                let [white, black] = self.left.map(|left| left.as_millis());
                let [white_increment, black_increment] = self.limits.map(|limit| match limit {
                    Limit::Clock(control) => control.increment.as_millis(),
                    Limit::Nodes(_) | Limit::Depth(_) | Limit::MoveTime(_) => 0,
                });
                format!("go wtime {white} btime {black} winc {white_increment} binc {black_increment}")
            }
        }
    }

    /// How long to wait for a move: a little longer than allowed, to distinguish a loss on time from a stall.
    pub(super) fn timeout(&self, turn: Color) -> Duration {
        match self.limits[turn.index()] {
            Limit::Clock(_) => self.left[turn.index()] + self.margin + Duration::from_secs(10),
            Limit::MoveTime(time) => time + self.margin + Duration::from_secs(10),
            Limit::Nodes(_) | Limit::Depth(_) => STALL_TIMEOUT,
        }
    }

    /// Updates the clock after a move that took this long; returns whether it came in time.
    pub(super) fn press(&mut self, turn: Color, took: Duration) -> bool {
        match self.limits[turn.index()] {
            Limit::Nodes(_) | Limit::Depth(_) => true,
            Limit::MoveTime(time) => took <= time + self.margin,
            Limit::Clock(control) => {
                let left = &mut self.left[turn.index()];
                let in_time = took <= *left + self.margin;
                *left = left.saturating_sub(took) + control.increment;
                in_time
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_refused() {
        let control: Control = "8+0.08".parse().unwrap();
        assert_eq!((control.base.as_millis(), control.increment.as_millis()), (8000, 80));
        assert_eq!("60".parse::<Control>().unwrap().increment, Duration::ZERO);
        for bad in ["", "x", "5+", "-1", "0", "1+1+1", "inf"] {
            assert!(bad.parse::<Control>().is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_run_and_flags_fall() {
        let milliseconds = Duration::from_millis;
        let control: Control = "1+0.1".parse().unwrap();
        let mut clocks = Clocks::new([Limit::Clock(control), Limit::Nodes(5)], milliseconds(50));
        assert_eq!(clocks.go(Color::White), "go wtime 1100 btime 0 winc 100 binc 0");
        assert_eq!(clocks.go(Color::Black), "go nodes 5");
        assert!(clocks.press(Color::White, milliseconds(1000)));
        assert_eq!(clocks.go(Color::White), "go wtime 200 btime 0 winc 100 binc 0");
        assert!(clocks.press(Color::White, milliseconds(240)));
        assert!(!clocks.press(Color::White, milliseconds(151)));
        assert!(clocks.press(Color::Black, Duration::from_secs(100)));
    }
}
