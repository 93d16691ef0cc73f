//! Rate limits.
//!
//! Each [`Rule`] is a token bucket per address or player. A request over the limit is answered with 429 and the time
//! to wait, and is counted in the metrics. Each node counts separately, except for the rules listed in `shared`.

mod shared;

pub(crate) use shared::LimitError;

use crate::config::LimitMode;
use crate::metrics::Refusals;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rule {
    /// Any request, by address.
    Request,
    /// New guests, by address.
    Arrival,
    /// New accounts, by address.
    Register,
    /// Wrong passwords, by address.
    Login,
    /// Wrong passwords, by address and name together, so that nobody can lock out somebody else.
    Password,
    /// New games, challenges and seeks, by player.
    Challenge,
    /// … in a day.
    ChallengesOfTheDay,
    /// Moves and other game commands over the live channel, by player.
    Command,
    /// Lines of chat, by player and game.
    Chat,
    /// … by player, in all games.
    Talk,
    /// New streams of games and events, by player.
    Stream,
    /// New streams of spectators, by address.
    Watch,
    /// Imported games, by player or address.
    Import,
    /// … in a day.
    ImportsOfTheDay,
    /// Exports of several games, which are expensive to read, by address.
    Export,
    /// Searches, crosstables and rating lists, by address. The page requests them without a click.
    Lookup,
}

impl Rule {
    const ALL: [Rule; 16] = [
        Rule::Request,
        Rule::Arrival,
        Rule::Register,
        Rule::Login,
        Rule::Password,
        Rule::Challenge,
        Rule::ChallengesOfTheDay,
        Rule::Command,
        Rule::Chat,
        Rule::Talk,
        Rule::Stream,
        Rule::Watch,
        Rule::Import,
        Rule::ImportsOfTheDay,
        Rule::Export,
        Rule::Lookup,
    ];

    /// The burst size and the time in which an empty bucket refills. A school whose pupils share one address must fit:
    /// sixty of them open the page (24 requests each), register, log in and play at once.
    const fn burst(self) -> (u32, Duration) {
        let (burst, seconds) = match self {
            Rule::Request => (6000, 20),
            Rule::Arrival => (600, 600),
            Rule::Register => (120, 600),
            Rule::Login => (120, 900),
            Rule::Password => (10, 900),
            Rule::Challenge => (25, 60),
            Rule::ChallengesOfTheDay => (1000, 86_400),
            Rule::Command => (500, 10),
            Rule::Chat => (10, 20),
            Rule::Talk => (200, 60),
            Rule::Stream => (300, 60),
            Rule::Watch => (100, 60),
            Rule::Import => (60, 600),
            Rule::ImportsOfTheDay => (500, 86_400),
            Rule::Export => (60, 60),
            Rule::Lookup => (600, 60),
        };
        (burst, Duration::from_secs(seconds))
    }

    /// The name in the metrics.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Rule::Request => "request",
            Rule::Arrival => "arrival",
            Rule::Register => "register",
            Rule::Login => "login",
            Rule::Password => "password",
            Rule::Challenge => "challenge",
            Rule::ChallengesOfTheDay => "challenges_of_the_day",
            Rule::Command => "command",
            Rule::Chat => "chat",
            Rule::Talk => "talk",
            Rule::Stream => "stream",
            Rule::Watch => "watch",
            Rule::Import => "import",
            Rule::ImportsOfTheDay => "imports_of_the_day",
            Rule::Export => "export",
            Rule::Lookup => "lookup",
        }
    }

    /// The quota in this mode; `None` if the rule is switched off.
    const fn quota(self, mode: LimitMode) -> Option<Quota> {
        let (burst, period) = self.burst();
        // Guessing passwords is never allowed, and correct passwords are never counted.
        let against_guessing = matches!(self, Rule::Password);
        match mode {
            LimitMode::Standard => Some(Quota { burst, period }),
            _ if against_guessing => Some(Quota { burst, period }),
            LimitMode::Relaxed => Some(Quota { burst: burst * RELAXED_FACTOR, period }),
            LimitMode::Off => None,
        }
    }
}

/// The factor by which `--limits relaxed` raises the limits.
const RELAXED_FACTOR: u32 = 20;

/// The burst size and the time in which an empty bucket refills.
#[derive(Clone, Copy, Debug)]
struct Quota {
    burst: u32,
    period: Duration,
}

impl Quota {
    fn each(self) -> Duration {
        self.period / self.burst
    }
}

/// The token buckets of one rule: for each key, the time at which its bucket will be full again.
struct Buckets {
    quota: Quota,
    full_at: Mutex<HashMap<Box<str>, Instant>>,
}

impl Buckets {
    /// Takes one token, or returns how long to wait for one.
    fn take(&self, key: &str, now: Instant) -> Result<(), Duration> {
        let mut full_at = self.full_at.lock();
        let before = full_at.get(key).copied().unwrap_or(now).max(now);
        let after = before + self.quota.each();
        match (after - now).checked_sub(self.quota.period) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                full_at.insert(key.into(), after);
                Ok(())
            }
        }
    }

    /// Puts one token back.
    fn put_back(&self, key: &str) {
        if let Some(full_at) = self.full_at.lock().get_mut(key) {
            // An `Instant` near the machine's boot cannot go back further; the bucket is full then anyway.
            *full_at = full_at.checked_sub(self.quota.each()).unwrap_or(*full_at);
        }
    }

    /// Removes full buckets: a missing bucket counts as full.
    fn sweep(&self, now: Instant) {
        let mut full_at = self.full_at.lock();
        full_at.retain(|_, full_at| *full_at > now);
        full_at.shrink_to_fit();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests: wait {} s", .wait.as_secs() + 1)]
pub(crate) struct TooMany {
    /// The rule that was exceeded.
    pub(crate) rule: Rule,
    /// How long to wait before trying again.
    pub(crate) wait: Duration,
}

/// All rate limits and their state. Refusals are counted for `/metrics`.
pub(crate) struct Limits {
    /// Sockets, by player.
    streams: Slots,
    /// Streams of spectators, by address.
    watchers: Slots,
    buckets: [Option<Buckets>; Rule::ALL.len()],
    refusals: Refusals,
}

impl Limits {
    /// Starts with full buckets. Refusals are counted in `refusals`.
    pub(crate) fn new(mode: LimitMode, refusals: Refusals) -> Limits {
        let buckets = |quota| Buckets { quota, full_at: Mutex::default() };
        Limits {
            streams: Slots::default(),
            watchers: Slots::default(),
            buckets: Rule::ALL.map(|rule| rule.quota(mode).map(buckets)),
            refusals,
        }
    }

    /// Counts one request of an address or player; an error if the limit is reached.
    pub(crate) fn check(&self, rule: Rule, who: &str) -> Result<(), TooMany> {
        let Some(buckets) = &self.buckets[rule as usize] else { return Ok(()) };
        buckets.take(who, Instant::now()).map_err(|wait| self.refuse(rule, wait))
    }

    fn put_back(&self, rule: Rule, who: &str) {
        if let Some(buckets) = &self.buckets[rule as usize] {
            buckets.put_back(who);
        }
    }

    fn refuse(&self, rule: Rule, wait: Duration) -> TooMany {
        self.refusals.count(rule.name());
        TooMany { rule, wait }
    }

    /// Counts one more socket of a player, for as long as the returned slot is kept.
    pub(crate) fn stream_of(&self, player: &str) -> Result<Slot, TooMany> {
        let slot = self.streams.enter(player, MAX_STREAMS_PER_PLAYER);
        slot.ok_or_else(|| self.refuse(Rule::Stream, RETRY_AFTER))
    }

    /// The error for a player with too many API streams.
    pub(crate) fn too_many_streams(&self) -> TooMany {
        self.refuse(Rule::Stream, RETRY_AFTER)
    }

    /// The error for too many concurrent exports, from one address or in total.
    pub(crate) fn too_many_exports(&self) -> TooMany {
        self.refuse(Rule::Export, RETRY_AFTER)
    }

    /// Counts one more spectator stream from an address, for as long as the returned slot is kept.
    pub(crate) fn watcher_from(&self, address: &str) -> Result<Slot, TooMany> {
        let slot = self.watchers.enter(address, MAX_WATCHERS_PER_ADDRESS);
        slot.ok_or_else(|| self.refuse(Rule::Watch, RETRY_AFTER))
    }

    /// Removes idle entries, so that memory is bounded by recent activity.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        self.buckets.iter().flatten().for_each(|buckets| buckets.sweep(now));
    }
}

/// The wait suggested when it is unknown when a slot becomes free.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// The most sockets one player may hold at once.
const MAX_STREAMS_PER_PLAYER: usize = 16;

/// The most spectator streams from one address, which may be a school's.
const MAX_WATCHERS_PER_ADDRESS: usize = 250;

/// Counts how many slots each key holds at the same time.
#[derive(Clone, Default)]
pub(crate) struct Slots(Arc<Mutex<HashMap<Box<str>, usize>>>);

/// One occupied slot; freed on drop.
pub(crate) struct Slot {
    all: Slots,
    who: Box<str>,
}

impl Slots {
    /// Takes a slot, unless the key already holds `max`.
    pub(crate) fn enter(&self, who: &str, max: usize) -> Option<Slot> {
        let mut counts = self.0.lock();
        let count = counts.entry(who.into()).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(Slot { all: self.clone(), who: who.into() })
    }
}

impl Drop for Slot {
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

    fn limits(mode: LimitMode) -> Limits {
        Limits::new(mode, Refusals::default())
    }

    #[test]
    fn keys_are_counted_separately() {
        let limits = limits(LimitMode::Standard);
        for _ in 0..10 {
            assert_eq!(limits.check(Rule::Chat, "a"), Ok(()));
        }
        let refused = limits.check(Rule::Chat, "a").expect_err("the eleventh line in a moment");
        assert!(refused.wait <= Duration::from_secs(2), "{refused:?}");
        assert_eq!(limits.check(Rule::Chat, "b"), Ok(()));
        assert_eq!(limits.check(Rule::Login, "a"), Ok(()));
        limits.sweep();
        assert!(limits.check(Rule::Chat, "a").is_err(), "a sweep keeps recent entries");
        assert_eq!(limits.refusals.counted("chat"), 2);
    }

    #[test]
    fn tokens_come_back_with_time() {
        let quota = Quota { burst: 10, period: Duration::from_secs(20) };
        let buckets = Buckets { quota, full_at: Mutex::default() };
        let now = Instant::now();
        assert_eq!((0..15).filter(|_| buckets.take("a", now).is_ok()).count(), 10);
        assert_eq!(buckets.take("a", now), Err(Duration::from_secs(2)));
        let later = now + Duration::from_secs(4);
        assert_eq!((0..15).filter(|_| buckets.take("a", later).is_ok()).count(), 2);
        buckets.put_back("a");
        assert_eq!((0..15).filter(|_| buckets.take("a", later).is_ok()).count(), 1);
        buckets.sweep(later);
        assert_eq!(buckets.full_at.lock().len(), 1);
        buckets.sweep(later + Duration::from_secs(20));
        assert!(buckets.full_at.lock().is_empty());
    }

    #[test]
    fn a_closed_network_may_do_more() {
        for (mode, rule, expected) in [
            (LimitMode::Standard, Rule::Register, 120),
            (LimitMode::Relaxed, Rule::Register, 2400),
            (LimitMode::Off, Rule::Register, 5000),
            (LimitMode::Relaxed, Rule::Password, 10),
            (LimitMode::Off, Rule::Password, 10),
        ] {
            let limits = limits(mode);
            let allowed = (0..5000).filter(|_| limits.check(rule, "a").is_ok()).count();
            assert_eq!(allowed, expected, "{mode:?} {rule:?}");
        }
    }
    #[test]
    fn a_dropped_slot_is_free_again() {
        let slots = Slots::default();
        let first = slots.enter("a", 2);
        let second = slots.enter("a", 2);
        assert!(first.is_some() && second.is_some() && slots.enter("a", 2).is_none());
        assert!(slots.enter("b", 2).is_some());
        drop(first);
        assert!(slots.enter("a", 2).is_some());
        drop(second);
        assert!(slots.0.lock().is_empty(), "no entry is left behind");
    }

    #[test]
    fn the_rules_are_listed_in_order() {
        for (place, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(place, rule as usize);
            assert!(rule.quota(LimitMode::Standard).is_some_and(|quota| !quota.each().is_zero()));
        }
    }
}
