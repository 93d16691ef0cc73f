//! Who somebody is.

pub mod accounts;
pub mod admin;
mod fair_queue;
pub mod guests;
pub mod hashing;
pub mod oauth;
pub mod password;
pub mod tokens;
