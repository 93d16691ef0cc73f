//! One value for each side.

use core::ops::{Index, IndexMut};
use rules::Color;

/// One value for each side.
///
/// ```
/// use tabiya_game::{PerColor, rules::Color};
/// let mut points = PerColor::both(0);
/// points[Color::Black] += 2;
/// assert_eq!((points.white, points.black), (0, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PerColor<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> PerColor<T> {
    /// The same for both sides.
    pub fn both(value: T) -> PerColor<T>
    where
        T: Clone,
    {
        PerColor { white: value.clone(), black: value }
    }

    /// The values that a function returns for each side.
    pub fn of(mut value: impl FnMut(Color) -> T) -> PerColor<T> {
        PerColor { white: value(Color::White), black: value(Color::Black) }
    }
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
