//! Decides what an action leads to. Nothing here changes the game.

use crate::action::{Forfeit, RestartReason};
use crate::mating::Effort;
use crate::settings::Conduct;
use crate::{
    Action, Duration, Event, EventKind, Evidence, FideClass, Game, PerColor, Refusal, Termination,
    TimeControl, Timestamp, mating,
};
use alloc::string::String;
use alloc::vec::Vec;
use rules::Color;

/// The events that happen, in order, or why nothing happens.
pub(crate) type Decision = Result<Vec<EventKind>, Refusal>;

impl Game {
    /// The events that an action would cause at a moment, without changing the game.
    pub fn decide(&self, at: Timestamp, action: Action) -> Result<Vec<Event>, Refusal> {
        self.decide_with(at, action, &Effort::full())
    }

    /// Like [`Game::decide`], but gives up after about a millisecond: `None` if deciding whether a side can still mate
    /// takes longer. For callers that must not block.
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
        // E17: the earliest event decides, and a flag falls by time alone. An action after that comes too late.
        let kinds = match self.out_of_time(at, &action, effort) {
            Some(ended) => ended,
            None => self.decide_in_time(action, effort)?,
        };
        Ok(kinds.into_iter().map(|kind| Event { at, kind }).collect())
    }

    /// What happens if a flag has fallen or the default time has passed, whichever was first.
    fn out_of_time(&self, at: Timestamp, action: &Action, effort: &Effort) -> Option<Vec<EventKind>> {
        let most = self.settings.lag_compensation;
        let returned = match action {
            Action::Move { lag, .. } => most.min(*lag),
            // A move may still be in transit.
            _ => most,
        };
        let has_fallen = self.clocks.has_fallen(&self.settings.time, at, returned);
        let flag = self.flag_deadline_with(returned).filter(|_| has_fallen);
        let default = self.default_deadline().filter(|deadline| *deadline <= at);
        if let Some(default) = default
            && flag.is_none_or(|flag| default <= flag)
        {
            return self.defaulted();
        }
        flag?;
        let fallen = self.turn();
        let (lost, drawn) = (Termination::FlagFall { fallen }, Termination::FlagFallUnwinnable { fallen });
        Some(Vec::from([self.lost_unless_unwinnable(fallen, lost, drawn, effort)]))
    }

    /// E03, E05, K04: `loser` loses, unless the opponent cannot mate by any series of legal moves. If that is
    /// undecided, it is not a draw.
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
                self.require_turn(by.unwrap_or(self.turn()))?;
                self.decide_move(&request, offer_draw, lag, effort)
            }
            Action::Draw(by) => self.decide_draw(by, effort),
            Action::Claim { by, intended } => self.decide_claim(by, intended.as_ref()),
            Action::Offer(by) => self.decide_offer(by),
            Action::Accept(by) => self.decide_accept(by),
            Action::Decline(by) => self.decide_decline(by),
            Action::DeclineDraw(by) => self.decide_decline_draw(by),
            Action::DeclineTakeback(by) => self.decide_decline_takeback(by),
            Action::Resign(by) => {
                let (lost, drawn) =
                    (Termination::Resignation { by }, Termination::ResignationUnwinnable { by });
                Ok(Vec::from([self.lost_unless_unwinnable(by, lost, drawn, effort)]))
            }
            Action::Abort(_) => self.decide_abort(),
            Action::Takeback(by) => self.decide_takeback(by),
            Action::Touch { by, square } => self.decide_touch(by, square),
            Action::Adjust(by) => self.decide_adjust(by),
            Action::Forfeit { forfeit, reason } => decide_forfeit(forfeit, reason),
            Action::Appear(by) if self.has_appeared(by) => Ok(Vec::new()),
            Action::Appear(by) => Ok(Vec::from([EventKind::Appeared { by }])),
            Action::Adjourn { by, sealed } => self.decide_adjourn(by, sealed),
            Action::Pause => self.decide_pause(),
            Action::Resume => match &self.adjourned {
                Some(adjournment) => self.decide_reopen(adjournment, effort),
                None if self.is_paused() => Ok(Vec::from([EventKind::Resumed])),
                None => Err(Refusal::NotPaused),
            },
            Action::SetClocks(left) => self.decide_clocks(left),
            Action::GiveTime { to, .. } if self.settings.time[to] == TimeControl::Unlimited => {
                Err(Refusal::NoClock(to))
            }
            Action::GiveTime { to, time } => Ok(Vec::from([EventKind::TimeGiven { to, time }])),
            Action::Agree => self.agreed(),
            Action::Restart(reason) => self.decide_restart(reason),
            Action::Tick => Ok(Vec::new()),
        }
    }

    /// Refuses an action that only the player to move may take, while the clocks run.
    pub(crate) fn require_turn(&self, by: Color) -> Result<(), Refusal> {
        if by != self.turn() {
            return Err(Refusal::NotYourTurn(by));
        }
        self.require_not_stopped()
    }

    /// Refuses an action while the clocks are stopped.
    pub(crate) fn require_not_stopped(&self) -> Result<(), Refusal> {
        if self.adjourned.is_some() {
            Err(Refusal::Adjourned)
        } else if self.is_paused() {
            Err(Refusal::Paused)
        } else {
            Ok(())
        }
    }

    /// K05: swapped colours are corrected only in the first ten moves (FIDE 7.3). A wrong set-up is corrected whenever
    /// it is found (7.2.1), but in rapid and blitz only in the first ten moves (A.5.1.2).
    fn decide_restart(&self, reason: Option<RestartReason>) -> Decision {
        let standard = self.settings.conduct == Conduct::Tournament
            && Color::ALL.iter().any(|color| self.settings.time[*color].fide_class() == FideClass::Standard);
        let any_time = standard && reason == Some(RestartReason::WrongSetup);
        if self.ply() < 2 * MAX_MOVES_BEFORE_RESTART || any_time {
            Ok(Vec::from([EventKind::Restarted { reason }]))
        } else {
            Err(Refusal::TooLateToRestart)
        }
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
        self.require_not_stopped()?;
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

/// K05: "the first ten moves" are ten moves by each side.
const MAX_MOVES_BEFORE_RESTART: usize = 10;

/// Enough for a sentence or two.
const MAX_REASON_LENGTH: usize = 500;

fn decide_forfeit(forfeit: Forfeit, reason: Option<String>) -> Decision {
    let mut kinds = Vec::new();
    if let Some(text) = reason {
        if text.chars().count() > MAX_REASON_LENGTH {
            return Err(Refusal::ReasonTooLong { most: MAX_REASON_LENGTH });
        }
        kinds.push(EventKind::RulingExplained { text });
    }
    kinds.extend(ended(Termination::from(forfeit)));
    Ok(kinds)
}

/// The end of the game, where the question who can mate did not arise.
pub(crate) fn ended(termination: Termination) -> Vec<EventKind> {
    Vec::from([EventKind::Ended { termination, evidence: Evidence::NotAsked }])
}
