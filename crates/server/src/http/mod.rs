//! HTTP: connections, admission, sessions, and what all requests and responses have in common.

pub mod accept;
pub mod address;
pub mod admission;
mod connection;
pub mod error;
pub mod form;
mod framing;
pub mod headers;
pub mod health;
pub mod route;
pub mod session;
pub mod site;
pub mod tls;
