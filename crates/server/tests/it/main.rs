//! What the server promises, over real sockets.

mod accounts;
mod browser;
mod conformance;
mod hard;
mod live;
mod recovery;
mod successors;
mod threats;
