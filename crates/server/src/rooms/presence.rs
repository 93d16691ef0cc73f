//! Which players are connected, and since when the others are gone.

use game::{Class, Conduct, Duration, PerColor, Settings, Timestamp};
use rules::Color;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Presence {
    /// The number of each player's connections to this node.
    players: PerColor<u32>,
    /// Since when a player has been gone.
    gone: PerColor<Option<Timestamp>>,
    /// Whether a player is connected to another node.
    elsewhere: PerColor<bool>,
    /// The number of spectators on this node.
    pub(super) watchers: usize,
}

impl Presence {
    /// Nobody is connected yet: the disconnect timeouts start now.
    pub(super) fn nobody(now: Timestamp) -> Presence {
        Presence { gone: PerColor::both(Some(now)), ..Presence::default() }
    }

    /// Adds a connection. Returns whether a player has just connected to this node.
    pub(super) fn came(&mut self, color: Option<Color>) -> bool {
        let Some(color) = color else {
            self.watchers += 1;
            return false;
        };
        self.players[color] += 1;
        self.gone[color] = None;
        self.players[color] == 1
    }

    /// Removes a connection. Returns whether a player is gone.
    pub(super) fn went(&mut self, color: Option<Color>, now: Timestamp) -> bool {
        let Some(color) = color else {
            self.watchers = self.watchers.saturating_sub(1);
            return false;
        };
        self.players[color] = self.players[color].saturating_sub(1);
        let is_gone = !self.is_here(color);
        if is_gone {
            self.gone[color] = Some(now);
        }
        is_gone
    }

    /// Whether a player is connected to any node.
    pub(super) fn is_here(&self, color: Color) -> bool {
        self.is_here_locally(color) || self.elsewhere[color]
    }

    /// Whether either player is known to be connected to another node.
    pub(super) fn is_anybody_elsewhere(&self) -> bool {
        self.elsewhere.white || self.elsewhere.black
    }

    /// Whether a player is connected to this node.
    pub(super) fn is_here_locally(&self, color: Color) -> bool {
        self.players[color] > 0
    }

    /// Updates whether a player is connected to another node, and otherwise since when the player is gone. Returns
    /// whether the player has connected or disconnected by this.
    pub(super) fn learn(&mut self, color: Color, elsewhere: bool, gone: Option<Timestamp>) -> bool {
        let before = self.is_here(color);
        self.elsewhere[color] = elsewhere;
        let here = self.is_here(color);
        if here {
            self.gone[color] = None;
        } else if let Some(gone) = gone {
            self.gone[color] = Some(self.gone[color].map_or(gone, |known| known.max(gone)));
        }
        before != here
    }

    /// When the opponent of a player who is gone may claim the game.
    pub(super) fn claim_at(&self, color: Color, settings: &Settings) -> Option<Timestamp> {
        Some(self.gone[color]? + disconnect_timeout(settings)?)
    }
}

/// How long a player may be disconnected before the opponent can claim the game: the longer the game, the longer. None
/// in correspondence games and without a clock, where nobody has to stay connected.
pub(super) fn disconnect_timeout(settings: &Settings) -> Option<Duration> {
    if settings.conduct == Conduct::Tournament {
        return None; // whoever is late has a clock that runs
    }
    let classes = [settings.time.white.class(), settings.time.black.class()];
    match classes.into_iter().flatten().max()? {
        Class::Bullet => Some(Duration::from_seconds(30)),
        Class::Blitz => Some(Duration::from_seconds(60)),
        Class::Rapid => Some(Duration::from_seconds(120)),
        Class::Classical => Some(Duration::from_seconds(300)),
        Class::Correspondence => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_new_of_other_nodes_is_told() {
        let (white, start) = (Color::White, Timestamp::from_millis(1_000));
        let mut presence = Presence::nobody(start);
        assert!(!presence.learn(white, false, None), "nobody came");
        assert!(presence.learn(white, true, None), "came to another node");
        assert!(!presence.learn(white, true, None));
        presence.came(Some(white));
        let left = Some(Timestamp::from_millis(5_000));
        assert!(!presence.learn(white, false, left), "still connected to this node");
        assert!(presence.went(Some(white), Timestamp::from_millis(9_000)));
        assert!(!presence.learn(white, false, left), "gone already");
        assert_eq!(presence.gone[white], Some(Timestamp::from_millis(9_000)), "since the later of the two");
    }
}
