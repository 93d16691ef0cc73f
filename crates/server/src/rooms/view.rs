//! How a game is shown.
