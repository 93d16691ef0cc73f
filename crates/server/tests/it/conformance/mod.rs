//! Behaviour of the API that existing clients rely on, found by reading or breaking them.

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
