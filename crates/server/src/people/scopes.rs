//! What a token may be used for.
