//! What a club or a school asks of its server.

mod people;
mod rounds;
mod settings;
mod tournaments;

pub use people::*;
pub use rounds::*;
pub use settings::*;
pub use tournaments::*;
