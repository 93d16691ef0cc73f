//! Guests, accounts, passwords, tokens, OAuth.

pub mod accounts;
pub mod admin;
pub mod entry;
mod fair_queue;
pub mod guests;
pub mod hashing;
pub mod oauth;
pub mod password;
pub mod roster;
pub mod tokens;
