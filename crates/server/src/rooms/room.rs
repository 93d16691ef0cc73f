//! One live game: what it is, who sits where, who looks on.
