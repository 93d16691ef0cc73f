//! Actions of players and arbiters, the same for the arbiter's lines and the live channel.

use crate::unique::UniqueFields;
use game::{Action, Duration, Forfeit, MoveRequest, OpponentScore, PerColor, RestartReason, SealedMove};
use rules::{Color, Square, TextError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::fmt;

/// One request, without who makes it and when: on the live channel the server knows both from the connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "do", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(tag = "do", rename_all = "snake_case"))]
pub enum PlayerAction {
    /// A move in UCI or SAN, perhaps with a draw offer.
    Move {
        r#move: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        offer_draw: bool,
    },
    /// Law E15: the single "draw" signal, which claims, offers or accepts a draw.
    Draw,
    /// A draw claim, perhaps with the move that would make it valid.
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
    Pause,
    /// The arbiter starts the clocks again; in an adjourned game the sealed move is played.
    Resume,
    /// The player to move seals a move, and the game is adjourned. The move stays secret.
    Adjourn {
        #[cfg_attr(test, ts(as = "String"))]
        r#move: SealedText,
    },
    /// A player arrives at the board before the default time (FIDE 6.7).
    Appear,
    /// The arbiter sets the clocks, in milliseconds; a clock that is omitted keeps its time.
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
        /// What the other side scores, `1` by default; not allowed with `both`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        opponent: Option<OpponentScoreName>,
        /// The reason, for the players and the log.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        reason: Option<String>,
    },
    /// The arbiter restarts the game (law K05).
    Restart {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        reason: Option<RestartReasonName>,
    },
}

impl PlayerAction {
    /// The fields of an action besides `do`. Serde alone would accept any field for an action without fields.
    const fn fields(&self) -> &'static [&'static str] {
        match self {
            PlayerAction::Move { .. } => &["move", "offer_draw"],
            PlayerAction::Claim { .. } => &["move"],
            PlayerAction::Touch { .. } => &["square"],
            PlayerAction::AddTime { .. } => &["seconds"],
            PlayerAction::SetClocks { .. } => &["white", "black"],
            PlayerAction::Forfeit { .. } => &["who", "opponent", "reason"],
            PlayerAction::Restart { .. } => &["reason"],
            PlayerAction::Adjourn { .. } => &["move"],
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
            | PlayerAction::Appear
            | PlayerAction::Pause
            | PlayerAction::Resume => &[],
        }
    }

    /// The action if only an arbiter may take it. It does not depend on who sends it.
    pub fn arbiter_action(&self) -> Option<Action> {
        Some(match self {
            PlayerAction::Pause => Action::Pause,
            PlayerAction::Resume => Action::Resume,
            PlayerAction::SetClocks { white, black } => Action::SetClocks(PerColor {
                white: white.map(Duration::from_millis),
                black: black.map(Duration::from_millis),
            }),
            PlayerAction::Forfeit { who, opponent, reason } => {
                let opponent = opponent.unwrap_or(OpponentScoreName::Point);
                Action::Forfeit { forfeit: who.forfeit(opponent), reason: reason.clone() }
            }
            PlayerAction::Restart { reason } => Action::Restart(reason.map(RestartReason::from)),
            _ => return None,
        })
    }

    /// The action of a player in the game itself; `None` for requests that only a server or an arbiter can fulfil.
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
            PlayerAction::Adjourn { r#move } => {
                Action::Adjourn { by, sealed: SealedMove::new(r#move.0.clone()) }
            }
            PlayerAction::Appear => Action::Appear(by),
            PlayerAction::Rematch
            | PlayerAction::ClaimVictory
            | PlayerAction::ClaimDrawGone
            | PlayerAction::AddTime { .. }
            | PlayerAction::Pause
            | PlayerAction::Resume
            | PlayerAction::SetClocks { .. }
            | PlayerAction::Forfeit { .. }
            | PlayerAction::Restart { .. } => return None,
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
        let UniqueFields(object) = UniqueFields::deserialize(deserializer)?;
        let names: Vec<String> = object.keys().cloned().collect();
        let action = PlayerAction::deserialize(Value::Object(object)).map_err(Error::custom)?;
        if let PlayerAction::Forfeit { who: ForfeitedBy::Both, opponent: Some(_), .. } = &action {
            return Err(Error::custom("opponent: not allowed if both sides lose"));
        }
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

/// The player who loses by the arbiter's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ForfeitedBy {
    White,
    Black,
    Both,
}

impl ForfeitedBy {
    fn forfeit(self, opponent: OpponentScoreName) -> Forfeit {
        let one = |loser| Forfeit::One { loser, opponent: opponent.into() };
        match self {
            ForfeitedBy::White => one(Color::White),
            ForfeitedBy::Black => one(Color::Black),
            ForfeitedBy::Both => Forfeit::Both,
        }
    }
}

impl From<Forfeit> for ForfeitedBy {
    fn from(forfeit: Forfeit) -> ForfeitedBy {
        match forfeit {
            Forfeit::One { loser: Color::White, .. } => ForfeitedBy::White,
            Forfeit::One { loser: Color::Black, .. } => ForfeitedBy::Black,
            Forfeit::Both => ForfeitedBy::Both,
        }
    }
}

/// What the opponent of a player who forfeits scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OpponentScoreName {
    #[serde(rename = "1")]
    Point,
    #[serde(rename = "1/2")]
    HalfPoint,
    #[serde(rename = "0")]
    Nothing,
}

impl From<OpponentScoreName> for OpponentScore {
    fn from(name: OpponentScoreName) -> OpponentScore {
        match name {
            OpponentScoreName::Point => OpponentScore::Point,
            OpponentScoreName::HalfPoint => OpponentScore::HalfPoint,
            OpponentScoreName::Nothing => OpponentScore::Nothing,
        }
    }
}

impl From<OpponentScore> for OpponentScoreName {
    fn from(score: OpponentScore) -> OpponentScoreName {
        match score {
            OpponentScore::Point => OpponentScoreName::Point,
            OpponentScore::HalfPoint => OpponentScoreName::HalfPoint,
            OpponentScore::Nothing => OpponentScoreName::Nothing,
        }
    }
}

/// What was wrong at the start of a game (law K05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RestartReasonName {
    Setup,
    Colours,
}

impl From<RestartReasonName> for RestartReason {
    fn from(name: RestartReasonName) -> RestartReason {
        match name {
            RestartReasonName::Setup => RestartReason::WrongSetup,
            RestartReasonName::Colours => RestartReason::WrongColors,
        }
    }
}

impl From<RestartReason> for RestartReasonName {
    fn from(reason: RestartReason) -> RestartReasonName {
        match reason {
            RestartReason::WrongSetup => RestartReasonName::Setup,
            RestartReason::WrongColors => RestartReasonName::Colours,
        }
    }
}

/// The text of a move to be sealed. `Debug` does not show it, so that it never appears in a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealedText(String);

impl fmt::Debug for SealedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedText(…)")
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
            r#"{"do":"forfeit","who":"white","opponent":"1/2","reason":"a phone"}"#,
            r#"{"do":"restart"}"#,
            r#"{"do":"restart","reason":"colours"}"#,
            r#"{"do":"adjourn","move":"Nf3"}"#,
            r#"{"do":"appear"}"#,
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
            (r#"{"do":"forfeit","who":"white","score":"1/2"}"#, "`score`"),
            (r#"{"do":"forfeit","who":"white","who":"black"}"#, "duplicate field `who`"),
            (r#"{"do":"resign","do":"resign"}"#, "duplicate field `do`"),
            (r#"{"do":"forfeit","who":"both","opponent":"1/2"}"#, "opponent: "),
            (r#"{"do":"forfeit","who":"white","opponent":"2"}"#, "`2`"),
            (r#"{"do":"restart","reason":"boredom"}"#, "boredom"),
            (r#"{"do":"dance"}"#, "dance"),
            (r#"{"do":5}"#, "5"),
            (r#"{"move":"e4"}"#, "`do`"),
        ] {
            let error = read(json).expect_err(json);
            assert!(error.contains(named), "{json}: {error}");
        }
    }
    #[test]
    fn a_sealed_move_is_in_no_log() {
        let action = read(r#"{"do":"adjourn","move":"Nh3"}"#).expect("an action");
        assert!(!format!("{action:?}").contains("Nh3"));
    }
}
