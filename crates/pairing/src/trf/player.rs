//! Line 001: a player and the rounds, in columns that are counted in characters.

use super::fault::Fault;
use crate::{Color, Entry, Player, PlayerResult, Points};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The column of the first round.
const FIRST_ROUND: usize = 92;
/// Columns of a round.
const ROUND_WIDTH: usize = 10;

/// A line as characters, so that columns can be taken from it.
pub(super) struct Columns<'f> {
    pub(super) line: usize,
    pub(super) characters: Vec<char>,
    pub(super) faults: &'f mut Vec<Fault>,
}

impl Columns<'_> {
    /// The text of columns `from` to `to`, both counted from 1 and included, without blanks around it.
    pub(super) fn text(&self, from: usize, to: usize) -> String {
        let end = to.min(self.characters.len());
        let start = (from - 1).min(end);
        self.characters[start..end].iter().collect::<String>().trim().to_string()
    }

    fn character(&self, column: usize) -> char {
        self.characters.get(column - 1).copied().unwrap_or(' ')
    }

    pub(super) fn fault(&mut self, column: usize, expected: &str, found: impl Into<String>) {
        self.faults.push(Fault { line: self.line, column, expected: expected.into(), found: found.into() });
    }

    /// A number in columns; `None` if they are blank.
    pub(super) fn number(&mut self, from: usize, to: usize, expected: &str) -> Option<u32> {
        let text = self.text(from, to);
        if text.is_empty() {
            return None;
        }
        let number = text.parse().ok();
        if number.is_none() {
            self.fault(from, expected, text);
        }
        number
    }

    fn points(&mut self, from: usize, to: usize) -> Option<Points> {
        let text = self.text(from, to);
        if text.is_empty() {
            return None;
        }
        let points = text.parse().ok();
        if points.is_none() {
            self.fault(from, "points such as 3.5", text);
        }
        points
    }
}

/// Parses line 001; `None` if it has no usable number.
pub(super) fn parse(columns: &mut Columns<'_>) -> Option<Player> {
    let number = columns.number(5, 8, "a starting number from 1 to 9999").filter(|&number| number > 0);
    let Some(number) = number else {
        if columns.text(5, 8).parse::<u32>().is_ok() || columns.text(5, 8).is_empty() {
            let found = columns.text(5, 8);
            columns.fault(5, "a starting number from 1 to 9999", found);
        }
        return None;
    };
    let mut player = Player::new(number, columns.text(15, 47), 0);
    player.sex = Some(columns.character(10)).filter(|character| !character.is_whitespace());
    player.title = columns.text(11, 13);
    player.rating = columns.number(49, 52, "a rating").unwrap_or(0);
    player.federation = columns.text(54, 56);
    player.fide_id = columns.text(58, 68);
    player.birth = columns.text(70, 79);
    player.stated_points = columns.points(81, 84);
    player.rank = columns.number(86, 89, "a rank");
    let mut column = FIRST_ROUND;
    while column <= columns.characters.len() {
        let entry = parse_entry(columns, column);
        player.rounds.push(entry);
        column += ROUND_WIDTH;
    }
    while player.rounds.last() == Some(&Entry::Blank) {
        player.rounds.pop();
    }
    Some(player)
}

fn parse_entry(columns: &mut Columns<'_>, column: usize) -> Entry {
    let written = columns.text(column, column + 3);
    let opponent = columns.number(column, column + 3, "an opponent's starting number, or 0000").unwrap_or(0);
    let color = match columns.character(column + 5).to_ascii_lowercase() {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        '-' | ' ' => None,
        other => {
            columns.fault(column + 5, "w, b or -", other);
            None
        }
    };
    let code = columns.character(column + 7).to_ascii_uppercase();
    let game = |result, rated| (result, rated);
    let (result, rated) = match code {
        '1' => game(PlayerResult::Win, true),
        '=' => game(PlayerResult::Draw, true),
        '0' => game(PlayerResult::Loss, true),
        'W' => game(PlayerResult::Win, false),
        'D' => game(PlayerResult::Draw, false),
        'L' => game(PlayerResult::Loss, false),
        ' ' if opponent != 0 => game(PlayerResult::Unknown, true),
        ' ' if written.is_empty() && columns.character(column + 5) == ' ' => return Entry::Blank,
        '+' | '-' => return Entry::Forfeit { opponent, color, won: code == '+' },
        'H' | 'F' | 'U' | 'Z' | ' ' => {
            if opponent != 0 {
                columns.fault(column, "0000, as there is no opponent in a bye", written);
            }
            return match code {
                'H' => Entry::HalfPointBye,
                'F' => Entry::FullPointBye,
                'U' => Entry::PairingBye,
                _ => Entry::ZeroPointBye,
            };
        }
        other => {
            columns.fault(column + 7, "a result: 1 = 0 W D L + - H F U Z or blank", other);
            return Entry::Blank;
        }
    };
    if opponent == 0 {
        columns.fault(column, "the starting number of the opponent in a game", written);
    }
    let Some(color) = color else {
        let found = columns.character(column + 5);
        columns.fault(column + 5, "w or b, the colour in a game", found);
        return Entry::Blank;
    };
    Entry::Game { opponent, color, result, rated }
}

/// Writes line 001.
pub(super) fn format(player: &Player, points: Points, rounds: usize) -> String {
    let rating = if player.rating > 0 { player.rating.to_string() } else { String::new() };
    let rank = player.rank.map(|rank| rank.to_string()).unwrap_or_default();
    let mut line = format!(
        "001 {:>4} {}{:>3.3} {:<33.33} {:>4} {:<3.3} {:>11.11} {:<10.10} {:>4} {:>4}",
        player.number,
        player.sex.unwrap_or(' '),
        player.title,
        player.name,
        rating,
        player.federation,
        player.fide_id,
        player.birth,
        points,
        rank,
    );
    for entry in player.rounds.iter().take(rounds) {
        line.push_str("  ");
        line.push_str(&format_entry(*entry));
    }
    let kept = line.trim_end().len();
    line.truncate(kept);
    line
}

fn format_entry(entry: Entry) -> String {
    let color = |color: Option<Color>| match color {
        Some(Color::White) => 'w',
        Some(Color::Black) => 'b',
        None => '-',
    };
    match entry {
        Entry::Game { opponent, color: side, result, rated } => {
            let code = match (result, rated) {
                (PlayerResult::Win, true) => '1',
                (PlayerResult::Draw, true) => '=',
                (PlayerResult::Loss, true) => '0',
                (PlayerResult::Win, false) => 'W',
                (PlayerResult::Draw, false) => 'D',
                (PlayerResult::Loss, false) => 'L',
                (PlayerResult::Unknown, _) => ' ',
            };
            format!("{opponent:>4} {} {code}", color(Some(side)))
        }
        Entry::Forfeit { opponent, color: side, won } => {
            let code = if won { '+' } else { '-' };
            let opponent = if opponent == 0 { String::from("0000") } else { opponent.to_string() };
            format!("{opponent:>4} {} {code}", color(side))
        }
        Entry::PairingBye => String::from("0000 - U"),
        Entry::FullPointBye => String::from("0000 - F"),
        Entry::HalfPointBye => String::from("0000 - H"),
        Entry::ZeroPointBye => String::from("0000 - Z"),
        Entry::Blank => String::from("        "),
    }
}
