//! An input line of the arbiter: an action, the player and the time.

use crate::action::{PlayerAction, Side};
use crate::settings::Start;
use crate::unique::UniqueFields;
use game::{Action, Duration, MoveRequest};
use rules::{Color, TextError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The request of a line and its time. Without a time, it happens at the time of the line before.
pub(crate) struct Line {
    pub(crate) at: Option<u64>,
    pub(crate) request: Request,
}

pub(crate) enum Request {
    Start(Start),
    Act(Action),
}

/// The fields of a line besides those of its action.
#[derive(Deserialize)]
struct Head {
    r#do: String,
    at: Option<u64>,
    by: Option<Side>,
    #[serde(default)]
    lag: u64,
}

impl Line {
    /// Parses a line. The error says why it is not understood.
    pub(crate) fn parse(line: &[u8]) -> Result<Line, String> {
        // Some editors begin a file with a byte order mark.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Err("line: expected a JSON object, found nothing".into());
        }
        let line = str::from_utf8(line).map_err(|error| format!("line: expected UTF-8: {error}"))?;
        let UniqueFields(mut rest) = serde_json::from_str(line).map_err(|error| format!("line: {error}"))?;
        let head: Head = read(rest.clone().into())?;
        rest.remove("at");
        let request = match head.r#do.as_str() {
            "start" => {
                rest.remove("do");
                Request::Start(read(rest.into())?)
            }
            "tick" => {
                rest.remove("do");
                match rest.keys().next() {
                    None => Request::Act(Action::Tick),
                    Some(name) => return Err(format!("line: unknown field `{name}`: a tick has only at")),
                }
            }
            "move" => {
                rest.remove("by");
                rest.remove("lag");
                Request::Act(head.action(&read(rest.into())?)?)
            }
            _ => {
                // Every line may have `by`, even if the arbiter decides.
                rest.remove("by");
                Request::Act(head.action(&read(rest.into())?)?)
            }
        };
        Ok(Line { at: head.at, request })
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| format!("line: {error}"))
}

impl Head {
    fn action(&self, action: &PlayerAction) -> Result<Action, String> {
        if let Some(action) = action.arbiter_action() {
            return Ok(action);
        }
        let lag = Duration::from_millis(self.lag);
        match (action, self.by) {
            // The player to move.
            (PlayerAction::Move { r#move, offer_draw }, None) => Ok(Action::Move {
                by: None,
                request: MoveRequest::Text(r#move.clone()),
                offer_draw: *offer_draw,
                lag,
            }),
            (_, None) => Err("line: missing field `by`: white or black".into()),
            (action, Some(by)) => match action.game_action(Color::from(by), lag) {
                Some(action) => action.map_err(|error: TextError| error.to_string()),
                None => Err(format!("line: do: {:?} is available only on a server", self.r#do)),
            },
        }
    }
}
