//! Chess as the laws describe it: a board of squares, moves made on a copy, and a test whether the king is attacked.
//! Slow and plain, so that it is obviously right; it shares nothing with the crate but its types.

use std::collections::BTreeSet;
use tabiya_rules::{Color, Intent, Piece, Position, Promotion, Role, Square};

/// File and rank, each from 0 to 7 on the board.
type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const AROUND: [Place; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [Place; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlowPosition {
    /// By file, then by rank.
    pieces: [[Option<Piece>; 8]; 8],
    turn: Color,
    /// The rooks that may still castle.
    castling: BTreeSet<Place>,
    /// The square that a pawn has just passed over.
    passed: Option<Place>,
}

fn place(square: Square) -> Place {
    ((square.index() % 8) as i32, (square.index() / 8) as i32)
}

fn square((file, rank): Place) -> Square {
    Square::from_index((rank * 8 + file) as usize).expect("a place on the board")
}

fn on_board((file, rank): Place) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn step((file, rank): Place, (files, ranks): Place) -> Place {
    (file + files, rank + ranks)
}

/// Every place of the board.
fn places() -> impl Iterator<Item = Place> {
    (0..64).map(|index| (index % 8, index / 8))
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn first_rank(color: Color) -> i32 {
    if color == Color::White { 0 } else { 7 }
}

impl SlowPosition {
    pub(crate) fn read(position: &Position) -> SlowPosition {
        let mut pieces = [[None; 8]; 8];
        for (file, rank) in places() {
            pieces[file as usize][rank as usize] = position.board().piece_at(square((file, rank)));
        }
        SlowPosition {
            pieces,
            turn: position.turn(),
            castling: position.castling().iter().map(place).collect(),
            passed: position.en_passant().map(place),
        }
    }

    fn at(&self, (file, rank): Place) -> Option<Piece> {
        self.pieces[file as usize][rank as usize]
    }

    fn put(&mut self, (file, rank): Place, piece: Option<Piece>) {
        self.pieces[file as usize][rank as usize] = piece;
    }

    fn places_of(&self, color: Color) -> impl Iterator<Item = (Place, Role)> + '_ {
        places()
            .filter_map(move |from| Some((from, self.at(from).filter(|piece| piece.color == color)?.role)))
    }

    fn king(&self, color: Color) -> Place {
        let mut kings = self.places_of(color).filter(|(_, role)| *role == Role::King);
        kings.next().expect("every position has both kings").0
    }

    /// The places that a piece attacks.
    fn attacks(&self, from: Place, piece: Piece) -> Vec<Place> {
        let pawn = [(1, forward(piece.color)), (-1, forward(piece.color))];
        let (directions, far): (&[Place], bool) = match piece.role {
            Role::Pawn => (&pawn, false),
            Role::Knight => (&LEAPS, false),
            Role::Bishop => (&DIAGONAL, true),
            Role::Rook => (&STRAIGHT, true),
            Role::Queen => (&AROUND, true),
            Role::King => (&AROUND, false),
        };
        let mut attacked = Vec::new();
        for direction in directions {
            let mut to = step(from, *direction);
            while on_board(to) {
                attacked.push(to);
                if !far || self.at(to).is_some() {
                    break;
                }
                to = step(to, *direction);
            }
        }
        attacked
    }

    fn attackers(&self, by: Color, target: Place) -> BTreeSet<Place> {
        let attacks = |(from, role): &(Place, Role)| {
            self.attacks(*from, Piece { color: by, role: *role }).contains(&target)
        };
        self.places_of(by).filter(attacks).map(|(from, _)| from).collect()
    }

    /// The pieces that give check.
    pub(crate) fn checkers(&self) -> BTreeSet<Square> {
        self.attackers(!self.turn, self.king(self.turn)).into_iter().map(square).collect()
    }

    /// The own pieces whose removal would expose the king to another attacker.
    pub(crate) fn pinned(&self) -> BTreeSet<Square> {
        let before = self.checkers().len();
        let shields = |place: &Place| {
            let mut without = self.clone();
            without.put(*place, None);
            self.at(*place).is_some_and(|piece| piece.role != Role::King) && without.checkers().len() > before
        };
        let own: Vec<Place> = self.places_of(self.turn).map(|(place, _)| place).collect();
        own.into_iter().filter(shields).map(square).collect()
    }

    /// Every legal move; castling is the king taking its rook.
    pub(crate) fn legal_moves(&self) -> BTreeSet<Intent> {
        let mut moves = BTreeSet::new();
        for (from, role) in self.places_of(self.turn) {
            for to in self.targets(from, Piece { color: self.turn, role }) {
                if !self.play(from, to, None).leaves_king_attacked() {
                    moves.extend(self.intents(from, to, role));
                }
            }
        }
        let king = self.king(self.turn);
        let rooks = self.castling.iter().filter(|rook| rook.1 == first_rank(self.turn));
        moves.extend(
            rooks.filter(|rook| self.may_castle(**rook)).map(|rook| Intent::new(square(king), square(*rook))),
        );
        moves
    }

    /// One move, or four if a pawn promotes.
    fn intents(&self, from: Place, to: Place, role: Role) -> Vec<Intent> {
        let plain = Intent::new(square(from), square(to));
        if role == Role::Pawn && to.1 == first_rank(!self.turn) {
            return Promotion::ALL.map(|promotion| Intent { promotion: Some(promotion), ..plain }).to_vec();
        }
        vec![plain]
    }

    /// Where a piece can move, castling aside, if the safety of its own king is ignored.
    fn targets(&self, from: Place, piece: Piece) -> Vec<Place> {
        let mut targets = self.attacks(from, piece);
        if piece.role != Role::Pawn {
            targets.retain(|to| self.at(*to).is_none_or(|other| other.color != piece.color));
            return targets;
        }
        targets.retain(|to| match self.at(*to) {
            Some(other) => other.color != piece.color,
            None => self.passed == Some(*to),
        });
        let ahead = (0, forward(piece.color));
        let one = step(from, ahead);
        if self.at(one).is_none() {
            targets.push(one);
            let two = step(one, ahead);
            if from.1 == first_rank(piece.color) + ahead.1 && self.at(two).is_none() {
                targets.push(two);
            }
        }
        targets
    }

    /// The king lands on the g- or the c-file, the rook beside it on the inner side.
    fn castling_places(&self, rook: Place) -> (Place, Place) {
        let (king_file, rook_file) = if rook.0 > self.king(self.turn).0 { (6, 5) } else { (2, 3) };
        ((king_file, rook.1), (rook_file, rook.1))
    }

    /// All places from the outermost to the innermost of king, rook and their targets are empty except for these two;
    /// no place from the king to its target is attacked, and the king is not attacked after castling either.
    fn may_castle(&self, rook: Place) -> bool {
        let king = self.king(self.turn);
        let (king_to, rook_to) = self.castling_places(rook);
        let files = [king.0, rook.0, king_to.0, rook_to.0];
        let (west, east) = (files.iter().min().copied(), files.iter().max().copied());
        let on_the_way = (west.unwrap_or(0)..=east.unwrap_or(7)).map(|file| (file, rook.1));
        let free = |place: Place| place == king || place == rook || self.at(place).is_none();
        // Every place between the outermost of the four is crossed by the king or the rook.
        if !on_the_way.into_iter().all(free) {
            return false;
        }
        let mut without_king = self.clone();
        without_king.put(king, None);
        let path = king.0.min(king_to.0)..=king.0.max(king_to.0);
        let safe = |file| without_king.attackers(!self.turn, (file, king.1)).is_empty();
        path.into_iter().all(safe) && !self.play(king, rook, None).leaves_king_attacked()
    }

    /// Whether the side that has just moved left its king attacked.
    fn leaves_king_attacked(&self) -> bool {
        !self.attackers(self.turn, self.king(!self.turn)).is_empty()
    }

    pub(crate) fn after(&self, intent: Intent) -> SlowPosition {
        let mut after = self.play(place(intent.from), place(intent.to), intent.promotion);
        // E11: a passed square counts only if the capture is legal.
        after.passed = after.passed.filter(|passed| {
            let takes = |intent: &Intent| {
                place(intent.to) == *passed
                    && after.at(place(intent.from)).is_some_and(|piece| piece.role == Role::Pawn)
                    && intent.from.file() != intent.to.file()
            };
            after.legal_moves().iter().any(takes)
        });
        after
    }

    /// Makes the move, legal or not.
    fn play(&self, from: Place, to: Place, promotion: Option<Promotion>) -> SlowPosition {
        let color = self.turn;
        let piece = self.at(from).expect("a piece that moves");
        let mut after = SlowPosition { turn: !color, passed: None, ..self.clone() };
        after.castling.retain(|rook| *rook != from && *rook != to);
        if piece.role == Role::King {
            after.castling.retain(|rook| rook.1 != first_rank(color));
        }
        after.put(from, None);
        if self.castling.contains(&to) && self.at(to).is_some_and(|rook| rook.color == color) {
            let (king_to, rook_to) = self.castling_places(to);
            after.put(to, None);
            after.put(king_to, Some(piece));
            after.put(rook_to, self.at(to));
            return after;
        }
        if piece.role == Role::Pawn && from.0 != to.0 && self.at(to).is_none() {
            after.put((to.0, from.1), None); // en passant
        }
        if piece.role == Role::Pawn && (to.1 - from.1).abs() == 2 {
            after.passed = Some((from.0, (from.1 + to.1) / 2));
        }
        let role = promotion.map_or(piece.role, Promotion::role);
        after.put(to, Some(Piece { color, role }));
        after
    }

    /// Castling written as the king's move to its target; `None` if that is an ordinary king's step or no move at all.
    pub(crate) fn long_king_move(&self, castling: Intent) -> Option<Intent> {
        let (king, rook) = (place(castling.from), place(castling.to));
        let castles = king == self.king(self.turn)
            && self.castling.contains(&rook)
            && self.at(rook).is_some_and(|piece| piece.color == self.turn);
        let (king_to, _) = castles.then(|| self.castling_places(rook))?;
        ((king_to.0 - king.0).abs() > 1).then(|| Intent::new(castling.from, square(king_to)))
    }
}
