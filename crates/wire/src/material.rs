//! The material balance, which the page shows beside the players.

use rules::{Board, Color, Role};
use serde::Serialize;

/// The difference in material between the two sides.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Material {
    /// White's extra pieces, by English names, the strongest first.
    pub white: Vec<String>,
    /// Black's extra pieces.
    pub black: Vec<String>,
    /// White's lead in points; negative if Black leads.
    pub lead: i32,
}

/// The usual values of the pieces.
const WORTH: [(Role, i32); 5] =
    [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];

impl Material {
    pub fn of(board: &Board) -> Material {
        let mut material = Material { white: Vec::new(), black: Vec::new(), lead: 0 };
        for (role, worth) in WORTH {
            let count = |color| board.pieces(color, role).len();
            let (white, black) = (count(Color::White), count(Color::Black));
            for (side, more) in [
                (&mut material.white, white.saturating_sub(black)),
                (&mut material.black, black.saturating_sub(white)),
            ] {
                side.extend((0..more).map(|_| role.to_string()));
            }
            material.lead += worth * (white as i32 - black as i32);
        }
        material
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn equal_pieces_cancel() {
        let position: Position = "4k3/pp3r2/8/8/8/8/PPP5/2B1K3 w - - 0 1".parse().unwrap();
        let material = Material::of(position.board());
        assert_eq!(
            (material.white, material.black),
            (vec!["bishop".into(), "pawn".into()], vec!["rook".into()])
        );
        assert_eq!(material.lead, -1);
    }
}
