//! Finished games, one row each.
