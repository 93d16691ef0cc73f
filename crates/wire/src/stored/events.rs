//! Events in their stored form.

use super::proof::StoredNoMate;
use super::twins::{ColorDef, TerminationDef};
use crate::action::{ForfeitedBy, RestartReasonName};
use game::{
    Duration, Event, EventKind, Evidence, Forfeit, Game, OpponentScore, PerColor, RestartReason, SealedMove,
    Termination, Timestamp,
};
use rules::{Color, Intent, LegalMove, Move, Position, Square};
use serde::{Deserialize, Serialize};

/// A row that cannot be read: the file is damaged, or a later version wrote it.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRow(pub String);

impl std::fmt::Display for BadRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a saved row is not understood: {}", self.0)
    }
}

impl std::error::Error for BadRow {}

/// An event. Moves are stored as squares, and castling as the king capturing its rook.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredEvent {
    at: u64,
    what: StoredKind,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredKind {
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
    /// Since form 3; a restart without a reason is still written as `Restarted`.
    RestartedFor(RestartReasonName),
    Appeared(By),
    DefaultTimePassed(ForfeitedBy),
    /// The only place where the sealed move is written: it must survive a restart, and these rows are sent to nobody.
    Adjourned(By<String>),
    RulingExplained(String),
    DeadPositionUndecided,
    Ended {
        #[serde(with = "TerminationDef")]
        termination: Termination,
        #[serde(default, skip_serializing_if = "StoredProof::is_none")]
        proof: StoredProof,
    },
}

fn is_zero(millis: &u64) -> bool {
    *millis == 0
}

/// A side, and perhaps another value.
#[derive(Serialize, Deserialize)]
pub(super) struct By<T = ()>(#[serde(with = "ColorDef")] pub(super) Color, pub(super) T);

/// The evidence for a ruling.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredProof {
    #[default]
    NotAsked,
    MatingLine(Vec<String>),
    NoMate(StoredNoMate),
    Undecided,
}

impl StoredProof {
    fn is_none(&self) -> bool {
        matches!(self, StoredProof::NotAsked)
    }

    fn new(evidence: &Evidence) -> StoredProof {
        match evidence {
            Evidence::NotAsked => StoredProof::NotAsked,
            Evidence::MatingLine(line) => {
                StoredProof::MatingLine(line.iter().map(|mv| squares(*mv)).collect())
            }
            Evidence::NoMate(why) => StoredProof::NoMate((*why).into()),
            Evidence::Undecided => StoredProof::Undecided,
        }
    }

    fn evidence(self, position: &Position) -> Result<Evidence, BadRow> {
        Ok(match self {
            StoredProof::NotAsked => Evidence::NotAsked,
            StoredProof::MatingLine(line) => Evidence::MatingLine(moves(position, &line)?),
            StoredProof::NoMate(why) => Evidence::NoMate(why.into()),
            StoredProof::Undecided => Evidence::Undecided,
        })
    }
}

impl StoredEvent {
    pub(super) fn new(event: &Event) -> StoredEvent {
        let what = match &event.kind {
            EventKind::Moved { mv, san, returned } => {
                StoredKind::Moved { r#move: squares(*mv), san: san.clone(), returned: returned.millis() }
            }
            EventKind::MovedIllegally { by, text } => StoredKind::MovedIllegally(By(*by, text.clone())),
            EventKind::TimeGiven { to, time } => StoredKind::TimeGiven(By(*to, time.millis())),
            EventKind::DrawOffered { by } => StoredKind::DrawOffered(By(*by, ())),
            EventKind::DrawDeclined { by } => StoredKind::DrawDeclined(By(*by, ())),
            EventKind::DrawOfferLapsed { by } => StoredKind::DrawOfferLapsed(By(*by, ())),
            EventKind::ClaimRejected { by, intended } => {
                StoredKind::ClaimRejected(By(*by, intended.map(squares)))
            }
            EventKind::TakebackRequested { by } => StoredKind::TakebackRequested(By(*by, ())),
            EventKind::TakebackDeclined { by } => StoredKind::TakebackDeclined(By(*by, ())),
            EventKind::TakebackLapsed { by } => StoredKind::TakebackLapsed(By(*by, ())),
            EventKind::TakenBack { moves } => StoredKind::TakenBack(*moves),
            EventKind::Touched { by, square } => StoredKind::Touched(By(*by, square.to_string())),
            EventKind::Adjusting { by } => StoredKind::Adjusting(By(*by, ())),
            EventKind::Paused => StoredKind::Paused,
            EventKind::Resumed => StoredKind::Resumed,
            EventKind::ClocksSet { left } => StoredKind::ClocksSet {
                white: left.white.map(Duration::millis),
                black: left.black.map(Duration::millis),
            },
            EventKind::Restarted { reason: None } => StoredKind::Restarted,
            EventKind::Restarted { reason: Some(reason) } => StoredKind::RestartedFor((*reason).into()),
            EventKind::Appeared { by } => StoredKind::Appeared(By(*by, ())),
            EventKind::DefaultTimePassed { absent } => StoredKind::DefaultTimePassed((*absent).into()),
            EventKind::Adjourned { by, sealed } => {
                StoredKind::Adjourned(By(*by, sealed.for_storage().to_string()))
            }
            EventKind::RulingExplained { text } => StoredKind::RulingExplained(text.clone()),
            EventKind::DeadPositionUndecided => StoredKind::DeadPositionUndecided,
            EventKind::Ended { termination, evidence } => {
                StoredKind::Ended { termination: *termination, proof: StoredProof::new(evidence) }
            }
        };
        StoredEvent { at: event.at.millis(), what }
    }

    /// The first form that can express this event.
    pub(super) fn form(&self) -> u8 {
        match &self.what {
            StoredKind::RestartedFor(_)
            | StoredKind::Appeared(_)
            | StoredKind::DefaultTimePassed(_)
            | StoredKind::Adjourned(_)
            | StoredKind::RulingExplained(_) => 3,
            StoredKind::Ended { termination: Termination::Forfeit { opponent, .. }, .. } => match opponent {
                OpponentScore::Point => 2,
                OpponentScore::HalfPoint | OpponentScore::Nothing => 3,
            },
            _ => 2,
        }
    }

    /// The event, which must be possible in this game.
    pub(super) fn event(self, game: &Game) -> Result<Event, BadRow> {
        let position = game.position();
        let what = match self.what {
            StoredKind::Moved { r#move, san, returned } => EventKind::Moved {
                mv: legal(position, &r#move)?,
                san,
                returned: Duration::from_millis(returned),
            },
            StoredKind::MovedIllegally(By(by, text)) => EventKind::MovedIllegally { by, text },
            StoredKind::TimeGiven(By(to, time)) => {
                EventKind::TimeGiven { to, time: Duration::from_millis(time) }
            }
            StoredKind::DrawOffered(By(by, ())) => EventKind::DrawOffered { by },
            StoredKind::DrawDeclined(By(by, ())) => EventKind::DrawDeclined { by },
            StoredKind::DrawOfferLapsed(By(by, ())) => EventKind::DrawOfferLapsed { by },
            StoredKind::ClaimRejected(By(by, intended)) => EventKind::ClaimRejected {
                by,
                intended: intended.map(|text| legal(position, &text)).transpose()?,
            },
            StoredKind::TakebackRequested(By(by, ())) => EventKind::TakebackRequested { by },
            StoredKind::TakebackDeclined(By(by, ())) => EventKind::TakebackDeclined { by },
            StoredKind::TakebackLapsed(By(by, ())) => EventKind::TakebackLapsed { by },
            StoredKind::TakenBack(moves) if moves > game.ply() => {
                return Err(BadRow(format!(
                    "a takeback of {moves} moves, but only {} were played",
                    game.ply()
                )));
            }
            StoredKind::TakenBack(moves) => EventKind::TakenBack { moves },
            StoredKind::Touched(By(by, square)) => {
                EventKind::Touched { by, square: parse::<Square>(&square)? }
            }
            StoredKind::Adjusting(By(by, ())) => EventKind::Adjusting { by },
            StoredKind::Paused => EventKind::Paused,
            StoredKind::Resumed => EventKind::Resumed,
            StoredKind::ClocksSet { white, black } => EventKind::ClocksSet {
                left: PerColor {
                    white: white.map(Duration::from_millis),
                    black: black.map(Duration::from_millis),
                },
            },
            StoredKind::Restarted => EventKind::Restarted { reason: None },
            StoredKind::RestartedFor(reason) => {
                EventKind::Restarted { reason: Some(RestartReason::from(reason)) }
            }
            StoredKind::Appeared(By(by, ())) => EventKind::Appeared { by },
            StoredKind::DefaultTimePassed(who) => EventKind::DefaultTimePassed {
                absent: match who {
                    ForfeitedBy::White => Forfeit::by(Color::White),
                    ForfeitedBy::Black => Forfeit::by(Color::Black),
                    ForfeitedBy::Both => Forfeit::Both,
                },
            },
            StoredKind::Adjourned(By(by, text)) => EventKind::Adjourned { by, sealed: SealedMove::new(text) },
            StoredKind::RulingExplained(text) => EventKind::RulingExplained { text },
            StoredKind::DeadPositionUndecided => EventKind::DeadPositionUndecided,
            StoredKind::Ended { termination, proof } => {
                EventKind::Ended { termination, evidence: proof.evidence(position)? }
            }
        };
        Ok(Event { at: Timestamp::from_millis(self.at), kind: what })
    }
}

/// A spelling of the move that is valid both in orthodox chess and in Chess960.
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
