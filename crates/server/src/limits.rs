//! How often somebody may ask.
//!
//! Each [`Rule`] is a rate with room for a burst, kept for every address or player by itself. What is over it is
//! answered with 429 and the time to wait.

use governor::clock::Clock as _;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Any request, by address.
    Request,
    /// Guests who come for the first time, by address.
    Arrival,
    /// Attempts to log in or register, by address.
    Login,
    /// Attempts to log in, by the name that is tried.
    Password,
    /// New games, challenges and seeks, by player.
    Challenge,
    /// … in a day.
    ChallengesOfTheDay,
    /// Lines of chat, by player and game.
    Chat,
    /// … by player, in all games.
    Talk,
    /// New streams of games and events, by player.
    Stream,
    /// New streams of those who look on, by address.
    Watch,
    /// Games from elsewhere, by player or address.
    Import,
    /// Exports and searches, which read much, by address.
    Export,
}

impl Rule {
    const ALL: [Rule; 12] = [
        Rule::Request,
        Rule::Arrival,
        Rule::Login,
        Rule::Password,
        Rule::Challenge,
        Rule::ChallengesOfTheDay,
        Rule::Chat,
        Rule::Talk,
        Rule::Stream,
        Rule::Watch,
        Rule::Import,
        Rule::Export,
    ];

    /// So many in a row, and again all of them after such a time.
    const fn burst(self) -> (u32, Duration) {
        let (burst, seconds) = match self {
            Rule::Request => (1000, 10),
            Rule::Arrival => (300, 600),
            Rule::Login => (20, 300),
            Rule::Password => (10, 900),
            Rule::Challenge => (25, 60),
            Rule::ChallengesOfTheDay => (1000, 86_400),
            Rule::Chat => (10, 20),
            Rule::Talk => (200, 60),
            Rule::Stream => (300, 60),
            Rule::Watch => (100, 60),
            Rule::Import => (60, 600),
            Rule::Export => (60, 60),
        };
        (burst, Duration::from_secs(seconds))
    }

    /// For the metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Request => "request",
            Rule::Arrival => "arrival",
            Rule::Login => "login",
            Rule::Password => "password",
            Rule::Challenge => "challenge",
            Rule::ChallengesOfTheDay => "challenges_of_the_day",
            Rule::Chat => "chat",
            Rule::Talk => "talk",
            Rule::Stream => "stream",
            Rule::Watch => "watch",
            Rule::Import => "import",
            Rule::Export => "export",
        }
    }

    fn quota(self) -> Quota {
        let (burst, time) = self.burst();
        quota(burst, time)
    }
}

/// So many in a row, and again all of them after such a time.
fn quota(burst: u32, time: Duration) -> Quota {
    let each = Quota::with_period(time / burst).expect("every burst has its time");
    each.allow_burst(NonZeroU32::new(burst).expect("no rule forbids everything"))
}

/// Too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests: wait {} s", .wait.as_secs() + 1)]
pub struct TooMany {
    /// Which rule says so.
    pub rule: Rule,
    /// When it is worth another try.
    pub wait: Duration,
}

/// Everybody's counts.
pub struct Limits {
    /// Sockets, by player.
    streams: Presences,
    /// Streams of those who look on, by address.
    watchers: Presences,
    counts: [DefaultKeyedRateLimiter<Box<str>>; Rule::ALL.len()],
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            streams: Presences::default(),
            watchers: Presences::default(),
            counts: Rule::ALL.map(|rule| RateLimiter::keyed(rule.quota())),
        }
    }
}

impl Limits {
    /// Counts one more of an address or a player, unless it is one too many.
    pub fn check(&self, rule: Rule, who: &str) -> Result<(), TooMany> {
        let counts = &self.counts[rule as usize];
        counts
            .check_key(&who.into())
            .map_err(|not_until| TooMany { rule, wait: not_until.wait_time_from(counts.clock().now()) })
    }

    /// One more socket of a player, for as long as what comes back is kept.
    pub fn stream_of(&self, player: &str) -> Result<Presence, TooMany> {
        let wait = Duration::from_secs(10);
        self.streams.enter(player, STREAMS_PER_PLAYER).ok_or(TooMany { rule: Rule::Stream, wait })
    }

    /// One more stream of somebody who looks on from an address, for as long as what comes back is kept.
    pub fn watcher_from(&self, address: &str) -> Result<Presence, TooMany> {
        let wait = Duration::from_secs(10);
        self.watchers.enter(address, WATCHERS_PER_ADDRESS).ok_or(TooMany { rule: Rule::Watch, wait })
    }

    /// Forgets who has not asked for a while: what is kept is bounded by what was asked lately.
    pub fn sweep(&self) {
        for counts in &self.counts {
            counts.retain_recent();
            counts.shrink_to_fit();
        }
    }
}

/// How many sockets one player may hold at once.
const STREAMS_PER_PLAYER: usize = 16;

/// How many streams there can be at once for those who look on from one address, which may be a school's.
const WATCHERS_PER_ADDRESS: usize = 250;

/// Who is here, and how often at once.
#[derive(Clone, Default)]
pub struct Presences(Arc<Mutex<HashMap<Box<str>, usize>>>);

/// One presence; it ends when this is dropped.
pub struct Presence {
    all: Presences,
    who: Box<str>,
}

impl Presences {
    /// One more of somebody, unless that is more than there may be.
    pub fn enter(&self, who: &str, most: usize) -> Option<Presence> {
        let mut counts = self.0.lock();
        let count = counts.entry(who.into()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Presence { all: self.clone(), who: who.into() })
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock();
        if let Some(count) = counts.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_counted_alone() {
        let limits = Limits::default();
        for _ in 0..10 {
            assert_eq!(limits.check(Rule::Chat, "a"), Ok(()));
        }
        let refused = limits.check(Rule::Chat, "a").expect_err("the eleventh line in a moment");
        assert!(refused.wait <= Duration::from_secs(2), "{refused:?}");
        assert_eq!(limits.check(Rule::Chat, "b"), Ok(()));
        assert_eq!(limits.check(Rule::Login, "a"), Ok(()));
        limits.sweep();
        assert!(limits.check(Rule::Chat, "a").is_err(), "who asked just now is not forgotten");
    }

    #[test]
    fn who_leaves_makes_room() {
        let presences = Presences::default();
        let first = presences.enter("a", 2);
        let second = presences.enter("a", 2);
        assert!(first.is_some() && second.is_some() && presences.enter("a", 2).is_none());
        assert!(presences.enter("b", 2).is_some());
        drop(first);
        assert!(presences.enter("a", 2).is_some());
        drop(second);
        assert!(presences.0.lock().is_empty(), "nobody is kept who has gone");
    }

    #[test]
    fn every_rule_has_its_own_place() {
        for (place, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(place, rule as usize);
            let _ = rule.quota();
        }
    }
}
