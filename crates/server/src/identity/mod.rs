//! Identity and permissions, as plain values.

pub mod name;
pub mod person;
pub mod roles;
pub mod scopes;
pub mod secret;

pub use person::Person;
