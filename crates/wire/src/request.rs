//! An input line, as JSON has it, becomes an action of the game.

use game::{
    Action, ClockStarts, Conduct, DrawOffers, Duration, FiftyMoveRule, Forfeit, MoveRequest, PerColor,
    Settings, TimeControl, Timestamp,
};
use rules::{Color, Position, Setup, Square, TextError, Variant};
use serde::Deserialize;

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

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Who {
    White,
    Black,
    Both,
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
            Request::Forfeit { who } => Action::Forfeit(match who {
                Who::White => Forfeit::One(Color::White),
                Who::Black => Forfeit::One(Color::Black),
                Who::Both => Forfeit::Both,
            }),
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

/// How a game begins.
#[derive(Deserialize)]
#[serde(default)]
pub(crate) struct Start {
    fen: Option<String>,
    time: Option<String>,
    /// Odds: another time for one side.
    time_white: Option<String>,
    time_black: Option<String>,
    variant: VariantName,
    conduct: ConductName,
    draw_offers_from_move: Option<OffersFrom>,
    fifty_move_rule: bool,
    clock_starts: ClockStartsName,
    /// Milliseconds that a move may get back.
    lag_compensation: u64,
}

impl Default for Start {
    fn default() -> Start {
        Start {
            fen: None,
            time: None,
            time_white: None,
            time_black: None,
            variant: VariantName::Standard,
            conduct: ConductName::Online,
            draw_offers_from_move: None,
            fifty_move_rule: true,
            clock_starts: ClockStartsName::AtOnce,
            lag_compensation: 0,
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum VariantName {
    Standard,
    Chess960,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ConductName {
    Online,
    Tournament,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ClockStartsName {
    AtOnce,
    AfterFirstMove,
    AfterBothMoved,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum OffersFrom {
    Move(u16),
    Word(Never),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Never {
    Never,
}

impl Start {
    pub(crate) fn settings(self, begins: Timestamp) -> Result<Settings, String> {
        let variant = match self.variant {
            VariantName::Standard => Variant::Standard,
            VariantName::Chess960 => Variant::Chess960,
        };
        let start = match &self.fen {
            Some(fen) => Position::parse_fen(fen, variant).map_err(|error| error.to_string())?,
            None => {
                let setup = Setup { variant, ..Setup::start() };
                setup.validate().expect("the usual start is one of the 960")
            }
        };
        let control = |own: Option<String>| -> Result<TimeControl, String> {
            match own.as_ref().or(self.time.as_ref()) {
                Some(text) => text.parse().map_err(|error: game::BadTimeControl| error.to_string()),
                None => Ok(TimeControl::Unlimited),
            }
        };
        Ok(Settings {
            start,
            time: PerColor { white: control(self.time_white)?, black: control(self.time_black)? },
            conduct: match self.conduct {
                ConductName::Online => Conduct::Online,
                ConductName::Tournament => Conduct::Tournament,
            },
            draw_offers: match self.draw_offers_from_move {
                None => DrawOffers::Always,
                Some(OffersFrom::Move(number)) => DrawOffers::FromMove(number),
                Some(OffersFrom::Word(Never::Never)) => DrawOffers::Never,
            },
            fifty_move_rule: if self.fifty_move_rule { FiftyMoveRule::On } else { FiftyMoveRule::Off },
            clock_starts: match self.clock_starts {
                ClockStartsName::AtOnce => ClockStarts::AtOnce,
                ClockStartsName::AfterFirstMove => ClockStarts::AfterFirstMove,
                ClockStartsName::AfterBothMoved => ClockStarts::AfterBothMoved,
            },
            begins,
            lag_compensation: Duration::from_millis(self.lag_compensation),
            announce_check: None,
        })
    }
}
