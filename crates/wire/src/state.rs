//! How a game stands, as everybody who shows one is told: the page by its own core or by the live channel.

use crate::action::{ForfeitedBy, Side};
use crate::codes::{GameResult, Reason};
use crate::event::{Clock, uci};
use crate::proof::{SideProof, proofs};
use crate::ruling::RulingJson;
use game::{Event, EventKind, Evidence, Game, Timestamp};
use rules::{LegalMove, Position, Variant};
use serde::Serialize;
use std::collections::BTreeMap;

/// The squares to which the piece on a square can go.
pub type Dests = BTreeMap<String, Vec<String>>;

/// How a game stands at a moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct State {
    /// How many moves have been made.
    pub ply: usize,
    pub fen: String,
    /// The player to move.
    pub turn: Side,
    /// Whether that player is in check.
    pub check: bool,
    /// Whether that check is announced (law C05).
    pub check_announced: bool,
    /// What the clocks show, in milliseconds.
    pub clock: Clock,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// How many milliseconds it still stands before it counts down, where there is a delay (law T02).
    pub waits: u64,
    /// Whether the arbiter has stopped the clocks.
    pub paused: bool,
    /// Who has sealed a move, while the game is adjourned. The move itself is told to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub adjourned: Option<Side>,
    /// Whose offer of a draw stands (law E09).
    pub draw_offer: Option<Side>,
    /// Whose request for a takeback stands (law E19).
    pub takeback: Option<Side>,
    /// Where the pieces of the player to move can go; not told to those who only watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub dests: Option<Dests>,
    /// What the player to move can claim a draw by (laws E10, E13).
    pub claimable: Option<Reason>,
    /// None while it goes on.
    pub result: Option<GameResult>,
    pub reason: Option<Reason>,
    /// The law that it rests on.
    pub law: Option<&'static str>,
    /// The article of FIDE's Laws that it rests on; none where they have none.
    pub article: Option<&'static str>,
    /// Whether a draw wins for one side in this game, and this was one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub by_draw_odds: bool,
    /// What the arbiter has ruled, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<RulingJson>>"))]
    pub rulings: Vec<RulingJson>,
    /// After how many moves the score sheet has a (=): the last of them came with the offer of a draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<usize>>"))]
    pub offered: Vec<usize>,
    /// Who has not been seen at the board yet and loses when the default time has passed (FIDE 6.7).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub awaited: Option<ForfeitedBy>,
    /// Who has offered a draw and has made no move since that the score sheet could mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unwritten_offer: Option<Side>,
    /// The moves by which the winner could have mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mating_line: Option<Vec<String>>,
    /// Why nobody could mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub no_mate: Option<String>,
    /// The same in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub no_mate_of: Option<Vec<SideProof>>,
    /// When a flag falls, or the default time has passed.
    pub deadline: Option<u64>,
}

impl State {
    /// How a game stands at a moment; `evidence` is what its end rests on.
    pub fn new(game: &Game, now: Timestamp, evidence: Option<&Evidence>) -> State {
        let position = game.position();
        let termination = game.termination();
        let (mating_line, no_mate) = match evidence {
            Some(Evidence::MatingLine(line)) => {
                (Some(line.iter().map(|mv| uci(*mv, position.variant())).collect()), None)
            }
            Some(Evidence::NoMate(why)) => (None, Some(*why)),
            Some(Evidence::NotAsked | Evidence::Undecided) | None => (None, None),
        };
        let deadline = game.next_deadline();
        State {
            ply: game.ply(),
            fen: position.fen(),
            turn: position.turn().into(),
            check: position.in_check(),
            check_announced: game.announced_check().is_some(),
            clock: Clock::new(game.clocks(now)),
            running: game.flag_deadline().map(|_| position.turn().into()),
            waits: waits(game, now),
            paused: game.is_paused(),
            adjourned: game.adjourned_by().map(Side::from),
            draw_offer: game.draw_offer().map(Side::from),
            takeback: game.takeback_request().map(Side::from),
            dests: None,
            claimable: game.claimable(None).map(Reason::from),
            result: GameResult::of(game),
            reason: termination.map(Reason::from),
            law: termination.map(game::Termination::law),
            article: game.article(),
            by_draw_odds: game.by_draw_odds(),
            rulings: RulingJson::all(game),
            offered: (1..)
                .zip(game.record())
                .filter(|(_, played)| played.draw_offered)
                .map(|(ply, _)| ply)
                .collect(),
            awaited: game.awaited().map(ForfeitedBy::from),
            unwritten_offer: game.unwritten_offer().map(Side::from),
            mating_line,
            no_mate: no_mate.map(|why| why.to_string()),
            no_mate_of: no_mate.map(proofs),
            deadline: deadline.map(Timestamp::millis),
        }
    }

    /// With where the pieces can go, for who is on move.
    #[must_use]
    pub fn with_dests(self, game: &Game) -> State {
        let dests = game.termination().is_none().then(|| dests(game.position()));
        State { dests, ..self }
    }
}

/// What the result of a game rests on, found in what happened last.
pub fn evidence(events: &[Event]) -> Option<&Evidence> {
    events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Ended { evidence, .. } => Some(evidence),
        _ => None,
    })
}

/// Every square to which a piece can go. A castling king goes to its own square or to its rook's.
pub fn dests(position: &Position) -> Dests {
    let mut dests = Dests::new();
    for legal in &position.legal_moves() {
        let targets = dests.entry(legal.from().to_string()).or_default();
        for to in asked_as(legal) {
            // A promotion is four moves to the same square.
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
    }
    dests
}

/// The squares a player may point at to get this move. In Chess960 the king's own square may mean another move.
fn asked_as(legal: LegalMove<'_>) -> Vec<String> {
    match (legal.mv().castling_rook(), legal.position().variant()) {
        (None, _) => vec![legal.to().to_string()],
        (Some(rook), Variant::Chess960) => vec![rook.to_string()],
        (Some(rook), Variant::Standard) => vec![legal.to().to_string(), rook.to_string()],
    }
}

/// A flag falls when the clock has run out; where it falls later than that, the clock has to stand meanwhile.
fn waits(game: &Game, now: Timestamp) -> u64 {
    let Some(deadline) = game.flag_deadline() else { return 0 };
    let Some(left) = game.clocks(now)[game.turn()] else { return 0 };
    // One millisecond is the one at which nothing is left any more. Any moment may be asked about, the last one too.
    let spare = game.settings().lag_compensation.millis().saturating_add(left.millis()).saturating_add(1);
    deadline.millis().saturating_sub(now.millis()).saturating_sub(spare)
}
