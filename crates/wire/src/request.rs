//! An input line, as JSON has it, becomes an action of the game.

use crate::settings::Start;
use game::{Action, Duration, Forfeit, MoveRequest, PerColor};
use rules::{Color, Square, TextError};
use serde::{Deserialize, Serialize};

/// One action, and when it comes; without a time it comes with the one before.
#[derive(Deserialize)]
pub(crate) struct Line {
    pub(crate) at: Option<u64>,
    #[serde(flatten)]
    pub(crate) request: Request,
}

impl Line {
    /// The line, or why it is not understood.
    pub(crate) fn parse(line: &[u8]) -> Result<Line, String> {
        // Some editors begin a file with a mark of its encoding.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Err("line: expected a JSON object, found nothing".into());
        }
        let line = str::from_utf8(line).map_err(|error| format!("line: expected UTF-8: {error}"))?;
        serde_json::from_str(line).map_err(|error| format!("line: {error}"))
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Request {
    Start(Start),
    Move {
        r#move: String,
        by: Option<Side>,
        #[serde(default)]
        offer_draw: bool,
        #[serde(default)]
        lag: u64,
    },
    Draw {
        by: Side,
    },
    Claim {
        by: Side,
        r#move: Option<String>,
    },
    Offer {
        by: Side,
    },
    Accept {
        by: Side,
    },
    Decline {
        by: Side,
    },
    Resign {
        by: Side,
    },
    Abort {
        by: Side,
    },
    Takeback {
        by: Side,
    },
    Touch {
        by: Side,
        square: String,
    },
    Adjust {
        by: Side,
    },
    Forfeit {
        who: Who,
    },
    Pause,
    Resume,
    SetClocks {
        white: Option<u64>,
        black: Option<u64>,
    },
    Restart,
    Tick,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Side {
    /// White.
    White,
    /// Black.
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

/// Who loses by the arbiter's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// White.
    White,
    /// Black.
    Black,
    /// Both.
    Both,
}

impl From<Who> for Forfeit {
    fn from(who: Who) -> Forfeit {
        match who {
            Who::White => Forfeit::One(Color::White),
            Who::Black => Forfeit::One(Color::Black),
            Who::Both => Forfeit::Both,
        }
    }
}

impl Request {
    /// The action that is asked for. A start is none, and is answered before.
    pub(crate) fn action(self) -> Result<Action, String> {
        Ok(match self {
            Request::Start(_) => return Err("do: a start is no action".into()),
            Request::Move { r#move, by, offer_draw, lag } => Action::Move {
                by: by.map(Color::from),
                request: MoveRequest::Text(r#move),
                offer_draw,
                lag: Duration::from_millis(lag),
            },
            Request::Draw { by } => Action::Draw(by.into()),
            Request::Claim { by, r#move } => {
                Action::Claim { by: by.into(), intended: r#move.map(MoveRequest::Text) }
            }
            Request::Offer { by } => Action::Offer(by.into()),
            Request::Accept { by } => Action::Accept(by.into()),
            Request::Decline { by } => Action::Decline(by.into()),
            Request::Resign { by } => Action::Resign(by.into()),
            Request::Abort { by } => Action::Abort(by.into()),
            Request::Takeback { by } => Action::Takeback(by.into()),
            Request::Touch { by, square } => {
                let square = square.parse::<Square>().map_err(|error: TextError| error.to_string())?;
                Action::Touch { by: by.into(), square }
            }
            Request::Adjust { by } => Action::Adjust(by.into()),
            Request::Forfeit { who } => Action::Forfeit(who.into()),
            Request::Pause => Action::Pause,
            Request::Resume => Action::Resume,
            Request::SetClocks { white, black } => Action::SetClocks(PerColor {
                white: white.map(Duration::from_millis),
                black: black.map(Duration::from_millis),
            }),
            Request::Restart => Action::Restart,
            Request::Tick => Action::Tick,
        })
    }
}
