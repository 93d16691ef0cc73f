//! Several nodes on one PostgreSQL database, and the store on SQLite and PostgreSQL.

mod append;
mod bus;
mod check;
mod database;
mod limits;
mod name;
mod outage;
pub(crate) mod postgres;
mod programs;
mod races;
mod shared;
mod spread;
mod stop;
mod store;
mod tls;
mod transfer;
