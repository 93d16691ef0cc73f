//! What a position is worth without looking ahead.

mod ending;
pub(crate) mod material;
mod pair;
pub(crate) mod pawns;
mod pieces;
mod tally;
pub mod terms;
mod weights;

pub use pair::Pair;

use crate::score::{Value, clamp_static};
use material::FULL_PHASE;
use rules::{Color, LegalMove, Position, Square, cpu};
use tally::{Count, Sum};

/// The door behind which positions are judged: the hand-written evaluation, one that errs like a person, or
/// a network.
pub trait Evaluate {
    /// Hundredths of a pawn for the side to move. It is never asked about a side in check.
    fn evaluate(&mut self, position: &Position) -> Value;

    /// Whether the search goes past this move without seeing it, so many moves from the root; `_last` is where
    /// the move before it went. Only those who are meant to err overlook anything.
    #[inline(always)]
    fn overlooks(&self, _legal: LegalMove<'_>, _ply: usize, _last: Option<Square>) -> bool {
        false
    }
}

/// The weighted sum of what a person would name, between middlegame and endgame.
pub struct Handwritten {
    pawns: pawns::Cache,
}

impl Default for Handwritten {
    fn default() -> Handwritten {
        Handwritten::new()
    }
}

impl Handwritten {
    /// An evaluation that has seen nothing yet.
    pub fn new() -> Handwritten {
        Handwritten { pawns: pawns::Cache::new() }
    }
}

impl Evaluate for Handwritten {
    fn evaluate(&mut self, position: &Position) -> Value {
        cpu::run(Judgement { pawns: &mut self.pawns, position })
    }
}

/// One evaluation. It counts squares all the time, which most CPUs do in one step if they are asked to.
struct Judgement<'a> {
    pawns: &'a mut pawns::Cache,
    position: &'a Position,
}

impl cpu::Work for Judgement<'_> {
    type Output = Value;

    #[inline(always)]
    fn run(self) -> Value {
        let Judgement { pawns, position } = self;
        let board = position.board();
        let mut sum = Sum::default();
        let structure = pawns.structure(position, &mut sum);
        pieces::look(board, position.turn(), structure, &mut sum);
        let white = blend(position, sum.0.middlegame(), sum.0.endgame());
        let value = if position.turn() == Color::White { white } else { -white };
        clamp_static(damp(value, position.halfmoves()))
    }
}

/// One value out of two, by what is left on the board; White's view.
#[inline(always)]
fn blend(position: &Position, middlegame: i32, endgame: i32) -> Value {
    let board = position.board();
    let kings = Color::ALL.map(|color| position.king(color));
    let strong = if endgame >= 0 { Color::White } else { Color::Black };
    let scale = ending::scale(board, strong);
    if scale == 0 {
        return 0; // whatever it looks like
    }
    let endgame = endgame * scale / ending::FULL;
    let phase = material::phase(board);
    let mixed = (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    if phase <= 8 { mixed + ending::drive_lone_king(board, kings) } else { mixed }
}

/// Without progress everything drifts toward the draw by fifty moves.
const fn damp(value: Value, halfmoves: u16) -> Value {
    let halfmoves = if halfmoves > 100 { 100 } else { halfmoves as Value };
    value * (220 - halfmoves) / 220
}

/// What the tuner needs of a position: the evaluation as a sum of terms.
pub struct Features {
    /// How often each term of [`terms`] occurs, White's less Black's.
    pub counts: Vec<(u16, i16)>,
    /// The share of the middlegame.
    pub middlegame: f64,
    /// How much of an endgame advantage counts, if it is White's, and if it is Black's.
    pub scales: [f64; 2],
}

/// The terms of a position, found by the code that plays.
pub fn features(position: &Position) -> Features {
    let board = position.board();
    let mut count = Count([0; terms::COUNT]);
    let structure = pawns::look(board, &mut count);
    for color in Color::ALL {
        pawns::shelter(board, position.king(color), color, &mut count);
    }
    pieces::look(board, position.turn(), structure, &mut count);
    let counts = (0..).zip(count.0).filter(|(_, times)| *times != 0).collect();
    let scale = |color| f64::from(ending::scale(board, color)) / f64::from(ending::FULL);
    let middlegame = f64::from(material::phase(board)) / f64::from(FULL_PHASE);
    Features { counts, middlegame, scales: Color::ALL.map(scale) }
}

/// The weights in use, in the order of [`terms`].
pub fn weights() -> &'static [Pair] {
    &weights::WEIGHTS
}
