//! Candidate mates to aim for.

use super::context::Context;
use super::fill::attacked_from;
use super::helpers::Help;
use super::route::{Route, RouteFinder};
use rules::{Color, Position, Rank, Role, Square, SquareSet, attacks};

const EDGE: SquareSet = SquareSet::from_bits(0xff81_8181_8181_81ff);

/// How far the losing king may walk to the edge, and how many squares there are tried.
const MAX_STEPS: usize = 3;
const MAX_PLACES: usize = 4;

/// The longest approach of the mating piece.
const MAX_MOVES: usize = 5;

/// What both sides do to reach the mate.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The routes of the pieces that guard flight squares.
    pub(super) help: Help,
    /// The route of the mating piece, which may start as a pawn.
    pub(super) approach: Route,
    /// The route of the king to the square where it is mated, if it is not there yet.
    pub(super) walk: Option<Route>,
    pub(super) place: Square,
    /// Whether an enemy piece that could capture the mating piece has to move away first.
    pub(super) defended: bool,
}

/// The square on which the king is mated, and its route there.
#[derive(Clone, Copy)]
struct Place {
    square: Square,
    walk: Option<Route>,
}

/// The piece that gives mate.
#[derive(Clone, Copy)]
struct MatingPiece {
    role: Role,
    square: Square,
    /// The route of the pawn that promotes to it.
    promotion: Option<Route>,
}

/// Receives plans, and returns whether to stop.
type Visit<'a> = &'a mut dyn FnMut(&Plan) -> bool;

/// Hands out plans, the easiest first. Returns whether the receiver told it to stop.
pub(super) fn candidates(position: &Position, winner: Color, visit: Visit<'_>) -> bool {
    let context = Context::new(position, winner);
    let Some(mating_pieces) = context.mating_pieces() else { return false };
    let mut at = |place: Place| {
        mating_pieces.iter().flatten().any(|mating_piece| context.plans(place, mating_piece, visit))
    };
    if EDGE.contains(context.king) && at(Place { square: context.king, walk: None }) {
        return true;
    }
    let finder = RouteFinder {
        role: Role::King,
        stops: !(context.guards | context.guarded_by(context.own, context.king)),
        occupied: context.occupied,
    };
    let here = SquareSet::of(context.king);
    let (mut layer, mut seen, mut places) = (here, here, 0);
    for steps in 1..=MAX_STEPS {
        layer = (attacked_from(Role::King, layer, context.occupied) & finder.stops) - seen;
        seen |= layer;
        for square in (layer & EDGE).iter().take(MAX_PLACES - places) {
            places += 1;
            if at(Place { square, walk: finder.route(here, SquareSet::of(square), steps) }) {
                return true;
            }
        }
    }
    false
}

impl Context<'_> {
    /// A queen, two rooks, or a pawn with a free path to promotion.
    fn mating_pieces(&self) -> Option<[Option<MatingPiece>; 3]> {
        let of = |role| (self.own & self.board.by_role(role)).iter().map(move |square| (role, square));
        let mating_piece = |(role, square)| MatingPiece { role, square, promotion: None };
        let (mut queens, mut rooks) = (of(Role::Queen).map(mating_piece), of(Role::Rook).map(mating_piece));
        let mating_pieces = [queens.next(), rooks.next(), rooks.next()];
        if mating_pieces.iter().any(Option::is_some) {
            return Some(mating_pieces);
        }
        let last_rank = Rank::Eighth.relative_to(self.winner);
        let promotions = (self.own & self.board.by_role(Role::Pawn)).iter().filter_map(|pawn| {
            let last = Square::new(pawn.file(), last_rank);
            let way = attacks::between(pawn, last) | SquareSet::of(last);
            way.is_disjoint(self.occupied).then(|| Route::straight(pawn, last))
        });
        let promotion = promotions.min_by_key(|route| route.moves)?;
        Some([
            Some(MatingPiece { role: Role::Queen, square: promotion.last(), promotion: Some(promotion) }),
            None,
            None,
        ])
    }

    /// The plans for one square and one mating piece.
    fn plans(&self, place: Place, mating_piece: &MatingPiece, visit: Visit<'_>) -> bool {
        let without_king = self.without_king(place.square);
        let around = attacks::king(place.square);
        let flights = around - self.guards;
        let itself = mating_piece.promotion.map_or(mating_piece.square, |promotion| promotion.first());
        let helpers = self.own - SquareSet::of(itself);
        let guarded = self.guarded_by(helpers, place.square);
        let mut aim = |targets, squares| {
            let plan = self.plan(place, mating_piece, targets, squares, helpers);
            plan.is_some_and(|plan| visit(&plan))
        };
        // Next to the king, the mating piece has to be protected.
        let unguarded = |target| {
            let reach = attacks::of(self.winner, mating_piece.role, target, without_king);
            ((flights - reach) | SquareSet::of(target)) - guarded
        };
        let beside = match mating_piece.role {
            Role::Queen => around - self.own,
            _ => (around & attacks::rook(place.square, SquareSet::EMPTY)) - self.own,
        };
        for target in beside - self.feared {
            if unguarded(target).is_empty() && aim(SquareSet::of(target), SquareSet::EMPTY) {
                return true;
            }
        }
        // From a distance along the edge, where nothing can interpose.
        let seen = attacks::rook(place.square, without_king | self.feared) - self.feared - self.own - around;
        for line in [SquareSet::rank(place.square.rank()), SquareSet::file(place.square.file())] {
            if line.is_subset(EDGE) && aim(seen & line, flights - line - guarded) {
                return true;
            }
        }
        let with_help = (beside - self.feared).iter().filter(|target| !unguarded(*target).is_empty());
        with_help.chain(beside & self.feared).any(|target| aim(SquareSet::of(target), unguarded(target)))
    }

    /// The mating piece goes to one of the targets, and helpers guard the remaining flight squares.
    fn plan(
        &self,
        place: Place,
        mating_piece: &MatingPiece,
        targets: SquareSet,
        squares: SquareSet,
        helpers: SquareSet,
    ) -> Option<Plan> {
        let stops = !self.own - self.checks(mating_piece.role, place.square);
        let finder = RouteFinder { role: mating_piece.role, stops, occupied: self.occupied };
        let mut approach = finder.route(SquareSet::of(mating_piece.square), targets, MAX_MOVES)?;
        match &mating_piece.promotion {
            Some(promotion) => approach = promotion.then(&approach),
            // The piece is there already, and it is not mate.
            None if approach.moves == 0 => return None,
            None => {}
        }
        // Neither a helper nor the king may end up on the mating piece's path.
        let path = approach.path();
        if path.contains(place.square) {
            return None;
        }
        let help = self.help(place.square, squares, helpers, path)?;
        let defended = self.feared.contains(approach.last());
        Some(Plan { help, approach, walk: place.walk, place: place.square, defended })
    }
}
