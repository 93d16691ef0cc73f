//! Who somebody is.

pub mod accounts;
pub mod desk;
pub mod guests;
pub mod oauth;
pub mod password;
pub mod tokens;
