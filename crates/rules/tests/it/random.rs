//! Positions of every kind, reached by random moves; the same in every run.

use fastrand::Rng;
use tabiya_rules::{
    Color, LegalMove, MoveKind, Piece, Position, Rank, Role, Setup, Square, SquareSet, Variant,
};

fn pick<T: Copy>(random: &mut Rng, among: &[T]) -> T {
    among[random.usize(..among.len())]
}

/// Miri is some thousand times slower than native code.
const PLIES: usize = if cfg!(miri) { 2 } else { 40 };
const MIRI_STARTS: usize = 5;

/// Random walks from this many starting positions: the orthodox one, Chess960, Chess960 with different ranks for the
/// two sides, and most often few pieces with pawns about to meet or to promote. `visit` gets each position with the
/// move that is played next.
pub(crate) fn walks(seed: u64, starts: usize, mut visit: impl FnMut(&Position, Option<LegalMove<'_>>)) {
    let mut random = Rng::with_seed(seed);
    for number in 0..if cfg!(miri) { MIRI_STARTS } else { starts } {
        let mut position = match number % 8 {
            0 => Position::start(),
            1 => chess960(&mut random),
            2 => two_ranks(&mut random),
            _ => sparse(&mut random),
        };
        for _ in 0..PLIES {
            let after = {
                let chosen = choose(&position, &mut random);
                visit(&position, chosen);
                chosen.map(LegalMove::play)
            };
            match after {
                Some(after) => position = after,
                None => break,
            }
        }
    }
}

/// A random legal move; special moves are chosen more often than their share.
fn choose<'p>(position: &'p Position, random: &mut Rng) -> Option<LegalMove<'p>> {
    let moves: Vec<LegalMove<'_>> = position.legal_moves().iter().collect();
    let rare = |legal: &LegalMove<'_>| !matches!(legal.mv().kind(), MoveKind::Normal | MoveKind::DoubleStep);
    let special: Vec<LegalMove<'_>> = moves.iter().copied().filter(rare).collect();
    let among = if special.is_empty() || random.usize(..2) == 0 { &moves } else { &special };
    (!among.is_empty()).then(|| pick(random, among))
}

fn chess960(random: &mut Rng) -> Position {
    Position::chess960(random.usize(..960) as u16).expect("a number below 960")
}

/// White with one Chess960 start, Black with another.
fn two_ranks(random: &mut Rng) -> Position {
    let (mut setup, other) = (chess960(random).setup(), chess960(random).setup());
    let eighth = SquareSet::rank(Rank::Eighth);
    for square in eighth {
        setup.board.put(square, other.board.piece_at(square).expect("a full rank"));
    }
    setup.castling = (setup.castling - eighth) | (other.castling & eighth);
    setup.validate().expect("two starts that do not touch are playable")
}

fn sparse(random: &mut Rng) -> Position {
    loop {
        if let Ok(position) = sparse_setup(random).validate() {
            return position;
        }
    }
}

fn sparse_setup(random: &mut Rng) -> Setup {
    let turn = pick(random, &Color::ALL);
    let mut setup = Setup { turn, variant: Variant::Chess960, ..Setup::EMPTY };
    let anywhere: Vec<Square> = Square::all().collect();
    // Before the double step, after it, beside a pawn that has made it, before promotion.
    let pawn_ranks = [Rank::Second, Rank::Fourth, Rank::Fifth, Rank::Seventh];
    let pawn_squares: Vec<Square> = pawn_ranks.into_iter().flat_map(SquareSet::rank).collect();
    for color in Color::ALL {
        let first_rank: Vec<Square> = SquareSet::rank(Rank::First.relative_to(color)).iter().collect();
        let mut put = |random: &mut Rng, role, among: &[Square]| {
            setup.board.put(pick(random, among), Piece { color, role });
        };
        for _ in 0..random.usize(..7) {
            put(random, Role::Pawn, &pawn_squares);
        }
        let at_home = random.usize(..2) == 0;
        let home = if at_home { &first_rank } else { &anywhere };
        for _ in 0..random.usize(..5) {
            let role = pick(random, &[Role::Knight, Role::Bishop, Role::Rook, Role::Rook, Role::Queen]);
            put(random, role, if role == Role::Rook { home } else { &anywhere });
        }
        put(random, Role::King, home);
        let rooks = setup.board.pieces(color, Role::Rook);
        setup.castling |= first_rank.iter().copied().filter(|s| at_home && rooks.contains(*s)).collect();
    }
    setup.en_passant = passed_squares(&setup).first();
    setup
}

/// The squares that a pawn of the side not to move can just have passed over.
fn passed_squares(setup: &Setup) -> SquareSet {
    let forward = if setup.turn == Color::White { -1 } else { 1 };
    let pawns = setup.board.pieces(!setup.turn, Role::Pawn);
    let fourth = SquareSet::rank(Rank::Fourth.relative_to(!setup.turn));
    let behind = |pawn: Square| {
        let (passed, origin) = (pawn.offset(0, -forward)?, pawn.offset(0, -2 * forward)?);
        let empty = |square| setup.board.piece_at(square).is_none();
        (empty(passed) && empty(origin)).then_some(passed)
    };
    (pawns & fourth).iter().filter_map(behind).collect()
}

/// The walks would prove little if they met only quiet moves.
#[test]
#[cfg_attr(miri, ignore = "too few steps there")]
fn walks_meet_moves_of_every_kind() {
    let (mut castling, mut en_passant, mut promotions, mut double_checks) = (0, 0, 0, 0);
    walks(0, 640, |position, chosen| {
        let kind = chosen.map(|legal| legal.mv().kind());
        castling += usize::from(kind == Some(MoveKind::Castling));
        en_passant += usize::from(kind == Some(MoveKind::EnPassant));
        promotions += usize::from(matches!(kind, Some(MoveKind::Promotion(_))));
        double_checks += usize::from(position.checkers().has_many());
    });
    let met = [castling, en_passant, promotions, double_checks];
    assert!(met.iter().all(|count| *count >= 10), "{met:?}");
}
