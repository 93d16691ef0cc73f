//! A game as it is saved: rows of JSON, the first one of which says how the game began, and each of the others what
//! one command came to. Nothing is lost: the game that is read back is the game that was saved.

mod events;
mod form_1;
mod proof;
mod twins;

pub use events::BadRow;
pub use form_1::upgraded;

use crate::settings::Start;
use events::Stored;
use game::{Event, Game, Settings, Timestamp};
use serde::{Deserialize, Serialize};

/// The newest form of a row. A reader takes this one and all before it; a row that says nothing new is still written
/// in the form before, so that an older program can read it.
const FORM: u8 = 3;

/// The form of rows that have none of what the third one brought: results by the arbiter's decision, adjournment,
/// default time, draw odds.
const FORM_2: u8 = 2;

#[derive(Serialize, Deserialize)]
struct Row {
    form: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created: Option<Created>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    events: Vec<Stored>,
}

/// How a game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    pub start: Start,
    /// When, in milliseconds.
    pub begins: u64,
    pub white: Seat,
    pub black: Seat,
    #[serde(default)]
    pub rated: bool,
    /// Whether the players can talk.
    #[serde(default)]
    pub chat: bool,
    /// The game that it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// Whether the two have met in the lobby.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_lobby: bool,
    /// Where it was played elsewhere: what its PGN said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

/// A game that was played elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    /// The tags of its PGN, in their order.
    pub tags: Vec<(String, String)>,
}

/// Who has a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    Person {
        id: String,
        /// What everybody reads.
        name: String,
        /// Such as BOT.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The rating when the game began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u16>,
        /// Whether that rating is not yet certain.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        provisional: bool,
    },
    Computer {
        /// From 1 to 8.
        level: u8,
    },
    /// Somebody who has played elsewhere, and is nobody here.
    Named {
        /// What everybody reads.
        name: String,
        /// Such as GM.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The rating there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u16>,
    },
}

impl Created {
    /// The row, as text.
    pub fn row(&self) -> String {
        let is_new = self.start.draw_odds.is_some() || self.start.default_time.is_some();
        let form = if is_new { FORM } else { FORM_2 };
        text(&Row { form, created: Some(self.clone()), events: Vec::new() })
    }

    /// Reads a first row.
    pub fn read(row: &str) -> Result<Created, BadRow> {
        parse(row)?.created.ok_or_else(|| BadRow("it does not say how the game began".into()))
    }

    /// The settings of the game.
    pub fn settings(&self) -> Result<Settings, BadRow> {
        self.start.clone().settings(Timestamp::from_millis(self.begins)).map_err(BadRow)
    }
}

/// The row of what a command came to, as text.
pub fn row(events: &[Event]) -> String {
    let events: Vec<Stored> = events.iter().map(Stored::new).collect();
    let form = events.iter().map(Stored::form).max().unwrap_or(FORM_2);
    text(&Row { form, created: None, events })
}

/// Reads a row, lets what it says happen to the game, and says it.
pub fn replay(game: &mut Game, row: &str) -> Result<Vec<Event>, BadRow> {
    let row = parse(row)?;
    if row.created.is_some() {
        return Err(BadRow("the game begins a second time".into()));
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
        return Err(BadRow("it says nothing".into()));
    }
    Ok(row)
}
