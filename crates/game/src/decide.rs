//! What an action comes to. Nothing here writes.

use crate::action::Forfeit;
use crate::mating::Effort;
use crate::settings::Conduct;
use crate::{
    Action, Duration, Event, EventKind, Evidence, Game, PerColor, Refusal, Termination, TimeControl,
    Timestamp, mating,
};
use alloc::vec::Vec;
use rules::Color;

/// What happens, in order, or why nothing does.
pub(crate) type Decision = Result<Vec<EventKind>, Refusal>;

impl Game {
    /// What an action at a moment would do, without doing it.
    pub fn decide(&self, at: Timestamp, action: Action) -> Result<Vec<Event>, Refusal> {
        self.decide_with(at, action, &Effort::full())
    }

    /// As [`Game::decide`], if that takes no more than about a millisecond. None where somebody has to look for longer
    /// whether a side can still mate: for those who have others to serve meanwhile.
    pub fn decide_at_once(&self, at: Timestamp, action: Action) -> Option<Result<Vec<Event>, Refusal>> {
        let effort = Effort::quick();
        let decided = self.decide_with(at, action, &effort);
        (!effort.exceeded()).then_some(decided)
    }

    fn decide_with(&self, at: Timestamp, action: Action, effort: &Effort) -> Result<Vec<Event>, Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::Over);
        }
        let at = at.max(self.latest);
        // E17: the earliest event decides, and a flag falls by time alone. Whatever comes later comes too late.
        let kinds = match self.flag_fall(at, &action, effort) {
            Some(ended) => Vec::from([ended]),
            None => self.decide_in_time(action, effort)?,
        };
        Ok(kinds.into_iter().map(|kind| Event { at, kind }).collect())
    }

    fn flag_fall(&self, at: Timestamp, action: &Action, effort: &Effort) -> Option<EventKind> {
        let most = self.settings.lag_compensation;
        let returned = match action {
            Action::Move { lag, .. } => most.min(*lag),
            // A move may still be on its way.
            _ => most,
        };
        let fallen = self.turn();
        self.clocks.has_fallen(&self.settings.time, at, returned).then(|| {
            let lost = Termination::FlagFall { fallen };
            self.lost_unless_unwinnable(fallen, lost, Termination::FlagFallUnwinnable { fallen }, effort)
        })
    }

    /// E03, E05, K04: `loser` loses, unless the opponent could not mate by any series of legal moves. What
    /// is not proved is no draw.
    pub(crate) fn lost_unless_unwinnable(
        &self,
        loser: Color,
        lost: Termination,
        drawn: Termination,
        effort: &Effort,
    ) -> EventKind {
        let evidence = mating::can_mate(self.position(), !loser, effort);
        let termination = if let Evidence::NoMate(_) = evidence { drawn } else { lost };
        EventKind::Ended { termination, evidence }
    }

    fn decide_in_time(&self, action: Action, effort: &Effort) -> Decision {
        match action {
            Action::Move { by, request, offer_draw, lag } => {
                self.on_move(by.unwrap_or(self.turn()))?;
                self.decide_move(&request, offer_draw, lag, effort)
            }
            Action::Draw(by) => self.decide_draw(by, effort),
            Action::Claim { by, intended } => self.decide_claim(by, intended.as_ref()),
            Action::Offer(by) => self.decide_offer(by),
            Action::Accept(by) => self.decide_accept(by),
            Action::Decline(by) => self.decide_decline(by),
            Action::DeclineDraw(by) => self.decide_no_draw(by),
            Action::DeclineTakeback(by) => self.decide_no_takeback(by),
            Action::Resign(by) => {
                let (lost, drawn) =
                    (Termination::Resignation { by }, Termination::ResignationUnwinnable { by });
                Ok(Vec::from([self.lost_unless_unwinnable(by, lost, drawn, effort)]))
            }
            Action::Abort(_) => self.decide_abort(),
            Action::Takeback(by) => self.decide_takeback(by),
            Action::Touch { by, square } => self.decide_touch(by, square),
            Action::Adjust(by) => self.decide_adjust(by),
            Action::Forfeit(Forfeit::One(loser)) => Ok(ended(Termination::Forfeit { loser })),
            Action::Forfeit(Forfeit::Both) => Ok(ended(Termination::DoubleForfeit)),
            Action::Pause => self.decide_pause(),
            Action::Resume if self.is_paused() => Ok(Vec::from([EventKind::Resumed])),
            Action::Resume => Err(Refusal::NotPaused),
            Action::SetClocks(left) => self.decide_clocks(left),
            Action::GiveTime { to, .. } if self.settings.time[to] == TimeControl::Unlimited => {
                Err(Refusal::NoClock(to))
            }
            Action::GiveTime { to, time } => Ok(Vec::from([EventKind::TimeGiven { to, time }])),
            Action::Agree => Ok(ended(Termination::Agreement)),
            Action::Restart if self.ply() < 20 => Ok(Vec::from([EventKind::Restarted])),
            Action::Restart => Err(Refusal::TooLateToRestart),
            Action::Tick => Ok(Vec::new()),
        }
    }

    /// Some things are for the player to move only, while the clocks run.
    pub(crate) fn on_move(&self, by: Color) -> Result<(), Refusal> {
        if by != self.turn() {
            return Err(Refusal::NotYourTurn(by));
        }
        if self.is_paused() { Err(Refusal::Paused) } else { Ok(()) }
    }

    fn decide_abort(&self) -> Decision {
        if self.settings.conduct == Conduct::Tournament {
            return Err(Refusal::NoAbort);
        }
        if self.ply() >= 2 {
            return Err(Refusal::TooLateToAbort);
        }
        Ok(ended(Termination::Aborted))
    }

    fn decide_pause(&self) -> Decision {
        if self.is_paused() {
            return Err(Refusal::Paused);
        }
        if !self.clocks.is_running() {
            return Err(Refusal::NotRunning);
        }
        Ok(Vec::from([EventKind::Paused]))
    }

    fn decide_clocks(&self, left: PerColor<Option<Duration>>) -> Decision {
        for color in Color::ALL {
            let Some(asked) = left[color] else { continue };
            if self.settings.time[color] == TimeControl::Unlimited {
                return Err(Refusal::NoClock(color));
            }
            if asked > TimeControl::MAX_TIME {
                return Err(Refusal::ClockTooLong { asked, most: TimeControl::MAX_TIME });
            }
        }
        Ok(Vec::from([EventKind::ClocksSet { left }]))
    }
}

/// The game is over, and nobody had to ask who can mate.
pub(crate) fn ended(termination: Termination) -> Vec<EventKind> {
    Vec::from([EventKind::Ended { termination, evidence: Evidence::NotAsked }])
}
