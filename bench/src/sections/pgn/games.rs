//! Generated games that resemble real ones in length and moves.

use fastrand::Rng;
use std::fmt::Write;
use tabiya_rules::{LegalMove, Position, Role};

/// In the style of master games: seven tags, moves in lines of 80 columns.
pub(super) fn bare(games: usize) -> Vec<u8> {
    let mut text = String::new();
    for_each_game(games, |number, moves| {
        text += &tags(number, &[]);
        let mut column = 0;
        let mut put = |word: &str| {
            if column + word.len() + 1 > 80 {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text += word;
            column += word.len();
        };
        for (ply, san) in moves.iter().enumerate() {
            if ply % 2 == 0 {
                put(&format!("{}.", ply / 2 + 1));
            }
            put(san);
        }
        put("1/2-1/2");
        text += "\n\n";
    });
    text.into_bytes()
}

/// In the style of chess servers: many tags, one line, a clock after each move.
pub(super) fn with_clocks(games: usize) -> Vec<u8> {
    const MORE: [&str; 10] = [
        "UTCDate \"2025.05.01\"",
        "UTCTime \"00:00:06\"",
        "WhiteElo \"1528\"",
        "BlackElo \"1632\"",
        "WhiteRatingDiff \"-5\"",
        "BlackRatingDiff \"+5\"",
        "ECO \"C46\"",
        "Opening \"Three Knights Opening\"",
        "TimeControl \"300+3\"",
        "Termination \"Normal\"",
    ];
    let mut text = String::new();
    for_each_game(games, |number, moves| {
        text += &tags(number, &MORE);
        for (ply, san) in moves.iter().enumerate() {
            let (move_number, dots) = (ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
            let seconds = 300 - ply * 2;
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            write!(text, "{move_number}{dots} {san} {{ [%clk 0:{minutes:02}:{seconds:02}] }} ")
                .expect("a string takes everything");
        }
        text += "1/2-1/2\n\n";
    });
    text.into_bytes()
}

fn tags(number: usize, more: &[&str]) -> String {
    let mut text = format!(
        "[Event \"Rated game\"]\n[Site \"https://example.org/{number:08}\"]\n[Date \"2025.05.01\"]\n[Round \"-\"]\n\
        [White \"player{}\"]\n[Black \"player{}\"]\n[Result \"1/2-1/2\"]\n",
        number * 7 % 10_007,
        number * 13 % 10_007
    );
    for tag in more {
        text += &format!("[{tag}]\n");
    }
    text + "\n"
}

const MIN_PLIES: usize = 20;
const MAX_PLIES: usize = 120;

fn for_each_game(games: usize, mut visit: impl FnMut(usize, &[String])) {
    let mut random = Rng::with_seed(960);
    for number in 0..games {
        let length = MIN_PLIES + random.usize(..MAX_PLIES - MIN_PLIES);
        let mut position = Position::start();
        let mut moves = Vec::new();
        for _ in 0..length {
            let Some(legal) = choose(&position, &mut random) else { break };
            moves.push(legal.san());
            let next = legal.play();
            position = next;
        }
        visit(number, &moves);
    }
}

/// The best of a few random moves by what it captures and risks: poor chess, but more realistic than random moves.
fn choose<'p>(position: &'p Position, random: &mut Rng) -> Option<LegalMove<'p>> {
    let moves: Vec<LegalMove<'_>> = position.legal_moves().iter().collect();
    if moves.is_empty() {
        return None;
    }
    (0..6).map(|_| moves[random.usize(..moves.len())]).max_by_key(|legal| {
        let after = legal.play();
        let occupied = after.board().occupied();
        let attacked = !after.attackers(after.turn(), legal.to(), occupied).is_empty();
        let risk = if attacked { worth(Some(legal.role())) } else { 0 };
        let wanders = matches!(legal.role(), Role::King | Role::Rook) && !legal.mv().is_castling();
        3 * worth(legal.captured()) - 2 * risk + 6 * i32::from(legal.mv().is_castling()) - i32::from(wanders)
    })
}

const fn worth(role: Option<Role>) -> i32 {
    match role {
        None | Some(Role::King) => 0,
        Some(Role::Pawn) => 1,
        Some(Role::Knight | Role::Bishop) => 3,
        Some(Role::Rook) => 5,
        Some(Role::Queen) => 9,
    }
}
