//! Integration tests: the codes of endings, and stored games.

mod endings;
mod golden;
mod stored;
