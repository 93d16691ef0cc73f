//! Arbitrary rows of a saved game: they give a game or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_game::Game;
use tabiya_wire::stored::{self, GameHeader};

/// Every row is checked for a dead position, so more rows are only slower.
const MAX_ROWS: usize = 24;

fuzz_target!(|text: &str| {
    let mut rows = text.lines().take(MAX_ROWS);
    let first = rows.next().map(GameHeader::read);
    let Some(Ok(settings)) = first.and_then(Result::ok).map(|created| created.settings()) else { return };
    let mut game = Game::new(settings);
    for row in rows {
        if let Ok(events) = stored::replay(&mut game, row) {
            stored::row(&events);
        }
    }
});
