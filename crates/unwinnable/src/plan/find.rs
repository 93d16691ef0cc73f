//! Mates to aim for.

use super::fill::attacked_from;
use super::help::Help;
use super::route::{Route, Ways};
use super::view::View;
use rules::{Color, Position, Rank, Role, Square, SquareSet, attacks};

const EDGE: SquareSet = SquareSet::from_bits(0xff81_8181_8181_81ff);

/// A king walks so many steps to the edge, and so many places there are looked at.
const MOST_STEPS: usize = 3;
const MOST_PLACES: usize = 4;

/// Moves of the piece that mates.
const MOST_MOVES: usize = 5;

/// What both sides do.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The ways of those who guard something.
    pub(super) help: Help,
    /// The way of the piece that mates; it may begin as a pawn's.
    pub(super) approach: Route,
    /// The way of the king to where it is mated, if it is not there.
    pub(super) walk: Option<Route>,
    pub(super) place: Square,
    /// Whether somebody has to leave who could take the piece that mates.
    pub(super) defended: bool,
}

/// Where a king is mated, and how it gets there.
#[derive(Clone, Copy)]
struct Place {
    square: Square,
    walk: Option<Route>,
}

/// Who mates it.
#[derive(Clone, Copy)]
struct Hunter {
    role: Role,
    square: Square,
    /// The way of the pawn that becomes it.
    promotion: Option<Route>,
}

/// Takes plans until it has enough.
type Follow<'a> = &'a mut dyn FnMut(&Plan) -> bool;

/// Hands out plans, those that look easy first. Whether it was told that this is enough.
pub(super) fn find(position: &Position, winner: Color, follow: Follow<'_>) -> bool {
    let view = View::new(position, winner);
    let Some(hunters) = view.hunters() else { return false };
    let mut at = |place: Place| hunters.iter().flatten().any(|hunter| view.plans(place, hunter, follow));
    if EDGE.contains(view.king) && at(Place { square: view.king, walk: None }) {
        return true;
    }
    let ways = Ways {
        role: Role::King,
        stops: !(view.men | view.guarded_by(view.own, view.king)),
        occupied: view.occupied,
    };
    let here = SquareSet::of(view.king);
    let (mut layer, mut seen, mut places) = (here, here, 0);
    for steps in 1..=MOST_STEPS {
        layer = (attacked_from(Role::King, layer, view.occupied) & ways.stops) - seen;
        seen |= layer;
        for square in (layer & EDGE).iter().take(MOST_PLACES - places) {
            places += 1;
            if at(Place { square, walk: ways.route(here, SquareSet::of(square), steps) }) {
                return true;
            }
        }
    }
    false
}

impl View<'_> {
    /// A queen, two rooks, or a pawn with nothing before it.
    fn hunters(&self) -> Option<[Option<Hunter>; 3]> {
        let of = |role| (self.own & self.board.by_role(role)).iter().map(move |square| (role, square));
        let hunter = |(role, square)| Hunter { role, square, promotion: None };
        let (mut queens, mut rooks) = (of(Role::Queen).map(hunter), of(Role::Rook).map(hunter));
        let hunters = [queens.next(), rooks.next(), rooks.next()];
        if hunters.iter().any(Option::is_some) {
            return Some(hunters);
        }
        let last_rank = Rank::Eighth.relative_to(self.winner);
        let promotions = (self.own & self.board.by_role(Role::Pawn)).iter().filter_map(|pawn| {
            let last = Square::new(pawn.file(), last_rank);
            let way = attacks::between(pawn, last) | SquareSet::of(last);
            way.is_disjoint(self.occupied).then(|| Route::straight(pawn, last))
        });
        let promotion = promotions.min_by_key(|route| route.moves)?;
        Some([
            Some(Hunter { role: Role::Queen, square: promotion.last(), promotion: Some(promotion) }),
            None,
            None,
        ])
    }

    /// Plans for one place and one hunter.
    fn plans(&self, place: Place, hunter: &Hunter, follow: Follow<'_>) -> bool {
        let without_king = self.without_king(place.square);
        let around = attacks::king(place.square);
        let flights = around - self.men;
        let itself = hunter.promotion.map_or(hunter.square, |promotion| promotion.first());
        let helpers = self.own - SquareSet::of(itself);
        let guarded = self.guarded_by(helpers, place.square);
        let mut aim = |targets, squares| {
            let plan = self.plan(place, hunter, targets, squares, helpers);
            plan.is_some_and(|plan| follow(&plan))
        };
        // Beside the king the hunter has to be guarded itself.
        let unguarded = |target| {
            let reach = attacks::of(self.winner, hunter.role, target, without_king);
            ((flights - reach) | SquareSet::of(target)) - guarded
        };
        let beside = match hunter.role {
            Role::Queen => around - self.own,
            _ => (around & attacks::rook(place.square, SquareSet::EMPTY)) - self.own,
        };
        for target in beside - self.feared {
            if unguarded(target).is_empty() && aim(SquareSet::of(target), SquareSet::EMPTY) {
                return true;
            }
        }
        // From afar along the edge, where nobody comes between.
        let seen = attacks::rook(place.square, without_king | self.feared) - self.feared - self.own - around;
        for line in [SquareSet::rank(place.square.rank()), SquareSet::file(place.square.file())] {
            if line.is_subset(EDGE) && aim(seen & line, flights - line - guarded) {
                return true;
            }
        }
        let with_help = (beside - self.feared).iter().filter(|target| !unguarded(*target).is_empty());
        with_help.chain(beside & self.feared).any(|target| aim(SquareSet::of(target), unguarded(target)))
    }

    /// The hunter goes to one of the targets, and helpers guard the squares.
    fn plan(
        &self,
        place: Place,
        hunter: &Hunter,
        targets: SquareSet,
        squares: SquareSet,
        helpers: SquareSet,
    ) -> Option<Plan> {
        let stops = !self.own - self.checks(hunter.role, place.square);
        let ways = Ways { role: hunter.role, stops, occupied: self.occupied };
        let mut approach = ways.route(SquareSet::of(hunter.square), targets, MOST_MOVES)?;
        match &hunter.promotion {
            Some(promotion) => approach = promotion.then(&approach),
            // It is there already, and yet there is no mate.
            None if approach.moves == 0 => return None,
            None => {}
        }
        // Nobody who helps, and not the king, ends up where the hunter has to pass.
        let path = approach.path();
        if path.contains(place.square) {
            return None;
        }
        let help = self.help(place.square, squares, helpers, path)?;
        let defended = self.feared.contains(approach.last());
        Some(Plan { help, approach, walk: place.walk, place: place.square, defended })
    }
}
