//! An input line of the arbiter: an action, the player and the time.

use crate::action::{PlayerAction, Side};
use crate::settings::Start;
use crate::unique::UniqueFields;
use game::{Action, Duration, MoveRequest};
use rules::{Color, TextError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A line of the arbiter's input.
///
/// It is read by hand, with errors that name the field, and written by serde: a test compares the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArbiterLine {
    #[serde(flatten)]
    pub request: ArbiterRequest,
    /// Milliseconds since the game's start. Without it, the line happens at the time of the line before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ArbiterRequest {
    Start(Start),
    /// Time has passed: a flag may have fallen.
    Tick,
    #[serde(untagged)]
    Act(ArbiterAction),
}

/// An action of a player or the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArbiterAction {
    #[serde(flatten)]
    pub action: PlayerAction,
    /// The player. The arbiter's own actions do not need one, and a move is made by the player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub by: Option<Side>,
    /// How long the move was under way, in milliseconds. Only moves have it.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(test, ts(optional, as = "Option<u64>"))]
    pub lag: u64,
}

fn is_zero(millis: &u64) -> bool {
    *millis == 0
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

impl ArbiterLine {
    /// Parses a line. The error says why it is not understood.
    pub(crate) fn parse(line: &[u8]) -> Result<ArbiterLine, String> {
        // Some editors begin a file with a byte order mark.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Err("line: expected a JSON object, found nothing".into());
        }
        let line = str::from_utf8(line).map_err(|error| format!("line: expected UTF-8: {error}"))?;
        let UniqueFields(mut rest) = serde_json::from_str(line).map_err(|error| format!("line: {error}"))?;
        let Head { r#do, at, by, lag } = read(rest.clone().into())?;
        rest.remove("at");
        let request = match r#do.as_str() {
            "start" => {
                rest.remove("do");
                ArbiterRequest::Start(read(rest.into())?)
            }
            "tick" => {
                rest.remove("do");
                match rest.keys().next() {
                    None => ArbiterRequest::Tick,
                    Some(name) => return Err(format!("line: unknown field `{name}`: a tick has only at")),
                }
            }
            name => {
                // Every action may have `by`, even if the arbiter decides.
                rest.remove("by");
                if name == "move" {
                    rest.remove("lag");
                }
                ArbiterRequest::Act(ArbiterAction { action: read(rest.into())?, by, lag })
            }
        };
        Ok(ArbiterLine { request, at })
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| format!("line: {error}"))
}

impl ArbiterAction {
    /// The action in the game. The error says why there is none.
    pub(crate) fn game_action(&self) -> Result<Action, String> {
        if let Some(action) = self.action.arbiter_action() {
            return Ok(action);
        }
        let lag = Duration::from_millis(self.lag);
        match (&self.action, self.by) {
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
                None => {
                    let action = serde_json::to_value(action).expect("texts and numbers are JSON");
                    Err(format!("line: do: {} is available only on a server", action["do"]))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{ForfeitedBy, OpponentScoreName, RestartReasonName};
    use crate::settings::{ClockStartsName, ConductName, Never, OffersFrom, VariantName};

    /// Every action, with all its fields and with none that can be left out.
    fn actions() -> Vec<PlayerAction> {
        let texts = [
            r#"{"do":"move","move":"e4"}"#,
            r#"{"do":"move","move":"e4","offer_draw":true}"#,
            r#"{"do":"draw"}"#,
            r#"{"do":"claim"}"#,
            r#"{"do":"claim","move":"Ra1"}"#,
            r#"{"do":"offer"}"#,
            r#"{"do":"accept"}"#,
            r#"{"do":"decline"}"#,
            r#"{"do":"decline_draw"}"#,
            r#"{"do":"decline_takeback"}"#,
            r#"{"do":"resign"}"#,
            r#"{"do":"abort"}"#,
            r#"{"do":"takeback"}"#,
            r#"{"do":"touch","square":"e2"}"#,
            r#"{"do":"adjust"}"#,
            r#"{"do":"rematch"}"#,
            r#"{"do":"claim_victory"}"#,
            r#"{"do":"claim_draw_gone"}"#,
            r#"{"do":"add_time","seconds":15}"#,
            r#"{"do":"pause"}"#,
            r#"{"do":"resume"}"#,
            r#"{"do":"adjourn","move":"Nf3"}"#,
            r#"{"do":"appear"}"#,
        ];
        let mut actions: Vec<PlayerAction> =
            texts.iter().map(|text| serde_json::from_str(text).expect(text)).collect();
        actions.extend([
            PlayerAction::SetClocks { white: None, black: None },
            PlayerAction::SetClocks { white: Some(1000), black: Some(2000) },
            PlayerAction::Forfeit { who: ForfeitedBy::Both, opponent: None, reason: None },
            PlayerAction::Forfeit {
                who: ForfeitedBy::White,
                opponent: Some(OpponentScoreName::HalfPoint),
                reason: Some("a phone".into()),
            },
            PlayerAction::Restart { reason: None },
            PlayerAction::Restart { reason: Some(RestartReasonName::Setup) },
        ]);
        actions
    }

    fn requests() -> Vec<ArbiterRequest> {
        let full = Start {
            fen: Some("4k3/8/8/8/8/8/8/R3K3 w - - 0 1".into()),
            time: Some("300".into()),
            time_white: Some("180+2".into()),
            time_black: Some("60".into()),
            variant: VariantName::Chess960,
            conduct: ConductName::Tournament,
            draw_offers_from_move: Some(OffersFrom::Word(Never::Never)),
            fifty_move_rule: false,
            clock_starts: ClockStartsName::AfterBothMoved,
            lag_compensation: 100,
            announce_check: Some(true),
            draw_odds: Some(Side::Black),
            default_time: Some(60_000),
        };
        let mut requests =
            vec![ArbiterRequest::Start(Start::default()), ArbiterRequest::Start(full), ArbiterRequest::Tick];
        for action in actions() {
            for by in [None, Some(Side::White), Some(Side::Black)] {
                requests.push(ArbiterRequest::Act(ArbiterAction { action: action.clone(), by, lag: 0 }));
            }
            if let PlayerAction::Move { .. } = action {
                requests.push(ArbiterRequest::Act(ArbiterAction { action, by: Some(Side::White), lag: 25 }));
            }
        }
        requests
    }

    #[test]
    fn every_line_is_parsed_as_it_is_written() {
        for request in requests() {
            for at in [None, Some(0), Some(1500)] {
                let line = ArbiterLine { request: request.clone(), at };
                let text = serde_json::to_string(&line).expect("JSON");
                assert_eq!(ArbiterLine::parse(text.as_bytes()), Ok(line), "{text}");
            }
        }
    }

    #[test]
    fn no_action_is_left_out_above() {
        let error = ArbiterLine::parse(br#"{"do":"?"}"#).expect_err("not an action");
        let (_, known) = error.split_once("expected one of ").expect("a list of actions");
        let tested: Vec<Value> =
            actions().iter().map(|action| serde_json::to_value(action).expect("JSON")).collect();
        for name in known.split(", ").map(|name| name.trim_matches('`')) {
            assert!(tested.iter().any(|action| action["do"] == name), "{name}");
        }
    }

    #[test]
    fn a_line_has_no_other_fields() {
        for (line, error) in [
            (r#"{"do":"start","by":"white"}"#, "line: unknown field `by`"),
            (r#"{"do":"start","lag":5}"#, "line: unknown field `lag`"),
            (r#"{"do":"tick","lag":5}"#, "line: unknown field `lag`: a tick has only at"),
            (r#"{"do":"resign","by":"white","lag":5}"#, "line: unknown field `lag`"),
            (r#"{"do":"resign","by":"both"}"#, "line: unknown variant `both`"),
            (r#"{"do":"move","move":"e4","at":-1}"#, "line: invalid value: integer `-1`"),
            (r#"{"do":"dance"}"#, "line: unknown variant `dance`"),
        ] {
            let found = ArbiterLine::parse(line.as_bytes()).expect_err(line);
            assert!(found.starts_with(error), "{line}: {found}");
        }
    }
}
