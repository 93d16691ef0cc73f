//! Ratings: Glicko-2, one step for each rated game.
