//! Plays the moves of a game as they are read.

use crate::fault::{Element, Fault, FaultKind, MoveNumber};
use crate::san::{self, WordMeaning};
use crate::start::StartTags;
use crate::visitor::{BoxedFault, End, TokenVisitor, Visitor};
use crate::{Comment, GameResult, Nag, Text, Word};
use rules::Position;

/// A game that is being replayed.
#[derive(Debug)]
pub(crate) struct Replay {
    /// The usual starting position, set up once.
    initial: Position,
    tags: StartTags,
    line: Line,
    /// The lines that were interrupted by a variation, the main line first.
    branches: Vec<Line>,
    /// How many variations are open. Those in a line that is not replayed have no branch.
    depth: usize,
    /// The depth of the line whose moves cannot be replayed any further.
    broken: Option<usize>,
    stage: Stage,
    complete: bool,
    marker: Option<GameResult>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Tags,
    /// The tags give no playable starting position.
    NoStart,
    Moves,
}

/// The current position and the one before it. They alternate between two slots, so that neither is copied.
#[derive(Clone, Debug)]
struct Line {
    positions: [Position; 2],
    now: bool,
    /// Whether this line has a move.
    moved: bool,
}

impl Line {
    const fn new(start: Position) -> Line {
        Line { positions: [start; 2], now: false, moved: false }
    }

    #[inline(always)]
    fn now(&self) -> &Position {
        &self.positions[usize::from(self.now)]
    }

    #[inline(always)]
    fn before(&self) -> &Position {
        &self.positions[usize::from(!self.now)]
    }

    /// The current position, and the slot for the next one.
    #[inline(always)]
    fn now_and_next(&mut self) -> (&Position, &mut Position) {
        let [first, second] = &mut self.positions;
        if self.now { (second, first) } else { (first, second) }
    }

    /// Makes the next position the current one, once it has been written to its slot.
    #[inline(always)]
    fn step(&mut self) {
        self.now = !self.now;
        self.moved = true;
    }
}

impl Default for Replay {
    fn default() -> Replay {
        let initial = Position::start();
        Replay {
            initial,
            tags: StartTags::default(),
            line: Line::new(initial),
            branches: Vec::new(),
            depth: 0,
            broken: None,
            stage: Stage::Tags,
            complete: true,
            marker: None,
        }
    }
}

impl Replay {
    /// Starts a new game, which is reported to the visitor.
    pub(crate) fn for_visitor<'a, V: Visitor>(&'a mut self, visitor: &'a mut V) -> ReplayVisitor<'a, V> {
        self.tags.clear();
        self.branches.clear();
        self.depth = 0;
        self.broken = None;
        self.stage = Stage::Tags;
        self.complete = true;
        self.marker = None;
        ReplayVisitor { replay: self, visitor }
    }

    /// Stops replaying the current line.
    fn break_off(&mut self) {
        self.complete &= self.depth > 0;
        self.broken.get_or_insert(self.depth);
    }

    /// Stops replaying this game.
    fn give_up(&mut self) {
        self.complete = false;
        self.broken = Some(0);
    }
}

/// A replay and the visitor that receives it.
pub(crate) struct ReplayVisitor<'a, V> {
    replay: &'a mut Replay,
    visitor: &'a mut V,
}

impl<V: Visitor> ReplayVisitor<'_, V> {
    /// A word that [`san::find_common`] does not recognise.
    #[cold]
    fn rare_word(&mut self, word: Word<'_>) -> Result<(), BoxedFault> {
        let line = &mut self.replay.line;
        let (now, next) = line.now_and_next();
        match san::find(now, word.bytes())? {
            WordMeaning::Move(legal) => {
                self.visitor.play(legal);
                *next = legal.play();
            }
            WordMeaning::NullMove(after) => {
                self.visitor.pass(now);
                *next = after;
            }
            WordMeaning::Ignored => return Ok(()),
        }
        line.step();
        Ok(())
    }
}

impl<V: Visitor> TokenVisitor for ReplayVisitor<'_, V> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) -> Result<(), BoxedFault> {
        self.visitor.tag(name, value);
        self.replay.tags.tag(name, value)
    }

    fn begin(&mut self) -> Result<(), BoxedFault> {
        let replay = &mut *self.replay;
        match replay.tags.position() {
            Ok(start) => {
                replay.line = Line::new(start.unwrap_or(replay.initial));
                replay.stage = Stage::Moves;
            }
            Err(kind) => {
                replay.stage = Stage::NoStart;
                replay.give_up();
                return Err(Box::new(kind));
            }
        }
        if self.visitor.begin(replay.line.now()).is_break() {
            replay.broken = Some(0);
        }
        match replay.tags.contradiction() {
            Some(kind) => Err(Box::new(kind)),
            None => Ok(()),
        }
    }

    #[inline(always)]
    fn word(&mut self, word: Word<'_>) -> Result<(), BoxedFault> {
        if self.replay.broken.is_some() {
            return Ok(());
        }
        let line = &mut self.replay.line;
        let (now, next) = line.now_and_next();
        let Some(legal) = san::find_common(now, word) else { return self.rare_word(word) };
        self.visitor.play(legal);
        legal.play_into(next);
        line.step();
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        if self.replay.broken.is_none() {
            self.visitor.nag(nag);
        }
    }

    #[inline]
    fn comment(&mut self, comment: Comment<'_>) {
        if self.replay.broken.is_none() {
            self.visitor.comment(comment);
        }
    }

    fn begin_variation(&mut self) -> Result<(), BoxedFault> {
        let replay = &mut *self.replay;
        replay.depth += 1;
        if replay.broken.is_some() {
            return Ok(());
        }
        if !replay.line.moved {
            return Err(Box::new(FaultKind::VariationWithoutMove));
        }
        let variation = Line::new(*replay.line.before());
        replay.branches.push(std::mem::replace(&mut replay.line, variation));
        self.visitor.begin_variation();
        Ok(())
    }

    fn end_variation(&mut self) {
        let replay = &mut *self.replay;
        if replay.depth == replay.branches.len()
            && let Some(line) = replay.branches.pop()
        {
            replay.line = line;
            self.visitor.end_variation();
        }
        replay.depth = replay.depth.saturating_sub(1);
        replay.broken = replay.broken.filter(|depth| *depth <= replay.depth);
    }

    fn fault(&mut self, mut fault: Fault) {
        let replay = &mut *self.replay;
        if replay.stage == Stage::Moves {
            let position = replay.line.now();
            fault.at_move = Some(MoveNumber { number: position.fullmoves(), color: position.turn() });
        }
        match &fault.kind {
            FaultKind::IllegalMove { .. }
            | FaultKind::AmbiguousMove { .. }
            | FaultKind::PromotionMissing { .. }
            | FaultKind::NotAMove { .. }
            | FaultKind::PassInCheck { .. }
            | FaultKind::VariationWithoutMove => replay.break_off(),
            FaultKind::TooLong { what: Element::Word, .. } => replay.break_off(),
            kind if kind.ends_game() => replay.give_up(),
            _ => {}
        }
        self.visitor.fault(fault);
    }

    fn marker(&mut self, result: GameResult) -> Result<(), BoxedFault> {
        self.replay.marker = Some(result);
        match self.replay.tags.result() {
            Some(tag) if tag != result && tag.marker() != result.marker() => {
                Err(Box::new(FaultKind::ResultsDiffer { tag: tag.tag(), marker: result.marker() }))
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self) {
        let replay = &*self.replay;
        let position = (replay.stage == Stage::Moves).then(|| replay.line.now());
        let (marker, tag, complete) = (replay.marker, replay.tags.result(), replay.complete);
        self.visitor.end(End { marker, tag, position, complete });
    }
}
