//! Whatever the rows of a saved game say: they make a game, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_game::Game;
use tabiya_wire::stored::{self, Created};

/// Every beginning asks whether the position is dead: more rows are only slower.
const ROWS: usize = 24;

fuzz_target!(|text: &str| {
    let mut rows = text.lines().take(ROWS);
    let first = rows.next().map(Created::read);
    let Some(Ok(settings)) = first.and_then(Result::ok).map(|created| created.settings()) else { return };
    let mut game = Game::new(settings);
    for row in rows {
        if let Ok(events) = stored::replay(&mut game, row) {
            stored::row(&events);
        }
    }
});
