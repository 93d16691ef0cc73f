//! Server-wide settings, changed by admins: who can register and play, whether there is chat, which games are offered.

use crate::sanitize::one_line;
use game::TimeControl;
use parking_lot::RwLock;
use std::sync::Arc;
use wire::club::{ChatMode, Registration, ServerSettings, SettingsChange};

/// The longest name of a server, in characters.
const MAX_NAME: usize = 60;
/// The longest welcome text, in characters.
const MAX_WELCOME: usize = 2000;
/// The most time controls that can be offered.
const MAX_CONTROLS: usize = 30;
/// The levels of the computer.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// The current settings. Cheap to clone: all clones share one value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings(Arc<RwLock<Arc<ServerSettings>>>);

/// A setting with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {why}")]
pub(crate) struct BadSetting {
    pub(crate) field: &'static str,
    /// What was expected, and what was found.
    pub(crate) why: String,
}

impl Settings {
    /// The settings as they are now.
    pub(crate) fn get(&self) -> Arc<ServerSettings> {
        Arc::clone(&self.0.read())
    }

    pub(crate) fn set(&self, settings: ServerSettings) {
        *self.0.write() = Arc::new(settings);
    }

    /// Whether chat is off: no text of one player may reach another.
    pub(crate) fn is_silent(&self) -> bool {
        self.0.read().chat == ChatMode::Off
    }

    /// Who may create an account. While chat is off, only admins create accounts, because a name is text too.
    pub(crate) fn registration(&self) -> Registration {
        let settings = self.0.read();
        if settings.chat == ChatMode::Off { Registration::Closed } else { settings.registration }
    }

    /// Whether players can choose this time control.
    pub(crate) fn offers_time(&self, time: Option<&str>) -> bool {
        let settings = self.0.read();
        // "+0" is the same as no increment.
        let control = |text: &str| {
            let stages = text.split(':').map(|stage| stage.strip_suffix("+0").unwrap_or(stage));
            stages.collect::<Vec<_>>().join(":").parse::<TimeControl>().ok()
        };
        let wanted = control(time.unwrap_or("-"));
        settings.time_controls.is_empty() || settings.time_controls.iter().any(|text| control(text) == wanted)
    }

    /// Whether players can choose this level of the computer.
    pub(crate) fn offers_level(&self, level: u8) -> bool {
        let settings = self.0.read();
        settings.levels.is_empty() || settings.levels.contains(&level)
    }
}

/// The settings after a change, or the first invalid value.
pub(crate) fn changed(
    settings: &ServerSettings,
    change: SettingsChange,
) -> Result<ServerSettings, BadSetting> {
    let mut next = settings.clone();
    if let Some(name) = change.name {
        next.name = one_line(&name, MAX_NAME);
    }
    if let Some(welcome) = change.welcome {
        let lines: Vec<_> = welcome.lines().map(|line| one_line(line, usize::MAX)).collect();
        let welcome = lines.join("\n").trim().to_owned();
        let length = welcome.chars().count();
        if length > MAX_WELCOME {
            let why = format!("expected at most {MAX_WELCOME} characters, found {length}");
            return Err(BadSetting { field: "welcome", why });
        }
        next.welcome = welcome;
    }
    if let Some(controls) = change.time_controls {
        if controls.len() > MAX_CONTROLS {
            let why = format!("expected at most {MAX_CONTROLS} time controls, found {}", controls.len());
            return Err(BadSetting { field: "time_controls", why });
        }
        let control = |text: &String| {
            let control = text.parse::<TimeControl>().map_err(|error| error.to_string())?;
            Ok(control.to_string())
        };
        let controls: Result<Vec<_>, String> = controls.iter().map(control).collect();
        next.time_controls = controls.map_err(|why| BadSetting { field: "time_controls", why })?;
    }
    if let Some(mut levels) = change.levels {
        if let Some(level) = levels.iter().copied().find(|level| !LEVELS.contains(level)) {
            let why = format!("expected levels from 1 to 8, found {level}");
            return Err(BadSetting { field: "levels", why });
        }
        levels.sort_unstable();
        levels.dedup();
        next.levels = levels;
    }
    next.registration = change.registration.unwrap_or(next.registration);
    next.guests = change.guests.unwrap_or(next.guests);
    next.chat = change.chat.unwrap_or(next.chat);
    next.real_names = change.real_names.unwrap_or(next.real_names);
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(json: &str) -> Result<ServerSettings, BadSetting> {
        changed(&ServerSettings::default(), serde_json::from_str(json).expect("a change"))
    }

    #[test]
    fn omitted_settings_stay() {
        let settings = change(r#"{"name":" Club\u202e\n of  Lisbon ","levels":[3,1,3]}"#).expect("valid");
        assert_eq!((settings.name.as_str(), settings.levels), ("Club of Lisbon", vec![1, 3]));
        assert_eq!((settings.guests, settings.chat), (true, ChatMode::On));
    }

    #[test]
    fn bad_values_are_named() {
        for (json, field) in [
            (r#"{"levels":[0]}"#, "levels"),
            (r#"{"levels":[9]}"#, "levels"),
            (r#"{"time_controls":["fast"]}"#, "time_controls"),
        ] {
            assert_eq!(change(json).map_err(|error| error.field), Err(field), "{json}");
        }
        let long = serde_json::json!({ "welcome": "x".repeat(2001) }).to_string();
        assert_eq!(change(&long).map_err(|error| error.field), Err("welcome"));
    }

    #[test]
    fn controls_are_compared_by_what_they_mean() {
        let settings = Settings::default();
        assert!(settings.offers_time(Some("60")) && settings.offers_level(8));
        settings.set(change(r#"{"time_controls":["300+3","600"],"levels":[1]}"#).expect("valid"));
        assert!(settings.offers_time(Some("300+3")) && settings.offers_time(Some("600+0")));
        assert!(!settings.offers_time(Some("60")) && !settings.offers_time(None));
        assert!(settings.offers_level(1) && !settings.offers_level(2));
    }

    #[test]
    fn without_chat_registration_is_closed() {
        let settings = Settings::default();
        assert_eq!(settings.registration(), Registration::Open);
        settings.set(change(r#"{"chat":"off"}"#).expect("valid"));
        assert!(settings.is_silent());
        assert_eq!(settings.registration(), Registration::Closed);
    }
}
