//! What a player or an arbiter asks for, in one set of words for the arbiter's lines and the live channel.

use game::{Action, Duration, Forfeit, MoveRequest, PerColor};
use rules::{Color, Square, TextError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// One request, without who makes it and when: on the live channel the server knows both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "do", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(tag = "do", rename_all = "snake_case"))]
pub enum PlayerAction {
    /// A move in UCI or SAN, perhaps with the offer of a draw.
    Move {
        r#move: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        offer_draw: bool,
    },
    /// The one signal of law E15: a claim, an offer or an acceptance.
    Draw,
    /// A claim of a draw, perhaps with the move that would make it right.
    Claim {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        r#move: Option<String>,
    },
    Offer,
    /// Accept whatever the opponent asks for.
    Accept,
    /// Decline whatever the opponent asks for.
    Decline,
    DeclineDraw,
    /// Decline a takeback, or withdraw one's own request for it.
    DeclineTakeback,
    Resign,
    /// Abort the game before both sides have moved.
    Abort,
    /// Ask for a takeback, or consent to one.
    Takeback,
    Touch {
        square: String,
    },
    /// "I adjust" (law K01).
    Adjust,
    /// Only on a server: offer another game, or accept one.
    Rematch,
    /// Only on a server: win because the opponent has left.
    ClaimVictory,
    /// Only on a server: draw because the opponent has left.
    ClaimDrawGone,
    /// Only on a server: give the opponent more time.
    AddTime {
        seconds: u32,
    },
    /// The arbiter stops the clocks.
    Pause,
    /// The arbiter starts the clocks again.
    Resume,
    /// The arbiter sets the clocks, in milliseconds; a clock that is left out keeps its time.
    SetClocks {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        white: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        black: Option<u64>,
    },
    /// The arbiter declares the game lost.
    Forfeit {
        who: ForfeitedBy,
    },
    /// The arbiter has the game begin anew (law K05).
    Restart,
}

impl PlayerAction {
    /// The fields that an action has beside `do`. Serde lets any field pass where an action has none.
    const fn fields(&self) -> &'static [&'static str] {
        match self {
            PlayerAction::Move { .. } => &["move", "offer_draw"],
            PlayerAction::Claim { .. } => &["move"],
            PlayerAction::Touch { .. } => &["square"],
            PlayerAction::AddTime { .. } => &["seconds"],
            PlayerAction::SetClocks { .. } => &["white", "black"],
            PlayerAction::Forfeit { .. } => &["who"],
            PlayerAction::Draw
            | PlayerAction::Offer
            | PlayerAction::Accept
            | PlayerAction::Decline
            | PlayerAction::DeclineDraw
            | PlayerAction::DeclineTakeback
            | PlayerAction::Resign
            | PlayerAction::Abort
            | PlayerAction::Takeback
            | PlayerAction::Adjust
            | PlayerAction::Rematch
            | PlayerAction::ClaimVictory
            | PlayerAction::ClaimDrawGone
            | PlayerAction::Pause
            | PlayerAction::Resume
            | PlayerAction::Restart => &[],
        }
    }

    /// What only an arbiter may do: the same whoever asks.
    pub fn arbiter_action(&self) -> Option<Action> {
        Some(match self {
            PlayerAction::Pause => Action::Pause,
            PlayerAction::Resume => Action::Resume,
            PlayerAction::SetClocks { white, black } => Action::SetClocks(PerColor {
                white: white.map(Duration::from_millis),
                black: black.map(Duration::from_millis),
            }),
            PlayerAction::Forfeit { who } => Action::Forfeit((*who).into()),
            PlayerAction::Restart => Action::Restart,
            _ => return None,
        })
    }

    /// What a player asks of the game itself; nothing for what only a server or an arbiter can do.
    pub fn game_action(&self, by: Color, lag: Duration) -> Option<Result<Action, TextError>> {
        Some(Ok(match self {
            PlayerAction::Move { r#move, offer_draw } => Action::Move {
                by: Some(by),
                request: MoveRequest::Text(r#move.clone()),
                offer_draw: *offer_draw,
                lag,
            },
            PlayerAction::Draw => Action::Draw(by),
            PlayerAction::Claim { r#move } => {
                Action::Claim { by, intended: r#move.clone().map(MoveRequest::Text) }
            }
            PlayerAction::Offer => Action::Offer(by),
            PlayerAction::Accept => Action::Accept(by),
            PlayerAction::Decline => Action::Decline(by),
            PlayerAction::DeclineDraw => Action::DeclineDraw(by),
            PlayerAction::DeclineTakeback => Action::DeclineTakeback(by),
            PlayerAction::Resign => Action::Resign(by),
            PlayerAction::Abort => Action::Abort(by),
            PlayerAction::Takeback => Action::Takeback(by),
            PlayerAction::Touch { square } => match square.parse::<Square>() {
                Ok(square) => Action::Touch { by, square },
                Err(error) => return Some(Err(error)),
            },
            PlayerAction::Adjust => Action::Adjust(by),
            PlayerAction::Rematch
            | PlayerAction::ClaimVictory
            | PlayerAction::ClaimDrawGone
            | PlayerAction::AddTime { .. }
            | PlayerAction::Pause
            | PlayerAction::Resume
            | PlayerAction::SetClocks { .. }
            | PlayerAction::Forfeit { .. }
            | PlayerAction::Restart => return None,
        }))
    }
}

impl Serialize for PlayerAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlayerAction::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for PlayerAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerAction, D::Error> {
        let object = Map::deserialize(deserializer)?;
        let names: Vec<String> = object.keys().cloned().collect();
        let action = PlayerAction::deserialize(Value::Object(object)).map_err(Error::custom)?;
        match names.iter().find(|name| *name != "do" && !action.fields().contains(&name.as_str())) {
            None => Ok(action),
            Some(name) => {
                let known = match action.fields() {
                    [] => "no other fields".into(),
                    fields => format!("only {}", fields.join(", ")),
                };
                Err(Error::custom(format_args!("unknown field `{name}`: this action has {known}")))
            }
        }
    }
}

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// Who loses by the arbiter's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ForfeitedBy {
    White,
    Black,
    Both,
}

impl From<ForfeitedBy> for Forfeit {
    fn from(who: ForfeitedBy) -> Forfeit {
        match who {
            ForfeitedBy::White => Forfeit::One(Color::White),
            ForfeitedBy::Black => Forfeit::One(Color::Black),
            ForfeitedBy::Both => Forfeit::Both,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<PlayerAction, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn every_action_is_read_as_it_is_written() {
        for json in [
            r#"{"do":"move","move":"e4"}"#,
            r#"{"do":"move","move":"e4","offer_draw":true}"#,
            r#"{"do":"claim","move":"Ra1"}"#,
            r#"{"do":"decline_draw"}"#,
            r#"{"do":"set_clocks","white":1000}"#,
            r#"{"do":"forfeit","who":"both"}"#,
        ] {
            assert_eq!(serde_json::to_string(&read(json).expect(json)).expect("JSON"), json);
        }
    }

    #[test]
    fn a_field_that_an_action_does_not_have_is_refused() {
        for (json, named) in [
            (r#"{"do":"resign","move":"e4"}"#, "`move`"),
            (r#"{"do":"move","move":"e4","square":"e4"}"#, "`square`"),
            (r#"{"do":"pause","by":"white"}"#, "`by`"),
            (r#"{"do":"dance"}"#, "dance"),
            (r#"{"do":5}"#, "5"),
            (r#"{"move":"e4"}"#, "`do`"),
        ] {
            let error = read(json).expect_err(json);
            assert!(error.contains(named), "{json}: {error}");
        }
    }
}
