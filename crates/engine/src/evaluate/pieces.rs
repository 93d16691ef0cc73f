//! Pieces: placement, mobility, threats, king safety and passed pawns.

use super::pawns::{Structure, beside, fill_forward, forward, pawn_attacks, second_rank};
use super::tally::Tally;
use super::terms::{self, folded, relative_rank};
use rules::cpu::Sliders;
use rules::{Board, Color, Rank, Role, Square, SquareSet, attacks};

/// The squares a side attacks.
#[derive(Clone, Copy, Default)]
struct Reach {
    by_role: [SquareSet; 6],
    all: SquareSet,
    twice: SquareSet,
}

impl Reach {
    #[inline(always)]
    fn note(&mut self, role: Role, squares: SquareSet) {
        self.by_role[role.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// One side's view of the board, and the way to find the attacks of sliders.
#[derive(Clone, Copy)]
struct View<'a, S> {
    board: &'a Board,
    color: Color,
    kings: [Square; 2],
    sliders: S,
}

/// All terms but pawn structure and shelter.
#[inline(always)]
pub(super) fn add_terms(
    board: &Board,
    turn: Color,
    structure: Structure,
    sliders: impl Sliders,
    tally: &mut impl Tally,
) {
    let kings = Color::ALL.map(|color| board.pieces(color, Role::King).first().unwrap_or(Square::A1));
    let mut reach = Color::ALL.map(|color| {
        let mut reach = Reach::default();
        reach.note(Role::King, attacks::king(kings[color.index()]));
        reach.note(Role::Pawn, pawn_attacks(color, board.pieces(color, Role::Pawn)));
        reach
    });
    let [white, black] = Color::ALL.map(|color| View { board, color, kings, sliders });
    let units = [pieces(white, &mut reach, tally), pieces(black, &mut reach, tally)];
    combined_terms(white, units[0], structure, &reach, tally);
    combined_terms(black, units[1], structure, &reach, tally);
    tally.one(turn, terms::TEMPO);
}

/// Terms of one side that need the attacks of both.
#[inline(always)]
fn combined_terms(
    view: View<'_, impl Sliders>,
    units: i32,
    structure: Structure,
    reach: &[Reach; 2],
    tally: &mut impl Tally,
) {
    let View { board, color, kings, .. } = view;
    tally.one(color, terms::SQUARES + 5 * 32 + folded(color, kings[color.index()]));
    danger(view, units, reach, tally);
    threats(board, color, reach, tally);
    passed_pawns(board, color, structure.passed, kings, reach, tally);
    space(board, color, reach, tally);
}

/// The king with the squares around it, and those one step toward the enemy.
#[inline(always)]
fn ring(color: Color, king: Square) -> SquareSet {
    let near = attacks::king(king) | SquareSet::of(king);
    near | forward(color, near)
}

/// Material, piece-square terms and mobility; collects the attacked squares. Returns the weight of the attack on the
/// enemy king.
#[inline(always)]
fn pieces(view: View<'_, impl Sliders>, reach: &mut [Reach; 2], tally: &mut impl Tally) -> i32 {
    let View { board, color, kings, .. } = view;
    let own_pawns = board.pieces(color, Role::Pawn);
    let enemy_pawn_attacks = reach[1 - color.index()].by_role[0];
    let occupied = board.occupied();
    // Squares of blocked pawns and of pawns at home do not count as mobility.
    let stuck = own_pawns & (forward(!color, occupied) | second_rank(color));
    let useful = !(stuck | SquareSet::of(kings[color.index()]) | enemy_pawn_attacks);
    let target = ring(!color, kings[1 - color.index()]);
    let mut attack = Attack::default();
    // One call for each role, so that each is compiled separately.
    for_role(view, Role::Knight, useful, target, reach, tally, &mut attack);
    for_role(view, Role::Bishop, useful, target, reach, tally, &mut attack);
    for_role(view, Role::Rook, useful, target, reach, tally, &mut attack);
    for_role(view, Role::Queen, useful, target, reach, tally, &mut attack);
    let bishops = board.pieces(color, Role::Bishop);
    let shades = [SquareSet::LIGHT, SquareSet::DARK];
    if shades.iter().all(|shade| !(bishops & *shade).is_empty()) {
        tally.one(color, terms::BISHOP_PAIR);
    }
    for bishop in bishops {
        let shade = if bishop.is_light() { SquareSet::LIGHT } else { SquareSet::DARK };
        tally.one(color, terms::BISHOP_PAWNS + (own_pawns & shade).len().min(8));
    }
    // A single attacker is only half as dangerous.
    if attack.attackers < 2 { attack.units / 2 } else { attack.units }
}

/// How many pieces attack the surroundings of the enemy king, and with what weight.
#[derive(Default)]
struct Attack {
    attackers: u32,
    units: i32,
}

/// [`pieces`] of one role.
#[inline(always)]
fn for_role(
    view: View<'_, impl Sliders>,
    role: Role,
    useful: SquareSet,
    target: SquareSet,
    reach: &mut [Reach; 2],
    tally: &mut impl Tally,
    attack: &mut Attack,
) {
    let View { board, color, sliders, .. } = view;
    let occupied = board.occupied();
    let queens = board.pieces(color, Role::Queen);
    let (mobility, weight) = match role {
        Role::Knight => (terms::KNIGHT_MOBILITY, 2),
        Role::Bishop => (terms::BISHOP_MOBILITY, 2),
        Role::Rook => (terms::ROOK_MOBILITY, 3),
        _ => (terms::QUEEN_MOBILITY, 4),
    };
    for square in board.pieces(color, role) {
        // X-rays: pieces on the same line support each other.
        let squares = match role {
            Role::Knight => attacks::knight(square),
            Role::Bishop => sliders.bishop(square, occupied ^ queens),
            Role::Rook => sliders.rook(square, occupied ^ queens ^ board.pieces(color, Role::Rook)),
            _ => sliders.queen(square, occupied),
        };
        tally.one(color, terms::MATERIAL + role.index());
        tally.one(color, terms::SQUARES + role.index() * 32 + folded(color, square));
        tally.one(color, mobility + (squares & useful).len());
        reach[color.index()].note(role, squares);
        let near = squares & target;
        if !near.is_empty() {
            attack.attackers += 1;
            attack.units += weight + near.len() as i32 / 2;
        }
        match role {
            Role::Knight | Role::Bishop => minor(board, color, role, square, reach, tally),
            Role::Rook => rook(board, color, square, tally),
            _ => {}
        }
    }
}

#[inline(always)]
fn minor(
    board: &Board,
    color: Color,
    role: Role,
    square: Square,
    reach: &[Reach; 2],
    tally: &mut impl Tally,
) {
    let one = SquareSet::of(square);
    if !(forward(color, one) & board.by_role(Role::Pawn)).is_empty() {
        tally.one(color, terms::MINOR_BEHIND_PAWN);
    }
    let rank = relative_rank(color, square);
    if (3..=5).contains(&rank) && reach[color.index()].by_role[0].contains(square) {
        let chasers = beside(fill_forward(color, one)) & board.pieces(!color, Role::Pawn);
        if chasers.is_empty() {
            tally.one(color, terms::OUTPOST + usize::from(role == Role::Bishop));
        }
    }
}

#[inline(always)]
fn rook(board: &Board, color: Color, square: Square, tally: &mut impl Tally) {
    let pawns = board.by_role(Role::Pawn) & SquareSet::file(square.file());
    if (pawns & board.by_color(color)).is_empty() {
        let half = usize::from(!pawns.is_empty());
        tally.one(color, terms::ROOK_FILE + half);
    }
}

/// King safety: the danger that `color` poses to the enemy king.
#[inline(always)]
fn danger(view: View<'_, impl Sliders>, units: i32, reach: &[Reach; 2], tally: &mut impl Tally) {
    let View { board, color, kings, sliders } = view;
    let king = kings[1 - color.index()];
    if units == 0 {
        return;
    }
    let (own, enemy) = (&reach[color.index()], &reach[1 - color.index()]);
    let occupied = board.occupied();
    let king_only = enemy.by_role[5] - enemy.twice;
    let weak = own.all & (king_only | !enemy.all);
    let safe = !board.by_color(color) & (!enemy.all | (own.twice & king_only));
    let straight = sliders.rook(king, occupied) & safe;
    let diagonal = sliders.bishop(king, occupied) & safe;
    let checks = [
        (attacks::knight(king) & safe & own.by_role[1], 3),
        (diagonal & own.by_role[2], 2),
        (straight & own.by_role[3], 4),
        ((straight | diagonal) & own.by_role[4], 3),
    ];
    let check_units: i32 = checks.iter().map(|(from, units)| units * i32::from(!from.is_empty())).sum();
    let weak_units = (weak & ring(!color, king)).len() as i32;
    let queen_units = 3 * i32::from(!board.pieces(color, Role::Queen).is_empty()) - 3;
    let total = (units + check_units + weak_units + queen_units).clamp(0, 31) as usize;
    tally.one(color, terms::KING_DANGER + total);
}

#[inline(always)]
fn threats(board: &Board, color: Color, reach: &[Reach; 2], tally: &mut impl Tally) {
    let (own, enemy) = (&reach[color.index()], &reach[1 - color.index()]);
    let enemies = board.by_color(!color) - board.pieces(!color, Role::King);
    let pawns = board.pieces(color, Role::Pawn);
    let pieces = enemies - board.by_role(Role::Pawn);
    for square in pieces & own.by_role[0] {
        tally.one(color, terms::THREAT_BY_PAWN + role_index(board, square));
    }
    // A piece does not threaten a pawn that another pawn protects.
    let exposed = enemies & (pieces | !enemy.by_role[0]);
    for square in exposed & (own.by_role[1] | own.by_role[2]) {
        tally.one(color, terms::THREAT_BY_MINOR + role_index(board, square));
    }
    for square in exposed & own.by_role[3] {
        tally.one(color, terms::THREAT_BY_ROOK + role_index(board, square));
    }
    let hanging = enemies & own.all & !enemy.all;
    tally.add(color, terms::THREAT_HANGING, hanging.len() as i32);

    let empty = !board.occupied();
    let one_step = forward(color, pawns) & empty;
    let two_steps = forward(color, one_step & forward(color, second_rank(color))) & empty;
    let safe_steps = ((one_step | two_steps) - enemy.by_role[0]) & (own.all | !enemy.all);
    let pushed = pawn_attacks(color, safe_steps) & pieces;
    tally.add(color, terms::THREAT_BY_PUSH, pushed.len() as i32);
}

#[inline(always)]
fn role_index(board: &Board, square: Square) -> usize {
    board.role_at(square).map_or(0, Role::index)
}

#[inline(always)]
fn passed_pawns(
    board: &Board,
    color: Color,
    passed: SquareSet,
    kings: [Square; 2],
    reach: &[Reach; 2],
    tally: &mut impl Tally,
) {
    let rooks = board.pieces(color, Role::Rook);
    for square in passed & board.pieces(color, Role::Pawn) {
        let one = SquareSet::of(square);
        let rank = relative_rank(color, square);
        let next = forward(color, one);
        if !(next & board.occupied()).is_empty() {
            tally.one(color, terms::PASSED_BLOCKED + rank);
        }
        let path = fill_forward(color, one);
        if (path & (reach[1 - color.index()].all | board.by_color(!color))).is_empty() {
            tally.one(color, terms::PASSED_FREE + rank);
        }
        if rank >= 3 {
            let stop = next.first().unwrap_or(square);
            let distance = |color: Color| kings[color.index()].distance_to(stop);
            tally.one(color, terms::PASSED_OWN_KING + distance(color));
            tally.one(color, terms::PASSED_ENEMY_KING + distance(!color));
        }
        let behind = fill_forward(!color, one) & rooks;
        if !behind.is_empty() {
            tally.one(color, terms::PASSED_ROOK_BEHIND);
        }
    }
}

/// Space in the centre, which matters while many pieces share it.
#[inline(always)]
fn space(board: &Board, color: Color, reach: &[Reach; 2], tally: &mut impl Tally) {
    let ranks = match color {
        Color::White => {
            SquareSet::rank(Rank::Second) | SquareSet::rank(Rank::Third) | SquareSet::rank(Rank::Fourth)
        }
        Color::Black => {
            SquareSet::rank(Rank::Seventh) | SquareSet::rank(Rank::Sixth) | SquareSet::rank(Rank::Fifth)
        }
    };
    let centre = SquareSet::from_bits(0x3c3c_3c3c_3c3c_3c3c) & ranks;
    let room = centre - board.pieces(color, Role::Pawn) - reach[1 - color.index()].by_role[0];
    tally.add(color, terms::SPACE, room.len() as i32);
}
