//! The plain truth: every position that can be reached, looked at one by one. Nothing here is the solver's;
//! it is legal moves and a set.

use rules::{Color, Position, Rank, Role, SquareSet};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// What an enumeration came to.
pub(crate) enum Found {
    /// In this position `winner` has given mate.
    Mate(Position),
    /// So many positions can be reached, and no mate is among them.
    NoMate(usize),
    /// So many were looked at without a mate, and there are more.
    TooMany(usize),
}

/// Looks at up to `most` positions that can be reached from `root`. A bare king can never mate, so what comes
/// after is not looked at.
pub(crate) fn enumerate(root: &Position, winner: Color, most: usize) -> Found {
    let mut seen: HashSet<Name, BuildHasherDefault<Key>> = HashSet::default();
    let mut open = vec![Vec::new(); FARTHEST];
    open[0].push(*root);
    seen.insert(Name::of(root));
    while let Some(position) = open.iter_mut().find_map(Vec::pop) {
        if position.turn() != winner && position.is_checkmate() {
            return Found::Mate(position);
        }
        if position.board().by_color(winner).len() == 1 {
            continue;
        }
        for legal in &position.legal_moves() {
            let child = legal.play();
            if seen.insert(Name::of(&child)) {
                open[distance(&child, winner)].push(child);
            }
        }
        if seen.len() > most {
            return Found::TooMany(seen.len());
        }
    }
    Found::NoMate(seen.len())
}

const FARTHEST: usize = 64;

/// Positions with little are looked at last: where there is a mate, it is met before the memory is full.
fn distance(position: &Position, winner: Color) -> usize {
    let board = position.board();
    let worth = [(Role::Pawn, 1), (Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 5), (Role::Queen, 8)];
    let force: usize = worth.iter().map(|(role, worth)| worth * board.pieces(winner, *role).len()).sum();
    (FARTHEST / 2 + board.by_color(!winner).len()).saturating_sub(force).min(FARTHEST - 1)
}

/// All that makes a position another one (law E11): sides, kinds of men, and turn, castling and en passant.
struct Name {
    key: u64,
    words: [u64; 5],
}

impl Name {
    fn of(position: &Position) -> Name {
        let board = position.board();
        let set = |roles: [Role; 3]| {
            roles.into_iter().fold(SquareSet::EMPTY, |set, role| set | board.by_role(role))
        };
        // Each role has its own pattern of these three sets, and no man has none.
        let roles = [
            set([Role::Pawn, Role::Bishop, Role::Queen]),
            set([Role::Knight, Role::Bishop, Role::King]),
            set([Role::Rook, Role::Queen, Role::King]),
        ];
        let homes = SquareSet::rank(Rank::First) | SquareSet::rank(Rank::Eighth);
        debug_assert!(position.castling().is_subset(homes));
        // The two middle bytes are free of castling rooks.
        let en_passant = position.en_passant().map_or(0, |square| 1 + square.index() as u64);
        let rest = position.castling().bits() | en_passant << 16 | (position.turn().index() as u64) << 24;
        let [one, two, three] = roles.map(SquareSet::bits);
        Name { key: position.key(), words: [board.by_color(Color::White).bits(), one, two, three, rest] }
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.words == other.words
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The key only says where to look.
#[derive(Default)]
struct Key(u64);

impl Hasher for Key {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a name is hashed by its key");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
