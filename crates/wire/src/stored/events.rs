//! What happened, as it is saved.

use super::proof::StoredNoMate;
use super::twins::{ColorTwin, TerminationTwin};
use crate::action::{ForfeitedBy, RestartReasonName};
use game::{
    Duration, Event, EventKind, Evidence, Forfeit, Game, OpponentScore, PerColor, RestartReason, SealedMove,
    Termination, Timestamp,
};
use rules::{Color, Intent, LegalMove, Move, Position, Square};
use serde::{Deserialize, Serialize};

/// A row that is not one of ours: the file was damaged, or a later version wrote it.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRow(pub String);

impl std::fmt::Display for BadRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a saved row is not understood: {}", self.0)
    }
}

impl std::error::Error for BadRow {}

/// An event; moves are squares, and castling is the king taking its rook.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    at: u64,
    what: What,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Moved {
        r#move: String,
        san: String,
        #[serde(default, skip_serializing_if = "is_zero")]
        returned: u64,
    },
    MovedIllegally(By<String>),
    TimeGiven(By<u64>),
    DrawOffered(By),
    DrawDeclined(By),
    DrawOfferLapsed(By),
    ClaimRejected(By<Option<String>>),
    TakebackRequested(By),
    TakebackDeclined(By),
    TakebackLapsed(By),
    TakenBack(usize),
    Touched(By<String>),
    Adjusting(By),
    Paused,
    Resumed,
    ClocksSet {
        white: Option<u64>,
        black: Option<u64>,
    },
    Restarted,
    /// Since the third form; without a reason it is written as before.
    RestartedFor(RestartReasonName),
    Appeared(By),
    DefaultTimePassed(ForfeitedBy),
    /// The sealed move is here and nowhere else: a restart must not lose it, and nobody is sent these rows.
    Adjourned(By<String>),
    RulingExplained(String),
    DeadPositionUndecided,
    Ended {
        #[serde(with = "TerminationTwin")]
        termination: Termination,
        #[serde(default, skip_serializing_if = "Proof::is_none")]
        proof: Proof,
    },
}

fn is_zero(millis: &u64) -> bool {
    *millis == 0
}

/// A side, and perhaps more.
#[derive(Serialize, Deserialize)]
pub(super) struct By<T = ()>(#[serde(with = "ColorTwin")] pub(super) Color, pub(super) T);

/// What a ruling rests on.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Proof {
    #[default]
    NotAsked,
    MatingLine(Vec<String>),
    NoMate(StoredNoMate),
    Undecided,
}

impl Proof {
    fn is_none(&self) -> bool {
        matches!(self, Proof::NotAsked)
    }

    fn new(evidence: &Evidence) -> Proof {
        match evidence {
            Evidence::NotAsked => Proof::NotAsked,
            Evidence::MatingLine(line) => Proof::MatingLine(line.iter().map(|mv| squares(*mv)).collect()),
            Evidence::NoMate(why) => Proof::NoMate((*why).into()),
            Evidence::Undecided => Proof::Undecided,
        }
    }

    fn evidence(self, position: &Position) -> Result<Evidence, BadRow> {
        Ok(match self {
            Proof::NotAsked => Evidence::NotAsked,
            Proof::MatingLine(line) => Evidence::MatingLine(moves(position, &line)?),
            Proof::NoMate(why) => Evidence::NoMate(why.into()),
            Proof::Undecided => Evidence::Undecided,
        })
    }
}

impl Stored {
    pub(super) fn new(event: &Event) -> Stored {
        let what = match &event.kind {
            EventKind::Moved { mv, san, returned } => {
                What::Moved { r#move: squares(*mv), san: san.clone(), returned: returned.millis() }
            }
            EventKind::MovedIllegally { by, text } => What::MovedIllegally(By(*by, text.clone())),
            EventKind::TimeGiven { to, time } => What::TimeGiven(By(*to, time.millis())),
            EventKind::DrawOffered { by } => What::DrawOffered(By(*by, ())),
            EventKind::DrawDeclined { by } => What::DrawDeclined(By(*by, ())),
            EventKind::DrawOfferLapsed { by } => What::DrawOfferLapsed(By(*by, ())),
            EventKind::ClaimRejected { by, intended } => What::ClaimRejected(By(*by, intended.map(squares))),
            EventKind::TakebackRequested { by } => What::TakebackRequested(By(*by, ())),
            EventKind::TakebackDeclined { by } => What::TakebackDeclined(By(*by, ())),
            EventKind::TakebackLapsed { by } => What::TakebackLapsed(By(*by, ())),
            EventKind::TakenBack { moves } => What::TakenBack(*moves),
            EventKind::Touched { by, square } => What::Touched(By(*by, square.to_string())),
            EventKind::Adjusting { by } => What::Adjusting(By(*by, ())),
            EventKind::Paused => What::Paused,
            EventKind::Resumed => What::Resumed,
            EventKind::ClocksSet { left } => What::ClocksSet {
                white: left.white.map(Duration::millis),
                black: left.black.map(Duration::millis),
            },
            EventKind::Restarted { reason: None } => What::Restarted,
            EventKind::Restarted { reason: Some(reason) } => What::RestartedFor((*reason).into()),
            EventKind::Appeared { by } => What::Appeared(By(*by, ())),
            EventKind::DefaultTimePassed { absent } => What::DefaultTimePassed((*absent).into()),
            EventKind::Adjourned { by, sealed } => What::Adjourned(By(*by, sealed.for_storage().to_string())),
            EventKind::RulingExplained { text } => What::RulingExplained(text.clone()),
            EventKind::DeadPositionUndecided => What::DeadPositionUndecided,
            EventKind::Ended { termination, evidence } => {
                What::Ended { termination: *termination, proof: Proof::new(evidence) }
            }
        };
        Stored { at: event.at.millis(), what }
    }

    /// The first form that has such an event.
    pub(super) fn form(&self) -> u8 {
        match &self.what {
            What::RestartedFor(_)
            | What::Appeared(_)
            | What::DefaultTimePassed(_)
            | What::Adjourned(_)
            | What::RulingExplained(_) => 3,
            What::Ended { termination: Termination::Forfeit { opponent, .. }, .. } => match opponent {
                OpponentScore::Point => 2,
                OpponentScore::HalfPoint | OpponentScore::Nothing => 3,
            },
            _ => 2,
        }
    }

    /// The event, which happens in this game.
    pub(super) fn event(self, game: &Game) -> Result<Event, BadRow> {
        let position = game.position();
        let what = match self.what {
            What::Moved { r#move, san, returned } => EventKind::Moved {
                mv: legal(position, &r#move)?,
                san,
                returned: Duration::from_millis(returned),
            },
            What::MovedIllegally(By(by, text)) => EventKind::MovedIllegally { by, text },
            What::TimeGiven(By(to, time)) => EventKind::TimeGiven { to, time: Duration::from_millis(time) },
            What::DrawOffered(By(by, ())) => EventKind::DrawOffered { by },
            What::DrawDeclined(By(by, ())) => EventKind::DrawDeclined { by },
            What::DrawOfferLapsed(By(by, ())) => EventKind::DrawOfferLapsed { by },
            What::ClaimRejected(By(by, intended)) => EventKind::ClaimRejected {
                by,
                intended: intended.map(|text| legal(position, &text)).transpose()?,
            },
            What::TakebackRequested(By(by, ())) => EventKind::TakebackRequested { by },
            What::TakebackDeclined(By(by, ())) => EventKind::TakebackDeclined { by },
            What::TakebackLapsed(By(by, ())) => EventKind::TakebackLapsed { by },
            What::TakenBack(moves) if moves > game.ply() => {
                return Err(BadRow(format!(
                    "a takeback of {moves} moves, but only {} were played",
                    game.ply()
                )));
            }
            What::TakenBack(moves) => EventKind::TakenBack { moves },
            What::Touched(By(by, square)) => EventKind::Touched { by, square: parse::<Square>(&square)? },
            What::Adjusting(By(by, ())) => EventKind::Adjusting { by },
            What::Paused => EventKind::Paused,
            What::Resumed => EventKind::Resumed,
            What::ClocksSet { white, black } => EventKind::ClocksSet {
                left: PerColor {
                    white: white.map(Duration::from_millis),
                    black: black.map(Duration::from_millis),
                },
            },
            What::Restarted => EventKind::Restarted { reason: None },
            What::RestartedFor(reason) => EventKind::Restarted { reason: Some(RestartReason::from(reason)) },
            What::Appeared(By(by, ())) => EventKind::Appeared { by },
            What::DefaultTimePassed(who) => EventKind::DefaultTimePassed {
                absent: match who {
                    ForfeitedBy::White => Forfeit::by(Color::White),
                    ForfeitedBy::Black => Forfeit::by(Color::Black),
                    ForfeitedBy::Both => Forfeit::Both,
                },
            },
            What::Adjourned(By(by, text)) => EventKind::Adjourned { by, sealed: SealedMove::new(text) },
            What::RulingExplained(text) => EventKind::RulingExplained { text },
            What::DeadPositionUndecided => EventKind::DeadPositionUndecided,
            What::Ended { termination, proof } => {
                EventKind::Ended { termination, evidence: proof.evidence(position)? }
            }
        };
        Ok(Event { at: Timestamp::from_millis(self.at), kind: what })
    }
}

/// The one spelling of a move that is right in orthodox chess and in Chess960.
fn squares(mv: Move) -> String {
    mv.intent().to_string()
}

fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, BadRow> {
    text.parse().map_err(|error: T::Err| BadRow(error.to_string()))
}

fn legal(position: &Position, text: &str) -> Result<Move, BadRow> {
    let legal = position.legal(parse::<Intent>(text)?);
    legal.map(LegalMove::mv).ok_or_else(|| BadRow(format!("{text} is not legal in this position")))
}

fn moves(position: &Position, line: &[String]) -> Result<Vec<Move>, BadRow> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let mv = legal(&position, text)?;
        position = position.legal(mv).map(LegalMove::play).expect("just found legal");
        moves.push(mv);
    }
    Ok(moves)
}
