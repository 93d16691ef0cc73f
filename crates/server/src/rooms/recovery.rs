//! What a start finds: live games, and the time for which nobody could play.
