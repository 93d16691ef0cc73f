//! What existing clients rely on, each found by reading or breaking one of them.

mod challenges;
mod document;
mod exports;
mod identity;
mod import;
pub(crate) mod oauth;
mod offers;
mod playing;
mod streams;
mod text;
mod tv;
mod users;
