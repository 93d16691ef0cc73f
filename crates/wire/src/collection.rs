//! A PGN file with many games as a list: the place of each game in the file, and a summary.
//!
//! The file is read as a stream, so memory does not limit its size; the page keeps it as a blob and reads a game again
//! when the user opens it.

use pgn::{End, Fault, GameResult, Reader, Text, Visitor};
use rules::{LegalMove, Position, Variant};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Read};
use std::ops::ControlFlow;

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedGame {
    /// Where the game begins in the file, in bytes.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    pub white: String,
    pub black: String,
    pub white_rating: String,
    pub black_rating: String,
    pub event: String,
    /// The tag `Date`, such as `1858.??.??`.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    pub eco: String,
    pub opening: String,
    /// The index of the last known opening position of the main line in the list of keys.
    pub known_opening: Option<usize>,
    /// The length of the main line in half-moves.
    pub plies: u32,
    pub faulty: bool,
}

/// Opening positions by the hashes of their EPDs, in the order of the caller's list.
#[derive(Debug, Default)]
pub struct OpeningKeys {
    places: HashMap<u64, usize>,
}

/// Named openings end before this half-move.
const LAST_OPENING_PLY: u32 = 40;

impl OpeningKeys {
    pub fn new(keys: &[u64]) -> OpeningKeys {
        OpeningKeys { places: keys.iter().enumerate().map(|(place, key)| (*key, place)).collect() }
    }

    fn find(&self, position: &Position) -> Option<usize> {
        self.places.get(&opening_key(&position.fen())).copied()
    }
}

/// The key of a position in the list of openings: FNV-1a over the four fields of its EPD, truncated to 48 bits so that
/// the page can store it in six bytes.
pub fn opening_key(fen: &str) -> u64 {
    let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(place, _)| place);
    let hash = fen.as_bytes()[..end].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash & 0xffff_ffff_ffff
}

/// Reads a file and passes each game to the listener, until the listener stops.
pub fn list_games(
    input: impl Read,
    openings: &OpeningKeys,
    mut tell: impl FnMut(ListedGame) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut reader = Reader::new(input);
    let mut start = 0;
    loop {
        let mut visitor = Summary { openings, game: ListedGame::default(), depth: 0, standard: false };
        if !reader.read_game(&mut visitor)? {
            return Ok(());
        }
        let end = reader.place().offset;
        let game = ListedGame { offset: start, length: end - start, ..visitor.game };
        start = end;
        if tell(game).is_break() {
            return Ok(());
        }
    }
}

/// Collects the summary of a game while it is read.
struct Summary<'a> {
    openings: &'a OpeningKeys,
    game: ListedGame,
    /// How many variations are open: only the main line counts.
    depth: usize,
    /// Only openings of orthodox chess have names.
    standard: bool,
}

impl Visitor for Summary<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let game = &mut self.game;
        let field = match name.bytes() {
            b"White" => &mut game.white,
            b"Black" => &mut game.black,
            b"WhiteElo" => &mut game.white_rating,
            b"BlackElo" => &mut game.black_rating,
            b"Event" => &mut game.event,
            b"Date" => &mut game.date,
            b"ECO" => &mut game.eco,
            b"Opening" => &mut game.opening,
            _ => return,
        };
        *field = value.decode().into_owned();
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        self.standard = start.variant() == Variant::Standard;
        ControlFlow::Continue(())
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        if self.depth > 0 {
            return;
        }
        self.game.plies += 1;
        if self.standard && self.game.plies <= LAST_OPENING_PLY {
            self.game.known_opening = self.openings.find(&legal.play()).or(self.game.known_opening);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn fault(&mut self, _fault: Fault) {
        self.game.faulty = true;
    }

    fn end(&mut self, end: End<'_>) {
        self.game.result = GameResult::from(end.outcome()).tag().to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &[u8], keys: &[u64]) -> Vec<ListedGame> {
        let mut games = Vec::new();
        list_games(text, &OpeningKeys::new(keys), |game| {
            games.push(game);
            ControlFlow::Continue(())
        })
        .expect("a slice can be read");
        games
    }

    #[test]
    fn every_game_can_be_read_again_from_its_place() {
        let text = b"[Event \"One\"]\n[White \"Ann\"]\n[Black \"B\xe9la\"]\n[WhiteElo \"2100\"]\n\n1. e4 e5 (1... c5 2. Nf3) 1-0\n\n\
            [Event \"Two\"]\n[Date \"1858.??.??\"]\n\n1. d4 Ke3 *\n\n1. c4 {no tags} 1/2-1/2\n";
        let games = list(text, &[]);
        let seen: Vec<_> = games
            .iter()
            .map(|game| {
                (game.white.as_str(), game.black.as_str(), game.result.as_str(), game.plies, game.faulty)
            })
            .collect();
        let expected =
            [("Ann", "Béla", "1-0", 2, false), ("", "", "*", 1, true), ("", "", "1/2-1/2", 1, false)];
        assert_eq!(seen, expected);
        assert_eq!((games[0].white_rating.as_str(), games[1].date.as_str()), ("2100", "1858.??.??"));
        for game in &games {
            let slice = &text[game.offset as usize..(game.offset + game.length) as usize];
            let again = list(slice, &[]);
            assert_eq!(again.len(), 1);
            assert_eq!((&again[0].white, again[0].plies), (&game.white, game.plies));
        }
    }

    #[test]
    fn many_games_are_all_listed() {
        let text = "[Event \"E\"]\n\n1. e4 e5 *\n\n".repeat(5_000);
        let games = list(text.as_bytes(), &[]);
        assert_eq!(games.len(), 5_000);
        assert_eq!(games.iter().map(|game| game.length).sum::<u64>(), text.len() as u64);
    }

    #[test]
    fn the_last_known_opening_of_the_main_line_is_told() {
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let keys = [opening_key(open), opening_key(start)];
        let openings = |moves: &str| list(moves.as_bytes(), &keys)[0].known_opening;
        assert_eq!(openings("1. e4 e5 2. a3 a6 *"), Some(0));
        assert_eq!(openings("1. e4 (1. d4) c5 *"), Some(1));
        assert_eq!(openings("1. a3 (1. e4 e5) *"), None);
        assert_eq!(openings("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"), None);
    }

    #[test]
    fn a_listener_can_stop() {
        let mut heard = 0;
        let text = "1. e4 *\n".repeat(10);
        list_games(text.as_bytes(), &OpeningKeys::default(), |_| {
            heard += 1;
            if heard == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("a slice can be read");
        assert_eq!(heard, 3);
    }
}
