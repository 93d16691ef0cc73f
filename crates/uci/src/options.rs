//! UCI options: one table defines their names, kinds, ranges and effects.

use crate::search_thread::Strength;
use engine::network::Network;
use engine::{Ability, Level, STRONGEST_LIMITED, WEAKEST};
use rules::Variant;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The current values of the options.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    pub(super) variant: Variant,
    pub(super) show_wdl: bool,
    ponder: bool,
    analyse_mode: bool,
    limit_strength: bool,
    elo: u32,
    skill: u32,
    level: u8,
    opening_variety: bool,
    pub(super) human_pace: bool,
    eval_file: String,
    /// The network of `eval_file`, or the embedded one.
    network: Arc<Network>,
    use_nnue: bool,
    /// Decides which mistakes a limited opponent makes; 0 means others in every game.
    seed: u64,
    /// The seed of this game if none is set; drawn when it is first needed.
    game_seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(20),
            variant: Variant::Standard,
            show_wdl: false,
            ponder: false,
            analyse_mode: false,
            limit_strength: false,
            elo: STRONGEST_LIMITED,
            skill: FULL_SKILL,
            level: FULL_LEVEL,
            opening_variety: false,
            human_pace: false,
            eval_file: NO_FILE.to_owned(),
            network: Arc::clone(Network::embedded()),
            use_nnue: true,
            seed: 0,
            game_seed: None,
        }
    }
}

const FULL_SKILL: u32 = 20;
/// How UCI writes an empty string.
const NO_FILE: &str = "<empty>";
/// No network file is larger.
const MAX_NETWORK_BYTES: u64 = 16 << 20;
const FULL_LEVEL: u8 = 8;

/// One option. Its default value is that of [`Options::default`].
struct Row {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    Button(SetEffect),
    /// The path of a network; `<empty>` for the embedded one.
    File {
        get: fn(&Options) -> &str,
        set: fn(&mut Options, &str) -> Result<(), String>,
    },
    Check {
        get: fn(&Options) -> bool,
        set: fn(&mut Options, bool),
    },
    /// A value outside the range is clamped to it.
    Spin {
        min: i64,
        max: i64,
        get: fn(&Options) -> i64,
        set: fn(&mut Options, i64),
    },
}

const fn check(name: &'static str, get: fn(&Options) -> bool, set: fn(&mut Options, bool)) -> Row {
    Row { name, kind: Kind::Check { get, set } }
}

const fn spin(
    name: &'static str,
    (min, max): (i64, i64),
    get: fn(&Options) -> i64,
    set: fn(&mut Options, i64),
) -> Row {
    Row { name, kind: Kind::Spin { min, max, get, set } }
}

static ROWS: [Row; 18] = [
    spin("Hash", (1, 1 << 20), |o| o.hash as i64, |o, value| o.hash = value as usize),
    Row { name: "Clear Hash", kind: Kind::Button(SetEffect::ClearHash) },
    Row { name: "EvalFile", kind: Kind::File { get: |o| &o.eval_file, set: Options::load_network } },
    check("Use NNUE", |o| o.use_nnue, |o, on| o.use_nnue = on),
    spin("Threads", (1, 256), |o| o.threads as i64, |o, value| o.threads = value as usize),
    // Informational only: the engine plays the same either way.
    check("Ponder", |o| o.ponder, |o, on| o.ponder = on),
    spin("MultiPV", (1, 256), |o| o.lines as i64, |o, value| o.lines = value as usize),
    spin(
        "Move Overhead",
        (0, 10_000),
        |o| o.overhead.as_millis() as i64,
        |o, value| o.overhead = Duration::from_millis(value as u64),
    ),
    check(
        "UCI_Chess960",
        |o| o.variant == Variant::Chess960,
        |o, on| o.variant = if on { Variant::Chess960 } else { Variant::Standard },
    ),
    // Informational only, like Ponder.
    check("UCI_AnalyseMode", |o| o.analyse_mode, |o, on| o.analyse_mode = on),
    check("UCI_ShowWDL", |o| o.show_wdl, |o, on| o.show_wdl = on),
    check("UCI_LimitStrength", |o| o.limit_strength, |o, on| o.limit_strength = on),
    spin(
        "UCI_Elo",
        (WEAKEST as i64, STRONGEST_LIMITED as i64),
        |o| o.elo.into(),
        |o, value| o.elo = value as u32,
    ),
    spin("Skill Level", (0, FULL_SKILL as i64), |o| o.skill.into(), |o, value| o.skill = value as u32),
    spin("Level", (1, FULL_LEVEL as i64), |o| o.level.into(), |o, value| o.level = value as u8),
    check("Opening Variety", |o| o.opening_variety, |o, on| o.opening_variety = on),
    check("Human Pace", |o| o.human_pace, |o, on| o.human_pace = on),
    spin("Seed", (0, 1_000_000_000), |o| o.seed as i64, |o, value| o.seed = value as u64),
];

/// The effect of setting an option.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SetEffect {
    Done,
    /// The hash is to be cleared.
    ClearHash,
    /// The name or the value is invalid; the text says why.
    Refused(String),
}

impl Options {
    /// The `option` lines.
    pub(super) fn declared() -> String {
        let defaults = Options::default();
        let mut text = String::new();
        for Row { name, kind } in &ROWS {
            let _ = write!(text, "option name {name} type ");
            let _ = match kind {
                Kind::Button(_) => writeln!(text, "button"),
                Kind::File { get, .. } => writeln!(text, "string default {}", get(&defaults)),
                Kind::Check { get, .. } => writeln!(text, "check default {}", get(&defaults)),
                Kind::Spin { min, max, get, .. } => {
                    writeln!(text, "spin default {} min {min} max {max}", get(&defaults))
                }
            };
        }
        text
    }

    /// Sets the option of this name; case does not matter.
    pub(super) fn set(&mut self, name: &str, value: &str) -> SetEffect {
        let Some(row) = ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name)) else {
            return SetEffect::Refused(format!("{name}: there is no such option"));
        };
        let refused =
            |expected: String| SetEffect::Refused(format!("{name}: expected {expected}, found {value:?}"));
        match &row.kind {
            Kind::Button(effect) => effect.clone(),
            Kind::File { set, .. } => match set(self, value) {
                Ok(()) => SetEffect::Done,
                Err(why) => SetEffect::Refused(format!("{name}: {why}")),
            },
            Kind::Check { set, .. } => match value.to_ascii_lowercase().parse() {
                Ok(on) => {
                    set(self, on);
                    SetEffect::Done
                }
                Err(_) => refused("true or false".to_owned()),
            },
            Kind::Spin { min, max, set, .. } => match value.parse::<i64>() {
                Ok(number) => {
                    set(self, number.clamp(*min, *max));
                    SetEffect::Done
                }
                Err(_) => refused(format!("a number from {min} to {max}")),
            },
        }
    }

    /// Starts another game, with other mistakes unless the seed is set.
    pub(super) fn new_game(&mut self) {
        self.game_seed = None;
    }

    fn load_network(&mut self, file: &str) -> Result<(), String> {
        self.network = if file.is_empty() || file == NO_FILE {
            Arc::clone(Network::embedded())
        } else {
            let failed = |error: &dyn std::fmt::Display| format!("{file}: {error}");
            // A device may be endless.
            let metadata = fs::metadata(file).map_err(|error| failed(&error))?;
            if !metadata.is_file() || metadata.len() > MAX_NETWORK_BYTES {
                return Err(failed(&"not a network file"));
            }
            let bytes = fs::read(file).map_err(|error| failed(&error))?;
            Arc::new(Network::from_bytes(&bytes).map_err(|error| failed(&error))?)
        };
        self.eval_file = if file.is_empty() { NO_FILE.to_owned() } else { file.to_owned() };
        Ok(())
    }

    /// The network to evaluate with; `None` means the hand-crafted evaluation.
    pub(super) fn network(&self) -> Option<&Arc<Network>> {
        self.use_nnue.then_some(&self.network)
    }

    /// The limited strength to play at; `None` at full strength.
    pub(super) fn strength(&mut self) -> Option<Strength> {
        let ability = self.ability()?;
        let seed =
            if self.seed == 0 { *self.game_seed.get_or_insert_with(seed_from_clock) } else { self.seed };
        Some(Strength { ability, seed })
    }

    /// UCI_Elo takes precedence over Level, and Level over Skill Level.
    fn ability(&self) -> Option<Ability> {
        if self.limit_strength {
            Some(Ability::of_rating(self.elo))
        } else if self.level < FULL_LEVEL {
            Level::new(self.level).map(Level::ability)
        } else if self.skill < FULL_SKILL {
            let range = STRONGEST_LIMITED - WEAKEST;
            Some(Ability::of_rating(WEAKEST + range * self.skill / (FULL_SKILL - 1)))
        } else if self.opening_variety {
            // Limited opponents always vary. Full strength otherwise plays alike in every game, as engine testers
            // expect.
            Level::new(FULL_LEVEL).map(Level::ability)
        } else {
            None
        }
    }
}

fn seed_from_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_case_and_values_within_bounds() {
        let mut options = Options::default();
        assert_eq!(options.set("hAsH", "64"), SetEffect::Done);
        assert_eq!(options.set("Threads", "100000"), SetEffect::Done);
        assert_eq!(options.set("move overhead", "-3"), SetEffect::Done);
        assert_eq!((options.hash, options.threads, options.overhead), (64, 256, Duration::ZERO));
        assert_eq!(options.set("clear hash", ""), SetEffect::ClearHash);
    }

    #[test]
    fn strength_is_limited_only_on_request() {
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
    fn a_fixed_seed_holds_in_every_game_and_a_drawn_one_changes() {
        let mut options = Options::default();
        options.set("Level", "3");
        let seed = |options: &mut Options| options.strength().expect("limited").seed;
        let first = seed(&mut options);
        assert_eq!(seed(&mut options), first);
        options.new_game();
        assert_ne!(seed(&mut options), first);
        options.set("Seed", "7");
        assert_eq!(seed(&mut options), 7);
        options.new_game();
        assert_eq!(seed(&mut options), 7);
    }

    #[test]
    fn invalid_names_and_values_are_reported() {
        let mut options = Options::default();
        let refused = |text: &str| SetEffect::Refused(text.to_owned());
        assert_eq!(
            options.set("Hash", "x"),
            refused("Hash: expected a number from 1 to 1048576, found \"x\"")
        );
        assert_eq!(options.set("Ponder", "1"), refused("Ponder: expected true or false, found \"1\""));
        assert_eq!(options.set("Nope", "1"), refused("Nope: there is no such option"));
        assert_eq!(options.set("EvalFile", "/dev/null"), refused("EvalFile: /dev/null: not a network file"));
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
            assert!(!matches!(options.set(name, default), SetEffect::Refused(_)), "{line}");
        }
        assert_eq!(options, Options::default());
        assert_eq!(Options::declared().lines().count(), ROWS.len());
    }
}
