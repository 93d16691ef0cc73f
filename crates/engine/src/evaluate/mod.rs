//! Static evaluation.

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
use rules::cpu::{self, Sliders};
use rules::{Color, LegalMove, Position, Square};
use tally::{Count, Sum};

/// A static evaluation: hand-crafted, with noise for weaker levels, or a network.
pub trait Evaluate {
    /// Centipawns for the side to move, which must not be in check.
    fn evaluate(&mut self, position: &Position) -> Value;

    /// Whether the search overlooks this move at this ply; `_last` is the target of the previous move. Only weaker
    /// levels overlook anything.
    #[inline(always)]
    fn overlooks(&self, _legal: LegalMove<'_>, _ply: usize, _last: Option<Square>) -> bool {
        false
    }
}

/// The hand-crafted evaluation (HCE): a weighted sum of named terms, interpolated between middlegame and endgame.
pub struct HandCrafted {
    pawns: pawns::Cache,
}

impl Default for HandCrafted {
    fn default() -> HandCrafted {
        HandCrafted::new()
    }
}

impl HandCrafted {
    /// An evaluation with an empty pawn cache.
    pub fn new() -> HandCrafted {
        HandCrafted { pawns: pawns::Cache::new() }
    }
}

impl Evaluate for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> Value {
        cpu::run(Evaluation { pawns: &mut self.pawns, position })
    }
}

/// One evaluation, dispatched by `cpu` because it counts bits all the time.
struct Evaluation<'a> {
    pawns: &'a mut pawns::Cache,
    position: &'a Position,
}

impl cpu::Work for Evaluation<'_> {
    type Output = Value;

    #[inline(always)]
    fn run(self, sliders: impl Sliders) -> Value {
        let Evaluation { pawns, position } = self;
        let board = position.board();
        let mut sum = Sum::default();
        let structure = pawns.structure(position, &mut sum);
        pieces::add_terms(board, position.turn(), structure, sliders, &mut sum);
        let white = blend(position, sum.0.middlegame(), sum.0.endgame());
        let value = if position.turn() == Color::White { white } else { -white };
        clamp_static(damp(value, position.halfmoves()))
    }
}

/// Interpolates between middlegame and endgame by the remaining material; from White's view.
#[inline(always)]
fn blend(position: &Position, middlegame: i32, endgame: i32) -> Value {
    let board = position.board();
    let kings = Color::ALL.map(|color| position.king(color));
    let strong = if endgame >= 0 { Color::White } else { Color::Black };
    let scale = ending::scale(board, strong);
    if scale == 0 {
        return 0; // the material cannot win
    }
    let endgame = endgame * scale / ending::FULL;
    let phase = material::phase(board);
    let mixed = (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    if phase <= 8 { mixed + ending::drive_lone_king(board, kings) } else { mixed }
}

/// Turns the value of a network, from White's view, into an evaluation for the side to move. It adds what the network
/// does not know: draws and wins that follow from the material alone, and the count of moves without progress.
pub(crate) fn finish(position: &Position, white: Value) -> Value {
    let board = position.board();
    let strong = if white >= 0 { Color::White } else { Color::Black };
    let white = if ending::scale(board, strong) == 0 {
        0
    } else if material::phase(board) <= 8 {
        white + ending::drive_lone_king(board, Color::ALL.map(|color| position.king(color)))
    } else {
        white
    };
    let value = if position.turn() == Color::White { white } else { -white };
    clamp_static(damp(value, position.halfmoves()))
}

/// The hand-crafted value of a position, corrected by a network; both for the side to move. In endings that are hard to
/// win, the correction is scaled down like the advantage.
pub(crate) fn correct(position: &Position, value: Value, correction: Value) -> Value {
    let strong = if value >= 0 { position.turn() } else { !position.turn() };
    let scaled = correction * ending::scale(position.board(), strong) / ending::FULL;
    clamp_static(value + damp(scaled, position.halfmoves()))
}

/// Without progress the value drifts toward a draw by the fifty-move rule.
const fn damp(value: Value, halfmoves: u16) -> Value {
    let halfmoves = if halfmoves > 100 { 100 } else { halfmoves as Value };
    value * (220 - halfmoves) / 220
}

/// The evaluation of a position as a sum of terms, for the tuner.
pub struct Features {
    /// How often each term of [`terms`] occurs: White's count less Black's.
    pub counts: Vec<(u16, i16)>,
    /// The weight of the middlegame, from 0 to 1.
    pub middlegame: f64,
    /// How much of an endgame advantage counts if it is White's, and if it is Black's, from 0 to 1.
    pub scales: [f64; 2],
}

/// The terms of a position, collected by the same code that evaluates.
pub fn features(position: &Position) -> Features {
    let board = position.board();
    let count = cpu::run(Counting { position });
    let counts = (0..).zip(count.0).filter(|(_, times)| *times != 0).collect();
    let scale = |color| f64::from(ending::scale(board, color)) / f64::from(ending::FULL);
    let middlegame = f64::from(material::phase(board)) / f64::from(FULL_PHASE);
    Features { counts, middlegame, scales: Color::ALL.map(scale) }
}

/// [`features`], dispatched by `cpu` as the evaluation is.
struct Counting<'a> {
    position: &'a Position,
}

impl cpu::Work for Counting<'_> {
    type Output = Count;

    #[inline(always)]
    fn run(self, sliders: impl Sliders) -> Count {
        let board = self.position.board();
        let mut count = Count([0; terms::COUNT]);
        let structure = pawns::add_terms(board, &mut count);
        for color in Color::ALL {
            pawns::shelter(board, self.position.king(color), color, &mut count);
        }
        pieces::add_terms(board, self.position.turn(), structure, sliders, &mut count);
        count
    }
}

/// The weights in use, in the order of [`terms`].
pub fn weights() -> &'static [Pair] {
    &weights::WEIGHTS
}
