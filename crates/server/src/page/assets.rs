//! The page itself, embedded in the program.
