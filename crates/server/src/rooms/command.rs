//! What is asked of a room, and by whom.
