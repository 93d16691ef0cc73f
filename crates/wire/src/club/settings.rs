//! The settings of the whole server.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Registration {
    #[default]
    Open,
    /// Only people with an invitation.
    Invite,
    Closed,
}

/// Whether players can write to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChatMode {
    Off,
    /// Only the lines of [`CHAT_PRESETS`].
    Presets,
    #[default]
    On,
}

/// The lines that can be sent if only presets are allowed.
pub const CHAT_PRESETS: [&str; 9] = [
    "Hello!",
    "Good luck!",
    "Have fun!",
    "Good game!",
    "Well played!",
    "Thank you!",
    "Sorry!",
    "I have to go.",
    "Bye!",
];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerSettings {
    pub name: String,
    pub welcome: String,
    pub registration: Registration,
    pub guests: bool,
    pub chat: ChatMode,
    /// The time controls that players can choose; empty allows all.
    pub time_controls: Vec<String>,
    /// The levels of the computer that players can choose; empty allows all.
    pub levels: Vec<u8>,
    pub real_names: bool,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            name: String::new(),
            welcome: String::new(),
            registration: Registration::Open,
            guests: true,
            chat: ChatMode::On,
            time_controls: Vec::new(),
            levels: Vec::new(),
            real_names: false,
        }
    }
}

/// `GET /app/server`: the settings that visitors need, and the preset chat lines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerInfo {
    #[serde(flatten)]
    pub settings: ServerSettings,
    pub presets: Vec<&'static str>,
    /// The address under which others reach the server, to invite them.
    pub address: String,
    pub version: &'static str,
}

/// A change of [`ServerSettings`]: a setting that is omitted stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SettingsChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub welcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration: Option<Registration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_controls: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real_names: Option<bool>,
}
