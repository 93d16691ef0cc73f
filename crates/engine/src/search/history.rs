//! History heuristics: which moves caused cut-offs before. They order the moves, and a good order makes the search
//! deeper.

use rules::{Color, LegalMove, Move, Role, Square};

/// The maximum absolute history value.
const LIMIT: i32 = 16_384;

/// The number of pieces and target squares: 2 sides, 6 roles, 64 squares.
const PIECE_TO: usize = 2 * 6 * 64;

/// A move as the continuation histories index it: its piece and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    #[inline(always)]
    pub(super) fn new(color: Color, mv: Move) -> PieceTo {
        PieceTo(((color.index() * 6 + mv.role().index()) * 64 + mv.to().index()) as u16)
    }

    pub(super) fn to(self) -> Option<Square> {
        Square::from_index(usize::from(self.0) % 64)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % PIECE_TO
    }
}

type Table = [i16; PIECE_TO];

/// The moves played one, two and four plies earlier.
pub(super) type PrevMoves = [Option<PieceTo>; 3];

/// The histories of one thread.
pub(super) struct Histories {
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    capture: Box<[[i16; 6]; PIECE_TO]>,
    /// Continuation histories: good replies to the moves of [`PrevMoves`].
    continuation: [Vec<Table>; 3],
}

/// The row of a missing previous move.
static NOTHING: Table = [0; PIECE_TO];

/// The rows of the histories that concern one position.
pub(super) struct QuietHistory<'h> {
    color: Color,
    here: &'h [[i16; 64]; 64],
    answers: [&'h Table; 3],
}

impl QuietHistory<'_> {
    /// The sum of all histories of a quiet move.
    #[inline(always)]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let to = PieceTo::new(self.color, mv).index();
        let here = self.here[mv.from().index()][mv.to().index()];
        self.answers.iter().fold(i32::from(here), |sum, answers| sum + i32::from(answers[to]))
    }
}

/// The row of one previous move.
#[inline(always)]
fn row(table: &[Table], earlier: Option<PieceTo>) -> &Table {
    earlier.map_or(&NOTHING, |earlier| &table[earlier.index()])
}

/// The bonus for a cut-off at this depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 120 * depth - 60).clamp(0, 1800)
}

#[inline(always)]
fn learn(place: &mut i16, bonus: i32) {
    let old = i32::from(*place);
    *place = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            capture: Box::new([[0; 6]; PIECE_TO]),
            continuation: [(); 3].map(|()| vec![[0; PIECE_TO]; PIECE_TO]),
        }
    }

    /// The rows for quiet moves after these previous moves.
    #[inline(always)]
    pub(super) fn quiet(&self, color: Color, previous: PrevMoves) -> QuietHistory<'_> {
        let [one, two, four] = &self.continuation;
        let answers = [row(one, previous[0]), row(two, previous[1]), row(four, previous[2])];
        QuietHistory { color, here: &self.quiet[color.index()], answers }
    }

    #[inline]
    pub(super) fn of_capture(&self, legal: LegalMove<'_>) -> i32 {
        let color = legal.position().turn();
        let victim = legal.captured().unwrap_or(Role::Pawn);
        i32::from(self.capture[PieceTo::new(color, legal.mv()).index()][victim.index()])
    }

    pub(super) fn learn_quiet(&mut self, color: Color, mv: Move, previous: PrevMoves, bonus: i32) {
        let to = PieceTo::new(color, mv).index();
        learn(&mut self.quiet[color.index()][mv.from().index()][mv.to().index()], bonus);
        for (table, earlier) in self.continuation.iter_mut().zip(previous) {
            if let Some(earlier) = earlier {
                learn(&mut table[earlier.index()][to], bonus);
            }
        }
    }

    pub(super) fn learn_capture(&mut self, legal: LegalMove<'_>, bonus: i32) {
        let color = legal.position().turn();
        let victim = legal.captured().unwrap_or(Role::Pawn);
        learn(&mut self.capture[PieceTo::new(color, legal.mv()).index()][victim.index()], bonus);
    }
}
