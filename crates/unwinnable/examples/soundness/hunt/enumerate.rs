//! Brute force: enumerates every reachable position. It shares nothing with the solver; it needs only legal moves and
//! a set.

use rules::{Color, Position, Rank, Role, SquareSet};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The result of an enumeration.
pub(crate) enum Found {
    /// In this position `winner` has given mate.
    Mate(Position),
    /// This many positions can be reached, and none of them is a mate.
    NoMate(usize),
    /// This many positions were visited without finding a mate, and there are more.
    TooMany(usize),
}

/// Visits up to `limit` positions that can be reached from `root`. A bare king can never mate, so positions with one
/// are not expanded.
pub(crate) fn enumerate(root: &Position, winner: Color, limit: usize) -> Found {
    let mut seen: HashSet<ExactKey, BuildHasherDefault<KeyHasher>> = HashSet::default();
    let mut open = vec![Vec::new(); MAX_DISTANCE];
    open[0].push(*root);
    seen.insert(ExactKey::of(root));
    while let Some(position) = open.iter_mut().find_map(Vec::pop) {
        if position.turn() != winner && position.is_checkmate() {
            return Found::Mate(position);
        }
        if position.board().by_color(winner).len() == 1 {
            continue;
        }
        for legal in &position.legal_moves() {
            let child = legal.play();
            if seen.insert(ExactKey::of(&child)) {
                open[distance(&child, winner)].push(child);
            }
        }
        if seen.len() > limit {
            return Found::TooMany(seen.len());
        }
    }
    Found::NoMate(seen.len())
}

const MAX_DISTANCE: usize = 64;

/// Positions in which the winner has little material are visited last: if there is a mate, it is found before the
/// memory is full.
fn distance(position: &Position, winner: Color) -> usize {
    let board = position.board();
    let worth = [(Role::Pawn, 1), (Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 5), (Role::Queen, 8)];
    let force: usize = worth.iter().map(|(role, worth)| worth * board.pieces(winner, *role).len()).sum();
    (MAX_DISTANCE / 2 + board.by_color(!winner).len()).saturating_sub(force).min(MAX_DISTANCE - 1)
}

/// Everything that distinguishes positions (law E11): the pieces, the side to move, castling rights and en passant.
struct ExactKey {
    key: u64,
    words: [u64; 5],
}

impl ExactKey {
    fn of(position: &Position) -> ExactKey {
        let board = position.board();
        let set = |roles: [Role; 3]| {
            roles.into_iter().fold(SquareSet::EMPTY, |set, role| set | board.by_role(role))
        };
        // Each role is in a different combination of these three sets, and every role is in at least one.
        let roles = [
            set([Role::Pawn, Role::Bishop, Role::Queen]),
            set([Role::Knight, Role::Bishop, Role::King]),
            set([Role::Rook, Role::Queen, Role::King]),
        ];
        let homes = SquareSet::rank(Rank::First) | SquareSet::rank(Rank::Eighth);
        debug_assert!(position.castling().is_subset(homes));
        // Castling rooks stand on the first and last rank, so the bytes between them are free.
        let en_passant = position.en_passant().map_or(0, |square| 1 + square.index() as u64);
        let rest = position.castling().bits() | en_passant << 16 | (position.turn().index() as u64) << 24;
        let [one, two, three] = roles.map(SquareSet::bits);
        ExactKey { key: position.key(), words: [board.by_color(Color::White).bits(), one, two, three, rest] }
    }
}

impl PartialEq for ExactKey {
    fn eq(&self, other: &ExactKey) -> bool {
        self.words == other.words
    }
}

impl Eq for ExactKey {}

impl Hash for ExactKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Uses the position's key as its hash; `eq` compares the whole position.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a position is hashed by its key");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
