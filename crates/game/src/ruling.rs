//! The arbiter's log: the rulings in a game, when they were made, and by which article.

use crate::action::RestartReason;
use crate::settings::Conduct;
use crate::{Duration, Event, EventKind, Forfeit, Game, PerColor, Timestamp};
use alloc::string::String;
use core::fmt;
use rules::Color;

/// A ruling of the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ruling {
    /// When it was ruled.
    pub at: Timestamp,
    /// How many moves had been made.
    pub ply: usize,
    /// What was ruled.
    pub kind: RulingKind,
    /// Why, in the arbiter's words.
    pub reason: Option<String>,
}

/// What an arbiter rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulingKind {
    /// Law K04: an illegal move was taken back.
    IllegalMove {
        /// The player who made it.
        by: Color,
        /// The move as it was written.
        text: String,
        /// The extra time that the opponent got for it.
        given: Option<Duration>,
    },
    /// Law E16: a claim was wrong.
    WrongClaim {
        /// The player who claimed.
        by: Color,
        /// The extra time that the opponent got for it.
        given: Option<Duration>,
    },
    /// Extra time was given for another reason.
    TimeGiven {
        /// The player who got it.
        to: Color,
        /// How much.
        time: Duration,
    },
    /// The clocks were set.
    ClocksSet {
        /// What they show; a clock that is `None` stayed as it was.
        left: PerColor<Option<Duration>>,
    },
    /// The clocks were stopped.
    Paused,
    /// The clocks were started again.
    Resumed,
    /// Law K05: the game was cancelled and starts over.
    Restarted {
        /// What was wrong, if known.
        reason: Option<RestartReason>,
    },
    /// Law E06: the game was declared lost.
    Forfeited {
        /// Who lost, and what the opponent scored.
        forfeit: Forfeit,
    },
    /// The default time passed before a player appeared.
    Defaulted {
        /// Who was absent.
        absent: Forfeit,
    },
    /// A move was sealed.
    Adjourned {
        /// The player who sealed it.
        by: Color,
    },
}

impl RulingKind {
    /// The article of FIDE's Laws of 2023, or of the Guidelines at their end, that the ruling rests on.
    pub const fn article(&self) -> &'static str {
        match self {
            RulingKind::IllegalMove { .. } => "7.5.5",
            RulingKind::WrongClaim { .. } => "9.5.3",
            RulingKind::TimeGiven { .. } => "12.9.2",
            RulingKind::ClocksSet { .. } => "6.10.2",
            RulingKind::Paused => "6.11.1",
            RulingKind::Resumed => "6.11.3",
            RulingKind::Restarted { reason: Some(RestartReason::WrongColors) } => "7.3",
            RulingKind::Restarted { .. } => "7.2.1",
            RulingKind::Forfeited { forfeit: Forfeit::One { .. } } => "12.9.6",
            RulingKind::Forfeited { forfeit: Forfeit::Both } => "11.8",
            RulingKind::Defaulted { .. } => "6.7.1",
            RulingKind::Adjourned { .. } => "Guidelines I.1",
        }
    }
}

/// Writes the ruling for the record of the game: what was ruled, by which article, and why.
impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arbiter: {} ({})", self.kind, self.kind.article())?;
        match &self.reason {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for RulingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = |f: &mut fmt::Formatter<'_>, by: Color, given: Option<Duration>| match given {
            Some(time) => write!(f, ", {time} for {}", !by),
            None => Ok(()),
        };
        match self {
            RulingKind::IllegalMove { by, text, given: time } => {
                write!(f, "illegal move {text} by {by}")?;
                given(f, *by, *time)
            }
            RulingKind::WrongClaim { by, given: time } => {
                write!(f, "wrong claim by {by}")?;
                given(f, *by, *time)
            }
            RulingKind::TimeGiven { to, time } => write!(f, "{time} for {to}"),
            RulingKind::ClocksSet { left } => {
                f.write_str("clocks set")?;
                for color in Color::ALL {
                    if let Some(left) = left[color] {
                        write!(f, ", {color} {left}")?;
                    }
                }
                Ok(())
            }
            RulingKind::Paused => f.write_str("clocks stopped"),
            RulingKind::Resumed => f.write_str("clocks started"),
            RulingKind::Restarted { reason: Some(RestartReason::WrongSetup) } => {
                f.write_str("restarted, the set-up was wrong")
            }
            RulingKind::Restarted { reason: Some(RestartReason::WrongColors) } => {
                f.write_str("restarted, the colours were swapped")
            }
            RulingKind::Restarted { reason: None } => f.write_str("restarted"),
            RulingKind::Forfeited { forfeit: Forfeit::One { loser, .. } } => write!(f, "{loser} loses"),
            RulingKind::Forfeited { forfeit: Forfeit::Both } => f.write_str("both lose"),
            RulingKind::Defaulted { absent: Forfeit::One { loser, .. } } => {
                write!(f, "{loser} has not appeared")
            }
            RulingKind::Defaulted { absent: Forfeit::Both } => f.write_str("nobody has appeared"),
            RulingKind::Adjourned { by } => write!(f, "adjourned, {by} has sealed a move"),
        }
    }
}

impl Game {
    /// The arbiter's rulings, in order. Casual games have no arbiter: they record only a forfeit with a reason or by
    /// the default time.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// The reason that the arbiter gave for declaring the game lost.
    pub fn forfeit_reason(&self) -> Option<&str> {
        let last = self.rulings.last().filter(|_| self.ended.is_some())?;
        match last.kind {
            RulingKind::Forfeited { .. } => last.reason.as_deref(),
            _ => None,
        }
    }

    /// Logs an event if it is a ruling.
    pub(crate) fn log_ruling(&mut self, event: &Event) {
        let reason = match &event.kind {
            EventKind::RulingExplained { text } => {
                self.explanation = Some(text.clone());
                return;
            }
            _ => self.explanation.take(),
        };
        let defaulted = matches!(event.kind, EventKind::DefaultTimePassed { .. });
        if self.settings.conduct == Conduct::Online && reason.is_none() && !defaulted {
            return;
        }
        let kind = match &event.kind {
            EventKind::MovedIllegally { by, text } => {
                RulingKind::IllegalMove { by: *by, text: text.clone(), given: None }
            }
            EventKind::ClaimRejected { by, .. } => RulingKind::WrongClaim { by: *by, given: None },
            EventKind::TimeGiven { to, time } => {
                if self.complete_penalty(event.at, *to, *time) {
                    return;
                }
                RulingKind::TimeGiven { to: *to, time: *time }
            }
            EventKind::ClocksSet { left } => RulingKind::ClocksSet { left: *left },
            EventKind::Paused => RulingKind::Paused,
            EventKind::Resumed => RulingKind::Resumed,
            EventKind::Restarted { reason } => RulingKind::Restarted { reason: *reason },
            EventKind::DefaultTimePassed { absent } => RulingKind::Defaulted { absent: *absent },
            EventKind::Adjourned { by, .. } => RulingKind::Adjourned { by: *by },
            EventKind::Ended { termination, .. } => match (termination.forfeit(), self.rulings.last()) {
                (None, _) | (Some(_), Some(Ruling { kind: RulingKind::Defaulted { .. }, .. })) => return,
                (Some(forfeit), _) => RulingKind::Forfeited { forfeit },
            },
            _ => return,
        };
        self.rulings.push(Ruling { at: event.at, ply: self.ply(), kind, reason });
    }

    /// Adds extra time for an illegal move or a wrong claim to that ruling. Returns whether it belongs to one.
    fn complete_penalty(&mut self, at: Timestamp, to: Color, time: Duration) -> bool {
        match self.rulings.last_mut() {
            Some(Ruling {
                at: when,
                kind: RulingKind::IllegalMove { by, given, .. } | RulingKind::WrongClaim { by, given },
                ..
            }) if *when == at && *by != to && given.is_none() => {
                *given = Some(time);
                true
            }
            _ => false,
        }
    }
}
