//! What is saved is what is read.

mod golden;
mod stored;
