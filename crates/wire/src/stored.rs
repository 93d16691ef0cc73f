//! The stored form of a game: rows of JSON. The first row describes the start of the game, and each of the others holds
//! the events of one command. Reading them back gives the same game.

mod events;
mod form_1;
mod proof;
mod twins;

pub use events::BadRow;
pub use form_1::upgraded;

use crate::settings::Start;
use events::StoredEvent;
use game::{Event, Game, Settings, Timestamp};
use serde::{Deserialize, Serialize};

/// The newest form of a row. A reader accepts this form and all earlier ones. A row that needs nothing new is still
/// written in the previous form, so that an older program can read it.
const FORM: u8 = 3;

/// The form of rows without the features of form 3: results by the arbiter's decision, adjournment,
/// default time, draw odds.
const FORM_2: u8 = 2;

#[derive(Serialize, Deserialize)]
struct Row {
    form: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created: Option<GameHeader>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    events: Vec<StoredEvent>,
}

/// The start of a game: its settings and players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameHeader {
    pub start: Start,
    /// The time of the start, in milliseconds.
    pub begins: u64,
    pub white: Seat,
    pub black: Seat,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub chat: bool,
    /// The game of which this is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// Whether the players were paired in the lobby.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_lobby: bool,
    /// Only for a game that was played elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<ImportedTags>,
}

/// What the PGN of a game that was played elsewhere contained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedTags {
    /// The tags of its PGN, in order.
    pub tags: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    Person {
        id: String,
        /// The public name.
        name: String,
        /// A title such as BOT.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The rating when the game began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u16>,
        /// Whether that rating is provisional.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        provisional: bool,
    },
    Computer {
        /// From 1 to 8.
        level: u8,
    },
    /// A player of an imported game, without an account on this server.
    Named {
        /// The public name.
        name: String,
        /// A title such as GM.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The rating there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u16>,
    },
}

impl GameHeader {
    pub fn row(&self) -> String {
        let is_new = self.start.draw_odds.is_some() || self.start.default_time.is_some();
        let form = if is_new { FORM } else { FORM_2 };
        text(&Row { form, created: Some(self.clone()), events: Vec::new() })
    }

    /// Parses a first row.
    pub fn read(row: &str) -> Result<GameHeader, BadRow> {
        parse(row)?.created.ok_or_else(|| BadRow("the start of the game is missing".into()))
    }

    pub fn settings(&self) -> Result<Settings, BadRow> {
        self.start.clone().settings(Timestamp::from_millis(self.begins)).map_err(BadRow)
    }
}

/// The row for the events of a command, as text.
pub fn row(events: &[Event]) -> String {
    let events: Vec<StoredEvent> = events.iter().map(StoredEvent::new).collect();
    let form = events.iter().map(StoredEvent::form).max().unwrap_or(FORM_2);
    text(&Row { form, created: None, events })
}

/// Parses a row, applies its events to the game, and returns them.
pub fn replay(game: &mut Game, row: &str) -> Result<Vec<Event>, BadRow> {
    let row = parse(row)?;
    if row.created.is_some() {
        return Err(BadRow("the game starts a second time".into()));
    }
    let mut events = Vec::with_capacity(row.events.len());
    for stored in row.events {
        let event = stored.event(game)?;
        game.evolve(&event);
        events.push(event);
    }
    Ok(events)
}

fn text(row: &Row) -> String {
    serde_json::to_string(row).expect("texts and numbers are JSON")
}

fn parse(row: &str) -> Result<Row, BadRow> {
    let upgraded = upgraded(row);
    let row: Row = serde_json::from_str(upgraded.as_deref().unwrap_or(row))
        .map_err(|error| BadRow(error.to_string()))?;
    if row.form > FORM {
        return Err(BadRow(format!(
            "format {} is newer than {FORM}, the latest that this program can read",
            row.form
        )));
    }
    if row.created.is_none() && row.events.is_empty() {
        return Err(BadRow("the row is empty".into()));
    }
    Ok(row)
}
