//! Who plays White (law B06).

use rules::Color;

/// Draws the colour of the first of two players. The caller brings a number from a good random source: any
/// source whose numbers are odd as often as even gives both colours equally often.
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
