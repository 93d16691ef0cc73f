//! The state of a game for display. The page gets it from its own core or over the live channel.

use crate::action::{ForfeitedBy, Side};
use crate::codes::{Reason, ResultCode};
use crate::event::{Clock, uci};
use crate::proof::{SideProof, proofs};
use crate::ruling::RulingJson;
use game::{Event, EventKind, Evidence, Game, Timestamp};
use rules::{LegalMove, Position, Variant};
use serde::Serialize;
use std::collections::BTreeMap;

/// The squares to which the piece on each square can move.
pub type Dests = BTreeMap<String, Vec<String>>;

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
    /// The side whose clock runs.
    pub running: Option<Side>,
    /// Milliseconds of delay left before the clock counts down (law T02).
    pub waits: u64,
    /// Whether the arbiter has stopped the clocks.
    pub paused: bool,
    /// The player who sealed a move, while the game is adjourned. The move itself is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub adjourned: Option<Side>,
    /// The player whose draw offer is open (law E09).
    pub draw_offer: Option<Side>,
    /// The player whose takeback request is open (law E19).
    pub takeback: Option<Side>,
    /// The target squares of the pieces of the player to move; not sent to spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub dests: Option<Dests>,
    /// The draw that the player to move can claim (laws E10, E13).
    pub claimable: Option<Reason>,
    /// Null while the game goes on.
    pub result: Option<ResultCode>,
    pub reason: Option<Reason>,
    /// The id of the law by which the game ended.
    pub law: Option<&'static str>,
    /// The article of FIDE's Laws by which the game ended; null if there is none.
    pub article: Option<&'static str>,
    /// Whether the game was a draw that counts as a win by draw odds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub by_draw_odds: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<RulingJson>>"))]
    pub rulings: Vec<RulingJson>,
    /// The moves that the score sheet marks with (=) for a draw offer, counted in half-moves from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<usize>>"))]
    pub offered: Vec<usize>,
    /// Who has not appeared at the board yet and loses when the default time has passed (FIDE 6.7).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub awaited: Option<ForfeitedBy>,
    /// The player who has offered a draw and not moved since, so that the score sheet has no move to mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unwritten_offer: Option<Side>,
    /// The moves by which the winner could have mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mating_line: Option<Vec<String>>,
    /// Why no mate was possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub no_mate: Option<String>,
    /// The same in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub no_mate_of: Option<Vec<SideProof>>,
    /// When a flag falls or the default time has passed.
    pub deadline: Option<u64>,
}

impl State {
    /// The state of a game at a moment. `evidence` is the evidence for its result.
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
            result: ResultCode::of(game),
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

    /// Adds the target squares, for the player to move.
    #[must_use]
    pub fn with_dests(self, game: &Game) -> State {
        let dests = game.termination().is_none().then(|| dests(game.position()));
        State { dests, ..self }
    }
}

/// The evidence for the result of a game, if these events end it.
pub fn evidence(events: &[Event]) -> Option<&Evidence> {
    events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Ended { evidence, .. } => Some(evidence),
        _ => None,
    })
}

/// The target squares of every piece. A king castles by moving to its target square or to its rook.
pub fn dests(position: &Position) -> Dests {
    let mut dests = Dests::new();
    for legal in &position.legal_moves() {
        let targets = dests.entry(legal.from().to_string()).or_default();
        for to in target_squares(legal) {
            // The four promotions of a pawn have the same target.
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
    }
    dests
}

/// The target squares that select this move. In Chess960 the king's target square could also mean an ordinary move.
fn target_squares(legal: LegalMove<'_>) -> Vec<String> {
    match (legal.mv().castling_rook(), legal.position().variant()) {
        (None, _) => vec![legal.to().to_string()],
        (Some(rook), Variant::Chess960) => vec![rook.to_string()],
        (Some(rook), Variant::Standard) => vec![legal.to().to_string(), rook.to_string()],
    }
}

/// Milliseconds of delay left: the time until the flag falls, minus the time that the clock shows.
fn waits(game: &Game, now: Timestamp) -> u64 {
    let Some(deadline) = game.flag_deadline() else { return 0 };
    let Some(left) = game.clocks(now)[game.turn()] else { return 0 };
    // The flag falls one millisecond after the clock has run out. The additions saturate, because `now` may be any
    // time.
    let spare = game.settings().lag_compensation.millis().saturating_add(left.millis()).saturating_add(1);
    deadline.millis().saturating_sub(now.millis()).saturating_sub(spare)
}
