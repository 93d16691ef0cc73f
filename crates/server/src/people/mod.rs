//! Who somebody is.

pub mod accounts;
pub mod desk;
pub mod guests;
pub mod name;
pub mod oauth;
pub mod password;
pub mod person;
pub mod roles;
pub mod scopes;
pub mod secret;
pub mod session;
pub mod tokens;

pub use person::Person;
