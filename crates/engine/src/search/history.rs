//! Which moves were good before: the order in which moves are tried decides how far the search sees.

use rules::{Color, LegalMove, Move, Role, Square};

/// What was learned is kept within this.
const LIMIT: i32 = 16_384;

/// A piece and where it goes: 2 sides, 6 roles, 64 squares.
const PIECE_TO: usize = 2 * 6 * 64;

/// A move as it is remembered by what follows: its piece and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    #[inline(always)]
    pub(super) fn new(color: Color, mv: Move) -> PieceTo {
        PieceTo(((color.index() * 6 + mv.role().index()) * 64 + mv.to().index()) as u16)
    }

    /// Where the piece went.
    pub(super) fn to(self) -> Option<Square> {
        Square::from_index(usize::from(self.0) % 64)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % PIECE_TO
    }
}

type Table = [i16; PIECE_TO];

/// The moves before the one in question: one move ago, two, four.
pub(super) type Before = [Option<PieceTo>; 3];

/// What one thread has learned.
pub(super) struct Histories {
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    capture: Box<[[i16; 6]; PIECE_TO]>,
    /// What answers a move well, by how many moves ago that was.
    continuation: [Vec<Table>; 3],
}

/// Nothing came before, and nothing is known about it.
static NOTHING: Table = [0; PIECE_TO];

/// The rows of the histories that concern one position.
pub(super) struct QuietHistory<'h> {
    color: Color,
    here: &'h [[i16; 64]; 64],
    answers: [&'h Table; 3],
}

impl QuietHistory<'_> {
    /// How good a quiet move was so far.
    #[inline(always)]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let to = PieceTo::new(self.color, mv).index();
        let here = self.here[mv.from().index()][mv.to().index()];
        self.answers.iter().fold(i32::from(here), |sum, answers| sum + i32::from(answers[to]))
    }
}

/// What is known of the answers to one move.
#[inline(always)]
fn row(table: &[Table], earlier: Option<PieceTo>) -> &Table {
    earlier.map_or(&NOTHING, |earlier| &table[earlier.index()])
}

/// A cut-off at this depth teaches so much.
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

    /// What is known of quiet moves here and as an answer to the moves before.
    #[inline(always)]
    pub(super) fn quiet(&self, color: Color, before: Before) -> QuietHistory<'_> {
        let [one, two, four] = &self.continuation;
        let answers = [row(one, before[0]), row(two, before[1]), row(four, before[2])];
        QuietHistory { color, here: &self.quiet[color.index()], answers }
    }

    #[inline]
    pub(super) fn of_capture(&self, legal: LegalMove<'_>) -> i32 {
        let color = legal.position().turn();
        let victim = legal.captured().unwrap_or(Role::Pawn);
        i32::from(self.capture[PieceTo::new(color, legal.mv()).index()][victim.index()])
    }

    pub(super) fn learn_quiet(&mut self, color: Color, mv: Move, before: Before, bonus: i32) {
        let to = PieceTo::new(color, mv).index();
        learn(&mut self.quiet[color.index()][mv.from().index()][mv.to().index()], bonus);
        for (table, earlier) in self.continuation.iter_mut().zip(before) {
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
