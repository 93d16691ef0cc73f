//! Several nodes on one PostgreSQL, and the store on both of its databases.

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
