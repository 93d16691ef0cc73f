//! Applies events to the game. Nothing here refuses.

use crate::adjourn::Adjournment;
use crate::conduct::Obligations;
use crate::settings::Conduct;
use crate::{Duration, Event, EventKind, Evidence, Game, MoveText, PerColor, PlayedMove};
use rules::{Color, LegalMove, Move};

impl Game {
    /// Applies an event that [`Game::decide`] returned. This is for callers that must store the event first;
    /// [`Game::apply`] does both at once.
    pub fn evolve(&mut self, event: &Event) {
        let at = event.at.max(self.latest);
        self.latest = at;
        self.log_ruling(event);
        if let Some(by) = self.actor(&event.kind) {
            self.appeared[by] = true;
        }
        match &event.kind {
            EventKind::Moved { mv, san, returned } => self.play(event, *mv, san, *returned),
            EventKind::MovedIllegally { by, .. } => self.illegal_moves[*by] += 1,
            EventKind::TimeGiven { to, time } => self.clocks.give(*to, *time),
            EventKind::DrawOffered { by } => {
                self.offer = Some(*by);
                // An offer right after the player's move is marked on that move; an offer before it is marked on the
                // move when it is made.
                let just_moved = *by != self.turn();
                match self.record.last_mut().filter(|_| just_moved) {
                    Some(last) => last.draw_offered = true,
                    None => self.unwritten_offers[*by] = true,
                }
            }
            EventKind::DrawDeclined { .. } | EventKind::DrawOfferLapsed { .. } => {
                self.offer = None;
                if let Some(adjournment) = &mut self.adjourned {
                    adjournment.offer = None;
                }
            }
            EventKind::ClaimRejected { intended, .. } => {
                if self.settings.conduct == Conduct::Tournament && intended.is_some() {
                    self.obligations.must_play = *intended;
                }
            }
            EventKind::TakebackRequested { by } => self.takeback = Some(*by),
            EventKind::TakebackDeclined { .. } | EventKind::TakebackLapsed { .. } => self.takeback = None,
            EventKind::TakenBack { moves } => {
                let moves = (*moves).min(self.ply());
                if let Some(left) = self.record.take_back(moves) {
                    let free = self.settings.clock_starts.free_moves().saturating_sub(self.ply());
                    self.clocks.take_back(moves, left, free, at);
                }
                self.begin_turn();
                self.unwritten_offers = PerColor::both(false);
                self.offer = None;
                self.takeback = None;
            }
            EventKind::Touched { square, .. } => {
                let counts = !core::mem::take(&mut self.obligations.adjusting);
                if counts && !self.obligations.touched.contains(square) {
                    self.obligations.touched.push(*square);
                }
            }
            EventKind::Adjusting { .. } => self.obligations.adjusting = true,
            EventKind::Paused => {
                self.stopped_since = Some(at);
                self.clocks.pause(at);
            }
            EventKind::Resumed => {
                if let Some(since) = self.stopped_since.take() {
                    self.stopped_for += at.since(since);
                }
                self.adjourned = None;
                self.clocks.resume(at);
            }
            EventKind::ClocksSet { left } => self.clocks.set(at, *left),
            EventKind::Appeared { .. }
            | EventKind::DefaultTimePassed { .. }
            | EventKind::RulingExplained { .. } => {}
            EventKind::Adjourned { by, sealed } => {
                let (by, sealed) = (*by, sealed.clone());
                self.adjourned = Some(Adjournment { by, sealed, offer: self.offer });
                // The default time applies to the first session only: after an adjournment nobody is late any more.
                self.appeared = PerColor::both(true);
                self.clocks.pause(at);
            }
            EventKind::Restarted { .. } => {
                *self = Game {
                    clocks: Game::initial_clocks(&self.settings, at),
                    latest: at,
                    undecided: self.undecided,
                    appeared: self.appeared,
                    stopped_for: self.stopped_for,
                    rulings: core::mem::take(&mut self.rulings),
                    ..Game::new(self.settings.clone())
                }
            }
            EventKind::DeadPositionUndecided => self.undecided += 1,
            EventKind::Ended { termination, evidence } => {
                self.undecided += u32::from(*evidence == Evidence::Undecided);
                self.ended = Some(*termination);
                self.adjourned = None;
                self.offer = None;
                self.takeback = None;
                self.clocks.stop(at);
            }
        }
    }

    fn play(&mut self, event: &Event, mv: Move, san: &str, returned: Duration) {
        // Always legal in an event that this game decided.
        let Some(after) = self.position().legal(mv).map(LegalMove::play) else { return };
        let (at, by, turn_began) = (self.latest.max(event.at), self.turn(), self.clocks.turn_began());
        let draw_offered = core::mem::take(&mut self.unwritten_offers[by]) || self.offer == Some(by);
        let spent = self.clocks.press(&self.settings.time, at, returned);
        let left = self.clocks.shown(&self.settings.time, at);
        let san = MoveText::new(san);
        self.record.push(PlayedMove { mv, san, by, at, spent, left, draw_offered, turn_began }, after);
        self.begin_turn();
    }

    /// The player whose presence at the board the event proves.
    fn actor(&self, kind: &EventKind) -> Option<Color> {
        match kind {
            EventKind::Moved { .. } => Some(self.turn()),
            EventKind::MovedIllegally { by, .. }
            | EventKind::DrawOffered { by }
            | EventKind::DrawDeclined { by }
            | EventKind::ClaimRejected { by, .. }
            | EventKind::TakebackRequested { by }
            | EventKind::TakebackDeclined { by }
            | EventKind::Touched { by, .. }
            | EventKind::Adjusting { by }
            | EventKind::Appeared { by } => Some(*by),
            _ => None,
        }
    }

    fn begin_turn(&mut self) {
        self.obligations = Obligations::default();
    }
}
