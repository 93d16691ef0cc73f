//! Features for clubs and schools: accounts, rounds, tournaments and server settings.

mod people;
mod rounds;
mod settings;
mod tournaments;

pub use people::*;
pub use rounds::*;
pub use settings::*;
pub use tournaments::*;
