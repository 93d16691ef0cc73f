//! Plays a plan out with legal moves.

use super::candidates::Plan;
use super::line::Line;
use super::route::Route;
use super::waiting_moves::{is_quiet, waiting};
use rules::{Color, Intent, LegalMove, Position, Promotion, Role, SquareSet, attacks};

/// Longer lines are not worth trying here.
const MAX_PLIES: usize = 28;

/// How many waiting moves the winner may make.
const MAX_WAITS: usize = 3;

/// Plays a plan at the end of a line. Returns whether it ends in mate.
pub(super) fn play_out(line: &mut Line, winner: Color, plan: &Plan) -> bool {
    let mut progress = Progress::new(plan);
    for _ in 0..MAX_PLIES {
        let last = line.here.turn() == winner && progress.is_ready(&line.here);
        let legal = match line.here.turn() == winner {
            true if last => step(&line.here, &plan.approach, progress.approached),
            true => progress.own_move(&line.here),
            false => progress.other_move(&line.here),
        };
        let Some((mv, next)) = legal.map(|legal| (legal.mv(), legal.play())) else { return false };
        line.push(mv, next);
        if last {
            return next.is_checkmate();
        }
    }
    false
}

/// How far a plan has been carried out.
struct Progress<'a> {
    plan: &'a Plan,
    helped: [usize; 2],
    approached: usize,
    walked: usize,
    waited: usize,
    /// The moves that undo the last waiting moves of the winner and of the loser.
    back: [Option<Intent>; 2],
    /// Squares that have to stay free for the winner's pieces.
    paths: SquareSet,
}

impl<'a> Progress<'a> {
    fn new(plan: &'a Plan) -> Progress<'a> {
        let help = plan.help.iter().flatten();
        let paths = help.fold(plan.approach.path(), |paths, route| paths | route.path())
            | attacks::between(plan.approach.last(), plan.place);
        Progress { plan, helped: [0; 2], approached: 0, walked: 0, waited: 0, back: [None; 2], paths }
    }

    /// Whether only the mating move is left.
    fn is_ready(&self, here: &Position) -> bool {
        let mut help = self.plan.help.iter().zip(self.helped);
        self.approached + 1 == self.plan.approach.moves
            && here.king(!here.turn()) == self.plan.place
            && help.all(|(route, helped)| route.is_none_or(|route| route.moves == helped))
            && self.defenders(here, !here.turn()).is_empty()
    }

    /// The enemy pieces, without the king, that could capture the mating piece.
    fn defenders(&self, here: &Position, loser: Color) -> SquareSet {
        if !self.plan.defended {
            return SquareSet::EMPTY;
        }
        let board = here.board();
        here.attackers(loser, self.plan.approach.last(), board.occupied()) - board.by_role(Role::King)
    }

    fn own_move<'p>(&mut self, here: &'p Position) -> Option<LegalMove<'p>> {
        for (route, helped) in self.plan.help.iter().zip(&mut self.helped) {
            if let Some(legal) = route.as_ref().and_then(|route| step(here, route, *helped)) {
                *helped += 1;
                return Some(legal);
            }
        }
        if self.approached + 1 < self.plan.approach.moves
            && let Some(legal) = step(here, &self.plan.approach, self.approached)
        {
            self.approached += 1;
            return Some(legal);
        }
        self.waited += 1;
        if self.waited > MAX_WAITS {
            return None;
        }
        wait(&mut self.back[0], here, |here| waiting(here, !self.paths, self.paths, |_| true))
    }

    fn other_move<'p>(&mut self, here: &'p Position) -> Option<LegalMove<'p>> {
        if let Some(walk) = self.plan.walk.as_ref().filter(|walk| self.walked < walk.moves) {
            self.walked += 1;
            return step(here, walk, self.walked - 1);
        }
        let (board, target) = (here.board(), self.plan.approach.last());
        let stays_away = |legal: LegalMove<'_>| {
            let occupied = board.occupied() - SquareSet::of(legal.from());
            !attacks::of(here.turn(), legal.role(), legal.to(), occupied).contains(target)
        };
        let defenders = self.defenders(here, here.turn());
        if !defenders.is_empty() {
            let moves = here.legal_moves();
            let mut leaving = moves.iter().filter(|legal| defenders.contains(legal.from()));
            return leaving.find(|legal| is_quiet(*legal) && stays_away(*legal));
        }
        // The pieces around the king stay there, because they take flight squares from it.
        let shield = attacks::king(self.plan.place) | SquareSet::of(self.plan.place);
        wait(&mut self.back[1], here, |here| waiting(here, !shield, shield | self.paths, stays_away))
    }
}

/// Takes the last waiting move back, or finds another one.
fn wait<'p>(
    back: &mut Option<Intent>,
    here: &'p Position,
    another: impl Fn(&'p Position) -> Option<LegalMove<'p>>,
) -> Option<LegalMove<'p>> {
    let free = back.filter(|back| !here.board().occupied().contains(back.to));
    let legal = free.and_then(|back| here.legal(back)).or_else(|| another(here))?;
    *back = (legal.role() != Role::Pawn).then(|| Intent::new(legal.to(), legal.from()));
    Some(legal)
}

/// The next move of a route, if it is legal.
fn step<'p>(here: &'p Position, route: &Route, number: usize) -> Option<LegalMove<'p>> {
    let (from, to) = route.step(number)?;
    let promotes = SquareSet::BACK_RANKS.contains(to) && here.board().by_role(Role::Pawn).contains(from);
    here.legal(Intent { from, to, promotion: promotes.then_some(Promotion::Queen) })
}
