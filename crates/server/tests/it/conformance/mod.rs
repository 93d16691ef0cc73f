//! What existing clients rely on, each found by reading or breaking one of them.

mod challenges;
mod client;
mod document;
mod identity;
pub(crate) mod oauth;
mod offers;
mod playing;
mod server;
mod streams;
mod text;
