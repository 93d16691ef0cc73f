//! Questions about finished games.
