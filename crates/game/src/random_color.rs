//! Who plays White (law B06).

use rules::Color;

/// Draws the colour of the first of two players. The caller passes a number from a good random source; if its numbers
/// are odd as often as even, both colours are equally likely.
///
/// ```
/// use tabiya_game::{random_color, rules::Color};
/// assert_eq!(random_color(0), Color::White);
/// assert_eq!(random_color(1), Color::Black);
/// ```
#[must_use]
pub const fn random_color(number: u32) -> Color {
    if number.is_multiple_of(2) { Color::White } else { Color::Black }
}
