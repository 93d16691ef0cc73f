//! What is saved is what is read.

mod stored;
