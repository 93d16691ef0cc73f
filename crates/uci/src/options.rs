//! What can be set from outside.

use engine::{Ability, Level, STRONGEST_LIMITED, WEAKEST};
use std::fmt::Write;
use std::time::Duration;

/// The options as they stand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    pub(super) chess960: bool,
    pub(super) show_chances: bool,
    limit_strength: bool,
    rating: u32,
    skill: u32,
    level: u8,
    /// Which mistakes a limited opponent makes; 0: others in every game.
    pub(super) seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(20),
            chess960: false,
            show_chances: false,
            limit_strength: false,
            rating: STRONGEST_LIMITED,
            skill: FULL_SKILL,
            level: FULL_LEVEL,
            seed: 0,
        }
    }
}

const FULL_SKILL: u32 = 20;
const FULL_LEVEL: u8 = 8;
const MOST_SEED: i64 = 1_000_000_000;
const MOST_HASH: i64 = 1 << 20;
const MOST_THREADS: i64 = 256;
const MOST_LINES: i64 = 256;
const MOST_OVERHEAD: i64 = 10_000;

/// What became of setting an option.
#[derive(Debug, PartialEq)]
pub(super) enum Set {
    Done,
    /// A button was pressed: forget what was found.
    ClearHash,
    /// For a person who reads along.
    Refused(String),
}

impl Options {
    /// The `option` lines.
    pub(super) fn declared() -> String {
        let mut text = String::new();
        let spin = |text: &mut String, name: &str, default: i64, least: i64, most: i64| {
            let _ = writeln!(text, "option name {name} type spin default {default} min {least} max {most}");
        };
        let check = |text: &mut String, name: &str| {
            let _ = writeln!(text, "option name {name} type check default false");
        };
        spin(&mut text, "Hash", 16, 1, MOST_HASH);
        text += "option name Clear Hash type button\n";
        spin(&mut text, "Threads", 1, 1, MOST_THREADS);
        check(&mut text, "Ponder");
        spin(&mut text, "MultiPV", 1, 1, MOST_LINES);
        spin(&mut text, "Move Overhead", 20, 0, MOST_OVERHEAD);
        check(&mut text, "UCI_Chess960");
        check(&mut text, "UCI_AnalyseMode");
        check(&mut text, "UCI_ShowWDL");
        check(&mut text, "UCI_LimitStrength");
        let (weakest, strongest) = (i64::from(WEAKEST), i64::from(STRONGEST_LIMITED));
        spin(&mut text, "UCI_Elo", strongest, weakest, strongest);
        spin(&mut text, "Skill Level", FULL_SKILL.into(), 0, FULL_SKILL.into());
        spin(&mut text, "Level", FULL_LEVEL.into(), 1, FULL_LEVEL.into());
        spin(&mut text, "Seed", 0, 0, MOST_SEED);
        text
    }

    /// What a limited opponent can do; none at full strength. A rating counts before a level, a level before
    /// a skill.
    pub(super) fn ability(&self) -> Option<Ability> {
        if self.limit_strength {
            Some(Ability::of_rating(self.rating))
        } else if self.level < FULL_LEVEL {
            Level::new(self.level).map(Level::ability)
        } else if self.skill < FULL_SKILL {
            let range = STRONGEST_LIMITED - WEAKEST;
            Some(Ability::of_rating(WEAKEST + range * self.skill / (FULL_SKILL - 1)))
        } else {
            None
        }
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Set {
        let result = match name.to_ascii_lowercase().as_str() {
            "hash" => number(value, 1, MOST_HASH).map(|hash| self.hash = hash as usize),
            "clear hash" => return Set::ClearHash,
            "threads" => number(value, 1, MOST_THREADS).map(|threads| self.threads = threads as usize),
            "multipv" => number(value, 1, MOST_LINES).map(|lines| self.lines = lines as usize),
            "move overhead" => number(value, 0, MOST_OVERHEAD)
                .map(|overhead| self.overhead = Duration::from_millis(overhead as u64)),
            "uci_chess960" => truth(value).map(|on| self.chess960 = on),
            "uci_showwdl" => truth(value).map(|on| self.show_chances = on),
            "uci_limitstrength" => truth(value).map(|on| self.limit_strength = on),
            "uci_elo" => number(value, WEAKEST.into(), STRONGEST_LIMITED.into())
                .map(|rating| self.rating = rating as u32),
            "skill level" => number(value, 0, FULL_SKILL.into()).map(|skill| self.skill = skill as u32),
            "level" => number(value, 1, FULL_LEVEL.into()).map(|level| self.level = level as u8),
            "seed" => number(value, 0, MOST_SEED).map(|seed| self.seed = seed as u64),
            // Told for information: the engine plays the same either way.
            "ponder" | "uci_analysemode" => truth(value).map(drop),
            _ => Err("there is no such option".to_owned()),
        };
        match result {
            Ok(()) => Set::Done,
            Err(why) => Set::Refused(format!("{name}: {why}")),
        }
    }
}

/// What lies outside is moved to the nearest that is allowed.
fn number(value: &str, least: i64, most: i64) -> Result<i64, String> {
    let number: i64 =
        value.parse().map_err(|_| format!("expected a number from {least} to {most}, found {value:?}"))?;
    Ok(number.clamp(least, most))
}

fn truth(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected true or false, found {value:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_case_and_values_within_bounds() {
        let mut options = Options::default();
        assert_eq!(options.set("hAsH", "64"), Set::Done);
        assert_eq!(options.set("Threads", "100000"), Set::Done);
        assert_eq!(options.set("move overhead", "-3"), Set::Done);
        assert_eq!((options.hash, options.threads, options.overhead), (64, 256, Duration::ZERO));
        assert_eq!(options.set("clear hash", ""), Set::ClearHash);
    }

    #[test]
    fn strength_is_limited_only_when_asked() {
        let mut options = Options::default();
        assert_eq!(options.ability(), None);
        options.set("UCI_Elo", "1000");
        assert_eq!(options.ability(), None);
        options.set("UCI_LimitStrength", "true");
        assert_eq!(options.ability().map(|ability| ability.rating), Some(1000));
        options.set("UCI_LimitStrength", "false");
        options.set("Level", "1");
        assert_eq!(options.ability(), Level::new(1).map(Level::ability));
        options.set("Level", "8");
        options.set("Skill Level", "0");
        assert_eq!(options.ability().map(|ability| ability.rating), Some(WEAKEST));
    }

    #[test]
    fn what_is_no_value_is_named() {
        let mut options = Options::default();
        let refused = |text: &str| Set::Refused(text.to_owned());
        assert_eq!(
            options.set("Hash", "x"),
            refused("Hash: expected a number from 1 to 1048576, found \"x\"")
        );
        assert_eq!(options.set("Ponder", "1"), refused("Ponder: expected true or false, found \"1\""));
        assert_eq!(options.set("Nope", "1"), refused("Nope: there is no such option"));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_declared_option_can_be_set_to_its_default() {
        let mut options = Options::default();
        for line in Options::declared().lines() {
            let name =
                line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next()).unwrap();
            let default =
                line.split(" default ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or("");
            assert!(!matches!(options.set(name, default), Set::Refused(_)), "{line}");
        }
        assert_eq!(options, Options::default());
    }
}
