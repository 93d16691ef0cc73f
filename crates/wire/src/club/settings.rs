//! What an admin decides for the whole server.

use serde::{Deserialize, Serialize};

/// Who may create an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Registration {
    #[default]
    Open,
    /// Whoever has an invitation.
    Invite,
    /// Nobody but an admin.
    Closed,
}

/// Whether players can write to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ChatMode {
    /// Nothing that one player writes reaches another one.
    Off,
    /// Only the lines of [`CHAT_PRESETS`].
    Presets,
    #[default]
    On,
}

/// What can be said where only presets are allowed.
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

/// What an admin decides for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerSettings {
    /// What the server is called.
    pub name: String,
    /// What visitors read first.
    pub welcome: String,
    pub registration: Registration,
    /// Whether people without an account can play.
    pub guests: bool,
    pub chat: ChatMode,
    /// The time controls that players can choose; any if there are none.
    pub time_controls: Vec<String>,
    /// The levels of the computer that players can choose; all if there are none.
    pub levels: Vec<u8>,
    /// Whether everybody sees real names.
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

/// `GET /app/server`: the settings that visitors need, and what can be said where only presets are allowed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerInfo {
    #[serde(flatten)]
    pub settings: ServerSettings,
    pub presets: Vec<&'static str>,
    /// Where others reach the server, for those who invite them.
    pub address: String,
    /// The name and version of the program.
    pub version: &'static str,
}

/// A change of [`ServerSettings`]: what is left out stays.
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
