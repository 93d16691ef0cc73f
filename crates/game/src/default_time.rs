//! The default time: a player who has not appeared at the board by then loses (FIDE 6.7).

use crate::{Duration, EventKind, Evidence, Forfeit, Game, Termination, Timestamp};
use alloc::vec::Vec;
use rules::Color;

impl Game {
    /// Whether a player has appeared at the board, or has done anything there.
    pub fn has_appeared(&self, color: Color) -> bool {
        self.appeared[color]
    }

    /// The players who have not appeared at the board yet. `None` if there is no default time, or if the game is over.
    pub fn awaited(&self) -> Option<Forfeit> {
        self.settings.default_time?;
        self.absent().filter(|_| self.ended.is_none())
    }

    fn absent(&self) -> Option<Forfeit> {
        match (self.appeared.white, self.appeared.black) {
            (true, true) => None,
            (false, false) => Some(Forfeit::Both),
            (true, false) => Some(Forfeit::by(Color::Black)),
            (false, true) => Some(Forfeit::by(Color::White)),
        }
    }

    /// The first moment at which an absent player has lost. `None` if nobody is absent, there is no default time, or
    /// the clocks are stopped, because that time is not counted.
    pub fn default_deadline(&self) -> Option<Timestamp> {
        self.awaited()?;
        if self.stopped_since.is_some() {
            return None;
        }
        let tolerance = self.settings.default_time? + self.stopped_for;
        Some(self.settings.begins + tolerance + Duration::from_millis(1))
    }

    /// What happens when the default time has passed.
    pub(crate) fn defaulted(&self) -> Option<Vec<EventKind>> {
        let absent = self.absent()?;
        let termination = Termination::from(absent);
        Some(Vec::from([
            EventKind::DefaultTimePassed { absent },
            EventKind::Ended { termination, evidence: Evidence::NotAsked },
        ]))
    }
}
